"""Boxes of some bodies, for the plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ._bodies import Array, boxes_of
from ._input import Input, Piece, read_bodies


def sample_size(tiles: int) -> int:
    """How many bodies are sampled for so many tiles: two thousand each, so that an estimate is good to a few percent, and
    over a hundred each where that would be too many."""
    return min(max(2048 * tiles, 1 << 13), max(1 << 16, 128 * tiles), 1 << 20)


@dataclass
class Sample:
    boxes: list[Array]
    vertex_bytes: int
    """of these bodies"""
    bytes: int
    """read"""


def only(source: Input, file: int) -> Input:
    """The input with one of its files, which is small enough to send."""
    return replace(source, files=(source.files[file],), rows=(source.rows[file],))


def sample_piece(source: Input, piece: Piece, wanted: int, whole: bool) -> Sample:
    """The first bodies of a piece; `whole`: bodies from all over it."""
    parts, vertex_bytes, seen = [], 0, 0
    stride = max(1, piece.rows // max(1, wanted)) if whole else 1
    for batch in read_bodies(source, replace(piece, file=0), rows=(1 << 16) if whole else max(256, wanted)):
        boxes = boxes_of(batch)
        parts.append([column[seen % stride :: stride] for column in boxes])
        vertex_bytes += _bytes_of(batch) * len(parts[-1][0]) // max(1, len(batch))
        seen += len(batch)
        if not whole:
            break
    boxes = [np.concatenate([p[k] for p in parts]) if parts else np.empty(0) for k in range(4)]
    return Sample(boxes, vertex_bytes, piece.bytes * seen // max(1, piece.rows))


def _bytes_of(batch: Any) -> int:
    return int(batch.nbytes)


def is_sorted(samples: list[Sample]) -> bool:
    """Whether the first bodies of pieces are near each other, so that they do not stand for the whole piece."""
    found = [s.boxes for s in samples if len(s.boxes[0]) >= 64]
    if len(found) < 2:
        return False
    for axis in (0, 1):
        spreads = [_spread(b[axis]) for b in found]
        whole = _spread(np.concatenate([b[axis] for b in found]))
        if whole > 0 and np.median(spreads) < 0.6 * whole:
            return True
    return False


def _spread(values: Array) -> float:
    low, high = np.quantile(values, (0.1, 0.9))
    return float(high - low)
