"""A hash of what a function does: of its code and of the values that it reads, the same in every process."""

from __future__ import annotations

import contextlib
import copyreg
import dis
import functools
import hashlib
import pickle
import sys
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

# Line numbers and file names of code objects are left out: they change nothing that a call does.
_of_code = (
    "co_code", "co_exceptiontable", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount",
    "co_posonlyargcount", "co_kwonlyargcount", "co_flags",
)
_of_function = "__code__", "__defaults__", "__kwdefaults__", "__closure__", "__dict__"
_of_others: dict[type, tuple[str, ...]] = {
    functools._lru_cache_wrapper: ("__wrapped__",),
    property: ("fget", "fset", "fdel"),
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
}
"""What objects have that their pickles lack."""
_atoms = frozenset((type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented)))
_caches = weakref.WeakKeyDictionary, weakref.WeakValueDictionary, weakref.WeakSet
_not_code = {
    "__doc__", "__module__", "__qualname__", "__dict__", "__weakref__", "__firstlineno__", "__static_attributes__",
    "__annotations__", "__annotations_cache__", "__annotate_func__", "__annotate__",
}
_rounds = 8
"""how far from values in cycles, in parts of parts, one looks for what tells items of a set apart"""


class Unstable(TypeError):
    """A value has nothing that tells it from others in another process. ``where``: the function, argument or variable that has it."""

    def __init__(self, where: str, value: object) -> None:
        super().__init__(where, value)
        self.where, self.kind = where, type(value).__name__


def name_of(function: Callable[..., Any]) -> str:
    """The name of a function, and a hash of what it does, so that a changed one is told from the first.

    The hash has its code, defaults, closure and attributes, what a partial or an object that is called holds, and whatever functions,
    classes and values of its module and ``__main__`` their code names, and these in turn, as they are now. What belongs to other
    modules, extension modules among them, counts by its name, and files that the function reads do not count.

    Raises Unstable if the function holds a value without a state, as a lock is; one that code names counts by its type.
    """
    inner = _inner(function)
    hashed = _Graph({"__main__", inner.__module__}).hash(function, "function")
    return f"{inner.__module__}.{inner.__qualname__}#{hashed.hex()[:16]}"


def hash_of(arguments: dict[str, Any], function: Callable[..., Any]) -> str:
    """A hash of arguments of a function. Raises Unstable; `where` is the name of one, or a variable of a function that one has."""
    graph = _Graph({"__main__", _inner(function).__module__})
    graph.places = {id(value): name for name, value in arguments.items()}
    return graph.hash(dict(arguments), "arguments").hex()


def _inner(function: Any) -> Any:
    """The function, or the class of the object, that is called in the end."""
    while isinstance(function, (functools.partial, types.MethodType)):
        function = function.func if isinstance(function, functools.partial) else function.__func__
    return function if hasattr(function, "__qualname__") and function.__module__ else type(function)


class _Items(list[Any]):
    """Values in no order."""


class _Node(NamedTuple):
    label: bytes
    parts: list[Any]
    in_order: bool

    def hash(self, hashes: dict[int, bytes]) -> bytes:
        of_parts = [hashes.get(id(part), b"") for part in self.parts]
        return hashlib.sha256(self.label + b"".join(of_parts if self.in_order else sorted(of_parts))).digest()


class _Graph:
    """All that is reachable from a value: a node a value, by its id. Nodes hold their parts, so that no id is used again."""

    def __init__(self, near: set[str]) -> None:
        self.near = near
        """modules whose code is looked at"""
        self.nodes: dict[int, _Node] = {}
        self.places: dict[int, str] = {}
        """what Unstable calls values, and what they hold"""

    def hash(self, root: Any, where: str) -> bytes:
        """A hash that depends on neither the order of sets and dicts nor, but for cycles, on which parts are one object."""
        self._fill(root, where)
        users: dict[int, list[int]] = {}
        for key, node in self.nodes.items():
            for part in node.parts:
                users.setdefault(id(part), []).append(key)
        waiting = {key: len(node.parts) for key, node in self.nodes.items()}
        ready = [key for key, count in waiting.items() if count == 0]
        hashes: dict[int, bytes] = {}
        while ready:
            key = ready.pop()
            hashes[key] = self.nodes[key].hash(hashes)
            for user in users.get(key, ()):
                waiting[user] -= 1
                if waiting[user] == 0:
                    ready.append(user)
        # The other values are parts of cycles. A hash of the values near each one gives sets an order, and all is written in it.
        orders = dict(hashes)
        for _ in range(_rounds):
            orders |= {key: node.hash(orders) for key, node in self.nodes.items() if key not in hashes}
        written, met, left = hashlib.sha256(), dict[int, int](), [id(root)]
        while left:
            key = left.pop()
            if key in hashes:
                written.update(b"done" + hashes[key])
            elif key in met:
                written.update(b"met %d," % met[key])
            else:
                met[key], node = len(met), self.nodes[key]
                written.update(b"node" + node.label)
                parts = [id(part) for part in node.parts]
                left += reversed(parts if node.in_order else sorted(parts, key=orders.__getitem__))
        return written.digest()

    def _fill(self, root: Any, where: str) -> None:
        held, named = [(root, where)], list[tuple[Any, str]]()
        while held or named:  # what is held first: it stays refused if code names it too
            these = held or named
            value, where = these.pop()
            if id(value) in self.nodes:
                continue
            kind = type(value)
            try:
                text, parts, names = self._look(value, kind)
            except Exception:  # whatever another's pickling raises
                if these is held:
                    raise Unstable(where, value) from None
                text, parts, names = b"no state", [], []
                with contextlib.suppress(Exception):
                    names = [value.__wrapped__]
            label = f"{kind.__module__}.{kind.__qualname__} {len(parts) + len(names)} ".encode() + text
            in_order = kind not in (dict, types.MappingProxyType, _Items)
            self.nodes[id(value)] = _Node(hashlib.sha256(label).digest(), parts + names, in_order)
            these += [(part, self.places.get(id(part), where)) for part in parts]
            named += [(part, where) for part in names]

    def _look(self, value: Any, kind: type) -> tuple[bytes, list[Any], list[Any]]:
        """What tells a value from others of its type, what it holds, and what its code names. Raises if nothing does."""
        if kind in _atoms:
            return value if kind is bytes else (hex(value) if kind is int else repr(value)).encode(), [], []
        if kind in (tuple, list, _Items):
            if kind is not _Items and all(type(item) in _atoms for item in value):
                with contextlib.suppress(ValueError):  # of an integer of thousands of digits
                    return repr(value).encode(), [], []
            return b"", list(value), []
        if kind in (dict, types.MappingProxyType):
            return b"", list(value.items()), []
        if issubclass(kind, (set, frozenset)):
            return b"", [kind, _Items(value), getattr(value, "__dict__", None)], []
        if kind is np.ndarray:
            items = value.tolist() if value.dtype.hasobject else hashlib.sha256(value.tobytes()).digest()
            return b"", [value.dtype, value.shape, items], []
        if kind is types.CellType:
            return b"", [] if value == types.CellType() else [value.cell_contents], []
        if kind is types.CodeType:
            return repr([getattr(value, name, None) for name in _of_code]).encode(), [value.co_consts], []
        if issubclass(kind, types.ModuleType):
            return value.__name__.encode(), [], []
        if self._is_far(value):
            return f"{value.__module__}.{value.__qualname__}".encode(), [], []
        if kind is types.FunctionType:
            return self._function(value)
        if issubclass(kind, type):
            return self._class(value)
        if kind.__module__.startswith("numba.") and hasattr(value, "targetoptions"):  # its pickle has a random number
            return b"", [kind, value.py_func, value.targetoptions], []
        if hasattr(kind, "__func__") and hasattr(kind, "__self__"):  # a bound method, of an extension module too
            return b"", [value.__func__, value.__self__], []
        for base, names in _of_others.items():
            if issubclass(kind, base):
                return b"", [kind, getattr(value, "__dict__", None), *(getattr(value, name) for name in names)], []
        if issubclass(kind, _caches):
            raise TypeError(kind)
        return self._reduced(value, kind)

    def _is_far(self, value: Any) -> bool:
        """Whether this is a function or class of another module, to which its name leads."""
        module, path = (getattr(value, name, None) for name in ("__module__", "__qualname__"))
        if type(module) is not str or type(path) is not str or module in self.near:
            return False
        found: Any = sys.modules.get(module)
        for name in path.split("."):
            found = getattr(found, name, None)
        return found is value or (module == "builtins" and isinstance(value, type))

    def _function(self, function: types.FunctionType) -> tuple[bytes, list[Any], list[Any]]:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            self.places[id(cell)] = f"{name} of {function.__qualname__}"
        self.places[id(function.__defaults__)] = self.places[id(function.__kwdefaults__)] = f"a default of {function.__qualname__}"
        names, codes = set[str](), [function.__code__]
        for code in codes if function.__globals__.get("__name__") in self.near else ():
            codes += [const for const in code.co_consts if isinstance(const, types.CodeType)]
            names |= {i.argval for i in dis.get_instructions(code) if "GLOBAL" in i.opname or i.opname == "LOAD_NAME"}
        known = sorted(names & function.__globals__.keys())
        return repr(known).encode(), [getattr(function, name) for name in _of_function], [function.__globals__[n] for n in known]

    def _class(self, cls: type) -> tuple[bytes, list[Any], list[Any]]:
        own = {name: value for name, value in vars(cls).items() if name not in _not_code}
        return f"{cls.__module__}.{cls.__qualname__}".encode(), [], [type(cls), *cls.__bases__, own]

    def _reduced(self, value: Any, kind: Any) -> tuple[bytes, list[Any], list[Any]]:
        """By what a pickle of the value has."""
        reduce = copyreg.dispatch_table.get(kind)
        reduced = kind.__reduce_ex__(value, 4) if reduce is None else reduce(value)
        if isinstance(reduced, str):
            pickle.dumps(value)  # raises unless the name leads to the value
            return f"{getattr(value, '__module__', '')}.{reduced}".encode(), [kind], []
        return b"", [kind, *(list(part) if isinstance(part, Iterator) else part for part in reduced)], []
