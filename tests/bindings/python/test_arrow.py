"""Columns of Arrow: scenes, points and boxes are those that shapely gives of the same geometries."""

import struct

import numpy as np
import pytest
import satchel

from conftest import code_of

pa = pytest.importorskip("pyarrow")
shapely = pytest.importorskip("shapely")

TEXTS = [
    "POLYGON ((0 0, 3 0, 3 3, 2 1, 0 0))",
    "POLYGON ((10 0, 20 0, 20 10, 10 10, 10 0), (12 2, 14 2, 14 4, 12 2), (14 4, 16 4, 16 6, 14 4))",
    "MULTIPOLYGON (((20 0, 30 0, 30 10, 25 5, 20 10, 20 0), (22 1, 23 1, 23 2, 22 1)), EMPTY, ((40 0, 50 0, 50 10, 40 0)))",
    "POLYGON Z ((0 10 1, 3 10 2, 3 13 3, 0 10 1))",
    "MULTIPOLYGON (((-5 0, -4 0, -4 1, -5 0)))",
]


def geometries():
    return shapely.from_wkt(TEXTS)


def wkb(values, kind=None):
    return pa.array([value if value is None or isinstance(value, bytes) else shapely.to_wkb(value) for value in values], kind or pa.binary())


def lists(values, depth, point="list", large=False):
    """GeoArrow polygons (depth 2) or multipolygons (3) by the definition, a value at a time."""
    make = pa.large_list if large else pa.list_
    kind = pa.list_(pa.float64(), 2) if point == "list" else pa.struct([("x", pa.float64()), ("y", pa.float64())])
    for _ in range(depth):
        kind = make(kind)

    def points(ring):
        xy = shapely.get_coordinates(ring).tolist()
        return xy if point == "list" else [{"x": x, "y": y} for x, y in xy]

    def rings(polygon):
        return [points(ring) for ring in shapely.get_rings(polygon)]

    parts = [None if value is None else [rings(part) for part in shapely.get_parts(value)] for value in values]
    return pa.array(parts if depth == 3 else [part and part[0] for part in parts], kind)


def same(a, b):
    """That two scenes have the same bodies: each is where and what the other is."""
    assert a.body_count == b.body_count
    for body in range(a.body_count):
        for mine, its in zip(a.rings(a.shape(body)), b.rings(b.shape(body))):
            assert np.array_equal(mine, its)
        assert np.array_equal(a.local_vertices(a.shape(body)), b.local_vertices(b.shape(body)))
    return True


FORMS = {
    "binary": wkb, "large binary": lambda g: wkb(g, pa.large_binary()), "view": lambda g: wkb(g).cast(pa.binary_view()),
    "dictionary": lambda g: wkb(g).dictionary_encode(), "chunks": lambda g: pa.chunked_array([wkb(g[:2]), wkb(g[2:2]), wkb(g[2:])]),
    "slice": lambda g: wkb([None, *g, None]).slice(1, len(g)),
    "EWKB": lambda g: pa.array(shapely.to_wkb(shapely.set_srid(g, 4326), include_srid=True, flavor="extended")),
    "big endian": lambda g: pa.array(shapely.to_wkb(g, byte_order=0)),
    "multipolygons": lambda g: lists(g, 3), "structs": lambda g: lists(g, 3, "struct"), "large lists": lambda g: lists(g, 3, large=True),
    "slice of multipolygons": lambda g: lists([g[0], *g, g[1]], 3).slice(1, len(g)),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_scenes_are_those_of_shapely(form):
    values = geometries()
    assert same(satchel.from_arrow(FORMS[form](values)), satchel.from_shapely(values))
    scene = satchel.from_shapely(values[:1])
    assert satchel.from_arrow(FORMS[form](values), scene=scene).tolist() == [1, 2, 3, 4, 5]


def test_polygons_of_geoarrow_and_what_gives_an_array():
    values = geometries()[[0, 1, 3]]

    class Column:
        def __arrow_c_array__(self, requested_schema=None):
            return wkb(values).__arrow_c_array__(requested_schema)

    class Stream:
        def __arrow_c_stream__(self, requested_schema=None):
            return pa.chunked_array([wkb(values)]).__arrow_c_stream__(requested_schema)

    for column in (lists(values, 2), lists(values, 2, "struct"), Column(), Stream()):
        assert same(satchel.from_arrow(column), satchel.from_shapely(values))


def test_no_rows():
    for column in (wkb([]), pa.array([], pa.null()), lists([], 2), lists([], 3), pa.chunked_array([], pa.binary())):
        assert satchel.from_arrow(column).body_count == 0
        scene, taken = satchel.from_arrow(column, invalid="skip")
        assert scene.body_count == 0 and len(taken) == 0


SQUARE = shapely.to_wkb(shapely.box(0, 0, 1, 1))
FAULTS = [
    (None, "null, a missing value"), (shapely.Point(1, 2), "a Point"), (shapely.LineString([(0, 0), (1, 1)]), "a LineString"),
    (shapely.Polygon(), "empty"), (b"", "no WKB"), (b"\x01\x03", "no WKB"), (b"\x01\x63\x00\x00\x00", "no WKB"),
    (shapely.to_wkb(shapely.box(0, 0, 1, 1))[:-3], "cut off"), (shapely.from_wkt("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))"), "cross"),
    (shapely.GeometryCollection([shapely.box(0, 0, 1, 1)]), "a GeometryCollection"),
    # Counts of rings, of points and of polygons that go beyond the end: into the values behind.
    (SQUARE[:5] + struct.pack("<I", 9) + SQUARE[9:], "cut off"), (SQUARE[:9] + struct.pack("<I", 0x80000005) + SQUARE[13:], "cut off"),
    (struct.pack("<BII", 1, 6, 2) + SQUARE, "cut off"), (struct.pack("<BII", 1, 6, 2) + SQUARE + SQUARE[:-40], "cut off"),
    (struct.pack("<BII", 1, 6, 1) + b"\2" + SQUARE[1:], "cut off or broken"), (struct.pack("<BII", 1, 9003, 0), "no WKB"),
    (struct.pack("<BII", 1, 6, 1) + shapely.to_wkb(shapely.LineString(shapely.box(0, 0, 1, 1).exterior)), "cut off or broken"),
]  # fmt: skip


@pytest.mark.parametrize("value, words", FAULTS)
@pytest.mark.parametrize("place", [0, 2, 5])
def test_what_is_refused_is_named_or_left_out(value, words, place):
    good = list(geometries())
    column = wkb([*good[:place], value, *good[place:]])
    scene = satchel.Scene()
    with pytest.raises(satchel.Error, match=words) as refused:
        satchel.from_arrow(column, scene=scene)
    assert refused.value.index == place and refused.value.argument == "geometries" and f"geometry {place}" in str(refused.value)
    assert scene.shape_count == 0
    scene, taken = satchel.from_arrow(column, invalid="skip")
    assert taken.tolist() == [k for k in range(6) if k != place]
    assert same(scene, satchel.from_shapely(good))


def test_many_that_are_refused_are_left_out():
    good = list(geometries())
    mixed, wanted = [], []
    for k, (value, _) in enumerate(FAULTS):
        mixed += [value, good[k % 5]]
        wanted.append(2 * k + 1)
    scene, taken = satchel.from_arrow(wkb(mixed), invalid="skip")
    assert taken.tolist() == wanted and scene.body_count == len(wanted)
    with pytest.raises(satchel.Error, match="geometry 0 is null"):
        satchel.from_arrow(wkb(mixed))
    lacking = lists([None, good[1], shapely.Polygon()], 3)
    assert satchel.from_arrow(lacking, invalid="skip")[1].tolist() == [1]


def test_other_columns_are_refused():
    for column, words in ((pa.array([1, 2]), "int64"), (pa.array(["POLYGON"]), "string"), ([b""], "a list"), (np.array([b""]), "a ndarray")):
        with pytest.raises(TypeError, match=words):
            satchel.from_arrow(column)
    with pytest.raises(satchel.Error, match="table"):
        satchel.from_arrow(pa.table({"geometry": wkb(geometries())}))
    with pytest.raises(TypeError, match="float32"):
        satchel.from_arrow(wkb([]), scene=satchel.Scene("float32"))
    with pytest.raises(ValueError, match="invalid"):
        satchel.from_arrow(wkb([]), invalid="keep")


POINTS = shapely.from_wkt(["POINT (1 2)", "POINT Z (3 4 5)", "POINT (-0.5 1e-30)", "POINT M (6 7 8)", "POINT ZM (1 3 5 7)"])


def point_lists(values, point):
    xy = shapely.get_coordinates(values).tolist()
    if point == "list":
        return pa.array(xy, pa.list_(pa.float64(), 2))
    return pa.array([{"x": x, "y": y} for x, y in xy], pa.struct([("x", pa.float64()), ("y", pa.float64())]))


POINT_FORMS = {name: FORMS[name] for name in ("binary", "large binary", "view", "dictionary", "chunks", "slice", "EWKB", "big endian")} | {
    "lists": lambda g: point_lists(g, "list"), "structs": lambda g: point_lists(g, "struct"),
    "slice of lists": lambda g: point_lists([g[0], *g, g[1]], "list").slice(1, len(g)),
    "chunks of structs": lambda g: pa.chunked_array([point_lists(g[:2], "struct"), point_lists(g[2:], "struct")]),
}  # fmt: skip


@pytest.mark.parametrize("form", POINT_FORMS)
def test_points_are_those_of_shapely(form):
    column = POINT_FORMS[form](POINTS)
    points = satchel.points_from_arrow(column)
    assert points.flags.c_contiguous and np.array_equal(points, shapely.get_coordinates(POINTS))
    scene = satchel.from_shapely([shapely.box(0, 0, 3, 4), shapely.box(1, 2, 2, 3)])
    index = satchel.Index(scene)
    for found in (satchel.bodies_at_points(scene, column), index.bodies_at_points(scene, column)):
        assert np.array_equal(found, satchel.bodies_at_points(scene, points)) and len(found) == 5
    assert np.array_equal(index.nearest_to_points(scene, column, 2), index.nearest_to_points(scene, points, 2))
    assert np.array_equal(satchel.nearest_bodies(scene, column), satchel.nearest_bodies(scene, points))


@pytest.mark.parametrize("place", [0, 2, 5])
def test_what_is_no_point_is_named(place):
    values = [(shapely.box(0, 0, 1, 1), "a Polygon"), (None, "null"), (shapely.Point(), "empty"), (b"\x01\x01\x00", "no WKB"),
              (shapely.to_wkb(POINTS[0])[:-1], "cut off"), (shapely.to_wkb(POINTS[0]) + b"\x00", "cut off or broken")]  # fmt: skip
    for value, words in values:
        column = wkb([*POINTS[:place], value, *POINTS[place:]])
        for chunks in (column, pa.chunked_array([column.slice(0, 1), column.slice(1)])):
            with pytest.raises(satchel.Error, match=words) as refused:
                satchel.points_from_arrow(chunks)
            assert refused.value.index == place and "wanted a Point" in str(refused.value)
    scene = satchel.from_shapely([shapely.box(0, 0, 1, 1)])
    with pytest.raises(satchel.Error, match="a Polygon"):
        satchel.bodies_at_points(scene, wkb([shapely.box(0, 0, 1, 1)]))
    for column in (pa.array([1.0, 2.0]), lists(geometries()[[0]], 2)):
        with pytest.raises(TypeError, match="wanted WKB, or GeoArrow points"):
            satchel.points_from_arrow(column)
    for column in (wkb([]), pa.array([], pa.null()), pa.chunked_array([], pa.binary())):
        assert satchel.points_from_arrow(column).shape == (0, 2) and len(satchel.bodies_at_points(scene, column)) == 0


def test_tables_of_coordinates_are_taken_as_before():
    class Frame:  # as pandas' and Polars' frames
        columns = ["x", "y"]

        def __arrow_c_stream__(self, requested_schema=None):
            raise AssertionError("asked as a column")

        def __array__(self, dtype=None, copy=None):
            return np.array([[0.5, 0.5]])

    assert satchel.bodies_at_points(satchel.from_shapely([shapely.box(0, 0, 1, 1)]), Frame()).body.tolist() == [0]


@pytest.mark.parametrize("form", FORMS)
def test_boxes_are_those_of_shapely(form):
    values = geometries()
    assert np.array_equal(satchel.boxes_from_arrow(FORMS[form](values)), shapely.bounds(values))


def test_boxes_of_any_geometry():
    texts = ["LINESTRING (5 1, 2 3, 4 9)", "MULTIPOINT ((1 2), (-3 4))", "MULTILINESTRING ((0 0, 1 1), (5 -5, 6 0))", "POINT Z (1 2 3)",
             "GEOMETRYCOLLECTION (POINT (1 1), GEOMETRYCOLLECTION (LINESTRING (2 2, 3 -1)), POLYGON EMPTY)"]  # fmt: skip
    values = [*shapely.from_wkt(texts), None, shapely.Polygon(), shapely.Point(), shapely.GeometryCollection()]
    for order in (0, 1):
        column = pa.array([None if value is None else shapely.to_wkb(value, byte_order=order) for value in values])
        assert np.array_equal(satchel.boxes_from_arrow(column), shapely.bounds(np.array(values)), equal_nan=True)
    for point in ("list", "struct"):
        assert np.array_equal(satchel.boxes_from_arrow(point_lists(POINTS, point)), shapely.bounds(POINTS))
    boxes = satchel.boxes_from_arrow(lists([None, geometries()[1], shapely.Polygon(), geometries()[2]], 3))
    assert np.array_equal(boxes, shapely.bounds(np.array([None, geometries()[1], None, geometries()[2]])), equal_nan=True)
    with pytest.raises(satchel.Error, match="cut off") as refused:
        satchel.boxes_from_arrow(wkb([*values, shapely.to_wkb(values[0])[:-1]]))
    assert refused.value.index == len(values)
    with pytest.raises(TypeError, match="wanted WKB"):
        satchel.boxes_from_arrow(pa.array(["POINT (1 2)"]))


def test_every_cut_of_a_value_is_named():
    """No byte behind the end of a value is read, and counts that are too large are told from memory that is there."""
    for value in (shapely.to_wkb(geometries()[2]), shapely.to_wkb(geometries()[3], flavor="iso"), shapely.to_wkb(geometries()[1], byte_order=0)):
        cut = [value[:end] for end in range(len(value))]
        scene, taken = satchel.from_arrow(pa.array([*cut, value]), invalid="skip")
        assert taken.tolist() == [len(value)] and scene.body_count == 1
        huge = bytearray(value)
        huge[5:9] = b"\xff\xff\xff\xff"
        with pytest.raises(satchel.Error, match="cut off"):
            satchel.from_arrow(pa.array([bytes(huge)]))
    nested = b"\x01\x07\x00\x00\x00\x01\x00\x00\x00" * 100_000
    with pytest.raises(satchel.Error, match="broken"):
        satchel.boxes_from_arrow(pa.array([nested]))
    of_lines = shapely.to_wkb(shapely.MultiLineString([[(0, 0), (1, 1)]]))
    with pytest.raises(satchel.Error, match="broken"):  # a MultiPolygon of a line
        satchel.from_arrow(pa.array([of_lines[:1] + b"\x06" + of_lines[2:]]))


@pytest.mark.parametrize("make", ["arrow", "shapely"])
def test_a_radius_rounds_every_geometry(make):
    random = np.random.default_rng(4)
    concave = [shapely.Polygon([(0, 0), (9, 0), (9, 9), (7, 2)], [[(5, 0.5), (7, 0.5), (7, 1)]]), shapely.MultiPolygon([shapely.box(0, 6, 2, 8), shapely.box(12, 0, 13, 1)])]
    values = np.array([shapely.box(1, 3, 3, 4), *concave, shapely.Polygon([(4, 6), (5, 9), (2, 9)]), *geometries()])
    points = random.uniform(-4, 16, (4000, 2))
    for radius in (0.25, 1.5):
        far = shapely.distance(shapely.points(points)[:, None], values[None])
        assert (np.abs(far - radius) > 1e-9).all()
        column = wkb(values) if make == "arrow" else values
        scene = (satchel.from_arrow if make == "arrow" else satchel.from_shapely)(column, radius=radius)
        found = satchel.bodies_at_points(scene, points)
        assert np.array_equal(np.stack([found.query, found.body], -1), np.argwhere(far <= radius))
        assert len(found) > np.count_nonzero(far == 0)
    with pytest.raises(satchel.Error, match="overlapping_parts|parts") as refused:
        satchel.overlap_areas(scene, [[0, 1]])
    assert refused.value.code == "overlapping_parts"


def test_what_a_radius_refuses():
    bow = shapely.from_wkt("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))")
    scene = satchel.Scene()
    with pytest.raises(satchel.Error, match="geometry 1: ") as refused:
        satchel.from_arrow(wkb([geometries()[2], bow]), radius=1.0, scene=scene)
    assert refused.value.index == 1 and scene.shape_count == 0
    found, taken = satchel.from_arrow(wkb([bow, geometries()[2], bow, geometries()[0]]), radius=1.0, invalid="skip")
    assert taken.tolist() == [1, 3] and found.body_count == 2
    for radius in (-1.0, float("nan"), float("inf"), 1e-300):
        for call in (lambda: satchel.from_arrow(wkb([]), radius=radius), lambda: satchel.from_shapely([], radius=radius)):
            with pytest.raises(satchel.Error, match="radius is") as refused:
                call()
            assert refused.value.code == "bad_radius" and refused.value.argument == "radius"


def test_trusted_rings_are_not_checked():
    bow = shapely.from_wkt("POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))")
    values = [*geometries(), bow]
    for make, column in ((satchel.from_arrow, wkb(values)), (satchel.from_shapely, values)):
        with pytest.raises(satchel.Error, match="cross"):
            make(column)
        assert make(column, trusted=True).body_count == 6
        assert code_of(make, column, trusted=True, radius=0.5)[1:] == ("geometries", 5)  # its parts would be of nothing
        assert make(column, trusted=True, radius=0.5, invalid="skip")[1].tolist() == [0, 1, 2, 3, 4]
        with pytest.raises(satchel.Error):  # numbers are checked
            make(column if make is satchel.from_shapely else wkb(values + [shapely.Polygon([(0, 0), (1, 0), (np.inf, 1)])]), trusted=make is satchel.from_arrow)
    assert same(satchel.from_arrow(wkb(geometries()), trusted=True), satchel.from_shapely(geometries()))


def test_what_lies_beneath_nulls_is_not_read():
    polygon = shapely.to_wkb(shapely.Polygon([(0, 0), (2, 0), (2, 2), (1, 0.5), (0, 2)]))
    ends = np.array([0, len(polygon), 2 * len(polygon)], np.int32)
    column = pa.Array.from_buffers(pa.binary(), 2, [pa.py_buffer(bytes([0b10])), pa.py_buffer(ends), pa.py_buffer(2 * polygon)])
    scene, taken = satchel.from_arrow(column, invalid="skip")
    assert (scene.body_count, taken.tolist()) == (1, [1])
    assert np.isnan(satchel.boxes_from_arrow(column)[0]).all()
    points = pa.StructArray.from_arrays(
        [pa.array([1.0, 5.0]), pa.array([2.0, 6.0])], names=["x", "y"], mask=pa.array([True, False])
    )
    boxes = satchel.boxes_from_arrow(points)
    assert np.isnan(boxes[0]).all() and boxes[1].tolist() == [5, 6, 5, 6]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("point", ["list", "struct"])
def test_a_geometry_with_a_part_that_is_null_is_refused(level, point):
    def masked(array, at_level):
        return pa.array(np.arange(len(array)) == 4) if at_level == level else None

    xy = np.tile([[0.0, 0], [1, 0], [1, 1], [0, 0]], (6, 1))
    if point == "list":
        points = pa.FixedSizeListArray.from_arrays(xy.ravel(), 2, mask=masked(xy, 1))
    else:
        points = pa.StructArray.from_arrays([pa.array(xy[:, 0]), pa.array(xy[:, 1])], ["x", "y"], mask=masked(xy, 1))
    rings = pa.ListArray.from_arrays(np.arange(0, 25, 4, dtype=np.int32), points, mask=masked(range(6), 2))
    polygons = pa.ListArray.from_arrays(np.arange(7, dtype=np.int32), rings, mask=masked(range(6), 3))
    geometries = pa.ListArray.from_arrays(np.arange(7, dtype=np.int32), polygons)
    row = 1 if level == 1 else 4
    for column, place in ((geometries, row), (geometries[1:], row - 1)):
        assert code_of(satchel.from_arrow, column) == ("unsupported", "geometries", place)
        assert code_of(satchel.boxes_from_arrow, column) == ("unsupported", "geometries", place)
        scene, taken = satchel.from_arrow(column, invalid="skip")
        assert taken.tolist() == [k for k in range(len(column)) if k != place] and scene.body_count == len(taken)


def test_a_hole_of_nothing_is_refused():
    hole = struct.pack("<BII", 1, 3, 2) + struct.pack("<I", 0) + struct.pack("<I", 4) + np.array([0, 0, 1, 0, 0, 1, 0, 0], "<f8").tobytes()
    with pytest.raises(satchel.Error, match="geometry 0 is WKB that is cut off or broken"):
        satchel.from_arrow(pa.array([hole]))


class Series:
    """As a GeoSeries: Arrow's interface refuses its objects, `to_arrow` makes a column."""

    def __init__(self, values):
        self.values = values

    def __arrow_c_stream__(self, requested_schema=None):
        raise TypeError("did not recognize Python value type")

    def to_arrow(self):
        return Column(wkb(self.values))


class Column:
    def __init__(self, array):
        self.array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self.array.__arrow_c_array__(requested_schema)


class Objects(Series):
    """As a Series of pandas that has geometries."""

    to_arrow = property()


def calls_of_columns():
    scene = satchel.from_shapely([shapely.box(0, 0, 3, 4)])
    index = satchel.Index(scene)
    for take, name in (
        (satchel.points_from_arrow, "geometries"),
        (lambda column: satchel.bodies_at_points(scene, column), "points"), (lambda column: satchel.nearest_bodies(scene, column), "points"),
        (lambda column: index.bodies_at_points(scene, column), "points"), (lambda column: index.nearest_to_points(scene, column), "points"),
    ):
        yield take, name, POINTS
    yield satchel.from_arrow, "geometries", geometries()
    yield satchel.boxes_from_arrow, "geometries", geometries()


def test_series_are_taken_by_their_to_arrow():
    for take, _, values in calls_of_columns():
        found, wanted = take(Series(values)), take(wkb(values))
        assert same(found, wanted) if isinstance(wanted, satchel.Scene) else np.array_equal(found, wanted)


def test_series_of_geopandas_are_taken():
    geopandas = pytest.importorskip("geopandas")
    for take, _, values in calls_of_columns():
        found, wanted = take(geopandas.GeoSeries(values)), take(wkb(values))
        assert same(found, wanted) if isinstance(wanted, satchel.Scene) else np.array_equal(found, wanted)


def test_what_arrow_cannot_take_names_the_argument():
    for take, name, values in calls_of_columns():
        with pytest.raises(TypeError, match=rf"^{name} is a Objects that Arrow cannot take \(did not recognize.*\); wanted an array of Arrow: WKB"):
            take(Objects(values))
    scene = satchel.from_shapely([shapely.box(0, 0, 3, 4)])
    assert code_of(satchel.bodies_at_points, scene, wkb([POINTS[0], None])) == ("unsupported", "points", 1)
    with pytest.raises(TypeError, match="^points has the type double; wanted WKB, or GeoArrow points"):
        satchel.nearest_bodies(scene, pa.array([1.0]))
