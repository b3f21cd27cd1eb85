"""Regions that begin with `sites`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.moves_effects import Step
    from ludparse.ludemes.util import Piece, Player


@ludeme("sites")
class SitesEquipmentRegion(RegionFunction):
    """A region of the equipment, by its owner and name, or a site by its label."""

    player: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    site_type: SiteType | None = None
    name: str | None = None


@ludeme("sites Distance")
class SitesDistance(RegionFunction):
    """The sites at a distance."""

    element_type: SiteType | None = None
    relation: RelationType | None = None
    step_move: Step | None = None
    new_rotation: Int | None = named(default=None)
    from_: Int = named()
    distance: RangeFunction


@ludeme("sites Track")
class SitesTrack(RegionFunction):
    """The sites of a track."""

    pid: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    name: str | None = None
    from_: Int | None = named(default=None)
    to: Int | None = named(default=None)


@ludeme("sites")
class SitesPlayer(RegionFunction):
    """The sites of a player's hand, or those that would win."""

    kind: SitesPlayerType
    element_type: SiteType | None = None
    pid: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    moves: NonDecision | None = None
    name: str | None = None


@ludeme("sites Side")
class SitesSide(RegionFunction):
    """The sites of a side of the board."""

    element_type: SiteType | None = None
    player: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    direction: CompassDirection | None = either(1, default=None)


@ludeme("sites")
class SitesIndex(RegionFunction):
    """The sites of a row, column, phase, layer, of a state, the empty ones, or those that pieces rest on."""

    kind: SitesIndexType
    element_type: SiteType | None = None
    index: Int | None = None


@ludeme("sites")
class SitesWalk(RegionFunction):
    """The sites that a walk of steps reaches."""

    element_type: SiteType | None = None
    index: Int | None = None
    possible_steps: tuple[tuple[StepType, ...], ...]
    rotations: Bool | None = named(default=None)


@ludeme("sites LineOfSight")
class SitesLineOfSight(RegionFunction):
    """The sites that are seen from a site."""

    type_los: LineOfSightType | None = None
    type_loc: SiteType | None = None
    at: Int | None = named(default=None)
    directions: Direction | None = None


@ludeme("sites Direction")
class SitesDirection(RegionFunction):
    """The sites in directions from others, up to a condition."""

    from_: Int | RegionFunction = named()
    directions: Direction | None = None
    included: Bool | None = named(default=None)
    stop: Bool | None = named(default=None)
    stop_included: Bool | None = named(default=None)
    distance: Int | None = named(default=None)
    type: SiteType | None = None


@ludeme("sites Around")
class SitesAround(RegionFunction):
    """The neighbours of sites."""

    type_loc: SiteType | None = None
    where: Int | None = either(1)
    region_where: RegionFunction | None = either(1)
    type: RegionTypeDynamic | None = None
    distance: Int | None = named(default=None)
    directions: AbsoluteDirection | None = None
    if_: Bool | None = named(default=None)
    include_self: Bool | None = named(default=None)


@ludeme("sites Incident")
class SitesIncident(RegionFunction):
    """The elements of a type that touch one of another type."""

    result_type: SiteType
    of: SiteType = named()
    at: Int = named()
    owner: Player | None = named(default=None, group=1)
    role_owner: RoleType | None = either(1, default=None)


@ludeme("sites Occupied")
class SitesOccupied(RegionFunction):
    """The sites with pieces of an owner."""

    by: Player | RoleType = named()
    container: Int | str | None = named(default=None)
    component: Int | str | None = named(default=None, group=1)
    components: tuple[str, ...] | None = named(default=None, group=1)
    top: bool | None = named(default=None)
    on: SiteType | None = named(default=None)


@ludeme("sites Start")
class SitesPiece(RegionFunction):
    """The sites on which a piece started."""

    pid: Piece


@ludeme("sites Hidden")
class SitesHidden(RegionFunction):
    """The sites of which something is hidden from a player."""

    data_type: HiddenData | None = None
    type: SiteType | None = None
    to: Player | RoleType = named()


@ludeme("sites Between")
class SitesBetween(RegionFunction):
    """The sites between two others."""

    directions: Direction | None = None
    type: SiteType | None = None
    from_: Int = named()
    from_included: Bool | None = named(default=None)
    to: Int = named()
    to_included: Bool | None = named(default=None)
    cond: Bool | None = named(default=None)


@ludeme("sites LargePiece")
class SitesLargePiece(RegionFunction):
    """The sites that a large piece takes."""

    type: SiteType | None = None
    at: Int = named()


@ludeme("sites Random")
class SitesRandom(RegionFunction):
    """Some sites of a region by chance."""

    region: RegionFunction | None = None
    num: Int | None = named(default=None)


@ludeme("sites Pattern")
class SitesPattern(RegionFunction):
    """The sites of a pattern."""

    walk: tuple[StepType, ...]
    type: SiteType | None = None
    from_: Int | None = named(default=None)
    what: Int | None = named(default=None, group=1)
    whats: tuple[Int, ...] | None = named(default=None, group=1)


@ludeme("sites Loop")
class SitesLoop(RegionFunction):
    """The sites of a loop, or those inside it."""

    inside: Bool | None = named(default=None)
    type: SiteType | None = None
    surround: RoleType | None = named(default=None, group=1)
    surround_list: tuple[RoleType, ...] | None = either(1, default=None)
    directions: Direction | None = None
    colour: Int | None = None
    start: Int | None = either(2, default=None)
    region_start: RegionFunction | None = either(2, default=None)


@ludeme("sites")
class SitesContext(RegionFunction):
    """The region that is looked at."""


@ludeme("sites")
class SitesSimple(RegionFunction):
    """A part of the board by its name, or sites from the game's state."""

    kind: SitesSimpleType
    element_type: SiteType | None = None


@ludeme("sites")
class SitesCoords(RegionFunction):
    """The sites with labels."""

    element_type: SiteType | None = None
    coords: tuple[str, ...]


@ludeme("sites")
class SitesMove(RegionFunction):
    """The sites from which moves come, to which they go, or which they pass."""

    kind: SitesMoveType
    moves: Moves


@ludeme("sites")
class SitesCustom(RegionFunction):
    """The sites with the numbers of a list."""

    sites: tuple[Int, ...] | None = either(1)
    array: IntArrayFunction | None = either(1)


@ludeme("sites Crossing")
class SitesCrossing(RegionFunction):
    """The edges that cross an edge."""

    at: Int = named()
    who: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)


@ludeme("sites Group")
class SitesGroup(RegionFunction):
    """The sites of the group at a site or at any of a region."""

    type: SiteType | None = None
    at: Int | None = named(group=1)
    from_: RegionFunction | None = named(group=1)
    directions: Direction | None = None
    if_: Bool | None = named(default=None)
    is_visible: Bool | None = named(default=None)


@ludeme("sites")
class SitesEdge(RegionFunction):
    """The edges that run in a way: axial, slanted, …"""

    kind: SitesEdgeType
