"""What is known when a game is compiled, or concerns two players alone, takes no loop."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.walk import reached, statements

EMPTY = "(move Add (to (sites Empty)))"
FROM_HAND = "(move (from (sites Occupied by:Mover)) (to 12))"


def loops(text: str, kind: type[ops.Stmt] = ops.Loop) -> int:
    """How many loops of a kind a game's program has."""
    program = load(text).program
    return sum(isinstance(s, kind) for i in reached(program) for s in statements(program.functions[i].body))


def game(play: str = EMPTY, *, players: int = 2, start: str = "", items: str = "") -> str:
    return f"""(game "Plain" (players {players}) (equipment {{ (board (square 5)) (piece "Ball" Each) {items} }})
        (rules {start} (play {play}) (end (if (is In (last To) (sites {{0 4}})) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(expand (sites {12}) Orthogonal)", [7, 11, 12, 13, 17]),  # the centre and the cells beside it
        ("(expand (sites {0}) steps:2 Orthogonal)", [0, 1, 2, 5, 6, 10]),  # from a corner
        ("(expand (sites {12}) steps:0)", [12]),
        ("(expand origin:-1)", []),
    ],
)
def test_a_region_that_grows_in_known_steps_is_known(region: str, sites: list[int]) -> None:
    text = game(f"(or (move Pass) (move Add (to {region})))")
    assert [move.to_site for move in load(text).start().legal_moves()] == [-1, *sites]
    assert loops(text) <= loops(game("(or (move Pass) (move Add (to (sites {12}))))"))


def test_two_players_are_ranked_without_a_loop_and_three_with_some() -> None:
    assert loops(game(players=2), ops.ForRange) < loops(game(players=3), ops.ForRange)


def test_pieces_go_to_the_first_free_sites_of_a_hand() -> None:
    """The board has 25 cells, and each hand two."""
    start = '(start {(place "Ball" "Hand") (place "Ball" "Hand")})'
    text = game(start=start, items="(hand Each size:2)")
    assert loops(text, ops.While) == 0
    assert [move.from_site for move in load(text.replace(EMPTY, FROM_HAND)).start().legal_moves()] == [25, 26]


def test_a_condition_on_sites_of_two_types_is_a_set() -> None:
    """The board has vertices, the hands are cells: what stands on a site is read from one of two fields."""
    asked = "(if (all Sites (sites {0 1}) if:(= 0 (what at:(site)))) (move Add (to (sites Empty))) (move Pass))"
    board = '(game "Hands" (players 2) (equipment { (board (square 3) use:Vertex) (hand Each) (piece "Ball" Each) }) '
    texts = [f"{board} (rules (play {play}) (end (if (is Full) (result Mover Draw)))))" for play in (asked, EMPTY)]
    assert loops(texts[0]) == loops(texts[1])
    places = [move.to_site for move in load(texts[0]).start().legal_moves()]
    assert 0 in places and 1 in places and -1 not in places


@pytest.mark.parametrize(
    ("part", "sites"),
    [
        ("from:1 to:3", [1, 2, 3]), ("from:3 to:1", [0, 1, 3, 4]), ("from:3", [0, 1, 2, 3, 4]), ("to:2", [0, 1, 2]),
        ("from:9", []),
    ],
)
def test_part_of_a_track_is_a_set(part: str, sites: list[int]) -> None:
    """The track goes along the lowest row; what ends before it begins goes around."""
    text = game(f'(or (move Pass) (move Add (to (sites Track "Row" {part}))))')
    text = text.replace("(board (square 5))", '(board (square 5) (track "Row" {0 1 2 3 4}))')
    assert [move.to_site for move in load(text).start().legal_moves()] == [-1, *sites]
    assert loops(text) == loops(game(f"(or (move Pass) {EMPTY})"))


@pytest.mark.parametrize("scores", [(3, 5), (5, 3), (4, 4)])
def test_two_players_are_ranked_by_score(scores: tuple[int, int]) -> None:
    """The higher score is the first place, and equal ones share both places."""
    first, second = scores
    rules = f"(play (or (set Score P1 {first} (then (set Score P2 {second}))) (move Pass)))"
    text = f"""(game "Scores" (players 2) (equipment {{ (board (square 3)) (piece "Ball" Each) }})
        (rules {rules} (end (if (> (score P1) 0) (byScore)))))"""
    state = load(text).start()
    state.apply(state.legal_moves()[0])
    assert loops(text, ops.ForRange) == loops(game(), ops.ForRange)
    assert state.ranking[1:] == ([1.5, 1.5] if first == second else [1.0, 2.0] if first > second else [2.0, 1.0])
