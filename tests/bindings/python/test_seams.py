"""Chains, links between bodies, manifolds of parts, push-out, containment: beside shapely and the geometry of floors."""

import copy
import pickle

import numpy as np
import pytest
import satchel
from hypothesis import given
from hypothesis import strategies as st

from conftest import all_pairs, code_of, placed, random_scene

shapely = pytest.importorskip("shapely")


def floor_of_tiles(dtype, count=20):
    """Unit tiles from x = 0 on, whose tops are at y = 0, and a box of 0.8 by 0.8, body `count`."""
    scene = satchel.Scene(dtype)
    tile = scene.add_box(0.5, 0.5)
    scene.add_bodies(tile, np.column_stack([np.arange(count) + 0.5, np.full(count, -0.5), np.zeros(count)]))
    return scene, scene.add_body(scene.add_box(0.4, 0.4), (1, 1, 0))


def slide(scene, box, ask):
    """What ask(pairs) gives while the box slides over the floor, 0.05 deep."""
    pairs = np.column_stack([np.full(box, box), np.arange(box)])
    for x in np.arange(1.0, 18, 0.0625):
        scene.set_pose(box, (x, 0.35, 0))
        yield pairs, ask(pairs)


def test_no_seam_of_linked_tiles_gives_a_sideways_normal(dtype):
    scene, box = floor_of_tiles(dtype)

    def sideways():
        return sum(
            int((np.abs(contacts.normal[contacts.verdict == satchel.OVERLAPPING, 0]) > 0.01).sum())
            for _, contacts in slide(scene, box, lambda pairs: satchel.collide(scene, pairs))
        )

    assert sideways() > 10  # without links a corner of the next tile pushes back
    before = satchel.classify(scene, [[box, 1], [box, 2]])
    assert scene.link_shared_edges(np.arange(box)) == box - 1
    assert np.array_equal(satchel.classify(scene, [[box, 1], [box, 2]]), before)
    assert sideways() == 0
    assert scene.is_linked(3) and not scene.is_linked(box)
    scene.set_poses(scene.poses())  # where they are: no move
    assert scene.is_linked(3)
    scene.unlink(3)
    assert not scene.is_linked(3) and scene.is_linked(2)
    scene.set_pose(10, (50, 0, 0))
    assert not scene.is_linked(10) and scene.is_linked(12)


def test_edges_that_are_shared_in_part_give_no_sideways_normal(dtype):
    scene = satchel.Scene(dtype)
    depths = np.array([0.5, 1.5, 1, 2, 0.75, 1.25] * 3)
    shapes = [scene.add_box(0.5, depth / 2) for depth in depths]
    count = len(depths)
    scene.add_bodies(shapes, np.column_stack([np.arange(count) + 0.5, -depths / 2, np.zeros(count)]))
    box = scene.add_body(scene.add_box(0.4, 0.4), (1, 1, 0))

    def sideways():
        return sum(
            int((np.abs(contacts.normal[contacts.verdict == satchel.OVERLAPPING, 0]) > 0.01).sum())
            for _, contacts in slide(scene, box, lambda pairs: satchel.collide(scene, pairs))
        )

    assert sideways() > 10
    assert scene.link_shared_edges(np.arange(count)) == count - 1
    assert sideways() == 0
    scene.unlink(3)
    assert scene.is_linked(2) and not scene.is_linked(3) and sideways() > 0
    assert scene.link_shared_edges(np.arange(5)) == 4 and sideways() == 0


@pytest.mark.parametrize("columns, rows", [(1, 1), (4, 1), (3, 5)])
def test_the_number_of_seams_of_a_grid_of_tiles(dtype, columns, rows):
    scene = satchel.Scene(dtype)
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    places = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    scene.add_bodies(scene.add_box(0.5, 0.5), places)
    wanted = (columns - 1) * rows + columns * (rows - 1)
    assert scene.link_shared_edges() == wanted
    rounded = satchel.Scene(dtype)
    rounded.add_bodies(rounded.add_box(0.05, 0.05), places * 0.1)  # 0.1 is no binary fraction
    assert rounded.link_shared_edges(tolerance=1e-6) == wanted


def test_told_links_are_those_that_are_found(dtype):
    found, box = floor_of_tiles(dtype, 3)
    told = found.copy()
    assert found.link_shared_edges(range(3)) == 2
    # Edges of a box: 0 below, 1 right, 2 above, 3 left. The next points of the surface are the corners of the neighbours.
    nan = [np.nan, np.nan]
    told.link_edges([0, 1, 1, 2], [1, 1, 3, 3], inner=True)
    told.link_edges([0, 1, 2], 2, before=[[2, 0], [3, 0], nan], after=[nan, [0, 0], [1, 0]])
    told.link_edges([0, 1, 2], 0, before=[nan, [0, -1], [1, -1]], after=[[2, -1], [3, -1], nan])
    rng = np.random.default_rng(1)
    for _ in range(50):
        pose = (rng.uniform(0, 3), rng.uniform(-0.2, 0.45), rng.uniform(0, 7))
        contacts = []
        for scene in (found, told):
            scene.set_pose(box, pose)
            contacts.append(satchel.collide(scene, [[box, 0], [box, 1], [box, 2]]))
        assert np.array_equal(*contacts)
    platform = told.add_body(told.add_segment((6, 3), (4, 3)))
    told.link_edges(platform, one_sided=True)
    below, above = told.add_bodies(told.add_box(0.2, 0.2), [[5, 2.9, 0], [5, 3.1, 0]])
    manifolds = satchel.manifolds(told, [[below, platform], [above, platform]])
    assert manifolds.verdict.tolist() == [2, 2] and manifolds.count.tolist() == [0, 2]
    assert np.allclose(manifolds.normal[1], [0, -1], rtol=0, atol=1e-6)


@pytest.mark.parametrize("one_sided", [False, True])
def test_a_chain_is_a_floor_without_seams(dtype, one_sided):
    scene = satchel.Scene(dtype)
    points = np.array([[20, 0], [15, 0], [12, 0], [7, 0], [0, 0]], dtype)  # right to left: the front is up
    chain = scene.add_chain(points, one_sided=one_sided, before=(25, 0), after=(-5, 0))
    floor = scene.add_body(chain)
    assert scene.parts(chain).tolist() == [0, 1, 2, 3] and np.array_equal(scene.local_vertices(1), points[1:3])
    box = scene.add_body(scene.add_box(0.4, 0.4))
    for x in np.arange(1, 19, 0.125):
        scene.set_pose(box, (x, 0.3, 0))
        contact = satchel.collide(scene, [[box, floor]])[0]
        assert contact.verdict == satchel.OVERLAPPING and np.allclose(contact.normal, [0, -1], rtol=0, atol=1e-6)
        assert np.isclose(contact.separation, -0.1, rtol=0, atol=1e-6)
        # It stands on both sides of a joint.
        parts = satchel.part_manifolds(scene, [[box, floor]])
        covered = [k for k in range(4) if points[k, 0] > x - 0.4 and points[k + 1, 0] < x + 0.4]
        assert parts.parts.tolist() == [[0, k] for k in covered] and (parts.pair == 0).all()
        along = np.concatenate([m.points["point"][: m.count, 0] for m in parts])
        assert np.isclose(along.min(), -0.4, rtol=0, atol=1e-5) and np.isclose(along.max(), 0.4, rtol=0, atol=1e-5)
    scene.set_pose(box, (5, -0.3, 0))
    from_below = satchel.manifolds(scene, [[box, floor]])[0]
    assert from_below.count == (0 if one_sided else 2)


def test_manifolds_of_parts_without_parts_are_manifolds(dtype):
    scene = random_scene(4, 40, dtype, 8)
    pairs = satchel.find_pairs(scene, margin=0.2)
    every, found = satchel.manifolds(scene, pairs, margin=0.2), satchel.part_manifolds(scene, pairs, margin=0.2)
    with_points = np.flatnonzero(every.count)
    assert np.array_equal(found.pair, with_points) and not found.parts.any() and 0 < len(found) < len(pairs)
    for name in ("normal", "feature", "count", "points"):
        assert np.array_equal(found[name], every[with_points][name])
    assert np.array_equal(found.verdict, every.verdict[with_points]) and isinstance(found[0], satchel.PartManifold)
    room = np.empty(len(found) + 3, found.dtype)
    assert np.array_equal(satchel.part_manifolds(scene, pairs, margin=0.2, out=room), found)
    two = satchel.part_manifolds(scene, scene, pairs, margin=0.2)
    assert np.array_equal(two.count, found.count)
    assert found.itemsize == (60 if dtype == np.float32 else 104)


def test_chains_are_pickled_and_links_are_not(dtype):
    scene = satchel.Scene(dtype)
    box = scene.add_box(0.5, 0.5)
    hills = scene.add_chain([(9, 0), (6, 2), (3, 0), (0, 0)], one_sided=True, after=(-1, 0))
    ring = scene.add_chain([(0, 0), (4, 0), (4, 4), (0, 4)], closed=True)
    last = scene.add_circle((0, 0), 0.5)
    scene.add_bodies([hills, ring, box, box, last], [[0, 0, 0], [0, 5, 0], [0.2, 0.4, 0.1], [4, 0.9, 0], [4, 7, 0]])
    pairs = all_pairs(5)
    want, manifolds = satchel.collide(scene, pairs), satchel.manifolds(scene, pairs, margin=0.1)
    assert want.verdict.any()
    for again in (copy.deepcopy(scene), scene.copy(), pickle.loads(pickle.dumps(scene)), pickle.loads(pickle.dumps(scene.copy()))):
        assert again.shape_count == scene.shape_count and again.parts(ring).tolist() == scene.parts(ring).tolist()
        assert np.array_equal(satchel.collide(again, pairs), want)
        assert np.array_equal(satchel.manifolds(again, pairs, margin=0.1), manifolds)
        assert pickle.dumps(again) == pickle.dumps(scene)
    scene.link_edges(3, 2, one_sided=True)
    assert scene.copy().is_linked(3)
    assert code_of(pickle.dumps, scene) == ("unsupported", "scene", 3)
    scene.unlink(3)
    assert pickle.loads(pickle.dumps(scene)).body_count == 5
    scene.clear()
    assert pickle.loads(pickle.dumps(scene)).shape_count == 0


class Frame:
    """As of pandas: indexed by columns, and of as many rows as a point has numbers."""

    def __len__(self):
        return 2

    def __getitem__(self, key):
        return {"x": 1, "y": 2}[key]

    def __array__(self, dtype=None, copy=None):
        return np.array([[-1.0, -2.0], [-1.0, -0.125]])


def test_ghost_points_come_as_anything_that_makes_an_array():
    def linked(before):
        scene = satchel.Scene()
        scene.add_bodies(scene.add_segment((0, 0), (1, 0)), np.zeros((2, 3)))
        scene.link_edges([0, 1], 0, before=before)
        scene.add_body(scene.add_circle((0, 0), 0.5), (-0.25, 0.25, 0))
        return [satchel.collide(scene, [[0, 2], [1, 2]])[k : k + 1].tobytes() for k in (0, 1)]

    each, one = linked([[-1, -2], [-1, -0.125]]), linked([[-1, -2], [-1, -2]])
    assert each[0] == one[0] and each[1] != one[1]
    assert linked(Frame()) == linked(((-1, -2), np.array([-1, -0.125]))) == each
    assert linked([-1, -2]) == linked(np.array([-1.0, -2.0])) == linked((np.float64(-1), -2)) == one


def test_wrong_chains_and_links_are_refused(dtype):
    scene, box = floor_of_tiles(dtype, 3)
    chain = scene.add_body(scene.add_chain([(0, 0), (1, 0)]))
    revision = scene.revision
    for call, want in (
        (lambda: scene.add_chain([(0, 0)]), ("too_few_vertices", "points")),
        (lambda: scene.add_chain([(0, 0), (1, 1), (1, 1)]), ("repeated_vertex", "points")),
        (lambda: scene.add_chain([(0, 0), (1, 1)], before=(0, 0)), ("bad_neighbour", "points")),
        (lambda: scene.add_chain([(0, 0), (1, 1)], before=(0, 0, 0)), ("wrong_shape", "before")),
        (lambda: scene.link_edges(0, 4), ("bad_edge", "links")),
        (lambda: scene.link_edges([0, 99]), ("bad_body", "links")),
        (lambda: scene.link_edges(chain), ("unsupported", "links")),
        (lambda: scene.link_edges([0, 1], [1, 2, 3]), ("size_mismatch", "edges")),
        (lambda: scene.link_edges([0, 1], inner=[True, True, False]), ("size_mismatch", "inner")),
        (lambda: scene.link_edges([0, 1], before=[[0, 0]] * 3), ("size_mismatch", "before")),
        (lambda: scene.link_edges(0, 2, after=(np.nan, 0)), ("not_finite", "links")),
        (lambda: scene.link_edges(0, 2, after=(0, 0)), ("bad_neighbour", "links")),
        (lambda: scene.link_shared_edges([0, 99]), ("bad_body", "bodies")),
        (lambda: scene.link_shared_edges(tolerance=-1.0), ("bad_margin", "tolerance")),
        (lambda: scene.unlink(99), ("bad_body", "body")),
        (lambda: scene.is_linked(99), ("bad_body", "body")),
    ):
        assert code_of(call)[:2] == want
    assert scene.revision == revision


def way_out(scene, body, candidates):
    """The shortest translation out of all candidates: the distance of (0, 0) from the edge of the union of the Minkowski
    differences."""
    own = placed(scene, body)
    differences = [
        shapely.MultiPoint((placed(scene, other)[:, None] - own[None]).reshape(-1, 2)).convex_hull for other in candidates
    ]
    union = shapely.union_all(differences)
    return union.boundary.distance(shapely.Point(0, 0)) if union.contains(shapely.Point(0, 0)) else 0.0


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_push_out_is_the_shortest_way_out(seed, dtype):
    scene = random_scene(seed, 24, dtype, 5)
    pushed = np.arange(0, 24, 3)
    others = [np.setdiff1d(np.arange(24), [body])[:8] for body in pushed]
    offsets = np.cumsum([0] + [len(list) for list in others])
    found = satchel.push_out(scene, pushed, np.concatenate(others), offsets)
    eps = 1e-4 if dtype == np.float32 else 1e-9
    for body, candidates, push in zip(pushed, others, found):
        world = scene.copy()
        pose = world.poses(int(body))
        pose[:2] += push.translation
        world.set_pose(int(body), pose)
        pairs = np.column_stack([np.full(len(candidates), body), candidates])
        assert np.count_nonzero(satchel.classify(world, pairs) == satchel.OVERLAPPING) == push.left == 0
        shortest = way_out(scene, body, candidates)
        length = np.hypot(*push.translation)
        assert length > shortest - eps
        if push.is_shortest:
            assert abs(length - shortest) < eps
    assert found.is_shortest.any()


def test_a_character_in_a_floor_is_pushed_up(dtype):
    scene, box = floor_of_tiles(dtype)
    scene.set_pose(box, (3.0, 0.3, 0))  # 0.1 deep, over a seam
    (push,) = satchel.push_out(scene, box, np.arange(box))
    assert np.allclose(push.translation, [0, 0.1], rtol=0, atol=1e-6) and push.is_shortest and push.left == 0
    assert isinstance(push, satchel.PushOut)
    both = satchel.push_out(scene, [box, 0], [1, 2, 3])  # each of them out of all three
    assert len(both) == 2 and np.array_equal(both[0].translation, push.translation) and not both[1].translation.any()
    out = np.empty_like(both)
    assert satchel.push_out(scene, [box, 0], [1, 2, 3, 4], [0, 3, 4], out=out) is out
    assert out.itemsize == 24 and not out.translation[1].any()
    assert code_of(satchel.push_out, scene, box, [1, box]) == ("bad_body", "candidates", 1)
    assert code_of(satchel.push_out, scene, [box, 99], [1]) == ("bad_body", "bodies", 1)
    assert code_of(satchel.push_out, scene, [box, 0], [1, 2], [0, 2])[0] == "size_mismatch"
    assert code_of(satchel.push_out, scene, [box, 0], [1, 2], [0, 2, 1])[0] == "bad_starts"


def test_push_out_goes_by_the_side_of_the_last_frame(dtype):
    scene = satchel.Scene(dtype=dtype)
    platform = scene.add_body(scene.add_chain([(2, 0), (-2, 0)], one_sided=True))
    box = scene.add_body(scene.add_box(0.5, 0.5), (0, 0.25, 0))
    assert satchel.push_out(scene, box, [platform])[0].translation[1] == 0.25  # its centroid is in front
    motions = np.zeros((2, 3))
    for by, tolerance, push in [(0.5, 0, 0), (-0.25, 0, 0.25), (-0.125, 0, 0), (-0.125, 0.25, 0.25)]:
        motions[box, 1] = by
        found = satchel.push_out(scene, box, [platform], last_motions=motions, front_tolerance=tolerance)
        assert found[0].translation[1] == push and found[0].left == 0
    assert code_of(satchel.push_out, scene, box, [platform], last_motions=motions[:1])[0] == "size_mismatch"
    assert code_of(satchel.push_out, scene, box, [platform], front_tolerance=-1)[0] == "bad_margin"


grid_polygon = (
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), unique=True, min_size=3, max_size=8)
    .map(lambda points: satchel.convex_hull(np.array(points, float)))
    .filter(lambda hull: len(hull) >= 3)
)


@given(grid_polygon, grid_polygon)
def test_containment_is_that_of_shapely(p, q):
    scene = satchel.Scene()
    scene.add_bodies([scene.add_polygon(p), scene.add_polygon(q), scene.add_polygon(p * 0.25)], np.zeros((3, 3)))
    pairs = [(a, b) for a in range(3) for b in range(3)]
    polygons = [shapely.Polygon(p), shapely.Polygon(q), shapely.Polygon(p * 0.25)]
    want = [2 if polygons[b].contains_properly(polygons[a]) else int(polygons[b].covers(polygons[a])) for a, b in pairs]
    found = satchel.within(scene, pairs)
    assert found.dtype == np.uint8 and found.tolist() == want
    assert satchel.within(scene, scene, pairs).tolist() == want
    out = np.empty(9, np.uint8)
    assert satchel.within(scene, pairs, out=out) is out and out.tolist() == want


def test_containment_in_an_outline(dtype):
    scene = satchel.Scene(dtype)
    u = scene.add_outline([[0, 0], [6, 0], [6, 4], [4, 4], [4, 2], [2, 2], [2, 4], [0, 4]])
    scene.add_bodies([u, *[scene.add_box(0.5, 0.5)] * 4], [[0, 0, 0], [1, 1, 0], [0.5, 3, 0], [3, 3, 0], [3, 2, 0]])
    found = satchel.within(scene, [[1, 0], [2, 0], [3, 0], [4, 0], [0, 0]])
    assert [satchel.Within(value).name for value in found] == ["INSIDE", "TOUCHING", "NO", "NO", "TOUCHING"]
    apart = scene.add_body(scene.add_compound([scene.add_circle((0, 0), 1), scene.add_circle((5, 0), 1)]))
    assert code_of(satchel.within, scene, [[1, 0], [1, apart]]) == ("unsupported", "pairs", 1)
