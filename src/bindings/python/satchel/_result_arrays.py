"""What all arrays of results share: NumPy structured arrays of the bytes that the library writes, with attributes.

Fields are views of the array; computed attributes are new arrays. Slices, ``array[i]``, ``np.empty_like`` and pickles have
the same attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np


def _field(name: str, text: str) -> property:
    return property(lambda self: self.view(np.ndarray)[name] if isinstance(self, np.ndarray) else self[name], doc=text)


class _ResultArray(np.ndarray):
    """A structured array of results."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        if isinstance(item, _ResultArray) and item.dtype != self.dtype:
            return item.view(np.ndarray)  # a field
        return item

    def __repr__(self) -> str:
        names = ", ".join(self.dtype.names or ())
        text = np.array2string(self.view(np.ndarray), threshold=6, edgeitems=2) if self.size else "[]"
        return f"{type(self).__name__}({self.size} of ({names}){self._precision()}):\n{text}"

    def _precision(self) -> str:
        description = str(self.dtype.descr)
        return ", float32" if "f4" in description else ", float64" if "f8" in description else ""


if TYPE_CHECKING:

    class _Void:  # NumPy's type cannot be a base in its stubs
        dtype: Any

        def __getitem__(self, key: Any) -> Any: ...

else:
    _Void = np.void


class _Row(_Void):
    """One result: an element of an array of results, with the same attributes."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = self.dtype.names or ()
        return f"{type(self).__name__}(" + ", ".join(f"{name}={self[name]!r}" for name in names) + ")"
