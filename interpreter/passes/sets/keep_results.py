"""Marks functions as memoised whose results take loops to find: `kept` where a result depends on the state alone, and
`kept_by` a slot of the context where it depends on that slot besides. Slots that a function restores do not count."""

from __future__ import annotations

from collections.abc import Iterator

from ...facts.left_changed import slots_left_changed
from ...facts.liveness import slots_inherited
from ...facts.modes import modal_functions
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.entries import Argument, Resource
from ...program.ops import Block, Op, Type
from ...program.program import Function, Program
from ...program.walk import all_calls, all_of, all_runs, blocks, called_by, nodes, numbered, reached, repeats
from ...program.worklist import reachable
from ..base.registry import register

RESULTS = (Type.SET, Type.INT, Type.BOOL)
MOST_BYTES = 1 << 16
"""Of all memos by slots of a program together: each engine has them."""

_READS = Resource.FIELDS | Resource.TABLES | Resource.LISTS
_ROWS = {Op.SIGHT, Op.RAY_ENDS, Op.ROW_RUN, Op.ROW_SET, Op.SET_FLOOD, Op.FLOOD_MEETS, Op.SET_UNION, Op.SOME_WITHIN}


@register(after=("keep_verdicts",))
def keep_results(program: Program) -> None:
    """Marks functions as memoised (`kept`). One without loops, or that is called once between two moves, costs less
    than a memo. Memos by slot are for as many functions as there is room for: a loop over the sites of a player's
    pieces asks about the same destinations again and again."""
    effects, left_changed, inherited = effects_of(program), slots_left_changed(program), slots_inherited(program)
    modal = modal_functions(program)
    work: dict[int, bool] = {}
    depth: dict[int, int] = {}
    left = MOST_BYTES
    for index in called_often(program):
        fn = program.functions[index]
        if fn.kept or fn.params or fn.result not in RESULTS:
            continue
        found = effects.function(fn)
        if found.pure and found.state_only and not found.slots:
            fn.kept = takes_work(fn, work) and not _reads_unnamed(fn, set())
        if fn.kept or index in modal or _depth(fn, depth) < 2:
            continue
        if left_changed.function(fn) or not _only_computes(program, fn, effects, set()):
            continue
        read = inherited.inherited(fn.body)
        fn.kept = not read
        if len(read) == 1 and read <= set(program.context):
            room = program.set_width * (((program.set_width + 63) // 64) * 8 if fn.result is Type.SET else 4)
            if room <= left:
                left -= room
                (fn.kept_by,) = read


def called_often(program: Program) -> list[int]:
    """The functions that may be called more than once without a move in between: in a loop, from several places, while
    moves are generated (which playouts do twice), or while moves are tried."""
    live = reached(program)
    sites: dict[int, int] = {}
    callees: dict[int, set[int]] = {i: set() for i in live}
    for i in live:
        for called, times in _calls(program.functions[i].body, 1):
            sites[called] = sites.get(called, 0) + times
            callees[i].add(called)
    todo = [i for i, n in sites.items() if n > 1]
    todo.append(program.entries["moves"].index)
    if any(all_of(program.functions[i], ops.Copying) for i in live):
        todo += [*numbered(program), *(fn.index for fn in program.appliers.values())]
    return sorted(reachable((i for i in todo if i in live), lambda i: callees[i]))


def _calls(body: Block, times: int) -> Iterator[tuple[int, int]]:
    """The functions that a block calls, each with 2 for a call in a loop, else 1."""
    for s in body:
        again = 2 if isinstance(s, ops.While) else times  # its condition is evaluated in every iteration
        yield from ((f.index, again) for f in called_by([s]))
        for inner in blocks(s):
            yield from _calls(inner, 2 if repeats(s, inner) else times)


def takes_work(fn: Function, known: dict[int, bool]) -> bool:
    """Whether a function or one that it calls has a loop."""
    if fn.index not in known:
        known[fn.index] = False  # a recursive call adds nothing
        known[fn.index] = bool(all_of(fn, ops.Loop)) or any(takes_work(f, known) for f in all_calls(fn))
    return known[fn.index]


def _reads_unnamed(fn: Function, seen: set[int]) -> bool:
    """Whether an intrinsic reads fields that it does not name, callees included: no backend could tell when they
    change."""
    if fn.index in seen:
        return False
    seen.add(fn.index)
    for x in all_runs(fn):
        if x.op is Op.RUN and Resource.FIELDS in x.run.intrinsic.reads and x.run.intrinsic.argument is Argument.NONE:
            return True
        if x.op is Op.CALL and _reads_unnamed(x.called, seen):
            return True
    return False


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


def _only_computes(program: Program, fn: Function, effects: EffectsOf, seen: set[int]) -> bool:
    """Whether a function does nothing but find a result from fields, tables and slots, and change slots on the way."""
    if fn.index in seen:
        return False  # recursive
    found = effects.function(fn)
    if not found.keeps_state or not found.state_only:
        return False
    if all_of(fn, ops.Push, ops.SetField, ops.Copying, ops.InMode):
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
