"""Rules that can never do what they are for: end rules without a result, loops without an end, no side named."""

from __future__ import annotations

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme, keyword_of, walk

__all__ = ["check_rules", "refused_rules"]

_FROM_ONE_SITE: tuple[type[Ludeme], ...] = (
    L.Intervene, L.Push, L.Surround, L.Attract, L.Custodial, L.Directional
)  # fmt: skip
"""What begins at a site and not in a region."""


def refused_rules(inspection: Inspection) -> None:
    """Note moves of pieces that ask for the moves of all pieces, and so for themselves, and sides without a name."""
    asked = any(node.specific_moves is None for node in inspection.of(L.ForEachPiece))  # for the pieces' own moves
    for piece in inspection.of(L.EquipmentPiece, L.Tile) if asked else ():
        assert isinstance(piece, L.EquipmentPiece | L.Tile)
        for node in walk(piece.generator) if piece.generator is not None else ():
            if isinstance(node, L.ForEachPiece):
                hint = "The moves of a piece are asked for by (forEach Piece) in the rules of play."
                inspection.add("moves-of-themselves", inspection.head(node), hint=hint, name=piece.name)
    for side in inspection.of(L.SitesSide):
        if side.direction is None and side.role is None and side.player is None:
            hint = "Write a direction, as in (sites Side N), or whose side it is: (sites Side Mover)."
            inspection.add("no-side", inspection.head(side), hint=hint)
    for effect in inspection.of(*_FROM_ONE_SITE):
        start = effect.from_  # type: ignore[attr-defined]
        if start is not None and start.region is not None:
            hint = "Name one site, such as (from (last To)), or go through the region with (forEach Site …)."
            inspection.add("from-region", inspection.head(start), hint=hint, keyword=keyword_of(effect))


def check_rules(inspection: Inspection) -> None:
    """Note end rules without a result and loops that never end."""
    for node in (*inspection.of(L.EndIf), *inspection.of(L.While)):
        if isinstance(node, L.EndIf) and node.result is None and node.sub is None and node.subs is None:
            hint = "After the condition, write (result Mover Win) or another result."
            inspection.add("no-result", inspection.head(node), hint=hint)
        elif isinstance(node, L.While) and node.condition is True:
            inspection.add("endless-loop", inspection.head(node))
