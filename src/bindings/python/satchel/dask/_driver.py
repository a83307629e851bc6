"""What the drivers of all calls share: running stages, their times, and what a failure leaves."""

from __future__ import annotations

import functools
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from distributed import Client

from .._errors import Error
from . import _cluster, _record
from ._cluster import Progress, TaskLost, room_of, run_tasks
from ._errors import BadRow, NoMemory, NoRow
from ._files import remove_unfinished
from ._input import Input
from ._memory import Room, megabytes, rows_at_once
from ._read import Piece, find_id, row_bytes, rows_a_batch

scratch_name = "_order"


def checked_counts(**numbers: Any) -> None:
    """Raises Error for a number that is not None and not an integer of 1 or more."""
    for name, number in numbers.items():
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise Error(f"{name} is {number!r}; wanted an integer of 1 or more", "out_of_range", name)


def refuse_nested(out: Path, **inputs: str | Path | None) -> None:
    """Raises Error if the folder of answers is an input, lies in one or holds one: one would be read or removed as the other."""
    for name, given in inputs.items():
        if given is None or not (path := Path(given).resolve()).exists():
            continue
        if _is_in(out, path):
            where = "is" if _is_in(path, out) else "lies in"
        elif _is_in(path, out):
            where = "holds"
        else:
            continue
        raise Error(f"out, {out}, {where} {name}, {path}; wanted a folder beside it", "bad_folder", "out")


def _is_in(path: Path, folder: Path) -> bool:
    """Whether a path is that folder or lies in it, by whatever names."""
    return folder.exists() and any(p.exists() and os.path.samefile(p, folder) for p in (path, *path.parents))


class Driver:
    """A call that runs tasks and writes into the folder `out`."""

    help = ""
    """what helps a task without memory beside a larger limit"""

    def __init__(self, client: Client, out: Path, progress: Progress) -> None:
        self.client, self.out, self.progress = client, out, progress
        self.seconds: dict[str, float] = {}

    def timed(self, stage: str, work: Callable[[], Any]) -> Any:
        begun = time.monotonic()
        result = work()
        self.seconds[stage] = round(time.monotonic() - begun, 3)
        return result

    def worker_count(self) -> int:
        return _cluster.worker_count(self.client)

    @functools.cached_property
    def room(self) -> Room:
        """The memory that workers have for tasks. Raises Error if that is too little for any."""
        room = room_of(self.client)
        room.check("a worker with the least task")
        return room

    def rows_at_once(self, pieces: Sequence[Piece]) -> int:
        """Rows of an input of these pieces that a task has in memory at once."""
        return rows_at_once(self.room.task, row_bytes(pieces), rows_a_batch)

    def run_tasks(
        self,
        name: str,
        task: Callable[..., Any],
        work: dict[int, tuple[Any, ...]],
        done: int = 0,
        all: int = 0,
        needed: Callable[[int], int] = lambda k: 0,
    ) -> Iterator[tuple[int, Any]]:
        """(number, result) of each task; `needed(number)` is what it should take, in bytes, for the error if it takes more."""
        try:
            yield from run_tasks(self.client, name, task, work, self.progress, done, all)
        except NoMemory as error:
            raise self.room.refusal(error.what, error.needed, self.help) from None
        except TaskLost as lost:
            raise self._lost(f"{name} {lost.number}", lost, needed(lost.number)) from None

    def _lost(self, what: str, lost: TaskLost, needed: int) -> Error:
        how = "ran out of memory" if lost.ran_out else f"ended {_cluster.allowed_failures} workers"
        room = self.room
        text = f"{what} {how}"
        if needed:
            text += f"; its worker was expected to take {megabytes(room.worker_of(needed))}, and took more"
        limit = "the workers' memory" if room.limit is None else megabytes(room.limit)
        return Error(f"{text}. A memory_limit of more than {limit} would help{self.help}", "no_memory", "memory_limit")

    def rows_of(self, source: Input, pieces: Sequence[Piece], id: int) -> list[tuple[str, int]]:
        """(file, row) of each row with that id."""
        if source.id is None:
            return [source.row_of(id)]
        work = {k: (source.only(p.file), replace(p, file=0), id) for k, p in enumerate(pieces)}
        found = dict(self.run_tasks("find", find_id, work))
        return [(source.path(pieces[k].file), row) for k in sorted(found) for row in found[k]]

    def with_row(self, sources: Sequence[Input], pieces: Sequence[Sequence[Piece]], error: NoRow) -> Error:
        """The error of a body or of an id, with file and row."""
        source = sources[error.side]
        rows = self.rows_of(source, pieces[error.side], error.id)
        if error.code == "duplicate_id" and len(rows) > 1:
            (file, row), (other, second) = rows[:2]
            where = f"two rows of {file}: {row} and {second}" if file == other else f"{file}, row {row}, and {other}, row {second}"
            return Error(f"the id {error.id} is in {where}; wanted each id once", "duplicate_id", "id")
        if not rows:
            return error
        file, row = rows[0]
        return BadRow(file, row, f"the body with the id {error.id}: {error.reason}", error.code)

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
