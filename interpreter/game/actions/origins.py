"""Where values come from: an expression, with what it depends on at the time when it is evaluated.

The same expression has the same value in each position where all that it reads is the same: the locals and slots, of
which the values or their origins are known, and the fields, unless they have been changed in between.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias

from ...program.effects import EffectsOf
from ...program.operations import FIELD_READS
from ...program.ops import Expr, Op, Type
from ...program.program import Function
from ...program.walk import runs, subexpressions
from .environment import Env
from .values import Origin, told

__all__ = ["Origins"]

_Reads: TypeAlias = tuple[Expr, tuple[Expr, ...], tuple[str, ...], tuple[str, ...]]


class Origins:
    """The origins of the values of a program's expressions.

    value: evaluates locals and slots. iterated: as in the evaluator.
    changed: by field, when it was last changed; fields that never were are not there. now: how many changes there were.
    before_loop: how many there were before the loop, of those whose iterations are not gone through one by one.
    calls: of each function that is being followed, all that decides what it does, None if that is not known; and for
    each loop that is open in it, which iteration it is.
    """

    def __init__(self, value: Callable[[Expr, Env], Any], iterated: Callable[[], int]) -> None:
        self.value, self.iterated, self.effects = value, iterated, EffectsOf()
        self.now = self.before_loop = 0
        self.changed: dict[str, int] = {}
        self.calls: list[tuple[Hashable | None, list[Hashable | None]]] = [(None, [])]
        self.found: dict[tuple[Any, ...], Origin] = {}
        self.read: dict[int, _Reads | None] = {}
        self.places: dict[int, object] = {}
        self.running: dict[int, bool] = {}

    def change(self, fields: Iterable[str]) -> None:
        """Notes that fields may have been changed."""
        self.now += 1
        self.changed.update(dict.fromkeys(fields, self.now))

    def changes(self, fields: Iterable[str]) -> dict[str, int]:
        """When some fields were last changed."""
        return {name: self.changed[name] for name in fields if name in self.changed}

    def restore(self, fields: Iterable[str], changes: dict[str, int]) -> None:
        """Notes that some fields are as they were when `changes` gave what it did."""
        for name in fields:
            self.changed.pop(name, None)
        self.changed.update(changes)

    def runs(self, x: Expr) -> bool:
        """Whether an expression calls functions or runs intrinsics."""
        found = self.running.get(id(x))
        if found is None:
            found = self.running[id(x)] = bool(runs(x))
        return found

    def of(self, x: Expr, env: Env) -> Origin | None:
        """Where the value of an expression comes from that is evaluated next; None if that is not known."""
        if id(x) not in self.read:
            self.read[id(x)] = self._reads(x)
        reads = self.read[id(x)]
        return self.here(x) if reads is None else self._by_reads(x, reads, env) or self.here(x)

    def here(self, x: object) -> Origin | None:
        """The origin of what is computed at one place of a function, by its node; None where what decides it is not
        known."""
        call, iterations = self.calls[-1]
        if call is None or None in iterations:
            return None
        self.places[id(x)] = x
        return self.found.setdefault((id(x), call, *iterations), Origin())

    def begin(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any]) -> None:
        """Notes that a function is being followed from here on."""
        self.calls.append((self._call(fn, args, shared), []))

    def _call(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any]) -> Hashable | None:
        found = self.effects.function(fn)
        if found.draws or found.calls or any(v.type is Type.LIST for v in fn.params):
            return None
        given = *args, *(shared[slot] for slot in sorted(found.slots))
        key = self._key([fn.index, *map(told, given)], found.fields)
        return None if key is None else tuple(key)

    def _by_reads(self, x: Expr, reads: _Reads, env: Env) -> Origin | None:
        _, leaves, slots, fields = reads
        key: list[Any] = [id(x)]
        for leaf in leaves:
            one = told(self.value(leaf, env))
            if one is None:
                return None
            key.append(one)
        key += [told(env.shared[slot]) for slot in slots]
        whole = self._key(key, fields)
        return None if whole is None else self.found.setdefault(tuple(whole), Origin())

    def _key(self, values: list[Any], fields: Iterable[str]) -> list[Any] | None:
        """Values, and when some fields were changed; None where one is not known."""
        if None in values:
            return None
        if self.changed:
            changed = self.changes(sorted(fields))
            if self.iterated() and any(when > self.before_loop for when in changed.values()):
                return None  # they may be others in each iteration
            values += changed.items()
        return values

    def _reads(self, x: Expr) -> _Reads | None:
        """The expression itself (kept, since its identity names it), the locals, slots and fields that it reads; None
        where it depends on more than these."""
        leaves: list[Expr] = []
        slots: set[str] = set()
        fields: set[str] = set()
        for y in subexpressions(x):
            if y.op is Op.VAR or y.op is Op.CTX:
                leaves.append(y)
            elif y.op in FIELD_READS:
                fields.add(y.name)
            elif y.op is Op.CALL or y.op is Op.RUN:
                found = self.effects.expression(y)
                if found.draws or found.calls or not found.state_only:
                    return None
                slots |= found.slots
                fields |= found.fields
        return x, tuple(leaves), tuple(sorted(slots)), tuple(sorted(fields))
