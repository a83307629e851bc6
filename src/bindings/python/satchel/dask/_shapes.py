"""The table of shapes of posed bodies: `_shapes.parquet`, a row for each shape.

`geometry` has polygons as WKB or GeoArrow, concave ones and such with holes too; null is a circle around the origin.
`radius`, 0 if there is no such column, is around the shape, which then has to be convex.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]

from .._core import Scene
from .._errors import Error
from ._bodies import Array, RowError, part_counts, points_of, polygons_of
from ._errors import BadRow


@dataclass
class ShapeTable:
    scene: Scene
    """shapes without bodies"""
    shapes: Array
    """the shape of each row"""


def read_shapes(path: Path) -> ShapeTable:
    table = pq.read_table(path)
    if "geometry" not in table.column_names:
        raise Error(f"{path} has the columns {', '.join(table.column_names)}; wanted geometry, and radius", "no_column")
    radii = table["radius"].to_numpy().astype(np.float64) if "radius" in table.column_names else np.zeros(len(table))
    polygons = table["geometry"].is_valid().to_numpy(zero_copy_only=False)
    scene = Scene()
    shapes = np.empty(len(table), np.uint32)
    for row in np.flatnonzero(~polygons).tolist():
        try:
            shapes[row] = scene.add_circle((0, 0), radii[row])
        except Error as error:
            raise BadRow(str(path), row, str(error)) from None
    rows = np.flatnonzero(polygons)
    try:
        batch = polygons_of(table["geometry"].filter(pa.array(polygons)), rows.astype(np.uint64))
    except RowError as error:
        raise BadRow(str(path), int(rows[error.row]), error.reason) from None
    counts, bodies = part_counts(batch)
    wrong = (bodies > 1) & (radii[rows] != 0)
    if wrong.any():
        row = int(rows[np.argmax(wrong)])
        raise BadRow(
            str(path), row, f"the polygon is concave and its radius is {radii[row]}; wanted 0, or a convex polygon"
        )
    try:
        parts = scene.add_polygons(
            points_of(batch), np.concatenate([[0], np.cumsum(counts)]), radii=np.repeat(radii[rows], bodies)
        )
    except Error as error:
        row = int(np.repeat(rows, bodies)[error.index or 0])
        raise BadRow(str(path), row, str(error)) from None
    ends = np.cumsum(bodies)
    shapes[rows] = parts[ends - bodies]
    flags = batch.column("inner_edges")
    for k in np.flatnonzero(bodies > 1).tolist():
        shapes[rows[k]] = scene.add_compound(
            parts[ends[k] - bodies[k] : ends[k]], np.frombuffer(flags[k].as_py(), np.uint8)
        )
    return ShapeTable(scene, shapes)
