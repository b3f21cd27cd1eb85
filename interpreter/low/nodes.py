"""The nodes of the low form: values, statements, functions, and a module of them.

A value is a tree of operations. Operands are evaluated from the first to the last, and a value where it stands: what a
call or a statement changes in between is seen. A local is assigned before it is read, whatever way leads there: a
function may be written where it is called, and then its locals hold what an earlier call left. Operators of Python
build values, and fold what is constant.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from . import operations as op
from .operations import Family, Operation, Word

__all__ = [
    "Block", "Body", "CallInto", "Do", "Function", "Global", "If", "Jump", "Local", "Loop", "Module", "Return", "Set",
    "SetGlobal", "Stmt", "Store", "Switch", "Value", "binary", "call", "const", "either", "get", "load", "number",
    "select", "sequence",
]  # fmt: skip

I32, I64 = Word.I32, Word.I64


@dataclass(eq=False, slots=True)
class Local:
    """A local of a function, a parameter or not. written: whether a statement gives it a value."""

    type: Word
    name: str = ""
    written: bool = False


@dataclass(eq=False, slots=True)
class Global:
    """A variable of a module. given: the engine says its value when the module begins, and nobody changes it."""

    name: str
    type: Word
    start: int = 0
    given: bool = False


@dataclass(eq=False, slots=True)
class Function:
    """A function. rules: the number of the function of the program of rules that it comes from, -1 for none; imported:
    the engine brings it along; calls: how many calls of it were written."""

    name: str
    params: list[Local]
    results: list[Word]
    body: Body = field(default_factory=list)
    exported: bool = False
    imported: bool = False
    rules: int = -1
    calls: int = 0


@dataclass(eq=False, slots=True)
class Module:
    """Functions, in the order of their numbers (imported ones first); variables; the functions that are called by their
    number; data by its address. blocks: those of its functions, known once it is encoded."""

    functions: list[Function] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)
    numbered: list[Function] = field(default_factory=list)
    data: list[tuple[int, bytes]] = field(default_factory=list)
    blocks: list[Block | Loop] = field(default_factory=list)

    def take_apart(self) -> None:
        """Ends what refers to itself (a jump within its block), so that a module that is no longer needed is freed at
        once, and the collector of garbage need not look for it."""
        for block in self.blocks:
            block.body = []
        self.blocks.clear()


Payload: TypeAlias = "int | float | Local | Global | Function | tuple[Stmt, ...] | None"


class Value:
    """A value: an operation and its operands. arg: a constant, what is read or called, a distance in memory, or the
    statements of a sequence."""

    __slots__ = ("arg", "op", "src", "type")

    def __init__(self, operation: Operation, src: tuple[Value, ...] = (), arg: Payload = None) -> None:
        self.op = operation
        self.src = src
        self.arg = arg
        self.type = operation.result

    def __add__(self, other: Value | int) -> Value:
        return binary(op.ADD, self, other)

    def __sub__(self, other: Value | int) -> Value:
        return binary(op.SUB, self, other)

    def __mul__(self, other: Value | int) -> Value:
        return binary(op.MUL, self, other)

    def __and__(self, other: Value | int) -> Value:
        return binary(op.AND, self, other)

    def __or__(self, other: Value | int) -> Value:
        return binary(op.OR, self, other)

    def __xor__(self, other: Value | int) -> Value:
        return binary(op.XOR, self, other)

    def __lshift__(self, other: Value | int) -> Value:
        return binary(op.SHL, self, other)

    def __lt__(self, other: Value | int) -> Value:
        return binary(op.LT, self, other)

    def __le__(self, other: Value | int) -> Value:
        return binary(op.LE, self, other)

    def __gt__(self, other: Value | int) -> Value:
        return binary(op.GT, self, other)

    def __ge__(self, other: Value | int) -> Value:
        return binary(op.GE, self, other)

    def __invert__(self) -> Value:
        return self ^ -1

    def below(self, other: Value | int) -> Value:
        """Whether it is smaller, both taken without sign: whether an index is within a size."""
        return binary(op.LT_U, self, other)

    def equals(self, other: Value | int) -> Value:
        """Whether both are equal."""
        return binary(op.EQ, self, other)

    def differs(self, other: Value | int) -> Value:
        """Whether both are not equal."""
        return binary(op.NE, self, other)

    def unsigned_shift(self, other: Value | int) -> Value:
        """Shifted right, with zeros from the left."""
        return binary(op.SHR_U, self, other)

    @property
    def is_zero(self) -> Value:
        """Whether it is 0."""
        assert self.type is not None
        number = known(self)
        return Value(op.EQZ[self.type], (self,)) if number is None else const(I32, int(number == 0))


class Stmt:
    """Base of statements."""

    __slots__ = ()


Body: TypeAlias = "list[Stmt]"


@dataclass(eq=False, slots=True)
class Set(Stmt):
    """Gives a local a value."""

    local: Local
    value: Value

    def __post_init__(self) -> None:
        self.local.written = True


@dataclass(eq=False, slots=True)
class SetGlobal(Stmt):
    """Gives a variable of the module a value."""

    to: Global
    value: Value


@dataclass(eq=False, slots=True)
class Store(Stmt):
    """Writes a value to memory, at an address and a constant distance from it."""

    op: Operation
    address: Value
    value: Value
    distance: int = 0


@dataclass(eq=False, slots=True)
class CallInto(Stmt):
    """Calls a function; its results become the values of locals."""

    locals: Sequence[Local]
    function: Function
    args: tuple[Value, ...]

    def __post_init__(self) -> None:
        self.function.calls += 1
        for local in self.locals:
            local.written = True


@dataclass(eq=False, slots=True)
class If(Stmt):
    """Runs `then` if the condition is not 0, else `orelse`."""

    cond: Value
    then: Body
    orelse: Body = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Block(Stmt):
    """Runs its body; a jump to it goes behind its end."""

    body: Body = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Loop(Stmt):
    """Runs its body once; a jump to it begins it anew."""

    body: Body = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Jump(Stmt):
    """Goes to a block or loop around it, if the condition (where there is one) is not 0."""

    to: Block | Loop
    when: Value | None = None


@dataclass(eq=False, slots=True)
class Switch(Stmt):
    """Goes to the block of a number, or, where that has none, to the last one. All of them are around it."""

    number: Value
    to: Sequence[Block]


@dataclass(eq=False, slots=True)
class Return(Stmt):
    """Ends the function with its results."""

    values: tuple[Value, ...] = ()


@dataclass(eq=False, slots=True)
class Do(Stmt):
    """Evaluates a value for its effects."""

    value: Value


# ------------------------------------------------------------------------------------------------------ making values


def const(word: Word, value: float) -> Value:
    """A constant. Integers are taken modulo their width, and have a sign."""
    if word is I32 and not -0x80000000 <= value < 0x80000000:
        value = (int(value) + 0x80000000) % 0x100000000 - 0x80000000
    elif word is I64 and not -0x8000000000000000 <= value < 0x8000000000000000:
        value = (int(value) + 0x8000000000000000) % 0x10000000000000000 - 0x8000000000000000
    return Value(op.CONST[word], (), value)


def number(value: int) -> Value:
    """A constant I32."""
    return const(I32, value)


def known(x: Value) -> int | None:
    """The value of an integer that is constant."""
    return x.arg if x.op in _CONSTANTS else None  # type: ignore[return-value]


_CONSTANTS = {op.CONST[I32], op.CONST[I64]}
_FOLDS: dict[Operation, Callable[[int, int], int]] = {
    family[word]: fold
    for family, fold in (
        (op.ADD, operator.add), (op.SUB, operator.sub), (op.MUL, operator.mul), (op.AND, operator.and_),
        (op.OR, operator.or_), (op.XOR, operator.xor), (op.LT, operator.lt), (op.LE, operator.le),
        (op.GT, operator.gt), (op.GE, operator.ge), (op.EQ, operator.eq), (op.NE, operator.ne),
    )
    for word in (I32, I64)
}  # fmt: skip
_FOLDS[op.SHL[I32]] = lambda a, b: a << (b & 31)
_FOLDS[op.SHL[I64]] = lambda a, b: a << (b & 63)
_NEUTRAL = {
    **{f[w]: 0 for f in (op.ADD, op.SUB, op.OR, op.XOR, op.SHL, op.SHR, op.SHR_U) for w in (I32, I64)},
    **{op.AND[w]: -1 for w in (I32, I64)},
    **{op.MUL[w]: 1 for w in (I32, I64)},
}
"""The second operand that changes nothing."""
_SUMS = {f[w] for f in (op.ADD, op.OR) for w in (I32, I64)}


def binary(family: Family, a: Value, b: Value | int) -> Value:
    """An operation on two values, the second of which may be a number."""
    assert a.type is not None
    if isinstance(b, int):
        b = const(a.type, b)
    operation = family[a.type]
    second = known(b)
    if second is not None:
        first = known(a)
        fold = _FOLDS.get(operation)
        if first is not None and fold is not None:
            assert operation.result is not None
            return const(operation.result, int(fold(first, second)))
        if _NEUTRAL.get(operation) == second:
            return a
    elif operation in _SUMS and known(a) == 0:
        return b
    return Value(operation, (a, b))


def get(local: Local) -> Value:
    """The value of a local."""
    return Value(op.GET[local.type], (), local)


def load(bits: int, address: Value, distance: int = 0) -> Value:
    """An integer of so many bits in memory."""
    return Value(op.LOAD[bits], (address,), distance)


def call(function: Function, *args: Value) -> Value:
    """The result of a function with at most one."""
    function.calls += 1
    operation = op.CALL[function.results[0]] if function.results else op.CALL_VOID
    return Value(operation, args, function)


def select(cond: Value, a: Value, b: Value) -> Value:
    """a if the condition is not 0, else b; both are evaluated before it."""
    assert a.type is not None
    return Value(op.SELECT[a.type], (a, b, cond))


def either(cond: Value, a: Value, b: Value) -> Value:
    """a if the condition is not 0, else b; the other one is not evaluated."""
    assert a.type is not None
    return Value(op.EITHER[a.type], (cond, a, b))


def sequence(body: Sequence[Stmt], value: Value) -> Value:
    """Statements, and then a value; one without a type is a call that is only made for its effects."""
    if not body:
        return value
    assert value.type is not None
    return Value(op.SEQUENCE[value.type], (value,), tuple(body))
