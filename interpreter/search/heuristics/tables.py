"""Heuristics of one game as tables: one weight for each piece on each site, and so on.

Terms without a transformation are added up beforehand, so that most evaluations go through the pieces once.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludparse.ludemes import Game as GameNode
from ludparse.ludemes import IsLine, walk
from ludparse.ludemes.enums import AbsoluteDirection, SiteType

from ...equipment import ContainerKind
from ...equipment.features import SITE_TYPES
from ...equipment.flags import Feature
from .reading import described_terms
from .regions import Region, region_distances
from .terms import DEFAULT, Term, TermKind, Transformation

if TYPE_CHECKING:
    from ...play.game import Playable

__all__ = ["Evaluation", "Group", "Line", "evaluation_of", "make_evaluation"]

LEAST = 0.001
"""Ludii's Alpha-Beta leaves out terms and pieces whose weight is nearer to 0 than this."""

LONGEST = 64
"""The longest lines that count."""

_FAR = 2147483647
_FOLDED = (Transformation.NONE, Transformation.BOARD_SITES)
_DISTANCES = (TermKind.CENTRE_PROXIMITY, TermKind.CORNER_PROXIMITY, TermKind.SIDES_PROXIMITY)


@dataclass
class Group:
    """Terms that are added up before they are transformed. The value of a group for a player is the weight times the
    transformed sum of

    - pieces[component][site] for each piece of the player; values: the same, times the piece's value; safe[component]
      for each piece on the board that no other player threatens
    - hands[component][site] times the count for each piece of nobody in the player's hand; hand_values: times its value
    - counts[player][site] times what lies on the site
    - constants[player]
    - the other factors: `line` for the completion of lines of `length`; `mobility`, `influence` and `mover` if it is
      the player's turn, `all_mobility` and `all_influence` in any case.
    """

    transformation: Transformation = Transformation.NONE
    weight: float = 1.0
    mobility: float = 0.0
    influence: float = 0.0
    all_mobility: float = 0.0
    all_influence: float = 0.0
    score: float = 0.0
    mover: float = 0.0
    line: float = 0.0
    length: int = 0
    pieces: list[list[float]] | None = None
    values: list[list[float]] | None = None
    safe: list[float] | None = None
    hands: list[list[float]] | None = None
    hand_values: list[list[float]] | None = None
    counts: list[list[float]] | None = None
    constants: list[float] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line through a site: the sites after it, and those on the other side of it."""

    ahead: tuple[int, ...]
    behind: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The heuristics of a game. sites: the width of tables by site. owners: of each component. hand_players: for each
    site the players for whom pieces of nobody count there. places: Ludii's number of all sites, by which influence is
    divided. lines: of each site of the board, where lines count. described: whether they stand in the description."""

    groups: tuple[Group, ...]
    players: int
    sites: int
    owners: tuple[int, ...]
    hand_players: tuple[tuple[int, ...], ...]
    places: int
    board_sites: int
    default_site: SiteType
    lines: tuple[tuple[Line, ...], ...]
    described: bool
    terms: tuple[Term, ...] = field(default=(), repr=False)

    @property
    def lists_moves(self) -> bool:
        """Whether the legal moves themselves matter."""
        return any(group.influence or group.all_influence or group.safe for group in self.groups)


_made: weakref.WeakKeyDictionary[Playable, Evaluation] = weakref.WeakKeyDictionary()


def evaluation_of(game: Playable) -> Evaluation:
    """The heuristics of the description, or the default ones. Raises what `described_terms` raises."""
    known = _made.get(game)
    if known is None:
        terms = described_terms(game.description)
        known = _made[game] = make_evaluation(game, DEFAULT if terms is None else terms, described=terms is not None)
    return known


def make_evaluation(
    game: Playable, terms: Sequence[Term], *, described: bool = True, least: float = LEAST
) -> Evaluation:
    """The tables of some terms for a game. least: weights nearer to 0 are left out."""
    if all(abs(term.weight) < least or term.kind is TermKind.NULL for term in terms):
        # every value is 0; neither the board nor the equipment has to be read for that
        return Evaluation(
            groups=(), players=game.players, sites=0, owners=(), hand_players=(), places=0, board_sites=0,
            default_site=SiteType.Cell, lines=(), described=described, terms=tuple(terms),
        )  # fmt: skip
    return _Maker(game, least).make(tuple(terms), described)


class _Maker:
    def __init__(self, game: Playable, least: float) -> None:
        self.game = game
        self.least = least
        self.equipment = equipment = game.equipment
        board = equipment.board
        self.sites = max(equipment.num_sites, *map(board.size, SITE_TYPES))
        self.kind = SiteType.Vertex if board.default_site is SiteType.Vertex else SiteType.Cell
        self.regions: list[Region | None] | None = None if equipment.regions else []
        self.components = len(equipment.components)

    def make(self, terms: tuple[Term, ...], described: bool) -> Evaluation:
        groups: dict[object, Group] = {}
        for number, term in enumerate(terms):
            if abs(term.weight) < self.least or term.kind is TermKind.NULL:
                continue
            length = self._length(term) if term.kind is TermKind.LINE_COMPLETION else 0
            if term.transformation in (*_FOLDED, Transformation.INITIAL_PLACEMENT):
                placed = term.transformation is Transformation.INITIAL_PLACEMENT
                first = groups.get(placed)
                other = first is not None and length and first.length not in (0, length)
                group = groups.setdefault(number if other else placed, Group(term.transformation if placed else
                                                                             Transformation.NONE))  # fmt: skip
                factor = term.weight
                if term.transformation is Transformation.BOARD_SITES:
                    factor /= self.equipment.containers[0].num_sites
            else:
                group = groups.setdefault(number, Group(term.transformation, term.weight))
                factor = 1.0
            self._add(group, term, factor, length)
        lines = any(group.line for group in groups.values())
        containers = self.equipment.containers
        return Evaluation(
            groups=tuple(groups.values()),
            players=self.game.players,
            sites=self.sites,
            owners=tuple(c.owner for c in self.equipment.components),
            hand_players=self._hand_players(),
            places=sum(c.num_sites for c in containers),
            board_sites=containers[0].num_sites,
            default_site=self.equipment.default_site,
            lines=self._lines(max(g.length for g in groups.values())) if lines else (),
            described=described,
            terms=terms,
        )

    def _add(self, group: Group, term: Term, factor: float, length: int) -> None:
        """Adds a term to a group."""
        match term.kind:
            case TermKind.MATERIAL | TermKind.COMPONENT_VALUES:
                self._material(group, term, factor)
            case TermKind.UNTHREATENED_MATERIAL:
                group.safe = group.safe or [0.0] * self.components
                for component, weight in enumerate(self._weights(term)):
                    group.safe[component] += factor * weight
            case kind if kind in _DISTANCES or kind in (TermKind.REGION_PROXIMITY, TermKind.PLAYER_REGIONS_PROXIMITY):
                self._proximity(group, term, factor)
            case TermKind.MOBILITY_SIMPLE:
                group.mobility += factor
            case TermKind.MOBILITY_ADVANCED:
                group.all_mobility += factor
            case TermKind.INFLUENCE:
                group.influence += factor
            case TermKind.INFLUENCE_ADVANCED:
                group.all_influence += factor
            case TermKind.LINE_COMPLETION:
                group.line += factor
                group.length = length
            case TermKind.OWN_REGIONS_COUNT | TermKind.PLAYER_SITE_MAP_COUNT:
                self._counts(group, term, factor)
            case TermKind.SCORE:
                group.score += factor if self.game.flags.uses(Feature.SCORE) else 0.0
            case TermKind.CURRENT_MOVER:
                group.mover += factor
            case TermKind.INTERCEPT:
                group.constants = group.constants or [0.0] * (self.game.players + 1)
                for name, weight in term.pieces:
                    player = int(name[1:]) if name[:1] == "P" and name[1:].isdecimal() else 0
                    if 1 <= player <= self.game.players:
                        group.constants[player] += factor * weight

    def _weights(self, term: Term) -> list[float]:
        """The weight of each component."""
        found = [0.0] * self.components
        for name, weight in term.pieces:
            for component in self.equipment.components[1:]:
                rest = component.name[len(name) :]
                exact = name[-1:].isdigit()
                fits = component.name == name if exact else not name or not rest or rest.isdecimal()
                if component.name.startswith(name) and fits:
                    found[component.index] = weight
        least = self.least / abs(term.weight)
        return [weight if abs(weight) >= least else 0.0 for weight in found]

    def _table(self, rows: list[list[float]] | None, count: int) -> list[list[float]]:
        return rows if rows is not None else [[0.0] * self.sites for _ in range(count)]

    def _material(self, group: Group, term: Term, factor: float) -> None:
        valued = term.kind is TermKind.COMPONENT_VALUES
        name, hand = ("values", "hand_values") if valued else ("pieces", "hands")
        rows = self._table(getattr(group, name), self.components)
        containers = self.equipment.container_of
        several = len(self.equipment.containers) > 1
        board_only = term.board_only and several
        for component, weight in enumerate(self._weights(term)):
            for site in range(self.sites):
                if not board_only or site >= len(containers) or containers[site] == 0:
                    rows[component][site] += factor * weight
        setattr(group, name, rows)
        if any(players for players in self._hand_players()) and not board_only and not (valued and term.board_only):
            held = self._table(getattr(group, hand), self.components)
            for component, weight in enumerate(self._weights(term)):
                for site in range(len(containers)):
                    held[component][site] += factor * weight
            setattr(group, hand, held)

    def _hand_players(self) -> tuple[tuple[int, ...], ...]:
        """For each site the players in whose hand pieces of nobody count there. A player without a hand counts those on
        the board, as in Ludii; nobody does where there are no hands."""
        hands = [0] * (self.game.players + 1)
        for container in self.equipment.containers:
            owner = container.owner
            if container.kind is ContainerKind.HAND and 1 <= owner < len(hands) and not hands[owner]:
                hands[owner] = container.index
        if not any(hands) or 0 not in [c.owner for c in self.equipment.components[1:]]:
            return ((),) * self.sites
        found: list[tuple[int, ...]] = [()] * self.sites
        for site, container_index in enumerate(self.equipment.container_of):
            found[site] = tuple(p for p in range(1, len(hands)) if hands[p] == container_index)
        return tuple(found)

    def _proximity(self, group: Group, term: Term, factor: float) -> None:
        near = self._near(term)
        if near is None:
            return
        group.pieces = self._table(group.pieces, self.components)
        for component, weight in enumerate(self._weights(term)):
            for site, closeness in enumerate(near):
                group.pieces[component][site] += factor * weight * closeness

    def _near(self, term: Term) -> list[float] | None:
        """How near each site is, from 0 to 1; 0 for sites off the board. None where nothing is near."""
        board, kind = self.equipment.board, self.kind
        if term.kind is TermKind.CENTRE_PROXIMITY:
            distances = board.distances_to_centre(kind)
        elif term.kind is TermKind.CORNER_PROXIMITY:
            distances = board.distances_to_corners(kind)
        elif term.kind is TermKind.SIDES_PROXIMITY:
            distances = board.distances_to_sides(kind)
        elif term.kind is TermKind.REGION_PROXIMITY:
            known = self._regions()
            region = known[term.number] if term.number is not None and 0 <= term.number < len(known) else None
            if region is None:
                return None
            distances = region[1]
        else:
            return self._near_regions(term.number or 0)
        most = max(distances, default=0)
        if not most:
            return None
        near = [1.0 - distance / most for distance in distances]
        return near + [0.0] * (self.sites - len(near))

    def _near_regions(self, player: int) -> list[float] | None:
        """The nearest of a player's regions counts. Off the board is farther away than anything, as in Ludii."""
        regions = zip(self.equipment.regions, self._regions(), strict=True)
        own = [found[1] for region, found in regions if region.owner == player and found is not None]
        most = max((distance for distances in own for distance in distances), default=0)
        if not most:
            return None
        nearest = [min((d[site] for d in own if site < len(d)), default=_FAR) for site in range(self.sites)]
        return [1.0 - distance / most for distance in nearest]

    def _regions(self) -> list[Region | None]:
        if self.regions is None:
            self.regions = region_distances(self.game, self.kind)
        return self.regions

    def _counts(self, group: Group, term: Term, factor: float) -> None:
        group.counts = self._table(group.counts, self.game.players + 1)
        size = self.equipment.containers[0].num_sites
        for player in range(1, self.game.players + 1):
            if term.kind is TermKind.OWN_REGIONS_COUNT:
                own = zip(self.equipment.regions, self._regions(), strict=True)
                sites = [s for region, found in own if found and region.owner == player for s in found[0]]
            else:
                sites = [map_[player] for map_ in self.equipment.maps if player in map_.entries]
                sites = [site for site in sites if site < size]
            for site in sites:
                if 0 <= site < self.sites:
                    group.counts[player][site] += factor

    # ------------------------------------------------------------------ lines

    def _length(self, term: Term) -> int:
        """The length of lines that count: given, or the longest that the rules about the end ask for."""
        if term.number is not None:
            return max(1, min(LONGEST, term.number))
        tree = self.game.description.game
        assert isinstance(tree, GameNode)
        ends = [tree.rules.end, *(phase.end for phase in tree.rules.phases or ())]
        found = [node.length for end in ends if end is not None for node in walk(end) if isinstance(node, IsLine)]
        known = [length for length in found if isinstance(length, int)]
        return min(LONGEST, max([2, *known])) if known else 3

    def _lines(self, length: int) -> tuple[tuple[Line, ...], ...]:
        board, kind = self.equipment.board, self.equipment.default_site
        found = []
        for site in range(board.size(kind)):
            lines = []
            for radial in board.distinct_radials(kind, site, AbsoluteDirection.Adjacent):
                behind = [other.sites[1 : length + 1] for other in radial.opposites] or [()]
                lines += [Line(radial.sites[1 : length + 1], sites) for sites in behind]
            found.append(tuple(lines))
        return tuple(found)
