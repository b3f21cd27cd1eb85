"""Gathering concepts from the typed tree of a game, as the table says."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import AbsoluteDirection, RelativeDirection, SiteType

from .rules import RULES, at

if TYPE_CHECKING:
    from ..equipment import Equipment
    from .known import Known

__all__ = ["CONSTANTS", "Broken", "Collector"]

_NONE: frozenset[str] = frozenset()

CONSTANTS: Mapping[Enum, frozenset[str]] = {
    SiteType.Vertex: frozenset({"Vertex"}),
    SiteType.Edge: frozenset({"Edge"}),
    SiteType.Cell: frozenset({"Cell"}),
    AbsoluteDirection.Adjacent: frozenset({"AdjacentDirection"}),
    AbsoluteDirection.Diagonal: frozenset({"DiagonalDirection"}),
    AbsoluteDirection.All: frozenset({"AllDirections"}),
    AbsoluteDirection.OffDiagonal: frozenset({"OffDiagonalDirection"}),
    AbsoluteDirection.Orthogonal: frozenset({"OrthogonalDirection"}),
    AbsoluteDirection.Rotational: frozenset({"RotationalDirection"}),
    AbsoluteDirection.SameLayer: frozenset({"SameLayerDirection"}),
    RelativeDirection.Forward: frozenset({"ForwardDirection"}),
    RelativeDirection.Backward: frozenset({"BackwardDirection"}),
    RelativeDirection.Forwards: frozenset({"ForwardsDirection"}),
    RelativeDirection.Backwards: frozenset({"BackwardsDirection"}),
    RelativeDirection.Rightward: frozenset({"RightwardDirection"}),
    RelativeDirection.Leftward: frozenset({"LeftwardDirection"}),
    RelativeDirection.Rightwards: frozenset({"RightwardsDirection"}),
    RelativeDirection.Leftwards: frozenset({"LeftwardsDirection"}),
    RelativeDirection.FL: frozenset({"ForwardLeftDirection"}),
    RelativeDirection.FR: frozenset({"ForwardRightDirection"}),
    RelativeDirection.BL: frozenset({"BackwardLeftDirection"}),
    RelativeDirection.BR: frozenset({"BackwardRightDirection"}),
    RelativeDirection.SameDirection: frozenset({"SameDirection"}),
    RelativeDirection.OppositeDirection: frozenset({"OppositeDirection"}),
}
"""What constants contribute where they are seen."""


class Broken(Exception):
    """Ludii does not get past an end rule: it keeps the concepts of all that came before, and nothing else."""


class Collector:
    """The concepts of nodes of one game; equal nodes are looked at once."""

    def __init__(self, equipment: Equipment, known: Known, players: int | None = None) -> None:
        """known: the values of nodes that can be told before the game begins. players: as many as the equipment's."""
        self.equipment = equipment
        self.players = equipment.players.count if players is None else players
        self.known = known
        self._found: dict[Ludeme, frozenset[str]] = {}

    def of(self, value: object) -> frozenset[str]:
        """The concepts of an argument: a ludeme, a list, a constant, or None."""
        if value is None:
            return _NONE
        if isinstance(value, Ludeme):
            return self._of_ludeme(value)
        if isinstance(value, tuple):
            return _NONE.union(*map(self.of, value))
        return CONSTANTS.get(value, _NONE) if isinstance(value, Enum) else _NONE

    def _of_ludeme(self, node: Ludeme) -> frozenset[str]:
        known = self._found.get(node)
        if known is not None:
            return known
        self._found[node] = _NONE  # a piece's moves may be those of all pieces, its own among them
        rule = RULES[type(node)]
        found = set(rule.own)
        for path in rule.paths:
            value = at(node, path)
            found |= rule.defaults.get(path, _NONE) if value is None else self.of(value)
        for special in rule.specials:
            special(node, found, self)
        result = self._found[node] = frozenset(found)
        return result

    def generators(self) -> frozenset[str]:
        """The concepts of the moves of all pieces."""
        return _NONE.union(*(self.of(c.generator) for c in self.equipment.components[1:]))


