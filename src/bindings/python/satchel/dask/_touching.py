"""The convex parts of polygons whose rings touch in points, which `outline_parts` refuses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from .._core import Scene
from .._errors import Error
from .._outlines import clean_ring

Array = np.ndarray[Any, Any]


def parts_of_touching_rings(coords: Array, starts: Array) -> tuple[Array, Array, Array] | None:
    """(vertices, vertices of each part, inner edges) of a polygon, as an outline has them; None if it is not valid."""
    scene = Scene()
    try:
        rings = [clean_ring(ring).vertices.astype(np.float64) for ring in np.split(coords, starts[1:-1])]
        ends = np.cumsum([0, *map(len, rings)])
        (shape,) = scene.add_outlines(np.concatenate(rings), ends, [0, len(rings)], threads=1).tolist()
        scene.make_parts([shape], threads=1)
    except Error:
        return None
    parts = [scene.local_vertices(part).astype(np.float64) for part in scene.parts(shape).tolist()]
    edges, borders = _edges(parts), _edges(rings)
    vertices, counts = np.concatenate(parts), np.array([len(part) for part in parts], np.int64)
    backwards = _backwards(edges)
    is_border = _are_among(edges, borders) | _are_among(backwards, borders)
    # An edge between two parts is one of each, in opposite directions, or ends where a ring touches it.
    inner = _are_among(edges, backwards)
    for k in np.flatnonzero(~inner & ~is_border).tolist():
        inner[k] = not _lies_on_any(edges[k], borders)
    return vertices, counts, inner.astype(np.uint8)


def _edges(rings: list[Array]) -> Array:
    """(n, 4): the ends of each edge."""
    return np.concatenate([np.hstack([ring, np.roll(ring, -1, 0)]) for ring in rings]) + 0.0  # no -0


def _backwards(edges: Array) -> Array:
    return edges[:, [2, 3, 0, 1]]


def _are_among(edges: Array, others: Array) -> Array:
    _, which = np.unique(np.concatenate([edges, others]), axis=0, return_inverse=True)
    return np.isin(which.ravel()[: len(edges)], which.ravel()[len(edges) :])


def _lies_on_any(edge: Array, borders: Array) -> bool:
    """Whether both ends of an edge lie on one of other edges, exactly."""
    low, high = np.minimum(borders[:, :2], borders[:, 2:]), np.maximum(borders[:, :2], borders[:, 2:])
    ends = edge.reshape(2, 1, 2)
    near = borders[((low <= ends) & (ends <= high)).all((0, 2))]
    for px, py, qx, qy in ([Fraction(number) for number in border] for border in near.tolist()):
        points = [(Fraction(x), Fraction(y)) for x, y in edge.reshape(2, 2).tolist()]
        if all((qx - px) * (y - py) == (qy - py) * (x - px) for x, y in points):
            return True
    return False
