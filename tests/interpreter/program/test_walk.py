"""Walking over programs: nothing of a statement is passed over, and functions are reached however they are called."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.intrinsics import CALL_MOVES, MOVE_ATTACH, run_of
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import all_expressions, blocks, expressions, reached, statements, subexpressions

KINDS = [c for c in vars(ops).values() if isinstance(c, type) and issubclass(c, ops.Stmt)]
STATEMENTS = [c for c in KINDS if not c.__subclasses__()]


def filled(kind: type[ops.Stmt]) -> tuple[ops.Stmt, list[Expr], list[ops.Block]]:
    """A statement with something of its own in every field, and the expressions and blocks among these."""
    found: list[Expr] = []
    inner: list[ops.Block] = []

    def expression() -> Expr:
        found.append(Expr(Op.CONST, Type.INT, (), len(found)))
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
        elif text == "Var":
            values[field.name] = Var("v", Type.INT)
        elif text == "tuple[str, ...]":
            values[field.name] = ("from", "to")
        elif text in ("str", "str | None"):
            values[field.name] = "name"
        elif text == "bool":
            values[field.name] = True
        elif text == "int":
            values[field.name] = 1
        else:
            assert text == "tuple[Function, ...]", f"what is {text}?"
    return kind(**values), found, inner


@pytest.mark.parametrize("kind", STATEMENTS)
def test_no_expression_and_no_block_is_passed_over(kind: type[ops.Stmt]) -> None:
    statement, inside, within = filled(kind)
    # what its body assigns, and the statement reads: the group of a flood, the sites that a loop goes on for
    own = [getattr(statement, name, None) for name in ("group", "keep", "on")]
    # what forgets moves and record, or joins moves, is part of what the statement means
    composed = ops.Composed(Var("n", Type.INT), [ops.Break()], [], ir.const(0), joins=True)
    meant = {id(x) for s in (ops.Restoring((), [], True, True), composed) for x in expressions(s)}
    found = {id(x) for x in expressions(statement) if x.arg is None or x.arg not in own}
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
