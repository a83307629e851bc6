"""A tree a time step, as simulators of recorded traffic make it with shapely: which plans hit which car, and when."""

import numpy as np
import satchel
import shapely

from commonroad import LENGTH, WIDTH, first_hits
from harness import Case, trajectories


def footprints(poses):
    """Polygons of cars at poses (n, 3)."""
    cos, sin = np.cos(poses[:, 2, None]), np.sin(poses[:, 2, None])
    u, v = np.array([1, 1, -1, -1]) * LENGTH / 2, np.array([-1, 1, 1, -1]) * WIDTH / 2
    return shapely.polygons(np.stack([poses[:, 0, None] + cos * u - sin * v, poses[:, 1, None] + sin * u + cos * v], -1))


def tree_a_step(planned, moving):
    first = np.full(len(planned), -1)
    for step in range(planned.shape[1]):
        alive = np.flatnonzero(first < 0)
        tree = shapely.STRtree(footprints(moving[:, step]))
        hit, _ = tree.query(footprints(planned[alive, step]), predicate="intersects")
        first[alive[hit]] = step
    return first


def same(ours, theirs):
    assert np.array_equal(ours.step, theirs)
    return f"the same first step of each trajectory; {np.count_nonzero(theirs >= 0):,} hit"


def cases(scale):
    count, steps, obstacles = int(2000 * scale), 31, 30
    planned, moving = trajectories(count, steps, 5, 3), trajectories(obstacles, steps, 150, 4)
    yield Case(
        f"first hits of {count:,} trajectories of {steps} steps among {obstacles} cars",
        "shapely.polygons and STRtree.query, a tree a step",
        count * steps,
        "pose",
        lambda threads: first_hits(planned, moving, threads),
        lambda: tree_a_step(planned, moving),
        same,
    )
