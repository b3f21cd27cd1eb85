"""The words of the small language in which runtimes are written: a part of Python's syntax that `small.py` compiles.

A module in this language is a Python module. Type checkers and linters read it as such; nothing in it is ever run. It
has functions with annotated parameters; `if`, `while`, `for … in range(…)`, `break`, `continue`, `return`, assignments;
integers of 32 bits (`i32`) and of 64 (`i64`), and sets of sites (`words`: one i64 for every 64 sites). Whatever is
decided when a game is rendered (`if GAME.records:`) is decided then, and only the chosen branch is compiled.

- A parameter of type `constant` is known when the function is compiled: there is a function for each of its values.
- `E.name` is a variable of the module, declared in a class of registers.
- `GAME.name` is what the renderer knows of the game: a number, or a place in memory.
- `outside("name")` is a function that the renderer writes.
- `for k in each_word()` is written out, once for each word of a set, and so is `each_word_down()` from the last one on;
  `s[k]` is a word of a set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from . import operations as op
from .operations import Family, Operation, Word

__all__ = [
    "BuiltIn",
    "Known",
    "Outside",
    "any_of",
    "below",
    "call_numbered",
    "clz",
    "constant",
    "copy",
    "ctz",
    "each_word",
    "each_word_down",
    "f32",
    "fill",
    "i32",
    "i64",
    "lane_signs",
    "lanes_equal",
    "load8",
    "load32",
    "load64",
    "load_bits",
    "load_v128",
    "load_words",
    "narrow",
    "no_words",
    "ones",
    "outside",
    "shr_u",
    "splat",
    "store32",
    "store64",
    "store_words",
    "trap",
    "v128",
    "wide",
    "wide_u",
    "words",
]  # fmt: skip

i32: TypeAlias = int
i64: TypeAlias = int
f32: TypeAlias = float
v128: TypeAlias = int
constant: TypeAlias = int


class words:
    """A set of sites: so many I64 as the game's sets have."""

    def __getitem__(self, k: int) -> i64:
        raise NotImplementedError(_ONLY_COMPILED)

    def __setitem__(self, k: int, value: i64) -> None:
        raise NotImplementedError(_ONLY_COMPILED)

    def __and__(self, other: words) -> words:
        raise NotImplementedError(_ONLY_COMPILED)

    def __or__(self, other: words) -> words:
        raise NotImplementedError(_ONLY_COMPILED)

    def __invert__(self) -> words:
        raise NotImplementedError(_ONLY_COMPILED)


_ONLY_COMPILED = "the small language is compiled, not run"

WORDS = {"i32": Word.I32, "i64": Word.I64, "f32": Word.F32, "v128": Word.V128}
"""What annotations say."""


class BuiltIn:
    """A function of the language: one operation, or one for each word of the first operand. store: it writes memory at
    its first operand. distance: a last operand may say how far from an address, and is constant. by_bits: the first
    operand is constant, and says which of several operations is meant."""

    def __init__(
        self, operation: Operation | Family | None = None, *, store: bool = False, distance: bool = False,
        by_bits: Mapping[int, Operation] | None = None,
    ) -> None:  # fmt: skip
        self.operation = operation
        self.store = store
        self.distance = distance
        self.by_bits = by_bits

    def __call__(self, *operands: float) -> int:
        raise NotImplementedError(_ONLY_COMPILED)


class Outside:
    """A function that the renderer writes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *operands: i32) -> i32:
        raise NotImplementedError(_ONLY_COMPILED)


class Known:
    """What the renderer knows of a game, by name."""

    def __getattr__(self, name: str) -> i32:
        raise NotImplementedError(_ONLY_COMPILED)


def outside(name: str) -> Outside:
    """A function that the renderer writes."""
    return Outside(name)


load8, load32, load64 = (BuiltIn(op.LOAD[bits], distance=True) for bits in (8, 32, 64))
store32, store64 = (BuiltIn(op.STORE[bits], store=True) for bits in (32, 64))
copy, fill, trap = (BuiltIn(o) for o in (op.COPY, op.FILL, op.TRAP))
call_numbered = BuiltIn(op.CALL_NUMBERED)
ctz, clz, ones, shr_u, below = (BuiltIn(f) for f in (op.CTZ, op.CLZ, op.POPCNT, op.SHR_U, op.LT_U))
narrow, wide, wide_u = BuiltIn(op.NARROW), BuiltIn(op.WIDE), BuiltIn(op.WIDE_U)
load_bits, splat = BuiltIn(by_bits=op.LOAD), BuiltIn(by_bits=op.SPLAT)
lanes_equal, lane_signs = BuiltIn(by_bits=op.LANES_EQ), BuiltIn(by_bits=op.LANES_MASK)
load_v128 = BuiltIn(op.LOAD_VECTOR, distance=True)


def any_of(_set: words) -> bool:
    """Whether a set has a member."""
    raise NotImplementedError(_ONLY_COMPILED)


def no_words() -> words:
    """The empty set."""
    raise NotImplementedError(_ONLY_COMPILED)


def load_words(_address: i32) -> words:
    """A set in memory."""
    raise NotImplementedError(_ONLY_COMPILED)


def store_words(_address: i32, _set: words) -> None:
    """Writes a set to memory."""
    raise NotImplementedError(_ONLY_COMPILED)


def each_word() -> Iterator[i32]:
    """The numbers of the words of a set; the loop is written out."""
    raise NotImplementedError(_ONLY_COMPILED)


def each_word_down() -> Iterator[i32]:
    """The same from the last to the first."""
    raise NotImplementedError(_ONLY_COMPILED)


ON_SETS: tuple[Callable[..., object], ...] = (any_of, no_words, load_words, store_words, each_word, each_word_down)
