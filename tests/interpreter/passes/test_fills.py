"""How the rays of all sites go on, found with a few shifts: the same sets come out as from the loop over positions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse.interpreter.passes.counting.fills import Plan, fills
from ludparse.interpreter.passes.counting.running_unions import RunningUnion
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Block, Expr, Op, Table, Type, Var
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import statements

WIDTH, SIDE = 64, 7
ALL = (1 << WIDTH) - 1
OWN, ON, NOW, ENDED, FOUND, ENEMY, MINE, GOOD, FITS = (
    Var(name, Type.SET) for name in ("own", "on", "now", "ended", "found", "enemy", "mine", "good", "fits")
)
AT, COUNTED, ASKED = Var("at", Type.INT), Var("counted", Type.INT), Var("asked", Type.BOOL)
DIRECTIONS = {(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)}


def board(direction: tuple[int, int]) -> tuple[Program, int]:
    """A program with the sites of a square board whose ray in a direction has a position, and the step of the ray. The
    table has another ray's sets first."""
    rows: list[list[int]] = [[] for _ in range(SIDE + 1)]
    for site in range(SIDE * SIDE):
        row, column = divmod(site, SIDE)
        for k in range(SIDE):
            if 0 <= row + k * direction[0] < SIDE and 0 <= column + k * direction[1] < SIDE:
                rows[k].append(site)
    program = Program("rays", set_width=WIDTH)
    program.tables["rays"] = Table("rays", "sets", [[1, 2, 3]] * (SIDE + 1) + rows)
    return program, direction[0] * SIDE + direction[1]


def var(v: Var) -> Expr:
    return Expr(Op.VAR, v.type, (), v)


def flanks(step: int, start: int = 2, fitting: bool = True) -> Block:
    """For the sites of `own`, whether their ray has enemies, of which one is good if `fitting`, and then a site of
    `mine`; where `asked` holds, the board's end does as well."""
    at = var(AT)

    def origins(position: Expr) -> Expr:
        return Expr(Op.SET_TABLE, Type.SET, (ir.add(SIDE + 1, position),), "rays")

    def back(v: Var, position: Expr) -> Expr:
        return ir.set_shift(var(v), ir.sub(0, step * position))

    def good(position: Expr) -> Block:
        return [ops.Assign(FITS, ir.set_or(var(FITS), ir.set_and(var(OWN), back(GOOD, position))))] * fitting

    end = ir.select(var(ASKED), var(OWN), ir.EMPTY_SET)
    fits = ir.set_or(ir.set_and(origins(at), back(MINE, at)), ir.set_diff(end, origins(at)))
    before = ir.set_and(ir.set_and(var(OWN), origins(ir.const(1))), back(ENEMY, ir.const(1)))
    added = ir.set_and(ir.set_and(var(ENDED), fits), var(FITS)) if fitting else ir.set_and(var(ENDED), fits)
    body: Block = [
        ops.Assign(NOW, ir.set_and(ir.set_and(var(ON), origins(at)), back(ENEMY, at))),
        ops.Assign(ENDED, ir.set_diff(var(ON), var(NOW))),
        ops.Assign(FOUND, ir.set_or(var(FOUND), added)),
        ops.Assign(ON, var(NOW)),
        *good(at),
    ]
    return [
        ops.Assign(ON, before if start == 2 else var(OWN)),
        ops.Assign(FITS, ir.EMPTY_SET),
        *good(ir.const(start - 1)),
        ops.WhileAny(AT, ir.const(start), ir.const(SIDE + 1), [], ON, body),
    ]


def value(program: Program, x: Expr, known: dict[Var, int]) -> int:
    if x.is_const:
        return x.const
    if x.op is Op.VAR:
        return known[x.var]
    a = [value(program, y, known) for y in x.src]
    if x.op is Op.SET_SHIFT:
        return (a[0] << a[1] if a[1] >= 0 else a[0] >> -a[1]) & ALL
    if x.op is Op.SET_TABLE:
        return sum(1 << site for site in program.tables[x.name].lists[a[0]])
    if x.op is Op.SELECT:
        return a[1] if a[0] else a[2]
    if x.op is Op.SET_EMPTY:
        return 0
    return _OF_TWO[x.op](a[0], a[1])


_OF_TWO: dict[Op, Callable[[int, int], int]] = {
    Op.SET_RANGE: lambda lo, hi: (1 << hi) - (1 << lo),
    Op.SET_AND: lambda a, b: a & b,
    Op.SET_OR: lambda a, b: a | b,
    Op.SET_DIFF: lambda a, b: a & ~b,
    Op.SET_EQ: lambda a, b: a == b,
    Op.ADD: lambda a, b: a + b,
    Op.MUL: lambda a, b: a * b,
    Op.SUB: lambda a, b: a - b,
}


def run(program: Program, body: Block, known: dict[Var, int]) -> None:
    for s in body:
        if isinstance(s, ops.Assign):
            known[s.var] = value(program, s.value, known)
        elif isinstance(s, ops.If):
            run(program, s.then if value(program, s.cond, known) else s.orelse, known)
        else:
            assert isinstance(s, ops.WhileAny)
            for i in range(value(program, s.lo, known), value(program, s.hi, known)):
                known[s.var] = i
                run(program, s.head, known)
                if not known[s.on]:
                    break
                run(program, s.body, known)


def filled(program: Program, body: Block) -> Block:
    numbers = iter(range(1000))
    loop = body[-1]
    assert isinstance(loop, ops.WhileAny)
    unions = [
        RunningUnion(FITS, loop.lo.const - 1, s.value.src[1])
        for s in loop.body if isinstance(s, ops.Assign) and s.var is FITS
    ]  # fmt: skip
    plan = Plan(OWN, {loop: NOW}, {loop: unions})
    return fills(program, body, plan, [FOUND], lambda: Var(f"new{next(numbers)}", Type.SET))


def loops(body: Block) -> int:
    return sum(isinstance(s, ops.WhileAny) for s in statements(body))


sets = st.integers(0, (1 << SIDE * SIDE) - 1)


@settings(max_examples=150, deadline=None)
@given(
    own=sets,
    enemy=st.one_of(sets, st.just((1 << SIDE * SIDE) - 1)),
    mine=sets,
    good=sets,
    asked=st.booleans(),
    direction=st.sampled_from(sorted(DIRECTIONS)),
    shape=st.sampled_from([(2, True), (2, False), (1, False)]),
)
def test_the_same_sets_come_out(
    own: int, enemy: int, mine: int, good: int, asked: bool, direction: tuple[int, int], shape: tuple[int, bool]
) -> None:
    program, step = board(direction)
    given = {OWN: own, ENEMY: enemy, MINE: mine, GOOD: good, ASKED: int(asked), FOUND: 0}
    expected, found = dict(given), dict(given)
    run(program, flanks(step, *shape), expected)
    body = filled(program, flanks(step, *shape))
    assert loops(body) == 0, "a loop has stayed"
    run(program, body, found)
    assert found[FOUND] == expected[FOUND]


def _own(body: list[ops.Stmt]) -> None:
    """What fits depends on the origin itself."""
    found = body[2]
    assert isinstance(found, ops.Assign)
    found.value = ir.set_or(found.value.src[0], ir.set_and(found.value.src[1], var(MINE)))


def _twice(body: list[ops.Stmt]) -> None:
    """Something else is collected besides."""
    body.insert(2, ops.Assign(MINE, ir.set_or(var(MINE), var(ENDED))))


def _counted(body: list[ops.Stmt]) -> None:
    """The loop counts."""
    body.insert(2, ops.Assign(COUNTED, ir.add(var(COUNTED), 1)))


@pytest.mark.parametrize("change", [_own, _twice, _counted])
def test_other_loops_stay(change: Callable[[list[ops.Stmt]], None]) -> None:
    program, step = board((0, 1))
    body = flanks(step)
    loop = body[-1]
    assert isinstance(loop, ops.WhileAny)
    change(loop.body)
    assert loops(filled(program, body)) == 1


def test_rays_with_gaps_stay_loops() -> None:
    program, step = board((0, 1))
    rows = [list(row) for row in program.tables["rays"].lists]
    rows[SIDE + 1 + 3].remove(0)  # the ray of site 0 ends sooner than those of its sites
    program.tables["rays"] = Table("rays", "sets", rows)
    assert loops(filled(program, flanks(step))) == 1


def test_a_loop_that_ends_before_the_rays_do_stays() -> None:
    program, step = board((0, 1))
    body = flanks(step)
    loop = body[-1]
    assert isinstance(loop, ops.WhileAny)
    loop.hi = ir.const(4)
    assert loops(filled(program, body)) == 1
