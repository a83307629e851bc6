"""Forms of input: GeoArrow and every WKB, posed bodies, columns by name."""

import json
import struct

import numpy as np
import pytest
import satchel

pytest.importorskip("distributed")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
shapely = pytest.importorskip("shapely")
from folders import answer, assert_same_bits, geometries, plain, write  # noqa: E402
from satchel.dask import BadRow, join  # noqa: E402


def some(count=600):
    rng = np.random.default_rng(7)
    x, y = rng.uniform(0, 25, (2, count))
    return shapely.box(x, y, x + rng.uniform(0.2, 1.5, count), y + rng.uniform(0.2, 1.5, count))


def some_with_holes(count=600):
    found = list(some(count))
    for k in range(0, count, 5):
        found[k] = found[k].difference(shapely.affinity.scale(found[k], 0.5, 0.5))
    for k in range(2, count, 5):
        found[k] = shapely.MultiPolygon([found[k], shapely.affinity.translate(found[k], 3, 0.1)])
    return found


@pytest.mark.parametrize(
    "options",
    [{"byte_order": 0}, {"output_dimension": 3}, {"include_srid": True}, {"flavor": "iso", "output_dimension": 3}],
)
def test_every_wkb_is_read(tmp_path, client, options):
    polygons = some()
    write(tmp_path / "data", polygons, 2)
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=5)
    given = shapely.force_3d(polygons, 7.0) if "output_dimension" in options else shapely.set_srid(polygons, 4326)
    (tmp_path / "other").mkdir()
    pq.write_table(
        pa.table({"geometry": pa.array(list(shapely.to_wkb(given, **options)), pa.large_binary())}),
        tmp_path / "other" / "a.parquet",
    )
    join(tmp_path / "other", tmp_path / "again", client=client, tiles=3)
    assert_same_bits(answer(tmp_path / "again"), answer(tmp_path / "out"))


def geoarrow(polygons, depth, struct, large):
    _, coords, offsets = shapely.to_ragged_array(list(polygons), include_z=False)
    if len(offsets) < depth:
        offsets = (*offsets, np.arange(len(polygons) + 1))
    if struct:
        array = pa.StructArray.from_arrays([pa.array(coords[:, 0]), pa.array(coords[:, 1])], ["x", "y"])
    else:
        array = pa.FixedSizeListArray.from_arrays(pa.array(coords.ravel()), 2)
    cls, kind = (pa.LargeListArray, pa.int64()) if large else (pa.ListArray, pa.int32())
    for level in offsets:
        array = cls.from_arrays(pa.array(level, kind), array)
    return array


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("struct", [False, True])
@pytest.mark.parametrize("many", [False, True])
def test_geoarrow_gives_the_rows_of_wkb(tmp_path, client, many, struct, large):
    polygons = some_with_holes() if many else some()
    write(tmp_path / "data", polygons, 2)
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=5)
    (tmp_path / "other").mkdir()
    table = pa.table({"shape": geoarrow(polygons, 3 if many else 2, struct, large)})
    # Files of unequal sizes, and batches that begin within an array.
    pq.write_table(table.slice(0, 17), tmp_path / "other" / "a.parquet")
    pq.write_table(table.slice(17), tmp_path / "other" / "b.parquet", row_group_size=100)
    join(tmp_path / "other", tmp_path / "again", client=client, tiles=4, geometry="shape")
    assert_same_bits(answer(tmp_path / "again"), answer(tmp_path / "out"))


def test_geoparquet_names_its_column(tmp_path, client):
    write(tmp_path / "data", some(), 2)
    join(tmp_path / "data", tmp_path / "out", client=client)
    table = pa.concat_tables([pq.read_table(p) for p in sorted((tmp_path / "data").iterdir())]).rename_columns(
        ["outline"]
    )
    table = table.replace_schema_metadata({"geo": json.dumps({"version": "1.1.0", "primary_column": "outline"})})
    pq.write_table(table, tmp_path / "one.parquet")  # a single file
    join(tmp_path / "one.parquet", tmp_path / "again", client=client)
    assert_same_bits(answer(tmp_path / "again"), answer(tmp_path / "out"))


def test_a_column_id_of_text_is_no_id(tmp_path, client):
    wkb = pa.array(list(shapely.to_wkb(some(60))), pa.binary())
    names, numbers = pa.array([f"parcel {k}" for k in range(60)]), np.arange(60) * 7
    written(tmp_path / "plain", "a", geometry=wkb)
    join(tmp_path / "plain", tmp_path / "out", client=client, tiles=1)
    for kind, column in (("text", names), ("dictionary", names.dictionary_encode()), ("large", names.cast(pa.large_string()))):
        written(tmp_path / kind, "a", geometry=wkb, id=column, number=numbers)
        join(tmp_path / kind, tmp_path / f"out of {kind}", client=client, tiles=1)
        assert_same_bits(answer(tmp_path / f"out of {kind}"), answer(tmp_path / "out"))
    join(tmp_path / "text", tmp_path / "numbered", client=client, tiles=1, id="number")
    assert (answer(tmp_path / "numbered")["a"] == 7 * answer(tmp_path / "out")["a"]).all()
    written(tmp_path / "real", "a", geometry=wkb, id=np.arange(60.0))
    written(tmp_path / "named", "a", geometry=wkb, key=names)
    for folder, more in (("real", {}), ("named", {"id": "key"})):
        with pytest.raises(satchel.Error, match="wanted integers"):
            join(tmp_path / folder, tmp_path / "no", client=client, **more)


def test_folders_within_folders_and_files_that_are_no_input(tmp_path, client):
    polygons = some()
    write(tmp_path / "data", polygons)
    join(tmp_path / "data", tmp_path / "out", client=client)
    write(tmp_path / "tree" / "a", polygons[:100])
    write(tmp_path / "tree" / "b" / "c", polygons[100:])
    write(tmp_path / "tree" / "_old", polygons)
    (tmp_path / "tree" / "_metadata.parquet").write_text("no Parquet")
    join(tmp_path / "tree", tmp_path / "again", client=client)
    assert_same_bits(answer(tmp_path / "again"), answer(tmp_path / "out"))


def posed(tmp_path, angle):
    """A folder of posed bodies, and the scene of them."""
    rng = np.random.default_rng(3)
    hexagon = shapely.Polygon([(np.cos(k * np.pi / 3), 0.6 * np.sin(k * np.pi / 3)) for k in range(6)])
    bracket = shapely.Polygon([(0, 0), (2, 0), (2, 0.5), (0.5, 0.5), (0.5, 2), (0, 2)])
    table = [None, shapely.box(-1, -0.5, 1, 0.5), hexagon, bracket]
    radii = [0.7, 0.25, 0.0, 0.0]
    count = 700
    rows = rng.integers(0, 4, count)
    poses = np.stack([*rng.uniform(0, 30, (2, count)), rng.uniform(0, 7, count)], -1)
    ids = rng.permutation(10 * np.arange(count))
    folder = tmp_path / "posed"
    folder.mkdir()
    pq.write_table(
        pa.table({"geometry": pa.array([g and shapely.to_wkb(g) for g in table], pa.binary()), "radius": radii}),
        folder / "_shapes.parquet",
    )
    scene = satchel.Scene()
    shapes = np.array(
        [scene.add_circle((0, 0), 0.7), scene.add_polygon(shapely.get_coordinates(table[1])[:-1], 0.25), 0, 0]
    )
    for k in (2, 3):
        coords = shapely.get_coordinates(table[k])[:-1]
        shapes[k] = scene.add_outline(coords)
    order = np.argsort(ids)
    scene.add_bodies(shapes[rows[order]], poses[order])
    columns = {"id": ids, "shape": rows, "x": poses[:, 0], "y": poses[:, 1]}
    if angle:
        columns["angle"] = poses[:, 2]
    else:
        exact = scene.poses()
        columns |= {name: exact[np.argsort(order), k] for name, k in (("cos", 2), ("sin", 3))}
    for k, part in enumerate(np.array_split(np.arange(count), 3)):
        pq.write_table(pa.table({name: column[part] for name, column in columns.items()}), folder / f"{k}.parquet")
    return folder, scene, ids[order].astype(np.uint64)


@pytest.mark.parametrize("angle", [True, False])
@pytest.mark.parametrize("tiles", [1, 9])
def test_posed_bodies_of_a_table_of_shapes(tmp_path, client, angle, tiles):
    folder, scene, ids = posed(tmp_path, angle)
    join(folder, tmp_path / "out", client=client, tiles=tiles)
    hits = satchel.find_hits(scene, satchel.find_pairs(scene))
    ours, contacts = answer(tmp_path / "out"), hits.contact
    assert len(hits) > 300
    wanted = {"a": ids[hits.pair[:, 0]], "b": ids[hits.pair[:, 1]], "verdict": contacts.verdict}
    wanted |= {"separation": contacts.separation, "normal_x": contacts.normal[:, 0], "normal_y": contacts.normal[:, 1]}
    assert_same_bits(ours, wanted)


def test_posed_bodies_against_polygons(tmp_path, client):
    folder, scene, ids = posed(tmp_path, True)
    write(tmp_path / "right", some(), 2)
    others, other_ids = geometries(tmp_path / "right")
    join(folder, tmp_path / "out", tmp_path / "right", client=client, tiles=6)
    theirs = satchel.from_shapely(list(others))
    hits = satchel.find_hits(scene, theirs, satchel.find_pairs(scene, theirs))
    ours = answer(tmp_path / "out")
    assert len(hits) > 100
    assert (
        ours["a"].tobytes() == ids[hits.pair[:, 0]].tobytes()
        and ours["b"].tobytes() == other_ids[hits.pair[:, 1]].tobytes()
    )
    assert ours["separation"].tobytes() == np.ascontiguousarray(hits.contact.separation).tobytes()


def test_wrong_poses_and_shapes_name_file_and_row(tmp_path, client):
    folder, _, _ = posed(tmp_path, True)
    path = folder / "1.parquet"
    table = pq.read_table(path)

    def refused(words, column, value, at=path, row=5):
        changed = pq.read_table(at)
        values = changed[column].to_pylist()
        values[row] = value
        place = changed.schema.get_field_index(column)
        pq.write_table(changed.set_column(place, column, pa.array(values, changed.schema.field(column).type)), at)
        with pytest.raises(BadRow) as info:
            join(folder, tmp_path / "out", client=client, tiles=3)
        assert words in str(info.value) and str(at) in str(info.value) and info.value.row == row, info.value

    refused("wanted 0 to 3, a row of _shapes.parquet", "shape", 4)
    pq.write_table(table, path)
    refused("finite", "x", np.nan)
    pq.write_table(table, path)
    refused("null", "angle", None)
    pq.write_table(table, path)
    refused("Point", "geometry", shapely.to_wkb(shapely.Point(0, 0)), folder / "_shapes.parquet", 2)


def test_plain_is_from_shapely(tmp_path, client):
    write(tmp_path / "data", some_with_holes(), 3)
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=7)
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))


def with_touching_holes():
    """Polygons of some cells of a lattice, whose holes touch the shell and each other in points."""
    rng = np.random.default_rng(5)
    found = []
    while len(found) < 60:
        size = rng.integers(3, 6)
        cells = shapely.box(*np.indices((size, size)).reshape(2, -1), *(np.indices((size, size)).reshape(2, -1) + 1))
        united = shapely.unary_union(cells[rng.random(len(cells)) < 0.7])
        found += [shapely.transform(part, lambda at: at + rng.integers(0, 30, 2)) for part in shapely.get_parts(united) if len(part.interiors) > 0]
    tip = shapely.Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(4, 9), (2, 5), (6, 5)], [(2, 5), (2, 2), (5, 2)]])
    def clean(polygon):  # the parts of polygons with collinear points are others
        first, *holes = [satchel.clean_ring(shapely.get_coordinates(ring)).vertices for ring in shapely.get_rings(polygon)]
        return shapely.Polygon(first, holes)

    return [*map(clean, found), tip]


def test_holes_that_touch_their_shell_are_taken(tmp_path, client):
    polygons = with_touching_holes()
    assert shapely.is_valid(polygons).all()
    write(tmp_path / "data", polygons, 2)
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=4)
    ours = answer(tmp_path / "out")
    assert len(ours["a"]) > 100
    assert_same_bits(ours, plain(tmp_path / "data"))


def test_rings_that_cross_are_refused_as_before(tmp_path, client):
    crossing = shapely.Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(4, 10), (2, 5), (6, 5)]])
    write(tmp_path / "data", [shapely.box(0, 0, 1, 1), crossing])
    with pytest.raises(BadRow, match="hole 0") as info:
        join(tmp_path / "data", tmp_path / "out", client=client)
    assert info.value.row == 1


def written(folder, name, **columns):
    folder.mkdir(exist_ok=True)
    pq.write_table(pa.table(columns), folder / f"{name}.parquet")


@pytest.mark.parametrize("kind", ["dictionary", "view", "fixed", "posed"])
def test_columns_of_other_types_are_read(tmp_path, client, kind):
    polygons = some(300)
    wkb, ids = pa.array(list(shapely.to_wkb(polygons)), pa.binary()), np.arange(300) * 3
    write(tmp_path / "data", polygons, 2, ids)
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=3)
    if kind == "posed":  # poses in dictionaries, a table of circles alone
        folder, columns = tmp_path / "posed", np.random.default_rng(1).integers(0, 9, (4, 200))
        names = dict(zip(("shape", "x", "y", "angle"), (pa.array(c).dictionary_encode() for c in (0 * columns[0], *columns[1:]))))
        written(folder, "a", **names)
        pq.write_table(pa.table({"geometry": pa.nulls(1), "radius": [0.5]}), folder / "_shapes.parquet")
        assert join(folder, tmp_path / "again", client=client, tiles=3)["rows"] > 200
        return
    columns = {
        "dictionary": (wkb.dictionary_encode(), pa.array(ids).dictionary_encode()),
        "view": (wkb.cast(pa.binary_view()), pa.array(ids)),
        "fixed": (wkb.cast(pa.binary(len(wkb[0].as_py()))), pa.array(ids)),
    }[kind]
    written(tmp_path / "other", "a", geometry=columns[0], id=columns[1])
    written(tmp_path / "other", "b", geometry=pa.nulls(0), id=pa.nulls(0))  # as pandas writes an empty table
    join(tmp_path / "other", tmp_path / "again", client=client, tiles=3)
    assert_same_bits(answer(tmp_path / "again"), answer(tmp_path / "out"))
    written(tmp_path / "other", "b", geometry=pa.nulls(2), id=pa.array([1000, 1001]))
    with pytest.raises(BadRow, match="b.parquet, row 0: the geometry is null"):
        join(tmp_path / "other", tmp_path / "no", client=client, tiles=3)
    written(tmp_path / "other", "b", geometry=wkb[:2], id=pa.nulls(2))
    with pytest.raises(BadRow, match="b.parquet, row 0: the id is null"):
        join(tmp_path / "other", tmp_path / "no", client=client, tiles=3)


def test_columns_of_wrong_types_are_named(tmp_path, client):
    table = {"shape": [0], "x": [0.0], "y": [0.0], "angle": [0.0]}
    for column, values, words in (
        ("x", ["1"], "column x of .* has the type string; wanted numbers"),
        ("angle", [True], "column angle of .* has the type bool; wanted numbers"),
        ("shape", [0.5], "a.parquet, row 0: the shape is 0.5; wanted an integer"),
        ("geometry", ["POLYGON ((0 0, 1 0, 1 1, 0 0))"], "column geometry of .* has the type string; wanted WKB"),
    ):
        written(tmp_path / "data", "a", **(table | {column: values}))
        pq.write_table(pa.table({"geometry": pa.nulls(1), "radius": [0.5]}), tmp_path / "data" / "_shapes.parquet")
        with pytest.raises(satchel.Error, match=words):
            join(tmp_path / "data", tmp_path / "out", client=client, tiles=2)


@pytest.mark.parametrize("form", ["wkb", "empty ring", "geoarrow"])
def test_empty_parts_of_multipolygons_are_left_out(tmp_path, client, form):
    rng = np.random.default_rng(2)
    polygons = [shapely.Polygon(np.array([(0, 0), (3, 0), (3, 3), (2, 1)]) + rng.uniform(0, 15, 2)) for _ in range(60)]
    write(tmp_path / "data", [shapely.MultiPolygon([p]) for p in polygons])
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=3)
    if form == "geoarrow":
        _, coords, (rings, _) = shapely.to_ragged_array(polygons)
        # Each geometry: a polygon without rings, one with a ring without points, the polygon, one without rings.
        rings_of = np.stack([rings[:-1], rings[:-1]], -1).ravel()
        array = pa.FixedSizeListArray.from_arrays(pa.array(coords.ravel()), 2)
        array = pa.ListArray.from_arrays(pa.array([*rings_of, len(coords)], pa.int32()), array)
        parts = np.concatenate([[2 * k, 2 * k, 2 * k + 1, 2 * k + 2] for k in range(60)] + [[120]])
        array = pa.ListArray.from_arrays(pa.array(parts, pa.int32()), array)
        array = pa.ListArray.from_arrays(pa.array(4 * np.arange(61), pa.int32()), array)
    else:
        empty = shapely.to_wkb(shapely.Polygon(), byte_order=1)
        if form == "empty ring":
            empty = empty[:-4] + struct.pack("<II", 1, 0)
        head = struct.pack("<BII", 1, 6, 3)
        array = pa.array([head + empty + shapely.to_wkb(p, byte_order=1) + empty for p in polygons], pa.binary())
    written(tmp_path / "other", "a", geometry=array)
    join(tmp_path / "other", tmp_path / "again", client=client, tiles=3)
    assert len(answer(tmp_path / "out")["a"]) > 50
    assert_same_bits(answer(tmp_path / "again"), answer(tmp_path / "out"))
