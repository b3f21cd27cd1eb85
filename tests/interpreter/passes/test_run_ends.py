"""Questions about the ends of runs along rays, answered for all sites at once: as site by site, ray by ray."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse.interpreter.passes.counting import written_out
from ludparse.interpreter.passes.counting.count_at_once import count_at_once
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import ANY, COUNT, EVERY
from ludparse.interpreter.program.ops import Block, Expr, FieldKind, Op, Var
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.queries import QueryBuilder
from ludparse.interpreter.program.walk import all_of, statements
from tests.interpreter.passes.test_results import push

SIDE = 7
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
Sets = dict[str, set[int]]


@dataclass(frozen=True)
class Asked:
    """What is asked of a site: whether (or for how many rays) an enemy stands next to it, the run of enemies ends at a
    site of `mine` (or, where `asked` is 1, at the end of the board), and one of the enemies is good.

    width: of sets. gap: whether the ray of site 0 to the right ends after three sites. good: which of the positions
    before the end are looked at; none if it is not asked. loops: how many loops are left of one for each direction.
    """

    loops: int
    width: int = 64
    aim: int = ANY
    gap: bool = False
    good: Callable[[int, int], bool] | None = None
    own: bool = False
    first: int = 2


def rays(gap: bool) -> list[list[list[int]]]:
    """For each site, its rays with at least one more site."""
    found: list[list[list[int]]] = []
    for site in range(SIDE * SIDE):
        row, column = divmod(site, SIDE)
        ways = [
            [(row + k * dy) * SIDE + column + k * dx for k in range(SIDE)
             if 0 <= row + k * dy < SIDE and 0 <= column + k * dx < SIDE] for dy, dx in DIRECTIONS
        ]  # fmt: skip
        found.append([way for way in ways if way[1:]])
    if gap:
        del found[0][0][3:]
    return found


def before_the_end(position: int, end: int) -> bool:
    return position < end


def not_the_last(position: int, end: int) -> bool:
    return position < end - 1


SHAPES = {
    "flanked": Asked(0),
    "flanked, one of them good": Asked(0, good=before_the_end),
    "without a first enemy": Asked(0, first=1),
    "counted": Asked(8, aim=EVERY),
    "a ray with a gap": Asked(1, gap=True),
    "a ray with a gap, one of them good": Asked(1, gap=True, good=before_the_end),
    "the origin is asked": Asked(8, own=True),
    "the last one does not count": Asked(16, good=not_the_last),
    "several words": Asked(1, width=100),
    "several words, one of them good": Asked(1, width=100, good=before_the_end),
    "several words, the last one does not count": Asked(2, width=100, good=not_the_last),
}


@cache
def counted(name: str) -> tuple[Program, ops.AtOnce]:
    """The program of a question, and how it is answered for all sites."""
    asked = SHAPES[name]
    b = QueryBuilder(Program("rays", set_width=asked.width))
    for field in ("own", "enemy", "mine", "good"):
        b.field(field, FieldKind.SET)
    for field in ("mover", "asked"):
        b.field(field, FieldKind.INT)
    of_sites = rays(asked.gap)
    radials = b.table([way for ways in of_sites for way in ways], "ragged", "radials")
    numbers = iter(range(1000))
    rows = [[next(numbers) for _ in ways] for ways in of_sites] + [[]] * (asked.width - SIDE * SIDE)
    near = b.table(rows, "ragged", "near", rows_of=radials)
    with b.function("moves") as (fn, _), b.for_set(b.get("own"), apart=True) as site:
        with b.question(COUNT, asked.aim) as answer, b.for_row(near, site) as x:
            follow(b, asked, site, radials, x)
        with b.if_(ir.ne(answer, 0)):
            b.run("push_counted", answer)
    b.program.entries["moves"] = fn
    with patch.object(written_out, "MOST_TRIPS", 0):  # so that loops are seen
        count_at_once(b.program)
    (loop,) = all_of(fn, ops.ForSet)
    assert loop.at_once is not None, "the loop is not counted at once"
    return b.program, loop.at_once


def follow(b: QueryBuilder, asked: Asked, site: Expr, radials: str, x: Expr) -> None:
    last = b.row_len(radials, x)
    first = ir.TRUE if asked.first == 1 else ir.set_has(b.get("enemy"), b.row_at(radials, x, 1))
    with b.if_(ir.lt(1, last)), b.if_(first):
        end = b.let(b.row_run(radials, x, asked.first, b.get("enemy")), "end")
        flanked = ir.set_has(b.get("mine"), b.row_at(radials, x, end))
        ends = ir.select(ir.lt(end, last), flanked, ir.eq(b.get("asked"), 1))
        with b.if_(ends), b.if_(ir.set_has(b.get("good"), site) if asked.own else ir.TRUE):
            if asked.good is None:
                push(b, site)
                return
            with b.for_range(asked.first - 1, end) as k:
                late = ir.TRUE if asked.good is before_the_end else ir.lt(k, end - 1)
                with b.if_(late), b.if_(ir.set_has(b.get("good"), b.row_at(radials, x, k))):
                    push(b, site)


def expected(asked: Asked, sets: Sets, board_ends: bool) -> dict[int, int]:
    """The numbers of moves, found site by site."""
    found = dict.fromkeys(sets["own"], 0)
    for site in found:
        for way in rays(asked.gap)[site]:
            end = asked.first
            while end < len(way) and way[end] in sets["enemy"]:
                end += 1
            flanked = asked.first == 1 or way[1] in sets["enemy"]
            flanked = flanked and (way[end] in sets["mine"] if end < len(way) else board_ends)
            good = asked.good
            fits = good is None or any(way[k] in sets["good"] for k in range(asked.first - 1, end) if good(k, end))
            found[site] += flanked and fits and not (asked.own and site not in sets["good"])
    return {site: min(n, 1) if asked.aim == ANY else n for site, n in found.items()}


# ---------------------------------------------------------------------------------------------------- running them


def value(program: Program, x: Expr, known: dict[Var, int], fields: dict[str, int]) -> int:
    """What an expression is worth, sets being numbers with a bit for each member."""
    if x.is_const:
        return x.const
    if x.op is Op.VAR:
        return known[x.var]
    if x.op is Op.FIELD:
        return fields[x.name]
    a = [value(program, y, known, fields) for y in x.src]
    if x.op is Op.SET_SHIFT:
        return (a[0] << a[1] if a[1] >= 0 else a[0] >> -a[1]) & (1 << program.set_width) - 1
    if x.op is Op.SET_TABLE:
        return sum(1 << site for site in program.tables[x.name].lists[a[0]])
    if x.op in (Op.ROW_LEN, Op.ROW_AT):
        row = program.tables[x.name].lists[a[0]]
        return len(row) if x.op is Op.ROW_LEN else row[a[1]]
    if x.op is Op.SELECT:
        return a[1] if a[0] else a[2]
    return 0 if x.op is Op.SET_EMPTY else int(_OF_TWO[x.op](a[0], a[1]))


_OF_TWO: dict[Op, Callable[[int, int], int]] = {
    Op.SET_RANGE: lambda lo, hi: (1 << hi) - (1 << lo), Op.SET_HAS: lambda a, b: b >= 0 and a >> b & 1,
    Op.SET_AND: lambda a, b: a & b, Op.SET_OR: lambda a, b: a | b, Op.SET_DIFF: lambda a, b: a & ~b,
    Op.SET_XOR: lambda a, b: a ^ b, Op.ADD: lambda a, b: a + b, Op.MUL: lambda a, b: a * b, Op.SUB: lambda a, b: a - b,
    Op.EQ: lambda a, b: a == b, Op.LT: lambda a, b: a < b, Op.AND: lambda a, b: a and b,
}  # fmt: skip


def run(program: Program, body: Block, known: dict[Var, int], fields: dict[str, int]) -> None:
    for s in body:
        if isinstance(s, ops.Assign):
            known[s.var] = value(program, s.value, known, fields)
            continue
        assert isinstance(s, ops.WhileAny | ops.ForRange)
        for i in range(value(program, s.lo, known, fields), value(program, s.hi, known, fields)):
            known[s.var] = i
            if isinstance(s, ops.WhileAny):
                run(program, s.head, known, fields)
                if not known[s.on]:
                    break
            run(program, s.body, known, fields)


some_sites = st.sets(st.integers(0, SIDE * SIDE - 1))


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=20, deadline=None)
@given(
    own=some_sites,
    enemy=st.one_of(some_sites, st.just(set(range(SIDE * SIDE)) - {10, 38})),
    mine=some_sites,
    good=some_sites,
    board_ends=st.booleans(),
)
def test_the_numbers_are_those_of_the_sites(
    name: str, own: set[int], enemy: set[int], mine: set[int], good: set[int], board_ends: bool
) -> None:
    program, plan = counted(name)
    sets = {"own": own, "enemy": enemy, "mine": mine, "good": good}
    fields = {name: sum(1 << site for site in some) for name, some in sets.items()}
    fields["asked"] = int(board_ends)
    known = {plan.own: fields["own"]}
    run(program, plan.body, known, fields)
    numbers = {site: sum((known[plane] >> site & 1) << i for i, plane in enumerate(plan.planes)) for site in own}
    assert numbers == expected(SHAPES[name], sets, board_ends)


@pytest.mark.parametrize("name", SHAPES)
def test_loops_are_left_only_where_the_question_needs_them(name: str) -> None:
    found = [s for s in statements(counted(name)[1].body) if isinstance(s, ops.WhileAny)]
    assert len(found) == SHAPES[name].loops
