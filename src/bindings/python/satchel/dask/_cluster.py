"""Running tasks on a Dask cluster: the caller's, or one of this machine for the time of a call."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import dask
import distributed
from dask.utils import parse_bytes
from distributed import Client, KilledWorker, LocalCluster, Status, default_client

from .._errors import Error
from . import _worker
from ._memory import Room, worker_bytes

_at_work = (Status.created, Status.init, Status.starting, Status.running, Status.paused)
Progress = Callable[[int, int], object] | None

# A task may be on a worker that is killed for another's sake, or for the machine's: so many times before it is given up.
allowed_failures = 10
seconds_a_look = 2.0  # without a result, before paused workers are looked at
looks_at_pauses = 5  # before a call gives up
looks_at_none = 30  # before a call gives up where all nannies have ended


@contextlib.contextmanager
def cluster_of(client: Client | None, workers: int | None, memory_limit: int | str | None) -> Iterator[Client]:
    """The client that was given, or the current one if `workers` is None; else one of new workers with a thread each."""
    if client is None and workers is None:
        with contextlib.suppress(ValueError):
            client = default_client()
    if client is not None:
        yield client
        return
    limit = _bytes_of(memory_limit)
    if limit is not None and limit * 0.95 < worker_bytes:  # its workers might be ended as they begin: Dask allows 95 %
        rest = measured_rest()
        if limit * 0.95 < rest:
            raise Room(limit, int(0.8 * limit), rest).refusal("a worker", 0)
    with dask.config.set({"distributed.scheduler.allowed-failures": allowed_failures}):
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, memory_limit=memory_limit or "auto", dashboard_address=":0"
            ) as cluster,
            Client(cluster) as made,
        ):
            yield made


def _bytes_of(memory_limit: int | str | None) -> int | None:
    """A memory limit in bytes; None: it has another form ("auto", a share of the machine)."""
    try:
        size = float(parse_bytes(memory_limit)) if isinstance(memory_limit, str) else float(memory_limit or 0)
    except ValueError:
        return None
    return int(size) if size > 1 else None


def measured_rest() -> int:
    """Bytes that a worker of this machine would take before it has work: measured by a process that loads what it loads."""
    program = "import distributed.worker; from satchel.dask import _worker; _worker.give_back(); print(_worker.resident())"
    try:
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=60)
        return int(run.stdout) + 10_000_000  # connections, threads, the event loop
    except (OSError, ValueError, subprocess.SubprocessError):
        return worker_bytes


def room_of(client: Client) -> Room:
    """The memory of the workers, measured with what tasks need loaded. Raises Error if one ends by that."""
    found: list[dict[str, Any]] = []
    limits = _limits(client)
    for _ in range(3):
        try:
            found = list(client.run(_worker.look).values())
            if not found:  # there is no worker yet: tasks may bring some
                found = [dict(run_tasks(client, "look", _worker.look_here, {0: ()}))[0]]
            break
        except Error as error:
            if error.code != "no_workers" or Room.assumed(min(limits, default=1 << 62)).task:
                raise
            break  # the limit is too small: nannies gave up workers that ended as they began
        except (OSError, TaskLost):  # of connections, too: the worker has ended
            with contextlib.suppress(distributed.TimeoutError):
                client.wait_for_workers(1, timeout=20)  # its nanny starts another
    if not found:
        limit = min(_limits(client) or limits, default=None)
        room = Room(limit, int(0.8 * (limit or 0)), measured_rest())
        raise room.refusal("a worker ended while it loaded the libraries. It", 0)
    rooms = [Room(f["limit"], f["pause"] or 0, f["rest"], f["threads"]) for f in found]
    return min(rooms, key=lambda room: room.task)


def _limits(client: Client) -> list[int]:
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return [w["memory_limit"] for w in workers if w.get("memory_limit")]


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
        client.submit(_worker.call, task, *arguments, key=(f"satchel-{name}-{run}", number), pure=False): number
        for number, arguments in jobs.items()
    }
    ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
    watch = _Watch(client)
    try:
        for future in futures:
            future.add_done_callback(ended.put)
        for _ in range(len(futures)):
            future = watch.next(ended)
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


class _Watch:
    """Notices that workers stand still: paused, because of memory that their tasks do not free; or that all have ended for ever."""

    def __init__(self, client: Client) -> None:
        self.client, self.looks, self.none = client, 0, 0

    def next(self, ended: queue.SimpleQueue[Any]) -> Any:
        """The next future that has ended. Raises Error if none can end."""
        self.looks = self.none = 0
        while True:
            try:
                return ended.get(timeout=seconds_a_look)
            except queue.Empty:
                self._look()

    def _look(self) -> None:
        workers = self.client.scheduler_info(n_workers=-1)["workers"]
        paused = [address for address, w in workers.items() if w["status"] == "paused"]
        at_work = any(w["metrics"].get("task_counts", {}).get("executing") for w in workers.values())
        self.none = self.none + 1 if self._have_ended(workers) else 0
        if self.none >= looks_at_none:
            text = "all workers have ended, and none has begun again; call again to continue with others"
            raise Error(text, "no_workers", "client")
        if not paused:
            self.looks = 0
            return
        left = self.client.run(_worker.relieve, workers=paused, on_error="ignore")
        self.looks = 0 if at_work else self.looks + 1
        if self.looks >= looks_at_pauses:
            address = paused[0]
            taken, limit = left.get(address, 0), workers[address].get("memory_limit")
            room = Room(limit, int(0.8 * (limit or 0)), taken, workers[address]["nthreads"])
            raise room.refusal(f"{len(paused)} of {len(workers)} workers are paused and have no task: {address}", 0)

    def _have_ended(self, workers: dict[str, Any]) -> bool:
        """Whether there is no worker, and there will be none: the cluster is of this process, and its nannies have ended."""
        nannies = getattr(self.client.cluster, "workers", None)
        return not workers and nannies is not None and not any(n.status in _at_work for n in nannies.values())


class TaskLost(RuntimeError):
    """Workers ended while they ran a task, again and again."""

    def __init__(self, number: int, cause: BaseException) -> None:
        super().__init__(number, cause)
        self.number = number
        self.ran_out = isinstance(cause, MemoryError)
