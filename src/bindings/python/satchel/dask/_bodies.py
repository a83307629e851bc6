"""Bodies of a table, ready to become a scene.

A polygon is cut into convex parts once, and lies in the frame of its coordinates, as `satchel.from_shapely` has it: what
it becomes depends on it alone, never on the rows beside it. A posed body is a shape of a table and a pose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from .. import _core, _geoarrow
from .._core import Scene
from .._errors import Error
from .._outlines import outline_parts
from .._threads import limited
from . import _wkb
from ._touching import parts_of_touching_rings

Array = np.ndarray[Any, Any]

polygon_schema = pa.schema(
    [("id", pa.uint64())]
    + [(name, pa.float64()) for name in ("min_x", "min_y", "max_x", "max_y")]
    + [("vertices", pa.large_binary()), ("parts", pa.large_binary()), ("inner_edges", pa.large_binary())]
)
posed_schema = pa.schema(
    [("id", pa.uint64())]
    + [(name, pa.float64()) for name in ("min_x", "min_y", "max_x", "max_y", "x", "y", "cos", "sin")]
    + [("shape", pa.uint32())]
)


class RowError(ValueError):
    """Row ``row`` of the table at hand is no body."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(row, reason)
        self.row, self.reason = int(row), reason


@dataclass
class Outlines:
    """Polygons of a table: `one_ring` rows with one ring each, the others as lists of rings."""

    one_ring: Array
    coords: Array
    lengths: Array
    others: dict[int, list[list[Array]]]


def _refuse_nulls(array: Any) -> None:
    if array.null_count:
        raise RowError(
            int(np.argmax(np.asarray(array.is_null()))), "the geometry is null; wanted a Polygon or MultiPolygon"
        )


def _outlines_of_wkb(array: Any) -> Outlines:
    simple, coords, lengths = _wkb.simple_rings(array)
    others = {}
    for row in np.flatnonzero(~simple).tolist():
        try:
            others[row] = _wkb.polygons(array[row].as_py())
        except ValueError as error:
            raise RowError(row, str(error)) from None
    return Outlines(np.flatnonzero(simple), coords, lengths, others)


def _outlines_of_lists(array: Any) -> Outlines:
    is_broken = _geoarrow.has_nulls_within(array)
    if is_broken.any():
        raise RowError(int(np.argmax(is_broken)), "the geometry has a part that is null")
    offsets, coords = _geoarrow.levels(array)
    geometries, polygons, rings = offsets if len(offsets) == 3 else (np.arange(len(array) + 1), *offsets)
    one_ring = (np.diff(geometries) == 1) & (np.diff(np.append(polygons, polygons[-1]))[geometries[:-1]] == 1)
    rows = np.flatnonzero(one_ring)
    chosen = polygons[geometries[rows]]
    lengths = np.diff(rings)[chosen]
    if len(rows) == len(array):
        kept = coords
    else:
        ends = np.cumsum(lengths)
        kept = coords[np.repeat(rings[chosen] - (ends - lengths), lengths) + np.arange(lengths.sum())]
    others = {
        row: [
            [coords[rings[k] : rings[k + 1]] for k in range(polygons[p], polygons[p + 1])]
            for p in range(geometries[row], geometries[row + 1])
        ]
        for row in np.flatnonzero(~one_ring).tolist()
    }
    return Outlines(rows, kept, lengths, others)


def _parts_of(row: int, polygons: list[list[Array]]) -> tuple[Array, Array, Array]:
    """(vertices, vertices of each part, inner edges) of one geometry."""
    polygons = [rings for rings in polygons if any(len(ring) for ring in rings)]  # others are empty
    polygons = [[*rings[:1], *(hole for hole in rings[1:] if len(hole))] for rings in polygons]
    if not polygons:
        raise RowError(row, "the geometry is empty; wanted a Polygon or MultiPolygon with area")
    parts = []
    for rings in polygons:
        coords, starts = np.concatenate(rings), np.cumsum([0] + [len(ring) for ring in rings])
        try:
            found = outline_parts(coords, starts)
            parts.append((found.vertices, np.diff(found.starts), found.inner_edges))
        except Error as error:
            touching = parts_of_touching_rings(coords, starts)
            if touching is None:
                raise RowError(row, str(error)) from None
            parts.append(touching)
    vertices, counts, inner = zip(*parts)
    return np.concatenate(vertices), np.concatenate(counts), np.concatenate(inner)


def large_binary(data: Array, lengths: Array) -> Any:
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return pa.Array.from_buffers(
        pa.large_binary(), len(lengths), [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data))]
    )


def polygons_of(geometry: Any, ids: Array, check: bool = False) -> Any:
    """The record batch (`polygon_schema`) of a column of polygons. Raises RowError for the first row that is none.

    ``check=True`` also makes a scene of it, which checks what is left: whether rings run round once.
    """
    array = _geoarrow.plain(geometry)
    try:
        return _polygons_of(array, ids, check)
    except RowError as error:
        polygons_of(array.slice(0, error.row), ids[: error.row], check)  # raises what is wrong with an earlier row
        raise


def _polygons_of(array: Any, ids: Array, check: bool) -> Any:
    """The same of a plain column, but not every RowError is of the first row."""
    _refuse_nulls(array)
    outlines = _outlines_of_wkb(array) if pa.types.is_large_binary(array.type) else _outlines_of_lists(array)
    vertices, starts = _core._open_rings(outlines.coords, np.concatenate([[0], np.cumsum(outlines.lengths)]))
    counts = np.diff(starts)
    ring_starts = np.concatenate([[0], np.cumsum(outlines.lengths)])
    other = {row: _parts_of(row, polygons) for row, polygons in outlines.others.items()}
    for k in np.flatnonzero(counts == 0).tolist():  # concave, or no polygon
        row = int(outlines.one_ring[k])
        other[row] = _parts_of(row, [[outlines.coords[ring_starts[k] : ring_starts[k + 1]]]])
    convex = counts > 0
    batch = _convex_batch(ids[outlines.one_ring[convex]], vertices, counts[convex].astype(np.int64))
    rows = outlines.one_ring[convex]
    if other:
        batch = pa.concat_batches([batch, _batch_of_parts(ids[list(other)], list(other.values()))])
        rows = np.concatenate([rows, np.fromiter(other, np.int64)])
        order = np.argsort(rows)
        batch, rows = batch.take(pa.array(order)), rows[order]
    if check:
        _refuse_what_no_scene_takes(batch, rows)
    return batch


def _convex_batch(ids: Array, vertices: Array, lengths: Array) -> Any:
    nothing = pa.nulls(len(ids), pa.large_binary())
    return _batch(
        ids, _boxes(vertices, lengths), [large_binary(vertices.view(np.uint8).ravel(), lengths * 16), nothing, nothing]
    )


def _batch_of_parts(ids: Array, found: list[tuple[Array, Array, Array]]) -> Any:
    vertices = np.concatenate([v for v, _, _ in found])
    lengths = np.array([len(v) for v, _, _ in found], np.int64)
    flags = [inner if len(counts) > 1 else inner[:0] for _, counts, inner in found]
    columns = [
        large_binary(vertices.view(np.uint8).ravel(), lengths * 16),
        large_binary(
            np.concatenate([c.astype(np.uint32) for _, c, _ in found]).view(np.uint8),
            np.array([4 * len(c) for _, c, _ in found]),
        ),
        large_binary(np.concatenate(flags), np.array([len(f) for f in flags])),
    ]
    return _batch(ids, _boxes(vertices, lengths), columns)


def part_counts(batch: Any) -> tuple[Array, Array]:
    """(vertices of each part, parts of each body) of a batch of polygons."""
    vertices = _lengths(batch.column("vertices")) // 16
    parts = batch.column("parts")
    if parts.null_count == len(parts):
        return vertices, np.ones(len(parts), np.int64)
    many = parts.is_valid().to_numpy(zero_copy_only=False)
    bodies = np.where(many, _lengths(parts.fill_null(b"")) // 4, 1)
    counts = np.empty(bodies.sum(), np.int64)
    of_many = np.repeat(many, bodies)
    counts[of_many] = _wkb.binary_values(parts).view(np.uint32)
    counts[~of_many] = vertices[~many]
    return counts, bodies


def _lengths(array: Any) -> Array:
    return np.diff(np.frombuffer(array.buffers()[1], np.int64)[array.offset : array.offset + len(array) + 1])


def points_of(batch: Any) -> Array:
    return _wkb.binary_values(batch.column("vertices")).view(np.float64).reshape(-1, 2)


def _refuse_what_no_scene_takes(batch: Any, rows: Array) -> None:
    counts, bodies = part_counts(batch)
    try:
        Scene().add_polygons(points_of(batch), np.concatenate([[0], np.cumsum(counts)]))
    except Error as error:
        if error.index is None:
            raise
        raise RowError(np.repeat(rows, bodies)[error.index], str(error)) from None


def _boxes(vertices: Array, lengths: Array) -> Array:
    if len(lengths) == 0:
        return np.empty((4, 0))
    starts = np.cumsum(lengths) - lengths
    x, y = np.ascontiguousarray(vertices[:, 0]), np.ascontiguousarray(vertices[:, 1])
    least, most = np.minimum.reduceat, np.maximum.reduceat
    return np.stack([least(x, starts), least(y, starts), most(x, starts), most(y, starts)])


def _batch(ids: Array, boxes: Array, columns: list[Any]) -> Any:
    return pa.RecordBatch.from_arrays(
        [pa.array(ids), *(pa.array(boxes[k]) for k in range(4)), *columns], schema=polygon_schema
    )


def posed_of(rows: Array, poses: Array, ids: Array, scene: Scene, shapes: Array) -> Any:
    """The record batch (`posed_schema`) of bodies: of row ``rows[k]`` of a table whose row i is ``shapes[i]`` of ``scene``.

    ``poses`` is (n, 3): x, y, angle or (n, 4): x, y, cos, sin. Raises RowError for the first row that is no body.
    """
    wrong = (rows < 0) | (rows >= len(shapes))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise RowError(row, f"the shape is {rows[row]}; wanted 0 to {len(shapes) - 1}, a row of _shapes.parquet")
    chosen = shapes[rows]
    scene = scene.copy()
    try:
        if len(rows):
            with limited(1):
                scene.add_bodies(chosen, poses)
    except Error as error:
        if error.index is None:
            raise
        raise RowError(error.index, str(error)) from None
    columns = [ids, *scene.bounding_boxes().T, *scene.poses().T, chosen]
    return pa.RecordBatch.from_arrays([pa.array(np.ascontiguousarray(c)) for c in columns], schema=posed_schema)


def boxes_of(batch: Any) -> list[Array]:
    return [batch.column(k).to_numpy() for k in range(1, 5)]
