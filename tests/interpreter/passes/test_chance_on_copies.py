"""Random numbers that are drawn on copies of the state: which programs have a generator for them, and what it does."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.program.printer import print_program
from ludparse.interpreter.program.state_layout import COPIES
from tests.interpreter.both_backends import same_moves
from tests.interpreter.passes.golden_games import GAMES

# A move is legal if the number that is drawn after it on a copy is high.
DRAWN_ON_COPIES = """(game "Copies" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (do (move Add (to (sites Empty)) (then (set Score Mover (value Random (range 1 6)))))
            ifAfterwards:(> (score Mover) 3)))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_a_program_that_draws_on_copies_has_a_second_generator() -> None:
    program = load(DRAWN_ON_COPIES, backend="python", verify=True).program
    assert COPIES in program.fields
    printed = print_program(program)
    assert "seed_copies()" in printed
    copies = [line for line in printed.splitlines() if "on a copy" in line or "once tried by" in line]
    assert copies and all(line.endswith(", which draws:") for line in copies)


@pytest.mark.parametrize("name", ["chance", "dice", "surround", "check"])
def test_other_programs_have_one_generator(name: str) -> None:
    program = load(GAMES[name], backend="python", verify=True).program
    assert COPIES not in program.fields
    assert "seed_copies()" not in print_program(program)


def test_each_copy_draws_on() -> None:
    """If copies began with the same generator, they would draw the same number: every move or none would be legal."""
    state = load(DRAWN_ON_COPIES, backend="python").start(seed=1)
    assert 0 < len(state.legal_moves()) < 16


@pytest.mark.parametrize("seed", range(3))
def test_both_backends_draw_the_same(seed: int) -> None:
    same_moves(DRAWN_ON_COPIES, 16, seed)
