"""Counts which signals a call hears while it works, and ends it by the last. A signal that comes while nobody hears waits, and the
next is the same then: a call that does not look hears one, after its end. So neither the machine nor its other work counts.
"""

import signal
import sys
import time

import numpy as np
import satchel

rng = np.random.default_rng(7)


def crowd(count, extent, shape=lambda scene: scene.add_box(1, 0.5)):
    scene = satchel.Scene()
    scene.add_bodies(shape(scene), np.column_stack([rng.uniform(0, extent, (count, 2)), rng.uniform(0, 6, count)]))
    return scene


def ngon(count):
    angles = np.linspace(0, 2 * np.pi, count + 1)[:-1]
    return np.stack([np.cos(angles), np.sin(angles)], -1)


def find_pairs(size):
    scene = crowd(2000 * size, 100 * size**0.5)
    return lambda: satchel.find_pairs(scene, margin=1.0, threads=1)


def set_poses(size):
    scene = crowd(50000 * size, 1000, lambda scene: scene.add_polygon(ngon(64)))
    poses = scene.poses()
    return lambda: scene.set_poses(poses, threads=1)


def manifolds(size):
    scene = crowd(100, 1, lambda scene: scene.add_polygon(ngon(500)))
    pairs = np.tile(satchel.find_pairs(scene), (size, 1))
    return lambda: satchel.manifolds(scene, pairs, threads=1)


def overlaps(size):
    scene = crowd(100, 1, lambda scene: scene.add_polygon(ngon(100)))
    pairs = np.tile(satchel.find_pairs(scene), (size, 1))
    return lambda: satchel.overlap_measures(scene, pairs, threads=1)


def sweep(size):
    scene = crowd(200, 20)
    pairs = np.tile(satchel.find_pairs(scene, margin=3), (10 * size, 1))
    motions = rng.uniform(-1, 1, (200, 3))
    return lambda: satchel.sweep(scene, motions, pairs, threads=1)


def nms(size):
    boxes = np.column_stack([rng.uniform(0, 60 * size**0.5, (3000 * size, 2)), np.full((3000 * size, 2), 4.0), rng.uniform(0, 6, 3000 * size)])
    scene = satchel.scene_of_boxes(boxes)
    scores = rng.random(len(boxes))
    return lambda: satchel.nms(scene, scores, 0.3, threads=1)


def first_hits(size):
    scene = crowd(200, 60)
    paths = rng.uniform(0, 0.1, (500 * size, 200, 3)) + [1000, 0, 0]
    obstacles = np.zeros((20, 200, 3)) + [1003, 0, np.pi / 4]  # whose boxes nearly meet those of the movers
    return lambda: satchel.first_hits(scene, 0, paths, clearance=1.0, obstacle_shapes=0, obstacle_poses=obstacles, threads=1)


def cast_rays(size):
    scene = crowd(2000, 200)
    rays = np.column_stack([rng.uniform(0, 200, (10000 * size, 2)), rng.normal(size=(10000 * size, 2))])
    return lambda: satchel.cast_rays(scene, rays, threads=1)


def nearest_bodies(size):
    scene, points = crowd(2000, 200), rng.uniform(0, 200, (2000 * size, 2))
    return lambda: satchel.nearest_bodies(scene, points, 8, threads=1)


def push_out(size):
    scene = crowd(300, 12)
    return lambda: satchel.push_out(scene, np.tile(np.arange(150), size), np.arange(150, 300), threads=1)


def intersects(size):
    boxes = rng.uniform(0, 100, (30000 * size, 1, 2)) + ngon(12)
    return lambda: satchel.intersects(boxes, boxes[::-1], threads=1)


def rings(size):
    star = ngon(40) * np.where(np.arange(40) % 2, 1.0, 0.999)[:, np.newaxis]
    hulls = satchel.convex_hull(star)
    coords = np.tile(np.vstack([hulls, hulls[:1], hulls[:1]]), (1000 * size, 1))
    offsets = np.arange(0, len(coords) + 1, len(hulls) + 2)
    return lambda: satchel.Scene().add_polygons(coords, offsets, rings=True)


def stars(size):
    import shapely

    star = ngon(40) * np.where(np.arange(40) % 2, 1.0, 0.6)[:, np.newaxis]
    return shapely.polygons(star + rng.uniform(0, 50, (100 * size, 1, 2)))


def from_shapely(size):
    geometries = stars(size)
    return lambda: satchel.from_shapely(geometries)


def from_arrow(size):
    import pyarrow
    import shapely

    column = pyarrow.array(shapely.to_wkb(stars(size)))
    return lambda: satchel.from_arrow(column)


def find_unsupported(size):
    geometries = stars(size)
    return lambda: satchel.find_unsupported(geometries)


def to_shapely(size):
    scene = satchel.from_shapely(stars(size))
    return lambda: satchel.to_shapely(scene)


def made_parts(size):
    geometries = stars(size)

    def ask():  # makes the parts of all; the shapes are added before
        scene = satchel.from_shapely(geometries)
        satchel.collide(scene, [[0, 1]], threads=1)

    return ask


CALLS = [
    find_pairs, set_poses, manifolds, overlaps, sweep, nms, first_hits, cast_rays, nearest_bodies, push_out, intersects, rings, from_shapely, from_arrow,
    find_unsupported, to_shapely, made_parts,
]


HEARD_AT_LEAST = 5  # more than the lines of Python around one call hear; a call looks every 50 ms


def count_heard(call):
    """How many signals `call` heard: one that comes each ms of processor time. It is ended at HEARD_AT_LEAST."""
    heard = 0

    def on_signal(number, frame):
        nonlocal heard
        heard += 1
        if heard == HEARD_AT_LEAST:
            raise KeyboardInterrupt

    signal.signal(signal.SIGPROF, on_signal)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    try:
        call()
    except KeyboardInterrupt:
        return heard
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
    return -heard


def grown(make):
    """The call, so large that it works for 0.6 s."""
    size, needed = 1, 0.0
    while needed < 0.6:
        call = make(size)
        begun = time.process_time()
        call()
        needed = time.process_time() - begun
        size = int(size * 2 if needed < 0.1 else size * 0.8 / needed + 1)
    return call


if __name__ == "__main__":
    print(count_heard(grown(next(call for call in CALLS if call.__name__ == sys.argv[1]))))
