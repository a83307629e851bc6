"""Scenes of shapely's geometries, and geometries of bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Scene
from ._errors import Error
from ._geometries import WANTED, Added, Ids, Places, Rings, add, check, renamed, starts
from ._progress import Progress, Steps

# By shapely.get_type_id.
_names = ("Point", "LineString", "LinearRing", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection")

_polygon, _multi_polygon = 3, 6


@dataclass(frozen=True)
class Unsupported:
    """What `find_unsupported` found; its length is how many."""

    index: Places
    """(n,), ascending: geometries that a scene cannot have"""
    reason: list[str]
    """one a geometry: the text of the error that `from_shapely` would raise"""

    def __len__(self) -> int:
        return len(self.reason)


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
    if isinstance(geometries, np.ndarray):
        _core._as_array(geometries, "geometries")  # which refuses masked elements
    return np.asarray(geometries, dtype=object).ravel()


def _is_missing(value: Any) -> bool:
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and value != value)


def _kinds_and_sizes(geometries: npt.NDArray[np.object_], shapely: Any) -> tuple[Any, Any]:
    """The kind of each geometry, -1 for what is none, and its number of points."""
    try:
        return shapely.get_type_id(geometries), shapely.get_num_coordinates(geometries)
    except TypeError:
        is_geometry = shapely.is_geometry(geometries)
        kinds, sizes = np.full(len(geometries), -1), np.zeros(len(geometries), np.intp)
        kinds[is_geometry] = shapely.get_type_id(geometries[is_geometry])
        sizes[is_geometry] = shapely.get_num_coordinates(geometries[is_geometry])
        return kinds, sizes


def _lacks_area(place: int, value: Any, kind: int) -> Error:
    """The error for what has no area: what is no geometry, other kinds, and the empty."""
    hint = ""
    if kind in (_polygon, _multi_polygon):
        what = "empty"
    elif kind >= 0:
        what, hint = f"a {_names[kind]}", " (use buffer for points and lines)"
    elif _is_missing(value):
        what, hint = f"{value}, a missing value", "; leave such rows out (shapely.is_geometry finds the others)"
    else:
        what = f"a {type(value).__name__}, no geometry of shapely"
    return Error(f"geometry {place} is {what}; {WANTED}{hint}", "unsupported", "geometries", place)


def _merged(of_others: Any, where: Any, counts: Any, items: Any) -> Any:
    """Items of geometries in order: the next counts[i] of `items` where[i], else of_others[i], for which counts[i] is 1."""
    is_item = np.repeat(where, counts)
    merged = np.empty(len(is_item), np.asarray(items).dtype)
    merged[is_item], merged[~is_item] = items, of_others[~where]
    return merged


def _rings_of(geometries: npt.NDArray[np.object_], kinds: Any, sizes: Any, shapely: Any) -> Rings:
    """Arrays of polygons and multipolygons.

    The points of all cost some 10 ns each. Rings as objects cost 700 ns each, so they are made only of what has
    several.
    """
    coords = shapely.get_coordinates(geometries)
    is_multi = kinds == _multi_polygon
    several = is_multi | (shapely.get_num_interior_rings(geometries) > 0)
    if not several.any():
        return Rings(coords, starts(sizes), None, None)
    divided, are_multi = geometries[several], is_multi[several]
    polygon_counts = np.ones(len(geometries), np.intp)
    polygons = divided
    if are_multi.any():
        polygon_counts[is_multi] = shapely.get_num_geometries(divided[are_multi])
        polygons = _merged(divided, are_multi, polygon_counts[several], shapely.get_parts(divided[are_multi]))
    rings, polygon_of = shapely.get_rings(polygons, return_index=True)
    rings_of_divided = np.bincount(polygon_of, minlength=len(polygons))
    ring_counts = np.ones(len(geometries), np.intp)  # of geometries
    ring_counts[several] = np.diff(starts(rings_of_divided)[starts(polygon_counts[several])])
    ring_starts = starts(_merged(sizes, several, ring_counts, shapely.get_num_coordinates(rings)))
    if not are_multi.any():
        return Rings(coords, ring_starts, starts(ring_counts), None)
    rings_of_polygons = _merged(ring_counts, several, polygon_counts, rings_of_divided)
    return Rings(coords, ring_starts, starts(rings_of_polygons), starts(polygon_counts))


@overload
def from_shapely(
    geometries: Any, *, scene: None = None, invalid: Literal["raise"] = "raise", trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> Scene: ...
@overload
def from_shapely(
    geometries: Any, *, scene: Scene, invalid: Literal["raise"] = "raise", trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> Ids: ...
@overload
def from_shapely(
    geometries: Any, *, scene: None = None, invalid: Literal["skip"], trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> tuple[Scene, Places]: ...
@overload
def from_shapely(
    geometries: Any, *, scene: Scene, invalid: Literal["skip"], trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> tuple[Ids, Places]: ...
def from_shapely(
    geometries: Any,
    *,
    scene: Scene | None = None,
    invalid: Literal["raise", "skip"] = "raise",
    trusted: bool = False,
    radius: float = 0.0,
    progress: Progress | None = None,
) -> Added:
    """A scene (float64) in which body i is geometry i, at the origin: vertices keep their coordinates, exactly.

    With ``scene=``, a scene of float64, the bodies are added to that one, and their indices are returned: (n,)
    uint32.

    ``geometries`` is a list or an array of shapely's geometries, a GeoSeries, or a GeoDataFrame, of which the
    active geometry column is taken. Polygons may be concave and have holes; a MultiPolygon becomes one body, its
    empty parts are left out; Z and M are ignored. A body is an outline (`Scene.add_outlines`), or a polygon if it
    is one convex ring.

    A geometry that cannot be had (None, NaN, empty, points and lines, rings that are not valid, a convex ring of more
    than 131,072 vertices) raises satchel.Error with its index, before anything is added. ``invalid="skip"`` leaves such geometries out and
    returns ``(scene, taken)``, with ``scene=`` ``(bodies, taken)``: body i (bodies[i]) is geometry ``taken[i]``.
    `find_unsupported` says what is left out, and why. ``progress(done, all)`` is called after a second.

    ``trusted=True`` checks numbers alone, as in `Scene.add_outlines`, if no ``radius`` is given. ``radius`` rounds every
    geometry: the body has all points that are no farther from it, so `bodies_at_points` answers which geometries lie within
    that distance. One that is not convex becomes a compound of its convex parts, rounded, and has no area (`overlapping_parts`);
    one with a part of more than 131,072 vertices is refused, or left out, of which `find_unsupported` knows nothing.
    """
    import shapely  # type: ignore[import-untyped, unused-ignore]

    skip = check(scene, invalid, radius)
    geometries = _objects(geometries)
    kinds, sizes = _kinds_and_sizes(geometries, shapely)
    has_area = ((kinds == _polygon) | (kinds == _multi_polygon)) & (sizes > 0)
    places = None if has_area.all() else np.flatnonzero(has_area)
    if places is not None:
        if not skip:
            first = int(np.argmin(has_area))
            raise _lacks_area(first, geometries[first], int(kinds[first]))
        geometries, kinds, sizes = geometries[places], kinds[places], sizes[places]
    return add(_rings_of(geometries, kinds, sizes, shapely), places, scene, skip, trusted, radius, progress)


def find_unsupported(geometries: Any, *, progress: Progress | None = None) -> Unsupported:
    """The geometries that `from_shapely` refuses, or leaves out with ``invalid="skip"``, and why: ``.index``, ``.reason``.

    ``geometries`` is what `from_shapely` takes. Adds nothing to any scene. Rings are checked as when they are
    added; ``progress(done, all)`` is called after a second.
    """
    import shapely

    geometries = _objects(geometries)
    kinds, sizes = _kinds_and_sizes(geometries, shapely)
    has_area = ((kinds == _polygon) | (kinds == _multi_polygon)) & (sizes > 0)
    reasons = {
        place: str(_lacks_area(place, geometries[place], int(kinds[place]))) for place in np.flatnonzero(~has_area).tolist()
    }
    places = np.flatnonzero(has_area)
    numbers, texts = _core._outline_faults(
        *_rings_of(geometries[places], kinds[places], sizes[places], shapely), progress
    )
    for number, text in zip(numbers, texts):
        place = int(places[number])
        reasons[place] = renamed(text, number, place)
    index = sorted(reasons)
    return Unsupported(np.array(index, np.intp), [reasons[place] for place in index])


_bodies_at_once = 16384


def to_shapely(
    scene: Scene, bodies: npt.ArrayLike | None = None, *, progress: Progress | None = None
) -> npt.NDArray[np.object_]:
    """The bodies of ``bodies`` (n,), or all, as geometries of shapely where they are: an array of objects.

    An outline becomes a Polygon, or a MultiPolygon if it has several, and a polygon a Polygon: outer rings run
    counter-clockwise, holes clockwise, and each ring begins at the vertex it was given with first. A body at the
    origin that is not turned has the coordinates it was given, exactly (-0 as 0). Repeated vertices are gone.

    A compound becomes a GeometryCollection of its parts, each a Polygon: their union need not have coordinates that
    are doubles. Circles, capsules, segments, chains and rounded polygons raise satchel.Error with the index of the
    body. ``progress(done, all)`` is called after a second.
    """
    import shapely

    listed = scene.bodies() if bodies is None else np.atleast_1d(_core._as_array(bodies, "bodies"))
    steps = Steps(progress, len(listed))
    found = np.empty(len(listed), object)
    for begin in range(0, len(listed), _bodies_at_once):
        steps.done(begin)
        some = listed[begin : begin + _bodies_at_once]
        found[begin : begin + len(some)] = _geometries_of(scene, some, shapely)
    return found


def _geometries_of(scene: Scene, bodies: Any, shapely: Any) -> npt.NDArray[np.object_]:
    coords, ring_starts, polygon_starts, body_starts, is_compound = scene._placed_rings(bodies)
    polygons = shapely.from_ragged_array(shapely.GeometryType.POLYGON, coords, (ring_starts, polygon_starts))
    counts: npt.NDArray[np.intp] = np.subtract(body_starts[1:], body_starts[:-1], dtype=np.intp)
    found = np.empty(len(counts), object)
    are_parts = is_compound.astype(bool)
    for make, which in (
        (shapely.multipolygons, ~are_parts & (counts > 1)), (shapely.geometrycollections, are_parts),
    ):
        its = polygons[np.repeat(which, counts)]
        found[which] = make(its, indices=np.repeat(np.arange(np.count_nonzero(which)), counts[which]))
    alone = ~are_parts & (counts == 1)
    found[alone] = polygons[np.repeat(alone, counts)]
    return found
