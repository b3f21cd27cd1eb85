"""The script of the notebook's widget in a browser, with the game behind it and no notebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludparse
from ludparse.exporters.notebook import playing as module
from ludparse.exporters.notebook.playing import Playing
from tests.exporters.web.games import PROMOTION

SCRIPT = Path(module.__file__).with_name("widget.js").read_text(encoding="utf-8")
PAGE = """<!doctype html><body style="width: 300px"><div id="cell"></div><script type="module">
const listeners = new Set(), scripts = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
const model = {
  view: await ask({}),
  get: () => model.view,
  on: (_, told) => listeners.add(told),
  off: (_, told) => listeners.delete(told),
  send: async (asked) => { model.view = await ask(asked); for (const told of listeners) told(); },
};
window.end = (await import(scripts)).default.render({ model, el: document.getElementById("cell") });
window.listeners = listeners;
</script></body>"""


class Notebook:
    """An open page with the widget of a game."""

    def __init__(self, browser: Any, game: Any) -> None:
        self.playing = Playing(game)
        self.problems: list[str] = []
        self.page = browser.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.expose_function("ask", self.ask)
        self.page.set_content(PAGE.replace("[SCRIPT]", f"[{literal(SCRIPT)}]"))
        self.page.wait_for_selector("img")

    def ask(self, asked: dict[str, Any]) -> Any:
        """What the widget's Python side does."""
        if "click" in asked:
            self.playing.click(*asked["click"])
        elif "choose" in asked:
            self.playing.choose(asked["choose"])
        elif "write" in asked:
            self.playing.write(asked["write"])
        elif asked.get("do") == "undo":
            self.playing.undo()
        return self.playing.view

    def tap(self, site: str) -> None:
        """A click on a site of the picture, which is narrower here than it was drawn."""
        self.page.wait_for_function("document.querySelector('img').complete")
        box = self.page.locator("img").bounding_box()
        scale = box["width"] / self.page.evaluate("document.querySelector('img').naturalWidth")
        x, y, *_ = self.playing.kit.sites[site]
        self.page.mouse.click(box["x"] + scale * x, box["y"] + scale * y)

    def wait(self, plies: int, text: str) -> None:
        self.page.wait_for_function("text => document.querySelector('#cell > div').textContent === text", arg=text)
        assert len(self.playing.state.history) == plies


def literal(text: str) -> str:
    """A text as JavaScript reads it within an element."""
    return json.dumps(text).replace("</", "<\\/")


@pytest.fixture
def notebook(browser: Any) -> Notebook:
    return Notebook(browser, ludparse.load(PROMOTION))


def test_a_game_is_played_by_clicks_buttons_and_in_writing(notebook: Notebook) -> None:
    state, (begin, end) = notebook.playing.state, notebook.playing.entry.moves[0][1]
    before = [move.notation for move in state.legal_moves()]
    first = notebook.page.locator("img").get_attribute("src")
    notebook.tap(begin)
    notebook.page.wait_for_function("before => document.querySelector('img').src !== before", arg=first)
    assert notebook.playing.entry.selected == begin
    notebook.tap(end)
    notebook.wait(1, notebook.playing.screen.outcome(state))
    notebook.page.get_by_role("button", name="Undo").click()
    notebook.wait(0, "White to move.")
    notebook.page.get_by_label("a move").fill(before[0])
    notebook.page.keyboard.press("Enter")
    notebook.wait(1, notebook.playing.screen.outcome(state))
    notebook.page.get_by_label("a move").fill("Z9-Z8")
    notebook.page.keyboard.press("Enter")
    notebook.page.wait_for_function("document.querySelector('[role=alert]').textContent.includes('Z9-Z8')")
    assert not notebook.problems


def test_a_cell_that_is_closed_asks_nothing_more(notebook: Notebook) -> None:
    assert notebook.page.evaluate("listeners.size") == 1
    notebook.page.evaluate("end()")
    assert notebook.page.evaluate("listeners.size") == 0
