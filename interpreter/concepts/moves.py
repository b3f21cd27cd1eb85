"""Concepts of moves: how pieces go, and how moves are put together."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import DealableType, MaxMovesType, MoveMessageType, MoveSimpleType, MoveSiteType

from .collector import Collector
from .rules import adds, peculiar

_ADJACENT = {"directions": "AdjacentDirection"}
_FROM = "from_.type from_.loc"
TAKES = frozenset({"RemoveEffect", "FromToEffect"})
"""Effects that take a piece away, so that what brings them about is a capture."""

# ------------------------------------------------------------------ how moves are put together

adds(L.Then, own="Then")
adds(L.Apply, L.AllCombinations, L.Append, L.FirstMoveOnTrack)
adds(L.MovesAnd, L.MovesOr, own="Union")
adds(L.MovesIf, own="ConditionalStatement")
adds(L.Seq, own="CopyContext")
adds(L.Do, own="CopyContext DoLudeme")
adds(L.While, own="CopyContext")
adds(L.Priority, own="Priority")
adds(L.AvoidStoredState, own="CopyContext PositionalSuperko")
adds(L.MaxDistance, own="MaxDistance CopyContext", seen="moves then")
adds(L.MaxMoves)
adds(L.Random, own="Stochastic")

adds(L.ForEachDie, own="Dice ByDieMove ControlFlowStatement")
adds(
    L.ForEachDirection,
    own="ControlFlowStatement",
    seen=f"{_FROM} directions between.range between.if_ to.if_ then",
    default=_ADJACENT,
)
adds(L.ForEachGroup, own="Group ControlFlowStatement", default=_ADJACENT)
adds(L.ForEachLevel, L.ForEachPlayer, L.ForEachPlayers, L.ForEachSite, L.ForEachValue, own="ControlFlowStatement")
adds(L.ForEachTeam, own="ControlFlowStatement", unseen="then")
adds(L.ForEachPiece, own="ForEachPiece ControlFlowStatement", seen="on player top then specific_moves")


@peculiar(L.MaxMoves)
def _max_moves(node: L.MaxMoves, found: set[str], _: Collector) -> None:
    found |= {"MaxCapture"} if node.kind is MaxMovesType.Captures else {"MaxMovesInTurn", "CopyContext"}


@peculiar(L.ForEachDirection)
def _for_each_direction(node: L.ForEachDirection, found: set[str], concepts: Collector) -> None:
    applied = None if node.to is None else node.to.effect
    found |= concepts.of(node.moves if applied is None else applied.effect)


@peculiar(L.ForEachPiece)
def _for_each_piece(node: L.ForEachPiece, found: set[str], concepts: Collector) -> None:
    if node.specific_moves is None:
        found |= concepts.generators()


# ------------------------------------------------------------------ how pieces go

_STEP = f"{_FROM} from_.region from_.level from_.if_ directions to.if_ to.effect then"
_SLIDE = (
    f"{_FROM} from_.level from_.if_ directions between.range.max between.if_ between.trail between.effect "
    "to.if_ to.effect then"
)
_HOP = f"{_FROM} from_.if_ directions between.before between.range between.after between.if_ between.effect to.if_ then"
_LEAP = f"{_FROM} from_.if_ rotations to.if_ to.effect then"
_FROM_TO = (
    f"{_FROM} from_.region from_.if_ to.type to.loc to.region to.level to.rotations to.effect count copy then"
)
_SHOOT = f"{_FROM} dirn between.if_ to.if_ then"

adds(L.Step, L.MoveStep, seen=_STEP, default=_ADJACENT)
adds(L.Slide, L.MoveSlide, own="LineOfSight", seen=_SLIDE.replace("between.range.max ", ""), default=_ADJACENT)
adds(L.Hop, L.MoveHop, seen=_HOP, default=_ADJACENT)
adds(L.Leap, L.MoveLeap, seen=_LEAP)
adds(L.FromTo, L.MoveFromTo, seen=_FROM_TO)
adds(L.Shoot, L.MoveShoot, own="LineOfSight", seen=_SHOOT, default={"dirn": "AdjacentDirection"})

_GOES = (("IsEmpty", "ToEmpty"), ("IsFriend", "ToFriend"), ("IsEnemy", "ToEnemy"))


def _decided(node: object) -> bool:
    return isinstance(node, L.Decision)


def _goes(kind: str, rule: object, concepts: Collector, found: set[str]) -> None:
    """Where a piece may go: to sites that its rule asks to be empty, or a friend's, or an enemy's."""
    asked = concepts.of(rule)
    found |= {f"{kind}Decision{where}" for what, where in _GOES if what in asked}


def _takes(effect: object, concepts: Collector) -> bool:
    return bool(TAKES & concepts.of(effect))


@peculiar(L.Step, L.MoveStep)
def _step(node: L.Step | L.MoveStep, found: set[str], concepts: Collector) -> None:
    if _decided(node):
        found.add("StepDecision")
        _goes("Step", node.to.if_, concepts, found)
    else:
        found.add("StepEffect")
    if _takes(node.to.effect, concepts):
        found.add("ReplacementCapture")


@peculiar(L.Slide, L.MoveSlide)
def _slide(node: L.Slide | L.MoveSlide, found: set[str], concepts: Collector) -> None:
    to = None if node.to is None else node.to.effect
    between = node.between
    if between is None or between.if_ is None:
        found.add("Contains")  # between is one of the empty sites
    if between is not None and between.range is not None:
        found |= concepts.of(upper(between.range))
    if _decided(node):
        found.add("SlideDecision")
        _goes("Slide", None if between is None else between.if_, concepts, found)
        _goes("Slide", None if to is None else to.if_, concepts, found)
    else:
        found.add("SlideEffect")
    if to is not None and _takes(to.effect, concepts):
        found.add("ReplacementCapture")


def upper(node: Any) -> Any:
    """The upper end of a range, None where it has none."""
    if isinstance(node, L.Exact):
        return node.value
    return None if isinstance(node, L.RangeMin) else node.max


def lower(node: Any) -> Any:
    """The lower end of a range, None where it has none."""
    if isinstance(node, L.Exact):
        return node.value
    return None if isinstance(node, L.RangeMax) else node.min


_HOPS = (
    ("IsEmpty", "IsEnemy", "EnemyToEmpty"),
    ("IsEmpty", "IsFriend", "FriendToEmpty"),
    ("IsFriend", "IsEnemy", "EnemyToFriend"),
    ("IsFriend", "IsFriend", "FriendToFriend"),
    ("IsEnemy", "IsEnemy", "EnemyToEnemy"),
    ("IsEnemy", "IsFriend", "FriendToEnemy"),
)


@peculiar(L.Hop, L.MoveHop)
def _hop(node: L.Hop | L.MoveHop, found: set[str], concepts: Collector) -> None:
    between = node.between
    to = node.to.effect
    if to is not None and _takes(to.effect, concepts):
        found.add("ReplacementCapture")
    if between is not None and _takes(between.effect, concepts):
        found.add("HopCapture")
    if not _decided(node):
        found.add("HopEffect")
        return
    found.add("HopDecision")
    go = concepts.of(node.to.if_)
    over = concepts.of(None if between is None else between.if_)
    found |= {f"HopDecision{name}" for goes, hurdle, name in _HOPS if goes in go and hurdle in over}
    if between is not None and between.range is not None and (_many(lower(between.range)) or _more(between.range)):
        found.add("HopDecisionMoreThanOne")
    if {"HopDecisionMoreThanOne", "HopCapture"} <= found:  # also where it is a hop below this one
        found.add("HopCaptureMoreThanOne")
    if between is not None and (_many(between.before) or _many(between.after)):
        found.add("HopDecisionMoreThanOne")


def _many(number: object) -> bool:
    """Whether a number may be more than one: it is, or it is not written as a number."""
    return number is not None and (not isinstance(number, int) or number > 1)


def _more(range_: object) -> bool:
    return isinstance(range_, L.RangeMin) or _many(upper(range_))


@peculiar(L.Leap, L.MoveLeap)
def _leap(node: L.Leap | L.MoveLeap, found: set[str], concepts: Collector) -> None:
    if _decided(node):
        found.add("LeapDecision")
        _goes("Leap", node.to.if_, concepts, found)
    else:
        found.add("LeapEffect")
    if _takes(node.to.effect, concepts):
        found.add("ReplacementCapture")


@peculiar(L.FromTo, L.MoveFromTo)
def _from_to(node: L.FromTo | L.MoveFromTo, found: set[str], concepts: Collector) -> None:
    if _decided(node):
        found.add("FromToDecision")
        asked = concepts.of(node.to.if_)
        found |= {f"FromToDecision{what[2:]}" for what, _ in _GOES if what in asked}
    else:
        found.add("FromToEffect")
    to = node.to.effect
    if to is not None and _takes(to.effect, concepts):
        found.add("ReplacementCapture")


@peculiar(L.Shoot, L.MoveShoot)
def _shoot(node: L.Shoot | L.MoveShoot, found: set[str], _: Collector) -> None:
    if node.to is None or node.between is None or node.between.if_ is None:
        found.add("Contains")  # where the shot goes is one of the empty sites
    found |= {"ShootDecision", "AddDecision"} if _decided(node) else {"ShootEffect", "AddEffect"}


# ------------------------------------------------------------------ other moves that a player or a rule makes

_ADD = "to.type to.region to.if_ to.loc to.level to.effect what.component what.components count then"
_CLAIM = "to.type to.region to.if_ to.loc what.component what.components then"
_REMOVE = "type location_function region_function count then"
_SELECT = "from_.type from_.loc from_.region from_.level from_.if_ to.type to.loc to.region to.level to.if_ then"
_PROMOTE = "type location_fn what.component then"
_ROTATE = "to.type to.loc directions direction previous next then"

adds(L.MovesAdd, own="AddEffect", seen=_ADD)
adds(L.Claim, seen=_CLAIM)
adds(L.MoveSite, seen="")
adds(L.MovesRemove, own="RemoveEffect", seen=_REMOVE)
adds(L.MoveRemove, own="RemoveDecision", seen=_REMOVE)
adds(L.Select, L.MoveSelect, seen=_SELECT)
adds(L.Promote, own="PromotionEffect", seen=_PROMOTE)
adds(L.MovePromote, own="PromotionDecision", seen=_PROMOTE)
adds(L.Bet, own="BetEffect")
adds(L.MoveBet, own="BetDecision")
adds(L.Pass, own="PassEffect")
adds(L.PlayCard)
adds(L.MoveSimple)
adds(L.Propose, own="ProposeEffect")
adds(L.Vote, own="VoteEffect")
adds(L.MoveMessage)
adds(L.SetNextPlayer)
adds(L.MoveSetNextPlayer, own="SetNextPlayer")
adds(L.SetTrump, own="SetTrumpSuit Card")
adds(L.MoveSetTrump, own="ChooseTrumpSuitDecision Card")
adds(L.SetRotation, own="PieceRotation SetRotation", seen=_ROTATE)
adds(L.MoveSetRotation, own="PieceRotation RotationDecision", seen=_ROTATE)
adds(L.SwapSites)
adds(L.MoveSwapSites, own="SwapPiecesDecision")
adds(L.SwapPlayers, own="SwapPlayersEffect")
adds(L.MoveSwapPlayers, own="SwapPlayersDecision")


@peculiar(L.MoveSite)
def _move_site(node: L.MoveSite, found: set[str], concepts: Collector) -> None:
    to, what = node.to, node.what
    found |= concepts.of((to.type, to.region, to.if_, to.loc, node.then))
    if what is not None:
        found |= concepts.of((what.component, what.components))
    if node.kind is MoveSiteType.Add:
        found |= {"AddDecision"} | concepts.of((to.level, to.effect, node.count))


@peculiar(L.MoveSimple)
def _move_simple(node: L.MoveSimple, found: set[str], _: Collector) -> None:
    if node.kind is MoveSimpleType.Pass:
        found.add("PassDecision")


@peculiar(L.MoveMessage)
def _move_message(node: L.MoveMessage, found: set[str], _: Collector) -> None:
    found.add("ProposeDecision" if node.kind is MoveMessageType.Propose else "VoteDecision")


@peculiar(L.MovesRemove, L.MoveRemove)
def _remove(node: L.MovesRemove | L.MoveRemove, found: set[str], _: Collector) -> None:
    if node.at is not None:
        found.add("CaptureSequence")


# the parts that moves are made of contribute through the moves
adds(L.Between, L.From, L.Piece, L.To)

# ------------------------------------------------------------------ cards and dominoes

adds(L.MovesDeal, seen="count then")


@peculiar(L.MovesDeal)
def _deal(node: L.MovesDeal, found: set[str], _: Collector) -> None:
    found.add("Card" if node.type is DealableType.Cards else "Domino")
