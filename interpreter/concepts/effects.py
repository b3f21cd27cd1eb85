"""Concepts of effects: captures, sowing, and what changes the state beside the pieces' places."""

from __future__ import annotations

from ludparse import ludemes as L
from ludparse.ludemes.enums import HiddenData, SetPlayerType, SetSiteType, SetValueType

from .booleans import HIDDEN
from .collector import Collector
from .moves import TAKES, lower, upper
from .rules import adds, peculiar

_FROM = "from_.type from_.loc"

# ------------------------------------------------------------------ captures by position

# what is captured where nothing is said: an enemy, who is removed; the partner in it is a friend
_BETWEEN = {"between.if_": "IsEnemy", "between.effect": "RemoveEffect", "to.if_": "IsFriend"}
_TO = {"to.if_": "IsEnemy", "to.effect": "RemoveEffect"}

adds(L.Custodial, seen=f"{_FROM} between.if_ between.effect to.if_ then", default=_BETWEEN)
adds(L.Surround, seen=f"{_FROM} between.if_ between.effect to.if_ except_ with_.component then", default=_BETWEEN)
adds(
    L.Enclose,
    seen="type from_.loc directions between.if_ between.effect num_exception then",
    default={"between.if_": "IsEnemy", "between.effect": "RemoveEffect", "directions": "AdjacentDirection"},
)
adds(L.Intervene, seen=f"{_FROM} to.if_ to.effect then", default=_TO)
adds(L.Directional, seen=f"{_FROM} to.if_ to.effect then", default=_TO)


def _effect(effect: object, concepts: Collector) -> bool:
    """Whether an effect takes something; removing is what happens where none is given."""
    return effect is None or bool(TAKES & concepts.of(effect))


@peculiar(L.Custodial)
def _custodial(node: L.Custodial, found: set[str], concepts: Collector) -> None:
    if node.between is not None and node.between.range is not None:
        found |= concepts.of(upper(node.between.range))
    if _effect(node.between and node.between.effect, concepts):
        found.add("CustodialCapture")


@peculiar(L.Surround)
def _surround(node: L.Surround, found: set[str], concepts: Collector) -> None:
    if _effect(node.between and node.between.effect, concepts):
        found.add("SurroundCapture")


@peculiar(L.Enclose)
def _enclose(node: L.Enclose, found: set[str], concepts: Collector) -> None:
    if _effect(node.between and node.between.effect, concepts):
        found.add("EncloseCapture")


@peculiar(L.Intervene)
def _intervene(node: L.Intervene, found: set[str], concepts: Collector) -> None:
    if node.between is not None and node.between.range is not None:
        found |= concepts.of((lower(node.between.range), upper(node.between.range)))
    if _effect(node.to and node.to.effect, concepts):
        found.add("InterveneCapture")


@peculiar(L.Directional)
def _directional(node: L.Directional, found: set[str], concepts: Collector) -> None:
    if _effect(node.to and node.to.effect, concepts):
        found.add("DirectionCapture")


# ------------------------------------------------------------------ sowing

adds(L.Sow, own="Sow SowOriginFirst", default={"count": "PieceCount"})


@peculiar(L.Sow)
def _sow(node: L.Sow, found: set[str], concepts: Collector) -> None:
    if node.apply is not None:
        found |= {"CopyContext", "SowWithEffect"}
        effects = concepts.of(node.apply)
        if "RemoveEffect" in effects:
            found.add("SowRemove")
        if "FromToEffect" in effects:
            found.add("SowCapture")
    if node.skip_if is not None or node.include_self is False:
        found.add("SowSkip")
    if node.backtracking is not None:
        found.add("SowBacktracking")


# ------------------------------------------------------------------ what changes beside places

adds(L.AddScore, own="Scoring")
adds(L.Attract, seen=f"{_FROM} dirn then", default={"dirn": "AdjacentDirection"})
adds(L.Flip, own="Flip")
adds(L.ForgetValue, own="ForgetValues")
adds(L.MoveAgain, own="MoveAgain")
adds(L.Note, unseen="message_direction to")
adds(L.Push, own="PushEffect", seen=f"{_FROM} then")
adds(L.RememberState)
adds(L.RememberValue, own="Variable RememberValues")
adds(L.Roll, own="Roll")
adds(L.Satisfy, own="DeductionPuzzle CopyContext")
adds(L.SetHidden, own="HiddenInformation", unseen="data_type data_types")
adds(L.SetPending, own="SetPending")
adds(L.SetPlayer)
adds(L.SetSite, unseen="level")
adds(L.SetTeam, own="Team Coalition", unseen="then")
adds(L.SetValue)
adds(L.SetVar, own="Variable SetVar")
adds(L.TakeControl, own="TakeControl")
adds(L.TakeSimple, own="Domino")
adds(L.Trigger, own="Trigger")

_SET_HIDDEN = {
    None: "SetInvisible",
    HiddenData.What: "SetHiddenWhat",
    HiddenData.Who: "SetHiddenWho",
    HiddenData.Count: "SetHiddenCount",
    HiddenData.Rotation: "SetHiddenRotation",
    HiddenData.Value: "SetHiddenValue",
    HiddenData.State: "SetHiddenState",
}

_SET_SITE = {
    SetSiteType.Count: {"PieceCount", "SetCount"},
    SetSiteType.State: {"SiteState", "SetSiteState"},
    SetSiteType.Value: {"PieceValue", "SetValue"},
}


def hidden_data(node: L.SetHidden | L.SetStartHidden) -> tuple[HiddenData | None, ...]:
    """What a rule hides; None stands for everything."""
    return node.data_types if node.data_types is not None else (node.data_type,)


@peculiar(L.SetHidden)
def _set_hidden(node: L.SetHidden, found: set[str], _: Collector) -> None:
    for data in hidden_data(node):
        found |= {HIDDEN[data], _SET_HIDDEN[data]}


@peculiar(L.SetPlayer)
def _set_player(node: L.SetPlayer, found: set[str], _: Collector) -> None:
    found.add("Scoring" if node.kind is SetPlayerType.Score else "PlayerValue")


@peculiar(L.SetSite)
def _set_site(node: L.SetSite, found: set[str], concepts: Collector) -> None:
    found |= _SET_SITE[node.kind]
    if node.kind is not SetSiteType.Count:
        found |= concepts.of(node.level)


@peculiar(L.SetValue)
def _set_value(node: L.SetValue, found: set[str], _: Collector) -> None:
    if node.kind is SetValueType.Counter:
        found |= {"InternalCounter", "SetInternalCounter"}
