"""A browser for the tests of pages: Playwright with the system's Chromium. Skips where one of them is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["CONTRAST", "Seen", "browsing", "opened"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@contextmanager
def browsing() -> Iterator[Any]:
    """A running Chromium. Skips the test that asks for it where there is none."""
    pytest.importorskip("ziglang", reason="no compiler for WebAssembly (the extra web-test)")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (the extra web-test)")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"there is no Chromium: none of {', '.join(NAMES)} is on the path, and CHROMIUM is not set")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Seen:
    """An open page of a game, and what went wrong on it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.problems: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type == "error" else None)
        page.on("requestfailed", self._failed)

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # which is what becomes of pictures that a page leaves behind
            self.problems.append(request.url)

    def visit(self, url: str) -> None:
        self.page.goto(url)
        self.page.wait_for_selector("html[data-ready='1']", timeout=30_000)

    @property
    def ply(self) -> int:
        """How many moves are played in the position that is shown."""
        return int(self.page.evaluate("document.documentElement.dataset.ply"))

    @property
    def status(self) -> str:
        return str(self.page.locator("#status").inner_text())

    @property
    def moves(self) -> list[str]:
        """The list of moves, without numbers."""
        return [text.partition(". ")[2].strip() for text in self.page.locator("#moves li").all_inner_texts()]

    def site(self, name: str) -> Any:
        return self.page.locator(f".target[data-site='{name}']")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def begin(self) -> None:
        """Begin a new game."""
        self.press("New game")
        self.agree()

    def agree(self) -> None:
        """Say that the game in progress may be lost, if that is asked."""
        if self.page.locator("#choice[open]").count():
            self.press("End this game")

    def pieces(self) -> int:
        return int(self.page.locator("svg.board .pieces .piece").count())

    def check(self) -> None:
        """Nothing went wrong so far."""
        assert self.problems == []
        assert self.page.evaluate("document.documentElement.dataset.failed ?? ''") == ""


@contextmanager
def opened(browser: Any, file: Path, address: str = "", **settings: Any) -> Iterator[Seen]:
    """A page in a fresh profile, and the position of an address. At the end nothing may have gone wrong on it."""
    context = browser.new_context(**{"viewport": {"width": 1100, "height": 800}, **settings})
    seen = Seen(context.new_page())
    seen.visit(file.as_uri() + address)
    yield seen
    seen.check()
    context.close()


CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  };
  const light = ([r, g, b]) => {
    const linear = [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const poor = [];
  for (const element of document.querySelectorAll("body *:not(svg *):not(script):not(option)")) {
    const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!text || !element.checkVisibility() || element.disabled) continue;
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.push(`${element.tagName} ${element.id} ${element.className} ${ratio.toFixed(2)}`);
  }
  return poor;
}"""
"""The elements of a page whose text has less contrast than 4.5:1."""
