"""What a block leaves as it was (`ops.Restoring`): slots of the context, moves and the record, on both backends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import FieldKind
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import InvalidProgramError, verify
from tests.interpreter.lower.playing import CODE, engine

MOST = 8  # numbers that a case notes
Case = Callable[[Builder], None]


def slots(b: Builder) -> None:
    """One of two slots, one block within another, and a set."""
    with b.saved("from", "region"):
        b.set_ctx("from", 5)
        b.set_ctx("to", 6)
        b.block.append(ops.SetCtx("region", ir.set_one(3)))
        with b.saved("from"):
            b.set_ctx("from", 7)
        _note(b, b.ctx("from"))
    _note(b, b.ctx("from"), b.ctx("to"), ir.set_count(b.ctx("region")))


def in_a_loop(b: Builder) -> None:
    """What one iteration restores the next one saves again; the loop may be left outside of what is restored."""
    with b.for_range(0, 5) as k:
        with b.saved("from"):
            b.set_ctx("from", b.ctx("from") + k)
            _note(b, b.ctx("from"))
        with b.if_(ir.eq(k, 2)):
            b.break_()
    _note(b, b.ctx("from"))


def returned(b: Builder) -> None:
    """A return within it restores nothing."""
    with b.function("returning") as (returning, _), b.saved("from"):
        b.set_ctx("from", 8)
        with b.if_(ir.eq(b.ctx("to"), -1)):
            b.return_()
        b.set_ctx("from", 9)
    for to in (-1, 4):
        b.set_ctx("from", 2)
        b.set_ctx("to", to)
        b.do(b.call(returning))
        _note(b, b.ctx("from"))


def moves(b: Builder) -> None:
    """The moves that were there stay, with their actions; of those that are pushed nothing is left."""
    _push(b, 1)
    with b.restoring("from", moves=True):
        b.set_ctx("from", 1)
        _push(b, 2)
        _push(b, 3)
        _note(b, b.run("move_count"))
    _note(b, b.run("move_count"), b.run("move_from", 0), b.run("move_action_count", 0), b.ctx("from"))


def record(b: Builder) -> None:
    """Actions that were applied before stay in the record; a copy of the state around forgets what they did."""
    _push(b, 1)
    b.run("apply_actions", 0)
    with b.restoring(record=True), b.on_copy():
        b.run("apply_actions", 0)
        b.run("apply_actions", 0)
        _note(b, b.run("applied_count"), b.get("passes"))
    _note(b, b.run("applied_count"), b.get("passes"))


def fields(b: Builder) -> None:
    """Of two fields the one that is named, also where a function that is called has changed it."""
    with b.function("changing") as (changing, _):
        b.put("mover", 7)
    b.put("mover", 3)
    with b.restoring(fields=("mover",)):
        b.put("mover", 5)
        b.put("over", 6)
        b.do(b.call(changing))
        _note(b, b.get("mover"))
    _note(b, b.get("mover"), b.get("over"))


CASES: dict[Case, list[int]] = {
    slots: [5, 2, 6, 0],
    in_a_loop: [2, 3, 4, 2],
    returned: [8, 2],
    moves: [3, 1, 1, 1, 2],
    record: [1, 1],
    fields: [7, 3, 6],
}
"""What each case notes. The slot `from` is 2 before, and `to` -1. What is noted on a copy is forgotten with it."""


def _note(b: Builder, *values: ir.Expr) -> None:
    for value in values:
        b.put("noted", value, b.get("count"))
        b.put("count", b.get("count") + 1)


def _push(b: Builder, site: int) -> None:
    action = ops.NewAction("pass", (ir.const(0),), ir.TRUE)
    b.block.append(ops.Emit(ir.const(0), ir.const(site), ir.const(site), ir.const(0), ir.const(0), [action]))


def program(case: Case) -> Program:
    """A program whose start does what a case does."""
    p = Program("restoring", context={"from": 2, "to": -1}, context_sets=["region"])
    b = Builder(p)
    b.field("rng", FieldKind.INT, bits=64)
    for name in ("over", "mover", "passes", "count"):
        b.field(name, FieldKind.INT)
    b.field("rank", FieldKind.ARRAY, size=1)
    b.field("noted", FieldKind.ARRAY, size=MOST)
    p.constants["players"] = 0
    with b.function("act_pass", [("forced", ops.Type.INT)]) as (passes, _):
        b.put("passes", b.get("passes") + 1)
    p.appliers["pass"] = passes
    with b.function("start") as (start, _):
        case(b)
    with b.function("nothing") as (nothing, _):
        pass
    with b.function("play", [("m", ops.Type.INT)]) as (play, _):
        pass
    p.entries = {"start": start, "moves": nothing, "play": play}
    verify(p)
    return p


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@pytest.mark.parametrize("code", CODE)
def test_what_is_as_before(code: str, case: Case) -> None:
    made: Any = engine(program(case), code)
    assert made.read(made.start(1), "noted") == CASES[case] + [0] * (MOST - len(CASES[case]))


def test_moves_that_are_forgotten_are_not_returned_out_of() -> None:
    def leaves(b: Builder) -> None:
        with b.restoring(moves=True):
            b.return_()

    with pytest.raises(InvalidProgramError, match="return out of a copy, another mode or moves that are forgotten"):
        program(leaves)


def test_what_restores_nothing_is_its_body() -> None:
    def plain(b: Builder) -> None:
        with b.restoring():
            b.set_ctx("from", 1)
        with b.restoring("from"):
            pass

    made: Function = program(plain).entries["start"]
    assert [type(s) for s in made.body] == [ops.SetCtx]
