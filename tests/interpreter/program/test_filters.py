"""Filters of moves (`ops.Filter`): which moves stay, and in which order, on both backends."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import FieldKind, Type
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from tests.interpreter.lower.playing import CODE, engine

MOVES = 5
KINDS = "plain", "swaps", "one", "few"
CASES = [
    *((mask, kind, -1) for mask, kind in product(range(1 << MOVES), KINDS)),
    *((mask, "plain", to) for mask, to in product(range(1 << MOVES), range(3))),
]
"""Which of the moves stay, as bits; what kind of filter it is; the site that is asked about. The k-th move goes to site
k modulo 3."""


def filtered(mask: int, kind: str, to: int) -> list[int]:
    """The numbers of the moves that stay."""
    left = list(range(MOVES))
    if kind in ("one", "few"):
        return [k for k in left if mask >> k & 1][:1]
    if kind == "plain":
        stay = [k for k in left if mask >> k & 1 and (to < 0 or k % 3 == to)]
        return stay if to < 0 else stay[:1]
    i = 0
    while i < len(left):
        if mask >> left[i] & 1:
            i += 1
        else:
            left[i] = left[-1]
            left.pop()
    return left


def _filter(b: Builder, kind: str) -> Function:
    """A function that pushes the moves, filters them, and writes those that stay from a place on."""
    parameters = [(name, Type.INT) for name in ("mask", "to", "at")]
    with b.function(f"filter_{kind}", parameters) as (fn, (mask, to, at)):
        mark, acts = b.let(b.run("move_count")), b.let(b.run("act_count"))
        with b.filtered(
            lambda m: ir.eq(ir.band(ir.shr(mask, b.run("move_from", m)), 1), 1),
            swaps=kind == "swaps",
            one=kind in ("one", "few"),
        ):
            for k in range(MOVES):
                b.block.append(ops.Emit(ir.const(0), ir.const(k), ir.const(k % 3), ir.const(0), ir.const(0), []))
        keeps = b.block[-1]
        assert isinstance(keeps, ops.Filter)
        keeps.to = to if kind == "plain" else None
        keeps.few = kind == "few"
        with b.for_range(mark, b.run("move_count")) as m:
            b.put("stayed", b.run("move_from", m) + 1, m - mark + at)
        b.run("moves_rewind", mark, acts)
    return fn


def program() -> Program:
    """A program whose start filters for each case and writes the numbers of the moves that stay, each plus 1."""
    p = Program("filters")
    b = Builder(p)
    b.field("rng", FieldKind.INT, bits=64)
    for name in ("over", "mover"):
        b.field(name, FieldKind.INT)
    b.field("rank", FieldKind.ARRAY, size=1)
    b.field("stayed", FieldKind.ARRAY, size=len(CASES) * MOVES)
    p.constants["players"] = 0
    filters = {kind: _filter(b, kind) for kind in KINDS}
    with b.function("start") as (start, _):
        for number, (mask, kind, to) in enumerate(CASES):
            b.do(b.call(filters[kind], mask, to, number * MOVES))
    with b.function("nothing") as (nothing, _):
        pass
    with b.function("play", [("m", Type.INT)]) as (play, _):
        pass
    p.entries = {"start": start, "moves": nothing, "play": play}
    verify(p)
    return p


@pytest.mark.parametrize("code", CODE)
def test_the_moves_that_stay(code: str) -> None:
    made: Any = engine(program(), code)
    found: list[int] = made.read(made.start(1), "stayed")
    for number, case in enumerate(CASES):
        expected = [k + 1 for k in filtered(*case)]
        assert found[number * MOVES : (number + 1) * MOVES] == expected + [0] * (MOVES - len(expected)), case
