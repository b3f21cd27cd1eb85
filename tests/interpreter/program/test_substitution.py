"""What is put together of expressions is folded, and has the value that the same nodes have unfolded: for all values of
its locals, in random expressions."""

from __future__ import annotations

from itertools import product
from operator import add, and_, eq, ge, gt, le, lt, mul, ne, or_, sub
from random import Random

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.intrinsics import INTRINSICS, run_of
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.substitution import over, put_in, substituted
from ludparse.interpreter.program.walk import subexpressions

N, B = Type.INT, Type.BOOL
A, C = (ir.value_of(Var(name, N)) for name in "ac")
P, Q = (ir.value_of(Var(name, B)) for name in "pq")
SAME = {Op.EQ: eq, Op.NE: ne, Op.LT: lt, Op.LE: le, Op.GT: gt, Op.GE: ge}
COMPUTES = {Op.ADD: add, Op.SUB: sub, Op.MUL: mul}
JOINS = {Op.AND: and_, Op.OR: or_}


def value(x: Expr, of: dict[Expr, int]) -> int:
    if x.is_const:
        return x.const
    if x.op is Op.VAR:
        return of[x]
    src = [value(s, of) for s in x.src]
    if x.op is Op.NOT:
        return not src[0]
    if x.op is Op.SELECT:
        return src[1] if src[0] else src[2]
    return int((SAME | COMPUTES | JOINS)[x.op](*src))


def drawn(chance: Random, typ: Type, depth: int) -> Expr:
    """A node that nothing has folded; of few different parts, so that equal ones meet."""
    if not depth or chance.random() < 0.1:
        return chance.choice([A, C, ir.const(0), ir.const(1), ir.const(2)] if typ is N else [P, Q, ir.TRUE, ir.FALSE])
    op = chance.choice([*COMPUTES, Op.SELECT] if typ is N else [*SAME, *JOINS, Op.NOT, Op.SELECT])
    if op is Op.SELECT:
        wanted = [B, typ, typ]
    else:
        wanted = [N, N] if op in SAME or op in COMPUTES else [B] * (1 if op is Op.NOT else 2)
    return Expr(op, typ, tuple(drawn(chance, each, depth - 1) for each in wanted))


@pytest.mark.parametrize("typ", [N, B])
def test_folded_expressions_have_the_same_values(typ: Type) -> None:
    chance = Random(7)
    smaller = 0
    for _ in range(1500):
        x = drawn(chance, typ, chance.randint(1, 4))
        folded = _made_again(x)
        smaller += len(subexpressions(folded)) < len(subexpressions(x))
        for values in product((-1, 0, 2), (0, 1), (False, True), (False, True)):
            of = dict(zip((A, C, P, Q), map(int, values), strict=True))
            assert value(x, of) == value(folded, of)
    assert smaller > 700, "hardly anything is folded"


def _made_again(x: Expr) -> Expr:
    return over(x, tuple(map(_made_again, x.src))) if x.src else x


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (ir.eq(ir.as_int(P), 1), P),
        (ir.eq(ir.as_int(P), 0), ~P),
        (ir.eq(ir.as_int(P), 2), ir.FALSE),
        (ir.select(P, 12, 6) > 6, P),
        (ir.select(P, A, A), A),
        (ir.select(P, ir.select(P, A, C), ir.select(~P, A, C)), A),
        (ir.select(P, A, ir.select(P, A, C)), ir.select(P, A, C)),
        (P & P, P), (P | P, P), (A + C - (A + C), ir.const(0)), ((A + C) >= (A + C), ir.TRUE),
        (ir.set_or(ir.set_one(A), ir.set_one(A)), ir.set_one(A)),
        (put_in(ir.eq(A, C), {A.var: ir.const(3), C.var: ir.const(4)}), ir.FALSE),
        (substituted(ir.not_(P), lambda x: ~Q if x is P else None), Q),
    ],
)  # fmt: skip
def test_what_is_known_when_it_is_built(made: Expr, wanted: Expr) -> None:
    assert made is wanted


def test_what_draws_or_may_fail_is_evaluated_as_often_as_it_stands() -> None:
    drawn = Expr(Op.RUN, N, (ir.const(6),), run_of(INTRINSICS["random_int"]))
    assert not ir.eq(drawn, drawn).is_const and ir.sub(drawn, drawn).op is Op.SUB
    assert ir.select(drawn > 2, A, A).op is Op.SELECT
    assert ir.eq(ir.select(drawn > 2, 1, 1), 1).op is Op.SELECT
