"""Moves that set, remember, swap, forget, take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.int_arrays import IntArrayDifference
    from ludparse.ludemes.moves_effects import Then
    from ludparse.ludemes.util import Player, To


@ludeme("take Domino")
class TakeSimple(Effect):
    """A domino is drawn."""

    then: Then | None = None


@ludeme("take Control")
class TakeControl(Effect):
    """Pieces change their owner."""

    of: RoleType | Int = named()
    by: RoleType | Int = named()
    at: Int | None = named(default=None, group=1)
    to: RegionFunction | None = named(default=None, group=1)
    type: SiteType | None = None
    then: Then | None = None


@ludeme("remember Value")
class RememberValue(Effect):
    """A number is remembered, once or as often as it comes."""

    name: str | None = None
    value: Int
    unique: Bool | None = named(default=None)
    then: Then | None = None


@ludeme("remember State")
class RememberState(Effect):
    """The position is remembered."""

    then: Then | None = None


@ludeme("addScore", forms=("(player|role) score [then]", "(players|roles) scores [then]"))
class AddScore(Effect):
    """Scores grow."""

    player: Player | None = None
    role: RoleType | None = None
    score: Int | None = None
    then: Then | None = None
    players: tuple[Int, ...] | None = None
    roles: tuple[RoleType, ...] | None = None
    scores: tuple[Int, ...] | None = None


@ludeme("moveAgain")
class MoveAgain(Effect):
    """The mover moves again."""

    then: Then | None = None


@ludeme("forget Value", forms=("[name] value_type [then]", "[name] value [then]"))
class ForgetValue(Effect):
    """A remembered number, or all of them, is forgotten."""

    name: str | None = None
    value_type: ForgetValueAllType | None = None
    then: Then | None = None
    value: Int | None = None


@ludeme("swap Pieces")
class SwapSites(Effect):
    """Two pieces are exchanged."""

    loc_a: Int | None = either(0, default=None, together=1)
    loc_b: Int | None = either(0, default=None, together=1)
    then: Then | None = None


@ludeme("swap Players")
class SwapPlayers(Effect):
    """Two players exchange their sides."""

    player1: Int | None = either(1)
    role1: RoleType | None = either(1)
    player2: Int | None = either(2)
    role2: RoleType | None = either(2)
    then: Then | None = None


@ludeme("set Var")
class SetVar(Effect):
    """A variable gets a value."""

    name: str | None = None
    new_value: Int | None = None
    then: Then | None = None


@ludeme("set Pending")
class SetPending(Effect):
    """A site, a region or a value becomes pending."""

    value: Int | None = either(1, default=None)
    region: RegionFunction | None = either(1, default=None)
    then: Then | None = None


@ludeme("set")
class SetValue(Effect):
    """The counter or the pot gets a value."""

    kind: SetValueType
    new_value: Int | None = None
    then: Then | None = None


@ludeme("set")
class SetSite(Effect):
    """The count, state or value of a site's piece is set."""

    kind: SetSiteType
    type: SiteType | None = None
    at: Int = named()
    level: Int | None = named(default=None)
    value: Int
    then: Then | None = None


@ludeme("set Team")
class SetTeam(Effect):
    """Players form a team."""

    team: Int
    roles: tuple[RoleType, ...]
    then: Then | None = None


@ludeme("set Hidden")
class SetHidden(Effect):
    """Something about a site becomes hidden from players, or seen."""

    data_type: HiddenData | None = either(1, default=None)
    data_types: tuple[HiddenData, ...] | None = either(1, default=None)
    type: SiteType | None = None
    at: Int | None = named(group=2)
    region: RegionFunction | None = either(2)
    level: Int | None = named(default=None)
    value: Bool | None = None
    to: Player | RoleType = named()
    then: Then | None = None


@ludeme("set TrumpSuit")
class SetTrump(Effect):
    """A suit becomes trumps."""

    suit: Int | None = either(1)
    suits: IntArrayDifference | None = either(1)
    then: Then | None = None


@ludeme("set NextPlayer")
class SetNextPlayer(Effect):
    """Who moves next is set."""

    who: Player | None = either(1)
    next_players: IntArrayFunction | None = either(1)
    then: Then | None = None


@ludeme("set Rotation")
class SetRotation(Effect):
    """A piece is turned."""

    to: To | None = None
    directions: tuple[Int, ...] | None = either(1, default=None)
    direction: Int | None = either(1, default=None)
    previous: Bool | None = named(default=None)
    next: Bool | None = named(default=None)
    then: Then | None = None


@ludeme("set")
class SetPlayer(Effect):
    """The value or the score of a player is set."""

    kind: SetPlayerType
    player: Player | None = either(1)
    role: RoleType | None = either(1)
    value: Int
    then: Then | None = None
