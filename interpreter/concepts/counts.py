"""The concepts that are numbers: how large the board is, how its sites lie to each other, how many pieces there are."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal

from ludparse import ludemes as L
from ludparse.ludemes.enums import RelationType, SiteType

from ..equipment import ComponentKind, Equipment

__all__ = ["concept_counts"]

_RELATIONS = {
    "NumDirections": RelationType.All,
    "NumOrthogonalDirections": RelationType.Orthogonal,
    "NumDiagonalDirections": RelationType.Diagonal,
    "NumAdjacentDirections": RelationType.Adjacent,
    "NumOffDiagonalDirections": RelationType.OffDiagonal,
}
_SETS = ("corners", "outer", "inner", "perimeter", "top", "bottom", "right", "left", "centre")


def concept_counts(game: L.Game, equipment: Equipment, concepts: frozenset[str]) -> Mapping[str, int | float]:
    """The counted concepts by Ludii's names. Averages have two digits after the point, halves to the even one.

    `concepts`: those of the game that hold, which say on which kinds of sites it is played.
    """
    board, site = equipment.board, equipment.default_site
    sizes = {kind: board.size(kind) for kind in SiteType}
    on_board = sum(size for kind, size in sizes.items() if kind.name in concepts)
    sets = board.sets(site)
    elements = board.elements(site)
    counts: dict[str, int | float] = {
        "NumPlayers": equipment.players.count,
        "NumPlayableSites": on_board + sum(c.num_sites for c in equipment.containers[1:]),
        "NumPlayableSitesOnBoard": on_board,
        "NumColumns": len(sets.columns),
        "NumRows": len(sets.rows),
        "NumLayers": 0 if equipment.boardless else len(sets.layers),
        "NumCells": sizes[SiteType.Cell],
        "NumVertices": sizes[SiteType.Vertex],
        "NumEdges": sizes[SiteType.Edge],
        **{f"Num{name.capitalize()}Sites": len(getattr(sets, name)) for name in _SETS if name != "corners"},
        "NumCorners": len(sets.corners),
        "NumConvexCorners": len(sets.convex_corners),
        "NumConcaveCorners": len(sets.concave_corners),
        "NumPhasesBoard": sum(1 for phase in sets.phases if phase),
        "NumContainers": len(equipment.containers),
        "NumComponentsType": max(len(equipment.components) - 1, 0),  # a deduction puzzle has not even "no piece"
        "NumComponentsTypePerPlayer": _each(equipment),
        "NumDice": sum(c.kind is ComponentKind.DIE for c in equipment.components[1:]),
        "NumPlayPhase": len(game.rules.phases or (None,)),
    }
    for name, relation in _RELATIONS.items():
        neighbours = board.neighbours(site, relation)
        counts[name] = _average(sum(map(len, neighbours)), len(elements))
    return counts


def _each(equipment: Equipment) -> int | float:
    players = equipment.players.count
    owned = sum(0 < component.owner <= players for component in equipment.components[1:])
    return _average(owned, players) if players > 0 else 0


def _average(total: int, number: int) -> int | float:
    if number == 0:
        return float("nan")
    # of the binary quotient, as Ludii rounds it
    value = Decimal(total / number).quantize(Decimal("0.01"), ROUND_HALF_EVEN)
    return int(value) if value == value.to_integral_value() else float(value)
