"""Answers beside shapely, and beside exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
import satchel
from hypothesis import given
from hypothesis import strategies as st

from conftest import placed, random_polygons, random_scene

shapely = pytest.importorskip("shapely")


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def exact_verdict(p, q):
    """The verdict of two convex counter-clockwise polygons, by the definition, in fractions."""
    p, q = ([(Fraction(float(x)), Fraction(float(y))) for x, y in polygon] for polygon in (p, q))
    least = 1
    for edges, points in ((p, q), (q, p)):
        for a, b in zip(edges, edges[1:] + edges[:1]):
            sides = [turn(a, b, point) for point in points]
            least = min(least, max((side > 0) - (side < 0) for side in sides))
    return satchel.Verdict(least + 1)


# Polygons on a small grid touch often, and share edges and corners.
grid_point = st.tuples(st.integers(-4, 4), st.integers(-4, 4))


polygon = (
    st.lists(grid_point, unique=True, min_size=3, max_size=7)
    .map(lambda points: satchel.convex_hull(np.array(points, float)))
    .filter(lambda hull: len(hull) >= 3)
)


@given(polygon, polygon, st.sampled_from([1.0, 0.1, 1e9, 1 / 3]))
def test_verdicts_are_exact(p, q, unit):
    p, q = p * unit, q * unit
    try:
        scene = satchel.Scene()
        shapes = [scene.add_polygon(p), scene.add_polygon(q)]
    except satchel.Error:
        return  # the unit made a vertex collinear
    scene.add_bodies(shapes, np.zeros((2, 3)))
    want = exact_verdict(p, q)
    assert satchel.classify(scene, [[0, 1]])[0] == want
    assert satchel.collide(scene, [[1, 0]]).verdict[0] == want
    assert satchel.intersects(p, q) == (want != satchel.DISJOINT)
    assert satchel.intersects(p[::-1], q) == satchel.intersects(p, q[::-1]) == satchel.intersects(p, q)
    assert (satchel.distance(p, q) == 0) == (want == satchel.TOUCHING)
    assert satchel.mtv(p, q).any() == (want == satchel.OVERLAPPING)


@given(st.integers(0, 2**32 - 1), st.sampled_from([np.float32, np.float64]))
def test_random_scenes_agree_with_shapely(seed, dtype):
    scene = random_scene(seed, 30, dtype, 8)
    pairs = satchel.find_pairs(scene)
    polygons = np.array([shapely.Polygon(placed(scene, body)) for body in range(30)])
    a, b = polygons[pairs[:, 0]], polygons[pairs[:, 1]]
    distances = satchel.distances(scene, pairs)
    eps = 1e-4 if dtype == np.float32 else 1e-9
    apart = distances.verdict == satchel.DISJOINT
    assert np.abs(np.where(apart, distances.distance, 0) - shapely.distance(a, b)).max(initial=0) < eps
    sure = np.abs(distances.distance) > eps
    assert np.array_equal((distances.verdict != satchel.DISJOINT)[sure], shapely.intersects(a, b)[sure])
    # A translation by the MTV, and a little more, ends the overlap; a little less does not.
    contacts = satchel.collide(scene, pairs)
    for i in np.flatnonzero(contacts.verdict == satchel.OVERLAPPING)[:20]:
        if contacts.separation[i] > -10 * eps:
            continue
        for factor, meets in ((1 + 1e-3, False), (1 - 1e-3, True)):
            x, y = contacts.mtv[i].astype(float) * factor
            moved = shapely.transform(a[i], lambda points: points + (x, y))
            assert shapely.intersects(moved, b[i]) == meets
    # No pair that meets is missed.
    i, j = shapely.STRtree(polygons).query(polygons, predicate="intersects")
    assert {(x, y) for x, y in zip(i, j) if x < y} <= {tuple(pair) for pair in pairs.tolist()}


@given(st.integers(0, 2**32 - 1))
def test_elementwise_calls_agree_with_shapely_and_broadcast(seed):
    rng = np.random.default_rng(seed)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * rng.uniform(0.2, 1, (12, 1, 2))
    angles = rng.uniform(0, 7, 12)
    turned = np.einsum("nij,nkj->nki", np.stack([np.cos(angles), -np.sin(angles), np.sin(angles), np.cos(angles)], -1).reshape(-1, 2, 2), corners)
    boxes = turned + rng.uniform(0, 3, (12, 1, 2))
    boxes[::2] = boxes[::2, ::-1]
    p, q = boxes[:5, None], boxes[None, 5:]
    a, b = shapely.polygons(boxes)[:5, None], shapely.polygons(boxes)[None, 5:]
    distances = satchel.distance(p, q)
    assert distances.shape == (5, 7) and satchel.mtv(p, q).shape == (5, 7, 2)
    assert np.allclose(np.maximum(distances, 0), shapely.distance(a, b), rtol=0, atol=1e-9)
    sure = np.abs(distances) > 1e-9
    assert np.array_equal(satchel.intersects(p, q)[sure], shapely.intersects(a, b)[sure])
    assert satchel.intersects(p.astype(np.float32), q).shape == (5, 7)


def test_elementwise_calls_of_two_polygons_give_scalars():
    square = [[0, 0], [2, 0], [2, 2], [0, 2]]
    assert satchel.intersects(square, square) and isinstance(satchel.intersects(square, square), np.bool_)
    assert isinstance(satchel.distance(square, square), float) and satchel.mtv(square, square).shape == (2,)


@pytest.mark.parametrize(
    "p, error, words",
    [
        (np.zeros((4, 3)), satchel.Error, "p has shape (4, 3)"),
        (np.zeros((2, 2)), satchel.Error, "p has shape (2, 2)"),
        (np.array([["a", "b"]] * 3), TypeError, "p has dtype"),
        (np.zeros((3, 4, 2)), satchel.Error, "p[0]"),
        (np.full((4, 2), np.nan), satchel.Error, "p: "),
    ],
)
def test_elementwise_calls_refuse_what_is_no_polygon(p, error, words):
    with pytest.raises(error) as info:
        satchel.intersects(p, [[0, 0], [2, 0], [2, 2]])
    assert words in str(info.value)


def test_polygons_that_do_not_broadcast_are_refused():
    squares = np.broadcast_to([[0, 0], [2, 0], [2, 2], [0, 2]], (3, 4, 2))
    with pytest.raises(satchel.Error, match="broadcast"):
        satchel.intersects(squares, squares[:2])


def concave(rng, center):
    """A star, often with a hole."""
    angles = np.linspace(0, 2 * np.pi, 13)[:-1]
    radii = rng.uniform(0.6, 1.5, 12)
    star = np.stack([np.cos(angles), np.sin(angles)], -1) * radii[:, None] + center
    hole = np.stack([np.cos(angles[::3]), np.sin(angles[::3])], -1) * 0.4 + center
    return shapely.Polygon(star, [hole] if rng.random() < 0.5 else [])


@given(st.integers(0, 2**32 - 1))
def test_from_shapely_agrees_with_shapely(seed):
    rng = np.random.default_rng(seed)
    geometries = []
    for _ in range(12):
        center = rng.uniform(0, 5, 2)
        kind = rng.integers(3)
        if kind == 0:
            geometries.append(shapely.Polygon(random_polygons(rng, 1, float)[0] + center))
        elif kind == 1:
            geometries.append(concave(rng, center))
        else:
            geometries.append(shapely.MultiPolygon([concave(rng, center), concave(rng, center + (4, 0))]))
    scene = satchel.from_shapely(geometries)
    assert scene.body_count == 12
    pairs = satchel.find_pairs(scene)
    geometries = np.array(geometries)
    a, b = geometries[pairs[:, 0]], geometries[pairs[:, 1]]
    distance = shapely.distance(a, b)
    meet = satchel.classify(scene, pairs) != satchel.DISJOINT
    assert np.array_equal(meet, shapely.intersects(a, b))
    found = satchel.distances(scene, pairs).distance
    assert np.allclose(np.where(meet, 0, found), distance, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    "geometry, words",
    [
        (shapely.Point(0, 0), "geometry 1 is a Point"),
        (shapely.LineString([(0, 0), (1, 1)]), "geometry 1 is a LineString"),
        (shapely.GeometryCollection([shapely.box(0, 0, 1, 1)]), "geometry 1 is a GeometryCollection"),
        (None, "geometry 1 is None"),
        (shapely.Polygon(), "geometry 1 is empty"),
        (shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), "geometry 1: ring 0, points 0 to 1, and ring 0, points 2 to 3"),
        (shapely.Polygon([(0, 0), (9, 0), (9, 9)], [[(1, 1), (2, 2), (2, 1), (1, 2)]]), "geometry 1: ring 0, points 2 to 0, and ring 1, points 0 to 1"),
    ],
)
def test_geometries_that_cannot_be_had_are_named(geometry, words):
    with pytest.raises(satchel.Error, match=words) as info:
        satchel.from_shapely([shapely.box(0, 0, 1, 1), geometry])
    assert info.value.index == 1 and info.value.argument == "geometries"


def test_from_shapely_of_nothing_is_an_empty_scene():
    assert satchel.from_shapely([]).body_count == 0


def test_ragged_arrays_of_shapely_are_taken_as_they_are(dtype):
    rng = np.random.default_rng(7)
    coords, offsets = random_polygons(rng, 40, float)
    polygons = [shapely.Polygon(coords[a:b]) for a, b in zip(offsets[:-1], offsets[1:])]
    polygons[3] = shapely.reverse(polygons[3])
    _, points, (rings, _) = shapely.to_ragged_array(polygons)
    scene = satchel.Scene(dtype)
    shapes = scene.add_polygons(points.astype(dtype), rings, rings=True)
    assert [scene.vertex_count(s) for s in shapes] == np.diff(offsets).tolist()
    assert np.array_equal(scene.local_vertices(5), coords[offsets[5] : offsets[6]].astype(dtype))
