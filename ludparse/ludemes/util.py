"""Parts that moves, pieces and maps are described with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.int_arrays import Rotations
    from ludparse.ludemes.moves_effects import Apply


@ludeme("count")
class Count(Ludeme):
    """How many of a piece."""

    item: str
    count: Int


@ludeme(
    "pair",
    forms=(
        "key=Int value=str",
        "key=RoleType value=str",
        "key=RoleType landmark",
        "key=str value=RoleType",
        "key=Int value=Int",
        "key=RoleType value=Int",
        "key=RoleType value=RoleType",
        "key=str value=str",
    ),
)
class Pair(Ludeme):
    """A key of a map and what it stands for."""

    key: Int | RoleType | str
    value: str | RoleType | Int | None = None
    landmark: LandmarkType | None = None


@ludeme("to")
class To(Ludeme):
    """Where a move goes, under which condition, and what it does there."""

    type: SiteType | None = None
    region: RegionFunction | None = either(1, default=None)
    loc: Int | None = either(1, default=None)
    level: Int | None = named(default=None)
    rotations: Rotations | None = None
    if_: Bool | None = named(default=None)
    effect: Apply | None = None


@ludeme("from")
class From(Ludeme):
    """Where a move comes from, and under which condition."""

    type: SiteType | None = None
    region: RegionFunction | None = either(1, default=None)
    loc: Int | None = either(1, default=None)
    level: Int | None = named(default=None)
    if_: Bool | None = named(default=None)


@ludeme("flips")
class Flips(Ludeme):
    """The two states between which a piece flips."""

    flip_a: int
    flip_b: int


@ludeme("piece")
class Piece(Ludeme):
    """Kinds of pieces, by name or index, and their state."""

    name_component: str | None = either(1)
    component: Int | None = either(1)
    name_components: tuple[str, ...] | None = either(1)
    components: tuple[Int, ...] | None = either(1)
    state: Int | None = named(default=None)


@ludeme("between")
class Between(Ludeme):
    """What a move passes, how far, under which condition, and what it does to it."""

    before: Int | None = named(default=None)
    range: RangeFunction | None = None
    after: Int | None = named(default=None)
    if_: Bool | None = named(default=None)
    trail: Int | None = named(default=None)
    effect: Apply | None = None


@ludeme("player")
class Player(Ludeme):
    """A player by index."""

    index: Int
