"""Follows blocks of statements: each is gone through with what is known, and a branch that may be taken is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...program import ops
from ...program.ops import Block, Expr, Op, Stmt, Var
from ...program.program import Function, Program
from ...program.walk import bound
from .buffer import Act, MoveBuffer, NotBoundedError, Possible
from .dependencies import Dependencies, places_of
from .environment import CASE, Env
from .evaluation import Evaluator
from .values import ANY, MOST, VARYING, Moves, Origin, Varying, from_origin, varies

__all__ = ["Follower", "Frame"]

STEPS = 500_000
"""Statements and expressions that are followed; a program that takes more is not bounded."""
BLOCKS = 400
"""Nested blocks that are followed."""


@dataclass(slots=True)
class Frame:
    """A function that is being followed. returns: what is known where it returns, and the value. applied: the kinds of
    actions that were applied in it, and in what it calls. breaks, continues:
    what is known where each of the loops that are open is left, or an iteration is."""

    fn: Function
    returns: list[tuple[Env, Any]] = field(default_factory=list)
    applied: set[str] = field(default_factory=set)
    breaks: list[list[Env]] = field(default_factory=list)
    continues: list[list[Env]] = field(default_factory=list)


class Follower:
    """Follows statements. run: how, by kind of statement; `Loops` adds those of loops. turn: whose turn it is, 0 for
    any player. over_moves: the loops over moves that are open. copies: how many copies of the state are open.
    before_copy: what was known of fields before the first of them. asking: how many conditions are being asked that
    decide what is done. written: the fields that have been set. any_kind: the kinds of the actions of consequents."""

    def __init__(self, program: Program, buffer: MoveBuffer, evaluator: Evaluator, dependencies: Dependencies) -> None:
        self.program, self.buffer, self.evaluator, self.dependencies = program, buffer, evaluator, dependencies
        self.turn = 0
        self.copies = 0
        self.before_copy: dict[tuple[str, int | None], Any] = {}
        self.asking = 0
        self.cases = 0
        self.steps = 0
        self.blocks = 0
        self.frames: list[Frame] = []
        self.written: set[str] = set()
        self.chosen: dict[int, set[Var]] = {}
        self.over_moves: list[ops.ForNumbers] = []
        self.any_kind: Callable[[], frozenset[str]] = frozenset
        self.run: dict[type[Stmt], Callable[[Any, Env], Env | None]] = {
            ops.SetField: self._set_field, ops.If: self._if, ops.Filter: self._filter, ops.OnCopy: self._on_copy,
            ops.Restoring: self._restoring, ops.Composed: self._composed, ops.Question: self._question,
            ops.InFull: self._scope, ops.BuiltMove: self._scope, ops.Emit: self._emit, ops.Do: self._do,
            ops.Break: self._break, ops.Continue: self._continue, ops.Return: self._return,
        }  # fmt: skip

    def join(self, a: Env, b: Env) -> Env:
        """What is known where one of two environments holds."""
        return a.joined(b, self.evaluator.iterated > 0)

    def block(self, body: Block, env: Env, first: int = 0) -> Env | None:
        """Follows a block from a statement on; None if nothing is reached after it. Raises NotBoundedError."""
        self.blocks += 1
        if self.blocks > BLOCKS:
            raise NotBoundedError("its rules are nested too deep")
        try:
            return self._statements(body, env, first)
        finally:
            self.blocks -= 1

    def _statements(self, body: Block, env: Env, first: int) -> Env | None:
        run = self.run
        for i in range(first, len(body)):
            s = body[i]
            self.steps += 1
            if self.steps > STEPS:
                raise NotBoundedError("it takes too long to follow its rules")
            kind = type(s)
            if kind is ops.Assign or kind is ops.SetCtx:
                value = self.evaluator.known(s.value, env)  # type: ignore[attr-defined]
                if isinstance(value, frozenset) and len(value) <= MOST // 2 and self._is_chosen(s):
                    leaf = self.evaluator.leaf(s.value, env)  # type: ignore[attr-defined]
                    if leaf is not None:
                        return self._each_leaf(leaf, body, env, i)
                    return self._each_value(s, sorted(value), body, env, i + 1)
                if kind is ops.Assign:
                    env.own[s.var] = value  # type: ignore[attr-defined]
                else:
                    env.shared[s.slot] = value  # type: ignore[attr-defined]
                continue
            after = run[kind](s, env)
            if after is None:
                return None
            env = after
        return env

    def _each_value(self, s: Any, values: list[int], body: Block, env: Env, rest: int) -> Env | None:
        """Follows the rest of a block for each value that a local or slot may have."""
        case = self.case(isinstance(self.evaluator.value(s.value, env), Varying))

        def follow(value: int) -> Env | None:
            inner = env.copy()
            if isinstance(s, ops.Assign):
                inner.own[s.var] = value
            else:
                inner.shared[s.slot] = value
            if case is not None:
                inner.shared[case] = value
            return self.block(body, inner, rest)

        return self.either([lambda value=value: follow(value) for value in values])  # type: ignore[misc]

    def value_after(self, fn: Function, body: Block, value: Expr) -> Any:
        """The value of an expression after statements of a function, whatever was before them. They push nothing."""
        iterated, self.evaluator.iterated = self.evaluator.iterated, 0
        copies, self.copies = self.copies, 1  # what they change is forgotten
        shared: dict[Any, Any] = dict.fromkeys(self.program.context, ANY)
        shared |= dict.fromkeys(self.program.context_sets, (0, self.evaluator.every))
        self.frames.append(Frame(fn))
        after = self.block(body, Env({}, shared))
        found = ANY if after is None else self.evaluator.value(value, after)
        self.frames.pop()
        self.evaluator.iterated, self.copies = iterated, copies
        return found

    def case(self, varying: bool) -> tuple[str, int] | None:
        """A name for what is told apart next: moves that are made with different values of it exclude each other. None
        where they do not."""
        if varying or self.evaluator.iterated:
            return None
        self.cases += 1
        return CASE, self.cases

    def _each_leaf(self, leaf: Expr, body: Block, env: Env, first: int) -> Env | None:
        """Follows the rest of a block for each value of something that a local or slot is made of."""
        every = self.evaluator.value(leaf, env)
        case = self.case(varies(every))

        def follow(value: int) -> Env | None:
            inner = env.copy()
            self.evaluator.put(leaf, value, inner)
            if case is not None:
                inner.shared[case] = value
            return self.block(body, inner, first)

        values = sorted(every)
        return self.either([lambda value=value: follow(value) for value in values])  # type: ignore[misc]

    def _is_chosen(self, s: Any) -> bool:
        if isinstance(s, ops.SetCtx):
            return True
        fn = self.frames[-1].fn
        found = self.chosen.get(fn.index)
        if found is None:
            found = self.chosen[fn.index] = places_of(fn)
        return s.var in found

    def either(self, ways: Sequence[Callable[[], Env | None]]) -> Env | None:
        """One of several ways is taken; what is known after it."""
        start, outs, drops = len(self.buffer.pushed), [], []
        self.buffer.unsure += 1
        for way in ways:
            mark = len(self.buffer.log)
            out = way()
            early = {i: m for i, m in self.buffer.log[mark:] if i < start}
            del self.buffer.log[mark:]
            for i, m in early.items():
                self.buffer.pushed[i] = m
            if out is not None:
                outs.append(out)
                drops.append(early)
        self.buffer.unsure -= 1
        if not outs:
            return None
        for i in set.intersection(*map(set, drops)):
            self.buffer.drop(i)
        env = outs[0]
        for other in outs[1:]:
            env = self.join(env, other)
        return env

    def _set_field(self, s: ops.SetField, env: Env) -> Env:
        if not self.copies:
            self.written.add(s.field)
        index = None if s.index is None else self.evaluator.value(s.index, env)
        value = self.evaluator.known(s.value, env)
        if s.index is None or type(index) is int:
            self.evaluator.origins.change({s.field})
            env.shared[s.field, index] = value
        else:
            self.evaluator.forget({s.field}, env)
        return env

    def _if(self, s: ops.If, env: Env) -> Env | None:
        holds = self._asked(s.cond, env)
        if holds is not None:
            return self.block(s.then if holds else s.orelse, env)

        case = self.case(False)

        def way(body: Block, truth: bool) -> Callable[[], Env | None]:
            inner = env.copy()
            if case is not None:
                inner.shared[case] = int(truth)
            return lambda: self.block(body, inner) if self.evaluator.refine(s.cond, truth, inner) else None

        return self.either([way(s.then, True), way(s.orelse, False)])

    def _asked(self, x: Expr, env: Env) -> bool | None:
        """As `holds`, of a condition that decides what is done."""
        self.asking += 1
        holds = self.evaluator.holds(x, env)
        self.asking -= 1
        return holds

    def _break(self, s: ops.Break, env: Env) -> None:
        self.buffer.kept_in_loop = len(self.buffer.pushed)
        self.frames[-1].breaks[-1].append(env)

    def _continue(self, s: ops.Continue, env: Env) -> None:
        self.buffer.kept_in_loop = len(self.buffer.pushed)
        self.frames[-1].continues[-1].append(env)

    def _return(self, s: ops.Return, env: Env) -> None:
        value = None if s.value is None else self.evaluator.known(s.value, env)
        self.buffer.kept = len(self.buffer.pushed)
        self.frames[-1].returns.append((env, value))

    def _scope(self, s: Any, env: Env) -> Env | None:
        return self.block(s.body, env)

    def _restoring(self, s: ops.Restoring, env: Env) -> Env | None:
        before, start = {slot: env.shared[slot] for slot in s.slots}, len(self.buffer.pushed)
        changes = self.evaluator.origins.changes(s.fields)
        fields = {(name, None): env.shared[name, None] for name in s.fields if (name, None) in env.shared}
        after = self.block(s.body, env)
        if s.moves:
            self.buffer.clear(start)
        if after is not None:
            after.forget(set(s.fields))
            after.shared.update(before)
            after.shared.update(fields)
        self.evaluator.origins.restore(s.fields, changes)
        return after

    def _on_copy(self, s: ops.OnCopy, env: Env) -> Env | None:
        before = env.facts()
        if not self.copies:
            self.before_copy = before
        if s.when is not None:
            self.evaluator.holds(s.when, env)
        self.copies += 1
        changes = self.evaluator.origins.changes(self.program.fields)
        after = self.block(s.body, env)
        if s.when is None:
            self.evaluator.origins.restore(self.program.fields, changes)
        self.copies -= 1
        if after is not None:
            after.shared = {k: v for k, v in after.shared.items() if type(k) is not tuple}
            if s.when is None:
                after.shared |= before
        return after

    def _question(self, s: ops.Question, env: Env) -> Env:
        self.skip(s.body, env)
        env.own[s.var] = VARYING if self.evaluator.iterated else from_origin(ANY, Origin())
        return env

    def skip(self, body: Block, env: Env) -> None:
        """Forgets what a block may change that leaves no moves."""
        for v in bound(body):
            env.own.pop(v, None)
        for slot in self.dependencies.left_changed.block(body):
            if slot in env.shared:
                env.shared[slot] = self.evaluator.unknown_slot(slot)
        self.evaluator.forget(self.dependencies.changes(body), env)

    def _filter(self, s: ops.Filter, env: Env) -> Env | None:
        start = len(self.buffer.pushed)
        after = self.block(s.body, env)
        if after is None:
            return None
        self.skip(s.tests, after)
        after.own[s.var] = Moves(start, False)
        return after

    def _composed(self, s: ops.Composed, env: Env) -> Env | None:
        start = len(self.buffer.pushed)
        env.own[s.var] = Moves(start, True)
        after = self.block(s.body, env)
        if after is None:
            return None
        before = self.buffer.open
        self.buffer.begin()
        last = len(self.buffer.pushed)
        if s.joins:
            self.buffer.splice(Moves(start, True), Moves(last, True), False)
        after = self.block(s.parts, after)
        if after is not None:
            self.evaluator.value(s.close, after)
        self.buffer.open = before
        self.buffer.clear(start, last)
        return after

    def _emit(self, s: ops.Emit, env: Env) -> Env:
        head = [self.evaluator.known(x, env) for x in (s.mover, s.from_site, s.to_site, s.level_min, s.level_max)]
        acts = [
            Act(a.kind, tuple(self.evaluator.known(x, env) for x in a.params), self.evaluator.holds(a.decision, env))
            for a in s.actions
        ]
        self.push(head, acts, frozenset(), env, s, tuple(fn.index for fn in s.then))
        return env

    def push(
        self, head: Sequence[Any], acts: list[Act], free: frozenset[str], env: Env, place: Stmt,
        thens: tuple[int, ...] | None,
    ) -> None:  # fmt: skip
        """Pushes a move. head: its mover, places and levels. The rest as in `Possible`."""
        facts = self.before_copy if self.copies else env.facts()
        mover, start, end, low, high = head
        several = self.evaluator.iterated > 0
        self.buffer.push(
            Possible(self.turn, mover, start, end, low, high, acts, facts, place, free, several, thens, bool(free)),
            not several,
        )

    def _do(self, s: ops.Do, env: Env) -> Env | None:
        self.evaluator.value(s.value, env)
        if s.value.op is Op.RUN and not s.value.run.intrinsic.returns:
            return None
        return env
