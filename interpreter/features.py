"""Gathering from the rules of a game what they need of its state; what each ludeme needs stands in `feature_table`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

from interpreter.feature_table import CONSTANT_FLAGS, GIVEN_FLAGS, LUDEME_FLAGS, ONLY_GRAPH, TRUE_FLAGS, UNSEEN, Feature
from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import RelationType, SiteType

__all__ = ["Feature", "rule_features"]

_NONE = Feature(0)


def rule_features(game: L.Game, generators: Iterable[L.Moves | None]) -> tuple[Feature, Feature]:
    """What the rules of a game use without its start rules, and what those use.

    `generators`: the moves of the pieces, which count where the rules ask for them.
    """
    collector = _Collector(game, generators)
    rules = game.rules
    features = _NONE
    for item in game.equipment.items:
        if isinstance(item, L.Map):
            features |= collector.of_value(item.pairs, L.Map)
            features |= collector.of_value(item.keys, L.Map) | collector.of_value(item.values, L.Map)
    for part in (rules.meta, rules.play, rules.end, rules.phases):
        features |= collector.of_value(part, L.Rules)
    return features, collector.of_value(rules.start, L.Rules)


class _Collector:
    """Gathers features from trees; equal subtrees are looked at once."""

    def __init__(self, game: L.Game, generators: Iterable[L.Moves | None]) -> None:
        players = game.players
        self.solitaire = players.num_players == 1 or len(players.players or ()) == 1
        self.generators = tuple(generator for generator in generators if generator is not None)
        self.known: dict[Ludeme, Feature] = {}

    def of_value(self, value: object, within: type[Ludeme]) -> Feature:
        """The features of an argument of a ludeme of class `within`."""
        if isinstance(value, Ludeme):
            return self.of_ludeme(value)
        if isinstance(value, tuple):
            flags = _NONE
            for item in value:
                found = self.of_value(item, within)
                if found is not _NONE:
                    flags |= found
            return flags
        if isinstance(value, SiteType) and within in ONLY_GRAPH:
            return CONSTANT_FLAGS[value] & Feature.GRAPH
        return CONSTANT_FLAGS.get(value, _NONE) if isinstance(value, Enum) else _NONE

    def of_ludeme(self, node: Ludeme) -> Feature:
        """The features of a ludeme and of everything below it."""
        known = self.known.get(node)
        if known is not None:
            return known
        # A piece's moves may refer to the moves of all pieces, and so to themselves.
        self.known[node] = _NONE
        cls = type(node)
        flags = LUDEME_FLAGS.get(cls, _NONE)
        unseen = UNSEEN.get(cls, frozenset())
        for name in node._names:
            value = getattr(node, name)
            if value is None or name in unseen:
                continue
            given = GIVEN_FLAGS.get((cls, name))
            if given is not None:
                flags |= given
            if value is True:
                flags |= TRUE_FLAGS.get((cls, name), _NONE)
            found = self.of_value(value, cls)
            if found is not _NONE:  # to join flags takes a while
                flags |= found
        peculiar = _PECULIAR.get(cls)
        if peculiar is not None:
            flags |= peculiar(node, self)
        self.known[node] = flags
        return flags


_DISTANCES = {
    None: Feature.ADJACENT_DISTANCE,
    RelationType.Adjacent: Feature.ADJACENT_DISTANCE,
    RelationType.All: Feature.ALL_DISTANCE,
    RelationType.Diagonal: Feature.DIAGONAL_DISTANCE,
    RelationType.OffDiagonal: Feature.OFF_DIAGONAL_DISTANCE,
    RelationType.Orthogonal: Feature.ORTHOGONAL_DISTANCE,
}


def _repetition(node: L.IsRepeat | L.NoRepeat, _: _Collector) -> Feature:
    return Feature.REPEAT_POSITION if node.repetition_type is None else _NONE


def _count_site(node: L.CountSite, _: _Collector) -> Feature:
    return Feature.COUNT if node.kind is None else _NONE


def _count_component(node: L.CountComponent, _: _Collector) -> Feature:
    return Feature.DOMINOES | Feature.LARGE_PIECES if node.name == "Bag" else _NONE


def _distance(node: L.CountSteps | L.SitesDistance, _: _Collector) -> Feature:
    return _DISTANCES[node.relation] if node.step_move is None else _NONE


def _placed(state: object, rotation: object, value: object) -> Feature:
    flags = _NONE
    for given, feature in ((state, Feature.STATE), (rotation, Feature.ROTATION), (value, Feature.VALUE)):
        if given is not None and given != -1:
            flags |= feature
    return flags


def _many(count: object) -> Feature:
    """A count that is not known to be at most 1."""
    return _NONE if count is None or (isinstance(count, int) and count <= 1) else Feature.COUNT


def _place_item(node: L.PlaceItem, _: _Collector) -> Feature:
    count = node.counts[0] if node.counts else node.count
    return _placed(node.state, node.rotation, node.value) | _many(count)


def _place_stack(node: L.PlaceStack, _: _Collector) -> Feature:
    flags = _placed(node.state, node.rotation, node.value)
    # Only a stack of equal pieces counts them.
    if node.items is None and any(x is not None for x in (node.locs, node.region, node.coord, node.counts)):
        flags |= _many(node.counts[0] if node.counts else node.count)
    return flags


def _place_random(node: L.PlaceRandom, _: _Collector) -> Feature:
    stacks = node.pieces is not None or node.items is not None
    return _placed(node.state, None, node.value) | (Feature.STACKING if stacks else _NONE)


def _add(node: L.MovesAdd | L.MoveSite, _: _Collector) -> Feature:
    if isinstance(node, L.MoveSite) and node.kind is not L.MoveSiteType.Add:
        return _NONE
    flags = _NONE
    if not node.stack and node.count is not None and node.count != 1:
        flags |= Feature.COUNT
    if node.what is not None and node.what.state is not None:
        flags |= Feature.STATE
    if node.to.level is not None:
        flags |= Feature.STACKING
    return flags


def _from_to(node: L.FromTo | L.MoveFromTo, _: _Collector) -> Feature:
    return Feature.STACKING if node.from_.level is not None else _NONE


def _select(node: L.Select | L.MoveSelect, _: _Collector) -> Feature:
    chooses = node.to is not None and (node.to.region is not None or node.to.loc is not None)
    return Feature.FROM_POSITIONS if chooses else _NONE


def _pass(node: L.Pass | L.MoveSimple, collector: _Collector) -> Feature:
    passes = isinstance(node, L.Pass) or node.kind is L.MoveSimpleType.Pass
    return Feature.NO_END_BY_PASSES if passes and collector.solitaire else _NONE


def _for_each_piece(node: L.ForEachPiece, collector: _Collector) -> Feature:
    return collector.of_value(collector.generators, type(node)) if node.specific_moves is None else _NONE


def _shoot(node: L.Shoot | L.MoveShoot, _: _Collector) -> Feature:
    # Without a condition a shot goes to an empty cell.
    return Feature.CELL if node.to is None else _NONE


_PECULIAR: Mapping[type[Ludeme], Callable[[Any, _Collector], Feature]] = {
    L.IsRepeat: _repetition,
    L.NoRepeat: _repetition,
    L.CountSite: _count_site,
    L.CountComponent: _count_component,
    L.CountSteps: _distance,
    L.SitesDistance: _distance,
    L.PlaceItem: _place_item,
    L.PlaceStack: _place_stack,
    L.PlaceRandom: _place_random,
    L.MovesAdd: _add,
    L.MoveSite: _add,
    L.FromTo: _from_to,
    L.MoveFromTo: _from_to,
    L.Select: _select,
    L.MoveSelect: _select,
    L.Pass: _pass,
    L.MoveSimple: _pass,
    L.ForEachPiece: _for_each_piece,
    L.Shoot: _shoot,
    L.MoveShoot: _shoot,
}
