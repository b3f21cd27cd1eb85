"""Regions in words."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment.constants import constant_int
from ludparse.ludemes.enums import RoleType
from ludparse.problems.errors import LudError

from .phrases import Words, by_kind, joined, plural_site, says, told

says("({ok} if {cond}[, otherwise {not_ok}])", L.RegionIf)
says("the sites of {region} for which {if_}", L.RegionForEachSite)
says("{region}, for each site of {of}", L.RegionForEachSiteInRegion)
says("{region}, for each of {players}", L.RegionForEachPlayers)
says("{region}, for each team", L.RegionForEachTeam)
says("the levels of {at} [where {if_}]", L.RegionForEachLevel)
says("the sites between in the last move", L.LastRegion)
says("the sites around {where/region_where} [{directions}] [up to {distance} steps away] [where {if_}]", L.SitesAround)
says("the sites between {from_} and {to}", L.SitesBetween)
says("the sites at a distance of {distance} from {from_}", L.SitesDistance)
says("the sites from {from_} on, {directions} [until {stop}]", L.SitesDirection)
says("the group of {at/from_} [connected {directions}] [of sites where {if_}]", L.SitesGroup)
says("the track [“{name}”] [of {role/pid.index}] [from {from_}] [to {to}]", L.SitesTrack)
says("the sites of a walk from {index}", L.SitesWalk)
says("a random site [of {region}]", L.SitesRandom)
says("the sites inside the loop", L.SitesLoop)
says("the {result_type}s that touch the {of} {at} [owned by {owner.index/role_owner}]", L.SitesIncident)
says("the sites covered by the piece on {at}", L.SitesLargePiece)
says("the sites of the pattern", L.SitesPattern)
says("the places where {pid.name_component/pid.component} began", L.SitesPiece)
says("the sites hidden from {to}", L.SitesHidden)
by_kind(
    L.SitesMove,
    From="the sites from which this can be done: ({moves})",
    Between="the sites over which this can be done: ({moves})",
    To="the sites to which this can be done: ({moves})",
)
says("the sites in question", L.SitesContext)
says("the edges that cross {at}", L.SitesCrossing)
says("{kind} edges", L.SitesEdge)
by_kind(
    L.SitesIndex,
    Row=lambda node, words: _line("row", "from the bottom", node, words),
    Column=lambda node, words: _line("column", "from the left", node, words),
    Phase=lambda node, words: _colour(node, words),
    Cell="cell {index}",
    Edge="edge {index}",
    State=lambda node, words: _of_state(node, words),
    Layer="layer {index}",
    Empty=lambda node, words: _empty(node, words),
    Support="the sites on which pieces rest [of kind {index}]",
)
by_kind(
    L.SitesPlayer,
    Hand="the hand of {role/pid.index}",
    Winning="the sites where {role/pid.index} would win",
)


def _of_state(node: Any, words: Words) -> str:
    """Sites by the state of their pieces, which may be the number of a player."""
    if words.states_are_sides and isinstance(node.index, int) and node.index > 0:
        return f"the sites with pieces of player {node.index}"
    return words.filled("the sites with state {index}", node)


def _colour(node: Any, words: Words) -> str:
    """Sites of one colour, as on a chessboard; an example says which."""
    known = None if node.index is None else _constant(node.index)
    if known is not None and known in words.colours:
        return f"the {words.sites} of the colour of {words.colours[known]}"
    return f"the {words.sites} of colour {words.of(node.index)}"


_SIMPLE = {
    "Board": "the board",
    "Top": "the top row",
    "Bottom": "the bottom row",
    "Left": "the left column",
    "Right": "the right column",
    "Inner": "the inner sites",
    "Outer": "the outer sites",
    "Perimeter": "the edge of the board",
    "Corners": "the corners",
    "ConcaveCorners": "the concave corners",
    "ConvexCorners": "the convex corners",
    "Major": "the larger sites",
    "Minor": "the smaller sites",
    "Centre": "the centre",
    "Hint": "the sites of the hint",
    "ToClear": "the sites whose pieces are captured already",
    "LineOfPlay": "the line of play",
    "Pending": "the pending sites",
    "Playable": "the sites that can be played on",
    "LastTo": "the sites of the last move",
    "LastFrom": "the sites from which the last move went",
}


@told(L.RegionDifference)
def _without(node: L.RegionDifference, words: Words) -> str:
    less = node.subtraction if node.subtraction is not None else node.site_to_remove
    return f"{words.member(node.source)} except {words.member(less)}"


@told(L.RegionUnion, L.RegionIntersection)
def _together(node: Any, words: Words) -> str:
    regions = node.regions if node.regions is not None else (node.region1, node.region2)
    parts = joined([words.member(region) for region in regions])
    return parts if isinstance(node, L.RegionUnion) or len(regions) == 1 else f"what is both in {parts}"


@told(L.SitesSimple)
def _simple(node: L.SitesSimple, words: Words) -> str:
    name = _SIMPLE[node.kind.name]
    return name if node.element_type is None else f"{name} ({plural_site(node.element_type)})"


@told(L.SitesCustom)
def _custom(node: L.SitesCustom, words: Words) -> str:
    return words.of(node.array) if node.sites is None else words.sites_of(node.sites)


def _empty(node: Any, words: Words) -> str:
    return f"the empty {words.sites if node.element_type is None else plural_site(node.element_type)}"


@told(L.Expand)
def _expand(node: L.Expand, words: Words) -> str:
    inside = words.of(node.region if node.region is not None else node.origin)
    rows = 1 if node.steps is None else node.steps
    known = _constant(rows)
    if known is None:
        return f"{inside} with {words.of(rows)} more rows around it"
    return f"{inside} with {known} more row{'s' if known != 1 else ''} around it"


def _constant(node: Any) -> int | None:
    """The value of a sum or difference of numbers as written."""
    try:
        return constant_int(node, lambda leaf: None)
    except (LudError, TypeError, KeyError):
        return None


@told(L.SitesCoords)
def _coords(node: L.SitesCoords, words: Words) -> str:
    shown = list(node.coords[:12])
    more = len(node.coords) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


@told(L.SitesSide)
def _side(node: L.SitesSide, words: Words) -> str:
    if node.direction is not None:
        return f"the {words.of(node.direction)} side"
    who = node.role if node.role is not None else node.player
    return f"the side of {words.of(who)}"


@told(L.SitesOccupied)
def _occupied(node: L.SitesOccupied, words: Words) -> str:
    who = node.by.index if isinstance(node.by, L.Player) else node.by
    what = f"“{node.component}” pieces" if isinstance(node.component, str) else "pieces"
    if node.components:
        what = f"{' or '.join(node.components)} pieces"
    whose = "" if who is RoleType.All else f" of {words.of(who)}"
    where = "" if node.container is None else f" on {_container(node.container, words)}"
    return f"the sites with {what}{whose}{where}"


def _container(given: Any, words: Words) -> str:
    return f"the {given.lower()}" if given in ("Board", "Hand") else f"container {words.of(given)}"


_SEEN = {"Empty": "empty sites", "Farthest": "farthest empty sites", "Piece": "nearest sites with a piece"}


@told(L.SitesLineOfSight)
def _seen(node: L.SitesLineOfSight, words: Words) -> str:
    what = _SEEN["Piece" if node.type_los is None else node.type_los.name]
    return words.filled(f"the {what} that are seen from {{at}} [{{directions}}]", node)


@told(L.SitesEquipmentRegion)
def _region(node: L.SitesEquipmentRegion, words: Words) -> str:
    who = node.role if node.role is not None else node.player
    if node.name is None:
        return f"the region of {words.of(who)}" if who is not None else "the region"
    return f"the region “{node.name}”" + (f" of {words.of(who)}" if who is not None else "")


def _line(what: str, side: str, node: L.SitesIndex, words: Words) -> str:
    """A row or column, counted from 1."""
    known = None if node.index is None else _constant(node.index)
    if known is not None:
        return f"{what} {known + 1} {side}"
    text = words.of(node.index)
    return text if text.startswith(f"the {what} of") else f"the {what} with the number {text}"
