"""Filters of candidate pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._dtypes import filter_dtype
from ._errors import Error

_ranges = {
    "category": (0, 2**64 - 1, "0 to 2^64 - 1"),
    "mask": (-1, 2**64 - 1, "0 to 2^64 - 1, or -1, which is all bits; ~n & 0xFFFFFFFFFFFFFFFF is all but those of n"),
    "group": (-(2**31), 2**31 - 1, "-2^31 to 2^31 - 1"),
}


def _integers(values: Any, name: str) -> npt.NDArray[Any]:
    """The values as an array. NumPy makes floats of a list with integers below and above 2^63, and objects of those beyond 2^64: they
    stay Python's integers."""
    array: npt.NDArray[Any] = _core._as_array(values, name)
    if array.dtype.kind in "iu" or array.size == 0:
        return array
    numbers = np.asarray(values, object) if array.dtype.kind in "fO" else array
    if not all(isinstance(number, (int, np.integer)) and not isinstance(number, bool) for number in numbers.flat):
        raise TypeError(f"{name} has dtype {array.dtype}; wanted integers")
    return numbers


def make_filters(
    bodies: int, *, category: Any = 1, mask: Any = 0xFFFFFFFFFFFFFFFF, group: Any = 0, is_static: Any = False
) -> npt.NDArray[np.void]:
    """The filters of so many bodies, for `find_pairs`; each argument is one value, or one a body.

    Two static bodies are never a pair. If the groups of two bodies are equal and not 0, a positive group makes them a
    pair, a negative one prevents it. Otherwise they may be a pair if the category of each has a bit in common with the
    mask of the other.
    """
    filters = np.zeros(bodies, filter_dtype)
    for name, values in (("category", category), ("mask", mask), ("group", group)):
        array = _integers(values, name)
        low, high, wanted = _ranges[name]
        for place in np.flatnonzero((array > high) | (array < low))[:1]:
            raise Error(f"{name}[{place}] is {array.flat[place]}; wanted {wanted}", "out_of_range", name, int(place))
        filters[name] = array & 0xFFFFFFFFFFFFFFFF if name == "mask" and array.dtype.kind == "O" else array
    flags = _core._as_array(is_static, "is_static")
    if flags.size and flags.dtype.kind not in "biu":
        raise TypeError(f"is_static has dtype {flags.dtype}; wanted truth values")
    filters["is_static"] = flags
    return filters
