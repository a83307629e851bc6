"""commonroad-drivability-checker: where each of many trajectories first hits one of many moving cars."""

import commonroad_dc.pycrcc as pycrcc
import numpy as np
import satchel
from commonroad_dc.collision.trajectory_queries.trajectory_queries import trajectories_collision_dynamic_obstacles

from harness import Case, trajectories

LENGTH, WIDTH = 4.6, 1.8  # of a car


def objects(poses):
    """The trajectories as the checker's objects, a shape a step, as planners make them."""
    made = []
    for trajectory in poses.tolist():
        moving = pycrcc.TimeVariantCollisionObject(0)
        for x, y, angle in trajectory:
            moving.append_obstacle(pycrcc.RectOBB(LENGTH / 2, WIDTH / 2, angle, x, y))
        made.append(moving)
    return made


def batch(poses):
    """The same by its batch of oriented boxes, which takes arrays."""
    count = len(poses)
    boxes = pycrcc.OBBTrajectoryBatch(poses.reshape(count, -1), np.zeros(count, np.int32), LENGTH / 2, WIDTH / 2)
    return boxes.to_tvobstacle()


def first_hits(planned, moving, threads):
    scene = satchel.Scene()
    car = scene.add_box(LENGTH / 2, WIDTH / 2)
    return satchel.first_hits(scene, car, planned, obstacle_shapes=car, obstacle_poses=moving, threads=threads)


def same(ours, theirs):
    assert np.array_equal(ours.step, theirs), np.flatnonzero(ours.step != np.asarray(theirs))
    return f"the same first step of each trajectory; {np.count_nonzero(ours.step >= 0):,} hit"


def cases(scale):
    steps, obstacles = 31, 30
    for spread, words in ((10, "dense traffic"), (20, "thin traffic")):
        count = int(2000 * scale)
        planned, moving = trajectories(count, steps, 5, 3), trajectories(obstacles, steps, 15 * spread, 4)
        for make, how in ((objects, "an object a step"), (batch, "its batch of arrays")):
            for method in ("box2d", "grid", "fcl"):
                if make is objects and method != "box2d":
                    continue
                yield Case(
                    f"first hits of {count:,} trajectories of {steps} steps among {obstacles} cars, {words}",
                    f"trajectories_collision_dynamic_obstacles ({method}), {how}",
                    count * steps,
                    "pose",
                    lambda threads: first_hits(planned, moving, threads),
                    lambda: trajectories_collision_dynamic_obstacles(make(planned), make(moving), method=method),
                    same,
                    5,
                )
