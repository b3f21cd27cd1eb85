"""Rules that can never do what they are for: end rules without a result, loops without an end."""

from __future__ import annotations

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import walk

__all__ = ["check_rules", "refused_rules"]


def refused_rules(inspection: Inspection) -> None:
    """Note moves of pieces that ask for the moves of all pieces, and so for themselves, without end."""
    for piece in (node for node in inspection.nodes if isinstance(node, L.EquipmentPiece | L.Tile)):
        for node in walk(piece.generator) if piece.generator is not None else ():
            if isinstance(node, L.ForEachPiece):
                hint = "The moves of a piece are asked for by (forEach Piece) in the rules of play."
                inspection.add("moves-of-themselves", inspection.head(node), hint=hint, name=piece.name)


def check_rules(inspection: Inspection) -> None:
    """Note end rules without a result and loops that never end."""
    for node in (*inspection.of(L.EndIf), *inspection.of(L.While)):
        if isinstance(node, L.EndIf) and node.result is None and node.sub is None and node.subs is None:
            hint = "After the condition, write (result Mover Win) or another result."
            inspection.add("no-result", inspection.head(node), hint=hint)
        elif isinstance(node, L.While) and node.condition is True:
            inspection.add("endless-loop", inspection.head(node))
