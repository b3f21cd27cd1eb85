"""What a game uses, found from its whole description before compilation.

This decides what the state holds, and some details of play: whether sites hold stacks, counts or single pieces, whether
the game is stochastic, whether a round of passes ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from ludparse import ludemes as L
from ludparse.ludemes.enums import LastType, ModeType, RelationType

from . import ComponentKind, Container, Equipment
from .features import CONSTANT_FLAGS, DISTANCES, Feature
from .required_features import rule_features

__all__ = ["SITES", "Feature", "GameFlags", "SiteState", "game_flags", "game_mode"]


SITES = (
    L.Last, L.IteratorFrom, L.IteratorTo, L.IteratorSite, L.IteratorBetween, L.Ahead, L.HandSite, L.CentrePoint,
    L.RegionSite, L.Coord, L.TrackSite, L.Var,
)  # fmt: skip
"""What stands for a site where it is made pending."""


class SiteState(Enum):
    """How a container's sites represent their contents."""

    FLAT = "one piece, with a count, on cells"
    VERTEX = "one piece, with a count, on vertices"
    EDGE = "one piece, with a count, on edges"
    GRAPH = "one piece, with a count, on cells, vertices and edges"
    STACK = "a stack, on cells"
    GRAPH_STACK = "a stack, on cells, vertices and edges"
    PUZZLE = "the values that are still possible"


@dataclass(frozen=True)
class GameFlags:
    """What a game uses."""

    features: Feature
    mode: ModeType
    equipment: Equipment
    game: L.Game = field(repr=False, compare=False)

    @cached_property
    def unseen(self) -> Feature:
        """What only arguments need that Ludii does not look at: its state does not hold it, although rules read it."""
        rules, start = rule_features(self.game, _generators(self.equipment), everything=True)
        return (rules | start) & ~self.features

    @cached_property
    def of_rules(self) -> Feature:
        """What the rules use, without what only equipment such as dice asks for."""
        rules, start = rule_features(self.game, _generators(self.equipment))
        return rules | start

    def uses(self, feature: Feature) -> bool:
        """Whether the game uses at least one of these features."""
        return bool(self.features & feature)

    @cached_property
    def distances(self) -> RelationType:
        """The relation that steps are counted in. As in Ludii, a game has one table of distances for all its rules."""
        return next((relation for relation, feature in DISTANCES.items() if self.uses(feature)), RelationType.Adjacent)

    @property
    def alternating(self) -> bool:
        """Whether the players move in turn."""
        return self.mode is ModeType.Alternating

    @property
    def simultaneous(self) -> bool:
        """Whether the players move at the same time."""
        return self.mode is ModeType.Simultaneous

    @property
    def simulation(self) -> bool:
        """Whether the game has no players."""
        return self.mode is ModeType.Simulation

    @property
    def stochastic(self) -> bool:
        """Whether chance plays a part."""
        return self.uses(Feature.STOCHASTIC)

    @property
    def stacking(self) -> bool:
        """Whether sites hold stacks. Those of a deduction puzzle hold variables, whatever its rules ask for."""
        return not self.deduction_puzzle and (self.uses(Feature.STACKING | Feature.CARDS) or self.large_stack)

    @property
    def piece_is_owner(self) -> bool:
        """Whether no field holds the piece: then Ludii writes its number in place of the owner."""
        return not (
            self.stacking
            or self.counts
            or self.states
            or self.graph_game
            or self.piece_indices
            or self.deduction_puzzle
        )

    @property
    def large_stack(self) -> bool:
        """Whether stacks on the board have no small height limit."""
        return self.equipment.large_stack

    @property
    def counts(self) -> bool:
        """Whether sites hold a count of identical pieces. Those of a deduction puzzle hold variables."""
        if self.stacking or self.deduction_puzzle:
            return False
        return any(c.is_hand for c in self.equipment.containers) or self.uses(Feature.COUNT)

    @property
    def states(self) -> bool:
        """Whether sites have a state."""
        return self.uses(Feature.STATE | Feature.LARGE_PIECES)

    @property
    def rotations(self) -> bool:
        """Whether sites have a rotation."""
        return self.uses(Feature.ROTATION)

    @property
    def values(self) -> bool:
        """Whether pieces have a value of their own."""
        return self.uses(Feature.VALUE | Feature.DOMINOES)

    @property
    def hidden(self) -> bool:
        """Whether some information is hidden from some player."""
        return self.uses(Feature.HIDDEN)

    @property
    def deduction_puzzle(self) -> bool:
        """Whether the game is a deduction puzzle: values are filled in by reasoning."""
        return self.uses(Feature.DEDUCTION)

    @property
    def graph_game(self) -> bool:
        """Whether vertices or edges are played on."""
        return self.uses(Feature.GRAPH)

    @property
    def all_pass_ends(self) -> bool:
        """Whether the game ends when all players pass in a row."""
        return not self.uses(Feature.NO_END_BY_PASSES) and not self.simulation

    @cached_property
    def pending_sites(self) -> bool:
        """Whether all that rules make pending are sites."""
        return all(node.region is not None or _is_site(node.value) for node in self._pending)

    @cached_property
    def pending_alone(self) -> bool:
        """Whether rules make nothing pending but that something is."""
        return all(node.region is None and node.value is None for node in self._pending)

    @property
    def _pending(self) -> list[L.SetPending]:
        return [node for node in L.walk(self.game) if isinstance(node, L.SetPending)]

    @cached_property
    def site_variables(self) -> frozenset[str]:
        """The variables that are given nothing but sites."""
        given = [(n.name, _is_site(n.new_value)) for n in L.walk(self.game) if isinstance(n, L.SetVar) and n.name]
        return frozenset(name for name, _ in given) - {name for name, site in given if not site}

    @cached_property
    def piece_indices(self) -> bool:
        """Whether the owner of a piece does not determine the component."""
        components = self.equipment.components[1:]
        players = self.equipment.players.count
        owners = [c.owner for c in components if c.owner <= players]
        return len(components) > players or len(set(owners)) < len(owners)

    @cached_property
    def stacks_without_rotation(self) -> bool:
        """Whether stacks of the board keep only the owners of pieces, in Ludii: then their pieces cannot be turned.

        Hands keep everything.
        """
        more = self.piece_indices or self.states or self.values or self.large_stack or self.uses(Feature.CARDS)
        return not more and self.site_state(self.equipment.containers[0]) is SiteState.STACK

    def site_state(self, container: Container) -> SiteState:
        """How a container's sites represent their contents."""
        if self.deduction_puzzle:
            return SiteState.PUZZLE
        if self.uses(Feature.CARDS):
            return SiteState.STACK
        if self.stacking:
            return SiteState.GRAPH_STACK if self.graph_game and not container.is_hand else SiteState.STACK
        if not self.graph_game:
            return SiteState.FLAT
        if not container.is_hand and not self.uses(Feature.CELL):
            if not self.uses(Feature.EDGE):
                return SiteState.VERTEX
            if not self.uses(Feature.VERTEX):
                return SiteState.EDGE
        return SiteState.GRAPH


def _is_site(value: L.Int | None) -> bool:
    if isinstance(value, L.Last):
        return value.kind in (LastType.From, LastType.To)
    return isinstance(value, SITES) and not isinstance(value, L.Var)


def game_mode(game: L.Game) -> ModeType:
    """How the players take turns. The described mode counts only for two or more players."""
    players = game.players
    count = players.num_players if players.num_players is not None else len(players.players or ())
    if count == 0:
        return ModeType.Simulation
    if count == 1 or game.mode is None:
        return ModeType.Alternating
    return game.mode.mode


def game_flags(game: L.Game, equipment: Equipment) -> GameFlags:
    """What a game uses."""
    rules, start = rule_features(game, _generators(equipment))
    flags = rules | start | CONSTANT_FLAGS[equipment.default_site]
    mode = game_mode(game)
    kinds = {component.kind for component in equipment.components[1:]}
    for given, feature in (
        (len(equipment.containers) > 1, Feature.CELL),
        (equipment.boardless, Feature.BOARDLESS),
        (ComponentKind.CARD in kinds, Feature.CARDS),
        (ComponentKind.DIE in kinds, Feature.STOCHASTIC),
        (any(component.is_large for component in equipment.components[1:]), Feature.LARGE_PIECES),
        (mode is ModeType.Simultaneous, Feature.SIMULTANEOUS),
        (bool(equipment.dice), Feature.NO_END_BY_PASSES),
        (bool(equipment.tracks), Feature.TRACK),
        (any(track.internal_loop for track in equipment.tracks), Feature.INTERNAL_LOOP),
    ):
        if given:
            flags |= feature
    return GameFlags(flags, mode, equipment, game)


def _generators(equipment: Equipment) -> Iterable[L.Moves | None]:
    return (component.generator for component in equipment.components[1:])
