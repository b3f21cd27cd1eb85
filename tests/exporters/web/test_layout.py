"""The board takes what the window has, can be flipped, and shows what is asked for; pieces move over it. Pages are
small."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests import corpus
from tests.corpus import needs_corpus
from tests.exporters.web.browser import Seen, opened
from tests.exporters.web.hands import play_something
from tests.exporters.web.shots import GAMES, LARGEST

WIDE = {"viewport": {"width": 1400, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}}


MOVES = """(goal) => {
  goal.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return document.getAnimations().filter((a) => a.effect.target.closest(".pieces")).length;
}"""


def box(seen: Seen, what: str) -> Any:
    found = seen.page.locator(what).bounding_box()
    assert found is not None
    return found


@needs_corpus
def test_a_wide_board_is_above_the_panel_and_turned_on_a_phone(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Oware"), **WIDE) as seen:
        assert box(seen, "svg.board")["width"] > 1200
        assert box(seen, "section.card")["y"] > box(seen, "svg.board")["y"] + box(seen, "svg.board")["height"]
        assert box(seen, "section.card")["y"] < 800  # its first rows are to be seen
    with opened(browser, page_of("Oware"), **PHONE) as seen:
        assert box(seen, "svg.board")["height"] > 500
        assert box(seen, ".target[data-site='V1']")["width"] > 44
        seen.page.locator(".target.can").first.click()
        assert seen.ply == 1
    with opened(browser, page_of("Chess"), **WIDE) as seen:
        assert box(seen, "svg.board")["height"] > 780


@needs_corpus
def test_a_flipped_board_is_played_on_from_the_other_side(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Shogi"), **WIDE) as seen:
        before = box(seen, ".target[data-site='C0']")
        seen.press("Flip the board")
        after = box(seen, ".target[data-site='C0']")
        assert after["x"] > before["x"] + 200
        assert after["y"] < before["y"] - 200
        own = "g => g.getAttribute('transform')"
        king = seen.page.locator(".pieces [data-of='C4']")
        assert "rotate(180)" in king.evaluate(own)  # what points somewhere turns with the board
        seen.page.locator(".target.can").first.click()
        seen.page.locator(".target[aria-label*='can go there']").first.click()
        assert seen.ply == 1
    with opened(browser, page_of("Chess"), **WIDE) as seen:
        seen.press("Flip the board")
        assert "rotate" not in seen.page.locator(".pieces [data-of='C4']").evaluate(own)


def test_coordinates_are_at_the_edge_and_more_is_shown_on_request(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("hidden"), **WIDE) as seen:
        seen.page.locator("#cover button").click()
        assert seen.page.locator(".site-labels text").count() == 0
        seen.page.get_by_text("Show on the board").click()
        for what in ("names of all places", "numbers of all places"):
            box_ = seen.page.get_by_label(what)
            box_.check()
            assert seen.page.locator(".site-labels text").count() > 0
            box_.uncheck()
    with opened(browser, page_of("leaps"), **WIDE) as seen:
        edge = seen.page.locator(".overlay[data-of='axes']")
        assert edge.is_visible()
        board, text = box(seen, "g.board"), box(seen, ".overlay[data-of='axes'] text >> nth=0")
        assert text["y"] > board["y"] + board["height"] - 2
        seen.page.get_by_text("Show on the board").click()
        seen.page.get_by_label("letters and numbers").uncheck()
        assert not edge.is_visible()


def test_names_stand_by_the_places_where_the_board_has_no_letters(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("lanes"), **WIDE) as seen:
        names = seen.page.locator(".site-labels text:visible")
        assert names.count() > 80
        rows = names.evaluate_all("all => all.map((t) => t.getBoundingClientRect()).map((r) => [r.x, r.y, r.width])")
        for (x, y, width), (u, v, _) in combinations(sorted(rows), 2):  # none lies on another
            assert u > x + 0.9 * width or abs(v - y) > 8
        assert seen.page.locator(".pieces").evaluate("g => g.previousElementSibling.classList.contains('site-labels')")
    with opened(browser, page_of("lanes"), "#s=3", **PHONE) as seen:  # with room for what is marked alone
        assert seen.page.locator(".site-labels text:visible").count() == 0
        for _ in range(30):
            play_something(seen)
            if seen.page.locator(".hints > *").count():
                break
        named = seen.page.locator(".site-labels text:visible")
        assert 0 < named.count() < 10
        assert min(named.evaluate_all("all => all.map((t) => t.getBoundingClientRect().height)")) > 11


def test_dice_are_where_they_take_no_room_from_the_board(browser: Any, page_of: Any) -> None:
    for screen, below in ((WIDE, False), (PHONE, True)):
        with opened(browser, page_of("lanes"), **screen) as seen:
            board, die = box(seen, "g.board"), box(seen, ".trays .slot >> nth=0")
            assert (die["y"] > board["y"] + board["height"]) is below
            assert (die["x"] > board["x"] + board["width"]) is not below
            card = box(seen, "#board")
            assert abs(board["x"] + board["width"] / 2 - card["x"] - card["width"] / 2) < 25  # in the middle


def test_the_board_is_quiet_until_a_piece_is_chosen(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("leaps")) as seen:
        assert seen.page.locator(".marks > *").count() == 0
        seen.page.locator(".target.can").first.click()
        assert seen.page.locator(".marks > *").count() > 0


def test_pieces_move_unless_that_is_not_wanted(browser: Any, page_of: Any) -> None:
    for wish, moving in (("no-preference", 1), ("reduce", 0)):
        with opened(browser, page_of("leaps"), reduced_motion=wish) as seen:
            seen.page.locator(".target.can").first.click()
            goal = seen.page.locator(".target[aria-label*='can go there']").first
            assert goal.evaluate(MOVES) == moving
            assert seen.ply == 1


ROLLING = """(element) => {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
  return document.getAnimations().map((a) => a.effect.target.dataset?.of ?? "");
}"""
"""Activates an element; gives the sites of the pieces that are moving then."""


def test_dice_roll_when_they_are_thrown_unless_that_is_not_wanted(browser: Any, page_of: Any) -> None:
    """Not for the second move of a turn, which has the same dice."""
    for wish in ("no-preference", "reduce"):
        with opened(browser, page_of("dice"), "#s=1", reduced_motion=wish) as seen:
            dice = {f"C{die.get_attribute('data-site')[1:]}" for die in seen.page.locator("[aria-label^=Die]").all()}
            rolled = []
            for _ in range(4):
                if seen.page.locator(".target[aria-label*=', chosen']").count() == 0:
                    seen.page.locator(".target.can").first.click()
                goal = seen.page.locator(".target[aria-label*='can go there']").first
                moving = set(goal.evaluate(ROLLING))
                rolled.append("The throw: " in seen.status)
                assert (moving & dice == dice) is (rolled[-1] and wish == "no-preference")
                assert moving & dice in (set(), dice)
            assert {True, False} == set(rolled)


def test_what_is_only_selected_does_not_travel(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("stacking"), reduced_motion="no-preference") as seen:
        seen.page.locator(".target.can").first.click()
        goal = seen.page.locator(".target[aria-label*='can go there']").first
        assert goal.evaluate(MOVES) == 0
        assert seen.ply == 1


def test_the_result_is_told_on_the_board(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("passes")) as seen:
        assert not seen.page.locator("#ending").is_visible()
        seen.press("Pass")
        seen.press("Pass")
        assert seen.page.locator("#ending").inner_text() in seen.status


@pytest.mark.parametrize("name", corpus.games(*(name for name, _ in GAMES.values())))
def test_pages_are_small(name: str, browser: Any, page_of: Any) -> None:
    """That of Kriegspiel had 839 kB."""
    assert page_of(name).stat().st_size < LARGEST


@needs_corpus
def test_used_dice_are_dim_and_the_status_is_above_the_board(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Backgammon"), "#s=3", **PHONE) as seen:
        for _ in range(9):
            dice = [str(die.get_attribute("aria-label")) for die in seen.page.locator("[aria-label^=Die]").all()]
            if len({name.partition(": ")[2] for name in dice}) == 2:
                break
            seen.begin()
        assert box(seen, "#status")["y"] + box(seen, "#status")["height"] <= box(seen, "svg.board")["y"]
        assert seen.page.locator(".pieces .spent").count() == 0
        seen.page.locator(".target.can").first.click()
        seen.page.locator(".target[aria-label*='can go there']").first.click()
        assert seen.page.locator(".pieces .spent").count() == 1


SOUNDS = """() => {
  window.sounds = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.sounds++; return make.call(this); };
}"""


def test_moves_are_heard_by_those_who_ask_for_it(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("passes")) as seen:
        seen.page.evaluate(SOUNDS)
        seen.site("V0").click()
        assert seen.page.evaluate("sounds") == 0
        seen.press("Sound")
        seen.site("V1").click()
        assert seen.page.evaluate("sounds") == 1


@pytest.mark.parametrize("size", [(1100, 800), (1440, 900)])
def test_a_page_is_not_higher_than_its_window(size: tuple[int, int], browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("choice"), viewport={"width": size[0], "height": size[1]}) as seen:
        assert seen.page.evaluate("document.documentElement.scrollHeight") <= size[1]
