"""GeoArrow polygons to rings: list<list<xy>>, or list<list<list<xy>>> for MultiPolygons, where xy is a fixed-size list or
a struct of doubles; and what a column of geometry is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]


def plain(array: Any) -> Any:
    """The array in one piece, in a form that is read: without extension types, values instead of places in a dictionary, bytes
    instead of views, and no geometries instead of nothing."""
    if isinstance(array, pa.ChunkedArray):
        if is_bytes(array.type):  # chunks may have more bytes together than 32-bit places tell
            array = array.cast(pa.large_binary())
        array = array.combine_chunks() if array.num_chunks != 1 else array.chunk(0)
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    if pa.types.is_dictionary(array.type):
        return plain(array.dictionary_decode())
    if pa.types.is_null(array.type):
        return pa.nulls(len(array), pa.large_binary())
    return array.cast(pa.large_binary()) if is_bytes(array.type) else array


def plain_type(kind: Any) -> Any:
    """The type of values, without extension and dictionary."""
    while isinstance(kind, pa.BaseExtensionType) or pa.types.is_dictionary(kind):
        kind = kind.storage_type if isinstance(kind, pa.BaseExtensionType) else kind.value_type
    return kind


def is_list(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def is_bytes(kind: Any) -> bool:
    known = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view, pa.types.is_fixed_size_binary)
    return any(is_of(kind) for is_of in known) and not pa.types.is_decimal(kind)


def is_point(kind: Any) -> bool:
    kind = plain_type(kind)
    if pa.types.is_fixed_size_list(kind):
        return bool(kind.list_size >= 2 and pa.types.is_float64(kind.value_type))
    if pa.types.is_struct(kind):
        names = [kind.field(i).name for i in range(kind.num_fields)]
        return (
            "x" in names
            and "y" in names
            and pa.types.is_float64(kind.field("x").type)
            and pa.types.is_float64(kind.field("y").type)
        )
    return False


def list_depth(kind: Any) -> int:
    """How many lists are around the points; 0: these are no points."""
    depth = 0
    while is_list(kind):
        kind, depth = kind.value_type, depth + 1
    return depth if is_point(kind) else 0


def geometry_form(kind: Any) -> str | None:
    """ "wkb", "polygon", "multipolygon", or "null" (no row has one); None for a column of anything else."""
    kind = plain_type(kind)
    if pa.types.is_null(kind):
        return "null"
    if is_bytes(kind):
        return "wkb"
    return {2: "polygon", 3: "multipolygon"}.get(list_depth(kind))


def offsets_of(array: Any) -> np.ndarray[Any, Any]:
    return np.asarray(array.offsets).astype(np.int64)


def has_nulls_within(array: Any) -> np.ndarray[Any, Any]:
    """Of each row, whether a polygon, a ring or a point of it is null. Coordinates that are null are NaN."""
    if not is_list(array.type):
        return np.zeros(len(array), np.bool_)
    offsets = offsets_of(array)
    if len(array) == 0:
        return np.zeros(0, np.bool_)
    items = array.values.slice(offsets[0], offsets[-1] - offsets[0])
    counts = np.cumsum(np.concatenate([[0], np.asarray(items.is_null()) | has_nulls_within(items)]))
    return np.asarray(np.diff(counts[offsets - offsets[0]]) > 0)


def levels(array: Any) -> tuple[list[np.ndarray[Any, Any]], np.ndarray[Any, Any]]:
    """The offsets of each level of lists, the outer one first and each from 0, and the points (n, 2)."""
    found = []
    while is_list(array.type):
        offsets = offsets_of(array)
        array = array.values.slice(offsets[0], offsets[-1] - offsets[0]) if len(offsets) else array.values
        found.append(offsets - offsets[0])
    if pa.types.is_struct(array.type):
        x, y = (array.field(name).to_numpy(zero_copy_only=False) for name in ("x", "y"))
        return found, np.stack([x, y], -1)
    size = array.type.list_size
    values = array.values.slice(array.offset * size, len(array) * size).to_numpy(zero_copy_only=False)
    return found, values.reshape(-1, size)[:, :2]
