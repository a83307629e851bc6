"""freud: the neighbours of particles. Its neighbour list is taken as pairs, and its tree is compared with find_pairs."""

import freud
import numpy as np
import satchel

from harness import Case, same_pairs


def particles(count, seed=8):
    """Hexagons of radius 1 in a square, half of its area covered: poses."""
    random = np.random.default_rng(seed)
    side = np.sqrt(count * 2.598 / 0.5)
    return np.stack([random.uniform(-side / 2, side / 2, count), random.uniform(-side / 2, side / 2, count), random.uniform(0, 7, count)], -1), side


def neighbor_list(poses, side):
    box = freud.box.Box.square(side + 4)  # periodic; no neighbours across its sides
    points = np.column_stack([poses[:, :2], np.zeros(len(poses))])
    return freud.AABBQuery(box, points).query(points, {"r_max": 2.0, "exclude_ii": True}).toNeighborList()


def scene_of(poses):
    scene = satchel.Scene()
    angles = np.arange(6) * np.pi / 3
    scene.add_bodies(scene.add_polygon(np.stack([np.cos(angles), np.sin(angles)], -1)), poses)
    return scene


def overlaps(scene, pairs, threads):
    return pairs[satchel.classify(scene, pairs, threads=threads) != satchel.DISJOINT]


def of_neighbors(poses, side):
    pairs = neighbor_list(poses, side)[:]  # (n, 2) uint32, taken as it is
    return overlaps(scene_of(poses), pairs[pairs[:, 0] < pairs[:, 1]], None)


def of_pairs(poses, threads):
    scene = scene_of(poses)
    return overlaps(scene, satchel.find_pairs(scene, threads=threads), threads)


def cases(scale):
    for count in (10_000, 100_000):
        count = int(count * scale)
        poses, side = particles(count)
        yield Case(
            f"overlapping pairs of {count:,} hexagons",
            "AABBQuery.query().toNeighborList(), then satchel.classify",
            count,
            "particle",
            lambda threads: of_pairs(poses, threads),
            lambda: of_neighbors(poses, side),
            same_pairs,
        )
