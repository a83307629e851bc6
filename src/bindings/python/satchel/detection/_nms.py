"""Non-maximum suppression of boxes in the plane, and of boxes with a height."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from .._errors import Error
from ._formats import Boxes, boxes_of
from ._iou import areas_of
from ._volumes import ious_of, volumes_of

Indices = npt.NDArray[np.intp]


def nms(
    boxes: Any,
    scores: Any,
    threshold: float,
    *,
    classes: Any = None,
    images: Any = None,
    format: str,
    degrees: bool = False,
    threads: int | None = None,
) -> Any:
    """Non-maximum suppression: the indices of the boxes to keep, by falling score.

    Goes through the boxes by falling score, of equal scores the lower index first, and keeps a box unless its IoU with a kept one of
    its class and its image is larger than ``threshold`` (0 to 1). ``scores`` (n,); ``classes`` and ``images`` (n,) of integers, or
    None: all of one. A list of arrays ``boxes``, one an image, takes lists of ``scores`` and ``classes``, and gives a list of indices
    within each image; all images are one call.

    Raises satchel.Error: as `iou`; size_mismatch; not_finite, out_of_range (threshold). O(n log n + pairs of one class and image that meet).
    """
    if _is_list_of_images(boxes, 2 if format == "corners" else 1):
        return _of_images(nms, boxes, scores, threshold, classes, images, format=format, degrees=degrees, threads=threads)
    its = boxes_of(boxes, format, "boxes", degrees)
    return _suppress(its, scores, threshold, _groups(len(its), classes, images), threads)


def nms_bev(
    boxes: Any,
    scores: Any,
    threshold: float,
    *,
    classes: Any = None,
    images: Any = None,
    format: str = "xyzlwhr",
    degrees: bool = False,
    threads: int | None = None,
) -> Any:
    """`nms` of boxes with a height as seen from above, by `iou_bev`."""
    if _is_list_of_images(boxes, 1):
        return _of_images(nms_bev, boxes, scores, threshold, classes, images, format=format, degrees=degrees, threads=threads)
    its = volumes_of(boxes, format, "boxes", degrees).above
    return _suppress(its, scores, threshold, _groups(len(its), classes, images), threads)


def nms3d(
    boxes: Any,
    scores: Any,
    threshold: float,
    *,
    classes: Any = None,
    images: Any = None,
    format: str = "xyzlwhr",
    degrees: bool = False,
    threads: int | None = None,
) -> Any:
    """`nms` of boxes with a height by the IoU of their volumes, `iou3d`.

    O(n log n + pairs of one class and image that meet as seen from above), memory included.
    """
    if _is_list_of_images(boxes, 1):
        return _of_images(nms3d, boxes, scores, threshold, classes, images, format=format, degrees=degrees, threads=threads)
    its = volumes_of(boxes, format, "boxes", degrees)
    order = _order(scores, len(its.z))
    _check_threshold(threshold)
    groups = _groups(len(its.z), classes, images)
    scene, ids = its.above.scene()
    pairs = _core.find_pairs(scene, worlds=groups[ids].astype(np.uint32), threads=threads)
    areas = _core.overlap_areas(scene, pairs, threads=threads)
    a, b, own = ids[pairs[:, 0]], ids[pairs[:, 1]], areas_of(scene)
    is_above = ious_of(areas, its, a, own[pairs[:, 0]], its, b, own[pairs[:, 1]]) > threshold
    return _greedy(order, a[is_above], b[is_above])


def _greedy(order: Indices, a: Indices, b: Indices) -> Indices:
    """What is left of `order` if each kept one takes away the later ones with which it is a pair."""
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    first, second = np.minimum(rank[a], rank[b]), np.maximum(rank[a], rank[b])
    second = second[np.argsort(first, kind="stable")]
    ends = np.cumsum(np.bincount(first, minlength=len(order)))
    is_kept = np.ones(len(order), np.bool_)
    begin = 0
    for k, end in enumerate(ends.tolist()):
        if end > begin and is_kept[k]:
            is_kept[second[begin:end]] = False
        begin = end
    return order[is_kept]


def _suppress(boxes: Boxes, scores: Any, threshold: float, groups: Indices, threads: int | None) -> Indices:
    order = _order(scores, len(boxes))
    _check_threshold(threshold)
    if threshold >= 1 or len(order) == 0:  # no IoU is larger
        return order
    scene, ids = boxes.scene()
    is_kept = ~boxes.has_size
    by_rank = np.empty(len(order))
    by_rank[order] = np.arange(len(order), 0, -1)
    if len(ids):
        is_kept[ids[_core.nms_of_scene(scene, by_rank[ids], threshold, groups[ids], threads=threads)]] = True
    return order[is_kept[order]]


def _order(scores: Any, count: int) -> Indices:
    """By falling score, then by index."""
    numbers = np.asarray(_core._as_array(scores, "scores"))
    if numbers.size == 0:
        numbers = np.empty(0)
    if numbers.dtype.kind not in "fiu":
        raise TypeError(f"scores has dtype {numbers.dtype}; wanted numbers")
    if numbers.shape != (count,):
        raise Error(f"scores has shape {numbers.shape}; wanted ({count},): one a box", "size_mismatch", "scores")
    if numbers.dtype.kind == "f" and np.isnan(numbers).any():
        at = int(np.argmax(np.isnan(numbers)))
        raise Error(f"scores: score {at} is nan; give every box a number", "not_finite", "scores", at)
    return count - 1 - np.argsort(numbers[::-1], kind="stable")[::-1]


def _check_threshold(threshold: float) -> None:
    if not 0 <= threshold <= 1:
        raise Error(f"threshold {threshold}; wanted 0 to 1", "out_of_range", "threshold")


def _groups(count: int, classes: Any, images: Any) -> Indices:
    """A number for each pair of class and image."""
    groups = np.zeros(count, np.intp)
    for value, name in ((classes, "classes"), (images, "images")):
        if value is None:
            continue
        numbers = np.asarray(_core._as_array(value, name))
        if numbers.size == 0:
            numbers = np.empty(0, np.intp)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"{name} has dtype {numbers.dtype}; wanted integers")
        if numbers.shape != (count,):
            raise Error(f"{name} has shape {numbers.shape}; wanted ({count},): one a box", "size_mismatch", name)
        different, its = np.unique(numbers, return_inverse=True)
        _, groups = np.unique(groups * len(different) + its, return_inverse=True)
    return groups


def _is_list_of_images(boxes: Any, row_dimensions: int) -> bool:
    return isinstance(boxes, (list, tuple)) and len(boxes) > 0 and all(
        getattr(image, "ndim", 0) == 1 + row_dimensions for image in boxes
    )


def _of_images(
    ask: Any, boxes: Any, scores: Any, threshold: float, classes: Any, images: Any, **more: Any
) -> list[Indices]:
    if images is not None:
        raise Error("images: a list of arrays says already of which image a box is", "unknown_value", "images")
    lists = [("scores", scores)] + ([] if classes is None else [("classes", classes)])
    for name, its in lists:
        if not isinstance(its, (list, tuple)) or len(its) != len(boxes):
            raise Error(f"{name}: a list of {len(boxes)} arrays is needed, one for each array of boxes", "size_mismatch", name)
        for k, (image, one) in enumerate(zip(boxes, its)):
            if len(one) != len(image):
                raise Error(f"{name}[{k}] has {len(one)} elements; wanted {len(image)}: one a box", "size_mismatch", name, k)
    counts = [len(image) for image in boxes]
    starts = np.cumsum([0, *counts])
    joined = [np.concatenate([np.asarray(_core._as_array(one, name)) for one in its]) for name, its in [("boxes", boxes), *lists]]
    kept = ask(
        joined[0], joined[1], threshold, classes=joined[2] if len(joined) > 2 else None,
        images=np.repeat(np.arange(len(counts)), counts), **more,
    )
    image = np.searchsorted(starts, kept, side="right") - 1
    return [kept[image == k] - starts[k] for k in range(len(counts))]
