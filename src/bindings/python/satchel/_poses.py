"""Poses of arrays x, y, angle."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _core
from ._doubles import doubles


def poses_at(
    x: npt.ArrayLike, y: npt.ArrayLike, angle: npt.ArrayLike, *, reference: tuple[float, float] = (0.0, 0.0)
) -> npt.NDArray[np.float64]:
    """Poses (..., 4): x, y, cos, sin, of arrays x, y and angle (radians), which are broadcast.

    `reference` is the point of the shape's frame that lies at (x, y), as the middle of a vehicle's rear axle: (-1.4, 0). Cosine
    and sine have the same bits on every machine. Raises satchel.Error: not_finite, out_of_range (an angle beyond 2^30).
    """
    xs, ys, angles = np.broadcast_arrays(*(doubles(v, n) for v, n in ((x, "x"), (y, "y"), (angle, "angle"))))
    rows = np.stack([xs, ys, angles], axis=-1)
    reference_x, reference_y = (float(number) for number in reference)
    return _core._poses_at(rows.reshape(-1, 3), reference_x, reference_y).reshape(*rows.shape[:-1], 4)
