"""Comparisons in words: of numbers, sites, owners and pieces."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import CountSiteType, RoleType

from .arguments import whole
from .phrases import Words
from .said_of_sites import of_site
from .unmoved import unmoved
from .vocabulary import CLOSE, OPEN, readable, told

_COMPARED = {L.Lt: "less than", L.Le: "at most", L.Gt: "more than", L.Ge: "at least"}


NEGATED: dict[type, Any] = {L.Lt: L.Ge, L.Ge: L.Lt, L.Gt: L.Le, L.Le: L.Gt}


_MIRRORED = {L.Lt: L.Gt, L.Le: L.Ge, L.Gt: L.Lt, L.Ge: L.Le}


@told(*_COMPARED)
def _compared(node: Any, words: Words) -> str:
    """A comparison with the constant last; that a number is above 0 says that there is something."""
    cls: Any = node.__class__
    first: Any = node.value_a
    second: Any = node.value_b
    if isinstance(first, int) and not isinstance(second, int):
        cls, first, second = _MIRRORED[cls], second, first
    if isinstance(first, L.IntSub) and second == 0 and first.value_a is not None:  # a difference is compared with 0
        first, second = first.value_a, first.value_b
    farther = _farther(cls, first, second, words)
    if farther:
        return farther
    if (cls, second) in ((L.Le, 0), (L.Lt, 1)) and isinstance(first, L.CountSite | L.CountComponent):
        return words.of(L.Equals(value_a=whole(first), value_b=0))
    if (cls, second) in ((L.Le, 0), (L.Lt, 1)) and isinstance(first, L.CountLiberties):
        return f"{_group(first, words)} has no empty {words.site} beside it"
    listed = isinstance(first, L.SizeArray) and isinstance(first.array, L.ValuesString) and first.array.name is not None
    if listed and (cls, second) in ((L.Gt, 0), (L.Ge, 1)):
        return f"there is a number left in “{readable(whole(first.array).name)}”"
    if (cls, second) in ((L.Gt, 0), (L.Ge, 1)):
        there = exists(first, words)
        if there:
            return there
    if isinstance(first, L.Var) and first.key in words.kept.sites and (cls, second) in ((L.Ge, 0), (L.Lt, 0)):
        return f"{words.of(first)} is {'' if cls is L.Ge else 'not '}remembered"
    if isinstance(first, L.TrackSiteMove) and (cls, second) in ((L.Ge, 0), (L.Lt, 0)):
        return f"{_way(first, words)} lead to {'a' if cls is L.Ge else 'no'} {words.site}"
    if isinstance(first, L.CountStack | L.SizeSite) and type(second) is int:
        stack = first.to if isinstance(first, L.CountStack) and first.at is None else first.at
        if stack is not None:
            many = _COMPARED[cls].replace("less", "fewer")
            return f"{words.place(stack)} holds {many} {second} piece{'s' * (second != 1)}"
    pieces = isinstance(first, L.CountSite) and (first.kind, first.name, first.type, first.in_) == (None,) * 4
    if pieces and first.at is not None and type(second) is int:
        many = _COMPARED[cls].replace("less", "fewer")
        return f"{words.place(first.at)} holds {many} {second} piece{'s' * (second != 1)}"
    held = _held(first, words)
    if held and isinstance(second, int):
        return held.format(f"{_COMPARED[cls]} {second}", "s" if second != 1 else "")
    return f"{words.of(first)} is {_COMPARED[cls]} {words.of(second)}"


def _held(number: Any, words: Words) -> str:
    """How many pieces a player has, with `{}` for the number and the ending of its noun; empty for other numbers."""
    pieces = isinstance(number, L.CountComponent) and number.kind is L.CountComponentType.Pieces
    owner = None if not pieces else number.of if number.of is not None else number.role
    if owner in (None, RoleType.All, RoleType.Shared, RoleType.Neutral) or number.if_ is not None:
        return ""
    what = f"{words.named(number.name)} piece" if number.name else "piece"
    where = f" {words.on(number)} {words.of(number.in_)}" if number.in_ is not None else ""
    if not where and words.uses_hands and number.type is None:
        where = ", on the board or in hand"
    return f"{words.does(owner, 'has')} {{}} {what}{{}}{where}"


_PLACES = {-1: "past its end", -2: "exactly to its end"}
"""What the numbers of no sites say about steps along a track."""


def _way(node: L.TrackSiteMove, words: Words) -> str:
    steps = "the steps of the die" if isinstance(node.steps, L.IteratorPips) else further(node, words)
    return f"{steps} along {track(node, words)}"


def track(node: L.TrackSiteMove, words: Words) -> str:
    """The track of steps, and where they begin."""
    owner = node.role if node.role is not None else None if node.player is None else node.player.index
    text = words.track(node.name, "" if owner is None else words.whose(owner))
    here = node.from_ is None or isinstance(node.from_, L.IteratorFrom)
    return text if here else f"{text} from {words.place(node.from_)}"


def further(node: L.TrackSiteMove, words: Words) -> str:
    """So many steps along a track."""
    if isinstance(node.steps, L.IteratorPips):
        return "as many steps as the die shows"
    if isinstance(node.steps, L.IteratorValue):
        return "as many steps as that number"
    return "1 step" if node.steps == 1 else f"{words.operand(node.steps)} steps"


def _farther(cls: Any, first: Any, second: Any, words: Words) -> str:
    """Which of two sites is farther from a third, where their distances are compared; empty for other numbers."""
    if not isinstance(first, L.CountSteps) or not isinstance(second, L.CountSteps) or cls not in (L.Lt, L.Gt):
        return ""
    more = any(getattr(one, name) is not None for one in (first, second) for name in ("relation", "type", "step_move"))
    if more or first.site2 is None or first.site2 != second.site2:
        return ""
    a, b = words.place(first.site1), words.place(second.site1)
    whole(second.site2)
    return f"{a} is {'farther from' if cls is L.Gt else 'nearer to'} {words.place(first.site2)} than {b}"


def exists(number: Any, words: Words) -> str:
    """That a number is not 0, as what there is then; empty where that cannot be said in another way."""
    if isinstance(number, L.CountComponent) and number.kind is L.CountComponentType.Pieces:
        return words.of(L.Not(a=L.Equals(value_a=whole(number), value_b=0)))
    if isinstance(number, L.CountSite) and number.kind is None:
        return f"{words.filled('{in_/at}', number)} is not empty"
    if isinstance(number, L.CountSite) and number.kind is CountSiteType.Sites:
        among = words.one_in(number.in_ if number.in_ is not None else number.at, last=True)
        for kind in ("empty", "occupied"):
            if among.startswith(f"the {kind} ones of "):
                return f"at least one of {among.removeprefix(f'the {kind} ones of ')} is {kind}"
        return f"there is at least one of {words.one_in(number.in_ if number.in_ is not None else number.at)}"
    if isinstance(number, L.CountLiberties):
        return f"{_group(number, words)} has an empty {words.site} beside it"
    if isinstance(number, L.Who) and number.level is None:
        return f"{words.place(number.at)} belongs to a player"
    return "the die has not been used" if isinstance(number, L.IteratorPips) else ""


def _so_many(region: Any, many: str, one: bool, words: Words) -> str:
    """How many of some sites are empty, or hold a player's pieces; empty where that is not what is counted."""
    parts = (region.regions or (region.region1, region.region2)) if isinstance(region, L.RegionIntersection) else ()
    around = [part for part in parts if isinstance(part, L.SitesAround)]
    rest: list[Any] = [part for part in parts if part not in around]
    if len(around) != 1 or len(rest) != 1:
        return ""
    held, of = rest[0], words.of(around[0])
    if isinstance(held, L.SitesIndex) and held.kind is L.SitesIndexType.Empty and held.element_type is None:
        whole(held)
        return f"{many} of {of} {'is' if one else 'are'} empty"
    if not isinstance(held, L.SitesOccupied) or held.component is not None or held.components is not None:
        return ""
    who = getattr(held.by, "index", held.by)
    if who in (None, RoleType.All) or (held.container, held.on, held.top) != (None,) * 3:
        return ""
    whole(held)
    return f"{many} of {of} {'holds' if one else 'hold'} one of {words.whose(who)} pieces"


def _group(node: Any, words: Words) -> str:
    """The group of the piece on a site."""
    last = L.Last(kind=L.LastType.To) if node.at is None else node.at
    piece = words.moved_piece(last)
    way = f", connected {words.of(node.directions)}," if node.directions is not None else ""
    return f"{f'the group of {piece}' if piece else f'the group at {words.place(last)}'}{way}"


SITES = (
    L.Ahead, L.TrackSite, L.TrackSiteMove, L.TrackSiteFirst, L.Last, L.RegionSite, L.WhereSite,
    L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite,
)  # fmt: skip


@told(L.Equals)
def _equals(node: L.Equals, words: Words) -> str:
    if node.region_a is not None:
        return f"{words.member(node.region_a)} and {words.member(node.region_b)} are the same {words.sites}"
    first: Any = node.value_a
    second: Any = node.value_b if node.value_b is not None else node.role_b
    if isinstance(first, int) and not isinstance(second, int):
        first, second = second, first
    flag: Any = first
    if isinstance(flag, L.Var) and flag.key in words.kept.flags and second in (0, 1):
        return f"“{readable(whole(flag).key)}” {'holds' if second == 1 else 'does not hold'}"
    if isinstance(first, L.Counter) and words.since and type(second) is int:
        both = ", of both players together," if words.players == 2 else ""
        return f"{second} moves{both} have been made since {words.since}"
    if _held(first, words) and type(second) is int and second > 0:
        return _held(first, words).format(f"exactly {second}", "s" if second != 1 else "")
    if isinstance(first, L.State) and words.kept.marks and second in (0, 1) and type(second) is int:
        if words.begun and (first.level, first.type) == (None, None):
            return unmoved(first.at, second == 1, words)
        return f"the piece on {words.place(first.at)} is {'' if second == 1 else 'not '}marked"
    if isinstance(first, L.ValuePlayer) and second == -1:
        return f"{words.of(first)} is not set"
    line = {L.Column: "column", L.Row: "row", L.Layer: "layer"}.get(first.__class__)
    if line is not None and second.__class__ is first.__class__:
        return f"{words.standing(first.of)} and {words.standing(second.of)} are in the same {line}"
    groups = isinstance(first, L.CountGroups) and first.kind is L.CountGroupsType.Groups
    if groups and first.min is None and second == 1:
        way = "" if first.directions is None else f", connected {words.of(first.directions)}"
        _, after = of_site(first.if_, L.IteratorTo, words)
        whose = re.fullmatch("with one of (.+) pieces", after)
        if whose is not None or after == "with a friendly piece":
            own = whose[1] if whose is not None else "your" if words.you else "friendly"
            return f"{own} pieces form one group{way}"
        return f"there is exactly one group of {words.sites} {after}".strip() + way
    if isinstance(first, L.TrackSiteMove) and isinstance(second, int) and second in _PLACES:
        return f"{_way(first, words)} lead {_PLACES[second]}"
    if isinstance(first, L.IteratorPips) and second == 0:
        return "the die has been used"
    if type(second) is int and second > 0 and isinstance(first, L.CountSite) and first.kind is CountSiteType.Sites:
        many = _so_many(first.in_, f"exactly {second}", second == 1, words)
        if many:
            return many
    if isinstance(first, L.SizeArray) and isinstance(first.array, L.ValuesString) and second == 0 and first.array.name:
        return f"there is no number left in “{readable(whole(first.array).name)}”"
    if isinstance(first, L.CountSite) and first.kind is CountSiteType.Sites and second == 0:
        among = words.one_in(first.in_ if first.in_ is not None else first.at)
        alone = among.removeprefix(OPEN).removesuffix(CLOSE)
        kind = f"the {words.sites} "
        one = alone.startswith(kind) and " or " not in alone and " and " not in alone
        return f"there are no {alone.removeprefix('the ')}" if one else f"there is none of {among}"
    if isinstance(first, L.CountSite) and first.kind is None and second == 0:
        return f"{words.filled('{in_/at}', first)} is empty"
    if isinstance(first, L.CountStack | L.SizeSite) and isinstance(second, int):
        where = first.to if isinstance(first, L.CountStack) and first.at is None else first.at
        if where is not None:
            return f"{words.place(where)} holds {second} piece{'s' * (second != 1)}"
    for one, other in ((first, second), (second, first)):
        if isinstance(one, L.Who):
            return _belongs_to(one, other, words)
        if isinstance(one, L.What) and isinstance(other, L.Id) and words.moved_piece(one.at):
            return f"{words.moved} is {words.of(other)}"
        if isinstance(one, L.What) and isinstance(other, L.Id):
            return f"{words.of(other)} stands on {words.place(one.at)}"
        if isinstance(one, L.Mover) and not isinstance(other, L.Who):
            return f"it is {words.whose(other)} turn"
        if isinstance(one, L.WhereSite) and other == -1:
            return f"{words.standing(one)} is not on the board"
        if isinstance(one, L.CountComponent) and one.kind is L.CountComponentType.Pieces and other == 0:
            return _none(one, words)
    return f"{words.of(first)} is {_nowhere(first, second, words)}"


def _belongs_to(held: L.Who, owner: Any, words: Words) -> str:
    """Whose piece stands on a site, or at a level of it."""
    who = words.who(owner)
    whose = "neutral" if who == "nobody" else words.whose(owner)
    mine: Any = owner
    if isinstance(mine, L.Who) and held.level is None and mine.level is None:
        return f"the pieces on {words.place(held.at)} and {words.place(mine.at)} have the same owner"
    if held.level is not None:
        one = whose if whose == "neutral" else f"one of {whose} pieces"
        return f"{words.level(held.level)} {words.place(held.at)} is {one}"
    if whose == "neutral":
        return f"{words.place(held.at)} holds no player's piece"
    return f"{words.place(held.at)} holds one of {whose} pieces"


@told(L.NotEqual)
def _not_equal(node: L.NotEqual, words: Words) -> str:
    first, second = node.value_a, node.value_b
    if isinstance(first, int) and second is not None and not isinstance(second, int):
        first, second = second, first
    flag: Any = first
    if isinstance(flag, L.Var) and flag.key in words.kept.flags and type(second) is int and second in (0, 1):
        return words.of(L.Equals(value_a=whole(flag), value_b=1 - second))
    if isinstance(first, L.CountSite) and first.kind is None and first.name is None and second == 0:
        return f"{words.filled('{in_/at}', first)} is not empty"
    if isinstance(first, L.WhereSite) and second == -1:
        return f"{words.standing(first)} is on the board"
    if isinstance(first, L.TrackSiteMove) and isinstance(second, int) and second in _PLACES:
        return f"{_way(first, words)} do not lead {_PLACES[second]}"
    if isinstance(first, L.IteratorPips) and second == 0:
        return "the die has not been used"
    if isinstance(second, int):
        return f"{words.of(first)} is not {_nowhere(first, second, words)}"
    return words.filled("{value_a/region_a} is not {value_b/role_b/region_b}", node)


def _nowhere(site: Any, number: Any, words: Words) -> str:
    """What a site is compared with: numbers below 0 are no sites."""
    below = {-1: "nowhere", -2: "off the track"} if isinstance(site, SITES) else {}
    if isinstance(number, int) and number in below:
        return below[number]
    return words.place(number) if isinstance(site, SITES) else words.of(number)


def _none(number: Any, words: Words) -> str:
    """That there are no pieces that a number counts."""
    owner = number.of if number.of is not None else number.role
    if owner is None or owner is RoleType.All:
        return words.of(number).replace("the number of ", "there are no ", 1)
    return words.of(L.NoPiece(role=owner if isinstance(owner, RoleType) else None, of=None if isinstance(
        owner, RoleType) else whole(owner), name=number.name, in_=whole(number.in_)))  # fmt: skip
