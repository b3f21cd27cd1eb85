"""Legal moves that have to pass tests, counted as sets where verdicts are kept."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.c.rendering.sifting import sifted
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.walk import statements
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.passes.golden_games import GAMES

SURROUND = GAMES["surround"]
LOOPED = SURROUND.replace("(move Add (to (sites Empty))", "(move Add (to (sites Empty) if:(< (to) 12))")
STEPS = """
(game "Steps" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (meta (no Repeat))
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (or (forEach Piece (move Step (to if:(is Empty (to))))) (move Pass)))
        (end (if (all Passed) (result Mover Win)))))
"""


def test_filters_of_a_loop_over_sites_are_sifted() -> None:
    program = load(SURROUND, backend="python").program
    found = sifted(program)
    assert "sifted" in found.entries and "sifted" not in program.entries
    (loop,) = (s for fn in found.functions for s in statements(fn.body) if isinstance(s, ops.ForSet) and s.tests)
    assert [fn.name for fn in (*loop.tests, *loop.refusing)] == ["tried_1", "no_repeat_1"]
    text = render_c(program)
    assert "#define SIFTED 1" in text and "sift_repeats(e, 0" in text


def test_what_a_filter_asks_may_be_written_in_another_way() -> None:
    program = load(SURROUND, backend="python").program
    for s in (s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.Filter)):
        other = ops.Var("other", ops.Type.BOOL)
        (asks,) = (t for t in s.tests if isinstance(t, ops.Assign))
        s.tests[:] = [ops.Assign(other, asks.value), ops.Assign(asks.var, ir.value_of(other))]
    assert "sifted" in sifted(program).entries


@pytest.mark.parametrize("pushes", [True, False])
def test_moves_that_a_condition_pushes_are_not_sifted(pushes: bool) -> None:
    """They would have to pass the filter, too."""
    program = load(SURROUND, backend="python").program
    b = Builder(program)
    with b.function("asks", result=ops.Type.BOOL) as (asks, _):
        if pushes:
            b.block.append(ops.Emit(*map(ir.const, (1, 5, 5, 0, 0)), []))
        b.return_(ir.eq(b.get("mover"), 1))
    (fn,) = (fn for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForSet) and _emits(s))
    fn.body[:] = [ops.If(b.call(asks), [*fn.body], [])]
    fn.changed()
    assert ("sifted" in sifted(program).entries) is not pushes


def _emits(s: ops.ForSet) -> bool:
    return any(isinstance(t, ops.Emit) for t in s.body)


@pytest.mark.parametrize("text", [STEPS, GAMES["line"], GAMES["check"]], ids=["steps", "line", "check"])
def test_other_generators_are_left_alone(text: str) -> None:
    program = load(text, backend="python").program
    assert sifted(program) is program
    assert "#define SIFTED 0" in render_c(program)


@needs_corpus
@pytest.mark.parametrize("name", ["Go", "Atari Go", "HexGo"])
def test_filters_of_the_library_are_sifted(name: str) -> None:
    path = description(f"board/space/territory/{name}")
    program = load(path, library=str(LIBRARY), backend="python").program
    assert "sifted" in sifted(program).entries
