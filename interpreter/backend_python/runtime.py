"""What rendered modules import, and what runs them: state, move buffer, random numbers, record of actions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ludparse.errors import LudLimitError, LudRuleError

from ..program.intrinsics import FULL

__all__ = [
    "at",
    "div",
    "float_div",
    "float_pow",
    "list_at",
    "members",
    "mod",
    "power",
    "put",
    "set_has",
    "set_max",
    "set_min",
    "set_nth",
    "set_one",
    "set_range",
]

MASK64 = (1 << 64) - 1
MAX_STEPS = 400_000_000
MAX_SAVED = 4000
MAX_THEN = 7


def at(values: Any, i: int, default: Any) -> Any:
    """values[i], or the default where there is no such index."""
    return values[i] if 0 <= i < len(values) else default


def put(values: list[int], i: int, v: int) -> None:
    """values[i] = v. Raises LudRuleError where there is no such index."""
    if not 0 <= i < len(values):
        raise LudRuleError("a site that does not exist was changed")
    values[i] = v


class FullError(Exception):
    """A capacity of the state is used up; args[0] names it."""


def div(a: int, b: int) -> int:
    """Quotient, rounded towards zero. Raises LudRuleError for b = 0."""
    if b == 0:
        raise LudRuleError("division by zero in the rules")
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def mod(a: int, b: int) -> int:
    """Remainder with the sign of a. Raises LudRuleError for b = 0."""
    return a - b * div(a, b)


def power(a: int, b: int) -> int:
    """a to the b, as a 32-bit integer."""
    try:
        value = float(a) ** b
    except ZeroDivisionError:
        return 2**31 - 1
    except OverflowError:
        return 2**31 - 1 if a > 0 or b % 2 == 0 else -(2**31)
    return int(max(-(2.0**31), min(2.0**31 - 1, value)))


def float_div(a: float, b: float) -> float:
    """a / b with IEEE infinities."""
    if b == 0:
        return float("nan") if a == 0 or a != a else float("inf") if a > 0 else float("-inf")
    return a / b


def float_pow(a: float, b: float) -> float:
    """a to the b; NaN where there is no real value."""
    try:
        value = a**b
    except (ZeroDivisionError, OverflowError):
        return float("inf")
    return value if isinstance(value, float) else float("nan")


def set_one(i: int, width: int) -> int:
    """The set of one site; empty when the site is not within the width (rounded up to whole words)."""
    return 1 << i if 0 <= i < (width + 63) // 64 * 64 else 0


def set_range(lo: int, hi: int) -> int:
    """The set lo … hi - 1."""
    return ((1 << hi) - 1) & ~((1 << max(lo, 0)) - 1) if hi > lo and hi > 0 else 0


def set_has(s: int, i: int) -> bool:
    """Whether site i is in the set."""
    return i >= 0 and bool(s >> i & 1)


def set_min(s: int) -> int:
    """Lowest member or -1."""
    return (s & -s).bit_length() - 1


def set_max(s: int) -> int:
    """Highest member or -1."""
    return s.bit_length() - 1


def set_nth(s: int, k: int) -> int:
    """The k-th lowest member, -1 past the end."""
    for site in members(s):
        if k == 0:
            return site
        k -= 1
    return -1


def members(s: int) -> Iterator[int]:
    """Members of a set, ascending."""
    while s:
        low = s & -s
        yield low.bit_length() - 1
        s ^= low


def list_at(values: list[int], i: int) -> int:
    """Item of a list. Raises LudRuleError past its end."""
    if not 0 <= i < len(values):
        raise LudRuleError("an item past the end of a list was asked for")
    return values[i]


class Move:
    """A move in the buffer: actions are lists [kind, decision, params…]."""

    __slots__ = ("actions", "from_site", "level_max", "level_min", "mover", "then", "to_site", "twin")

    def __init__(
        self, mover: int, from_site: int, to_site: int, lo: int, hi: int, actions: list[list[Any]], then: list[int]
    ) -> None:
        self.mover = mover
        self.from_site = from_site
        self.to_site = to_site
        self.level_min = lo
        self.level_max = hi
        self.actions = actions
        self.then = then
        self.twin = False


class Runtime:
    """Everything that the program's intrinsics do (`program/intrinsics.py` says what each means)."""

    def __init__(self, module: dict[str, Any], tables: dict[str, Any], caps: dict[str, int], kinds: list[str]) -> None:
        self.module = module
        self.tables = tables
        self.caps = caps
        self.kinds = kinds
        self.kind_index = {k: i for i, k in enumerate(kinds)}
        self.consequents = module["CONSEQUENTS"]
        self.appliers = module["ACTIONS"]
        self.hashed: list[list[str]] = []
        self.hash_lists: list[str] = []
        self.s: Any = None
        self.reset()

    def reset(self) -> None:
        self.c = self.module["Context"]()
        self.buffer: list[Move] = []
        self.open: list[list[Any]] = []
        self.applied: list[list[Any]] = []
        self.current: list[Any] = []
        self.base = 0
        self.saved: list[Any] = []
        self.probes: list[tuple[int, int]] = []
        self.steps = 0

    def full(self, cap: str) -> None:
        raise FullError(cap)

    def tick(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise LudLimitError("evaluating one position took more than 400 million steps: the rules may never end")

    # ------------------------------------------------------------------ the move buffer

    def emit(self, mover: int, a: int, b: int, lo: int, hi: int, actions: list[list[Any]], then: list[int]) -> None:
        self.buffer.append(Move(mover, a, b, lo, hi, actions, then))

    def move_count(self) -> int:
        return len(self.buffer)

    def act_count(self) -> int:
        return 0

    def moves_rewind(self, moves: int, _acts: int) -> None:
        del self.buffer[moves:]

    def move_mover(self, m: int) -> int:
        return self.buffer[m].mover

    def move_from(self, m: int) -> int:
        return self.buffer[m].from_site

    def move_to(self, m: int) -> int:
        return self.buffer[m].to_site

    def move_level_min(self, m: int) -> int:
        return self.buffer[m].level_min

    def move_level_max(self, m: int) -> int:
        return self.buffer[m].level_max

    def move_set_mover(self, m: int, v: int) -> None:
        self.buffer[m].mover = v

    def move_set_from(self, m: int, v: int) -> None:
        self.buffer[m].from_site = v

    def move_set_to(self, m: int, v: int) -> None:
        self.buffer[m].to_site = v

    def move_set_levels(self, m: int, lo: int, hi: int) -> None:
        self.buffer[m].level_min = lo
        self.buffer[m].level_max = hi

    def move_set_movers(self, first: int, mover: int) -> None:
        for m in self.buffer[first:]:
            m.mover = mover

    @staticmethod
    def emit_gate(_to: int) -> bool:
        return True  # this backend builds every move

    @staticmethod
    def push_mode() -> int:
        return FULL

    def push_counted(self, n: int) -> None:
        raise AssertionError("this backend builds every move")

    def mode_enter(self, _mode: int, probe: int) -> None:
        self.probes.append((len(self.buffer), probe))

    def mode_leave(self) -> None:
        self.probes.pop()

    def mode_export(self, _mark: int) -> None:
        self.probes.pop()

    def probe_found(self) -> bool:
        mark, probe = self.probes[-1]
        return any(m.to_site == probe for m in self.buffer[mark:])

    def emit_done(self) -> None:
        pass

    def move_attach(self, first: int, fn: int) -> None:
        for m in self.buffer[first:]:
            m.then += [fn, fn] if m.twin else [fn]
            if len(m.then) > MAX_THEN:
                raise LudRuleError("a move has more than 7 consequents")

    def move_copy(self, i: int) -> None:
        m = self.buffer[i]
        actions = [a[:] for a in m.actions]
        self.buffer.append(Move(m.mover, m.from_site, m.to_site, m.level_min, m.level_max, actions, m.then[:]))

    def move_twin(self, i: int) -> None:
        self.buffer[i].twin = True
        self.move_copy(i)
        self.buffer[-1].twin = True

    def move_drop(self, lo: int, hi: int) -> None:
        del self.buffer[lo:hi]

    def move_swap(self, i: int, j: int) -> None:
        self.buffer[i], self.buffer[j] = self.buffer[j], self.buffer[i]

    def move_open(self) -> None:
        self.open = []

    def move_splice(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            # a move made of several passes what the first of them does
            first = m is self.buffer[lo]
            self.open += [a[:] for a in m.actions if first or a[0] != "passed"]
            self.open += [["THEN", False, fn] for fn in m.then]

    def act(self, kind: str, decision: bool, *params: int) -> None:
        self.open.append([kind, decision, *params])

    def move_close(self, mover: int, a: int, b: int, lo: int, hi: int) -> None:
        self.buffer.append(Move(mover, a, b, lo, hi, self.open, []))
        self.open = []

    def move_reopen(self, m: int) -> None:
        self.open = [a[:] for a in self.buffer[m].actions]

    def move_reclose(self, m: int) -> None:
        self.buffer[m].actions, self.open = self.open, []

    def move_detach(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            m.then = []

    def move_undecide(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            for a in m.actions:
                a[1] = False

    def move_decide(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            for a in m.actions:
                a[1] = a[0] != "THEN"

    def move_action_count(self, m: int) -> int:
        return len(self.buffer[m].actions)

    def move_action_kind(self, m: int, k: int) -> int:
        return self.kind_index[self.buffer[m].actions[k][0]]

    def move_action_param(self, m: int, k: int, p: int) -> int:
        value: int = self.buffer[m].actions[k][2 + p]
        return value

    def move_action_decision(self, m: int, k: int) -> bool:
        return bool(self.buffer[m].actions[k][1])

    def move_is_pass(self, m: int) -> bool:
        found = False
        for a in self.buffer[m].actions:
            if a[1] and a[0] != "pass":
                return False
            found = found or a[0] == "pass"
        return found

    def move_then_count(self, m: int) -> int:
        return len(self.buffer[m].then)

    def move_same(self, i: int, j: int) -> bool:
        a, b = self.buffer[i], self.buffer[j]
        return all(getattr(a, n) == getattr(b, n) for n in Move.__slots__)

    # ------------------------------------------------------------------ applying

    def apply_actions(self, m: int) -> None:
        for a in self.buffer[m].actions:
            if a[0] == "THEN":
                self.apply_consequent(a[2])
                continue
            if a[0] == "passed":
                continue
            record = a[:]
            self.applied.append(record)
            outer, self.current = self.current, record
            self.appliers[a[0]](self, *record[2:])
            self.current = outer

    def apply_thens(self, m: int) -> None:
        for fn in self.buffer[m].then:
            self.apply_consequent(fn)

    def apply_consequent(self, fn: int) -> None:
        self.tick()
        first = len(self.buffer)
        self.consequents[fn](self)
        for m in range(first, len(self.buffer)):
            self.apply_actions(m)
            self.apply_thens(m)
        del self.buffer[first:]

    def call_moves(self, fn: int) -> None:
        self.consequents[fn](self)

    def applied_base(self) -> int:
        return self.base

    def applied_set_base(self, k: int) -> None:
        self.base = k

    def applied_count(self) -> int:
        return len(self.applied)

    def applied_kind(self, k: int) -> int:
        return self.kind_index[self.applied[k][0]]

    def applied_param(self, k: int, p: int) -> int:
        value: int = self.applied[k][2 + p]
        return value

    def applied_decision(self, k: int) -> bool:
        return bool(self.applied[k][1])

    def applied_set_param(self, p: int, v: int) -> None:
        self.current[2 + p] = v

    def applied_rotate(self, base: int, n: int) -> None:
        for _ in range(n):
            self.applied.insert(base, self.applied.pop())

    def applied_truncate(self, n: int) -> None:
        del self.applied[n:]

    def move_insert_applied(self, m: int, at: int, lo: int, hi: int) -> None:
        for _ in range(2 if self.buffer[m].twin else 1):
            self.buffer[m].actions[at:at] = [a[:] for a in self.applied[lo:hi]]

    def move_replace_applied(self, m: int, lo: int, hi: int) -> None:
        self.buffer[m].actions = [a[:] for a in self.applied[lo:hi]]
        self.buffer[m].then = []

    # ------------------------------------------------------------------ copies and digests

    def state_push(self) -> None:
        if len(self.saved) > MAX_SAVED:
            raise LudLimitError("positions were copied more than 4,000 deep: the rules may never end")
        self.saved.append(self.s.copy())

    def state_pop(self) -> None:
        self.s = self.saved.pop()

    def digest(self, variant: int) -> int:
        values = (getattr(self.s, n) for n in self.hashed[variant])
        return hash(tuple(tuple(v) if isinstance(v, list) else v for v in values))

    def hash_push(self, variant: int, number: int) -> None:
        getattr(self.s, self.hash_lists[number]).append(self.digest(variant))

    def hash_count(self, variant: int, number: int) -> int:
        count: int = getattr(self.s, self.hash_lists[number]).count(self.digest(variant))
        return count

    def hash_has(self, variant: int, number: int) -> bool:
        return self.hash_count(variant, number) > 0

    # ------------------------------------------------------------------ random numbers (SplitMix64)

    def random_long(self) -> int:
        state: int = (self.s.rng + 0x9E3779B97F4A7C15) & MASK64
        self.s.rng = state
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        return z ^ (z >> 31)

    def random_bits(self) -> int:
        z = self.random_long()
        return (z >> 32) ^ (z & 0xFFFFFFFF)

    def random_unit(self) -> float:
        return (self.random_long() >> 11) * 2.0**-53

    # ------------------------------------------------------------------ functions of floats, NaN without a value

    def float_sqrt(self, a: float) -> float:
        return math.sqrt(a) if a >= 0 else math.nan

    def float_log(self, a: float) -> float:
        return math.log(a) if a > 0 else -math.inf if a == 0 else math.nan

    def float_log10(self, a: float) -> float:
        return math.log10(a) if a > 0 else -math.inf if a == 0 else math.nan

    def float_exp(self, a: float) -> float:
        return math.exp(a) if a < 700 else math.inf

    def float_sin(self, a: float) -> float:
        return math.sin(a)

    def float_cos(self, a: float) -> float:
        return math.cos(a)

    def float_tan(self, a: float) -> float:
        return math.tan(a)

    def random_int(self, bound: int) -> int:
        if bound <= 0:
            raise LudRuleError("a random number was asked for from an empty range")
        if bound & -bound == bound:
            return (bound * (self.random_bits() >> 1)) >> 31
        while True:
            bits = self.random_bits() >> 1
            value = bits % bound
            if bits - value + (bound - 1) <= 2**31 - 1:
                return value

    # ------------------------------------------------------------------ lists

    @staticmethod
    def list_push(values: list[int], v: int) -> None:
        values.append(v)

    @staticmethod
    def list_set(values: list[int], i: int, v: int) -> None:
        list_at(values, i)
        values[i] = v

    @staticmethod
    def list_remove_at(values: list[int], i: int) -> None:
        list_at(values, i)
        del values[i]

    @staticmethod
    def list_insert(values: list[int], i: int, v: int) -> None:
        values.insert(i, v)

    @staticmethod
    def list_clear(values: list[int]) -> None:
        values.clear()

    @staticmethod
    def list_sort(values: list[int]) -> None:
        values.sort()

    field_push = list_push
    field_clear = list_clear
    field_remove_at = list_remove_at
    field_insert = list_insert

    @staticmethod
    def field_pop(values: list[int]) -> None:
        if values:
            values.pop()
