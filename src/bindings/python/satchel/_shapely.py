"""Scenes of shapely's geometries."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Scene
from ._errors import Error
from ._outlines import ConvexParts, outline_parts
from ._progress import Progress, Steps

# By shapely.get_type_id.
_names = ("Point", "LineString", "LinearRing", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection")

_wanted = "wanted a Polygon or MultiPolygon with area"


def _objects(geometries: Any) -> npt.NDArray[np.object_]:
    """What came, as an array of objects: of a GeoDataFrame its geometry, of one geometry an array of one."""
    columns = getattr(geometries, "columns", None)
    if columns is not None and hasattr(geometries, "dtypes"):  # a frame
        try:
            geometries = geometries.geometry
        except AttributeError:
            raise Error(
                "geometries is a table without an active geometry column; give a GeoDataFrame that has one, or the column",
                "unsupported",
                "geometries",
            ) from None
    return np.asarray(geometries, dtype=object).ravel()


def _is_missing(value: Any) -> bool:
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and value != value)


def _refuse(geometries: npt.NDArray[np.object_], shapely: Any) -> None:
    """Refuses what has no area: what is no geometry, other kinds, and the empty."""
    is_geometry = shapely.is_geometry(geometries)
    kinds = np.full(len(geometries), -1)
    kinds[is_geometry] = shapely.get_type_id(geometries[is_geometry])
    wrong = (kinds != 3) & (kinds != 6)
    wrong[~wrong] = shapely.is_empty(geometries[~wrong])
    if not wrong.any():
        return
    i = int(np.argmax(wrong))
    hint = ""
    if kinds[i] in (3, 6):
        what = "empty"
    elif is_geometry[i]:
        what, hint = f"a {_names[kinds[i]]}", " (use buffer for points and lines)"
    elif _is_missing(geometries[i]):
        what, hint = f"{geometries[i]}, a missing value", "; leave such rows out (shapely.is_geometry finds the others)"
    else:
        what = f"a {type(geometries[i]).__name__}, no geometry of shapely"
    raise Error(f"geometry {i} is {what}; {_wanted}{hint}", "unsupported", "geometries", i)


def _parts_of(coords: Any, rings: Any, polygons: Any, geometry: int) -> list[ConvexParts]:
    """The parts of the polygons of one geometry: polygon k has the rings [polygons[k], polygons[k + 1])."""
    found = []
    for k, (first, last) in enumerate(zip(polygons[:-1], polygons[1:])):
        offsets = rings[first : last + 1]
        try:
            found.append(outline_parts(coords[offsets[0] : offsets[-1]], offsets - offsets[0]))
        except Error as error:
            which = f"geometry {geometry}" if len(polygons) == 2 else f"geometry {geometry}, polygon {k}"
            raise Error(f"{which}: {error}", error.code, "geometries", geometry) from None
    return found


@overload
def from_shapely(geometries: Any, *, progress: Progress | None = None) -> Scene: ...
@overload
def from_shapely(geometries: Any, *, scene: None, progress: Progress | None = None) -> Scene: ...
@overload
def from_shapely(geometries: Any, *, scene: Scene, progress: Progress | None = None) -> npt.NDArray[np.uint32]: ...
def from_shapely(
    geometries: Any, *, scene: Scene | None = None, progress: Progress | None = None
) -> Scene | npt.NDArray[np.uint32]:
    """A scene (float64) in which body i is geometry i, at the origin: vertices keep their coordinates, exactly.

    With ``scene=``, a scene of float64, the bodies are added to that one, and their indices are returned: (n,) uint32.

    ``geometries`` is a list or an array of shapely's geometries, a GeoSeries, or a GeoDataFrame, of which the active
    geometry column is taken. Polygons may be concave and have holes; MultiPolygons become one body, their empty parts are
    left out; Z and M are ignored. A geometry that cannot be had (None, NaN, empty, points and lines, rings that cross
    themselves) raises satchel.Error with its index, before anything is added. ``progress(done, all)`` is called after a
    second.
    """
    import shapely  # type: ignore[import-untyped, unused-ignore]

    if scene is not None and scene.dtype != np.float64:
        raise TypeError("scene has dtype float32, which does not hold the coordinates exactly; wanted one of float64")
    geometries = _objects(geometries)
    _refuse(geometries, shapely)
    steps = Steps(progress, len(geometries))
    made = Scene() if scene is None else scene
    shapes = _add_shapes(made, geometries, Steps(progress, len(geometries)), shapely)
    bodies = made.add_bodies(shapes, np.broadcast_to([0.0, 0, 1, 0], (len(shapes), 4)).copy())
    return made if scene is None else bodies


def _add_shapes(scene: Scene, geometries: Any, steps: Steps, shapely: Any) -> npt.NDArray[np.uint32]:
    """Adds the shape of each geometry. What is refused is found before anything is added."""
    shapes = np.empty(len(geometries), np.uint32)
    if len(geometries) == 0:
        return shapes
    coords, owners = shapely.get_coordinates(geometries, return_index=True)
    lengths = np.bincount(owners, minlength=len(geometries))
    # The coordinates alone cost a sixth of all rings. Those of a convex polygon are one convex ring; no others are.
    vertices, starts = _core._open_rings(coords, np.concatenate([[0], np.cumsum(lengths)]))
    convex = np.flatnonzero(np.diff(starts) > 0)
    others = np.flatnonzero(np.diff(starts) == 0)
    parts = _concave_parts(geometries[others], others, steps, shapely) if len(others) else []
    of_all = [part for list in parts for part in list]
    counts = [np.diff(starts[np.append(convex, len(starts) - 1)]), *(np.diff(part.starts) for part in of_all)]
    ends = np.cumsum(np.concatenate(counts, dtype=np.int64))
    try:
        cores = scene.add_polygons(np.concatenate([vertices, *(part.vertices for part in of_all)]), np.append(0, ends))
    except Error as error:
        if error.index is None or error.index >= len(convex):
            raise
        at = int(convex[error.index])
        raise Error(f"geometry {at}: {error}", error.code, "geometries", at) from None
    shapes[convex] = cores[: len(convex)]
    begin = len(convex)
    for place, list in zip(others.tolist(), parts):
        end = begin + sum(len(part.starts) - 1 for part in list)
        marks = np.concatenate([part.inner_edges for part in list])
        shapes[place] = cores[begin] if end == begin + 1 else scene.add_compound(cores[begin:end], marks)
        begin = end
    return shapes


def _starts(owners: Any, count: int) -> Any:
    """Where the items of each of so many owners begin, and the end; `owners` is sorted."""
    return np.searchsorted(owners, np.arange(count + 1))


def _concave_parts(geometries: Any, places: Any, steps: Steps, shapely: Any) -> list[list[ConvexParts]]:
    """The parts of each polygon of each geometry; `places` are the indices of these in the list of the caller."""
    polygons, geometry_of = shapely.get_parts(geometries, return_index=True)
    has_area = ~shapely.is_empty(polygons)
    polygons, geometry_of = polygons[has_area], geometry_of[has_area]
    rings, polygon_of = shapely.get_rings(polygons, return_index=True)
    has_points = ~shapely.is_empty(rings)
    rings, polygon_of = rings[has_points], polygon_of[has_points]
    coords, ring_of = shapely.get_coordinates(rings, return_index=True)
    point_starts = _starts(ring_of, len(rings))
    ring_starts = _starts(polygon_of, len(polygons))
    polygon_starts = _starts(geometry_of, len(geometries))
    found = []
    for i, place in enumerate(places.tolist()):
        of_geometry = ring_starts[polygon_starts[i] : polygon_starts[i + 1] + 1]
        found.append(_parts_of(coords, point_starts, of_geometry, place))
        steps.done(place)
    return found
