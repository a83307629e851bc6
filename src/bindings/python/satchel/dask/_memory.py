"""How workers use the C library's memory, and how much tasks take."""

from __future__ import annotations

import ctypes
import functools

kept_bytes = 1 << 26


@functools.lru_cache(maxsize=1)
def keep_freed_memory() -> None:
    """Lets this process keep up to 64 MB of freed memory.

    Dask starts workers so that glibc returns what is freed at once; arrays of some megabytes then come as new pages, which
    the kernel clears, every time: a third of a join. Without glibc this does nothing.
    """
    trim_threshold, mmap_threshold = -1, -3  # of malloc.h
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return
    mallopt(trim_threshold, kept_bytes)
    mallopt(mmap_threshold, 1 << 25)  # the largest that glibc takes


def memory_of(bodies: float, vertices: float, pairs: float = 0) -> int:
    """Bytes that a task takes at its peak for so many bodies and candidate pairs: measured, rounded up."""
    return int(900 * bodies + 50 * vertices + 120 * pairs)


worker_bytes = 180_000_000  # that a worker takes before it has work
most_bodies_a_tile = 1 << 18


def task_bytes(limit: int | None) -> int:
    """Bytes that a task may take beside what a worker takes anyway, if that is its memory limit."""
    return 1 << 31 if limit is None else max(int(0.75 * (limit - worker_bytes)), 1 << 25)


def task_limits(bodies: int, workers: int, budget: float, each: float) -> tuple[float, float]:
    """(pairs, bodies) of a tile at most, if a task may take `budget` bytes and a body takes `each`; two tiles a worker at
    least, unless they would be small."""
    fair = max(bodies / 2 / workers, 20_000)
    return budget / 4 / memory_of(0, 0, 1), min(most_bodies_a_tile, 0.7 * budget / each, fair)
