"""Scenes: shapes, bodies, poses, copies, pickles."""

import copy
import gc
import pickle
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest
import satchel

from conftest import all_pairs, code_of, placed, random_scene


def everything(dtype):
    """A scene of every kind of shape, with a removed body."""
    scene = satchel.Scene(dtype)
    shapes = [
        scene.add_box(1, 0.5),
        scene.add_box(1, 0.5, 0.25),
        scene.add_circle((0.5, 0), 1.5),
        scene.add_circle((0, 0), 0),
        scene.add_capsule((0, 0), (2, 1), 0.5),
        scene.add_segment((-1, 0), (1, 0)),
        scene.add_polygon([[0, 0], [2, 0], [0, 1]], 0.125),
        scene.add_outline([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]]),
    ]
    scene.add_bodies(np.repeat(shapes, 4), np.random.default_rng(1).uniform(-4, 4, (4 * len(shapes), 3)))
    scene.remove_body(5)
    return scene


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, satchel.Scene.copy, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_and_pickles_give_the_same_answers(dtype, again):
    scene = everything(dtype)
    other = again(scene)
    assert other.dtype == scene.dtype and np.array_equal(other.bodies(), scene.bodies())
    pairs = all_pairs(scene.bodies())
    assert np.array_equal(satchel.collide(other, pairs), satchel.collide(scene, pairs))
    assert other.add_body(0) == scene.add_body(0) == 5  # the removed index
    other.set_pose(0, (50, 0, 0))
    assert scene.poses([0])[0, 0] != 50


def test_a_pickle_that_is_refused_keeps_no_memory(dtype):
    scene = satchel.Scene(dtype)
    scene.add_boxes(np.ones((4000, 2), dtype))
    state = list(scene.__getstate__())
    state[8], state[9], state[10] = np.array([99999], np.uint32), np.array([[0.0, 0, 1, 0]]), np.ones(1, np.uint8)

    def pages():
        for _ in range(60):
            assert code_of(satchel.Scene.__new__(satchel.Scene).__setstate__, tuple(state))[0] == "bad_shape"
        return int(Path("/proc/self/statm").read_text().split()[1])

    before = pages()
    assert (pages() - before) * 4096 < 10 * scene.memory_bytes


def test_a_pickle_of_a_pickle_is_equal(dtype):
    scene = everything(dtype)
    again = pickle.loads(pickle.dumps(scene))
    assert pickle.dumps(again) == pickle.dumps(scene)
    empty = pickle.loads(pickle.dumps(satchel.Scene(dtype)))
    assert empty.shape_count == 0 and empty.dtype == dtype


def test_poses_of_three_and_four_numbers(dtype):
    scene = satchel.Scene(dtype)
    box = scene.add_box(1, 1)
    angles = np.linspace(-3, 3, 7)
    three = np.stack([angles, -angles, angles], -1)
    four = np.stack([angles, -angles, np.cos(angles), np.sin(angles)], -1)
    bodies = scene.add_bodies(box, three)
    assert np.array_equal(bodies, np.arange(7)) and bodies.dtype == np.uint32
    assert np.allclose(scene.poses(), four, rtol=0, atol=1e-15)
    scene.set_poses(four)
    assert np.array_equal(scene.poses(), four)
    scene.set_poses(three[:2] + 1, [3, 4])
    assert np.allclose(scene.poses([3, 4])[:, :2], three[:2, :2] + 1)
    assert np.array_equal(scene.poses(2), scene.poses([2])[0])


def test_what_a_scene_says_of_its_shapes(dtype):
    scene = everything(dtype)
    assert [scene.vertex_count(s) for s in range(7)] == [4, 4, 1, 1, 2, 2, 3]
    assert scene.radius(2) == 1.5 and scene.radius(6) == 0.125
    assert np.array_equal(scene.local_vertices(0), [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]])
    assert scene.local_vertices(0).dtype == dtype
    outline = scene.shape(30)
    assert scene.parts(outline).tolist() == [] and scene.parts(0) == [0]
    starts, is_hole = scene.rings(outline)
    assert starts.tolist() == [0, 5] and is_hole.tolist() == [False] and len(scene.rings(0)[0]) == 1
    scene.make_parts()
    parts = scene.parts(outline)
    assert len(parts) > 1 and sum(scene.vertex_count(part) for part in parts) > scene.vertex_count(outline) == 5
    boxes = scene.bounding_boxes()
    vertices = placed(scene, 0)
    assert np.allclose(boxes[0], [*vertices.min(0), *vertices.max(0)])
    assert scene.memory_bytes > 0 and scene.body_count == 31 and scene.body_slots == 32
    assert not scene.has_body(5) and scene.has_body(6) and not scene.has_shape(1000)
    with pytest.raises(satchel.Error) as info:
        scene.shape(5)
    assert info.value.code == "removed_body"


def test_what_a_scene_says_can_be_written_into_an_array(dtype):
    scene = everything(dtype)
    bodies = scene.bodies()
    points = np.arange(2 * len(bodies)).reshape(-1, 2).astype(dtype)
    for ask in (scene.poses, scene.bounding_boxes, scene.shapes, lambda **more: scene.to_world(bodies, points, **more)):
        out = np.empty_like(ask())
        assert ask(out=out) is out and np.array_equal(out, ask())
        with pytest.raises(satchel.Error) as info:
            ask(out=out[1:])
        assert info.value.code == "wrong_shape"
    for ask in (scene.poses, scene.bounding_boxes, scene.shapes, lambda list, **more: scene.to_world(list, points[:2], **more)):
        out = np.zeros_like(ask(bodies[:2]))
        with pytest.raises(satchel.Error, match="no body|removed"):
            ask([bodies[0], 99], out=out)
        assert not out.any()  # nothing is written
    one = np.empty(4)
    assert scene.poses(3, out=one) is one and np.array_equal(one, scene.poses([3])[0])
    with pytest.raises(satchel.Error, match="out shares memory with bodies"):
        scene.shapes(bodies, out=bodies)
    rows = np.zeros((1, 4))
    with pytest.raises(satchel.Error, match="out shares memory with bodies"):
        scene.poses(rows.view(np.uint32).reshape(-1)[:1], out=rows)


def test_revisions_and_generations():
    scene = everything(np.float64)
    before = scene.revisions
    scene.set_pose(0, (1, 2, 3))
    after = scene.revisions
    assert after["poses"] == before["poses"] + 1 and after["shapes"] == before["shapes"]
    assert scene.generation(5) == 0
    scene.add_body(0)
    assert scene.generation(5) == 1 and scene.revision == after["all"] + 1


@pytest.mark.parametrize("columns", [3, 4])
def test_poses_of_removed_bodies_are_not_looked_at(dtype, columns):
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 1), np.zeros((4, 3)))
    poses = np.tile([1.0, 2, 1, 0], (4, 1))[:, :columns]
    poses[1] = np.nan
    assert code_of(scene.set_poses, poses) == ("not_finite", "poses", 1)
    scene.remove_body(1)
    scene.set_poses(poses)
    assert scene.poses()[:, :2].tolist() == [[1, 2]] * 3
    assert code_of(scene.set_poses, poses[:3]) == (("size_mismatch" if columns == 4 else "not_finite"), "poses", None if columns == 4 else 1)
    assert code_of(scene.set_poses, poses[[0, 1, 2]], [0, 2, 3]) == ("not_finite", "poses", 1)
    poses[3] = np.inf
    assert code_of(scene.set_poses, poses) == ("not_finite", "poses", 3)
    scene.set_poses(scene.poses() + [1, 0, 0, 0], scene.bodies())
    assert scene.poses()[:, :2].tolist() == [[2, 2]] * 3


def test_rings_of_files_become_polygons(dtype):
    triangle = np.array([[0, 0], [2, 0], [0, 2]], dtype)
    closed = np.concatenate([triangle, triangle[:1]])
    straight = np.array([[0, 0], [1, 0], [2, 0], [2, 2], [0, 2], [0, 0]], dtype)
    coords = np.concatenate([closed, closed[::-1], straight])
    scene = satchel.Scene(dtype)
    shapes = scene.add_polygons(coords, [0, 4, 8, 14], rings=True)
    assert [scene.vertex_count(s) for s in shapes] == [3, 3, 4]
    assert np.array_equal(scene.local_vertices(1), triangle[[0, 1, 2]])
    with pytest.raises(satchel.Error) as info:
        scene.add_polygons(coords, [0, 4, 8, 13], rings=True)
    assert info.value.code == "bad_starts"
    bow = np.array([[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]], dtype)
    with pytest.raises(satchel.Error, match="ring 1") as info:
        scene.add_polygons(np.concatenate([closed, bow]), [0, 4, 9], rings=True)
    assert info.value.index == 1 and scene.shape_count == 3


def test_many_shapes_at_once_are_the_single_ones(dtype):
    one, many = satchel.Scene(dtype), satchel.Scene(dtype)
    for k in range(5):
        one.add_box(1 + k, 2 + k)
        one.add_circle((k, 1), 0.5 + k)
        one.add_capsule((k, 0), (k, 1), 0.25)
    boxes = many.add_boxes([[1 + k, 2 + k] for k in range(5)])
    circles = many.add_circles([[k, 1] for k in range(5)], [0.5 + k for k in range(5)])
    capsules = many.add_capsules([[[k, 0], [k, 1]] for k in range(5)], 0.25)
    for k in range(5):
        for shape, id in enumerate((boxes[k], circles[k], capsules[k])):
            assert np.array_equal(one.local_vertices(3 * k + shape), many.local_vertices(id))
            assert one.radius(3 * k + shape) == many.radius(id)


def test_arrays_outlive_the_scene_and_hold_nothing_of_it(pairs):
    scene = random_scene(1, 50, np.float64, 4)
    alive = weakref.ref(scene)
    found = satchel.find_pairs(scene)
    contacts = satchel.collide(scene, found)
    normal, kept = contacts.normal, contacts.normal.copy()
    references = sys.getrefcount(found)
    for _ in range(100):
        satchel.collide(scene, found, out=contacts)
    assert sys.getrefcount(found) == references
    del scene, contacts, found
    gc.collect()
    assert alive() is None and np.array_equal(normal, kept)


def test_results_are_not_copied():
    def peak():
        return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])

    scene = random_scene(1, 500, np.float64, 12)
    pairs = np.tile(satchel.find_pairs(scene), (800, 1))[:1000000]
    out = satchel.collide(scene, pairs)
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pytest.skip("the peak of memory cannot be reset here")
    before = peak()
    satchel.collide(scene, pairs, out=out)
    assert peak() - before < 4000  # kilobytes; the contacts have 32,000
    satchel.collide(scene, pairs)
    assert peak() - before < 36000


def test_find_pairs_options(dtype):
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 1), [[0, 0, 0], [3, 0, 0], [0.5, 0, 0]])
    assert satchel.find_pairs(scene).tolist() == [[0, 2]]
    assert satchel.find_pairs(scene, margin=1).tolist() == [[0, 1], [0, 2], [1, 2]]
    assert satchel.find_pairs(scene, worlds=[0, 1, 1]).tolist() == []
    assert satchel.find_pairs(scene, filters=satchel.make_filters(3, is_static=True)).tolist() == []
    assert satchel.find_pairs(scene, filters=satchel.make_filters(3, group=[-1, 0, -1])).tolist() == []
    assert satchel.find_pairs(scene, filters=satchel.make_filters(3, category=[1, 2, 4], mask=[4, 0, 1])).tolist() == [[0, 2]]
    assert satchel.find_pairs(scene, scene).tolist() == [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]]
    phase = satchel.BroadPhase()
    for _ in range(3):
        assert phase.find_pairs(scene, margin=1).tolist() == [[0, 1], [0, 2], [1, 2]]
    assert phase.memory_bytes > 0
    with pytest.raises(satchel.Error) as info:
        satchel.find_pairs(scene, margin=1, max_pairs=2)
    assert info.value.code == "too_many_pairs"
    with pytest.raises(TypeError, match="make_filters"):
        satchel.find_pairs(scene, filters=np.zeros(3))


def test_instruction_sets_give_the_same_bits(boxes, pairs):
    best = satchel.active_isa()
    scene = random_scene(2, 300, np.float32, 12)
    found = satchel.find_pairs(scene)
    want = satchel.collide(scene, found)
    try:
        for name in satchel.available_isas():
            satchel.force_isa(name)
            assert satchel.active_isa() == name
            assert np.array_equal(satchel.collide(scene, found), want)
        with pytest.raises(satchel.Error) as info:
            satchel.force_isa("abacus")
        assert info.value.code == "unknown_isa"
    finally:
        satchel.force_isa("")
    assert satchel.active_isa() == best and "boxes" in satchel.describe_routes()


def test_pictures(boxes, pairs):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = boxes.plot(satchel.collide(boxes, pairs), pairs, numbers=True)
    assert len(ax.collections) == 2
    boxes.add_body(boxes.add_circle((0, 0), 1))
    assert len(boxes.plot().collections) == 1
    with pytest.raises(ValueError, match="pairs"):
        boxes.plot(satchel.collide(boxes, pairs))
