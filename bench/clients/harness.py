"""What the clients share: a case, how its answers are compared and its times taken, and workloads."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass
class Case:
    """One question, answered by Satchel and by another library from the same input. Times include the conversion of it."""

    name: str
    """what is asked, of what"""
    other: str
    """the call that Satchel replaces"""
    items: int
    """how many items a call has, for the time of one"""
    unit: str
    """what an item is"""
    ours: Callable[[int | None], Any]
    """the call with Satchel, by a number of threads (None: all cores)"""
    theirs: Callable[[], Any]
    same: Callable[[Any, Any], str]
    """compares both answers: raises AssertionError if they differ, and says what was compared"""
    aim: float | None = None
    """how many times faster Satchel has to be"""


@dataclass
class Outcome:
    client: str
    name: str
    other: str
    unit: str
    items: int
    compared: str
    ours: float
    ours_one_thread: float
    theirs: float
    aim: float | None

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    answer = call()
    return time.perf_counter() - begin, answer


def measure(client: str, case: Case, seconds: float) -> Outcome:
    """Compares the answers, then takes times by turns, so that what else the machine does meets all alike: medians."""
    compared = case.same(case.ours(None), case.theirs())
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    calls = (lambda: case.ours(None), lambda: case.ours(1), case.theirs)
    begin = time.perf_counter()
    # Three rounds at least; a round of many seconds is not repeated.
    while len(times[0]) < (3 if time.perf_counter() - begin < 4 else 1) or (
        time.perf_counter() - begin < seconds and len(times[0]) < 200
    ):
        for taken, call in zip(times, calls):
            taken.append(timed(call)[0])
    ours, one, theirs = (statistics.median(taken) for taken in times)
    return Outcome(client, case.name, case.other, case.unit, case.items, compared, ours, one, theirs, case.aim)


def polygons(count: int, seed: int = 1) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Convex polygons of 4 to 8 vertices, each meeting two others on average: coords and offsets."""
    random = np.random.default_rng(seed)
    corners = random.integers(4, 9, count)
    offsets = np.concatenate([[0], np.cumsum(corners)])
    place = np.arange(offsets[-1]) - np.repeat(offsets[:-1], corners) + random.uniform(-0.3, 0.3, offsets[-1])
    angles = place * 2 * np.pi / np.repeat(corners, corners) + np.repeat(random.uniform(0, 7, count), corners)
    radii, centers = random.uniform(0.5, 1, count), random.uniform(0, 1.7 * np.sqrt(count), (count, 2))
    circle = np.stack([np.cos(angles), np.sin(angles)], -1)
    return circle * np.repeat(radii, corners)[:, None] + np.repeat(centers, corners, 0), offsets


def parcels(count: int, corners: int, seed: int = 1) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], float]:
    """Rings around points of a jittered grid, closed: coords, where the rings begin and end, and the side of all."""
    random = np.random.default_rng(seed)
    columns = int(np.ceil(np.sqrt(count)))
    cell = np.arange(count)
    center = np.stack([cell % columns, cell // columns], -1) * 30 + random.uniform(0, 30, (count, 2))
    angles = (np.arange(corners) + random.uniform(-0.4, 0.4, (count, corners))) * 2 * np.pi / corners
    ring = center[:, None] + np.stack([np.cos(angles), np.sin(angles)], -1) * random.uniform(8, 20, (count, corners))[..., None]
    coords = np.concatenate([ring, ring[:, :1]], 1).reshape(-1, 2)
    return coords, np.arange(count + 1) * (corners + 1), 30.0 * (columns + 1)


def trajectories(count: int, steps: int, spread: float, seed: int) -> np.ndarray[Any, Any]:
    """Cars that follow arcs on a street, a pose every tenth of a second: (count, steps, 3)."""
    random = np.random.default_rng(seed)
    x, y, heading = random.uniform(0, spread, count), random.uniform(-8, 8, count), random.uniform(-0.1, 0.1, count)
    speed, curvature = random.uniform(5, 15, count), random.uniform(-0.03, 0.03, count)
    angle = heading[:, None] + (curvature * speed)[:, None] * np.arange(steps) * 0.1
    way = speed[:, None] * 0.1
    return np.stack([x[:, None] + np.cumsum(np.cos(angle) * way, 1), y[:, None] + np.cumsum(np.sin(angle) * way, 1), angle], -1)


def detections(count: int, objects: int, seed: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Rotated boxes as a detector gives them, several an object: (count, 5) cx, cy, w, h, degrees; and scores."""
    random = np.random.default_rng(seed)
    side = 50 * np.sqrt(objects)
    center, size = random.uniform(0, side, (objects, 2)), random.uniform(10, 30, (objects, 2))
    angle, which = random.uniform(-90, 90, objects), random.integers(0, objects, count)
    boxes = np.concatenate(
        [
            center[which] + random.normal(0, 1.5, (count, 2)),
            size[which] * random.uniform(0.9, 1.1, (count, 2)),
            (angle[which] + random.normal(0, 4, count))[:, None],
        ],
        1,
    )
    return boxes, random.permutation(count) / count


def corners(boxes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The corners of rotated boxes, (n, 4, 2)."""
    x, y, w, h, angle = boxes.T
    cos, sin = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    u, v = np.stack([-w, w, w, -w], 1) / 2, np.stack([-h, -h, h, h], 1) / 2
    return np.stack([x[:, None] + cos[:, None] * u - sin[:, None] * v, y[:, None] + sin[:, None] * u + cos[:, None] * v], -1)


def same_pairs(ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> str:
    """Two lists of pairs in any order hold the same."""
    ours, theirs = (pairs[np.lexsort(np.asarray(pairs, np.int64).T[::-1])] for pairs in (ours, theirs))
    assert np.array_equal(ours, theirs), f"{len(ours)} pairs and {len(theirs)}"
    return f"the same {len(ours):,} pairs"
