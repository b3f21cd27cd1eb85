"""Counting and sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.moves_effects import Step
    from ludparse.ludemes.util import Player


@ludeme("countSizeBiggestGroup")
class CountSizeBiggestGroup(IntFunction):
    """The size of the largest group, or of the largest one that touches a region."""

    type: SiteType | None = None
    directions: Direction | None = None
    through: RegionFunction | None = None
    if_: Bool | None = named(default=None, group=1)
    is_visible: Bool | None = named(default=None, group=1)


@ludeme("count SizeBiggestLine")
class CountLines(IntFunction):
    """The length of the longest line."""

    type: SiteType | None = None
    directions: AbsoluteDirection | None = None
    if_: Bool | None = named(default=None)


@ludeme("count Liberties")
class CountLiberties(IntFunction):
    """The empty neighbours of a group."""

    type: SiteType | None = None
    at: Int | None = named(default=None)
    directions: Direction | None = None
    if_: Bool | None = named(default=None)


@ludeme(
    "count SitesPlatformBelow",
    forms=("[type] [site] role", "[type] [at:] who:", "[type] [at:] (what:|whats:)"),
)
class CountSitesPlatformBelow(IntFunction):
    """The pieces of a player, or of some kinds, that a site rests on."""

    type: SiteType | None = None
    site: Int | None = None
    role: RoleType | None = None
    at: Int | None = None
    who: RoleType | None = None
    what: Int | None = None
    whats: tuple[Int, ...] | None = None


@ludeme("count Steps")
class CountSteps(IntFunction):
    """The steps on the shortest way from a site to another."""

    type: SiteType | None = None
    relation: RelationType | None = None
    step_move: Step | None = None
    new_rotation: Int | None = named(default=None)
    site1: Int
    site2: Int | None = either(1)
    region2: RegionFunction | None = either(1)


@ludeme("count StepsOnTrack")
class CountStepsOnTrack(IntFunction):
    """The steps along a track from a site to another."""

    role: RoleType | None = either(1, default=None)
    player: Player | None = either(1, default=None)
    name: str | None = either(1, default=None)
    site1: Int | None = None
    site2: Int | None = None


@ludeme("count Value")
class CountValue(IntFunction):
    """How often a number stands in a list."""

    of: Int
    in_: IntArrayFunction = named()


@ludeme("count Stack")
class CountStack(IntFunction):
    """The pieces of a stack that meet a condition, from one end of it."""

    stack_direction: StackDirection | None = None
    type: SiteType | None = None
    at: Int | None = named(group=1)
    to: RegionFunction | None = named(group=1)
    if_: Bool | None = named(default=None)
    stop: Bool | None = named(default=None)


@ludeme("count")
class CountSimple(IntFunction):
    """How many there are of something: rows, turns, moves, players, vertices, …"""

    kind: CountSimpleType
    type: SiteType | None = None


@ludeme("count")
class CountGroups(IntFunction):
    """How many groups there are, or how large the largest is."""

    kind: CountGroupsType
    type: SiteType | None = None
    directions: Direction | None = None
    through: RegionFunction | None = None
    if_: Bool | None = named(default=None)
    min: Int | None = named(default=None)
    is_visible: Bool | None = named(default=None)


@ludeme("count")
class CountComponent(IntFunction):
    """How many pieces somebody has, or how many pips the dice show."""

    kind: CountComponentType
    type: SiteType | None = None
    role: RoleType | None = either(1, default=None)
    of: Int | None = named(default=None, group=1)
    name: str | None = None
    in_: RegionFunction | None = named(default=None)
    if_: Bool | None = named(default=None)


@ludeme("count")
class CountSite(IntFunction):
    """How many pieces a site holds, or how many sites are in a region or around one."""

    kind: CountSiteType | None = None
    type: SiteType | None = None
    in_: RegionFunction | None = named(default=None, group=1)
    at: Int | None = named(default=None, group=1)
    name: str | None = either(1, default=None)


@ludeme("size Territory")
class SizeTerritory(IntFunction):
    """How many sites a player encloses."""

    type: SiteType | None = None
    role: RoleType | None = either(1)
    player: Player | None = either(1)
    direction: AbsoluteDirection | None = None


@ludeme("size Array")
class SizeArray(IntFunction):
    """The length of a list."""

    array: IntArrayFunction


@ludeme("size Stack")
class SizeSite(IntFunction):
    """The height of a stack."""

    type: SiteType | None = None
    in_: RegionFunction | None = named(default=None, group=1)
    at: Int | None = named(default=None, group=1)


@ludeme("size LargePiece")
class SizeLargePiece(IntFunction):
    """How many sites a piece takes."""

    type: SiteType | None = None
    in_: RegionFunction | None = named(group=1)
    at: Int | None = named(group=1)


@ludeme("size Group")
class SizeGroup(IntFunction):
    """How large the group at a site is."""

    type: SiteType | None = None
    at: Int = named()
    directions: Direction | None = None
    if_: Bool | None = named(default=None)
