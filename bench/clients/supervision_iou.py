"""supervision (OpenCV inside): oriented IoU of all detections with all of the ground truth, and non-maximum suppression."""

import cv2
import numpy as np
import satchel
import supervision
from supervision.detection.utils.iou_and_nms import oriented_box_non_max_suppression

from harness import Case, corners, detections


def same_ious(ours, theirs):
    error = np.abs(ours - theirs).max()
    assert error < 1e-4, error
    return f"IoUs within {error:.0e}; {np.count_nonzero(theirs):,} above 0"


def same_kept(ours, theirs):
    assert np.array_equal(np.sort(ours), np.sort(theirs))
    return f"the same {len(ours):,} kept"


def iou(wanted, found, dtype, threads):
    with satchel.num_threads(threads):
        return satchel.iou(wanted[:, None], found[None], dtype=dtype)


def cases(scale):
    objects, count = int(200 * scale), int(1000 * scale)
    boxes, scores = detections(count, objects, 5)
    truth, _ = detections(objects, objects, 6)
    crowd = [np.concatenate([rows[:, :2] % 30, rows[:, 2:]], 1) for rows in (truth, boxes)]  # a square of the size of a box
    for first, second, words in ((truth, boxes, "spread"), (*crowd, "in a crowd")):
        wanted, found = corners(first), corners(second)
        for dtype, aim in ((np.float32, 50), (np.float64, None)):
            yield Case(
                f"IoU of {len(wanted):,} boxes with {len(found):,}, {words}, as a matrix, in {np.dtype(dtype)}",
                "oriented_box_iou_batch (float32 inside)",
                len(wanted) * len(found),
                "entry",
                lambda threads: iou(wanted, found, dtype, threads),
                lambda: supervision.oriented_box_iou_batch(wanted, found),
                same_ious,
                aim,
            )
    found = corners(boxes)
    predictions = np.concatenate([np.zeros((count, 4)), scores[:, None]], 1)
    rectangles = [((x, y), (w, h), angle) for x, y, w, h, angle in boxes.tolist()]
    for other, call in (
        ("oriented_box_non_max_suppression", lambda: np.flatnonzero(oriented_box_non_max_suppression(predictions, found, 0.5))),
        ("cv2.dnn.NMSBoxesRotated", lambda: cv2.dnn.NMSBoxesRotated(rectangles, scores.tolist(), 0.0, 0.5)),
    ):
        yield Case(
            f"non-maximum suppression of {count:,} boxes",
            other,
            count,
            "box",
            lambda threads: satchel.nms(boxes, scores, 0.5, degrees=True, threads=threads),
            call,
            same_kept,
        )
