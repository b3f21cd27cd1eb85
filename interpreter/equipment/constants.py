"""Arithmetic on numbers that are known when the game is created: 32 bits and truncating division, as during play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import mul

from ludparse.ludemes import (
    ArrayValue,
    Int,
    IntAbs,
    IntAdd,
    IntArrayArray,
    IntArrayFunction,
    IntDiv,
    IntFunction,
    IntMax,
    IntMin,
    IntMul,
    IntPow,
    IntSub,
    Mod,
)
from ludparse.problems.errors import LudRuleError, LudUnsupportedError

from ..program.arithmetic import power, wrap

__all__ = ["constant_int"]

Leaf = Callable[[IntFunction], int | None]


def constant_int(node: Int, leaf: Leaf) -> int:
    """The value of a number.

    `leaf` returns the value of a non-arithmetic ludeme, or None if it has none. Raises LudRuleError for a division by
    zero, LudUnsupportedError for a number that is known only during play.
    """
    if isinstance(node, int):
        return node

    def value(part: Int | None) -> int:
        return 0 if part is None else constant_int(part, leaf)

    def values(array: IntArrayFunction | None, *parts: Int | None) -> Sequence[int]:
        if array is None:
            return [value(part) for part in parts]
        if isinstance(array, IntArrayArray) and array.ints is not None:
            return [value(part) for part in array.ints]
        raise LudUnsupportedError(f"{type(array).__name__} is not known before the game", array.span)

    match node:
        case IntAdd():
            return wrap(sum(values(node.array, *(node.list or (node.a, node.b)))))
        case IntMul():
            return wrap(reduce(mul, values(node.array, *(node.list or (node.a, node.b))), 1))
        case IntSub():
            return wrap(value(node.value_a) - value(node.value_b))
        case IntDiv() | Mod():
            parts = (node.a, node.b) if isinstance(node, IntDiv) else (node.value, node.modulo)
            a, b = value(parts[0]), value(parts[1])
            if b == 0:
                raise LudRuleError("division by zero", node.span)
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return wrap(quotient) if isinstance(node, IntDiv) else a - b * quotient
        case IntPow():
            return power(value(node.a), value(node.b))
        case IntAbs():
            return wrap(abs(value(node.value)))
        case ArrayValue():
            array, index = values(node.array), value(node.index)
            return array[index] if 0 <= index < len(array) else -1
        case IntMin():
            return min(values(node.array, node.value_a, node.value_b), default=-1)
        case IntMax():
            return max(values(node.array, node.value_a, node.value_b), default=-1)
    found = leaf(node)
    if found is None:
        raise LudUnsupportedError(f"{type(node).__name__} is not known before the game", node.span)
    return found
