"""powerboxes, in double: the area that its IoU means."""

import importlib.metadata

import numpy as np
import powerboxes
from pairs import answer_all, boxes_of


def area(a, b):
    boxes = boxes_of(a, b)
    if boxes is None:
        return None
    p, q = (np.array([box]) for box in boxes)
    try:
        iou = 1 - powerboxes.rotated_iou_distance(p, q)[0, 0]
    except BaseException as error:  # a panic of Rust is no Exception
        raise RuntimeError(error) from None
    both = boxes[0][2] * boxes[0][3] + boxes[1][2] * boxes[1][3]
    return float(iou * both / (1 + iou))


answer_all("powerboxes", importlib.metadata.version("powerboxes"), {"area by rotated_iou_distance": area})
