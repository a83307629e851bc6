"""What an index refuses, what becomes of its arguments, and an index of no bodies."""

import numpy as np
import pytest
import satchel

from conftest import code_of


@pytest.fixture
def crossing(dtype):
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 1), [[5, 0, 0], [10, 0, 0], [0, 9, 0]])
    return scene, satchel.Index(scene)


def test_an_index_refuses_another_scene_and_a_changed_one(crossing, dtype):
    scene, index = crossing
    point, ray, pose = [[5, 0]], [[0, 0, 1, 0]], [[0, 0, 0]]
    other_dtype = satchel.Scene(np.float32 if dtype == np.float64 else np.float64)
    questions = (
        lambda s: index.cast_rays(s, ray), lambda s: index.rays_blocked(s, ray), lambda s: index.all_ray_hits(s, ray),
        lambda s: index.bodies_at_points(s, point), lambda s: index.bodies_in_boxes(s, [[0, 0, 1, 1]]),
        lambda s: index.bodies_at_poses(s, 0, pose), lambda s: index.nearest_bodies(s, 0, pose),
        lambda s: index.cast_shapes(s, 0, pose, [[1, 0, 0]]), lambda s: index.all_shape_hits(s, 0, pose, [[1, 0, 0]]),
        lambda s: index.cast_ray(s, (0, 0), (1, 0)), lambda s: index.nearest_body(s, 0, pose[0]),
    )  # fmt: skip
    for ask in questions:
        for other in (scene.copy(), other_dtype):
            assert code_of(ask, other) == ("other_scene", "index", None)
    assert code_of(index.update, scene.copy()) == code_of(index.update, other_dtype) == ("other_scene", "index", None)
    assert not index.is_current(scene.copy()) and not index.is_current(other_dtype) and index.is_current(scene)
    scene.set_pose(1, (20, 0, 0))
    for ask in questions:
        assert code_of(ask, scene) == ("changed_scene", "index", None)
    scene.set_pose(2, (0, 19, 0))
    assert code_of(index.update, scene, [1]) == ("left_out", "moved", 2)
    index.update(scene, [2, 0, 1])
    assert index.cast_ray(scene, (7, 0), (1, 0)).time == 12
    index.build(other_dtype)
    assert index.is_current(other_dtype) and len(index.bodies_at_points(other_dtype, point)) == 0


def test_wrong_queries_are_refused(crossing):
    scene, index = crossing
    for call, words in (
        (lambda: index.cast_rays(scene, [[0, 0, 1]]), r"\(n, 5\)"),
        (lambda: index.bodies_at_points(scene, [0, 0]), r"\(n, 2\)"),
        (lambda: index.bodies_at_point(scene, [0, 0, 0]), r"\(2,\)"),
        (lambda: index.bodies_in_boxes(scene, [[0, 0]]), r"\(n, 4\)"),
        (lambda: index.bodies_at_poses(scene, 0, [[0, 0]]), r"\(n, 3\)"),
        (lambda: index.cast_rays(scene, [[0, 0, 1, 0]], worlds=[0, -1, 0], query_worlds=0), r"worlds\[1\] is -1"),
    ):
        with pytest.raises(satchel.Error, match=words):
            call()
    rays = [[0, 0, 1, 0], [0, 0, 0, 0]]
    assert code_of(index.cast_rays, scene, rays) == ("bad_ray", "rays", 1)
    assert code_of(index.cast_ray, scene, (np.nan, 0), (1, 0)) == ("not_finite", "rays", 0)
    assert code_of(index.bodies_in_boxes, scene, [[1, 0, 0, 1]]) == ("bad_box", "boxes", 0)
    assert code_of(index.bodies_at_poses, scene, 9, [[0, 0, 0]])[0] == "bad_shape"
    assert code_of(index.bodies_at_poses, scene, [0, 0], [[0, 0, 0]])[:2] == ("size_mismatch", "shapes")
    assert code_of(index.nearest_bodies, scene, 0, [[0, 0, 0]], 1, -1.0) == ("bad_distance", "max_distance", None)
    for cast in (index.cast_shapes, index.all_shape_hits):
        assert code_of(cast, scene, 0, [[0, 0, 0]] * 2, [[0, 0, 0], [0, np.nan, 0]]) == ("not_finite", "motions", 1)
        assert code_of(cast, scene, 0, [[0, 0, 0]], [[0, 0, 65]]) == ("bad_angle", "motions", 0)
        assert code_of(cast, scene, 0, [[0, 0, 0]] * 3, [[0, 0, 0]] * 2)[:2] == ("size_mismatch", "motions")
        assert code_of(cast, scene, 0, [[0, 0, 0]], [[0, 0, 0]], tolerance=-1.0) == ("bad_margin", "tolerance", None)
        assert code_of(cast, scene, 9, [[0, 0, 0]], [[0, 0, 0]])[0] == "bad_shape"
    for name, value in (("filters", satchel.make_filters(2)), ("worlds", [0]), ("query_filters", satchel.make_filters(3)), ("ignored", [0, 0, 0])):
        more = {"query_worlds": 0} if name == "worlds" else {}
        assert code_of(index.cast_rays, scene, rays[:1] * 2, **{name: value}, **more)[:2] == ("size_mismatch", name)
    with pytest.raises(TypeError, match="query_filters is no array that satchel.make_filters makes"):
        index.cast_rays(scene, rays, query_filters=[1])


def test_out_is_written(crossing):
    scene, index = crossing
    rays = np.array([[0, 0, 1, 0], [0, 5, 1, 0], [20, 0, -2, 0]], float)
    hits, blocked = index.cast_rays(scene, rays), index.rays_blocked(scene, rays)
    assert hits.body.tolist() == [0, satchel.NO_BODY, 1] and hits.time.tolist() == [4, np.inf, 4.5]
    out = np.empty_like(hits)
    assert index.cast_rays(scene, rays, out=out) is out and np.array_equal(out, hits)
    flags = np.zeros(3, bool)
    assert index.rays_blocked(scene, rays, out=flags) is flags and flags.tolist() == [True, False, True]
    every = index.all_ray_hits(scene, rays)
    room = np.empty(9, every.dtype)
    found = index.all_ray_hits(scene, rays, out=room)
    assert np.array_equal(found, every) and np.shares_memory(found, room) and isinstance(every, satchel.FoundRayHits)
    casts = 0, [[0, 0, 0], [0, 0, 0], [0, 0, 0]], [[8, 0, 0], [0, -8, 0], [0, 14, 0.5]]
    met = index.cast_shapes(scene, *casts)
    assert met.body.tolist() == [0, satchel.NO_BODY, 2] and met.time[:2].tolist() == [0.375, 1]
    assert met.point[:2].tolist() == [[1, 0], [0, 0]] and met.normal[:2].tolist() == [[1, 0], [0, 0]]
    out = np.empty_like(met)
    assert index.cast_shapes(scene, *casts, out=out) is out and np.array_equal(out, met)
    all_met = index.all_shape_hits(scene, *casts)
    room = np.empty(9, all_met.dtype)
    assert np.shares_memory(index.all_shape_hits(scene, *casts, out=room), room) and isinstance(all_met, satchel.FoundShapeHits)
    assert all_met.query.tolist() == [0, 0, 2] and all_met.body.tolist() == [0, 1, 2]  # 1: a touch at the end
    assert code_of(index.all_shape_hits, scene, *casts, out=room[:1])[0] == "no_room"
    near = index.nearest_bodies(scene, 0, [[0, 0, 0]], 3)
    assert near.body.tolist() == [0, 2, 1] and near.distance.tolist() == [3, 7, 8] and near.verdict.tolist() == [0, 0, 0]
    assert np.array_equal(index.nearest_bodies(scene, 0, [[0, 0, 0]], 3, out=np.empty_like(near)), near)
    assert code_of(index.nearest_bodies, scene, 0, [[0, 0, 0]], 3, out=np.empty_like(near)[:2])[0] == "no_room"


def test_an_index_of_no_bodies_and_of_removed_ones():
    scene = satchel.Scene()
    index = satchel.Index(scene)
    assert len(index.bodies_at_points(scene, [[0, 0]])) == 0 and index.cast_ray(scene, (0, 0), (1, 0)).body == satchel.NO_BODY
    box = scene.add_box(1, 1)
    body = scene.add_body(box)
    index.update(scene)
    assert index.bodies_at_point(scene, (0, 0)).tolist() == [0] and index.memory_bytes > 0 and "float64" in repr(index)
    scene.remove_body(body)
    index.update(scene)
    assert index.nearest_body(scene, box, (0, 0, 0)) is None
    scene.clear()
    index.update(scene)
    assert len(index.bodies_in_boxes(scene, [[-9, -9, 9, 9]])) == 0
