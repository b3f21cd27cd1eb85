"""Rules that Ludii's compiler accepts and that fail during play: they load, play on, and fail by name when reached."""

from __future__ import annotations

import pytest

from ludparse import LudRuleError, LudUnsupportedError, check, load
from tests.interpreter.lower.playing import BACKENDS

ADD = (
    '(game "Fails" (players {players}) (equipment {{ (board (square 3)) (piece "Man" Each) (hand Each) }})'
    " (rules {rules}))"
)
RULES = {
    "a win of a player beyond the last": (
        1,
        "(play (move Add (to (sites Empty)))) (end (if (= (count Moves) 2) (result P2 Win)))",
        "only one player can win",
    ),
    "a region outside its loop": (
        2,
        "(play (move Add (to (sites Empty)) (then (if (= (count Moves) 2) (remove (sites))))))"
        " (end (if (no Moves Next) (result Mover Win)))",
        "outside a ludeme that goes through regions",
    ),
    "a phase with the name of a piece": (
        2,
        'phases:{(phase "First" (play (move Add (to (sites Empty)))) (nextPhase (= (count Moves) 2) "Man"))}'
        " (end (if (no Moves Next) (result Mover Win)))",
        "no phase is called 'Man'",
    ),
    "a piece without the number of its player": (
        2,
        '(play (move Add (to (sites Empty)) (then (if (= (count Moves) 2) (promote (last To) (piece "Man"))))))'
        " (end (if (no Moves Next) (result Mover Win)))",
        "no piece is called 'Man'",
    ),
    "the target of a hand": (
        2,
        "(play (move Add (to (sites Empty)))) "
        '(end (if (and (= (count Moves) 2) (is Target "Hand1" {1})) (result Mover Win)))',
        "knows only boards",
    ),
}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", RULES)
@pytest.mark.telling("python", "a region outside its loop-c")
def test_they_fail_when_they_are_reached_and_leave_the_position_as_it_was(case: str, backend: str) -> None:
    players, rules, message = RULES[case]
    state = load(ADD.format(players=players, rules=rules), backend=backend).start(seed=1)
    state.apply(state.legal_moves()[0])
    before = state.key
    with pytest.raises(LudRuleError, match=message):
        state.apply(state.legal_moves()[0])
    assert state.key == before
    assert not state.over


@pytest.mark.parametrize(("kind", "last"), [("Column", 2), ("Layer", 0), ("Phase", 5), ("Row", None)])
@pytest.mark.telling(every=3)
def test_a_column_beyond_the_board_is_refused_where_its_number_is_known(kind: str, last: int | None) -> None:
    """As by Ludii's compiler. There are six phases on every board, and a row that is not there is empty."""
    rules = "(play (or (move Add (to (sites {} {}))) (move Pass))) (end (if (no Moves Next) (result Mover Win)))"
    if last is None:
        assert len(load(ADD.format(players=2, rules=rules.format(kind, 9))).start(seed=1).legal_moves()) == 1
        return
    load(ADD.format(players=2, rules=rules.format(kind, last)))
    with pytest.raises(LudRuleError, match=f"there is no {kind.lower()} {last + 1}: they are 0 to {last}"):
        load(ADD.format(players=2, rules=rules.format(kind, last + 1)))


@pytest.mark.parametrize(("site", "landmark"), [("(centrePoint)", ""), ("0", "(map {(pair P1 CentreSite)})")])
def test_a_board_without_sites_has_no_centre(site: str, landmark: str) -> None:
    text = ADD.format(players=2, rules=f"(play (move Add (to {site}))) (end (if (no Moves Next) (result Mover Win)))")
    (error,) = check(text.replace("(square 3)", "(square 0)").replace("(piece", f"{landmark} (piece", 1))
    assert error.message == "the board has no centre cell"


@pytest.mark.parametrize("distance", [-1, -99999])
def test_a_negative_distance_is_refused(distance: int) -> None:
    to = f"(sites Around (last To) distance:(- {-distance}))"
    rules = f"(play (move Add (to {to}))) (end (if (no Moves Next) (result Mover Win)))"
    (error,) = check(ADD.format(players=2, rules=rules))
    assert (error.message, error.span and error.span.text) == (f"no site is at the distance {distance}", to)


def test_a_message_of_directions_needs_a_centre() -> None:
    """Directions are those at the centre of the board, and this one has no sites."""
    rules = "(play (move Pass (then (note N)))) (end (if (no Moves Next) (result Mover Win)))"
    game = ADD.format(players=2, rules=rules)
    load(game)
    with pytest.raises(LudUnsupportedError, match="a board without a centre"):
        load(game.replace("(board (square 3))", "(board (graph vertices:{} edges:{}) use:Vertex) (hand Each)"))
