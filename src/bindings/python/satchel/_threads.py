"""How many threads calls use."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import SupportsIndex

from . import _core
from ._errors import Error


class num_threads:
    """Limits the threads of the calls in a ``with`` block, on the thread that runs the block.

    ``threads=`` of a call goes before it; ``max_threads`` of the scene and then the environment variable SATCHEL_THREADS
    come after it; without any of these a call may use all cores. None in place of a number leaves the choice to these.
    """

    def __init__(self, number: SupportsIndex | None) -> None:
        if number is not None:
            if isinstance(number, bool) or not hasattr(number, "__index__"):
                raise TypeError(f"number is {number!r}; wanted an integer of 1 or more, or None")
            if operator.index(number) < 1:
                raise Error(f"number is {number}; wanted 1 or more, or None", "out_of_range", "number")
        self._number = 0 if number is None else min(operator.index(number), 1 << 16)
        self._before: list[int] = []

    def __enter__(self) -> num_threads:
        self._before.append(_core._set_thread_limit(self._number))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        _core._set_thread_limit(self._before.pop())


@contextmanager
def limited(threads: int | None) -> Iterator[None]:
    """The calls in it that take no `threads` use as many as these; None: as many as elsewhere."""
    if threads is None:
        yield
        return
    before = _core._set_thread_limit(_core._thread_number(threads))
    try:
        yield
    finally:
        _core._set_thread_limit(before)


def get_num_threads() -> int | None:
    """The limit of threads of a call made here without ``threads=``; None: all cores."""
    return _core._thread_limit() or None
