"""Whether the lists of positions (`owned.py`) say the same as the contents of sites."""

from __future__ import annotations

from ...program import ops
from ...program.ops import Upkeep
from ...program.walk import all_runs, all_statements
from ..base.prelude import Function, Lowering, Op, SiteType

_FAITHFUL = ("add", "move", "remove")
_WITH_OWNERS = ("promote",)


def listed_field(lo: Lowering) -> str:
    """The field with the piece of each site, if the list of a component always names exactly the sites where this
    field holds the component, each once; otherwise "".

    That is so in games with one type of site, without stacks and counts, if nothing but some actions changes what
    stands on sites. These actions change the lists in the same way. Promoting does, unless a piece without an owner is
    involved, which is not listed again.
    """
    s, program = lo.sites, lo.program
    if not s.owned.simple or s.keeps("count") or lo.flags.deduction_puzzle or lo.eq.has_large:
        return ""
    owned_by_all = all(c.owner != 0 for c in lo.eq.components[1:])
    kinds = (*_FAITHFUL, *(_WITH_OWNERS if owned_by_all else ()))
    faithful = {program.appliers[kind].index for kind in kinds if kind in program.appliers}
    what = "what_c" if s.types == [SiteType.Cell] else "what_v"
    return what if all(fn.index in faithful or not _changes(fn, what) for fn in program.functions) else ""


def _changes(fn: Function, what: str) -> bool:
    """Whether a function itself changes what stands on sites, or a list of positions."""
    if fn.upkeep is Upkeep.POSITIONS:
        return False
    if any(isinstance(s, ops.SetField) and s.field in (what, "owned", "owned_n") for s in all_statements(fn)):
        return True
    return any(x.op is Op.CALL and x.called.upkeep is Upkeep.POSITIONS for x in all_runs(fn))
