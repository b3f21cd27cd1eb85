"""The words for moves, sites and pieces: what a person would say, never numbers of sites, states and dice."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludparse import load
from tests.corpus import LIBRARY, needs_corpus
from tests.exporters.web import games
from tests.exporters.web.browser import Seen, opened
from tests.exporters.web.hands import uncover
from tests.exporters.web.shots import address

POOR = re.compile(r"#\d|~|\bstate \d|\bdie \d.*/|\bdie 0|=|/\d")
"""What no page may say of a move."""


def heard(seen: Seen) -> list[str]:
    """The names of the sites that can be chosen."""
    return [str(t.get_attribute("aria-label")) for t in seen.page.locator(".target.can").all()]


def test_pieces_are_dropped_from_the_hand_by_their_names(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(games.DROPS)) as seen:
        assert "Hand of Player 1, place 2: white gold lion" in heard(seen)
        seen.page.get_by_role("button", name="place 2: white gold lion").click()
        seen.page.get_by_role("button", name="A1: empty").click()
        assert seen.status == "Player 1: white gold lion dropped at A1. Player 2 to move."
        assert seen.moves == ["gold lion to A1"]
        # the other player has a single piece, which is chosen at once
        assert "Hand of Player 2, place 1: black pawn, chosen" in heard(seen)
        assert sum("can go there" in name for name in heard(seen)) == 8


def test_a_throw_is_a_button_and_no_move_to_a_site(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("lanes")) as seen:
        for ply in (1, 2):
            assert seen.page.locator(".target.can").count() == 0
            seen.press("Throw the dice")
            assert seen.moves[-1] == "throw the dice"
            assert seen.ply == ply


@needs_corpus
def test_dice_say_what_they_show_and_a_capture_is_told(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Backgammon"), "#s=1") as seen:
        names = [str(t.get_attribute("aria-label")) for t in seen.page.locator(".target").all()]
        dice = [name for name in names if name.startswith("Die")]
        assert len(dice) == 2
        assert all(re.fullmatch(r"Die \d: (one|two|three|four|five|six)", name) for name in dice)
    with opened(browser, page_of("Chess"), "#s=1") as seen:
        for site in ("E2", "E4", "D7", "D5", "E4", "D5"):
            seen.page.get_by_role("button", name=re.compile(f"^{site}: ")).click()
        assert seen.status == "Player 1: white pawn takes D5. Player 2 to move."


@needs_corpus
@pytest.mark.parametrize("name", ["Shogi", "Backgammon", "Block", "Geister", "Lasca", "Ex Nihilo", "Hypnosia"])
def test_no_page_speaks_in_numbers_of_sites_and_states(name: str, browser: Any, page_of: Any) -> None:
    game = load(name, library=str(LIBRARY))
    with opened(browser, page_of(name), address(game, 40, seed=3)) as seen:
        uncover(seen)
        said = [seen.status, *heard(seen), *seen.page.locator("#aside button").all_inner_texts()]
        if not game.traits.hidden:
            said += seen.moves
        assert [text for text in said if POOR.search(text)] == []
