"""Walking over programs: nothing of a statement is passed over, and functions are reached however they are called."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.intrinsics import CALL_MOVES, MOVE_ATTACH, run_of
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.places import NOWHERE
from ludparse.interpreter.program.printer import expression
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.substitution import put_in, result_of, values_of
from ludparse.interpreter.program.walk import (
    all_blocks,
    all_expressions,
    all_of,
    assigned_once,
    blocks,
    bound,
    change_expressions,
    conjuncts,
    expressions,
    keeps_locals,
    locals_read,
    numbered,
    own_locals,
    reached,
    reached_from,
    repeats,
    rewrite,
    rewrite_function,
    runs,
    slots_written,
    statements,
    subexpressions,
    unused_name,
)

KINDS = [c for c in vars(ops).values() if isinstance(c, type) and issubclass(c, ops.Stmt)]
STATEMENTS = [c for c in KINDS if not c.__subclasses__() or c in (ops.Restoring, ops.Ahead)]


def filled(kind: type[ops.Stmt]) -> tuple[ops.Stmt, list[Expr], list[ops.Block]]:
    """A statement with something of its own in every field, and the expressions and blocks among these."""
    found: list[Expr] = []
    inner: list[ops.Block] = []

    def expression() -> Expr:
        found.append(Expr(Op.CTX, Type.INT, (), f"slot {len(found)}"))
        return found[-1]

    values: dict[str, Any] = {}
    for field in (f for f in fields(kind) if f.init):
        text = str(field.type)
        if text.startswith("Expr"):
            values[field.name] = expression()
        elif text == "tuple[Expr, ...]":
            values[field.name] = (expression(), expression())
        elif text == "Block":
            inner.append([ops.Break()])
            values[field.name] = inner[-1]
        elif text == "tuple[SetCtx, ...]":
            values[field.name] = (ops.SetCtx("slot", expression()), ops.SetCtx("other", expression()))
        elif text == "AtOnce | None":
            body: ops.Block = [ops.Assign(Var("plane", Type.SET), expression())]
            values[field.name] = ops.AtOnce(expression(), Var("own", Type.SET), body, ())
        elif text == "WayEnds | None":
            values[field.name] = ops.WayEnds("before", "after", expression(), expression(), expression())
        elif text == "Narrowed | None":
            values[field.name] = ops.Narrowed(expression(), "keys")
        elif text == "Goes | None":
            values[field.name] = ops.Goes(expression(), "rays")
        elif text == "list[NewAction]":
            values[field.name] = [ops.NewAction("pass", (expression(), expression()), expression())]
        elif text == "Function | None":
            values[field.name] = None
        elif text in ("Var", "Var | None"):
            values[field.name] = Var("v", Type.INT)
        elif text == "tuple[str, ...]":
            values[field.name] = ("from", "to")
        elif text in ("str", "str | None"):
            values[field.name] = "name"
        elif text == "bool":
            values[field.name] = True
        elif text == "Places":
            values[field.name] = NOWHERE
        elif text == "int":
            values[field.name] = 1
        else:
            assert text == "tuple[Function, ...]", f"what is {text}?"
    return kind(**values), found, inner


@pytest.mark.parametrize("kind", STATEMENTS)
def test_no_expression_and_no_block_is_passed_over(kind: type[ops.Stmt]) -> None:
    statement, inside, within = filled(kind)
    # what its body assigns, and the statement reads: the group of a flood, the sites that a loop goes on for
    own = [getattr(statement, name, None) for name in ("group", "meets", "keep", "on")]
    # what forgets moves and record, or joins moves, is part of what the statement means
    composed = ops.Composed(Var("n", Type.INT), [ops.Break()], [], ir.const(0), joins=True)
    meant = {id(x) for s in (ops.Restoring((), [], True, True), composed) for x in expressions(s)}
    # several fields of a loop along a row tell where it ends
    end = statement.hi if isinstance(statement, ops.AlongRow) else None
    ends = [] if end is None else [x for x in subexpressions(end) if not x.src]
    parts = [*ends, *(x for x in expressions(statement) if x is not end)]
    found = {id(x) for x in parts if x.arg is None or x.arg not in own}
    assert found - meant == {id(x) for x in inside}
    assert {id(b) for b in blocks(statement)} == {id(b) for b in within}
    assert len(statements([statement])) == 1 + len(within)


def test_what_is_optional_may_be_missing() -> None:
    assert expressions(ops.Return(None)) == ()
    value = ir.const(1)
    assert expressions(ops.SetField("score", None, value)) == (value,)
    assert expressions(ops.ForSet(Var("v", Type.INT), value, [])) == (value,)
    assert expressions(ops.ForRow(Var("v", Type.INT), "rows", value, [])) == (value,)


def test_expressions_come_parents_first() -> None:
    v = Expr(Op.VAR, Type.INT, (), Var("v", Type.INT))
    x = ir.add(ir.mul(v, 2), ir.sub(v, 3))
    assert [y.op.name for y in subexpressions(x)] == ["ADD", "MUL", "VAR", "CONST", "SUB", "VAR", "CONST"]
    fn = Function("f", (), Type.VOID, [ops.Do(x), ops.If(v, [ops.Do(v)], [])])
    assert [y.op.name for y in all_expressions(fn)][7:] == ["VAR", "VAR"]


def test_functions_are_reached_however_they_are_called() -> None:
    program = Program("test")
    names = ("entry", "called", "attached", "then", "run", "alone", "deep")
    called, attached, then, run, alone, deep = range(1, 7)
    program.functions = [Function(name, (), Type.VOID, [], index) for index, name in enumerate(names)]
    zero = ir.const(0)
    program.functions[0].body = [
        ops.If(zero, [ops.Do(Expr(Op.CALL, Type.VOID, (), program.functions[called]))], []),
        ops.Do(Expr(Op.RUN, Type.VOID, (zero, ir.const(attached)), run_of(MOVE_ATTACH))),
        ops.Do(Expr(Op.RUN, Type.VOID, (ir.const(run),), run_of(CALL_MOVES))),
        ops.Emit(zero, zero, zero, zero, zero, [], (program.functions[then],)),
    ]
    program.functions[called].body = [
        ops.Return(ir.add(1, Expr(Op.CALL, Type.INT, (), program.functions[deep]))),
    ]
    program.entries = {"moves": program.functions[0]}
    assert reached(program) == {0, called, attached, then, run, deep}
    assert alone not in reached(program)


def var(name: str, typ: Type = Type.INT) -> Expr:
    return Expr(Op.VAR, typ, (), Var(name, typ))


A, B = var("a"), var("b")


@pytest.mark.parametrize("kind", STATEMENTS)
def test_every_expression_can_be_changed(kind: type[ops.Stmt]) -> None:
    """Each is put where it was, but for what passes have noted beside a loop; what is missing stays so."""
    statement, inside, _ = filled(kind)
    noted = ("each", "leaves", "at_once", "narrowed", "goes", "ends")
    left = {id(x) for name in noted for x in _within(getattr(statement, name, None))}
    seen: list[Expr] = []

    def change(x: Expr) -> Expr:
        seen.append(x)
        return Expr(Op.NEG, Type.INT, (x,))

    change_expressions(statement, change)
    wanted = [x for x in inside if id(x) not in left]
    assert {id(x) for x in seen} == {id(x) for x in wanted} and len(seen) == len(wanted)
    # each stands in the statement, once, in the place of the one that it was made of
    order = [x for x in _within(statement) if x.op is Op.NEG]
    assert [x.src[0].arg for x in order] == [x.arg for x in wanted]


def _within(part: Any) -> list[Expr]:
    """The expressions in the fields of a part, in the order of the fields, without those of blocks."""
    if isinstance(part, Expr):
        return [part]
    if isinstance(part, tuple):
        return [x for one in part for x in _within(one)]
    if isinstance(part, list):
        return [x for one in part if not isinstance(one, ops.Break) for x in _within(one)]
    return [x for f in fields(part) if f.init for x in _within(getattr(part, f.name))] if is_dataclass(part) else []


def test_what_is_missing_stays_missing() -> None:
    for s in (
        ops.SetField("score", None, A), ops.OnCopy([]), ops.Return(None), ops.Filter(Var("m", Type.INT), [], [], A.var),
    ):  # fmt: skip
        change_expressions(s, lambda x: B)
        assert all(getattr(s, name, None) is None for name in ("index", "when", "to"))
        assert not isinstance(s, ops.Return) or s.value is None


def test_locals_that_are_assigned_once() -> None:
    """b twice, the parameter once by the caller and once here, i by its loop: only a is known by its assignment."""
    p, i = Var("p", Type.INT), Var("i", Type.INT)
    one, two = ir.const(1), ir.const(2)
    loop = ops.ForRange(i, one, two, [ops.Assign(i, one), ops.Assign(B.var, one)])
    body: ops.Block = [ops.Assign(A.var, two), ops.Assign(B.var, one), ops.Assign(p, one), loop]
    assert assigned_once(Function("f", (p,), Type.VOID, body)) == {A.var: two}
    assert bound(body) == [A.var, B.var, p, i]


@pytest.mark.parametrize(
    ("taken", "name"), [((), "n"), (("n",), "n_2"), (("n", "n_2"), "n_3"), (("n", "n_3"), "n_2"), (("n_2",), "n")]
)
def test_a_name_that_no_local_has(taken: tuple[str, ...], name: str) -> None:
    params = tuple(Var(t, Type.INT) for t in taken[:1])
    body: ops.Block = [ops.Assign(Var(t, Type.INT), A) for t in taken[1:]]
    assert unused_name(Function("f", params, Type.VOID, body), "n") == name


def test_blocks_that_may_run_more_than_once() -> None:
    inner: ops.Block = [ops.Break()]
    tests: ops.Block = [ops.Continue()]
    assert repeats(ops.ForSet(A.var, A, inner), inner) and repeats(ops.While(inner, A, []), inner)
    found = ops.Filter(A.var, inner, tests, B.var)
    assert repeats(found, tests) and not repeats(found, inner)
    assert not repeats(ops.If(A, inner, []), inner)
    assert all_blocks([found]) == [[found], inner, tests]


def test_slots_that_stay_written() -> None:
    write, other = (ops.SetCtx(slot, A) for slot in ("from", "to"))
    assert slots_written([write, ops.If(A, [], [other])]) == {"from", "to"}
    assert slots_written([ops.Restoring(("to",), [write, other])]) == {"from"}
    assert slots_written([ops.Restoring(("to",), [other]), other]) == {"to"}


def test_locals_that_belong_to_a_block() -> None:
    inside: ops.Block = [ops.Assign(A.var, B), ops.If(var("c"), [ops.Assign(var("d").var, B)], [])]
    body: ops.Block = [ops.If(A, inside, [ops.Do(var("e"))]), ops.Assign(var("f").var, ir.const(1))]
    fn = Function("f", (), Type.VOID, body)
    assert {v.name for v in own_locals(fn, inside)} == {"d"}
    assert [keeps_locals(fn, s) for s in (*inside, *body)] == [False, True, True, True]
    assert locals_read([body[0], body[1]]) == {A.var}


def test_what_a_block_makes_of_its_locals() -> None:
    """a = b + 1; b = a * a: a is the old b + 1, and b that times itself."""
    body: ops.Block = [ops.Assign(A.var, B + 1), ops.Assign(B.var, A * A)]
    values = values_of(body)
    assert values is not None and {v.name: expression(x) for v, x in values.items()} == {
        "a": "(b + 1)", "b": "((b + 1) * (b + 1))",
    }  # fmt: skip
    assert values_of([*body, ops.Do(A)]) is None
    done: ops.Block = [*body, ops.Return(A + B), ops.Do(B)]
    found = result_of(Function("f", (), Type.INT, done))
    assert found is not None and expression(found) == "((b + 1) + ((b + 1) * (b + 1)))"
    for wrong in (body, [ops.Return(None)], [ops.Do(A), ops.Return(A)], [ops.If(A, [ops.Return(A)], [])]):
        assert result_of(Function("f", (), Type.INT, wrong)) is None  # type: ignore[arg-type]


def test_a_part_that_stays_is_the_same() -> None:
    x = ir.add(A, ir.mul(B, 2))
    assert put_in(x, {}) is x and put_in(x, {var("c").var: A}) is x
    assert expression(put_in(x, {A.var: B, B.var: A})) == "(b + (a * 2))", "all at once"


def test_statements_of_some_kinds_in_order_and_again_after_a_change() -> None:
    first, last = ops.SetCtx("to", A), ops.SetCtx("from", A)
    branch = ops.If(ir.eq(A, B), [ops.Assign(A.var, B), last], [])
    fn = Function("f", (), Type.VOID, [first, branch])
    for _ in range(2):  # the second time from what is remembered
        assert list(all_of(fn, ops.SetCtx)) == [first, last]
        assert list(all_of(fn, ops.SetCtx, ops.If)) == [first, branch, last], "in the order of the text"
        assert list(all_of(fn, ops.Binding)) == branch.then[:1], "kinds of kinds"
        assert not all_of(fn, ops.Push) and not all_of(fn, ops.Loop, ops.Scope)
    fn.body.append(ops.Return(None))
    fn.changed()
    assert len(all_of(fn, ops.Return)) == 1


def test_a_function_without_what_a_change_concerns_stays_as_it_is() -> None:
    fn = Function("f", (), Type.VOID, [ops.SetCtx("to", A)])
    rewrite_function(fn, lambda s: [], ops.If, ops.Loop)
    assert fn.body and fn.revision == 1
    rewrite_function(fn, lambda s: [], ops.If, ops.SetCtx)
    assert not fn.body and fn.revision == 2


def test_conditions_that_hold_together_in_order() -> None:
    a, b, c, d = (ir.eq(A, k) for k in range(4))
    parts = conjuncts(ir.and_(ir.and_(a, b), ir.and_(c, ir.or_(c, d))))
    assert [expression(x) for x in parts] == [expression(x) for x in (a, b, c, ir.or_(c, d))]
    assert conjuncts(ir.or_(a, b))[0].op is Op.OR


def test_calls_within_an_expression_come_parents_first() -> None:
    inner, outer = (Function(name, (), Type.INT) for name in ("inner", "outer"))
    x = Expr(Op.CALL, Type.INT, (A + Expr(Op.CALL, Type.INT, (), inner), B), outer)
    for _ in range(2):  # the second time from what is remembered
        assert [y.called.name for y in runs(x + 1)] == ["outer", "inner"]
    assert runs(A) == () and runs(A + 1) == ()
    assert [y.op for y in runs(Expr(Op.LIST_NEW, Type.LIST))] == [Op.LIST_NEW]


def test_functions_that_are_left_out_and_that_have_numbers() -> None:
    """0 calls 1, which calls 2; 0 attaches 3, and 3 calls 0. Only 3 is called by its number."""
    fns = [Function(f"f{k}", (), Type.VOID, [], k) for k in range(5)]
    for k, to in ((0, 1), (1, 2), (3, 0)):
        fns[k].body = [ops.Do(Expr(Op.CALL, Type.VOID, (), fns[to]))]
    fns[0].body.append(ops.Do(Expr(Op.RUN, Type.VOID, (ir.const(0), ir.const(3)), run_of(MOVE_ATTACH))))
    p = Program("test")
    p.functions, p.entries = fns, {"moves": fns[0]}
    assert reached(p) == {0, 1, 2, 3} and numbered(p) == {3}
    assert reached_from(p, [fns[0]], {1}) == {0, 3} and reached_from(p, [fns[1]]) == {1, 2}
    p.appliers["pass"] = fns[4]
    assert reached(p) == {0, 1, 2, 3, 4}


def test_statements_are_replaced_innermost_first() -> None:
    seen: list[str] = []

    def change(s: ops.Stmt) -> list[ops.Stmt]:
        seen.append(type(s).__name__)
        return [s, s] if isinstance(s, ops.If) else [] if isinstance(s, ops.Break) else [s]

    body: ops.Block = [ops.If(A, [ops.Break(), ops.Continue()], []), ops.Do(A)]
    out = rewrite(body, change)
    assert seen == ["Break", "Continue", "If", "Do"]
    assert [type(s).__name__ for s in out] == ["If", "If", "Do"] and len(out[0].then) == 1  # type: ignore[attr-defined]
    assert len(body) == 2
