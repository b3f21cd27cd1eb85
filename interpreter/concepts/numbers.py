"""Concepts of numbers, lists of numbers, ranges and directions."""

from __future__ import annotations

from ludparse import ludemes as L
from ludparse.ludemes.enums import (
    CountComponentType,
    CountGroupsType,
    CountSimpleType,
    CountSiteType,
    RandomDirectionType,
    SiteType,
)

from .collector import Collector
from .rules import adds, peculiar

_ADJACENT = "AdjacentDirection"

# what a number is made of, and nothing more
adds(L.ArrayValue, L.CentrePoint, L.Column, L.Coord, L.HandSite, L.Id, L.IntPhase, L.Layer, L.MapEntry, L.RegionSite)
adds(L.Row, L.TopLevel, L.TrackSite, L.TrackSiteFirst, L.TrackSiteMove, L.What, L.WhereLevel, L.WhereSite, L.Who)
adds(L.Amount, L.IteratorEdge, L.IteratorHint, L.Last, L.MatchScore, L.Mover, L.Next, L.Player, L.Pot, L.Prev, L.ToInt)
adds(L.IteratorBetween, L.IteratorLevel, L.IteratorPlayer, L.IteratorSite, L.IteratorTo, L.IteratorTrack)
adds(L.IteratorFrom, L.IteratorValue, L.ValueSimple, seen="")
adds(L.CountStepsOnTrack, L.CountValue, L.SizeArray, L.SizeLargePiece, L.SizeSite)
adds(L.CountSitesPlatformBelow, unseen="type")
adds(L.Ahead, default={"directions": "ForwardDirection"})
adds(L.Cost, default={"type": "Cell"})

adds(L.IntAbs, own="Absolute")
adds(L.IntAdd, own="Addition")
adds(L.IntSub, own="Subtraction")
adds(L.IntMul, own="Multiplication")
adds(L.IntDiv, own="Division")
adds(L.Mod, own="Modulo")
adds(L.IntPow, own="Exponentiation")
adds(L.IntMin, own="Minimum")
adds(L.IntMax, own="Maximum")
adds(L.IntIf, own="ConditionalStatement")

adds(L.CardSimple, L.CardSite, own="Card")
adds(L.Counter, own="InternalCounter")
adds(L.Face, L.IteratorPips, own="Dice")
adds(L.IntScore, own="Scoring")
adds(L.PathExtent, own="PathExtent")
adds(L.Rotation, own="PieceRotation")
adds(L.State, own="SiteState")
adds(L.ValueComponent, own="PieceValue")
adds(L.ValuePlayer, own="PlayerValue")
adds(L.ValueRandom, own="Stochastic", seen="")
adds(L.Var, own="Variable")

adds(L.CountComponent)
adds(L.CountSite, L.CountSimple, seen="")
adds(L.CountGroups, unseen="is_visible through", default={"directions": _ADJACENT})
adds(L.CountLiberties, L.CountSizeBiggestGroup, L.SizeGroup, default={"directions": _ADJACENT})
adds(L.CountLines, own="Group", default={"directions": _ADJACENT})
adds(L.CountStack, own="StackState")
adds(L.CountSteps, own="Distance")
adds(L.SizeTerritory, own="Territory", unseen="direction")


@peculiar(L.CountComponent)
def _count_component(node: L.CountComponent, found: set[str], concepts: Collector) -> None:
    found.clear()
    if node.kind is CountComponentType.Pips:
        found |= {"Dice", "SumDice"} | concepts.of(node.of)
    else:
        found |= concepts.of((node.type, node.of, node.in_))


@peculiar(L.CountGroups)
def _count_groups(node: L.CountGroups, found: set[str], concepts: Collector) -> None:
    found |= {"Group"} if node.kind is CountGroupsType.Groups else concepts.of((node.is_visible, node.through))


@peculiar(L.CountSite)
def _count_site(node: L.CountSite, found: set[str], concepts: Collector) -> None:
    found |= concepts.of((node.in_, node.at))
    if node.kind is not CountSiteType.Sites:
        found |= concepts.of(node.type)
    if node.kind is None:
        found.add("PieceCount")


@peculiar(L.CountSimple)
def _count_simple(node: L.CountSimple, found: set[str], concepts: Collector) -> None:
    if node.kind in (CountSimpleType.Rows, CountSimpleType.Columns):
        found |= concepts.of(node.type)


# ------------------------------------------------------------------ numbers with a point

adds(L.ToFloat)
for _float, _concept in (
    (L.FloatAbs, "Absolute"),
    (L.FloatAdd, "Addition"),
    (L.FloatSub, "Subtraction"),
    (L.FloatMul, "Multiplication"),
    (L.FloatDiv, "Division"),
    (L.FloatPow, "Exponentiation"),
    (L.FloatMin, "Minimum"),
    (L.FloatMax, "Maximum"),
    (L.Cos, "Cosine"),
    (L.Sin, "Sine"),
    (L.Tan, "Tangent"),
    (L.Exp, "Exponential"),
    (L.Log, "Logarithm"),
    (L.Log10, "Logarithm"),
    (L.Sqrt, "Roots"),
):
    adds(_float, own=f"Float {_concept}")

# ------------------------------------------------------------------ lists of numbers, ranges

adds(L.IntArrayArray, L.IntArrayDifference, L.PlayersMany, L.Results, L.Rotations)
adds(L.IntArrayIf, own="ConditionalStatement")
adds(L.IntArrayIntersection, L.IntArrayUnion, own="Union")
adds(L.PlayersTeam, L.Team, own="Team")
adds(L.SizesGroup, own="Group", default={"directions": _ADJACENT})
adds(L.ValuesString, own="Variable")

adds(L.Exact, L.Range, L.RangeMax, L.RangeMin)

# ------------------------------------------------------------------ directions

adds(L.Directions, unseen="directions")
adds(L.DirectionsDifference, L.DirectionsIf, L.DirectionsUnion)


@peculiar(L.Directions)
def _directions(node: L.Directions, found: set[str], _: Collector) -> None:
    if isinstance(node.type, RandomDirectionType):
        found.add("Stochastic")
    elif not isinstance(node.type, SiteType) and not _named(node):
        found.add("ForwardDirection")  # relative to the piece, if nothing is said


def _named(node: L.Directions) -> bool:
    relative = (node.relative_direction, node.relative_directions)
    absolute = (node.absolute_direction, node.absolute_directions)
    return any(given is not None for given in (*relative, *absolute))


# ------------------------------------------------------------------ sizes of boards

adds(L.DimAbs, L.DimAdd, L.DimDiv, L.DimMax, L.DimMin, L.DimMul, L.DimPow, L.DimSub, seen="")
