"""Marks functions as memoised (`kept`) whose result depends on the state alone and takes a loop to find."""

from __future__ import annotations

from collections.abc import Iterator

from ...program import ops
from ...program.effects import effects_of
from ...program.entries import Argument, Resource
from ...program.ops import Block, Op, Type
from ...program.program import Function, Program
from ...program.walk import all_runs, blocks, numbered, reached, repeats, runs_of, statements
from ..base.registry import register

RESULTS = (Type.SET, Type.INT, Type.BOOL)


@register(after=("keep_verdicts",))
def keep_results(program: Program) -> None:
    """Marks them. A function that has no loop, or that is called once between two moves, costs less than a memo."""
    effects = effects_of(program)
    work: dict[int, bool] = {}
    for index in called_often(program):
        fn = program.functions[index]
        if fn.kept or fn.params or fn.result not in RESULTS:
            continue
        found = effects.function(fn)
        if found.pure and found.state_only and not found.slots and not found.draws and not found.calls:
            fn.kept = takes_work(fn, work) and not _reads_unnamed(fn, set())


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
    if any(isinstance(s, ops.OnCopy) for i in live for s in statements(program.functions[i].body)):
        todo += [*numbered(program), *(fn.index for fn in program.appliers.values())]
    often: set[int] = set()
    while todo:
        i = todo.pop()
        if i not in often and i in live:
            often.add(i)
            todo += callees[i]
    return sorted(often)


def _calls(body: Block, times: int) -> Iterator[tuple[int, int]]:
    """The functions that a block calls, each with 2 for a call in a loop, else 1."""
    for s in body:
        again = 2 if isinstance(s, ops.While) else times  # its condition is evaluated in every iteration
        yield from ((x.called.index, again) for x in runs_of([s]) if x.op is Op.CALL)
        for inner in blocks(s):
            yield from _calls(inner, 2 if repeats(s, inner) else times)


def takes_work(fn: Function, known: dict[int, bool]) -> bool:
    """Whether a function or one that it calls has a loop."""
    if fn.index not in known:
        known[fn.index] = False  # a recursive call adds nothing
        body = statements(fn.body)
        known[fn.index] = any(isinstance(s, ops.Loop) for s in body) or any(
            x.op is Op.CALL and takes_work(x.called, known) for x in all_runs(fn)
        )
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
