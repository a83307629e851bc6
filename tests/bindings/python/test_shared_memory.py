"""No call writes its results into memory that it reads."""

import numpy as np
import pytest
import satchel
from conftest import code_of

COUNT = 3
UPRIGHT = np.tile([0.0, 0, 1, 0], (COUNT, 1))


@pytest.fixture
def scene(dtype):
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 1), UPRIGHT)
    return scene


def calls(scene):
    """Calls that take `out`, by name: the function, its other arguments by place and by name."""
    index, kept = satchel.Index(scene), satchel.BroadPhase()
    real = np.dtype(scene.dtype)
    pairs = np.array([[0, 1], [0, 2], [1, 2]], np.uint32)
    images = np.zeros(COUNT, satchel.find_pairs(scene, periods=(9, 9)).dtype)
    images["pair"] = pairs
    moves, points = np.zeros((COUNT, 3)), np.zeros((COUNT, 2))
    shapes, ids = np.zeros(COUNT, np.uint32), np.arange(COUNT, dtype=np.uint32)
    rays = np.tile([-5.0, 0, 1, 0, 9], (COUNT, 1))
    of_bodies = dict(filters=satchel.make_filters(COUNT), worlds=np.zeros(COUNT, np.uint32))
    of_queries = dict(
        of_bodies, query_filters=satchel.make_filters(COUNT), query_worlds=np.zeros(COUNT, np.uint32), ignored=ids.copy()
    )
    of_pairs = dict(of_bodies, margins=np.zeros(COUNT, real), motions=moves)
    paths = dict(
        starts=np.arange(COUNT + 1, dtype=np.uint32), present=np.ones(COUNT, np.uint8), obstacle_shapes=shapes.copy(),
        obstacle_poses=UPRIGHT.copy(), obstacle_starts=np.arange(COUNT + 1, dtype=np.uint32),
        obstacle_present=np.ones(COUNT, np.uint8),
    )
    found = {
        "sweep": (satchel.sweep, [scene, moves, pairs], {}),
        "sweep of two": (satchel.sweep, [scene, moves, scene, moves.copy(), pairs], {}),
        "find_hits, periodic": (satchel.find_hits, [scene, images], dict(periods=(9, 9))),
        "relate": (satchel.relate, [scene, pairs, "overlaps"], {}),
        "find_pairs": (satchel.find_pairs, [scene], of_pairs),
        "find_pairs of two": (satchel.find_pairs, [scene, scene], dict(margins=np.zeros(2 * COUNT, real))),
        "find_pairs, periodic": (satchel.find_pairs, [scene], dict(of_pairs, periods=(9, 9))),
        "BroadPhase.find_pairs": (kept.find_pairs, [scene], of_pairs),
        "push_out": (satchel.push_out, [scene, ids[:1], ids[1:]], dict(last_motions=moves)),
        "nearest_bodies, points": (satchel.nearest_bodies, [scene, points], of_queries),
        "nearest_bodies, scenes": (satchel.nearest_bodies, [scene, scene], of_queries),
        "first_hits": (satchel.first_hits, [scene, shapes, UPRIGHT], paths),
        "trajectory_hits": (satchel.trajectory_hits, [scene, shapes, UPRIGHT], paths),
        "Index.cast_rays": (index.cast_rays, [scene, rays], of_queries),
        "Index.rays_blocked": (index.rays_blocked, [scene, rays], of_queries),
        "Index.all_ray_hits": (index.all_ray_hits, [scene, rays], of_queries),
        "Index.bodies_at_points": (index.bodies_at_points, [scene, points], of_queries),
        "Index.bodies_in_boxes": (index.bodies_in_boxes, [scene, np.zeros((COUNT, 4))], of_queries),
        "Index.bodies_at_poses": (index.bodies_at_poses, [scene, shapes, UPRIGHT], of_queries),
        "Index.bodies_at_poses, periodic": (index.bodies_at_poses, [scene, shapes, UPRIGHT], dict(of_queries, periods=(9, 9))),
        "Index.nearest_bodies": (index.nearest_bodies, [scene, shapes, UPRIGHT], of_queries),
        "Index.nearest_to_points": (index.nearest_to_points, [scene, points], of_queries),
        "Index.cast_shapes": (index.cast_shapes, [scene, shapes, UPRIGHT, moves], of_queries),
        "Index.all_shape_hits": (index.all_shape_hits, [scene, shapes, UPRIGHT, moves], of_queries),
        "Index.first_hits": (index.first_hits, [scene, shapes, UPRIGHT], {**of_queries, **paths}),
        "Index.trajectory_hits": (index.trajectory_hits, [scene, shapes, UPRIGHT], {**of_queries, **paths}),
        "bodies_at_points": (satchel.bodies_at_points, [scene, points], {}),
        "bodies_in_boxes": (satchel.bodies_in_boxes, [scene, np.zeros((COUNT, 4))], {}),
        "cast_rays": (satchel.cast_rays, [scene, rays], {}),
    }
    for name in (
        "collide", "classify", "distances", "manifolds", "part_manifolds", "within", "overlap_areas", "ious", "overlap_measures",
        "find_hits",
    ):
        found[name] = (getattr(satchel, name), [scene, pairs], {})
    return found


def sharing(array, like):
    """A copy of an array, and room for results as `like` that begins where the copy does."""
    room = max(array.nbytes, 32 * like.dtype.itemsize * 4)
    memory = np.zeros(room, np.uint8)
    copy = memory[: array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy, memory[: len(like) * like[:1].nbytes].view(like.dtype).reshape(like.shape)


@pytest.mark.parametrize("name", list(calls(satchel.Scene())))
def test_an_out_that_shares_memory_with_an_input_is_refused(scene, name):
    call, places, names = calls(scene)[name]
    want = call(*places, **names)
    assert len(want)
    tried = 0
    for key, value in [*enumerate(places), *names.items()]:
        if not isinstance(value, np.ndarray):
            continue
        copy, out = sharing(value, want)
        given = {**dict(enumerate(places)), **names, key: copy}
        positional = [given.pop(k) for k in range(len(places))]
        assert code_of(call, *positional, **given, out=out) == ("overlap", "out", None), key
        tried += 1
    assert tried
    out = np.zeros_like(want)
    assert np.array_equal(call(*places, **names, out=out), want)
