"""Joins give the rows of one scene, bit for bit, for every number of tiles and workers."""

import json
from pathlib import Path

import numpy as np
import pytest
import satchel

pytest.importorskip("distributed")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
shapely = pytest.importorskip("shapely")
from folders import answer, assert_same_bits, plain, write  # noqa: E402
from satchel.dask import answer_hash, generate, join  # noqa: E402


@pytest.mark.parametrize("kind", ["uniform", "clustered", "sizes", "line"])
@pytest.mark.parametrize("tiles", [1, 7, 64])
def test_rows_are_those_of_one_scene(tmp_path, client, few_rows, kind, tiles):
    generate(tmp_path / "data", 6000, 5, kind)
    manifest = join(tmp_path / "data", tmp_path / "out", client=client, tiles=tiles)
    ours = answer(tmp_path / "out")
    assert_same_bits(ours, plain(tmp_path / "data"))
    assert len(ours["a"]) == manifest["rows"] > 1000 and (ours["a"] < ours["b"]).all()
    assert manifest["tiles"] == tiles and len(list((tmp_path / "out").glob("tile-*"))) == tiles
    assert manifest["hash"] == answer_hash(tmp_path / "out") and manifest["bodies"] == [6000]
    assert manifest["replication"] == 1 if tiles == 1 else 1 < manifest["replication"] < 2.5
    assert manifest["input_read_times"] <= 3


def test_the_hash_is_that_of_the_answer_and_of_no_other(tmp_path, client, few_rows):
    generate(tmp_path / "data", 3000, 1)
    hashes = {join(tmp_path / "data", tmp_path / f"out{t}", client=client, tiles=t)["hash"] for t in (1, 3, 9)}
    assert len(hashes) == 1
    path = tmp_path / "out1" / "tile-000000.parquet"
    table = pq.read_table(path)
    for column, change in (("b", lambda x: x + 1), ("normal_x", lambda x: -x), ("verdict", lambda x: x - 1)):
        values = table[column].to_numpy().copy()
        values[7] = change(values[7])
        pq.write_table(table.set_column(table.schema.get_field_index(column), column, pa.array(values)), path)
        assert answer_hash(tmp_path / "out1") not in hashes
    pq.write_table(table.slice(1), path)
    assert answer_hash(tmp_path / "out1") not in hashes


@pytest.mark.parametrize("tiles", [11])
@pytest.mark.parametrize("question", ["contacts", "distances", "areas"])
@pytest.mark.parametrize("keep, margin", [("hits", 0.0), ("candidates", 0.0), ("candidates", 0.3), ("hits", 0.3)])
def test_two_folders_and_every_question(tmp_path, client, few_rows, tiles, question, keep, margin):
    generate(tmp_path / "left", 2000, 1)
    generate(tmp_path / "right", 2600, 2, "clustered")
    options = {"question": question, "keep": keep, "margin": margin}
    join(tmp_path / "left", tmp_path / "out", tmp_path / "right", client=client, tiles=tiles, **options)
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "left", tmp_path / "right", **options))
    join(tmp_path / "left", tmp_path / "self", client=client, tiles=tiles, **options)
    assert_same_bits(answer(tmp_path / "self"), plain(tmp_path / "left", **options))


def test_ids_decide_ties_and_names_not_the_order_of_rows(tmp_path, client):
    rng = np.random.default_rng(1)
    # Squares on a grid share edges and corners, so that normals of most pairs are ties.
    x, y = (v.ravel().astype(float) for v in np.meshgrid(np.arange(30), np.arange(30)))
    squares = shapely.box(x, y, x + 1, y + 1)
    ids = rng.permutation(2**40 + 7 * np.arange(900))
    write(tmp_path / "data", squares, 3, ids)
    for tiles in (1, 5, 40):
        join(tmp_path / "data", tmp_path / f"out{tiles}", client=client, tiles=tiles)
        ours = answer(tmp_path / f"out{tiles}")
        assert_same_bits(ours, plain(tmp_path / "data"))
    assert len(ours["a"]) == 2 * 30 * 29 + 2 * 29 * 29 and (ours["verdict"] == satchel.TOUCHING).all()


def test_bodies_on_the_borders_of_tiles(tmp_path, client):
    # Reference points lie on the lines where tiles are cut, again and again.
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 12, (2, 900)).astype(float)
    write(tmp_path / "data", shapely.box(x, y, x + rng.integers(1, 4, 900), y + rng.integers(1, 4, 900)), 4)
    for tiles in (2, 16, 100):
        join(tmp_path / "data", tmp_path / f"out{tiles}", client=client, tiles=tiles)
        assert_same_bits(answer(tmp_path / f"out{tiles}"), plain(tmp_path / "data"))


def concave(rng, count):
    """Stars, rings with holes, and MultiPolygons."""
    shapes = []
    for k in range(count):
        center, turns = rng.uniform(0, 30, 2), np.linspace(0, 2 * np.pi, 11)[:-1]
        star = np.stack([np.cos(turns), np.sin(turns)], -1) * np.where(np.arange(10) % 2, 0.45, 1.0)[:, None] + center
        frame = shapely.box(*(center - 0.8), *(center + 0.8)).difference(shapely.box(*(center - 0.5), *(center + 0.5)))
        two = shapely.MultiPolygon(
            [shapely.box(*(center - 1), *(center - 0.2)), shapely.box(*(center + 0.2), *(center + 1))]
        )
        shapes.append((shapely.Polygon(star), frame, two, shapely.box(*center, *(center + 1)))[k % 4])
    return shapes


@pytest.mark.parametrize("tiles", [1, 6])
def test_concave_polygons_holes_and_multipolygons(tmp_path, client, tiles):
    write(tmp_path / "data", concave(np.random.default_rng(3), 400), 3)
    join(tmp_path / "data", tmp_path / "out", client=client, tiles=tiles)
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))


def test_tiles_are_chosen_where_none_are_asked_for(tmp_path, client, few_rows):
    generate(tmp_path / "data", 3000, 1)
    manifest = join(tmp_path / "data", tmp_path / "out", client=client)
    assert manifest["tiles"] >= 1
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))
    assert json.loads((tmp_path / "out" / "_manifest.json").read_text()) == manifest
    assert {p.name for p in (tmp_path / "out").iterdir() if not p.name.startswith("_")} == {
        f"tile-{k:06d}.parquet" for k in range(manifest["tiles"])
    }
    assert not (tmp_path / "out" / "_order").exists()


@pytest.mark.parametrize("bodies", [100, 2000])
def test_a_smaller_call_of_generate_leaves_no_older_rows(tmp_path, few_rows, bodies):
    generate(tmp_path / "data", 5000)
    for _ in range(2):
        generate(tmp_path / "data", bodies)
        assert pq.read_table(tmp_path / "data")["id"].to_pylist() == list(range(bodies))


def test_generate_removes_and_overwrites_its_own_files_alone(tmp_path, few_rows):
    """Others' files: no Parquet, Parquet without the key of `generate` (which its files had not always), folders."""
    folder = tmp_path / "data"
    generate(folder, 5000)
    others = {"bodies-mine.parquet": b"", "bodies-20240115.parquet": b"mine", "_generated.json": b"[]"}
    for name, content in others.items():
        (folder / name).write_bytes(content)
    pq.write_table(pq.read_table(folder / "bodies-000001.parquet").replace_schema_metadata(), folder / "bodies-000100.parquet")
    others["bodies-000100.parquet"] = (folder / "bodies-000100.parquet").read_bytes()
    generate(folder, 100)
    assert {p.name: p.read_bytes() for p in folder.iterdir() if p.name != "bodies-000000.parquet"} == others

    def stop(done, all):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        generate(folder, 5000, progress=stop)
    generate(folder, 100)
    assert {p.name for p in folder.iterdir()} == {"bodies-000000.parquet", *others}

    for put in (lambda p: p.write_bytes(b"mine"), lambda p: p.write_bytes(others["bodies-000100.parquet"]), Path.mkdir, lambda p: p.symlink_to("none")):
        folder = tmp_path / f"taken {len(list(tmp_path.iterdir()))}"
        generate(folder, 5000)
        (folder / "bodies-000001.parquet").unlink()
        put(folder / "bodies-000001.parquet")
        before = {p: p.lstat().st_mtime_ns for p in folder.iterdir()}
        with pytest.raises(satchel.Error, match="bodies-000001.parquet is in the way") as info:
            generate(folder, 4000)
        assert info.value.code == "bad_folder" and {p: p.lstat().st_mtime_ns for p in folder.iterdir()} == before


def test_one_body_and_no_pair(tmp_path, client):
    write(tmp_path / "one", [shapely.box(0, 0, 1, 1)])
    write(tmp_path / "two", shapely.box([0, 5], [0, 0], [1, 6], [1, 1]))
    for name, tiles in (("one", None), ("one", 4), ("two", 4)):
        manifest = join(tmp_path / name, tmp_path / f"{name}{tiles}", client=client, tiles=tiles)
        assert manifest["rows"] == 0 and len(answer(tmp_path / f"{name}{tiles}")["a"]) == 0
