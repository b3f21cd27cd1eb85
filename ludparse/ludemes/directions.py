"""Sets of directions."""

from __future__ import annotations

from ludparse.ludemes.base import ludeme
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme(
    "directions",
    forms=(
        "type=RandomDirectionType directions num:",
        "type=SiteType from_: to:",
        "[relative_direction|relative_directions] [of:] [by_site:]",
        "(absolute_direction|absolute_directions)",
    ),
)
class Directions(DirectionsFunction):
    """Directions: absolute, relative to a piece's facing, some by chance, or from a site to another."""

    type: RandomDirectionType | SiteType | None = None
    directions: Direction | None = None
    num: Int | None = None
    from_: Int | None = None
    to: Int | None = None
    relative_direction: RelativeDirection | None = None
    relative_directions: tuple[RelativeDirection, ...] | None = None
    of: RelationType | None = None
    by_site: bool | None = None
    absolute_direction: AbsoluteDirection | None = None
    absolute_directions: tuple[AbsoluteDirection, ...] | None = None


@ludeme("difference")
class DirectionsDifference(DirectionsFunction):
    """The directions that are not among others."""

    directions: Direction
    directions_to_remove: Direction


@ludeme("if")
class DirectionsIf(DirectionsFunction):
    """Directions that depend on a condition."""

    condition: Bool
    directions_ok: Direction
    directions_not_ok: Direction


@ludeme("union")
class DirectionsUnion(DirectionsFunction):
    """The directions of both."""

    directions: Direction
    directions_to_remove: Direction
