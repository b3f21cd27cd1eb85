"""The runtime of rendered modules: it applies actions, copies states and draws random numbers."""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from ludparse.problems.errors import LudLimitError, LudRuleError

from ...program.arithmetic import (
    bits_of_float,
    cosine,
    exponential,
    float32,
    logarithm,
    logarithm10,
    sine,
    square_root,
    tangent,
)
from ...program.limits import MAX_CALLS, MAX_STEPS, nested_too_deep, too_many_steps
from ...program.state_layout import COPIES
from .move_buffer import MoveBuffer
from .values import list_at

MASK64 = (1 << 64) - 1
MAX_SAVED = 4000


class FullError(Exception):
    """A capacity of the state is used up; args[0] names it."""


class Runtime(MoveBuffer):
    """Implements the program's intrinsics (`program/intrinsics.py` specifies them)."""

    def __init__(self, module: dict[str, Any], tables: dict[str, Any], caps: dict[str, int], kinds: list[str]) -> None:
        self.module = module
        self.tables = tables
        self.caps = caps
        self.consequents = module["CONSEQUENTS"]
        self.appliers = module["ACTIONS"]
        self.strings: Sequence[str] = ()
        self.hashed: Sequence[Sequence[str]] = ()
        self.hash_lists: Sequence[str] = ()
        self.s: Any = None
        super().__init__(kinds)

    def reset(self) -> None:
        super().reset()
        self.c = self.module["Context"]()
        self.applied: list[list[Any]] = []
        self.current: list[Any] = []
        self.base = 0
        self.saved: list[Any] = []
        self.on_copy = 0  # how deep in copies of the state on which rules draw random numbers
        self.steps = 0
        self.depth = 0
        self.consequent = -1  # the number of the consequent that is being applied

    def full(self, cap: str) -> None:
        raise FullError(cap)

    def tick(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise LudLimitError(too_many_steps())

    def deeper(self) -> None:
        """Count a call of a recursive function. The caller must decrement `depth` afterwards."""
        self.depth += 1
        if self.depth > MAX_CALLS:
            raise LudLimitError(nested_too_deep())

    def fail(self, number: int) -> None:
        """Raise LudRuleError with one of the program's texts."""
        raise LudRuleError(self.strings[number])

    # ------------------------------------------------------------------ applying

    def apply_actions(self, m: int) -> None:
        for a in self.buffer[m].actions:
            if a[0] == "THEN":
                self.apply_consequent(a[2])
                continue
            if a[0] == "passed":
                continue
            self.apply_listed(a)

    def apply_listed(self, action: list[Any]) -> None:
        """Apply an action of a move."""
        self.act_now(*action)

    def act_now(self, kind: str, decision: bool, *params: int) -> None:
        record = [kind, decision, *params]
        self.applied.append(record)
        outer, self.current = self.current, record
        self.appliers[kind](self, *params)
        self.current = outer

    def apply_thens(self, m: int) -> None:
        for fn in self.buffer[m].then:
            self.apply_consequent(fn)

    apply_actions_drawing = apply_actions
    apply_thens_drawing = apply_thens

    def apply_consequent(self, fn: int) -> None:
        outer, self.consequent = self.consequent, fn
        self.tick()
        self.deeper()
        first = len(self.buffer)
        self.consequents[fn](self)
        for m in range(first, len(self.buffer)):
            self.apply_actions(m)
            self.apply_thens(m)
        del self.buffer[first:]
        self.depth -= 1
        self.consequent = outer

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
        if len(self.saved) == MAX_SAVED:
            raise LudLimitError("positions were copied more than 4,000 deep: the rules may never end")
        self.saved.append(self.s.copy())

    def state_pop(self) -> None:
        self.s = self.saved.pop()

    def copy_push(self) -> None:
        self.state_push()
        self.on_copy += 1

    def copy_pop(self) -> None:
        drawn = self.s.copies_rng
        self.state_pop()
        self.on_copy -= 1
        self.s.copies_rng = drawn

    def seed_copies(self) -> None:
        if not self.on_copy:
            self.s.copies_rng = self.s.rng

    def begin_telling(self) -> None:
        """Everything from here on happens on a copy: what a move would do is asked for."""
        self.seed_copies()
        self.on_copy += 1

    def digest(self, variant: int) -> int:
        # not hash(), which is the same for -1 and -2, and has 32 bits on some machines; version 2 has no references
        values = marshal.dumps([getattr(self.s, n) for n in self.hashed[variant]], 2)
        return int.from_bytes(blake2b(values, digest_size=8).digest(), "little", signed=True)

    def hash_push(self, variant: int, number: int) -> None:
        getattr(self.s, self.hash_lists[number]).append(self.digest(variant))

    def hash_count(self, variant: int, number: int) -> int:
        count: int = getattr(self.s, self.hash_lists[number]).count(self.digest(variant))
        return count

    def hash_has(self, variant: int, number: int) -> bool:
        return self.hash_count(variant, number) > 0

    # ------------------------------------------------------------------ random numbers (SplitMix64)

    @property
    def generator(self) -> str:
        """The field with the state of the generator that is in use."""
        return COPIES if self.on_copy else "rng"

    def random_long(self) -> int:
        generator = self.generator
        state: int = (getattr(self.s, generator) + 0x9E3779B97F4A7C15) & MASK64
        setattr(self.s, generator, state)
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        return z ^ (z >> 31)

    def random_bits(self) -> int:
        z = self.random_long()
        return (z >> 32) ^ (z & 0xFFFFFFFF)

    def random_unit(self) -> float:
        return (self.random_long() >> 11) * 2.0**-53

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

    # ------------------------------------------------------------------ functions of floats

    @staticmethod
    def float_sqrt(a: float) -> float:
        return float32(square_root(a))

    @staticmethod
    def float_log(a: float) -> float:
        return float32(logarithm(a))

    @staticmethod
    def float_log10(a: float) -> float:
        return float32(logarithm10(a))

    @staticmethod
    def float_exp(a: float) -> float:
        return float32(exponential(a))

    @staticmethod
    def float_sin(a: float) -> float:
        return float32(sine(a))

    @staticmethod
    def float_cos(a: float) -> float:
        return float32(cosine(a))

    @staticmethod
    def float_tan(a: float) -> float:
        return float32(tangent(a))

    float_bits = staticmethod(bits_of_float)

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
        if i != len(values):
            list_at(values, i)
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
