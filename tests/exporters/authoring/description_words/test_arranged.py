"""Patterns of pieces that are shown by sites, and who moves what, are held against play."""

import random
import re
from typing import Any

import pytest

from ludparse import load, load_description
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.enums import RelationType, SiteType

from .test_told_turns import stacks, told

PATTERNS = {
    4: ("F R F R F R F", "that lie to each other as A1, A2, B2 and B1 do"),
    5: ("F F R F", "that lie to each other as A1, A2, A3 and B3 do, turned in any way, with that piece in the place "
                   "of A1"),
}  # fmt: skip


def turned(cells: list[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """How cells of a square board lie to the first of them, turned by each quarter."""
    found = []
    for _ in range(4):
        cells = [(y, -x) for x, y in cells]
        (left, low), ahead = cells[0], cells[1:]
        found.append({(x - left, y - low) for x, y in ahead})
    return found


@pytest.mark.parametrize("size", PATTERNS, ids=["square", "corner"])
def test_a_pattern_is_shown_by_sites_and_ends_the_game_when_it_is_made(size: int) -> None:
    """A reader turns the sites that the words name, and looks for pieces that lie so round the last one."""
    walk, lies = PATTERNS[size]
    source = f"""(game "Shapes" (players 2) (equipment {{(board (square {size})) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Pattern {{{walk}}}) (result Mover Win)))))"""
    (goal,) = told(source)["Goal"]
    assert goal == f"You win if the piece just placed is one of 4 pieces of the same player {lies}."
    named = [(ord(column) - 65, int(row) - 1) for column, row in re.findall(r"([A-E])(\d)", goal)]
    first = named.pop() if "in the place of" in goal else None
    assert first in (None, named[0])
    begins = [[cell, *(other for other in named if other != cell)] for cell in ([first] if first else named)]
    shapes = [shape for cells in begins for shape in turned(cells)]
    game, ended = load(source, backend="python"), 0
    for seed in range(30):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < size * size - 1:
            mover = state.mover
            move: Any = rng.choice(state.legal_moves())
            state.apply(move)
            own = {(site % size, site // size) for site, row in stacks(state).items() if row[-1] == mover}
            x, y = move.to_site % size, move.to_site // size
            made = any({(x + right, y + up) for right, up in shape} <= own for shape in shapes)
            assert made == state.over
            ended += made
    assert ended


def test_a_pattern_on_hexagons_is_shown_by_hexagons() -> None:
    """Three cells of which each touches the others: a game ends when the last piece is one of three such pieces."""
    source = """(game "Shapes" (players 2) (equipment {(board (hex 3)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Pattern {F R R F}) (result Mover Win)))))"""
    game: Any = load_description(source).game
    board = build_equipment(game).board
    lies = "that lie to each other as A1, B2 and B1 do, turned in any way"
    assert told(source)["Goal"] == [f"You win if the piece just placed is one of 3 pieces of the same player {lies}."]
    beside = [set(row) for row in board.neighbours(SiteType.Cell, RelationType.Adjacent)]
    labels = {element.label: element.index for element in board.elements(SiteType.Cell)}
    a, b, c = (labels[name] for name in ("A1", "B2", "B1"))
    assert {b, c} <= beside[a] and c in beside[b]
    played, ended = load(source, backend="python"), 0
    for seed in range(12):
        state, rng = played.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 18:
            mover = state.mover
            move: Any = rng.choice(state.legal_moves())
            state.apply(move)
            near = {site for site, row in stacks(state).items() if row[-1] == mover} & beside[move.to_site]
            assert state.over == any(beside[one] & near for one in near)
            ended += state.over
    assert ended


HANDS = """(game "Hands" (players 2) (equipment {(board (square 3)) (hand Each size:2)
    (piece "Disc" Each (move Step (from if:(is In (from) (sites Bottom))) (to if:(is Empty (to)))))})
    (rules (start (place "Disc" "Hand" count:3)) phases:{
    (phase "Placing" (play (move (from (sites Occupied by:Mover container:(mover))) (to (sites Empty))))
        (nextPhase (and (is Empty (handSite P1)) (is Empty (handSite P2))) "Moving"))
    (phase "Moving" (play (forEach Piece)))} (end (if (was Pass) (result Mover Loss)))))"""


def test_a_piece_comes_from_the_own_hand_and_moves_only_where_that_is_told_first() -> None:
    """The hand whose number is the mover's is the mover's; what a move asks of the piece itself stands before it."""
    rules = told(HANDS)
    assert rules["Phase “Placing”"][0] == "On your turn, place a piece from your hand on an empty cell."
    step = "step orthogonally or diagonally to an empty neighbouring cell"
    assert rules["Pieces"][0] == f"Disc: if the cell moved from is in the bottom row, {step}."
    game, placed, moved = load(HANDS, backend="python"), 0, 0
    for seed in range(10):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 20:
            legal = [move for move in state.legal_moves() if not move.is_pass]
            rows = stacks(state)
            own = {site for site, row in rows.items() if site < 9 and row[-1] == state.mover}
            if any(move.from_site >= 9 for move in legal):
                hand = {9, 10} if state.mover == 1 else {11, 12}
                assert {move.from_site for move in legal} <= hand and all(move.to_site not in rows for move in legal)
                placed += 1
            elif legal:
                assert {move.from_site for move in legal} <= {site for site in own if site < 3}
                moved += 1
            state.apply(rng.choice(state.legal_moves()))
    assert placed and moved


BOTH = """(game "Both" (players 2) (equipment {(board (square 5))
    (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to))) (then (or
        (custodial (from (last To)) Orthogonal
            (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between))))
            (to if:(is Friend (who at:(to)))))
        (if (is In (last To) (sites Corners)) (set Score Mover 7))))))})
    (rules (start {(place "Disc1" (sites {0 2 5 7 10 14})) (place "Disc2" (sites {1 6 13 21 23 19}))})
    (play (forEach Piece)) (end (if (= 1 (count Pieces Next)) (result Mover Win)))))"""


def test_effects_that_stand_in_an_or_all_happen() -> None:
    """Of moves that are chosen one is made, but of what follows from a move nobody chooses."""
    (disc, *_) = told(BOTH)["Pieces"]
    assert "one of" not in disc.split("after that")[1] and disc.count("    - ") == 2
    game, both = load(BOTH, backend="python"), 0
    for seed in range(30):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 30:
            before = stacks(state)
            made: Any = state.apply(rng.choice(state.legal_moves()))
            taken = len(stacks(state)) < len(before)
            if made.to_site in (0, 4, 20, 24):
                assert "SetScore" in str(made.actions)
                both += taken
    assert both


ALONE = """(game "Alone" (players 1) (equipment {(board (square 4)) (piece "Peg" P1
    (move Hop Orthogonal (between if:(is Friend (who at:(between))) (apply (remove (between))))
        (to if:(is Empty (to)))))})
    (rules (start (place "Peg" (difference (sites Board) (sites {"B2" "C3"})))) (play (forEach Piece))
    (end (if (= 1 (count Pieces All)) (result P1 Win)))))"""


def test_who_plays_alone_has_no_friends() -> None:
    """All pieces are the player's; of a board that is nearly full the empty sites are named."""
    rules = told(ALONE)
    assert rules["Start"] == ["Player 1: Peg on all cells except B2 and C3."]
    assert rules["Pieces"] == ["Peg: hop orthogonally over a piece to an empty cell 2 steps away, capturing it."]
    assert set(range(16)) - set(stacks(load(ALONE, backend="python").start())) == {5, 10}


def test_pieces_of_several_players_that_move_alike_are_told_once() -> None:
    game = """(game "Named" (players 2) (equipment {(board (square 4)) (piece "Ox" P1 (move Slide Diagonal))
        (piece "Ram" P2 (move Slide Diagonal)) (piece "Ass" P2 (move Slide Orthogonal))})
        (rules (start {(place "Ox1" 0) (place "Ram2" 15) (place "Ass2" 12)}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""
    assert told(game)["Pieces"] == [
        "Ox of player 1 and Ram of player 2: slide diagonally any distance over empty cells.",
        "Ass of player 2: slide orthogonally any distance over empty cells.",
    ]  # fmt: skip


SAFE = """(define "Square" (is Pattern {F R F R F R F} from:(site)))
(game "Safe" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)}) (rules
    (play (if (is Prev Mover)
        (move Remove (forEach (sites Occupied by:Next) if:(and (not (is Line 3 Orthogonal through:(site)))
            (not "Square"))))
        (move Add (to (sites Empty)) (then (if (< 6 (count Moves)) (moveAgain))))))
    (end (if (< 16 (count Moves)) (result Mover Draw)))))"""


def test_pieces_in_rows_and_squares_are_not_removed() -> None:
    said = ("remove one of the opponent's pieces that is not in an orthogonal row of at least 3 pieces of the same "
            "player and that is not one of 4 pieces of the same player that lie to each other as A1, A2, B2 and B1 do.")
    (play,) = told(SAFE)["Play"]
    assert play.endswith(said), play
    game, kept = load(SAFE, backend="python"), set[str]()
    rows = [{at, at + step, at + 2 * step} for at in range(16) for step in (1, 4)
            if at + 2 * step < 16 and (step == 4 or at % 4 < 2)]  # fmt: skip
    squares = [{at, at + 1, at + 4, at + 5} for at in range(11) if at % 4 < 3]
    for seed in range(40):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 16:
            legal = [move for move in state.legal_moves() if not move.is_pass]
            if state.history and state.history[-1].mover == state.mover:
                theirs = {site for site, owners in stacks(state).items() if owners[-1] != state.mover}
                row, square = (set().union(*(one for one in many if one <= theirs)) for many in (rows, squares))
                assert {move.to_site for move in legal} == theirs - row - square
                kept |= {"row"} if row - square else set()
                kept |= {"square"} if square - row else set()
            state.apply(rng.choice(legal or state.legal_moves()))
    assert kept == {"row", "square"}
