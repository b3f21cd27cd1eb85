"""The sites of the regions that the equipment defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...equipment import EquipmentRegion
from ...program.ops import Expr

if TYPE_CHECKING:
    from ..lowering import Lowering


def region_sets(lo: Lowering, region: EquipmentRegion) -> list[Expr]:
    """The sets of sites that an equipment region stands for."""
    b = lo.b
    if region.sites is not None:
        return [b.set_const(region.sites)]
    if region.functions:
        return [lo.region(f) for f in region.functions]
    # Ludii has no sites for regions such as {Rows Columns}, except in constraints of puzzles
    raise lo.unsupported(lo.game, f"the sites of the region {region.name!r}, which stands for several lists of sites")
