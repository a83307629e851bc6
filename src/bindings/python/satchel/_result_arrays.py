"""What all arrays of results share: NumPy structured arrays of the bytes that the library writes, with attributes.

Fields are views of the array; computed attributes are new arrays. Slices, ``array[i]``, ``np.empty_like`` and pickles have
the same attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt

_Of = TypeVar("_Of")
_One = TypeVar("_One")

# The types of fields: first of an array of results, then of one result.
Reals: TypeAlias = npt.NDArray[np.floating[Any]]
Doubles: TypeAlias = npt.NDArray[np.float64]
Ids: TypeAlias = npt.NDArray[np.uint32]
Integers: TypeAlias = npt.NDArray[np.int32]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Structs: TypeAlias = npt.NDArray[np.void]

if TYPE_CHECKING:

    class Attribute(Generic[_Of, _One]):
        """An attribute that is `_Of` of an array of results, and `_One` of one result."""

        @overload
        def __get__(self, of: None, owner: Any = None) -> Attribute[_Of, _One]: ...
        @overload
        def __get__(self, of: ResultArray[Any], owner: Any = None) -> _Of: ...
        @overload
        def __get__(self, of: Row, owner: Any = None) -> _One: ...
        def __get__(self, of: Any, owner: Any = None) -> Any: ...

    class _Void:  # NumPy's type cannot be a base in its stubs
        dtype: np.dtype[np.void]

        def __getitem__(self, key: str) -> Any: ...

else:
    _Void = np.void

    class Attribute(property):
        """An attribute of arrays of results and of single results."""

        def __class_getitem__(cls, types: Any) -> type[property]:
            return cls


def field(name: str, text: str) -> Any:
    """The attribute for a field."""

    def get(self: Any) -> Any:
        return self.view(np.ndarray)[name] if isinstance(self, np.ndarray) else self[name]

    return Attribute(get, doc=text)  # type: ignore[call-arg]


def computed(get: Callable[[Any], Any], text: str) -> Any:
    """The attribute that a function computes."""
    return Attribute(get, doc=text)  # type: ignore[call-arg]


class ResultArray(np.ndarray[Any, Any], Generic[_One]):
    """A structured array of results; its elements are of the type `_One`."""

    __slots__ = ()

    @overload  # type: ignore[override]
    def __getitem__(self: _Of, key: slice | npt.NDArray[Any] | list[int] | list[bool]) -> _Of: ...
    @overload
    def __getitem__(self, key: SupportsIndex) -> _One: ...
    @overload
    def __getitem__(self, key: str | list[str]) -> npt.NDArray[Any]: ...
    @overload
    def __getitem__(self, key: Any) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        if isinstance(item, ResultArray) and item.dtype != self.dtype:
            return item.view(np.ndarray)  # a field
        return item

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[_One]: ...  # type: ignore[override]

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """One-dimensional arrays by name, as ``pandas.DataFrame(results.columns())`` takes them.

        Vectors are two columns (``normal_x``, ``normal_y``), and so are pairs (``pair_a``, ``pair_b``); a feature is
        ``verdict``, ``kind``, ``side`` and ``feature_index``; the points of a manifold end in ``_0`` and ``_1``.
        """
        columns: dict[str, npt.NDArray[Any]] = {}
        _add_columns(columns, self.reshape(-1).view(np.ndarray), "")
        return columns

    def __repr__(self) -> str:
        names = ", ".join(self.dtype.names or ())
        text = np.array2string(self.view(np.ndarray), threshold=6, edgeitems=2) if self.size else "[]"
        return f"{type(self).__name__}({self.size} of ({names}){self._precision()}):\n{text}"

    def _repr_html_(self) -> str:
        """The columns as a table, for notebooks: of more than twelve rows the first five and the last five."""
        columns = {name: verdict_names(values) if name == "verdict" else values.tolist() for name, values in self.columns().items()}
        places = list(range(self.size)) if self.size <= 12 else [*range(5), -1, *range(self.size - 5, self.size)]
        head = "".join(f"<th>{name}</th>" for name in ["", *columns])
        body = "".join(
            f"<tr><th>{'...' if k < 0 else k}</th>" + "".join(f"<td>{'...' if k < 0 else values[k]}</td>" for values in columns.values()) + "</tr>"
            for k in places
        )
        return f"<table><caption>{type(self).__name__}, {self.size}{self._precision()}</caption><tr>{head}</tr>{body}</table>"

    def _precision(self) -> str:
        description = str(self.dtype.descr)
        return ", float32" if "f4" in description else ", float64" if "f8" in description else ""


_flags = ("hit", "is_shortest")  # kept as uint32
_of_bodies = ("pair", "parts")


def verdicts(feature: Any) -> Any:
    """The parts of a feature (see `Contacts`): bits 0-1 verdict, 2 kind, 3 side, 4-31 index."""
    return (feature & 3).astype(np.uint8)


def verdict_names(numbers: Any) -> list[str]:
    return [("disjoint", "touching", "overlapping")[k] for k in numbers.tolist()]


def kinds(feature: Any) -> Any:
    return ((feature >> 2) & 1).astype(np.uint8)


def sides(feature: Any) -> Any:
    return ((feature >> 3) & 1).astype(np.uint8)


def indices(feature: Any) -> Any:
    return feature >> 4


def _add_columns(columns: dict[str, npt.NDArray[Any]], rows: npt.NDArray[Any], end: str) -> None:
    """Adds the columns of a structured array; `end` is put behind their names."""
    for name in rows.dtype.names or ():
        values = rows[name]
        if name == "feature":
            parts = {"verdict": verdicts, "kind": kinds, "side": sides, "feature_index": indices}
            columns |= {part + end: part_of(values) for part, part_of in parts.items()}
        elif values.dtype.names and values.ndim == 1:
            _add_columns(columns, values, end)
        elif values.dtype.names:
            for k in range(values.shape[1]):
                _add_columns(columns, values[:, k], f"{end}_{k}")
        elif values.ndim == 2:
            letters = "ab" if name in _of_bodies else "xy"
            columns |= {f"{name}_{letter}{end}": values[:, k] for k, letter in enumerate(letters)}
        else:
            columns[name + end] = values != 0 if name in _flags else values


class Row(_Void):
    """One result: an element of an array of results, with the same attributes."""

    __slots__ = ()

    def __repr__(self) -> str:
        names = self.dtype.names or ()
        return f"{type(self).__name__}(" + ", ".join(f"{name}={self[name]!r}" for name in names) + ")"
