"""Lists of pairs: the contacts of one scene, whatever the ranges of ids are."""

import shutil

import numpy as np
import pytest
import satchel

pytest.importorskip("distributed")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
shapely = pytest.importorskip("shapely")
from folders import geometries, write  # noqa: E402
from satchel.dask import BadRow, answer_hash, collide_pairs, generate  # noqa: E402


def write_pairs(folder, a, b, files=3):
    folder.mkdir(exist_ok=True)
    for k, part in enumerate(np.array_split(np.arange(len(a)), files)):
        pq.write_table(pa.table({"a": np.asarray(a)[part], "b": np.asarray(b)[part]}), folder / f"{k}.parquet")
    return folder


def assert_are_of_one_scene(out, data, a, b, question):
    found, ids = geometries(data)
    scene = satchel.from_shapely(list(found))
    pairs = np.stack([np.searchsorted(ids, a), np.searchsorted(ids, b)], -1).astype(np.uint32)
    for path in sorted(out.glob("pairs-*.parquet")):
        t = pq.read_table(path)
        keys = list(zip(t["a"].to_pylist(), t["b"].to_pylist(), t["pair"].to_pylist()))
        assert keys == sorted(keys)
    table = pq.read_table(out).sort_by("pair")
    assert table["pair"].to_numpy().tolist() == list(range(len(a)))
    assert np.array_equal(table["a"].to_numpy(), a) and np.array_equal(table["b"].to_numpy(), b)
    assert np.array_equal(table["verdict"].to_numpy(), satchel.classify(scene, pairs))
    if question == "contacts":
        contacts = satchel.collide(scene, pairs)
        wanted = {
            "separation": contacts.separation,
            "normal_x": contacts.normal[:, 0],
            "normal_y": contacts.normal[:, 1],
        }
    else:
        wanted = {"area": satchel.overlap_areas(scene, pairs), "iou": satchel.ious(scene, pairs)}
    for name, column in wanted.items():
        assert table[name].to_numpy().tobytes() == np.ascontiguousarray(column).tobytes(), name


@pytest.mark.parametrize("question", ["contacts", "areas"])
@pytest.mark.parametrize("ranges", [None, 1, 2, 13])
def test_rows_are_those_of_one_scene(tmp_path, client, few_rows, ranges, question):
    generate(tmp_path / "data", 4000, 2)
    rng = np.random.default_rng(1)
    found, _ = geometries(tmp_path / "data")
    near = satchel.find_pairs(satchel.from_shapely(list(found)))
    far = rng.integers(0, 4000, (500, 2))
    pairs = np.concatenate(
        [near[:4000], near[:3000, ::-1], far, far[:1], [[7, 7]]]
    )  # both ways round, twice, with itself
    pairs = pairs[rng.permutation(len(pairs))]
    write_pairs(tmp_path / "pairs", pairs[:, 0], pairs[:, 1])
    manifest = collide_pairs(
        tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client, question=question, ranges=ranges
    )
    assert_are_of_one_scene(tmp_path / "out", tmp_path / "data", pairs[:, 0], pairs[:, 1], question)
    assert manifest["rows"] == len(pairs) and manifest["hash"] == answer_hash(tmp_path / "out")
    assert manifest["ranges"] == (ranges or manifest["ranges"]) and not (tmp_path / "out" / "_order").exists()


@pytest.mark.parametrize("ranges", [1, 6])
def test_any_ids_and_few_of_the_bodies(tmp_path, client, ranges):
    rng = np.random.default_rng(1)
    ids = rng.permutation(2**50 + 3 * np.arange(500))
    x, y = rng.uniform(0, 10, (2, 500))
    write(tmp_path / "data", shapely.box(x, y, x + 1, y + 1), 4, ids)
    a, b = ids[rng.integers(0, 40, 300)], ids[rng.integers(0, 500, 300)]
    write_pairs(tmp_path / "pairs", a, b)
    collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client, ranges=ranges)
    assert_are_of_one_scene(tmp_path / "out", tmp_path / "data", a, b, "contacts")


def test_no_pairs(tmp_path, client):
    write(tmp_path / "data", [shapely.box(0, 0, 1, 1)])
    write_pairs(tmp_path / "pairs", np.empty(0, np.int64), np.empty(0, np.int64))
    assert collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client)["rows"] == 0


def test_unknown_bodies_and_wrong_folders_are_named(tmp_path, client):
    x = np.arange(50.0)
    write(tmp_path / "data", shapely.box(x, 0, x + 1, 1), 2, 10 * np.arange(50))
    a, b = 10 * np.arange(49), 10 * np.arange(1, 50)

    def refused(words, file, row, **changes):
        columns = {"a": a.copy(), "b": b.copy()}
        for name, value in changes.items():
            columns[name][30] = value
        shutil.rmtree(tmp_path / "pairs", ignore_errors=True)
        write_pairs(tmp_path / "pairs", columns["a"], columns["b"])
        for ranges in (1, 4):
            with pytest.raises(BadRow, match=words) as info:
                collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client, ranges=ranges)
            assert info.value.file == str(tmp_path / "pairs" / file) and info.value.row == row
            assert not list((tmp_path / "out").iterdir())

    refused("no body 305 in", "1.parquet", 13, a=305)
    refused("no body 999 in", "1.parquet", 13, b=999)
    refused("has the id -1", "1.parquet", 13, b=-1)
    pq.write_table(pa.table({"a": [1.5], "b": [2]}), tmp_path / "pairs" / "0.parquet")
    with pytest.raises(satchel.Error, match="wanted integers"):
        collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client)
    pq.write_table(pa.table({"first": [1], "b": [2]}), tmp_path / "pairs" / "0.parquet")
    with pytest.raises(satchel.Error, match="no column a; it has first, b"):
        collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client)


def test_a_finished_list_is_not_done_again_and_another_refused(tmp_path, client):
    x = np.arange(50.0)
    write(tmp_path / "data", shapely.box(x, 0, x + 1, 1), 2)
    write_pairs(tmp_path / "pairs", np.arange(49), np.arange(1, 50))
    first = collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client, ranges=3)
    assert collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client, ranges=3) == first
    for lost in ("pairs-000001.parquet", "_manifest.json"):
        (tmp_path / "out" / lost).unlink()
        again = collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client, ranges=3)
        assert again["hash"] == first["hash"] and (tmp_path / "out" / lost).exists()
    with pytest.raises(satchel.Error, match="ranges=3, now it is 4"):
        collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", client, ranges=4)
