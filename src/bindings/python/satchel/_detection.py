"""Non-maximum suppression of rotated boxes, and intersection over union of polygons, without a scene."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Scene
from ._doubles import doubles
from ._elementwise import _where_boxes_meet
from ._errors import Error, about_boxes
from ._progress import Progress
from ._threads import limited


def scene_of_boxes(boxes: Any, *, degrees: bool = False, dtype: Any = np.float64) -> Scene:
    """A scene of rotated boxes as detectors give them: body i is box i.

    ``boxes`` is (n, 5): centre x, centre y, width, height, angle in radians, or in degrees. A positive angle turns the x
    axis towards the y axis. Centres keep double precision in a scene of float32 too.
    """
    rows = doubles(boxes, "boxes")
    if rows.size == 0 and rows.ndim == 1:  # []
        rows = np.empty((0, 5))
    if rows.ndim != 2 or rows.shape[1] != 5:
        raise Error(f"boxes has shape {rows.shape}; wanted (n, 5): cx, cy, w, h, angle", "wrong_shape", "boxes")
    flat = np.flatnonzero(~((rows[:, 2] > 0) & (rows[:, 3] > 0)))
    if len(flat):
        at = int(flat[0])
        raise Error(
            f"box {at}: width {rows[at, 2]} and height {rows[at, 3]} have to be larger than 0; leave the box out",
            "out_of_range",
            "boxes",
            at,
        )
    signs = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    scene = Scene(dtype)
    if len(rows) == 0:
        return scene
    poses = rows[:, [0, 1, 4]].copy()
    if degrees:
        poses[:, 2] = np.deg2rad(poses[:, 2])
    with about_boxes("boxes"):
        scene.add_bodies(scene.add_polygons((rows[:, np.newaxis, 2:4] * signs).astype(dtype)), poses)
    return scene


def nms(
    boxes: Any,
    scores: Any,
    threshold: float,
    classes: Any = None,
    *,
    degrees: bool = False,
    dtype: Any = np.float64,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.uint32]:
    """Non-maximum suppression: the indices of the boxes to keep, by descending score (uint32).

    Goes through the boxes by descending score, of equal scores the lower index first, and keeps a box unless its IoU with
    a kept one of its class is larger than ``threshold`` (0 to 1). ``boxes`` is (n, 5): cx, cy, w, h, angle in radians, or
    in degrees with ``degrees=True``; or a Scene, whose bodies are meant. ``scores`` (n,); ``classes`` (n,) of integers, or
    None: all of one class. ``dtype=np.float32`` compares IoUs of single precision, and is faster; scores are compared as
    given, in double precision. ``progress(done, all)`` is called after a second.
    """
    with limited(threads):
        scene = boxes if isinstance(boxes, Scene) else scene_of_boxes(boxes, degrees=degrees, dtype=dtype)
    return _core.nms_of_scene(scene, scores, threshold, classes, threads=threads, progress=progress)


def iou(
    p: Any, q: Any, *, dtype: Any = np.float64, threads: int | None = None, progress: Progress | None = None
) -> Any:
    """Intersection over union of convex polygons, 0 to 1. Arguments as of `intersects`.

    ``dtype=np.float32`` rounds the vertices of each polygon, relative to a point of its own, to single precision: the
    IoU is right to about six digits, and comes several times as fast. A polygon that is then clockwise or not convex counts
    as its hull; one that is left without area is refused.
    """
    return _where_boxes_meet(p, q, _core.ious, dtype, dtype, threads=threads, progress=progress)
