"""What tells the functions of `map_replicas` apart, and what becomes of their results."""

import functools
import itertools
import os
import subprocess
import sys
import threading

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


def test_names_are_the_same_in_every_process():
    code = "import test_replicas as t; print([t.name_of(t.KINDS[kind](2)) for kind in t.KINDS])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True,
        env=os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join([*sys.path, os.path.dirname(__file__)])},
    )
    assert done.stdout.strip() == str([name_of(KINDS[kind](2)) for kind in KINDS]), done.stderr


@pytest.mark.parametrize(
    "name, value", [("helper", lambda seed: {"x": 2}), ("helper", functools.lru_cache(helper)), ("helper", functools.partial(scaled, k=2)), ("FACTOR", 4)]
)
def test_what_a_function_names_in_its_module_counts(monkeypatch, name, value):
    before = [name_of(by_helper), name_of(scaled)]
    monkeypatch.setitem(globals(), name, value)
    after = [name_of(by_helper), name_of(scaled)]
    assert [old == new for old, new in zip(before, after)] == [name != "helper", name != "FACTOR"]


def test_a_lock_in_the_module_is_not_looked_at(monkeypatch):
    names = []
    for k in range(2):
        monkeypatch.setitem(globals(), "helper", with_closure(threading.Lock()))
        names.append(name_of(by_helper))
    assert names[0] == names[1]


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
