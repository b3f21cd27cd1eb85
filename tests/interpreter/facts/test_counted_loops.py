"""Which functions are recursive and which loops are counted, so that rules without an end are noticed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from ludparse import Source
from ludparse.interpreter.facts.runaway import Runaway, place_of
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Block, Expr, FieldKind, Op, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.problems.spans import Span

N, V = Type.INT, Type.VOID
AT, ZERO, SITES = Var("at", N), ir.const(0), Expr(Op.FIELD, Type.SET, (), "sites")
SEARCH = Expr(Op.SET_WHERE, Type.SET, (ZERO,), "what")


def call(fn: Function) -> ops.Stmt:
    return ops.Do(Expr(Op.CALL, V, (), fn))


def program(calls: dict[int, list[int]], n: int) -> Program:
    """Functions of which some call others."""
    p = Program("test")
    p.functions = [Function(f"f{k}", (), V, [], k) for k in range(n)]
    for k, called in calls.items():
        p.functions[k].body = [call(p.functions[i]) for i in called]
    return p


def test_functions_on_a_circle_of_calls_are_recursive() -> None:
    """In 300 random programs: those that lead back to themselves, as their paths of calls say."""
    chance = Random(3)
    for _ in range(300):
        n = chance.randint(1, 7)
        pairs = [(i, j) for i, j in product(range(n), repeat=2) if chance.random() < chance.choice([0.1, 0.25])]
        leads = {(i, j): (i, j) in pairs for i, j in product(range(n), repeat=2)}
        for k, i, j in product(range(n), repeat=3):  # by way of the functions up to k
            leads[i, j] |= leads[i, k] and leads[k, j]
        p = program({i: [j for k, j in pairs if k == i] for i in range(n)}, n)
        assert Runaway(p).recursive == {i for i in range(n) if leads[i, i]}
        # a place is that of a function on the same circle
        source = Source("<test>", "x" * 9)
        placed = chance.randrange(n)
        p.functions[placed].place = Span(source, 0, placed + 1)
        for i in range(n):
            same = i == placed or (leads[i, placed] and leads[placed, i])
            assert place_of(p, i) == (p.functions[placed].place if same else None)


def loops(body: Callable[[Builder, dict[str, Function]], Block]) -> tuple[Runaway, ops.ForSet]:
    """A loop over sites, whose body may call functions."""
    p = Program("test")
    b = Builder(p)
    b.field("what", FieldKind.ARRAY, size=9)
    b.field("sites", FieldKind.SET)
    names = ("plain", "loops", "filters", "applies", "searches", "kept", "deep")
    fns = {name: b.declare(name, (), V) for name in names}
    fns["loops"].body = [ops.If(ir.TRUE, [ops.ForRange(AT, ZERO, ir.const(2), [])], [])]
    fns["filters"].body = [ops.Filter(AT, [], [], Var("keep", Type.BOOL))]
    with b.define(fns["applies"]):
        b.run("call_moves", 0)
    fns["searches"].body = [ops.Do(ir.set_count(SEARCH))]
    fns["kept"].body, fns["kept"].kept = [ops.Do(ir.set_count(SEARCH))], True
    fns["deep"].body = [call(fns["loops"]), call(fns["searches"])]
    loop = ops.ForSet(AT, SITES, body(b, fns))
    return Runaway(p), loop


@pytest.mark.parametrize(
    ("body", "counts", "searches"),
    [
        (lambda b, f: [], False, False),
        (lambda b, f: [call(f["plain"])], False, False),
        (lambda b, f: [call(f["loops"])], True, False),
        (lambda b, f: [call(f["plain"]), call(f["filters"])], True, False),
        (lambda b, f: [call(f["applies"])], True, False),
        (lambda b, f: [ops.If(ir.TRUE, [], [call(f["searches"])])], False, True),
        (lambda b, f: [call(f["kept"])], False, False),  # found once in a position
        (lambda b, f: [call(f["deep"])], True, False),  # counted already
        (lambda b, f: [ops.ForSet(AT, SITES, [])], True, False),
        (lambda b, f: [ops.Filter(AT, [], [], Var("keep", Type.BOOL))], True, False),
        (lambda b, f: [ops.Do(ir.set_count(SEARCH))], False, False),  # no call
    ],
)
def test_loops_over_sites_that_do_work(
    body: Callable[[Builder, dict[str, Function]], Block], counts: bool, searches: bool
) -> None:
    found, loop = loops(body)
    assert found.counts(loop) is counts and found.searches(loop) is searches


@pytest.mark.parametrize(
    ("lo", "hi", "counts"),
    [
        (ZERO, ir.const(4096), False),
        (ZERO, ir.const(4097), True),
        (ir.const(4097), ZERO, True),  # down
        (ir.const(5000), ir.const(904), False),
        (ZERO, ir.value_of(AT), True),
        (ir.value_of(AT), ir.const(3), True),
    ],
)
def test_ranges_that_may_be_long_are_counted(lo: Expr, hi: Expr, counts: bool) -> None:
    found = Runaway(program({}, 1))
    assert found.counts(ops.ForRange(AT, lo, hi, [])) is counts
    assert found.counts(ops.ForRange(AT, ZERO, ir.const(2), [ops.ForSet(AT, SITES, [])]))
    assert found.counts(ops.ForPieces(AT, ZERO, ZERO, []))
