"""Live pages: the kernel in the page gives the tool's bits, also after bodies were dragged, turned, added and removed there."""
from __future__ import annotations

import json
import pathlib
import random

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from browser import Browser
from conftest import Tool, recorded, scenes, written

names = sorted(path.stem for path in scenes.glob("*.json"))
verdicts = ["disjoint", "touching", "overlapping"]


@pytest.fixture(scope="session")
def module(request: pytest.FixtureRequest) -> pathlib.Path:
    path = pathlib.Path(request.config.getoption("--module"))
    if not path.exists():
        pytest.skip(f"there is no {path}: cmake --workflow --preset wasm makes it")
    return path


@pytest.fixture
def open_live(tool: Tool, browser: Browser, module: pathlib.Path, tmp_path: pathlib.Path):
    def open_it(scene: dict | pathlib.Path, *options: str, fragment: str = "") -> None:
        path = scene if isinstance(scene, pathlib.Path) else written(scene, tmp_path / "live.json")
        browser.open(tool.page(path, "--live", str(module), *options), fragment)
        browser.until("document.documentElement.dataset.live")
    return open_it


def pixel(browser: Browser, x: float, y: float) -> tuple[float, float]:
    return tuple(browser.value(f"[page.view.toX({x}), page.view.toY({y})]"))


def said(browser: Browser) -> str:
    return browser.find(".said").text


def settle(browser: Browser) -> None:
    browser.until("!page.frame")


def agrees_with_the_tool(browser: Browser, tool: Tool, scene: dict, tmp_path: pathlib.Path, *options: str) -> list[dict]:
    """Compares all answers of the page with those of the tool for the scene with the page's translations."""
    pose = json.loads(browser.run("return JSON.stringify(Array.from(document.body.satchel.bodies.pose))"))
    bodies = [[shape, pose[4 * i], pose[4 * i + 1], angle] for i, (shape, _, _, angle) in enumerate(scene["bodies"])]
    pairs = browser.value("Array.from(page.data.pair)")
    moved = written({**scene, "bodies": bodies, "pairs": list(zip(pairs[::2], pairs[1::2]))}, tmp_path / "moved.json")
    contacts, distances, areas = (tool.rows(question, moved, *options) for question in ("collide", "distance", "areas"))
    page = json.loads(browser.run("""const { contacts, tools } = document.body.satchel, rows = [];
      for (let i = 0; i < contacts.count; ++i) rows.push([contacts.verdict(i), contacts.contact(i), contacts.distance(i), tools.kernel.area(contacts.a(i), contacts.b(i))]);
      return JSON.stringify(rows);"""))
    assert len(page) == len(contacts)
    for (verdict, contact, distance, area), c, d, o in zip(page, contacts, distances, areas):
        assert verdicts[verdict] == c["verdict"]
        assert [contact["separation"], contact["x"], contact["y"]] == [float(c[k]) for k in ("separation", "normal_x", "normal_y")]
        assert distance["distance"] == float(d["distance"])
        assert area == float(o["area"])
    return contacts


@pytest.mark.parametrize("precision", ["float", "double"])
@pytest.mark.parametrize("name", names)
def test_the_kernel_gives_the_bits_of_the_tool(name: str, precision: str, browser: Browser, open_live, tmp_path: pathlib.Path) -> None:
    scene = recorded(name, tmp_path)
    open_live(scene, "--precision", precision)
    assert said(browser) == f"The kernel in this page gives the same bits as the tool for all {browser.value('page.contacts.count')} pairs."
    assert browser.value("document.documentElement.dataset.live") == "same"
    assert browser.find(".answer .main").text == "Drag a body, or choose one."


@pytest.mark.parametrize("precision", ["float", "double"])
def test_answers_follow_a_dragged_body(precision: str, tool: Tool, browser: Browser, simple: dict, open_live, tmp_path: pathlib.Path) -> None:
    simple["bodies"] = [[shape, x, y, 0.3 * i] for i, (shape, x, y, _) in enumerate(simple["bodies"])]
    options = ("--precision", precision)
    open_live(simple, *options)
    browser.click("section[aria-label=Live] input")  # no snapping
    start = pixel(browser, 0, 0)
    for stop in ((2.2, 0.4), (3.1, 2.8), (4.6, 1.1), (-0.5, 2.7)):
        browser.drag(start, pixel(browser, *stop))
        start = pixel(browser, *stop)
        settle(browser)
        agrees_with_the_tool(browser, tool, simple, tmp_path, *options)
        chosen = browser.value("page.chosen.pair")
        of_body = browser.value("Array.from(page.contacts.pairsOf(0))")
        assert chosen in of_body
        shown = dict(zip((e.get_attribute("textContent") for e in browser.all("dt")), (e.text for e in browser.all("dd"))))
        assert float(shown["distance"]) == min(browser.value(f"page.data.distance[7 * {i}]") for i in of_body)
        for name in ("verdict", "MTV of a", "area of the overlap"):
            assert shown[name] != ""
    counts = browser.value("page.counts")
    assert [int(browser.value(f"document.documentElement.dataset.{verdict}")) for verdict in verdicts] == counts


@pytest.mark.parametrize("kind", ["boxes", "turned", "circles", "circle and box"])
def test_snapping_hits_a_touch(kind: str, tool: Tool, browser: Browser, open_live, tmp_path: pathlib.Path) -> None:
    box, triangle = {"type": "box", "half_width": 1, "half_height": 0.5}, {"type": "polygon", "vertices": [[-1, -0.7], [0.9, -0.4], [0.1, 0.8]]}
    circle = {"type": "circle", "center": [0, 0], "radius": 0.6}
    shapes, bodies, stop = {
        "boxes": ([box, box], [[0, 0, 0, 0], [1, 3.3, 0.2, 0]], (1.27, 0.1)),
        "turned": ([triangle, box], [[0, 0, 0, 0.4], [1, 3.1, 0.3, 1.1]], None),
        "circles": ([circle, circle], [[0, 0, 0, 0], [1, 3.3, 0.2, 0]], (2.13, 0.23)),
        "circle and box": ([circle, box], [[0, 0, 0, 0], [1, 3.3, 0.2, 0]], (1.74, 0.3))}[kind]
    scene = {"name": kind, "shapes": shapes, "bodies": bodies, "pairs": [[0, 1]]}
    open_live(scene)
    if stop is None:  # to where the gap is 4 pixels
        distance, x, y = browser.value("[0, 1, 2].map((k) => page.data.distance[k])")
        way = distance - 4 / browser.value("page.view.scale")
        stop = (way * x, way * y)
    browser.drag(pixel(browser, 0, 0), pixel(browser, stop[0] / 2, 0), pixel(browser, *stop))
    settle(browser)
    assert agrees_with_the_tool(browser, tool, scene, tmp_path)[0]["verdict"] == "touching"
    assert browser.find("dd").text == "touching"
    moved = browser.value("[page.bodies.x(0), page.bodies.y(0)]")
    assert max(abs(moved[0] - stop[0]), abs(moved[1] - stop[1])) * browser.value("page.view.scale") < 12


def test_snapping_is_found_in_most_directions(browser: Browser, open_live) -> None:
    """Polygons turned at random, brought within 5 pixels: at least nine of ten snap to an exact touch, and none is moved farther
    than the snapping reaches."""
    generator = random.Random(7)
    polygon = {"type": "polygon", "vertices": [[-1, -0.7], [0.9, -0.6], [1.1, 0.4], [0.1, 0.9]]}
    bodies = []
    for i in range(40):
        bodies += [[0, 20 * i, 0, generator.uniform(0, 6.28)], [0, 20 * i + 2.6, generator.uniform(-1, 1), generator.uniform(0, 6.28)]]
    open_live({"name": "random", "shapes": [polygon], "bodies": bodies, "pairs": [[2 * i, 2 * i + 1] for i in range(40)]})
    result = browser.run("""
      const page = document.body.satchel, { tools, bodies, data } = page;
      page.view.setScale(100);
      let touching = 0, farthest = 0;
      for (let i = 0; i < 40; ++i) {
        const at = page.pairOf(2 * i, 2 * i + 1).pair, [distance, nx, ny] = data.distance.subarray(7 * at, 7 * at + 3), [x, y, c, s] = tools.poseOf(2 * i);
        const gap = distance - 0.03, to = [x + gap * nx, y + gap * ny];
        tools.place(2 * i, ...to, c, s);
        tools.snapBody(2 * i);
        touching += tools.kernel.verdict(2 * i, 2 * i + 1) === 1;
        farthest = Math.max(farthest, Math.hypot(bodies.x(2 * i) - to[0], bodies.y(2 * i) - to[1]));
      }
      return [touching, farthest];""")
    assert result[0] >= 36 and result[1] <= 0.09


def test_handle_and_keys_turn(browser: Browser, simple: dict, open_live) -> None:
    open_live(simple)
    browser.drag(pixel(browser, 5, 1))
    assert browser.value("page.chosen") == {"body": 4}
    browser.run("document.querySelector('.marks').focus()")
    browser.keys("q", "q")
    assert browser.value("Math.atan2(page.bodies.pose[19], page.bodies.pose[18]) * 180 / Math.PI") == pytest.approx(10)
    handle = browser.value("page.tools.handle()")
    browser.drag(tuple(handle), pixel(browser, 3, 1))
    assert browser.value("page.bodies.pose[18]") == pytest.approx(0, abs=0.02) and browser.value("page.bodies.pose[19]") > 0.99
    x = browser.value("page.bodies.x(4)")
    webdriver.ActionChains(browser.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT).key_up(Keys.SHIFT).perform()
    assert browser.value("page.bodies.x(4)") == pytest.approx(x + 1 / browser.value("page.view.scale"))


def test_shapes_are_added_and_removed(browser: Browser, simple: dict, open_live) -> None:
    open_live(simple)
    buttons = {button.text: button for button in browser.all("section[aria-label=Live] button")}
    for n, name in enumerate(("Box", "Triangle", "Circle", "Capsule")):
        buttons[name].click()
        assert browser.value("page.chosen") == {"body": 5 + n}
    settle(browser)
    assert browser.find("aside p").text.startswith("9 bodies, ")
    # All four lie in the middle, over one another.
    assert [browser.value(f"page.contacts.verdict(page.pairOf({a}, {b}).pair)") for a in range(5, 9) for b in range(a + 1, 9)] == [2] * 6
    buttons["Remove"].click()
    assert said(browser) == "Body 8 is removed."
    assert browser.find("aside p").text.startswith("8 bodies, ")
    assert browser.value("page.pairOf(7, 8)") is None
    buttons["Remove"].click()
    assert said(browser) == "Choose a body first."
    assert browser.value("page.contacts.count") == browser.value("new Set(Array.from({ length: page.contacts.count }, (_, i) => [page.contacts.a(i), page.contacts.b(i)].sort().join())).size")


@pytest.mark.parametrize("corners, words, count", [
    ([(200, 100), (100, 250), (300, 250)], "is your polygon of 3 corners", 3),
    ([(100, 100), (300, 100), (200, 180), (220, 320)], "Body 5 is your outline of 4 corners", 4),
    ([(300, 100), (100, 100), (100, 250), (300, 250)], "is your polygon of 4 corners", 4),
    ([(100, 100), (150, 150), (200, 200)], "make no polygon", None), ([(100, 100)], "make no polygon", None),
    ([(100, 100), (300, 300), (300, 100), (100, 310)], "No body is added", None)])
def test_a_polygon_is_drawn(corners: list, words: str, count: int | None, browser: Browser, simple: dict, open_live) -> None:
    open_live(simple)
    buttons = {button.text: button for button in browser.all("section[aria-label=Live] button")}
    buttons["Draw a polygon"].click()
    for corner in corners:
        browser.drag(corner)
    browser.run("document.querySelector('.marks').focus()")
    browser.keys(Keys.ENTER)
    assert words in said(browser)
    assert browser.value("page.bodies.count") == (5 if count is None else 6)
    if "added" in words:
        assert "cross" in said(browser)
    if count:
        ring = browser.value("page.bodies.shapes[page.bodies.shape[5]].rings[0]")
        assert ring["to"] - ring["from"] == count
        browser.drag(tuple(sum(c[k] for c in corners) / len(corners) for k in (0, 1)))
        assert browser.value("page.chosen") == {"body": 5}


outline_text = {"type": "outline", "rings": [[[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]]}
chain = {"type": "chain", "vertices": [[2, 0], [-2, 0], [-2, 1]], "one_sided": True}


@pytest.mark.parametrize("shape", [{"type": "box", "half_width": 1, "half_height": 0.5}, outline_text, {**outline_text, "type": "concave", "vertices": outline_text["rings"][0]}, chain], ids=lambda shape: shape["type"])
def test_a_link_of_a_page_of_the_tool_opens(shape: dict, browser: Browser, open_live) -> None:
    shape = {key: value for key, value in shape.items() if shape["type"] != "concave" or key != "rings"}
    open_live({"name": "linked", "shapes": [shape], "bodies": [[0, 0, 0, 0], [0, 1.5, 0.25, 0]], "pairs": [[0, 1]]})
    browser.run("const { tools } = document.body.satchel; tools.place(1, 0.5, 0.125, 1, 0); tools.update(1); document.body.playground.link()")
    browser.until("location.hash.includes('data=')")
    before, link = browser.value("[Array.from(page.data.contact), page.tools.element.querySelector('.limits').textContent]"), browser.run("return location.href")
    browser.driver.get("about:blank")
    browser.driver.get(link)
    browser.until("document.documentElement.dataset.live === 'ready'")
    assert browser.find(".said-file").text == ""
    assert browser.value("Array.from(page.bodies.pose.subarray(4))") == [0.5, 0.125, 1, 0]
    assert browser.value("[Array.from(page.data.contact), page.tools.element.querySelector('.limits').textContent]") == before


@pytest.mark.parametrize("shape, members, words", [(chain, {}, "segments of chains have two sides and no neighbours:"), (None, {"link_tolerance": 0}, "bodies are not linked:"),
                                                   (None, {}, "")], ids=["chain", "linked", "neither"])
def test_a_page_says_that_seams_are_not_known_to_it(shape: dict | None, members: dict, words: str, browser: Browser, open_live) -> None:
    box = {"type": "box", "half_width": 1, "half_height": 1}
    open_live({"name": "seams", "shapes": [box, shape or box], "bodies": [[0, 0, 0.5, 0], [1, 0, 0, 0], [0, 2, 0.5, 0]], **members})
    limits = browser.find("section[aria-label=Live] .limits")
    assert limits.is_displayed() == (words != "") and words in limits.text


def test_bodies_that_are_added_after_others_are_removed_have_their_answers(browser: Browser, simple: dict, open_live) -> None:
    open_live(simple)
    result = browser.run("""
      const page = document.body.satchel, { tools } = page, at = (body) => [page.bodies.x(body), page.bodies.y(body), tools.kernel.scene.pose(body).x, tools.kernel.scene.pose(body).y];
      const remove = (body) => { page.chosen = { body }; tools.remove(); };
      remove(1);
      remove(3);
      const added = [[-1, -1], [1, -1], [0, 1]].map((_, k) => tools.add([-1, -1, 1, -1, 0, 1], 0, [20 * k, 9]));
      return { added, places: added.map(at), count: page.bodies.count, shapes: Array.from(page.data.shape) };""")
    assert result["added"] == [1, 3, 5] and result["count"] == 6
    assert result["places"] == [[0, 9, 0, 9], [20, 9, 20, 9], [40, 9, 40, 9]]
    assert result["shapes"] == [0, 2, 0, 3, 1, 4]


def test_escape_gives_up_a_polygon(browser: Browser, simple: dict, open_live) -> None:
    open_live(simple)
    next(b for b in browser.all("section[aria-label=Live] button") if b.text == "Draw a polygon").click()
    browser.drag((100, 100))
    browser.run("document.querySelector('.marks').focus()")
    browser.keys(Keys.ESCAPE)
    assert said(browser) == "No polygon is drawn." and browser.value("page.tools.drawn") is None


def test_the_policy_of_a_live_page_forbids_the_network(the_browser: Browser, simple: dict, open_live) -> None:
    open_live(simple)
    blocked = the_browser.driver.execute_async_script("""
      const done = arguments[0]; let blocked = "";
      document.addEventListener("securitypolicyviolation", (event) => { blocked = event.effectiveDirective; });
      fetch("http://127.0.0.1:9/").catch(() => {});
      setTimeout(() => done(blocked), 300);""")
    assert blocked == "connect-src"
    the_browser.complaints()
