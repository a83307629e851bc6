"""Scenes of shapely's geometries: what is taken, what is left out, what is refused by name."""

import numpy as np
import pytest
import satchel

from conftest import all_pairs

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
        (shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), ["outer ring", "meet at (0.5, 0.5)"]),
        (shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.Polygon([(5, 5), (6, 6), (6, 5), (5, 6)])]), ["polygon 1", "outer ring"]),
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


def test_progress_can_end_it(monkeypatch):
    monkeypatch.setattr("satchel._progress.quiet_time", 0.0)
    monkeypatch.setattr("satchel._progress.step_time", 0.0)
    geometries = [shapely.from_wkt(f"POLYGON ({CONCAVE})")] * 50
    seen = []
    assert satchel.from_shapely(geometries, progress=lambda done, all: seen.append((done, all))).body_count == 50
    assert [done for done, _ in seen] == sorted(done for done, _ in seen) and {every for _, every in seen} == {50} and len(seen) > 5
    scene = satchel.Scene()
    with pytest.raises(satchel.Error) as info:
        satchel.from_shapely(geometries, scene=scene, progress=lambda done, all: done < 10)
    assert info.value.code == "cancelled" and scene.shape_count == 0
    with pytest.raises(TypeError, match="progress is 3"):
        satchel.from_shapely(geometries, progress=3)
