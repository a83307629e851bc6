"""Boxes of each format, as polygons of a scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .._core import Scene
from .._doubles import doubles
from .._errors import Error, about_boxes
from .._poses import poses_at

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Boxes:
    """The boxes of one array: box k has the corners ``offsets[k]``, counter-clockwise, around the pose ``poses[k]``."""

    name: str  #: the argument
    offsets: Doubles  #: (n, 4, 2)
    poses: Doubles  #: (n, 4): x, y, cos, sin
    has_size: npt.NDArray[np.bool_]  #: (n,)
    is_upright: bool  #: whether no box of this format is rotated

    def __len__(self) -> int:
        return len(self.has_size)

    @cached_property
    def scene(self) -> tuple[Scene, npt.NDArray[np.intp]]:
        """A scene of the boxes that have a size, and the box that each body is."""
        ids = np.flatnonzero(self.has_size)
        scene = Scene(np.float64)
        if len(ids):
            with about_boxes(self.name, ids):
                scene.add_bodies(scene.add_polygons(self.offsets[ids]), self.poses[ids])
        return scene, ids

    def corners(self) -> Doubles:
        """(n, 4, 2), relative to the position of the pose."""
        cos, sin = self.poses[:, 2, np.newaxis], self.poses[:, 3, np.newaxis]
        x, y = self.offsets[..., 0], self.offsets[..., 1]
        return np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)


def rows_of(value: Any, shape: tuple[int, ...], name: str, wanted: str) -> Doubles:
    """An array of finite doubles of the shape (n, *shape)."""
    rows = doubles(value, name)
    if rows.size == 0 and rows.ndim == 1:  # []
        rows = np.empty((0, *shape))
    if rows.ndim != 1 + len(shape) or rows.shape[1:] != shape:
        sizes = ", ".join(str(size) for size in shape)
        raise Error(f"{name} has shape {rows.shape}; wanted (n, {sizes}): {wanted}", "wrong_shape", name)
    wrong = np.flatnonzero(~np.isfinite(rows).all(axis=tuple(range(1, rows.ndim))))
    if len(wrong):
        at = int(wrong[0])
        raise Error(
            f"{name}: box {at} is {rows[at].tolist()}; finite numbers are needed, so leave such boxes out",
            "not_finite",
            name,
            at,
        )
    return rows


def refuse(wrong: Any, name: str, text: Callable[[int], str]) -> None:
    """Refuses the first box that is wrong."""
    if wrong.any():
        at = int(np.argmax(wrong))
        raise Error(f"{name}: box {at}: {text(at)}", "out_of_range", name, at)


_SIGNS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def _centred(rows: Doubles, name: str, degrees: bool) -> Boxes:
    """Of rows cx, cy, width, height, and the angle, if there is one."""
    x, y, sizes = rows[:, 0], rows[:, 1], rows[:, 2:4]
    refuse(
        (sizes < 0).any(axis=1),
        name,
        lambda at: f"width {sizes[at, 0]} and height {sizes[at, 1]} have to be 0 or larger",
    )
    angles = rows[:, 4] if rows.shape[1] > 4 else np.zeros(len(rows))
    if degrees:
        angles = np.deg2rad(angles)
    with about_boxes(name):
        poses = poses_at(x, y, angles)
    has_size = (sizes[:, 0] > 0) & (sizes[:, 1] > 0)
    return Boxes(name, sizes[:, np.newaxis] * _SIGNS, poses, has_size, rows.shape[1] == 4)


def _upright(rows: Doubles, name: str) -> Boxes:
    """Of rows min x, min y, max x, max y."""
    refuse(
        (rows[:, 2] < rows[:, 0]) | (rows[:, 3] < rows[:, 1]),
        name,
        lambda at: f"the upper corner ({rows[at, 2]}, {rows[at, 3]}) is below or left of the lower one ({rows[at, 0]}, {rows[at, 1]})",
    )
    has_size = (rows[:, 2] > rows[:, 0]) & (rows[:, 3] > rows[:, 1])
    return _placed(rows[:, [[0, 1], [2, 1], [2, 3], [0, 3]]], has_size, name, True)


def _quadrilaterals(corners: Doubles, name: str) -> Boxes:
    sign, has_size = _orientations(corners)
    corners = np.where((sign < 0)[:, np.newaxis, np.newaxis], corners[:, [0, 3, 2, 1]], corners)
    return _placed(corners, has_size, name, False)


def _placed(corners: Doubles, has_size: npt.NDArray[np.bool_], name: str, is_upright: bool) -> Boxes:
    """Each polygon around its first corner, if the offsets from there are exact, so that precision does not depend on the place."""
    at = corners[:, :1]
    offsets = corners - at
    rest = offsets - corners
    is_exact = ((corners - (offsets - rest)) - (at + rest) == 0).all(axis=(1, 2))  # Knuth's error of a difference
    poses = np.zeros((len(corners), 4))
    poses[:, :2] = np.where(is_exact[:, np.newaxis], at[:, 0], 0)
    poses[:, 2] = 1
    return Boxes(name, np.where(is_exact[:, np.newaxis, np.newaxis], offsets, corners), poses, has_size, is_upright)


def _orientations(corners: Doubles) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """The signs of areas, and whether a quadrilateral has any width; exact."""
    x, y = corners[..., 0], corners[..., 1]
    x, y = x[:, 1:] - x[:, :1], y[:, 1:] - y[:, :1]
    left, right = x[:, :-1] * y[:, 1:], x[:, 1:] * y[:, :-1]
    twice = (left - right).sum(axis=1)
    sign = np.sign(twice).astype(np.int8)
    has_size = np.ones(len(corners), np.bool_)
    unsure = np.abs(twice) <= 2.0**-50 * (np.abs(left) + np.abs(right)).sum(axis=1)
    has_size[unsure & ((x == 0).all(axis=1) | (y == 0).all(axis=1))] = False
    for k in np.flatnonzero(unsure & has_size):
        points = [(Fraction(float(p)), Fraction(float(q))) for p, q in corners[k]]
        sides = [(p - points[0][0], q - points[0][1]) for p, q in points[1:]]
        crosses = [p[0] * q[1] - p[1] * q[0] for p, q in ((sides[0], sides[1]), (sides[1], sides[2]), (sides[0], sides[2]))]
        area = crosses[0] + crosses[1]
        sign[k] = (area > 0) - (area < 0)
        has_size[k] = any(crosses)
    return sign, has_size


_FORMATS: dict[str, tuple[tuple[int, ...], str]] = {
    "xyxy": ((4,), "min x, min y, max x, max y"),
    "cxcywh": ((4,), "centre x, centre y, width, height"),
    "cxcywhr": ((5,), "centre x, centre y, width, height, angle"),
    "xywhr": ((5,), "centre x, centre y, width, height, angle"),
    "corners": ((4, 2), "four corners in turn"),
}


def boxes_of(value: Any, format: str, name: str, degrees: bool = False) -> Boxes:
    """The boxes of an array in one of the formats of the plane."""
    if format not in _FORMATS:
        raise Error(f"format {format!r}; wanted one of {', '.join(_FORMATS)}", "unknown_value", "format")
    shape, wanted = _FORMATS[format]
    rows = rows_of(value, shape, name, wanted)
    if format == "xyxy":
        return _upright(rows, name)
    if format == "corners":
        return _quadrilaterals(rows, name)
    return _centred(rows, name, degrees)
