"""Trajectories and replicas on workers."""

import hashlib
import os
import signal
from pathlib import Path

import numpy as np
import pytest
import satchel

distributed = pytest.importorskip("distributed")
pq = pytest.importorskip("pyarrow.parquet")
shapely = pytest.importorskip("shapely")
from folders import write  # noqa: E402
from satchel.dask import BadRow, first_hits, map_replicas, replica_seed  # noqa: E402

car = [(-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)]


def trajectories(count=101, steps=12, seed=1):
    rng = np.random.default_rng(seed)
    start = rng.uniform(0, 40, (count, 1, 3))
    return start + np.cumsum(rng.uniform(-1, 1.5, (count, steps, 3)), 1)


def world(tmp_path):
    rng = np.random.default_rng(4)
    x, y = rng.uniform(0, 40, (2, 60))
    ids = rng.permutation(60) * 3
    boxes = shapely.box(x, y, x + 1, y + 2)
    write(tmp_path / "world", boxes, 2, ids)
    return tmp_path / "world", boxes[np.argsort(ids)], np.sort(ids)


def rows(out):
    table = pq.read_table(out).sort_by("trajectory")
    return [table[name].to_pylist() for name in ("trajectory", "step", "obstacle")]


@pytest.mark.parametrize("chunk", [None, 1, 17, 1000])
@pytest.mark.parametrize("form", ["array", "file", "dask"])
@pytest.mark.parametrize("moving", [False, True])
def test_first_hits_are_those_of_one_call(tmp_path, client, form, chunk, moving):
    if form == "dask":
        da = pytest.importorskip("dask.array")
    folder, boxes, ids = world(tmp_path)
    paths = trajectories(41 if chunk == 1 else 101)
    others = trajectories(5, seed=2) if moving else None
    scene = satchel.from_shapely(list(boxes))
    shape = scene.add_polygon(car, 0.1)
    more = {"obstacle_shapes": [scene.add_polygon(car)] * 5, "obstacle_poses": others} if moving else {}
    hits = satchel.first_hits(scene, shape, paths, **more)
    np.save(tmp_path / "paths.npy", paths)
    given = {
        "array": lambda: paths,
        "file": lambda: tmp_path / "paths.npy",
        "dask": lambda: da.from_array(paths, (23, 5, 3)),
    }[form]()
    options = {"radius": 0.1, "chunk": chunk, "obstacle": car if moving else None, "obstacle_trajectories": others}
    manifest = first_hits(folder, car, given, tmp_path / "out", client, **options)
    movers = 5 if moving else 0
    wanted = [
        None if s < 0 else 2**63 + o if o < movers else int(ids[o - movers])
        for s, o in zip(hits.step.tolist(), hits.obstacle.tolist())
    ]
    assert rows(tmp_path / "out") == [list(range(len(paths))), hits.step.tolist(), wanted]
    assert manifest["trajectories"] == len(paths) and manifest["hits"] == (hits.step >= 0).sum() > 10
    assert first_hits(folder, car, given, tmp_path / "out", client, **options) == manifest


def test_first_hits_in_a_scene_continue_and_refuse(tmp_path, client):
    scene = satchel.Scene()
    scene.add_bodies(scene.add_box(1, 1), np.random.default_rng(3).uniform(0, 40, (40, 3)))
    paths = trajectories()
    first = first_hits(scene, car, paths, tmp_path / "out", client, chunk=10)
    before = rows(tmp_path / "out")
    for lost in (["hits-000003.parquet"], ["_manifest.json", "hits-000007.parquet"]):
        for name in lost:
            (tmp_path / "out" / name).unlink()
        again = first_hits(scene, car, paths, tmp_path / "out", client, chunk=10)
        assert again["files_of_earlier_calls"] == first["files"] - 1 == 10 and rows(tmp_path / "out") == before
    for words, given in (
        ("trajectories", (scene, car, paths + 1)),
        ("movers", (scene, car[:3], paths)),
        ("world", (scene.copy(), car, paths)),
    ):
        if words == "world":
            given[0].remove_body(3)
        with pytest.raises(satchel.Error, match=words) as info:
            first_hits(*given, tmp_path / "out", client, chunk=10)
        assert info.value.code == "other_input"
    with pytest.raises(satchel.Error, match=r"\(101, 12, 2\)"):
        first_hits(scene, car, paths[..., :2], tmp_path / "new", client)
    paths[55, 3, 0] = np.nan
    np.save(tmp_path / "paths.npy", paths)
    for given, words in ((paths, "^trajectories: .*55, step 3"), (tmp_path / "paths.npy", "trajectories from 50: .* step 3")):
        with pytest.raises(satchel.Error, match=words):
            first_hits(scene, car, given, tmp_path / f"new of {type(given).__name__}", client, chunk=10)
    with pytest.raises(TypeError, match="come together"):
        first_hits(scene, car, paths, tmp_path / "new", client, obstacle=car)


@pytest.mark.parametrize("given", [car, np.array(car, np.float32), np.array([(-1, -1), (1, -1), (1, 1)])])
def test_first_hits_in_a_scene_of_floats(tmp_path, client, given):
    scene = satchel.Scene(np.float32)
    scene.add_bodies(scene.add_box(1, 1), np.random.default_rng(3).uniform(0, 40, (40, 3)))
    paths, others = trajectories(), trajectories(5, seed=2)
    with_mover = scene.copy()
    shapes = [with_mover.add_polygon(given, 0.1), with_mover.add_polygon(given)]
    hits = satchel.first_hits(with_mover, shapes[0], paths, obstacle_shapes=[shapes[1]] * 5, obstacle_poses=others)
    options = {"radius": 0.1, "obstacle": given, "obstacle_trajectories": others, "chunk": 60}
    manifest = first_hits(scene, given, paths, tmp_path / "out", client, **options)
    assert rows(tmp_path / "out")[1] == hits.step.tolist() and manifest["hits"] > 10
    with pytest.raises(TypeError, match="astype"):
        first_hits(scene, np.array(car), paths, tmp_path / "wider", client)


WRONG = {
    "an integer": (lambda corners: np.array(corners).astype(int) * (2**53 + 1), satchel.Error),
    "integers": (lambda corners: [[2**53 + 1, 0]] + np.array(corners[1:], int).tolist(), satchel.Error),
    "complex": (lambda corners: [[1 + 2j, 0]] + corners[1:], TypeError),
    "complex array": (lambda corners: np.array(corners) + 1j, TypeError),
    "text": (lambda corners: [[str(x) for x in corner] for corner in corners], TypeError),
    "bool": (lambda corners: np.array(corners) > 0, TypeError),
    "masked": (lambda corners: np.ma.array(corners, mask=np.array(corners) == corners[0][0]), satchel.Error),
    "out of range": (lambda corners: [[1e39, 0]] + corners[1:], satchel.Error),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_first_hits_refuses_the_shapes_that_scenes_refuse(tmp_path, wrong, count):
    spoil, kind = WRONG[wrong]
    corners = spoil([[3.0, 0.0], [0.0, 4.0], [-1.0, 0.0]][:count])
    scene, path = satchel.Scene(np.float32), np.zeros((2, 2, 3))
    with pytest.raises(kind) as alone:
        scene.add_polygon(corners) if count == 3 else scene.add_circle(corners[0], 1)
    for name, given in (("mover", {"mover": corners}), ("obstacle", {"mover": car, "obstacle": corners, "obstacle_trajectories": path})):
        with pytest.raises(kind, match=f"^{name}: ") as info:
            first_hits(scene, trajectories=path, out=tmp_path / "out", radius=1, **given)
        if kind is satchel.Error:
            assert info.value.code == alone.value.code and info.value.argument == name
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("form", ["array", "file", "dask", "obstacle"])
@pytest.mark.parametrize("wrong", ["an integer", "complex array", "bool"])
def test_first_hits_refuses_the_trajectories_that_it_refuses_without_dask(tmp_path, client, wrong, form):
    da = pytest.importorskip("dask.array")
    spoil, kind = WRONG[wrong]
    good = np.ones((2, 2, 3))
    paths = spoil(good)
    np.save(tmp_path / "paths.npy", paths)
    given = {"array": paths, "file": tmp_path / "paths.npy", "dask": da.from_array(paths), "obstacle": good}[form]
    more = {"obstacle": car, "obstacle_trajectories": paths} if form == "obstacle" else {}
    with pytest.raises(kind, match="trajectories"):
        first_hits(satchel.Scene(), car, given, tmp_path / "out", client, **more)
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())  # so that it takes the corrected ones


def forms_of(paths, path):
    """An array as an array, a file and a dask array."""
    da = pytest.importorskip("dask.array")
    np.save(path, paths, allow_pickle=True)
    return paths, path, da.from_array(paths, paths.shape)


@pytest.mark.parametrize("dtype", [bool, complex, object, "U3", np.longdouble, [("x", float)]])
def test_first_hits_refuses_types_before_it_writes(tmp_path, dtype):
    for given in forms_of(np.zeros((2, 2, 3), dtype), tmp_path / "paths.npy"):
        with pytest.raises((TypeError, satchel.Error), match="^trajectories .*wanted"):
            first_hits(satchel.Scene(), car, given, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_first_hits_refuses_what_is_no_array_of_numbers(tmp_path):
    da = pytest.importorskip("dask.array")
    np.save(tmp_path / "cut.npy", np.zeros((20, 2, 3)))
    (tmp_path / "cut.npy").write_bytes((tmp_path / "cut.npy").read_bytes()[:200])
    (tmp_path / "text.npy").write_text("x y angle")
    (tmp_path / "empty.npy").touch()
    np.savez(tmp_path / "several.npz", a=np.zeros(2))
    for path in list(tmp_path.iterdir()):
        with pytest.raises(satchel.Error, match=path.name) as info:
            first_hits(satchel.Scene(), car, path, tmp_path / "out")
        assert info.value.code == "bad_file" and info.value.argument == "trajectories"
    some = da.ones((4, 2, 3))
    with pytest.raises(satchel.Error, match=r"\(nan, 2, 3\)"):
        first_hits(satchel.Scene(), car, some[some[:, 0, 0] > 0], tmp_path / "out")
    for other in (np.zeros((1, 3, 3)), np.zeros((1, 0, 3))):
        with pytest.raises(satchel.Error, match="^obstacle_trajectories: steps: 2 of the movers"):
            first_hits(satchel.Scene(), car, some, tmp_path / "out", obstacle=car, obstacle_trajectories=other)
    for mover in ("car", {1, 2}, ((k, k) for k in range(3)), {0: 1}, None):
        for name, given in (("mover", {"mover": mover}), ("obstacle", {"mover": car, "obstacle": mover, "obstacle_trajectories": np.zeros((1, 2, 3))})):
            if name == "obstacle" and mover is None:
                continue
            with pytest.raises(TypeError, match=f"^{name}: vertices"):
                first_hits(satchel.Scene(), trajectories=some, out=tmp_path / "out", **given)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("spoiled, index", [(np.nan, 7 * 4 + 2), (2**53 + 1, 7)])
def test_first_hits_takes_corrected_trajectories(tmp_path, client, spoiled, index):
    """The index is that of the array, as satchel.first_hits has it: of an integer the trajectory, else the pose."""
    good = np.zeros((9, 4, 3), type(spoiled))
    paths = good.copy()
    paths[7, 2, 1] = spoiled
    with pytest.raises(satchel.Error) as plain:
        satchel.first_hits(*(lambda s: (s, s.add_polygon(car)))(satchel.Scene()), paths)
    assert plain.value.index == index
    for wrong, right in zip(forms_of(paths, tmp_path / "wrong.npy"), forms_of(good, tmp_path / "right.npy")):
        out = tmp_path / f"out of {type(wrong).__name__}"
        with pytest.raises(satchel.Error, match=r"\b[17],.* (2|step 2)\b") as info:
            first_hits(satchel.Scene(), car, wrong, out, client, chunk=2)
        assert (info.value.code, info.value.argument, info.value.index) == (plain.value.code, "trajectories", index)
        assert first_hits(satchel.Scene(), car, right, out, client, chunk=2)["trajectories"] == 9


def test_first_hits_takes_trajectories_without_steps(tmp_path, client):
    for shape in ((2, 0, 3), (0, 2, 3)):
        for given in forms_of(np.zeros(shape), tmp_path / "paths.npy"):
            out = tmp_path / f"{shape} {type(given).__name__}"
            manifest = first_hits(satchel.Scene(), car, given, out, client)
            assert (manifest["trajectories"], manifest["hits"]) == (shape[0], 0)


def test_ids_of_bodies_are_no_ids_of_moving_obstacles(tmp_path, client):
    here, far = np.zeros((1, 2, 3)), np.full((1, 2, 3), 99.0)
    moving = {"obstacle": car, "obstacle_trajectories": far}
    boxes = shapely.box([0, 50], 0, [1, 51], 1)
    write(tmp_path / "world", boxes, 1, np.array([2**63, 5], np.uint64))
    first_hits(tmp_path / "world", car, here, tmp_path / "without", client)
    assert rows(tmp_path / "without")[2] == [2**63]
    with pytest.raises(BadRow, match="part-0.parquet, row 0: .*9223372036854775808.*below 2\\^63"):
        first_hits(tmp_path / "world", car, here, tmp_path / "out", client, **moving)
    write(tmp_path / "world", boxes, 1, np.array([2**63 - 1, 5], np.uint64))
    first_hits(tmp_path / "world", car, here, tmp_path / "out", client, **moving)
    assert rows(tmp_path / "out")[2] == [2**63 - 1]


def throw(seed, count=50, extent=12.0):
    """Boxes thrown into a square: how many pairs overlap, and where the first box lies."""
    rng = np.random.default_rng(seed)
    scene = satchel.Scene()
    poses = rng.uniform(0, extent, (count, 3))
    scene.add_bodies(scene.add_box(0.5, 0.5), poses)
    hits = satchel.find_hits(scene, satchel.find_pairs(scene, threads=1), threads=1)
    return {"hits": len(hits), "first": poses[0], "extent": extent}


class DieOnce:
    """Kills the first worker that comes to replica 5."""

    def __init__(self, mark):
        self.mark = str(mark)

    def __call__(self, seed):
        if seed == replica_seed(0, 5) and not Path(self.mark).exists():
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return throw(seed)


def test_seeds_are_a_hash_of_run_and_replica():
    assert replica_seed(3, 7) == int.from_bytes(hashlib.sha256(b"3/7").digest()[:8], "little")
    assert len({replica_seed(run, k) for run in (0, 1, "a") for k in range(1000)}) == 3000


@pytest.mark.parametrize("chunk", [None, 1, 7])
def test_replicas_do_not_depend_on_workers(tmp_path, client, chunk):
    found = map_replicas(throw, 23, run=4, arguments={"count": 30}, client=client, chunk=chunk)
    wanted = [throw(replica_seed(4, k), 30) for k in range(23)]
    assert [f["hits"] for f in found] == [w["hits"] for w in wanted] and len({w["hits"] for w in wanted}) > 3
    manifest = map_replicas(throw, 23, tmp_path / "out", run=4, arguments={"count": 30}, client=client, chunk=chunk)
    table = pq.read_table(tmp_path / "out").sort_by("replica")
    assert table["replica"].to_pylist() == list(range(23))
    assert table["seed"].to_pylist() == [replica_seed(4, k) for k in range(23)]
    assert table["hits"].to_pylist() == [w["hits"] for w in wanted] and table["first"].to_pylist() == [
        w["first"].tolist() for w in wanted
    ]
    assert map_replicas(throw, 23, tmp_path / "out", run=4, arguments={"count": 30}, client=client) == manifest


def test_replicas_continue_and_refuse(tmp_path, client):
    first = map_replicas(throw, 20, tmp_path / "out", client=client, chunk=3)
    before = pq.read_table(tmp_path / "out").sort_by("replica")
    for lost in (["replicas-000002.parquet"], ["_manifest.json", "replicas-000004.parquet"]):
        for name in lost:
            (tmp_path / "out" / name).unlink()
        again = map_replicas(throw, 20, tmp_path / "out", client=client, chunk=5)  # chunks are those of the first call
        assert (
            again["files_of_earlier_calls"] == first["files"] - 1
            and pq.read_table(tmp_path / "out").sort_by("replica") == before
        )
    for words, function, options in (
        ("function", trajectories, {}),
        ("run=0, now it is 1", throw, {"run": 1}),
        ("arguments", throw, {"arguments": {"count": 3}}),
    ):
        with pytest.raises(satchel.Error, match=words) as info:
            map_replicas(function, 20, tmp_path / "out", client=client, **options)
        assert info.value.code == "other_options"
    with pytest.raises(satchel.Error, match="wanted a dict"):
        map_replicas(replica_number, 3, tmp_path / "numbers", client=client)
    with pytest.raises(satchel.Error, match="replicas is 0"):
        map_replicas(throw, 0, client=client)


def replica_number(seed):
    return seed


def test_a_killed_worker_changes_no_replica(tmp_path):
    with (
        distributed.LocalCluster(1, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        map_replicas(DieOnce(tmp_path / "mark"), 12, tmp_path / "out", client=client, chunk=2)
    assert (tmp_path / "mark").exists()
    table = pq.read_table(tmp_path / "out").sort_by("replica")
    assert table["hits"].to_pylist() == [throw(replica_seed(0, k))["hits"] for k in range(12)]
