"""Checks that functions and nodes do no more than they tell, since those who read it look at nothing else: also those
whose results a backend may keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import ops
from .check_expressions import ExpressionChecker, InvalidProgramError
from .effects import EffectsOf
from .entries import Resource, Type
from .intrinsics import LIST_PUSH
from .ops import Op, Stmt
from .program import Effects, Function, Program
from .walk import (
    all_calls,
    all_expressions,
    all_of,
    all_statements,
    blocks,
    expressions,
    reached_from,
    runs_of,
    statements,
)

Fail = Callable[[str], None]


def check_told(fn: Function, effects: EffectsOf, fail: Fail) -> None:
    """Checks what a function tells of itself, and what its statements tell of theirs. fail: raises the error."""
    if fn.filters:
        others = [s for s in fn.body if not isinstance(s, ops.Filter)]
        if len(fn.body) != len(others) + 1 or not all(_asks(s, effects) for s in others):
            fail("pushes other moves than those that one filter keeps, or does more")
    if fn.whole is not None and not _hands_on(fn, fn.whole, effects):
        fail(f"does more than to hand on what {fn.whole.name} pushes in FULL")
    for s in all_of(fn, ops.Filter):
        done = [t.value.arg if isinstance(t, ops.Do) else None for t in s.body]
        if s.generator is not None and done != [s.generator]:
            fail(f"a filter does not get its moves from {s.generator.name} alone")
    for c in all_of(fn, ops.Composed):
        if c.listed and not _lists(fn, c):
            fail("a move does more than what it lists, or its list is used elsewhere")


def _asks(s: Stmt, effects: EffectsOf) -> bool:
    """Whether a statement pushes no move that stays, and changes no field: what it does in a question is undone."""
    if isinstance(s, ops.Question):
        return True
    if isinstance(s, ops.Push | ops.Composed | ops.InFull | ops.Filter | ops.SetField):
        return False
    if any(x.op is Op.CALL and not effects.function(x.called).keeps_state for x in runs_of([s])):
        return False
    return all(_asks(t, effects) for inner in blocks(s) for t in inner)


def _hands_on(fn: Function, whole: Function, effects: EffectsOf) -> bool:
    """Whether all that a function does is to call another one where moves are built, and to export them."""
    if all_calls(fn) != (whole,) or any(x.op is Op.CALL and x.type is not Type.VOID for x in all_expressions(fn)):
        return False
    plain = ops.Assign | ops.If | ops.Return
    for s in all_statements(fn):
        if isinstance(s, ops.InFull):
            if not s.exports:
                return False
        elif isinstance(s, ops.Do):
            if s.value.arg is not whole:
                return False
        elif not isinstance(s, plain) or not all(effects.expression(x).keeps_state for x in expressions(s)):
            return False
    return True


def _lists(fn: Function, s: ops.Composed) -> bool:
    """Whether a move does what it lists: its parts are a loop over a local list that is new before, to which its body
    alone adds, and which nothing else uses."""
    if [type(t) for t in s.parts] != [ops.ForList]:
        return False
    (loop,) = (t for t in s.parts if isinstance(t, ops.ForList))
    given = [t.value for t in all_of(fn, ops.Assign) if t.var is loop.list.arg]
    pushes = [x for x in runs_of(statements(s.body)) if x.op is Op.RUN and x.run.intrinsic is LIST_PUSH]
    adds = sum(x.src[0] is loop.list for x in pushes)
    new = loop.list.op is Op.VAR and [x.op for x in given] == [Op.LIST_NEW] and not given[0].src
    return new and sum(x is loop.list for x in all_expressions(fn)) == adds + 1


# ---------------------------------------------------------------------------------------------- results that are kept


Checkers = Mapping[Function, ExpressionChecker]
"""What has checked each function."""


def check_kept(program: Program, fn: Function, found: Effects, checkers: Checkers) -> None:
    """Checks a function whose result a backend may keep. found: its effects. Raises InvalidProgramError."""
    if fn.kept_by and fn.kept_by not in program.context:
        raise InvalidProgramError(f"{fn.name}: is kept by {fn.kept_by}, which is no slot of the context")
    below = [s for i in reached_from(program, [fn]) for s in statements(program.functions[i].body)]
    changes = found.written is None or bool(found.written) or found.draws or any(map(_acts, below))
    inherited, left = (set(), set()) if changes else _slots(fn, checkers, {})
    if changes or not found.state_only or inherited - {fn.kept_by}:
        more = f" and the slot {fn.kept_by}" if fn.kept_by else ""
        raise InvalidProgramError(f"{fn.name}: is kept, and depends on more than the state{more}, or changes it")
    if left:
        raise InvalidProgramError(f"{fn.name}: is kept, and leaves {min(left)} changed")


def _slots(
    fn: Function, checkers: Checkers, known: dict[Function, tuple[set[str], set[str]]]
) -> tuple[set[str], set[str]]:
    """The slots that a function which does not call itself reads where nobody in it has written them, and those that it
    may leave changed. known: those of functions that were asked about before."""
    if fn in known:
        return known[fn]
    own = checkers[fn]
    inherited, left = set(own.inherited), {s.slot for s in all_of(fn, ops.SetCtx)} if own.early else set(own.left)
    for called, written, restored in own.called:
        read, changed = _slots(called, checkers, known)
        inherited |= read - written
        left |= changed if own.early else changed - restored
    known[fn] = inherited, left
    return known[fn]


def _acts(s: Stmt) -> bool:
    """Whether a statement changes anything but fields, slots of the context and lists of its function."""
    written = (x.run.intrinsic.writes for x in runs_of([s]) if x.op is Op.RUN)
    return isinstance(s, ops.Emit | ops.Copying | ops.InMode) or any(x & ~Resource.LISTS for x in written)
