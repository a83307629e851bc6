"""Scenes of shapely's geometries."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._core import Scene
from ._errors import Error
from ._outlines import outline_parts


# By shapely.get_type_id.
_names = ("Point", "LineString", "LinearRing", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection")


def _refuse_others(kinds: np.ndarray[Any, Any], empty: np.ndarray[Any, Any]) -> None:
    wrong = ((kinds != 3) & (kinds != 6)) | empty
    if not wrong.any():
        return
    i = int(np.argmax(wrong))
    if kinds[i] < 0:
        what = "None"
    elif (kinds[i] == 3) | (kinds[i] == 6):
        what = "empty"
    else:
        what = "a " + _names[kinds[i]]
    raise Error(
        f"geometry {i} is {what}; wanted a Polygon or MultiPolygon with area (use buffer for points and lines)",
        "unsupported",
        "geometries",
        i,
    )


def _add_concave(scene: Scene, coords: Any, rings: Any, polygons: Any, geometry: int) -> int:
    """The shape of one geometry: the polygons [polygons[k], polygons[k + 1]) of rings."""
    shapes: list[Any] = []
    marks: list[Any] = []
    for first, last in zip(polygons[:-1], polygons[1:]):
        offsets = np.asarray(rings[first : last + 1], dtype=np.int64)
        try:
            parts = outline_parts(coords[offsets[0] : offsets[-1]], offsets - offsets[0])
        except Error as error:
            raise Error(f"geometry {geometry}: {error}", error.code, "geometries", geometry) from None
        shapes.append(scene.add_polygons(parts.vertices, parts.starts))
        marks.append(parts.inner_edges)
    parts_of_all = np.concatenate(shapes)
    if len(parts_of_all) == 1:
        return int(parts_of_all[0])
    return scene.add_compound(parts_of_all, np.concatenate(marks))


def from_shapely(geometries: Any) -> Scene:
    """A scene (float64) in which body i is geometry i, at the origin: vertices keep their coordinates, exactly.

    Polygons may be concave and have holes; MultiPolygons become one body. A geometry that cannot be had (None, empty,
    points and lines, rings that cross themselves) raises satchel.Error with its index.
    """
    import shapely  # type: ignore[import-untyped, unused-ignore]

    geometries = np.asarray(geometries, dtype=object).ravel()
    scene = Scene()
    if len(geometries) == 0:
        return scene
    kinds = shapely.get_type_id(geometries)
    coords, owners = shapely.get_coordinates(geometries, return_index=True)
    lengths = np.bincount(owners, minlength=len(geometries))
    _refuse_others(kinds, lengths == 0)
    # The coordinates alone cost a sixth of to_ragged_array. Those of a convex polygon are one convex ring; no others are.
    shapes = np.empty(len(geometries), np.uint32)
    vertices, starts = _core._open_rings(coords, np.concatenate([[0], np.cumsum(lengths)]))
    convex = np.diff(starts) > 0
    shapes[convex] = scene.add_polygons(vertices, np.append(starts[:-1][convex], starts[-1]))
    others = np.flatnonzero(~convex)
    if len(others):
        _add_concave_geometries(scene, geometries[others], others, shapes, shapely)
    scene.add_bodies(shapes, np.broadcast_to([0.0, 0, 1, 0], (len(shapes), 4)).copy())
    return scene


def _add_concave_geometries(scene: Scene, geometries: Any, places: Any, shapes: Any, shapely: Any) -> None:
    """Adds the polygons that are not convex; writes their shapes to shapes[places]."""
    if (shapely.get_type_id(geometries) == 3).all():
        _, coords, (rings, polygons) = shapely.to_ragged_array(geometries, include_z=False)
        offsets = np.arange(len(geometries) + 1)
    else:
        _, coords, (rings, polygons, offsets) = shapely.to_ragged_array(geometries, include_z=False)
    coords = np.ascontiguousarray(coords)
    for i, place in enumerate(places):
        shapes[place] = _add_concave(scene, coords, rings, polygons[offsets[i] : offsets[i + 1] + 1], int(place))

