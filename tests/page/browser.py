"""Headless Chromium by selenium. Debian's packages chromium and chromium-driver, and selenium of PyPI: bootstrap.sh --page."""
from __future__ import annotations

import pathlib
import shutil
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")


class Browser:
    """A window; `open` loads a file and waits until its first frame is drawn."""

    def __init__(self, size: tuple[int, int] = (1200, 800), *arguments: str) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1",
                         f"--window-size={size[0]},{size[1]}", *arguments):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.quit()

    def open(self, page: pathlib.Path, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.driver.get(page.resolve().as_uri() + fragment)
        self.until("document.documentElement.dataset.drawn === 'true'")

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def value(self, expression: str) -> Any:
        """The value of an expression in which `page` is the page."""
        return self.run(f"const page = document.body.satchel; return {expression};")

    def until(self, expression: str, seconds: float = 20) -> None:
        WebDriverWait(self.driver, seconds, 0.05).until(
            lambda _: self.value(expression), f"never true: {expression}")

    def find(self, css: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css: str) -> list[Any]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def click(self, css: str) -> None:
        self.find(css).click()

    def type(self, css: str, text: str) -> None:
        self.find(css).send_keys(text)

    def keys(self, *keys: str) -> None:
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def drag(self, start: tuple[float, float], *stops: tuple[float, float]) -> None:
        """Presses the pointer at a pixel of the drawing, moves it over the stops and releases it; without stops: a click."""
        actions = ActionBuilder(self.driver, duration=20)
        actions.pointer_action.move_to_location(*map(round, start)).pointer_down()
        for stop in stops:
            actions.pointer_action.move_to_location(*map(round, stop))
        actions.pointer_action.pointer_up()
        actions.perform()

    def hover(self, pixel: tuple[float, float]) -> None:
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(*map(round, pixel))
        actions.perform()

    def complaints(self) -> list[str]:
        """What the console has got since the last call: every warning and error, but for the tests' own reading of pixels."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("WARNING", "SEVERE") and "willReadFrequently" not in entry["message"]]
