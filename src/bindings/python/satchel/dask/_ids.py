"""Whether ids are unique, over all files, without having them all in memory.

Each piece of the input leaves its ids, sorted, beside its order file. Where the ranges of pieces overlap, tasks compare what
pieces have in a range of ids.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ._bodies import Array
from ._errors import NoRow
from ._files import whole_file

most_at_once = 1 << 22


def write_ids(path: Path, parts: list[Array], side: int) -> None:
    ids = np.concatenate(parts) if parts else np.empty(0, np.uint64)
    if not (ids[1:] > ids[:-1]).all():
        ids = np.sort(ids)
        refuse_doubles(ids, side)
    with whole_file(path) as unfinished:
        ids.tofile(unfinished)


def refuse_doubles(ids: Array, side: int) -> None:
    """Raises NoRow if sorted ids of an input have one twice."""
    same = ids[1:] == ids[:-1]
    if same.any():
        raise NoRow(side, int(ids[int(np.argmax(same))]), "another body has it, too; wanted each id once", "duplicate_id")


def open_ids(path: Path) -> Any:
    return np.memmap(path, np.uint64, "r") if path.stat().st_size else np.empty(0, np.uint64)


def ranges_to_compare(paths: list[Path], at_once: int) -> list[tuple[int, int]]:
    """Ranges [first, last] of ids, each of about so many, that have all that could be twice; [] if nothing could."""
    ends = sorted((int(ids[0]), int(ids[-1])) for path in paths if len(ids := open_ids(path)))
    if all(low > high for (_, high), (low, _) in zip(ends, ends[1:])):
        return []
    total = sum(path.stat().st_size for path in paths) // 8
    parts = -(-total // at_once)
    some = np.sort(np.concatenate([np.asarray(open_ids(path)[:: 8 * parts]) for path in paths]))
    borders = np.unique(some[np.linspace(0, len(some) - 1, parts + 1).astype(int)[1:-1]]).tolist()
    lows, highs = [0, *borders], [*(b - 1 for b in borders), 2**64 - 1]
    return [(low, high) for low, high in zip(lows, highs) if low <= high]


def compare(paths: list[Path], side: int, low: int, high: int) -> None:
    """Raises NoRow if pieces of an input have an id of the range [low, high] twice."""
    parts = []
    for path in paths:
        ids = open_ids(path)
        first, last = np.searchsorted(ids, np.uint64(low)), np.searchsorted(ids, np.uint64(high), side="right")
        parts.append(np.asarray(ids[first:last]))
    refuse_doubles(np.sort(np.concatenate(parts)), side)
