"""Each Python block of the documents is a program that runs, and has no fault that mypy --strict finds."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import satchel

ROOT = Path(__file__).parents[3]
DOCUMENTS = ["src/bindings/python/docs/guide.md", "README.md", "include/satchel/README.md"]


def blocks():
    """(document and line, program) of each block."""
    for document in DOCUMENTS:
        text = (ROOT / document).read_text()
        for match in re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S):
            yield f"{document}:{text[: match.start()].count(chr(10)) + 2}", match[1]


@pytest.mark.parametrize("program", [pytest.param(text, id=place) for place, text in blocks()])
def test_a_block_runs(program, tmp_path):
    if "import shapely" in program:
        pytest.importorskip("shapely")
    if "import geopandas" in program:
        pytest.importorskip("geopandas")
    if ".plot(" in program:
        pytest.importorskip("matplotlib")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, env={**os.environ, "MPLBACKEND": "Agg"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_guide_has_the_recipes_of_the_guide_of_cpp():
    recipes = re.findall(r"^### (.*)", (ROOT / "include/satchel/README.md").read_text().split("\n## Recipes\n")[1], re.M)
    guide = (ROOT / DOCUMENTS[0]).read_text()
    assert len(recipes) >= 7
    for recipe in recipes:
        section = guide.split(f"\n### {recipe}\n")
        assert len(section) == 2 and "```python" in section[1].split("\n### ")[0], recipe


def test_the_blocks_have_right_types(tmp_path):
    pytest.importorskip("mypy")
    for k, (place, program) in enumerate(blocks()):
        if "import geopandas" in program and importlib.util.find_spec("geopandas") is None:
            continue
        (tmp_path / f"block_{k}.py").write_text(f"# {place}\n{program}")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "--disable-error-code=import-untyped", "."],
        cwd=tmp_path, capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stdout


def test_the_reference_has_every_public_name():
    reference = (ROOT / "src/bindings/python/docs/reference.md").read_text()
    assert [name for name in satchel.__all__ if name != "__version__" and not re.search(rf"\b{name}\b", reference)] == []


def test_every_method_has_a_docstring():
    for cls in (satchel.Scene, satchel.BroadPhase, satchel.Index, satchel.KeptPairs):
        for name in dir(cls):
            if not name.startswith("_"):
                text = getattr(cls, name).__doc__ or ""
                words = [line for line in text.splitlines() if line and " -> " not in line]
                assert words, f"{cls.__name__}.{name}"
