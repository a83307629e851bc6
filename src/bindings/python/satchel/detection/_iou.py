"""Intersection over union of boxes in the plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from .. import _core
from .._core import Scene
from .._errors import Error
from .._threads import limited
from ._formats import Boxes, Doubles, boxes_of
from ._hulls import hull_areas

Mode = Literal["iou", "iof", "giou"]


@dataclass(frozen=True)
class BoxPairs:
    """Pairs of boxes with an IoU above a threshold, sorted by (a, b): one element a pair in each array."""

    a: npt.NDArray[np.intp]  #: the box of `a`
    b: npt.NDArray[np.intp]  #: the box of `b`
    iou: Doubles  #: IoU, or what ``mode`` asks for

    def __len__(self) -> int:
        return len(self.a)


@overload
def iou(
    a: Any, b: Any, *, format: str, mode: Mode = ..., aligned: bool = ..., threshold: None = ..., degrees: bool = ...,
    threads: int | None = ...,
) -> Doubles: ...
@overload
def iou(
    a: Any, b: Any, *, format: str, mode: Mode = ..., aligned: bool = ..., threshold: float, degrees: bool = ...,
    threads: int | None = ...,
) -> BoxPairs: ...
def iou(
    a: Any,
    b: Any,
    *,
    format: str,
    mode: Mode = "iou",
    aligned: bool = False,
    threshold: float | None = None,
    degrees: bool = False,
    threads: int | None = None,
) -> Doubles | BoxPairs:
    """Intersection over union of the n boxes ``a`` and the m boxes ``b``: (n, m), or (n,) of a[i] and b[i] if ``aligned``.

    ``format`` is one of the plane (see the module). With a ``threshold`` of 0 or more: the pairs above it alone, BoxPairs, which is
    the form for many boxes: it takes memory for the pairs that meet, not for all n x m.

    ``mode="iof"`` is the intersection over the area of a's box. ``mode="giou"`` is IoU - (C - U) / C, from -1 to 1: U is the area of
    the union, C that of the convex hull of both boxes, or, for "xyxy" and "cxcywh", of the box around both; 0 if C is 0.

    The IoU of two boxes that are equal is 1, without rounding; of turned ones whose longer side is 2^52 times the shorter or more,
    corners may coincide, and it may be 0. Otherwise the error is at most 16 u D d / A, with u = 2^-53, D the
    longer side of the box around both, d that of the smaller box, A its area, for boxes whose corners around the centre are rounded to
    doubles; where the difference of two given corners is no double, D is the largest coordinate. ``mode="giou"``: 2^-44 D^2 / C more.
    Boxes without size have IoU 0.

    Raises satchel.Error: wrong_shape, not_finite, out_of_range, unknown_value; not_convex and others of a polygon, of corners.
    O((n + m) log(n + m) + pairs whose bounding boxes meet); "giou" O(n x m).
    """
    return _of_boxes(boxes_of(a, format, "a", degrees), boxes_of(b, format, "b", degrees), mode, aligned, threshold, threads)


def _of_boxes(
    a: Boxes, b: Boxes, mode: str, aligned: bool, threshold: float | None, threads: int | None
) -> Doubles | BoxPairs:
    if mode not in ("iou", "iof", "giou"):
        raise Error(f"mode {mode!r}; wanted 'iou', 'iof' or 'giou'", "unknown_value", "mode")
    check_form(a, b, aligned, threshold)
    if threshold is not None and mode == "giou":
        raise Error("threshold: pairs that do not meet have a GIoU, too, so that no list is short", "unknown_value", "threshold")

    def ask(scene_a: Scene, scene_b: Scene, pairs: Any) -> Any:
        if mode == "iof":
            return _core.overlap_measures(scene_a, scene_b, pairs, threads=threads).fraction
        return _core.ious(scene_a, scene_b, pairs, threads=threads)

    meeting = Meeting(a, b, aligned, threads)
    values = ask(meeting.scene_a, meeting.scene_b, meeting.pairs)
    if threshold is not None:
        return meeting.above(values, threshold)
    dense = meeting.spread(values)
    return _generalized(a, b, dense, aligned, threads) if mode == "giou" else dense


def check_form(a: Boxes, b: Boxes, aligned: bool, threshold: float | None) -> None:
    if aligned and len(a) != len(b):
        raise Error(f"{len(a)} boxes a and {len(b)} boxes b; aligned needs as many", "size_mismatch", "b")
    if threshold is not None and aligned:
        raise Error("threshold: give it without aligned, which has one IoU a box", "unknown_value", "threshold")
    if threshold is not None and not 0 <= threshold <= 1:
        raise Error(f"threshold {threshold}; wanted 0 to 1", "out_of_range", "threshold")


class Meeting:
    """Scenes of two arrays of boxes, and the pairs of bodies that may overlap."""

    def __init__(self, a: Boxes, b: Boxes, aligned: bool, threads: int | None) -> None:
        with limited(threads):
            self.scene_a, ids_a = a.scene
            self.scene_b, ids_b = b.scene
        self.shape: tuple[int, ...] = (len(a),) if aligned else (len(a), len(b))
        self.aligned = aligned
        if aligned:
            both = np.flatnonzero(a.has_size & b.has_size)
            self.a = self.b = both
            self.pairs = np.stack([np.searchsorted(ids_a, both), np.searchsorted(ids_b, both)], axis=-1).astype(np.uint32)
        else:
            self.pairs = _core.find_pairs(self.scene_a, self.scene_b, threads=threads)
            self.a, self.b = ids_a[self.pairs[:, 0]], ids_b[self.pairs[:, 1]]

    def spread(self, values: Any) -> Doubles:
        """The values of all pairs of boxes; 0 where none is given."""
        dense = np.zeros(self.shape)
        dense[self.a if self.aligned else (self.a, self.b)] = values
        return dense

    def above(self, values: Any, threshold: float) -> BoxPairs:
        is_above = values > threshold
        return BoxPairs(self.a[is_above], self.b[is_above], values[is_above])


def areas_of(scene: Scene, threads: int | None) -> Any:
    """The areas of all bodies, in place as `overlap_areas` has them: those of shapes may differ by rounding."""
    bodies = np.arange(scene.body_count, dtype=np.uint32)
    return _core.overlap_areas(scene, np.stack([bodies, bodies], axis=-1), threads=threads)


def _spread_areas(boxes: Boxes, threads: int | None) -> Doubles:
    scene, ids = boxes.scene
    areas = np.zeros(len(boxes))
    areas[ids] = areas_of(scene, threads)
    return areas


def _generalized(a: Boxes, b: Boxes, ious: Doubles, aligned: bool, threads: int | None) -> Doubles:
    corners_a, corners_b = a.corners(), b.corners()
    areas_a, areas_b = _spread_areas(a, threads), _spread_areas(b, threads)
    flat = ious.reshape(-1)
    result = np.empty_like(flat)
    at_once = 1 << 16
    for first in range(0, flat.size, at_once):
        place = np.arange(first, min(first + at_once, flat.size))
        i, j = (place, place) if aligned else np.divmod(place, len(b))
        apart = (b.poses[j, :2] - a.poses[i, :2])[:, np.newaxis]
        points = np.concatenate([corners_a[i], corners_b[j] + apart], axis=1)
        around = np.ptp(points, axis=1).prod(axis=1) if a.is_upright else hull_areas(points)
        own = flat[place]
        both = areas_a[i] + areas_b[j]
        union = both - both * (own / (1 + own))
        has_hull = around > 0
        excess = np.where(has_hull, 1 - union / np.where(has_hull, around, 1), 0)
        result[place] = own - np.clip(excess, 0, 1)
    return result.reshape(ious.shape)
