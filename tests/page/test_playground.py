"""The playground: the gallery, questions and their answers while one drags, files, links, SVG, words of help, phones."""
from __future__ import annotations

import base64
import json
import pathlib
import re
import xml.etree.ElementTree as ElementTree

import pytest
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

from browser import Browser

root = pathlib.Path(__file__).resolve().parents[2]
names = ["tiles", "parcels", "nesting", "traffic", "particles", "detections"]
# What differs when all is drawn anew: the numbers of squares of 4 pixels in which nearly all do, and of pixels that differ much. Lines
# are smoothed in more than one way, by how much is drawn at once.
different_pixels = """
const { scene, drawing } = document.body.satchel, { width, height } = scene, ctx = scene.getContext("2d"), read = () => ctx.getImageData(0, 0, width, height).data;
const part = read(), squares = new Map();
drawing.draw();
const whole = read();
let much = 0;
for (let i = 0; i < part.length; i += 4) {
  const most = Math.max(...[0, 1, 2].map((k) => Math.abs(part[i + k] - whole[i + k])));
  if (most <= 2) continue;
  const square = (((i / 4) % width) >> 2) + ((Math.floor(i / 4 / width) >> 2) << 12);
  squares.set(square, (squares.get(square) ?? 0) + 1);
  much += most > 60;
}
return [[...squares.values()].filter((count) => count >= 14).length, much];
"""


@pytest.fixture
def playground() -> pathlib.Path:
    path = root / "build/wasm/page/playground.html"
    if not path.exists():
        pytest.skip(f"there is no {path}: cmake --workflow --preset wasm makes it")
    return path


@pytest.fixture
def open_scene(browser: Browser, playground: pathlib.Path):
    def open_it(name: str, more: str = "") -> None:
        browser.open(playground, f"#scene={name}{more}")
        browser.until("document.documentElement.dataset.live === 'ready'")
        settle(browser)
    return open_it


@pytest.fixture
def phone(browser: Browser):
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True})
    browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    yield
    browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def settle(browser: Browser) -> None:
    browser.until("!page.frame")


def answer(browser: Browser) -> str:
    return browser.find(".answer .main").text + " " + browser.find(".answer .more").text


def pixel(browser: Browser, x: float, y: float) -> tuple[float, float]:
    return tuple(browser.value(f"[page.view.toX({x}), page.view.toY({y})]"))


def chosen_body(browser: Browser) -> tuple[float, float]:
    """The pixel of the body that a scene begins with."""
    return tuple(browser.value("(([l, b, r, t]) => [page.view.toX((l + r) / 2), page.view.toY((b + t) / 2)])(page.bodies.boxOf(page.data.start.body))"))


@pytest.mark.parametrize("name", names)
def test_each_scene_of_the_gallery_opens_by_its_tile(name: str, open_scene, browser: Browser) -> None:
    open_scene("tiles" if name != "tiles" else "parcels")
    tile = browser.all(".tile")[names.index(name)]
    tile.click()
    browser.until(f"page.data.gallery === '{name}' && document.documentElement.dataset.live === 'ready'")
    assert tile.get_attribute("aria-pressed") == "true"
    assert len(browser.all("aside")) == 1 and len(browser.all("canvas.scene")) == 1
    assert browser.run("return location.hash").startswith(f"#scene={name}")
    assert browser.find(".answer .main").text != ""
    browser.run("history.back()")
    browser.until(f"page.data.gallery !== '{name}'")


def test_a_drag_shows_the_separation_and_then_the_mtv(open_scene, browser: Browser) -> None:
    open_scene("tiles")
    browser.click("section[aria-label=Live] input")  # no snapping
    x, y = chosen_body(browser)
    actions = ActionBuilder(browser.driver, duration=20)
    actions.pointer_action.move_to_location(round(x), round(y)).pointer_down().move_to_location(round(x), round(y) + 12)
    actions.perform()
    settle(browser)
    apart = answer(browser)
    separation = browser.value("page.contacts.contact(page.chosen.pair).separation")
    assert separation > 0 and f"Their separation is {separation:.4g} m." in apart  # while the button is down
    depth = 30 + separation * browser.value("page.view.scale")
    actions = ActionBuilder(browser.driver, duration=20)
    actions.pointer_action.move_to_location(round(x), round(y + 12 + depth)).pointer_up()
    actions.perform()
    settle(browser)
    assert "overlap" in answer(browser) and "The MTV of 0 is" in answer(browser)
    before = browser.value("page.contacts.contact(page.chosen.pair).separation")
    browser.click(".answer button")
    settle(browser)
    assert before < -0.1 and browser.value("page.contacts.contact(page.chosen.pair).separation") > -1e-5
    assert "The MTV of 0 is" not in answer(browser) or re.search(r"[0-9.]+e-[0-9]+ m deep", answer(browser))


@pytest.mark.parametrize("layers", ["mtv,points", "normals,witnesses,ids,boxes", "none"])
@pytest.mark.parametrize("name", ["tiles", "parcels", "nesting", "detections"])
def test_a_frame_of_a_drag_is_what_a_whole_drawing_is(name: str, layers: str, open_scene, browser: Browser) -> None:
    """The part that is drawn anew is all that changed: the same pixels, and the same answers as all asked anew."""
    open_scene(name, f"&layers={layers}")
    browser.run("""
      const page = document.body.satchel, { tools, view, bodies } = page, body = page.data.start?.body ?? 3, [l, b, r, t] = bodies.boxOf(body);
      page.answer.choose("verdict");
      window.at = page.findBody(view.toX((l + r) / 2), view.toY((b + t) / 2)) === body ? [view.toX((l + r) / 2), view.toY((b + t) / 2)] : null;
      if (!window.at) for (let k = 0; k < 400 && !window.at; ++k) { const x = l + (r - l) * (k % 20) / 20, y = b + (t - b) * Math.floor(k / 20) / 20; if (page.findBody(view.toX(x), view.toY(y)) === body) window.at = [view.toX(x), view.toY(y)]; }
      page.drawRequested();
      tools.grab(...window.at);""")
    for step in range(1, 9):
        browser.run(f"const {{ tools }} = document.body.satchel; tools.dragTo(window.at[0] + {17 * step}, window.at[1] + {(step * 37) % 60 - 30}, {{ altKey: {str(step % 2 == 0).lower()} }}); document.body.satchel.drawRequested();")
        squares, much = browser.run(different_pixels)
        assert squares == 0 and much <= 60, step
    same = browser.run("""
      const page = document.body.satchel, { data, tools } = page, fresh = tools.kernel.ask(data.pair), words = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength).join();
      return ["feature", "contact", "distance"].every((name) => words(data[name]) === words(fresh[name])) && data.pair.length === 2 * data.feature.length;""")
    assert same
    browser.run("document.body.satchel.tools.drop(); document.body.satchel.drawRequested();")
    squares, much = browser.run(different_pixels)
    assert squares == 0 and much == 0


def test_questions_are_chosen_and_answered(open_scene, browser: Browser) -> None:
    open_scene("parcels")
    browser.run("document.body.satchel.choose(document.body.satchel.pairOf(16, 29), false)")
    expected = {"verdict": "overlap", "mtv": "deep", "distance": "distance", "area": "IoU"}
    assert [option.get_attribute("value") for option in browser.all(".answer option")] == list(expected)
    for question, word in expected.items():
        browser.run("const s = document.querySelector('.answer select'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", question)
        assert word in answer(browser)
    areas = browser.value("page.answer.measure(16, 29)")
    assert 0 < areas["both"] < areas["ofOther"] and areas["ofOther"] == pytest.approx(14 * 12 - 8 * 6)


def test_nms_follows_its_threshold(open_scene, browser: Browser) -> None:
    open_scene("detections")
    kept = []
    for threshold in (0.1, 0.4, 0.8, 1):
        browser.run("const t = document.querySelector('.threshold input'); t.value = arguments[0]; t.dispatchEvent(new Event('input'))", threshold)
        kept.append(int(re.match(r"(\d+) of 42", answer(browser))[1]))
    assert kept == sorted(kept) and kept[0] <= 7 < kept[-1] == 42
    browser.run("const t = document.querySelector('.threshold input'); t.value = 0.4; t.dispatchEvent(new Event('input')); const page = document.body.satchel; page.choose({ body: [...page.answer.kept].indexOf(0) }, false)")
    assert "is suppressed by" in answer(browser)


def test_motions_play_and_pause(open_scene, browser: Browser) -> None:
    open_scene("traffic")
    assert "first hits" in answer(browser)
    browser.click(".play")
    browser.until("page.time > 0.2")
    browser.click(".play")
    time = browser.value("page.time")
    assert browser.value("page.motions.met") > 0 and browser.find(".play").text == "Play"
    assert browser.value("page.time") == time
    # A car that is put out of the way at time 0 hits nothing.
    browser.run("const page = document.body.satchel; page.setTime(0); page.choose({ body: 13 }, false)")
    settle(browser)
    browser.run("const { tools, view, bodies } = document.body.satchel; tools.grab(view.toX(bodies.x(13)), view.toY(bodies.y(13))); tools.dragTo(view.toX(80), view.toY(60), { altKey: true }); tools.drop()")
    settle(browser)
    browser.run("document.body.satchel.choose({ body: 13 }, false)")
    assert answer(browser).startswith("13 hits nothing.")


def test_particles_never_overlap(open_scene, browser: Browser) -> None:
    open_scene("particles")
    browser.click(".play")
    browser.until("page.tools.particles.moves > 2000")
    browser.click(".play")
    browser.run("document.body.satchel.tools.updateAll()")
    settle(browser)
    assert browser.value("page.counts[2]") == 0 and 0 < browser.value("page.tools.particles.accepted") < browser.value("page.tools.particles.moves")
    inside = browser.value("Array.from({ length: 56 }, (_, i) => [page.bodies.x(i), page.bodies.y(i)])")
    assert all(0 <= x < 9 and 0 <= y < 8 for x, y in inside)


# ---- files ---------------------------------------------------------------------------------------------------------------------

def polygon(*ring: tuple[float, float]) -> dict:
    return {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[*map(list, ring), list(ring[0])]]}}


def drop(browser: Browser, name: str, text: str) -> None:
    browser.run("""
      const transfer = new DataTransfer();
      transfer.items.add(new File([arguments[1]], arguments[0]));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));""", name, text)
    browser.until("document.querySelector('.said-file').textContent !== ''")


def test_polygons_of_two_files(open_scene, browser: Browser, tmp_path: pathlib.Path) -> None:
    open_scene("tiles")
    for k in range(2):
        (tmp_path / f"{k}.wkt").write_text(f"POLYGON (({k} 0, {k + 1} 0, {k + 1} 1, {k} 1))")
    browser.find("input[type=file]").send_keys(f"{tmp_path / '0.wkt'}\n{tmp_path / '1.wkt'}")
    browser.until("page.data.name === '0.wkt, 1.wkt'")
    assert answer(browser).startswith("0 (0.wkt) and 1 (1.wkt) touch.")


@pytest.mark.parametrize("shift, words", [(0, "0 (feature 0) and 1 (feature 1) touch. Their boundaries meet"), (0.001, "0 (feature 0) and 1 (feature 1) are apart."), (-0.001, "0 (feature 0) and 1 (feature 1) overlap.")])
def test_whether_two_polygons_of_a_file_touch(shift: float, words: str, open_scene, browser: Browser, tmp_path: pathlib.Path) -> None:
    open_scene("tiles")
    ring = [(13.4, 52.5), (13.5, 52.5), (13.5, 52.6), (13.4, 52.6)]
    other = [(13.5 + shift, 52.5), (13.6, 52.5), (13.6, 52.6), (13.5 + shift, 52.6)]
    path = tmp_path / "two.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [polygon(*ring), polygon(*other)]}))
    browser.find("input[type=file]").send_keys(str(path))
    browser.until("page.data.name === 'two.geojson'")
    browser.run("document.body.satchel.answer.choose('verdict')")
    assert answer(browser).startswith(words)
    assert browser.find(".said-file").text == "two.geojson is shown."


def test_files_are_dropped_and_refused(open_scene, browser: Browser) -> None:
    open_scene("tiles")
    drop(browser, "a.wkt", "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 2 7, 7 7, 7 2, 2 2))\nPOLYGON ((3 3, 4 3, 4 4, 3 4, 3 3))")
    browser.until("page.data.name === 'a.wkt'")
    assert answer(browser).startswith("0 (geometry 0) and 1 (geometry 1) are apart.")  # it lies in the hole
    drop(browser, "scene.json", json.dumps({"name": "mine", "shapes": [{"type": "box", "half_width": 1, "half_height": 1}], "bodies": [[0, 0, 0, 0], [0, 1, 1, 0]]}))
    browser.until("page.data.name === 'mine'")
    assert browser.value("page.counts") == [0, 0, 1]
    for name, text, message in [
            ("bad.geojson", '{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}}]}', "feature 0: a Point; this page draws polygons"),
            ("bow.wkt", "POLYGON ((0 0, 4 4, 4 0, 0 4))", "bow.wkt: no polygon is valid. geometry 0:"), ("x.txt", "hello", "neither JSON nor WKT"),
            ("c.json", json.dumps({"shapes": [{"type": "polygon", "vertices": [[0, 0], [4, 0], [1, 1], [0, 4]]}], "bodies": [[0, 0, 0, 0]]}), "c.json: shapes[0]:")]:
        browser.run("document.querySelector('.said-file').textContent = ''")
        drop(browser, name, text)
        assert message in browser.find(".said-file").text
        assert browser.value("page.data.name") == "mine"  # what was there stays
    drop(browser, "some.wkt", "POLYGON ((0 0, 4 4, 4 0, 0 4)) POLYGON ((9 9, 8 9, 8 8))")
    browser.until("page.data.name === 'some.wkt'")
    assert "1 polygon is left out. geometry 0:" in browser.find(".said-file").text and browser.value("page.bodies.count") == 1


def test_a_name_in_a_file_is_text(open_scene, browser: Browser) -> None:
    open_scene("tiles")
    name = "<img src=x onerror=alert(1)>"
    drop(browser, f"{name}.json", json.dumps({"name": name, "shapes": [{"type": "circle", "center": [0, 0], "radius": 1}], "bodies": [[0, 0, 0, 0]]}))
    browser.until("page.bodies.count === 1")
    assert browser.find("h1").text == name and browser.all("img") == []
    assert f"<title>{name}" not in browser.run("return document.body.playground.svg()")


# ---- what is taken away -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", names)
def test_a_link_holds_the_scene_as_it_is(name: str, open_scene, browser: Browser, playground: pathlib.Path) -> None:
    open_scene(name)
    browser.run("const { tools } = document.body.satchel, [x, y] = tools.poseOf(5); tools.place(5, x + 0.125, y + 0.25, 0.6, 0.8); tools.update(5); document.body.satchel.answer.choose('area'); document.body.playground.link()")
    browser.until("location.hash.includes('data=')")
    before, link = browser.value("Array.from(page.bodies.pose)"), browser.run("return location.hash")
    browser.open(playground, link)
    browser.until("document.documentElement.dataset.live === 'ready'")
    assert browser.value("Array.from(page.bodies.pose)") == before
    assert browser.value("page.answer.question") == "area" and "link" not in browser.find(".said-file").text
    assert browser.value("page.counts") == browser.value("page.tools.kernel.ask(page.data.pair).feature.reduce((counts, bits) => (++counts[bits & 3], counts), [0, 0, 0])")


def test_a_broken_link_is_said_and_the_gallery_shown(browser: Browser, playground: pathlib.Path) -> None:
    browser.open(playground, "#data=abcdef")
    browser.until("document.documentElement.dataset.live === 'ready' && document.querySelector('.said-file').textContent !== ''")
    assert "The link's scene cannot be read" in browser.find(".said-file").text
    assert browser.value("page.data.gallery") == "tiles"


@pytest.mark.parametrize("name", names)
def test_svg_has_every_body_in_sight(name: str, open_scene, browser: Browser) -> None:
    open_scene(name)
    svg = ElementTree.fromstring(browser.run("return document.body.playground.svg()"))
    bodies = {e.get("id"): e for e in svg.iter("{http://www.w3.org/2000/svg}path") if e.get("id")}
    in_sight = browser.value("page.grid.find(page.view.box(0, 0, page.view.width, page.view.height)).length")
    assert len(bodies) == in_sight and all("NaN" not in e.get("d") for e in bodies.values())
    # A browser draws it: the middle of the first body has its colour.
    done = browser.driver.execute_async_script("""
      const [text, done] = arguments, image = new Image();
      image.onload = () => { const canvas = document.createElement("canvas"); canvas.width = image.width; canvas.height = image.height; const ctx = canvas.getContext("2d"); ctx.drawImage(image, 0, 0);
        const data = ctx.getImageData(0, 0, canvas.width, canvas.height).data, colours = new Set(); for (let i = 0; i < data.length; i += 4) colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]); done(colours.size); };
      image.onerror = () => done(0);
      image.src = "data:image/svg+xml;base64," + arguments[0];""", base64.b64encode(ElementTree.tostring(svg)).decode())
    assert done > 5


# ---- words, and phones --------------------------------------------------------------------------------------------------------------

def test_help_explains_words_and_keys_where_they_stand(open_scene, browser: Browser) -> None:
    open_scene("tiles")
    browser.run("const page = document.body.satchel; page.choose(page.pairOf(0, 5), false); document.querySelector('.marks').focus()")
    assert not any(e.is_displayed() for e in browser.all(".why"))
    browser.keys("?")
    texts = [e.text for e in browser.all(".why") if e.is_displayed()]
    assert len(texts) >= 6 and browser.find(".keys").is_displayed()
    rows = [(e.get_attribute("textContent"), e.find_element("xpath", "following-sibling::dd[1]").text) for e in browser.all(".detail dt")]
    explained = {rows[k - 1][0]: text for k, (name, text) in enumerate(rows) if name == ""}
    assert "shortest move of body a that ends the overlap" in explained["MTV of a"]
    assert {"verdict", "separation", "normal", "MTV of a", "distance"} <= set(explained)
    browser.keys(Keys.ESCAPE)
    assert not browser.find(".keys").is_displayed() and not any(e.is_displayed() for e in browser.all(".why"))
    assert browser.value("page.chosen !== null")
    browser.click("button.help")
    assert browser.find(".keys").is_displayed()
    browser.click(".keys button")


@pytest.mark.parametrize("name", names)
def test_on_a_phone_the_answer_stands_above_the_fold(name: str, phone, open_scene, browser: Browser) -> None:
    open_scene(name)
    if name != "detections":
        browser.run("const page = document.body.satchel; page.choose({ pair: 0 }, false)")
    for css in (".answer select", ".answer .main", ".answer .more", ".help", ".tile"):
        box = browser.run("const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]", css)
        assert 0 <= box[0] and box[2] <= 390 and 0 <= box[1] and box[3] <= 844, css
    assert browser.run("return document.documentElement.scrollWidth") <= 390
    if name == "traffic" or name == "particles":
        assert browser.run("return document.querySelector('.play').getBoundingClientRect().bottom") <= 844


def test_two_fingers_zoom_and_move_no_body(phone, open_scene, browser: Browser) -> None:
    open_scene("tiles")
    x, y = chosen_body(browser)
    scale, pose = browser.value("page.view.scale"), browser.value("Array.from(page.bodies.pose)")
    fingers = [PointerInput(interaction.POINTER_TOUCH, f"finger{k}") for k in range(2)]
    actions = ActionBuilder(browser.driver, mouse=fingers[0], duration=50)
    actions.add_pointer_input(interaction.POINTER_TOUCH, "other")
    other = actions.devices[-1]
    one = fingers[0]
    # One on the capsule, one beside it; then apart.
    one.create_pointer_move(duration=0, x=round(x), y=round(y))
    one.create_pointer_down(button=0)
    one.create_pause(0)
    one.create_pause(0)
    one.create_pointer_move(duration=100, x=round(x) - 40, y=round(y))
    one.create_pointer_up(0)
    other.create_pause(0)
    other.create_pause(0)
    other.create_pointer_move(duration=0, x=round(x) + 80, y=round(y))
    other.create_pointer_down(button=0)
    other.create_pointer_move(duration=100, x=round(x) + 160, y=round(y))
    other.create_pointer_up(0)
    actions.perform()
    settle(browser)
    assert browser.value("page.view.scale") > 1.5 * scale
    assert browser.value("Array.from(page.bodies.pose)") == pose


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_legible(theme: str, open_scene, browser: Browser) -> None:
    from test_page import contrasts
    open_scene("detections", f"&theme={theme}")
    browser.click("button.help")
    assert [row for row in browser.run(contrasts) if row[1] < 4.5] == []
