"""Rules that need something of the equipment which the game does not have: dice, hands, tracks, cards, …"""

from __future__ import annotations

from collections.abc import Callable

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme, keyword_of, word_of
from ludparse.ludemes.enums import (
    AllSimpleType,
    CountComponentType,
    DealableType,
    IsIntegerType,
    MoveSimpleType,
    SitesPlayerType,
    SitesSimpleType,
)
from ludparse.reader.syntax import is_label

__all__ = ["check_needs"]


_NEEDS: dict[type[Ludeme], str] = {
    L.ForEachDie: "dice",
    L.Roll: "dice",
    L.IteratorPips: "dice",
    L.Face: "dice",
    L.HandSite: "hands",
    L.SitesTrack: "tracks",
    L.IteratorTrack: "tracks",
    L.TrackSite: "tracks",
    L.TrackSiteFirst: "tracks",
    L.TrackSiteMove: "tracks",
    L.FirstMoveOnTrack: "tracks",
    L.MaxDistance: "tracks",
    L.Sow: "tracks",
    L.CountStepsOnTrack: "tracks",
    L.CardSimple: "cards",
    L.CardSite: "cards",
    L.Split: "cards",
    L.PlayCard: "cards",
    L.SetTrump: "cards",
    L.MoveSetTrump: "cards",
    L.TakeSimple: "dominoes",
    L.MapEntry: "maps",
    L.PathExtent: "tiles",
    L.SizeLargePiece: "large pieces",
    L.SitesLargePiece: "large pieces",
    L.Flip: "flips",
}
"""What each ludeme needs, whatever its arguments are."""


def _integer(node: L.IsInteger) -> str:
    return {IsIntegerType.AnyDie: "dice", IsIntegerType.PipsMatch: "dominoes", IsIntegerType.SidesMatch: "tiles"}.get(
        node.kind, ""
    )


def _dealt(node: L.MovesDeal | L.StartDeal) -> str:
    return "cards" if node.type is DealableType.Cards else "dominoes"


def _region(node: L.SitesEquipmentRegion) -> str:
    return "" if node.name and is_label(node.name) else "regions"


_NEEDS_BY: dict[type[Ludeme], Callable[..., str]] = {
    L.IsInteger: _integer,
    L.AllSimple: lambda node: "" if node.kind is AllSimpleType.Passed else "dice",
    L.CountComponent: lambda node: "dice" if node.kind is CountComponentType.Pips else "",
    L.MovesDeal: _dealt,
    L.StartDeal: _dealt,
    L.MoveSimple: lambda node: "cards" if node.kind is MoveSimpleType.PlayCard else "",
    L.SitesPlayer: lambda node: "hands" if node.kind is SitesPlayerType.Hand else "",
    L.SitesEquipmentRegion: _region,
    L.SitesSimple: lambda node: "dominoes" if node.kind is SitesSimpleType.LineOfPlay else "",
    L.EndForEach: lambda node: "tracks" if node.track_type is not None else "",
}
"""What a ludeme needs as its arguments say; an empty word for nothing."""

_ONE_PLAYER = (L.Satisfy, L.ForAll, L.IsPuzzleSimple, L.IsPuzzleRegionResult, L.IsPuzzleGraph, L.AllPuzzle, L.Hints)

_HOW = {
    "dice": "(dice d:6 num:2)",
    "hands": "(hand Each)",
    "tracks": '(track "Track" "0,E,N,W" loop:True) in (board …)',
    "cards": "(deck)",
    "dominoes": "(dominoes)",
    "maps": "(map {(pair 1 2)})",
    "tiles": '(tile "Name" …)',
    "large pieces": '(tile "Name" {F R F})',
    "flips": '(piece "Name" Each (flips 1 2))',
    "regions": '(regions "Name" P1 (sites Bottom))',
}
"""How each is written."""

_EMPTY = frozenset({"regions"})
"""What is taken for empty where it is missing, so that the game can be played."""

_WHAT = {"flips": "no piece that can be flipped"}


def check_needs(inspection: Inspection) -> None:
    """Note rules that ask for what the game does not have."""
    has = _equipment(inspection)
    for node in inspection.of(*_NEEDS, *_NEEDS_BY, *_ONE_PLAYER, L.MatchScore):
        cls = type(node)
        by = _NEEDS_BY.get(cls)
        need = _NEEDS.get(cls, "") if by is None else by(node)
        if need and need not in has:
            has.add(need)  # which is said once
            what = _WHAT.get(need, f"no {need}")
            hint = f"In the equipment, write for example {_HOW[need]}."
            inspection.add("missing-equipment", inspection.head(node), hint=hint, keyword=_shown(inspection, node),
                           what=what, playable=need in _EMPTY)  # fmt: skip
        elif isinstance(node, L.MatchScore) and not isinstance(inspection.game, L.Match):
            inspection.add("not-a-match", inspection.head(node))
        elif isinstance(node, _ONE_PLAYER) and inspection.players != 1:
            inspection.add("needs-one-player", inspection.head(node), keyword=_shown(inspection, node),
                           players=inspection.players)  # fmt: skip


def _shown(inspection: Inspection, node: Ludeme) -> str:
    """The keyword of a ludeme, with the word that says which of several it is."""
    call = inspection.call(node)
    first = call.args[0] if call is not None and call.args else None
    word = word_of(node)
    if first is not None and word and getattr(first.value, "text", "") == word:
        return f"{keyword_of(node)} {word}"
    return keyword_of(node)


_GIVES: tuple[type[Ludeme], ...] = (
    L.Dice, L.Die, L.Hand, L.Deck, L.EquipmentCard, L.Track, L.SurakartaBoard, L.Domino, L.Dominoes, L.Map, L.Tile,
    L.Regions, L.EquipmentPiece,
)  # fmt: skip


def _equipment(inspection: Inspection) -> set[str]:
    has: set[str] = set()
    for node in inspection.of(*_GIVES):
        if isinstance(node, L.Dice | L.Die):
            has.add("dice")
        elif isinstance(node, L.Hand | L.Deck):
            has |= {"hands", "cards"} if isinstance(node, L.Deck) else {"hands"}
        elif isinstance(node, L.EquipmentCard):
            has.add("cards")
        elif isinstance(node, L.Track | L.SurakartaBoard):
            has.add("tracks")
        elif isinstance(node, L.Domino | L.Dominoes):
            has |= {"dominoes", "tiles", "large pieces"}
        elif isinstance(node, L.Map):
            has.add("maps")
        elif isinstance(node, L.Tile):
            has.add("tiles")
            if node.walk is not None or node.walks is not None:
                has.add("large pieces")
        elif isinstance(node, L.Regions):
            has.add("regions")
        if isinstance(node, L.Tile | L.EquipmentPiece) and node.flips is not None:
            has.add("flips")
    if "dice" in has:
        has.add("hands")  # Ludii counts the place of the dice as one
    return has
