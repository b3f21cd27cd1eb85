"""Maps of the equipment: their keys and values are known when the game is created."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludparse import ludemes as L
from ludparse.ludemes import Coord, HandSite, Id, Int, IntFunction, Map, Pair
from ludparse.ludemes.enums import CountComponentType, LandmarkType, RoleType, SiteType
from ludparse.problems.errors import LudRuleError, LudUnsupportedError

from ..program.arithmetic import wrap
from .constants import constant_int
from .items import OFF, Component, Container, ContainerKind, IntMap
from .players import PlayersInfo, player_number, role_owner

if TYPE_CHECKING:
    from ludparse.problems.spans import Span

    from ..board.topology import Topology

__all__ = ["MapBuilder", "is_coordinate"]

_COORDINATE = re.compile(r"(?:[A-Za-z]{0,2}|([A-Za-z])\1[A-Za-z])[0-9]+")
_LAST_NAMED_PLAYER = 8
_OF_SITES = {L.Column: "col", L.Row: "row", L.Layer: "layer", L.IntPhase: "phase"}
_GIVEN = (
    L.Last, L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite, L.IteratorLevel, L.IteratorValue,
    L.IteratorPlayer, L.IteratorTrack, L.IteratorPips, L.IteratorHint, L.IteratorEdge,
)  # fmt: skip
"""What moves and loops give a value."""


def is_coordinate(text: str) -> bool:
    """Whether a word looks like a site's label: up to two letters (three if the first two are equal), then a number."""
    return _COORDINATE.fullmatch(text) is not None


class MapBuilder:
    """Evaluates the keys and values of maps against the rest of the equipment."""

    def __init__(
        self,
        topology: Topology,
        players: PlayersInfo,
        components: Sequence[Component],
        containers: Sequence[Container],
    ) -> None:
        self.topology = topology
        self.players = players
        self.components = components
        self.containers = containers

    def build(self, node: Map) -> IntMap:
        """The table of a map. Pairs with a key or a word that stands for nothing (`OFF`) are left out.

        A number that is not known before the game begins makes the map one that no rule can ask. Raises LudRuleError
        for lists of different lengths and for a number that stands for nothing (Ludii then looks for a landmark, and
        fails).
        """
        name = node.name if node.name is not None else "Map"
        try:
            return IntMap(name, self._entries(node))
        except LudUnsupportedError as problem:
            return IntMap(name, {}, problem)

    def _entries(self, node: Map) -> dict[int, int]:
        entries: dict[int, int] = {}
        if node.pairs is not None:
            pairs = [(self._key(pair), self._value(pair)) for pair in node.pairs]
        else:
            keys, values = node.keys or (), node.values or ()
            if len(keys) != len(values):
                raise LudRuleError(f"a map with {len(keys)} keys and {len(values)} values", node.span)
            pairs = [(self.number(k), self._mapped(v, node.span)) for k, v in zip(keys, values, strict=True)]
        for key, value in pairs:
            if key != OFF and value != OFF:
                entries[key] = value
        return entries

    def number(self, node: Int | RoleType) -> int:
        """A number when the game is created: nothing was moved yet, and no ludeme has given a site or a value.

        Raises LudUnsupportedError where a position is needed.
        """
        return self._role(node) if isinstance(node, RoleType) else constant_int(node, self._leaf)

    def _leaf(self, node: IntFunction) -> int | None:
        match node:
            case Id():
                return self._identity(node)
            case HandSite():
                return self._hand_site(node)
            case Coord():
                return self._coordinate(node)
            case L.CountSimple(kind=L.CountSimpleType.Moves):
                return 0
            case L.CentrePoint():
                return self.topology.first("centre", node.type or self.topology.default_site)
            case L.RegionSite(region=L.SitesSimple() as region):
                marks = self.topology.sets(region.element_type or self.topology.default_site)
                marked: tuple[int, ...] | None = getattr(marks, region.kind.name.lower(), None)
                index = self.number(node.index)
                return None if marked is None else marked[index] if 0 <= index < len(marked) else OFF
            case (L.State() | L.Rotation() | L.What() | L.Who() | L.ValueComponent() | L.Cost(in_=None) | L.SizeSite()
                  | L.TopLevel() | L.CountStack()):  # fmt: skip
                return 0 if node.at is not None and self.number(node.at) == OFF else None
            case L.IntIf(cond=L.IsIn(site=int() | IntFunction() as site)) if self.number(site) == OFF:
                return self.number(node.value_b)
            case L.CountComponent(kind=CountComponentType.Pips) if not self._dice():
                return 0
            case L.Ahead():
                return OFF if self.number(node.site) == OFF else None
            case L.CountSteps(step_move=None):
                return 0 if self.number(node.site1) == OFF else None
            case L.IteratorHint() if node.at is not None:
                return OFF if self.number(node.at) == OFF else None
            case L.Column() | L.Row() | L.Layer() | L.IntPhase():
                elements = self.topology.elements(node.type or self.topology.default_site)
                site = self.number(node.of)
                return getattr(elements[site], _OF_SITES[type(node)]) if 0 <= site < len(elements) else OFF
        nothing = isinstance(node, _GIVEN) and all(getattr(node, name, None) is None for name in ("at", "v_a", "v_b"))
        return OFF if nothing else None

    def _dice(self) -> bool:
        return any(c.kind is ContainerKind.DICE for c in self.containers)

    def _hand_site(self, node: HandSite) -> int:
        owner = node.index_player if node.role is None else node.role
        assert owner is not None
        player = self.number(owner)
        site = 0 if node.site is None else self.number(node.site)
        return next((wrap(c.first_site + site) for c in self.containers if c.is_hand and c.owner == player), OFF)

    def _key(self, pair: Pair) -> int:
        if isinstance(pair.key, str):
            return self._label(pair.key)
        return self.number(pair.key)

    def _value(self, pair: Pair) -> int:
        if pair.landmark is not None:
            return self._landmark(pair.landmark)
        if pair.value is None:
            raise LudRuleError("a pair without a value", pair.span)
        if not isinstance(pair.value, str):
            return self._mapped(pair.value, pair.span)
        if is_coordinate(pair.value):
            return self._label(pair.value)
        return next((c.index for c in self.components[1:] if c.name == pair.value), OFF)

    def _mapped(self, node: Int | RoleType, place: Span | None) -> int:
        """A number that something is mapped to."""
        found = self.number(node)
        if found == OFF:
            place = getattr(node, "span", place)
            raise LudRuleError("a map to nothing: this piece, site or player does not exist", place)
        return found

    def _label(self, label: str) -> int:
        found = self.topology.find(self.topology.default_site, label)
        return OFF if found is None else found

    def _coordinate(self, node: Coord) -> int:
        site_type = node.type or self.topology.default_site
        if node.coordinate is not None:
            found = self.topology.find(site_type, node.coordinate)
            return OFF if found is None else found
        row = self.number(node.row if node.row is not None else OFF)
        column = self.number(node.column if node.column is not None else OFF)
        elements = self.topology.elements(site_type)
        return next((e.index for e in elements if (e.row, e.col) == (row, column)), OFF)

    def _role(self, role: RoleType) -> int:
        """The number of a role, if it does not depend on the player to move."""
        if role in (RoleType.Shared, RoleType.All, RoleType.Each):
            return self.players.shared
        return 0 if role is RoleType.Neutral else role_owner(role) or OFF

    def _identity(self, node: Id) -> int:
        """The number of a player, or of the container or component with this name; `OFF` if there is none."""
        if node.name is None:
            assert node.who is not None
            return self._role(node.who)
        if node.who is None:
            containers = (c.index for c in self.containers if c.name == node.name)
            return next(containers, next((c.index for c in self.components[1:] if c.name == node.name), OFF))
        if not self._names_one(node.who):
            return OFF
        owner = self.players.owner(node.who)
        return next((c.index for c in self.components[1:] if node.name in c.name and c.owner == owner), OFF)

    def _names_one(self, role: RoleType) -> bool:
        """Whether a piece of this role can be found by name: the pieces of the first eight players, neutral and shared
        pieces.
        """
        if role in (RoleType.Neutral, RoleType.Shared):
            return True
        return 1 <= player_number(role) <= _LAST_NAMED_PLAYER

    def _landmark(self, landmark: LandmarkType) -> int:
        """The first site of a set; on boards played on edges it is a cell."""
        site_type = SiteType.Vertex if self.topology.default_site is SiteType.Vertex else SiteType.Cell
        match landmark:
            case LandmarkType.FirstSite:
                return 0
            case LandmarkType.LastSite:
                return self.topology.size(site_type) - 1
            case _:
                return self.topology.first(landmark.name.lower().removesuffix("site"), site_type)
