"""Warnings for numbers of one kind where another is wanted: sites, players and pieces are all told by numbers."""

from __future__ import annotations

from collections.abc import Iterator

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme, children, fields_of, keyword_of
from ludparse.ludemes.enums import RoleType

__all__ = ["lint_kinds"]

_KINDS: dict[str, tuple[type[Ludeme], ...]] = {
    "a site": (
        L.IteratorTo, L.IteratorFrom, L.IteratorBetween, L.IteratorSite, L.Last, L.TrackSiteMove, L.Ahead, L.HandSite,
        L.Coord, L.CentrePoint, L.RegionSite, L.WhereSite, L.TrackSiteFirst,
    ),
    "a player": (L.Who, L.Mover, L.Next, L.Prev, L.IteratorPlayer),
    "a piece": (L.What,),
    "a count": (L.CountComponent, L.CountGroups, L.CountLiberties),
}  # fmt: skip
"""What the value of a ludeme is the number of."""

_WANTED: dict[tuple[type[Ludeme], str], str] = {
    (L.IsPlayer, "index"): "a player",
    (L.Who, "at"): "a site",
    (L.What, "at"): "a site",
    (L.State, "at"): "a site",
    (L.Rotation, "at"): "a site",
    (L.IsSite, "at"): "a site",
    (L.To, "loc"): "a site",
    (L.From, "loc"): "a site",
    (L.Piece, "component"): "a piece",
}
"""What an argument has to be the number of."""

_COMPARISONS = (L.Equals, L.NotEqual, L.Lt, L.Le, L.Gt, L.Ge)
_LOOPS = (
    L.EndForEach, L.ForEachPlayer, L.ForEachPlayers, L.ForEachTeam, L.RegionForEachPlayers, L.RegionForEachTeam,
    L.StartForEachPlayer, L.StartForEachPlayers, L.StartForEachTeam,
)  # fmt: skip
"""What gives `(player)` and the role Player a value."""


def lint_kinds(inspection: Inspection) -> None:
    """Note numbers of the wrong kind, and the role Player where no loop says which player is meant."""
    for (cls, field), wanted in _WANTED.items():
        for node in inspection.of(cls):
            value = getattr(node, field)
            kind = _kind(value)
            if isinstance(value, Ludeme) and _differ(inspection, kind, wanted):
                owner = kind == "a site" and wanted == "a player"
                hint = f"The player whose piece stands there is (who at:{_text(value)})." if owner else ""
                inspection.add(
                    "wrong-kind", value.span, hint=hint, text=_text(value), kind=kind, keyword=keyword_of(node),
                    wanted=wanted,
                )  # fmt: skip
    for node in inspection.of(*_COMPARISONS):
        a, b = getattr(node, "value_a", None), getattr(node, "value_b", None)
        if isinstance(a, Ludeme) and isinstance(b, Ludeme) and _differ(inspection, _kind(a), _kind(b)):
            inspection.add("different-kinds", node.span, first=_text(a), kind=_kind(a), second=_text(b), other=_kind(b))
    _players(inspection)


def _kind(value: object) -> str:
    """What a value is the number of; empty where that is not known."""
    return next((kind for kind, classes in _KINDS.items() if isinstance(value, classes)), "")


def _differ(inspection: Inspection, kind: str, other: str) -> bool:
    """Whether numbers of two kinds are taken for each other. A count may number a site, in a row that keeps score."""
    kinds = {kind, other}
    if not kind or not other or len(kinds) == 1 or kinds == {"a site", "a count"}:
        return False
    return kinds != {"a player", "a piece"} or not inspection.once(_numbered_alike)


def _numbered_alike(inspection: Inspection) -> bool:
    """Whether the first pieces have the numbers of their players: then either number may stand for the other."""
    if any(inspection.of(L.Tile, L.Domino, L.Dominoes, L.EquipmentCard, L.Deck)):
        return True  # as far as can be seen
    players = list(range(1, inspection.players + 1))
    owners: list[int] = []
    for piece in inspection.of(L.EquipmentPiece):
        digits = piece.role.value[1:] if piece.role is not None else ""
        owners += players if piece.role in (None, RoleType.Each) else [int(digits)] if digits.isdigit() else [0]
    return owners[: len(players)] == players and not any(inspection.of(L.Dice, L.Die))


def _text(node: Ludeme) -> str:
    return "" if node.span is None else " ".join(node.span.text.split())


def _players(inspection: Inspection) -> None:
    """The role Player outside of all loops. A piece's moves are made where a rule asks for them, perhaps in a loop."""
    if "Player" not in inspection.words:
        return
    any_loop = any(inspection.of(*_LOOPS))
    refused = [error.span for error in inspection.problems if error.code == "role-means-nobody"]
    for node in _outside(inspection.game, any_loop):
        for field in fields_of(type(node)):
            if getattr(node, field.name) is RoleType.Player:
                place = inspection.place(node, RoleType.Player)
                if place not in refused:
                    inspection.add("no-player-meant", place, keyword=keyword_of(node))


def _outside(node: Ludeme, any_loop: bool) -> Iterator[Ludeme]:
    """The ludemes that no loop over players is around."""
    if isinstance(node, _LOOPS) or (any_loop and isinstance(node, L.EquipmentPiece)):
        return
    yield node
    for child in children(node):
        yield from _outside(child, any_loop)
