"""Outlines as they are: arrays of rings, what is refused, and the predicates, beside shapely."""

import numpy as np
import pytest

import satchel

shapely = pytest.importorskip("shapely")

PREDICATES = (
    "intersects", "disjoint", "touches", "overlaps", "within", "contains", "covers", "covered_by", "contains_properly", "equals",
)


def scene_of(geometries, **how):
    kind, coords, offsets = shapely.to_ragged_array(geometries)
    scene = satchel.Scene()
    shapes = scene.add_outlines(coords, *offsets, **how)
    scene.add_bodies(shapes, np.zeros((len(shapes), 3)))
    return scene


def parcels(count, side, seed, holes=0.2, corners=20):
    r = np.random.default_rng(seed)
    middle, angle = r.uniform(0, side, (count, 2)), np.sort(r.uniform(0, 2 * np.pi, (count, corners)), 1)
    radius = r.uniform(0.5, 1, (count, corners))
    rings = np.stack([middle[:, :1] + radius * np.cos(angle), middle[:, 1:] + radius * np.sin(angle)], -1)
    polygons = shapely.polygons(rings)
    hole = shapely.buffer(shapely.points(middle), 0.15, quad_segs=2)
    with_hole = (r.uniform(size=count) < holes) & shapely.contains_properly(polygons, hole)
    polygons = np.where(with_hole, shapely.difference(polygons, hole), polygons)
    return polygons[shapely.is_valid(polygons) & (shapely.get_type_id(polygons) == 3)]


def test_two_layers_meet_as_shapely_says():
    a, b = parcels(400, 20, 1), parcels(400, 20, 2)
    s, t = scene_of(a), scene_of(b)
    pairs = satchel.find_pairs(s, t)
    verdicts = satchel.classify(s, t, pairs)
    found = {tuple(pair) for pair in pairs[verdicts != satchel.DISJOINT].tolist()}
    assert found == set(zip(*(x.tolist() for x in shapely.STRtree(b).query(a, predicate="intersects"))))
    hits = pairs[verdicts == satchel.OVERLAPPING]
    areas = shapely.area(shapely.intersection(a[hits[:, 0]], b[hits[:, 1]]))
    np.testing.assert_allclose(satchel.overlap_areas(s, t, hits), areas, atol=1e-12)
    np.testing.assert_allclose(satchel.shape_areas(s), shapely.area(a), rtol=1e-12)
    probes = np.random.default_rng(3).uniform(0, 20, (2000, 2))
    inside = satchel.bodies_at_points(s, probes)
    point, geometry = shapely.STRtree(a).query(shapely.points(probes), predicate="intersects")
    assert set(zip(inside.query.tolist(), inside.body.tolist())) == set(zip(point.tolist(), geometry.tolist()))


def test_predicates_are_those_of_shapely_on_a_grid():
    r = np.random.default_rng(5)
    q = r.integers(0, 9, (200, 2)).astype(float)
    boxes = shapely.box(q[:, 0], q[:, 1], q[:, 0] + r.integers(1, 4, 200), q[:, 1] + r.integers(1, 4, 200))
    steps = [[[x, y], [x + 4, y], [x + 4, y + 1], [x + 1, y + 1], [x + 1, y + 3], [x, y + 3]] for x, y in q[:100]]
    frames = shapely.difference(shapely.box(q[:50, 0], q[:50, 1], q[:50, 0] + 4, q[:50, 1] + 4),
                                shapely.box(q[:50, 0] + 1, q[:50, 1] + 1, q[:50, 0] + 3, q[:50, 1] + 3))
    all_of = np.concatenate([boxes, shapely.polygons(steps), frames])
    scene = scene_of(all_of)
    pairs = r.integers(0, len(all_of), (4000, 2)).astype(np.uint32)
    for name in PREDICATES:
        expected = getattr(shapely, name)(all_of[pairs[:, 0]], all_of[pairs[:, 1]])
        answers = satchel.relate(scene, pairs, name)
        assert answers.dtype == bool
        np.testing.assert_array_equal(answers, expected, name)
    with pytest.raises(satchel.Error, match="wanted one of intersects"):
        satchel.relate(scene, pairs, "crosses")


def test_holes_that_touch_and_several_polygons_are_taken():
    geometries = shapely.from_wkt([
        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (0 5, 3 4, 3 6, 0 5))",
        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (2 2, 4 2, 4 4, 2 2), (4 4, 6 4, 6 6, 4 4))",
        "MULTIPOLYGON (((20 0, 30 0, 30 10, 25 5, 20 10, 20 0), (22 1, 23 1, 23 2, 22 1)), EMPTY, ((40 0, 50 0, 50 10, 40 0)))",
    ])
    scene = scene_of(geometries)
    probes = shapely.box([0.1, 1, 2.5, 3.2, 21, 46], [4.9, 8, 2.2, 3.1, 0.2, 1], [0.3, 1.5, 2.7, 3.4, 21.5, 46.5],
                         [5.1, 8.5, 2.3, 3.3, 0.8, 1.5])
    probe = scene_of(probes)
    pairs = np.array([(i, j) for i in range(len(probes)) for j in range(3)], np.uint32)
    p, g = probes[pairs[:, 0]], geometries[pairs[:, 1]]
    np.testing.assert_array_equal(satchel.classify(probe, scene, pairs) != satchel.DISJOINT, shapely.intersects(p, g))
    np.testing.assert_array_equal(satchel.within(probe, scene, pairs) != 0, shapely.covers(g, p))


def test_distances_and_rays_need_no_parts():
    frame, hole = [[0, 0], [9, 0], [9, 9], [0, 9]], [[2, 2], [7, 2], [7, 7], [2, 7]]
    scene = satchel.Scene()
    scene.add_outlines(np.array(frame + hole, float), [0, 4, 8], [0, 2])
    scene.add_box(0.5, 0.5)
    scene.add_bodies([0, 1, 1], [[0, 0, 0], [4, 4, 0], [10, 4, 0]])
    found = satchel.distances(scene, [[0, 1], [0, 2], [2, 1]])
    assert found.distance.tolist() == [1.5, 0.5, 5]
    near = satchel.nearest_bodies(scene, [[4, 5]], count=2)
    assert (near.body.tolist(), near.distance.tolist()) == ([1, 0], [0.5, 2])
    hits = satchel.cast_rays(scene, [[3, 3, 1, 0]])
    assert (hits.body[0], hits.time[0]) == (0, 4)


def test_what_is_not_valid_is_named_or_skipped():
    square, bow = [[0, 0], [1, 0], [1, 1], [0, 1]], [[0, 0], [1, 1], [1, 0], [0, 1]]
    coords, rings = np.array(square + bow + square, float), [0, 4, 8, 12]
    scene = satchel.Scene()
    with pytest.raises(satchel.Error, match=r"outline 1: .* at \(0.5, 0.5\): the edges cross") as caught:
        scene.add_outlines(coords, rings)
    assert (caught.value.code, caught.value.index, caught.value.argument) == ("bad_outline", 1, "coords")
    assert scene.shape_count == 0
    shapes, taken = scene.add_outlines(coords, rings, invalid="skip")
    assert shapes.tolist() == [0, 1] and taken.tolist() == [0, 2]
    with pytest.raises(ValueError, match="wanted 'raise' or 'skip'"):
        scene.add_outlines(coords, rings, invalid="drop")
    with pytest.raises(satchel.Error, match="polygon start 1"):
        scene.add_outlines(coords, rings, [0, 9])
    body = scene.add_body(0)
    with pytest.raises(satchel.Error, match="without convex parts") as caught:
        satchel.collide(scene, [[body, body]])
    assert caught.value.code == "needs_parts"
    scene.make_parts()
    assert satchel.collide(scene, [[body, body]]).verdict[0] == satchel.OVERLAPPING
