"""Mouse, touch and keyboard on the boards of known games: every part of a piece or column reacts, fingers drag."""

from __future__ import annotations

from typing import Any

import pytest

from tests import corpus
from tests.corpus import needs_corpus
from tests.exporters.web.browser import Seen, opened

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

PIECES = """() => {
  const svg = document.querySelector("svg.board");
  return [...svg.querySelectorAll(".pieces > .piece[data-of]")].map((node) => {
    const use = node.querySelector("use") ?? node;
    const box = use.getBoundingClientRect();
    return [node.dataset.of, box.x, box.y, box.width, box.height];
  });
}"""
"""The pieces from the bottom to the top: the site of each, and its box on the screen."""

AT = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-site]')?.dataset.site ?? ''"


def pieces(seen: Seen) -> list[tuple[str, float, float, float, float]]:
    return [tuple(row) for row in seen.page.evaluate(PIECES)]


def site_at(seen: Seen, x: float, y: float) -> str:
    return str(seen.page.evaluate(AT, [x, y]))


def selected(seen: Seen) -> str:
    return str(seen.page.evaluate("document.querySelector('.target[aria-pressed=true]')?.dataset.site ?? ''"))


def goals(seen: Seen) -> list[str]:
    found = seen.page.locator(".target[aria-label*='can go there']").all()
    return [str(goal.get_attribute("data-site")) for goal in found]


@needs_corpus
def test_every_checker_and_the_whole_column_of_backgammon_are_its_point(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Backgammon"), "#s=1") as seen:
        discs = [row for row in pieces(seen) if seen.site(row[0]).get_attribute("aria-label").find("Die") < 0]
        assert len(discs) == 30
        for name, x, y, width, height in discs:
            for dx, dy in ((0.5, 0.5), (0.5, 0.1), (0.5, 0.9), (0.12, 0.5), (0.88, 0.5)):
                assert site_at(seen, x + dx * width, y + dy * height) == name
        origin = seen.page.locator(".target.can").first.get_attribute("data-site")
        own = [row for row in discs if row[0] == origin]
        x, y = own[-1][1] + own[-1][3] / 2, own[-1][2] + own[-1][4] / 2
        seen.page.mouse.click(x, y)
        assert selected(seen) == origin
        goal = goals(seen)[0]
        end = seen.site(goal).bounding_box()
        assert end["height"] > 4 * end["width"]
        seen.page.keyboard.press("Escape")
        assert selected(seen) == ""
        seen.page.mouse.move(x, y)
        seen.page.mouse.down()
        seen.page.mouse.move(x + 9, y + 9)
        assert seen.page.locator(".lifted").count() == 1  # one checker goes, not the column
        seen.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
        seen.page.mouse.up()
        assert seen.ply == 1


STACKS = """
(game "Stacks" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each (move Step (to if:True) stack:True))})
    (rules
        (start {(place Stack "Disc1" 1 count:5) (place Stack "Disc2" 14 count:4) (place "Disc1" 5)})
        (play (forEach Piece top:True))
        (end (if (no Moves Next) (result Mover Win)))))
"""


def test_the_whole_of_a_high_stack_is_its_site(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(STACKS)) as seen:
        high = [row for row in pieces(seen) if row[0] == "C1"]
        assert len(high) == 5
        name, x, y, width, height = high[-1]
        for dy in (0.08, 0.2, 0.5, 0.9):
            assert site_at(seen, x + width / 2, y + dy * height) == name
        seen.page.mouse.click(x + width / 2, y + 0.1 * height)
        assert selected(seen) == "C1"


def touch_drag(seen: Seen, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger. Chromium itself decides whether the page scrolls instead."""
    client = seen.page.context.new_cdp_session(seen.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    send("touchStart", begin)
    for k in range(1, 13):
        send("touchMove", (begin[0] + (end[0] - begin[0]) * k / 12, begin[1] + (end[1] - begin[1]) * k / 12))
        seen.page.wait_for_timeout(16)
    send("touchEnd")


def middle(seen: Seen, name: str) -> tuple[float, float]:
    box = seen.site(name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", corpus.games("Chess", "Xiangqi", "Lasca", "Backgammon", "Leapfrogs"))
def test_a_finger_drags_a_piece_and_does_not_scroll_the_page(game: str, browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(game), "#s=1", **PHONE) as seen:
        cancelled = "window.cancelled = 0; addEventListener('pointercancel', () => window.cancelled++, true)"
        seen.page.evaluate(cancelled)
        names = [t.get_attribute("data-site") for t in seen.page.locator(".target.can[aria-disabled='false']").all()]
        name = names[0]
        seen.site(name).evaluate("element => element.scrollIntoView({ block: 'center' })")
        seen.page.touchscreen.tap(*middle(seen, name))
        assert selected(seen) == name
        found = goals(seen)
        goal = max(found, key=lambda goal: abs(middle(seen, goal)[1] - middle(seen, name)[1]))
        seen.page.touchscreen.tap(*middle(seen, name))
        before = seen.page.evaluate("scrollY")
        touch_drag(seen, middle(seen, name), middle(seen, goal))
        assert (seen.ply, seen.page.evaluate("window.cancelled"), seen.page.evaluate("scrollY")) == (1, 0, before)


@needs_corpus
def test_a_finger_beside_what_can_be_chosen_scrolls_the_page(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Chess"), **PHONE) as seen:
        empty = seen.page.get_by_role("button", name="E4: empty")
        box = empty.bounding_box()
        touch_drag(seen, (box["x"] + 5, box["y"] + 5), (box["x"] + 5, box["y"] - 150))
        seen.page.wait_for_function("() => scrollY > 0", timeout=5_000)
        assert seen.ply == 0


FOCUSED = "document.activeElement.closest('[data-site]')?.dataset.site ?? document.activeElement.tagName"


@needs_corpus
def test_the_first_stop_of_the_tabulator_is_a_piece_that_can_move(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Backgammon"), "#s=1") as seen:
        seen.page.keyboard.press("Tab")
        assert "can" in seen.site(seen.page.evaluate(FOCUSED)).get_attribute("class").split()


def test_escape_lets_go_and_arrow_keys_replay_after_the_mouse(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("leaps"), "#s=1&m=0.0.0") as seen:
        keys = seen.page.keyboard
        seen.page.locator(".target.can").first.click()
        assert selected(seen) != ""
        keys.press("Escape")
        assert selected(seen) == ""
        for key, ply in (("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2), ("Home", 0), ("ArrowLeft", 0),
                         ("End", 3), ("ArrowRight", 3)):  # fmt: skip
            keys.press(key)
            assert seen.ply == ply, key
        seen.page.locator("#strength").focus()  # a slider has its own use for arrow keys
        keys.press("ArrowLeft")
        assert seen.ply == 3
        seen.page.locator(".target.can").first.focus()  # so has the board for whoever came there by keys
        keys.press("ArrowLeft")
        assert seen.ply == 3


def test_a_new_game_asks_before_the_old_one_is_lost(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("leaps", 2), "#s=1&m=0.0.0") as seen:
        question = seen.page.get_by_role("dialog")
        seen.press("New game")
        assert "3 moves" in question.inner_text()
        seen.press("Go on playing")
        assert seen.ply == 3
        seen.page.locator("#variant").select_option(index=1)
        assert question.is_visible()
        seen.page.keyboard.press("Escape")
        assert (seen.ply, seen.page.locator("#variant").input_value()) == (3, "0")
        seen.begin()
        assert (seen.ply, len(seen.moves)) == (0, 0)
        seen.press("New game")  # nothing to lose
        assert not question.is_visible()
        seen.page.locator("#variant").select_option(index=1)
        seen.page.wait_for_function("document.getElementById('variant').value === '1'")
