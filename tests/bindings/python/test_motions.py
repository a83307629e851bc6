"""Sweeps, rays, points and boxes; outlines."""

import pickle

import numpy as np
import pytest
import satchel

from conftest import code_of, placed, random_scene


def test_a_sweep_finds_when_boxes_meet(dtype):
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 1), [[0, 0, 0], [4, 0, 0], [9, 9, 0]])
    motions = np.array([[4.0, 0, 0], [0, 0, 0], [0, 0, 0]])
    impacts = satchel.sweep(scene, motions, [[0, 1], [0, 2]])
    assert impacts.hit.tolist() == [True, False] and impacts.time.tolist() == [0.5, 1]
    assert impacts.normal.tolist() == [[1, 0], [0, 0]]
    assert impacts.point.dtype == dtype and impacts.point.tolist() == [[1, 0], [0, 0]]
    between = satchel.sweep(scene, motions, scene, np.zeros((3, 3)), [[0, 1]])
    assert between.time[0] == 0.5
    end = scene.advance(motions)
    assert end.poses()[0].tolist() == [4, 0, 1, 0] and scene.poses()[0].tolist() == [0, 0, 1, 0]
    with pytest.raises(satchel.Error):
        satchel.sweep(scene, motions[:2], [[0, 1]])


def test_a_scene_at_the_end_of_a_step_has_all_of_the_first(dtype):
    scene = satchel.Scene(dtype)
    scene.max_threads = 3
    scene.add_body(scene.add_chain([(4, 0), (0, 0)], one_sided=True))
    halves = [scene.add_polygon([[0, -1], [2, -1], [2, 0], [0, 0]]), scene.add_polygon([[-2, -1], [0, -1], [0, 0], [-2, 0]])]
    scene.add_body(scene.add_compound(halves, [0, 0, 0, 1, 0, 1, 0, 0]), (0, -9, 0))
    scene.add_bodies([scene.add_box(0.5, 0.5), scene.add_circle((0, 0), 0.125)], [[2, -0.2, 0], [0.0625, -9.5, 0]])
    end, pairs = scene.advance(np.zeros((4, 3))), [[0, 2], [1, 3]]
    want = satchel.collide(scene, pairs)
    assert end.max_threads == 3 and np.allclose(want.separation, [-0.7, -0.625], rtol=0, atol=1e-6)
    probe = satchel.Scene(dtype)
    probe.add_bodies([probe.add_box(0.5, 0.5), probe.add_circle((0, 0), 0.125)], [[2, -0.2, 0], [0.0625, -9.5, 0]])
    for copy in (pickle.loads(pickle.dumps(end)), end.copy()):
        assert np.array_equal(satchel.collide(copy, pairs), want)
    for a, b in ((scene, probe), (probe, scene)):
        assert np.array_equal(satchel.nearest_bodies(end if a is scene else a, end if b is scene else b, 4), satchel.nearest_bodies(a, b, 4))


def test_a_sweep_can_leave_its_start(dtype):
    scene = satchel.Scene(dtype)
    floor, box = scene.add_box(10, 0.5), scene.add_box(0.5, 0.5)
    scene.add_bodies([floor, box, box, box], [[0, -0.5, 0], [0, 0.5, 0], [3, 0.4, 0], [8, 0.5, 0]])
    motions = np.array([[0, 0, 0], [4, 0, 0], [0, 2, 0], [0, 0, 0]], float)
    pairs = [[1, 0], [2, 0], [1, 3]]  # slides; leaves; too far
    with_points, without = satchel.sweep(scene, motions, pairs), satchel.sweep(scene, motions, pairs, points=False)
    assert with_points.hit.tolist() == without.hit.tolist() == [True, True, False]
    assert with_points.point[:2].any() and not without.point.any()
    assert with_points.normal.tolist() == without.normal.tolist() and with_points.time.tolist() == without.time.tolist()
    assert satchel.sweep(scene, motions, pairs, leaves_start=True).hit.tolist() == [False, False, False]
    motions[1] = 4, -1, 0
    approaching = satchel.sweep(scene, motions, pairs, leaves_start=True)
    assert approaching.hit.tolist() == [True, False, False] and approaching.time[0] == 0
    motions[1] = 10, 0, 0
    between = satchel.sweep(scene, motions, scene, np.zeros((4, 3)), [[1, 0], [1, 3]], leaves_start=True)
    assert between.hit.tolist() == [False, True] and np.isclose(between.time[1], 0.7, rtol=0, atol=1e-6)


def test_a_turn_beyond_the_limit_is_refused(boxes):
    motions = np.array([[0, 0, 0], [0, 0, 65], [0, 0, 0]], float)
    assert code_of(satchel.sweep, boxes, motions, [[0, 1]]) == ("bad_angle", "motions", 1)
    assert satchel.sweep(boxes, motions, [[0, 1]], max_angle=65.0).hit[0]
    assert code_of(satchel.sweep, boxes, motions, [[0, 1]], max_angle=-1.0) == ("bad_angle", "max_angle", None)


def test_points_and_boxes_agree_with_shapely():
    shapely = pytest.importorskip("shapely")
    scene = random_scene(5, 40, np.float64, 8)
    polygons = [shapely.Polygon(placed(scene, body)) for body in range(40)]
    points = np.random.default_rng(1).uniform(0, 8, (200, 2))
    found = satchel.bodies_at_points(scene, points)
    want = {(i, j) for i, point in enumerate(points) for j, polygon in enumerate(polygons) if polygon.covers(shapely.Point(point))}
    assert set(zip(found.query.tolist(), found.body.tolist())) == want and want
    boxes = np.concatenate([points[:50], points[:50] + 0.5], -1)
    found = satchel.bodies_in_boxes(scene, boxes)
    want = {(i, j) for i, box in enumerate(boxes) for j, polygon in enumerate(polygons) if polygon.intersects(shapely.box(*box))}
    assert set(zip(found.query.tolist(), found.body.tolist())) == want
    with pytest.raises(satchel.Error) as info:
        satchel.bodies_in_boxes(scene, boxes[:, ::-1])
    assert info.value.code == "bad_box"


def test_rays_hit_the_nearest_body(dtype):
    scene = satchel.Scene(dtype)
    scene.add_bodies(scene.add_box(1, 1), [[5, 0, 0], [10, 0, 0]])
    hits = satchel.cast_rays(scene, [[0, 0, 1, 0], [0, 5, 1, 0], [20, 0, -2, 0]])
    assert hits.body.tolist() == [0, satchel.NO_BODY, 1] and hits.time.tolist() == [4, np.inf, 4.5]
    assert hits.normal.tolist() == [[-1, 0], [0, 0], [1, 0]]
    assert satchel.cast_rays(scene, [[0, 0, 1, 0, 3]]).body[0] == satchel.NO_BODY
    with pytest.raises(satchel.Error, match=r"\(n, 5\)"):
        satchel.cast_rays(scene, [[0, 0, 1]])


def test_outlines_and_hulls(dtype):
    points = np.array([[0, 0], [4, 0], [4, 4], [2, 1], [0, 4], [0, 0]], dtype)
    ring = satchel.clean_ring(points)
    assert ring.closed and not ring.convex and ring.vertices.dtype == dtype and len(ring.vertices) == 5
    parts = satchel.convex_parts(ring.vertices)
    assert len(parts.starts) > 2 and np.array_equal(ring.vertices[parts.indices], parts.vertices)
    assert parts.inner_edges.sum() == 2 * (len(parts.starts) - 2)
    assert satchel.convex_hull(points).tolist() == [[0, 0], [4, 0], [4, 4], [0, 4]]
    with pytest.raises(satchel.Error) as info:
        satchel.clean_ring(points[:2])
    assert info.value.code == "too_few_vertices"
