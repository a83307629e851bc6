"""Areas of convex hulls of few points, many at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._outlines import convex_hulls

Doubles = npt.NDArray[np.float64]


def hull_areas(points: Doubles) -> Doubles:
    """(n,): the areas of the convex hulls of (n, k, 2) points."""
    count, length, _ = points.shape
    # Differences of coordinates may lie below the least magnitude that a hull takes.
    points = np.where(np.abs(points) < 2.0**-200, 0, points).reshape(-1, 2)
    return convex_hulls(points, np.arange(count + 1, dtype=np.uint32) * np.uint32(length)).areas
