"""Boxes of some bodies, for the plan."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ._bodies import Array, boxes_of
from ._input import Input
from ._read import Piece, sample_bodies


def sample_size(tiles: int) -> int:
    """How many bodies are sampled for so many tiles: two thousand each, so that an estimate is good to a few percent, and
    over a hundred each where that would be too many."""
    return min(max(2048 * tiles, 1 << 13), max(1 << 16, 128 * tiles), 1 << 20)


def shares_of(pieces: list[list[Piece]], size: int) -> list[list[int]]:
    """How many bodies of each piece are in a sample of so many of all: the same share of all rows, however small pieces are."""
    rows = [piece.rows for side in pieces for piece in side]
    share = min(1.0, size / max(1, sum(rows)))
    counts = iter(np.diff(np.floor(share * np.cumsum([0, *rows]) + 0.5).astype(int)).tolist())
    return [[next(counts) for _ in side] for side in pieces]


@dataclass
class Sample:
    boxes: list[Array]
    vertex_bytes: int
    """of these bodies"""


def sample_piece(source: Input, piece: Piece, wanted: int, rows: int) -> Sample:
    """Bodies from all over a piece of the first file."""
    found = list(sample_bodies(source, replace(piece, file=0), wanted, rows))
    parts = [boxes_of(batch) for batch in found]
    boxes = [np.concatenate([p[k] for p in parts]) if parts else np.empty(0) for k in range(4)]
    return Sample(boxes, sum(batch.nbytes for batch in found))
