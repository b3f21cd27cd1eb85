"""Pages under Node.js: going on from an earlier move, variations, addresses, pieces that fall from beside the board,
questions that come at once, rules in the author's words. What is expected follows from the rules of each small game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exporters.web import games
from tests.exporters.web.in_node import NodePage, in_node
from tests.exporters.web.test_in_node import LINES

pytestmark = pytest.mark.usefixtures("c_compiler")

WALLS = """(game "Walls" (players 2)
    (equipment {(board (rectangle 1 6)) (hand Each) (piece "Man" Each (move Step (to if:(is Empty (to)))))
        (piece "Wall" Shared)})
    (rules
        (start {(place "Man1" 0) (place "Man2" 5)
            (place "Wall" (handSite P1) count:3) (place "Wall" (handSite P2) count:3)})
        (play (or (forEach Piece "Man") (move (from (handSite Mover)) (to (sites Empty)))))
        (end (if (no Moves Next) (result Mover Win)))))"""

BECOMES = """(game "Becomes" (players {(player N) (player S)})
    (equipment {(board (rectangle 3 2)) (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Next)) (moveAgain)))))
        (piece "Knight" Each) (piece "Queen" Each) (regions P1 (sites Bottom)) (regions P2 (sites Top))})
    (rules
        (start {(place "Pawn1" 2) (place "Pawn2" 5)})
        (play (if (is Prev Mover) (move Promote (last To) (piece {"Knight" "Queen"}) Mover)
            (or (forEach Piece) (move Pass))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def variations(page: NodePage) -> list[str]:
    return page.texts("#variations li")


def turn_to(page: NodePage, number: int) -> None:
    page.run(f"document.querySelectorAll('#variations button')[{number}].click()")


def test_other_moves_make_a_variation_and_the_same_move_goes_on(tmp_path: Path) -> None:
    with in_node(LINES, tmp_path) as page:
        page.choose("C0", "C4", "C1")
        page.press("Undo", "Undo")
        page.choose("C8")
        assert (page.moves, variations(page)) == (["A1", "C3"], ["2. B2 B1"])
        page.press("Start")
        page.choose("C0")
        assert (page.ply, page.moves) == (1, ["A1", "C3"])  # the same move: what came after it is still there
        turn_to(page, 0)
        assert (page.ply, page.moves, variations(page)) == (2, ["A1", "B2", "B1"], ["2. C3"])
        page.press("Start")
        page.choose("C5")
        assert (page.moves, variations(page)) == (["C2"], ["1. A1 B2 B1"])
        turn_to(page, 0)
        assert (page.moves, variations(page)) == (["A1", "B2", "B1"], ["1. C2", "2. C3"])  # its own variation came back
        page.press("Start")
        page.choose("C5")
        assert page.moves == ["C2"]  # the first move of a variation turns to it
        page.press("New game", "End this game")
        assert (page.moves, variations(page)) == ([], [])


def test_an_address_keeps_all_moves_and_the_ply_that_is_looked_at(tmp_path: Path) -> None:
    with in_node(LINES, tmp_path, "#s=1&m=0.7.0&k=1") as page:
        assert (page.ply, page.moves) == (1, ["A1", "C3", "B1"])
        page.press("Redo")
        assert page.run("location.hash") == "#s=1&m=0.7.0&k=2"
        page.press("End")
        assert page.run("location.hash") == "#s=1&m=0.7.0"
    with in_node(LINES, tmp_path, "#s=1&m=0.7&k=99") as page:
        assert page.ply == 2


def test_a_click_where_only_what_lies_beside_the_board_can_go_puts_it_there(tmp_path: Path) -> None:
    with in_node(WALLS, tmp_path) as page:
        page.choose("C3")
        assert (page.ply, page.heard("C3")) == (1, "D1: wall")
        page.choose("C5")  # the man of player 2 is chosen, and let go again: no wall falls by the way
        page.choose("C1")
        assert page.ply == 1
        page.choose("C1")
        assert (page.ply, page.heard("C1")) == (2, "B1: wall")


def test_two_kinds_of_pieces_beside_the_board_are_chosen_first(tmp_path: Path) -> None:
    with in_node(games.DROPS, tmp_path) as page:
        page.choose("C4")
        assert page.ply == 0


def test_what_a_piece_becomes_is_asked_at_once(tmp_path: Path) -> None:
    with in_node(BECOMES, tmp_path) as page:
        page.choose("C2", "C4")
        assert page.run("document.querySelector('#choice').open") and page.options == ["Knight", "Queen"]
        page.press("Queen")
        assert (page.ply, page.heard("C4")) == (2, "A3: white queen")
        # who looks back at it is not asked
        page.press("Pass")
        page.press("Start")
        page.press("Redo")
        assert not page.run("document.querySelector('#choice').open")


def test_the_author_s_rules_stand_first(tmp_path: Path) -> None:
    about = '(metadata (info {(rules "Take turns, and fill a line.") (rules "Lines lose.")}))'
    with in_node(LINES + about, tmp_path) as page:
        assert page.texts("#told p") == ["Take turns, and fill a line.", "Lines lose."]
        assert not page.run("document.querySelector('#told').hidden")
    with in_node(LINES, tmp_path) as page:
        assert page.run("document.querySelector('#told').hidden")


def test_a_computer_that_sees_what_is_hidden_is_told(tmp_path: Path) -> None:
    with in_node(games.HIDDEN, tmp_path) as page:
        assert page.run("document.querySelector('#sees').hidden")
        page.seat(2, "computer")
        assert not page.run("document.querySelector('#sees').hidden")


def test_a_link_of_a_file_says_that_it_works_here_alone(tmp_path: Path) -> None:
    with in_node(LINES, tmp_path) as page:
        page.press("Copy link")
        page.until("document.querySelector('#said').textContent")
        assert page.texts("#said") == ["The link is copied."]
        page.run("void (location.protocol = 'file:')")
        page.press("Copy link")
        page.until("document.querySelector('#said').textContent.includes('This page is a file')")
