"""What pages say and save under Node.js, against the terminal and the library, which have their own words and texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.terminal.screen import Screen
from ludparse.exporters.terminal.words import piece_name, site_names
from ludparse.ludemes.enums import SiteType
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


def listed(source: str, folder: Path, moves: int = 24, seed: int = 7) -> tuple[list[str], list[Any]]:
    """The list of moves of a random game, and the moves as they were applied."""
    game: Any = load(source)
    where, applied = address(game, moves, seed), []
    state = game.start(rng_state=list(seed.to_bytes(8, "little")))
    for number in where.rpartition("m=")[2].split("."):
        applied.append(state.apply(state.legal_moves()[int(number, 36)]))
    with in_node(source, folder, where) as page:
        return page.moves, applied


@pytest.mark.parametrize("name", ["captures", "many", "hostages", "piles"])
def test_moves_that_remove_pieces_are_listed_as_captures_and_no_others(name: str, tmp_path: Path) -> None:
    names, applied = listed(SMALL[name], tmp_path)
    between = [(text, move) for text, move in zip(names, applied, strict=True) if text[:1].isupper() and len(text) > 2]
    for text, move in between:
        assert ("x" in text) is ("[Remove" in move.text)
    assert between


CASTLES = """(game "Castles" (players 2) (equipment {(board (rectangle 1 8)) (piece "King" Each) (piece "Rook" Each)})
    (rules (start {(place "King1" 4) (place "Rook1" {0 7})})
        (play (if (= 4 (where "King" P1)) (or
            (move (from 4) (to 6) (then (fromTo (from 7) (to 5))))
            (move (from 4) (to 2) (then (fromTo (from 0) (to 3))))) (move Pass)))
        (end (if (= 3 (count Moves)) (result Mover Win)))))"""


def test_a_king_castles_with_the_rook_that_moves_along(tmp_path: Path) -> None:
    names = {}
    for number in (0, 1):
        with in_node(CASTLES, tmp_path, f"#s=1&m={number}") as page:
            names[page.moves[0]] = page.status
    assert set(names) == {"O-O", "O-O-O"}
    assert names["O-O"].startswith("White: white king castles with the rook at H1.")
    assert names["O-O-O"].startswith("White: white king castles with the rook at A1.")


POINTS = """(game "Points" (players 2) (equipment {
        (board (rectangle 1 8) {(track "A" {7 6 5 4 3 2} P1) (track "B" {0 2 3 4 5 6} P2)})
        (piece "Man" Each)})
    (rules (start {(place "Man1" {6 7}) (place "Man2" 5)})
        (play (forEach Site (sites Occupied by:Mover) (move (from (site))
            (to (- (site) 1) if:(not (is Friend (who at:(to))))
                (apply (if (is Enemy (who at:(to))) (fromTo (from (to)) (to 0))))))))
        (end (if (= 3 (count Moves)) (result Mover Win)))))
    (metadata (graphics {(board Style Backgammon)}))"""


def test_points_of_a_backgammon_board_have_numbers_and_hits_a_star(tmp_path: Path) -> None:
    """7 is where player 1 alone begins, 0 where player 2 does: 2 to 6 are the points, counted from the end of 1."""
    with in_node(POINTS, tmp_path, "#s=1&m=0") as page:
        assert page.moves == ["5/4*"]
        assert page.status.startswith("White: white man to 4.")
        assert page.heard("C7") == "Bar: white man"
        assert page.heard("C2").startswith("1: ")


def test_edges_are_called_by_the_places_beside_them(tmp_path: Path) -> None:
    """But for those at a corner, of which one place has two."""
    names = site_names(load(games.CHOICE))
    edges = names[SiteType.Edge]
    assert {"A1/B1", "A1/A2", "B2/C2", "B1"} <= set(edges)
    assert len(set(edges)) == len(edges) == 24
    assert names[SiteType.Cell][0] == "A1"


def test_dominoes_are_called_by_their_numbers() -> None:
    game: Any = load("""(game "Bones" (players 2) (equipment {(boardless Square) (hand Each size:6) (dominoes upTo:2)})
        (rules (start (deal Dominoes 3)) (play (move (from (sites Hand Mover)) (to (sites {(centrePoint)}))))
            (end (if (= 1 (count Moves)) (result Mover Win)))))""")
    named = {piece_name(c) for c in game.equipment.components if c.is_large}
    assert named == {"Domino 0-0", "Domino 0-1", "Domino 0-2", "Domino 1-1", "Domino 1-2", "Domino 2-2"}
