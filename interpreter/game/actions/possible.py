"""Every move that the rules may ever make: an abstract interpretation of the program as it was lowered.

Fields of the state are unknown but for the ranges that the program gives them (`facts.ranges`). What a generator goes
through (sites, steps, radials, pieces, dice) is gone through one by one, so that the places of a move are known
numbers; a value that is one of several sites is followed for each by itself. What is not known widens to all values,
and a branch that may be taken is taken. So no legal move is missing, and some may be there that no game reaches.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ...facts.context_kept import ContextKept
from ...facts.ranges import Ranges
from ...program import ops
from ...program.actions import action_number
from ...program.effects import EffectsOf
from ...program.entries import Use
from ...program.intrinsics import MOVE_CLOSE
from ...program.ops import Block, Expr, Field, FieldKind, Op, SiteData, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.walk import (
    all_blocks,
    blocks,
    bound,
    expressions,
    numbered,
    reached_from,
    runs,
    runs_of,
    statements,
    subexpressions,
)  # fmt: skip
from .values import (
    ANY,
    MOST,
    NO_SITES,
    VARYING,
    Moves,
    Varying,
    apply,
    bits,
    joined,
    members,
    number,
    settled,
    varies,
)  # fmt: skip

__all__ = ["Act", "NotBoundedError", "Possible", "PossibleMoves"]

STEPS = 500_000
"""Statements and expressions that are followed; a program that takes more is not bounded."""
TRIES, COSTLY = 4, 60
"""A function that conditions ask, takes more than so many statements, and has told nothing as often as that, is not
followed any more."""
DEEPEST, BLOCKS, PYTHON_CALLS = 40, 400, 10_000
"""Nested calls and blocks that are followed; Python's own calls that these may take."""
WHILE = 128
"""Iterations of a loop whose condition is known that are followed one by one."""


_DECIDED, _CASE = "decided", "case"
"""Instead of a field, in what is known: the actions of the first move after a mark are decisions; which of several
cases it is that exclude each other."""


class NotBoundedError(Exception):
    """What the moves of a program may be is not known."""


@dataclass(slots=True)
class Act:
    """An action of a move. kind: "" for actions that are not known. may: it may also be missing, or be there several
    times."""

    kind: str
    params: tuple[Any, ...]
    decision: bool | None
    may: bool = False


@dataclass(slots=True, eq=False)
class Possible:
    """A move that may be made. turn: whose turn it is then, 0 for any player. facts: what holds of fields when it is
    made. place: the statement that makes it. free: the kinds of other actions that it may have as well. several: it may
    be made several times in one position. thens: its consequents, None if they are not known."""

    turn: int
    mover: Any
    start: Any
    end: Any
    low: Any
    high: Any
    acts: list[Act]
    facts: dict[tuple[str, int | None], Any]
    place: Stmt
    free: frozenset[str] = frozenset()
    several: bool = False
    thens: tuple[int, ...] | None = ()

    def copy(self) -> Possible:
        """The same move, whose actions may be changed by themselves."""
        return Possible(
            self.turn, self.mover, self.start, self.end, self.low, self.high, list(self.acts), self.facts, self.place,
            self.free, self.several, self.thens,
        )  # fmt: skip


class _Env:
    """What is known at a place of a function: of locals, and of slots of the context and fields (by name and index)."""

    __slots__ = ("own", "shared")

    def __init__(self, own: dict[Var, Any], shared: dict[Any, Any]) -> None:
        self.own, self.shared = own, shared

    def copy(self) -> _Env:
        return _Env(dict(self.own), dict(self.shared))


@dataclass(slots=True)
class _Frame:
    """A function that is being followed. kept, kept_in_loop: of the moves before these numbers, none can be known to be
    dropped (in the loop that is followed), since a way has been left."""

    fn: Function
    returns: list[tuple[_Env, Any]] = field(default_factory=list)
    breaks: list[list[_Env]] = field(default_factory=list)
    continues: list[list[_Env]] = field(default_factory=list)
    kept: int = 0
    kept_in_loop: int = 0


class PossibleMoves:
    """Follows the entry `moves` of a program. players: how many take turns, 0 if they move at the same time."""

    def __init__(self, program: Program, players: int, thresholds: Iterable[int]) -> None:
        self.program, self.players = program, players
        self.ranges = Ranges(program, program.functions, thresholds, fields=True)
        self.kept = ContextKept(program)
        self.changed: dict[int, set[str]] = {}
        self.every = (1 << ((program.set_width + 63) // 64 * 64)) - 1
        self.pushed: list[Possible | None] = []
        self.log: list[tuple[int, Possible]] = []
        self.open: list[Act] = []
        self.open_free: frozenset[str] = frozenset()
        self.open_thens: tuple[int, ...] | None = ()
        self.unsure = 0
        self.open_unsure = 0
        self.iterated = 0
        self.copies = 0
        self.asking = 0
        self.telling: dict[int, int] = {}
        self.cases = 0
        self.leaving: dict[int, bool] = {}
        self.effects = EffectsOf()
        self.reads: dict[int, Any] = {}
        self.memo: dict[Any, Any] = {}
        self.turn = 0
        self.blocks = 0
        self.applied: frozenset[str] = frozenset()
        self.of_consequents: frozenset[str] | None = None
        self.steps = 0
        self.frames: list[_Frame] = []
        self.written: set[str] = set()
        self.domains: dict[str, Any] = {}
        self.tables: dict[str, list[int]] = {}
        self.chosen: dict[int, set[Var]] = {}
        self._run: dict[type[Stmt], Callable[[Any, _Env], _Env | None]] = {
            ops.Assign: self._assign, ops.SetField: self._set_field, ops.SetCtx: self._set_slot, ops.If: self._if,
            ops.While: self._while, ops.ForRange: self._for_range, ops.ForPieces: self._for_pieces,
            ops.ForSet: self._for_set, ops.ForRow: self._for_row, ops.ForList: self._for_list, ops.Scan: self._scan,
            ops.Flood: self._flood, ops.Filter: self._filter, ops.OnCopy: self._on_copy,
            ops.Restoring: self._restoring, ops.Composed: self._composed, ops.Question: self._question,
            ops.InFull: self._scope, ops.BuiltMove: self._scope, ops.Emit: self._emit, ops.Do: self._do,
            ops.Break: self._break, ops.Continue: self._continue, ops.Return: self._return,
        }  # fmt: skip

    def moves(self) -> list[Possible]:
        """All moves. Raises NotBoundedError."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, PYTHON_CALLS))  # what is followed must not depend on who asks
        try:
            self._follow()
        finally:
            sys.setrecursionlimit(before)
        return [move for move in self.pushed if move is not None]

    def _follow(self) -> None:
        for turn in range(1, self.players + 1) if self.players else (0,):
            self.turn = turn
            shared: dict[Any, Any] = dict.fromkeys(self.program.context, ANY)
            shared |= dict.fromkeys(self.program.context_sets, (0, self.every))
            shared |= {(name, None): self.program.fields[name].init for name in _passing(self.program)}
            if turn:
                shared["mover", None] = turn
            shared["over", None] = 0
            self._call(self.program.entries["moves"], [], shared)

    # ------------------------------------------------------------------ blocks

    def _block(self, body: Block, env: _Env, first: int = 0) -> _Env | None:
        self.blocks += 1
        if self.blocks > BLOCKS:
            raise NotBoundedError("its rules are nested too deep")
        try:
            return self._statements(body, env, first)
        finally:
            self.blocks -= 1

    def _statements(self, body: Block, env: _Env, first: int) -> _Env | None:
        run = self._run
        for i in range(first, len(body)):
            s = body[i]
            self.steps += 1
            if self.steps > STEPS:
                raise NotBoundedError("it takes too long to follow its rules")
            kind = type(s)
            if kind is ops.Assign or kind is ops.SetCtx:
                value = self._value(s.value, env)  # type: ignore[attr-defined]
                if isinstance(value, frozenset) and len(value) <= MOST // 2 and self._is_chosen(s):
                    leaf = self._leaf(s.value, env)  # type: ignore[attr-defined]
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

    def _each_value(self, s: Any, values: list[int], body: Block, env: _Env, rest: int) -> _Env | None:
        """Follows the rest of a block for each value that a local or slot may have."""

        case = self._case(isinstance(self._value(s.value, env), Varying))

        def follow(value: int) -> _Env | None:
            inner = env.copy()
            if isinstance(s, ops.Assign):
                inner.own[s.var] = value
            else:
                inner.shared[s.slot] = value
            if case is not None:
                inner.shared[case] = value
            return self._block(body, inner, rest)

        return self._either([lambda value=value: follow(value) for value in values])  # type: ignore[misc]

    def _case(self, varying: bool) -> tuple[str, int] | None:
        """A name for what is told apart next: moves that are made with different values of it exclude each other. None
        where they do not."""
        if varying or self.iterated:
            return None
        self.cases += 1
        return _CASE, self.cases

    def _each_leaf(self, leaf: Expr, body: Block, env: _Env, first: int) -> _Env | None:
        """Follows the rest of a block for each value of something that a local or slot is made of."""

        every = self._value(leaf, env)
        case = self._case(varies(every))

        def follow(value: int) -> _Env | None:
            inner = env.copy()
            self._put(leaf, value, inner)
            if case is not None:
                inner.shared[case] = value
            return self._block(body, inner, first)

        values = sorted(every)
        return self._either([lambda value=value: follow(value) for value in values])  # type: ignore[misc]

    def _is_chosen(self, s: Any) -> bool:
        if isinstance(s, ops.SetCtx):
            return True
        fn = self.frames[-1].fn
        found = self.chosen.get(fn.index)
        if found is None:
            found = self.chosen[fn.index] = _places_of(fn)
        return s.var in found

    def _either(self, ways: Sequence[Callable[[], _Env | None]]) -> _Env | None:
        """One of several ways is taken; what is known after it."""
        start, outs, drops = len(self.pushed), [], []
        self.unsure += 1
        for way in ways:
            mark = len(self.log)
            out = way()
            early = {i: m for i, m in self.log[mark:] if i < start}
            del self.log[mark:]
            for i, m in early.items():
                self.pushed[i] = m
            if out is not None:
                outs.append(out)
                drops.append(early)
        self.unsure -= 1
        if not outs:
            return None
        for i in set.intersection(*map(set, drops)):
            self._drop(i)
        env = outs[0]
        for other in outs[1:]:
            env = self._join(env, other)
        return env

    def _join(self, a: _Env, b: _Env) -> _Env:
        if a is b:
            return a
        varying = self.iterated > 0
        own, shared = {}, {}
        other = b.own
        for k, v in a.own.items():
            if k in other:
                w = other[k]
                own[k] = v if v is w else joined(v, w, varying)
        others = b.shared
        for key, v in a.shared.items():
            if key in others:
                w = others[key]
                if v is w:
                    shared[key] = v
                elif type(key) is not tuple or key[0] is not _CASE or v == w:
                    shared[key] = joined(v, w, varying)
        return _Env(own, shared)

    def _drop(self, i: int) -> None:
        move = self.pushed[i]
        if move is not None and i >= max(self.frames[-1].kept, self.frames[-1].kept_in_loop):
            self.log.append((i, move))
            self.pushed[i] = None

    def _drop_from(self, first: int, last: int | None = None) -> None:
        for i in range(first, len(self.pushed) if last is None else min(last, len(self.pushed))):
            self._drop(i)

    # ------------------------------------------------------------------ statements

    def _assign(self, s: ops.Assign, env: _Env) -> _Env:
        raise AssertionError

    _set_slot = _assign

    def _set_field(self, s: ops.SetField, env: _Env) -> _Env:
        if not self.copies:
            self.written.add(s.field)
        index = None if s.index is None else self._value(s.index, env)
        value = self._value(s.value, env)
        if s.index is None or type(index) is int:
            env.shared[s.field, index] = value
        else:
            for key in [k for k in env.shared if type(k) is tuple and k[0] == s.field]:
                del env.shared[key]
        return env

    def _if(self, s: ops.If, env: _Env) -> _Env | None:
        holds = self._asked(s.cond, env)
        if holds is not None:
            return self._block(s.then if holds else s.orelse, env)

        case = self._case(False)

        def way(body: Block, truth: bool) -> Callable[[], _Env | None]:
            inner = env.copy()
            if case is not None:
                inner.shared[case] = int(truth)
            return lambda: self._block(body, inner) if self._refine(s.cond, truth, inner) else None

        return self._either([way(s.then, True), way(s.orelse, False)])

    def _break(self, s: ops.Break, env: _Env) -> None:
        frame = self.frames[-1]
        frame.kept_in_loop = len(self.pushed)
        frame.breaks[-1].append(env)

    def _continue(self, s: ops.Continue, env: _Env) -> None:
        frame = self.frames[-1]
        frame.kept_in_loop = len(self.pushed)
        frame.continues[-1].append(env)

    def _return(self, s: ops.Return, env: _Env) -> None:
        frame = self.frames[-1]
        value = None if s.value is None else self._value(s.value, env)
        frame.kept = len(self.pushed)
        frame.returns.append((env, value))

    def _scope(self, s: Any, env: _Env) -> _Env | None:
        return self._block(s.body, env)

    def _restoring(self, s: ops.Restoring, env: _Env) -> _Env | None:
        before, start = {slot: env.shared[slot] for slot in s.slots}, len(self.pushed)
        after = self._block(s.body, env)
        if s.moves:
            for i in range(start, len(self.pushed)):
                self.pushed[i] = None
        if after is not None:
            after.shared.update(before)
        return after

    def _on_copy(self, s: ops.OnCopy, env: _Env) -> _Env | None:
        before = {k: v for k, v in env.shared.items() if type(k) is tuple}
        if s.when is not None:
            self._holds(s.when, env)
        self.copies += 1
        after = self._block(s.body, env)
        self.copies -= 1
        if after is not None:
            after.shared = {k: v for k, v in after.shared.items() if type(k) is not tuple}
            if s.when is None:
                after.shared |= before
        return after

    def _question(self, s: ops.Question, env: _Env) -> _Env:
        self._skip(s.body, env)
        env.own[s.var] = VARYING if self.iterated else ANY
        return env

    def _skip(self, body: Block, env: _Env) -> None:
        """Forgets what a block may change that leaves no moves."""
        for v in bound(body):
            env.own.pop(v, None)
        for slot in self.kept.block(body):
            if slot in env.shared:
                env.shared[slot] = self._unknown_slot(slot)
        self._forget_fields(self._changes(body), env)

    def _changes(self, body: Block) -> set[str]:
        """The fields that a block may leave changed; what happens on copies of the state does not count."""
        out: set[str] = set()
        for s in body:
            if isinstance(s, ops.SetField):
                out.add(s.field)
            if not isinstance(s, ops.OnCopy) or s.when is not None:
                for inner in blocks(s):
                    out |= self._changes(inner)
            for x in (y for e in expressions(s) for y in runs(e)):
                if x.op is Op.CALL:
                    if x.called.index not in self.changed:
                        self.changed[x.called.index] = set()
                        self.changed[x.called.index] = self._changes(x.called.body)
                    out |= self.changed[x.called.index]
                elif x.op is Op.RUN:
                    entry = x.run.intrinsic
                    if entry.calls:
                        out |= self.program.fields.keys()
                    elif entry.writes & ops.Resource.FIELDS and x.run.name:
                        out.add(x.run.name)
        return out

    def _forget_fields(self, written: set[str], env: _Env) -> None:
        if written:
            for key in [k for k in env.shared if type(k) is tuple and k[0] in written]:
                del env.shared[key]

    def _unknown_slot(self, slot: str) -> Any:
        if slot in self.program.context_sets:
            return (0, self.every)
        return VARYING if self.iterated else ANY

    def _filter(self, s: ops.Filter, env: _Env) -> _Env | None:
        start = len(self.pushed)
        after = self._block(s.body, env)
        if after is None:
            return None
        self._skip(s.tests, after)
        after.own[s.var] = Moves(start, False)
        return after

    def _composed(self, s: ops.Composed, env: _Env) -> _Env | None:
        start = len(self.pushed)
        env.own[s.var] = Moves(start, True)
        after = self._block(s.body, env)
        if after is None:
            return None
        before, free, unsure, thens = self.open, self.open_free, self.open_unsure, self.open_thens
        self.open, self.open_free, self.open_unsure, self.open_thens = [], frozenset(), self.unsure, ()
        last = len(self.pushed)
        if s.joins:
            self._splice(Moves(start, True), Moves(last, True), False)
        after = self._block(s.parts, after)
        if after is not None:
            self._value(s.close, after)
        self.open, self.open_free, self.open_unsure, self.open_thens = before, free, unsure, thens
        for i in range(start, last):
            self.pushed[i] = None
        return after

    def _emit(self, s: ops.Emit, env: _Env) -> _Env:
        head = [self._value(x, env) for x in (s.mover, s.from_site, s.to_site, s.level_min, s.level_max)]
        acts = [
            Act(a.kind, tuple(self._value(x, env) for x in a.params), self._holds(a.decision, env)) for a in s.actions
        ]
        self._push(head, acts, frozenset(), env, s, tuple(fn.index for fn in s.then))
        return env

    def _push(
        self, head: Sequence[Any], acts: list[Act], free: frozenset[str], env: _Env, place: Stmt,
        thens: tuple[int, ...] | None,
    ) -> None:  # fmt: skip
        facts = {} if self.copies else {k: v for k, v in env.shared.items() if type(k) is tuple}
        mover, start, end, low, high = head
        several = self.iterated > 0
        head = mover, start, end, low, high
        self.pushed.append(Possible(self.turn, *head, acts, facts, place, free, several, thens))

    def _do(self, s: ops.Do, env: _Env) -> _Env | None:
        self._place = s
        self._value(s.value, env)
        if s.value.op is Op.RUN and not s.value.run.intrinsic.returns:
            return None
        return env

    # ------------------------------------------------------------------ loops

    def _each(self, s: Any, env: _Env, values: Iterable[Any], sure: bool, prepare: Any = None) -> _Env | None:
        """The iterations of a loop for some values of its variable. sure: all of them, in this order."""
        frame, start, mark = self.frames[-1], len(self.pushed), len(self.log)
        kept = frame.kept_in_loop
        breaks: list[_Env] = []
        frame.breaks.append(breaks)
        frame.continues.append([])
        values = list(values)
        keys = list(env.own)
        doubtful = not sure or self._may_leave(s.body)
        self.unsure += doubtful

        def once(current: _Env) -> _Env | None:
            at: _Env | None = current
            for value in values:
                if at is None:
                    break
                inner = at.copy()
                inner.own[s.var] = value
                if prepare is not None:
                    prepare(inner, value)
                out = self._block(s.body, inner)
                for other in frame.continues[-1]:
                    out = other if out is None else self._join(out, other)
                frame.continues[-1].clear()
                if sure:
                    at = out
                elif out is not None:
                    at = self._join(at, out)
            return at

        after: _Env | None = env
        if sure:
            after = once(env)
        elif values:
            for k in range(4):
                assert after is not None
                found = once(after)
                assert found is not None
                found.own = {v: found.own[v] for v in keys if v in found.own}
                changed = [v for v in found.own if not _same(found.own[v], after.own.get(v))]
                shared = [v for v in found.shared if not _same(found.shared[v], after.shared.get(v))]
                after = found
                if not changed and not shared:
                    break
                if k:
                    self._widen(after, changed, shared)
        for other in breaks:
            after = other if after is None else self._join(after, other)
        frame.breaks.pop()
        frame.continues.pop()
        self._end_loop(start, mark, kept, doubtful)
        return after

    def _may_leave(self, body: Block) -> bool:
        """Whether an iteration may end a loop, or itself, before its end."""
        found = self.leaving.get(id(body))
        if found is None:
            kinds = ops.Break | ops.Continue | ops.Return
            found = self.leaving[id(body)] = any(isinstance(s, kinds) for s in statements(body))
        return found

    def _end_loop(self, start: int, mark: int, kept: int, doubtful: bool = True) -> None:
        self.unsure -= doubtful
        self.frames[-1].kept_in_loop = kept
        for i, move in self.log[mark:]:
            if i < start:
                self.pushed[i] = move
        del self.log[mark:]

    def _widen(self, env: _Env, changed: Iterable[Var], shared: Iterable[Any]) -> None:
        for v in changed:
            env.own[v] = self._unknown(v.type)
        for key in shared:
            if type(key) is tuple:
                del env.shared[key]
            else:
                env.shared[key] = self._unknown_slot(key)

    def _unknown(self, type_: Type) -> Any:
        if type_ is Type.SET:
            return (0, self.every)
        return None if type_ is Type.BOOL else VARYING if self.iterated else ANY

    def _until(
        self, s: Any, env: _Env, prepare: Callable[[_Env], None], head: Block = [], cond: Any = None  # noqa: B006
    ) -> _Env | None:
        """The iterations of a loop that cannot be gone through one by one."""
        frame, start, mark = self.frames[-1], len(self.pushed), len(self.log)
        kept = frame.kept_in_loop
        breaks: list[_Env] = []
        frame.breaks.append(breaks)
        frame.continues.append([])
        self.unsure += 1
        self.iterated += 1
        keys = list(env.own)
        after, out_head = env, None
        for k in range(5):
            inner = after.copy()
            prepare(inner)
            begun = self._block(head, inner) if head else inner
            if begun is not None:
                out_head = begun.copy() if out_head is None else self._join(out_head, begun)
                if cond is None or self._refine(cond, True, begun):
                    out = self._block(s.body, begun)
                else:
                    out = None
                for other in frame.continues[-1]:
                    out = other if out is None else self._join(out, other)
                frame.continues[-1].clear()
            else:
                out = None
            found = after if out is None else self._join(after, out)
            found = _Env({v: found.own[v] for v in keys if v in found.own}, dict(found.shared))
            changed = [v for v in found.own if not _same(found.own[v], after.own.get(v))]
            shared = [v for v in found.shared if not _same(found.shared[v], after.shared.get(v))]
            after = found
            if not changed and not shared:
                break
            if k:
                self._widen(after, changed, shared)
        result: _Env | None = after if cond is None else out_head
        for other in breaks:
            result = other if result is None else self._join(result, other)
        frame.breaks.pop()
        frame.continues.pop()
        self.iterated -= 1
        self._end_loop(start, mark, kept)
        if result is not None and not self.iterated:
            own = {k: settled(v) for k, v in result.own.items()}
            result = _Env(own, {k: settled(v) for k, v in result.shared.items()})
        return result

    def _while(self, s: ops.While, env: _Env) -> _Env | None:
        frame, start, mark = self.frames[-1], len(self.pushed), len(self.log)
        kept = frame.kept_in_loop
        breaks: list[_Env] = []
        at: _Env | None = env
        for _ in range(WHILE):
            assert at is not None
            trial = at.copy()
            steps = len(self.pushed)
            begun = self._block(s.head, trial) if s.head else trial
            if begun is None:
                at = None
                break
            holds = self._holds(s.cond, begun)
            if holds is None or len(self.pushed) != steps:
                at = self._until(s, at, lambda inner: None, s.head, s.cond)
                break
            if not holds:
                at = begun
                break
            frame.breaks.append(breaks)
            frame.continues.append([])
            self.unsure += 1
            out = self._block(s.body, begun)
            for other in frame.continues.pop():
                out = other if out is None else self._join(out, other)
            frame.breaks.pop()
            self._end_loop(start, mark, kept)
            at = out
            if at is None:
                break
        else:
            assert at is not None
            at = self._until(s, at, lambda inner: None, s.head, s.cond)
        for other in breaks:
            at = other if at is None else self._join(at, other)
        return at

    def _for_range(self, s: ops.ForRange, env: _Env) -> _Env | None:
        lo, hi = self._value(s.lo, env), self._value(s.hi, env)
        if isinstance(lo, Moves) or isinstance(hi, Moves):
            first = lo.first if isinstance(lo, Moves) else 0
            last = hi.first if isinstance(hi, Moves) and hi.mark and not hi.offset else None

            def moves(inner: _Env) -> None:
                inner.own[s.var] = Moves(first, False, 0, last)

            return self._until(s, env, moves)
        some, others = members(lo), members(hi)
        if some is not None and others is not None:
            if s.down:
                low, high = min(others), max(some)
            else:
                low, high = min(some), max(others) - 1
            if high - low < MOST:
                values = range(high, low - 1, -1) if s.down else range(low, high + 1)
                return self._each(s, env, values, type(lo) is int and type(hi) is int)

        def any_number(inner: _Env) -> None:
            inner.own[s.var] = VARYING

        return self._until(s, env, any_number)

    def _scan(self, s: ops.Scan, env: _Env) -> _Env | None:
        lo, hi = members(self._value(s.lo, env)), members(self._value(s.hi, env))
        if lo is None or hi is None or max(hi) - min(lo) > MOST:

            def any_number(inner: _Env) -> None:
                inner.own[s.var] = VARYING

            after = self._until(s, env, any_number)
            if after is not None:
                after.own[s.var] = VARYING if self.iterated else ANY
            return after
        exact = len(lo) == len(hi) == 1
        ends: list[_Env] = []
        frame, start, mark = self.frames[-1], len(self.pushed), len(self.log)
        kept = frame.kept_in_loop
        frame.breaks.append([])
        frame.continues.append([])
        self.unsure += 1
        at: _Env | None = env
        for value in range(min(lo), max(hi)):
            if at is None:
                break
            inner = at.copy()
            inner.own[s.var] = value
            if not exact and value in hi:
                ends.append(inner.copy())
            out = self._block(s.body, inner)
            for other in frame.continues[-1]:
                out = other if out is None else self._join(out, other)
            frame.continues[-1].clear()
            ends += frame.breaks[-1]
            frame.breaks[-1].clear()
            at = out if exact or out is None else self._join(at, out)
        frame.breaks.pop()
        frame.continues.pop()
        self._end_loop(start, mark, kept)
        if at is not None:
            last = at.copy()
            last.own[s.var] = max(*hi, *lo)
            ends.append(last)
        if not ends:
            return None
        result = ends[0]
        for other in ends[1:]:
            result = self._join(result, other)
        return result

    def _for_pieces(self, s: ops.ForPieces, env: _Env) -> _Env | None:
        piece = self._value(s.piece, env)
        codes = self._domain(s.first.name)
        if isinstance(codes, frozenset):
            sites = [x for x in sorted(codes) if x >= 0]
            held = self.program.listed
            if held and type(piece) is int and not self.copies:
                sites = [x for x in sites if x < self.program.fields[held].size]

                def note(inner: _Env, site: int) -> None:
                    inner.shared[held, site] = piece

                before = {k: v for k, v in env.shared.items() if type(k) is tuple and k[0] == held}
                sites = [x for x in sites if piece in (members(before.get((held, x), ANY)) or (piece,))]
                after = self._each(s, env, sites, False, note)
                if after is not None:
                    for key in [k for k in after.shared if type(k) is tuple and k[0] == held and k not in before]:
                        del after.shared[key]
                return after
            return self._each(s, env, sites, False)

        def any_code(inner: _Env) -> None:
            inner.own[s.var] = VARYING

        return self._until(s, env, any_code)

    def _for_set(self, s: ops.ForSet, env: _Env) -> _Env | None:
        certain, may = self._value(s.set, env)
        return self._each(s, env, bits(may), certain == may)

    def _for_row(self, s: ops.ForRow, env: _Env) -> _Env | None:
        row = self._value(s.row, env)
        rows = self.program.tables[s.table].lists
        if type(row) is int:
            return self._each(s, env, rows[row] if 0 <= row < len(rows) else (), True)
        leaf = self._leaf(s.row, env)
        if leaf is not None:
            return self._split(leaf, s, env)
        some = members(row)
        found = {x for i in (range(len(rows)) if some is None else some) if 0 <= i < len(rows) for x in rows[i]}
        return self._each(s, env, sorted(found), False)

    def _split(self, leaf: Expr, s: Stmt, env: _Env) -> _Env | None:
        """Follows a statement for each value that something in it may have."""
        value = self._value(leaf, env)
        assert isinstance(value, frozenset)
        case = self._case(varies(value))

        def way(one: int) -> Callable[[], _Env | None]:
            def follow() -> _Env | None:
                inner = env.copy()
                self._put(leaf, one, inner)
                if case is not None:
                    inner.shared[case] = one
                return self._run[type(s)](s, inner)

            return follow

        return self._either([way(one) for one in sorted(value)])

    def _leaf(self, x: Expr, env: _Env) -> Expr | None:
        """Something in an expression that may have several values, each of which can be followed."""
        for y in subexpressions(x):
            named = y.op is Op.VAR or y.op is Op.CTX or (y.op is Op.FIELD and not y.src)
            if named and y.type is Type.INT and isinstance(self._value(y, env), frozenset):
                return y
        return None

    def _put(self, leaf: Expr, value: Any, env: _Env) -> None:
        if leaf.op is Op.VAR:
            env.own[leaf.var] = value
        elif leaf.op is Op.CTX:
            env.shared[leaf.name] = value
        else:
            env.shared[leaf.name, None] = value

    def _for_list(self, s: ops.ForList, env: _Env) -> _Env | None:
        values = members(self._value(s.list, env))
        if values is not None:
            return self._each(s, env, sorted(values), False)

        def any_number(inner: _Env) -> None:
            inner.own[s.var] = VARYING

        return self._until(s, env, any_number)

    def _flood(self, s: ops.Flood, env: _Env) -> _Env:
        self._value(s.start, env)
        self._skip(s.body, env)
        env.own.pop(s.var, None)
        env.own[s.group] = (0, self.every)
        return env

    # ------------------------------------------------------------------ calls

    def _call(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any]) -> tuple[Any, dict[Any, Any] | None]:
        if len(self.frames) > DEEPEST or sum(f.fn is fn for f in self.frames) > 2:
            raise NotBoundedError("its rules call themselves")
        frame = _Frame(fn)
        self.frames.append(frame)
        mark, cases = len(self.log), self.cases
        end = self._block(fn.body, _Env(dict(zip(fn.params, args, strict=True)), shared))
        if end is not None:
            frame.returns.append((end, None))
        self.frames.pop()
        outer = self.frames[-1].kept if self.frames else 0
        for i, move in self.log[mark:]:
            if i < outer:
                self.pushed[i] = move
        if not frame.returns:
            return self._unknown(fn.result), None
        env, value = frame.returns[0]
        varying = self.iterated > 0
        for other, result in frame.returns[1:]:
            env = self._join(_Env({}, env.shared), _Env({}, other.shared))
            value = value if value is result else joined(value, result, varying)
        if self.cases != cases:
            for key in [k for k in env.shared if type(k) is tuple and k[0] is _CASE and k[1] > cases]:
                del env.shared[key]
        return value, env.shared

    def _remembered(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any]) -> tuple[Any, Any]:
        """As `_call`; what a function comes to is memoised by what it reads."""
        reads = self.reads.get(fn.index, self)
        if reads is self:
            reads = self.reads[fn.index] = self._reads_of(fn)
        if reads is None:
            return self._call(fn, args, shared)
        slots, fields = reads
        facts = tuple((k, v) for k, v in shared.items() if type(k) is tuple and k[0] in fields)
        key = (fn.index, *args, self.iterated > 0, self.copies > 0, *(shared[slot] for slot in slots), frozenset(facts))
        known = self.memo.get(key)
        if known is None:
            return self._learn(fn, args, shared, key)
        value, changes, made = known
        if made:
            now = {} if self.copies else {k: v for k, v in shared.items() if type(k) is tuple}
            for move, own in made:
                again = move.copy()
                again.facts = now | own
                self.pushed.append(again)
        if changes is None:
            return value, None
        if changes:
            shared.update(changes)
        return value, shared

    def _learn(self, fn: Function, args: Sequence[Any], shared: dict[Any, Any], key: Any) -> tuple[Any, Any]:
        start, mark, opened, acts = len(self.pushed), len(self.log), self.open, len(self.open)
        before = dict(shared)
        value, after = self._call(fn, args, shared)
        touched = len(self.log) != mark or len(opened) != acts
        if touched or isinstance(value, Moves):
            return value, after
        changes: dict[Any, Any] | None = None
        if after is not None:
            changes = {k: v for k, v in after.items() if v is not before.get(k) and k[0] != _DECIDED}
            if any(isinstance(v, Moves) or type(k) is tuple for k, v in changes.items()):
                return value, after
            if any(k not in after for k in before):
                return value, after
        pushed = [m for m in self.pushed[start:] if m is not None]
        made = [(m, {k: v for k, v in m.facts.items() if before.get(k) != v}) for m in pushed]
        self.memo[key] = value, changes, made
        return value, after

    def _reads_of(self, fn: Function) -> tuple[tuple[str, ...], frozenset[str]] | None:
        """The slots and fields by which the result of a function is memoised; None if it is not."""
        if not any(isinstance(s, ops.Loop) or runs_of([s]) for s in statements(fn.body)):
            return None
        found = self.effects.function(fn)
        if found.calls or any(v.type is Type.LIST for v in fn.params):
            return None
        slots = found.slots | self.kept.changed(fn)
        return tuple(sorted(slots)), frozenset(found.fields | self._changes(fn.body))

    # ------------------------------------------------------------------ conditions

    def _asked(self, x: Expr, env: _Env) -> bool | None:
        """As `_holds`, of a condition that decides what is done."""
        self.asking += 1
        holds = self._holds(x, env)
        self.asking -= 1
        return holds

    def _holds(self, x: Expr, env: _Env) -> bool | None:
        op = x.op
        if op is Op.CONST:
            return bool(x.const)
        if op is Op.NOT:
            inner = self._holds(x.src[0], env)
            return None if inner is None else not inner
        if op is Op.AND or op is Op.OR:
            decisive = op is Op.OR
            a = self._holds(x.src[0], env)
            if a is decisive:
                return decisive
            b = self._holds(x.src[1], env)
            return decisive if b is decisive else None if a is None or b is None else not decisive
        if op in _COMPARE:
            return self._compares(op, x, env)
        if op is Op.VAR:
            value = env.own.get(x.var)
            return value if isinstance(value, bool) else None
        if op is Op.SET_HAS:
            certain, may = self._value(x.src[0], env)
            at = members(self._value(x.src[1], env))
            if at is None:
                return False if not may else None
            told = {bool(certain >> i & 1) if not (certain ^ may) >> i & 1 else None if i >= 0 else False for i in at
                    if i >= 0} | ({False} if any(i < 0 for i in at) else set())  # fmt: skip
            return told.pop() if len(told) == 1 else None
        if op is Op.SET_EQ:
            a, b = self._value(x.src[0], env), self._value(x.src[1], env)
            if a[0] == a[1] and b[0] == b[1]:
                return bool(a[0] == b[0])
            return False if a[0] & ~b[1] or b[0] & ~a[1] else None
        if op is Op.SELECT:
            which = self._holds(x.src[0], env)
            if which is not None:
                return self._holds(x.src[1 if which else 2], env)
            a, b = self._holds(x.src[1], env), self._holds(x.src[2], env)
            return a if a is b else None
        if op is Op.LIST_HAS:
            return None
        if op is not Op.CALL and op is not Op.RUN:
            return None
        value = _EVALUATE[op](self, x, env)
        return value if isinstance(value, bool) else None

    def _compares(self, op: Op, x: Expr, env: _Env) -> bool | None:
        a, b = self._value(x.src[0], env), self._value(x.src[1], env)
        if type(a) is int and type(b) is int:
            return _COMPARE[op](a, b)
        if isinstance(a, Moves) or isinstance(b, Moves):
            if not (isinstance(a, Moves) and isinstance(b, Moves) and a.mark and b.mark):
                return None
            if a.first == b.first:
                return _COMPARE[op](a.offset, b.offset)
            return None
        p, q = members(a), members(b)
        if p is None or q is None or not p or not q:
            return None
        if op is Op.EQ or op is Op.NE:
            return None if p & q else op is Op.NE
        low, high = _COMPARE[op](min(p), max(q)), _COMPARE[op](max(p), min(q))
        return low if low == high else None

    def _refine(self, x: Expr, truth: bool, env: _Env) -> bool:
        """Notes that a condition holds, or does not. Returns whether that is possible."""
        op = x.op
        if op is Op.NOT:
            return self._refine(x.src[0], not truth, env)
        if op is Op.AND if truth else op is Op.OR:
            return self._refine(x.src[0], truth, env) and self._refine(x.src[1], truth, env)
        if op is Op.VAR and x.type is Type.BOOL:
            env.own[x.var] = truth
            return True
        if op is Op.SET_HAS and truth:
            if runs(x):
                return True
            _, may = self._value(x.src[0], env)
            at = self._value(x.src[1], env)
            some = members(at)
            if some is not None:
                left = frozenset(i for i in some if i >= 0 and may >> i & 1)
                if not left:
                    return False
                self._narrow(x.src[1], number(left, varies(at)), env)
            return True
        if op not in _COMPARE or runs(x) or x.src[0].type is not Type.INT:
            return True
        a, b = self._value(x.src[0], env), self._value(x.src[1], env)
        if isinstance(a, Moves) or isinstance(b, Moves):
            if isinstance(a, Moves) and isinstance(b, Moves) and a.mark and b.mark and not (a.offset or b.offset):
                low, high = sorted((a.first, b.first))
                later = op if a.first == high else _TURNED[op]  # how the later mark compares with the earlier one
                if (later is Op.GT or later is Op.NE) is not truth and later in (Op.GT, Op.LE, Op.EQ, Op.NE):
                    self._drop_from(low, high)  # nothing was pushed between them
            return True
        if type(a) is int and type(b) is int:
            return _COMPARE[op](a, b) is truth
        p, q = members(a), members(b)
        if p is not None and q is not None:
            left, right = _that_hold(op if truth else _OPPOSITE[op], p, q)
            if not left or not right:
                return False
            if len(left) < len(p):
                self._narrow(x.src[0], number(left, varies(a)), env)
            if len(right) < len(q):
                self._narrow(x.src[1], number(right, varies(b)), env)
        elif (op is Op.EQ) is truth and (op is Op.EQ or op is Op.NE):
            if p is None:
                self._narrow(x.src[0], b, env)
            else:
                self._narrow(x.src[1], a, env)
            if p is None and q is None and varies(a) is not varies(b):
                self._narrow(x.src[0] if varies(a) else x.src[1], ANY, env)
        return True

    def _narrow(self, x: Expr, value: Any, env: _Env) -> None:
        """Notes the value of an expression, if it is one of which something can be noted."""
        if x.op is Op.VAR or x.op is Op.CTX or (x.op is Op.FIELD and not x.src):
            self._put(x, value, env)
        elif x.op is Op.FIELD and self.program.fields[x.name].kind is FieldKind.ARRAY:
            at = self._value(x.src[0], env)
            if type(value) is int and type(at) is int and 0 <= at < self.program.fields[x.name].size:
                env.shared[x.name, at] = value
        elif x.op in (Op.ADD, Op.SUB) and x.src[1].is_const:
            by = x.src[1].const if x.op is Op.SUB else -x.src[1].const
            self._narrow(x.src[0], apply(lambda v: v + by, value), env)

    # ------------------------------------------------------------------ values

    def _domain(self, name: str) -> Any:
        found = self.domains.get(name)
        if found is None:
            f = self.program.fields[name]
            if f.kind is FieldKind.SET:
                pieces = self.program.fields.get(f"what_{name[-1]}") if f.site is SiteData.EMPTY else None
                found = (0, self._set_domain(f) & (-1 if pieces is None else (1 << pieces.size) - 1))
            else:
                low, high = self.ranges.field(name)
                found = number(range(low, high + 1), False) if high - low < MOST else ANY
            self.domains[name] = found
        return found

    def _set_domain(self, f: Field) -> int:
        may = 0
        for fn in self.program.functions:
            for s in statements(fn.body):
                if isinstance(s, ops.SetField) and s.field == f.name:
                    may |= self._most(s.value, f.name, 0)
        return may

    def _most(self, x: Expr, own: str, depth: int) -> int:
        """What may be in a set, whatever the state and the locals are."""
        if depth > 8:
            return self.every
        if x.op is Op.SET_EMPTY or (x.op is Op.FIELD and x.name == own):
            return 0
        if x.op is Op.SET_OR or x.op is Op.SET_XOR:
            return self._most(x.src[0], own, depth + 1) | self._most(x.src[1], own, depth + 1)
        if x.op is Op.SET_AND:
            return self._most(x.src[0], own, depth + 1) & self._most(x.src[1], own, depth + 1)
        if x.op is Op.SET_DIFF:
            return self._most(x.src[0], own, depth + 1)
        if x.op is Op.SET_TABLE:
            return sum(1 << i for i in {i for row in self.program.tables[x.name].lists for i in row})
        if x.op is Op.SET_ONE:
            low, high = self.ranges.of(x.src[0])
            low, high = max(low, 0), min(high, self.every.bit_length() - 1)
            return ((1 << (high + 1)) - 1) >> low << low if high >= low else 0
        if x.op is Op.SELECT:
            return self._most(x.src[1], own, depth + 1) | self._most(x.src[2], own, depth + 1)
        return self.every

    def _value(self, x: Expr, env: _Env) -> Any:
        op = x.op
        if op is Op.CONST:
            return bool(x.arg) if x.type is Type.BOOL else x.arg if x.type is Type.INT else ANY
        if op is Op.VAR:
            found = env.own.get(x.var, env)
            return self._unknown(x.type) if found is env else found
        if op is Op.CTX:
            return env.shared[x.name]
        if x.type is Type.BOOL and op is not Op.CALL and op is not Op.RUN:
            return self._holds(x, env)
        compute = _COMPUTE.get(op)
        if compute is not None and x.type is Type.INT and x.src[0].type is Type.INT:
            operands = [self._value(y, env) for y in x.src]
            if any(type(v) is Moves for v in operands):
                return self._of_marks(op, operands)
            return _arithmetic(op, compute, operands)
        evaluate = _EVALUATE.get(op)
        if evaluate is not None:
            return evaluate(self, x, env)
        for y in x.src:
            self._value(y, env)
        return self._unknown(x.type)

    def _of_marks(self, op: Op, operands: list[Any]) -> Any:
        a, b = operands[0], operands[1] if len(operands) > 1 else 0
        if isinstance(a, Moves) and type(b) is int and op in (Op.ADD, Op.SUB):
            by = b if op is Op.ADD else -b
            if a.mark and a.offset + by >= 0:
                return Moves(a.first, True, a.offset + by)
            return Moves(a.first, False, by, a.last) if not a.mark and by == 1 else Moves(0, False)
        if op is Op.SUB:
            return VARYING if self.iterated else ANY
        return VARYING

    def _field(self, x: Expr, env: _Env) -> Any:
        if not x.src:
            found = env.shared.get((x.name, None))
            return self._domain(x.name) if found is None else found
        at = self._value(x.src[0], env)
        f = self.program.fields[x.name]
        if type(at) is int:
            if f.kind is FieldKind.ARRAY and not f.cap and not 0 <= at < f.size:
                return f.init
            found = env.shared.get((x.name, at))
            if found is not None:
                return found
        domain = self._domain(x.name)
        if isinstance(domain, (int, frozenset)) and f.init not in (members(domain) or ()):
            domain = joined(domain, f.init, False)
        if varies(at):
            return VARYING if domain is ANY else Varying(domain) if isinstance(domain, frozenset) else domain
        return domain

    def _table(self, x: Expr, env: _Env) -> Any:
        at = self._value(x.src[0], env)
        rows = self.program.tables[x.name].values
        if type(at) is int:
            return rows[at] if 0 <= at < len(rows) else 0
        some = members(at)
        if some is None:
            return number({*rows, 0}, varies(at))
        return number((rows[i] if 0 <= i < len(rows) else 0 for i in some), varies(at))

    def _row_len(self, x: Expr, env: _Env) -> Any:
        at = self._value(x.src[0], env)
        rows = self.program.tables[x.name].lists
        if type(at) is int:
            return len(rows[at]) if 0 <= at < len(rows) else 0
        some = members(at)
        return number((len(rows[i]) if 0 <= i < len(rows) else 0 for i in (some or range(-1, len(rows)))), varies(at))

    def _row_at(self, x: Expr, env: _Env) -> Any:
        at, place = self._value(x.src[0], env), self._value(x.src[1], env)
        rows = self.program.tables[x.name].lists
        if type(at) is int and type(place) is int:
            return rows[at][place] if 0 <= at < len(rows) and 0 <= place < len(rows[at]) else 0
        varying = varies(at) or varies(place)
        some, places = members(at), members(place)
        found = {0}
        for i in range(len(rows)) if some is None else some:
            if 0 <= i < len(rows):
                row = rows[i]
                found.update(row if places is None else [row[k] for k in places if 0 <= k < len(row)])
        return number(found, varying)

    def _set_table(self, x: Expr, env: _Env) -> Any:
        at = self._value(x.src[0], env)
        rows = self.program.tables[x.name].lists
        some = members(at)
        certain, may = -1, 0
        for i in range(-1, len(rows)) if some is None else some:
            mask = self._masks(x.name)[i] if 0 <= i < len(rows) else 0
            certain, may = certain & mask, may | mask
        return certain & may, may

    def _masks(self, table: str) -> list[int]:
        found = self.tables.get(table)
        if found is None:
            found = self.tables[table] = [sum(1 << i for i in set(row)) for row in self.program.tables[table].lists]
        return found

    def _union(self, x: Expr, env: _Env) -> Any:
        certain, may = self._value(x.src[0], env)
        masks, sure, out = self._masks(x.name), 0, 0
        for i in bits(may):
            if i < len(masks):
                out |= masks[i]
                sure |= masks[i] if certain >> i & 1 else 0
        return sure, out

    def _select(self, x: Expr, env: _Env) -> Any:
        holds = self._holds(x.src[0], env)
        if holds is not None:
            return self._value(x.src[1 if holds else 2], env)
        results = []
        for truth, y in ((True, x.src[1]), (False, x.src[2])):
            inner = env if runs(x) else env.copy()
            if inner is env or self._refine(x.src[0], truth, inner):
                results.append(self._value(y, inner))
        if len(results) == 1:
            return results[0]
        if not results:
            return self._unknown(x.type)
        varying = self.iterated > 0 and any(
            varies(self._value(y, env)) for y in subexpressions(x.src[0]) if y.op in (Op.VAR, Op.CTX)
        )
        return joined(results[0], results[1], varying)

    def _run_call(self, x: Expr, env: _Env) -> Any:
        args = [self._value(y, env) for y in x.src]
        telling = self.telling.get(x.called.index, 0)
        if self.asking and telling <= -TRIES:
            self._skip([ops.Do(x)], env)
            return self._unknown(x.type)
        before, pushed = self.steps, len(self.pushed)
        value, shared = self._remembered(x.called, args, env.shared)
        if self.asking and self.steps - before > COSTLY and len(self.pushed) == pushed:
            says = type(value) is bool or type(value) is int or (type(value) is tuple and value[0] == value[1])
            self.telling[x.called.index] = min(telling + 2, TRIES) if says else telling - 1
        if shared is not None and shared is not env.shared:
            env.shared.clear()
            env.shared.update(shared)
        for y in x.src:
            if y.type is Type.LIST and y.op is Op.VAR:
                env.own[y.var] = ANY
        return value

    def _one(self, x: Expr, env: _Env) -> Any:
        at = self._value(x.src[0], env)
        some = members(at)
        if some is None:
            return 0, self.every
        inside = [i for i in some if 0 <= i < self.every.bit_length()]
        may = sum(1 << i for i in inside)
        return (may if len(some) == 1 else 0), may

    def _span(self, x: Expr, env: _Env) -> Any:
        lo, hi = self._value(x.src[0], env), self._value(x.src[1], env)
        if type(lo) is int and type(hi) is int:
            low, high = max(lo, 0), min(hi, self.every.bit_length())
            mask = ((1 << high) - 1) >> low << low if high > low else 0
            return mask, mask
        return 0, self.every

    def _sets(self, x: Expr, env: _Env) -> Any:
        (a, b), (c, d) = self._value(x.src[0], env), self._value(x.src[1], env)
        if x.op is Op.SET_OR:
            return a | c, b | d
        if x.op is Op.SET_AND:
            return a & c, b & d
        if x.op is Op.SET_DIFF:
            return a & ~d, b & ~c
        return (a & ~d) | (c & ~b), (b | d) & ~(a & c)

    def _shift(self, x: Expr, env: _Env) -> Any:
        (a, b), by = self._value(x.src[0], env), self._value(x.src[1], env)
        if type(by) is not int:
            return 0, self.every if b else 0
        return ((a << by) & self.every, (b << by) & self.every) if by >= 0 else (a >> -by, b >> -by)

    def _of_set(self, x: Expr, env: _Env) -> Any:
        certain, may = self._value(x.src[0], env)
        for y in x.src[1:]:
            self._value(y, env)
        if x.op is Op.SET_COUNT:
            low, high = certain.bit_count(), may.bit_count()
            return number(range(low, high + 1), False)
        if certain == may and x.op is not Op.SET_NTH:
            if not may:
                return -1
            return may.bit_length() - 1 if x.op is Op.SET_MAX else (may & -may).bit_length() - 1
        varying = self.iterated > 0 and x.op is Op.SET_NTH
        return number([*bits(may), *([] if certain and x.op is not Op.SET_NTH else [-1])], varying)

    def _row_set(self, x: Expr, env: _Env) -> Any:
        at, lo, hi = (self._value(y, env) for y in x.src)
        rows = self.program.tables[x.name].lists
        if type(at) is int and type(lo) is int and type(hi) is int:
            row = rows[at][max(lo, 0) : max(hi, 0)] if 0 <= at < len(rows) else ()
            mask = sum(1 << i for i in set(row))
            return mask, mask
        return 0, self.every

    def _new_list(self, x: Expr, env: _Env) -> Any:
        out: Any = frozenset()
        for y in x.src:
            out = _added(out, self._value(y, env))
        return out

    def _list_at(self, x: Expr, env: _Env) -> Any:
        values, at = self._value(x.src[0], env), self._value(x.src[1], env)
        if not isinstance(values, (int, frozenset)) or values == frozenset():
            return self._unknown(Type.INT)
        return number(members(values) or (), varies(at) or varies(values))

    def _capped(self, x: Expr, env: _Env) -> Any:
        for y in x.src:
            self._value(y, env)
        low, high = self.ranges.of(x)
        return number(range(low, high + 1), self.iterated > 0) if high - low < MOST else self._unknown(Type.INT)

    # ------------------------------------------------------------------ intrinsics

    def _intrinsic(self, x: Expr, env: _Env) -> Any:
        name = x.run.intrinsic.name
        handle = _INTRINSICS.get(name)
        if handle is not None:
            return handle(self, x, env)
        for y in x.src:
            self._value(y, env)
        if name in _HARMLESS:
            return self._unknown(x.type)
        if x.run.intrinsic.calls:
            self._note_applied(x, env)
            for slot in list(env.shared):
                if type(slot) is not tuple and slot in self.kept.expression(x):
                    env.shared[slot] = self._unknown_slot(slot)
            self._forget_fields(set(self.program.fields), env)
            return self._unknown(x.type)
        if x.run.intrinsic.writes & (ops.Resource.MOVES | ops.Resource.OPEN | ops.Resource.COUNTS):
            raise NotBoundedError(f"its rules use {name}")
        if x.run.intrinsic.writes & ops.Resource.FIELDS and x.run.name:
            self._forget_fields({x.run.name}, env)
        if x.run.intrinsic.writes & ops.Resource.LISTS and x.src and x.src[0].op is Op.VAR:
            env.own[x.src[0].var] = ANY
        return self._unknown(x.type)

    def _note_applied(self, x: Expr, env: _Env) -> None:
        """Notes the kinds of actions that an intrinsic applies."""
        if _is_act(x):
            self.applied |= {x.run.name}
        elif x.run.intrinsic.operands and x.run.intrinsic.operands[0].use is Use.MOVE:
            for move in self._candidates(self._value(x.src[0], env)):
                self.applied |= {a.kind for a in move.acts} | move.free

    def _candidates(self, m: Any) -> list[Possible]:
        """The moves that a number may stand for."""
        first, last = (m.first, m.last) if isinstance(m, Moves) else (0, None)
        return [move for move in self.pushed[first:last] if move is not None]

    def _mark(self, x: Expr, env: _Env) -> Any:
        return Moves(len(self.pushed), True)

    def _read_part(self, x: Expr, env: _Env, name: str) -> Any:
        m = self._value(x.src[0], env)
        found = [getattr(move, name) for move in self._candidates(m)]
        if not found:
            return self._unknown(Type.INT)
        out = found[0]
        varying = not (isinstance(m, Moves) and m.mark) or self.iterated > 0
        for other in found[1:]:
            out = joined(out, other, varying)
        return out

    def _acts_at(self, x: Expr, env: _Env) -> list[Act] | None:
        """The actions that a move may have at a place; None if they are not known."""
        m, k = self._value(x.src[0], env), self._value(x.src[1], env)
        out: list[Act] = []
        for move in self._candidates(m):
            if move.free:
                return None
            if type(k) is int and not any(a.may for a in move.acts[: k + 1]):
                out += move.acts[k : k + 1]
            else:
                out += move.acts
        return out if all(a.kind for a in out) else None

    def _act_count(self, x: Expr, env: _Env) -> Any:
        m = self._value(x.src[0], env)
        moves = self._candidates(m)
        if not moves or any(move.free or any(a.may for a in move.acts) for move in moves):
            return self._unknown(Type.INT)
        return number({len(move.acts) for move in moves}, self.iterated > 0 or len(moves) > 1)

    def _act_kind(self, x: Expr, env: _Env) -> Any:
        acts = self._acts_at(x, env)
        return self._unknown(Type.INT) if not acts else number({action_number(a.kind) for a in acts}, self.iterated > 0)

    def _act_param(self, x: Expr, env: _Env) -> Any:
        acts, which = self._acts_at(x, env), self._value(x.src[2], env)
        if not acts or type(which) is not int:
            return VARYING if self.iterated else ANY
        found: Any = None
        for a in acts:
            value = a.params[which] if which < len(a.params) else -1
            found = value if found is None else joined(found, value, self.iterated > 0)
        return found

    def _act_decision(self, x: Expr, env: _Env) -> bool | None:
        m = self._value(x.src[0], env)
        if isinstance(m, Moves) and m.mark and not m.offset and env.shared.get((_DECIDED, m.first)) == 1:
            return True
        acts = self._acts_at(x, env)
        told = {a.decision for a in acts} if acts else {None}
        return told.pop() if len(told) == 1 else None

    def _decide(self, x: Expr, env: _Env) -> Any:
        lo, hi = self._value(x.src[0], env), self._value(x.src[1], env)
        decides = x.run.intrinsic.name == "move_decide"
        one = isinstance(lo, Moves) and isinstance(hi, Moves) and lo.mark and hi.mark and lo.first == hi.first
        if decides and one and not lo.offset and hi.offset == 1:
            env.shared[_DECIDED, lo.first] = 1
        if isinstance(lo, Moves):
            for i in range(lo.first, len(self.pushed)):
                move = self.pushed[i]
                if move is not None:
                    new = move.copy()
                    sure = not lo.offset and not one
                    told = [decides if sure or a.decision is decides else None for a in move.acts]
                    new.acts = [Act(a.kind, a.params, d, a.may) for a, d in zip(move.acts, told, strict=True)]
                    self.pushed[i] = new
        return ANY

    def _splice(self, lo: Any, hi: Any, keep: bool = True) -> None:
        if not isinstance(lo, Moves) or not isinstance(hi, Moves):
            raise NotBoundedError("it joins moves that are not known")
        if lo.mark:
            single = hi.mark and hi.first == lo.first and hi.offset == lo.offset + 1
            last = hi.first if hi.mark and hi.first != lo.first else None
        else:
            single = not hi.mark and hi.first == lo.first and hi.offset == lo.offset + 1
            last = lo.last if single else None
        moves = [move for move in self.pushed[lo.first : last] if move is not None]
        if any(move.thens != () for move in moves):
            first, thens = self.open_thens, moves[0].thens
            sure = single and len(moves) == 1 and first is not None and thens is not None
            self.open_thens = (*first, *thens) if sure and first is not None and thens is not None else None
        if single and len(moves) == 1:
            self.open += [Act(a.kind, a.params, a.decision if keep else False, a.may) for a in moves[0].acts]
            self.open_free |= moves[0].free
            return
        certain = single and len({tuple((a.kind, a.may) for a in move.acts) for move in moves}) == 1
        if certain and not any(move.free for move in moves):
            for several in zip(*(move.acts for move in moves), strict=True):
                params = several[0].params
                for a in several[1:]:
                    params = tuple(joined(p, q, True) for p, q in zip(params, a.params, strict=True))
                told = {a.decision for a in several}
                decision = (told.pop() if len(told) == 1 else None) if keep else False
                self.open.append(Act(several[0].kind, params, decision, several[0].may))
            return
        for move in moves:
            self.open_free |= move.free
            for a in move.acts:
                self.open.append(Act(a.kind, a.params, a.decision if keep else False, True))

    def _run_splice(self, x: Expr, env: _Env) -> Any:
        self._splice(self._value(x.src[0], env), self._value(x.src[1], env))
        return ANY

    def _open_move(self, x: Expr, env: _Env) -> Any:
        self.open, self.open_free, self.open_unsure, self.open_thens = [], frozenset(), self.unsure, ()
        return ANY

    def _add_act(self, x: Expr, env: _Env) -> Any:
        decision = self._holds(x.src[0], env)
        params = tuple(self._value(y, env) for y in x.src[1:])
        self.open.append(Act(x.run.name, params, decision, self.unsure > self.open_unsure))
        return ANY

    def _close_move(self, x: Expr, env: _Env) -> Any:
        head = [self._value(y, env) for y in x.src]
        self._push(head, list(self.open), self.open_free, env, _Closed.of(x), self.open_thens)
        return ANY

    def _reopen(self, x: Expr, env: _Env) -> Any:
        self._value(x.src[0], env)
        self.open, self.open_free, self.open_unsure, self.open_thens = [], frozenset(), self.unsure, ()
        return ANY

    def _reclose(self, x: Expr, env: _Env) -> Any:
        m = self._value(x.src[0], env)
        first = m.first if isinstance(m, Moves) else 0
        for i in range(first, len(self.pushed)):
            move = self.pushed[i]
            if move is not None:
                new = move.copy()
                new.acts = [*move.acts, *self.open]
                self.pushed[i] = new
        return ANY

    def _attach(self, x: Expr, env: _Env) -> Any:
        m, fn = self._value(x.src[0], env), self._value(x.src[1], env)
        sure = x.run.intrinsic.name == "move_attach" and type(fn) is int and isinstance(m, Moves) and m.mark
        for i in range(m.first if isinstance(m, Moves) else 0, len(self.pushed)):
            move = self.pushed[i]
            if move is not None:
                new = move.copy()
                new.thens = (*move.thens, fn) if sure and not m.offset and move.thens is not None else None
                self.pushed[i] = new
        return ANY

    def _attach_open(self, x: Expr, env: _Env) -> Any:
        self._value(x.src[0], env)
        self.open_thens = None
        return ANY

    def _set_mover(self, x: Expr, env: _Env) -> Any:
        m, mover = self._value(x.src[0], env), self._value(x.src[1], env)
        all_of_them = x.run.intrinsic.name == "move_set_movers"
        for i in range(m.first if isinstance(m, Moves) else 0, len(self.pushed)):
            move = self.pushed[i]
            if move is not None:
                new = move.copy()
                new.mover = mover if all_of_them and isinstance(m, Moves) else joined(move.mover, mover, True)
                self.pushed[i] = new
        return ANY

    def _set_levels(self, x: Expr, env: _Env) -> Any:
        m, low, high = (self._value(y, env) for y in x.src)
        for i in range(m.first if isinstance(m, Moves) else 0, len(self.pushed)):
            move = self.pushed[i]
            if move is not None:
                new = move.copy()
                new.low, new.high = joined(move.low, low, True), joined(move.high, high, True)
                self.pushed[i] = new
        return ANY

    def _copy_move(self, x: Expr, env: _Env) -> Any:
        for move in self._candidates(self._value(x.src[0], env)):
            self.pushed.append(move.copy())
        return ANY

    def _drop_moves(self, x: Expr, env: _Env) -> Any:
        lo, hi = self._value(x.src[0], env), self._value(x.src[1], env)
        if isinstance(lo, Moves) and lo.mark and not lo.offset and isinstance(hi, Moves) and hi.mark and not hi.offset:
            self._drop_from(lo.first, hi.first)
        return ANY

    def _rewind(self, x: Expr, env: _Env) -> Any:
        mark = self._value(x.src[0], env)
        self._value(x.src[1], env)
        if isinstance(mark, Moves) and mark.mark and not mark.offset:
            self._drop_from(mark.first)
        return ANY

    def _insert_applied(self, x: Expr, env: _Env) -> Any:
        m = self._value(x.src[0], env)
        for y in x.src[1:]:
            self._value(y, env)
        free = self._applied_kinds()
        replaces = x.run.intrinsic.name == "move_replace_applied"
        for i in range(m.first if isinstance(m, Moves) else 0, len(self.pushed)):
            move = self.pushed[i]
            if move is not None:
                new = move.copy()
                new.free |= free
                if replaces:
                    new.acts = [Act(a.kind, a.params, a.decision, True) for a in move.acts]
                self.pushed[i] = new
        return ANY

    def _applied_kinds(self) -> frozenset[str]:
        """The kinds of actions that may have been applied: of the moves that were followed, and of consequents."""
        if self.of_consequents is None:
            program, kinds = self.program, set()
            first = [program.functions[i] for i in numbered(program)]
            for i in reached_from(program, [*first, *program.appliers.values()]):
                for s in statements(program.functions[i].body):
                    if isinstance(s, ops.Emit):
                        kinds |= {a.kind for a in s.actions}
                    kinds |= {x.run.name for x in runs_of([s]) if x.op is Op.RUN and _is_act(x)}
            self.of_consequents = frozenset(kinds)
        return self.of_consequents | self.applied

    def _random(self, x: Expr, env: _Env) -> Any:
        bound_ = members(self._value(x.src[0], env))
        varying = self.iterated > 0
        return number(range(max(bound_)), varying) if bound_ and 0 < max(bound_) <= MOST else self._unknown(Type.INT)

    def _list_push(self, x: Expr, env: _Env) -> Any:
        value = self._value(x.src[1], env)
        if x.src[0].op is Op.VAR:
            env.own[x.src[0].var] = _added(env.own.get(x.src[0].var, ANY), value)
        return ANY

    def _mode(self, x: Expr, env: _Env) -> Any:
        return 0 if x.run.intrinsic.name == "push_mode" else -1


class _Closed(Stmt):
    """Stands for the place of an expression that pushes a move."""

    __slots__ = ("close",)
    _made: ClassVar[dict[int, tuple[Expr, _Closed]]] = {}

    @classmethod
    def of(cls, x: Expr) -> _Closed:
        """The one of an expression."""
        if id(x) not in cls._made:
            cls._made[id(x)] = x, cls()
        return cls._made[id(x)][1]


def _added(values: Any, value: Any) -> Any:
    """What a list may hold with one more value."""
    some = members(value)
    if not isinstance(values, (int, frozenset)) or some is None:
        return ANY
    found = (members(values) or frozenset()) | some
    return found if len(found) <= MOST else ANY


def _is_act(x: Expr) -> bool:
    return x.run.intrinsic.argument is ops.Argument.ACTION


def _passing(program: Program) -> set[str]:
    """The fields that rules set while they ask for something, and set back: whoever asks for the moves finds them as
    they were at first."""
    out = {name for name, f in program.fields.items() if f.kind is FieldKind.INT}
    for fn in program.functions:
        for body in all_blocks(fn.body):
            left: set[str] = set()
            for s in body:
                if isinstance(s, ops.SetField):
                    f = program.fields[s.field]
                    if not s.value.is_const:
                        out.discard(s.field)
                    elif s.value.const == f.init:
                        left.discard(s.field)
                    else:
                        left.add(s.field)
                elif left and any(isinstance(inner, ops.Return) for inner in statements([s])):
                    out -= left
            out -= left
    return out & {s.field for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.SetField)}


def _same(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and bool(a == b))


def _places_of(fn: Function) -> set[Var]:
    """The locals of a function by which its moves find their places."""
    out: set[Var] = set()
    values: dict[Var, list[Expr]] = {}
    asked: list[Expr] = []
    for s in statements(fn.body):
        if isinstance(s, ops.Assign):
            values.setdefault(s.var, []).append(s.value)
        if isinstance(s, ops.ForRow):
            asked.append(s.row)
        elif isinstance(s, ops.Emit):
            asked += (s.from_site, s.to_site)
        elif isinstance(s, ops.SetCtx) and s.value.type is Type.INT:
            asked.append(s.value)
        for x in expressions(s):
            for y in subexpressions(x):
                if y.op is Op.RUN and y.run.intrinsic is MOVE_CLOSE:
                    asked += y.src[1:3]
                elif y.op is Op.ROW_AT or y.op is Op.SET_TABLE:
                    asked.append(y.src[0])
                elif y.op is Op.CALL:
                    asked += [z for z in y.src if z.type is Type.INT]
    while asked:
        for y in subexpressions(asked.pop()):
            if y.op is Op.VAR and y.var not in out and y.type is Type.INT:
                out.add(y.var)
                asked += values.get(y.var, ())
    return out


def _arithmetic(op: Op, compute: Callable[..., int | None], operands: list[Any]) -> Any:
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


_COMPARE: dict[Op, Callable[[int, int], bool]] = {
    Op.EQ: lambda a, b: a == b, Op.NE: lambda a, b: a != b, Op.LT: lambda a, b: a < b, Op.LE: lambda a, b: a <= b,
    Op.GT: lambda a, b: a > b, Op.GE: lambda a, b: a >= b,
}  # fmt: skip
_TURNED = {Op.EQ: Op.EQ, Op.NE: Op.NE, Op.LT: Op.GT, Op.GT: Op.LT, Op.LE: Op.GE, Op.GE: Op.LE}
_OPPOSITE = {Op.EQ: Op.NE, Op.NE: Op.EQ, Op.LT: Op.GE, Op.GE: Op.LT, Op.GT: Op.LE, Op.LE: Op.GT}


def _that_hold(op: Op, p: frozenset[int], q: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Those of some numbers, and of others, for which a comparison may hold."""
    if op is Op.EQ:
        return p & q, p & q
    if op is Op.NE:
        return p - q if len(q) == 1 else p, q - p if len(p) == 1 else q
    compare = _COMPARE[op]
    up = op is Op.LT or op is Op.LE
    low, high = (min(p), max(q)) if up else (max(p), min(q))
    return frozenset(i for i in p if compare(i, high)), frozenset(j for j in q if compare(low, j))


_COMPUTE: dict[Op, Any] = {
    op: ops.OPERATIONS[op].folds[Type.INT]
    for op in (
        Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.NEG, Op.ABS, Op.BIT_COUNT, Op.MIN, Op.MAX, Op.SHL, Op.SHR, Op.BAND,
        Op.BOR,
    )
}  # fmt: skip
_EVALUATE: dict[Op, Callable[[PossibleMoves, Expr, _Env], Any]] = {
    Op.FIELD: PossibleMoves._field, Op.FIELD_RAW: PossibleMoves._field, Op.TABLE: PossibleMoves._table,
    Op.ROW_LEN: PossibleMoves._row_len, Op.ROW_AT: PossibleMoves._row_at, Op.SET_TABLE: PossibleMoves._set_table,
    Op.SET_UNION: PossibleMoves._union, Op.SELECT: PossibleMoves._select, Op.CALL: PossibleMoves._run_call,
    Op.RUN: PossibleMoves._intrinsic, Op.SET_EMPTY: lambda p, x, env: NO_SITES, Op.SET_ONE: PossibleMoves._one,
    Op.SET_RANGE: PossibleMoves._span, Op.SET_OR: PossibleMoves._sets, Op.SET_AND: PossibleMoves._sets,
    Op.SET_DIFF: PossibleMoves._sets, Op.SET_XOR: PossibleMoves._sets, Op.SET_SHIFT: PossibleMoves._shift,
    Op.SET_COUNT: PossibleMoves._of_set, Op.SET_MIN: PossibleMoves._of_set, Op.SET_MAX: PossibleMoves._of_set,
    Op.SET_NTH: PossibleMoves._of_set, Op.ROW_SET: PossibleMoves._row_set, Op.LIST_NEW: PossibleMoves._new_list,
    Op.LIST_AT: PossibleMoves._list_at,
}  # fmt: skip
_HARMLESS = frozenset({
    "act_count", "applied_count", "applied_base", "applied_set_base", "move_swap", "move_put",
    "applied_truncate", "push_counted",
})  # fmt: skip
_INTRINSICS: dict[str, Callable[[PossibleMoves, Expr, _Env], Any]] = {
    "move_count": PossibleMoves._mark,
    **{
        f"move_{name}": lambda p, x, env, part=part: p._read_part(x, env, part)  # type: ignore[misc]
        for name, part in (
            ("mover", "mover"), ("from", "start"), ("to", "end"), ("level_min", "low"), ("level_max", "high"),
        )
    },
    "move_action_count": PossibleMoves._act_count, "move_action_kind": PossibleMoves._act_kind,
    "move_action_param": PossibleMoves._act_param, "move_action_decision": PossibleMoves._act_decision,
    "move_decide": PossibleMoves._decide, "move_undecide": PossibleMoves._decide,
    "move_splice": PossibleMoves._run_splice, "move_open": PossibleMoves._open_move, "act": PossibleMoves._add_act,
    "move_close": PossibleMoves._close_move, "move_reopen": PossibleMoves._reopen,
    "move_reclose": PossibleMoves._reclose, "move_set_mover": PossibleMoves._set_mover,
    "move_set_movers": PossibleMoves._set_mover, "move_set_levels": PossibleMoves._set_levels,
    "move_copy": PossibleMoves._copy_move, "move_twin": PossibleMoves._copy_move,
    "move_drop": PossibleMoves._drop_moves, "moves_rewind": PossibleMoves._rewind,
    "move_insert_applied": PossibleMoves._insert_applied, "move_replace_applied": PossibleMoves._insert_applied,
    "random_int": PossibleMoves._random, "list_push": PossibleMoves._list_push, "push_mode": PossibleMoves._mode,
    "wanted_site": PossibleMoves._mode, "move_attach": PossibleMoves._attach, "move_detach": PossibleMoves._attach,
    "act_then": PossibleMoves._attach_open,
}  # fmt: skip
