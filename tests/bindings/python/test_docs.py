"""What help() shows speaks of Python: no names of C++ are left of the comments that docstrings are made of. And the guide's commands run."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import satchel

ROOT = Path(__file__).parents[3]
OF_CPP = re.compile(
    r"\btry_|\bStatus\b|Scened|::|\bspans?\b|\.size\(\)|body_slots\(\)|\w\.hpp\b|[Ee]xecutor|PartPair|\bT arithmetic|const |Basic[A-Z]|"
    r"\b(Pair|Query)?Options\b|EdgeLink|nullptr|\bnoexcept\b|needs_parts"
)


def documented():
    """(name, docstring) of what is public, and of its methods."""
    for name in satchel.__all__:
        thing = getattr(satchel, name)
        if isinstance(thing, np.dtype):
            continue  # has NumPy's words
        yield name, getattr(thing, "__doc__", None) or ""
        if inspect.isclass(thing) and thing.__module__.startswith("satchel"):
            for member in vars(thing):
                if not member.startswith("_"):
                    yield f"{name}.{member}", getattr(getattr(thing, member), "__doc__", None) or ""


def test_docstrings_speak_of_python():
    found = [f"{name}: ...{text[max(0, m.start() - 40) : m.end() + 40]}..." for name, text in documented() for m in OF_CPP.finditer(text)]
    assert found == []


def test_enough_is_looked_at():
    texts = dict(documented())
    assert len([text for text in texts.values() if len(text) > 40]) > 100
    assert OF_CPP.search("index: what `Status::index` is") and "float64:" in texts["Scene"]


def test_the_commands_of_the_guide_run(tmp_path):
    """With fewer bodies."""
    for module in ("distributed", "pyarrow"):
        pytest.importorskip(module)
    guide = (ROOT / "src/bindings/python/docs/guide.md").read_text()
    (block,) = re.findall(r"^```sh\n(.*?)^```", guide, re.M | re.S)
    assert block.count("1000000") == 1 and shutil.which("sh")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-e"], input=block.replace("1000000", "3000"), cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert list((tmp_path / "pairs").rglob("*.parquet"))
