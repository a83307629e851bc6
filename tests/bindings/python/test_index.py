"""The index that is kept: beside shapely and brute force, over histories of changes; threads."""

import threading

import numpy as np
import pytest
import satchel
from hypothesis import given
from hypothesis import strategies as st

from conftest import change, check_is_refused_during, may_meet, placed, random_polygons, random_scene, some_filters

shapely = pytest.importorskip("shapely")

EXTENT = 12.0


def polygons_of(scene):
    """The bodies as geometries of shapely, by index; None for removed ones."""
    return [shapely.Polygon(placed(scene, body)) if scene.has_body(body) else None for body in range(scene.body_slots)]


def rows(found):
    return list(zip(found.query.tolist(), found.body.tolist()))


def entry_times(ray, polygon):
    """When a ray enters a convex polygon and leaves it, by clipping it to the polygon's half-planes; None if it misses."""
    points = np.array(polygon.exterior.coords)[:-1]
    along = np.roll(points, -1, 0) - points
    outward = np.stack([along[:, 1], -along[:, 0]], -1)
    origin, direction, most = ray[:2], ray[2:4], ray[4]
    gap, speed = ((points - origin) * outward).sum(1), outward @ direction
    if (gap[speed == 0] < 0).any():
        return None
    times = gap[speed != 0] / speed[speed != 0]
    first = max(times[speed[speed != 0] < 0].max(initial=0), 0)
    last = min(times[speed[speed != 0] > 0].min(initial=np.inf), most)
    return first if first <= last else None


def some_rays(rng, count):
    angles = rng.uniform(0, 7, count)
    return np.column_stack([rng.uniform(0, EXTENT, (count, 2)), np.cos(angles), np.sin(angles), rng.uniform(1, 2 * EXTENT, count)])


def check_points_and_boxes(index, scene, rng):
    polygons = polygons_of(scene)
    bodies = [body for body, polygon in enumerate(polygons) if polygon is not None]
    points = rng.uniform(0, EXTENT, (30, 2))
    boxes = np.concatenate([points, points + rng.uniform(0, 2, (30, 2))], -1)
    want = [(i, b) for i, point in enumerate(points) for b in bodies if polygons[b].covers(shapely.Point(point))]
    assert rows(index.bodies_at_points(scene, points)) == want
    want = [(i, b) for i, box in enumerate(boxes) for b in bodies if polygons[b].intersects(shapely.box(*box))]
    assert rows(index.bodies_in_boxes(scene, boxes)) == want
    for i in range(3):
        assert index.bodies_in_box(scene, boxes[i]).tolist() == [b for query, b in want if query == i]
        assert index.bodies_at_point(scene, points[i]).tolist() == [b for b in bodies if polygons[b].covers(shapely.Point(points[i]))]


def check_rays(index, scene, rng, rtol):
    polygons = polygons_of(scene)
    rays = some_rays(rng, 20)
    every, first, blocked = index.all_ray_hits(scene, rays), index.cast_rays(scene, rays), index.rays_blocked(scene, rays)
    assert np.array_equal(first, satchel.cast_rays(scene, rays))
    assert blocked.dtype == bool and np.array_equal(blocked, first.body != satchel.NO_BODY)
    assert (np.diff(every.query.astype(int)) >= 0).all()
    for i, ray in enumerate(rays):
        hits = every[every.query == i]
        times = {body: entry_times(ray, polygon) for body, polygon in enumerate(polygons) if polygon is not None}
        want = {body: time for body, time in times.items() if time is not None}
        assert set(hits.body.tolist()) == set(want)
        assert np.allclose(hits.time, [want[body] for body in hits.body.tolist()], rtol=rtol, atol=rtol)
        assert list(zip(hits.time, hits.body)) == sorted(zip(hits.time, hits.body))
        if len(hits):
            assert (first.time[i], first.body[i]) == (hits.time[0], hits.body[0])
            assert np.allclose(np.hypot(*hits.normal[hits.time > 0].T), 1, rtol=0, atol=1e-6)
    one = index.cast_ray(scene, rays[0, :2], rays[0, 2:4], rays[0, 4])
    assert isinstance(one, satchel.RayHit) and one == first[0]
    assert index.ray_blocked(scene, rays[0, :2], rays[0, 2:4], rays[0, 4]) is bool(blocked[0])


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_a_kept_index_answers_as_brute_force_over_a_history(seed, dtype):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 30, dtype, EXTENT)
    shapes = scene.add_polygons(*random_polygons(rng, 5, dtype))
    index = satchel.Index(scene)
    for step in range(4):
        check_points_and_boxes(index, scene, rng)
        check_rays(index, scene, rng, 1e-4 if dtype == np.float32 else 1e-9)
        changed = change(scene, rng, shapes, EXTENT)
        assert not index.is_current(scene)
        if step % 2:
            index.update(scene)
        else:
            index.update(scene, rng.permutation(changed))
        assert index.is_current(scene)


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_nearest_bodies_are_those_of_shapely_and_of_distances(seed, dtype):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 25, dtype, EXTENT)
    index = satchel.Index(scene)
    shapes = scene.add_polygons(*random_polygons(rng, 3, dtype))
    index.update(scene)
    poses = np.column_stack([rng.uniform(0, EXTENT, (8, 2)), rng.uniform(0, 7, 8)])
    chosen = rng.choice(shapes, 8)
    count, most = int(rng.integers(1, 6)), float(rng.uniform(0.5, 4))
    near = index.nearest_bodies(scene, chosen, poses, count, most)
    queries = satchel.Scene(dtype)
    for shape in chosen:
        queries.add_body(queries.add_polygon(scene.local_vertices(shape)))
    queries.set_poses(poses)
    touched = index.bodies_at_poses(scene, chosen, poses)
    polygons, eps = polygons_of(scene), 1e-4 if dtype == np.float32 else 1e-9
    for i in range(8):
        mover = shapely.Polygon(placed(queries, i))
        apart = np.array([mover.distance(polygon) for polygon in polygons])
        rank = satchel.distances(queries, scene, np.column_stack([np.full(25, i), np.arange(25)])).distance
        order = np.lexsort((np.arange(25), rank))
        want = [body for body in order if rank[body] <= most][:count]
        found = near[near.query == i]
        assert found.body.tolist() == want and np.array_equal(found.distance, rank[want])
        assert np.allclose(np.maximum(found.distance, 0), apart[want], rtol=0, atol=eps)
        farthest = found.distance[-1] if len(found) == count else most
        assert (apart[np.setdiff1d(np.arange(25), want)] >= farthest - eps).all()
        sure = np.abs(rank) > eps
        meets = np.isin(np.arange(25), touched.body[touched.query == i])
        assert np.array_equal(meets[sure], (apart == 0)[sure])
        assert np.array_equal(index.bodies_at_pose(scene, int(chosen[i]), poses[i]), np.flatnonzero(meets))
        # The witness points are on the two bodies, as far apart as it says.
        a, b = poses[i, :2] + found.point_a, scene.to_world(found.body, found.point_b)
        assert np.allclose(b - a, found.normal * found.distance[:, None], rtol=0, atol=eps)
        assert all(polygons[body].distance(shapely.Point(point)) < eps for body, point in zip(want, b))
    points = index.nearest_to_points(scene, poses[:, :2], count, most)
    once = satchel.nearest_bodies(scene, poses[:, :2], count, most)
    assert np.array_equal(points.query, once.query) and np.array_equal(points.body, once.body)
    assert np.array_equal(points.distance, once.distance)
    rank = np.array([[shapely.Point(x, y).distance(polygon) for polygon in polygons] for x, y in poses[:, :2]])
    assert np.allclose(np.maximum(points.distance, 0), rank[points.query, points.body], rtol=0, atol=eps)
    assert all((np.sort(row)[:count] <= most + eps).sum() >= (points.query == i).sum() for i, row in enumerate(rank))
    one = index.nearest_body(scene, int(chosen[0]), poses[0])
    assert isinstance(one, satchel.NearBody) and one == index.nearest_bodies(scene, chosen[:1], poses[:1])[0]
    assert index.nearest_body(scene, int(chosen[0]), (1e6, 0, 0), 5.0) is None


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_casts_are_sweeps_of_all_pairs(seed, dtype):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 25, dtype, EXTENT)
    index = satchel.Index(scene)
    shapes = scene.add_polygons(*random_polygons(rng, 3, dtype))
    index.update(scene)
    poses = np.column_stack([rng.uniform(0, EXTENT, (8, 2)), rng.uniform(0, 7, 8)])
    motions = np.column_stack([rng.uniform(-EXTENT, EXTENT, (8, 2)), np.where(rng.random(8) < 0.5, 0, rng.uniform(-1, 1, 8))])
    chosen = rng.choice(shapes, 8)
    queries = satchel.Scene(dtype)
    for shape in chosen:
        queries.add_body(queries.add_polygon(scene.local_vertices(shape)))
    queries.set_poses(poses)
    options = dict(leaves_start=bool(rng.random() < 0.5), tolerance=float(rng.choice([0, 0.125])))
    pairs = np.stack(np.meshgrid(np.arange(8), np.arange(25), indexing="ij"), -1).reshape(-1, 2).astype(np.uint32)
    impacts = satchel.sweep(queries, motions, scene, np.zeros((25, 3)), pairs, **options)
    (met,) = np.nonzero(impacts.hit)
    order = met[np.lexsort((pairs[met, 1], impacts.time[met], pairs[met, 0]))]
    found = index.all_shape_hits(scene, chosen, poses, motions, **options)
    assert found.query.tolist() == pairs[order, 0].tolist() and found.body.tolist() == pairs[order, 1].tolist()
    for name in ("time", "normal", "point"):
        assert np.array_equal(getattr(found, name), getattr(impacts, name)[order])
    first = index.cast_shapes(scene, chosen, poses, motions, **options)
    for i in range(8):
        hits = found[found.query == i]
        want = (hits.time[0], *hits.normal[0], *hits.point[0], hits.body[0]) if len(hits) else (1, 0, 0, 0, 0, satchel.NO_BODY)
        assert (first.time[i], *first.normal[i], *first.point[i], first.body[i]) == want
    one = index.cast_shape(scene, int(chosen[0]), poses[0], motions[0], **options)
    assert isinstance(one, satchel.ShapeHit) and one == first[0]


@given(st.integers(0, 2**32 - 1))
def test_filters_worlds_and_ignored_bodies_leave_bodies_out(seed):
    rng = np.random.default_rng(seed)
    scene = random_scene(seed, 30, np.float64, 5)
    index = satchel.Index(scene)
    points = rng.uniform(0, 5, (20, 2))
    everything = rows(index.bodies_at_points(scene, points))
    filters, query_filters = some_filters(rng, 30), some_filters(rng, 20)
    worlds, query_worlds = rng.integers(0, 2, 30), rng.integers(0, 2, 20)
    ignored = rng.integers(0, 30, 20).astype(np.uint32)
    ignored[::3] = satchel.NO_BODY

    want = [(i, b) for i, b in everything if may_meet(filters[b], query_filters[i])]
    assert rows(index.bodies_at_points(scene, points, filters=filters, query_filters=query_filters)) == want
    want = [(i, b) for i, b in everything if may_meet(filters[b], query_filters[4])]
    assert rows(index.bodies_at_points(scene, points, filters=filters, query_filters=query_filters[4:5])) == want
    want = [(i, b) for i, b in everything if worlds[b] == query_worlds[i]]
    assert rows(index.bodies_at_points(scene, points, worlds=worlds, query_worlds=query_worlds)) == want
    assert rows(index.bodies_at_points(scene, points, worlds=worlds, query_worlds=1)) == [(i, b) for i, b in everything if worlds[b] == 1]
    assert rows(index.bodies_at_points(scene, points, ignored=ignored)) == [(i, b) for i, b in everything if b != ignored[i]]
    assert rows(index.bodies_at_points(scene, points, ignored=7)) == [(i, b) for i, b in everything if b != 7]

    # The other questions leave out the same bodies.
    box = scene.add_box(0.2, 0.2)
    index.update(scene)
    which = dict(filters=filters, worlds=worlds, query_filters=query_filters, query_worlds=query_worlds, ignored=ignored)
    allowed = [[may_meet(filters[b], query_filters[i]) and worlds[b] == query_worlds[i] and b != ignored[i] for b in range(30)] for i in range(20)]
    poses = np.column_stack([points, np.zeros(20)])
    boxes = np.concatenate([points - 0.2, points + 0.2], -1)
    rays = np.column_stack([points, np.ones(20), np.zeros(20), np.full(20, 9.0)])
    for call, arguments in (
        (index.bodies_in_boxes, (boxes,)),
        (index.bodies_at_poses, (box, poses)),
        (index.all_ray_hits, (rays,)),
        (index.nearest_bodies, (box, poses, 30, 0.5)),
        (index.all_shape_hits, (box, poses, [[3, 1, 0]])),
    ):
        want = [(i, b) for i, b in rows(call(scene, *arguments)) if allowed[i][b]]
        assert rows(call(scene, *arguments, **which)) == want
    every = index.all_ray_hits(scene, rays, **which)
    first = index.cast_rays(scene, rays, **which)
    assert np.array_equal(index.rays_blocked(scene, rays, **which), first.body != satchel.NO_BODY)
    assert [b for b in first.body if b != satchel.NO_BODY] == [every.body[every.query == i][0] for i in np.unique(every.query)]


def test_many_threads_ask_one_index():
    scene = random_scene(7, 2000, np.float64, 80)
    index = satchel.Index(scene)
    rays = some_rays(np.random.default_rng(1), 3000) * [6, 6, 1, 1, 1]
    want = index.all_ray_hits(scene, rays)
    answers = [None] * 6

    def ask(k):
        answers[k] = index.all_ray_hits(scene, rays, threads=1 + k % 2)

    threads = [threading.Thread(target=ask, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(answer, want) for answer in answers)


def test_an_index_cannot_be_updated_while_a_call_reads_it():
    scene = random_scene(8, 2000, np.float64, 80)
    index = satchel.Index(scene)
    rays = some_rays(np.random.default_rng(2), 20000) * [6, 6, 1, 1, 1]
    check_is_refused_during(lambda: index.all_ray_hits(scene, rays), lambda: index.update(scene), "the index is being read")
