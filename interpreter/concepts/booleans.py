"""Concepts of conditions."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import (
    AllSimpleType,
    AllSitesType,
    CountComponentType,
    HiddenData,
    IsComponentType,
    IsConnectType,
    IsIntegerType,
    IsPlayerType,
    IsSiteType,
    RoleType,
    SitesSimpleType,
)

from ..equipment.players import role_owner
from .collector import Collector
from .rules import adds, peculiar

_ADJACENT = "AdjacentDirection"

adds(L.AllGroups, own="Group", default={"directions": _ADJACENT})
adds(L.AllSites, L.AllValues, L.ToBool, L.IsAngle, L.IsEdge, L.IsGraph, L.IsRegularGraph, L.IsRelation, L.IsTree)
adds(L.AllSimple, L.IsComponent, L.IsInteger, L.IsPlayer, L.IsSite)
adds(L.Can, own="CanMove")
adds(L.Was, L.IsSimple, L.IsString, L.IsTarget, seen="")
adds(L.IsConnect, unseen="at", default={"directions": _ADJACENT})
adds(L.IsHidden, own="HiddenInformation", unseen="type")
adds(L.IsIn, own="Contains")
adds(L.IsLine, own="Line", unseen="type contiguous", default={"dirn": _ADJACENT})
adds(L.IsLoop, own="Loop", default={"directions": _ADJACENT})
adds(L.IsPath, unseen="type")
adds(L.IsFreedom, unseen="type")
adds(L.IsPattern, L.IsPyramidCorners, own="Pattern")
adds(L.IsRepeat, own="PositionalSuperko")
adds(L.IsTriggered)

adds(L.ForAll, L.IsPuzzleRegionResult, own="DeductionPuzzle", unseen="type")
adds(L.AllPuzzle, own="DeductionPuzzle", unseen="element_type")
adds(L.IsPuzzleGraph, own="DeductionPuzzle", seen="")
adds(L.IsPuzzleSimple, own="DeductionPuzzle CopyContext SolvedEnd", seen="")

adds(L.BoolAnd, own="Conjunction")
adds(L.BoolOr, own="Disjunction")
adds(L.Xor, own="ExclusiveDisjunction")
adds(L.Not, own="Negation")
adds(L.BoolIf, own="ConditionalStatement")
adds(L.Equals, own="Equal")
adds(L.NotEqual, own="NotEqual")
adds(L.Lt, own="LesserThan")
adds(L.Le, own="LesserThanOrEqual")
adds(L.Gt, own="GreaterThan")
adds(L.Ge, own="GreaterThanOrEqual")

adds(L.NoMove, own="NoMoves")
adds(L.NoPiece, own="NoPiece")

HIDDEN = {
    None: "InvisiblePiece",
    HiddenData.What: "HidePieceType",
    HiddenData.Who: "HidePieceOwner",
    HiddenData.Count: "HidePieceCount",
    HiddenData.Rotation: "HidePieceRotation",
    HiddenData.Value: "HidePieceValue",
    HiddenData.State: "HidePieceState",
}
"""What is kept from a player, by what is said to be hidden (None: everything)."""


@peculiar(L.AllSimple)
def _all_simple(node: L.AllSimple, found: set[str], _: Collector) -> None:
    if node.kind is not AllSimpleType.Passed:
        found.add("Dice")


@peculiar(L.AllSites)
def _all_sites(node: L.AllSites, found: set[str], concepts: Collector) -> None:
    board = isinstance(node.region, L.SitesSimple) and node.region.kind is SitesSimpleType.Board
    if node.kind is AllSitesType.Sites and board and "PieceCount" in concepts.of(node.if_):
        found.add("NoPiece")


@peculiar(L.IsComponent)
def _is_component(node: L.IsComponent, found: set[str], _: Collector) -> None:
    if node.kind is IsComponentType.Threatened:
        found |= {"Threat", "CopyContext"}


@peculiar(L.IsConnect)
def _is_connect(node: L.IsConnect, found: set[str], _: Collector) -> None:
    if node.kind is IsConnectType.Connected:
        found.add("Connection")


@peculiar(L.IsHidden)
def _is_hidden(node: L.IsHidden, found: set[str], _: Collector) -> None:
    found.add(HIDDEN[node.data_type])


_INTEGERS = {
    IsIntegerType.AnyDie: "Dice",
    IsIntegerType.Even: "Even",
    IsIntegerType.Odd: "Odd",
    IsIntegerType.PipsMatch: "Domino",
    IsIntegerType.Visited: "VisitedSites",
}


@peculiar(L.IsInteger)
def _is_integer(node: L.IsInteger, found: set[str], _: Collector) -> None:
    if node.kind in _INTEGERS:
        found.add(_INTEGERS[node.kind])


@peculiar(L.IsPlayer)
def _is_player(node: L.IsPlayer, found: set[str], _: Collector) -> None:
    if node.kind is IsPlayerType.Enemy:
        found.add("IsEnemy")
    elif node.kind is IsPlayerType.Friend:
        found.add("IsFriend")


@peculiar(L.IsSite)
def _is_site(node: L.IsSite, found: set[str], _: Collector) -> None:
    if node.kind is IsSiteType.Empty:
        found.add("IsEmpty")


@peculiar(L.IsTriggered)
def _is_triggered(node: L.IsTriggered, found: set[str], _: Collector) -> None:
    if node.event == "Connected":
        found.add("Connection")


@peculiar(L.NoMove)
def _no_move(node: L.NoMove, found: set[str], _: Collector) -> None:
    if node.player_fn is RoleType.Mover:
        found.add("NoMovesMover")
    elif node.player_fn is RoleType.Next:
        found.add("NoMovesNext")


@peculiar(L.NoPiece)
def _no_piece(node: L.NoPiece, found: set[str], _: Collector) -> None:
    if node.role is RoleType.Mover:
        found.add("NoPieceMover")
    elif node.role is RoleType.Next:
        found.add("NoPieceNext")


@peculiar(L.BoolAnd)
def _and(node: L.BoolAnd, found: set[str], concepts: Collector) -> None:
    found.discard("Contains")
    parts = node.list or (node.a, node.b)
    if all("IsPieceAt" in concepts.of(part) for part in parts):
        found.add("Fill")


@peculiar(L.Not)
def _not(_: L.Not, found: set[str], concepts: Collector) -> None:
    if "CanMove" in found:
        found.remove("CanMove")
        found.add("CanNotMove")
    about = {"IsFriend", "IsEnemy", "IsEmpty"}
    for asked in ("IsFriend", "IsEnemy", "IsEmpty"):  # what is not the first of these is one of the others
        if asked in found:
            found.remove(asked)
            found |= about - {asked}
            break
    found.discard("NoTargetPiece")


# ------------------------------------------------------------------ comparisons

_OFF = -1


def _pieces(value: Any) -> L.CountComponent | None:
    """The value if it is a number of pieces."""
    counts = isinstance(value, L.CountComponent) and value.kind is CountComponentType.Pieces
    return value if counts else None


def _is_number(value: Any, number: int | None = None) -> bool:
    """Whether a value is a number as written, and this one if it is given."""
    if isinstance(value, RoleType):
        return number is None and role_owner(value) > 0
    return isinstance(value, int) and not isinstance(value, bool) and number in (None, value)


@peculiar(L.Equals, L.Lt, L.Le, L.Gt, L.Ge)
def _compares_pieces(node: L.Equals | L.Lt | L.Le | L.Gt | L.Ge, found: set[str], _: Collector) -> None:
    count = _pieces(node.value_a) or _pieces(node.value_b)
    if count is None:
        return
    found.add("CountPiecesComparison")
    if count.role is RoleType.Mover:
        found.add("CountPiecesMoverComparison")
    elif count.role in (RoleType.Next, RoleType.Player):
        found.add("CountPiecesNextComparison")


@peculiar(L.Equals)
def _equals(node: L.Equals, found: set[str], _: Collector) -> None:
    if node.region_a is not None and node.region_b is not None:
        found.add("Fill")
        return
    second: Any = node.value_b if node.value_b is not None else node.role_b
    _equal_values(node.value_a, second, found)
    _equal_values(second, node.value_a, found)


def _equal_values(one: Any, other: Any, found: set[str]) -> None:
    """What it means that one value is the other."""
    count = _pieces(one)
    if count is not None and _is_number(other, 0):
        found.add("NoPiece")
        if count.role is RoleType.Mover:
            found.add("NoPieceMover")
        elif count.role is RoleType.Next:
            found.add("NoPieceNext")
    elif isinstance(one, L.Counter) and _is_number(other):
        found.add("ProgressCheck")
    elif isinstance(one, L.WhereSite | L.WhereLevel):
        if _is_number(other, _OFF):
            found.add("NoTargetPiece")
        elif isinstance(other, L.MapEntry):
            found.add("Contains")
    elif isinstance(one, L.What) and (isinstance(other, L.Id) or _is_role_without_number(other)):
        found.add("IsPieceAt")


def _is_role_without_number(value: Any) -> bool:
    return isinstance(value, RoleType) and not role_owner(value)
