"""Regions in words."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment.constants import constant_int
from ludparse.ludemes.enums import AbsoluteDirection, CompassDirection, IsPlayerType, IsSiteType, RoleType
from ludparse.problems.errors import LudError

from .said_of_sites import of_site, pieces_held
from .tree.arguments import raw, replaced, whole
from .tree.folding import is_point
from .wording.phrases import Words
from .wording.vocabulary import by_kind, grouped, joined, plural_site, says, spaced, told

says("{ok} if {cond}[, otherwise {not_ok}]", L.RegionIf)
told(L.RegionForEachSite)(lambda node, words: _such_that(node, words))
says("{region}, for each site of {of}", L.RegionForEachSiteInRegion)
says("{region}, for each of {players}", L.RegionForEachPlayers)
says("{region}, for each team", L.RegionForEachTeam)
says("the levels of {at} [where {if_}]", L.RegionForEachLevel)
says("the sites that the last move passed", L.LastRegion)


@told(L.SitesAround)
def _around(node: L.SitesAround, words: Words) -> str:
    where = words.place(node.where) if node.where is not None else words.member(node.region_where)
    own = f"{where} and " if node.include_self is True else ""
    plain = (AbsoluteDirection.Orthogonal, AbsoluteDirection.Diagonal)
    words.tells_beside = words.tells_beside or node.directions in (None, AbsoluteDirection.Adjacent)
    beside = f"beside {where} [{{directions}}]"
    if node.directions is AbsoluteDirection.Adjacent:  # which is usual
        beside = f"beside {where}"
    elif is_point(node.directions):
        beside = f"directly {words.of(node.directions)} of {where}"
    elif node.directions in plain:
        beside = f"{words.of(node.directions)} beside {where}"
    with words.calling_to(f"the neighbouring {words.site}"):
        before, after = of_site(node.if_, L.IteratorTo, words, several=True)
    sites = f"{before} {words.sites}".strip()
    text = words.filled(f"{own}the {sites} {beside} [up to {{distance}} steps away]", node)
    if node.type is not None:
        held = pieces_held(node.type.name, words)
        text += f", with the type {words.of(node.type)}" if held is None else f" {held.on(several=True)}"
    return f"{text} {after}".strip()


_CONNECTED = (" [connected {directions}]", "")
"""How the sites of a group are connected; in any direction is usual."""

told(L.SitesBetween)(lambda node, words: words.filled(f"the {words.sites} between {{from_}} and {{to}}", node))
says("the sites at a distance of {distance} from {from_}", L.SitesDistance)
told(L.SitesGroup)(lambda node, words: words.filled(
    f"the group of {{at/from_}}{_CONNECTED[node.directions is AbsoluteDirection.Adjacent]} [of sites where {{if_}}]",
    node))
says("the sites of a walk from {index}", L.SitesWalk)
says("a random site [of {region}]", L.SitesRandom)
says("the sites inside the loop", L.SitesLoop)


def _begins(node: Any, words: Words) -> str:
    """The sites from which moves can be made, of which one would be chosen."""
    with words.choosing_one():
        text = words.of(node.moves)
    return f"the {words.sites} from which one of these moves can be made, {grouped(text)},"


@told(L.SitesIncident)
def _incident(node: L.SitesIncident, words: Words) -> str:
    what, noun = plural_site(node.result_type), plural_site(node.of)[:-1]
    piece, same = words.moved_piece(node.at), node.of is words.site_type
    touched = f"{piece}'s {noun}" if piece else "{at}" if same else f"that {noun}" if isinstance(
        node.at, L.IteratorSite) else f"the {noun} {{at}}"  # fmt: skip
    return words.filled(f"the {what} that touch {touched} [owned by {{owner.index/role_owner}}]", node)


says("the sites covered by the piece on {at}", L.SitesLargePiece)
says("the sites of the pattern", L.SitesPattern)
says("the places where {pid.name_component/pid.component} began", L.SitesPiece)
says("the sites hidden from {to}", L.SitesHidden)
by_kind(
    L.SitesMove,
    From=lambda node, words: _begins(node, words),
    Between=lambda node, words: f"the {words.sites} that are passed when it is possible to {words.inner(node.moves)}",
    To=lambda node, words: f"the {words.sites} to which it is possible to {words.inner(node.moves)}",
)
says("that group", L.SitesContext)
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
    Hand="{role/pid.index's} hand",
    Winning="the sites where {role/pid.index} would win",
)


def _of_state(node: Any, words: Words) -> str:
    """Sites by the state of their pieces, which may be the number of a player."""
    if words.states_are_sides and isinstance(node.index, int) and node.index > 0:
        return f"the {words.sites} with player {node.index}'s pieces"
    words.tells_marks = True
    name = words.kept.marks_named.get(node.index) if type(node.index) is int else None
    if node.index == 0 and name is None:
        return f"the {words.sites} without a mark"
    mark = f"the mark “{spaced(name)}”" if name is not None else words.filled("the mark {index}", node)
    return f"the {words.sites} with {mark}"


def _colour(node: Any, words: Words) -> str:
    """Sites of one colour, as on a chessboard; an example says which."""
    known = None if node.index is None else _constant(node.index)
    words.tells_colours = True
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
    less: Any = node.subtraction if node.subtraction is not None else node.site_to_remove
    ring = _at_distance(node.source, less, words)
    if ring:
        return ring
    if _next_to(less, node.source):
        whole(less)
        way = words.of(less.directions)
        return f"those of {words.member(node.source)} that are not directly {way} of another of them"
    return f"{words.member(node.source)} except {words.member(less)}"


def _at_distance(source: Any, less: Any, words: Words) -> str:
    """The sites so many steps from one: those within so many steps without those within fewer; empty for others."""
    both = isinstance(source, L.Expand) and isinstance(less, L.Expand) and source.origin is not None
    if not both or raw(replaced(source, steps=None)) != raw(replaced(less, steps=None)) or source.dirn is not None:
        return ""
    far, near = (1 if one.steps is None else _constant(one.steps) for one in (source, less))
    if far is None or near is None or far != near + 1:
        return ""
    text = f"the {words.sites} exactly {far} steps away from {words.place(source.origin)}"
    whole(source), whole(less)
    return text + ("" if source.type is None else words.rest(source))


def _next_to(region: Any, others: Any) -> bool:
    """Whether a region is that of the sites one step from others in a direction of the compass."""
    if not isinstance(region, L.SitesDirection) or region.distance != 1 or not is_point(region.directions):
        return False
    more = (region.included, region.stop, region.stop_included, region.type)
    return raw(region.from_) == raw(others) and all(one in (None, False) for one in more)


@told(L.RegionUnion, L.RegionIntersection)
def _together(node: Any, words: Words) -> str:
    regions = node.regions if node.regions is not None else (node.region1, node.region2)
    parts = [words.member(region) for region in regions]
    if isinstance(node, L.RegionUnion):
        start = f"the {words.sites} with "
        if len(parts) > 1 and all(isinstance(one, L.SitesOccupied) for one in regions) and all(
                part.startswith(start) for part in parts):  # fmt: skip
            return f"{start}{joined([part.removeprefix(start) for part in parts], 'or')}"
        return joined(parts, words.union)
    if len(parts) > 1:
        text = _narrowed(regions, words)
        if text:
            return text
    covered = [one for one in regions if isinstance(one, L.SitesOccupied) and one.top is False]
    if len(parts) == 2 and len(covered) == 1 and all(map(_pieces_alone, regions)):
        (above,) = (one for one in regions if one is not covered[0])
        return f"{words.of(above)} that also hold {words.whose(getattr(covered[0].by, 'index', covered[0].by))} pieces"
    both = "both " if len(parts) == 2 else ""
    return parts[0] if len(parts) == 1 else f"the {words.sites} that are in {both}{joined(parts)}"


def _pieces_alone(region: Any) -> bool:
    """Whether a region is that of all pieces of a player."""
    more = ("component", "components", "container", "on")
    return isinstance(region, L.SitesOccupied) and all(getattr(region, name) is None for name in more)


def _held(region: Any) -> bool:
    """Whether a region is that of pieces, or of several kinds of them."""
    if isinstance(region, L.RegionUnion):
        return all(_held(one) for one in region.regions or (region.region1, region.region2))
    return isinstance(region, L.SitesOccupied) and region.container is None and region.on is None and not region.top


def _is_all_empty(region: Any) -> bool:
    """Whether a region is of empty sites alone: those of lines up to the first piece."""
    if isinstance(region, L.SitesLineOfSight):
        return region.type_los is L.LineOfSightType.Empty
    stop: Any = region.stop if isinstance(region, L.SitesDirection) else None
    ends = isinstance(stop, L.IsSite) and stop.kind is IsSiteType.Occupied and isinstance(stop.at, L.IteratorTo)
    return ends and not region.included and region.stop_included in (None, False)


def _narrowed(regions: Any, words: Words) -> str:
    """Regions of which one says what stands on the sites of the others; empty where that is not so."""
    held = [one for one in regions if _held(one)]
    empty = [one for one in regions if isinstance(one, L.SitesIndex) and one.kind is L.SitesIndexType.Empty
             and one.element_type is None]  # fmt: skip
    rest = [one for one in regions if one not in held and one not in empty]
    if not rest or len(held) + len(empty) != 1:
        return ""
    text = words.of(rest[0]) if len(rest) == 1 else words.of(L.RegionIntersection(regions=tuple(map(whole, rest))))
    if empty:
        whole(empty[0])
        return text if len(rest) == 1 and _is_all_empty(rest[0]) else f"the empty ones of {text}"
    parts = held[0].regions or (held[0].region1, held[0].region2) if isinstance(held[0], L.RegionUnion) else held
    what = joined([words.of(one).removeprefix(f"the {words.sites} with ") for one in parts], "or")
    if isinstance(held[0], L.RegionUnion):
        words.of(held[0])
    seen: Any = rest[0] if len(rest) == 1 else None
    if isinstance(seen, L.SitesLineOfSight) and seen.type_los in (None, L.LineOfSightType.Piece):
        way = text.partition(" in a straight line ")[2]
        return f"the {words.sites} with {what} that are the first occupied ones in a straight line {way}"
    if len(rest) == 1:
        return f"the {words.sites} with {what} {_lying(rest[0], words)}"
    return f"those of {text} with {what}"


def _lying(region: Any, words: Words) -> str:
    """Where sites lie that are in a region."""
    if isinstance(region, L.RegionUnion):
        return joined([_lying(one, words) for one in region.regions or (region.region1, region.region2)], "or")
    text = words.of(region)
    beside = f"the {words.sites} directly "
    if isinstance(region, L.SitesAround) and text.startswith(beside):
        return text.removeprefix(f"the {words.sites} ")
    word = "in" if words.site == "hole" or isinstance(region, L.SitesEquipmentRegion) else "on"
    among = isinstance(region, L.SitesCustom) or words.is_term(region) or text.startswith(f"the {words.sites} ")
    return f"{'among' if among else word} {text}"


@told(L.SitesSimple)
def _simple(node: L.SitesSimple, words: Words) -> str:
    name = _SIMPLE[node.kind.name].replace("sites", words.sites)
    words.told_sets.add(node.kind.name)
    if node.kind.name == "Pending":
        name = f"the {words.sites} marked as pending"
    return name if node.element_type is None else f"the {plural_site(node.element_type)} of {name}"


@told(L.SitesCustom)
def _custom(node: L.SitesCustom, words: Words) -> str:
    return words.of(node.array) if node.sites is None else words.sites_of(node.sites)


def _empty(node: Any, words: Words) -> str:
    return f"the empty {words.sites if node.element_type is None else plural_site(node.element_type)}"


@told(L.Expand)
def _expand(node: L.Expand, words: Words) -> str:
    inside = words.of(node.region) if node.region is not None else words.place(node.origin)
    rows = 1 if node.steps is None else node.steps
    known = _constant(rows)
    many = words.of(rows if known is None else known)
    way = "" if node.dirn is None else f" {words.of(node.dirn)}"
    return f"the {words.sites} within {many} step{'s' if known != 1 else ''} of {inside}{way}, itself included"


def _constant(node: Any) -> int | None:
    """The value of a sum or difference of numbers as written."""
    try:
        return constant_int(node, lambda leaf: None)
    except (LudError, TypeError, KeyError):
        return None


@told(L.SitesCoords)
def _coords(node: L.SitesCoords, words: Words) -> str:
    return words.listed(node.coords)


@told(L.SitesSide)
def _side(node: L.SitesSide, words: Words) -> str:
    if node.direction is not None:
        return f"the {words.of(node.direction)} side"
    who = node.role if node.role is not None else node.player
    return f"{words.whose(who)} side"


@told(L.SitesOccupied)
def _occupied(node: L.SitesOccupied, words: Words) -> str:
    who = node.by.index if isinstance(node.by, L.Player) else node.by
    names_given = node.component is not None or node.components is not None
    what = f"{_base(node.component, words)} pieces" if isinstance(node.component, str) else "pieces"
    if node.components:
        what = f"{joined([_base(one, words) for one in node.components], 'or')} pieces"
    unnamed = who is RoleType.Shared and not names_given
    shared = sorted({name for name, owner in words.pieces.values() if owner == -1}) if unnamed else []
    if shared:
        what = f"{joined(shared, 'or')} pieces"
    whose = "" if who is RoleType.All or shared else f"{words.whose(who)} "
    where = "" if node.container is None else f" on {_container(node.container, words)}"
    sites = words.sites if node.on is None else plural_site(node.on)
    below = ", at any height" if node.top is False else ""
    return f"the {sites} with {whose}{what}{where}{below}"


def _container(given: Any, words: Words) -> str:
    return f"the {given.lower()}" if given in ("Board", "Hand") else f"container {words.of(given)}"


_SEEN = {"Empty": "empty {}s", "Farthest": "farthest {} reached over empty ones", "Piece": "first occupied {}"}


@told(L.SitesLineOfSight)
def _seen(node: L.SitesLineOfSight, words: Words) -> str:
    what = _SEEN["Piece" if node.type_los is None else node.type_los.name].format(words.site)
    way = words.any_way if node.directions is None else words.of(node.directions)
    if way == words.any_way and words.lines and not words.grid:
        return words.filled(f"the {what} along any line from {{at}}", node)
    return words.filled(f"the {what} in a straight line from {{at}} {way}", node)


@told(L.SitesEquipmentRegion)
def _region(node: L.SitesEquipmentRegion, words: Words) -> str:
    who = node.role if node.role is not None else node.player
    return f"{'the' if who is None else words.whose(who)} {words.region(node.name)}"


def _line(what: str, side: str, node: L.SitesIndex, words: Words) -> str:
    """A row or column, counted from 1."""
    known = None if node.index is None else _constant(node.index)
    if known is not None:
        return f"{what} {known + 1} {side}"
    text = words.of(node.index)
    return text if text.startswith(f"the {what} of") else f"the {what} with the number {text}"


def _base(name: str, words: Words) -> str:
    """What a piece is called apart from whose it is."""
    return words.named(name)


_PLURAL = re.compile("^that is ")


def _such_that(node: Any, words: Words) -> str:
    """The sites of a region that meet a condition, of which the condition speaks as "that site"."""
    before, after = of_site(node.if_, L.IteratorSite, words)
    asked = (node.if_.list or (node.if_.a, node.if_.b)) if isinstance(node.if_, L.BoolAnd) else (node.if_,)
    rows = all(isinstance(one.a if isinstance(one, L.Not) else one, L.IsLine | L.IsPattern) for one in asked)
    alone = isinstance(node.region, L.SitesOccupied) and (node.region.container is None or rows)
    if alone and not before:
        where = f"where {words.of(node.if_)}" if not after or after.startswith(("with ", "without ")) else after
        return f"{words.of(node.region)} {_PLURAL.sub('that are ', where)}"
    region = words.member(node.region)
    if before and not after:
        return f"the {before} ones of {region}"
    if not before and after and not after.startswith("where "):
        return f"those of {region} {_PLURAL.sub('that are ', after)}"
    return f"those of {region} for which {words.of(node.if_)}"


def _rectangle(node: Any, words: Words) -> str:
    """The sites from one up to the row of another and right to its column; empty for other regions."""
    inner, across = raw(node).from_, raw(node).distance
    if not isinstance(inner, L.SitesDirection) or not isinstance(across, L.IntSub):
        return ""
    first: Any = inner.from_
    last: Any = getattr(across.value_a, "of", None)
    up = L.SitesDirection(
        from_=first, directions=inner.directions, included=True,
        distance=L.IntSub(value_a=L.Row(of=last), value_b=L.Row(of=first)))  # fmt: skip
    right = L.SitesDirection(
        from_=up, directions=raw(node).directions, included=True,
        distance=L.IntSub(value_a=L.Column(of=last), value_b=L.Column(of=first)))  # fmt: skip
    ways = [getattr(one.directions, "name", "") for one in (inner, raw(node))]
    if raw(node) != right or ways != [CompassDirection.N.name, CompassDirection.E.name] or not words.upright:
        return ""
    whole(node.from_), whole(node.distance), whole(node.directions), whole(node.included)
    return f"the {words.sites} of the rectangle from {words.place(first)} up and to the right to {words.place(last)}"


@told(L.SitesDirection)
def _in_line(node: L.SitesDirection, words: Words) -> str:
    """The sites of a line from one site on, up to one that meets a condition."""
    corners = _rectangle(node, words)
    if corners:
        return corners
    given = node.from_ if node.from_ is not None else node.from_region
    start = words.place(given) if node.from_ is not None else f"one of {words.of(given)}"
    way = "in any direction" if node.directions is None else words.of(node.directions)
    text = f"the {words.sites} in a straight line from {start}{', itself included,' if node.included else ''} {way}"
    stop_: Any = node.stop
    empty = isinstance(stop_, L.IsSite) and stop_.kind is IsSiteType.Occupied and isinstance(stop_.at, L.IteratorTo)
    if empty and not node.included and node.stop_included in (None, False) and node.distance is None:
        whole(stop_)
        return f"the empty {words.sites} in an unbroken line from {start} {way}"
    foe = L.Not(a=L.IsPlayer(kind=IsPlayerType.Enemy, index=L.Who(at=L.IteratorTo()), role=None))
    if node.included is True and raw(stop_) == foe and node.stop_included in (None, False) and node.distance is None:
        whole(stop_)
        return f"{start} and the {words.sites} with enemy pieces that follow it without a gap {way}"
    follow = stop_.a if isinstance(stop_, L.Not) and node.included is True and isinstance(stop_.a, L.IsIn) else None
    if follow is not None and isinstance(follow.site, L.IteratorTo) and follow.region is not None and (
            node.stop_included in (None, False) and node.distance is None):  # fmt: skip
        return f"{start} and those of {words.member(follow.region)} that follow it without a gap {way}"
    if node.distance is not None:
        text += f", at most {words.of(node.distance)} of them"
    if node.stop is not None:
        stop: Any = node.stop
        if isinstance(stop, L.Equals) and isinstance(stop.value_a, L.IteratorTo) and stop.value_b is not None:
            whole(stop.value_a)
            last = " and including it" if node.stop_included is True else ""
            return f"{text} up to {words.place(stop.value_b)}{last}"
        before, after = of_site(node.stop, L.IteratorTo, words)
        end = " ".join(part for part in (f"the first {before}".strip(), words.site, after) if part)
        text += f" up to {end}{' and including it' if node.stop_included is True else ''}"
        if node.stop_included is not True and node.stop_included not in (None, False):
            text += f", which is included if {words.of(node.stop_included)}"
    return text


@told(L.RegionSite)
def _one_of(node: L.RegionSite, words: Words) -> str:
    if isinstance(node.region, L.SitesLineOfSight) and node.index == 0:
        return words.of(node.region)
    which = "the first" if node.index == 0 else f"the one with the number {words.of(node.index)}, counted from 0,"
    return f"{which} of {words.of(node.region)}"
