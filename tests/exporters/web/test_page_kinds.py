"""Pages in a real browser: every kind of game, by mouse, by keyboard, by drag and by ten thousand random clicks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludparse import load
from ludparse.exporters.pictures.theme import BY_VIEWER
from ludparse.pictures import position_svg
from tests.exporters.web.browser import Seen, opened
from tests.exporters.web.hands import KINDS, key_something, play_something, uncover
from tests.exporters.web.shots import address, reached

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_played_taken_back_and_linked(kind: str, browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(kind)) as seen:
        for _ in range(8):
            if seen.ply >= 3 or seen.page.evaluate("document.documentElement.dataset.over") == "true":
                break
            play_something(seen)
        played = seen.ply
        assert played >= 2
        if seen.page.locator("#cover[open]").count():
            seen.page.locator("#cover button").click()
        moves, address = seen.moves, seen.page.url
        assert len(moves) == played
        seen.press("Undo")
        if seen.page.locator("#cover[open]").count():
            seen.page.locator("#cover button").click()
        assert seen.ply == played - 1
        assert len(seen.moves) == played
        seen.press("Redo")
        assert seen.ply == played
        other = browser.new_page()
        again = Seen(other)
        again.visit(address)
        if other.locator("#cover[open]").count():
            other.locator("#cover button").click()
        assert (again.ply, again.moves) == (played, moves)
        again.check()
        other.close()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_by_keyboard_with_jumps_trials_and_the_computer(
    kind: str, browser: Any, page_of: Any, tmp_path: Path
) -> None:
    with opened(browser, page_of(kind), accept_downloads=True) as seen:
        for _ in range(6):
            if seen.ply < 2 and seen.page.evaluate("document.documentElement.dataset.over") == "false":
                key_something(seen)
        uncover(seen)
        played, moves = seen.ply, seen.moves
        assert played >= 2
        seen.page.locator("#moves button").first.press("Enter")
        uncover(seen)
        assert seen.ply == 1
        seen.press("Start")
        uncover(seen)
        assert seen.ply == 0
        seen.press("End")
        uncover(seen)
        assert seen.ply == played
        seen.page.get_by_text("Save, load, share").click()
        with seen.page.expect_download() as download:
            seen.press("Save game")
        download.value.save_as(tmp_path / "game.trl")
        seen.begin()
        uncover(seen)
        assert seen.ply == 0
        seen.page.set_input_files("#file", tmp_path / "game.trl")
        seen.page.wait_for_selector(f"html[data-ply='{played}']")
        uncover(seen)
        assert seen.moves == moves
        seen.press("Start")
        uncover(seen)
        seen.page.locator("#strength").fill("0")
        for number in range(seen.page.locator("#players select").count()):
            seen.page.locator("#players select").nth(number).select_option("computer")
        seen.page.wait_for_function("() => Number(document.documentElement.dataset.ply) > 0", timeout=20_000)


@pytest.mark.parametrize("kind", ["stacking", "lanes", "dice", "hidden", "simultaneous", "promotion"])
def test_pieces_are_dragged_in_every_kind_that_moves_them(kind: str, browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(kind)) as seen:
        for _ in range(8):
            uncover(seen)
            begin = seen.page.locator(".target.can[aria-disabled='false']")
            names = [begin.nth(k).get_attribute("data-site") for k in range(min(6, begin.count()))]
            for name in names:
                seen.site(name).focus()
                seen.page.keyboard.press("Enter")
                goals = seen.page.locator(".target[aria-label*='can go there']")
                if goals.count():
                    goal = goals.first.get_attribute("data-site")
                    seen.site(name).press("Enter")  # lets go again
                    before, covered = seen.ply, seen.page.locator("#cover[open]").count()
                    seen.site(name).drag_to(seen.site(goal))
                    if seen.page.locator("#choice[open]").count():
                        seen.page.locator("#choice .option").first.click()
                    assert seen.ply == before + 1 or seen.page.locator("#cover[open]").count() > covered
                    return
                uncover(seen)
            if not names:
                play_something(seen)
        raise AssertionError("no piece could be moved")


DRAWN = """() => [...document.querySelectorAll("svg.board .pieces > *")].map((node) => {
  const at = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(node.getAttribute("transform") ?? "");
  const [x, y] = at ? [at[1], at[2]] : [node.getAttribute("x") ?? 0, node.getAttribute("y") ?? 0];
  const used = [...node.querySelectorAll("use")].map((use) => use.getAttribute("href"));
  return [Math.round(Number(x)), Math.round(Number(y)), node.textContent, used.join(" ")];
})"""


def on_board(rows: list[list[Any]]) -> list[tuple[float, float]]:
    """Where the pieces on the board stand, as shares of how far they stand apart."""
    places = [row[:2] for row in rows if "#lp-die" not in row[3]]
    least = [min(at[k] for at in places) for k in (0, 1)]
    widest = max(at[k] - least[k] for at in places for k in (0, 1)) or 1
    return [((x - least[0]) / widest, (y - least[1]) / widest) for x, y in places]


@pytest.mark.parametrize("kind", ["stacking", "lanes", "dice", "promotion", "edges", "puzzle", "choice"])
def test_pages_draw_positions_as_pictures_do(kind: str, browser: Any, page_of: Any) -> None:
    game = load(KINDS[kind])
    where = address(game, 6)
    state = reached(game, 6)
    with opened(browser, page_of(kind)) as seen:
        seen.visit(page_of(kind).as_uri() + where)
        seen.page.reload()
        seen.page.wait_for_selector("html[data-ready='1']")
        drawn = seen.page.evaluate(DRAWN)
    svg = ElementTree.fromstring(position_svg(state, theme=BY_VIEWER))
    group = svg.find(f"{SVG}g[@class='pieces']")
    assert group is not None
    expected = []
    for node in group:
        at = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", node.get("transform", ""))
        x, y = at.groups() if at else (node.get("x", 0), node.get("y", 0))
        text = "".join(t.text or "" for t in node.iter(f"{SVG}text"))
        used = " ".join(use.get("href", "") for use in node.iter(f"{SVG}use"))
        expected.append([round(float(x)), round(float(y)), text, used])
    assert len(drawn) > 0
    assert [row[2:] for row in drawn] == [row[2:] for row in expected]
    # dice may lie elsewhere on pages, and then the board is not as large
    places = zip(*(on_board(rows) for rows in (drawn, expected)), strict=True)
    assert all(abs(a - b) < 0.02 for one, other in places for a, b in zip(one, other, strict=True))


CLICKS = """async (count) => {
  let seed = 12345;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const press = (element) => {
    const box = element.getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    const at = { bubbles: true, clientX, clientY, button: 0, pointerId: 1 };
    for (const type of ["pointerdown", "pointerup"]) element.dispatchEvent(new PointerEvent(type, at));
    if (element instanceof HTMLElement) element.click();
  };
  const skipped = "#save, #link, .file, #file";
  for (let k = 0; k < count; k++) {
    const dialog = document.querySelector("dialog[open]");
    const of = (selector) => [...(dialog ?? document).querySelectorAll(selector)].filter((e) => !e.matches(skipped));
    const likely = of(dialog ? "button" : ".target.can, #aside button");
    const all = of("button, .target");
    const from = likely.length && random(10) < 8 ? likely : all;
    if (from.length) press(from[random(from.length)]);
    if (document.documentElement.dataset.over === "true" && random(4) === 0) document.getElementById("new").click();
    if (k % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    if (document.documentElement.dataset.failed) return k;
  }
  return count;
}"""


@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_random_clicks_break_nothing(kind: str, browser: Any, page_of: Any) -> None:
    each = 10_000 // len(KINDS) + 1
    with opened(browser, page_of(kind)) as seen:
        assert seen.page.evaluate(CLICKS, each) == each
        assert seen.page.locator("#problem").is_hidden()
