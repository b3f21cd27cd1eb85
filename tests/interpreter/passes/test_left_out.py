"""What passes leave out or put in another's place is not missed: small programs whose answers can be read from them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import load
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.passes.removal.drop_dead_locals import drop_dead_locals
from ludparse.interpreter.passes.removal.forward_slots import forward_slots
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Expr, Type
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import statements
from tests.interpreter.passes.golden import lowered
from tests.interpreter.passes.golden_games import GAMES
from tests.interpreter.passes.test_spellings import answer, made, owned


def writer(b: Builder) -> Function:
    """A function that writes 5 to the slot, and gives 1."""
    with b.function("writer", result=Type.INT) as (fn, _):
        b.set_ctx("to", 5)
        b.return_(1)
    return fn


def no(b: Builder) -> Expr:
    return ir.eq(b.get("who", 1), 1)


def value_of_an_effect(b: Builder) -> Expr:
    b.let(b.call(writer(b)))  # the value is not read
    return b.ctx("to")


def other_branch(b: Builder) -> Expr:
    n = b.var(0, "n")
    with b.if_(no(b)):
        b.let(ir.const(3))  # is not read, so that nothing is left of this branch
    with b.else_():
        b.assign(n, 4)
    return n


def slot_written_by_a_call(b: Builder) -> Expr:
    fn = writer(b)
    b.set_ctx("to", 1)
    b.let(b.call(fn))
    return b.ctx("to")


def slot_written_again(b: Builder) -> Expr:
    b.set_ctx("to", 1)
    b.set_ctx("to", b.get("who", 1))
    return b.ctx("to")


def slot_written_in_a_branch(b: Builder) -> Expr:
    b.set_ctx("to", 1)
    with b.if_(no(b)):
        b.set_ctx("to", 2)
    return b.ctx("to")


def slot_written_in_an_iteration(b: Builder) -> Expr:
    n = b.var(0, "n")
    b.set_ctx("to", 1)
    with b.for_range(0, 3):
        b.assign(n, n + b.ctx("to"))
        b.set_ctx("to", 2)
    return n


def slot_with_a_local_that_changes(b: Builder) -> Expr:
    n = b.var(1, "n")
    b.set_ctx("to", n)
    b.assign(n, 2)
    return b.ctx("to")


def slot_restored(b: Builder) -> Expr:
    b.set_ctx("to", 1)
    with b.saved("to"):
        b.set_ctx("to", 2)
    return b.ctx("to")


CASES: list[tuple[Callable[[Program], None], Callable[[Builder], Expr], int]] = [
    (drop_dead_locals, value_of_an_effect, 5),
    (drop_dead_locals, other_branch, 4),
    (forward_slots, slot_written_by_a_call, 5),
    (forward_slots, slot_written_again, 2),
    (forward_slots, slot_written_in_a_branch, 1),
    (forward_slots, slot_written_in_an_iteration, 1 + 2 + 2),
    (forward_slots, slot_with_a_local_that_changes, 1),
    (forward_slots, slot_restored, 1),
]


@pytest.mark.parametrize(("change", "write", "worth"), CASES, ids=[write.__name__ for _, write, _ in CASES])
def test_the_answer_stays(change: Callable[[Program], None], write: Callable[[Builder], Expr], worth: int) -> None:
    """The owners of the sites from 0 on are 0, 2 and 1."""
    program = made(lambda b, *_: write(b), owned, False)
    change(program)
    verify(program)
    assert answer(program) == answer(made(lambda b, *_: write(b), owned, False)) == worth


def test_random_numbers_are_drawn_in_all_iterations() -> None:
    """A question whether there is a move ends at the first one where iterations stand apart: here they must not."""
    whole, plain = (lowered(GAMES["chance"], passes=passes) for passes in (True, False))
    for s in (s for fn in plain.functions for s in statements(fn.body)):
        if isinstance(s, ops.CountedLoop | ops.ForSet):
            s.apart = False
    played, expected = (PythonEngine(p).playouts(None, 0, 20, 3, 60, 1) for p in (whole, plain))
    assert list(played.lengths) == list(expected.lengths)


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_moves_that_have_to_be_tried_are_tried_for_questions(backend: str) -> None:
    """Of three sites the first has to stay empty. Who moves third has an empty site, but no move."""
    state = load(
        """(game "Keep" (players 2) (equipment { (board (rectangle 1 3)) (piece "Disc" Each) })
            (rules (play (do (move Add (to (sites Empty))) ifAfterwards:(is Empty 0)))
              (end (if (no Moves Next) (result Mover Win)))))""",
        backend=backend,
    ).start(seed=1)
    for ended in (False, True):
        state.apply(state.legal_moves()[0])
        assert state.over is ended
    assert list(state.ranking[1:]) == [2.0, 1.0]
