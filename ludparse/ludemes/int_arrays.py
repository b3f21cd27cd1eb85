"""Lists of whole numbers."""

from __future__ import annotations

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("array", forms=("region", "ints"))
class IntArrayArray(IntArrayFunction):
    """A region's sites, or numbers, as a list."""

    region: RegionFunction | None = None
    ints: tuple[Int, ...] | None = None


@ludeme("results")
class Results(IntArrayFunction):
    """A number computed for every pair of sites."""

    from_: Int | RegionFunction = named()
    to: Int | RegionFunction = named()
    function: Int


@ludeme("difference")
class IntArrayDifference(IntArrayFunction):
    """A list without the numbers of another, or without one number."""

    source: IntArrayFunction
    subtraction: IntArrayFunction | None = either(1)
    int_to_remove: Int | None = either(1)


@ludeme("intersection", forms=("array1 array2", "arrays"))
class IntArrayIntersection(IntArrayFunction):
    """The numbers that lists have in common."""

    array1: IntArrayFunction | None = None
    array2: IntArrayFunction | None = None
    arrays: tuple[IntArrayFunction, ...] | None = None


@ludeme("if")
class IntArrayIf(IntArrayFunction):
    """A list that depends on a condition."""

    cond: Bool
    ok: IntArrayFunction
    not_ok: IntArrayFunction | None = None


@ludeme("union", forms=("array1 array2", "arrays"))
class IntArrayUnion(IntArrayFunction):
    """The numbers of all lists, each once."""

    array1: IntArrayFunction | None = None
    array2: IntArrayFunction | None = None
    arrays: tuple[IntArrayFunction, ...] | None = None


@ludeme("players")
class PlayersMany(IntArrayFunction):
    """The players who stand in a relation to one."""

    kind: PlayersManyType
    of: Int | None = named(default=None)
    if_: Bool | None = named(default=None)


@ludeme("players")
class PlayersTeam(IntArrayFunction):
    """The players of a team."""

    kind: PlayersTeamType
    if_: Bool | None = named(default=None)


@ludeme("values Remembered")
class ValuesString(IntArrayFunction):
    """The numbers that are remembered, under a name or without."""

    name: str | None = None


@ludeme("team")
class Team(IntArrayFunction):
    """The team that is looked at."""


@ludeme("rotations")
class Rotations(IntArrayFunction):
    """Directions that a piece can be turned to."""

    direction_of_rotation: AbsoluteDirection | None = either(1)
    directions_of_rotation: tuple[AbsoluteDirection, ...] | None = either(1)


@ludeme("sizes Group")
class SizesGroup(IntArrayFunction):
    """The sizes of all groups."""

    type: SiteType | None = None
    directions: Direction | None = None
    role: RoleType | None = either(1, default=None)
    of: Int | None = named(default=None, group=1)
    if_: Bool | None = named(default=None, group=1)
    min: Int | None = named(default=None)
    is_visible: Bool | None = named(default=None)
