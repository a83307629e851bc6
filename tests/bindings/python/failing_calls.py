"""Calls of the package whose allocations fail one by one; run by test_memory.py with a preloaded operator new."""

import ctypes
import itertools

import numpy as np
import satchel

library = ctypes.CDLL(None)
library.satchel_fail_after.argtypes = [ctypes.c_size_t]

STAR = np.array([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)], float)
RINGS = np.array([(0, 0), (9, 0), (9, 9), (4, 3), (0, 9), (1, 1), (2, 1), (1, 2)], float)


def crowd():
    scene = satchel.Scene()
    shapes = [scene.add_box(1, 0.5), scene.add_outline(STAR), scene.add_circle([0, 0], 0.5)]
    poses = np.array([(k % 6, k // 6, 0) for k in range(24)], float)
    scene.add_bodies(np.array([shapes[k % 3] for k in range(24)]), poses)
    return scene


def state(scene):
    """What can be seen of a scene, without convex parts, which a question may have made."""
    bodies = scene.bodies()
    pairs = np.array([(a, b) for a in bodies for b in bodies if a < b])
    return len(bodies), scene.poses(bodies).tolist(), satchel.classify(scene, pairs).tolist()


def failures_of(name, call):
    """Calls with the first allocation failing, then the second, ...: each is told, and nothing has changed."""
    undisturbed = crowd()
    call(undisturbed)
    expected, failures = state(undisturbed), 0
    for nth in itertools.count():
        scene = crowd()
        before, error = state(scene), None
        library.satchel_fail_after(nth)
        try:
            call(scene)
        except (MemoryError, satchel.Error) as raised:
            error = raised
        finally:
            happened = library.satchel_end_failing()
        if error is not None:
            failures += 1
            assert isinstance(error, MemoryError) or error.code == "no_memory", (name, nth, error)
            assert state(scene) == before, (name, nth)
            call(scene)
        assert state(scene) == expected, (name, nth)
        if not happened:
            break
    return failures


pairs = np.array([(a, b) for a in range(24) for b in range(a)])
rays = np.array([(0.5, 0.5, 1, 0.25), (3, 1, 0, 1)])
calls = {
    "add_outline": lambda scene: scene.add_outline(STAR),
    "add_outlines": lambda scene: scene.add_outlines(RINGS, [0, 5, 8], [0, 2]),
    "add_polygon": lambda scene: scene.add_polygon([(0, 0), (1, 0), (0, 1)]),
    "add_bodies": lambda scene: scene.add_bodies(1, np.zeros((40, 3))),
    "make_parts": lambda scene: scene.make_parts(),
    "collide": lambda scene: satchel.collide(scene, pairs),
    "distances": lambda scene: satchel.distances(scene, pairs),
    "find_pairs": lambda scene: satchel.find_pairs(scene),
    "cast_rays": lambda scene: satchel.cast_rays(scene, rays),
    "Index": lambda scene: satchel.Index(scene),
    "convex_parts": lambda scene: satchel.convex_parts(STAR),
    "clean_ring": lambda scene: satchel.clean_ring(STAR),
    "convex_hull": lambda scene: satchel.convex_hull(STAR),
}
found = {name: failures_of(name, call) for name, call in calls.items()}
print(found)
assert sum(failures > 0 for failures in found.values()) > 8
