"""A hash of what a function does: of its code and of the values that it reads, the same in every process."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

# Line numbers and file names of code objects are left out: they change nothing that a call does.
_of_code = (
    "co_code", "co_exceptiontable", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount",
    "co_posonlyargcount", "co_kwonlyargcount", "co_flags",
)
_atoms = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented))


class Unstable(TypeError):
    """The value at ``where`` has nothing that tells it from others in another process."""

    def __init__(self, where: str, value: object) -> None:
        super().__init__(where, value)
        self.where, self.kind = where, type(value).__name__


def name_of(function: Callable[..., Any]) -> str:
    """The name of a function, and a hash of what it does, so that a changed one is told from the first.

    The hash has its code, defaults and closure, what a partial or an object that is called holds, and of its module and
    ``__main__`` the functions, classes and constants that they name. What other modules have counts by its name. Raises Unstable.
    """
    inner = _inner(function)
    hashed = _Hash({"__main__", inner.__module__}).of(function, "function")
    return f"{inner.__module__}.{inner.__qualname__}#{hashed.hex()[:16]}"


def hash_of(arguments: dict[str, Any], function: Callable[..., Any]) -> str:
    """A hash of arguments of a function. Raises Unstable; `where` is the name of one."""
    hashes = _Hash({"__main__", _inner(function).__module__})
    return _joined("arguments", (hashes.of((name, value), name) for name, value in sorted(arguments.items()))).hex()


def _inner(function: Any) -> Any:
    """The function, or the class of the object, that is called in the end."""
    while isinstance(function, (functools.partial, types.MethodType)):
        function = function.func if isinstance(function, functools.partial) else function.__func__
    return function if hasattr(function, "__qualname__") and function.__module__ else type(function)


def _joined(tag: str, parts: Iterable[bytes]) -> bytes:
    seen = hashlib.sha256(tag.encode() + b"\0")
    for part in parts:
        seen.update(hashlib.sha256(part).digest())
    return seen.digest()


def _is_named(value: Any) -> bool:
    """Whether the name of a function or class leads to it."""
    found: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is value


def _is_constant(value: Any) -> bool:
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant, value))
    return type(value) in _atoms


class _Hash:
    def __init__(self, near: set[str]) -> None:
        self.near = near
        """modules whose code is looked at"""
        self.met: dict[int, int] = {}
        """functions and classes whose code is hashed, in order"""
        self.within: list[int] = []
        """values that this one is part of"""

    def of(self, value: Any, where: str) -> bytes:
        kind = type(value)
        if kind in _atoms:
            return _joined(kind.__name__, [repr(value).encode()])
        if id(value) in self.within:
            return _joined("within", [b"%d" % self.within.index(id(value))])
        self.within.append(id(value))
        try:
            return self._of(value, kind, where)
        finally:
            self.within.pop()

    def _all(self, tag: str, values: Iterable[Any], where: str) -> bytes:
        return _joined(tag, [self.of(value, where) for value in values])

    def _of(self, value: Any, kind: type, where: str) -> bytes:
        if kind in (tuple, list):
            return self._all(kind.__name__, value, where)
        if kind in (set, frozenset):
            return _joined(kind.__name__, sorted(self.of(item, where) for item in value))
        if kind is dict:
            return _joined("dict", sorted(self._all("item", item, where) for item in value.items()))
        if kind is np.ndarray:
            items = self.of(value.tolist(), where) if value.dtype.hasobject else value.tobytes()
            return _joined("array", [self.of(value.dtype, where), repr(value.shape).encode(), items])
        if kind is functools.partial:
            return self._all("partial", (value.func, value.args, value.keywords), where)
        if isinstance(value, types.MethodType):
            return self._all("method", (value.__func__, value.__self__), where)
        if isinstance(value, types.CodeType):
            return _joined("code", [*(repr(getattr(value, name, None)).encode() for name in _of_code), self.of(value.co_consts, where)])
        if isinstance(value, types.FunctionType):
            return self._function(value)
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, types.ModuleType):
            return _joined("module", [value.__name__.encode()])
        wrapped = getattr(value, "__wrapped__", None)  # as of functools.lru_cache
        return self._reduced(value, where) if wrapped is None else self._all("wrapped", (type(value), wrapped), where)

    def _named(self, value: Any) -> bytes:
        return _joined("named", [f"{value.__module__}.{value.__qualname__}".encode()])

    def _once(self, value: Any) -> bytes | None:
        """None if the code of a function or class is to be hashed; else what stands for it."""
        if value.__module__ not in self.near and _is_named(value):
            return self._named(value)
        if id(value) in self.met:
            return _joined("met", [b"%d" % self.met[id(value)]])
        self.met[id(value)] = len(self.met)
        return None

    def _function(self, function: types.FunctionType) -> bytes:
        if (short := self._once(function)) is not None:
            return short
        name = function.__qualname__
        parts = [self.of(function.__code__, name)]
        parts.append(self.of((function.__defaults__, function.__kwdefaults__), f"a default of {name}"))
        for free, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            try:
                parts.append(self.of(cell.cell_contents, f"{free} of {name}"))
            except ValueError:
                parts.append(b"empty")
        return _joined("function", parts + self._globals(function))

    def _globals(self, function: types.FunctionType) -> list[bytes]:
        """What the code of a function, and of the functions in it, may mean by names of its module."""
        names, codes = set[str](), [function.__code__]
        for code in codes:
            names.update(code.co_names)
            codes += [const for const in code.co_consts if isinstance(const, types.CodeType)]
        parts = []
        for name in sorted(names & function.__globals__.keys()):
            value = function.__globals__[name]
            is_code = isinstance(value, (types.FunctionType, type, functools.partial)) or callable(getattr(value, "__wrapped__", None))
            if is_code or _is_constant(value):
                parts.append(name.encode())
                with contextlib.suppress(Unstable):  # a lock of a helper tells nothing of the function
                    parts.append(self.of(value, name))
        return parts

    def _class(self, cls: type) -> bytes:
        if (short := self._once(cls)) is not None:
            return short
        parts = [self._named(cls), *(self.of(base, cls.__qualname__) for base in cls.__bases__)]
        for name, value in sorted(vars(cls).items()):
            for item in _code_of(value):
                if isinstance(item, types.FunctionType) or (_is_constant(item) and name not in _not_code):
                    parts += [name.encode(), self.of(item, f"{cls.__qualname__}.{name}")]
        return _joined("class", parts)

    def _reduced(self, value: Any, where: str) -> bytes:
        """By what a pickle of the value has."""
        try:
            reduced = value.__reduce_ex__(4)
        except Exception:
            raise Unstable(where, value) from None
        if isinstance(reduced, str):
            return _joined("named", [f"{getattr(value, '__module__', '')}.{reduced}".encode()])
        make, arguments, state, items, pairs = (*reduced, None, None, None)[:5]
        if isinstance(make, (types.BuiltinFunctionType, np.ufunc)) or not hasattr(make, "__qualname__"):
            made = _joined("named", [f"{getattr(make, '__module__', '')}.{getattr(make, '__name__', '')}".encode()])
        else:
            made = self.of(make, where)
        rest = [state, None if items is None else list(items), None if pairs is None else list(pairs)]
        return _joined("reduced", [self.of(type(value), where), made, self.of(arguments, where), self.of(rest, where)])


_not_code = {"__doc__", "__module__", "__qualname__", "__firstlineno__", "__static_attributes__"}


def _code_of(value: Any) -> tuple[Any, ...]:
    """What an attribute of a class has that is code, or the attribute."""
    if isinstance(value, (staticmethod, classmethod)):
        return (value.__func__,)
    if isinstance(value, property):
        return (value.fget, value.fset, value.fdel)
    return (value,)
