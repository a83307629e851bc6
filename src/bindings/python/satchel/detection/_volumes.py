"""Boxes with a height, which yaw alone turns: their IoU as bodies, and as seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from .. import _core
from .._errors import Error
from ._formats import Boxes, Doubles, boxes_of, refuse, rows_of
from ._iou import BoxPairs, Meeting, Mode, _of_boxes, areas_of, check_form


@dataclass(frozen=True)
class Volumes:
    """Boxes with a height: what they are from above, and their extents along z."""

    above: Boxes
    z: Doubles  #: of the centres
    height: Doubles


def volumes_of(value: Any, format: str, name: str, degrees: bool) -> Volumes:
    if format != "xyzlwhr":
        raise Error(f"format {format!r}; wanted 'xyzlwhr'; from_kitti, from_mmdet3d and from_nuscenes make it", "unknown_value", "format")
    rows = rows_of(value, (7,), name, "centre x, y and z, length, width, height, yaw")
    z, height = rows[:, 2], rows[:, 5]
    refuse(height < 0, name, lambda at: f"height {height[at]} has to be 0 or larger")
    return Volumes(boxes_of(rows[:, [0, 1, 3, 4, 6]], "cxcywhr", name, degrees), z, height)


def common_heights(a: Volumes, i: Any, b: Volumes, j: Any) -> Any:
    """Of boxes a[i] and b[j]; below 0: the gap. Of equal boxes their height, without rounding."""
    middle = 0.5 * a.height[i] + 0.5 * b.height[j] - np.abs(a.z[i] - b.z[j])
    return np.minimum(np.minimum(a.height[i], b.height[j]), middle)


def ious_of(areas: Any, a: Volumes, i: Any, areas_a: Any, b: Volumes, j: Any, areas_b: Any) -> Any:
    """IoUs of boxes a[i] and b[j].

    :param areas: of the intersections, as seen from above
    :param areas_a: of a[i]; areas_b: of b[j]
    """
    common = areas * np.maximum(common_heights(a, i, b, j), 0)
    union = areas_a * a.height[i] + areas_b * b.height[j] - common
    return np.divide(common, union, out=np.zeros_like(common), where=union > 0)


@overload
def iou_bev(
    a: Any, b: Any, *, format: str = ..., mode: Mode = ..., aligned: bool = ..., threshold: None = ..., degrees: bool = ...,
    threads: int | None = ...,
) -> Doubles: ...
@overload
def iou_bev(
    a: Any, b: Any, *, format: str = ..., mode: Mode = ..., aligned: bool = ..., threshold: float, degrees: bool = ...,
    threads: int | None = ...,
) -> BoxPairs: ...
def iou_bev(
    a: Any,
    b: Any,
    *,
    format: str = "xyzlwhr",
    mode: Mode = "iou",
    aligned: bool = False,
    threshold: float | None = None,
    degrees: bool = False,
    threads: int | None = None,
) -> Doubles | BoxPairs:
    """IoU of boxes with a height as seen from above: `iou` of their centres x and y, lengths, widths and yaws."""
    first, second = (volumes_of(value, format, name, degrees).above for value, name in ((a, "a"), (b, "b")))
    return _of_boxes(first, second, mode, aligned, threshold, threads)


@overload
def iou3d(
    a: Any, b: Any, *, format: str = ..., aligned: bool = ..., threshold: None = ..., degrees: bool = ..., threads: int | None = ...
) -> Doubles: ...
@overload
def iou3d(
    a: Any, b: Any, *, format: str = ..., aligned: bool = ..., threshold: float, degrees: bool = ..., threads: int | None = ...
) -> BoxPairs: ...
def iou3d(
    a: Any,
    b: Any,
    *,
    format: str = "xyzlwhr",
    aligned: bool = False,
    threshold: float | None = None,
    degrees: bool = False,
    threads: int | None = None,
) -> Doubles | BoxPairs:
    """IoU of the volumes of n boxes ``a`` and m boxes ``b`` (n, 7), (m, 7): (n, m), or (n,) of a[i] and b[i] if ``aligned``.

    Rows are centre x, y and z, length along x, width along y, height along z, yaw. With a ``threshold`` of 0 or more: the pairs above
    it alone, BoxPairs. Exactly 1 for equal boxes, as in `iou`; 0 for boxes without volume.

    Error: at most 2 (e / A + 4 u Z / H) + 8 u, with u = 2^-53, e the error of the area seen from above (4 u D d: D the longer side of the
    box around both, d that of the smaller box), A the smaller area, H the smaller height, Z the largest |z| + height.
    Raises satchel.Error as `iou` does. O((n + m) log(n + m) + pairs that meet as seen from above).
    """
    first, second = volumes_of(a, format, "a", degrees), volumes_of(b, format, "b", degrees)
    check_form(first.above, second.above, aligned, threshold)
    meeting = Meeting(first.above, second.above, aligned, threads)
    areas = _core.overlap_areas(meeting.scene_a, meeting.scene_b, meeting.pairs, threads=threads)
    i, j = meeting.a, meeting.b
    own_a, own_b = areas_of(meeting.scene_a, threads), areas_of(meeting.scene_b, threads)
    values = ious_of(areas, first, i, own_a[meeting.pairs[:, 0]], second, j, own_b[meeting.pairs[:, 1]])
    return meeting.spread(values) if threshold is None else meeting.above(values, threshold)
