"""Conditions."""

from __future__ import annotations

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("and", forms=("a b", "list"))
class BoolAnd(BooleanFunction):
    """All of the conditions hold; tested in order, up to the first that does not."""

    a: Bool | None = None
    b: Bool | None = None
    list: tuple[Bool, ...] | None = None


@ludeme("<=", also="le")
class Le(BooleanFunction):
    """One number is at most the other."""

    value_a: Int
    value_b: Int


@ludeme(">=", also="ge")
class Ge(BooleanFunction):
    """One number is at least the other."""

    value_a: Int
    value_b: Int


@ludeme("=", also="equals", forms=("value_a (value_b|role_b)", "region_a region_b"))
class Equals(BooleanFunction):
    """Two numbers are the same, or two regions hold the same sites."""

    value_a: Int | None = None
    value_b: Int | None = None
    role_b: RoleType | None = None
    region_a: RegionFunction | None = None
    region_b: RegionFunction | None = None


@ludeme("xor")
class Xor(BooleanFunction):
    """Exactly one of two conditions holds."""

    a: Bool
    b: Bool


@ludeme("not")
class Not(BooleanFunction):
    """A condition does not hold."""

    a: Bool


@ludeme(">", also="gt")
class Gt(BooleanFunction):
    """One number is greater than the other."""

    value_a: Int
    value_b: Int


@ludeme("or", forms=("a b", "list"))
class BoolOr(BooleanFunction):
    """At least one of the conditions holds; tested in order, up to the first that does."""

    a: Bool | None = None
    b: Bool | None = None
    list: tuple[Bool, ...] | None = None


@ludeme("!=", also="notEqual", forms=("value_a (value_b|role_b)", "region_a region_b"))
class NotEqual(BooleanFunction):
    """Two numbers differ, or two regions do."""

    value_a: Int | None = None
    value_b: Int | None = None
    role_b: RoleType | None = None
    region_a: RegionFunction | None = None
    region_b: RegionFunction | None = None


@ludeme("<", also="lt")
class Lt(BooleanFunction):
    """One number is less than the other."""

    value_a: Int
    value_b: Int


@ludeme("if")
class BoolIf(BooleanFunction):
    """A condition that depends on another; false where there is nothing to be said for the other case."""

    cond: Bool
    ok: Bool
    not_ok: Bool | None = None


@ludeme("toBool")
class ToBool(BooleanFunction):
    """A number as a condition: whether it is other than 0."""

    int_fn: Int | None = either(1)
    float_fn: Float | None = either(1)


@ludeme("can Move")
class Can(BooleanFunction):
    """Whether there is at least one of the moves."""

    moves: Moves


@ludeme("all Groups")
class AllGroups(BooleanFunction):
    """Whether a condition holds for every group of connected pieces."""

    type: SiteType | None = None
    directions: Direction | None = None
    of: Bool | None = named(default=None)
    if_: Bool = named()


@ludeme("all")
class AllSimple(BooleanFunction):
    """Whether all dice are used or show the same, or all players have passed."""

    kind: AllSimpleType


@ludeme("all")
class AllSites(BooleanFunction):
    """Whether a condition holds at every site of a region, or whether all its pieces differ."""

    kind: AllSitesType
    region: RegionFunction
    if_: Bool = named()


@ludeme("all Values")
class AllValues(BooleanFunction):
    """Whether a condition holds for every number of a list."""

    array: IntArrayFunction
    if_: Bool = named()


@ludeme("was Pass")
class Was(BooleanFunction):
    """Whether the last move was a pass."""


@ludeme("no Pieces")
class NoPiece(BooleanFunction):
    """Whether somebody has no piece, or none of a name or in a region."""

    type: SiteType | None = None
    role: RoleType | None = either(1, default=None)
    of: Int | None = named(default=None, group=1)
    name: str | None = None
    in_: RegionFunction | None = named(default=None)


@ludeme("no Moves")
class NoMove(BooleanFunction):
    """Whether somebody has no legal move."""

    player_fn: RoleType
