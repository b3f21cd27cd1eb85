"""Filters that put the moves that stay to the front, and drop the rest together."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.facts.modes import is_run
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.intrinsics import MOVE_DROP, MOVE_PUT
from ludparse.interpreter.program.ops import Op, Program
from ludparse.interpreter.program.walk import all_runs, reached, runs_of, statements
from tests.interpreter.passes.golden_games import GAMES

_SAFE = "(not (is Threatened (id \"King\" Mover)))"
MANY = GAMES["check"].replace(_SAFE, f"(and (is Even (last To)) {_SAFE})")
"""Half of the moves are dropped, also between others that stay."""


def dropping(program: Program) -> list[ops.While]:
    """The loops that drop moves."""
    live = [program.functions[i] for i in sorted(reached(program))]
    loops = [s for fn in live for s in statements(fn.body) if isinstance(s, ops.While)]
    within = [(loop, runs_of(statements(loop.body))) for loop in loops]
    return [loop for loop, found in within if any(is_run(x, MOVE_DROP) for x in found)]


def puts(program: Program) -> int:
    return sum(is_run(x, MOVE_PUT) for fn in program.functions for x in all_runs(fn) if x.op is Op.RUN)


@pytest.mark.parametrize("text", [GAMES["check"], MANY], ids=["check", "many"])
def test_the_moves_are_the_same_in_the_same_order(text: str, c_compiler: None) -> None:
    def seen(program: Program) -> list[tuple[list[int], list[float]]]:
        played = [CEngine(program, flags).playouts(None, 0, 30, 3, 60, 1) for flags in ((), ("-DVARIANTS",))]
        return [(list(p.lengths), list(p.rankings)) for p in played]

    found = load(text, backend="python", verify=True)
    moves = [[m.notation for m in found.start().legal_moves()], found.perft(3)]
    assert puts(found.program) and not dropping(found.program)
    assert load(text, backend="c").perft(3) == moves[1]
    whole = load(text, backend="python", verify=True, without=["drop_together"])
    assert not puts(whole.program) and dropping(whole.program)
    assert moves == [[m.notation for m in whole.start().legal_moves()], whole.perft(3)]
    assert seen(found.program) == seen(whole.program)


def test_filters_whose_verdicts_are_kept_stay() -> None:
    program = load(GAMES["surround"], backend="python", verify=True).program
    assert dropping(program) and not puts(program)
