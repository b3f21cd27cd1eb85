"""The set of a condition against the condition asked of each site, in states drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ludparse.interpreter.facts.resolver import Unknown
from ludparse.interpreter.facts.site_sets import ALL, NONE, UNKNOWN, Sites, SiteSets, intersection, union
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.effects import EffectsOf
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type, Var
from ludparse.interpreter.program.printer import expression
from ludparse.interpreter.program.program import Program

SIZE = 6
KEY, OUTER, INNER = (Var(name, Type.INT) for name in ("site", "outer", "inner"))
SITE, N = ir.value_of(KEY), Type.INT
P = Program("test", context={"to": -1})
B = Builder(P)
for name, size, bits in (("what", 6, 8), ("who", 9, 8), ("short", 4, 8), ("wide", 6, 64)):
    B.field(name, FieldKind.ARRAY, size=size, bits=bits)
P.caps["room"] = 6
B.field("grows", FieldKind.ARRAY, size=1, cap="room")
P.fields["short"].init, P.fields["who"].most = 2, 3
for name in ("wanted", "mover"):
    B.field(name, FieldKind.INT)
B.field("some", FieldKind.SET)
KIND = B.table([0, 1, 0, 2, 1], stem="kind")
OWNER = B.table([0, 1, 2, 2], stem="owner")
WANTED, MOVER, SOME = B.get("wanted"), B.get("mover"), B.get("some")
WHAT, WHO, SHORT = (B.get(name, SITE) for name in ("what", "who", "short"))
State = dict[str, Any]

_OF_TWO: dict[Op, Callable[[Any, Any], Any]] = {
    Op.EQ: lambda a, b: a == b, Op.NE: lambda a, b: a != b, Op.LT: lambda a, b: a < b, Op.LE: lambda a, b: a <= b,
    Op.GT: lambda a, b: a > b, Op.GE: lambda a, b: a >= b, Op.AND: lambda a, b: a and b, Op.OR: lambda a, b: a or b,
    Op.SET_AND: lambda a, b: a & b, Op.SET_OR: lambda a, b: a | b, Op.SET_DIFF: lambda a, b: a - b,
    Op.SET_HAS: lambda a, b: b in a, Op.BAND: lambda a, b: a & b, Op.SHR: lambda a, b: a >> b,
    Op.ADD: lambda a, b: a + b, Op.SUB: lambda a, b: a - b, Op.SET_RANGE: lambda a, b: set(range(a, b)),
}  # fmt: skip


def value(x: Expr, state: State) -> Any:
    """What an expression is worth. An index out of bounds gives the field's first value, or 0 of a table."""
    if x.is_const:
        return x.const
    if x.op is Op.VAR:
        return state[x.var.name]
    if x.op is Op.SELECT:
        return value(x.src[1 if value(x.src[0], state) else 2], state)
    a = [value(y, state) for y in x.src]
    if x.op is Op.FIELD:
        if not a:
            return state[x.name]
        return state[x.name][a[0]] if 0 <= a[0] < len(state[x.name]) else P.fields[x.name].init
    if x.op is Op.TABLE:
        rows = P.tables[x.name].values
        return rows[a[0]] if 0 <= a[0] < len(rows) else 0
    if x.op is Op.SET_WHERE:
        return {k for k, v in enumerate(state[x.name]) if v == a[0]}
    if x.op is Op.SET_EMPTY:
        return set()
    if x.op is Op.SET_ONE:
        return {a[0]}
    if x.op is Op.NOT:
        return not a[0]
    return _OF_TWO[x.op](*a)


def drawn(chance: Random) -> State:
    return {
        "what": [chance.randrange(7) for _ in range(6)], "who": [chance.randrange(4) for _ in range(9)],
        "short": [chance.randrange(4) for _ in range(4)], "wanted": chance.randrange(-1, 8),
        "mover": chance.randrange(3), "some": {k for k in range(SIZE) if chance.random() < 0.5},
        "outer": chance.randrange(4),
    }  # fmt: skip


def check(x: Expr, sets: SiteSets, chance: Random) -> Sites:
    """The sites of a condition: none of those for which it holds may be missing, and if the set is exact no other one
    may be in it."""
    found = sets.where(x)
    for _ in range(6):
        state = drawn(chance)
        holds = {k for k in range(SIZE) if value(x, state | {"site": k})}
        there = value(sets.written_out(found), state) & set(range(SIZE))
        assert holds <= there, expression(x)
        assert not found.exact or holds == there, expression(x)
    return found


def plain() -> SiteSets:
    return SiteSets(P, EffectsOf(), KEY, SIZE)


def bit(mask: Expr, number: Expr) -> Expr:
    return ir.has_bit(mask, number)


SIMPLE: list[Expr] = [
    *(compare(SITE, k) for compare in (ir.eq, ir.ne, ir.lt, ir.le, ir.gt, ir.ge) for k in (-2, -1, 0, 2, 5, 6, 7)),
    *(compare(ir.const(k), SITE) for compare in (ir.lt, ir.le, ir.gt, ir.ge) for k in (-1, 0, 2, 5, 6)),
    ir.eq(SITE, WANTED), ir.ne(WANTED, SITE),
    ir.eq(WHAT, 3), ir.ne(WHAT, 3), ir.eq(WHAT, WANTED), ir.ne(WANTED, WHAT), ir.eq(WANTED, WHO),
    ir.eq(SHORT, 2), ir.eq(SHORT, 1), ir.eq(SHORT, WANTED), ir.ne(SHORT, 2),
    ir.eq(MOVER, 1), ir.gt(WANTED, MOVER), ir.set_has(SOME, SITE), ~ir.set_has(SOME, SITE),
    ir.eq(B.at(KIND, WHAT), 1), ir.eq(B.at(KIND, WHAT), 2), ir.ne(B.at(KIND, WHAT), 1), ir.eq(B.at(KIND, WHAT), 7),
    bit(ir.const(0b0110), WHO), bit(ir.const(0b1001), WHO), bit(WANTED, WHO), bit(ir.const(0b11111), WHO),
    bit(ir.const(0b0111), WHO),
    bit(ir.const(0b0110), B.at(OWNER, WHAT)), bit(ir.const(0b1), B.at(OWNER, WHAT)), bit(WANTED, B.at(OWNER, WHAT)),
    ir.select(ir.eq(WHAT, 1), ir.eq(WHO, 2), ir.lt(SITE, 3)),
    ir.eq(ir.select(ir.eq(MOVER, 1), WHAT, WHO), 2), ir.lt(SITE, ir.select(ir.eq(WHO, 1), 2, 4)),
    ir.gt(ir.select(ir.eq(WHO, 1), 2, 4), SITE),
]  # fmt: skip


@pytest.mark.parametrize("x", SIMPLE, ids=range(len(SIMPLE)))
def test_a_condition_on_a_site_is_exactly_a_set(x: Expr) -> None:
    assert check(x, plain(), Random(1)).exact


UNKNOWN_ONES: list[Expr] = [
    ir.lt(WHAT, 3), ir.gt(SITE, WANTED), ir.eq(WHAT, WHO), ir.eq(B.get("grows", SITE), 1),
    ir.eq(B.get("wide", SITE), 1),
    ir.eq(B.get("what", SITE + 1), 1), ir.eq(B.at(KIND, WHAT), 0), ir.eq(B.at(KIND, WHAT), WANTED),
    ir.eq(B.at(KIND, SHORT), 1), bit(ir.const(2), WHAT), bit(ir.const(2), B.at(OWNER, SHORT)),
    ir.eq(ir.value_of(OUTER), 1), ir.eq(B.ctx("to"), 1), ir.set_has(SOME, SITE + 1), ir.eq(B.run("random_int", 3), 1),
]  # fmt: skip


@pytest.mark.parametrize("x", UNKNOWN_ONES, ids=range(len(UNKNOWN_ONES)))
def test_of_other_conditions_nothing_is_said(x: Expr) -> None:
    assert plain().where(x) == UNKNOWN and plain().where(~x) == UNKNOWN


def test_a_mask_of_all_that_may_stand_there_is_everywhere() -> None:
    assert plain().where(bit(ir.const(0b1111), WHO)) == ALL, "the greatest number is 3"


def test_conditions_are_joined() -> None:
    """Any conditions, joined up to three deep, some of which nobody knows."""
    chance, sets = Random(2), plain()
    parts = [*SIMPLE, *UNKNOWN_ONES[:3], ir.TRUE, ir.FALSE, ir.eq(SITE, 9), ir.ge(SITE, 0)]

    def joined(depth: int) -> Expr:
        if depth == 0 or chance.random() < 0.2:
            return chance.choice(parts)
        a, b = joined(depth - 1), joined(depth - 1)
        kind = chance.choice([Op.AND, Op.OR, Op.NOT, Op.SELECT])
        if kind is Op.NOT:
            return Expr(Op.NOT, Type.BOOL, (a,))
        src = (joined(0), a, b) if kind is Op.SELECT else (a, chance.choice([a, b]))
        return Expr(kind, Type.BOOL, src)

    exact = sum(check(joined(3), sets, chance).exact for _ in range(500))
    assert exact > 100


def test_joined_sets_are_no_longer_than_they_have_to_be() -> None:
    sets = plain()
    a, b = Sites(Expr(Op.SET_WHERE, Type.SET, (ir.const(1),), "what")), Sites(SOME)
    out = Sites(outside=SOME)
    assert a.inside is not None
    assert sets.both(a, NONE) == NONE == sets.both(NONE, a) and sets.both(b, out) == NONE
    assert sets.both(ALL, a) == a == sets.both(a, ALL) and sets.both(a, a) == a == sets.either(a, a)
    assert sets.both(a, out) == Sites(a.inside, SOME) and sets.both(out, out) == out
    assert sets.either(a, ALL) == ALL == sets.either(ALL, a) and sets.either(NONE, a) == a == sets.either(a, NONE)
    joined = (sets.both(a, b), ir.set_and(a.inside, SOME)), (sets.either(a, b), ir.set_or(a.inside, SOME))
    for found, wanted in joined:
        assert found.exact and sets.written_out(found) is wanted
    assert sets.others(ALL) == NONE and sets.others(NONE) == ALL and sets.others(out) == b and sets.others(b) == out
    assert sets.others(UNKNOWN) == UNKNOWN == sets.others(Sites(SOME, exact=False))
    assert sets.either(UNKNOWN, a) == UNKNOWN and sets.either(ALL, UNKNOWN) == ALL == sets.either(UNKNOWN, ALL)
    assert sets.both(UNKNOWN, a) == Sites(a.inside, exact=False)
    assert sets.both(a, Sites(a.inside, exact=False)) == Sites(a.inside, exact=False)


def test_each_part_is_written_once() -> None:
    x, y, z = (Expr(Op.SET_WHERE, Type.SET, (ir.const(k),), "what") for k in range(3))
    assert union(ir.set_or(x, y), ir.set_or(y, x)) is ir.set_or(x, y)
    assert union(x, ir.set_and(x, y)) is x, "what is within another part is left out"
    assert union(ir.set_and(x, y), z) is ir.set_or(ir.set_and(x, y), z)
    assert intersection(ir.set_and(x, y), ir.set_and(z, x)) is ir.set_and(ir.set_and(x, y), z)
    assert ir.value_of(Var("v", N)) is not ir.value_of(Var("v", N)), "locals by themselves, not by name"


def test_what_stays_the_same_while_a_set_is_used() -> None:
    """Locals that do not change and slots may be in it, but neither those that change nor what is not known."""
    def state_only(x: Expr, *changing: Var) -> bool:
        return SiteSets(P, EffectsOf(), KEY, SIZE, changing).state_only(x)

    outer, inner = ir.value_of(OUTER), ir.value_of(INNER)
    assert state_only(outer + B.ctx("to"), INNER) and not state_only(outer + inner, INNER)
    assert not state_only(SITE) and not state_only(ir.value_of(Unknown("u", N)))
    assert not plain().state_only(outer) and not plain().state_only(B.ctx("to")) and plain().state_only(WANTED + 1)
    assert not plain().state_only(ir.float_const(1.0)) and not plain().state_only(WANTED + B.run("random_int", 3))
    found = SiteSets(P, EffectsOf(), KEY, SIZE, (INNER,)).where(ir.eq(WHAT, outer))
    assert found.exact and plain().where(ir.eq(WHAT, outer)) == UNKNOWN


def test_calls_that_depend_on_the_state_alone() -> None:
    p = Program("test", context={"to": -1})
    b = Builder(p)
    b.field("wanted", FieldKind.INT)
    results: list[Expr] = [b.get("wanted"), b.ctx("to"), b.run("move_count"), ir.div(1, b.get("wanted"))]
    calls = []
    for k, result in enumerate(results):
        with b.function(f"f{k}", (), N) as (fn, _):
            b.return_(result)
        calls.append(b.call(fn))
    for changing, expected in ((None, [True, False, False, False]), ((), [True, True, False, False])):
        sets = SiteSets(p, EffectsOf(), KEY, SIZE, changing)
        assert [sets.state_only(x) for x in calls] == expected
