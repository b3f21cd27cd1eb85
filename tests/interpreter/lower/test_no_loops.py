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
