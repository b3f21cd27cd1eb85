"""Leaves fields out of digests that have their value from the start of the game."""

from __future__ import annotations

from ..program import ops
from ..program.entries import Argument, Resource
from ..program.ops import Op
from ..program.program import Program
from ..program.walk import all_of, all_runs, reached_from


def digest_what_changes(program: Program) -> None:
    """Takes fields that only the start writes out of the digests of the state.

    Digests are compared with those of earlier positions of the same game, in which such a field is the same. Runs
    before all passes.
    """
    later = [fn for name, fn in program.entries.items() if name != "start"]
    written: set[str] = set()
    for i in reached_from(program, [*later, *program.appliers.values()]):
        fn = program.functions[i]
        written |= {s.field for s in all_of(fn, ops.SetField)}
        for x in all_runs(fn):
            if x.op is Op.RUN and x.run.intrinsic.argument is Argument.LIST:
                written |= {x.run.name} if Resource.FIELDS in x.run.intrinsic.writes else set()
    for names in program.hashed:
        names[:] = [name for name in names if name in written]
