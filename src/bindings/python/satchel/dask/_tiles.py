"""Tiles: a KD tree of half-open boxes that covers the plane.

A pair belongs to the tile that holds its reference point, the larger min-x and the larger min-y of its two boxes: to one
tile, whatever the tiles are. Both bodies of the pair are in that tile, because each body is in every tile that its box
meets (enlarged by the margin, since boxes that are only near do not hold the reference point).
"""

from __future__ import annotations

import heapq
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


def cut_of(x: Array, y: Array, weights: Array) -> tuple[int, float] | None:
    """(axis, value) that halves the weights across the longer side; None: all points are one."""
    spans = [np.ptp(x), np.ptp(y)] if len(x) else [0.0, 0.0]
    for axis in sorted((0, 1), key=lambda k: -spans[k]):
        if spans[axis] > 0:
            along = (x, y)[axis]
            order = np.argsort(along, kind="stable")
            values, sums = along[order], np.cumsum(weights[order])
            k = int(np.searchsorted(sums, sums[-1] / 2))
            value = values[min(k, len(values) - 1)]
            if value == values[0]:  # nothing would be below
                value = values[np.searchsorted(values, value, side="right")]
            return axis, float(value)
    return None


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
    """The tree, and the pairs estimated for each leaf, from the boxes of a sample.

    ``tiles``: so many, as far as points differ; None: until no leaf has more pairs or bodies than the limits.
    """
    x, y = boxes[0], boxes[1]
    pairs = weights_of(boxes, scale, margin)
    weights = pairs + scale  # a body costs something without pairs too
    tree = Tree()
    leaves = {0: np.arange(len(x))}
    parents: dict[int, tuple[int, int]] = {}
    heap = [(-weights.sum(), 0)]
    while heap and (tiles is None or len(leaves) < tiles):
        _, leaf = heapq.heappop(heap)
        rows = leaves[leaf]
        if tiles is None and pairs[rows].sum() <= most_pairs and scale * len(rows) <= most_bodies:
            continue
        cut = cut_of(x[rows], y[rows], weights[rows])
        if cut is None:
            continue
        axis, value = cut
        is_below = (x, y)[axis][rows] < value
        other = len(leaves)
        node = len(tree.cuts)
        tree.cuts.append((axis, value, ~leaf, ~other))
        if leaf in parents:
            parent, side = parents[leaf]
            whole = tree.cuts[parent]
            tree.cuts[parent] = (*whole[:2], *(node if s == side else child for s, child in enumerate(whole[2:])))  # type: ignore[assignment]
        parents[leaf], parents[other] = (node, 0), (node, 1)
        low, high = list(tree.regions[leaf]), list(tree.regions[leaf])
        low[2 + axis] = high[axis] = value
        tree.regions[leaf] = tuple(low)  # type: ignore[assignment]
        tree.regions.append(tuple(high))  # type: ignore[arg-type]
        leaves[leaf], leaves[other] = rows[is_below], rows[~is_below]
        for k in (leaf, other):
            heapq.heappush(heap, (-weights[leaves[k]].sum(), k))
    return tree, np.array([pairs[leaves[k]].sum() for k in range(len(leaves))])
