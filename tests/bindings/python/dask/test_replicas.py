"""What tells the functions of `map_replicas` apart, and what becomes of their results."""

import enum
import functools
import itertools
import os
import re
import subprocess
import sys
import textwrap
import threading
import types

import numpy as np
import pytest
import satchel

pytest.importorskip("distributed")
pq = pytest.importorskip("pyarrow.parquet")
from satchel.dask import _replicas, map_replicas, replica_seed  # noqa: E402

FACTOR = 3


def helper(seed):
    return {"x": 1}


def scaled(seed, k=0):
    return {"x": k * FACTOR}


def by_helper(seed):
    return helper(seed)


def with_closure(k):
    def inner(seed):
        return {"x": k}

    return inner


def with_default(k):
    def inner(seed, k=k):
        return {"x": k}

    return inner


def with_keyword(k):
    def inner(seed, *, k=k):
        return {"x": k}

    return inner


def with_lambda(k):
    return (lambda seed: {"x": 1}) if k == 1 else (lambda seed: {"x": 2})


class Scaled:
    def __init__(self, k):
        self.k = k

    def __call__(self, seed):
        return {"x": self.k}

    def method(self, seed):
        return {"x": self.k}


def cached(k):
    return functools.lru_cache(with_closure(k))


KINDS = {
    "closure": with_closure,
    "default": with_default,
    "keyword": with_keyword,
    "lambda": with_lambda,
    "partial": lambda k: functools.partial(scaled, k=k),
    "partial of a closure": lambda k: functools.partial(with_closure(k)),
    "object": Scaled,
    "method": lambda k: Scaled(k).method,
    "cached": cached,
    "array": lambda k: with_closure(np.arange(k)),
    "array of objects": lambda k: with_closure(np.array([str(k)], object)),
    "set": lambda k: with_closure({"a", "b", "c" * k}),
    "nested": lambda k: with_closure({"f": [with_closure(k)], 3: (1.5, None)}),
    "scene": lambda k: with_closure(scene_of(k)),
}


def scene_of(k):
    scene = satchel.Scene()
    scene.add_body(scene.add_box(k, 1))
    return scene


def name_of(function):
    return _replicas._name(function)


@pytest.mark.parametrize("kind", KINDS)
def test_functions_that_answer_otherwise_have_other_names(kind):
    first, same, other = (name_of(KINDS[kind](k)) for k in (1, 1, 2))
    assert first == same != other and "0x" not in first


@pytest.mark.parametrize("seed", "17")
def test_names_are_the_same_in_every_process(seed):
    code = "import test_replicas as t; print([t.name_of(t.KINDS[kind](2)) for kind in t.KINDS], t.texts())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True,
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([*sys.path, os.path.dirname(__file__)])},
    )
    assert done.stdout.strip() == f"{[name_of(KINDS[kind](2)) for kind in KINDS]} {texts()}", done.stderr


@pytest.mark.parametrize(
    "name, value", [("helper", lambda seed: {"x": 2}), ("helper", functools.lru_cache(helper)), ("helper", functools.partial(scaled, k=2)), ("FACTOR", 4)]
)
def test_what_a_function_names_in_its_module_counts(monkeypatch, name, value):
    before = [name_of(by_helper), name_of(scaled)]
    monkeypatch.setitem(globals(), name, value)
    after = [name_of(by_helper), name_of(scaled)]
    assert [old == new for old, new in zip(before, after)] == [name != "helper", name != "FACTOR"]


def under_lock(function):
    lock = threading.Lock()

    def locked(seed):
        with lock:
            return function(seed)

    return locked


def test_of_a_helper_with_a_lock_all_but_the_lock_counts(monkeypatch):
    names = []
    for k in (1, 1, 2):
        monkeypatch.setitem(globals(), "helper", under_lock(with_closure(k)))
        names.append(name_of(by_helper))
    assert names[0] == names[1] != names[2]


# Modules of which f answers otherwise for each number K, and for each of two names (FIRST|SECOND).
MODULES = {
    "wrapper with a state": """
        class Scaled:
            def __init__(self, f, gain):
                functools.update_wrapper(self, f)
                self.f, self.gain = f, gain
            def __call__(self, seed): return self.gain * self.f(seed)
        f = Scaled(lambda seed: 1, K)
        """,
    "wrapper without a state": """
        class Wrapper:
            def __init__(self, f): functools.update_wrapper(self, f)
            def __call__(self, seed): return self.__wrapped__(seed)
            def __reduce_ex__(self, protocol): raise NotImplementedError
        helper = Wrapper(lambda seed: K)
        def f(seed): return helper(seed)
        """,
    "singledispatch": """
        @functools.singledispatch
        def helper(x): return K * x
        def f(seed): return helper(seed)
        """,
    "module": "import (math|cmath) as model\ndef f(seed): return model.sin(seed)",
    "builtin": "from math import (sin|cos) as g\ndef f(seed): return g(seed)",
    "ufunc": "g = np.(sin|cos)\ndef f(seed): return g(seed)",
    "extension": "g = satchel.(collide|distances)\ndef f(seed): return g(seed)",
    "bound method of an extension": """
        scene = satchel.Scene()
        scene.add_box(K, 1)
        g = scene.add_circle
        def f(seed): return g(seed)
        """,
    "bound method": """
        class Model:
            def __init__(self, k): self.k = k
            def run(self, seed): return self.k
        run = Model(K).run
        def f(seed): return run(seed)
        """,
    "cached_property": """
        class M:
            @functools.cached_property
            def gain(self): return K
        def f(seed): return M().gain
        """,
    "property": "class M: gain = property(lambda self: K)\ndef f(seed): return M().gain",
    "classmethod": "class M: gain = classmethod(lambda cls: K)\ndef f(seed): return M.gain()",
    "lru_cache of a method": """
        class M:
            @functools.lru_cache
            def gain(self): return K
        def f(seed): return M().gain()
        """,
    "partialmethod": """
        class M:
            def gain(self, k): return k
            two = functools.partialmethod(gain, K)
        def f(seed): return M().two()
        """,
    "singledispatchmethod": """
        class M:
            @functools.singledispatchmethod
            def gain(self, k): return K
        def f(seed): return M().gain(1)
        """,
    "enum": "class Mode(enum.Enum): FAST = K\ndef f(seed): return Mode.FAST.value",
    "metaclass": """
        class Meta(type):
            @property
            def gain(cls): return K
        class M(metaclass=Meta): pass
        def f(seed): return M.gain
        """,
    "nested class": """
        class M:
            class Inner: k = K
        def f(seed): return M.Inner.k
        """,
    "list of a class": "class M: gains = [1, K]\ndef f(seed): return M.gains[1]",
    "attribute": "def f(seed): return f.gain\nf.gain = K",
    "array": "gains = np.array([1, K])\ndef f(seed): return gains[1]",
    "read-only dict": "gains = types.MappingProxyType(dict(a=K))\ndef f(seed): return gains['a']",
    "digits": "k = 16**5000 + K\ndef f(seed): return k, (k, 1)",
    "pattern": "p = re.compile('K')\ndef f(seed): return p",
    "recursion": """
        def even(n): return n == 0 or odd(n - 1)
        def odd(n): return n != K and even(n - 1)
        def f(seed): return even(seed)
        """,
    "far off in a cycle": """
        first = last = [K]
        for k in range(50): last = [last, 0]
        first.append(last)
        def f(seed): return last
        """,
}


def function_of(source, k):
    module = types.ModuleType("experiment")
    source = re.sub(r"\((\w+)\|(\w+)\)", lambda names: names[k], textwrap.dedent(source).replace("K", str(k)))
    exec("import enum, functools, re, types, numpy as np, satchel\n" + source, vars(module))
    return module.f


@pytest.mark.parametrize("kind", MODULES)
def test_whatever_code_names_counts(kind):
    first, same, other = (name_of(function_of(MODULES[kind], k)) for k in (1, 1, 2))
    assert first == same != other


@pytest.mark.parametrize("cache", [functools.lru_cache, functools.singledispatch])
def test_what_a_cache_has_does_not_count(monkeypatch, cache):
    cached = cache(helper)
    monkeypatch.setitem(globals(), "helper", cached)
    before = name_of(by_helper)
    cached(3)
    assert name_of(by_helper) == before


class Strange:
    lock = threading.Lock()

    def __init__(self, error):
        self.error = error

    def __reduce_ex__(self, protocol):
        raise self.error


STRANGE = [threading.Lock(), (k for k in ()), open(os.devnull), threading.local(), Strange(KeyError(1)), Strange(RecursionError())]


def by_names(seed):
    return STRANGE, Strange


def test_what_has_no_state_counts_by_its_type_where_code_names_it(monkeypatch):
    names = []
    for value in (STRANGE, [threading.Lock(), *STRANGE[1:]], STRANGE[1:]):
        monkeypatch.setitem(globals(), "STRANGE", value)
        names.append(name_of(by_names))
    assert names[0] == names[1] != names[2]


class Anything:
    def __getattr__(self, name):
        return Anything()


class Kind(enum.Enum):
    A = 1
    B = 2
    C = 3


class Node:
    def __init__(self, k):
        self.k, self.near = k, set()


def ring(count):
    """A node of a ring whose nodes are in sets of their neighbours."""
    nodes = [Node(k) for k in range(count)]
    for k, node in enumerate(nodes):
        node.near |= {nodes[k - 1], nodes[(k + 1) % count]}
    return nodes[0]


def nested(depth, width):
    value = 0.5
    for _ in range(depth):
        value = [value] * width
    return value


VALUES = {
    "set of an enum": lambda: set(Kind),
    "set of functions": lambda: {by_helper, by_names, with_closure(1)},
    "keys of an enum": lambda: {kind: Kind for kind in set(Kind)},
    "ring": lambda: ring(30),
    "shared": lambda: nested(100, 2),
    "deep": lambda: nested(5_000, 1),
    "pattern, ufunc, union": lambda: [re.compile("a"), np.sin, int | str],
    "class": lambda: Strange,
    "of all names": Anything,
}


def texts():
    return [_replicas._text({"k": make()}, scaled) for make in VALUES.values()]


def test_parts_that_are_equal_may_be_one_object():
    first, second = [1.5, None], [1.5, None]
    assert _replicas._text({"k": [first, first]}, scaled) == _replicas._text({"k": [first, second]}, scaled)


@pytest.mark.parametrize("value", [threading.Lock(), (k for k in ()), [threading.Lock()]])
def test_what_nothing_tells_apart_is_refused(tmp_path, client, value):
    for function, arguments, argument in (
        (with_closure(value), {}, "function"), (functools.partial(scaled, k=value), {}, "function"),
        (Scaled(value), {}, "function"), (scaled, {"k": value}, "arguments"),
    ):
        with pytest.raises(satchel.Error, match="lock|generator") as info:
            map_replicas(function, 2, tmp_path / "out", arguments=arguments, client=client)
        assert (info.value.code, info.value.argument) == ("wrong_type", argument)


@pytest.mark.parametrize("first, second", list(itertools.permutations([{1: 2}, {"1": 2}, {True: 2}], 2)))
def test_arguments_that_differ_are_told_apart(first, second):
    text = _replicas._text
    assert text({"k": first}, scaled) == text({"k": dict(first)}, scaled) != text({"k": second}, scaled)


def test_another_function_is_refused(tmp_path, client):
    map_replicas(with_closure(1), 2, tmp_path / "out", client=client)
    map_replicas(with_closure(1), 2, tmp_path / "out", client=client)
    with pytest.raises(satchel.Error, match="function") as info:
        map_replicas(with_closure(2), 2, tmp_path / "out", client=client)
    assert info.value.code == "other_options"


def of_many_keys(seed):
    rows = ({"x": 1}, {"y": "b", "x": 2.5}, {"z": np.arange(2)}, {"x": None, "z": np.ones(1)})
    return rows[[replica_seed(0, k) for k in range(4)].index(seed)]


@pytest.mark.parametrize("chunk", [1, 2, 3, 4])
def test_each_key_is_a_column_whatever_chunks_are(tmp_path, client, chunk):
    map_replicas(of_many_keys, 4, tmp_path / "out", client=client, chunk=chunk)
    table = pq.read_table(tmp_path / "out").sort_by("replica")
    assert sorted(table.column_names) == ["replica", "seed", "x", "y", "z"]
    assert table["x"].to_pylist() == [1, 2.5, None, None] and table["y"].to_pylist() == [None, "b", None, None]
    assert table["z"].to_pylist() == [None, None, [0, 1], [1]] and table["replica"].to_pylist() == [0, 1, 2, 3]


def of_64_bits(seed, numbers=None):
    x = (numbers or (5, 2**63 + 1, 0, 2**64 - 1))[[replica_seed(0, k) for k in range(4)].index(seed)]
    return {"seed twice": seed, "x": np.uint64(x) if x == 0 else x, "z": np.array([x], np.uint64 if x > 0 else np.int64)}


@pytest.mark.parametrize("chunk", [1, 2, 3, 4])
def test_numbers_of_64_bits_are_columns_whatever_chunks_are(tmp_path, client, chunk):
    map_replicas(of_64_bits, 4, tmp_path / "out", client=client, chunk=chunk)
    table = pq.read_table(tmp_path / "out").sort_by("replica")
    assert table["seed twice"].to_pylist() == table["seed"].to_pylist()
    assert table["x"].to_pylist() == [5, 2**63 + 1, 0, 2**64 - 1] and table["z"].to_pylist() == [[x] for x in table["x"].to_pylist()]
    assert str(table["x"].type) == str(table["z"].type.value_type) == "uint64"
    for numbers in ((-5, 1, 2**63, 2), (1, 0.5, 2**63 + 1, 2)):
        with pytest.raises(satchel.Error) as info:
            map_replicas(of_64_bits, 4, tmp_path / str(numbers), client=client, chunk=chunk, arguments={"numbers": numbers})
        assert (info.value.code, info.value.argument) == ("wrong_type", "function")


def of_two_types(seed):
    return {"x": "a" if seed == replica_seed(0, 0) else 1}


@pytest.mark.parametrize("chunk", [1, 2])
def test_a_key_of_two_types_is_refused(tmp_path, client, chunk):
    with pytest.raises(satchel.Error, match="x") as info:
        map_replicas(of_two_types, 2, tmp_path / "out", client=client, chunk=chunk)
    assert (info.value.code, info.value.argument) == ("wrong_type", "function")


@pytest.mark.parametrize("key", ["replica", "seed", 3])
def test_keys_that_cannot_be_columns_are_refused(tmp_path, client, key):
    with pytest.raises(satchel.Error, match=repr(key) if key != 3 else "int") as info:
        map_replicas(functools.partial(keyed, key=key), 2, tmp_path / "out", client=client, chunk=2)
    assert (info.value.code, info.value.argument, info.value.index) == ("bad_key", "function", 0)


def keyed(seed, key):
    return {"x": 1, key: 2}
