"""The simulation plans as a join does, and its counts are those of the join."""

import pytest

pytest.importorskip("distributed")
from satchel.dask import generate, join, simulate  # noqa: E402


@pytest.mark.parametrize("tiles", [1, 12])
def test_counts_are_those_of_the_join(tmp_path, client, tiles):
    generate(tmp_path / "data", 100_000, 5)
    found = join(tmp_path / "data", tmp_path / "out", client=client, tiles=tiles)
    paper = simulate(100_000, 2, 2e9, tiles)
    assert paper["tiles"] == found["tiles"] == tiles
    assert paper["pairs"]["all"] == pytest.approx(found["pairs"]["all"], rel=0.05)
    assert paper["replication"] - 1 == pytest.approx(found["replication"] - 1, abs=0.01)
    assert paper["bytes"]["input"] == pytest.approx(found["bytes_read"]["input"], rel=0.05)
    if tiles > 1:
        assert paper["bytes"]["order"] == pytest.approx(found["bytes_read"]["order"], rel=0.05)


def test_a_billion_bodies_need_no_more_memory_a_worker():
    small, large = simulate(10**7, 100), simulate(10**9, 100)
    assert large["worker_bytes"] < 1.5e9 and large["driver_bytes"] < 500e6
    assert large["replication"] < 1.02 and large["seconds"]["all"] > small["seconds"]["all"]
    assert simulate(10**9, 10)["seconds"]["tiles"] == pytest.approx(10 * large["seconds"]["tiles"], rel=0.2)
