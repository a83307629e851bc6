"""Boxes of data sets as rows of the format ``xyzlwhr``."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._errors import Error
from ._formats import Doubles, rows_of


def from_kitti(labels: Any) -> Doubles:
    """(n, 7) of the format ``xyzlwhr`` of KITTI's labels (n, 7): height, width, length, x, y, z, rotation_y, in the camera's frame.

    There x points to the right, y down, z ahead, and (x, y, z) is the middle of the bottom. Here x points ahead, y to the left, z up:
    the axes of the lidar, around the origin of the camera.
    """
    rows = rows_of(labels, (7,), "labels", "height, width, length, x, y, z, rotation_y")
    height, width, length, x, y, z, turn = rows.T
    return np.stack([z, -x, height / 2 - y, length, width, height, -turn - np.pi / 2], axis=-1)


def from_mmdet3d(boxes: Any) -> Doubles:
    """(n, 7) of the format ``xyzlwhr`` of mmdet3d's boxes in the frame of the lidar or of the depth sensor: (n, 7), or more columns,
    which are ignored (velocities). Their z is that of the bottom."""
    array = _core._as_array(boxes, "boxes")
    if array.ndim == 2 and array.shape[1] > 7:
        array = array[:, :7]
    rows = rows_of(array, (7,), "boxes", "x, y, z of the bottom, length, width, height, yaw").copy()
    rows[:, 2] += rows[:, 5] / 2
    return rows


def from_nuscenes(translation: Any, size: Any, rotation: Any) -> Doubles:
    """(n, 7) of the format ``xyzlwhr`` of nuScenes' annotations: ``translation`` (n, 3) is the centre, ``size`` (n, 3) width, length,
    height, ``rotation`` (n, 4) a quaternion w, x, y, z of any length.

    A box with a pitch or a roll above 1e-6 radians is refused (out_of_range, with its index).
    """
    centre = rows_of(translation, (3,), "translation", "x, y, z")
    sizes = rows_of(size, (3,), "size", "width, length, height")
    turns = rows_of(rotation, (4,), "rotation", "a quaternion w, x, y, z")
    for name, its in (("size", sizes), ("rotation", turns)):
        if len(its) != len(centre):
            raise Error(f"{name} has {len(its)} rows; wanted {len(centre)}, as translation", "size_mismatch", name)
    largest = np.abs(turns).max(axis=1, keepdims=True)
    if (largest == 0).any():
        at = int(np.argmax(largest == 0))
        raise Error(f"rotation: box {at}: the quaternion is 0; wanted one of any other length", "out_of_range", "rotation", at)
    turns = turns / largest
    squared = (turns * turns).sum(axis=1)
    w, x, y, z = turns.T
    roll = np.arctan2(2 * (w * x + y * z), squared - 2 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2 * (w * y - z * x) / squared, -1, 1))
    for name, angle in (("pitch", pitch), ("roll", roll)):
        wrong = np.abs(angle) > 1e-6
        if wrong.any():
            at = int(np.argmax(wrong))
            raise Error(
                f"rotation: box {at} has a {name} of {angle[at]:.6g} radians; boxes with yaw alone are needed",
                "out_of_range",
                "rotation",
                at,
            )
    yaw = np.arctan2(2 * (w * z + x * y), squared - 2 * (y * y + z * z))
    return np.column_stack([centre, sizes[:, [1, 0, 2]], yaw])
