"""Applies the actions of a consequent at once, where it would build them, try them on a copy and have them applied."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from ...facts.left_changed import slots_left_changed
from ...facts.modes import is_run
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.entries import Resource
from ...program.expansion import played_ahead
from ...program.expressions import value_of
from ...program.intrinsics import (
    ACT,
    ACT_NOW,
    APPLY_ACTIONS,
    APPLY_THENS,
    FAIL,
    LIST_PUSH,
    MOVE_ACTION_COUNT,
    MOVE_ATTACH,
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
    bound,
    expressions,
    locals_read,
    nodes,
    numbered,
    reached,
    rewrite,
    runs_of,
    statements,
    subexpressions,
    unused_name,
)
from ..base.registry import register

_CHANGING = Resource.FIELDS | Resource.RANDOM | Resource.SAVED | Resource.MODE


@register(after=("effects_in_place",))
def apply_once(program: Program) -> None:
    """Where a consequent puts one move together, tries it on a copy of the state and adds to it what else happens there
    (sowing, with its captures), it applies the actions of that move itself, instead of on the copy and once more after
    it. The move is pushed without them, and what is added to it is applied as before.

    The state that the rest of the consequent sees is the same, and so are the order of actions and their record. That
    holds where the move is the first one that the consequent pushes, where what is tried on the copy does no more than
    apply it, once, and add to its end, and where nothing looks at the state after the copy is gone.
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
        self.part = Var(unused_name(fn, "part"), Type.INT)  # a move whose actions are part of another one

    def change(self) -> None:
        """Changes the function if it may be changed."""
        s = next((s for s in self.fn.body if isinstance(s, ops.Composed)), None)
        if s is None or s.joins or not s.parts:
            return
        at = self.fn.body.index(s)
        before, after = self.fn.body[:at], self.fn.body[at + 1 :]
        ahead = next((t for t in after if isinstance(t, ops.Ahead) and not isinstance(t, ops.Trial)), None)
        if not self.is_first(s.var, before, ahead):
            return
        if ahead is not None and (ahead.draws or not self.changes_only_copies(ahead.body)):
            return
        if not all(self.quiet(t) for t in after if t is not ahead) or not all(map(self.blind, s.close.src)):
            return
        applied = self.at_once(s.parts)
        later = [*s.close.src, *_values(t for t in after if t is not ahead)]
        if applied is None or self.leaves(applied) & _slots_read(later):
            return
        deeds = next((t for t in s.parts if s.listed and isinstance(t, ops.ForList)), None)
        if deeds is not None and _lists_blindly(s.body, deeds):
            before = [t for t in before if not (isinstance(t, ops.Assign) and t.var is deeds.list.arg)]
            s.body = rewrite(s.body, lambda t: self.instead(t, deeds))
        else:
            s.body += applied
        s.parts, s.listed = [], False
        if ahead is not None:  # what is tried needs no copy any more, but all else that it restores
            after[after.index(ahead)] = dataclasses.replace(played_ahead(ahead), body=ahead.body)
        self.fn.body[:] = [*before, s, *after]
        self.fn.changed()

    def instead(self, s: Stmt, deeds: ops.ForList) -> list[Stmt]:
        """What a statement is replaced by that may list something to be done: doing it."""
        if not isinstance(s, ops.Do) or not _lists(s, deeds):
            return [s]
        done = self.at_once(deeds.body)
        assert done is not None
        return [ops.Assign(deeds.var, s.value.src[1], places=s.places), *done]

    def is_first(self, mark: Var, before: Block, ahead: ops.Ahead | None) -> bool:
        """Whether a local is the number of the first move that the function pushes, and is used for nothing but to play
        that ahead, and to add to its end."""
        if not all(self.quiet(s) or self.effects.block([s]).pure for s in before):
            return False
        move = value_of(mark)
        end = Expr(Op.RUN, Type.INT, (move,), run_of(MOVE_ACTION_COUNT))
        if ahead is not None and ahead.applies is not Expr(Op.RUN, Type.VOID, (move,), run_of(APPLY_ACTIONS)):
            return False
        told = int(ahead is not None)
        for x in all_runs(self.fn):
            told += is_run(x, MOVE_ATTACH) and x.src[0] is move
            told += 2 * (is_run(x, MOVE_INSERT_APPLIED) and x.src[0] is move and x.src[1] is end)
        return told == sum(x is move for x in all_expressions(self.fn))

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
            if x.op is Op.CALL and not self.effects.function(x.called).keeps_state:
                return True
            if x.op is Op.RUN and (x.run.intrinsic.calls or x.run.intrinsic.writes & _CHANGING):
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

    def leaves(self, applied: Block) -> frozenset[str]:
        """The slots that actions and consequents may leave changed which a block applies."""
        slots = slots_left_changed(self.program)
        done = [x for x in runs_of(statements(applied)) if x.op is Op.RUN]
        kinds = {x.run.name for x in done if is_run(x, ACT_NOW)}
        acted = (slots.function(self.program.appliers[kind]) for kind in kinds)
        return frozenset[str]().union(*acted, *(slots.expression(x) for x in done if not is_run(x, ACT_NOW)))

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
            elif isinstance(s, ops.Do) and is_run(s.value, MOVE_SPLICE) and all(map(self.settled, s.value.src)):
                m, (first, end) = value_of(self.part), s.value.src
                runs = [Expr(Op.RUN, Type.VOID, (m,), run_of(entry)) for entry in (APPLY_ACTIONS, APPLY_THENS)]
                applied = [ops.Do(x, places=s.places) for x in runs]
                out.append(ops.ForRange(self.part, first, end, list[Stmt](applied), places=s.places))
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


def _values(some: Iterable[Stmt]) -> list[Expr]:
    return [x for s in some for x in expressions(s)]


def _slots_read(values: Iterable[Expr]) -> set[str]:
    """The slots that some expressions themselves read."""
    return {y.name for x in values for y in subexpressions(x) if y.op is Op.CTX}


def _lists_blindly(body: Block, deeds: ops.ForList) -> bool:
    """Whether a block lists what is to be done without looking at the state, and returns only before that; and what is
    done reads no local that is assigned, and no list that may grow, between where it is listed and the end, nor assigns
    any that the block knows."""
    order = statements(body)
    first = next((k for k, s in enumerate(order) if _lists(s, deeds)), 0)
    late = {*order[first:], *(t for s in order if isinstance(s, ops.Loop) for t in statements([s]))}
    if any(isinstance(s, ops.Return) for s in late):
        return False
    own = {deeds.var, *bound(deeds.body)}
    read = locals_read(statements(deeds.body)) - own
    if read & {s.var for s in late if isinstance(s, ops.Binding)} or any(v.type is Type.LIST for v in read):
        return False
    if own & (locals_read(order) | set(bound(body))):
        return False
    effects = [x for x in nodes(order) if x.op in (Op.CALL, Op.RUN) or x.op in FIELD_READS]
    return all(is_run(x, LIST_PUSH, FAIL) for x in effects)


def _lists(s: Stmt, deeds: ops.ForList) -> bool:
    """Whether a statement adds to the list of what is to be done."""
    return isinstance(s, ops.Do) and is_run(s.value, LIST_PUSH) and s.value.src[0].arg is deeds.list.arg
