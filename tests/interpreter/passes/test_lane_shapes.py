"""Loops over positions of rays, in other shapes: the same sets come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse.interpreter.passes.counting.running_unions import running_unions
from ludparse.interpreter.passes.counting.written_out import written_out
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Block, Expr, Op, Type, Var
from ludparse.interpreter.program.walk import statements

WIDTH = 64
ALL = (1 << WIDTH) - 1
OWN, ON, ENDED, FOUND, ENEMY, FITS, ONE = (
    Var(name, Type.SET) for name in ("own", "on", "ended", "found", "enemy", "fits", "one")
)
AT, INNER = Var("at", Type.INT), Var("inner", Type.INT)


class Left(Exception):
    """A loop was left."""


def var(v: Var) -> Expr:
    return Expr(Op.VAR, v.type, (), v)


def value(x: Expr, known: dict[Var, int]) -> int:
    if x.is_const:
        return x.const
    if x.op is Op.VAR:
        return known[x.var]
    a = [value(y, known) for y in x.src]
    if x.op is Op.SET_SHIFT:
        return (a[0] << a[1] if a[1] >= 0 else a[0] >> -a[1]) & ALL
    return int(
        {
            Op.SET_EMPTY: lambda: 0,
            Op.SET_AND: lambda: a[0] & a[1],
            Op.SET_OR: lambda: a[0] | a[1],
            Op.SET_XOR: lambda: a[0] ^ a[1],
            Op.SET_DIFF: lambda: a[0] & ~a[1],
            Op.SET_EQ: lambda: a[0] == a[1],
            Op.NOT: lambda: not a[0],
            Op.MUL: lambda: a[0] * a[1],
            Op.SUB: lambda: a[0] - a[1],
        }[x.op]()
    )


def run(body: Iterable[ops.Stmt], known: dict[Var, int]) -> None:
    """Executes statements of the kinds that occur here, on sets as numbers."""
    for s in body:
        if isinstance(s, ops.Assign):
            known[s.var] = value(s.value, known)
        elif isinstance(s, ops.If):
            run(s.then if value(s.cond, known) else s.orelse, known)
        else:
            assert isinstance(s, ops.WhileAny)
            for i in range(value(s.lo, known), value(s.hi, known)):
                known[s.var] = i
                run(s.head, known)
                if not known[s.on]:
                    break
                run(s.body, known)


def captures(step: int) -> Block:
    """For the sites of `own`, whether a line of enemies of which one fits ends there: as a flanking capture asks."""

    def back(what: Var, at: Var) -> Expr:
        return ir.set_shift(var(what), ir.sub(0, var(at) * step))

    inner = ops.WhileAny(
        INNER,
        ir.const(1),
        var(AT),
        [],
        ENDED,
        [
            ops.Assign(ONE, ir.set_and(var(ENDED), back(FITS, INNER))),
            ops.Assign(FOUND, ir.set_or(var(FOUND), ir.set_and(var(ENDED), var(ONE)))),
        ],
    )
    body: Block = [
        ops.Assign(ENDED, ir.set_diff(var(ON), back(ENEMY, AT))),
        ops.Assign(ON, ir.set_and(var(ON), back(ENEMY, AT))),
        inner,
    ]
    loop = ops.WhileAny(AT, ir.const(2), ir.const(8), [], ON, body)
    return [ops.Assign(ON, var(OWN)), ops.Assign(FOUND, ir.EMPTY_SET), loop]


def new() -> Var:
    return Var("new", Type.SET)


def unions(body: Block) -> Block:
    return running_unions(body, OWN, [FOUND], new, {})


SHAPES = {
    "unions": unions,
    "unions, written out": lambda body: written_out(unions(body)),
}
sets = st.integers(0, ALL)


@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=60, deadline=None)
@given(own=sets, enemy=sets, fits=sets, step=st.sampled_from([1, -1, 7, -8, 9, 30]))
def test_the_same_sets_come_out(shape: str, own: int, enemy: int, fits: int, step: int) -> None:
    expected, found = ({OWN: own, ENEMY: enemy, FITS: fits} for _ in range(2))
    run(captures(step), expected)
    run(SHAPES[shape](captures(step)), found)
    assert found[FOUND] == expected[FOUND]


def test_what_they_look_like() -> None:
    def loops(body: Block) -> int:
        return sum(isinstance(s, ops.WhileAny) for s in statements(body))

    assert loops(captures(1)) == 2
    assert loops(unions(captures(1))) == 1
    assert loops(written_out(unions(captures(1)))) == 0
    assert loops(written_out(captures(1))) == 2, "the inner loop depends on the position"


def test_a_union_that_is_read_between_stays_a_loop() -> None:
    body = captures(1)
    loop = body[-1]
    assert isinstance(loop, ops.WhileAny)
    loop.body.append(ops.Assign(ON, ir.set_and(var(ON), var(ONE))))
    assert sum(isinstance(s, ops.WhileAny) for s in statements(unions(body))) == 2


def _shifted(v: Var, by: Expr) -> Expr:
    return ir.set_shift(var(v), by)


NOT_UNIONS: dict[str, Callable[[ops.WhileAny], None]] = {
    "what fits depends on the end": lambda inner: _fits(inner, ir.set_and(var(ENDED), _shifted(FITS, var(AT)))),
    "other starting sites decide": lambda inner: _fits(inner, ir.set_and(var(ENDED), _shifted(ENDED, ir.const(1)))),
    "other sites keep it going": lambda inner: setattr(inner, "on", ENEMY),
}


def _fits(inner: ops.WhileAny, what: Expr) -> None:
    inner.body[0] = ops.Assign(ONE, what)


@pytest.mark.parametrize("name", NOT_UNIONS)
def test_inner_loops_that_are_no_growing_union_stay(name: str) -> None:
    body = captures(1)
    (inner,) = (s for s in statements(body) if isinstance(s, ops.WhileAny) and s.var is INNER)
    NOT_UNIONS[name](inner)
    assert sum(isinstance(s, ops.WhileAny) for s in statements(unions(body))) == 2
