"""WKB polygons to rings. The common form, one ring of doubles in little-endian order, is read in whole arrays; every other
form (holes, MultiPolygons, Z and M, SRIDs, big-endian) row by row."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.compute as pc  # type: ignore[import-untyped, unused-ignore]

_head = np.dtype([("order", "u1"), ("type", "<u4"), ("rings", "<u4"), ("points", "<u4")])  # 13 bytes, packed


def binary_values(array: Any) -> np.ndarray[Any, Any]:
    """The bytes of a LargeBinaryArray, without copying."""
    offsets = np.frombuffer(array.buffers()[1], np.int64)[array.offset : array.offset + len(array) + 1]
    data = array.buffers()[2]
    if data is None or len(offsets) == 0:
        return np.empty(0, np.uint8)
    return np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]]


def simple_rings(array: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """(is simple, coords, lengths): which rows are one ring of the common form, and the rings of these rows."""
    lengths = pc.binary_length(array).to_numpy(zero_copy_only=False).astype(np.int64)
    simple = lengths >= _head.itemsize
    chosen = array if simple.all() else array.filter(pa.array(simple))
    heads = np.frombuffer(binary_values(pc.binary_slice(chosen, 0, _head.itemsize)).tobytes(), _head)
    fits = (
        (heads["order"] == 1)
        & (heads["type"] == 3)
        & (heads["rings"] == 1)
        & (heads["points"].astype(np.int64) * 16 + _head.itemsize == lengths[simple])
    )
    if not fits.all():
        chosen = chosen.filter(pa.array(fits))
        simple[simple] = fits
    longest = int(lengths.max(initial=_head.itemsize))
    coords = binary_values(pc.binary_slice(chosen, _head.itemsize, longest)).view(np.float64).reshape(-1, 2)
    return simple, coords, heads["points"][fits].astype(np.int64)


def polygons(data: bytes) -> list[list[np.ndarray[Any, Any]]]:
    """The polygons of one row, each a list of rings (n, 2). Raises ValueError with the reason."""
    try:
        found, end = _geometry(data, 0)
    except struct.error:
        raise ValueError(f"the WKB ends after {len(data)} bytes, within a geometry") from None
    if end != len(data):
        raise ValueError(f"the WKB has {len(data)} bytes; its geometry ends after {end}")
    return found


_names = {1: "Point", 2: "LineString", 4: "MultiPoint", 5: "MultiLineString", 7: "GeometryCollection"}


def _geometry(data: bytes, at: int, is_part: bool = False) -> tuple[list[list[np.ndarray[Any, Any]]], int]:
    (order,) = struct.unpack_from("B", data, at)
    if order > 1:
        raise ValueError(f"the WKB has {order} for its byte order; wanted 0 or 1")
    mark = "<" if order == 1 else ">"
    (code,) = struct.unpack_from(mark + "I", data, at + 1)
    at += 5
    # Extended WKB has flags for Z, M and an SRID, ISO WKB adds 1000, 2000 or 3000.
    axes = 2 + bool(code & 0x80000000) + bool(code & 0x40000000)
    at += 4 if code & 0x20000000 else 0
    code &= 0x0FFFFFFF
    axes += {0: 0, 1: 1, 2: 1, 3: 2}.get(code // 1000, 0)
    kind = code % 1000
    if kind not in (3, 6) or code >= 4000:
        raise ValueError(f"it is a {_names.get(kind, f'geometry of type {code}')}; wanted a Polygon or MultiPolygon")
    if kind == 6 and is_part:  # however deep, and so deeper than Python calls functions
        raise ValueError("it is a MultiPolygon of MultiPolygons; wanted one of Polygons")
    (count,) = struct.unpack_from(mark + "I", data, at)
    at += 4
    found = []
    if kind == 6:
        for _ in range(count):
            part, at = _geometry(data, at, is_part=True)
            found += part
        return found, at
    rings = []
    for _ in range(count):
        (points,) = struct.unpack_from(mark + "I", data, at)
        end = at + 4 + 8 * axes * points
        if end > len(data):
            raise struct.error
        rings.append(
            np.frombuffer(data, mark + "f8", axes * points, at + 4).reshape(-1, axes)[:, :2].astype(np.float64)
        )
        at = end
    return ([rings] if rings else []), at
