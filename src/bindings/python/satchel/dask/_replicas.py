"""Replicas of an experiment: one function, many seeds."""

from __future__ import annotations

import functools
import hashlib
import inspect
import json
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
    that folder, with the columns ``replica`` and ``seed``; a second call continues what an earlier one left, and one with another
    function, run or arguments is refused; returns the manifest. A task has ``chunk`` replicas; None: so many that each worker has some
    sixteen tasks. ``client``, ``workers``, ``memory_limit`` and ``progress`` are those of `join`.
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
    """The name of a function and a hash of its text, so that a changed function is told from the first."""
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError):
        text = ""
    name = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', repr(function))}"
    return f"{name}#{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _text(arguments: dict[str, Any]) -> str:
    """A hash of arguments: of the bytes of arrays, of the text of others."""
    seen = hashlib.sha256()
    for name, value in sorted(arguments.items()):
        if isinstance(value, np.ndarray):
            seen.update(f"{name} {value.dtype} {value.shape} ".encode() + value.tobytes())
        else:
            try:
                seen.update(f"{name} {json.dumps(value, sort_keys=True)} ".encode())
            except TypeError:
                text = f"the argument {name} is a {type(value).__name__}; wanted numbers, strings, lists, dicts of these, or arrays, so that a second call can be compared with the first"
                raise Error(text, "wrong_type", "arguments") from None
    return seen.hexdigest()


def write_all(path: str, function: Callable[..., Any], run: int | str, first: int, last: int) -> None:
    if Path(path).exists():
        return
    rows = []
    for replica, result in zip(range(first, last), call_all(function, run, first, last)):
        if not isinstance(result, dict):
            text = f"replica {replica} returned a {type(result).__name__}; wanted a dict, whose keys become columns"
            raise Error(text, "wrong_type", "function", replica)
        values = {
            k: v.item() if isinstance(v, np.generic) else v.tolist() if isinstance(v, np.ndarray) else v
            for k, v in result.items()
        }
        rows.append({"replica": replica, "seed": replica_seed(run, replica), **values})
    columns = {name: [row.get(name) for row in rows] for name in rows[0]}
    types = {"replica": pa.uint64(), "seed": pa.uint64()}
    table = pa.table({name: pa.array(column, types.get(name)) for name, column in columns.items()})
    with whole_file(Path(path)) as unfinished:
        pq.write_table(table, unfinished)
