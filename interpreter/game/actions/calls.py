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
from .values import ANY, Moves, joined

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
        mark, cases = len(self.buffer.log), self.follower.cases
        end = self.follower.block(fn.body, Env(dict(zip(fn.params, args, strict=True)), shared))
        if end is not None:
            frame.returns.append((end, None))
        self.follower.frames.pop()
        self.buffer.kept, self.buffer.kept_in_loop = outer
        for i, move in self.buffer.log[mark:]:
            if i < self.buffer.kept:
                self.buffer.pushed[i] = move
        if not frame.returns:
            return self.evaluator.unknown(fn.result), None
        env, value = frame.returns[0]
        varying = self.evaluator.iterated > 0
        for other, result in frame.returns[1:]:
            env = self.follower.join(Env({}, env.shared), Env({}, other.shared))
            value = value if value is result else joined(value, result, varying)
        if self.follower.cases != cases:
            for key in [k for k in env.shared if type(k) is tuple and k[0] is CASE and k[1] > cases]:
                del env.shared[key]
        return value, env.shared

    def _memoised(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any]) -> tuple[Any, Any]:
        """As `call`; what a function comes to is memoised by what it reads."""
        reads = self.dependencies.reads_of(fn)
        if reads is None:
            return self.call(fn, args, shared)
        slots, fields = reads
        facts = tuple((k, v) for k, v in shared.items() if type(k) is tuple and k[0] in fields)
        nested = self.evaluator.iterated > 0, self.follower.copies > 0
        key = (fn.index, *args, *nested, *(shared[slot] for slot in slots), frozenset(facts))
        outcome = self.memo.get(key)
        if outcome is None:
            return self._memoise(fn, args, shared, key)
        value, changes, made = outcome
        if made:
            now = {} if self.follower.copies else facts_of(shared)
            for move, own in made:
                again = move.copy()
                again.facts = now | own
                self.buffer.push(again)
        if changes is None:
            return value, None
        if changes:
            shared.update(changes)
        return value, shared

    def _memoise(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any], key: Any) -> tuple[Any, Any]:
        start, mark = len(self.buffer.pushed), len(self.buffer.log)
        opened, acts = self.buffer.open.acts, len(self.buffer.open.acts)
        before = dict(shared)
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
        made = [(m, {k: v for k, v in m.facts.items() if before.get(k) != v}) for m in pushed]
        self.memo[key] = value, changes, made
        return value, after

    def run(self, x: Expr, env: Env) -> Any:
        """The value of an expression that calls a function."""
        args = [self.evaluator.value(y, env) for y in x.src]
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
