"""Scenes of batches of bodies. Bodies are in the order of their ids, so that ties of a pair go to the lower id."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._core import Scene
from .._errors import Error
from ._bodies import Array, part_counts, points_of
from ._errors import NoRow, RefusedShape
from ._ids import refuse_doubles


def scene_of(batches: list[Any], table: Scene | None, side: int = 0) -> tuple[Scene, Array]:
    """(scene, ids): body k of the scene has the id ids[k]; ids ascend.

    ``table`` has the shapes of posed bodies; None: the bodies are polygons. ``side`` is the input, for errors.
    """
    ids = np.concatenate([b.column("id").to_numpy() for b in batches]) if batches else np.empty(0, np.uint64)
    order = None if len(ids) < 2 or (ids[1:] > ids[:-1]).all() else np.argsort(ids, kind="stable")
    if order is not None:
        ids = ids[order]
        refuse_doubles(ids, side)
    if table is None:
        scene, shapes = _polygons(batches)
        poses = np.broadcast_to([0.0, 0, 1, 0], (len(shapes), 4))
    else:
        scene = table.copy()
        shapes = np.concatenate([b.column("shape").to_numpy() for b in batches]) if batches else np.empty(0, np.uint32)
        names = ("x", "y", "cos", "sin")
        poses = (
            np.concatenate([np.stack([b.column(n).to_numpy() for n in names], -1) for b in batches])
            if batches
            else np.empty((0, 4))
        )
    if order is not None:
        shapes, poses = shapes[order], poses[order]
    try:
        if len(ids):
            scene.add_bodies(shapes, np.ascontiguousarray(poses))
    except Error as error:
        if error.index is None:
            raise
        raise NoRow(side, int(ids[error.index]), str(error), error.code) from None
    return scene, ids


def _polygons(batches: list[Any]) -> tuple[Scene, Array]:
    scene = Scene()
    all_shapes = []
    for batch in batches:
        counts, bodies = part_counts(batch)
        try:
            parts = scene.add_polygons(points_of(batch), np.concatenate([[0], np.cumsum(counts)]))
        except Error as error:
            raise RefusedShape(str(error), error.code) from None
        if len(parts) == len(batch):
            all_shapes.append(parts)
            continue
        ends = np.cumsum(bodies)
        shapes = parts[ends - bodies]
        flags = batch.column("inner_edges")
        for row in np.flatnonzero(bodies > 1).tolist():
            inner = np.frombuffer(flags[row].as_py(), np.uint8)
            shapes[row] = scene.add_compound(parts[ends[row] - bodies[row] : ends[row]], inner)
        all_shapes.append(shapes)
    return scene, np.concatenate(all_shapes) if all_shapes else np.empty(0, np.uint32)
