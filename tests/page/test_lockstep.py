"""The page of the lockstep: the module in Chromium steps the world as the native program does, and shows where it does not."""
from __future__ import annotations

import pathlib
import subprocess

import pytest

from browser import Browser

root = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def page() -> pathlib.Path:
    path = root / "build/wasm/page/lockstep.html"
    if not path.exists():
        pytest.skip(f"there is no {path}: cmake --workflow --preset wasm makes it")
    return path


@pytest.fixture
def record(request: pytest.FixtureRequest, tmp_path: pathlib.Path):
    """Makes a record by the native program, beside the tool."""
    program = pathlib.Path(request.config.getoption("--tool")).with_name("lockstep")
    if not program.exists():
        pytest.skip(f"there is no {program}: cmake --build --preset test --target lockstep makes it")

    def make(bodies: int, frames: int) -> pathlib.Path:
        path = tmp_path / f"{bodies}.record"
        subprocess.run([program, str(bodies), str(frames), "--record", path], check=True, stdout=subprocess.DEVNULL)
        return path
    return make


def open_page(browser: Browser, page: pathlib.Path) -> None:
    browser.driver.get("about:blank")
    browser.driver.get(page.resolve().as_uri())
    browser.until("document.body.lockstep || document.documentElement.dataset.different === 'failed'")


def choose(browser: Browser, path: pathlib.Path) -> None:
    browser.find("#file").send_keys(str(path))


@pytest.mark.parametrize("bodies, frames", [(500, 300), (5000, 120)])
def test_every_hash_is_that_of_the_native_program(bodies: int, frames: int, page: pathlib.Path, record, browser: Browser) -> None:
    open_page(browser, page)
    browser.run("document.querySelector('#speed').value = '0'")
    choose(browser, record(bodies, frames))
    browser.until(f"document.documentElement.dataset.equal === '{frames}'", 60)
    assert browser.value("document.documentElement.dataset.different") == "-1"
    browser.until(f"document.querySelector('#state').textContent === 'All {frames} hashes of the record are equal.'")
    # Past the record's end a row has the page's hash alone.
    frame, mine, theirs = browser.run("return Array.from(document.querySelectorAll('tbody tr:first-child td'), (cell) => cell.textContent)")
    assert int(frame) >= frames and len(mine) == 16 and theirs == "–"


def test_a_bit_that_differs_is_found(page: pathlib.Path, record, browser: Browser) -> None:
    path = record(100, 60)
    data = bytearray(path.read_bytes())
    data[16 + 8 * 37 + 3] ^= 16
    path.write_bytes(data)
    open_page(browser, page)
    choose(browser, path)
    browser.until("document.documentElement.dataset.different === '37'")
    browser.until("document.querySelector('#state').textContent === 'Frame 37 differs: these are not the same worlds.'")


def test_what_is_no_record_is_refused(page: pathlib.Path, record, tmp_path: pathlib.Path, browser: Browser) -> None:
    open_page(browser, page)
    short = record(100, 3)
    short.write_bytes(short.read_bytes()[:-1])
    choose(browser, short)
    browser.until("document.querySelector('#state').textContent.includes('39 bytes; 3 frames take 40')")
    other = tmp_path / "scene.json"
    other.write_text('{"shapes": [], "bodies": []}')
    choose(browser, other)
    browser.until("document.querySelector('#state').textContent.includes('this is no record')")
