"""Components, containers, regions, maps and hints, with roles resolved, names and numbers assigned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from ludparse.ludemes import Moves, Path, RegionFunction
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import AbsoluteDirection, CardType, RegionTypeStatic, RoleType, SiteType, StepType
from ludparse.problems.errors import LudError

__all__ = [
    "END",
    "OFF",
    "Component",
    "ComponentKind",
    "Container",
    "ContainerKind",
    "EquipmentRegion",
    "HintSet",
    "IntMap",
    "Walk",
    "base_name",
]

OFF = -1
"""No site, no value: what the language calls Off and Undefined."""
END = -2
"""The element after the last one of a track."""

Walk = tuple[StepType, ...]


class ComponentKind(Enum):
    """The kind of a component."""

    PIECE = "piece"
    TILE = "tile"
    DOMINO = "domino"
    CARD = "card"
    DIE = "die"


class ContainerKind(Enum):
    """The kind of a container."""

    BOARD = "board"
    HAND = "hand"
    DICE = "dice"
    DECK = "deck"


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A kind of piece, tile, die, card or domino. Sites of the state hold its `index` (0 is no piece).

    `owner`: 0 nobody, 1 to the number of players, one more for everybody. Numbers that the description does not give
    are `OFF`. `base_name`: the name as described, without a number at its end. `generator`: the moves of the piece, as
    a node of the typed tree. `facing`: the owner's direction, or else the piece's own.
    """

    index: int
    name: str
    base_name: str
    role: RoleType
    owner: int
    kind: ComponentKind = ComponentKind.PIECE
    value: int = OFF
    facing: AbsoluteDirection | None = None
    generator: Moves | None = None
    flips: tuple[int, int] | None = None
    max_state: int = OFF
    max_count: int = OFF
    max_value: int = OFF
    # tiles and dominoes
    walks: tuple[Walk, ...] | None = None
    paths: tuple[Path, ...] = ()
    num_sides: int = OFF
    slots: tuple[int, ...] | None = None
    slots_per_side: int | None = None
    value2: int = OFF
    # dice
    faces: tuple[int, ...] = ()
    num_faces: int = OFF
    # dice and cards: weights of the faces, or of the cards of one suit
    bias: tuple[int, ...] | None = None
    # cards
    suit: int = OFF
    rank: int = OFF
    trump_rank: int = OFF
    trump_value: int = OFF
    card_type: CardType | None = None
    node: Ludeme | None = None

    @property
    def is_large(self) -> bool:
        """Whether the component covers several sites, given by walks."""
        return self.walks is not None

    @property
    def is_tile(self) -> bool:
        """Whether the component has sides that can be matched, as tiles and dominoes do."""
        return self.kind in (ComponentKind.TILE, ComponentKind.DOMINO)

    @property
    def is_double(self) -> bool:
        """Whether this is a domino with the same number of pips on both halves."""
        return self.kind is ComponentKind.DOMINO and self.value == self.value2

    def flipped(self, state: int) -> int:
        """The state after a flip; the same state if the component does not flip from it."""
        if self.flips is not None and state in self.flips:
            return self.flips[1] if state == self.flips[0] else self.flips[0]
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """A place for things; its sites are numbered `first_site` to `first_site + num_sites - 1`.

    Container 0 is the board. A board on vertices or edges has its own numbers for each type of element; then the sites
    of the hands go on after the larger of its number of cells and its number of sites of the default type.
    `members`: the indices of the components that a set of dice or a deck brings along.
    """

    index: int
    name: str
    role: RoleType
    owner: int
    kind: ContainerKind
    default_site: SiteType
    first_site: int
    num_sites: int
    members: tuple[int, ...] = ()
    node: Ludeme | None = None

    @property
    def is_hand(self) -> bool:
        """Whether this is a hand in the wide sense: any container except the board."""
        return self.kind is not ContainerKind.BOARD

    @property
    def sites(self) -> range:
        """The numbers of its sites."""
        return range(self.first_site, self.first_site + self.num_sites)


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentRegion:
    """A named region: listed `sites`, or region `functions`, or static `types` that stand for many sets of sites.

    Region functions are evaluated once, when the game is created, even if their value could change during play.
    """

    name: str
    role: RoleType
    owner: int
    sites: tuple[int, ...] | None = None
    functions: tuple[RegionFunction, ...] = ()
    types: tuple[RegionTypeStatic, ...] = ()
    hint_label: str | None = None
    node: Ludeme | None = None


@dataclass(frozen=True, slots=True)
class IntMap:
    """A named table of integers; a missing key gives 0. `unknown`: why a rule cannot ask it, if it cannot."""

    name: str
    entries: Mapping[int, int]
    unknown: LudError | None = None

    def __getitem__(self, key: int) -> int:
        return self.entries.get(key, 0)


@dataclass(frozen=True, slots=True)
class HintSet:
    """The hints of a puzzle on one type of site: `regions[i]` has the hint `values[i]`."""

    type: SiteType
    regions: tuple[tuple[int, ...], ...] = ()
    values: tuple[int, ...] = ()


def base_name(name: str) -> str:
    """The name without its trailing digits. A name of digits alone stays as it is."""
    return name.rstrip("0123456789") or name
