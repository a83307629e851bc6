"""Scenes of shapely's geometries: what is taken, what is left out, what is refused by name."""

import numpy as np
import pytest
import satchel

from conftest import all_pairs, code_of

shapely = pytest.importorskip("shapely")

CONCAVE = "(0 0, 3 0, 3 3, 2 1, 0 0)"


def scene_of(*texts):
    return satchel.from_shapely([shapely.from_wkt(text) for text in texts])


def same(a, b):
    """That two scenes hold the same points: their bodies contain the same of a grid."""
    grid = np.stack(np.meshgrid(np.linspace(-1, 11, 49), np.linspace(-1, 11, 49)), -1).reshape(-1, 2)
    found = [satchel.bodies_at_points(scene, grid) for scene in (a, b)]
    return np.array_equal(found[0], found[1]) and len(found[0]) > 0


@pytest.mark.parametrize(
    "text, plain",
    [
        (f"MULTIPOLYGON (EMPTY, ({CONCAVE}))", f"POLYGON ({CONCAVE})"),
        (f"MULTIPOLYGON (({CONCAVE}), EMPTY)", f"POLYGON ({CONCAVE})"),
        (f"MULTIPOLYGON (({CONCAVE}), EMPTY, ((5 5, 9 5, 9 9, 8 6, 5 5)), EMPTY)", f"MULTIPOLYGON (({CONCAVE}), ((5 5, 9 5, 9 9, 8 6, 5 5)))"),
        ("MULTIPOLYGON (EMPTY, ((0 0, 3 0, 3 3, 0 0)))", "POLYGON ((0 0, 3 0, 3 3, 0 0))"),
        ("POLYGON M ((0 0 1, 3 0 1, 3 3 1, 2 1 1, 0 0 1))", f"POLYGON ({CONCAVE})"),
        ("POLYGON Z ((0 0 1, 3 0 nan, 3 3 1, 2 1 1, 0 0 1))", f"POLYGON ({CONCAVE})"),
        ("POLYGON ZM ((0 0 1 7, 3 0 1 7, 3 3 1 7, 2 1 1 7, 0 0 1 7))", f"POLYGON ({CONCAVE})"),
        ("POLYGON M ((0 0 5, 3 0 6, 3 3 7, 0 0 8))", "POLYGON ((0 0, 3 0, 3 3, 0 0))"),
        ("MULTIPOLYGON ZM (((0 0 1 2, 3 0 1 2, 3 3 1 2, 2 1 1 2, 0 0 1 2)), EMPTY)", f"POLYGON ({CONCAVE})"),
        (
            "POLYGON M ((0 0 1, 9 0 1, 9 9 1, 0 9 1, 0 0 1), (2 2 1, 7 2 1, 7 7 1, 2 7 1, 2 2 1))",
            "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 7 2, 7 7, 2 7, 2 2))",
        ),
    ],
)
def test_empty_parts_and_other_dimensions_do_not_count(text, plain):
    if " M " in text or " ZM " in text:
        try:
            shapely.from_wkt(text)
        except shapely.errors.GEOSException:
            pytest.skip("this GEOS has no M")
    for more in ([], [f"POLYGON ({CONCAVE})"], ["POLYGON ((0 0, 1 0, 0 1, 0 0))"]):
        assert same(scene_of(text, *more), scene_of(plain, *more))


@pytest.mark.parametrize(
    "value, words",
    [
        (None, ["is None, a missing value"]), (np.nan, ["is nan, a missing value"]), ("text", ["a str"]), (3, ["a int"]),
        (shapely.Point(1, 2), ["a Point", "buffer"]), (shapely.LineString([(0, 0), (1, 1)]), ["a LineString"]),
        (shapely.GeometryCollection([shapely.box(0, 0, 1, 1)]), ["a GeometryCollection"]),
        (shapely.Polygon(), ["empty"]), (shapely.MultiPolygon(), ["empty"]), (shapely.from_wkt("MULTIPOLYGON (EMPTY)"), ["empty"]),
        (shapely.Polygon([(0, 0), (1, 0), (np.nan, 1)]), ["point 2"]),
        (shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), ["ring 0", "at (0.5, 0.5)", "cross"]),
        (shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.Polygon([(5, 5), (6, 6), (6, 5), (5, 6)])]), ["ring 1", "cross"]),
        (shapely.Polygon([(0, 0), (1e300, 0), (0, 1)]), ["out of range"]),
    ],
)
def test_what_cannot_be_had_is_named(value, words):
    scene = satchel.Scene()
    kept = satchel.from_shapely([shapely.box(0, 0, 1, 1)], scene=scene)
    for before in ([shapely.box(0, 0, 1, 1)], [shapely.from_wkt(f"POLYGON ({CONCAVE})")] * 2):
        list = np.empty(len(before) + 2, object)
        list[: len(before)], list[-2], list[-1] = before, value, before[0]
        for arguments in ({}, {"scene": scene}):
            with pytest.raises(satchel.Error) as info:
                satchel.from_shapely(list, **arguments)
            assert info.value.argument == "geometries" and info.value.index == len(before), info.value
            assert all(word in str(info.value) for word in [f"geometry {len(before)}", *words]), info.value
    assert scene.shape_count == 1 and scene.body_count == 1 and kept.tolist() == [0]


def test_masked_geometries_are_refused():
    square = shapely.box(0, 0, 1, 1)
    for call in (satchel.from_shapely, satchel.find_unsupported):
        masked = np.ma.masked_array(np.array([square, square, square]), [False, True, False])
        assert code_of(call, masked) == ("masked", "geometries", 1)
    assert satchel.from_shapely(np.ma.masked_array(np.array([square]))).body_count == 1


def test_missing_values_of_pandas():
    class NAType:
        """What pandas.NA does when it is compared or asked for truth."""

        def __eq__(self, other):
            return self

        __ne__ = __eq__
        __hash__ = None

        def __bool__(self):
            raise TypeError("boolean value of NA is ambiguous")

    with pytest.raises(satchel.Error, match="geometry 0 is .*missing"):
        satchel.from_shapely([NAType()])


class Series:
    """A column of geometries, as geopandas has it."""

    def __init__(self, values):
        self.values = np.array(values, dtype=object)

    def __array__(self, dtype=None, copy=None):
        return self.values


class Frame:
    """A table, as geopandas has it: `geometry` is its active column."""

    columns, dtypes = ["name", "outline"], [object, object]

    def __init__(self, active):
        self.active = active

    def __array__(self, dtype=None, copy=None):
        return np.array([["a", 1], ["b", 2]], dtype=object)

    @property
    def geometry(self):
        if self.active is None:
            raise AttributeError("You are calling a geospatial method on the GeoDataFrame, but the active geometry column is not set")
        return self.active


def test_tables_are_taken_by_their_geometry():
    geometries = [shapely.box(0, 0, 1, 1), shapely.from_wkt(f"POLYGON ({CONCAVE})")]
    plain = satchel.from_shapely(geometries)
    assert same(satchel.from_shapely(Series(geometries)), plain)
    assert same(satchel.from_shapely(Frame(Series(geometries))), plain)
    assert satchel.from_shapely(geometries[1]).body_count == 1
    with pytest.raises(satchel.Error, match="without an active geometry column"):
        satchel.from_shapely(Frame(None))


def test_geopandas_itself():
    geopandas = pytest.importorskip("geopandas")
    geometries = [shapely.box(0, 0, 1, 1), shapely.from_wkt(f"POLYGON ({CONCAVE})")]
    frame = geopandas.GeoDataFrame({"name": ["a", "b"]}, geometry=geometries)
    assert same(satchel.from_shapely(frame), satchel.from_shapely(geometries))
    assert same(satchel.from_shapely(frame.geometry), satchel.from_shapely(geometries))


def test_geometries_join_a_scene_that_exists():
    rng = np.random.default_rng(5)
    centers = rng.uniform(0, 30, (60, 2))
    geometries = []
    for k, (x, y) in enumerate(centers):
        angles = np.linspace(0, 2 * np.pi, 10)[:-1]
        star = np.stack([np.cos(angles), np.sin(angles)], -1) * np.where(np.arange(9) % 2, 1.0, 2.5)[:, None]
        kind = k % 3
        geometries.append(shapely.Polygon(star + (x, y)) if kind == 0 else shapely.box(x, y, x + 2, y + 1) if kind == 1
                          else shapely.Point(x, y).buffer(2).difference(shapely.Point(x, y).buffer(1)))
    apart = satchel.from_shapely(geometries[:20]), satchel.from_shapely(geometries[20:])
    scene = satchel.from_shapely(geometries[:20])
    bodies = satchel.from_shapely(geometries[20:], scene=scene)
    assert bodies.dtype == np.uint32 and bodies.tolist() == list(range(20, 60))
    whole = satchel.from_shapely(geometries)
    pairs = all_pairs(60)
    assert np.array_equal(satchel.classify(scene, pairs), satchel.classify(whole, pairs))
    want = shapely.intersects(np.array(geometries)[pairs[:, 0]], np.array(geometries)[pairs[:, 1]])
    assert np.array_equal(satchel.classify(scene, pairs) != satchel.DISJOINT, want)
    between = np.array([(a, b) for a in range(20) for b in range(40)])
    assert np.array_equal(satchel.classify(*apart, between), satchel.classify(scene, between + [0, 20]))
    scene.remove_body(3)
    assert satchel.from_shapely([geometries[3]], scene=scene).tolist() == [3]
    with pytest.raises(TypeError, match="float64"):
        satchel.from_shapely(geometries, scene=satchel.Scene(np.float32))


def test_progress_can_end_it():
    """The module calls it once a second has gone by, so the geometries take some seconds."""
    k = np.arange(2000)  # a comb of long edges, which cost most to check
    comb = np.concatenate([np.stack([k, 3000.0 * (k % 2)], -1), [[2000, 5000], [0, 5000]]]) @ [[0.8, 0.6], [-0.6, 0.8]]
    geometries = shapely.polygons(np.tile(comb, (20, 1, 1)))
    scene, seen = satchel.Scene(), []
    with satchel.num_threads(1):
        while not seen:
            try:
                satchel.from_shapely(geometries, scene=satchel.Scene(), progress=lambda done, all: seen.append((done, all)) or False)
            except satchel.Error as error:
                assert error.code == "cancelled"
            geometries = np.tile(geometries, 2)
        seen.clear()
        with pytest.raises(satchel.Error) as info:  # of twice as many
            satchel.from_shapely(geometries, scene=scene, progress=lambda done, all: seen.append((done, all)) or False)
    assert info.value.code == "cancelled" and scene.shape_count == 0
    assert len(seen) == 1 and 0 < seen[0][0] < seen[0][1] == len(geometries)
    for call in (satchel.from_shapely, satchel.find_unsupported, lambda g, progress: satchel.to_shapely(scene, progress=progress)):
        with pytest.raises(TypeError, match="progress is 3"):
            call(geometries[:50], progress=3)


def test_what_is_left_out_is_said():
    square, bow = shapely.box(0, 0, 1, 1), shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])
    frame = shapely.difference(shapely.box(0, 0, 9, 9), shapely.box(2, 2, 7, 7))
    wrong = [
        bow, None, np.nan, "text", shapely.Point(1, 2), shapely.MultiPoint([(0, 0), (1, 1)]), shapely.GeometryCollection([square]),
        shapely.Polygon(), shapely.from_wkt("MULTIPOLYGON (EMPTY)"), shapely.Polygon([(0, 0), (1, 0), (np.inf, 1)]),
        shapely.MultiPolygon([square, bow]), shapely.MultiPolygon([square, square]),
        shapely.Polygon([(0, 0), (9, 0), (9, 9)], [[(20, 20), (21, 20), (21, 21)]]), shapely.Polygon([(0, 0), (1e300, 0), (0, 1)]),
        shapely.LinearRing([(0, 0), (1, 0), (1, 1)]),
    ]
    right = [square, frame, shapely.MultiPolygon([square, shapely.box(3, 0, 4, 1)]), shapely.from_wkt(f"POLYGON ({CONCAVE})")]
    rng = np.random.default_rng(4)
    for order in (rng.permutation(len(wrong) + len(right)) for _ in range(20)):
        everything = np.empty(len(order), object)
        everything[:] = (wrong + right)
        everything = everything[order]
        is_right = order >= len(wrong)
        found = satchel.find_unsupported(everything)
        assert found.index.tolist() == np.flatnonzero(~is_right).tolist() and len(found) == len(wrong) == len(found.reason)
        scene, taken = satchel.from_shapely(everything, invalid="skip")
        assert taken.tolist() == np.flatnonzero(is_right).tolist() and scene.body_count == len(right)
        for body, place in enumerate(taken.tolist()):
            assert shapely.equals(satchel.to_shapely(scene, [body])[0], everything[place])
        bodies, again = satchel.from_shapely(everything, scene=scene, invalid="skip")
        assert bodies.tolist() == [4, 5, 6, 7] and np.array_equal(again, taken)
        for place, reason in zip(found.index.tolist(), found.reason):
            value = np.empty(place + 1, object)
            value[:] = square
            value[place] = everything[place]
            with pytest.raises(satchel.Error) as info:
                satchel.from_shapely(value)
            assert (str(info.value), info.value.index) == (reason, place)
    empty = satchel.find_unsupported([])
    assert len(empty) == 0 and empty.index.dtype == np.intp and satchel.find_unsupported(right).reason == []
    assert satchel.from_shapely([], invalid="skip")[1].tolist() == []
    with pytest.raises(ValueError, match="wanted 'raise' or 'skip'"):
        satchel.from_shapely(right, invalid="drop")


def mixed(seed, count):
    """Polygons and multipolygons: convex, concave, with holes, of several, with empty parts; some clockwise, with Z."""
    rng = np.random.default_rng(seed)
    found = []
    for x, y in rng.uniform(0, 30, (count, 2)):
        angles = np.sort(rng.uniform(0, 2 * np.pi, 12))
        star = np.stack([np.cos(angles), np.sin(angles)], -1) * rng.uniform(0.4, 2, (12, 1)) + (x, y)
        kind = rng.integers(6)
        polygon = shapely.Polygon(star[:: 1 if rng.random() < 0.5 else -1])
        if kind == 1:
            polygon = shapely.box(x, y, x + 2, y + 1, ccw=rng.random() < 0.5)
        elif kind == 2:
            polygon = shapely.Point(x, y).buffer(2, 3).difference(shapely.union_all([shapely.box(x, y, x + 1, y + 0.5), shapely.box(x - 1, y, x - 0.5, y + 1)]))
        elif kind == 3:
            polygon = shapely.MultiPolygon([shapely.box(x, y, x + 1, y + 1), shapely.Point(x + 4, y).buffer(1).difference(shapely.Point(x + 4, y).buffer(0.5))])
        elif kind == 4:
            polygon = shapely.from_wkt(f"MULTIPOLYGON (EMPTY, (({x} {y}, {x + 3} {y}, {x + 3} {y + 3}, {x + 2} {y + 1}, {x} {y})), EMPTY)")
        elif kind == 5:
            polygon = shapely.force_3d(polygon, 7.0)
        if shapely.is_valid(polygon):
            found.append(polygon)
    return np.array(found)


@pytest.mark.parametrize("seed", range(4))
def test_there_and_back(seed):
    geometries = mixed(seed, 300)
    scene = satchel.from_shapely(geometries)
    back = satchel.to_shapely(scene)
    without_empty = [shapely.force_2d(g) if g.geom_type == "Polygon" else shapely.MultiPolygon([p for p in g.geoms if not p.is_empty]) for g in geometries]
    without_empty = [g.geoms[0] if g.geom_type == "MultiPolygon" and len(g.geoms) == 1 else g for g in without_empty]
    # Bit for bit: only the first vertex and the direction of rings may differ.
    assert shapely.equals_exact(shapely.normalize(back), shapely.normalize(without_empty), 0).all()
    assert shapely.is_ccw(shapely.get_exterior_ring(back[shapely.get_type_id(back) == 3])).all()
    some = np.random.default_rng(seed).permutation(len(geometries))[:50]
    assert shapely.equals_identical(satchel.to_shapely(scene, some), back[some]).all()
    pairs = satchel.find_pairs(scene)
    meet = satchel.classify(scene, pairs) != satchel.DISJOINT
    assert np.array_equal(meet, shapely.intersects(geometries[pairs[:, 0]], geometries[pairs[:, 1]])) and meet.sum() > 200
    np.testing.assert_allclose(satchel.shape_areas(scene)[scene.shapes()], shapely.area(geometries), rtol=1e-12)
    assert np.allclose(satchel.distances(scene, pairs[~meet]).distance, shapely.distance(*geometries[pairs[~meet].T]), rtol=0, atol=1e-12)


def test_bodies_that_are_turned_and_compounds():
    scene = satchel.Scene()
    u = np.array([[0, 0], [6, 0], [6, 4], [4, 4], [4, 2], [2, 2], [2, 4], [0, 4]], float)
    frame = np.array([[2, 2], [4, 2], [4, 4], [2, 4], [0, 0], [9, 0], [9, 9], [0, 9]], float)  # the hole first
    shapes = [scene.add_outline(u), scene.add_outline(frame, [0, 4, 8]), scene.add_box(1, 0.5)]
    parts = satchel.convex_parts(u)
    compound = scene.add_compound(scene.add_polygons(parts.vertices, parts.starts), parts.inner_edges)
    poses = np.array([[10.5, -3, 0.7], [1e6, 2e6, 1.2], [3, 4, 5], [0, 0, 0]])
    scene.add_bodies([*shapes, compound], poses)
    found = satchel.to_shapely(scene)
    plain = [shapely.Polygon(u), shapely.Polygon(frame[4:], [frame[:4]]), shapely.box(-1, -0.5, 1, 0.5)]
    for geometry, given, (x, y, angle) in zip(found, plain, poses):
        c, s = np.cos(angle), np.sin(angle)
        want = shapely.transform(given, lambda v: np.stack([c * v[:, 0] - s * v[:, 1] + x, s * v[:, 0] + c * v[:, 1] + y], -1))
        assert shapely.equals_exact(shapely.normalize(geometry), shapely.normalize(want), 1e-9) and geometry.geom_type == "Polygon"
    assert [starts.tolist() for starts in scene.rings(shapes[1])] == [[0, 4, 8], [False, True]]
    assert found[3].geom_type == "GeometryCollection" and len(found[3].geoms) == len(parts.starts) - 1
    assert shapely.equals(shapely.union_all(found[3].geoms), shapely.Polygon(u))
    scene.remove_body(1)
    assert len(satchel.to_shapely(scene)) == 3 and satchel.to_shapely(scene, []).shape == (0,)
    assert code_of(satchel.to_shapely, scene, [1])[0] == "removed_body"
    for shape, words in (
        (scene.add_circle((0, 0), 1), "is a circle"), (scene.add_circle((0, 0), 0), "is a point"), (scene.add_capsule((0, 0), (1, 0), 1), "is a capsule"),
        (scene.add_segment((0, 0), (1, 0)), "is a segment"), (scene.add_box(1, 1, 0.5), "is a rounded polygon"),
        (scene.add_chain([[0, 0], [1, 0], [1, 1]]), "has a part that is a segment"),
    ):
        body = scene.add_body(shape)
        with pytest.raises(satchel.Error, match=f"^body {body} {words}") as info:
            satchel.to_shapely(scene)
        assert (info.value.code, info.value.argument, info.value.index) == ("unsupported", "bodies", body)
        scene.remove_body(body)


def test_convex_rings_become_polygons():
    """So that seams are found, and answers cost as little as those of polygons."""
    scene = satchel.from_shapely([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1, ccw=False), shapely.from_wkt(f"POLYGON ({CONCAVE})")])
    assert [len(scene.rings(shape)[0]) - 1 for shape in scene.shapes()] == [0, 0, 1]
    assert scene.link_shared_edges() == 1
    with_collinear = satchel.from_shapely([shapely.Polygon([(0, 0), (1, 0), (2, 0), (2, 2), (0, 2)])])
    assert with_collinear.vertex_count(with_collinear.shape(0)) == 5


def ring_of(count):
    angles = np.linspace(0, 2 * np.pi, count + 1)[:-1]
    return shapely.Polygon(1000 * np.stack([np.cos(angles), np.sin(angles)], -1))


def test_convex_rings_of_too_many_vertices_are_refused():
    pa = pytest.importorskip("pyarrow")
    geometries = [shapely.box(0, 0, 1, 1), ring_of(131073), shapely.Polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 4)])]
    column = pa.array(shapely.to_wkb(geometries))
    text = "geometry 1: the ring is convex and has 131073 vertices; wanted at most 131072"
    for make, given in ((satchel.from_shapely, geometries), (satchel.from_arrow, column)):
        assert code_of(make, given, trusted=True) == ("too_many_vertices", "geometries", 1)
        scene, taken = make(given, invalid="skip", radius=0.5)
        assert taken.tolist() == [0, 2] and scene.body_count == 2
    with pytest.raises(satchel.Error, match=text):
        satchel.from_shapely(geometries)
    wrong = satchel.find_unsupported(geometries)
    assert wrong.index.tolist() == [1] and wrong.reason == [text]
    with pytest.raises(satchel.Error, match="^the ring is convex and has 131073 vertices"):
        satchel.Scene().add_outline(shapely.get_coordinates(geometries[1]))


def test_outlines_with_a_part_of_too_many_vertices_cannot_be_rounded():
    angles = np.linspace(0, np.pi, 131_100)
    arc = 1000 * np.stack([np.cos(angles), np.sin(angles)], -1)
    with_tip = shapely.Polygon([*arc, (-999, -100), (-998, -1)])
    concave = shapely.Polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 4)])
    geometries = [None, shapely.box(0, 0, 1, 1), concave, with_tip, concave]
    with pytest.raises(satchel.Error, match="^geometry 2: a convex part of it has more than 131072 vertices") as info:
        satchel.from_shapely(geometries[1:], radius=0.5)
    assert (info.value.code, info.value.argument, info.value.index) == ("too_many_vertices", "geometries", 2)
    scene, taken = satchel.from_shapely(geometries, invalid="skip", radius=0.5)
    assert taken.tolist() == [1, 2, 4] and scene.body_count == 3
    assert satchel.find_unsupported(geometries).index.tolist() == [0] and satchel.from_shapely(geometries[1:]).body_count == 4
