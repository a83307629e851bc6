"""Outlines as they are: arrays of rings, what is refused, and the predicates, beside shapely."""

import pickle
import signal
import threading
import time

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
    with pytest.raises(satchel.Error, match="polygon offset 1: the offsets are wrong"):
        scene.add_outlines(coords, rings, [0, 9])


def courts(dtype=np.float64):
    """Ten outlines without parts, six of them in a row that overlap, and a box; map coordinates are small."""
    u = np.array([[0, 0], [6, 0], [6, 4], [4, 4], [4, 2], [2, 2], [2, 4], [0, 4]], dtype)
    frame = np.array([[0, 0], [5, 0], [5, 5], [0, 5], [1, 1], [4, 1], [4, 4], [1, 4]], dtype)
    scene = satchel.Scene(dtype)
    shapes = [scene.add_outline(u), scene.add_outline(frame, [0, 4, 8])]
    poses = [(2.5 * k, 0.25 * k, 0.1 * k) for k in range(6)] + [(40 + 8.0 * k, 0, 0) for k in range(4)]
    scene.add_bodies(np.array(shapes * 5), np.array(poses, float))
    scene.add_body(scene.add_box(0.5, 0.5), (3, 3, 0))
    return scene


PAIRS = np.array([(a, b) for a in range(11) for b in range(a)], np.uint32)
RAYS = np.array([[-5, 1, 1, 0], [3, 9, 0, -1], [39, 2.5, 1, 0.0]])
MOTIONS = np.tile([0.0, -4, 0.1], (11, 1)) * (np.arange(11) % 2)[:, np.newaxis]
PATHS = np.tile([[20.0, 20, 0], [5, 3, 0.5], [0, 0, 1]], (2, 1, 1))
QUESTIONS = {
    "collide": lambda s: satchel.collide(s, PAIRS), "collide, two scenes": lambda s: satchel.collide(courts(s.dtype), s, PAIRS),
    "collide, image pairs": lambda s: satchel.collide(s, satchel.find_pairs(s, periods=(50, 0)), periods=(50, 0)),
    "find_hits": lambda s: satchel.find_hits(s, PAIRS), "manifolds": lambda s: satchel.manifolds(s, PAIRS, margin=0.5),
    "part_manifolds": lambda s: satchel.part_manifolds(s, PAIRS), "distances": lambda s: satchel.distances(s, PAIRS),
    "intersections": lambda s: satchel.intersections(s, PAIRS)[1], "push_out": lambda s: satchel.push_out(s, [10, 2], [0, 1, 3]),
    "sweep": lambda s: satchel.sweep(s, MOTIONS, PAIRS), "cast_rays": lambda s: satchel.cast_rays(s, RAYS),
    "first_hits": lambda s: satchel.first_hits(s, [0, 2], PATHS),
    "first_hits, clearance": lambda s: satchel.first_hits(s, [0, 2], PATHS, clearance=0.25),
    "times_to_collision": lambda s: satchel.times_to_collision(s, [0, 2], PATHS, np.full((2, 3, 3), 0.5), 4),
    "nms": lambda s: satchel.nms(s, np.arange(11) % 4 / 4.0, 0.1),
    "nearest_bodies": lambda s: satchel.nearest_bodies(s, RAYS[:, :2].copy(), 3),
    "nearest_bodies, two scenes": lambda s: satchel.nearest_bodies(courts(s.dtype), s, 3),
    "nearest_bodies of outlines": lambda s: satchel.nearest_bodies(s, courts(s.dtype), 3),
    "Index.nearest_bodies": lambda s: satchel.Index(s).nearest_bodies(s, 0, PATHS[0], 3),
    "Index.bodies_at_poses": lambda s: satchel.Index(s).bodies_at_poses(s, 1, PATHS[0]),
    "Index.cast_shapes": lambda s: satchel.Index(s).cast_shapes(s, 1, PATHS[0], [[-9, -9, 0.5]]),
    "Index.all_shape_hits": lambda s: satchel.Index(s).all_shape_hits(s, 0, PATHS[0], [[-9, -9, 0]]),
    "Index.cast_ray": lambda s: satchel.Index(s).cast_ray(s, (-5, 1), (1, 0)).time,
}  # fmt: skip
FROM_EDGES = {
    "distances", "cast_rays", "first_hits", "nms", "nearest_bodies", "nearest_bodies, two scenes", "nearest_bodies of outlines",
    "Index.nearest_bodies", "Index.bodies_at_poses", "Index.cast_ray",
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_parts_are_made_for_the_question_that_needs_them(name, dtype):
    scene, with_parts = courts(dtype), courts(dtype)
    with_parts.make_parts()
    index, shapes = satchel.Index(scene), scene.shape_count
    answer = QUESTIONS[name](scene)
    assert scene.shape_count == (shapes if name in FROM_EDGES else with_parts.shape_count) and with_parts.shape_count > shapes
    want = QUESTIONS[name](with_parts)
    assert np.array_equal(answer, want) and np.size(want) > 0
    assert np.array_equal(QUESTIONS[name](scene), want)
    assert index.is_current(scene) and np.array_equal(index.cast_rays(scene, RAYS), satchel.cast_rays(scene, RAYS))


def test_what_needs_no_parts_makes_none(dtype):
    scene = courts(dtype)
    shapes, revision = scene.shape_count, scene.revision
    satchel.classify(scene, PAIRS), satchel.within(scene, PAIRS), satchel.relate(scene, PAIRS, "touches")
    satchel.overlap_areas(scene, PAIRS), satchel.ious(scene, PAIRS), satchel.shape_areas(scene)
    satchel.bodies_at_points(scene, RAYS[:, :2].copy()), satchel.bodies_in_boxes(scene, [[0, 0, 2, 2]]), satchel.Index(scene)
    assert (scene.shape_count, scene.revision) == (shapes, revision)
    assert satchel.collide(scene, np.empty((0, 2), np.uint32)).size == 0 and scene.shape_count == shapes


def test_parts_are_made_within_one_call():
    scene = courts()
    out, parts, stats = np.empty(len(PAIRS), satchel.collide(scene.copy(), PAIRS).dtype), np.empty((len(PAIRS), 2), np.uint32), satchel.Stats()
    written = satchel.collide(scene, PAIRS, out=out.view(satchel.Contacts), parts=parts, stats=stats, threads=1)
    assert stats.pairs == len(PAIRS) and np.array_equal(written, satchel.collide(scene, PAIRS))
    assert (parts[written.verdict == satchel.OVERLAPPING] < [8, 8]).all()
    kept = satchel.KeptPairs()
    other = courts()
    index = satchel.Index(other)
    kept.update(other, index)
    assert np.array_equal(satchel.collide(other, kept), satchel.collide(scene, kept.pairs()))
    kept.update(other, index)
    one = courts()
    one.make_parts([0])
    shapes = one.shape_count
    assert len(one.parts(0)) == 3 and len(one.parts(1)) == 0
    satchel.collide(one, PAIRS[:0]), satchel.collide(one, [[10, 0]])
    assert one.shape_count == shapes  # bodies of shape 0 and the box have what they need
    satchel.collide(one, [[10, 1]])
    assert one.shape_count > shapes


@pytest.mark.parametrize("order", [None, [2, 0], [0, 2, 4]])
def test_pickles_have_outlines_and_their_parts(order):
    """Of which some were made early, or before other shapes were added."""
    geometries = np.array([*parcels(40, 12, 9), shapely.from_wkt("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (0 5, 3 4, 3 6, 0 5))")])
    geometries = np.append(geometries, shapely.multipolygons([shapely.box(20, 0, 21, 1), geometries[0]]))
    scene = satchel.from_shapely(geometries)
    for shape in [] if order is None else order:
        scene.make_parts([shape])
    scene.add_body(scene.add_box(2, 1), (3, 3, 1))
    if order is not None:
        scene.make_parts()
    scene.add_body(scene.add_circle((0, 0), 2), (4, 4, 1))
    again = pickle.loads(pickle.dumps(scene))
    assert again.shape_count == scene.shape_count and pickle.dumps(again) == pickle.dumps(scene)
    for shape in range(scene.shape_count):
        assert np.array_equal(again.parts(shape), scene.parts(shape)) and np.array_equal(again.local_vertices(shape), scene.local_vertices(shape))
        assert all(np.array_equal(a, b) for a, b in zip(again.rings(shape), scene.rings(shape)))
    pairs = satchel.find_pairs(scene)
    assert np.array_equal(satchel.classify(again, pairs), satchel.classify(scene, pairs))
    assert np.array_equal(satchel.collide(again, pairs), satchel.collide(scene, pairs))
    for other in (scene, again):  # the hole touches the shell
        with pytest.raises(satchel.Error) as info:
            other.set_pose(len(geometries) - 2, (0, 0, 0.1))
        assert info.value.code == "cannot_rotate"
    trusted = satchel.Scene()
    trusted.add_outlines(np.array([[0, 0], [1, 1], [1, 0], [0, 1]], float), [0, 4], trusted=True)
    assert np.array_equal(pickle.loads(pickle.dumps(trusted)).local_vertices(0), trusted.local_vertices(0))


def test_images_of_outlines():
    """Also of those whose rings touch, which may not be turned; their verdicts need no parts, their contacts do."""
    touching = shapely.from_wkt("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (0 5, 3 4, 3 6, 0 5))")
    geometries = np.array([touching, *parcels(60, 12, 8)])
    scene = satchel.from_shapely(geometries)
    pairs = satchel.find_pairs(scene, periods=(12, 12))
    shapes = scene.shape_count
    meet = satchel.classify(scene, pairs, periods=(12, 12)) != satchel.DISJOINT
    assert scene.shape_count == shapes and len(pairs) > 150
    moved = shapely.transform(geometries[pairs.pair[:, 1]], lambda v: v)
    for k, (x, y) in enumerate(12 * pairs.image):
        moved[k] = shapely.transform(moved[k], lambda v, x=x, y=y: v + (x, y))
    # Coordinates of images are rounded, so bodies that barely meet are left out.
    distance = shapely.distance(geometries[pairs.pair[:, 0]], moved)
    overlap = shapely.area(shapely.intersection(geometries[pairs.pair[:, 0]], moved))
    sure = (distance > 1e-9) | (overlap > 1e-9)
    assert sure.sum() > 120 and np.array_equal(meet[sure], overlap[sure] > 1e-9) and 30 < meet.sum() < len(meet) - 30
    contacts = satchel.collide(scene, pairs, periods=(12, 12))
    assert scene.shape_count > shapes and np.array_equal(contacts.verdict != satchel.DISJOINT, meet)
    found = satchel.distances(scene, pairs, periods=(12, 12)).distance
    np.testing.assert_allclose(np.maximum(found, 0), distance, atol=1e-9)


def test_many_threads_may_ask_at_once():
    """None of them sees that the scene changes, and none is refused."""
    want = satchel.collide(courts(), PAIRS)
    verdicts = satchel.classify(courts(), PAIRS)
    for _ in range(30):
        scene, start, errors = courts(), threading.Barrier(6), []

        def ask(number):
            start.wait()
            try:
                for _ in range(20):
                    if number < 3:
                        assert np.array_equal(satchel.collide(scene, PAIRS, threads=1), want)
                    else:
                        assert np.array_equal(satchel.classify(scene, PAIRS, threads=1), verdicts)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []


def long_pairs(scene):
    """So many pairs that their verdicts take two seconds or more."""
    pairs = np.tile(PAIRS[PAIRS.max(1) < 6], (200, 1))
    while True:
        begun = time.monotonic()
        satchel.classify(scene, pairs, threads=1)
        if time.monotonic() - begun > 2:
            return pairs
        pairs = np.tile(pairs, (3, 1))


def test_a_call_of_progress_is_refused_and_not_waited_for():
    scene = courts()
    pairs, seen = long_pairs(scene), []

    def progress(done, all):
        seen.append(satchel.classify(scene, PAIRS[:1])[0])
        with pytest.raises(RuntimeError, match="is being read by a call"):
            satchel.collide(scene, PAIRS)
        return False

    with pytest.raises(satchel.Error) as info:
        satchel.classify(scene, pairs, threads=1, progress=progress)
    assert info.value.code == "cancelled" and len(seen) == 1
    satchel.collide(scene, PAIRS)


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals are handled on the main thread")
def test_a_signal_ends_the_wait_for_another_call():
    scene = courts()
    pairs, begun = long_pairs(scene), threading.Event()
    thread = threading.Thread(target=lambda: (begun.set(), satchel.classify(scene, pairs, threads=1)))

    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        thread.start()
        begun.wait()
        time.sleep(0.1)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            satchel.collide(scene, PAIRS)
        assert thread.is_alive()  # the call that was waited for
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        thread.join()
    satchel.collide(scene, PAIRS)


def test_polygons_that_share_a_border_are_one_with_even_odd():
    """Two boxes side by side, the second one half as high: as Shapely's union."""
    parts = [shapely.box(0, 0, 2, 2), shapely.box(2, 0, 3, 1)]
    kind, coords, offsets = shapely.to_ragged_array([shapely.MultiPolygon(parts)])
    scene = satchel.Scene()
    with pytest.raises(satchel.Error, match="overlap along a length"):
        scene.add_outlines(coords, *offsets)
    shapes = scene.add_outlines(coords, *offsets, even_odd=True)
    (body,) = scene.add_bodies(shapes, np.zeros((1, 3)))
    assert satchel.shape_areas(scene)[shapes[0]] == 5
    (given,) = satchel.to_shapely(scene, [body])
    assert given.equals(shapely.union_all(parts))


L_SHAPE = np.array([(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)], float)


def test_an_outline_without_parts_leaves_the_others_as_they_are():
    scene = satchel.Scene()
    bow = np.array([(0, 0), (2, 2), (2, 0), (0, 2)], float)
    shapes = [*scene.add_outlines(bow, [0, 4], trusted=True), *(scene.add_outline(L_SHAPE) for _ in range(300))]
    scene.add_bodies(shapes, np.column_stack([np.arange(301) * 0.5, np.zeros(301), np.zeros(301)]))
    alone = satchel.Scene()
    alone.add_bodies(alone.add_outline(L_SHAPE), np.array([[0.5, 0, 0], [1, 0, 0]]))
    before = scene.revision
    with pytest.raises(satchel.Error, match="shape 0: it has no convex parts"):
        satchel.collide(scene, [[0, 1]])
    assert len(scene.parts(shapes[1])) == 0 and scene.revision == before  # the others were not tried
    assert satchel.collide(scene, [[1, 2]]) == satchel.collide(alone, [[0, 1]])
    assert len(scene.parts(shapes[300])) == 2 and scene.revision == before + 2  # two passes over the bodies
    before = scene.revision
    for pairs in ([[0, 1]], [[1, 0], [1, 2]]):
        with pytest.raises(satchel.Error, match="shape 0: it has no convex parts") as info:
            satchel.collide(scene, pairs)
        assert info.value.code == "internal"
    with pytest.raises(satchel.Error, match="shape 0: it has no convex parts"):
        satchel.collide(alone, scene, [[0, 0]])
    assert satchel.collide(alone, scene, [[0, 2]]) == satchel.collide(alone, [[0, 1]])
    scene.make_parts()  # of all that have some
    assert scene.revision == before and len(scene.parts(shapes[0])) == 0


def test_the_outline_that_is_asked_about_is_refused():
    """Not the first one that has no parts. Shapes 0 to 5 have none; body i is of shape 7 - i."""
    bow = np.array([(0, 0), (2, 2), (2, 0), (0, 2)], float)

    def made():
        scene = satchel.Scene()
        scene.add_outlines(np.tile(bow, (6, 1)), np.arange(0, 25, 4), trusted=True)
        shapes = [scene.add_outline(L_SHAPE), scene.add_outline(L_SHAPE + 1)]
        scene.add_bodies([*shapes[::-1], *range(5, -1, -1)], np.zeros((8, 3)))
        return scene

    here, pose = np.zeros((1, 3)), [[0.0, 0, 0]]
    for shape, ask in (
        (3, lambda s: satchel.collide(s, [[0, 4]])),
        (3, lambda s: satchel.collide(s, [[0, 1], [1, 4], [2, 3]])),
        (2, lambda s: satchel.manifolds(s, [[5, 6]])),
        (5, lambda s: satchel.sweep(s, np.zeros((8, 3)), [[2, 0]])),
        (2, lambda s: satchel.collide(s, made(), [[5, 0]])),
        (1, lambda s: satchel.collide(made(), s, [[0, 6]])),
        (2, lambda s: satchel.push_out(s, [5], [0])),
        (1, lambda s: satchel.push_out(s, [0], [1, 6])),
        (4, lambda s: satchel.Index(s).cast_shapes(s, 4, here, pose)),
        (5, lambda s: satchel.Index(s).cast_shapes(s, 6, here, pose)),  # all bodies are asked about; the first that has none
        (3, lambda s: satchel.first_hits(s, [6, 3], np.zeros((2, 1, 3)), clearance=1.0)),
    ):
        with pytest.raises(satchel.Error, match=f"^shape {shape}: it has no convex parts") as info:
            ask(made())
        assert info.value.code == "internal" and info.value.argument == "shape"


@pytest.mark.parametrize("exponent", [-190, -100, 0, 100, 195])
def test_convex_rings_are_polygons_over_the_range_of_the_scene(exponent):
    triangle, size = np.array([(0, 0), (3, 0), (1, 2)], float), 2.0**exponent
    scene = satchel.from_shapely([shapely.Polygon(triangle * size), shapely.Polygon(L_SHAPE * size)])
    assert [len(scene.rings(shape)[0]) > 1 for shape in (scene.shape(0), scene.shape(1))] == [False, True]
    assert np.array_equal(scene.local_vertices(scene.shape(0)), triangle * size)
