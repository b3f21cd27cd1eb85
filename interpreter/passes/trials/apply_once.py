"""Applies the actions of a consequent at once, where it would build them, try them on a copy and have them applied."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from ...facts.modes import does, is_run
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.entries import Resource
from ...program.intrinsics import (
    ACT,
    ACT_NOW,
    APPLY_ACTIONS,
    APPLY_THENS,
    FAIL,
    LIST_PUSH,
    MOVE_ACTION_COUNT,
    MOVE_ATTACH,
    MOVE_DROP,
    MOVE_INSERT_APPLIED,
    MOVE_SPLICE,
    run_of,
)
from ...program.operations import FIELD_READS
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.raw import NOTES
from ...program.walk import (
    all_calls,
    all_expressions,
    all_runs,
    blocks,
    nodes,
    numbered,
    reached,
    reads,
    rewrite,
    runs_of,
    statements,
    subexpressions,
    unused_name,
)
from ..base.registry import register

_CHANGING = Resource.FIELDS | Resource.RANDOM | Resource.SAVED | Resource.MODE
_OF_MARK = (MOVE_DROP, APPLY_ACTIONS, MOVE_ATTACH, MOVE_INSERT_APPLIED, MOVE_ACTION_COUNT)


@register(after=("effects_in_place",))
def apply_once(program: Program) -> None:
    """Where a consequent puts one move together, tries it on a copy of the state and adds to it what else happens there
    (sowing, with its captures), it applies the actions of that move itself, instead of on the copy and once more after
    it. The move is pushed without them, and what is added to it is applied as before.

    The state that the rest of the consequent sees is the same, and so are the order of actions and their record. That
    holds where the move is the first one that the consequent pushes, where what is tried on the copy does no more than
    apply it, and where nothing looks at the state after the copy is gone.
    """
    live = reached(program)
    called = {f.index for i in live for f in all_calls(program.functions[i])}
    effects = effects_of(program)
    for i in sorted(numbered(program) - called):
        _Consequent(program, program.functions[i], effects).change()


class _Consequent:
    """A function that is called as a consequent alone."""

    def __init__(self, program: Program, fn: Function, effects: EffectsOf) -> None:
        self.program, self.fn, self.effects = program, fn, effects

    def change(self) -> None:
        """Changes the function if it may be changed."""
        s = next((s for s in self.fn.body if isinstance(s, ops.Composed)), None)
        if s is None or s.joins or not s.parts:
            return
        at = self.fn.body.index(s)
        before, kept = self.fn.body[:at], self.fn.body[at + 1 :]
        if not self.is_first(s.var, before):
            return
        ahead = next((t for t in kept if isinstance(t, ops.Ahead)), None)
        if ahead is not None and (ahead.draws or ahead.move is not s.var or not self.changes_only_copies(ahead.body)):
            return
        if not all(self.quiet(t) for t in kept if t is not ahead) or not all(map(self.blind, s.close.src)):
            return
        applied = self.at_once(s.parts)
        loops = [t for t in s.parts if isinstance(t, ops.ForList) and applied is not None]
        deeds = loops[0] if loops == s.parts else None  # the parts are those of one list
        if deeds is not None and self.is_listed(before, s.body, deeds):
            before = [x for x in rewrite(before, lambda x: self.instead(x, deeds)) if not _makes(x, deeds.list)]
            s.body = rewrite(s.body, lambda x: self.instead(x, deeds))
        else:
            applied = self.noted_first(s.parts) if applied is None else applied
            if applied is None:
                return
            s.body += applied
        s.parts = []
        self.fn.body[:] = [*before, s, *(x for t in kept for x in (ahead.body if ahead is t else [t]))]
        self.fn.changed()

    def is_listed(self, before: Block, filling: Block, deeds: ops.ForList) -> bool:
        """Whether what is listed may be done at once: the code that fills the list neither looks at the state nor
        returns after something was listed. before: what runs before that code, and makes the list."""
        made = deeds.list
        start = next((k for k, s in enumerate(before) if _makes(s, made)), None)
        if start is None:
            return False
        filling = [*before[start + 1 :], *filling]
        found = nodes(statements(filling))
        ways = [x for x in found if x.op in (Op.CALL, Op.RUN)]
        pushed = sum(is_run(x, LIST_PUSH) and x.src[0] == made for x in ways)
        if sum(x.op is Op.VAR and x.arg is made.arg for x in all_expressions(self.fn)) != pushed + 1:
            return False
        if any(x.op in FIELD_READS for x in found) or not all(is_run(x, LIST_PUSH, FAIL) for x in ways):
            return False
        return not _returns(filling, made.var, False)

    def instead(self, s: Stmt, deeds: ops.ForList) -> list[Stmt]:
        """What a statement is replaced by that may list something to be done: doing it."""
        if not _lists(s, deeds.list.var):
            return [s]
        done = self.at_once(deeds.body)
        assert done is not None
        return [ops.Assign(deeds.var, _arguments(s)[1], places=s.places), *done]

    def noted_first(self, parts: Block) -> Block | None:
        """What applies actions whose parameters look at the state, in two rounds: the first one notes these parameters,
        for all actions, in lists; the second one applies."""
        acts = [s for s in statements(parts) if does(s, ACT)]
        if len(acts) != 1:
            return None
        seen = [s.var for s in statements(parts) if isinstance(s, ops.Assign) and not self.blind(s.value)]
        act = acts[0]
        assert isinstance(act, ops.Do)
        params = act.value.src
        read = [k for k, x in enumerate(params) if not self.blind(x) or reads(x, seen)]
        if not all(self.effects.expression(x).pure for s in [*_assigns(parts), act] for x in _given(s)):
            return None
        if any(isinstance(s, ops.If) and reads(s.cond, seen) for s in statements(parts)):
            return None
        lists = [Var(unused_name(self.fn, f"noted{k}_"), Type.LIST) for k in read]
        which = Var(unused_name(self.fn, "deed_number"), Type.INT)
        number = Expr(Op.VAR, Type.INT, (), which)
        stored = {k: Expr(Op.VAR, Type.LIST, (), v) for k, v in zip(read, lists, strict=True)}

        def note(s: Stmt) -> list[Stmt]:
            if s is act:
                push = run_of(LIST_PUSH)
                pushed = [Expr(Op.RUN, Type.VOID, (at, params[k]), push) for k, at in stored.items()]
                return [ops.Do(x, places=s.places) for x in pushed]
            return [] if does(s, MOVE_SPLICE) else [s]

        def take(s: Stmt) -> list[Stmt]:
            if isinstance(s, ops.Assign) and s.var in seen:
                return []
            if s is not act:
                return [s]
            src = tuple(ir.list_at(stored[k], number) if k in stored else x for k, x in enumerate(params))
            done = dataclasses.replace(act, value=dataclasses.replace(act.value, src=src))
            return [done, ops.Assign(which, number + 1, places=s.places)]

        taking = self.at_once(_rewritten(parts, take))
        if taking is None:
            return None
        fresh = [ops.Assign(v, Expr(Op.LIST_NEW, Type.LIST, ())) for v in lists]
        start = ops.Assign(which, ir.const(0))
        return [*fresh, *_rewritten(parts, note), start, *taking]

    def is_first(self, mark: Var, before: Block) -> bool:
        """Whether a local is the number of the first move that the function pushes, and used for nothing but that."""
        if not all(self.quiet(s) or self.effects.block([s]).pure for s in before):
            return False
        uses = sum(x.op is Op.VAR and x.var is mark for x in all_expressions(self.fn))
        first = [x.src[0] for x in all_runs(self.fn) if is_run(x, *_OF_MARK)]
        return uses == sum(x.op is Op.VAR and x.var is mark for x in first)

    def changes_only_copies(self, body: Block) -> bool:
        """Whether a block goes to its end, and changes nothing but copies of the state."""
        for s in body:
            if isinstance(s, ops.OnCopy) and s.when is None:
                continue
            if isinstance(s, ops.Return) or self.changes(s) or not all(map(self.changes_only_copies, blocks(s))):
                return False
        return True

    def changes(self, s: Stmt) -> bool:
        """Whether a statement itself, without the blocks within it, may change the state."""
        if isinstance(s, ops.SetField | ops.Scope):
            return True
        for x in runs_of([s]):
            if x.op is Op.CALL:
                found = self.effects.function(x.called)
                if found.written is None or found.written or found.calls or found.draws:
                    return True
            elif x.op is Op.RUN and (x.run.intrinsic.calls or x.run.intrinsic.writes & _CHANGING):
                return True
        return False

    def quiet(self, s: Stmt) -> bool:
        """Whether a statement neither looks at the state nor pushes moves."""
        if isinstance(s, ops.Do) and is_run(s.value, MOVE_ATTACH):
            return True
        return isinstance(s, ops.Assign | ops.SetCtx) and self.blind(s.value)

    def blind(self, x: Expr) -> bool:
        """Whether an expression depends on locals, tables and slots alone."""
        return not any(y.op in FIELD_READS or y.op in (Op.CALL, Op.RUN) for y in subexpressions(x))

    def settled(self, x: Expr) -> bool:
        """Whether an expression has the same value after other actions and their consequents: it depends on locals and
        tables alone."""
        return self.blind(x) and not any(y.op is Op.CTX for y in subexpressions(x))

    def at_once(self, body: Block) -> Block | None:
        """What applies the actions that a block adds to the open move; None if it does more."""
        out: Block = []
        for s in body:
            if isinstance(s, ops.Do) and is_run(s.value, ACT):
                kind = s.value.run.name
                applier = self.program.appliers.get(kind)
                if kind in NOTES or applier is None or self.effects.function(applier).slots:
                    return None
                if not all(map(self.settled, s.value.src)):
                    return None
                out.append(dataclasses.replace(s, value=Expr(Op.RUN, Type.VOID, s.value.src, run_of(ACT_NOW, kind))))
            elif does(s, MOVE_SPLICE):
                move = _operand(s, 0)
                if move is None or not _is_next(s):
                    return None
                at = _arguments(s)[:1]
                applied = [Expr(Op.RUN, Type.VOID, at, run_of(entry)) for entry in (APPLY_ACTIONS, APPLY_THENS)]
                out += [ops.Do(x, places=s.places) for x in applied]
            elif isinstance(s, ops.If) and self.settled(s.cond):
                then, orelse = self.at_once(s.then), self.at_once(s.orelse)
                if then is None or orelse is None:
                    return None
                out.append(dataclasses.replace(s, then=then, orelse=orelse))
            elif isinstance(s, ops.ForList) and self.settled(s.list):
                each = self.at_once(s.body)
                if each is None:
                    return None
                out.append(dataclasses.replace(s, body=each))
            elif isinstance(s, ops.Assign) and self.settled(s.value):
                out.append(dataclasses.replace(s))
            else:
                return None
        return out


def _rewritten(body: Block, change: Callable[[Stmt], list[Stmt]]) -> Block:
    """A copy of a block in which each statement is replaced."""
    out: Block = []
    for s in body:
        if isinstance(s, ops.If):
            s = dataclasses.replace(s, then=_rewritten(s.then, change), orelse=_rewritten(s.orelse, change))
        elif isinstance(s, ops.ForList):
            s = dataclasses.replace(s, body=_rewritten(s.body, change))
        out += change(s)
    return out


def _assigns(body: Block) -> list[Stmt]:
    return [s for s in statements(body) if isinstance(s, ops.Assign)]


def _given(s: Stmt) -> tuple[Expr, ...]:
    """What an assignment assigns, or the operands of an intrinsic."""
    return (s.value,) if isinstance(s, ops.Assign) else _arguments(s)


def _lists(s: Stmt, made: Var) -> bool:
    """Whether a statement adds to a list."""
    return does(s, LIST_PUSH) and _operand(s, 0) is made


def _returns(body: Block, made: Var, listed: bool) -> bool:
    """Whether a block may return after it has added to a list. listed: whether something was added before."""
    for s in body:
        if isinstance(s, ops.Return):
            return listed
        within = any(_lists(x, made) for x in statements([s]))
        again = listed or (within and not isinstance(s, ops.If))
        if any(_returns(inner, made, again) for inner in blocks(s)):
            return True
        listed = listed or within
    return False


def _makes(s: Stmt, made: Expr) -> bool:
    """Whether a statement assigns a local that an expression is."""
    return made.op is Op.VAR and isinstance(s, ops.Assign) and s.var is made.var


def _arguments(s: Stmt) -> tuple[Expr, ...]:
    assert isinstance(s, ops.Do)
    return s.value.src


def _operand(s: Stmt, k: int) -> Var | None:
    """The local that is an operand of an intrinsic, if it is one."""
    x = _arguments(s)[k]
    return x.var if x.op is Op.VAR else None


def _is_next(s: Stmt) -> bool:
    """Whether the two operands of an intrinsic are a local and its successor."""
    low, high = _arguments(s)
    if high.op is not Op.ADD or not high.src[1].is_const or high.src[1].const != 1:
        return False
    return low.op is Op.VAR and high.src[0].op is Op.VAR and high.src[0].var is low.var
