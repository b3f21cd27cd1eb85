"""Collects the features that the rules of a game require. Each ludeme's requirements are declared with its lowering."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of
from ludparse.ludemes.enums import SiteType

from .features import CONSTANT_FLAGS, Feature
from .needs import NONE, check_complete, needs_of

__all__ = ["Feature", "rule_features"]


def rule_features(
    game: L.Game, generators: Iterable[L.Moves | None], *, everything: bool = False
) -> tuple[Feature, Feature]:
    """The features of the rules without the start rules, and those of the start rules.

    `generators`: the moves of the pieces; they count if the rules refer to them. everything: arguments that Ludii
    does not look at count too. Raises RuntimeError before all lowerings are imported, which declare what their
    ludemes need.
    """
    check_complete()
    collector = _Collector(game, generators, everything)
    rules = game.rules
    features = NONE
    for item in game.equipment.items:
        if isinstance(item, L.Map):
            features |= collector.of_value(item.pairs, L.Map)
            features |= collector.of_value(item.keys, L.Map) | collector.of_value(item.values, L.Map)
        elif isinstance(item, L.Board) and everything:
            features |= collector.of_value((item.values, item.values_array), L.Values)
    for part in (rules.meta, rules.play, rules.end, rules.phases):
        features |= collector.of_value(part, L.Rules)
    return features, collector.of_value(rules.start, L.Rules)


class _Collector:
    """Collects features from trees. Equal subtrees are visited once."""

    def __init__(self, game: L.Game, generators: Iterable[L.Moves | None], everything: bool) -> None:
        self.everything = everything
        players = game.players
        self.solitaire = players.num_players == 1 or len(players.players or ()) == 1
        self.generators = tuple(generator for generator in generators if generator is not None)
        self.known: dict[Ludeme, Feature] = {}

    def of_pieces(self) -> Feature:
        """The features of the moves of the pieces."""
        return self.of_value(self.generators, L.ForEachPiece)

    def of_value(self, value: object, within: type[Ludeme]) -> Feature:
        """The features of an argument of a ludeme of class `within`."""
        if isinstance(value, Ludeme):
            return self.of_ludeme(value)
        if isinstance(value, tuple):
            flags = NONE
            for item in value:
                found = self.of_value(item, within)
                if found is not NONE:
                    flags |= found
            return flags
        if isinstance(value, SiteType) and needs_of(within).graph_only:
            return CONSTANT_FLAGS[value] & Feature.GRAPH
        return CONSTANT_FLAGS.get(value, NONE) if isinstance(value, Enum) else NONE

    def of_ludeme(self, node: Ludeme) -> Feature:
        """The features of a ludeme and of everything below it."""
        known = self.known.get(node)
        if known is not None:
            return known
        # the moves of a piece may refer to the moves of all pieces, and so recursively to themselves
        self.known[node] = NONE
        cls = type(node)
        needs = needs_of(cls)
        flags = needs.always
        for name in names_of(node):
            value = getattr(node, name)
            if value is None or (name in needs.unseen and not self.everything):
                continue
            if name in needs.given:
                flags |= needs.given[name]
            if value is True and name in needs.true:
                flags |= needs.true[name]
            if name in needs.parts and not self.everything:
                found = self._of_parts(value, needs.parts[name])
            else:
                found = self.of_value(value, cls)
            if found is not NONE:  # joining flags is slow
                flags |= found
        if needs.more is not None:
            flags |= needs.more(node, self)
        self.known[node] = flags
        return flags

    def _of_parts(self, node: Ludeme, names: Iterable[str]) -> Feature:
        flags = NONE
        for name in names:
            flags |= self.of_value(getattr(node, name), type(node))
        return flags
