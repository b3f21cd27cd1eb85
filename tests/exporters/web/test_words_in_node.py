"""What pages say and save under Node.js, against the terminal and the library, which have their own words and texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.terminal.screen import Screen
from tests.exporters.web import games
from tests.exporters.web.in_node import in_node
from tests.exporters.web.shots import address
from tests.interpreter.descriptions import HOSTAGES

pytestmark = pytest.mark.usefixtures("c_compiler")

CAPTURES = """(game "Captures" (players 2) (equipment {(board (rectangle 1 5)) (piece "Man" Each)})
    (rules (start {(place "Man1" 0) (place "Man2" {1 4})})
        (play (priority
            (forEach Site (sites Occupied by:Mover) (move Hop (from (site)) (directions {E W})
                (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))
            (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:(is Empty (to)))))))
        (end (if (no Moves Next) (result Mover Win)))))"""

MANY = """(game "Many" (players 3) (equipment {(board (square 3)) (hand Each size:2) (piece "Man" Each)
        (piece "King" Each)})
    (rules (meta (swap)) (start {(place "Man1" {0 1}) (place "Man2" {4 5}) (place "Man3" {7 8})
            (place "King1" (handSite P1)) (place "King2" (handSite P2)) (place "King3" (handSite P3 1))})
        (play (or {(forEach Site (sites Occupied by:Mover container:"Board") (or
                (move Step (from (site)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
                (move Step (from (site)) (to if:(is Empty (to))) (then (if (= 2 (last To)) (promote (last To)
                    (piece "King") Mover) (if (= 6 (last To)) (moveAgain)))))))
            (move (from (sites Hand Mover)) (to (sites Empty)) (then (remove (sites {3 4 5}))))
            (move Select (from (sites Occupied by:Next)) (then (set Value at:(last To) 1))) (move Pass)}))
        (end {(if (= 12 (count Moves)) (result Mover Win)) (if (no Pieces Next) (result Next Loss))})))"""

SOWN = """(game "Sown" (players 2) (equipment {(board (rectangle 2 3) use:Vertex) (piece "Seed" Shared)})
    (rules (start (set Count 2 to:(sites Board)))
        (play (forEach Site (sites Board) (if (< 0 (count at:(site))) (move Select (from (site)) (then (sow if:True
            apply:(if (= 3 (count at:(to))) (remove (to) count:2))))))))
        (end (if (= 20 (count Moves)) (byScore)))) )"""

PILES = """(game "Piles" (players 2) (equipment {(board (rectangle 1 5)) (piece "Man" Each
        (or (move Step (directions {E W}) (to if:True)) (move Step (directions {E W}) (to if:True) stack:True)))})
    (rules (start {(place "Man1" {0 1}) (place "Man2" {4})}) (play (forEach Piece))
        (end (if (= 9 (count Moves)) (result Mover Win)))))"""

SMALL = {
    "captures": CAPTURES, "hostages": HOSTAGES, "drops": games.DROPS, "choice": games.CHOICE, "many": MANY,
    "promotion": games.PROMOTION, "edges": games.EDGES, "piles": PILES, "passes": games.PASSES, "sown": SOWN,
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_pages_speak_as_the_terminal_and_write_moves_as_the_library(name: str, tmp_path: Path) -> None:
    """Of a random game: the sentences after each move, the list of moves, and the texts of a saved trial."""
    game: Any = load(SMALL[name])
    screen = Screen(game)
    state = game.start(rng_state=list((7).to_bytes(8, "little")))
    where = address(game, 24, seed=7)
    numbers = [int(number, 36) for number in where.rpartition("m=")[2].split(".")]
    applied, legal = [], []
    with in_node(SMALL[name], tmp_path, where) as page:
        page.press("Save game")
        (saved,) = page.run("saved")
        names = page.moves
        page.key("Home")
        for ply, number in enumerate(numbers, 1):
            who, at = screen.who(state, state.mover), state.snapshot()
            legal.append(len(state.legal_moves()))
            move = state.apply(state.legal_moves()[number])
            applied.append(move.text)
            page.key("ArrowRight")
            assert page.ply == ply
            status = page.status.replace(" to move again.", " to move.")
            told = screen.told(state, at, move)
            assert not told or f"{who}: {told}." in status
            assert screen.outcome(state) in status
            limits = screen.limits(state, state.legal_moves()).strip()
            assert limits in status
            assert ("A capture is" in status) == ("A capture is" in limits)
    rows = saved.splitlines()
    assert [row for row in rows if row.startswith("Move=")][-len(applied):] == [f"Move={text}" for text in applied]
    assert [row for row in rows if row.startswith("LEGAL")] == [f"LEGAL MOVES LIST SIZE = {count}" for count in legal]
    assert len(names) == len(applied)
    assert all(names)
