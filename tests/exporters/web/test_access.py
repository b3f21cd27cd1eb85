"""Pages have no accessibility violation that axe finds: every kind of game, wide and on a phone, light and dark."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from tests.exporters.web.browser import opened
from tests.exporters.web.hands import KINDS, play_something

pytest.importorskip("axe_playwright_python", reason="axe is not installed (the extra web-test)")

FOUND = """() => axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`))"""


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(kind: str, browser: Any, page_of: Any) -> None:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    for width, scheme in ((1400, "light"), (390, "dark")):
        settings = {"viewport": {"width": width, "height": 850}, "color_scheme": scheme}
        with opened(browser, page_of(kind, 2), "#s=1", **settings) as seen:
            seen.page.evaluate(axe)
            found = seen.page.evaluate(FOUND)  # of the question to hand the screen over, if there is one
            play_something(seen)
            seen.page.evaluate("for (const part of document.querySelectorAll('details:not(#set-up)')) part.open = true")
            assert [*found, *seen.page.evaluate(FOUND)] == []
