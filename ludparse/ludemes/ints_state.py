"""Numbers from the state of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.util import Player


@ludeme("card TrumpSuit")
class CardSimple(IntFunction):
    """The suit that is trumps."""


@ludeme("card")
class CardSite(IntFunction):
    """The rank, suit or trump value of the card at a site."""

    kind: CardSiteType
    at: Int = named()
    level: Int | None = named(default=None)


@ludeme("pathExtent")
class PathExtent(IntFunction):
    """How far a path of tiles reaches."""

    colour: Int | None = None
    start: Int | None = either(1, default=None)
    region_start: RegionFunction | None = either(1, default=None)


@ludeme("score")
class IntScore(IntFunction):
    """The score of a player."""

    player: Player | None = either(1)
    role: RoleType | None = either(1)


@ludeme("pot")
class Pot(IntFunction):
    """What is in the pot."""


@ludeme("var")
class Var(IntFunction):
    """The value of a variable."""

    key: str | None = None


@ludeme("amount")
class Amount(IntFunction):
    """The amount that a player owns."""

    role: RoleType | None = either(1)
    player: Player | None = either(1)


@ludeme("counter")
class Counter(IntFunction):
    """The counter of the game."""


@ludeme("rotation")
class Rotation(IntFunction):
    """How a piece is turned."""

    type: SiteType | None = None
    at: Int = named()
    level: Int | None = named(default=None)


@ludeme("state")
class State(IntFunction):
    """The state of a piece."""

    type: SiteType | None = None
    at: Int = named()
    level: Int | None = named(default=None)


@ludeme("prev")
class Prev(IntFunction):
    """The player of the move before."""

    type: PrevType | None = None


@ludeme("what")
class What(IntFunction):
    """The kind of piece at a site, 0 if it is empty."""

    type: SiteType | None = None
    at: Int = named()
    level: Int | None = named(default=None)


@ludeme("next")
class Next(IntFunction):
    """The player who is to move next."""


@ludeme("mover")
class Mover(IntFunction):
    """The player who is to move."""


@ludeme("who")
class Who(IntFunction):
    """The owner of the piece at a site, 0 if it is nobody's."""

    type: SiteType | None = None
    at: Int = named()
    level: Int | None = named(default=None)


@ludeme("face")
class Face(IntFunction):
    """What a die shows."""

    locn: Int
