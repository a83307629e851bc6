"""powerboxes: non-maximum suppression of rotated boxes by an R-tree."""

import numpy as np
import powerboxes
import satchel

from harness import Case, detections


def survived(count, objects):
    """Detections on which powerboxes does not panic: it does on some, where an intersection has more than 8 vertices."""
    for seed in range(7, 100):
        boxes, scores = detections(count, objects, seed)
        try:
            powerboxes.rtree_rotated_nms(boxes, scores, 0.5, 0.0)
        except BaseException as error:
            if "Panic" not in type(error).__name__:
                raise
            continue
        return boxes, scores, seed - 7
    raise RuntimeError("powerboxes panics on each of them")


def cases(scale):
    for count, each in ((1_000, 10), (10_000, 10), (100_000, 10), (10_000, 2)):
        count = int(count * scale)
        boxes, scores, panics = survived(count, count // each)

        def same(ours, theirs):
            assert np.array_equal(ours, theirs)
            return f"the same {len(ours):,} kept" + (f"; powerboxes panicked on {panics} sets before this one" if panics else "")

        yield Case(
            f"non-maximum suppression of {count:,} boxes, {each} an object",
            "rtree_rotated_nms",
            count,
            "box",
            lambda threads: satchel.nms(boxes, scores, 0.5, degrees=True, threads=threads),
            lambda: powerboxes.rtree_rotated_nms(boxes, scores, 0.5, 0.0),
            same,
            2,
        )
