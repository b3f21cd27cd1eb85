"""Boards, pieces, hands, dice, regions, …"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.ranges import Range
    from ludparse.ludemes.util import Flips, Pair


@ludeme("card")
class Card(Ludeme):
    """A card of a deck: its rank and its value, as a trump and otherwise."""

    type: CardType
    rank: int = named()
    value: int = named()
    trump_rank: int | None = named(default=None)
    trump_value: int | None = named(default=None)
    biased: int | None = named(default=None)


@ludeme("hint", forms=("region [hint]", "site [hint]"))
class Hint(Ludeme):
    """The number that is printed in a region or at a site of a puzzle."""

    region: tuple[int, ...] | None = None
    hint: int | None = None
    site: int | None = None


@ludeme("values")
class Values(Ludeme):
    """The values that a variable of a puzzle can take."""

    type: SiteType
    range: Range


@ludeme("equipment")
class Equipment(Ludeme):
    """All items that the game is played with."""

    items: tuple[Item, ...]


@ludeme("die")
class Die(Component):
    """A die as a piece."""

    name: str
    role: RoleType
    num_faces: int = named()
    dirn: DirectionFacing | None = None
    generator: Moves | None = None


@ludeme("card")
class EquipmentCard(Component):
    """A card as a piece."""

    label: str
    role: RoleType
    card_type: CardType
    rank: int = named()
    value: int = named()
    trump_rank: int = named()
    trump_value: int = named()
    suit: int = named()
    generator: Moves | None = None
    max_state: int | None = named(default=None)
    max_count: int | None = named(default=None)
    max_value: int | None = named(default=None)


@ludeme("path")
class Path(Ludeme):
    """A path on a tile, from a side to a side."""

    from_: int = named()
    slots_from: int | None = named(default=None)
    to: int = named()
    slots_to: int | None = named(default=None)
    colour: int = named()


@ludeme("domino")
class Domino(Component):
    """A domino as a piece."""

    name: str
    role: RoleType
    value: int = named()
    value2: int = named()
    generator: Moves | None = None


@ludeme("tile")
class Tile(Component):
    """A tile: a piece that can take several sites, turn, and have paths on it."""

    name: str
    role: RoleType | None = None
    walk: tuple[StepType, ...] | None = either(1, default=None)
    walks: tuple[tuple[StepType, ...], ...] | None = either(1, default=None)
    num_sides: int | None = named(default=None)
    slots: tuple[int, ...] | None = named(default=None, group=2)
    slots_per_side: int | None = named(default=None, group=2)
    paths: tuple[Path, ...] | None = None
    flips: Flips | None = None
    generator: Moves | None = None
    max_state: int | None = named(default=None)
    max_count: int | None = named(default=None)
    max_value: int | None = named(default=None)


@ludeme("piece")
class EquipmentPiece(Component):
    """A kind of piece, with an owner, a direction it faces, and its moves."""

    name: str
    role: RoleType | None = None
    dirn: DirectionFacing | None = None
    flips: Flips | None = None
    generator: Moves | None = None
    max_state: int | None = named(default=None)
    max_count: int | None = named(default=None)
    max_value: int | None = named(default=None)


@ludeme("map", forms=("[name] pairs", "[name] keys values"))
class Map(Item):
    """A named table from numbers or players to numbers or sites."""

    name: str | None = None
    pairs: tuple[Pair, ...] | None = None
    keys: tuple[Int, ...] | None = None
    values: tuple[Int, ...] | None = None


@ludeme("hints")
class Hints(Item):
    """The numbers printed on the board of a puzzle."""

    label: str | None = None
    records: tuple[Hint, ...]
    type: SiteType | None = None


@ludeme("regions")
class Regions(Item):
    """A named region, of a player or of nobody, which `(sites …)` finds again."""

    name: str | None = None
    role: RoleType | None = None
    sites: tuple[int, ...] | None = either(1)
    region_fn: RegionFunction | None = either(1)
    regions_fn: tuple[RegionFunction, ...] | None = either(1)
    static_region: RegionTypeStatic | None = either(1)
    static_regions: tuple[RegionTypeStatic, ...] | None = either(1)
    hint_region_label: str | None = None


@ludeme("dominoes")
class Dominoes(Item):
    """A set of dominoes up to a number of pips."""

    up_to: int | None = named(default=None)


@ludeme("boardless")
class Boardless(Container):
    """A board that grows with what is placed, up to a size."""

    tiling: TilingBoardlessType
    dimension: Dim | None = None
    large_stack: bool | None = named(default=None)


@ludeme("track")
class Track(Ludeme):
    """A named way over sites, which may bend, end, and be a loop."""

    name: str
    track: tuple[int, ...] | None = either(1)
    track_direction: str | None = either(1)
    loop: bool | None = named(default=None)
    owner: int | None = either(2, default=None)
    role: RoleType | None = either(2, default=None)
    directed: bool | None = named(default=None)


@ludeme("mancalaBoard")
class MancalaBoard(Container):
    """Rows of holes, with stores at the ends if wanted."""

    rows: int
    columns: int
    store: StoreType | None = named(default=None)
    num_stores: int | None = named(default=None)
    large_stack: bool | None = named(default=None)
    track: Track | None = either(1, default=None)
    tracks: tuple[Track, ...] | None = either(1, default=None)


@ludeme("surakartaBoard")
class SurakartaBoard(Container):
    """A board with loops at its corners."""

    graph_fn: GraphFunction
    loops: int | None = named(default=None)
    from_: int | None = named(default=None)
    large_stack: bool | None = named(default=None)


@ludeme("board")
class Board(Container):
    """The board: a graph, with tracks, and the element that is played on."""

    graph_fn: GraphFunction
    track: Track | None = either(1, default=None)
    tracks: tuple[Track, ...] | None = either(1, default=None)
    values: Values | None = either(2, default=None)
    values_array: tuple[Values, ...] | None = either(2, default=None)
    use: SiteType | None = named(default=None)
    large_stack: bool | None = named(default=None)


@ludeme("deck")
class Deck(Container):
    """A deck of cards."""

    role: RoleType | None = None
    cards_by_suit: int | None = named(default=None)
    suits: int | None = named(default=None)
    cards: tuple[Card, ...] | None = None


@ludeme("hand")
class Hand(Container):
    """A place beside the board for the pieces of a player."""

    role: RoleType
    size: int | None = named(default=None)


@ludeme("dice")
class Dice(Container):
    """Dice that are rolled together."""

    d: int | None = named(default=None)
    faces: tuple[int, ...] | None = named(default=None, group=1)
    faces_by_die: tuple[tuple[int, ...], ...] | None = named(default=None, group=1)
    from_: int | None = named(default=None, group=1)
    role: RoleType | None = None
    num: int = named()
    biased: tuple[int, ...] | None = named(default=None)
