"""Other regions."""

from __future__ import annotations

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("expand")
class Expand(RegionFunction):
    """A region with what lies some steps around it."""

    container_id_fn: Int | None = either(1, default=None)
    container_name: str | None = either(1, default=None)
    region: RegionFunction | None = either(2)
    origin: Int | None = named(group=2)
    steps: Int | None = named(default=None)
    dirn: AbsoluteDirection | None = None
    type: SiteType | None = None


@ludeme("difference")
class RegionDifference(RegionFunction):
    """A region without the sites of another, or without one site."""

    source: RegionFunction
    subtraction: RegionFunction | None = either(1)
    site_to_remove: Int | None = either(1)


@ludeme("intersection", forms=("region1 region2", "regions"))
class RegionIntersection(RegionFunction):
    """The sites that regions have in common."""

    region1: RegionFunction | None = None
    region2: RegionFunction | None = None
    regions: tuple[RegionFunction, ...] | None = None


@ludeme("if")
class RegionIf(RegionFunction):
    """A region that depends on a condition."""

    cond: Bool
    ok: RegionFunction
    not_ok: RegionFunction | None = None


@ludeme("union", forms=("region1 region2", "regions"))
class RegionUnion(RegionFunction):
    """The sites of all regions."""

    region1: RegionFunction | None = None
    region2: RegionFunction | None = None
    regions: tuple[RegionFunction, ...] | None = None


@ludeme("forEach")
class RegionForEachPlayers(RegionFunction):
    """The sites of a region for each player of a list, together."""

    players: IntArrayFunction
    region: RegionFunction


@ludeme("forEach Level")
class RegionForEachLevel(RegionFunction):
    """The levels of a stack that meet a condition."""

    type: SiteType | None = None
    at: Int = named()
    stack_direction: StackDirection | None = None
    if_: Bool | None = named(default=None)
    start_at: Int | None = named(default=None)


@ludeme("forEach Team")
class RegionForEachTeam(RegionFunction):
    """The sites of a region for each team, together."""

    region: RegionFunction


@ludeme("forEach")
class RegionForEachSite(RegionFunction):
    """The sites of a region that meet a condition."""

    region: RegionFunction
    if_: Bool = named()


@ludeme("forEach")
class RegionForEachSiteInRegion(RegionFunction):
    """The sites of a region for each site of another, together."""

    of: RegionFunction = named()
    region: RegionFunction


@ludeme("last Between")
class LastRegion(RegionFunction):
    """The sites that the last move passed."""
