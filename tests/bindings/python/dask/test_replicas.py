"""What tells the functions of `map_replicas` apart, and what becomes of their results."""

import enum
import functools
import importlib
import itertools
import os
import random
import re
import runpy
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


@pytest.mark.parametrize("seed", "12")
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


# Code without a file, of which f answers otherwise for each number K, and for each of two names (FIRST|SECOND).
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
    "bound method": """
        class Model:
            def __init__(self, k): self.k = k
            def run(self, seed): return self.k
        f = Model(K).run
        """,
    "method of an object in a variable": """
        class Model:
            def run(self, seed): return K
        model = Model()
        def f(seed): return model.run(seed)
        """,
    "member of an enum": """
        class Mode(enum.Enum): FAST, SLOW, OFF = range(3)
        mode = Mode(K)
        def f(seed): return mode
        """,
    "flags": "class Mode(enum.Flag): A = 1; B = 2 * K\ndef f(seed): return Mode.A | Mode.B",
    "class of a function": """
        def made(k):
            class M:
                def gain(self): return k
            return M
        M = made(K)
        def f(seed): return M().gain()
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
    "dict": "gains = dict(a=[K])\ndef f(seed): return gains['a']",
    "options": "import argparse\noptions = argparse.Namespace(k=[K])\ndef f(seed): return options.k",
    "dataclass": """
        import dataclasses
        @dataclasses.dataclass
        class Config: k: int
        config = Config(K)
        def f(seed): return config.k
        """,
    "named tuple": "import collections\np = collections.namedtuple('P', 'x')(K)\ndef f(seed): return p",
    "digits": "k = 16**5000 + K\ndef f(seed): return k, (k, 1)",
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


class Anything:
    def __getattr__(self, name):
        return Anything()


UNPICKLED = [threading.Lock(), (k for k in ()), open(os.devnull), threading.local(), Strange(KeyError(1)), Strange(RecursionError()), Anything()]
VARIABLE = None


def by_variable(seed):
    return VARIABLE


def test_other_values_count_by_their_class_where_code_names_them(monkeypatch):
    names = []
    for value in (*UNPICKLED, *UNPICKLED[:4], threading.Lock(), Strange(ValueError())):
        monkeypatch.setitem(globals(), "VARIABLE", value)
        names.append(name_of(by_variable))
    assert len(set(names[:5])) == 5 and names[4] == names[5] == names[-1] != names[6] and names[0] == names[-2] and names[:4] == names[7:11]


CALLS = {}
count = 0


def remembers(seed):
    global count
    count = count + 1
    return CALLS, count


def test_dicts_count_and_variables_that_the_code_assigns_do_not(monkeypatch):
    before = name_of(remembers)
    remembers(3)
    assert name_of(remembers) == before
    monkeypatch.setitem(globals(), "CALLS", {1: 2})
    assert name_of(remembers) != before


# Kinds of files: their texts, one of which has (FIRST|SECOND), and whether the second makes another function.
FILES = {
    "a comment": ({"exp": "(|# faster)\ndef f(seed): return 1"}, True),
    "an imported function": ({"exp": "from lib import step\ndef f(seed): return step()", "lib": "def step(): return (1|2)"}, True),
    "an imported module": ({"exp": "import lib\ndef f(seed): return lib.k", "lib": "k = (1|2)"}, True),
    "an imported class": ({"exp": "from lib import M\ndef f(seed): return M()", "lib": "class M:\n    def k(self): return (1|2)"}, True),
    "an object": ({"exp": "import lib\nm = lib.M()\ndef f(seed): return m.k()", "lib": "class M:\n    def k(self): return (1|2)"}, True),
    "a base class": ({"exp": "import lib\nclass M(lib.M): pass\nf = M()", "lib": "class M:\n    def __call__(self, seed): return (1|2)"}, True),
    "an inherited method": ({"exp": "import lib\nclass M(lib.M):\n    def k(self): return (1|2)\nf = M().run", "lib": "class M:\n    def run(self, seed): return self.k()"}, True),
    "a decorator": ({"exp": "import lib\n@lib.twice\ndef f(seed): return 1", "lib": "def twice(g): return lambda seed: (1|2) * g(seed)"}, True),
    "a decorated function": ({"exp": "import lib\nk = (1|2)\n@lib.twice\ndef f(seed): return k", "lib": "def twice(g): return lambda seed: 2 * g(seed)"}, True),
    "a partial": ({"exp": "import functools, lib\ndef step(): return (1|2)\nf = functools.partial(lib.run, step)", "lib": "def run(step, seed): return step()"}, True),
    "a task": ({"exp": "import lib\nk = int((1|2))\nf = lib.Task(lambda: k).run", "lib": "class Task:\n    def __init__(self, g): self.g = g\n    def run(self, seed): return self.g()"}, True),
    "a module's module": ({"exp": "import pkg.sub\ndef f(seed): return pkg.sub.step()", "pkg/sub": "def step(): return (1|2)"}, True),
    "what a function of a module names": ({"exp": "import lib\ndef f(seed): return lib.step()", "lib": "from lib2 import k\ndef step(): return k()", "lib2": "def k(): return (1|2)"}, True),
    "what a method names": ({"exp": "from lib import k\nclass M:\n    def __call__(self, seed): return k()\nf = M()", "lib": "def k(): return (1|2)"}, True),
    "an installed module": ({"exp": "import lib\nf = lib.M().run", "site-packages/lib": "class M:\n    def run(self, seed): return (1|2)"}, False),
    "an installed decorator": ({"exp": "import lib\n@lib.twice\ndef f(seed): return (1|2)", "site-packages/lib": "def twice(g): return lambda seed: g(seed)"}, True),
    "a module that nothing names": ({"exp": "import lib\ndef f(seed): return 1", "lib": "k = (1|2)"}, False),
}


def chosen(source, k):
    return re.sub(r"\(([^()|]*)\|([^()|]*)\)", lambda texts: texts[k], source)


@pytest.mark.parametrize("kind", FILES)
def test_files_count_by_their_text(tmp_path, monkeypatch, kind):
    files, tells = FILES[kind]
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "site-packages"), *sys.path])
    names = []
    for k in (1, 1, 2):
        for file, source in files.items():
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / f"{file}.py").write_text(chosen(source, k))
        importlib.invalidate_caches()
        names.append(name_of(importlib.import_module("exp").f))
        for file in files:
            del sys.modules[file.removeprefix("site-packages/").replace("/", ".")]
        sys.modules.pop("pkg", None)
    assert names[0] == names[1] and (names[1] != names[2]) == tells


def test_code_counts_that_was_loaded_before_its_file_changed(tmp_path, monkeypatch):
    file = tmp_path / "edited.py"
    monkeypatch.syspath_prepend(tmp_path)
    names = []
    for text, is_loaded in (("def f(seed): return 1", True), ("def f(seed): return 20", False), ("def f(seed): return 20", True)):
        file.write_text(text)
        if is_loaded:
            sys.modules.pop("edited", None)
        names.append(name_of(importlib.import_module("edited").f))
    assert len(set(names)) == 3


@pytest.mark.parametrize(
    "code",
    [
        "def f(seed): return GAIN",
        "class M:\n    def __call__(self, seed): return GAIN\nf = M()",
        "class M:\n    def run(self): return GAIN\ndef f(seed): return M().run()",
        "class M:\n    gain = GAIN\n    def run(self, seed): return self.gain\nf = M().run",
    ],
)
def test_a_script_counts_by_its_arguments(tmp_path, monkeypatch, code):
    script = tmp_path / "script.py"
    script.write_text(f"import sys, test_replicas\nGAIN = float(sys.argv[1])\n{code}\nname = test_replicas.name_of(f)")
    monkeypatch.setitem(sys.modules, "test_replicas", sys.modules[__name__])
    names = []
    for gain in "112":
        monkeypatch.setattr(sys, "argv", [str(script), gain])
        names.append(runpy.run_path(str(script), run_name="__main__")["name"])
    assert names[0] == names[1] != names[2] and names[0].startswith("__main__.")


class Kind(enum.Enum):
    A = 1
    B = 2
    C = 3


class Node:
    def __init__(self):
        self.near = {self}


def nested(depth, width):
    value = 0.5
    for _ in range(depth):
        value = [value] * width
    return value


VALUES = {
    "set of an enum": lambda: set(Kind),
    "set of functions": lambda: {by_helper, by_variable, with_closure(1)},
    "sets in sets": lambda: [Scaled({frozenset(("a", "b", "c")), frozenset("abd")}), ("a", frozenset("xyz"))],
    "keys of an enum": lambda: {kind: Kind for kind in Kind},
    "generator of all": lambda: [random.gauss, np.random.normal, os.environ],
    "shared": lambda: nested(100, 2),
    "pattern, ufunc, union": lambda: [re.compile("a"), np.sin, int | str],
    "class": lambda: Strange,
    "array of structures": lambda: np.zeros(3, [("a", "u1"), ("b", "f8")]),
    "array of sets": lambda: np.array([{"a", "b", "c"}, None], object),
}


def texts():
    return [_replicas._text({"k": make()}) for make in VALUES.values()]


@pytest.mark.parametrize("first, second", [("ab" * 9, "ab" * 9), ((1.5, None), (1.5, None)), (np.arange(8)[::2], np.arange(0, 8, 2)), (np.ones((2, 3)), np.ones((3, 2)).T)])
def test_values_count_whichever_object_they_are(first, second):
    text = _replicas._text
    first, second = [first, "".join(first) if isinstance(first, str) else first], [second, second]
    assert text({"k": first, "m": 1}) == text({"m": 1, "k": second}) == text({"k": second, "m": 1})


def test_arrays_with_the_same_memory_are_told_apart():
    text, array = _replicas._text, np.arange(4).reshape(2, 2)
    others = [array.T, array.astype(float), array[None], np.array(["a-b", "c"], object), np.array(["a", "b-c"], object)]
    assert len({text({"k": value}) for value in (array, *others)}) == 6


class Says:
    def __init__(self, token):
        self.token, self.lock = token, threading.Lock()

    def __dask_tokenize__(self):
        return self.token


def test_a_class_may_say_what_counts():
    text = _replicas._text
    assert text({"k": Says(1)}) == text({"k": Says(1)}) != text({"k": Says(2)})


@pytest.mark.parametrize("value", [threading.Lock(), (k for k in ()), [threading.Lock()], Node(), nested(5_000, 1)])
def test_what_nothing_tells_apart_is_refused(tmp_path, client, value):
    for function, arguments, argument in (
        (with_closure(value), {}, "function"), (functools.partial(scaled, k=value), {}, "function"),
        (Scaled(value), {}, "function"), (scaled, {"k": value}, "arguments"),
    ):
        with pytest.raises(satchel.Error, match="lock|generator|set whose items|nesting too deep") as info:
            map_replicas(function, 2, tmp_path / "out", arguments=arguments, client=client)
        assert (info.value.code, info.value.argument) == ("wrong_type", argument)


@pytest.mark.parametrize("first, second", list(itertools.permutations([{1: 2}, {"1": 2}, {True: 2}], 2)))
def test_arguments_that_differ_are_told_apart(first, second):
    text = _replicas._text
    assert text({"k": first}) == text({"k": dict(first)}) != text({"k": second})


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
