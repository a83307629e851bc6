"""Non-maximum suppression of boxes in the plane, and of boxes with a height."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from .._errors import Error
from .._threads import limited
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
    its class and its image is larger than ``threshold`` (0 to 1). ``scores`` (n,), finite; ``classes`` and ``images`` (n,) of integers, or
    None: all of one. A list of arrays ``boxes``, one an image, takes lists of ``scores`` and ``classes``, and gives a list of indices
    within each image; all images are one call.

    Raises satchel.Error: as `iou`; size_mismatch; not_finite, out_of_range (threshold). O(n log n + pairs of one class and image that meet).
    """
    given = _Given(boxes, scores, classes, images, 2 if format == "corners" else 1)
    its = boxes_of(given.boxes, format, "boxes", degrees)
    return given.split(_suppress(its, given, threshold, threads))


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
    given = _Given(boxes, scores, classes, images, 1)
    return given.split(_suppress(volumes_of(given.boxes, format, "boxes", degrees).above, given, threshold, threads))


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
    given = _Given(boxes, scores, classes, images, 1)
    its = volumes_of(given.boxes, format, "boxes", degrees)
    order, groups = given.order(len(its.z), threshold), given.groups(len(its.z))
    with limited(threads):
        scene, ids = its.above.scene
    pairs = _core.find_pairs(scene, worlds=groups[ids].astype(np.uint32), threads=threads)
    areas = _core.overlap_areas(scene, pairs, threads=threads)
    a, b, own = ids[pairs[:, 0]], ids[pairs[:, 1]], areas_of(scene, threads)
    is_above = ious_of(areas, its, a, own[pairs[:, 0]], its, b, own[pairs[:, 1]]) > threshold
    return given.split(_greedy(order, a[is_above], b[is_above]))


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


def _suppress(boxes: Boxes, given: _Given, threshold: float, threads: int | None) -> Indices:
    order, groups = given.order(len(boxes), threshold), given.groups(len(boxes))
    with limited(threads):
        scene, ids = boxes.scene
    if threshold >= 1 or len(order) == 0:  # no IoU is larger
        return order
    is_kept = ~boxes.has_size
    by_rank = np.empty(len(order))
    by_rank[order] = np.arange(len(order), 0, -1)
    if len(ids):
        is_kept[ids[_core.nms_of_scene(scene, by_rank[ids], threshold, groups[ids], threads=threads)]] = True
    return order[is_kept[order]]


class _Given:
    """The arguments of a call. Lists of arrays, one an image, are joined, and what is kept is split again."""

    def __init__(self, boxes: Any, scores: Any, classes: Any, images: Any, row_dimensions: int) -> None:
        self.boxes, self.scores, self.classes, self.images = boxes, scores, classes, images
        self.counts: list[int] | None = None
        is_list = isinstance(boxes, (list, tuple)) and len(boxes) > 0
        if not is_list or not all(_is_image(image, 1 + row_dimensions) for image in boxes):
            return
        if images is not None:
            raise Error("images: a list of arrays says already of which image a box is", "unknown_value", "images")
        self.counts = [len(image) for image in boxes]
        self.boxes = _joined([np.asarray(_core._as_array(image, "boxes")) for image in boxes])
        self.scores = _joined_numbers(scores, self.counts, "scores", *_SCORES)
        self.classes = None if classes is None else _joined_numbers(classes, self.counts, "classes", *_INTEGERS)
        self.images = np.repeat(np.arange(len(self.counts)), self.counts)

    def order(self, count: int, threshold: float) -> Indices:
        """By falling score, then by index. Checks the threshold, too."""
        scores = _numbers(self.scores, count, "scores", *_SCORES)
        wrong = ~np.isfinite(scores)
        if wrong.any():
            at = int(np.argmax(wrong))
            raise Error(f"scores: score {at} is {scores[at]}; give every box a finite number", "not_finite", "scores", at)
        if not 0 <= threshold <= 1:
            raise Error(f"threshold {threshold}; wanted 0 to 1", "out_of_range", "threshold")
        return count - 1 - np.argsort(scores[::-1], kind="stable")[::-1]

    def groups(self, count: int) -> Indices:
        """A number for each pair of class and image."""
        groups = np.zeros(count, np.intp)
        for value, name in ((self.classes, "classes"), (self.images, "images")):
            if value is None:
                continue
            different, its = np.unique(_numbers(value, count, name, *_INTEGERS), return_inverse=True)
            _, groups = np.unique(groups * len(different) + its, return_inverse=True)
        return groups

    def split(self, kept: Indices) -> Any:
        if self.counts is None:
            return kept
        starts = np.cumsum([0, *self.counts])
        of_kept = self.images[kept]
        by_image = np.argsort(of_kept, kind="stable")
        within = (kept - starts[of_kept])[by_image]
        return np.split(within, np.cumsum(np.bincount(of_kept, minlength=len(self.counts)))[:-1])


# Kinds of dtypes, and what they are in words.
_SCORES = ("fiu", "numbers")
_INTEGERS = ("iu", "integers")


def _is_image(value: Any, axes: int) -> bool:
    """Whether it is an array of boxes of so many axes, or empty: an image without boxes."""
    if hasattr(value, "ndim"):
        return bool(value.ndim == axes or (value.ndim > 0 and len(value) == 0))
    return isinstance(value, (list, tuple)) and len(value) == 0


def _joined(arrays: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """All arrays as one. Those without elements have no say in its type."""
    filled = [array for array in arrays if array.size] or [np.empty(0, np.intp)]
    joined = np.concatenate(filled)
    if joined.dtype.kind == "f" and all(array.dtype.kind in "iu" for array in filled):  # int64 beside uint64
        return np.unique(np.concatenate([array.astype(object) for array in filled]), return_inverse=True)[1]
    return joined


def _joined_numbers(arrays: Any, counts: list[int], name: str, kinds: str, wanted: str) -> npt.NDArray[Any]:
    if not isinstance(arrays, (list, tuple)) or len(arrays) != len(counts):
        raise Error(f"{name}: a list of {len(counts)} arrays is needed, one for each array of boxes", "size_mismatch", name)
    for k, (one, count) in enumerate(zip(arrays, counts)):
        if len(one) != count:
            raise Error(f"{name}[{k}] has {len(one)} elements; wanted {count}: one a box", "size_mismatch", name, k)
    return _joined([_numbers(one, count, name, kinds, wanted) for one, count in zip(arrays, counts)])


def _numbers(value: Any, count: int, name: str, kinds: str, wanted: str) -> npt.NDArray[Any]:
    """An array of one number a box."""
    numbers = np.asarray(_core._as_array(value, name))
    if numbers.size == 0:
        numbers = np.empty(0, np.intp)
    if numbers.dtype.kind not in kinds:
        raise TypeError(f"{name} has dtype {numbers.dtype}; wanted {wanted}")
    if numbers.shape != (count,):
        raise Error(f"{name} has shape {numbers.shape}; wanted ({count},): one a box", "size_mismatch", name)
    return numbers
