"""The domain: abstract values, which say what is known of a value while no position is known, and operations on them.

An INT is a plain int, a `frozenset` of ints that it may be, `ANY` (any int), or a `Moves` (the number of a move in the
buffer). A `Varying` set and `VARYING` may be several of their values in one position; the others have one value in each
position, each time that they are computed. Values of the same *origin* are equal in each position. A BOOL is True,
False or None. A SET is a pair of bit sets: what is certainly in it, and what may be. All other types are `ANY`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, TypeAlias

from ...program.ops import Op

__all__ = [
    "ANY", "COMPARE", "MOST", "NO_SITES", "OPPOSITE", "TURNED", "VARYING", "Fixed", "Moves", "Number", "Origin",
    "SiteSet", "Value", "Varying", "added", "apply", "arithmetic", "bits", "from_origin", "joined", "members", "number",
    "origin_of", "same", "settled", "that_hold", "told", "varies", "varying", "without_origin",
]  # fmt: skip

MOST = 1024
"""Numbers that a value may be; more count as any number."""


class Varying(frozenset[int]):
    """Numbers of which a value may be several in one position."""

    __slots__ = ()


class Origin:
    """Where a value comes from."""

    __slots__ = ()


class Fixed(frozenset[int]):
    """Numbers of which a value is one in each position: the same one for the same origin."""

    __slots__ = ("origin",)
    origin: Origin


class _Any:
    """Any number."""

    __slots__ = ("origin", "varying")

    def __init__(self, varying: bool, origin: Origin | None = None) -> None:
        self.varying, self.origin = varying, origin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Any) and self.varying is other.varying

    def __hash__(self) -> int:
        return hash(self.varying)

    def __repr__(self) -> str:
        return "VARYING" if self.varying else "ANY"


ANY, VARYING = _Any(False), _Any(True)


class Moves:
    """The number of one of the moves that were pushed since a mark, and before another one. first, last: how many were
    before each (last: None for all that are pushed). mark: it is the mark itself; then `offset` is what was added.
    once: the mark is made once in a position, in no loop whose iterations are not gone through one by one."""

    __slots__ = ("first", "last", "mark", "offset", "once")

    def __init__(
        self, first: int, mark: bool, offset: int = 0, last: int | None = None, once: bool = False
    ) -> None:  # fmt: skip
        self.first, self.mark, self.offset, self.last, self.once = first, mark, offset, last, once

    def _parts(self) -> tuple[int, bool, int, int | None, bool]:
        return self.first, self.mark, self.offset, self.last, self.once

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())


Number: TypeAlias = "int | frozenset[int] | _Any | Moves"
SiteSet: TypeAlias = tuple[int, int]
Value: TypeAlias = "Number | SiteSet | bool | None"
NO_SITES: SiteSet = (0, 0)


def varies(value: Any) -> bool:
    """Whether a number may have several values in one position."""
    return value is VARYING or type(value) is Varying


def from_origin(value: Any, origin: Origin) -> Any:
    """A value of which it is known where it comes from: itself where it is one number, or varies."""
    if isinstance(value, _Any):
        return value if value.varying else _Any(False, origin)
    if type(value) is not frozenset and type(value) is not Fixed:
        return value
    out = Fixed(value)
    out.origin = origin
    return out


def origin_of(value: Any) -> Origin | None:
    """Where a value comes from; None if that is not known, and for one number."""
    return value.origin if isinstance(value, Fixed | _Any) else None


def without_origin(value: Any) -> Any:
    """The value of which it is not known where it comes from."""
    return frozenset(value) if type(value) is Fixed else ANY if value == ANY else value


def varying(value: Any) -> Any:
    """The value that may be several of its numbers in one position."""
    return value if isinstance(value, int) else Varying(value) if isinstance(value, frozenset) else VARYING


def told(value: Any) -> Any:
    """What is equal for two values only if they are equal in each position; None if that is not known."""
    if isinstance(value, int):
        return value
    if isinstance(value, tuple):
        return value if value[0] == value[1] else None
    return origin_of(value)


def number(values: Iterable[int], varying: bool) -> Number:
    """The number that is one of some values."""
    found = frozenset(values)
    if len(found) == 1:
        return next(iter(found))
    if not found or len(found) > MOST:
        return VARYING if varying else ANY
    return Varying(found) if varying else found


def members(value: Number) -> frozenset[int] | None:
    """The values that a number may have; None for any."""
    if isinstance(value, int):
        return frozenset((value,))
    return value if isinstance(value, frozenset) else None


def settled(value: Any) -> Any:
    """The value once the loop is over in which it varied."""
    if value is VARYING:
        return ANY
    return frozenset(value) if type(value) is Varying else value


def joined(a: Any, b: Any, varying: bool) -> Any:
    """What is one of two values. varying: whether it may be both in one position."""
    if a is b:
        return a
    one = origin_of(a)
    one = one if one is origin_of(b) else None
    if a == b and type(a) is type(b):
        return a if one is not None else without_origin(a)
    if isinstance(a, bool) or a is None or isinstance(b, bool) or b is None:
        return None
    if isinstance(a, tuple) and isinstance(b, tuple):
        return (a[0] & b[0], a[1] | b[1])
    if isinstance(a, tuple) or isinstance(b, tuple):
        return ANY
    if isinstance(a, Moves) or isinstance(b, Moves):
        if isinstance(a, Moves) and isinstance(b, Moves):
            ends = None if a.last is None or b.last is None else max(a.last, b.last)
            return Moves(min(a.first, b.first), False, 0, ends)
        return VARYING
    changes = varying or varies(a) or varies(b)
    p, q = members(a), members(b)
    found = (VARYING if changes else ANY) if p is None or q is None else number(p | q, changes)
    return found if one is None else from_origin(found, one)


def apply(compute: Callable[..., int | None], *operands: Number) -> Number:
    """The result of an operation on ints. compute: None where it fails."""
    if all(type(x) is int for x in operands):
        result = compute(*operands)
        return ANY if result is None else int(result)
    varying = any(map(varies, operands))
    every: list[Iterable[int]] = []
    size = 1
    for x in operands:
        some = members(x)
        if some is None:
            return VARYING if varying else ANY
        size *= len(some)
        every.append(some)
    if size > 4 * MOST:
        return VARYING if varying else ANY
    found = {compute(*values) for values in product(*every)}
    found.discard(None)
    return number((int(x) for x in found if x is not None), varying)


def bits(mask: int) -> list[int]:
    """The members of a bit set, ascending."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


def arithmetic(op: Op, compute: Callable[..., int | None], operands: list[Any]) -> Any:
    """As `apply`; a mask or a modulus bounds what is not known."""
    if all(type(v) is int for v in operands):
        result = compute(*operands)
        return ANY if result is None else result
    if op is Op.BAND and any(members(v) is None for v in operands):
        masks = [v for v in operands if type(v) is int and v >= 0]
        if masks and masks[0] < MOST:
            return number(range(masks[0] + 1), any(map(varies, operands)))
    if op is Op.MOD and members(operands[0]) is None and type(operands[1]) is int and 0 < operands[1] < MOST // 2:
        return number(range(1 - operands[1], operands[1]), varies(operands[0]))
    return apply(compute, *operands)


def added(values: Any, value: Any) -> Any:
    """What a list may hold with one more value."""
    some = members(value)
    if not isinstance(values, (int, frozenset)) or some is None:
        return ANY
    found = (members(values) or frozenset()) | some
    return found if len(found) <= MOST else ANY


def same(a: Any, b: Any) -> bool:
    """Whether two abstract values are the same one, wherever they come from."""
    return a is b or (varies(a) is varies(b) and bool(a == b))


COMPARE: dict[Op, Callable[[int, int], bool]] = {
    Op.EQ: lambda a, b: a == b, Op.NE: lambda a, b: a != b, Op.LT: lambda a, b: a < b, Op.LE: lambda a, b: a <= b,
    Op.GT: lambda a, b: a > b, Op.GE: lambda a, b: a >= b,
}  # fmt: skip
"""What each comparison does with two ints."""
TURNED = {Op.EQ: Op.EQ, Op.NE: Op.NE, Op.LT: Op.GT, Op.GT: Op.LT, Op.LE: Op.GE, Op.GE: Op.LE}
"""For each comparison the one that holds with its sides exchanged."""
OPPOSITE = {Op.EQ: Op.NE, Op.NE: Op.EQ, Op.LT: Op.GE, Op.GE: Op.LT, Op.GT: Op.LE, Op.LE: Op.GT}
"""For each comparison the one that holds where it does not."""


def that_hold(op: Op, p: frozenset[int], q: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Those of some numbers, and of others, for which a comparison may hold."""
    if op is Op.EQ:
        return p & q, p & q
    if op is Op.NE:
        return p - q if len(q) == 1 else p, q - p if len(p) == 1 else q
    compare = COMPARE[op]
    up = op is Op.LT or op is Op.LE
    low, high = (min(p), max(q)) if up else (max(p), min(q))
    return frozenset(i for i in p if compare(i, high)), frozenset(j for j in q if compare(low, j))
