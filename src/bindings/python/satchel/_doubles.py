"""Arrays of numbers as float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._errors import Error


def doubles(value: Any, name: str) -> npt.NDArray[np.float64]:
    """An array in C order of the numbers of `value`. Refuses other types, and integers that no float64 equals."""
    array = _core._as_array(value, name)
    if array.dtype.kind not in "fiu" or (array.dtype.kind == "f" and array.dtype.itemsize > 8):
        raise TypeError(f"{name} has dtype {array.dtype}; wanted numbers that float64 holds")
    rounded = np.asarray(array, dtype=np.float64, order="C")
    if array.dtype.kind in "iu" and array.dtype.itemsize > 4:
        for place in np.flatnonzero(np.abs(rounded) >= 2.0**53):
            if int(array.flat[place]) != int(rounded.flat[place]):
                at = np.unravel_index(place, array.shape)
                where = f"[{', '.join(map(str, at))}]" if at else ""
                raise Error(
                    f"{name}{where} is the integer {array.flat[place]}, which no float64 equals",
                    "out_of_range",
                    name,
                    int(at[0]) if at else None,
                )
    return rounded
