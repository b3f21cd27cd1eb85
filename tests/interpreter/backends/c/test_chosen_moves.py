"""Playouts play the move that they choose without a record of its actions: it does what its record does."""

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Program
from ludparse.interpreter.program.walk import statements
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.passes.golden_games import GAMES

RECORDED = [
    "board/race/reach/Breakthrough",
    "board/war/leaping/diagonal/English Draughts",
    "board/space/line/Yavalath",
    "board/space/line/Connect Four",
    "board/space/line/Nine Men's Morris",
    "board/space/territory/Reversi",
]
BUNDLED = ["Leapfrogs", "Two Shores", "Gardens", "Ponds"]
SWAPPING = ["connect"]  # its rules read the record of applied actions


@cache
def engines(text: str, library: str | None = None) -> tuple[CEngine, CEngine]:
    """One that plays each chosen move in both ways and compares, and one that only plays records."""
    program = load(text, library=library, backend="python").program
    return CEngine(program, ("-DVARIANTS", "-DCHECK_CHOSEN")), CEngine(program)


def check(both: tuple[CEngine, CEngine], seed: int, n: int) -> None:
    checked, plain = (engine.playouts(None, 0, n, seed, 150, 1) for engine in both)
    assert (list(checked.lengths), list(checked.rankings)) == (list(plain.lengths), list(plain.rankings))


def plain_moves(program: Program) -> list[ops.Emit]:
    return [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.Emit) and s.plain]


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**63))
@pytest.mark.parametrize("name", [*GAMES, *BUNDLED])
def test_a_chosen_move_does_what_its_record_does(name: str, seed: int, c_compiler: None) -> None:
    check(engines(GAMES.get(name, name)), seed, 10)


@needs_corpus
@pytest.mark.parametrize("path", RECORDED)
def test_the_same_in_recorded_games(path: str, c_compiler: None) -> None:
    check(engines(description(path), str(LIBRARY)), 1, 8)


def test_what_is_plain() -> None:
    program = load(GAMES["line"], backend="python").program
    assert [[a.kind for a in s.actions] for s in plain_moves(program)] == [["add"], ["pass"]]
    # all moves are made and tried, so that none is chosen by its number
    assert not plain_moves(load(GAMES["order"], backend="python").program)


def test_constants_are_not_stored() -> None:
    text = render_c(load(GAMES["line"], backend="python").program)
    assert "\n    act_add_1(e, (0), move_to(e, 0), (-1), e->chosen[0], (1), (-1), (-1), (-1), (-1));\n" in text


@pytest.mark.parametrize("name", SWAPPING)
def test_the_record_of_applied_actions_is_kept_where_rules_read_it(name: str, c_compiler: None) -> None:
    assert "#define RECORDS 1" in render_c(load(GAMES[name], backend="python").program)
    check(engines(GAMES[name]), 5, 60)
