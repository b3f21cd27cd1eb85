"""Conditions that begin with `is`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.util import Player


@ludeme("is Target")
class IsTarget(BooleanFunction):
    """Whether sites hold given pieces, for instance as the goal of a puzzle."""

    container_id_fn: Int | None = either(1, default=None)
    container_name: str | None = either(1, default=None)
    configuration: tuple[int, ...]
    specific_site: int | None = either(2, default=None)
    specific_sites: tuple[int, ...] | None = either(2, default=None)


@ludeme("is Related")
class IsRelation(BooleanFunction):
    """Whether two sites are related: adjacent, orthogonal, diagonal, …"""

    relation_type: RelationType
    type: SiteType | None = None
    site_a: Int
    site_b: Int | None = either(1)
    region: RegionFunction | None = either(1)


@ludeme("is")
class IsConnect(BooleanFunction):
    """Whether a group of pieces joins regions, or can no longer join them."""

    kind: IsConnectType
    number: Int | None = None
    type: SiteType | None = None
    at: Int | None = named(default=None)
    directions: Direction | None = None
    regions: tuple[RegionFunction, ...] | None = either(1)
    role: RoleType | None = either(1)
    region_type: RegionTypeStatic | None = either(1)


@ludeme("is")
class IsComponent(BooleanFunction):
    """Whether a piece could be captured where it is, or is within a region."""

    kind: IsComponentType
    what: Int | None = None
    type: SiteType | None = None
    at: Int | None = named(default=None, group=1)
    in_: RegionFunction | None = named(default=None, group=1)
    specific_moves: Moves | None = None


@ludeme("is")
class IsInteger(BooleanFunction):
    """What a number is as a number, or a site or a die that it stands for."""

    kind: IsIntegerType
    value: Int | None = None


@ludeme("is In")
class IsIn(BooleanFunction):
    """Whether a site is in a region, or a number in a list."""

    site: Int | None = either(1, default=None)
    sites: tuple[Int, ...] | None = either(1, default=None)
    region: RegionFunction | None = either(2)
    array: IntArrayFunction | None = either(2)


@ludeme("is")
class IsSite(BooleanFunction):
    """Whether a site is empty, or is not."""

    kind: IsSiteType
    type: SiteType | None = None
    at: Int


@ludeme("is Path")
class IsPath(BooleanFunction):
    """Whether edges of an owner form a path of a length, closed or not."""

    type: SiteType
    from_: Int | None = named(default=None)
    who: Player | None = either(1)
    role: RoleType | None = either(1)
    length: RangeFunction = named()
    closed: Bool | None = named(default=None)


@ludeme("is Loop")
class IsLoop(BooleanFunction):
    """Whether the pieces form a loop, around something or with their tiles' paths."""

    type: SiteType | None = None
    surround: RoleType | None = named(default=None, group=1)
    surround_list: tuple[RoleType, ...] | None = either(1, default=None)
    directions: Direction | None = None
    colour: Int | None = None
    start: Int | None = either(2, default=None)
    region_start: RegionFunction | None = either(2, default=None)
    path: bool | None = named(default=None)


@ludeme("is Line")
class IsLine(BooleanFunction):
    """Whether a line of pieces of a length goes through a site."""

    type: SiteType | None = None
    length: Int
    dirn: AbsoluteDirection | None = None
    through: Int | None = named(default=None, group=1)
    through_any: RegionFunction | None = named(default=None, group=1)
    who: RoleType | None = either(2, default=None)
    what: Int | None = named(default=None, group=2)
    whats: tuple[Int, ...] | None = named(default=None, group=2)
    exact: Bool | None = named(default=None)
    contiguous: Bool | None = named(default=None)
    if_: Bool | None = named(default=None)
    by_level: Bool | None = named(default=None)
    top: Bool | None = named(default=None)
    through_how_much: Int | None = named(default=None)
    is_visible: Bool | None = named(default=None)
    use_opposites: Bool | None = named(default=None)


@ludeme("is RegularGraph")
class IsRegularGraph(BooleanFunction):
    """Whether the edges of an owner give every vertex the same degree."""

    who: Player | None = either(1)
    role: RoleType | None = either(1)
    k: Int | None = named(default=None, group=2)
    odd: Bool | None = named(default=None, group=2)
    even: Bool | None = named(default=None, group=2)


@ludeme("is")
class IsTree(BooleanFunction):
    """Whether the edges of an owner form a tree of a kind."""

    kind: IsTreeType
    who: Player | None = either(1)
    role: RoleType | None = either(1)


@ludeme("is Pattern")
class IsPattern(BooleanFunction):
    """Whether pieces lie as a walk of steps says, in any orientation."""

    walk: tuple[StepType, ...]
    type: SiteType | None = None
    from_: Int | None = named(default=None)
    what: Int | None = named(default=None, group=1)
    whats: tuple[Int, ...] | None = named(default=None, group=1)


@ludeme("is PyramidCorners")
class IsPyramidCorners(BooleanFunction):
    """Whether a piece is the tip of a pyramid, up or down, whose four corners hold pieces of its kind."""

    type: SiteType | None = None
    from_: Int | None = named(default=None, group=1)
    froms: RegionFunction | None = named(default=None, group=1)


@ludeme("is Freedom")
class IsFreedom(BooleanFunction):
    """Whether a site of a region has an empty neighbour on the ground, another one than a given site."""

    type: SiteType | None = None
    region: RegionFunction
    site: Int | None = None


@ludeme("is Repeat")
class IsRepeat(BooleanFunction):
    """Whether the position has been there before."""

    repetition_type: RepetitionType | None = None


@ludeme("is Hidden")
class IsHidden(BooleanFunction):
    """Whether something about a site is hidden from a player."""

    data_type: HiddenData | None = None
    type: SiteType | None = None
    at: Int = named()
    level: Int | None = named(default=None)
    to: Player | RoleType = named()


@ludeme("is")
class IsAngle(BooleanFunction):
    """Whether two neighbours of a site that meet conditions lie at an angle of a kind."""

    kind: IsAngleType
    type: SiteType | None = None
    at: Int = named()
    condition_site: Bool
    condition_site2: Bool


@ludeme("is")
class IsGraph(BooleanFunction):
    """Whether the last move began or ended on an element of a type."""

    kind: IsGraphType
    type: SiteType


@ludeme("is")
class IsString(BooleanFunction):
    """Whether something has been proposed, or decided."""

    kind: IsStringType
    string: str


@ludeme("is Crossing")
class IsEdge(BooleanFunction):
    """Whether two edges cross each other."""

    edge1: Int
    edge2: Int


@ludeme("is")
class IsPlayer(BooleanFunction):
    """What a player is at the moment: mover, next, friend, enemy, still playing, …"""

    kind: IsPlayerType
    index: Int | None = either(1)
    role: RoleType | None = either(1)


@ludeme("is Triggered")
class IsTriggered(BooleanFunction):
    """Whether an event has been triggered by a player."""

    event: str
    index: Int | None = either(1)
    role: RoleType | None = either(1)


@ludeme("is")
class IsSimple(BooleanFunction):
    """Whether the position repeats, a site is pending, or the board is full."""

    kind: IsSimpleType
