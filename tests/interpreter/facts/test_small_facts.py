"""Facts about a few statements, each worked out by hand: slots that stay changed, branches that are decided, values
that fit, sets on the stack, and what a loop runs over."""

from __future__ import annotations

import pytest

from ludparse import LudLimitError
from ludparse.interpreter.facts.footprint_writes import FindWrites, Kind, Source
from ludparse.interpreter.facts.known_conditions import WhereKnown, decide, result_where
from ludparse.interpreter.facts.left_changed import LeftChanged, left_early, restored
from ludparse.interpreter.facts.loops import one_push, sites_of
from ludparse.interpreter.facts.outcomes import outcomes
from ludparse.interpreter.facts.site_sets import NONE, SiteSets
from ludparse.interpreter.facts.then_levels import gives_thens
from ludparse.interpreter.facts.widths import check_set_stack, looks, set_stack
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.effects import effects_of
from ludparse.interpreter.program.intrinsics import ACT_THEN, CALL_MOVES, MOVE_ATTACH, run_of
from ludparse.interpreter.program.limits import MAX_SET_STACK
from ludparse.interpreter.program.ops import Block, Expr, Field, FieldKind, Op, SiteData, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import subexpressions

N, B, S, V = Type.INT, Type.BOOL, Type.SET, Type.VOID
ZERO, ONE = ir.const(0), ir.const(1)
AT, X, YES = Var("at", N), Var("x", N), Var("yes", B)
OPEN = ir.eq(ir.value_of(X), 1)
FROM, TO = ops.SetCtx("from", ZERO), ops.SetCtx("to", ZERO)


def call(fn: Function) -> ops.Stmt:
    return ops.Do(Expr(Op.CALL, fn.result, (), fn))


def functions(n: int) -> tuple[Program, list[Function]]:
    p = Program("test", context={"from": -1, "to": -1})
    p.functions = [Function(f"f{k}", (), V, [], k) for k in range(n)]
    return p, p.functions


def test_slots_that_may_be_changed_after_a_call() -> None:
    """f0 calls f1 in a circle; f2 restores `to` around a call of f0; f3 applies any action, which is f4."""
    p, (f0, f1, f2, f3, f4, f5) = functions(6)
    f0.body = [call(f1), FROM]
    f1.body = [ops.If(OPEN, [call(f0)], [TO])]
    f2.body = [ops.Restoring(("to",), [call(f0), TO])]
    f3.body = [ops.Do(Expr(Op.RUN, V, (ZERO,), run_of(CALL_MOVES)))]
    f4.body = [ops.ForRange(AT, ZERO, ONE, [TO])]
    p.appliers["pass"] = f4
    left_changed = LeftChanged(p)
    both = {"from", "to"}
    assert [left_changed.function(fn) for fn in p.functions] == [both, both, {"from"}, {"to"}, {"to"}, set()]
    assert left_changed.block([call(f5), FROM]) == {"from"} and left_changed.expression(ir.value_of(X)) == set()
    assert left_changed.expression(f2.body[0].body[0].value) == both  # type: ignore[attr-defined]
    left_changed = LeftChanged(p, {f0.index: frozenset()})  # what is given is not looked at
    assert [left_changed.function(fn) for fn in (f0, f1, f2)] == [set(), {"to"}, set()]


def test_consequents_run_where_any_action_does() -> None:
    p, (f0, f1, f2) = functions(3)
    f0.body = [ops.Do(Expr(Op.RUN, V, (ZERO, ir.const(1)), run_of(MOVE_ATTACH)))]
    f1.body, f2.body = [FROM], [ops.Do(Expr(Op.RUN, V, (ZERO,), run_of(CALL_MOVES)))]
    p.entries = {"moves": f0, "play": f2}
    assert LeftChanged(p).function(f2) == {"from"} and LeftChanged(p).function(f0) == set()


def test_what_is_left_before_its_end_restores_nothing() -> None:
    p, (f0,) = functions(1)
    f0.body = [ops.Restoring(("to",), [TO, ops.If(OPEN, [ops.Return(None)], [])])]
    assert LeftChanged(p).function(f0) == {"to"}


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ([TO], False),
        ([ops.Return(None)], True),
        ([ops.If(OPEN, [], [ops.Break()])], True),
        ([TO, ops.Continue()], True),
        ([ops.ForRange(AT, ZERO, ONE, [ops.Break()])], False),  # its own
        ([ops.ForRange(AT, ZERO, ONE, [ops.If(OPEN, [ops.Continue()], [])])], False),
        ([ops.ForRange(AT, ZERO, ONE, [ops.Return(None)])], True),
        ([ops.Restoring(("to",), [ops.Break()])], True),  # of a loop around both
    ],
)
def test_blocks_that_may_be_left(body: Block, left: bool) -> None:
    assert left_early(body) is left


def test_what_is_known_after_restoring() -> None:
    assert restored({"from": 1, "to": 2}, {"to": 3}, ("to",)) == {"from": 1, "to": 3}
    assert restored({"to": 2}, {"from": 3}, ("to",)) == {} and restored({}, {"from": 3}, ("from", "to")) == {"from": 3}


A, C = (Expr(Op.VAR, B, (), Var(name, B)) for name in "ac")


@pytest.mark.parametrize("a", [True, False, None])
@pytest.mark.parametrize("c", [True, False, None])
def test_conditions_are_decided_by_their_parts(a: bool | None, c: bool | None) -> None:
    known = {"a": a, "c": c}
    of = lambda x: known.get(x.var.name) if x.op is Op.VAR else None  # noqa: E731
    assert decide(Expr(Op.AND, B, (A, C)), of) == (False if False in (a, c) else None if None in (a, c) else True)
    assert decide(Expr(Op.OR, B, (A, C)), of) == (True if True in (a, c) else None if None in (a, c) else False)
    assert decide(Expr(Op.NOT, B, (A,)), of) == (None if a is None else not a)
    assert decide(ir.TRUE, of) is True and decide(ir.FALSE, of) is False


def decided(*body: ops.Stmt) -> list[str]:
    """The slots that are written in the branches that are left; an open branch stands in brackets."""

    def names(block: Block) -> list[str]:
        found: list[str] = []
        for s in block:
            if isinstance(s, ops.SetCtx):
                found.append(s.slot)
            elif isinstance(s, ops.If):
                found += ["(", *names(s.then), "|", *names(s.orelse), ")"]
        return found

    return names(WhereKnown(lambda x: None).block(list(body)))


def test_branches_that_are_decided_by_locals() -> None:
    yes = ir.value_of(YES)
    asked = ops.If(yes, [FROM], [TO])
    true, false = ops.Assign(YES, ir.TRUE), ops.Assign(YES, ir.FALSE)
    assert decided(true, asked) == ["from"] and decided(false, asked) == ["to"]
    assert decided(asked) == ["(", "from", "|", "to", ")"]
    assert decided(true, ops.Assign(YES, OPEN), asked) == ["(", "from", "|", "to", ")"]
    # a value of one branch is known in it, and not behind it
    assert decided(true, ops.If(OPEN, [false, asked], [asked]), asked) == [
        "(", "to", "|", "from", ")", "(", "from", "|", "to", ")",
    ]  # fmt: skip
    assert decided(true, ops.If(OPEN, [TO], []), asked) == ["(", "to", "|", ")", "from"]
    assert decided(true, ops.ForRange(AT, ZERO, ONE, [false]), asked) == ["(", "from", "|", "to", ")"]


def test_a_result_where_a_condition_is_known() -> None:
    asked = ops.If(OPEN, [ops.Assign(AT, ONE)], [ops.Assign(AT, ZERO)])
    fn = Function("f", (), N, [asked, ops.Return(ir.value_of(AT))])
    for holds in (True, False):
        found = result_where(fn, lambda x, holds=holds: holds)  # type: ignore[misc]
        assert found is not None and found.const == holds
    assert result_where(fn, lambda x: None) is None


@pytest.mark.parametrize(
    ("value", "asks"),
    [
        (ir.const(127), False),
        (ir.const(128), True),
        (ir.const(-128), False),
        (ir.const(-129), True),
        (OPEN, False),
        (Expr(Op.FIELD, N, (ZERO,), "bytes"), False),
        (Expr(Op.FIELD, N, (ZERO,), "shorts"), True),
        (ir.select(OPEN, Expr(Op.FIELD, N, (ZERO,), "bytes"), 3), False),
        (ir.select(OPEN, 3, ir.value_of(X)), True),
        (Expr(Op.FIELD, N, (ZERO,), "bytes") + 1, True),
        (ir.band(ir.value_of(X), 127), False),
        (Expr(Op.LEN, N, (), "bytes"), True),
        (ir.value_of(X), True),
    ],
)
def test_values_that_may_be_too_wide_are_looked_at(value: Expr, asks: bool) -> None:
    p = Program("test")
    p.fields |= {
        name: Field(name, kind, bits=bits, size=1)
        for name, kind, bits in (
            ("bytes", FieldKind.ARRAY, 8), ("shorts", FieldKind.ARRAY, 16), ("words", FieldKind.ARRAY, 32),
            ("number", FieldKind.INT, 8),
        )
    }  # fmt: skip
    assert looks(p, ops.SetField("bytes", ZERO, value)) is asks
    assert not looks(p, ops.SetField("words", ZERO, value)) and not looks(p, ops.SetField("number", None, value))


def test_sets_on_the_stack() -> None:
    """A set of 65 to 128 sites takes 16 bytes. f0 holds two, f1 three; f0 calls f1, and f1 itself."""
    p, (f0, f1) = functions(2)
    p.set_width = 65
    sets = [Var(f"s{k}", S) for k in range(3)]
    field = Expr(Op.FIELD, S, (), "sites")
    f0.body = [ops.Assign(sets[0], field), call(f1)]
    f1.body = [ops.Assign(sets[1], field), ops.Assign(sets[2], ir.value_of(sets[1])), call(f1)]
    p.entries["moves"] = f0
    assert [set_stack(p, fn) for fn in (f0, f1)] == [2 * 16, 3 * 16]
    # as wide as just fits together, and one word wider; a set has 8 bytes for each word
    p.set_width = MAX_SET_STACK // 5 // 8 * 64
    check_set_stack(p)
    p.set_width += 64
    with pytest.raises(LudLimitError, match="at one time"):
        check_set_stack(p)


@pytest.mark.parametrize(
    ("lo", "hi", "down", "known"),
    [
        (ZERO, ONE, False, True), (ZERO, ir.const(64), False, True), (ZERO, ir.const(65), False, False),
        (ZERO, ZERO, False, False), (ONE, ir.const(5), False, False), (ZERO, ONE, True, False),
        (ZERO, ir.value_of(X), False, False), (ir.value_of(X), ONE, False, False),
    ],
)  # fmt: skip
def test_ranges_that_are_sets(lo: Expr, hi: Expr, down: bool, known: bool) -> None:
    p = Program("test", set_width=64)
    found = sites_of(p, ops.ForRange(AT, lo, hi, [], down=down))
    assert (found is not None) is known
    assert found is None or (found.op is Op.SET_RANGE and found.src == (lo, hi))


PUSH = ops.Emit(ONE, ZERO, ZERO, ZERO, ZERO, [], ())
ASSIGN, CALLS = ops.Assign(X, ONE), ops.Assign(X, Expr(Op.CALL, N, (), Function("f", (), N)))


@pytest.mark.parametrize(
    ("body", "conditions"),
    [
        ([PUSH], 0),
        ([ASSIGN, TO, PUSH], 0),
        ([ops.If(OPEN, [PUSH], [])], 1),
        ([ASSIGN, ops.If(OPEN, [TO, ops.If(OPEN, [PUSH], [])], [])], 2),
        ([PUSH, TO], 0),
        ([PUSH, PUSH], None),
        ([ops.If(OPEN, [PUSH], [PUSH])], None),
        ([ops.ForRange(AT, ZERO, ONE, [PUSH])], None),
        ([ops.If(OPEN, [ASSIGN], []), PUSH], 1),
        ([CALLS, PUSH], None),
        ([], None),
    ],
)
def test_iterations_that_push_one_move(body: Block, conditions: int | None) -> None:
    assert [k for k in range(4) if one_push(body, k)] == ([] if conditions is None else [conditions])


@pytest.mark.parametrize("swapped", [False, True])
def test_either_site_of_a_choice_may_be_written(swapped: bool) -> None:
    """An action of one parameter writes at that site, or else at site 2."""
    p, (fn,) = functions(1)
    p.fields["who"] = Field("who", FieldKind.ARRAY, size=6, site=SiteData.CONTENT)
    fn.params = (X,)
    choice = ir.select(OPEN, *([ir.const(2), ir.value_of(X)][:: -1 if swapped else 1]))
    fn.body = [ops.SetField("who", choice, ONE)]
    p.appliers["select"] = fn
    found = FindWrites(p).kinds["select"]
    assert not found.unknown and found.sites == {Source(Kind.PARAM, 0), Source(Kind.CONST, 2)}


@pytest.mark.parametrize("written", [False, True])
def test_a_function_that_reads_what_an_iteration_has_written_is_looked_into(written: bool) -> None:
    """It asks who stands on the site in the slot `to`. Where the iteration sets that to its own site the answer is
    another one for each; otherwise it is the same for all, and the call stays."""
    p, (mine,) = functions(1)
    p.fields["who"] = Field("who", FieldKind.ARRAY, size=6, site=SiteData.CONTENT)
    there = Expr(Op.FIELD, N, (Expr(Op.CTX, N, (), "to"),), "who")
    mine.result, mine.body = B, [ops.Return(ir.eq(there, 1))]
    asked = ops.If(Expr(Op.CALL, B, (), mine), [ops.Assign(YES, ir.TRUE)], [])
    body: Block = [*([ops.SetCtx("to", ir.value_of(AT))] if written else []), asked]
    found = outcomes(SiteSets(p, effects_of(p), AT, 6, ()), body, set())
    assert found is not None
    (where,) = found.assigned(YES) or [NONE]
    assert where.inside is not None
    assert any(x.op is Op.CALL for x in subexpressions(where.inside)) is not written


def test_consequents_of_a_move_that_is_put_together_are_seen() -> None:
    """f1 is one: what applies it writes what f1 does, and f1 is given to a move."""
    p, (f0, f1) = functions(2)
    p.fields["counter"] = Field("counter", FieldKind.INT)
    f0.body = [ops.Do(Expr(Op.RUN, V, (ir.const(1),), run_of(ACT_THEN)))]
    f1.body = [ops.SetField("counter", None, ONE)]
    p.appliers["pass"] = f0
    f0.params = (X,)
    assert FindWrites(p).kinds["pass"].fields == {"counter"}
    assert gives_thens(f0) == {1}
