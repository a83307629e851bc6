"""Files that appear whole or not at all. A name that begins with `_` is no answer: readers of Parquet folders skip it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .._errors import Error


@contextlib.contextmanager
def whole_file(path: Path, keep: bool = False, condition: Path | None = None) -> Iterator[Path]:
    """A path to write to; the file gets its name at the end of the block. A failure leaves nothing.

    ``keep`` flushes it to the disk first, so that it also outlives a power cut. Without the file ``condition`` it is dropped.
    """
    unfinished = path.with_name(f"_{path.name.lstrip('_')}.{os.uname().nodename}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        if keep:
            flush(unfinished)
        if condition is not None and not condition.exists():
            raise Error(f"{condition} has been removed: {path} is not wanted any more", "cancelled", "out")
        os.replace(unfinished, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _disk_full(path) from None
        raise
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise


def flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _disk_full(path: Path) -> Error:
    try:
        free = f"{shutil.disk_usage(path.parent).free / 1e6:.1f} MB are free"
    except OSError:
        free = "the disk is full"
    return Error(
        f"{path} cannot be written: no space left on the device ({free}). What is finished is kept: make room and call again",
        "disk_full",
        "out",
    )


def write_json(path: Path, value: Any) -> None:
    with whole_file(path, keep=True) as unfinished:
        unfinished.write_text(json.dumps(value, indent=1) + "\n")


def remove_unfinished(folder: Path) -> None:
    """Removes what killed processes left half-written."""
    for path in folder.rglob("_*.tmp"):
        with contextlib.suppress(OSError):
            path.unlink()
