"""Calls: functions are followed for their arguments; what one comes to is memoised by what it reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...program import ops
from ...program.ops import Expr, Op, Type
from ...program.program import Function
from .buffer import NotBoundedError
from .environment import CASE, DECIDED, Env, facts_of
from .following import Follower, Frame
from .values import ANY, Moves, Origin, from_origin, joined, told, varies, without_origin

__all__ = ["Calls"]

TRIES, COSTLY = 4, 60
"""A function that conditions ask, takes more than so many statements, and has told nothing as often as that, is not
followed any more."""
DEEPEST = 40
"""Nested calls that are followed."""


class Calls:
    """Follows the calls of functions, for a follower. telling: by function, how often conditions were told something
    (positive) or nothing."""

    def __init__(self, follower: Follower) -> None:
        self.follower, self.dependencies = follower, follower.dependencies
        self.buffer, self.evaluator = follower.buffer, follower.evaluator
        self.telling: dict[int, int] = {}
        self.memo: dict[Any, Any] = {}

    def call(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any]) -> tuple[Any, dict[Any, Any] | None]:
        """Follows a function. Returns its value, and the shared part of what is known then: None if it never returns.
        Raises NotBoundedError."""
        if len(self.follower.frames) > DEEPEST or sum(f.fn is fn for f in self.follower.frames) > 2:
            raise NotBoundedError("its rules call themselves")
        frame = Frame(fn)
        self.follower.frames.append(frame)
        outer = self.buffer.kept, self.buffer.kept_in_loop
        self.buffer.kept = self.buffer.kept_in_loop = 0
        start, mark, cases = len(self.buffer.pushed), len(self.buffer.log), self.follower.cases
        self.evaluator.origins.begin(fn, args, shared)
        end = self.follower.block(fn.body, Env(dict(zip(fn.params, args, strict=True)), shared))
        if end is not None:
            frame.returns.append((end, None))
        self.follower.frames.pop()
        self.evaluator.origins.calls.pop()
        self.buffer.kept, self.buffer.kept_in_loop = outer
        for i, move in self.buffer.log[mark:]:
            if i < self.buffer.kept:
                self.buffer.pushed[i] = move
        if not frame.returns:
            self.buffer.merge(start, mark)
            return self.evaluator.unknown(fn.result), None
        env, value = frame.returns[0]
        varying, one = self.evaluator.iterated > 0, value
        for other, result in frame.returns[1:]:
            env = self.follower.join(Env({}, env.shared), Env({}, other.shared))
            value = value if value is result else joined(value, result, varying)
        if value is not one:
            value = from_origin(value, Origin())  # one of them, each time that it is called
        if self.follower.cases != cases:
            for key in [k for k in env.shared if type(k) is tuple and k[0] is CASE and k[1] > cases]:
                del env.shared[key]
        if not any(isinstance(known, Moves) for known in (value, *env.shared.values())):
            self.buffer.merge(start, mark)
        return value, env.shared

    def _memoised(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any]) -> tuple[Any, Any]:
        """As `call`; what a function comes to is memoised by what it reads."""
        reads = self.dependencies.reads_of(fn)
        if reads is None:
            return self.call(fn, args, shared)
        slots, fields = reads
        facts = tuple((k, v) for k, v in shared.items() if type(k) is tuple and k[0] in fields)
        nested = self.evaluator.iterated > 0, self.follower.copies > 0
        given = *args, *(shared[slot] for slot in slots)
        origins = tuple(map(told, given))
        changed = tuple(sorted(self.evaluator.origins.changes(fields).items()))
        key = (fn.index, *given, *map(varies, given), *origins, *nested, frozenset(facts), changed)
        outcome = self.memo.get(key)
        if outcome is None:
            return self._memoise(fn, args, shared, key, None not in origins)
        value, changes, made, cases = outcome
        if made:
            now = self.follower.before_copy if self.follower.copies else facts_of(shared)
            later = 0
            if None in origins:  # what it is told may be something else now: then these are other cases
                later = self.follower.cases - cases.start
                self.follower.cases += len(cases)
            for move, own in made:
                again = move.copy()
                again.facts = now | {(CASE, k[1] + later) if k[0] is CASE else k: v for k, v in own.items()}
                self.buffer.push(again, not self.evaluator.iterated)
        if changes is None:
            return value, None
        if changes:
            shared.update(changes)
        return value, shared

    def _memoise(
        self, fn: Function, args: Sequence[Any], shared: dict[Any, Any], key: Any, told_all: bool
    ) -> tuple[Any, Any]:
        """told_all: whether another call of the same key is told the same in each position."""
        start, mark = len(self.buffer.pushed), len(self.buffer.log)
        opened, acts = self.buffer.open.acts, len(self.buffer.open.acts)
        before, first_case = dict(shared), self.follower.cases
        value, after = self.call(fn, args, shared)
        touched = len(self.buffer.log) != mark or len(opened) != acts
        if touched or isinstance(value, Moves):
            return value, after
        changes: dict[Any, Any] | None = None
        if after is not None:
            changes = {k: v for k, v in after.items() if v is not before.get(k) and k[0] != DECIDED}
            if any(isinstance(v, Moves) or type(k) is tuple for k, v in changes.items()):
                return value, after
            if any(k not in after for k in before):
                return value, after
        pushed = [m for m in self.buffer.pushed[start:] if m is not None]
        if any(m.source for m in pushed):
            return value, after  # another call inserts something else
        known = facts_of(before) if not self.follower.copies else self.follower.before_copy
        made = [(m, {k: v for k, v in m.facts.items() if known.get(k) != v}) for m in pushed]
        kept = value
        if not told_all:
            kept, made = without_origin(value), [(m.without_origins(), own) for m, own in made]
            changes = None if changes is None else {k: without_origin(v) for k, v in changes.items()}
        self.memo[key] = kept, changes, made, range(first_case, self.follower.cases)
        return value, after

    def run(self, x: Expr, env: Env) -> Any:
        """The value of an expression that calls a function."""
        args = [self.evaluator.known(y, env) for y in x.src]
        if self.dependencies.only_asks_itself(x.called):  # how far moves lead, say
            self.follower.skip([ops.Do(x)], env)
            for frame in self.follower.frames:
                frame.applied |= self.follower.any_kind()
            return self.evaluator.unknown(x.type)
        telling = self.telling.get(x.called.index, 0)
        if self.follower.asking and telling <= -TRIES:
            self.follower.skip([ops.Do(x)], env)
            return self.evaluator.unknown(x.type)
        before, pushed = self.follower.steps, len(self.buffer.pushed)
        value, shared = self._memoised(x.called, args, env.shared)
        if self.follower.asking and self.follower.steps - before > COSTLY and len(self.buffer.pushed) == pushed:
            says = type(value) is bool or type(value) is int or (type(value) is tuple and value[0] == value[1])
            self.telling[x.called.index] = min(telling + 2, TRIES) if says else telling - 1
        if shared is not None and shared is not env.shared:
            env.shared.clear()
            env.shared.update(shared)
        for y in x.src:
            if y.type is Type.LIST and y.op is Op.VAR:
                env.own[y.var] = ANY
        return value
