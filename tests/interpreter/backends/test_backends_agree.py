"""Both backends run the same program: the same legal moves, texts, positions and results, whatever is played."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludparse import Game, LudRuleError, load
from ludparse.interpreter.game.game import SingleGame
from tests.interpreter.descriptions import ALL
from tests.interpreter.lower.playing import BACKENDS, CODE


def both(text: str) -> tuple[SingleGame, SingleGame]:
    return load(text, backend="c"), load(text, backend="python")


@pytest.fixture(scope="module", params=[*ALL, "Ex Nihilo"])
def games(request: pytest.FixtureRequest, c_compiler: None) -> tuple[SingleGame, SingleGame]:
    return both(ALL.get(request.param, request.param))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**63), picks=st.lists(st.integers(0, 10**6), max_size=25))
def test_the_same_game(games: tuple[SingleGame, SingleGame], seed: int, picks: list[int]) -> None:
    states = [game.start(seed=seed) for game in games]
    for pick in picks:
        assert states[0].snapshot() == states[1].snapshot()
        assert states[0].over == states[1].over
        if states[0].over:
            break
        moves = [state.legal_moves() for state in states]
        assert [m.text for m in moves[0]] == [m.text for m in moves[1]]
        k = pick % len(moves[0])
        done = [state.consequences(m[k]).text for state, m in zip(states, moves, strict=True)]
        assert done[0] == done[1]
        assert [state.apply(m[k]).text for state, m in zip(states, moves, strict=True)] == done
    assert states[0].ranking == states[1].ranking


def test_the_same_number_of_positions(games: tuple[SingleGame, SingleGame]) -> None:
    depth = 2 if games[0].name == "Ex Nihilo" else 3
    if games[0].name == "Ex Nihilo":
        assert games[0].perft(1) == games[1].perft(1)
        return
    assert games[0].perft(depth) == games[1].perft(depth)


def test_a_copy_is_independent(games: tuple[SingleGame, SingleGame]) -> None:
    for game in games:
        state = game.start(seed=5)
        before = state.snapshot()
        other = state.copy()
        other.apply(other.legal_moves()[0])
        assert state.snapshot() == before
        assert other.snapshot() != before


def test_consequences_leave_the_position_as_it_is(games: tuple[SingleGame, SingleGame]) -> None:
    for game in games:
        state = game.start(seed=5)
        before = state.snapshot()
        for move in state.legal_moves()[:20]:
            state.consequences(move)
        assert state.snapshot() == before


def test_random_games_end_and_are_counted(games: tuple[SingleGame, SingleGame]) -> None:
    result = games[0].playouts(50, seed=1, max_moves=500)
    assert result.games == 50
    assert result.moves == sum(result.lengths)
    assert all(
        sum(1 for r in ranks if r == 0) == 0
        for ranks, n in zip(result.rankings, result.lengths, strict=True)
        if n < 500
    )


LEFT_WRITTEN = """(game "Left" (players 2) (equipment {(board (square 3)) (hand Each) (piece "Man" Each)})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
      (play (if (= (to) 9) (move Pass) (move (from (sites Occupied by:Mover)) (to (handSite P1)))))
      (end {(if (is Line 3) (result Mover Win)) (if (> (count Moves) 5) (result Mover Draw))})))"""
"""A line is asked for at the hand, which leaves this site in `to`. The rules for the next move read it before it is
written: nobody has done so in this position."""


@pytest.mark.parametrize("backend", CODE)
def test_what_a_rule_leaves_in_a_slot_ends_with_its_move(backend: str) -> None:
    game = load(LEFT_WRITTEN, backend=backend.split()[0])
    if backend == "c optimised":
        game.engine.optimise()
    assert game.perft(2) == 3 * 3
    assert list(game.playouts(5, seed=1).lengths) == [6] * 5  # each side has three men


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_combined_move_has_passed_what_its_first_part_has(backend: str) -> None:
    hop = "(move Hop (from 0) E (between if:(is Friend (who at:(between)))) (to if:(is Empty (to))))"
    then = "(then (set Counter (count Sites in:(last Between))))"
    text = f"""(game "Balls" (players 2) (equipment {{(board (square 4)) (piece "Ball" Each)}})
        (rules (start (place "Ball1" {{0 1}})) (play (allCombinations {hop} (move Add (to 12)) {then}))
            (end (if (no Pieces Mover) (result Next Win)))))"""
    state = load(text, backend=backend).start(seed=1)
    (move,) = state.legal_moves()
    assert state.consequences(move).actions[-1] == "[SetCounter:counter=1]"


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_of_two_moves_that_are_one_gets_what_was_done_before_twice(backend: str) -> None:
    """An effect of (to …) on several sites gives each move twice. What is added to one is added to both, but the two
    do not share a list."""
    text = """(game "Twins" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
        (rules (start (place "Ball1" {8}))
            (play (do (remove 8) next:(move Add (to (sites {0 1}) (apply (set Counter 5))))))
            (end (if (no Pieces Mover) (result Next Win)))))"""
    moves = load(text, backend=backend).start(seed=1).legal_moves()
    assert [m.to_site for m in moves] == [0, 0, 1, 1]
    for move in moves:
        assert [action.split(":")[0] for action in move.actions] == ["[Remove", "[Remove", "[SetCounter", "[Add"]


def _nested(depth: int) -> str:
    """A move with so many consequents, each of a list around the one before."""
    if not depth:
        return "(move Add (to (sites Bottom)))"
    return f"(or {_nested(depth - 1)} (move Pass) (then (addScore Mover 1)))"


ADD = "(move Add (to (sites Empty) (apply (addScore Mover 1))))"
DRAW = "(+ 1 (value Random (range 0 9)))"
ALIKE = {
    "random numbers in one expression": (
        f"(move Add (to (sites Empty)) (then (addScore Mover (% {DRAW} {DRAW}))))", "(if (is Full) (byScore))"
    ),
    "one of two equal moves is drawn": (
        f"(or (random {ADD} num:1) (random (move Pass) num:0) (then (addScore Mover 1)))", "(if (is Full) (byScore))"
    ),
    "two equal moves are joined": (f"(append (or {{{ADD} (move Pass)}}))", "(if (all Passed) (result Mover Win))"),
    "positions with -1 and -2": (
        "(or (move Select (from (sites Board)) (then (set Var (- (last From) 5)))) (move Pass))",
        "(if (= (count Moves) 12) (result Mover Win))",
    ),
    "a division by zero in a question": (
        """(if (can Move (move Add (piece (id "Disc" Mover) state:(/ 4 (- 0 (to)))) (to (sites Empty))))
            (move Add (to (sites Empty))) (move Pass))""", "(if (is Full) (result Mover Draw))",
    ),
    "eight consequents in a question": (
        f"(if (can Move {_nested(8)}) (move Add (to (sites Empty))) (move Pass))", "(if (is Full) (result Mover Draw))"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ALIKE)
def test_every_backend_plays_alike(what: str) -> None:
    """The same moves with the same effects, and the same errors."""
    play, end = ALIKE[what]
    text = f"""(game "Alike" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}})
        (rules {"(meta (no Repeat))" * ("positions" in what)} (play {play}) (end {end})))"""
    for seed in range(1, 5):
        games = []
        for code in CODE:
            game = load(text, backend=code.split()[0])
            if code == "c optimised":
                game.engine.optimise()
            games.append(_played(game, seed))
        assert games == games[:1] * len(games)
        assert games[0]


def _played(game: Game, seed: int) -> list[object]:
    """What happens in a game in which the moves are chosen by their numbers."""
    state, seen = game.start(seed=seed), list[object]()
    try:
        for ply in range(12):
            moves = state.legal_moves()
            seen.append((state.snapshot(), state.ranking, [state.consequences(move).text for move in moves]))
            if state.over:
                break
            seen.append(state.apply(moves[(seed + ply) % len(moves)]).text)
    except LudRuleError as wrong:
        seen += [type(wrong).__name__, wrong.message]
    return seen
