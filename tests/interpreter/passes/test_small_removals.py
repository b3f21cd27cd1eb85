"""Passes that remove one kind of thing, on programs of a few statements: what goes, and what is so much alike that it
could be taken for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from ludparse.interpreter.passes.removal.drop_empty_lists import drop_empty_lists
from ludparse.interpreter.passes.removal.drop_parts import drop_parts
from ludparse.interpreter.passes.removal.drop_positions import drop_positions
from ludparse.interpreter.passes.removal.settle_modes import settle_modes
from ludparse.interpreter.passes.sets.keep_results import called_often, takes_work
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.intrinsics import MOVE_CLOSE, run_of
from ludparse.interpreter.program.modes import ANY, CHOOSE, COUNT, EVERY, FULL, PROBE, TO_SITE
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type, Upkeep, Var
from ludparse.interpreter.program.printer import block
from ludparse.interpreter.program.program import Function, Program
from tests.interpreter.passes.test_random_game_program import left

N, V, ZERO, ONE = Type.INT, Type.VOID, ir.const(0), ir.const(1)
A, B, C, D, E = (Expr(Op.FIELD, N, (), name) for name in "abcde")


def made(*, live: set[int] | None = None) -> Builder:
    b = Builder(Program("test", context={"to": -1}, live=live))
    for name in "abcde":
        b.field(name, FieldKind.INT)
    b.program.caps["room"] = 4
    for name in ("many", "few", "digests"):
        b.field(name, FieldKind.LIST, bits=64 if name == "digests" else 32, cap="room")
    return b


def entered(b: Builder, moves: ops.Block, *, start: Iterable[ops.Stmt] = (), play: Iterable[ops.Stmt] = ()) -> Program:
    for name, body in (("start", start), ("moves", moves), ("play", play)):
        fn = b.declare(name, (), V)
        fn.body = list(body)
        b.program.entries[name] = fn
    return b.program


def run(b: Builder, name: str, *args: ir.IntLike) -> ops.Stmt:
    with b.capture() as body:
        x = b.run(name, *args)
    return body[0] if body else ops.Do(x)


# ------------------------------------------------------------------------------------------------------ drop_parts

PARTS = {"move_mover": "mover", "move_from": "from_site", "move_to": "to_site"} | {
    "move_level_min": "level_min", "move_level_max": "level_max",
}  # fmt: skip


def pushed() -> ops.Emit:
    return ops.Emit(A, B, C, D, E, [], ())


@pytest.mark.parametrize("asks", [*([x] for x in PARTS), [], ["move_mover", "move_level_max"]])
def test_parts_of_moves_that_are_read_stay(asks: list[str]) -> None:
    """The five numbers of a move, in three ways of pushing one, and those of a move that is changed."""
    b = made()
    emit, close = pushed(), Expr(Op.RUN, V, (A, B, C, D, E), run_of(MOVE_CLOSE))
    composed, built = ops.Composed(Var("m", N), [], [], close), ops.BuiltMove(C, [pushed()], B)
    setters = {
        "move_set_mover": [run(b, "move_set_mover", 0, A)],
        "move_set_from": [run(b, "move_set_from", 0, A)],
        "move_set_to": [run(b, "move_set_to", 0, A)],
        "move_set_levels": [run(b, "move_set_levels", 0, A, B)],
    }
    fn = entered(b, [emit, composed, built, *(s for part in setters.values() for s in part)]).entries["moves"]
    b.program.entries["play"].body += [run(b, x, 0) for x in asks]
    drop_parts(b.program)
    given = dict(zip(PARTS, (A, B, C, D, E), strict=True))
    for k, (name, member) in enumerate(PARTS.items()):
        for x in (getattr(emit, member), composed.close.src[k]):
            assert x is given[name] if name in asks else x.is_const and x.const == 0
    assert composed.close.op is Op.RUN and composed.close.type is V and composed.close.run.intrinsic is MOVE_CLOSE
    assert built.to_site.is_const is ("move_to" not in asks)
    assert built.from_site is not None and built.from_site.is_const is ("move_from" not in asks)
    there = {"move_set_" + name.removeprefix("move_") for name in asks}
    there = {"move_set_levels" if name.startswith("move_set_level_") else name for name in there}
    text = "\n".join(block(fn.body, 0))
    assert {name for name in setters if name in text} == there


def test_parts_stay_where_whole_moves_are_compared() -> None:
    b = made()
    emit = pushed()
    drop_parts(entered(b, [emit], play=[run(b, "move_same", 0, 1)]))
    assert emit.mover is A and emit.level_max is E


@pytest.mark.parametrize(("mode", "stays"), [(PROBE, True), (COUNT, False)])
def test_where_a_move_goes_stays_if_that_is_asked(mode: int, stays: bool) -> None:
    b = made()
    emit = pushed()
    drop_parts(entered(b, [emit, ops.Question(Var("q", Type.BOOL if stays else N), mode, ONE, [])]))
    assert (emit.to_site is C) is stays and emit.from_site.is_const


def test_a_part_that_may_fail_stays() -> None:
    """Dividing by a field ends the game with an error where that is 0. What changes a part goes as a whole or not."""
    b = made()
    emit = pushed()
    emit.mover = quotient = ir.div(1, A)
    fn = entered(b, [emit, run(b, "move_set_from", 0, quotient), run(b, "move_set_to", 0, A)]).entries["moves"]
    drop_parts(b.program)
    assert emit.mover is quotient
    assert block(fn.body[1:], 0) == ["move_set_from(0, (1 / a))"]


@pytest.mark.parametrize("runs", [True, False])
def test_functions_that_do_not_run_do_not_ask(runs: bool) -> None:
    b = made()
    emit = pushed()
    fn = b.declare("asks", (), V)
    fn.body.append(run(b, "move_mover", 0))
    entered(b, [emit])
    b.program.live = {1, 2, 3} | ({0} if runs else set())
    drop_parts(b.program)
    assert (emit.mover is A) is runs


# ------------------------------------------------------------------------------------------------ drop_empty_lists

LENGTH = Expr(Op.LEN, N, (), "many")
I = Var("i", N)  # noqa: E741


@pytest.mark.parametrize(
    ("statement", "goes"),
    [
        (ops.ForRange(I, ZERO, LENGTH, [ops.Do(A)]), True),
        (ops.ForRange(I, ir.const(3), LENGTH, []), True),
        (ops.ForRange(I, ir.const(-1), LENGTH, [ops.Do(A)]), False),  # runs for -1
        (ops.ForRange(I, A, LENGTH, [ops.Do(A)]), False),
        (ops.ForRange(I, LENGTH, ZERO, [ops.Do(A)], down=True), False),  # runs for 0
        (ops.ForRange(I, ZERO, LENGTH, [ops.Do(A)], down=True), False),
        (ops.ForRange(I, ZERO, LENGTH + 1, [ops.Do(A)]), False),
    ],
)
def test_loops_over_an_empty_list_go(statement: ops.Stmt, goes: bool) -> None:
    fn = entered(made(), [statement]).entries["moves"]
    program = made().program
    program.functions, program.entries = [fn], {"moves": fn}
    drop_empty_lists(program)
    assert (fn.body == []) is goes


@pytest.mark.parametrize(
    ("change", "args", "goes"), [("pop", (), True), ("clear", (), True), ("remove_at", (0,), False)]
)
@pytest.mark.parametrize("added", ["", "push", "insert"])
def test_what_empties_an_empty_list_goes(change: str, args: tuple[int, ...], goes: bool, added: str) -> None:
    """An item that is not there cannot be taken out, which is an error and stays."""
    b = made()
    with b.capture() as body:
        b.list_field(change, "many", *args)
    with b.capture() as play:
        if added:
            b.list_field(added, "many", *(0,) * (1 + (added == "insert")))
    drop_empty_lists(entered(b, body, play=play))
    assert (b.program.entries["moves"].body == []) is (goes and not added)


def test_lists_of_digests_are_filled_by_the_engine() -> None:
    b = made()
    b.program.hash_lists.append("digests")
    with b.capture() as body:
        b.list_field("clear", "digests")
    drop_empty_lists(entered(b, body))
    assert b.program.entries["moves"].body


# ---------------------------------------------------------------------------------------------------- settle_modes



def when(b: Builder, mode: int, *, differs: bool = False) -> ops.If:
    present = b.run("pushes_in", mode)
    return ops.If(~present if differs else present, [], [])


def settled(s: ops.If) -> bool | None:
    return bool(s.cond.const) if s.cond.is_const else None


@pytest.mark.parametrize(
    ("modes", "mode", "differs", "expected"),
    [
        ([COUNT], COUNT, False, True),
        ([COUNT], FULL, False, False),
        ([COUNT], COUNT, True, False),
        ([COUNT], FULL, True, True),
        ([COUNT, FULL], COUNT, False, None),
        ([COUNT, FULL], CHOOSE, False, False),
        ([FULL, CHOOSE], COUNT, True, True),
    ],
)
def test_modes_in_which_moves_are_asked_for(
    modes: Iterable[int], mode: int, differs: bool, expected: bool | None
) -> None:
    b = made()
    asked, other, called, callee = (when(b, mode, differs=differs) for _ in range(4))
    fn = b.declare("callee", (), V)
    fn.body.append(callee)
    call = ops.Do(Expr(Op.CALL, V, (), fn))
    settle_modes(entered(b, [asked, call], start=[other], play=[called]), modes)
    assert settled(asked) == settled(callee) == expected
    # everything else is entered while moves are built
    assert settled(other) == settled(called) == ((mode == FULL) is not differs)


def test_modes_within_others() -> None:
    b = made()
    kinds: dict[int, ops.Stmt] = {}
    inner = [when(b, FULL) for _ in range(4)]
    kinds[0] = ops.Question(Var("n", N), COUNT, ONE, [inner[0]])
    kinds[1] = ops.InFull(ir.const(ANY), [inner[1]])
    kinds[2] = ops.BuiltMove(ZERO, [inner[2]])
    kinds[3] = ops.OnCopy([inner[3]])
    settle_modes(entered(b, list(kinds.values())), [COUNT])
    assert [settled(s) for s in inner] == [False, True, True, False]


def test_a_branch_that_is_not_taken_calls_nobody() -> None:
    """In COUNT the callee is reached from the second branch alone, and only in FULL from the entry for playing."""
    b = made()
    callee = when(b, FULL)
    fn = b.declare("callee", (), V)
    fn.body.append(callee)
    call = ops.Do(Expr(Op.CALL, V, (), fn))
    for differs in (False, True):
        asked = when(b, FULL, differs=differs)
        (asked.orelse if differs else asked.then).append(call)
        callee.cond = when(b, FULL).cond
        settle_modes(entered(b, [asked], play=[call]), [COUNT])
        assert settled(callee) is True
    asked = when(b, FULL)
    asked.orelse.append(call)
    callee.cond = when(b, FULL).cond
    settle_modes(entered(b, [asked], play=[call]), [COUNT])
    assert settled(callee) is None, "both"


@pytest.mark.parametrize(
    ("modes", "aim", "goes"),
    [([FULL], EVERY, True), ([FULL], ANY, False), ([COUNT], EVERY, False), ([COUNT, FULL], EVERY, False)],
)
def test_moves_that_are_built_anyhow_need_no_word(modes: list[int], aim: int, goes: bool) -> None:
    b = made()
    body: ops.Block = [ops.Do(A), ops.Do(B)]
    settle_modes(entered(b, [ops.InFull(ir.const(aim), body), ops.Do(C)]), modes)
    found = b.program.entries["moves"].body
    assert (len(found) == 3 and found[:2] == body) if goes else isinstance(found[0], ops.InFull)


def test_nothing_is_settled_where_functions_are_called_by_unknown_numbers() -> None:
    b = made()
    asked = when(b, COUNT)
    settle_modes(entered(b, [asked], play=[run(b, "call_moves", A)]), [COUNT])
    assert settled(asked) is None


# --------------------------------------------------------------------------------- what is called again and again


def calling(b: Builder, body: Callable[[ops.Stmt], ops.Block]) -> Function:
    callee = b.declare("callee", (), N)
    entered(b, [], play=body(ops.Do(Expr(Op.CALL, N, (), callee))))
    return callee


REPEATED: dict[str, tuple[Callable[[ops.Stmt], ops.Block], bool]] = {
    "once": (lambda call: [call], False),
    "in a branch": (lambda call: [ops.If(ir.TRUE, [call], [])], False),
    "in both branches": (lambda call: [ops.If(ir.TRUE, [call], [call])], True),
    "twice": (lambda call: [call, call], True),
    "in a loop": (lambda call: [ops.ForRange(I, ZERO, A, [call])], True),
    "below a loop": (lambda call: [ops.ForRange(I, ZERO, A, [ops.If(ir.TRUE, [call], [])])], True),
    "before a loop": (lambda call: [ops.ForSet(I, Expr(Op.SET_ONE, Type.SET, (call.value,)), [])], False),  # type: ignore[attr-defined]
    "as a condition": (lambda call: [ops.While([], ir.eq(call.value, 1), [])], True),  # type: ignore[attr-defined]
    "pushing what is filtered": (lambda call: [ops.Filter(I, [call], [], Var("k", Type.BOOL))], False),
    "testing what is filtered": (lambda call: [ops.Filter(I, [], [call], Var("k", Type.BOOL))], True),
}


@pytest.mark.parametrize("name", REPEATED)
def test_what_is_called_more_than_once_between_two_moves(name: str) -> None:
    body, often = REPEATED[name]
    b = made()
    assert (calling(b, body).index in called_often(b.program)) is often


def test_what_is_called_while_moves_are_generated_or_tried() -> None:
    """Playouts ask for the moves of a position twice. A move that is tried applies actions and consequents."""
    for copies in (False, True):
        b = made()
        fns = {name: b.declare(name, (), V) for name in ("inner", "outer", "applier", "consequent", "lost")}
        call = {name: ops.Do(Expr(Op.CALL, V, (), fn)) for name, fn in fns.items()}
        fns["outer"].body.append(call["inner"])
        b.program.appliers["pass"] = fns["applier"]
        attach = run(b, "move_attach", 0, fns["consequent"].index)
        moves: ops.Block = [call["outer"], attach, *([ops.OnCopy([])] if copies else [])]
        entered(b, moves)
        often = {b.program.functions[i].name for i in called_often(b.program)}
        tried = {fns["applier"].name, fns["consequent"].name}
        assert {fns["inner"].name, fns["outer"].name} <= often
        assert tried <= often if copies else not tried & often
        assert fns["lost"].name not in often


def test_work_is_a_loop_here_or_in_what_is_called() -> None:
    b = made()
    names = ("loops", "calls", "plain", "itself")
    loops, calls, plain, itself = (b.declare(name, (), V) for name in names)
    loops.body.append(ops.If(A > 1, [ops.ForRange(I, ZERO, A, [])], []))
    calls.body.append(ops.Do(Expr(Op.CALL, V, (), loops)))
    plain.body.append(ops.Do(A))
    itself.body.append(ops.Do(Expr(Op.CALL, V, (), itself)))
    assert [takes_work(fn, {}) for fn in (loops, calls, plain, itself)] == [True, True, False, False]


# ------------------------------------------------------------------------------------------------ what is observed


def of_loop(lo: int, hi: int, *, down: bool = False, change: bool = False) -> Callable[[Builder], None]:
    def write(b: Builder) -> None:
        with b.for_range(lo, hi, down=down) as i:
            if change:
                b.assign(i, i + 1)
            b.put("words", 1, i)

    return write


CHECKS: list[tuple[Callable[[Builder], None], str]] = [
    (of_loop(0, 5), "nothing"),
    (of_loop(4, 0, down=True), "nothing"),
    (of_loop(0, 6), "for i1 in 0 .. 6 - 1:; if (i1 >= 5):; fail(0)"),
    (of_loop(-1, 5), "for i1 in -1 .. 5 - 1:; if (i1 < 0):; fail(0)"),
    (of_loop(5, 0, down=True), "for i1 in 5 down to 0:; if (i1 >= 5):; fail(0)"),
    (of_loop(4, -1, down=True), "for i1 in 4 down to -1:; if (i1 < 0):; fail(0)"),
    (
        of_loop(0, 3, change=True),
        "for i1 in 0 .. 3 - 1:; i1 = (i1 + 1); if ((i1 < 0) or (i1 >= 5)):; fail(0)",
    ),
    (lambda b: b.put("words", 1, 0), "nothing"),
    (lambda b: b.put("words", 1, -1), "fail(0)"),
    (lambda b: b.put("bytes", 127, 0), "nothing"),
    (lambda b: b.put("bytes", 128, 0), "fail(0)"),
    (lambda b: b.put("bytes", -128, 0), "nothing"),
    (lambda b: b.put("bytes", -129, 0), "fail(0)"),
]


@pytest.mark.parametrize(("write", "expected"), CHECKS)
def test_writes_that_may_be_wrong_leave_a_check(write: Callable[[Builder], None], expected: str) -> None:
    """`words` has five elements of 32 bits, `bytes` five of 8; nobody reads them."""
    assert left(write) == expected


@pytest.mark.parametrize("asks", [lambda: filtered(ONE), lambda: filtered(None), lambda: ops.InFull(TO_SITE - A, [])])
def test_where_a_move_goes_stays_if_a_filter_or_a_block_asks_for_a_site(asks: Callable[[], ops.Stmt]) -> None:
    b = made()
    emit, s = pushed(), asks()
    drop_parts(entered(b, [emit, s]))
    assert (emit.to_site is C) is (not isinstance(s, ops.Filter) or s.to is not None)


def filtered(to: Expr | None) -> ops.Filter:
    keep = Var("keep", Type.BOOL)
    return ops.Filter(Var("m", N), [], [ops.Assign(keep, ir.TRUE)], keep, to=to)


# --------------------------------------------------------------------------- what acts is not left out with the rest


def draws(b: Builder) -> Function:
    with b.function("draws", result=Type.BOOL) as (fn, _):
        b.return_(ir.eq(b.run("random_int", 2), 0))
    return fn


@pytest.mark.parametrize("first", [True, False])
def test_what_is_drawn_before_the_mode_is_asked_is_drawn(first: bool) -> None:
    b = made()
    drawn, full = b.call(draws(b)), b.run("pushes_in", FULL)
    s = ops.If(ir.and_(drawn, full) if first else ir.and_(full, drawn), [], [])
    settle_modes(entered(b, [s]), [COUNT])
    assert s.cond.is_const is not first


def test_what_is_drawn_for_a_place_that_nobody_keeps_is_drawn() -> None:
    b = made()
    b.field("owned", FieldKind.ARRAY, size=4, upkeep=Upkeep.POSITIONS)
    with b.function("enter", [("piece", N), ("place", N)], upkeep=Upkeep.POSITIONS) as (enter, (piece, place)):
        b.put("owned", place, piece)
    drawn = b.call(draws(b))
    fn = entered(b, [ops.Do(b.call(enter, ir.as_int(drawn), A))]).entries["moves"]
    drop_positions(b.program)
    assert "owned" not in b.program.fields
    assert [s.value for s in fn.body if isinstance(s, ops.Do)] == [ir.as_int(drawn)]
