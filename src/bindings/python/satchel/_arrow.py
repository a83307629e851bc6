"""Scenes of columns of Arrow: WKB and GeoArrow, without shapely."""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np

from . import _core, _geometries
from ._core import Scene
from ._errors import Error
from ._geometries import WANTED, Added, Ids, Places, Rings
from ._progress import Progress

# Types of WKB, without the numbers that Z and M add.
_names = {1: "Point", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon", 7: "GeometryCollection"}
_with_area = (3, 6)
# By the numbers of _core._wkb_faults.
_faults = ("", "WKB that is cut off", "WKB with a byte order that is none", "WKB of an unknown type, or a MultiPolygon of others than Polygons")


def _column(geometries: Any, pa: Any) -> Any:
    """What came, as an array of pyarrow."""
    if isinstance(geometries, (pa.Table, pa.RecordBatch)) or hasattr(geometries, "columns"):
        raise Error("geometries is a table; give its column of geometry", "unsupported", "geometries")
    if isinstance(geometries, (pa.Array, pa.ChunkedArray)):
        return geometries
    if hasattr(geometries, "__arrow_c_array__"):
        return pa.array(geometries)
    if hasattr(geometries, "__arrow_c_stream__"):
        return pa.chunked_array(geometries)
    raise TypeError(f"geometries is a {type(geometries).__name__}; wanted an array of Arrow: WKB, or GeoArrow polygons or multipolygons")


def _buffers(wkb: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Where each value begins, and the end; and the bytes of all."""
    data = wkb.buffers()[2]
    offsets = np.frombuffer(wkb.buffers()[1], np.int64)[wkb.offset : wkb.offset + len(wkb) + 1]
    return offsets, np.empty(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)


def _kinds(wkb: Any) -> np.ndarray[Any, Any]:
    """The type that each value names, without Z, M and SRID; 0 for a null or a value that is too short."""
    offsets, data = _buffers(wkb)
    named = np.flatnonzero((np.diff(offsets) >= 5) & ~np.asarray(wkb.is_null()))
    kinds = np.zeros(len(wkb), np.int64)
    if len(named) == 0:
        return kinds
    heads = data[offsets[named][:, np.newaxis] + np.arange(5)]
    numbers = heads[:, 1:].copy()
    kinds[named] = np.where(heads[:, 0] == 1, numbers.view("<u4").ravel(), numbers.view(">u4").ravel()) % 2**29 % 1000
    return kinds


def _decode(wkb: Any) -> Any:
    """GeoArrow multipolygons of WKB that is whole."""
    import geoarrow.pyarrow as ga  # type: ignore[import-untyped, unused-ignore]

    return ga.as_geoarrow(wkb, ga.multipolygon().with_coord_type(ga.CoordType.INTERLEAVED)).storage


def _rings(array: Any) -> Rings:
    """Arrays of GeoArrow polygons or multipolygons without nulls."""
    from ._geoarrow import levels

    offsets, coords = levels(array)
    return Rings(coords, offsets[-1], offsets[-2], offsets[0] if len(offsets) == 3 else None)


@overload
def from_arrow(
    geometries: Any, *, scene: None = None, invalid: Literal["raise"] = "raise", progress: Progress | None = None
) -> Scene: ...
@overload
def from_arrow(
    geometries: Any, *, scene: Scene, invalid: Literal["raise"] = "raise", progress: Progress | None = None
) -> Ids: ...
@overload
def from_arrow(
    geometries: Any, *, scene: None = None, invalid: Literal["skip"], progress: Progress | None = None
) -> tuple[Scene, Places]: ...
@overload
def from_arrow(
    geometries: Any, *, scene: Scene, invalid: Literal["skip"], progress: Progress | None = None
) -> tuple[Ids, Places]: ...
def from_arrow(
    geometries: Any,
    *,
    scene: Scene | None = None,
    invalid: Literal["raise", "skip"] = "raise",
    progress: Progress | None = None,
) -> Added:
    """A scene (float64) in which body i is row i of a column of Arrow, at the origin: `from_shapely` without shapely.

    ``geometries`` is an array or a chunked array of pyarrow, or what the Arrow interfaces of other packages give
    (``__arrow_c_array__``, ``__arrow_c_stream__``: DuckDB, Polars, sedonadb, ``GeoSeries.to_arrow()``): WKB or EWKB
    of any dimension, or GeoArrow polygons or multipolygons of doubles. Dictionaries are decoded. WKB needs the package
    geoarrow-pyarrow, which the extra ``arrow`` brings.

    All else is as in `from_shapely`: rows that cannot be had (null, empty, points and lines, WKB that is cut off, rings
    that are not valid) raise satchel.Error with their index, before anything is added; ``invalid="skip"`` leaves them
    out and returns ``(scene, taken)``. ``progress(done, all)`` is called after a second.
    """
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

    from . import _geoarrow

    skip = _geometries.check(scene, invalid)
    column = _column(geometries, pa)
    form = _geoarrow.geometry_form(column.type)
    if form is None:
        raise TypeError(
            f"geometries has the type {column.type}; wanted WKB, or GeoArrow polygons or multipolygons of doubles"
        )
    array = _geoarrow.plain(column)
    reasons: dict[int, str] = dict.fromkeys(np.flatnonzero(np.asarray(array.is_null())).tolist(), "null, a missing value")
    if pa.types.is_large_binary(array.type):
        for place, kind in enumerate(_kinds(array).tolist()):
            if kind not in _with_area:
                reasons.setdefault(place, f"a {_names[kind]}" if kind in _names else "no WKB")
    array, places = _without(array, reasons, skip)
    if pa.types.is_large_binary(array.type):
        # The reader takes counts on trust, and would read what lies behind.
        offsets, data = _buffers(array)
        faults = _core._wkb_faults(data, offsets)
        broken = {row: _faults[faults[row]] for row in np.flatnonzero(faults).tolist()}
        reasons.update((int(places[row]), reason) for row, reason in broken.items())
        array, whole = _without(array, broken, True)
        _raise_first(reasons, skip)
        places = places[whole]
        array = _decode(array) if len(array) else pa.array([], pa.list_(pa.list_(pa.list_(pa.list_(pa.float64(), 2)))))
    rings = _rings(array)
    ends = rings.rings[rings.polygons if rings.geometries is None else rings.polygons[rings.geometries]]  # type: ignore[index]
    for row in np.flatnonzero(np.diff(ends) == 0).tolist():
        reasons[int(places[row])] = "empty"
    _raise_first(reasons, skip)
    left = np.diff(ends) > 0
    if not left.all():
        rings, places = _rings(array.filter(pa.array(left))), places[left]
    return _geometries.add(rings, places if len(places) < len(column) else None, scene, skip, progress)


def _raise_first(reasons: dict[int, str], skip: bool) -> None:
    if reasons and not skip:
        place = min(reasons)
        raise Error(f"geometry {place} is {reasons[place]}; {WANTED}", "unsupported", "geometries", place)


def _without(array: Any, reasons: dict[int, str], skip: bool) -> tuple[Any, Places]:
    """The rows without those that have a reason against them, and which these are."""
    import pyarrow as pa

    _raise_first(reasons, skip)
    left = np.ones(len(array), bool)
    left[list(reasons)] = False
    return array if left.all() else array.filter(pa.array(left)), np.flatnonzero(left)
