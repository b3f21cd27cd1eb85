"""Moves made from moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.moves_effects import Then
    from ludparse.ludemes.util import Between, From, Player, To


@ludeme("and", forms=("moves_a moves_b [then]", "list [then]"))
class MovesAnd(NonDecision):
    """All moves of several lists, as one after the other where they follow from a move."""

    moves_a: Moves | None = None
    moves_b: Moves | None = None
    then: Then | None = None
    list: tuple[Moves, ...] | None = None


@ludeme("seq")
class Seq(Effect):
    """Moves that are made one after the other, each on what the one before left."""

    moves: tuple[Moves, ...]


@ludeme("allCombinations")
class AllCombinations(NonDecision):
    """Every move of one list together with every one of another."""

    list_a: Moves
    list_b: Moves
    then: Then | None = None


@ludeme("append")
class Append(NonDecision):
    """Moves joined to a single one."""

    list: NonDecision
    then: Then | None = None


@ludeme("or", forms=("moves_a moves_b [then]", "list [then]"))
class MovesOr(NonDecision):
    """The moves of any of several lists."""

    moves_a: Moves | None = None
    moves_b: Moves | None = None
    then: Then | None = None
    list: tuple[Moves, ...] | None = None


@ludeme("if")
class MovesIf(NonDecision):
    """Moves that depend on a condition."""

    cond: Bool
    list: Moves
    else_list: Moves | None = None
    then: Then | None = None


@ludeme("forEach Value", forms=("min: max: generator [then]", "values generator [then]"))
class ForEachValue(Effect):
    """Moves for every number of a range or a list."""

    min: Int | None = None
    max: Int | None = None
    generator: Moves
    then: Then | None = None
    values: IntArrayFunction | None = None


@ludeme("forEach Piece")
class ForEachPiece(Effect):
    """Moves of every piece of a player."""

    on: SiteType | None = named(default=None)
    item: str | None = either(1, default=None)
    items: tuple[str, ...] | None = either(1, default=None)
    container: Int | None = named(default=None, group=2)
    container_name: str | None = either(2, default=None)
    specific_moves: Moves | None = None
    player: Player | None = either(3, default=None)
    role: RoleType | None = either(3, default=None)
    top: Bool | None = named(default=None)
    then: Then | None = None


@ludeme("forEach Player")
class ForEachPlayer(Effect):
    """Moves for every player."""

    moves: Moves
    then: Then | None = None


@ludeme("forEach")
class ForEachPlayers(Effect):
    """Moves for every player of a list."""

    players: IntArrayFunction
    moves: Moves
    then: Then | None = None


@ludeme("forEach Level")
class ForEachLevel(Effect):
    """Moves for every level of a stack."""

    type: SiteType | None = None
    site: Int
    stack_direction: StackDirection | None = None
    moves: Moves
    then: Then | None = None


@ludeme("forEach Team")
class ForEachTeam(Effect):
    """Moves for every team."""

    moves: Moves
    then: Then | None = None


@ludeme("forEach Group")
class ForEachGroup(Effect):
    """Moves for every group."""

    type: SiteType | None = None
    directions: Direction | None = None
    if_: Bool | None = named(default=None)
    moves: Moves
    then: Then | None = None


@ludeme("forEach Die")
class ForEachDie(Effect):
    """Moves for every die, or for their sum."""

    hand_dice_index: Int | None = None
    combined: Bool | None = named(default=None)
    replay_double: Bool | None = named(default=None)
    if_: Bool | None = named(default=None)
    moves: Moves
    then: Then | None = None


@ludeme("forEach Direction")
class ForEachDirection(Effect):
    """Moves for every direction."""

    from_: From | None = None
    directions: Direction | None = None
    between: Between | None = None
    to: To | None = either(1)
    moves: Moves | None = either(1)
    then: Then | None = None


@ludeme("forEach Site")
class ForEachSite(Effect):
    """Moves for every site of a region, or others if there are none."""

    region_fn: RegionFunction
    generator: Moves
    no_move_yet: Moves | None = named(default=None)
    then: Then | None = None


@ludeme("firstMoveOnTrack")
class FirstMoveOnTrack(Effect):
    """The moves of the first piece along a track that has any."""

    track_name: str | None = None
    owner: RoleType | None = None
    moves: Moves
    then: Then | None = None


@ludeme("while")
class While(Effect):
    """Moves repeated as long as a condition holds."""

    condition: Bool
    moves: Moves
    then: Then | None = None


@ludeme("do")
class Do(Effect):
    """Moves after others have been made, or only those after which a condition holds."""

    prior: Moves
    next: Moves | None = named(default=None)
    if_afterwards: Bool | None = named(default=None)
    then: Then | None = None


@ludeme("priority", forms=("list [then]", "list1 list2 [then]"))
class Priority(Effect):
    """The first list of moves that is not empty."""

    list: tuple[Moves, ...] | None = None
    then: Then | None = None
    list1: Moves | None = None
    list2: Moves | None = None


@ludeme("avoidStoredState")
class AvoidStoredState(Effect):
    """Moves that do not lead to the remembered position."""

    moves: Moves
    then: Then | None = None


@ludeme("max")
class MaxMoves(Effect):
    """The moves that allow the longest turn, or capture most."""

    kind: MaxMovesType
    with_value: Bool | None = named(default=None)
    moves: Moves
    then: Then | None = None


@ludeme("max Distance")
class MaxDistance(Effect):
    """The moves that go farthest along a track."""

    track_name: str | None = None
    owner: RoleType | None = None
    moves: Moves
    then: Then | None = None
