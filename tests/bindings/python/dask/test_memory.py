"""Joins on workers with little memory: they end, or say at the start which limit would do. They never stand still.

SATCHEL_LONG_TESTS=1 tests every limit with every order of rows.
"""

import contextlib
import os
import signal

import numpy as np
import pytest
import satchel

distributed = pytest.importorskip("distributed")
pa = pytest.importorskip("pyarrow")
shapely = pytest.importorskip("shapely")
from folders import answer, assert_same_bits, plain, write  # noqa: E402
from satchel.dask import _cluster, _worker, collide_pairs, generate, join  # noqa: E402
from satchel.dask._input import open_input  # noqa: E402
from satchel.dask._memory import Room  # noqa: E402
from satchel.dask._read import pieces_of  # noqa: E402
from satchel.dask._sample import sample_piece, shares_of  # noqa: E402
from satchel.dask._tiles import plan_tiles  # noqa: E402

long = bool(os.environ.get("SATCHEL_LONG_TESTS"))
orders = ["first", "last", "shuffled"]
small, large, side = 20_000, 200, 200.0


@contextlib.contextmanager
def guard(seconds=240):
    """Ends a call that stands still: no test needs so long."""

    def stop(*_):
        raise AssertionError("the call stands still")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def workers_of(limit, count=2):
    with (
        distributed.LocalCluster(count, threads_per_worker=1, memory_limit=limit, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def small_and_large(folder, order, few=1):
    """Unit boxes in a square and boxes over all of it, in files of 5,050 rows with row groups of 1,000."""
    rng = np.random.default_rng(1)
    x, y = rng.uniform(0, side, (2, small // few))
    units = shapely.box(x, y, x + 1, y + 1)
    grow = rng.uniform(1, 2, large // few)
    covers = shapely.box(-grow, -grow, side + grow, side + grow)
    ids = np.arange((small + large) // few)
    boxes = np.concatenate([covers, units])
    rows = {"first": ids, "last": np.roll(ids, -len(covers)), "shuffled": rng.permutation(ids)}[order]
    return write(folder, boxes[rows], 4, ids[rows], row_group_size=1000)


def limit_of(error):
    """The limit that an error says would do."""
    assert error.code == "no_memory" and "memory_limit of " in str(error), error
    return int(str(error).split("memory_limit of ")[1].split(" MB")[0]) * 10**6


ends_or_refuses = [(150, "last"), (250, "first"), (250, "last"), (250, "shuffled")]
if long:
    ends_or_refuses = [(limit, order) for limit in (150, 200, 250, 300, 400, 500, 600) for order in orders]


@pytest.mark.parametrize("limit, order", ends_or_refuses)
def test_large_bodies_and_little_memory(tmp_path, limit, order):
    folder = small_and_large(tmp_path / "data", order)
    with guard(), workers_of(f"{limit}MB") as client:
        try:
            manifest = join(folder, tmp_path / "out", client=client)
        except satchel.Error as error:
            assert limit * 10**6 < limit_of(error) <= 300 * 10**6
            assert not (tmp_path / "out").exists()
            return
    assert limit >= 200 and manifest["pairs"]["all"] > small * large
    rows = answer(tmp_path / "out")
    assert len(rows["a"]) == manifest["rows"] > small * large and (rows["verdict"] == satchel.OVERLAPPING).mean() > 0.99
    assert (np.bincount(rows["a"].astype(int))[:large] >= small).all()


def test_the_limit_that_is_named_does(tmp_path):
    """The least one: it is above the limit that was refused, and the join ends with it."""
    folder = small_and_large(tmp_path / "data", "last")
    with guard(), pytest.raises(satchel.Error) as info:
        join(folder, tmp_path / "out", workers=1, memory_limit="150MB")
    limit = limit_of(info.value)
    assert 150e6 < limit < 300e6 and not (tmp_path / "out").exists()
    with guard():
        assert join(folder, tmp_path / "out", workers=1, memory_limit=limit)["rows"] > small * large


@pytest.mark.parametrize("limit", ["40MB", "80MB"])
def test_workers_that_end_as_they_begin(tmp_path, limit):
    write(tmp_path / "data", [shapely.box(0, 0, 1, 1)] * 2)
    with guard(), pytest.raises(satchel.Error) as info:
        join(tmp_path / "data", tmp_path / "out", workers=1, memory_limit=limit)
    assert 150e6 < limit_of(info.value) < 300e6 and not (tmp_path / "out").exists()


@pytest.mark.skipif(not long, reason="a minute: nannies give up late")
def test_workers_of_a_client_that_end_as_they_begin(tmp_path):
    write(tmp_path / "data", [shapely.box(0, 0, 1, 1)] * 2)
    with guard(), workers_of("80MB", 1) as client, pytest.raises(satchel.Error) as info:
        join(tmp_path / "data", tmp_path / "out", client=client)
    assert 150e6 < limit_of(info.value) < 300e6 and not (tmp_path / "out").exists()


def test_plans_do_not_depend_on_the_order_of_rows(tmp_path):
    estimates, tiles = [], []
    for order in orders:
        source = open_input(small_and_large(tmp_path / order, order), "left")
        pieces = pieces_of(source, 1 << 18)
        assert sum(p.rows for p in pieces) == small + large
        (shares,) = shares_of([pieces], 8192)
        assert sum(shares) == 8192 and max(shares) - min(shares) <= 1
        samples = [sample_piece(source.only(p.file), p, n, 700) for p, n in zip(pieces, shares)]
        boxes = [np.concatenate([s.boxes[k] for s in samples]) for k in range(4)]
        scale = (small + large) / len(boxes[0])
        tree, pairs = plan_tiles(boxes, scale, 0.0, None, 100_000, 20_000)
        estimates.append(pairs.sum())
        tiles.append(len(tree.regions))
    true = small * large + large * (large - 1) / 2
    assert np.allclose(estimates, true, rtol=0.2), (estimates, true)
    assert min(tiles) > 30 and max(tiles) <= 1.3 * min(tiles), tiles


def test_tiles_are_divided_where_the_plan_was_wrong(tmp_path, monkeypatch):
    """The plan knows of no pair; tasks divide their tiles, and rows are the same."""
    import satchel.dask._tiles as tiles

    folder = small_and_large(tmp_path / "data", "shuffled", few=4)
    monkeypatch.setattr(tiles, "weights_of", lambda boxes, scale, margin: np.zeros(len(boxes[0])))
    with guard(), workers_of("2GB", 1) as client:
        free = join(folder, tmp_path / "out", client=client, max_pairs=20_000)
        monkeypatch.undo()
        whole = join(folder, tmp_path / "one", client=client, tiles=1)
        assert free["hash"] == whole["hash"] and free["tiles"] > 10 and free["pairs"]["most"] <= 20_000
        (tmp_path / "out" / "tile-000003.parquet").unlink()
        again = join(folder, tmp_path / "out", client=client, max_pairs=20_000)  # tiles are those of the first call
        assert again["hash"] == whole["hash"] and again["tiles_of_earlier_calls"] == free["tiles"] - 1
    assert_same_bits(answer(tmp_path / "out"), plain(folder))


def test_tiles_that_cannot_be_divided_name_the_limit(tmp_path):
    """3,000 equal boxes: 4.5 million pairs in one spot."""
    write(tmp_path / "data", [shapely.box(0, 0, 1, 1)] * 3000)
    with guard(), pytest.raises(satchel.Error, match="in one spot.*of the bodies 0, 1, 2, 3") as info:
        join(tmp_path / "data", tmp_path / "out", workers=1, memory_limit="300MB")
    assert 500e6 < limit_of(info.value) < 1500e6


def test_a_number_of_tiles_that_does_not_fit_is_refused_at_the_start(tmp_path):
    folder = small_and_large(tmp_path / "data", "last")
    with guard(), pytest.raises(satchel.Error, match="or more tiles") as info:
        join(folder, tmp_path / "out", workers=1, memory_limit="260MB", tiles=2)
    limit = limit_of(info.value)
    assert 260e6 < limit < 600e6 and not (tmp_path / "out").exists()
    with guard():
        assert join(folder, tmp_path / "out", workers=1, memory_limit=limit, tiles=2)["tiles"] == 2


def hold(size):
    """Keeps memory in a worker."""
    distributed.held = np.ones(size, np.uint8)


def test_memory_that_others_hold_is_told(tmp_path, monkeypatch):
    """A worker is paused for ever, before the call and during it: the call ends."""
    monkeypatch.setattr(_cluster, "seconds_a_look", 0.3)
    write(tmp_path / "data", [shapely.box(k, 0, k + 2, 1) for k in range(200)], 3)
    with guard(), workers_of("400MB", 1) as client:
        client.run(hold, 230_000_000)
        with pytest.raises(satchel.Error) as info:
            join(tmp_path / "data", tmp_path / "out", client=client)
        assert 400e6 < limit_of(info.value) < 700e6 and not (tmp_path / "out").exists()
        client.run(hold, 1)
        monkeypatch.setattr(_cluster, "room_of", lambda client: Room())
        monkeypatch.setattr("satchel.dask._driver.room_of", lambda client: Room())
        client.run(hold, 230_000_000)
        with pytest.raises(satchel.Error, match="paused"):
            join(tmp_path / "data", tmp_path / "out", client=client)
        client.run(hold, 1)
        join(tmp_path / "data", tmp_path / "out", client=client, tiles=3)
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))


def leave_freed(rounds):
    """Takes and frees memory in pieces of a kilobyte, so that the C library keeps it."""
    rows = [b"x" * 1000 + str(k).encode() for k in range(rounds)]
    kept = rows[::4000]
    return len(rows) + len(kept)


def test_freed_memory_is_given_back(tmp_path):
    with guard(), workers_of("300MB", 1) as client:
        before = client.submit(_worker.call, _worker.resident, pure=False).result()
        for _ in range(3):
            client.submit(_worker.call, leave_freed, 130_000, pure=False).result()
        after = client.submit(_worker.resident, pure=False).result()
    assert after < 0.6 * 300e6 * 0.8 or after < before + 15e6


def test_thresholds_of_workers_and_their_threads_count():
    import dask

    def room_with(threads, **settings):
        named = {f"distributed.worker.memory.{name}": value for name, value in settings.items()}
        with dask.config.set(named):
            options = {"threads_per_worker": threads, "memory_limit": "4GB", "processes": False}
            with distributed.LocalCluster(1, dashboard_address=None, **options) as cluster:
                with distributed.Client(cluster) as client:
                    return _cluster.room_of(client)

    usual, early, late, many = room_with(1), room_with(1, pause=0.5), room_with(1, pause=False), room_with(4)
    assert (usual.pause, early.pause, late.pause) == (3_200_000_000, 2_000_000_000, 3_800_000_000)
    assert many.threads == 4 and many.task * 4 == pytest.approx(usual.task, rel=0.05)
    assert usual.rest > 50e6 and usual.task < usual.pause - usual.rest


def test_lists_of_pairs_say_which_range(tmp_path):
    import pyarrow.parquet as pq

    generate(tmp_path / "data", 30_000, 1)
    rng = np.random.default_rng(1)
    (tmp_path / "pairs").mkdir()
    a, b = rng.integers(0, 30_000, (2, 600_000))
    pq.write_table(pa.table({"a": a, "b": b}), tmp_path / "pairs" / "a.parquet")
    with guard(), pytest.raises(satchel.Error, match="range 0 of ids, with 30000 bodies and 600000 pairs.*more ranges") as info:
        collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", workers=1, memory_limit="260MB", ranges=1)
    limit = limit_of(info.value)
    with guard():
        made = collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "out", workers=1, memory_limit=limit, ranges=1)
        many = collide_pairs(tmp_path / "data", tmp_path / "pairs", tmp_path / "many", workers=1, memory_limit="260MB")
    assert made["hash"] == many["hash"] and many["ranges"] > 1
