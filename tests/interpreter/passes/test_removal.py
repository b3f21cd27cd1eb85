"""What the passes that remove something take away, and what has to stay: small programs, read after the pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import load
from ludparse.interpreter.passes.removal.drop_dead_locals import drop_dead_locals
from ludparse.interpreter.passes.removal.drop_unreached import drop_unreached
from ludparse.interpreter.passes.removal.fold_branches import fold_branches
from ludparse.interpreter.passes.removal.forward_slots import forward_slots
from ludparse.interpreter.passes.sets.expand_nodes import expand_nodes
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import FieldKind, Type
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import reached, statements
from tests.interpreter.descriptions import HUNT, LINE
from tests.interpreter.passes.test_spellings import answer, flood, made, owned

Write = Callable[[Builder, Function], None]
"""Writes the body of a function; it may call another one, which gives whether `ctx.to` is more than 2."""


def left(change: Callable[[Program], None], write: Write, *, kept: bool = False) -> str:
    """The statements of a function after a pass."""
    program = Program("test", context={"from": -1, "to": -1})
    b = Builder(program)
    for name in ("seen", "other"):
        b.field(name, FieldKind.INT)
    b.field("places", FieldKind.SET)
    with b.function("high", (), Type.BOOL) as (high, _):
        b.return_(ir.gt(b.ctx("to"), 2))
    high.kept = kept
    with b.function("main") as (main, _):
        write(b, high)
    program.entries |= {"start": main, "moves": main, "play": main}
    change(program)
    return "; ".join(line.strip() for line in function(main).splitlines()[1:])


# ------------------------------------------------------------------------------------------------ fold_branches


def branches(cond: bool) -> Write:
    def write(b: Builder, high: Function) -> None:
        with b.for_set(b.get("places")):
            with b.if_(ir.TRUE if cond else ir.FALSE):
                b.put("seen", 1)
            with b.else_():
                b.put("seen", 2)

    return write


@pytest.mark.parametrize(("cond", "seen"), [(True, 1), (False, 2)])
def test_of_a_decided_condition_its_branch_is_left(cond: bool, seen: int) -> None:
    assert left(fold_branches, branches(cond)) == f"for site1 in places:; seen = {seen}"


def test_an_open_condition_stays_with_both_branches() -> None:
    def write(b: Builder, high: Function) -> None:
        with b.if_(ir.eq(b.get("other"), 3)):
            b.put("seen", 1)
        with b.else_():
            b.put("seen", 2)

    assert left(fold_branches, write) == "if (other == 3):; seen = 1; else:; seen = 2"


@pytest.mark.parametrize(
    ("cond", "stays"),
    [
        (lambda b, high: ir.eq(b.get("other"), 3), "nothing"),
        (lambda b, high: ir.eq(ir.div(1, b.get("other")), 3), "((1 / other) == 3)"),
        (lambda b, high: ir.and_(ir.eq(b.get("other"), 3), b.call(high)), "((other == 3) and high_1())"),
        (lambda b, high: ir.eq(b.run("random_int", 2), 1), "(random_int(2) == 1)"),
    ],
)
def test_an_empty_branch_goes_unless_its_condition_runs_something_or_may_fail(
    cond: Callable[[Builder, Function], ops.Expr], stays: str
) -> None:
    """A call may write slots, a number that is not drawn would change all later ones, and 0 may divide."""

    def write(b: Builder, high: Function) -> None:
        with b.if_(cond(b, high)):
            pass

    assert left(fold_branches, write) == stays


# ---------------------------------------------------------------------------------------------- drop_dead_locals


def test_a_local_that_only_unread_locals_read_goes_too() -> None:
    def write(b: Builder, high: Function) -> None:
        first = b.let(b.get("other"))
        with b.for_set(b.get("places")) as site:
            b.let(first + site)
        b.put("seen", 1)

    assert left(drop_dead_locals, write) == "seen = 1"


def test_a_value_that_is_read_somewhere_stays() -> None:
    def write(b: Builder, high: Function) -> None:
        n = b.var(0, "n")
        with b.for_set(b.get("places")) as site:
            b.put("seen", n)
            b.assign(n, site)

    assert left(drop_dead_locals, write) == "n1 = 0; for site2 in places:; seen = n1; n1 = site2"


def test_a_value_that_may_fail_stays() -> None:
    def write(b: Builder, high: Function) -> None:
        b.let(ir.div(ir.const(7), b.get("other")))

    assert left(drop_dead_locals, write) == "v1 = (7 / other)"


# ------------------------------------------------------------------------------------------------- forward_slots


def test_what_was_written_to_a_slot_is_read_instead_of_it() -> None:
    def write(b: Builder, high: Function) -> None:
        with b.for_set(b.get("places")) as site:
            b.set_ctx("to", site)
            b.put("seen", b.ctx("to") + b.ctx("from"))

    assert left(forward_slots, write) == "for site1 in places:; ctx.to = site1; seen = (site1 + ctx.from)"


def test_a_slot_that_is_restored_is_read_if_the_local_with_its_value_has_changed() -> None:
    def write(b: Builder, high: Function) -> None:
        here = b.var(b.get("other"), "here")
        b.set_ctx("to", here)
        with b.restoring("to"):
            b.assign(here, 5)
        b.put("seen", b.ctx("to"))

    assert left(forward_slots, write).endswith("seen = ctx.to")


def test_a_short_question_about_a_slot_is_asked_in_place() -> None:
    def write(b: Builder, high: Function) -> None:
        with b.for_set(b.get("places")) as site:
            b.set_ctx("to", site)
            with b.if_(b.call(high)):
                b.put("seen", site)

    loop = "for site1 in places:; ctx.to = site1; if {}:; seen = site1"
    assert left(forward_slots, write) == loop.format("(site1 > 2)")
    assert left(forward_slots, write, kept=True) == loop.format("high_1()"), "its result is known already"


def test_a_question_about_another_slot_is_called() -> None:
    def write(b: Builder, high: Function) -> None:
        b.set_ctx("from", 1)
        with b.if_(b.call(high)):
            b.put("seen", 1)

    assert "high_1()" in left(forward_slots, write)


@pytest.mark.parametrize(("other", "read"), [(4, "4"), (5, "ctx.to")])
def test_after_two_branches_is_known_what_both_have_written(other: int, read: str) -> None:
    def write(b: Builder, high: Function) -> None:
        with b.if_(ir.eq(b.get("other"), 3)):
            b.set_ctx("to", 4)
        with b.else_():
            b.set_ctx("to", other)
        b.put("seen", b.ctx("to"))

    assert left(forward_slots, write).endswith(f"seen = {read}")


# ------------------------------------------------------------------------------------------------ drop_unreached


def test_functions_that_nobody_calls_or_names_by_its_number_are_emptied() -> None:
    program = Program("test")
    b = Builder(program)
    b.field("seen", FieldKind.INT)

    def writes(name: str, value: int) -> Function:
        with b.function(name) as (fn, _):
            b.put("seen", value)
        return fn

    called, consequent, applies, lonely = map(writes, ("called", "consequent", "applies", "lonely"), range(4))
    with b.function("useless") as (useless, _):
        b.do(b.call(lonely))
    with b.function("main") as (main, _):
        b.do(b.call(called))
        b.run("move_attach", 0, consequent.index)
    program.entries |= {"start": main, "moves": main, "play": main}
    program.appliers["pass"] = applies
    indices = [fn.index for fn in program.functions]
    drop_unreached(program)
    assert [fn for fn in program.functions if not fn.body] == [lonely, useless]
    assert program.live == {called.index, consequent.index, applies.index, main.index}
    assert [fn.index for fn in program.functions] == indices, "moves refer to them"


# ------------------------------------------------------------------------------------------------ drop_positions


def test_lists_of_positions_go_where_no_rule_asks_where_a_piece_stands() -> None:
    """In the line game stones are added and compared by their sites; in the other one each piece has moves."""
    without = (["drop_positions"], ())
    for text, asks in ((LINE, False), (HUNT, True)):
        whole, program = (load(text, backend="python", verify=True, without=w).program for w in without)
        kept = {f.name for f in whole.fields.values() if f.upkeep is not None}
        assert kept
        assert set(whole.fields) - set(program.fields) == (set() if asks else kept)
        upkeep = [fn for fn in program.functions if fn.upkeep is not None and fn.index in reached(program)]
        assert bool(upkeep) is asks, "whoever changes what stands on a site has no list to change"


# -------------------------------------------------------------------------------------------------- expand_nodes


def test_no_flood_is_left_and_the_group_is_the_same() -> None:
    """Sites 3, 4 and 5 of six in a row are one group of player 1: three of them."""

    def floods(program: Program) -> int:
        return sum(isinstance(s, ops.Flood) for fn in program.functions for s in statements(fn.body))

    program = made(flood, owned, False)
    assert floods(program) == 1
    expand_nodes(program)
    verify(program)
    assert floods(program) == 0
    assert answer(program) == 3
