"""What runs on workers around tasks: it measures their memory, and gives back what is freed before Dask pauses them.

Dask gives a worker no more tasks while its process takes more than a share (`distributed.worker.memory.pause`, 80 %) of its
memory limit. What a task has freed counts until the allocators return it to the system.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import traceback
from collections.abc import Callable
from typing import Any

import dask
import psutil  # type: ignore[import-untyped, unused-ignore]
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
from distributed import get_worker

kept_bytes = 1 << 26


def resident() -> int:
    """Bytes of memory that this process takes, as Dask counts them."""
    return int(psutil.Process().memory_info().rss)


@functools.lru_cache(maxsize=1)
def _c_library() -> Any:
    return ctypes.CDLL(None)


def give_back() -> None:
    """Returns freed memory to the system: pyarrow's, and that of the C library."""
    pa.default_memory_pool().release_unused()
    with contextlib.suppress(AttributeError, OSError):  # glibc alone has it
        _c_library().malloc_trim(0)


def pause_of(worker: Any) -> int | None:
    """Bytes from which a worker gets no more tasks, or is ended if it is told not to pause; None: it has no limit."""
    manager = worker.memory_manager
    if not manager.memory_limit:
        return None
    share = manager.memory_pause_fraction or dask.config.get("distributed.worker.memory.terminate") or 1.0
    return int(share * manager.memory_limit)


@functools.lru_cache(maxsize=1)
def _keep_freed_memory(room: int) -> None:
    """Lets this process keep some freed memory, an eighth of the room that it has.

    Dask starts workers so that glibc returns what is freed at once; arrays of some megabytes then come as new pages, which
    the kernel clears, every time: a third of a join. Without glibc this does nothing.
    """
    trim_threshold, mmap_threshold = -1, -3  # of malloc.h
    kept = min(max(room // 8, 1 << 17), kept_bytes)
    with contextlib.suppress(AttributeError, OSError):
        mallopt = _c_library().mallopt
        mallopt(trim_threshold, kept)
        mallopt(mmap_threshold, kept // 2)  # 32 MB is the largest that glibc takes


@functools.lru_cache(maxsize=1)
def _pause_here() -> int | None:
    pause = pause_of(get_worker())
    _keep_freed_memory(8 * kept_bytes if pause is None else max(0, pause - resident()))
    return pause


def call(task: Callable[..., Any], *arguments: Any) -> Any:
    """task(*arguments). What it has freed is given back if there is much of it."""
    pause = _pause_here()
    try:
        return task(*arguments)
    except BaseException as error:
        _forget_frames(error)
        raise
    finally:
        if pause is not None and resident() > 0.6 * pause:
            give_back()
            if resident() > 0.8 * pause:
                gc.collect()
                give_back()


def _forget_frames(error: BaseException | None) -> None:
    """Drops the local variables that an error keeps: all bodies of a tile."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def look(dask_worker: Any) -> dict[str, int | None]:
    """The memory of a worker (`Client.run`) with the libraries that tasks need, all freed memory given back."""
    gc.collect()
    give_back()
    return {
        "limit": dask_worker.memory_manager.memory_limit or None,
        "pause": pause_of(dask_worker),
        "rest": resident(),
        "threads": dask_worker.state.nthreads,
    }


def look_here() -> dict[str, int | None]:
    """`look` as a task."""
    return look(get_worker())


def relieve(dask_worker: Any) -> int:
    """Gives back what a paused worker has freed; the bytes that it takes then."""
    gc.collect()
    give_back()
    return resident()
