"""Every operation of the low form on edge values: what it means, written down here in Python, is what wasmtime and node
give for the same bytes."""

from __future__ import annotations

import json
import math
import shutil
import struct
import subprocess
from collections.abc import Callable
from ctypes import c_float
from functools import cache
from itertools import product
from typing import Any

import pytest

from ludparse.interpreter.backends.wasm.rendering.encoding import MOST_UNROLLED, encoded
from ludparse.interpreter.low import operations as op
from ludparse.interpreter.low.nodes import Do, Function, Local, Module, Return, Store, Value, const, get
from ludparse.interpreter.low.operations import OPERATIONS, Operation, Word
from ludparse.interpreter.low.verifier import verify
from tests.interpreter.low.test_small_language import wasmtime

I32, I64, F32, F64, V128 = Word
Number = int | float
INF, NAN = math.inf, math.nan
SINGLE = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]  # the largest
FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, -1.5, 2147483647.0, -2147483649.0, 1e-40, SINGLE, INF, -INF, NAN)
EDGES: dict[Word, tuple[Number, ...]] = {
    I32: (0, 1, -1, 2, 31, 32, 33, 2**31 - 1, -(2**31), 65537),
    I64: (0, 1, -1, 2, 63, 64, 65, 2**63 - 1, -(2**63), 2**32 + 1),
    F32: tuple(c_float(x).value for x in FLOATS),
    F64: (*FLOATS, 1e300, -1e300, 0.1),
}
BITS = {I32: 32, I64: 64}


def wrapped(value: int, word: Word) -> int:
    """In two's complement."""
    half = 1 << BITS[word] - 1
    return (value + half) % (2 * half) - half


def unsigned(value: int, word: Word) -> int:
    return value % (1 << BITS[word])


def rounded(value: float, word: Word) -> float:
    return c_float(value).value if word is F32 else value


def divided(a: float, b: float) -> float:
    if b:
        return a / b
    return NAN if a == 0 or a != a else math.copysign(INF, a) * math.copysign(1.0, b)


def least(a: float, b: float) -> float:
    """NaN if one of them is; -0 is less than 0."""
    if a != a or b != b:
        return NAN
    return min(a, b, key=lambda x: (x, math.copysign(1.0, x)))


def whole(value: float) -> int:
    """Without the fraction; 0 for NaN, the nearest number where it is too large."""
    return 0 if value != value else int(max(-(2.0**31), min(2.0**31 - 1, value)))


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


Meaning = Callable[..., Number]
MEANINGS: dict[Operation, Meaning] = {}
for word in (I32, I64):
    wide = BITS[word]
    MEANINGS |= {
        op.ADD[word]: lambda a, b, w=word: wrapped(a + b, w), op.SUB[word]: lambda a, b, w=word: wrapped(a - b, w),
        op.MUL[word]: lambda a, b, w=word: wrapped(a * b, w), op.DIV[word]: quotient,
        op.REM[word]: lambda a, b: a - b * quotient(a, b),
        op.AND[word]: lambda a, b: a & b, op.OR[word]: lambda a, b: a | b, op.XOR[word]: lambda a, b: a ^ b,
        op.SHL[word]: lambda a, b, w=word: wrapped(a << b % BITS[w], w),
        op.SHR[word]: lambda a, b, w=word: a >> b % BITS[w],
        op.SHR_U[word]: lambda a, b, w=word: wrapped(unsigned(a, w) >> b % BITS[w], w),
        op.CLZ[word]: lambda a, w=word: BITS[w] - unsigned(a, w).bit_length(),
        op.CTZ[word]: lambda a, w=word: (a & -a).bit_length() - 1 if a else BITS[w],
        op.POPCNT[word]: lambda a, w=word: unsigned(a, w).bit_count(), op.EQZ[word]: lambda a: int(a == 0),
        op.LT_U[word]: lambda a, b, w=word: int(unsigned(a, w) < unsigned(b, w)),
    }  # fmt: skip
for word in (F32, F64):
    MEANINGS |= {
        op.ADD[word]: lambda a, b, w=word: rounded(a + b, w), op.SUB[word]: lambda a, b, w=word: rounded(a - b, w),
        op.MUL[word]: lambda a, b, w=word: rounded(a * b, w),
        op.DIV[word]: lambda a, b, w=word: rounded(divided(a, b), w),
        op.ABS[word]: abs, op.NEG[word]: lambda a: -a, op.MIN[word]: least,
        op.MAX[word]: lambda a, b: -least(-a, -b),
        op.SQRT[word]: lambda a, w=word: rounded(math.sqrt(a), w) if a >= 0 or a == 0 else NAN,
    }  # fmt: skip
for word in EDGES:
    MEANINGS |= {
        op.EQ[word]: lambda a, b: int(a == b), op.NE[word]: lambda a, b: int(a != b),
        op.LT[word]: lambda a, b: int(a < b), op.LE[word]: lambda a, b: int(a <= b),
        op.GT[word]: lambda a, b: int(a > b), op.GE[word]: lambda a, b: int(a >= b),
        op.SELECT[word]: lambda a, b, c: a if c else b, op.EITHER[word]: lambda c, a, b: a if c else b,
    }  # fmt: skip
MEANINGS |= {
    op.NARROW: lambda a: wrapped(a, I32), op.WIDE: lambda a: a, op.WIDE_U: lambda a: unsigned(a, I32),
    op.TO_F32[I32]: lambda a: c_float(a).value, op.TO_F32[F64]: lambda a: c_float(a).value,
    op.TO_F64[I32]: float, op.TO_F64[I64]: lambda a: float(unsigned(a, I64)), op.TO_F64[F32]: float,
    op.TO_I32[F32]: whole, op.TO_I32[F64]: whole,
    op.BITS: lambda a: struct.unpack("<i", struct.pack("<f", a))[0],
}  # fmt: skip
STRUCTURE = {
    *op.GET.values(), *op.GLOBAL.values(), *op.CALL.values(), op.CALL_VOID, op.CALL_NUMBERED, *op.SEQUENCE.values(),
    op.TRAP,
}  # fmt: skip
"""Operations without a meaning of their own: tests of small functions have them."""
MEMORY = {
    *op.LOAD.values(), *op.STORE.values(), op.LOAD_BYTE, op.LOAD_VECTOR, op.STORE_F32, op.COPY, op.FILL,
    *op.SPLAT.values(), *op.LANES_EQ.values(), *op.LANES_MASK.values(),
}  # fmt: skip


def test_every_operation_has_a_meaning_here() -> None:
    assert {*MEANINGS, *op.CONST.values(), *STRUCTURE, *MEMORY} == {*OPERATIONS.values()}


def function(name: str, operands: tuple[Word, ...], result: Word | None, make: Callable[..., Value]) -> Function:
    """A function that gives what `make` makes of its parameters."""
    params = [Local(word) for word in operands]
    value = make(*map(get, params))
    body = [Return((value,))] if result else [Do(value)]
    return Function(name, params, [result] if result else [], [*body], exported=True)


def bytes_of(functions: list[Function]) -> bytes:
    module = Module(functions)
    verify(module)
    return encoded(module, 1)


Call = tuple[str, tuple[Number, ...], Number, Word]
"""A function, its operands, and what it gives."""


@cache
def values() -> tuple[bytes, list[Call]]:
    """A module with a function for each operation and constant, and all calls that are asked."""
    functions: list[Function] = []
    calls: list[Call] = []
    for operation, meaning in MEANINGS.items():
        assert operation.result is not None
        made = function(
            operation.name, operation.operands, operation.result, lambda *a, o=operation: Value(o, a)
        )  # fmt: skip
        functions.append(made)
        step = 3 if len(operation.operands) == 3 else 1  # a choice looks at no bits
        for operands in product(*(EDGES[word][::step] for word in operation.operands)):
            fails = operands[-1] == 0 or operands == (-(1 << BITS.get(operation.operands[0], 1) - 1), -1)
            if fails and operation in (op.DIV[I32], op.DIV[I64], op.REM[I32], op.REM[I64]):
                continue  # must not happen
            calls.append((operation.name, operands, meaning(*operands), operation.result))
    for word, numbers in EDGES.items():
        for k, x in enumerate(numbers):
            name = f"{op.CONST[word].name}_{k}"
            functions.append(function(name, (), word, lambda w=word, x=x: const(w, x)))
            calls.append((name, (), x, word))
    return bytes_of(functions), calls


def same(a: Number, b: Number) -> bool:
    """NaN is NaN, and 0 is not -0."""
    if isinstance(a, float) and isinstance(b, float):
        return (a != a and b != b) or (a == b and math.copysign(1.0, a) == math.copysign(1.0, b))
    return a == b


def check(calls: list[Call], given: list[Number]) -> None:
    wrong = [
        f"{name}{operands} gives {found}, not {meant}"
        for (name, operands, meant, _), found in zip(calls, given, strict=True)
        if not same(found, meant)
    ]
    assert not wrong, wrong[:10]


def instance(code: bytes) -> tuple[Any, Any]:
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    return store, wasmtime.Instance(store, wasmtime.Module(engine, code), []).exports(store)


def test_wasmtime_gives_what_operations_mean() -> None:
    code, calls = values()
    store, exports = instance(code)
    functions = {name: exports[name] for name, *_ in calls}
    check(calls, [functions[name](store, *operands) for name, operands, _, _ in calls])


IN_NODE = """
const [code, calls] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, "base64")), {});
const bits = new DataView(new ArrayBuffer(8));
const read = ([word, text]) => {
  if (word === "I32") return Number(text);
  if (word === "I64") return BigInt(text);
  bits.setBigUint64(0, BigInt("0x" + text));
  return bits.getFloat64(0);
};
const written = (value) => {
  if (typeof value === "bigint") return value.toString();
  bits.setFloat64(0, value);
  return bits.getBigUint64(0).toString(16).padStart(16, "0");
};
console.log(JSON.stringify(calls.map(([name, operands]) => written(exports[name](...operands.map(read))))));
"""


def test_node_gives_what_operations_mean() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    from base64 import b64encode

    code, calls = values()
    words = {name: o.operands for name, o in OPERATIONS.items()}
    asked = [
        (name, [_written(x, word) for x, word in zip(operands, words.get(name, ()), strict=True)])
        for name, operands, _, _ in calls
    ]
    text = json.dumps([b64encode(code).decode(), asked])
    done = subprocess.run([node, "-e", IN_NODE], input=text, capture_output=True, text=True, timeout=60, check=True)
    check(calls, [_read(text, word) for text, (_, _, _, word) in zip(json.loads(done.stdout), calls, strict=True)])


def _written(value: Number, word: Word) -> tuple[str, str]:
    return word.name, str(value) if word in BITS else struct.pack(">d", value).hex()


def _read(text: str, word: Word) -> Number:
    if word is I64:
        return int(text)
    value: float = struct.unpack(">d", bytes.fromhex(text))[0]
    return int(value) if word is I32 else value


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_loads_and_stores(bits: int) -> None:
    word = I64 if bits == 64 else I32
    at, value = Local(I32), Local(word)
    put = Function("put", [at, value], [], [Store(op.STORE[bits], get(at), get(value), 3)], exported=True)
    take = function("take", (I32,), word, lambda a: Value(op.LOAD[bits], (a,), 3))
    byte = function("byte", (I32,), I32, lambda a: Value(op.LOAD_BYTE, (a,), 3))
    store, exports = instance(bytes_of([put, take, byte]))
    for where, x in product((0, 1, 65536 - 3 - bits // 8), EDGES[word]):
        exports["put"](store, where, x)
        kept = int(x) & (1 << bits) - 1
        assert exports["take"](store, where) == kept - (kept >> bits - 1 << bits), (where, x)
        assert exports["byte"](store, where) == kept & 255


def test_a_float_is_stored_with_its_bits() -> None:
    value = Local(F32)
    put = Function("put", [value], [], [Store(op.STORE_F32, const(I32, 8), get(value))], exported=True)
    store, exports = instance(bytes_of([put]))
    for x in EDGES[F32]:
        exports["put"](store, x)
        (kept,) = struct.unpack("<f", exports["memory"].read(store, 8, 12))
        assert same(kept, x)


SIZES = (0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 44, 64, 100, MOST_UNROLLED - 1, MOST_UNROLLED, MOST_UNROLLED + 1, 200)


@pytest.mark.parametrize("to", [90, 99, 100, 101, 117, 300])
def test_ranges_that_are_copied_may_overlap(to: int) -> None:
    """Sizes that are known, of which short ones take no call, and the same sizes as operands."""
    functions = [
        function(f"known_{n}", (I32, I32), None, lambda a, b, n=n: Value(op.COPY, (a, b, const(I32, n)))) for n in SIZES
    ]
    functions.append(function("asked", (I32, I32, I32), None, lambda a, b, c: Value(op.COPY, (a, b, c))))
    store, exports = instance(bytes_of(functions))
    before = bytes(k * 7 % 251 for k in range(600))
    for n in SIZES:
        after = bytearray(before)
        after[to : to + n] = before[100 : 100 + n]
        for name, operands in ((f"known_{n}", (to, 100)), ("asked", (to, 100, n))):
            exports["memory"].write(store, before, 0)
            exports[name](store, *operands)
            assert exports["memory"].read(store, 0, 600) == after, (name, n)


def test_filling() -> None:
    made = function("fill", (I32, I32, I32), None, lambda a, b, c: Value(op.FILL, (a, b, c)))
    store, exports = instance(bytes_of([made]))
    for at, value, n in ((5, 0x1FF, 3), (9, 0, 0), (6, -2, 1)):
        exports["memory"].write(store, bytes(16), 0)
        exports["fill"](store, at, value, n)
        after = bytearray(16)
        after[at : at + n] = bytes([value & 255]) * n
        assert exports["memory"].read(store, 0, 16) == after


@pytest.mark.parametrize("bits", op.LANES)
def test_lanes_that_hold_a_value(bits: int) -> None:
    """The lowest bit is that of the first lane; of a value that is too wide the lowest bits count."""

    def lanes(at: Value, value: Value) -> Value:
        pair = Value(op.LOAD_VECTOR, (at,), 2), Value(op.SPLAT[bits], (value,))
        return Value(op.LANES_MASK[bits], (Value(op.LANES_EQ[bits], pair),))

    store, exports = instance(bytes_of([function("lanes", (I32, I32), I32, lanes)]))
    held = [(0, 1, -1, 1 << bits - 1, (1 << bits - 1) - 1)[k % 5] & (1 << bits) - 1 for k in range(128 // bits)]
    data = b"".join(x.to_bytes(bits // 8, "little") for x in held)
    exports["memory"].write(store, data, 7)
    for x in (0, 1, -1, 2, -(1 << bits - 1), (1 << bits - 1) - 1):
        meant = sum(1 << k for k, y in enumerate(held) if y == x & (1 << bits) - 1)
        assert exports["lanes"](store, 5, x) == meant, x
