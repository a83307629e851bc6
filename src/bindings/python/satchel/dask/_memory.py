"""How much memory tasks take, and how much workers have for them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .._errors import Error

worker_bytes = 135_000_000  # that a worker takes with its libraries loaded, where none can be measured
spare_bytes = 16_000_000  # that it takes in addition once it works: threads, tables, what the allocators keep
least_task_bytes = 1 << 25
most_bodies_a_tile = 1 << 18


def memory_of(bodies: float, vertices: float, pairs: float = 0) -> int:
    """Bytes that a task takes at its peak for so many bodies and candidate pairs: measured, rounded up."""
    return int(900 * bodies + 50 * vertices + 120 * pairs)


@dataclass(frozen=True)
class Room:
    """The memory of workers: of that which has least to give."""

    limit: int | None = None
    """its memory limit; None: there is none"""
    pause: int = 0
    """bytes from which Dask gives it no more tasks (or ends it, if it is told not to pause)"""
    rest: int = worker_bytes
    """bytes that it takes before it has work"""
    threads: int = 1
    """tasks that it runs at once"""

    @staticmethod
    def assumed(limit: int) -> Room:
        """That of workers with such a limit that are as Dask makes them."""
        return Room(limit, int(0.8 * limit))

    @property
    def task(self) -> int:
        """Bytes that a task should take."""
        if self.limit is None:
            return 1 << 31
        return max((self.pause - self.rest - spare_bytes) // self.threads, 0)

    @property
    def most(self) -> int:
        """Bytes that a task may take that cannot be made smaller."""
        return 1 << 62 if self.limit is None else self.task

    def worker_of(self, task: float) -> float:
        """Bytes that a worker takes with tasks of so many."""
        return self.rest + spare_bytes + self.threads * task

    def limit_for(self, task: float) -> int:
        """The least memory limit with which tasks may take so many bytes; a few percent more, since workers differ."""
        share = self.pause / self.limit if self.limit else 0.8
        return 5_000_000 * math.ceil(1.03 * self.worker_of(max(task, least_task_bytes)) / share / 5e6)

    def refusal(self, what: str, task: float, also: str = "") -> Error:
        """The error for a task that takes so many bytes; `also` is what would help beside a larger limit."""
        text = (
            f"{what} needs some {megabytes(self.worker_of(task))}: {megabytes(self.rest + spare_bytes)} that a worker "
            f"takes anyway, and {megabytes(task)} a task{'' if self.threads == 1 else f' in each of {self.threads} threads'}. "
            f"A memory_limit of {megabytes(self.limit_for(task))} would help{also}"
        )
        if self.limit is not None:
            text += f"; it is {megabytes(self.limit)}, and Dask stops giving tasks at {megabytes(self.pause)}"
        return Error(text, "no_memory", "memory_limit")

    def check(self, what: str, task: float = least_task_bytes, also: str = "") -> None:
        """Raises Error if there is less than a task takes."""
        if task > self.most:
            raise self.refusal(what, task, also)


def task_limits(bodies: int, workers: int, budget: float, each: float) -> tuple[float, float]:
    """(pairs, bodies) of a tile at most, if a task may take `budget` bytes and a body takes `each`; two tiles a worker at
    least, unless they would be small."""
    fair = max(bodies / 2 / workers, 20_000)
    return budget / 4 / memory_of(0, 0, 1), min(most_bodies_a_tile, 0.7 * budget / each, fair)


def rows_at_once(budget: float, each: float, most: int) -> int:
    """Rows of input that a task has in memory at once, if it may take `budget` bytes and a row takes `each`."""
    return int(min(max(0.5 * budget / max(each, 1.0), 16), most))


def megabytes(size: float) -> str:
    return f"{size / 1e6:.0f} MB"
