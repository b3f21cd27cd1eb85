"""Operations on integers: what is folded, and what WebAssembly gives, are the same. And what is no valid module."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludparse.interpreter.backends.wasm.rendering.encoding import encoded
from ludparse.interpreter.low import operations as op
from ludparse.interpreter.low.nodes import (
    Block,
    Do,
    Function,
    Global,
    If,
    Jump,
    Local,
    Loop,
    Module,
    Return,
    Set,
    SetGlobal,
    Stmt,
    Store,
    Switch,
    Value,
    binary,
    call,
    const,
    either,
    get,
    known,
    number,
    sequence,
)  # fmt: skip
from ludparse.interpreter.low.printer import print_function
from ludparse.interpreter.low.verifier import InvalidModuleError, verify
from tests.interpreter.low.test_small_language import wasmtime

I32, I64, F32 = op.Word.I32, op.Word.I64, op.Word.F32
FOLDED = {
    "add": op.ADD, "sub": op.SUB, "mul": op.MUL, "and": op.AND, "or": op.OR, "xor": op.XOR, "shl": op.SHL, "lt": op.LT,
    "le": op.LE, "gt": op.GT, "ge": op.GE, "eq": op.EQ, "ne": op.NE,
}  # fmt: skip
EDGES = {
    I32: (0, 1, -1, 2, 31, 32, 33, 2**31 - 1, -(2**31), 65537),
    I64: (0, 1, -1, 2, 63, 64, 65, 2**63 - 1, -(2**63), 2**32 + 1),
}


def instance(module: Module) -> tuple[Any, Any]:
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    return store, wasmtime.Instance(store, wasmtime.Module(engine, encoded(module, 1)), []).exports(store)


@pytest.mark.parametrize("word", [I32, I64])
@pytest.mark.parametrize("name", FOLDED)
def test_folding_gives_what_wasm_gives(name: str, word: op.Word) -> None:
    family = FOLDED[name]
    result = family[word].result
    assert result is not None
    a, b = Local(word, "a"), Local(word, "b")
    module = Module([Function("f", [a, b], [result], [Return((binary(family, get(a), get(b)),))], exported=True)])
    verify(module)
    store, exports = instance(module)
    for x, y in product(EDGES[word], repeat=2):
        folded = known(binary(family, const(word, x), const(word, y)))
        assert folded == exports["f"](store, x, y), (x, y)


def test_a_value_that_changes_nothing_is_left_out() -> None:
    a = get(Local(I32))
    assert a + 0 is a and a * 1 is a and a & -1 is a and a << 0 is a


def test_operands_are_evaluated_where_they_stand() -> None:
    """A statement between two operands does not change the first one."""
    a = Local(I32, "a")
    second = sequence([Set(a, number(100))], get(a))
    module = Module([Function("f", [a], [I32], [Return((get(a) + second,))], exported=True)])
    verify(module)
    store, exports = instance(module)
    assert exports["f"](store, 1) == 101


def broken(name: str) -> Module:
    a, wide, other = Local(I32, "a"), Local(I64, "wide"), Global("other", I32)
    x, out = Local(I32, "x"), Block()
    there, told = Global("there", I32), Global("told", I32, given=True)
    absent, no_loop = Function("absent", [], []), Loop()
    bodies: dict[str, list[Stmt]] = {
        "operands": [Do(Value(op.ADD[I32], (get(a), get(wide))))],
        "number of operands": [Do(Value(op.ADD[I32], (get(a),)))],
        "assigned": [Set(a, get(wide))],
        "condition": [If(get(wide), [])],
        "jump": [Jump(no_loop)],
        "jump out of a block that has ended": [no_loop, Jump(no_loop)],
        "variable of another module": [SetGlobal(other, get(a))],
        "variable that is given": [SetGlobal(told, get(a))],
        "called": [Do(call(absent))],
        "result": [Return((get(wide),))],
        "number of results": [Return(())],
        "stored": [Store(op.STORE[64], get(a), get(a))],
        "address": [Store(op.STORE[32], get(wide), get(a))],
        "never given a value": [Do(get(x))],
        "given a value after it": [Do(get(x) + sequence([Set(x, number(1))], get(x)))],
        "given a value in one branch": [If(get(a), [Set(x, number(1))]), Do(get(x))],
        "given a value on one side": [Do(either(get(a), sequence([Set(x, number(1))], get(x)), get(a))), Do(get(x))],
        "left out by a jump": [out, Do(get(x))],
        "given a value in an iteration before": [Loop([Block([If(get(a), [Do(get(x))])]), Set(x, number(1))])],
        "left out by a switch": [out, Do(get(x))],
    }
    out.body += [Switch(get(a), [out]) if "switch" in name else Jump(out, get(a)), Set(x, number(1))]
    return Module([Function("f", [a, wide], [I32], bodies[name])], [there, told])


@pytest.mark.parametrize(
    "name, problem",
    [
        ("operands", "an operand of i32.add is"), ("number of operands", "i32.add takes 2 operands, not 1"),
        ("assigned", "the local a is"), ("condition", "a condition is"), ("jump", "a jump goes out"),
        ("jump out of a block that has ended", "a jump goes out"), ("variable of another module", "other is not one"),
        ("variable that is given", "told is not one"), ("called", "absent is not part"), ("result", "a result is"),
        ("number of results", "returns 0 values"), ("stored", "an operand of store64 is"), ("address", "an address is"),
        *((name, "the local x is read where it may not") for name in (
            "never given a value", "given a value after it", "given a value in one branch",
            "given a value on one side", "left out by a jump", "given a value in an iteration before",
            "left out by a switch",
        )),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_module_is_said(name: str, problem: str) -> None:
    with pytest.raises(InvalidModuleError, match=f"^f: .*{problem}"):
        verify(broken(name))


@pytest.mark.parametrize("name", ["in both branches", "before it is left", "wherever one arrives", "in an iteration"])
def test_a_local_that_is_read_has_a_value_on_every_way(name: str) -> None:
    a, x = Local(I32, "a"), Local(I32, "x")
    given, out, again = Set(x, number(1)), Block(), Loop()
    bodies: dict[str, list[Stmt]] = {
        "in both branches": [If(get(a), [given], [Set(x, number(2))])],
        "before it is left": [out],
        "wherever one arrives": [If(get(a), [given], [Do(Value(op.TRAP))]), If(get(a), [Return((get(a),))])],
        "in an iteration": [again],
    }
    out.body = [given, Jump(out, get(a)), Do(get(x))]
    again.body = [If(get(a), [Set(x, number(3)), Set(a, number(0)), Jump(again)], [given]), Do(get(x))]
    verify(Module([Function("f", [a], [I32], [*bodies[name], Return((get(x),))])]))


def test_a_function_as_text() -> None:
    a, total = Local(I32, "a"), Local(I32, "total")
    out, again = Block(), Loop()
    out.body.append(again)
    again.body = [
        Jump(out, get(a) < 1), Set(total, get(total) + get(a) * 2), Store(op.STORE[32], get(a), get(total), 8),
        Set(a, get(a) - 1), Jump(again),
    ]  # fmt: skip
    text = print_function(Function("sum", [a], [I32], [out, Return((get(total),))]))
    assert text == (
        "fn sum(a0: i32) -> i32:\n"
        "  block_0:\n"
        "    loop_1:\n"
        "      if (a0 < 1): leave block_0\n"
        "      total1 = (total1 + (a0 * 2))\n"
        "      store32[a0 + 8] = total1\n"
        "      a0 = (a0 - 1)\n"
        "      again loop_1\n"
        "  return total1\n"
    )
