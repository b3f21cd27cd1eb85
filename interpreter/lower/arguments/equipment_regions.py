"""The sites of the regions that the equipment defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes import RegionFunction, Regions

from ...equipment import EquipmentRegion
from ...program.effects import EffectsOf
from ...program.ops import Expr, FieldKind, Function, Type
from ..once import per_game

if TYPE_CHECKING:
    from ..lowering import Lowering


def region_sets(lo: Lowering, region: EquipmentRegion) -> list[Expr]:
    """The sets of sites that an equipment region stands for.

    Ludii computes a region once, on the empty board, also if it depends on the position (`(sites Empty)`).
    """
    b = lo.b
    if region.sites is not None:
        return [b.set_const(region.sites)]
    if region.functions:
        return [_on_the_empty_board(lo, f) for f in region.functions]
    # Ludii has no sites for regions such as {Rows Columns}, except in constraints of puzzles
    raise lo.unsupported(lo.game, f"the sites of the region {region.name!r}, which stands for several lists of sites")


def given_functions(region: EquipmentRegion) -> tuple[RegionFunction, ...]:
    """The functions of a region as they are written; what Ludii computes before the game may know fewer regions."""
    node = region.node
    if not isinstance(node, Regions):
        return region.functions
    return node.regions_fn or (() if node.region_fn is None else (node.region_fn,))


def depends_on_position(lo: Lowering, region: EquipmentRegion) -> bool:
    """Whether the sites of a region change during a game."""
    return any(_kept(lo, function) is not None for function in region.functions)


def _on_the_empty_board(lo: Lowering, node: RegionFunction) -> Expr:
    kept = _kept(lo, node)
    return lo.region(node) if kept is None else lo.b.get(kept)


@per_game
def _kept(lo: Lowering, node: RegionFunction) -> str | None:
    """The field that keeps a region that depends on the position; None for one that does not."""
    b = lo.b
    with b.function("fixed_region", [], Type.SET) as (fn, _):
        b.return_(lo.region(node))
    if not _depends_on_position(fn):
        return None
    name = b.field(f"region_{fn.index}", FieldKind.SET)
    lo.on_empty_board.append(lambda: b.put(name, b.call(fn)))
    return name


def _depends_on_position(fn: Function) -> bool:
    found = EffectsOf().function(fn)
    return bool(found.fields) or found.draws or found.written is None
