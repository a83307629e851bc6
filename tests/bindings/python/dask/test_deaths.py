"""Workers and drivers that are killed: the answer is the same, and what was finished is not done again."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import satchel

distributed = pytest.importorskip("distributed")
pytest.importorskip("pyarrow")
pytest.importorskip("shapely")
from folders import answer, assert_same_bits, plain  # noqa: E402
from satchel.dask import answer_hash, generate, join  # noqa: E402


class Killer(distributed.WorkerPlugin):
    """Kills a worker at a point of its writing, so many times over all workers; a file in `marks` counts each time."""

    name = "killer"

    def __init__(self, marks, point, times):
        self.marks, self.point, self.times = str(marks), point, times

    def setup(self, worker):
        import satchel.dask._files as files

        Path(self.marks).mkdir(exist_ok=True)
        original = files.os.replace

        def replace(source, target):
            if Path(target).name.startswith(("tile-", "left-")):
                if self.point == "between":
                    self.kill()
                original(source, target)
                if self.point == "after":
                    self.kill()
            else:
                original(source, target)

        files.os.replace = replace
        if self.point == "before":
            import satchel.dask._answer as answers

            write = answers.pq.write_table

            def write_table(*arguments, **named):
                self.kill()
                write(*arguments, **named)

            answers.pq.write_table = write_table

    def kill(self):
        for k in range(self.times):
            try:
                os.close(os.open(f"{self.marks}/{k}", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("point, workers", [("before", 2), ("between", 1), ("between", 2), ("after", 1)])
def test_killed_workers_change_nothing(tmp_path, few_rows, point, workers):
    generate(tmp_path / "data", 5000, 3)
    with (
        distributed.LocalCluster(workers, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.register_plugin(Killer(tmp_path / "marks", point, 3))
        manifest = join(tmp_path / "data", tmp_path / "out", client=client, tiles=7)
    assert len(list((tmp_path / "marks").iterdir())) == 3  # each of them happened
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))
    assert manifest["hash"] == answer_hash(tmp_path / "out") and manifest["tiles"] == 7
    assert not list((tmp_path / "out").rglob("*.tmp"))


def command(folder, out, tiles=16, workers=1):
    return [
        *(sys.executable, "-m", "satchel.dask", "join", "--left", str(folder), "--out", str(out)),
        *("--tiles", str(tiles), "--workers", str(workers)),
    ]


def wait_for(found, process):
    deadline = time.monotonic() + 120
    while not found() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    assert process.poll() is None, "it ended before it could be killed"


@pytest.mark.parametrize("moment", ["_plan.json", "_order/left-000000.bodies", "tile-*.parquet"])
def test_a_killed_driver_is_continued(tmp_path, moment):
    generate(tmp_path / "data", 40_000, 3)
    out = tmp_path / "out"
    process = subprocess.Popen(command(tmp_path / "data", out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: list(out.glob(moment)), process)
    process.kill()
    process.wait()
    time.sleep(1)  # its workers notice
    kept = {path: path.stat().st_mtime_ns for path in out.glob("tile-*.parquet")}
    assert not (out / "_manifest.json").exists() and len(kept) < 16
    subprocess.run(command(tmp_path / "data", out, workers=2), check=True, capture_output=True)
    manifest = json.loads((out / "_manifest.json").read_text())
    assert manifest["tiles_of_earlier_calls"] == len(kept)
    assert all(path.stat().st_mtime_ns == time for path, time in kept.items())
    assert bool(kept) == (moment == "tile-*.parquet")
    assert_same_bits(answer(out), plain(tmp_path / "data"))


def test_a_second_call_finds_the_answer_and_reads_nothing(tmp_path, client, few_rows):
    generate(tmp_path / "data", 3000, 3)
    first = join(tmp_path / "data", tmp_path / "out", client=client, tiles=5)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert join(tmp_path / "data", tmp_path / "out", client=client, tiles=5) == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()} == times


@pytest.mark.parametrize("tiles", [1, 5])
@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("cut", [True, False])
def test_lost_tiles_are_made_again(tmp_path, client, few_rows, tiles, finished, cut):
    generate(tmp_path / "data", 3000, 3)
    first = join(tmp_path / "data", tmp_path / "out", client=client, tiles=tiles)
    if not finished:
        (tmp_path / "out" / "_manifest.json").unlink()
    path = tmp_path / "out" / f"tile-{tiles // 2:06d}.parquet"
    os.truncate(path, path.stat().st_size // 2) if cut else path.unlink()
    again = join(tmp_path / "data", tmp_path / "out", client=client, tiles=tiles)
    assert again["hash"] == first["hash"] and again["tiles_of_earlier_calls"] == tiles - 1
    assert_same_bits(answer(tmp_path / "out"), plain(tmp_path / "data"))
    assert not (tmp_path / "out" / "_order").exists()


@pytest.mark.parametrize("finished", [True, False])
def test_a_folder_that_was_begun_otherwise_is_refused(tmp_path, client, few_rows, finished):
    generate(tmp_path / "data", 2000, 3)
    generate(tmp_path / "other", 2000, 4)
    out = tmp_path / "out"
    join(tmp_path / "data", out, client=client, tiles=3, margin=0.5)
    if not finished:
        (out / "_manifest.json").unlink()
    before = {path: path.read_bytes() for path in out.iterdir()}
    version = json.loads((out / "_plan.json").read_text())["version"]

    def refused(code, words, left="data", **options):
        with pytest.raises(satchel.Error) as info:
            join(tmp_path / left, out, client=client, **({"tiles": 3, "margin": 0.5} | options))
        assert info.value.code == code and words in str(info.value), info.value

    refused("other_input", "left was", "other")
    refused("other_input", "without right", right=tmp_path / "other")
    refused("other_options", "tiles=3, now it is 4", tiles=4)
    refused("other_options", "margin=0.5, now it is 0.0", margin=0.0)
    refused("other_options", "keep='hits', now it is 'candidates'", keep="candidates")
    refused("other_options", "question", question="areas")
    path = tmp_path / "data" / "bodies-000001.parquet"
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 10**9))
    refused("other_input", "has changed")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    (out / "_plan.json").write_text((out / "_plan.json").read_text().replace(version, "0.1.0"))
    refused("other_version", "begun by satchel 0.1.0")
    (out / "_plan.json").write_bytes(before[out / "_plan.json"])
    assert {path: path.read_bytes() for path in out.iterdir()} == before
    join(tmp_path / "data", out, client=client, tiles=3, margin=0.5)


def test_a_folder_of_something_else_is_refused(tmp_path, client, few_rows):
    generate(tmp_path / "data", 100, 3)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("years of work")
    with pytest.raises(satchel.Error, match="wanted a new or an empty folder"):
        join(tmp_path / "data", tmp_path / "out", client=client)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["thesis.txt"]


def test_progress_counts_every_task(tmp_path, client, few_rows):
    generate(tmp_path / "data", 4000, 3)
    calls = []
    join(
        tmp_path / "data",
        tmp_path / "out",
        client=client,
        tiles=5,
        progress=lambda done, all: calls.append((done, all)),
    )
    assert [done for done, _ in calls] == list(range(1, 9)) and {all for _, all in calls} == {8}  # 3 files, 5 tiles
    assert np.array_equal(calls[-1], (8, 8))
