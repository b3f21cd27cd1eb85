"""Moves to choose from, which begin with `move`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.int_arrays import IntArrayDifference
    from ludparse.ludemes.moves_effects import Then
    from ludparse.ludemes.util import Between, From, Piece, Player, To


@ludeme("move")
class MoveSimple(Decision):
    """To pass, or to play a card."""

    kind: MoveSimpleType
    then: Then | None = None


@ludeme("move Leap")
class MoveLeap(Decision):
    """To go by a walk of steps, whatever lies between."""

    from_: From | None = None
    walk: tuple[tuple[StepType, ...], ...]
    forward: Bool | None = named(default=None)
    rotations: Bool | None = named(default=None)
    to: To
    then: Then | None = None


@ludeme("move Promote")
class MovePromote(Decision):
    """To change a piece into another."""

    type: SiteType | None = None
    location_fn: Int | None = None
    what: Piece
    who: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    then: Then | None = None


@ludeme("move")
class MoveMessage(Decision):
    """To propose something, or to vote for it."""

    kind: MoveMessageType
    message: str | None = either(1)
    messages: tuple[str, ...] | None = either(1)
    then: Then | None = None


@ludeme("move")
class MoveSite(Decision):
    """To place a piece from nowhere, or to claim a site."""

    kind: MoveSiteType
    what: Piece | None = None
    to: To
    count: Int | None = named(default=None)
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("move Bet")
class MoveBet(Decision):
    """To bet an amount."""

    who: Player | None = either(1)
    role: RoleType | None = either(1)
    range: RangeFunction
    then: Then | None = None


@ludeme("move")
class MoveFromTo(Decision):
    """To move from any of some sites to any of others."""

    from_: From
    to: To
    count: Int | None = named(default=None)
    copy: Bool | None = named(default=None)
    stack: bool | None = named(default=None)
    mover: RoleType | None = None
    then: Then | None = None


@ludeme("move Hop")
class MoveHop(Decision):
    """To jump over something."""

    from_: From | None = None
    directions: Direction | None = None
    between: Between | None = None
    to: To
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("move Set")
class MoveSetNextPlayer(Decision):
    """To choose who moves next."""

    set_type: SetNextPlayerType
    who: Player | None = either(1)
    next_players: IntArrayFunction | None = either(1)
    then: Then | None = None


@ludeme("move Set")
class MoveSetTrump(Decision):
    """To choose the suit that is trumps."""

    set_type: SetTrumpType
    suit: Int | None = either(1)
    suits: IntArrayDifference | None = either(1)
    then: Then | None = None


@ludeme("move Remove")
class MoveRemove(Decision):
    """To take a piece away."""

    type: SiteType | None = None
    location_function: Int | None = either(1)
    region_function: RegionFunction | None = either(1)
    level: Int | None = named(default=None)
    at: WhenType | None = named(default=None)
    count: Int | None = named(default=None)
    then: Then | None = None


@ludeme("move Swap")
class MoveSwapSites(Decision):
    """To exchange two pieces."""

    swap_type: SwapSitesType
    loc_a: Int | None = None
    loc_b: Int | None = None
    then: Then | None = None


@ludeme("move Swap")
class MoveSwapPlayers(Decision):
    """To exchange two players' sides."""

    swap_type: SwapPlayersType
    player1: Int | None = either(1)
    role1: RoleType | None = either(1)
    player2: Int | None = either(2)
    role2: RoleType | None = either(2)
    then: Then | None = None


@ludeme("move Select")
class MoveSelect(Decision):
    """To choose a site, or two."""

    from_: From
    to: To | None = None
    mover: RoleType | None = None
    then: Then | None = None


@ludeme("move Shoot")
class MoveShoot(Decision):
    """To place a piece along a line from a site."""

    what: Piece
    from_: From | None = None
    dirn: AbsoluteDirection | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("move Slide")
class MoveSlide(Decision):
    """To move along a line as far as wished."""

    from_: From | None = None
    track: str | None = None
    directions: Direction | None = None
    between: Between | None = None
    to: To | None = None
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("move Step")
class MoveStep(Decision):
    """To move to a neighbouring site."""

    from_: From | None = None
    directions: Direction | None = None
    to: To
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("move Set")
class MoveSetRotation(Decision):
    """To turn a piece."""

    set_type: SetRotationType
    to: To | None = None
    directions: tuple[Int, ...] | None = either(1, default=None)
    direction: Int | None = either(1, default=None)
    previous: Bool | None = named(default=None)
    next: Bool | None = named(default=None)
    then: Then | None = None
