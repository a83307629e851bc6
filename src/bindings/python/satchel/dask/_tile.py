"""The join of one tile: a task."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from .. import _core as typed_core
from .._core import Scene
from .._errors import Error
from . import _answer
from ._bodies import Array, boxes_of
from ._scene import scene_of
from ._tiles import Region, cut_of, everywhere, halves, holds, meets

_core: Any = typed_core  # calls with one scene or two


@dataclass(frozen=True)
class Question:
    """What is asked of the pairs."""

    question: str
    keep: str
    margin: float
    max_pairs: int
    """limit of the candidate pairs of a tile"""
    threads: int


@dataclass
class Side:
    """The bodies of one side of the join."""

    batches: list[Any]
    table: Scene | None

    def within(self, region: Region, margin: float) -> Side:
        chosen = [b.filter(pa.array(meets(boxes_of(b), region, margin))) for b in self.batches]
        return Side([b for b in chosen if len(b)], self.table)

    def boxes(self) -> list[Array]:
        parts = [boxes_of(b) for b in self.batches]
        return [np.concatenate([p[k] for p in parts]) if parts else np.empty(0) for k in range(4)]


def join_region(sides: list[Side], region: Region, question: Question) -> tuple[_answer.Columns, int]:
    """(rows sorted by (a, b), candidate pairs) of the pairs whose reference point is in the region.

    A region with more pairs than the limit is cut in two until each half has fewer. Raises Error where no cut helps.
    """
    made = [scene_of(side.batches, side.table) for side in sides]
    scenes = tuple(scene for scene, _ in made)
    ids = (made[0][1], made[-1][1])
    try:
        pairs = _core.find_pairs(
            *scenes, margin=question.margin, max_pairs=question.max_pairs, threads=question.threads
        )
    except Error as error:
        if error.code != "too_many_pairs":
            raise
        del made, scenes
        return _join_halves(sides, region, question, ids)
    pairs = _of_region(scenes, pairs, region)
    return _answer.ask(scenes, ids, pairs, question.question, question.keep, question.threads), len(pairs)


def _of_region(scenes: tuple[Scene, ...], pairs: Array, region: Region) -> Array:
    """The pairs whose reference point is in the region."""
    if region == everywhere:
        return pairs
    corners = [scene.bounding_boxes()[:, :2] for scene in scenes]
    inside = [holds(c[:, 0], c[:, 1], region) for c in corners]
    a, b = pairs[:, 0], pairs[:, 1]
    keep = inside[0][a] & inside[-1][b]  # then so is the reference point
    rest = np.flatnonzero(~keep)
    point = np.maximum(corners[0][a[rest]], corners[-1][b[rest]])
    keep[rest] = holds(point[:, 0], point[:, 1], region)
    return pairs if keep.all() else pairs[keep]


def _join_halves(
    sides: list[Side], region: Region, question: Question, ids: tuple[Array, Array]
) -> tuple[_answer.Columns, int]:
    boxes = [side.boxes() for side in sides]
    x, y = (np.clip(np.concatenate([b[k] for b in boxes]), region[k], region[k + 2]) for k in (0, 1))
    cut = cut_of(x, y, np.ones(len(x)))
    if cut is not None and region[cut[0]] < cut[1] < region[2 + cut[0]]:
        found = []
        for half in halves(region, *cut):
            found.append(join_region([side.within(half, question.margin) for side in sides], half, question))
        return _answer.sorted_rows([rows for rows, _ in found]), sum(count for _, count in found)
    some = np.unique(np.concatenate(ids))
    names = ", ".join(str(i) for i in some[:8]) + (f" and {len(some) - 8} more" if len(some) > 8 else "")
    raise Error(
        f"more than {question.max_pairs} pairs in one spot, {tuple(float(v) for v in (x[0], y[0]))}, that no cut divides: "
        f"of the bodies {names}. Remove bodies that are there many times, or give a larger max_pairs (a pair takes some 120 bytes)",
        "too_many_pairs",
        "max_pairs",
    )


def join_tile(
    path: Path, condition: Path, load: Callable[[], list[Side]], region: Region, question: Question
) -> dict[str, Any]:
    """Writes the file of a tile unless it is there, if the file `condition` is; returns its summary."""
    if (known := _answer.read_summary(path)) is not None:
        return known
    begun = time.monotonic()
    sides = load()
    bodies = sum(len(b) for side in sides for b in side.batches)
    rows, pairs = join_region(sides, region, question)
    summary = {
        "rows": len(rows["a"]),
        "pairs": pairs,
        "bodies": bodies,
        "hash": list(_answer.hash_of(rows)),
        "bytes": sum(b.nbytes for side in sides for b in side.batches),
    }
    _answer.write_rows(path, rows, summary, condition)
    return summary | {"seconds": round(time.monotonic() - begun, 3)}
