"""Marks functions as memoised by a slot of the context: their results depend on that slot and the state alone.

Functions that use slots and restore them, and read none, are memoised without.
"""

from __future__ import annotations

from ...facts.context_kept import ContextKept
from ...facts.footprint_slots import InheritedSlots
from ...facts.modes import modal_functions
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.entries import Argument, Resource
from ...program.ops import Block, Op, Type
from ...program.program import Function, Program
from ...program.walk import all_runs, blocks, nodes, statements
from ..base.registry import register
from .keep_results import RESULTS, called_often

MOST_BYTES = 1 << 16
"""Of all memos of a program together: each engine has them."""

_READS = Resource.FIELDS | Resource.TABLES | Resource.LISTS


@register(after=("keep_results",))
def keep_by_slot(program: Program) -> None:
    """Marks them, as long as there is room for their memos. A loop over the sites of a player's pieces asks about the
    same destinations again and again."""
    effects, context, inherited = effects_of(program), ContextKept(program), InheritedSlots(lambda fn: fn.body)
    modal = modal_functions(program)
    depth: dict[int, int] = {}
    left = MOST_BYTES
    for index in called_often(program):
        fn = program.functions[index]
        if fn.kept or fn.params or fn.result not in RESULTS or index in modal or _depth(fn, depth) < 2:
            continue
        if context.changed(fn) or not _only_computes(program, fn, effects, set()):
            continue
        read = inherited.block(fn.body)
        fn.kept = not read
        if len(read) == 1 and read <= set(program.context):
            room = program.set_width * (((program.set_width + 63) // 64) * 8 if fn.result is Type.SET else 4)
            if room <= left:
                left -= room
                (fn.kept_by,) = read


def _depth(fn: Function, known: dict[int, int]) -> int:
    """How deep the loops of a function are nested, those of its callees and of operations on rows included. With fewer
    than two a memo costs as much as it saves."""
    if fn.index not in known:
        known[fn.index] = 0  # a recursive call adds nothing
        known[fn.index] = _depth_of(fn.body, known)
    return known[fn.index]


def _depth_of(body: Block, known: dict[int, int]) -> int:
    found = 0
    for s in body:
        own = 0
        for x in nodes([s]):
            if x.op is Op.CALL:
                own = max(own, _depth(x.called, known))
            elif x.op in _ROWS:
                own = max(own, 1)
        inner = max([0, *(_depth_of(block, known) for block in blocks(s))])
        found = max(found, own, inner + isinstance(s, ops.Loop))
    return found


_ROWS = {Op.SIGHT, Op.RAY_ENDS, Op.ROW_RUN, Op.ROW_SET, Op.SET_FLOOD, Op.FLOOD_MEETS, Op.SET_UNION, Op.SOME_WITHIN}


def _only_computes(program: Program, fn: Function, effects: EffectsOf, seen: set[int]) -> bool:
    """Whether a function does nothing but find a result from fields, tables and slots, and change slots on the way."""
    if fn.index in seen:
        return False  # recursive
    found = effects.function(fn)
    if found.written is None or found.written or found.draws or found.calls or not found.state_only:
        return False
    if any(isinstance(s, ops.Emit | ops.SetField | ops.OnCopy | ops.InMode) for s in statements(fn.body)):
        return False
    for x in all_runs(fn):
        if x.op is Op.CALL:
            if any(v.type is Type.LIST for v in x.called.params) or x.called.result is Type.LIST:
                return False
            if not _only_computes(program, x.called, effects, seen | {fn.index}):
                return False
        elif x.op is Op.RUN:
            run = x.run.intrinsic
            unnamed = bool(run.reads & Resource.FIELDS) and run.argument is Argument.NONE
            if run.reads & ~_READS or run.writes & ~Resource.LISTS or run.argument is Argument.LIST or unnamed:
                return False
    return True
