"""The numbers of a page are those of the tool's CSV files, for every recorded scene and in both precisions."""
from __future__ import annotations

import json
import pathlib
import re

import pytest

from browser import Browser
from conftest import Tool, recorded, scenes, written

names = sorted(path.stem for path in scenes.glob("*.json"))

contacts_of_page = """
const { contacts } = document.body.satchel, rows = [];
for (let i = 0; i < contacts.count; ++i) {
  const c = contacts.contact(i), d = contacts.distance(i);
  rows.push({ a: contacts.a(i), b: contacts.b(i), verdict: contacts.verdict(i), contact: [c.separation, c.x, c.y],
              distance: [d.distance, d.x, d.y], a_at: d.a, b_at: d.b, parts: contacts.parts(i), points: contacts.points(i) });
}
return JSON.stringify(rows);
"""
bodies_of_page = """
const { bodies } = document.body.satchel, rows = [];
for (let i = 0; i < bodies.count; ++i) {
  for (const part of bodies.shapes[bodies.shape[i]].parts) {
    for (let k = part.from; k < part.to; ++k) {
      const at = 2 * (bodies.first[i] + k);
      rows.push([i, bodies.x(i), bodies.y(i), bodies.offset[at], bodies.offset[at + 1], part.radius]);
    }
  }
}
return JSON.stringify(rows);
"""
verdicts = ["disjoint", "touching", "overlapping"]


def numbers(row: dict[str, str], *columns: str) -> list[float]:
    return [float(row[column]) for column in columns]


@pytest.mark.parametrize("precision", ["float", "double"])
@pytest.mark.parametrize("name", names)
def test_equal_the_csv(name: str, precision: str, tool: Tool, browser: Browser, tmp_path: pathlib.Path) -> None:
    scene = recorded(name, tmp_path)
    options = ("--precision", precision)
    browser.open(tool.page(scene, *options))

    counts = {verdict: int(re.search(rf"{verdict}: *(\d+)", tool.summary).group(1)) for verdict in verdicts}
    for verdict, count in counts.items():
        assert browser.value(f"document.documentElement.dataset.{verdict}") == str(count)
        assert browser.find(f"label:has([data-verdict={verdict}]) .count").text.replace(",", "") == str(count)

    page = json.loads(browser.run(contacts_of_page))
    contacts, distances, manifolds = (tool.rows(question, scene, *options) for question in ("collide", "distance", "manifold"))
    assert len(page) == len(contacts) == len(distances) == len(manifolds) > 0
    poses = json.loads(browser.run("return JSON.stringify(Array.from(document.body.satchel.data.pose))"))
    for got, contact, distance, manifold in zip(page, contacts, distances, manifolds):
        assert [got["a"], got["b"], verdicts[got["verdict"]]] == [int(contact["a"]), int(contact["b"]), contact["verdict"]]
        assert got["contact"] == numbers(contact, "separation", "normal_x", "normal_y")
        assert got["distance"] == numbers(distance, "distance", "normal_x", "normal_y")
        for side in "ab":
            origin = poses[4 * got[side]: 4 * got[side] + 2]
            at = [origin[k] + got[f"{side}_at"][k] for k in (0, 1)]
            assert at == numbers(distance, f"point_{side}_x", f"point_{side}_y")
        assert len(got["points"]) == int(manifold["count"])
        for n, point in enumerate(got["points"]):
            world = [poses[4 * got["a"]] + point["x"], poses[4 * got["a"] + 1] + point["y"], point["separation"], point["id"]]
            assert world == numbers(manifold, f"x{n}", f"y{n}", f"separation{n}", f"id{n}")
        if "part_a" in contact:
            assert got["parts"] == [int(contact["part_a"]), int(contact["part_b"])]

    placed = tool.rows("place", scene, *options)
    assert json.loads(browser.run(bodies_of_page)) == [
        numbers(row, "body", "origin_x", "origin_y", "offset_x", "offset_y", "radius") for row in placed]


def test_motions_have_the_impacts_of_sweep(tool: Tool, browser: Browser, simple: dict, tmp_path: pathlib.Path) -> None:
    simple["motions"] = [[0, 0, 0], [0, 0, 1], [0, 0, 0], [3, 0, 0], [-4, 0.25, 0.5]]
    for pairs in ("file", "auto"):
        scene = written(simple, tmp_path / f"{pairs}.json")
        browser.open(tool.page(scene, "--pairs", pairs))
        hits = [row for row in tool.rows("sweep", scene, "--pairs", pairs) if row["hit"] == "1"]
        assert len(hits) >= 3
        assert browser.value("Array.from(page.data.impact_pair)") == [int(row[side]) for row in hits for side in "ab"]
        assert browser.value("Array.from(page.data.impact)") == [
            number for row in hits for number in numbers(row, "time", "normal_x", "normal_y")]


def test_details_have_all_digits(tool: Tool, browser: Browser, tmp_path: pathlib.Path) -> None:
    scene = recorded("box2d_tumbler_part", tmp_path)
    browser.open(tool.page(scene))
    contacts, distances = tool.rows("collide", scene), tool.rows("distance", scene)
    deepest = min(range(len(contacts)), key=lambda i: float(contacts[i]["separation"]))
    browser.run("document.body.satchel.choose({ pair: arguments[0] }, false)", deepest)
    shown = dict(zip((e.get_attribute("textContent") for e in browser.all("dt")), (e.text for e in browser.all("dd"))))
    row = contacts[deepest]
    assert shown["verdict"] == row["verdict"] == "overlapping"
    assert float(shown["separation"]) == float(row["separation"])
    assert [float(x) for x in shown["normal"].split(",")] == numbers(row, "normal_x", "normal_y")
    assert float(shown["distance"]) == float(distances[deepest]["distance"])
    assert [float(x) for x in shown["nearest on a"].split(",")] == numbers(distances[deepest], "point_a_x", "point_a_y")
