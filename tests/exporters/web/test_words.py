"""The words for moves, sites and pieces: what a person would say, never numbers of sites, states and dice."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.terminal.screen import Screen
from tests import corpus
from tests.corpus import needs_corpus
from tests.exporters.web import games
from tests.exporters.web.browser import Seen, opened
from tests.exporters.web.hands import uncover
from tests.exporters.web.shots import GAMES, address
from tests.interpreter.descriptions import HOSTAGES

POOR = re.compile(r"#\d|~|\bstate \d|\bdie \d.*/|\bdie 0|=|/\d")
"""What no page may say of a move."""

POINTS = re.compile(r"(\d{1,2}|bar)/\d{1,2}\*?(, with the \w+)?")
"""A move between the points of a backgammon board."""

BOARDS = {short: name for short, (name, _) in GAMES.items() if short not in ("kriegspiel", "geister")}
"""The games that hide nothing."""

CAPTURES = """(game "Captures" (players 2) (equipment {(board (rectangle 1 5)) (piece "Man" Each)})
    (rules (start {(place "Man1" 0) (place "Man2" {1 4})})
        (play (priority
            (forEach Site (sites Occupied by:Mover) (move Hop (from (site)) (directions {E W})
                (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))
            (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:(is Empty (to)))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


TOWERS = """(game "Towers" (players 2) (equipment {(board (rectangle 1 5)) (piece "Man" Each
        (or (move Step (directions {E W}) (to if:True)) (move Step (directions {E W}) (to if:True) stack:True)))})
    (rules (start {(place "Man1" {0 1}) (place "Man2" {4})}) (play (forEach Piece))
        (end (if (= 9 (count Moves)) (result Mover Win)))))"""

STUCK = """(game "Stuck" (players 2) (equipment {(board (rectangle 1 5)) (piece "Man" Each)})
    (rules (start {(place "Man1" {1 3}) (place "Man2" 4)})
        (play (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:(is Empty (to))))))
        (end (if (= 9 (count Moves)) (result Mover Win)))))"""


OPEN = ("Shogi", "Backgammon", "Lasca", "Ex Nihilo", "Hypnosia")
SMALL = (games.DROPS, CAPTURES, HOSTAGES, TOWERS)


def heard(seen: Seen) -> list[str]:
    """The names of the sites that can be chosen."""
    return [str(t.get_attribute("aria-label")) for t in seen.page.locator(".target.can").all()]


def test_pieces_are_dropped_from_the_hand_by_their_names(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(games.DROPS)) as seen:
        assert "Hand of White, place 2: white gold lion" in heard(seen)
        seen.page.get_by_role("button", name="place 2: white gold lion").click()
        seen.page.get_by_role("button", name="A1: empty").click()
        assert seen.status == "White: white gold lion dropped at A1. Black to move."
        assert seen.moves == ["gold lion to A1"]
        # the other player has a single piece, which is chosen at once
        assert "Hand of Black, place 1: black pawn, chosen" in heard(seen)
        assert sum("can go there" in name for name in heard(seen)) == 8


def test_a_part_of_a_stack_is_told_by_its_number_of_pieces(browser: Any, page_of: Any) -> None:
    """It was "one piece, from level 2"."""
    with opened(browser, page_of(TOWERS)) as seen:
        for site in ("C0", "C1"):
            seen.site(site).click()
        seen.page.locator("#choice .option").first.click()
        for site in ("C4", "C3"):
            seen.site(site).click()
        seen.page.locator("#choice .option").first.click()
        for site in ("C1", "C2"):
            seen.site(site).click()
        assert seen.page.locator("#choice .option").all_inner_texts() == ["One piece", "Two pieces"]


LIE = """(element, kind) => element.dispatchEvent(new PointerEvent(kind,
    { bubbles: true, pointerType: "touch", clientX: 9, clientY: 9 }))"""
"""A finger comes to lie on an element, or leaves it."""


def test_a_tower_is_fanned_out_while_a_mouse_rests_or_a_finger_lies_on_it(browser: Any, page_of: Any) -> None:
    """From the bottom to the top: two white ones under a black one."""
    with opened(browser, page_of(TOWERS)) as seen:
        moves = (("C0", "C1", "first"), ("C4", "C3", "first"), ("C1", "C2", "last"), ("C3", "C2", "first"))
        for here, there, pieces in moves:
            seen.site(here).click()
            seen.site(there).click()
            getattr(seen.page.locator("#choice .option"), pieces).click()
        seen.page.mouse.move(1, 1)
        fan = seen.page.locator(".fan svg")
        seen.site("C2").hover(force=True)
        seen.page.wait_for_selector(".fan svg")
        colours = fan.evaluate_all("all => all.map((svg) => svg.querySelector('use').getAttribute('fill'))")
        assert len(colours) == 3
        assert colours[0] == colours[1] != colours[2]
        seen.page.mouse.move(1, 1)
        assert fan.count() == 0
        seen.site("C2").evaluate(LIE, "pointerdown")
        seen.page.wait_for_selector(".fan svg")
        seen.site("C2").evaluate(LIE, "pointercancel")
        assert fan.count() == 0


TWICE = """(game "Twice" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (or (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (move Add (to (sites Empty)))))
        (end (if (is Full) (result Mover Win)))))"""


def test_two_moves_with_the_same_effect_are_one(browser: Any, page_of: Any) -> None:
    assert len(load(TWICE).start(seed=1).legal_moves()) == 18
    with opened(browser, page_of(TWICE)) as seen:
        seen.site("C4").click()
        assert seen.ply == 1


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
        assert seen.status == "White: white pawn takes D5. Black to move."


@pytest.mark.parametrize("name", corpus.games(*OPEN, "Block", "Geister"))
def test_no_page_speaks_in_numbers_of_sites_and_states(name: str, browser: Any, page_of: Any) -> None:
    game = load(name, library=corpus.AT_HAND)
    with opened(browser, page_of(name), address(game, 40, seed=3)) as seen:
        uncover(seen)
        said = [seen.status, *heard(seen), *seen.page.locator("#aside button").all_inner_texts()]
        if not game.traits.hidden:
            said += [move for move in seen.moves if not POINTS.fullmatch(move)]
        assert [text for text in said if POOR.search(text)] == []


# but for Block, whose page is covered between turns (test_secrets.py)
@pytest.mark.parametrize("name", corpus.games(*sorted({*BOARDS.values()} - {"Block"}), *SMALL))
def test_the_terminal_and_pages_use_the_same_words(name: str, browser: Any, page_of: Any) -> None:
    game = load(name, library=corpus.AT_HAND)
    screen, state = Screen(game), game.start(rng_state=list((7).to_bytes(8, "little")))
    with opened(browser, page_of(name), address(game, 40, seed=7)) as seen:
        numbers = [int(number, 36) for number in seen.page.url.rpartition("m=")[2].split(".")]
        seen.press("Start")
        for ply, number in enumerate(numbers, 1):
            who, at = screen.who(state, state.mover), state.snapshot()
            move = state.apply(state.legal_moves()[number])
            moves = state.legal_moves()
            seen.page.keyboard.press("ArrowRight")
            seen.page.wait_for_selector(f"html[data-ply='{ply}']")
            status = seen.status.replace(" to move again.", " to move.")
            told = screen.told(state, at, move)
            assert not told or f"{who}: {told}." in status
            assert screen.outcome(state) in status
            assert screen.limits(state, moves).strip() in status
            assert ("A capture is" in status) == ("A capture is" in screen.limits(state, moves))


def test_that_capturing_is_compulsory_and_why_the_game_ended(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(CAPTURES)) as seen:
        assert seen.status.endswith("White to move. A capture is compulsory.")
        seen.site("C0").click()
        seen.site("C2").click()
        assert seen.status.endswith("Black to move.")
        seen.site("C4").click()
        seen.site("C3").click()
        assert seen.status.endswith("White to move. A capture is compulsory.")
        seen.site("C4").click()
        assert seen.status.endswith("White wins. The rule: If Black cannot move, White wins.")


def test_that_another_players_pieces_are_to_be_moved(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(HOSTAGES)) as seen:
        seen.site("C0").click()
        seen.site("C1").click()
        assert seen.status.endswith("White to move again. Only pieces of Black can be moved.")


def test_a_pass_without_a_choice_is_made_after_a_moment(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(STUCK)) as seen:
        seen.site("C1").click()
        seen.site("C2").click()
        assert seen.status.endswith("Black to move. There is no move but to pass.")
        seen.page.wait_for_selector("html[data-ply='2']")
        assert seen.status == "White: white man to C1. Black: pass. White to move."
        seen.press("Undo")  # both moves
        assert seen.ply == 0
        seen.page.keyboard.press("ArrowRight")
        seen.page.wait_for_timeout(1500)
        assert seen.ply == 1  # who looks back is left alone
