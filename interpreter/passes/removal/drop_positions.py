"""Removes data of the state that no rule reads, with the calls that keep it up to date (`ops.Upkeep`)."""

from __future__ import annotations

from ...facts.acting import acts
from ...program import ops
from ...program.operations import FIELD_READS
from ...program.ops import Op, Stmt, Upkeep
from ...program.program import Program
from ...program.walk import all_expressions, rewrite_function
from ..base.registry import register
from .drop_unreached import drop_unreached


@register(after=("try_what_is_asked",))
def drop_positions(program: Program) -> None:
    """Removes the fields of each upkeep and the calls of its functions, unless another function reads the fields
    or the program is to keep them."""
    drop_unreached(program)  # what does not run may read any field
    for upkeep in set(Upkeep) - program.keep:
        fields = {f.name for f in program.fields.values() if f.upkeep is upkeep}
        if fields and not _read(program, upkeep, fields):
            _drop(program, upkeep, fields)
    drop_unreached(program)  # the functions of an upkeep


def _read(program: Program, upkeep: Upkeep, fields: set[str]) -> bool:
    others = (fn for fn in program.running if fn.upkeep is not upkeep)
    return any(x.op in FIELD_READS and x.name in fields for fn in others for x in all_expressions(fn))


def _drop(program: Program, upkeep: Upkeep, fields: set[str]) -> None:
    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, ops.Do) or s.value.op is not Op.CALL or s.value.called.upkeep is not upkeep:
            return [s]
        return [ops.Do(x, places=s.places) for x in s.value.src if acts(program, x)]

    for fn in program.functions:
        if fn.upkeep is not upkeep:
            rewrite_function(fn, change)
    caps = {f.cap for f in program.fields.values() if f.name in fields}
    for name in fields:
        del program.fields[name]
    for cap in caps - {f.cap for f in program.fields.values()}:
        if cap is not None:
            del program.caps[cap]
