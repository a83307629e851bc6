"""Running tasks on a Dask cluster: the caller's, or one of this machine for the time of a call."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import dask
from distributed import Client, KilledWorker, LocalCluster, as_completed, default_client

from .._errors import Error

Progress = Callable[[int, int], object] | None

# A task may be on a worker that is killed for another's sake, or for the machine's: so many times before it is given up.
allowed_failures = 10


@contextlib.contextmanager
def cluster_of(client: Client | None, workers: int | None, memory_limit: int | str | None) -> Iterator[Client]:
    """The client that was given, or the current one if `workers` is None; else one of new workers with a thread each."""
    if client is None and workers is None:
        with contextlib.suppress(ValueError):
            client = default_client()
    if client is not None:
        yield client
        return
    with dask.config.set({"distributed.scheduler.allowed-failures": allowed_failures}):
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, memory_limit=memory_limit or "auto", dashboard_address=":0"
            ) as cluster,
            Client(cluster) as made,
        ):
            yield made


def memory_limit_of(client: Client) -> int | None:
    """The smallest memory limit of the workers, in bytes; None: there is none."""
    limits = [w.get("memory_limit") or 0 for w in client.scheduler_info(n_workers=-1)["workers"].values()]
    limits = [limit for limit in limits if limit]
    return min(limits) if limits else None


def worker_count(client: Client) -> int:
    return max(1, len(client.scheduler_info(n_workers=-1)["workers"]))


def run_tasks(
    client: Client,
    name: str,
    task: Callable[..., Any],
    jobs: dict[int, tuple[Any, ...]],
    progress: Progress = None,
    done: int = 0,
    all: int = 0,
) -> Iterator[tuple[int, Any]]:
    """(number, result) of task(*arguments) for each job, as they end; the first failure cancels the rest.

    Keys are satchel-NAME-..., so the dashboard and Dask's progress bars show a group for each stage.
    """
    run = uuid.uuid4().hex[:8]
    futures = {
        client.submit(task, *arguments, key=(f"satchel-{name}-{run}", number), pure=False): number
        for number, arguments in jobs.items()
    }
    try:
        for future in as_completed(list(futures)):
            number = futures[future]
            try:
                result = future.result()
            except (KilledWorker, MemoryError) as error:
                raise TaskLost(number, error) from None
            future.release()
            done += 1
            if progress is not None and all > 0:
                progress(done, all)
            yield number, result
    finally:
        if left := [f for f in futures if not f.done()]:
            client.cancel(left, force=True)
        for future in futures:
            future.release()


class TaskLost(RuntimeError):
    """Workers ended while they ran a task, again and again."""

    def __init__(self, number: int, cause: BaseException) -> None:
        super().__init__(number, cause)
        self.number = number
        self.ran_out = isinstance(cause, MemoryError)


def out_of_memory(what: str, happened: str, needed: float, limit: int | None) -> Error:
    """The error of a task that needs so many bytes in all; the limit that it names has some to spare."""
    here = f" (it is {megabytes(limit)})" if limit is not None else ""
    text = f"{what} {happened}: it needs some {megabytes(needed)}. A memory_limit of {megabytes(1.15 * needed)} would help{here}, or more tiles"
    return Error(text, "no_memory", "memory_limit")


def megabytes(size: float) -> str:
    return f"{size / 1e6:.0f} MB"
