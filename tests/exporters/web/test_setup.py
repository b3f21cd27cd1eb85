"""Positions that are set up by hand on a page, played from, and linked."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludparse import load
from tests.exporters.web.browser import Seen, opened

TAKING = """(game "Taking" (players 2) (equipment {(board (square 3)) (hand Each)
    (piece "Man" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))) (piece "Tower" Each)})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))}) (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))"""
STACKS = """(game "Stacks" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (or (move Add (to (sites Empty)) stack:True) (forEach Site (sites Occupied by:Mover)
        (move Step (from (site)) (to if:True) stack:True)))) (end (if (= 9 (count Turns)) (result Mover Win)))))"""


def lay(seen: Seen, *pieces: tuple[str, str]) -> None:
    for piece, site in pieces:
        seen.page.get_by_role("button", name=piece, exact=True).click()
        seen.site(site).click()


@pytest.mark.parametrize("text", [TAKING, STACKS])
def test_a_position_is_set_up_played_and_linked(text: str, browser: Any, page_of: Any) -> None:
    kind = "Man" if text is TAKING else "Disc"
    game = load(text, backend="python")
    with opened(browser, page_of(text)) as seen:
        seen.page.get_by_text("Set up a position").click()
        seen.press("Empty the board")
        assert seen.pieces() == 0
        lay(seen, (f"White {kind.lower()}", "C4"), (f"Black {kind.lower()}", "C1"))
        if text is STACKS:
            seen.site("C1").click()
        seen.page.locator("#first-mover").select_option("2")
        seen.press("Play from here")
        named: dict[str | int, Any] = {"B2": f"{kind}1", "B1": [f"{kind}2"] * (1 + (text is STACKS))}
        state = game.start(seed=1).with_pieces(named, mover=2)
        assert seen.status.startswith("Black to move.")
        assert seen.page.locator("#save").is_disabled()
        assert not seen.page.locator("#set-up").evaluate("place => place.open")
        origins = {f"C{move.from_site}" for move in state.legal_moves()}
        goals = {f"C{move.to_site}" for move in state.legal_moves()}
        offered = {node.get_attribute("data-site") for node in seen.page.locator(".target.can").all()}
        assert offered == (origins if len(origins) > 1 else {*goals, *origins})  # a piece alone is chosen at once
        seen.site("C1").click()
        seen.site("C4").click()
        state.apply(next(move for move in state.legal_moves() if (move.from_site, move.to_site) == (1, 4)))
        assert seen.ply == 1
        assert (seen.page.evaluate("document.documentElement.dataset.over") == "true") == state.over
        link, shown = seen.page.url, seen.status
    with opened(browser, page_of(text), "#" + link.split("#")[1]) as again:
        assert (again.ply, again.status) == (1, shown)


def test_leaving_without_playing_changes_nothing(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(TAKING)) as seen:
        place = seen.page.get_by_text("Set up a position")
        place.click()
        lay(seen, ("Take away", "C0"))
        assert seen.pieces() == 5
        place.click()
        seen.page.locator("svg.board .pieces .piece").nth(5).wait_for()
        assert seen.status == "White to move."


@pytest.mark.parametrize("pieces", ["3~C0.1", "1~C99.1", "1~C0.77", "1~C0.1.1", "nonsense"])
def test_what_a_game_cannot_hold_is_told(pieces: str, browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(TAKING), f"#s=1&p={pieces}") as seen:
        told = seen.page.locator("#problem").inner_text()
        assert re.search("cannot be set up in Taking|has no room for 2 pieces", told), told
        assert seen.pieces() == 6
