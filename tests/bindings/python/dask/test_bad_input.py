"""Bad rows, full disks, too little memory: each is told with what would help, and leaves nothing half-written."""

import itertools
import os
import struct
import subprocess

import numpy as np
import pytest
import satchel

distributed = pytest.importorskip("distributed")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
shapely = pytest.importorskip("shapely")
from folders import answer, assert_same_bits, plain, write  # noqa: E402
from satchel.dask import BadRow, collide_pairs, first_hits, generate, join  # noqa: E402
from satchel.dask.__main__ import main  # noqa: E402
from satchel.dask._bodies import RowError, polygons_of  # noqa: E402


def wkb(geometry, **options):
    return shapely.to_wkb(geometry, **options)


square = wkb(shapely.box(0, 0, 1, 1), byte_order=1)
ring = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
star = wkb(shapely.Polygon([(np.cos(4 * np.pi * k / 5), np.sin(4 * np.pi * k / 5)) for k in range(5)]))
bad = {
    "null": (None, "null"),
    "cut short": (square[:-3], "ends after"),
    "empty bytes": (b"", "ends after"),
    "too long": (square + b"x", "ends after 93"),
    "no byte order": (b"\7" + square[1:], "byte order"),
    "point": (wkb(shapely.Point(1, 2)), "Point"),
    "line": (wkb(shapely.LineString([(0, 0), (1, 1)])), "LineString"),
    "collection": (wkb(shapely.GeometryCollection([shapely.box(0, 0, 1, 1)])), "GeometryCollection"),
    "nested": (struct.pack("<BII", 1, 6, 1) * 5000 + square, "MultiPolygon of MultiPolygons"),
    "empty polygon": (wkb(shapely.Polygon()), "empty"),
    "empty multipolygon": (wkb(shapely.MultiPolygon()), "empty"),
    "two vertices": (wkb(shapely.Polygon([(0, 0), (1, 1), (0, 0), (0, 0)])), "different points"),
    "no area": (wkb(shapely.Polygon([(0, 0), (1, 1), (2, 2), (0, 0)])), ""),
    "not a number": (square[:21] + struct.pack("<d", float("nan")) + square[29:], "finite"),
    "infinite": (square[:21] + struct.pack("<d", float("inf")) + square[29:], "finite"),
    "too large": (wkb(shapely.box(0, 0, 1e200, 1)), ""),
    "bow tie": (wkb(shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])), ""),
    "winds twice": (star, ""),
    "hole outside": (wkb(shapely.Polygon(ring, [[(5, 5), (6, 5), (6, 6)]])), ""),
}


@pytest.mark.parametrize("what, tiles", [*((what, 4) for what in bad), ("null", 1), ("bow tie", 1), ("winds twice", 1)])
def test_a_poisoned_row_is_named_and_nothing_is_left(tmp_path, client, few_rows, what, tiles):
    data, words = bad[what]
    generate(tmp_path / "data", 4000, 1)
    path = tmp_path / "data" / "bodies-000001.parquet"
    table = pq.read_table(path)
    rows = table["geometry"].to_pylist()
    rows[717] = data
    pq.write_table(table.set_column(1, "geometry", pa.array(rows, pa.binary())), path, row_group_size=500)
    with pytest.raises(BadRow) as info:
        join(tmp_path / "data", tmp_path / "out", client=client, tiles=tiles)
    assert info.value.file == str(path) and info.value.row == 717 and words in info.value.reason, info.value
    assert str(path) in str(info.value) and "row 717" in str(info.value)
    assert not list((tmp_path / "out").glob("*"))
    rows[717] = square
    pq.write_table(table.set_column(1, "geometry", pa.array(rows, pa.binary())), path)
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=tiles)  # the folder can be used
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))


def test_the_first_row_that_is_none_is_named():
    bow = shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])
    wrong = {
        "bow": wkb(bow), "bow in a multipolygon": wkb(shapely.MultiPolygon([bow])), "twice round": star, "null": None, "cut short": square[:-3],
    }
    for first, last in itertools.permutations(wrong, 2):
        column = pa.array([square, wrong[first], square, wrong[last]], pa.binary())
        for chosen in (column, pa.chunked_array([column[:1], column[1:]])):
            with pytest.raises(RowError) as refused:
                polygons_of(chosen, np.arange(4, dtype=np.uint64), check=True)
            assert refused.value.row == 1, (first, last)


def test_empty_holes_are_left_out():
    rows = pa.array([wkb(shapely.from_wkt(text)) for text in ("POLYGON ((0 0, 3 0, 3 3, 0 3, 0 0), EMPTY)", "POLYGON ((0 0, 3 0, 3 3, 0 3, 0 0))")])
    with_hole, without = polygons_of(rows, np.zeros(2, np.uint64), check=True).to_pylist()
    assert with_hole["vertices"] == without["vertices"]
    scene = satchel.from_arrow(rows)
    assert scene.body_count == 2
    hole_alone = struct.pack("<BIII", 1, 3, 2, 0) + square[9:]
    with pytest.raises(RowError):
        polygons_of(pa.array([hole_alone]), np.zeros(1, np.uint64))


@pytest.mark.parametrize("level", [1, 2])
def test_polygons_of_geoarrow_with_null_parts_are_refused(level):
    xy = np.tile([[0.0, 0], [1, 0], [1, 1], [0, 0]], (3, 1))
    points = pa.FixedSizeListArray.from_arrays(xy.ravel(), 2, mask=pa.array(np.arange(12) == 6) if level == 1 else None)
    rings = pa.ListArray.from_arrays(np.arange(0, 13, 4, dtype=np.int32), points, mask=pa.array(np.arange(3) == 1) if level == 2 else None)
    column = pa.ListArray.from_arrays(np.arange(4, dtype=np.int32), rings)
    with pytest.raises(RowError, match="null") as refused:
        polygons_of(column, np.zeros(3, np.uint64))
    assert refused.value.row == 1


def test_the_command_names_the_row(tmp_path, capfd):
    write(tmp_path / "data", [shapely.box(0, 0, 1, 1), shapely.Point(0, 0)])
    assert main(["join", "--left", str(tmp_path / "data"), "--out", str(tmp_path / "out"), "--workers", "1"]) == 2
    assert "part-0.parquet, row 1: it is a Point" in capfd.readouterr().err.splitlines()[-1]
    assert main(["join", "--left", str(tmp_path / "none"), "--out", str(tmp_path / "out")]) == 3
    with pytest.raises(SystemExit, match="1"):
        main(["join", "--left", str(tmp_path / "data")])


def test_wrong_folders_and_columns_are_refused(tmp_path, client):
    def refused(words, left, code, **options):
        with pytest.raises(satchel.Error) as info:
            join(left, tmp_path / "out", client=client, **options)
        assert words in str(info.value) and info.value.code == code, info.value
        assert not (tmp_path / "out").exists()

    good = write(tmp_path / "good", [shapely.box(0, 0, 1, 1)] * 2, ids=[1, 2])
    refused("does not exist", tmp_path / "none", "no_file")
    (tmp_path / "empty").mkdir()
    refused("no Parquet file", tmp_path / "empty", "no_file")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "a.parquet").write_text("no")
    refused("a.parquet is no Parquet file", tmp_path / "text", "bad_file")
    refused("has no column where", good, "no_column", geometry="where")
    refused("has no column key", good, "no_column", id="key")
    (tmp_path / "other").mkdir()
    pq.write_table(pa.table({"x": [1.0]}), tmp_path / "other" / "a.parquet")
    refused("wanted geometry, or shape, x, y and angle", tmp_path / "other", "no_column")
    pq.write_table(pa.table({"geometry": [1.0]}), tmp_path / "other" / "a.parquet")
    refused("wanted WKB, or GeoArrow", tmp_path / "other", "wrong_type")
    pq.write_table(pa.table({"geometry": [square], "id": [1.5]}), tmp_path / "other" / "a.parquet")
    refused("wanted integers", tmp_path / "other", "wrong_type")
    for name, value in (("tiles", 0), ("workers", -1), ("threads", 1.5), ("max_pairs", True)):
        refused(f"{name} is {value!r}", good, "out_of_range", **{name: value})
    refused("margin is -1", good, "bad_margin", margin=-1)
    refused("wanted one of contacts, distances, areas", good, "bad_question", question="colour")
    refused("wanted one of hits, candidates", good, "bad_keep", keep="all")


@pytest.mark.parametrize("tiles", [1, 4])
def test_ids_that_are_there_twice_are_refused(tmp_path, client, tiles):
    x = np.arange(400.0)
    for k, (ids, words) in enumerate(
        (
            (np.r_[np.arange(399), 7], "the id 7 is in {}/part-0.parquet, row 7, and {}/part-4.parquet, row 79; "),
            (np.r_[0, 0, np.arange(398)[1:], 1000], "the id 0 is in two rows of {}/part-0.parquet: 0 and 1; "),
            (np.r_[np.arange(399)[::-1], 380], "the id 380 is in {}/part-0.parquet, row 18, and {}/part-4.parquet, row 79; "),
        )
    ):
        folder = write(tmp_path / f"data{k}", shapely.box(x, 0, x + 1, 1), 5, ids)
        with pytest.raises(satchel.Error) as info:
            join(folder, tmp_path / "out", client=client, tiles=tiles)
        assert info.value.code == "duplicate_id" and words.format(folder, folder) in str(info.value), info.value
        subprocess.run(["rm", "-r", tmp_path / "out"], check=True)
    write(tmp_path / "minus", shapely.box(x, 0, x + 1, 1), 5, np.r_[np.arange(399), -1])
    with pytest.raises(BadRow, match="row 79: the id is -1"):
        join(tmp_path / "minus", tmp_path / "out", client=client, tiles=tiles)


@pytest.mark.parametrize("tiles", [1, 4])
@pytest.mark.parametrize("with_ids", [True, False])
def test_bodies_that_a_question_refuses_are_named(tmp_path, client, tiles, with_ids):
    """The parts of a MultiPolygon overlap, so that it has no area: its id, file and row."""
    x = np.arange(300.0)
    boxes = list(shapely.box(x, 0, x + 1.5, 1))
    boxes[217] = shapely.MultiPolygon([boxes[217], shapely.box(217.2, 0.2, 218, 2)])
    ids = 7 * np.arange(300) + 5
    folder = write(tmp_path / "data", boxes, 3, ids if with_ids else None)
    write(tmp_path / "other", shapely.box(x, 0.5, x + 1, 2), 2)
    body = ids[217] if with_ids else 217
    for left, right in ((folder, None), (folder, tmp_path / "other"), (tmp_path / "other", folder)):
        with pytest.raises(BadRow, match=f"the body with the id {body}: .*parts of the compound overlap") as info:
            join(left, tmp_path / "out", right, client=client, tiles=tiles, question="areas")
        assert (info.value.file, info.value.row) == (str(folder / "part-2.parquet"), 17)
        assert info.value.code == "overlapping_parts" and not list((tmp_path / "out").iterdir())
    (tmp_path / "pairs").mkdir()
    pq.write_table(pa.table({"a": ids[210:225], "b": ids[211:226]}), tmp_path / "pairs" / "a.parquet")
    if with_ids:
        with pytest.raises(BadRow, match=f"part-2.parquet, row 17: the body with the id {body}: "):
            collide_pairs(folder, tmp_path / "pairs", tmp_path / "out", client, question="areas", ranges=tiles)
        assert not list((tmp_path / "out").iterdir())


def test_answers_in_the_input_are_refused(tmp_path, client):
    """Nothing is written, by whatever name the folder goes."""
    folder = write(tmp_path / "data", shapely.box([0, 1], 0, [2, 3], 1))
    write(tmp_path / "data" / "part", [shapely.box(0, 0, 1, 1)])
    write(tmp_path / "right", [shapely.box(0, 0, 1, 1)])
    (tmp_path / "link").symlink_to(folder)
    (tmp_path / "pairs").mkdir()
    pq.write_table(pa.table({"a": [0], "b": [1]}), tmp_path / "pairs" / "a.parquet")
    before = sorted(tmp_path.rglob("*"))

    def refused(words, call, *arguments):
        with pytest.raises(satchel.Error, match=words) as info:
            call(*arguments, client=client)
        assert info.value.code == "bad_folder" and sorted(tmp_path.rglob("*")) == before

    for out in (folder / "out", tmp_path / "link" / "out", folder / "part" / ".." / "new" / "out"):
        refused("out, .* lies in left", join, folder, out)
        refused("out, .* lies in right", join, tmp_path / "right", out, folder)
    refused("out, .* is left", join, folder, folder)
    refused("out, .* is left", join, folder, tmp_path / "link")
    refused("out, .* is right", join, folder, tmp_path / "right", tmp_path / "right")
    refused("out, .* holds left", join, folder, tmp_path)
    refused("out, .* holds left", join, folder / "part" / "part-0.parquet", folder)
    refused("out, .* lies in bodies", collide_pairs, folder, tmp_path / "pairs", folder / "out")
    refused("out, .* is pairs", collide_pairs, folder, tmp_path / "pairs", tmp_path / "pairs")
    refused("out, .* lies in world", first_hits, folder, [(0, 0)], np.zeros((1, 2, 3)), folder / "out")
    join(folder / "part", tmp_path / "out", client=client)  # beside it


def test_a_spot_that_no_cut_divides(tmp_path, client):
    x = np.arange(60.0)
    write(tmp_path / "data", [shapely.box(3, 3, 4, 4)] * 150 + list(shapely.box(x, 0, x + 1.5, 1)), 3)
    manifest = join(tmp_path / "data", tmp_path / "one", client=client, tiles=8)  # within the limit it is one tile
    assert manifest["pairs"]["most"] >= 150 * 149 / 2
    assert_same_bits(answer(tmp_path / "one"), plain(tmp_path / "data"))
    with pytest.raises(satchel.Error) as info:
        join(tmp_path / "data", tmp_path / "out", client=client, max_pairs=5000)
    assert info.value.code == "too_many_pairs" and "bodies 0, 1, 2, 3, 4, 5, 6, 7 and 142 more" in str(info.value), (
        info.value
    )


@pytest.mark.parametrize("kind", ["uniform", "clustered", "sizes"])
def test_a_tile_with_too_many_pairs_is_cut_within_its_task(tmp_path, client, few_rows, kind):
    generate(tmp_path / "data", 4000, 1, kind)
    manifest = join(tmp_path / "data", tmp_path / "out", client=client, tiles=2, max_pairs=300)
    assert manifest["tiles"] == 2 and manifest["pairs"]["most"] > 300
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a file system of 3 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if (
        os.geteuid() != 0
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], capture_output=True).returncode
    ):
        pytest.skip("file systems cannot be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_is_told_and_the_call_continued(tmp_path, client, small_disk):
    generate(tmp_path / "data", 30_000, 1)
    with pytest.raises(satchel.Error) as info:
        join(tmp_path / "data", small_disk / "out", client=client, tiles=6)
    assert info.value.code == "disk_full" and "no space left" in str(info.value) and str(small_disk) in str(info.value)
    assert not list(small_disk.rglob("*.tmp"))
    subprocess.run(["mount", "-o", "remount,size=30m", small_disk], check=True)
    join(tmp_path / "data", small_disk / "out", client=client, tiles=6)
    assert_same_bits(answer(small_disk / "out"), plain(tmp_path / "data"))


def test_too_little_memory_names_the_tile_and_the_limit(tmp_path):
    generate(tmp_path / "data", 250_000, 1)
    with pytest.raises(satchel.Error) as info:
        join(tmp_path / "data", tmp_path / "out", workers=1, memory_limit="300MB", tiles=1)
    assert info.value.code == "no_memory" and "tile 0" in str(info.value) and "memory_limit of" in str(info.value)
    limit = str(info.value).split("memory_limit of ")[1].split(" would")[0].replace(" ", "")
    manifest = join(tmp_path / "data", tmp_path / "out", workers=1, memory_limit=limit, tiles=1)  # it does help
    assert join(tmp_path / "data", tmp_path / "many", workers=1, memory_limit="300MB")["hash"] == manifest["hash"]


def gluttonous_pairs(*arguments, **options):
    return np.ones((1 << 32, 2))


def make_gluttonous():
    import satchel.dask._tile as tile

    class Core:
        find_pairs = staticmethod(gluttonous_pairs)

    tile._core = Core


class Glutton(distributed.WorkerPlugin):
    def setup(self, worker):
        make_gluttonous()


def test_a_worker_that_dies_of_memory_is_told_with_its_tile(tmp_path, few_rows):
    """The estimate was wrong: the nanny kills the worker, again and again."""
    import dask

    generate(tmp_path / "data", 3000, 1)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(1, threads_per_worker=1, memory_limit="600MB", dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.register_plugin(Glutton())
        with pytest.raises(satchel.Error) as info:
            join(tmp_path / "data", tmp_path / "out", client=client, tiles=2)
    assert info.value.code == "no_memory" and "tile " in str(info.value) and "memory_limit of" in str(info.value)
    assert not list((tmp_path / "out").rglob("*.tmp"))
