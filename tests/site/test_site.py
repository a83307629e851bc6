"""The site in headless Chromium: every page, wide and narrow, light and dark; the live page; the search; what a reader looks for first."""

from __future__ import annotations

import functools
import http.server
import pathlib
import sys
import threading
from typing import Iterator

import pytest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tests/page"))
from browser import Browser  # noqa: E402

html = root / "build/site/html"
pages = sorted(path.relative_to(html).as_posix() for path in html.rglob("*.html") if "_static" not in path.parts)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(html)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser((1440, 900)) as browser:
        yield browser


def show(browser: Browser, width: int, height: int, scheme: str = "light") -> None:
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})


def test_there_are_pages() -> None:
    assert len(pages) > 100 and "index.html" in pages


@pytest.mark.parametrize("width, height, scheme", [(1440, 900, "light"), (390, 844, "dark")])
def test_every_page_loads_and_fits(width: int, height: int, scheme: str, browser: Browser, address: str) -> None:
    show(browser, width, height, scheme)
    wide = []
    for page in pages:
        browser.driver.get(address + page)
        shown = browser.run("return [document.documentElement.scrollWidth, document.body.innerText.length]")
        if shown[0] > width:
            wide.append(f"{page}: {shown[0]} pixels")
        assert page.startswith("live/") or shown[1] > 100, page
    assert wide == [] and browser.complaints() == []


def colours(browser: Browser) -> list[str]:
    return browser.run("return ['body', 'figure.answer text', 'figure.answer path'].map((css) => { const style = getComputedStyle(document.querySelector(css));"
                       " return css === 'body' ? style.backgroundColor : css.endsWith('text') ? style.fill : style.stroke; })")


def brightness(colour: str) -> float:
    return sum(float(number) for number in colour.removeprefix("rgb(").removesuffix(")").split(",")[:3]) / 3


def test_figures_follow_the_theme(browser: Browser, address: str) -> None:
    for scheme in ("light", "dark"):
        show(browser, 1440, 900, scheme)
        browser.driver.get(address + "guide/verdicts.html")
        ground, *drawn = map(brightness, colours(browser))
        assert (ground > 200) == (scheme == "light") and all(abs(ground - colour) > 60 for colour in drawn)


def test_a_body_can_be_dragged_on_the_front_page(browser: Browser, address: str) -> None:
    show(browser, 1440, 900)
    browser.driver.get(address + "index.html")
    frame = browser.find("iframe.live")
    place = frame.rect
    assert place["y"] + place["height"] < 900  # above the fold
    browser.driver.switch_to.frame(frame)
    try:
        browser.until("document.documentElement.dataset.drawn === 'true'")
        browser.until("document.documentElement.dataset.live === 'same'")
        overlapping = "Number(document.documentElement.dataset.overlapping)"
        assert browser.value(overlapping) == 3
        pixels = [browser.value(f"[page.view.toX({x}), page.view.toY({y})]") for x, y in ((-0.6, 0), (-0.6, 3.5))]
        start, up = ((place["x"] + x + 1, place["y"] + y + 1) for x, y in pixels)  # of the window; the frame has a border
        browser.drag(start, up)  # body 0 out of body 1
        browser.until(f"{overlapping} === 2")
        browser.drag(up, start)
        browser.until(f"{overlapping} === 3")
    finally:
        browser.driver.switch_to.default_content()


def test_the_search_finds_a_call_in_every_reference(browser: Browser, address: str) -> None:
    show(browser, 1440, 900)
    browser.driver.get(address + "search.html?q=first_hits")
    browser.until("/found \\d+ page/.test(document.getElementById('search-results').innerText)")
    found = browser.run("return [...document.querySelectorAll('#search-results li a')].map((a) => a.getAttribute('href'))")
    assert {language for language in ("cpp", "python", "c/") if any(f"reference/{language}" in link for link in found)} == {"cpp", "python", "c/"}


def tabs(browser: Browser) -> dict[str, str]:
    texts = browser.run("return [...document.querySelectorAll('.sd-tab-set > label')].map((label) => [label.textContent, label.nextElementSibling.textContent])")
    return {title.strip(): text for title, text in texts}


def test_what_a_reader_looks_for_first(browser: Browser, address: str) -> None:
    browser.driver.get(address + "guide/trajectories.html")
    shown = tabs(browser)
    assert "void first_hits(" in shown["C++"] and "satchel_status satchel_first_hits(" in shown["C"]
    assert "satchel.first_hits(" in shown["Python"] and "firstHits(" in shown["JavaScript"] and "satchel first-hits" in shown["Shell"]
    browser.driver.get(address + "install.html")
    shown = tabs(browser)
    assert "apt install" in shown["Debian, Ubuntu"] and "brew install" in shown["macOS"] and "vcpkg install" in shown["Windows"]
    browser.driver.get(address + "guide/validity.html")
    assert "the edges cross" in browser.find("article").text
    browser.driver.get(address + "guide/contacts.html")
    assert "moves a out of b" in browser.find("article").text


def test_calls_of_the_references_link_each_other(browser: Browser, address: str) -> None:
    browser.driver.get(address + "reference/python.html")
    links = browser.run("return [...document.getElementById('satchel.first_hits').parentElement.querySelectorAll('.other-languages a')].map((a) => [a.textContent, a.href])")
    assert [text for text, _ in links] == ["Which trajectory hits what first?", "C++", "C", "JavaScript"]
    assert links[0][1].endswith("guide/trajectories.html")
    assert browser.run("return document.querySelectorAll('article figure.answer svg').length") > 10  # a figure of each answer
    for _, link in links[1:]:
        browser.driver.get(link)
        assert browser.run("const place = document.getElementById(decodeURIComponent(location.hash.slice(1))); return /first_?hits/i.test(place.textContent)")
