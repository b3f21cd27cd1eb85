"""Numbers from the board and the equipment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.util import Player


@ludeme("arrayValue")
class ArrayValue(IntFunction):
    """The number at a place of a list."""

    array: IntArrayFunction
    index: Int = named()


@ludeme(
    "where Level",
    forms=(
        "what [type] at: [from_top:]",
        "name_piece (index_player|role) [state:] [type] at: [from_top:]",
    ),
)
class WhereLevel(IntFunction):
    """The level of a stack at which a piece is."""

    what: Int | None = None
    type: SiteType | None = None
    at: Int
    from_top: Bool | None = None
    name_piece: str | None = None
    index_player: Int | None = None
    role: RoleType | None = None
    state: Int | None = None


@ludeme("where", forms=("name_piece (index_player|role) [state:] [type]", "what [type]"))
class WhereSite(IntFunction):
    """The site at which a piece is, -1 if it is nowhere."""

    name_piece: str | None = None
    index_player: Int | None = None
    role: RoleType | None = None
    state: Int | None = None
    type: SiteType | None = None
    what: Int | None = None


@ludeme("layer")
class Layer(IntFunction):
    """The layer of a site."""

    of: Int = named()
    type: SiteType | None = None


@ludeme("phase")
class IntPhase(IntFunction):
    """The colour class of a site."""

    type: SiteType | None = None
    of: Int = named()


@ludeme("cost")
class Cost(IntFunction):
    """The cost of a site, or of all sites of a region together."""

    type: SiteType | None = None
    at: Int | None = named(group=1)
    in_: RegionFunction | None = named(group=1)


@ludeme("centrePoint")
class CentrePoint(IntFunction):
    """The site in the middle of the board."""

    type: SiteType | None = None


@ludeme("column")
class Column(IntFunction):
    """The column of a site."""

    type: SiteType | None = None
    of: Int = named()


@ludeme("regionSite")
class RegionSite(IntFunction):
    """The site at a place of a region."""

    region: RegionFunction
    index: Int = named()


@ludeme("row")
class Row(IntFunction):
    """The row of a site."""

    type: SiteType | None = None
    of: Int = named()


@ludeme("mapEntry")
class MapEntry(IntFunction):
    """What a map has for a number or a player."""

    name: str | None = None
    key: Int | None = either(1)
    key_role: RoleType | None = either(1)


@ludeme("handSite")
class HandSite(IntFunction):
    """A site of a player's hand."""

    index_player: Int | None = either(1)
    role: RoleType | None = either(1)
    site: Int | None = None


@ludeme("coord", forms=("[type] coordinate", "[type] row: column:"))
class Coord(IntFunction):
    """The site with a label, or at a row and a column."""

    type: SiteType | None = None
    coordinate: str | None = None
    row: Int | None = None
    column: Int | None = None


@ludeme("ahead")
class Ahead(IntFunction):
    """The site some steps away in a direction."""

    type: SiteType | None = None
    site: Int
    steps: Int | None = named(default=None)
    directions: Direction | None = None


@ludeme("id", forms=("[name] who", "name"))
class Id(IntFunction):
    """The index of a piece by its name, or of a player."""

    name: str | None = None
    who: RoleType | None = None


@ludeme("trackSite FirstSite")
class TrackSiteFirst(IntFunction):
    """The first site along a track that meets a condition."""

    player: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    name: str | None = None
    from_: Int | None = named(default=None)
    if_: Bool | None = named(default=None)


@ludeme("trackSite Move")
class TrackSiteMove(IntFunction):
    """The site some steps along a track."""

    from_: Int | None = named(default=None)
    role: RoleType | None = either(1, default=None)
    player: Player | None = either(1, default=None)
    name: str | None = either(1, default=None)
    steps: Int = named()


@ludeme("trackSite EndSite")
class TrackSite(IntFunction):
    """The last site of a track."""

    player: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    name: str | None = None


@ludeme("topLevel")
class TopLevel(IntFunction):
    """The level of the top piece of a stack."""

    type: SiteType | None = None
    at: Int = named()
