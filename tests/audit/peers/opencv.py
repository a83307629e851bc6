"""OpenCV, in float."""

import cv2
import numpy as np
from pairs import answer_all, boxes_of


def convex(a, b):
    return float(cv2.intersectConvexConvex(np.array(a, np.float32), np.array(b, np.float32))[0])


def rectangles(a, b):
    boxes = boxes_of(a, b)
    if boxes is None:
        return None
    p, q = boxes
    kind, points = cv2.rotatedRectangleIntersection(((p[0], p[1]), (p[2], p[3]), p[4]), ((q[0], q[1]), (q[2], q[3]), q[4]))
    return cv2.contourArea(cv2.convexHull(points)) if kind and points is not None and len(points) > 2 else 0.0


answer_all("OpenCV", cv2.__version__, {"area by intersectConvexConvex": convex, "area by rotatedRectangleIntersection": rectangles})
