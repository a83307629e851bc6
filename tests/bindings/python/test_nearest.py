"""The nearest bodies to points, and to the bodies of another scene."""

import numpy as np
import pytest
import satchel

from conftest import code_of, random_scene


def mixed(seed, count, dtype, extent):
    """Bodies of all kinds of shapes: polygons, circles, capsules, compounds, chains, outlines."""
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, count, dtype, extent)
    own = [
        scene.add_circle((0.25, 0), 0.5), scene.add_capsule((-0.5, 0), (0.5, 0.25), 0.125), scene.add_box(0.5, 0.25, 0.125),
        scene.add_segment((0, 0), (1, 0.5)), scene.add_outline(np.array([[0, 0], [3, 0], [3, 3], [2, 1]], dtype)),
        scene.add_chain(np.array([[0, 0], [1, 0], [1, 1]], dtype)), scene.add_chain(np.array([[0, 0], [1, 0], [0, 1]], dtype), True, True),
    ]
    own.append(scene.add_compound(own[:2]))
    poses = np.column_stack([rng.uniform(0, extent, (3 * len(own), 2)), rng.uniform(0, 7, 3 * len(own))])
    scene.add_bodies(np.repeat(own, 3), poses)
    scene.remove_body(int(rng.integers(count)))
    return scene


def brute(a, b, count, most):
    """By the distances of all pairs: (query, body, distance) in order."""
    found = []
    for query in a.bodies():
        pairs = np.array([(query, body) for body in b.bodies()], np.uint32).reshape(-1, 2)
        distances = satchel.distances(a, b, pairs).distance
        order = np.lexsort([pairs[:, 1], distances])
        found += [(int(query), int(pairs[k, 1]), float(distances[k])) for k in order if distances[k] <= most][: count] if count else []
    return found


def rows(near):
    return list(zip(near.query.tolist(), near.body.tolist(), near.distance.tolist()))


@pytest.mark.parametrize("count, most", [(1, np.inf), (3, np.inf), (4, 1.0), (2, 0.0)])
def test_between_two_scenes(dtype, count, most):
    a, b = mixed(1, 15, dtype, 12), mixed(2, 20, dtype, 14)
    near = satchel.nearest_bodies(a, b, count, most)
    assert isinstance(near, satchel.NearBodies) and rows(near) == brute(a, b, count, most)
    want = satchel.distances(a, b, np.column_stack([near.query, near.body]))
    assert np.array_equal(near.distance, want.distance) and np.array_equal(near.verdict, want.verdict)
    assert np.array_equal(near.point_a, want.point_a) and np.array_equal(near.point_b, want.point_b)


def test_to_points(dtype):
    scene = mixed(3, 20, dtype, 14)
    points = np.random.default_rng(4).uniform(-1, 15, (40, 2))
    as_bodies = satchel.Scene(dtype)
    as_bodies.add_bodies(as_bodies.add_circle((0, 0), 0), np.column_stack([points, np.zeros(40)]))
    near = satchel.nearest_bodies(scene, points, 3)
    assert rows(near) == brute(as_bodies, scene, 3, np.inf)
    inside = satchel.bodies_at_points(scene, points)
    closest = near[np.unique(near.query, return_index=True)[1]]
    assert set(inside.query.tolist()) == set(closest.query[closest.distance <= 0].tolist())


def test_the_scenes_stay_as_they_were(boxes):
    before = repr(boxes), boxes.revision, boxes.identity
    other = boxes.copy()
    satchel.nearest_bodies(boxes, [[0, 0]])
    satchel.nearest_bodies(boxes, other)
    satchel.nearest_bodies(boxes, boxes)
    assert (repr(boxes), boxes.revision, boxes.identity) == before


def test_filters_and_out(boxes):
    points = [[0, 0], [1.5, 0]]
    near = satchel.nearest_bodies(boxes, points, ignored=[0, 1])
    assert near.body.tolist() != satchel.nearest_bodies(boxes, points).body.tolist()
    worlds = satchel.nearest_bodies(boxes, points, 3, worlds=[0, 1, 1], query_worlds=[0, 1])
    assert worlds.query.tolist() == [0, 1, 1] and worlds.body.tolist() == [0, 1, 2]
    room = np.empty(4, near.dtype)
    assert np.shares_memory(satchel.nearest_bodies(boxes, points, out=room), room)
    own = satchel.nearest_bodies(boxes, boxes, ignored=[0, 1, 2])
    assert own.query.tolist() == [0, 1, 2] and (own.query != own.body).all()


def test_refusals(boxes, dtype):
    assert code_of(satchel.nearest_bodies, boxes, [[0, np.nan]])[0] == "not_finite"
    assert code_of(satchel.nearest_bodies, boxes, [0, 0])[:2] == ("wrong_shape", "points")
    assert code_of(satchel.nearest_bodies, boxes, [[0, 0]], 1, -1)[0] == "bad_distance"
    with pytest.raises(TypeError, match="different dtypes"):
        satchel.nearest_bodies(boxes, satchel.Scene(np.float64 if dtype == np.float32 else np.float32))


def test_outlines_get_no_parts(dtype):
    a, b = mixed(1, 5, dtype, 12), mixed(2, 5, dtype, 14)
    before = [(s.shape_count, s.revision) for s in (a, b)]
    found = satchel.nearest_bodies(a, b, 3)
    assert [(s.shape_count, s.revision) for s in (a, b)] == before
    for scene in (a, b):
        scene.make_parts()
    assert np.array_equal(satchel.nearest_bodies(a, b, 3), found)


def test_a_shape_without_parts_is_named_by_its_own_scene():
    bow = np.array([(0, 0), (2, 2), (2, 0), (0, 2)], float)

    def made(bows, trusted):
        """Shape `bows` is the only outline that is asked about, beside shapes that nothing asks about."""
        scene = satchel.Scene()
        for _ in range(bows):
            scene.add_box(1, 1)
        shape = scene.add_outlines(bow, [0, 4], trusted=True)[0] if trusted else scene.add_outline(bow[[0, 2, 1]])
        scene.add_body(shape)
        return scene

    for a, b, text in (
        (made(3, True), made(5, False), "shape 3 of scene_a: it has no convex parts"),
        (made(3, False), made(5, True), "shape 5 of scene_b: it has no convex parts"),
    ):
        with pytest.raises(satchel.Error, match=f"^{text}"):
            satchel.distances(a, b, [[0, 0]])
        with pytest.raises(satchel.Error, match=f"^{text}"):
            satchel.nearest_bodies(a, b)
