"""The text of a program says all that its statements say: what is inside stands deeper, and marks that passes leave
stand behind the head as a comment. Each mark is printed where it is set and not where it is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.intrinsics import ACT, ACT_NOW, FULL_CAPACITY, LIST_PUSH, MOVE_CLOSE, run_of
from ludparse.interpreter.program.modes import COUNT, PROBE
from ludparse.interpreter.program.ops import Expr, Field, FieldKind, Op, Table, Type, Upkeep, Var
from ludparse.interpreter.program.printer import expression, function, print_program, statement
from ludparse.interpreter.program.program import Function, Program

N, S, V = Type.INT, Type.SET, Type.VOID
A, B, SET, LIST = (Var(name, typ) for name, typ in (("a", N), ("b", N), ("s", S), ("l", Type.LIST)))
a, b, s, items = (Expr(Op.VAR, v.type, (), v) for v in (A, B, SET, LIST))
ONE, ZERO = ir.const(1), ir.const(0)
DO = ops.Do(b)
THEN = Function("then", (), V)
FN = Function("apply", (A,), V)
ONCE = ops.AtOnce(s, SET, [ops.Assign(B, ONE)], (Var("p", S), Var("q", S), Var("r", S)), 4)
EACH = ops.ForRange(A, ZERO, b, [DO])
AT_ONCE = ["  at once, for 4 iterations or more: s = s", "    b = 1"]
PIECES = ops.ForPieces(A, Expr(Op.FIELD, N, (b,), "owned_n"), Expr(Op.FIELD, N, (a,), "owned"), [DO])
ROW = ops.ForRow(A, "rows", b, [DO])
NARROWED = ops.Narrowed(s, "keys")
FILTER = ops.Filter(A, [DO], [ops.Do(a)], Var("keep", Type.BOOL))
CLOSE = Expr(Op.RUN, V, (ONE, a, b, ZERO, ZERO), run_of(MOVE_CLOSE))
MOVE = ops.Composed(A, [], [DO], CLOSE)


def emit(
    *actions: ops.NewAction, levels: tuple[Expr, Expr] = (ZERO, ZERO), then: tuple[Function, ...] = ()
) -> ops.Emit:
    return ops.Emit(ONE, a, b, *levels, list(actions), then)


PLACES = "owned_n[b] positions from owned[a] on"
SAID: list[tuple[ops.Stmt, list[str]]] = [
    (ops.Assign(A, b), ["a = b"]),
    (ops.SetField("mover", None, a), ["mover = a"]),
    (ops.SetField("what", b, a), ["what[b] = a"]),
    (ops.SetCtx("to", a), ["ctx.to = a"]),
    (ops.If(ir.TRUE, [DO], []), ["if true:", "  b"]),
    (ops.If(ir.FALSE, [], [DO]), ["if false:", "  nothing", "else:", "  b"]),
    (ops.If(ir.TRUE, [DO], [], True), ["if true:  # holds in every iteration that must not be skipped", "  b"]),
    (ops.While([ops.Do(a)], ir.TRUE, [DO]), ["loop:", "  a", "  while true", "  b"]),
    (EACH, ["for a in 0 .. b - 1:", "  b"]),
    (replace(EACH, down=True), ["for a in 0 down to b:", "  b"]),
    (replace(EACH, apart=True), ["for a in 0 .. b - 1:  # apart", "  b"]),
    (replace(EACH, apart=True, each=ONE), ["for a in 0 .. b - 1:  # apart; moves each: 1", "  b"]),
    (
        replace(EACH, apart=True, each=ONE, leaves=(ops.SetCtx("to", a), ops.SetCtx("from", a))),
        ["for a in 0 .. b - 1:  # apart; moves each: 1; leaves to, from", "  b"],
    ),
    (
        replace(EACH, apart=True, at_once=ONCE),
        [
            "for a in 0 .. b - 1:  # apart", *AT_ONCE,
            # planes are the digits of a binary number
            "    an iteration pushes 1 × (a in p) + 2 × (a in q) + 4 × (a in r)", "  b",
        ],
    ),
    (ops.WhileAny(A, ZERO, b, [], SET, [DO]), ["for a in 0 .. b - 1:", "  while any s", "  b"]),
    (ops.WhileAny(A, ZERO, b, [ops.Do(a)], SET, [DO]), ["for a in 0 .. b - 1:", "  a", "  while any s", "  b"]),
    (PIECES, [f"for a in {PLACES}:", "  b"]),
    (replace(PIECES, down=True, apart=True), [f"for a in the last to the first of {PLACES}:  # apart", "  b"]),
    (ops.ForSet(A, s, [DO]), ["for a in s:", "  b"]),
    (ops.ForSet(A, s, [DO], apart=True), ["for a in s:  # apart", "  b"]),
    (
        ops.ForSet(A, s, [DO], at_once=replace(ONCE, planes=(SET,))),
        ["for a in s:", *AT_ONCE, "    an iteration pushes 1 × (a in s)", "  b"],
    ),
    (ROW, ["for a in rows[b]:", "  b"]),
    (replace(ROW, narrowed=NARROWED), ["for a in rows[b] where keys in s:", "  b"]),
    (replace(ROW, apart=True, reaches="far"), ["for a in rows[b]:  # apart; reaches far", "  b"]),
    (
        replace(ROW, narrowed=replace(NARROWED, row_sets="sets", by_key="order")),
        ["for a in rows[b] where keys in s:  # row sets sets, order", "  b"],
    ),
    (
        replace(ROW, narrowed=replace(NARROWED, one_each=True), goes=ops.Goes(s, "rays")),
        ["for a in rows[b] where keys in s:  # one move each; goes to s by rays", "  b"],
    ),
    (
        replace(ROW, ends=ops.WayEnds("first", "rest", s, Expr(Op.CTX, S, (), "idle"), Expr(Op.CTX, S, (), "hits"))),
        ["for a in rows[b]:  # a move where first ⊆ s and rest first meets ctx.hits outside ctx.idle", "  b"],
    ),
    (ops.ForList(A, items, [DO]), ["for a in l:", "  b"]),
    (ops.Scan(A, "rows", b, ZERO, (b,), [DO]), ["scan a along rows[b] from 0 below b:", "  b"]),
    (ops.ForAlong(A, "rows", b, ZERO, (), [DO]), ["for a along rows[b] from 0:", "  b"]),
    (
        ops.ForAlong(A, "rows", b, ZERO, (b, ir.const(3)), [DO], within=s, apart=True),
        ["for a along rows[b] from 0 below b below 3 within s:  # apart", "  b"],
    ),
    (ops.Flood(A, SET, b, [DO]), ["flood s from b, a:", "  b"]),
    (FILTER, ["of the moves a, keep those with keep:", "  b", "tested by:", "  a"]),
    (
        replace(FILTER, one=True),
        ["of the moves a, keep those with keep, one of them:", "  b", "tested by:", "  a"],
    ),
    (
        replace(FILTER, few=True, swaps=True, to=b),
        [
            "of the moves a, keep those with keep, of a few if one is kept, the last for one that is dropped, "
            "asked about b:", "  b", "tested by:", "  a",
        ],
    ),
    (ops.BuiltMove(a, [DO]), ["a move to a, built by:", "  b"]),
    (ops.BuiltMove(a, [DO], b), ["a move from b to a, built by:", "  b"]),
    (MOVE, ["move a (1, a, b, 0, 0):", "  b"]),
    (
        replace(MOVE, body=[ops.Do(a)], joins=True),
        ["before move a:", "  a", "move a (1, a, b, 0, 0), which joins those before it:", "  b"],
    ),
    (replace(MOVE, then=(THEN, FN)), ["move a (1, a, b, 0, 0), then then, apply:", "  b"]),
    (ops.OnCopy([DO]), ["on a copy:", "  b"]),
    (ops.OnCopy([DO], ir.TRUE, draws=True), ["on a copy, if true, which draws:", "  b"]),
    (
        ops.Trial((), [DO], var=A, applies=Expr(Op.CALL, V, (b,), FN), answer=ir.TRUE),
        ["a = true once tried by apply(b):", "  b"],
    ),
    (
        ops.Trial(("to",), [], var=A, applies=Expr(Op.CALL, V, (b,), FN), answer=ir.TRUE, draws=True),
        ["a = true once tried by apply(b), restoring to, which draws:", "  nothing"],
    ),
    (
        ops.Ahead((), [DO], applies=Expr(Op.CALL, V, (b,), FN), draws=True),
        ["ahead by apply(b), which draws:", "  b"],
    ),
    (ops.Restoring(("from", "to"), [DO]), ["restoring from, to:", "  b"]),
    (ops.Restoring(("to",), [DO], True, True), ["restoring to, moves, record:", "  b"]),
    (ops.Restoring((), [DO], record=True), ["restoring record:", "  b"]),
    (ops.Restoring(("to",), [DO], fields=("mover",)), ["restoring to, mover:", "  b"]),
    (ops.Question(A, COUNT, ONE, [DO]), ["a = number of moves, aim 1:", "  b"]),
    (ops.Question(A, PROBE, b, [DO]), ["a = a move to b:", "  b"]),
    (ops.InFull(ONE, [DO]), ["in full, aim 1:", "  b"]),
    (ops.InFull(ONE, [DO], exports=True), ["in full, aim 1, exported:", "  b"]),
    (ops.Return(None), ["return"]),
    (ops.Return(a), ["return a"]),
    (ops.Break(), ["break"]),
    (ops.Continue(), ["continue"]),
    (emit(), ["emit mover=1 from=a to=b actions=[]"]),
    (emit(levels=(ZERO, a)), ["emit mover=1 from=a to=b levels=0..a actions=[]"]),
    (emit(levels=(ONE, ZERO)), ["emit mover=1 from=a to=b levels=1..0 actions=[]"]),
    (emit(levels=(a, b), then=(THEN, THEN)), ["emit mover=1 from=a to=b levels=a..b actions=[] then=[then, then]"]),
    (  # a parameter of -1 is one that is not given
        emit(
            ops.NewAction("pass", (ir.const(-1),), ir.TRUE), ops.NewAction("pass", (ZERO,), ir.FALSE),
            ops.NewAction("set_var", (a, ir.const(-1)), ir.FALSE), ops.NewAction("set_var", (a, b), ir.eq(a, b)),
        ),
        [
            "emit mover=1 from=a to=b actions=[pass(decision), pass(forced=0), set_var(name=a), "
            "set_var(name=a, value=b, decision=(a == b))]",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("said", "lines"), SAID, ids=lambda x: type(x).__name__ if isinstance(x, ops.Stmt) else "")
def test_a_statement_says_all_that_it_means(said: ops.Stmt, lines: list[str]) -> None:
    assert statement(said, 0) == lines
    assert statement(said, 2) == ["    " + line for line in lines]


def run(entry: ops.Entry, *src: Expr, about: str = "") -> Expr:
    return Expr(Op.RUN, V, src, run_of(entry, about))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (ir.const(-3), "-3"),
        (ir.TRUE, "true"),
        (ir.FALSE, "false"),
        (Expr(Op.FIELD, N, (), "mover"), "mover"),
        (Expr(Op.FIELD, N, (ir.add(a, 1),), "what"), "what[(a + 1)]"),
        (Expr(Op.LIST_NEW, Type.LIST, (a, b)), "[a, b]"),
        (Expr(Op.CALL, N, (a, b), Function("f", (), N)), "f(a, b)"),
        (run(ACT_NOW, ir.FALSE, a, about="pass"), "apply action pass(a)"),
        (run(ACT, ir.TRUE, a, b, about="set_var"), "add action set_var(decision=true, a, b)"),
        (run(ACT, ir.eq(a, b), about="pass"), "add action pass(decision=(a == b))"),
        (run(FULL_CAPACITY, about="owned"), "full(owned)"),
        (run(LIST_PUSH, items, a), "list_push(l, a)"),
    ],
)
def test_an_expression_says_all_that_it_means(said: Expr, text: str) -> None:
    assert expression(said) == text


def test_the_head_of_a_function_says_what_is_kept() -> None:
    plain = Function("f", (), V, [])
    assert function(plain) == "fn f():\n  nothing"
    assert function(Function("f", (A, SET), N, [ops.Return(a)])) == "fn f(a: int, s: set) -> int:\n  return a"
    for marks, note in (
        ({"comment": "why"}, "why"),
        ({"kept": True}, "kept"),
        ({"kept_by": "to"}, "kept by to"),
        ({"tries": True, "comment": "why"}, "why; tries a move"),
        ({"upkeep": Upkeep.POSITIONS}, f"upkeep of {Upkeep.POSITIONS.value}"),
    ):
        assert function(replace(plain, **marks)) == f"fn f():  # {note}\n  nothing"


def test_a_program_lists_its_fields_tables_and_what_can_be_reached() -> None:
    p = Program("Small", caps={"room": 4})
    p.fields |= {
        "mover": Field("mover", FieldKind.INT, init=1),
        "area": Field("area", FieldKind.SET),
        "what": Field("what", FieldKind.ARRAY, size=9),
        "owned": Field("owned", FieldKind.ARRAY, size=3, cap="room", init=-1),
    }
    p.tables |= {"flat": Table("flat", "flat", (1, 2, 3)), "rows": Table("rows", "ragged", ((1, 2), ()))}
    called = Function("called", (), V, [], 2)
    call = Expr(Op.CALL, V, (), called)
    p.functions += [Function("start", (), V, [ops.Do(call)], 0), Function("lost", (), V, [], 1), called]
    p.entries["start"] = p.functions[0]
    assert print_program(p).splitlines() == [
        "program 'Small'", "",
        "state:", "  mover: int = 1", "  area: set", "  what: array[9]", "  owned: array[3 × room] = -1", "",
        "tables:", "  flat: flat, 3 rows", "  rows: ragged, 2 rows", "", "",
        "fn start():", "  called()", "",
        "fn called():", "  nothing",
    ]  # fmt: skip
