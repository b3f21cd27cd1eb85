"""What stands on a site: (what at:…), (who at:…), (state at:…), (rotation at:…)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludparse.ludemes import Rotation, State, TopLevel, What, Who

from ...program import expressions as ir
from ...program.ops import Expr
from ..registry import lowers

if TYPE_CHECKING:
    from ..lowering import Lowering


def at_level(lo: Lowering, name: str, node: Any) -> Expr:
    """A property of the top, or of a level (-1: the top)."""
    b, t = lo.b, lo.site_type(node.type)
    read = getattr(lo.sites, name)
    if node.level is None or not lo.flags.stacking:
        value: Expr = read(t, lo.int(node.at))
        return value
    site = b.let(lo.int(node.at))
    level = b.let(lo.int(node.level))
    result: Expr = ir.select(ir.eq(level, -1), read(t, site), read(t, site, level))
    return result


@lowers(What, to="int")
def what(node: What, lo: Lowering) -> Expr:
    """The piece of a level: unlike owner, state and rotation the lowest where none is named."""
    if node.level is None and lo.flags.stacking:
        return lo.sites.what(lo.site_type(node.type), lo.int(node.at), 0)
    return at_level(lo, "what", node)


@lowers(Who, to="int")
def who(node: Who, lo: Lowering) -> Expr:
    return at_level(lo, "who", node)


@lowers(State, to="int")
def state(node: State, lo: Lowering) -> Expr:
    return at_level(lo, "state", node)


@lowers(Rotation, to="int")
def rotation(node: Rotation, lo: Lowering) -> Expr:
    return at_level(lo, "rotation", node)


@lowers(TopLevel, to="int")
def top_level(node: TopLevel, lo: Lowering) -> Expr:
    """The top level of a stack, 0 for an empty site and in flat games."""
    if not lo.flags.stacking:
        return ir.const(0)
    height = lo.b.let(lo.sites.height(lo.site_type(node.type), lo.int(node.at)))
    return ir.max_(height - 1, 0)
