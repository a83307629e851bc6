"""Columns of Arrow, WKB and GeoArrow, without shapely: scenes, points, boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _core, _geometries
from ._core import Scene
from ._errors import Error
from ._geometries import WANTED, Added, Ids, Places, Rings
from ._progress import Progress, Steps

# Types of WKB, without the numbers that Z and M add.
_names = {1: "Point", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon", 7: "GeometryCollection"}


def _column(geometries: Any, pa: Any, name: str = "geometries") -> Any:
    """What came as the argument `name`, as an array of pyarrow."""
    if isinstance(geometries, (pa.Table, pa.RecordBatch)) or hasattr(geometries, "columns"):
        raise Error(f"{name} is a table; give its column of geometry", "unsupported", name)
    if isinstance(geometries, (pa.Array, pa.ChunkedArray)):
        return geometries
    kind = type(geometries).__name__
    wanted = "wanted an array of Arrow: WKB (pa.array(shapely.to_wkb(geometries)) makes one), or GeoArrow"
    try:
        if hasattr(geometries, "to_arrow"):  # of a GeoSeries the interfaces refuse
            geometries = geometries.to_arrow()
            if isinstance(geometries, (pa.Array, pa.ChunkedArray)):
                return geometries
        if hasattr(geometries, "__arrow_c_array__"):
            return pa.array(geometries)
        if hasattr(geometries, "__arrow_c_stream__"):
            return pa.chunked_array(geometries)
    except MemoryError:
        raise
    except Exception as error:
        raise TypeError(f"{name} is a {kind} that Arrow cannot take ({error}); {wanted}") from None
    raise TypeError(f"{name} is a {kind}; {wanted}")


def _buffers(wkb: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The bytes of a binary array, and where each value begins, and the end."""
    kind = np.int64 if str(wkb.type).startswith("large") else np.int32
    if len(wkb) == 0:
        return np.empty(0, np.uint8), np.zeros(1, kind)
    offsets = np.frombuffer(wkb.buffers()[1], kind)[wkb.offset : wkb.offset + len(wkb) + 1]
    data = wkb.buffers()[2]
    return np.empty(0, np.uint8) if data is None else np.frombuffer(data, np.uint8), offsets


def _nulls(array: Any) -> list[int]:
    return [] if array.null_count == 0 else np.flatnonzero(np.asarray(array.is_null())).tolist()


# What is wrong with a value of a column of WKB (wkb.hpp).
_states = {**{kind: f"a {name}" for kind, name in _names.items()}, 8: "no WKB", 9: "WKB that is cut off or broken", 10: "empty"}


def _reasons(array: Any, states: Any, first: int) -> dict[int, str]:
    """Why rows are not taken: those that are null, and those that have another state than 0."""
    reasons = dict.fromkeys((first + row for row in _nulls(array)), "null, a missing value")
    for row in np.flatnonzero(states).tolist():
        reasons.setdefault(first + row, _states[int(states[row])])
    return reasons


_NULL_PART = "a geometry with a part that is null"


def _with_null_parts(array: Any) -> list[int]:
    """The rows of a column of GeoArrow that are not null and have a polygon, a ring or a point that is."""
    from ._geoarrow import has_nulls_within

    return [int(row) for row in np.setdiff1d(np.flatnonzero(has_nulls_within(array)), _nulls(array))]


def _rings(array: Any) -> Rings:
    """Arrays of GeoArrow polygons or multipolygons without nulls."""
    from ._geoarrow import levels

    offsets, coords = levels(array)
    return Rings(coords, offsets[-1], offsets[-2], offsets[0] if len(offsets) == 3 else None)


@overload
def from_arrow(
    geometries: Any, *, scene: None = None, invalid: Literal["raise"] = "raise", trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> Scene: ...
@overload
def from_arrow(
    geometries: Any, *, scene: Scene, invalid: Literal["raise"] = "raise", trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> Ids: ...
@overload
def from_arrow(
    geometries: Any, *, scene: None = None, invalid: Literal["skip"], trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> tuple[Scene, Places]: ...
@overload
def from_arrow(
    geometries: Any, *, scene: Scene, invalid: Literal["skip"], trusted: bool = False, radius: float = 0.0,
    progress: Progress | None = None,
) -> tuple[Ids, Places]: ...
def from_arrow(
    geometries: Any,
    *,
    scene: Scene | None = None,
    invalid: Literal["raise", "skip"] = "raise",
    trusted: bool = False,
    radius: float = 0.0,
    progress: Progress | None = None,
) -> Added:
    """A scene (float64) in which body i is row i of a column of Arrow, at the origin: `from_shapely` without shapely.

    ``geometries`` is an array or a chunked array of pyarrow, or what the Arrow interfaces of other packages give
    (``to_arrow``, ``__arrow_c_array__``, ``__arrow_c_stream__``: DuckDB, Polars, sedonadb, a GeoSeries): WKB or EWKB
    of any dimension, or GeoArrow polygons or multipolygons of doubles. Dictionaries are decoded. Needs pyarrow, which the
    extra ``arrow`` brings.

    ``trusted`` and ``radius`` are those of `from_shapely`. All else is as there: rows that cannot be had (null, empty, points and lines, WKB that is cut off, rings
    that are not valid) raise satchel.Error with their index, before anything is added; ``invalid="skip"`` leaves them
    out and returns ``(scene, taken)``. ``progress(done, all)`` is called after a second.
    """
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

    from . import _geoarrow

    skip = _geometries.check(scene, invalid, radius)
    column = _column(geometries, pa)
    form = _geoarrow.geometry_form(column.type)
    if form is None:
        raise TypeError(
            f"geometries has the type {column.type}; wanted WKB, or GeoArrow polygons or multipolygons of doubles"
        )
    array = _geoarrow.plain(column)
    if _geoarrow.is_bytes(array.type):
        nulls = _nulls(array)
        kept = np.delete(np.arange(len(array)), nulls)
        if nulls:  # bytes may lie beneath them
            array = array.filter(array.is_valid())
        coords, starts, polygons, outlines, states = _core._wkb_rings(*_buffers(array))
        reasons = dict.fromkeys(nulls, "null, a missing value")
        reasons.update((int(kept[row]), _states[int(states[row])]) for row in np.flatnonzero(states).tolist())
        _raise_first(reasons, skip, WANTED)
        places = kept[states == 0] if reasons else None
        return _geometries.add(Rings(coords, starts, polygons, outlines), places, scene, skip, trusted, radius, progress)
    reasons = _reasons(array, [], 0)
    for row in _with_null_parts(array):
        reasons.setdefault(row, _NULL_PART)
    array, places = _without(array, reasons, skip)
    rings = _rings(array)
    ends = rings.rings[rings.polygons if rings.geometries is None else rings.polygons[rings.geometries]]  # type: ignore[index]
    for row in np.flatnonzero(np.diff(ends) == 0).tolist():
        reasons[int(places[row])] = "empty"
    _raise_first(reasons, skip, WANTED)
    left = np.diff(ends) > 0
    if not left.all():
        rings, places = _rings(array.filter(pa.array(left))), places[left]
    return _geometries.add(rings, places if len(places) < len(column) else None, scene, skip, trusted, radius, progress)


def _raise_first(reasons: dict[int, str], skip: bool, wanted: str, name: str = "geometries") -> None:
    if reasons and not skip:
        place = min(reasons)
        raise Error(f"geometry {place} is {reasons[place]}; {wanted}", "unsupported", name, place)


def _without(array: Any, reasons: dict[int, str], skip: bool) -> tuple[Any, Places]:
    """The rows without those that have a reason against them, and which these are."""
    import pyarrow as pa

    _raise_first(reasons, skip, WANTED)
    left = np.ones(len(array), bool)
    left[list(reasons)] = False
    return array if left.all() else array.filter(pa.array(left)), np.flatnonzero(left)


POINTS = "wanted a Point"


_rows_at_once = 1 << 20


def _pieces(column: Any, pa: Any) -> Iterator[Any]:
    """The chunks of a column in pieces, each in a form that is read: they need not be copied into one."""
    from . import _geoarrow

    for chunk in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
        for first in range(0, len(chunk), _rows_at_once):
            piece = chunk.slice(first, _rows_at_once)
            yield piece if pa.types.is_binary(piece.type) else _geoarrow.plain(piece)


def points_from_arrow(geometries: Any, *, progress: Progress | None = None) -> npt.NDArray[np.float64]:
    """The points of a column of Arrow: (n, 2), point i of row i. Calls that take ``points`` take such a column, too.

    ``geometries`` is what `from_arrow` takes, of points: WKB or EWKB of any dimension, or GeoArrow points of doubles; Z
    and M are ignored. What is no point (null, empty, another geometry, WKB that is cut off) raises satchel.Error with its
    index. ``progress(done, all)`` is called after a second.
    """
    return points_of_argument(geometries, "geometries", progress)


def points_of_argument(geometries: Any, name: str, progress: Progress | None = None) -> npt.NDArray[np.float64]:
    """The points of a column that came as the argument `name`."""
    import pyarrow as pa

    from . import _geoarrow

    column = _column(geometries, pa, name)
    if _geoarrow.geometry_form(column.type) not in ("wkb", "null") and not _geoarrow.is_point(column.type):
        raise TypeError(f"{name} has the type {column.type}; wanted WKB, or GeoArrow points of doubles")
    found: npt.NDArray[np.float64] = np.empty((len(column), 2))
    first, steps = 0, Steps(progress, len(column))
    for array in _pieces(column, pa):
        steps.done(first)
        if _geoarrow.is_bytes(array.type):
            points, states = _core._wkb_points(*_buffers(array))
        else:
            points = _geoarrow.levels(array)[1]
            states = np.where(np.isnan(points).all(axis=1), 10, 0)
        _raise_first(_reasons(array, states, first), False, POINTS, name)
        if len(array) == len(column):
            return np.ascontiguousarray(points)
        found[first : first + len(array)] = points
        first += len(array)
    return found


def boxes_from_arrow(geometries: Any, *, progress: Progress | None = None) -> npt.NDArray[np.float64]:
    """The bounding boxes of a column of Arrow: (n, 4) min x, min y, max x, max y; NaN where a geometry is null or empty.

    ``geometries`` is what `from_arrow` takes, and any geometry in WKB; rings are not checked. WKB that is cut off raises
    satchel.Error with its index. For what needs no more than boxes: which rows are worth `from_arrow`, or lie in a
    rectangle. ``progress(done, all)`` is called after a second.
    """
    import pyarrow as pa

    from . import _geoarrow

    column = _column(geometries, pa)
    if _geoarrow.geometry_form(column.type) is None and not _geoarrow.is_point(column.type):
        raise TypeError(f"geometries has the type {column.type}; wanted WKB, or GeoArrow of doubles")
    found: npt.NDArray[np.float64] = np.full((len(column), 4), np.nan)
    first, steps = 0, Steps(progress, len(column))
    for array in _pieces(column, pa):
        steps.done(first)
        rows = found[first : first + len(array)]
        if _geoarrow.is_bytes(array.type):
            rows[:], states = _core._wkb_boxes(*_buffers(array))
            states[(states == 10) | np.isin(np.arange(len(array)), _nulls(array))] = 0
            _raise_first({first + row: _states[int(states[row])] for row in np.flatnonzero(states).tolist()}, False, "wanted WKB")
        else:
            _raise_first(dict.fromkeys((first + row for row in _with_null_parts(array)), _NULL_PART), False, "wanted whole ones")
            offsets, coords = _geoarrow.levels(array)
            ends = np.arange(len(array) + 1)
            for level in offsets:
                ends = level[ends]
            filled = np.flatnonzero(np.diff(ends) > 0)
            if len(filled):
                rows[filled, :2] = np.fmin.reduceat(coords, ends[filled])
                rows[filled, 2:] = np.fmax.reduceat(coords, ends[filled])
        rows[_nulls(array)] = np.nan  # values may lie beneath them
        first += len(array)
    return found
