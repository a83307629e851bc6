"""Areas of convex hulls of few points, many at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]


def hull_areas(points: Doubles) -> Doubles:
    """(n,): the areas of the convex hulls of (n, k, 2) points. (Andrew, "Another efficient algorithm for convex hulls", 1979.)"""
    order = np.lexsort((points[..., 1], points[..., 0]), axis=-1)
    sorted_points = np.take_along_axis(points, order[..., np.newaxis], axis=1)
    twice: Doubles = _swept(sorted_points) + _swept(sorted_points[:, ::-1])
    return 0.5 * twice


def _swept(points: Doubles) -> Any:
    """Twice the area between the origin and the lower chain of each row's points, which are sorted."""
    count, length, _ = points.shape
    rows = np.arange(count)
    chain = np.zeros((count, length, 2))
    size = np.zeros(count, np.intp)
    for k in range(length):
        point = points[:, k]
        while True:
            last, before = chain[rows, size - 1], chain[rows, size - 2]
            turn = (last[:, 0] - before[:, 0]) * (point[:, 1] - before[:, 1]) - (last[:, 1] - before[:, 1]) * (
                point[:, 0] - before[:, 0]
            )
            is_inside = (size >= 2) & (turn <= 0)
            if not is_inside.any():
                break
            size -= is_inside
        chain[rows, size] = point
        size += 1
    step = chain[:, :-1, 0] * chain[:, 1:, 1] - chain[:, :-1, 1] * chain[:, 1:, 0]
    return np.where(np.arange(1, length) < size[:, np.newaxis], step, 0).sum(axis=1)
