"""Fixtures of the page's tests: the tool, pages that it makes, a browser. Every test ends with a look at the console."""
from __future__ import annotations

import csv
import json
import pathlib
import subprocess
from typing import Any, Iterator

import pytest

from browser import Browser

root = pathlib.Path(__file__).resolve().parents[2]
scenes = root / "tests" / "scenes"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tool", default=str(root / "build/test/bin/satchel"), help="the satchel tool")
    parser.addoption("--module", default=str(root / "build/wasm/page/satchel-page.mjs"), help="the module of live pages")


class Tool:
    def __init__(self, path: str) -> None:
        self.path = path

    def run(self, *arguments: object) -> str:
        command = [self.path, *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def rows(self, question: str, scene: pathlib.Path, *options: str) -> list[dict[str, str]]:
        """The rows of the CSV that a question writes."""
        out = scene.with_suffix(f".{question}.csv")
        self.run(question, scene, "--out", out, *options)
        with out.open() as file:
            return list(csv.DictReader(file))

    def page(self, scene: pathlib.Path, *options: str) -> pathlib.Path:
        page = scene.with_suffix(".html")
        self.summary = self.run("collide", scene, "--html", page, *options)
        return page


@pytest.fixture(scope="session")
def tool(request: pytest.FixtureRequest) -> Tool:
    return Tool(request.config.getoption("--tool"))


@pytest.fixture(scope="session")
def the_browser() -> Iterator[Browser]:
    with Browser() as browser:
        yield browser


@pytest.fixture
def browser(the_browser: Browser) -> Iterator[Browser]:
    the_browser.complaints()
    yield the_browser
    assert the_browser.complaints() == []


def recorded(name: str, folder: pathlib.Path) -> pathlib.Path:
    """A recorded scene, copied; without the four counties whose outlines cross themselves, which the tool refuses."""
    scene = json.loads((scenes / f"{name}.json").read_text())
    if name == "geo_us_counties_part":
        bad = {3, 27, 32, 44}  # tests/scenes/README.md
        scene["pairs"] = [pair for pair in scene["pairs"] if not bad & {scene["bodies"][body][0] for body in pair}]
        for shape in bad:
            scene["shapes"][shape] = {"type": "circle", "center": [-100, 40], "radius": 0.1}
    return written(scene, folder / f"{name}.json")


def written(scene: dict[str, Any], path: pathlib.Path) -> pathlib.Path:
    path.write_text(json.dumps(scene))
    return path


@pytest.fixture
def simple(tmp_path: pathlib.Path) -> dict[str, Any]:
    """Two boxes that overlap, two that touch, a circle apart."""
    return {"name": "simple", "units": "m",
            "shapes": [{"type": "box", "half_width": 1, "half_height": 0.5}, {"type": "circle", "center": [0, 0], "radius": 0.5}],
            "bodies": [[0, 0, 0, 0], [0, 1.5, 0.25, 0], [0, 0, 3, 0], [0, 2, 3, 0], [1, 5, 1, 0]],
            "pairs": [[0, 1], [2, 3], [1, 4], [0, 4]]}
