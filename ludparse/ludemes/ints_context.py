"""Numbers from the context of evaluation: the site looked at, the last move, …"""

from __future__ import annotations

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("value")
class IteratorValue(IntFunction):
    """The value that is looked at."""


@ludeme("value Random")
class ValueRandom(IntFunction):
    """A number by chance."""

    range: RangeFunction


@ludeme("value")
class ValueSimple(IntFunction):
    """The value that is pending, or a limit of the game."""

    kind: ValueSimpleType


@ludeme("value Player")
class ValuePlayer(IntFunction):
    """The value of a player."""

    index_player: Int | None = either(1)
    role: RoleType | None = either(1)


@ludeme("value Piece")
class ValueComponent(IntFunction):
    """The value of a piece."""

    type: SiteType | None = None
    at: Int = named()
    level: Int | None = named(default=None)


@ludeme("matchScore")
class MatchScore(IntFunction):
    """A player's score in the match."""

    role: RoleType


@ludeme("last")
class Last(IntFunction):
    """Where the last move came from or went to."""

    kind: LastType
    after_consequence: Bool | None = named(default=None)


@ludeme("hint")
class IteratorHint(IntFunction):
    """The number printed at the site or region that is looked at."""

    type: SiteType | None = None
    at: Int | None = named(default=None)


@ludeme("track")
class IteratorTrack(IntFunction):
    """The track that is looked at."""


@ludeme("to")
class IteratorTo(IntFunction):
    """The site to which a move goes."""


@ludeme("from")
class IteratorFrom(IntFunction):
    """The site from which a move comes."""

    at: WhenType | None = named(default=None)


@ludeme("edge", forms=("v_a v_b", ""))
class IteratorEdge(IntFunction):
    """The edge between two vertices, or the one that is looked at."""

    v_a: Int | None = None
    v_b: Int | None = None


@ludeme("between")
class IteratorBetween(IntFunction):
    """The site that a move passes."""


@ludeme("level")
class IteratorLevel(IntFunction):
    """The level that is looked at."""


@ludeme("pips")
class IteratorPips(IntFunction):
    """The number on the die that is looked at."""


@ludeme("site")
class IteratorSite(IntFunction):
    """The site that is looked at."""


@ludeme("player")
class IteratorPlayer(IntFunction):
    """The player who is looked at."""
