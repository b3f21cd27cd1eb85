"""Concepts of the rules of the start; some depend on which sites a rule is about."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import SetStartPlayerType, SetStartSitesType, SiteType

from .booleans import HIDDEN
from .collector import Collector
from .effects import hidden_data
from .rules import adds, peculiar

adds(L.Start)
adds(L.Count, seen="count")
adds(L.Set, own="DeductionPuzzle", seen="")
adds(L.Split, own="Card", seen="")
adds(L.StartDeal, seen="")
adds(L.StartForEachPlayer, L.StartForEachPlayers, L.StartForEachSite, L.StartForEachTeam, own="ControlFlowStatement")
adds(L.StartForEachValue, own="ControlFlowStatement", seen="min max")
adds(L.SetRememberValue, own="Variable")
adds(L.SetStartHidden, own="HiddenInformation", unseen="data_type data_types")
adds(L.SetStartPlayer)
adds(L.SetStartPlayers, own="Team")
adds(L.SetStartSites)
adds(L.StartSetSite, seen="type loc locs region")
adds(L.PlaceItem, unseen="coords")
adds(L.PlaceStack, seen="")
adds(L.PlaceRandom, own="InitialRandomPlacement Stochastic")

_OFF = -1


def _place(found: set[str], sites: Any, type_: SiteType | None, concepts: Collector) -> None:
    """Where pieces begin: on sites of the board, or beyond them in hands."""
    board = concepts.equipment.board
    limit = board.size(type_ or board.default_site)
    if any(site < limit for site in sites):
        found.add("PiecesPlacedOnBoard")
    if any(site >= limit for site in sites):
        found.add("PiecesPlacedOutsideBoard")


def _begins(value: Any, type_: SiteType | None) -> Any:
    """A site that is on the board just as a value is, but is found at once: a site ahead of it, if there is one, is on
    the same board."""
    while isinstance(value, L.Ahead) and value.type is type_:
        value = value.site
    return value


def _where(found: set[str], node: Any, concepts: Collector) -> None:
    """The sites of a rule that gives them as a number, numbers or a region."""
    values = [v for v in (getattr(node, "loc", None), *(getattr(node, "locs", None) or ())) if v is not None]
    _place(found, [concepts.known.int(_begins(value, node.type)) for value in values], node.type, concepts)
    if getattr(node, "region", None) is not None:
        _place(found, concepts.known.sites(node.region), node.type, concepts)
    if getattr(node, "coords", None) is not None:
        found.add("PiecesPlacedOnBoard")


def _how(found: set[str], node: Any, count: Any, concepts: Collector) -> None:
    """How many pieces, with which state, rotation and value."""

    def more_than(value: Any, least: int) -> bool:
        return value is not None and concepts.known.int(value) > least

    if more_than(count, 1):
        found.add("PieceCount")
    if node.value is not None and concepts.known.int(node.value) != _OFF:
        found.add("PieceValue")
    if more_than(node.state, _OFF):
        found.add("SiteState")
    if more_than(getattr(node, "rotation", None), _OFF):
        found |= {"PieceRotation", "SetRotation"}


@peculiar(L.PlaceItem)
def _place_item(node: L.PlaceItem, found: set[str], concepts: Collector) -> None:
    _how(found, node, node.counts[0] if node.counts else node.count, concepts)
    _where(found, node, concepts)
    if node.container is not None and "Hand" in node.container:
        found.add("PiecesPlacedOutsideBoard")


@peculiar(L.PlaceStack)
def _place_stack(node: L.PlaceStack, found: set[str], concepts: Collector) -> None:
    given = (node.locs, node.region, node.coord, node.counts)
    found |= concepts.of(node.type)
    if node.items is None and any(value is not None for value in given):
        count = node.counts[0] if node.counts else node.count
        _how(found, node, count, concepts)
        found |= concepts.of((node.locs, node.region, count, node.rotation, node.state, node.value, node.counts))
        _where(found, node, concepts)
        return
    _how(found, node, node.count, concepts)
    if node.loc is not None:
        found |= concepts.of(node.loc)
        _place(found, [concepts.known.int(node.loc)], node.type, concepts)
    if node.coord is not None:
        found.add("PiecesPlacedOnBoard")
    if node.container is not None and "Hand" in node.container:
        found.add("PiecesPlacedOutsideBoard")


@peculiar(L.PlaceRandom)
def _place_random(node: L.PlaceRandom, found: set[str], concepts: Collector) -> None:
    count = None if isinstance(node.count, tuple) else node.count
    found.add("PieceCount")  # Ludii asks whether there is any count, and 1 is one
    _how(found, node, count, concepts)
    if node.where is not None:
        _place(found, [concepts.known.int(node.where)], node.type, concepts)


@peculiar(L.StartSetSite)
def _set_site(node: L.StartSetSite, found: set[str], concepts: Collector) -> None:
    _where(found, node, concepts)


@peculiar(L.SetStartSites)
def _set_sites(node: L.SetStartSites, found: set[str], concepts: Collector) -> None:
    if node.kind is SetStartSitesType.Cost:
        found.add("InitialCost")
    elif node.kind is SetStartSitesType.Count:
        found.add("PieceCount")
        sites = concepts.known.sites(node.to) if node.to is not None else [concepts.known.int(node.at)]
        _place(found, sites, node.type, concepts)


@peculiar(L.SetStartPlayer)
def _set_player(node: L.SetStartPlayer, found: set[str], _: Collector) -> None:
    found |= {"InitialAmount"} if node.kind is SetStartPlayerType.Amount else {"Scoring", "InitialScore"}


@peculiar(L.SetStartHidden)
def _set_hidden(node: L.SetStartHidden, found: set[str], _: Collector) -> None:
    found |= {HIDDEN[data] for data in hidden_data(node)}
