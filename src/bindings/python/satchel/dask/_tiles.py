"""Tiles: a KD tree of half-open boxes that covers the plane.

A pair belongs to the tile that holds its reference point, the larger min-x and the larger min-y of its two boxes: to one
tile, whatever the tiles are. Both bodies of the pair are in that tile, because each body is in every tile that its box
meets (enlarged by the margin, since boxes that are only near do not hold the reference point).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Region = tuple[float, float, float, float]
"""min x, min y, max x, max y; a point is inside if min <= point < max"""

everywhere: Region = (-np.inf, -np.inf, np.inf, np.inf)


@dataclass
class Tree:
    """`cuts` of inner nodes: (axis, value, child below, child above); a child that is negative is the leaf ~child."""

    cuts: list[tuple[int, float, int, int]] = field(default_factory=list)
    regions: list[Region] = field(default_factory=lambda: [everywhere])
    """of each leaf"""

    def members(self, boxes: list[Array], margin: float) -> list[Array]:
        """For each leaf, the indices of the boxes (min x, min y, max x, max y) that meet it, ascending."""
        found: list[Array] = [np.empty(0, np.int64)] * len(self.regions)
        high = [reach(boxes[2], margin), reach(boxes[3], margin)]
        root = 0 if self.cuts else -1
        stack = [(root, np.arange(len(boxes[0])))]
        while stack:
            node, rows = stack.pop()
            if node < 0:
                found[~node] = rows
                continue
            axis, value, below, above = self.cuts[node]
            stack.append((below, rows[boxes[axis][rows] < value]))
            stack.append((above, rows[high[axis][rows] >= value]))
        return found


def reach(most: Array, margin: float) -> Array:
    """The largest coordinates of boxes that are enlarged by the margin, and a few units in the last place more, because
    the search for pairs rounds outward. A body that is in a tile without need changes nothing."""
    if margin == 0:
        return most
    return most + margin + 4 * np.finfo(np.float64).eps * (np.abs(most) + margin)


def meets(boxes: list[Array], region: Region, margin: float) -> Array:
    """Whether each box meets the region, as `Tree.members` has it."""
    inside = (boxes[0] < region[2]) & (boxes[1] < region[3])
    inside &= reach(boxes[2], margin) >= region[0]
    inside &= reach(boxes[3], margin) >= region[1]
    return np.asarray(inside)


def holds(x: Array, y: Array, region: Region) -> Array:
    """Whether points are in the region."""
    return np.asarray((x >= region[0]) & (x < region[2]) & (y >= region[1]) & (y < region[3]))


def halves(region: Region, axis: int, value: float) -> tuple[Region, Region]:
    low, high = list(region), list(region)
    low[2 + axis] = high[axis] = value
    return (low[0], low[1], low[2], low[3]), (high[0], high[1], high[2], high[3])


def cut_of(x: Array, y: Array, weights: Array, share: float = 0.5) -> tuple[int, float] | None:
    """(axis, value) that puts that share of the weights below, across the longer side; None: all points are one."""
    spans = [np.ptp(x), np.ptp(y)] if len(x) else [0.0, 0.0]
    axis = int(spans[1] > spans[0])
    if not spans[axis] > 0:
        return None
    along = (x, y)[axis]
    order = np.argsort(along, kind="stable")
    values, sums = along[order], np.cumsum(weights[order])
    value = values[min(int(np.searchsorted(sums, sums[-1] * share)), len(values) - 1)]
    if value == values[0]:  # nothing would be below
        value = values[np.searchsorted(values, value, side="right")]
    return axis, float(value)


def weights_of(boxes: list[Array], scale: float, margin: float) -> Array:
    """The pairs that each body of a sample stands for, if a body of the sample stands for `scale` bodies.

    Bodies are cut into cells of some thirty. Within a cell positions count as uniform, so two bodies are a pair with the
    probability min(1, (w + w') / cell width) min(1, (h + h') / cell height). A body that is wider than its cell is a pair
    with what lies under its box; these pairs count where the other body is, as their reference points are there.
    """
    x, y = boxes[0], boxes[1]
    width, height = boxes[2] - x + margin / 2, boxes[3] - y + margin / 2
    weights = np.zeros(len(x))
    large = np.zeros(len(x), bool)
    stack = [np.arange(len(x))]
    while stack:
        rows = stack.pop()
        spans = (np.ptp(x[rows]), np.ptp(y[rows])) if len(rows) else (0.0, 0.0)
        if len(rows) > 48 and max(spans) > 0:
            axis = int(spans[1] > spans[0])
            order = np.argpartition((x, y)[axis][rows], len(rows) // 2)
            stack += [rows[order[: len(rows) // 2]], rows[order[len(rows) // 2 :]]]
            continue
        if len(rows) < 2:
            continue
        grow = (len(rows) + 1) / (len(rows) - 1)  # of the span of a sample to that of what it is a sample of
        chance = np.ones(len(rows))
        for size, span in ((width[rows], spans[0] * grow), (height[rows], spans[1] * grow)):
            if span > 0:
                chance *= np.minimum(1, (size + size.mean()) / span)
        weights[rows] = scale * max(scale * len(rows) - 1, 0) * chance / 2
        large[rows] = (width[rows] > 2 * spans[0]) & (height[rows] > 2 * spans[1]) & (max(spans) > 0)
    for row in np.flatnonzero(large)[:256]:
        covered = (x >= x[row]) & (x <= boxes[2][row]) & (y >= y[row]) & (y <= boxes[3][row])
        weights[covered] += scale * scale * max(1.0, large.sum() / 256)
    return weights


def plan_tiles(
    boxes: list[Array], scale: float, margin: float, tiles: int | None, most_pairs: float, most_bodies: float
) -> tuple[Tree, Array]:
    """The tree, and the pairs estimated for each leaf, from the boxes of a sample; leaves weigh about the same.

    ``tiles``: so many, as far as points differ; None: as many as keep each near the limits, at most a third above.
    """
    pairs = weights_of(boxes, scale, margin)
    weights = pairs + scale  # a body costs something without pairs too
    if tiles is None:
        tiles = int(np.ceil(max(pairs.sum() / most_pairs, scale * len(pairs) / most_bodies, 1)))
        limits = most_pairs, most_bodies
    else:
        limits = np.inf, np.inf
    growing = _Growing(boxes[0], boxes[1], weights)
    growing.divide(tiles)
    growing.divide_heavy(lambda rows: pairs[rows].sum() > 1.3 * limits[0] or scale * len(rows) > 1.3 * limits[1])
    return growing.tree, np.array([pairs[growing.leaves[k]].sum() for k in range(len(growing.leaves))])


class _Growing:
    """A tree that grows, with the points of each leaf."""

    def __init__(self, x: Array, y: Array, weights: Array) -> None:
        self.x, self.y, self.weights = x, y, weights
        self.tree = Tree()
        self.leaves = {0: np.arange(len(x))}
        self._parents: dict[int, tuple[int, int]] = {}
        """of each leaf: its node, and which child it is"""

    def divide(self, tiles: int) -> None:
        """Into so many leaves of equal weight; where points are too few, others are divided instead."""
        heap = [(-float(tiles), 0.0, 0)]
        while heap and len(self.leaves) < tiles:
            share, _, leaf = heapq.heappop(heap)
            wanted = max(2, int(-share))
            if (other := self.cut(leaf, (wanted // 2) / wanted)) is None:
                continue
            for k, part in ((leaf, wanted // 2), (other, wanted - wanted // 2)):
                heapq.heappush(heap, (-float(part), -self.weights[self.leaves[k]].sum(), k))

    def divide_heavy(self, is_heavy: Callable[[Array], bool]) -> None:
        """Divides leaves until none is heavy, but for those whose points are one."""
        left = list(self.leaves)
        while left:
            leaf = left.pop()
            if is_heavy(self.leaves[leaf]) and (other := self.cut(leaf, 0.5)) is not None:
                left += [leaf, other]

    def cut(self, leaf: int, share: float) -> int | None:
        """Divides a leaf, which keeps its number below the cut; the number of the new leaf. None: its points are one."""
        rows = self.leaves[leaf]
        cut = cut_of(self.x[rows], self.y[rows], self.weights[rows], share)
        if cut is None:
            return None
        axis, value = cut
        other, node = len(self.leaves), len(self.tree.cuts)
        self.tree.cuts.append((axis, value, ~leaf, ~other))
        if leaf in self._parents:
            parent, side = self._parents[leaf]
            above = self.tree.cuts[parent]
            self.tree.cuts[parent] = (*above[:2], node, above[3]) if side == 0 else (*above[:3], node)
        self._parents[leaf], self._parents[other] = (node, 0), (node, 1)
        below = (self.x, self.y)[axis][rows] < value
        self.leaves[leaf], self.leaves[other] = rows[below], rows[~below]
        region = self.tree.regions[leaf]
        self.tree.regions[leaf], high = halves(region, axis, value)
        self.tree.regions.append(high)
        return other
