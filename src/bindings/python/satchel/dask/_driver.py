"""What the drivers of all calls share: running stages, their times, and what a failure leaves."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from distributed import Client

from .._errors import Error
from . import _cluster, _record
from ._cluster import Progress, TaskLost, memory_limit_of, run_tasks
from ._files import remove_unfinished
from ._memory import task_bytes, worker_bytes

scratch_name = "_order"


def checked_counts(**numbers: Any) -> None:
    """Raises Error for a number that is not None and not an integer of 1 or more."""
    for name, number in numbers.items():
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise Error(f"{name} is {number!r}; wanted an integer of 1 or more", "out_of_range", name)


class Driver:
    """A call that runs tasks and writes into the folder `out`."""

    def __init__(self, client: Client, out: Path, progress: Progress) -> None:
        self.client, self.out, self.progress = client, out, progress
        self.limit = memory_limit_of(client)
        self.seconds: dict[str, float] = {}

    def timed(self, stage: str, work: Callable[[], Any]) -> Any:
        begun = time.monotonic()
        result = work()
        self.seconds[stage] = round(time.monotonic() - begun, 3)
        return result

    def worker_count(self) -> int:
        return _cluster.worker_count(self.client)

    def budget(self) -> int:
        """Bytes that a task may take beside what a worker takes anyway."""
        return task_bytes(self.limit)

    def run_tasks(
        self,
        name: str,
        task: Callable[..., Any],
        work: dict[int, tuple[Any, ...]],
        done: int = 0,
        all: int = 0,
        needed: Callable[[int], int] = lambda k: worker_bytes,
    ) -> Iterator[tuple[int, Any]]:
        """(number, result) of each task; `needed(number)` is what it should take, in bytes, for the error if it takes more."""
        try:
            yield from run_tasks(self.client, name, task, work, self.progress, done, all)
        except TaskLost as lost:
            how = "ran out of memory" if lost.ran_out else f"ended {_cluster.allowed_failures} workers"
            size = max(worker_bytes + needed(lost.number), 2 * (self.limit or 0))
            raise _cluster.out_of_memory(f"{name} {lost.number}", how, size, self.limit) from None

    def clean(self) -> None:
        """Removes what is no answer, but for the plan and the manifest."""
        shutil.rmtree(self.out / scratch_name, ignore_errors=True)
        remove_unfinished(self.out)

    def forget(self, answer: str) -> None:
        """Empties the folder: its files, of names like `answer`, are of an answer that cannot be, as the input has to change.

        The plan goes first: a task that still runs writes nothing without it.
        """
        (self.out / _record.plan_name).unlink()
        for path in [*self.out.glob(answer), *self.out.glob("_*.json")]:
            path.unlink()
        self.clean()
