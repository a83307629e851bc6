"""Scenes of columns of Arrow: those that shapely gives of the same geometries."""

import struct

import numpy as np
import pytest
import satchel

pa = pytest.importorskip("pyarrow")
shapely = pytest.importorskip("shapely")
pytest.importorskip("geoarrow.pyarrow")

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
