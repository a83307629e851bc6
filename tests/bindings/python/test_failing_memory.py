"""Each allocation of the library fails in turn: the call raises MemoryError or satchel.Error, and nothing has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("c++") is None, reason="preloads a library that it compiles")
def test_a_failed_allocation_is_told_and_harmless(tmp_path):
    library = tmp_path / "failing_new.so"
    sources = [str(HERE / "failing_new.cpp"), str(HERE.parents[1] / "support/failing_new.cpp")]
    subprocess.run(["c++", "-std=c++20", "-O1", "-shared", "-fPIC", "-I", str(HERE.parents[1]), "-o", str(library), *sources], check=True)
    run = subprocess.run(
        [sys.executable, str(HERE / "failing_calls.py")], env={**os.environ, "LD_PRELOAD": str(library)}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "make_parts" in run.stdout
