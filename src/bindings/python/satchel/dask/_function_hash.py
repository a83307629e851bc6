"""The name of a function: one that changed has another name, and the same function has the same name in every process."""

from __future__ import annotations

import argparse
import contextlib
import dis
import enum
import functools
import hashlib
import sys
import sysconfig
import types
import weakref
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import cloudpickle  # type: ignore[import-untyped, unused-ignore]
import numpy as np

_atoms = frozenset((type(None), bool, int, float, complex, str, bytes))
_as_they_are = frozenset((type(None), bool, int, float, list, dict))
_settings = argparse.Namespace, types.SimpleNamespace
_of_code = (
    "co_code", "co_exceptiontable", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount",
    "co_posonlyargcount", "co_kwonlyargcount", "co_flags",
)
_of_others = "__name__", "__wrapped__", "__func__", "func", "args", "keywords", "dispatcher", "fget", "fset", "fdel"
"""what methods, properties, partials, caches and functions of extensions have"""
_not_code = {"__dict__", "__weakref__", "__module__", "__firstlineno__", "__static_attributes__"}


class Unstable(TypeError):
    """A value has nothing that tells it from others in another process. ``where``: the function, argument or variable with it."""

    def __init__(self, where: str, kind: str) -> None:
        super().__init__(where, kind)
        self.where, self.kind = where, kind


def name_of(function: Callable[..., Any]) -> str:
    """The name of a function, and a hash of what counts of it: see `map_replicas`. Raises Unstable if it holds what has none."""
    called: Any = function
    while isinstance(called, (functools.partial, types.MethodType)):
        called = called.func if isinstance(called, functools.partial) else called.__func__
    called = called if hasattr(called, "__qualname__") and called.__module__ else type(called)
    return f"{called.__module__}.{called.__qualname__}#{_Hash().of(('function', function)).hex()[:16]}"


def hash_of(arguments: dict[str, Any]) -> str:
    """A hash of arguments of a function. Raises Unstable; `where` is the name of one, or a variable of a function that one has."""
    return _Hash().of(*sorted(arguments.items())).hex()


class _Place(str):
    """Stands before a value in a pickle: what Unstable calls it. An empty one stands behind."""


def _placed(values: list[tuple[str, Any]] | tuple[tuple[str, Any], ...]) -> list[Any]:
    return [part for place, value in values for part in (_Place(place), value, _Place())]


@functools.cache
def _is_installed(file: str) -> bool:
    path, folders = Path(file), {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    is_package = not {"site-packages", "dist-packages"}.isdisjoint(path.parts) or any(map(path.is_relative_to, folders))
    return is_package or file.endswith(tuple(EXTENSION_SUFFIXES))


def _is_library(names: dict[str, Any]) -> bool:
    """Whether a module, of which these are the variables, is an installed one, of the interpreter or an extension."""
    file = names.get("__file__") or next(iter(names.get("__path__", ())), None)  # the latter of a package without a file
    if names.get("__name__") == "__main__":  # consoles are modules of the interpreter, too
        return False
    return names.get("__spec__") is not None if file is None else _is_installed(file)


def _is_own_module(value: Any) -> bool:
    return isinstance(value, types.ModuleType) and not _is_library(vars(value))


def _home(value: Any) -> dict[str, Any]:
    """The variables of the module of a function or class; none if no module has them, as when `exec` made it."""
    module = sys.modules.get(value.__module__) if isinstance(value.__module__, str) else None
    return {} if module is None else vars(module)


def _constant(value: Any) -> Any:
    """A constant of code without tuples, as a pickle says which of these are one object, and without lines and names of files."""
    if isinstance(value, types.CodeType):
        return [_constant(getattr(value, name, None)) for name in (*_of_code, "co_consts")]
    return ["tuple", *map(_constant, value)] if isinstance(value, tuple) else value


def _counts_beside_text(name: str, value: Any) -> bool:
    """Whether a value of a class that is in a file counts beside the text: as what its methods name does, and variables do."""
    if isinstance(value, types.FunctionType):
        return not value.__code__.co_filename.startswith("<")  # else the text says all of it, as of a dataclass
    is_method = isinstance(value, (staticmethod, classmethod, property, functools.cached_property))
    return is_method or (not name.startswith("__") and _is_plain(value))


def _is_plain(value: Any) -> bool:
    left, met = [value], set[int]()
    while left:
        value = left.pop()
        if id(value) in met or type(value) in _atoms:
            continue
        met.add(id(value))
        if type(value) in (list, set, frozenset) or isinstance(value, tuple):
            left += value
        elif type(value) is dict:
            left += [*value, *value.values()]
        elif issubclass(type(value), _settings) or hasattr(type(value), "__dataclass_fields__") and hasattr(value, "__dict__"):
            left.append(vars(value))
        elif type(value) is not np.ndarray and not isinstance(value, np.generic) or value.dtype.hasobject:
            return False
    return True


class _Hash(cloudpickle.Pickler):  # type: ignore[misc, unused-ignore]
    """The hash of a pickle such as Dask sends, but for what differs there between processes: functions and classes stand in it with
    their source, sets in an order, and strings, arrays and tuples of atoms by value, whichever of them are one object."""

    def __init__(self, parent: _Hash | None = None) -> None:
        super().__init__(self, 5)
        self.written = hashlib.sha256()
        self.sources: dict[str, str] = parent.sources if parent else {}
        self.sets: set[int] = parent.sets if parent else set()
        self.places: list[str] = [parent.places[-1] if parent else "function"]
        self.last = "value"
        """what is written now"""
        self.named: list[Any] = []
        """functions and classes that code names: what they hold counts as variables do, and need not be told apart"""
        self.is_named = False

    def write(self, data: Any) -> None:
        self.written.update(data)

    def of(self, *values: tuple[str, Any]) -> bytes:
        try:
            self.dump(_placed(values))
            self.is_named = True
            for value in self.named:  # which grows meanwhile
                self.dump(value)
        except Unstable:
            raise
        except Exception as error:  # whatever another's pickling raises
            is_deep = isinstance(error.__cause__, RecursionError)
            raise Unstable(self.places[-1], "nesting too deep for a pickle" if is_deep else self.last) from None
        return self.written.digest()

    def persistent_id(self, value: Any) -> Any:
        """What stands for a value, or None."""
        kind = type(value)
        if kind in _as_they_are:
            return None
        if kind in (str, bytes, complex):
            return repr(value).encode()
        if kind is _Place:
            self.places.append(str(value)) if value else self.places.pop()
            return str(value)
        if kind is tuple and _atoms.issuperset(map(type, value)):
            return ["tuple", *value]
        if kind in (set, frozenset):
            return kind.__name__.encode() + b"".join(self._items(value))
        if kind is np.ndarray or kind is np.memmap:
            if value.dtype.hasobject or value.dtype.names:  # the gaps of structures have anything
                items = [value.tolist()] if value.dtype.hasobject else [value[name] for name in value.dtype.names]
            else:
                items = [hashlib.sha256(np.ascontiguousarray(value).reshape(-1).view(np.uint8).data).digest()]
            return ["array", value.dtype, list(value.shape), *items]
        if issubclass(kind, np.dtype):
            return f"dtype {value!r}"
        if issubclass(kind, types.ModuleType):
            return f"module {value.__name__} {self._source(vars(value))}"
        if kind is types.BuiltinFunctionType and (value.__self__ is None or isinstance(value.__self__, types.ModuleType)):
            return f"function {value.__module__}.{value.__qualname__}"
        if kind is types.FunctionType or issubclass(kind, type):
            if _is_library(_home(value)) and "<locals>" not in value.__qualname__:
                return f"{kind.__name__} {value.__module__}.{value.__qualname__}"
        return None

    def reducer_override(self, value: Any) -> Any:
        """What a value is made of: a callable, its arguments and, which may lead back to the value, a state."""
        kind = type(value)
        self.last = kind.__name__
        if kind is types.FunctionType:
            return self._function(value)
        if issubclass(kind, type):
            return self._class(value)
        if hasattr(kind, "__dask_tokenize__"):
            return list, (), [kind, value.__dask_tokenize__()]
        if issubclass(kind, (set, frozenset, weakref.WeakSet)):
            return list, (), [kind, frozenset(value), getattr(value, "__dict__", None)]
        if _is_library(home := _home(kind)):
            if names := [name for name, other in home.items() if other is value]:
                return list, (), [kind, names[0]]  # as os.environ, or NumPy's generator
            if getattr(value, "__wrapped__", None) is not None:  # a cache or numba's, whose pickles have a random number
                return list, (), [kind, value.__wrapped__, getattr(value, "targetoptions", None)]
        return NotImplemented

    def _function(self, function: types.FunctionType) -> Any:
        names, where, attributes = function.__globals__, function.__qualname__, vars(function)
        if names.get("__name__") == "functools" and "registry" in attributes:  # of singledispatch; its cache has a state
            held = [(f"{kind.__qualname__} of {where}", function) for kind, function in attributes["registry"].items()]
        else:
            empty = types.CellType()
            cells = zip(function.__code__.co_freevars, function.__closure__ or ())
            held = [(f"{name} of {where}", cell.cell_contents) for name, cell in cells if cell != empty]
            held += [(f"a default of {where}", value) for value in function.__defaults__ or ()]
            held += [(f"{name} of {where}", value) for name, value in {**(function.__kwdefaults__ or {}), **attributes}.items()]
        if self.is_named:
            held = [(place, self._variable(value)) for place, value in held]
        if _is_library(names):
            return list, ([function.__module__, where],), _placed(held)
        codes, used, assigned = [function.__code__], set[str](), set[str]()
        for code in codes:  # which grows meanwhile
            codes += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
            for step in dis.get_instructions(code):
                if "GLOBAL" in step.opname or step.opname == "LOAD_NAME":
                    (assigned if step.opname.startswith("STORE") else used).add(step.argval)
        reached = {name: names[name] for name in sorted((used - assigned) & names.keys())}
        used_of_modules = sorted({name for code in codes for name in code.co_names})
        modules = [value for value in reached.values() if _is_own_module(value)]
        for module in modules:  # which grows meanwhile
            inner = {name: vars(module)[name] for name in used_of_modules if name in vars(module)}
            modules += [value for value in inner.values() if _is_own_module(value) and value not in modules]
            reached |= {f"{module.__name__}.{name}": value for name, value in inner.items()}
        variables = [(name, self._variable(value)) for name, value in reached.items()]
        description = [function.__module__, where, _constant(function.__code__), self._source(names)]
        return list, (description,), _placed(held) + variables

    def _class(self, cls: type) -> Any:
        source = self._source(_home(cls))
        is_in_file = source and "<locals>" not in cls.__qualname__
        counts = _counts_beside_text if is_in_file else lambda name, _: name not in _not_code
        own = [(name, self._variable(value)) for name, value in vars(cls).items() if counts(name, value)]
        return list, ([cls.__qualname__, source],), [type(cls), *cls.__bases__, *own]

    def _variable(self, value: Any) -> Any:
        """What counts of the value of a variable or attribute."""
        kind = type(value)
        if _is_plain(value) or issubclass(kind, types.ModuleType):
            return value
        if issubclass(kind, (types.FunctionType, types.BuiltinFunctionType, type)):
            if kind is not types.BuiltinFunctionType:
                self.named.append(value)
            return f"{value.__module__}.{value.__qualname__}"
        if isinstance(value, enum.Enum):
            return [self._variable(kind), value.name, self._variable(value.value)]
        parts = [kind]
        for name in _of_others:
            with contextlib.suppress(Exception):
                parts.append(getattr(value, name))
        return [self._variable(p) for p in parts if issubclass(type(p), (types.FunctionType, type)) or _is_plain(p)]

    def _source(self, names: dict[str, Any]) -> str:
        """A hash of the source of a module that is neither installed nor without a file."""
        file = names.get("__file__")
        if not file or _is_library(names):
            return ""
        if file not in self.sources:
            path = Path(file)
            self.sources[file] = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        return self.sources[file]

    def _items(self, values: Any) -> list[bytes]:
        if id(values) in self.sets:
            raise Unstable(self.places[-1], f"{type(values).__name__} whose items lead back to it")
        self.sets.add(id(values))
        hashes = sorted(repr(v).encode() if type(v) in _atoms else _Hash(self).of((self.places[-1], v)) for v in values)
        self.sets.remove(id(values))
        return hashes
