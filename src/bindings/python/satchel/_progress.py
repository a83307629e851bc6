"""Progress of calls that are loops in Python."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

from ._errors import Error

Progress: TypeAlias = Callable[[int, int], object]

quiet_time = 1.0  # seconds before the first report, as that of the module
step_time = 0.05  # seconds between two reports


class Steps:
    """Reports how many of `all` steps are done, about every 50 ms once a second has gone by; what is false ends the call, None does not."""

    def __init__(self, progress: Progress | None, all: int) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is {progress!r}; wanted a function of (done, all), or None")
        self._progress = progress
        self._all = all
        self._next = time.monotonic() + quiet_time

    def done(self, number: int) -> None:
        if self._progress is None or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + step_time
        answer = self._progress(number, self._all)
        if answer is not None and not answer:
            raise Error("cancelled by progress", "cancelled")
