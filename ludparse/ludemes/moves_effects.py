"""Moves and effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.util import Between, From, Piece, Player, To


@ludeme("deal")
class MovesDeal(Effect):
    """Cards or dominoes are dealt to the players."""

    type: DealableType
    count: Int | None = None
    begin_with: Int | None = named(default=None)
    then: Then | None = None


@ludeme("select")
class Select(Effect):
    """Sites to choose from."""

    from_: From
    to: To | None = None
    mover: RoleType | None = None
    then: Then | None = None


@ludeme("hop")
class Hop(Effect):
    """Jumps over something."""

    from_: From | None = None
    directions: Direction | None = None
    between: Between | None = None
    to: To
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("bet")
class Bet(Effect):
    """Bets of the amounts in a range."""

    who: Player | None = either(1)
    role: RoleType | None = either(1)
    range: RangeFunction
    then: Then | None = None


@ludeme("shoot")
class Shoot(Effect):
    """Pieces placed along lines from a site."""

    what: Piece
    from_: From | None = None
    dirn: AbsoluteDirection | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("trigger")
class Trigger(Effect):
    """An event happens to a player."""

    event: str
    index_player: Int | None = either(1)
    role: RoleType | None = either(1)
    then: Then | None = None


@ludeme("flip")
class Flip(Effect):
    """The piece at a site is turned over."""

    type: SiteType | None = None
    loc: Int | None = None
    then: Then | None = None


@ludeme("then")
class Then(Ludeme):
    """What follows from a move."""

    moves: NonDecision
    apply_after_all_moves: bool | None = named(default=None)


@ludeme("roll")
class Roll(Effect):
    """The dice are rolled."""

    then: Then | None = None


@ludeme("vote")
class Vote(Effect):
    """Votes for something that has been proposed."""

    vote: str | None = either(1)
    votes: tuple[str, ...] | None = either(1)
    then: Then | None = None


@ludeme("claim")
class Claim(Effect):
    """A site becomes the mover's."""

    what: Piece | None = None
    to: To
    then: Then | None = None


@ludeme("pass")
class Pass(Effect):
    """A pass."""

    then: Then | None = None


@ludeme("leap")
class Leap(Effect):
    """Moves by a walk of steps, whatever lies between."""

    from_: From | None = None
    walk: tuple[tuple[StepType, ...], ...]
    forward: Bool | None = named(default=None)
    rotations: Bool | None = named(default=None)
    to: To
    then: Then | None = None


@ludeme("satisfy")
class Satisfy(Effect):
    """Moves that do not break the constraints of a puzzle."""

    constraint: Bool | None = either(1)
    constraints: tuple[Bool, ...] | None = either(1)


@ludeme("apply", forms=("if_: effect", "effect", "if_:"))
class Apply(Moves):
    """An effect, under a condition or not."""

    if_: Bool | None = None
    effect: NonDecision | None = None


@ludeme("slide")
class Slide(Effect):
    """Moves along lines."""

    from_: From | None = None
    track: str | None = None
    directions: Direction | None = None
    between: Between | None = None
    to: To | None = None
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("sow")
class Sow(Effect):
    """The pieces of a hole are laid one by one into the next ones along a track."""

    type: SiteType | None = None
    start: Int | None = None
    count: Int | None = named(default=None)
    num_per_hole: Int | None = named(default=None)
    track_name: str | None = None
    owner: Int | None = named(default=None)
    if_: Bool | None = named(default=None)
    sow_effect: Moves | None = named(default=None)
    apply: NonDecision | None = named(default=None)
    include_self: bool | None = named(default=None)
    origin: Bool | None = named(default=None)
    skip_if: Bool | None = named(default=None)
    backtracking: Bool | None = named(default=None, group=1)
    forward: Bool | None = named(default=None, group=1)
    then: Then | None = None


@ludeme("fromTo")
class FromTo(Effect):
    """Moves from any of some sites to any of others."""

    from_: From
    to: To
    count: Int | None = named(default=None)
    copy: Bool | None = named(default=None)
    stack: bool | None = named(default=None)
    mover: RoleType | None = None
    then: Then | None = None


@ludeme("add")
class MovesAdd(Effect):
    """Pieces placed from nowhere."""

    what: Piece | None = None
    to: To
    count: Int | None = named(default=None)
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("remove")
class MovesRemove(Effect):
    """Pieces taken away."""

    type: SiteType | None = None
    location_function: Int | None = either(1)
    region_function: RegionFunction | None = either(1)
    level: Int | None = named(default=None)
    at: WhenType | None = named(default=None)
    count: Int | None = named(default=None)
    then: Then | None = None


@ludeme("attract")
class Attract(Effect):
    """The pieces in line with a site move towards it."""

    from_: From | None = None
    dirn: AbsoluteDirection | None = None
    then: Then | None = None


@ludeme("custodial")
class Custodial(Effect):
    """Pieces between the site and another one are captured."""

    from_: From | None = None
    dirn_choice: AbsoluteDirection | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("random", forms=("probas moves=tuple[Moves, ...]", "moves=Moves num:"))
class Random(Moves):
    """Moves by chance, with probabilities or a number of them."""

    probas: tuple[Float, ...] | None = None
    moves: tuple[Moves, ...] | Moves
    num: Int | None = None


@ludeme("step")
class Step(Effect):
    """Moves to neighbouring sites."""

    from_: From | None = None
    directions: Direction | None = None
    to: To
    stack: bool | None = named(default=None)
    then: Then | None = None


@ludeme("intervene")
class Intervene(Effect):
    """Pieces on both sides of the site are captured."""

    from_: From | None = None
    dirn_choice: AbsoluteDirection | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("playCard")
class PlayCard(Effect):
    """Cards to play."""

    then: Then | None = None


@ludeme("directional")
class Directional(Effect):
    """Pieces in the direction of the move are captured."""

    from_: From | None = None
    directions: Direction | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("push")
class Push(Effect):
    """A row of pieces is pushed along."""

    from_: From | None = None
    directions: Direction
    then: Then | None = None


@ludeme("surround")
class Surround(Effect):
    """Pieces that are surrounded are captured."""

    from_: From | None = None
    relation: RelationType | None = None
    between: Between | None = None
    to: To | None = None
    except_: Int | None = named(default=None)
    with_: Piece | None = named(default=None)
    then: Then | None = None


@ludeme("propose")
class Propose(Effect):
    """Proposals to vote on."""

    proposition: str | None = either(1)
    propositions: tuple[str, ...] | None = either(1)
    then: Then | None = None


@ludeme("note")
class Note(Effect):
    """A note is sent to a player."""

    player: Int | RoleType | None = named(default=None)
    message: str | None = either(1)
    message_int: Int | None = either(1)
    message_int_array: IntArrayFunction | None = either(1)
    message_float: Float | None = either(1)
    message_boolean: Bool | None = either(1)
    message_region: RegionFunction | None = either(1)
    message_range: RangeFunction | None = either(1)
    message_direction: Direction | None = either(1)
    message_graph: GraphFunction | None = either(1)
    to: Player | RoleType | None = named(default=None)


@ludeme("promote")
class Promote(Effect):
    """A piece becomes another."""

    type: SiteType | None = None
    location_fn: Int | None = None
    what: Piece
    who: Player | None = either(1, default=None)
    role: RoleType | None = either(1, default=None)
    then: Then | None = None


@ludeme("enclose")
class Enclose(Effect):
    """Groups without a liberty are captured."""

    type: SiteType | None = None
    from_: From | None = None
    directions: Direction | None = None
    between: Between | None = None
    num_exception: Int | None = named(default=None)
    then: Then | None = None
