"""The join of one tile: a task. It takes no more memory than it is given, or says that the tile has to be divided."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

from .. import _core as typed_core
from .._core import Scene
from .._errors import Error
from .._threads import limited
from . import _answer
from ._bodies import Array, boxes_of
from ._errors import NoMemory
from ._memory import memory_of
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


class TooMuch(Exception):
    """A tile needs more memory than its task has, or has more pairs than its limit."""


@dataclass
class Budget:
    """What the task of a tile may take, and what it has taken."""

    room: int
    """bytes"""
    divides: bool
    """whether tiles that take more are divided; otherwise the task does what it can"""
    name: str
    """of the tile, for errors"""
    bodies: int = 0
    """bytes of bodies"""

    def add(self, batch: Any) -> None:
        """Counts bodies. Raises TooMuch, but if the tile cannot be divided."""
        vertices = batch.column("vertices").nbytes / 16 if "vertices" in batch.schema.names else 0
        self.bodies += memory_of(len(batch), vertices)
        if self.bodies > self.room and self.divides:
            raise TooMuch


@dataclass
class Found:
    """The rows of the regions of a tile. Rows that do not fit into memory are counted, so that it is known what they take."""

    budget: Budget
    pieces: list[_answer.Columns] = field(default_factory=list)
    pairs: int = 0
    bytes: int = 0
    """of rows"""
    kept: int | None = None
    """the pairs whose rows did fit; None: all did"""

    def add(self, pairs: int, ask: Callable[[], _answer.Columns]) -> None:
        self.pairs += pairs
        if self.kept is not None:
            return
        self.pieces.append(ask())
        self.bytes += _answer.bytes_of(self.pieces[-1])
        if len(self.pieces) > 1 and self._taken() > self.budget.room:
            self.kept, self.pieces = self.pairs, []

    def _taken(self) -> float:
        """Bytes that it takes to sort the rows: once each, a column twice, the order; the bodies are there, too."""
        return self.budget.bodies + 1.7 * self.bytes

    def most_pairs(self, most: int) -> int:
        """How many pairs there may be at once."""
        left = self.budget.room - self.budget.bodies - (self.bytes if self.kept is None else 0)
        return int(min(most, max(left / memory_of(0, 0, 1), 1 << 12)))

    def rows(self) -> _answer.Columns:
        """All rows, sorted by (a, b). Raises NoMemory."""
        if self.kept is not None:
            self.bytes = int(self.bytes * (self.pairs / self.kept))
            raise NoMemory(f"{self.budget.name}, with {self.pairs} pairs,", int(self._taken()))
        return _answer.sorted_rows(self.pieces)


@dataclass
class Side:
    """The bodies of one side of the join."""

    batches: list[Any]
    table: Scene | None
    number: int

    def within(self, region: Region, margin: float) -> Side:
        chosen = [b.filter(pa.array(meets(boxes_of(b), region, margin))) for b in self.batches]
        return Side([b for b in chosen if len(b)], self.table, self.number)

    def boxes(self) -> list[Array]:
        parts = [boxes_of(b) for b in self.batches]
        return [np.concatenate([p[k] for p in parts]) if parts else np.empty(0) for k in range(4)]


def join_region(sides: list[Side], region: Region, question: Question, found: Found) -> None:
    """Finds the rows of the pairs whose reference point is in the region.

    A region with more pairs than the limit is cut in two until each half has fewer. Raises Error where no cut helps, and TooMuch
    if the tile is to be divided instead.
    """
    with limited(question.threads):
        made = [scene_of(side.batches, side.table, side.number) for side in sides]
    scenes = tuple(scene for scene, _ in made)
    ids = (made[0][1], made[-1][1])
    most = found.most_pairs(question.max_pairs)
    try:
        pairs = _core.find_pairs(*scenes, margin=question.margin, max_pairs=most, threads=question.threads)
    except Error as error:
        if error.code != "too_many_pairs":
            raise
        if found.budget.divides:
            raise TooMuch from None
        del made, scenes
    else:
        pairs = _of_region(scenes, pairs, region)
        found.add(
            len(pairs), lambda: _answer.ask(scenes, ids, pairs, question.question, question.keep, question.threads)
        )
        return
    _join_halves(sides, region, question, found, most)


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


def _join_halves(sides: list[Side], region: Region, question: Question, found: Found, most: int) -> None:
    boxes = [side.boxes() for side in sides]
    x, y = (np.clip(np.concatenate([b[k] for b in boxes]), region[k], region[k + 2]) for k in (0, 1))
    cut = cut_of(x, y, np.ones(len(x)))
    spot = tuple(float(v) for v in (x[0], y[0]))
    del boxes, x, y
    if cut is not None and region[cut[0]] < cut[1] < region[2 + cut[0]]:
        for half in halves(region, *cut):
            join_region([side.within(half, question.margin) for side in sides], half, question, found)
        return
    some = np.unique(np.concatenate([b.column("id").to_numpy() for side in sides for b in side.batches]))
    names = ", ".join(str(i) for i in some[:8]) + (f" and {len(some) - 8} more" if len(some) > 8 else "")
    what = f"more than {most} pairs in one spot, {spot}, that no cut divides: of the bodies {names}"
    if most < question.max_pairs:  # as the memory is
        bodies = [sum(len(b) for b in side.batches) for side in sides]
        pairs = bodies[0] * bodies[-1] / (1 if len(sides) > 1 else 2)
        raise NoMemory(f"{found.budget.name} has {what}. It", found.budget.bodies + memory_of(0, 0, pairs))
    raise Error(
        f"{what}. Remove bodies that are there many times, or give a larger max_pairs (a pair takes some 120 bytes)",
        "too_many_pairs",
        "max_pairs",
    )


def join_tile(
    path: Path, condition: Path, load: Callable[[Budget], list[Side]], region: Region, question: Question, budget: Budget
) -> dict[str, Any] | None:
    """Writes the file of a tile unless it is there, if the file `condition` is; returns its summary. None: it takes more memory
    than there is, and has to be divided."""
    if (known := _answer.read_summary(path, region)) is not None:
        return known
    begun = time.monotonic()
    found = Found(budget)
    try:
        sides = load(budget)
        join_region(sides, region, question, found)
    except TooMuch:
        return None
    summary = {
        "pairs": found.pairs,
        "bodies": sum(len(b) for side in sides for b in side.batches),
        "bytes": sum(b.nbytes for side in sides for b in side.batches),
        "region": list(region),
    }
    del sides
    rows = found.rows()
    summary |= {"rows": len(rows["a"]), "hash": list(_answer.hash_of(rows))}
    _answer.write_rows(path, rows, summary, condition)
    return summary | {"seconds": round(time.monotonic() - begun, 3)}
