"""Loops over targets without their conditions, and loops that stand apart: which are, and what they push."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.facts.selectable import selectable
from ludparse.interpreter.passes.sets.pair_tables import PairTables
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Expr, Op, Table, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import reached, statements
from tests.interpreter.backends.c.test_choosing import check
from tests.interpreter.both_backends import same_moves
from tests.interpreter.passes.golden import lowered

GAME = """(game "Targets" (players 2) (equipment {{ (board (hex 3)) (piece "Disc" Each) {more} }})
  (rules (start {{ (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) }})
    (play {play}) (end (if (no Moves Next) (result Mover Win)))))"""

OUTWARDS = "(< (count Steps (from) (centrePoint)) (count Steps (to) (centrePoint)))"
ALONE = "(= 0 (count Sites in:(sites Around (to) Own)))"


def text(play: str, more: str = "") -> str:
    return GAME.format(play=play, more=more)


def moving(condition: str) -> str:
    return text(f"(forEach Piece (move (from (from)) (to (sites Empty) if:{condition})))")


def loops(program: Program) -> list[ops.ForSet]:
    """The innermost loops over sets that push moves."""
    found = [s for i in sorted(reached(program)) for s in statements(program.functions[i].body)]
    return [s for s in found if isinstance(s, ops.ForSet) and any(isinstance(t, ops.Emit) for t in statements(s.body))]


def conditions(program: Program) -> int:
    """How many conditions are left in these loops."""
    return sum(isinstance(t, ops.If) for s in loops(program) for t in statements(s.body))


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        (OUTWARDS, 0),  # a constant set for each origin
        (f"(or (is In (from) (sites Bottom)) {OUTWARDS})", 0),  # all sites or a constant set
        (f"(and {OUTWARDS} (is In (to) (sites Top)))", 0),
        (f"(and {OUTWARDS} (!= (to) (last To)))", 0),  # and a site that the loop does not change
        (f"(and {OUTWARDS} {ALONE})", 1),  # narrowed, and the other condition stays
        (f"(or {ALONE} {OUTWARDS})", 1),
        ("(< 2 (+ (count Pieces) (value Random (range 0 3))))", 1),  # each iteration draws
    ],
)
@pytest.mark.telling(every=6)  # a constant set, and a condition that draws
def test_conditions_become_the_set(condition: str, left: int, c_compiler: None) -> None:
    program = load(moving(condition), backend="python").program
    assert bool(conditions(program)) == bool(left)
    same_moves(moving(condition), 30, 5)
    plain = lowered(moving(condition), passes=False)
    games = [CEngine(p).playouts(None, 0, 20, 3, 60, 1) for p in (plain, program)]
    assert list(games[0].lengths) == list(games[1].lengths)
    assert list(games[0].rankings) == list(games[1].rankings)


def test_a_part_of_the_condition_narrows_the_loop() -> None:
    (loop,) = loops(load(moving(f"(and {OUTWARDS} {ALONE})"), backend="python").program)
    assert loop.set.op is Op.SET_AND and loop.set.src[1].op is Op.SET_TABLE


KEY, OTHER = Var("key", Type.INT), Var("other", Type.INT)
key, other = ir.value_of(KEY), ir.value_of(OTHER)
FLAT, RAGGED = [3, 0, 2, 5], [[1, 2], [], [4, 0, 7], [2]]


def flat(i: Expr) -> Expr:
    return Expr(Op.TABLE, Type.INT, (i,), "flat")


def row(r: Expr, i: Expr) -> Expr:
    return Expr(Op.ROW_AT, Type.INT, (r, i), "ragged")


def at(values: list[int], i: int) -> int:
    return values[i] if 0 <= i < len(values) else 0


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (ir.lt(flat(other), flat(key)), lambda k, o: at(FLAT, o) < at(FLAT, k)),
        (
            ir.lt(0, row(key, ir.const(1)) - ir.select(ir.ge(other, 0), row(other, ir.const(0)), 0)),
            lambda k, o: at(row_of(k), 1) - (at(row_of(o), 0) if o >= 0 else 0) > 0,
        ),
        (ir.and_(ir.ge(other, 0), ir.eq(row(key, other), 0)), lambda k, o: o >= 0 and at(row_of(k), o) == 0),
        (ir.or_(ir.gt(other, 6), ir.eq(flat(key), 2)), lambda k, o: o > 6 or at(FLAT, k) == 2),
    ],
)
def test_pairs_hold_for_every_number(condition: Expr, holds: Callable[[int, int], bool]) -> None:
    program = Program("Pairs", set_width=8)
    program.tables = {"flat": Table("flat", "flat", FLAT), "ragged": Table("ragged", "ragged", RAGGED)}
    pairs = PairTables(program)
    assert pairs.other(condition, KEY)[1]
    found = pairs.sites(condition, KEY).inside
    assert found is not None and found.op is Op.SET_TABLE
    for o in (-(2**31), -2, -1, *range(10), 2**31 - 1):
        index = min(max(o, -1), found.src[0].src[0].src[1].const) + 1
        assert program.tables[found.name].lists[index] == [k for k in range(8) if holds(k, o)]


def row_of(r: int) -> list[int]:
    return RAGGED[r] if 0 <= r < len(RAGGED) else []


@pytest.mark.parametrize(
    "condition",
    [
        ir.eq(other + 1, key),  # beyond every bound it still matters
        ir.lt(other, flat(key)),
        ir.eq(flat(other), ir.value_of(Var("third", Type.INT)) + key),
    ],
)
def test_other_numbers_make_no_table(condition: Expr) -> None:
    program = Program("Pairs", set_width=8)
    program.tables = {"flat": Table("flat", "flat", FLAT)}
    assert not PairTables(program).other(condition, KEY)[1]


def test_a_local_of_a_loop_over_sites_is_bounded() -> None:
    program = Program("Pairs", set_width=8)
    pairs = PairTables(program)
    body: ops.Block = [ops.ForSet(OTHER, Expr(Op.SET_RANGE, Type.SET, (ir.const(0), ir.const(8))), [])]
    pairs.follow(Function("f", (), Type.VOID, body))
    assert pairs.other(ir.eq(other + 1, key), KEY)[1]
    found = pairs.sites(ir.eq(other + 1, key), KEY).inside
    assert found is not None
    assert program.tables[found.name].lists == [[k + 1] if k < 7 else [] for k in range(8)]


SELECT = """(move Select (from (sites Occupied by:Mover)) (to (sites Empty) if:{})
  (then (fromTo (from (last From)) (to (last To)))))"""


@pytest.mark.parametrize(
    ("play", "apart"),
    [
        (SELECT.format(OUTWARDS), True),
        (SELECT.format(f"(and {OUTWARDS} {ALONE})"), True),
        (SELECT.format("(< 1 (count Pieces Mover))"), True),
        (SELECT.format("(= 1 (value Random (range 1 2)))"), False),  # what one iteration draws, the next does not
    ],
)
@pytest.mark.telling(every=3)  # one that does, one that does not
def test_loops_that_stand_apart(play: str, apart: bool, c_compiler: None) -> None:
    game = load(text(play), backend="c")
    outer = [s for s in loops(game.program) if any(isinstance(t, ops.ForSet) for t in statements(s.body))]
    assert [s.apart for s in outer] == [apart]
    assert bool(check(game, 20, 2)) == selectable(game.program)


@pytest.mark.parametrize(
    ("play", "first"),
    [
        # the alternative without conditions comes last, and is asked first
        ("(priority {trying} {any})", "{any}"),
        ("(priority (if (< 3 (count Pieces)) {any} {slow}) {slow})", "{slow}"),
    ],
)
@pytest.mark.telling(every=2)
def test_the_simplest_alternative_is_asked_first(play: str, first: str, c_compiler: None) -> None:
    names = {
        "any": "(forEach Piece (move (from (from)) (to (sites Empty))))",
        "slow": f"(forEach Piece (move (from (from)) (to (sites Empty) if:{ALONE})))",
        "trying": "(do (forEach Piece (move Step (to if:(is Empty (to))))) ifAfterwards:(is Line 3))",
    }
    asked, only = text(play.format(**names)), text(first.format(**names))
    for game in (asked, only):
        same_moves(game, 12, 1)
    calls = [_asked_first(load(game, backend="python").program) for game in (asked, only)]
    assert calls[0] == calls[1]


def _asked_first(program: Program) -> str:
    """The name, without its number, of the first generator that a query for any move calls."""
    asked = next(f for f in program.functions if f.name.startswith("compute_stalemated"))
    todo, last = asked, ""
    while True:
        calls = [x.called for s in statements(todo.body) for x in (getattr(s, "value", None),) if _calls(x)]
        if not calls:
            return last
        todo, last = calls[0], calls[0].name.rstrip("0123456789")


def _calls(x: Expr | None) -> bool:
    return isinstance(x, Expr) and x.op is Op.CALL and x.type is Type.VOID
