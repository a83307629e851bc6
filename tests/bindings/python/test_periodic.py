"""Candidate pairs of find_pairs with its options, and periodic worlds: beside brute force over boxes and images."""

import numpy as np
import pytest
import satchel
from hypothesis import given
from hypothesis import strategies as st

from conftest import all_pairs, code_of, random_scene

PERIODS = np.array([8.0, 6.0])


def boxes_meet(a, b):
    return (a[0] <= b[2]) & (b[0] <= a[2]) & (a[1] <= b[3]) & (b[1] <= a[3])


def rows(pairs):
    return [(*pair, *image) for pair, image in zip(pairs.pair.tolist(), pairs.image.tolist())]


def brute_force(boxes, periods, others=None):
    """(a, b, image x, image y) of all boxes that meet an image, sorted; an axis without period has image 0 alone."""
    ranges = [range(-4, 5) if period else (0,) for period in periods]
    found = []
    for a in range(len(boxes)):
        for b in range(len(others) if others is not None else len(boxes)):
            for image in ((x, y) for x in ranges[0] for y in ranges[1]):
                if others is None and (b < a or (a == b and image <= (0, 0))):
                    continue
                at = (boxes if others is None else others)[b] + np.tile(np.multiply(image, periods), 2)
                if boxes_meet(boxes[a], at):
                    found.append((a, b, *image))
    return sorted(found)


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]), st.sampled_from([(8, 6), (8, 0), (0, 6), (2, 6)]))
def test_pairs_of_periodic_worlds_are_those_of_brute_force(seed, dtype, periods):
    scene, other = random_scene(seed, 14, dtype, 8), random_scene(seed + 1, 9, dtype, 8)
    found = satchel.find_pairs(scene, periods=periods)
    assert isinstance(found, satchel.ImagePairs)
    assert rows(found) == brute_force(scene.bounding_boxes(), periods)
    assert rows(satchel.BroadPhase().find_pairs(scene, periods=periods)) == rows(found)
    between = satchel.find_pairs(scene, other, periods=periods)
    assert rows(between) == brute_force(scene.bounding_boxes(), periods, other.bounding_boxes())


def world_of_pair(scene, a, b, shift):
    """A scene of the two bodies, the second one moved; or the first one, if it has the higher index."""
    world = satchel.Scene(scene.dtype)
    for body, moved in ((a, a > b), (b, a <= b)):
        shape = world.add_polygon(scene.local_vertices(scene.shape(body)))
        pose = scene.poses(int(body))
        pose[:2] += (-shift if a > b else shift) if moved else 0
        world.add_body(shape, pose)
    return world


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_answers_of_image_pairs_are_those_of_bodies_made_there(seed, dtype):
    scene = random_scene(seed, 14, dtype, 8)
    pairs = satchel.find_pairs(scene, periods=PERIODS)
    contacts, verdicts = satchel.collide(scene, pairs, periods=PERIODS), satchel.classify(scene, pairs, periods=PERIODS)
    distances, manifolds = satchel.distances(scene, pairs, periods=PERIODS), satchel.manifolds(scene, pairs, periods=PERIODS, margin=0.5)
    hits = satchel.find_hits(scene, pairs, periods=PERIODS)
    assert np.array_equal(contacts.verdict, verdicts) and len(pairs) > 10
    meet = np.flatnonzero(verdicts)
    assert np.array_equal(hits.index, meet) and np.array_equal(hits.contact, contacts[meet])
    assert np.array_equal(hits.pair, pairs.pair[meet]) and np.array_equal(hits.image, pairs.image[meet])
    for i, pair in enumerate(pairs[:25]):
        world = world_of_pair(scene, *pair.pair, pair.image * PERIODS)
        assert satchel.collide(world, [[0, 1]])[0] == contacts[i]
        assert satchel.distances(world, [[0, 1]])[0] == distances[i]
        assert satchel.manifolds(world, [[0, 1]], margin=0.5)[0] == manifolds[i]


def images_one_by_one(scene, shapes, poses):
    """(query, body, image) of each body that a shape touches, from `classify` of bodies made there."""
    images = np.array(list(np.ndindex(7, 7))) - 3
    bodies, found = scene.bodies(), []
    for query, (shape, pose) in enumerate(zip(shapes, poses)):
        near = images + np.rint(pose[:2] / PERIODS).astype(int)
        body, image = np.repeat(bodies, len(near)), np.tile(near, (len(bodies), 1))
        there = scene.poses()[body]
        there[:, :2] += image * PERIODS
        world = scene.copy()
        own = world.add_body(shape, pose)
        made = world.add_bodies(scene.shapes()[body], there)
        verdicts = satchel.classify(world, np.column_stack([np.full(len(made), own), made]))
        found += [(query, int(body[k]), *image[k].tolist()) for k in np.flatnonzero(verdicts)]
    return found


def found_rows(found):
    return list(zip(found.query.tolist(), found.body.tolist(), *found.image.T.tolist()))


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_images_that_shapes_at_poses_touch_are_those_of_bodies_made_there(seed, dtype):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 10, dtype, 8)
    needle = scene.add_box(9, 0.25)  # wider than a period
    index = satchel.Index(scene)
    poses = np.column_stack([rng.uniform(-20, 20, (6, 2)), rng.uniform(0, 7, 6)])
    for shapes in ([int(s) for s in rng.integers(0, 10, 6)], [needle] * 6):
        found = index.bodies_at_poses(scene, shapes, poses, periods=PERIODS)
        want = images_one_by_one(scene, shapes, poses)
        assert isinstance(found, satchel.FoundImages) and found_rows(found) == sorted(want)
        ignored = rng.integers(0, 10, 6).astype(np.uint32)
        left = index.bodies_at_poses(scene, shapes, poses, periods=PERIODS, ignored=ignored)
        assert found_rows(left) == [row for row in found_rows(found) if row[1] != ignored[row[0]]]
    assert len(found) > 20 and np.array_equal(index.bodies_at_poses(scene, needle, poses, periods=PERIODS, threads=1), found)


def test_images_at_poses_without_periods_and_into_out(boxes, dtype):
    index = satchel.Index(boxes)
    poses = np.array([[0.5, 0, 0], [10, 0, 0], [4, 0.5, 0]])
    plain = index.bodies_at_poses(boxes, 0, poses)
    none = index.bodies_at_poses(boxes, 0, poses, periods=(0, 0))
    assert np.array_equal(none.query, plain.query) and np.array_equal(none.body, plain.body) and not none.image.any()
    assert np.array_equal(none.verdict, plain.verdict)
    found = index.bodies_at_poses(boxes, 0, poses, periods=(10, 0))
    assert found_rows(found) == [(0, 0, 0, 0), (0, 1, 0, 0), (1, 0, 1, 0), (1, 1, 1, 0), (1, 2, 1, 0)]
    assert found.itemsize == 20 and isinstance(found[0], satchel.FoundImage) and found[2].image.tolist() == [1, 0]
    room = np.empty(9, found.dtype)
    into = index.bodies_at_poses(boxes, 0, poses, periods=(10, 0), out=room)
    assert np.array_equal(into, found) and np.shares_memory(into, room)
    assert code_of(index.bodies_at_poses, boxes, 0, poses, periods=(10, 0), out=room[:3])[0] == "no_room"
    assert code_of(index.bodies_at_poses, boxes, 0, poses, periods=(10, -1)) == ("out_of_range", "periods", None)
    assert code_of(index.bodies_at_poses, boxes, 0, [[np.nan, 0, 0]], periods=(10, 0)) == ("not_finite", "poses", 0)
    assert code_of(index.bodies_at_poses, boxes, 7, poses, periods=(10, 0))[0] == "bad_shape"
    with pytest.raises(TypeError, match="out has dtype"):
        index.bodies_at_poses(boxes, 0, poses, periods=(10, 0), out=np.empty_like(plain))


def test_image_pairs_mirror_and_may_be_integers(dtype):
    scene = random_scene(3, 14, dtype, 8)
    pairs = satchel.find_pairs(scene, periods=PERIODS)
    four = np.column_stack([pairs.pair, pairs.image])
    contacts = satchel.collide(scene, pairs, periods=PERIODS)
    for given_as in (four, four.tolist(), four.astype(np.int16), np.asfortranarray(four), pairs[::-1][::-1]):
        assert np.array_equal(satchel.collide(scene, given_as, periods=PERIODS), contacts)
    other = pairs.pair[:, 0] != pairs.pair[:, 1]
    mirrored = satchel.collide(scene, np.column_stack([pairs.pair[:, ::-1], -pairs.image]), periods=PERIODS)
    assert np.array_equal(mirrored.normal[other], -contacts.normal[other])
    assert np.array_equal(mirrored.separation, contacts.separation)
    out = np.empty_like(contacts)
    assert satchel.collide(scene, pairs, periods=PERIODS, out=out) is out and np.array_equal(out, contacts)
    two = satchel.collide(scene, scene.copy(), [[0, 1, 1, 0]], periods=PERIODS)
    assert np.array_equal(two, satchel.collide(scene, [[0, 1, 1, 0]], periods=PERIODS))
    assert len(satchel.collide(scene, [], periods=PERIODS)) == 0


def test_wrong_image_pairs_and_periods_are_refused(boxes):
    pairs = satchel.find_pairs(boxes, periods=(10, 0))
    for wrong, error, words in (
        (lambda: satchel.collide(boxes, pairs), TypeError, "give the periods of the world"),
        (lambda: satchel.collide(boxes, [[0, 1]], periods=(10, 0)), satchel.Error, r"shape \(1, 2\); wanted image pairs"),
        (lambda: satchel.collide(boxes, [[0, 1, 0.5, 0]], periods=(10, 0)), TypeError, "float64"),
        (lambda: satchel.collide(boxes, [[0, 1, 0, 2**31]], periods=(10, 0)), satchel.Error, r"pairs\[0\] names image 2147483648"),
        (lambda: satchel.collide(boxes, [[0, -1, 0, 0]], periods=(10, 0)), satchel.Error, r"pairs\[0\] names body -1"),
        (lambda: satchel.collide(boxes, np.array([[0, 2**63, 0, 0]], np.uint64), periods=(10, 0)), satchel.Error, str(2**63)),
        (lambda: satchel.collide(boxes, pairs.reshape(-1, 1), periods=(10, 0)), satchel.Error, r"\(2, 1\)"),
        (lambda: satchel.collide(boxes, [[0, 7, 0, 0]], periods=(10, 0)), satchel.Error, "pair 0"),
        (lambda: satchel.collide(boxes, boxes, [[0, 1, 0, 2]], periods=(10, 0)), satchel.Error, "pair 0: image_y = 2: the world does not repeat"),
        (lambda: satchel.collide(boxes, pairs, periods=5.0), satchel.Error, r"periods has shape \(\)"),
        (lambda: satchel.find_pairs(boxes, periods=(-1, 0)), satchel.Error, "period x = -1 is negative; "),
        (lambda: satchel.find_pairs(boxes, periods=(np.nan, 0)), satchel.Error, "period x = nan is not finite; "),
    ):
        with pytest.raises(error, match=words):
            wrong()
    assert code_of(satchel.classify, boxes, pairs, periods=(10, 0), out=pairs.view(np.uint8)[: len(pairs)])[0] == "overlap"
    assert code_of(satchel.classify, boxes, pairs, periods=(10, -1)) == ("out_of_range", "periods", None)
    assert code_of(satchel.classify, boxes, [[0, 0, 0, 0], [0, 0, 1, 0]], periods=(0, 10)) == ("out_of_range", "pairs", 1)
    assert code_of(satchel.find_pairs, boxes, periods=(1e-6, 1e-6)) == ("too_many", "periods", None)


def test_sizes_of_image_pairs_are_those_of_cpp(boxes, dtype):
    pairs = satchel.find_pairs(boxes, periods=(10, 0))
    size = np.dtype(dtype).itemsize
    assert pairs.itemsize == 16 and repr(pairs).startswith(f"ImagePairs({len(pairs)} of (pair, image)):")
    assert satchel.find_hits(boxes, pairs, periods=(10, 0)).itemsize == (36 if size == 4 else 56)


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_margins_of_single_bodies_add_up(seed, dtype):
    scene = random_scene(seed, 25, dtype, 20)
    rng = np.random.default_rng(seed)
    margins = rng.uniform(0, 1, 25).astype(dtype)
    wide = scene.bounding_boxes() + np.column_stack([-margins, -margins, margins, margins]).astype(float)
    want = [(a, b) for a in range(25) for b in range(a + 1, 25) if boxes_meet(wide[a], wide[b])]
    found = satchel.find_pairs(scene, margins=margins)
    assert [tuple(pair) for pair in found.tolist()] == want
    loose = satchel.find_pairs(scene, margins=margins, sorted=False)
    assert sorted(map(tuple, loose.tolist())) == want
    assert np.array_equal(satchel.BroadPhase().find_pairs(scene, margins=margins), found)
    assert np.array_equal(satchel.find_pairs(scene, margins=np.zeros(25, dtype), margin=0.5), satchel.find_pairs(scene, margin=0.5))


@given(st.integers(0, 2**32 - 1))
def test_pairs_of_moving_bodies_are_those_of_swept_boxes(seed):
    scene = random_scene(seed, 25, np.float64, 20)
    rng = np.random.default_rng(seed)
    motions = np.column_stack([rng.uniform(-5, 5, (25, 2)), np.zeros(25)])
    start, end = scene.bounding_boxes(), scene.advance(motions).bounding_boxes()
    swept = np.concatenate([np.minimum(start, end)[:, :2], np.maximum(start, end)[:, 2:]], -1)
    want = [(a, b) for a in range(25) for b in range(a + 1, 25) if boxes_meet(swept[a], swept[b])]
    found = satchel.find_pairs(scene, motions=motions)
    assert [tuple(pair) for pair in found.tolist()] == want
    # Every pair that meets during the step is among them, also of turning bodies.
    motions[:, 2] = rng.uniform(-1, 1, 25)
    every = all_pairs(25)
    met = every[satchel.sweep(scene, motions, every).hit]
    assert set(map(tuple, met.tolist())) <= set(map(tuple, satchel.find_pairs(scene, motions=motions, margin=0.01).tolist()))


def test_wrong_margins_and_motions_are_refused(boxes, dtype):
    if dtype == np.float32:
        with pytest.raises(TypeError, match="margins.astype"):
            satchel.find_pairs(boxes, margins=np.zeros(3, np.float64))
    else:  # narrower floats are widened
        assert len(satchel.find_pairs(boxes, margins=np.zeros(3, np.float32))) == len(satchel.find_pairs(boxes))
    for more, code in (
        ({"margins": np.zeros(2, dtype)}, ("size_mismatch", "margins", None)),
        ({"margins": np.array([0, -1, 0], dtype)}, ("bad_margin", "margins", 1)),
        ({"margin": -1.0}, ("bad_margin", "margin", None)),
        ({"motions": np.zeros((2, 3))}, ("size_mismatch", "motions", None)),
        ({"motions": [[0, 0, 0], [0, 0, 0], [np.inf, 0, 0]]}, ("not_finite", "motions", 2)),
    ):
        assert code_of(satchel.find_pairs, boxes, **more) == code
