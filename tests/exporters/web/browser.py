"""A browser for the tests of pages: Playwright with the system's Chromium. Skips where one of them is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Seen", "browsing", "opened"]

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
        page.on("requestfailed", lambda request: self.problems.append(request.url))

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

    def pieces(self) -> int:
        return int(self.page.locator("svg.board .pieces .piece").count())

    def check(self) -> None:
        """Nothing went wrong so far."""
        assert self.problems == []
        assert self.page.evaluate("document.documentElement.dataset.failed ?? ''") == ""


@contextmanager
def opened(browser: Any, file: Path, **settings: Any) -> Iterator[Seen]:
    """A page in a fresh profile. At the end nothing may have gone wrong on it."""
    context = browser.new_context(**{"viewport": {"width": 1100, "height": 800}, **settings})
    seen = Seen(context.new_page())
    seen.visit(file.as_uri())
    yield seen
    seen.check()
    context.close()
