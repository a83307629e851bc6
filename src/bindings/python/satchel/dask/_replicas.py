"""Replicas of an experiment: one function, many seeds."""

from __future__ import annotations

import contextlib
import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
from distributed import Client

from .._errors import Error
from . import _record
from ._cluster import Progress, cluster_of
from ._driver import Driver, checked_counts
from ._files import remove_unfinished, whole_file, write_json
from ._function_hash import Unstable, hash_of, name_of


def replica_seed(run: int | str, replica: int) -> int:
    """The seed of a replica of a run: the first 64 bits of SHA-256 of "RUN/REPLICA". It depends on nothing else."""
    return int.from_bytes(hashlib.sha256(f"{run}/{replica}".encode()).digest()[:8], "little")


def map_replicas(
    function: Callable[..., Any],
    replicas: int,
    out: str | Path | None = None,
    *,
    run: int | str = 0,
    arguments: dict[str, Any] | None = None,
    client: Client | None = None,
    chunk: int | None = None,
    workers: int | None = None,
    memory_limit: int | str | None = None,
    progress: Progress = None,
) -> list[Any] | dict[str, Any]:
    """Calls ``function(seed, **arguments)`` for each replica 0, 1, ..., ``replicas`` - 1 on the workers.

    The seed of a replica is `replica_seed(run, replica)`, so its result depends on neither workers nor order. Without ``out`` returns
    the list of results. With it the results, dicts of numbers, strings and one-dimensional arrays, are rows of Parquet files in
    that folder, with a column for each key, null where a result lacks it, and the columns ``replica`` and ``seed``, which no key may
    be called; returns the manifest. A task has ``chunk`` replicas; None: so many that each worker has some sixteen tasks. ``client``,
    ``workers``, ``memory_limit`` and ``progress`` are those of `join`.

    A second call continues what an earlier one left, and one with another function, run or arguments is refused. What counts:

    - The text of the function's file, comments too, and the texts of the files of what its code names: functions, classes,
      modules and what it names in these, and what those functions and the methods of those classes name in turn. Packages
      that are installed, Python's and extension modules count by name. Code without a file, as in a notebook, counts as it is: the
      function, the functions and classes that it names, and these in turn.
    - What the function holds: closure, defaults, attributes, what a partial, a bound method or an object that is called has. It
      counts as ``arguments`` do, by value: what its pickle has, or its ``__dask_tokenize__`` returns; functions and classes in
      it by their texts. What has no pickle, as a lock or a generator, is refused, and so is a set whose items lead back to it.
    - Variables that code names, and attributes of classes, as they are when this is called, unless the same function assigns
      them: numbers, strings, arrays, enums, and lists, tuples, dicts in their order, sets, dataclasses and namespaces of such by
      value, others by their class.

    Nothing else counts: what an object in a variable has, what functions import when they run, what modules import beside
    what code names of it, files that are read. Give such things as ``arguments``.
    """
    checked_counts(replicas=replicas, chunk=chunk, workers=workers)
    call = functools.partial(function, **(arguments or {}))
    with cluster_of(client, workers, memory_limit) as running:
        if out is None:
            driver = Driver(running, Path(), progress)
            size = chunk or _chunk(driver, replicas)
            work = {k: (call, run, k * size, min((k + 1) * size, replicas)) for k in range(-(-replicas // size))}
            found = dict(driver.run_tasks("replicas", call_all, work, 0, len(work)))
            return [result for k in sorted(found) for result in found[k]]
        return _Replicas(running, Path(out).resolve(), call, progress).run(
            function, replicas, run, arguments or {}, chunk
        )


def _chunk(driver: Driver, replicas: int) -> int:
    return max(1, replicas // (16 * driver.worker_count()))


def call_all(function: Callable[..., Any], run: int | str, first: int, last: int) -> list[Any]:
    return [function(replica_seed(run, replica)) for replica in range(first, last)]


class _Replicas(Driver):
    def __init__(self, client: Client, out: Path, call: Callable[..., Any], progress: Progress) -> None:
        super().__init__(client, out, progress)
        self.call = call

    def run(
        self, function: Callable[..., Any], replicas: int, run: int | str, arguments: dict[str, Any], chunk: int | None
    ) -> dict[str, Any]:
        options = {"function": _name(function), "run": run, "replicas": replicas, "arguments": _text(arguments)}
        record = _record.begun(self.out, "map_replicas", {}, options)
        if record is not None and (manifest := _record.finished(self.out)) is not None:
            if all(_path(self.out, k).exists() for k in range(manifest["files"])):
                return manifest
        remove_unfinished(self.out)
        if record is None:
            record = _record.begin(self.out, "map_replicas", {}, options, chunk=chunk or _chunk(self, replicas))
        size = record["chunk"]
        count = -(-replicas // size)
        left = [k for k in range(count) if not _path(self.out, k).exists()]
        work = {k: (str(_path(self.out, k)), self.call, run, k * size, min((k + 1) * size, replicas)) for k in left}
        self.timed("replicas", lambda: list(self.run_tasks("replicas", write_all, work, count - len(left), count)))
        _give_one_schema([_path(self.out, k) for k in range(count)])
        manifest = {
            "version": record["version"],
            **options,
            "files": count,
            "files_of_earlier_calls": count - len(left),
        }
        write_json(self.out / _record.manifest_name, manifest | {"seconds": self.seconds})
        return manifest | {"seconds": self.seconds}


def _path(out: Path, k: int) -> Path:
    return out / f"replicas-{k:06d}.parquet"


def _name(function: Callable[..., Any]) -> str:
    """The name of a function, by which a changed one is told from the first."""
    try:
        return name_of(function)
    except Unstable as error:
        what = "function" if error.where == "function" else f"function's {error.where}"
        text = f"the {what} is or has a {error.kind}, which nothing tells from another one in the next call; wanted functions, values that can be pickled, and objects that hold such"
        raise Error(text, "wrong_type", "function") from None


def _text(arguments: dict[str, Any]) -> str:
    """A hash of arguments. What is refused is named as Unstable names it: an argument, or a variable of a function that one has."""
    try:
        return hash_of(arguments)
    except Unstable as error:
        text = f"in arguments, {error.where} is or has a {error.kind}; wanted numbers, strings, arrays, and what else can be pickled, so that a second call can be compared with the first"
        raise Error(text, "wrong_type", "arguments") from None


_types = {"replica": pa.uint64(), "seed": pa.uint64()}
_of_64_bits = (pa.int64(), pa.uint64()), (pa.list_(pa.int64()), pa.list_(pa.uint64()))
"""what columns of integers become for numbers from 2^63 on"""


def _row(replica: int, seed: int, result: Any) -> dict[str, Any]:
    if not isinstance(result, dict):
        text = f"replica {replica} returned a {type(result).__name__}; wanted a dict, whose keys become columns"
        raise Error(text, "wrong_type", "function", replica)
    for key in result:
        if not isinstance(key, str) or key in _types:
            what = f"the key {key!r}, which is a column of its own" if key in _types else f"a key that is a {type(key).__name__}"
            text = f"replica {replica} returned {what}; wanted a dict of strings other than {' and '.join(_types)}"
            raise Error(text, "bad_key", "function", replica)
    values = {
        k: v.item() if isinstance(v, np.generic) else v.tolist() if isinstance(v, np.ndarray) else v
        for k, v in result.items()
    }
    return {"replica": replica, "seed": seed, **values}


def _column(name: str, rows: list[dict[str, Any]]) -> Any:
    """The column of a key; null where a result lacks it."""
    values = [row.get(name) for row in rows]
    try:
        return pa.array(values, _types.get(name))
    except (pa.ArrowException, OverflowError) as error:
        if isinstance(error, OverflowError):  # all are integers
            for _, wide in _of_64_bits:
                with contextlib.suppress(pa.ArrowException, OverflowError):
                    return pa.array(values, wide)
        text = f"the values of {name} of replicas {rows[0]['replica']} to {rows[-1]['replica']} make no column: {error}"
        raise Error(text, "wrong_type", "function") from None


def write_all(path: str, function: Callable[..., Any], run: int | str, first: int, last: int) -> None:
    if Path(path).exists():
        return
    results = call_all(function, run, first, last)
    rows = [_row(replica, replica_seed(run, replica), result) for replica, result in zip(range(first, last), results)]
    names = dict.fromkeys(name for row in rows for name in row)
    _write(Path(path), pa.table({name: _column(name, rows) for name in names}))


def _write(path: Path, table: Any) -> None:
    with whole_file(path) as unfinished:
        pq.write_table(table, unfinished)


def _give_one_schema(paths: list[Path]) -> None:
    """Writes the files anew that lack keys which others have, or have narrower types of them."""
    schemas = [pq.read_schema(path) for path in paths]
    try:
        schema = pa.unify_schemas(schemas, promote_options="permissive")
        for k, field in enumerate(schema):
            types = [own.field(field.name).type for own in schemas if field.name in own.names]
            for narrow, wide in _of_64_bits:  # Arrow unifies both to the narrow one
                if field.type == narrow and wide in types:
                    schema = schema.set(k, field.with_type(wide))
        for path, own in zip(paths, schemas):
            if own != schema:
                table = pq.read_table(path, partitioning=None)
                columns = [
                    table[field.name].cast(field.type) if field.name in own.names else pa.nulls(len(table), field.type)
                    for field in schema
                ]
                _write(path, pa.table(columns, schema=schema))
    except pa.ArrowException as error:
        raise Error(f"results of replicas do not have the same types: {error}", "wrong_type", "function") from None
