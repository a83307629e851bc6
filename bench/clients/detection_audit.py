#!/usr/bin/env python3
"""How many IoUs of rotated boxes are wrong, by library and family: detection_audit.py [PAIRS] [--seed N].

PAIRS (20,000) pairs of each family go through every library that is installed (bench/clients/requirements.txt; torchvision by
hand: it brings torch). An IoU is wrong if it is off by more than 1e-6. The right one is computed in exact fractions from corners
that are placed relative to the first box in double precision. Numbers are those that single precision has, so that no library
rounds its input; opencv, supervision and torchvision's input (float32) are made of them without loss. Prints a Markdown table,
then the boxes of known reports. About ten minutes.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

Rows = Any  # (n, 5): centre x, centre y, width, height, angle in degrees
too_far = 1e-6
signs = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def offsets_of(rows: Rows) -> Any:
    """Corners around the centre."""
    angle = np.deg2rad(rows[:, 4])[:, np.newaxis]
    local = rows[:, np.newaxis, 2:4] * signs
    x, y = local[..., 0], local[..., 1]
    return np.stack([np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y], -1)


def exact_iou(a: Rows, b: Rows) -> float:
    """Of two rows."""
    p, q = ([(Fraction(float(x)), Fraction(float(y))) for x, y in offsets_of(one[np.newaxis])[0]] for one in (a, b))
    move = [Fraction(float(b[k])) - Fraction(float(a[k])) for k in (0, 1)]
    q = [(x + move[0], y + move[1]) for x, y in q]
    common = p
    for k in range(4):
        o, to, left = q[k - 1], q[k], []
        sides = [(to[0] - o[0]) * (y - o[1]) - (to[1] - o[1]) * (x - o[0]) for x, y in common]
        for m, (point, side) in enumerate(zip(common, sides)):
            before, last = common[m - 1], sides[m - 1]
            if (last < 0) != (side < 0):
                t = last / (last - side)
                left.append((before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])))
            if side >= 0:
                left.append(point)
        common = left
    areas = [abs(sum(s[k - 1][0] * s[k][1] - s[k][0] * s[k - 1][1] for k in range(len(s)))) / 2 for s in (p, q, common)]
    return float(areas[2] / (areas[0] + areas[1] - areas[2]))


def single(rows: Rows) -> Rows:
    return rows.astype(np.float32).astype(np.float64)


def families(n: int, seed: int) -> dict[str, tuple[Rows, Rows]]:
    r = np.random.default_rng(seed)
    a = single(np.stack([r.uniform(-50, 50, n), r.uniform(-50, 50, n), r.uniform(1, 40, n), r.uniform(1, 40, n), r.uniform(-180, 180, n)], 1))
    along = np.deg2rad(a[:, 4])
    half = single(a * [1, 1, 0.5, 1, 1])
    near = single(a + r.uniform(-1, 1, a.shape) * [1e-4, 1e-4, 1e-4, 1e-4, 1e-3])
    thin = single(a * [1, 1, 1, 1e-3, 1])
    touching = a.copy()
    touching[:, 0] += np.cos(along) * a[:, 2]
    touching[:, 1] += np.sin(along) * a[:, 2]
    far = single(a + [1e6, -1e6, 0, 0, 0])
    moved = r.uniform(-1, 1, (n, 5)) * [0.5, 0.5, 0, 0, 30] * a[:, [2, 3, 2, 3, 2]] / [1, 1, 1, 1, 40]
    return {
        "identical": (a, a.copy()),
        "inside, edges in line": (a, half),
        "nearly equal": (a, near),
        "thin": (thin, single(thin + r.uniform(-1, 1, a.shape) * [0.5, 0.01, 0, 0, 1])),
        "1e6 from zero": (far, single(far + moved)),
        "touching": (a, single(touching)),
    }


# Boxes of reports of wrong IoUs; detectron2 counts angles counter-clockwise with y down, so that they have the other sign here.
reports = {
    "detectron2 #1207, apart": ([160, 153, 230, 23, 37], [190, 127, 80, 21, 46]),
    "detectron2 #2154, nearly equal": (
        [296.6620178222656, 458.73883056640625, 23.515729904174805, 47.677001953125, -0.08795166015625],
        [296.66201, 458.73882, 23.51573, 47.67702, -0.087951],
    ),
    "detectron2 #2167, nearly equal": (
        [2563.74462890625, 1436.7901611328125, 2174.703369140625, 214.0950012207031, -115.11834716796875],
        [2563.74462890625, 1436.790283203125, 2174.702880859375, 214.09495544433594, -115.11835479736328],
    ),
    "detectron2 #4961, overlap in this sense of the angle": (
        [1010.5, 860.00012207, 12.20655537, 48.82622528, -55.00798035],
        [1022, 870.49993896, 10.81665134, 43.26660919, -56.30992889],
    ),
    "OpenCV #23546, edges in line": (
        [824.6421183672817, 280.28737007069833, 565, 140, -177.80506896972656],
        [567.3310438828003, 270.42527355719545, 275, 50, 92.19493103027344],
    ),
    "rotated_maskrcnn #46, equal": ([672.4067, 290.7776, 791.0275, 38.9333, 34.1454],) * 2,
}


def satchel_ious(a: Rows, b: Rows) -> Any:
    from satchel import detection

    return detection.iou(a, b, format="cxcywhr", aligned=True, degrees=True)


def opencv_ious(a: Rows, b: Rows) -> Any:
    import cv2

    result = np.zeros(len(a))
    for k, (p, q) in enumerate(zip(a.tolist(), b.tolist())):
        kind, points = cv2.rotatedRectangleIntersection(((p[0], p[1]), (p[2], p[3]), p[4]), ((q[0], q[1]), (q[2], q[3]), q[4]))
        area = cv2.contourArea(cv2.convexHull(points)) if kind and points is not None and len(points) > 2 else 0.0
        result[k] = area / (p[2] * p[3] + q[2] * q[3] - area)
    return result


def supervision_ious(a: Rows, b: Rows) -> Any:
    import supervision

    p, q = (offsets_of(rows) + rows[:, np.newaxis, :2] for rows in (a, b))
    return np.array([supervision.oriented_box_iou_batch(p[k : k + 1], q[k : k + 1])[0, 0] for k in range(len(p))])


def powerboxes_ious(a: Rows, b: Rows) -> Any:
    import powerboxes

    result = np.full(len(a), np.nan)
    for k in range(len(a)):
        try:
            result[k] = 1 - powerboxes.rotated_iou_distance(a[k : k + 1], b[k : k + 1])[0, 0]
        except BaseException as error:  # a panic of Rust, which counts as wrong
            if "Panic" not in type(error).__name__:
                raise
    return result


def shapely_ious(a: Rows, b: Rows) -> Any:
    import shapely

    p, q = (shapely.polygons(offsets_of(rows) + rows[:, np.newaxis, :2]) for rows in (a, b))
    common = shapely.area(shapely.intersection(p, q))
    return common / (shapely.area(p) + shapely.area(q) - common)


def torchvision_ious(a: Rows, b: Rows) -> Any:
    import torch
    from torchvision.ops import box_iou

    p, q = (torch.from_numpy(rows * [1, 1, 1, 1, -1]).float() for rows in (a, b))  # it turns counter-clockwise with y down
    return np.array([float(box_iou(p[k : k + 1], q[k : k + 1], fmt="cxcywhr")[0, 0]) for k in range(len(p))])


libraries: dict[str, tuple[str, Callable[[Rows, Rows], Any]]] = {
    "Satchel": ("satchel", satchel_ious),
    "OpenCV": ("opencv-python-headless", opencv_ious),
    "supervision": ("supervision", supervision_ious),
    "powerboxes": ("powerboxes", powerboxes_ious),
    "Shapely": ("shapely", shapely_ious),
    "torchvision": ("torchvision", torchvision_ious),
}


def installed() -> dict[str, Callable[[Rows, Rows], Any]]:
    result = {}
    for name, (package, ask) in libraries.items():
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            print(f"{name} is not installed", file=sys.stderr)
            continue
        result[f"{name} {version}"] = ask
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="?", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asked = installed()
    print(f"| wrong of {given.pairs:,} | " + " | ".join(asked) + " |")
    print("|---|" + "---|" * len(asked))
    right = True
    for family, (a, b) in families(given.pairs, given.seed).items():
        want = np.array([exact_iou(p, q) for p, q in zip(a, b)])
        cells = []
        for name, ask in asked.items():
            error = np.abs(ask(a, b) - want)
            wrong = int(np.count_nonzero(~(error <= too_far)))
            cells.append(f"{wrong:,}" + (f" (up to {np.nanmax(error):.1g})" if wrong else ""))
            right = right and (wrong == 0 or not name.startswith("Satchel"))
        print(f"| {family} | " + " | ".join(cells) + " |", flush=True)
    print("\n| report | right | " + " | ".join(asked) + " |")
    print("|---|---|" + "---|" * len(asked))
    for report, boxes in reports.items():
        a, b = (single(np.array([box])) for box in boxes)
        print(f"| {report} | {exact_iou(a[0], b[0]):.9g} | " + " | ".join(f"{ask(a, b)[0]:.9g}" for ask in asked.values()) + " |")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
