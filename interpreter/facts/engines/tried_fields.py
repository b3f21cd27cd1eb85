"""Which fields the rules may change between saving the state and going back to it. Only these have to be copied."""

from __future__ import annotations

from ...program import ops
from ...program.intrinsics import HASH_PUSH
from ...program.ops import Argument, Op, Resource
from ...program.program import Function, Program
from ...program.state_layout import COPIES
from ...program.walk import all_runs, numbered, reached_from, statements

__all__ = ["tried_fields", "trying"]


def tried_fields(p: Program) -> set[str]:
    """The fields that functions which save the state may change, callees included; none if no function does.

    A trial may apply any move. So all appliers count as called, and all functions that are called by their index.
    """
    first = trying(p)
    if not first:
        return set()
    applied = [*p.appliers.values(), *(p.functions[i] for i in numbered(p))]
    found: set[str] = set()
    for i in reached_from(p, (*first, *applied)):
        fn = p.functions[i]
        found |= {s.field for s in statements(fn.body) if isinstance(s, ops.SetField)}
        for x in all_runs(fn):
            if x.op is Op.RUN:
                found |= _written(p, x.run)
    return found


def trying(p: Program) -> list[Function]:
    """The functions that copy the state, and draw nothing on the copy."""
    return [fn for fn in p.running if any(isinstance(s, ops.Copying) and not s.draws for s in statements(fn.body))]


def _written(p: Program, run: ops.Run) -> set[str]:
    """The fields that an intrinsic changes itself."""
    entry = run.intrinsic
    if entry.calls:
        return set()
    if entry.writes & Resource.RANDOM:
        return {"rng", COPIES} & set(p.fields)
    if not entry.writes & Resource.FIELDS:
        return set()
    if entry is HASH_PUSH:
        return set(p.hash_lists)
    return {run.name} if entry.argument is Argument.LIST else set(p.fields)
