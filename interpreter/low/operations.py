"""The table of the low form's operations: what each takes and gives, its code in WebAssembly, and how it is printed.

An operation of two integers is there once for each width; `Family` finds the one for a word. All integers are in two's
complement and wrap. Shifts use the low bits of their second operand. Division by zero, and of the lowest number by -1,
must not happen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["LANES", "LOADS", "OPERATIONS", "STORES", "Family", "Operation", "Word"]


class Word(Enum):
    """The types of values. The number is the one that WebAssembly gives them."""

    I32 = 0x7F
    I64 = 0x7E
    F32 = 0x7D
    F64 = 0x7C
    V128 = 0x7B


I32, I64, F32, F64, V128 = Word


@dataclass(frozen=True, eq=False, slots=True)
class Operation:
    """An operation: its name, the words that it takes, the one that it gives (None: none), its code, and its text."""

    name: str
    operands: tuple[Word, ...]
    result: Word | None
    code: bytes
    text: str


Family = dict[Word, Operation]
"""One operation on several words, by the word of its first operand."""

OPERATIONS: dict[str, Operation] = {}


def _declare(name: str, operands: tuple[Word, ...], result: Word | None, code: bytes, text: str) -> Operation:
    OPERATIONS[name] = Operation(name, operands, result, code, text)
    return OPERATIONS[name]


_NAMES = {I32: "i32", I64: "i64", F32: "f32", F64: "f64"}


def _family(name: str, text: str, codes: dict[Word, int], operands: int = 2, result: Word | None = None) -> Family:
    """result: None for the word of the operands."""
    return {
        word: _declare(f"{_NAMES[word]}.{name}", (word,) * operands, result or word, bytes((code,)), text)
        for word, code in codes.items()
    }


def _integers(name: str, text: str, narrow: int, wide: int, operands: int = 2, result: Word | None = None) -> Family:
    return _family(name, text, {I32: narrow, I64: wide}, operands, result)


def _numbers(name: str, text: str, codes: tuple[int, int, int, int], result: Word | None = None) -> Family:
    return _family(name, text, dict(zip((I32, I64, F32, F64), codes, strict=True)), 2, result)


ADD = _numbers("add", "({0} + {1})", (0x6A, 0x7C, 0x92, 0xA0))
SUB = _numbers("sub", "({0} - {1})", (0x6B, 0x7D, 0x93, 0xA1))
MUL = _numbers("mul", "({0} * {1})", (0x6C, 0x7E, 0x94, 0xA2))
DIV = _integers("div", "({0} / {1})", 0x6D, 0x7F) | _family("div", "({0} / {1})", {F32: 0x95, F64: 0xA3})
REM = _integers("rem", "({0} % {1})", 0x6F, 0x81)
AND = _integers("and", "({0} & {1})", 0x71, 0x83)
OR = _integers("or", "({0} | {1})", 0x72, 0x84)
XOR = _integers("xor", "({0} ^ {1})", 0x73, 0x85)
SHL = _integers("shl", "({0} << {1})", 0x74, 0x86)
SHR = _integers("shr", "({0} >> {1})", 0x75, 0x87)
SHR_U = _integers("shr_u", "({0} >>> {1})", 0x76, 0x88)
CLZ = _integers("clz", "leading_zeros({0})", 0x67, 0x79, 1)
CTZ = _integers("ctz", "trailing_zeros({0})", 0x68, 0x7A, 1)
POPCNT = _integers("popcnt", "ones({0})", 0x69, 0x7B, 1)
EQZ = _integers("eqz", "not {0}", 0x45, 0x50, 1, I32)
EQ = _numbers("eq", "({0} == {1})", (0x46, 0x51, 0x5B, 0x61), I32)
NE = _numbers("ne", "({0} != {1})", (0x47, 0x52, 0x5C, 0x62), I32)
LT = _numbers("lt", "({0} < {1})", (0x48, 0x53, 0x5D, 0x63), I32)
GT = _numbers("gt", "({0} > {1})", (0x4A, 0x55, 0x5E, 0x64), I32)
LE = _numbers("le", "({0} <= {1})", (0x4C, 0x57, 0x5F, 0x65), I32)
GE = _numbers("ge", "({0} >= {1})", (0x4E, 0x59, 0x60, 0x66), I32)
LT_U = _integers("lt_u", "({0} <u {1})", 0x49, 0x54, 2, I32)
ABS = _family("abs", "abs({0})", {F32: 0x8B, F64: 0x99}, 1)
NEG = _family("neg", "-{0}", {F32: 0x8C, F64: 0x9A}, 1)
SQRT = _family("sqrt", "sqrt({0})", {F32: 0x91, F64: 0x9F}, 1)
MIN = _family("min", "min({0}, {1})", {F32: 0x96, F64: 0xA4})
MAX = _family("max", "max({0}, {1})", {F32: 0x97, F64: 0xA5})

NARROW = _declare("i32.narrow", (I64,), I32, b"\xa7", "narrow({0})")
WIDE = _declare("i64.wide", (I32,), I64, b"\xac", "wide({0})")
WIDE_U = _declare("i64.wide_u", (I32,), I64, b"\xad", "wide_u({0})")
TO_F32 = {I32: _declare("f32.of_i32", (I32,), F32, b"\xb2", "f32({0})"),
          F64: _declare("f32.of_f64", (F64,), F32, b"\xb6", "f32({0})")}  # fmt: skip
TO_F64 = {I32: _declare("f64.of_i32", (I32,), F64, b"\xb7", "f64({0})"),
          I64: _declare("f64.of_i64_u", (I64,), F64, b"\xba", "f64_u({0})"),
          F32: _declare("f64.of_f32", (F32,), F64, b"\xbb", "f64({0})")}  # fmt: skip
TO_I32 = {F32: _declare("i32.of_f32", (F32,), I32, b"\xfc\x00", "i32({0})"),
          F64: _declare("i32.of_f64", (F64,), I32, b"\xfc\x02", "i32({0})")}  # fmt: skip
"""Without the fraction; 0 for NaN, the nearest number where it is too large."""
BITS = _declare("i32.bits", (F32,), I32, b"\xbc", "bits({0})")

SELECT = {
    word: _declare(f"{name}.select", (word, word, I32), word, b"\x1b", "select({2}, {0}, {1})")
    for word, name in _NAMES.items()
}
"""The first if the third is not 0, else the second; both are evaluated."""

COPY = _declare("memory.copy", (I32, I32, I32), None, b"\xfc\x0a\x00\x00", "copy({0}, {1}, {2})")
"""Copies bytes to an address from another; the ranges may overlap."""
FILL = _declare("memory.fill", (I32, I32, I32), None, b"\xfc\x0b\x00", "fill({0}, {1}, {2})")
"""From an address on, gives each of a number of bytes a value: address, value, number."""
TRAP = _declare("trap", (), None, b"\x00", "trap()")
"""Ends the call. Nothing after it is reached."""

CONST = {word: _declare(f"{name}.const", (), word, code, "{arg}") for word, name, code in (
    (I32, "i32", b"\x41"), (I64, "i64", b"\x42"), (F32, "f32", b"\x43"), (F64, "f64", b"\x44"))}  # fmt: skip
GET = {word: _declare(f"{word.name.lower()}.local", (), word, b"\x20", "{arg}") for word in Word}
GLOBAL = {word: _declare(f"{name}.global", (), word, b"\x23", "{arg}") for word, name in _NAMES.items()}
CALL = {word: _declare(f"{word.name.lower()}.call", (), word, b"\x10", "{arg}") for word in Word}
CALL_VOID = _declare("call", (), None, b"\x10", "{arg}")
CALL_NUMBERED = _declare("call_numbered", (I32,), None, b"\x11", "call_numbered({0})")
"""Calls a function without parameters and results by its number in the module's table."""
EITHER = {word: _declare(f"{name}.either", (I32, word, word), word, b"\x04", "({1} if {0} else {2})")
          for word, name in _NAMES.items()}  # fmt: skip
"""The second if the first is not 0, else the third; the other one is not evaluated."""
SEQUENCE = {word: _declare(f"{word.name.lower()}.sequence", (word,), word, b"", "{0}") for word in Word}
"""Statements, and then the value of an expression."""

LOADS = {8: 0x2C, 16: 0x2E, 32: 0x28, 64: 0x29}
LOAD = {bits: _declare(f"load{bits}", (I32,), I64 if bits == 64 else I32, bytes((code,)), "load" + str(bits))
        for bits, code in LOADS.items()}  # fmt: skip
"""An integer of so many bits at an address and a constant distance; narrow ones are signed."""
LOAD_BYTE = _declare("load8_u", (I32,), I32, b"\x2d", "load8_u")
LOAD_VECTOR = _declare("v128.load", (I32,), V128, b"\xfd\x00", "load_v128")
STORES = {8: 0x3A, 16: 0x3B, 32: 0x36, 64: 0x37}
STORE = {bits: _declare(f"store{bits}", (I32, I64 if bits == 64 else I32), None, bytes((code,)), "store" + str(bits))
         for bits, code in STORES.items()}  # fmt: skip
STORE_F32 = _declare("f32.store", (I32, F32), None, b"\x38", "store_f32")

LANES = (8, 16, 32)
SPLAT = {bits: _declare(f"v128.splat{bits}", (I32,), V128, code, f"splat{bits}({{0}})")
         for bits, code in zip(LANES, (b"\xfd\x0f", b"\xfd\x10", b"\xfd\x11"), strict=True)}  # fmt: skip
LANES_EQ = {bits: _declare(f"v128.eq{bits}", (V128, V128), V128, code, f"lanes_equal{bits}({{0}}, {{1}})")
            for bits, code in zip(LANES, (b"\xfd\x23", b"\xfd\x2d", b"\xfd\x37"), strict=True)}  # fmt: skip
LANES_MASK = {bits: _declare(f"v128.mask{bits}", (V128,), I32, code, f"lane_signs{bits}({{0}})")
              for bits, code in zip(LANES, (b"\xfd\x64", b"\xfd\x84\x01", b"\xfd\xa4\x01"), strict=True)}  # fmt: skip
"""The highest bit of each lane, that of the first lane lowest."""
