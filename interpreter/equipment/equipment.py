"""The equipment of a game, numbered and named, with its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from ludparse import ludemes as L
from ludparse.ludemes.enums import RegionTypeStatic, RoleType, SiteType
from ludparse.problems.errors import LudLimitError, LudRuleError, nearest

from ..board.describe import EquipmentDescription
from ..board.generators.surakarta import surakarta_loops
from ..board.topology import Topology
from ..program.limits import MAX_WIDTH
from .boards import BoardNode, board_node, boards_of, build_graph, build_topology, default_site_of
from .components import deck_cards, default_pieces, dice_of, finished, item_components
from .items import OFF, Component, Container, ContainerKind, EquipmentRegion, HintSet, IntMap
from .maps import MapBuilder
from .players import PlayersInfo, build_players, role_owner
from .region_order import in_order
from .regions import build_hints, build_region, static_regions
from .required_features import Feature, rule_features
from .tracks import Track, build_track, make_track

__all__ = ["Equipment", "build_equipment"]

MAX_HAND = 1000
"""So many sites may a hand have."""

_DEFAULT_HAND = 1

Kind = TypeVar("Kind", bound=L.Item)


@dataclass(frozen=True)
class Equipment:
    """What a game is played with.

    `components[0]` stands for no piece; a deduction puzzle has no components at all. `containers[0]` is the board, then
    hands and decks as described, then dice. `hints` has an entry for every type of site. `values` are the lowest and
    the highest value of a site of each type in a deduction puzzle.
    """

    players: PlayersInfo
    board: Topology
    components: tuple[Component, ...]
    containers: tuple[Container, ...]
    tracks: tuple[Track, ...]
    regions: tuple[EquipmentRegion, ...]
    maps: tuple[IntMap, ...]
    hints: Mapping[SiteType, HintSet]
    values: Mapping[SiteType, tuple[L.Int, L.Int]]
    boardless: bool
    large_stack: bool

    @property
    def default_site(self) -> SiteType:
        """The default site type of the board."""
        return self.board.default_site

    @property
    def num_sites(self) -> int:
        """The number of sites: those of the board (of its larger site type) and those of all hands."""
        last = self.containers[-1]
        return last.first_site + (self._board_sites if last.index == 0 else last.num_sites)

    @property
    def _board_sites(self) -> int:
        return max(self.board.size(SiteType.Cell), self.board.size(self.default_site))

    @cached_property
    def container_of(self) -> tuple[int, ...]:
        """The container of each site number."""
        found = [0] * self._board_sites
        for container in self.containers[1:]:
            found += [container.index] * container.num_sites
        return tuple(found)

    @property
    def has_hand(self) -> bool:
        """Whether there is any container besides the board."""
        return len(self.containers) > 1

    @property
    def has_large(self) -> bool:
        """Whether there are pieces that cover several cells."""
        return any(component.is_large for component in self.components[1:])

    @property
    def dice(self) -> tuple[Container, ...]:
        """The containers with dice."""
        return tuple(c for c in self.containers if c.kind is ContainerKind.DICE)

    @property
    def decks(self) -> tuple[Container, ...]:
        """The containers with cards."""
        return tuple(c for c in self.containers if c.kind is ContainerKind.DECK)

    def owned_tracks(self, owner: int) -> tuple[Track, ...]:
        """The tracks of an owner (0: of no particular player), in order."""
        return tuple(track for track in self.tracks if track.owner == owner)

    def component(self, name: str) -> Component:
        """The component with exactly this name; of several, the last one. Raises LudRuleError if there is none."""
        found = [c for c in self.components[1:] if c.name == name]
        if not found:
            names = [c.name for c in self.components[1:]]
            raise LudRuleError(f"there is no piece {name!r}", nearest=nearest(name, names))
        return found[-1]

    def container(self, name: str) -> Container:
        """The container with exactly this name; of several, the last one. Raises LudRuleError if there is none."""
        found = [c for c in self.containers if c.name == name]
        if not found:
            raise LudRuleError(
                f"there is no container {name!r}", nearest=nearest(name, [c.name for c in self.containers])
            )
        return found[-1]

    def static_regions(self, kind: RegionTypeStatic, hint_label: str | None = None) -> tuple[tuple[int, ...], ...]:
        """The lists of sites that a static type of region stands for."""
        return static_regions(kind, self.board, dict(self.hints), hint_label)

    def describe(self) -> EquipmentDescription:
        """Components and containers in the form in which boards are recorded."""
        return {
            "components": [
                {"owner": c.owner, "name": c.name, "index": c.index, "value": c.value} for c in self.components
            ],
            "containers": [
                {"owner": c.owner, "name": c.name, "sites": c.num_sites, "from": c.first_site} for c in self.containers
            ],
        }


def build_equipment(
    game: L.Game, topology: Topology | None = None, build: Callable[..., Topology] = build_topology
) -> Equipment:
    """The equipment of a game.

    `topology`: the board, if it is built already. `build`: as `build_topology`, which may keep boards.
    Raises LudRuleError and LudLimitError with the place of the item at fault.
    """
    players = build_players(game)
    items = game.equipment.items
    sets = [*(item for item in items if isinstance(item, L.Hand | L.Deck)), *_of(items, L.Dice)]
    drafts: list[Component] = []
    members: dict[int, range] = {}
    cards = 0
    for deck in _of(items, L.Deck):
        drafts += deck_cards(deck, len(drafts) + 1)
        members[id(deck)] = range(cards + 1, len(drafts) + 1)
        cards = len(drafts)
    dice = cards
    for cast in _of(items, L.Dice):
        drafts += dice_of(cast, len(drafts) - cards + 1)  # the numbering of dice starts again at 1
        members[id(cast)] = range(dice + 1, len(drafts) + 1)
        dice = len(drafts)
    for item in (*_of(items, L.Dominoes), *_of(items, L.Component)):
        drafts += item_components(item)
    if not drafts:
        drafts = default_pieces(players)

    board = board_node(game)
    features, start_features = rule_features(game, [draft.generator for draft in drafts])
    if topology is None:
        layers = Feature.LAYERS in features | start_features
        topology = build(board, three_dimensions=layers, lines_in_space=game.version is not None)
    containers = _containers(boards_of(game), topology, sets, members, players)
    sides = topology.incident(SiteType.Cell, SiteType.Edge)
    components = finished(drafts, players, len(sides[0]) if sides else OFF)
    maps = MapBuilder(topology, players, components, containers)
    return Equipment(
        players=players,
        board=topology,
        components=() if Feature.DEDUCTION in features | start_features else components,
        containers=containers,
        tracks=_tracks(board, topology),
        regions=in_order([build_region(node, players) for node in _of(items, L.Regions)], players),
        maps=tuple(maps.build(node) for node in _of(items, L.Map)),
        hints=build_hints(_of(items, L.Hints)),
        values=_puzzle_values(board),
        boardless=isinstance(board, L.Boardless),
        large_stack=bool(board.large_stack),
    )


def _of(items: tuple[L.Item, ...], kind: type[Kind]) -> list[Kind]:
    """The items of a kind, in the order of the description."""
    return [item for item in items if isinstance(item, kind)]


def _containers(
    boards: Sequence[BoardNode],
    topology: Topology,
    sets: list[L.Hand | L.Deck | L.Dice],
    members: Mapping[int, range],
    players: PlayersInfo,
) -> tuple[Container, ...]:
    """The board, further boards, hands and decks, dice, with the first site of each.

    As in Ludii the game is played on the first board; others are only places to put pieces, and their tracks lead
    nowhere.
    """
    found: list[Container] = []
    next_site = 0
    further = _sites_of_further(boards[1:])
    for board in boards:
        default = topology.default_site if board is boards[0] else SiteType.Cell
        sites = topology.size(default) if board is boards[0] else further[len(found) - 1]
        found.append(
            Container(
                index=len(found),
                name="Board",
                role=RoleType.Neutral,
                owner=0,
                kind=ContainerKind.BOARD,
                default_site=default,
                first_site=next_site,
                num_sites=sites,
                node=board,
            )
        )
        next_site += max(topology.size(SiteType.Cell), sites) if board is boards[0] else sites
    for draft in _hand_drafts(sets, members, topology, players):
        found.append(Container(index=len(found), default_site=SiteType.Cell, first_site=next_site, **draft))
        next_site += found[-1].num_sites
        if next_site > MAX_WIDTH:
            raise LudLimitError(f"the board and its hands have more than {MAX_WIDTH} sites", draft["node"].span)
    return tuple(found)


def _sites_of_further(boards: Sequence[BoardNode]) -> list[int]:
    """The number of sites of each board after the first. Raises LudRuleError where Ludii refuses them.

    Ludii makes room for their cells, and fails if there are fewer cells than sites.
    """
    found: list[int] = []
    room = 0
    for board in boards:
        topology = build_topology(board)
        found.append(topology.size(default_site_of(board)))
        room += topology.size(SiteType.Cell)
    if sum(found) > room:
        raise LudRuleError(f"boards after the first one have {sum(found)} sites and only {room} cells", boards[0].span)
    return found


def _hand_drafts(
    sets: list[L.Hand | L.Deck | L.Dice], members: Mapping[int, range], topology: Topology, players: PlayersInfo
) -> list[dict[str, Any]]:
    """The fields of each hand, deck and set of dice, except those that depend on the containers before it."""
    drafts: list[dict[str, Any]] = []
    dice: dict[str, Any] | None = None
    for node in sets:
        if isinstance(node, L.Hand):
            roles = [node.role]
            if node.role is RoleType.Each:
                roles = [RoleType[f"P{i}"] for i in range(1, players.count + 1)]
            size = _DEFAULT_HAND if node.size is None else max(0, node.size)
            if size > MAX_HAND:
                raise LudLimitError(f"a hand of {size} sites; at most {MAX_HAND} are possible", node.span)
            for role in roles:
                drafts.append(_draft(node, role, ContainerKind.HAND, players, size))
            continue
        role = node.role or RoleType.Shared
        if role is RoleType.Each:
            raise LudRuleError("dice and decks belong to one player or to all together, not to each", node.span)
        own = tuple(members[id(node)])
        if isinstance(node, L.Deck):
            drafts.append(_draft(node, role, ContainerKind.DECK, players, _sites_in_row(1, topology), members=own))
        elif dice is None:
            dice = _draft(node, role, ContainerKind.DICE, players, _sites_in_row(node.num, topology), members=own)
            drafts.append(dice)
        else:
            # All dice form one container, which belongs to the owner of the last ones.
            own = (*dice["members"], *own)
            dice.update(_draft(node, role, ContainerKind.DICE, players, _sites_in_row(len(own), topology), members=own))
    return drafts


def _draft(
    node: L.Hand | L.Deck | L.Dice,
    role: RoleType,
    kind: ContainerKind,
    players: PlayersInfo,
    sites: int,
    members: tuple[int, ...] = (),
) -> dict[str, Any]:
    word = {ContainerKind.HAND: "Hand", ContainerKind.DECK: "Deck", ContainerKind.DICE: "Dice"}[kind]
    return {
        "name": f"{word}{role_owner(role)}",
        "role": role,
        "owner": players.owner(role),
        "kind": kind,
        "num_sites": sites,
        "node": node,
        "members": members,
    }


def _sites_in_row(count: int, topology: Topology) -> int:
    """The number of cells in a row with this many places; with triangular cells it is larger than the number of places.
    """
    if topology.num_edges != 3:
        return count
    row = L.Tri(shape=L.TriShapeType.Rectangle, dim_a=1, dim_b=count)
    return len(build_graph(row, SiteType.Cell).faces)


def _tracks(board: BoardNode, topology: Topology) -> tuple[Track, ...]:
    if isinstance(board, L.SurakartaBoard):
        sets = topology.sets(SiteType.Vertex)
        start = 1 if board.from_ is None else board.from_
        try:
            loops = surakarta_loops(topology.source.basis, len(sets.rows), len(sets.columns), board.loops, start)
        except LudRuleError as error:
            error.span = board.span
            raise
        return tuple(
            make_track(loop.sites, loop.name, index=i, loop=True, directed=True) for i, loop in enumerate(loops)
        )
    if isinstance(board, L.Boardless):
        return ()
    nodes = board.tracks or ()
    if board.track is not None:
        nodes = (board.track,)
    if isinstance(board, L.Board) and (board.values is not None or board.values_array is not None):
        nodes = ()  # a board with values belongs to a puzzle and has no tracks
    return tuple(build_track(node, i, topology) for i, node in enumerate(nodes))


def _puzzle_values(board: BoardNode) -> dict[SiteType, tuple[L.Int, L.Int]]:
    """The range of values of each site type, from the description; 0 to 0 for a type without values."""
    listed: tuple[L.Values, ...] = ()
    if isinstance(board, L.Board):
        listed = board.values_array or ((board.values,) if board.values is not None else ())
    ranges: dict[SiteType, tuple[L.Int, L.Int]] = dict.fromkeys(SiteType, (0, 0)) if listed else {}
    for values in listed:
        most = values.range.max
        ranges[values.type] = (values.range.min, values.range.min if most is None else most)
    return ranges
