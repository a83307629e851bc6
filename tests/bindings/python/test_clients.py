"""The comparison with other libraries runs, on a hundredth of its sizes, and reports."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[3] / "bench/clients"


def run(*arguments):
    return subprocess.run([sys.executable, str(CLIENTS / "run.py"), *arguments], capture_output=True, text=True, timeout=300)


def test_a_client_is_compared_and_reported(tmp_path):
    pytest.importorskip("shapely")
    pytest.importorskip("matplotlib")
    done = run("--only", "shapely_tree", "--scale", "0.01", "--seconds", "0.01", "--out", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes = json.loads((tmp_path / "clients.json").read_text())["outcomes"]
    assert len(outcomes) == 4 and all(o["ours"] > 0 and "pairs" in o["compared"] for o in outcomes)
    assert (tmp_path / "README.md").read_text().count("STRtree.query") == 4
    assert (tmp_path / "clients.svg").stat().st_size > 1000


def test_wrong_answers_are_not_timed(tmp_path):
    (tmp_path / "shapely_tree.py").write_text(
        """
import numpy as np
from harness import Case, same_pairs
def cases(scale):
    yield Case("pairs", "other", 1, "pair", lambda threads: np.array([[0, 1]]), lambda: np.array([[0, 2]]), same_pairs)
"""
    )
    for name in ("run.py", "harness.py", "report.py"):
        (tmp_path / name).write_text((CLIENTS / name).read_text())
    done = subprocess.run([sys.executable, str(tmp_path / "run.py"), "--only", "shapely_tree"], capture_output=True, text=True)
    assert done.returncode == 1 and "FAILED" in done.stdout and "1 pairs and 1" in done.stderr


def test_a_client_that_is_not_there_is_left_out(tmp_path):
    for name in ("run.py", "harness.py", "report.py"):
        (tmp_path / name).write_text((CLIENTS / name).read_text())
    (tmp_path / "shapely_tree.py").write_text("import no_such_library")
    done = subprocess.run([sys.executable, str(tmp_path / "run.py"), "--only", "shapely_tree"], capture_output=True, text=True)
    assert done.returncode == 0 and "left out" in done.stdout and "no_such_library" in done.stdout
