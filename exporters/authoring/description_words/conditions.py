"""Conditions in words, as clauses."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import CountSiteType, IsPlayerType, IsSiteType, RoleType

from .arguments import whole
from .phrases import Words, by_kind, joined, says, told
from .said_of_sites import is_compound, of_site

says("of these exactly one holds: ({a}), ({b})", L.Xor)
says("{int_fn/float_fn} is not 0", L.ToBool)
says("all groups are such that {if_}", L.AllGroups)
says("for all of {array}: {if_}", L.AllValues)
says("the last turn was a pass", L.Was)
says("“{string}” has been {kind}", L.IsString)
says("{edge1} crosses {edge2}", L.IsEdge)
says("the position is a repetition", L.IsRepeat)
says("something is hidden on {at}", L.IsHidden)
says("the pieces form the pattern that is asked for", L.IsPattern)
says("[{from_}] [one of {froms}] is the tip of a pyramid with corners of its kind", L.IsPyramidCorners)
says("beside {region} a site on the ground is empty [and not {site}]", L.IsFreedom)
says("{site_a} is {relation_type} to {site_b/region}", L.IsRelation)
says("a loop [of {surround}] is made", L.IsLoop)
says("a path of length {length} is made", L.IsPath)
says("the graph of {role/who.index} is regular", L.IsRegularGraph)
says("the edges of {role/who.index} are a {kind}", L.IsTree)
says("“{event}” has been triggered for {role/index}", L.IsTriggered)
says("the position is the target", L.IsTarget)
by_kind(L.IsGraph, LastFrom="the last move began on the {type}", LastTo="the last move ended on the {type}")
says("for all {type}s: {constraint}", L.ForAll)
says("all values [of {region}] differ", L.AllPuzzle)
says("the puzzle is solved", L.IsPuzzleSimple)
says("the solution is unique", L.IsPuzzleGraph)
by_kind(
    L.IsPuzzleRegionResult,
    Count="the count of {region} is {result}",
    Sum="the sum of {region/name_region} is {result}",
)
by_kind(L.AllSites, Sites=lambda node, words: _all_sites(node, words), Different="all sites of {region} differ")
by_kind(
    L.AllSimple,
    DiceUsed="all dice have been used",
    DiceEqual="all dice show the same",
    Passed="all players have passed",
)
by_kind(
    L.IsSimple,
    Cycle="the game goes in circles",
    Pending="something is pending",
    Full="the board is full",
)
by_kind(
    L.IsInteger,
    Odd="{value} is odd",
    Even="{value} is even",
    Visited="{value} has been visited in this turn",
    SidesMatch="the sides of the tile match",
    PipsMatch="the pips of the domino match",
    Flat="the stones below [{value}] are even",
    AnyDie="a die shows {value}",
)
by_kind(
    L.IsPlayer,
    Mover="it is the turn of {index/role}",
    Next="{index/role} is next",
    Prev=lambda node, words: _moved_last(node, words),
    Friend=lambda node, words: _belongs(node, "a friendly", "a friend", words),
    Enemy=lambda node, words: _belongs(node, "an enemy", "an enemy", words),
    Active="{index/role} is still in the game",
)
by_kind(
    L.IsComponent,
    Threatened="[{what}] [on {at}] [in {in_}] is threatened",
    Within="{what} stands in {in_/at}",
)
by_kind(
    L.IsAngle,
    Acute="the angle at {at} is acute",
    Right="the angle at {at} is right",
    Obtuse="the angle at {at} is obtuse",
    Reflex="the angle at {at} is reflex",
)


def _all_sites(node: L.AllSites, words: Words) -> str:
    region = words.of(node.region)
    sites = region.removeprefix("the ") if region.startswith("the sites ") else f"sites of {region}"
    return f"for all {sites}: {words.of(node.if_)}"


@told(L.Can)
def _can(node: L.Can, words: Words) -> str:
    moves = words.inner(node.moves)
    return f"this is possible: {moves}" if moves.startswith("if ") else f"it is possible to {moves}"


def _moved_last(node: Any, words: Words) -> str:
    if node.role is RoleType.Mover:
        return "the turn goes on after a move"
    return words.filled("{index/role} moved last", node)


def _belongs(node: Any, piece: str, player: str, words: Words) -> str:
    """Whose piece stands somewhere, rather than what its owner is."""
    if isinstance(node.index, L.Who):
        return f"{words.of(node.index.at)} holds {piece} piece"
    if isinstance(node.index, L.State) and words.states_are_sides:
        return f"{words.of(node.index.at)} holds {piece} piece"
    if isinstance(node.index, L.State):
        return f"{words.of(node.index)} is that of {player}"
    return words.filled(f"{{index/role}} is {player}", node)


_COMPARED = {L.Lt: "less than", L.Le: "at most", L.Gt: "more than", L.Ge: "at least"}
_MIRRORED = {L.Lt: L.Gt, L.Le: L.Ge, L.Gt: L.Lt, L.Ge: L.Le}


@told(*_COMPARED)
def _compared(node: Any, words: Words) -> str:
    """A comparison with the constant last; that a number is above 0 says that there is something."""
    cls, first, second = node.__class__, node.value_a, node.value_b
    if isinstance(first, int) and not isinstance(second, int):
        cls, first, second = _MIRRORED[cls], second, first
    if (cls, second) in ((L.Gt, 0), (L.Ge, 1)):
        there = _exists(first, words)
        if there:
            return there
    if isinstance(first, L.TrackSiteMove) and (cls, second) in ((L.Ge, 0), (L.Lt, 0)):
        return f"{_way(first, words)} lead to {'a' if cls is L.Ge else 'no'} site"
    return f"{words.of(first)} is {_COMPARED[cls]} {words.of(second)}"


_PLACES = {-1: "past its end", -2: "exactly to its end"}
"""What the numbers of no sites say about steps along a track."""


def _way(node: L.TrackSiteMove, words: Words) -> str:
    return f"{further(node, words)} along {track(node, words)}"


def track(node: L.TrackSiteMove, words: Words) -> str:
    """The track of steps, and where they begin."""
    text = words.filled("the track [“{name}”] [of {role/player.index}]", node)
    here = node.from_ is None or isinstance(node.from_, L.IteratorFrom)
    return text if here else f"{text} from {words.of(node.from_)}"


def further(node: L.TrackSiteMove, words: Words) -> str:
    """So many steps along a track."""
    if isinstance(node.steps, L.IteratorPips):
        return "as many steps as the die shows"
    return f"{words.operand(node.steps)} steps"


def _exists(number: Any, words: Words) -> str:
    """That a number is not 0, as what there is then; empty where that cannot be said in another way."""
    if isinstance(number, L.CountComponent) and number.kind is L.CountComponentType.Pieces:
        return words.of(number).replace("the number of ", "there are ", 1)
    if isinstance(number, L.CountSite) and number.kind is None:
        return f"{words.filled('{in_/at}', number)} is not empty"
    if isinstance(number, L.CountSite) and number.kind is CountSiteType.Sites:
        return f"there is at least one of {words.filled('{in_/at}', number)}"
    if isinstance(number, L.CountLiberties):
        return f"the group at {words.filled('{at}', number)} has a liberty"
    return "the die has not been used" if isinstance(number, L.IteratorPips) else ""


@told(L.IsSite)
def _is_site(node: L.IsSite, words: Words) -> str:
    return f"{words.of(node.at)} is {'empty' if node.kind is IsSiteType.Empty else 'occupied'}"


_SITES = (
    L.Ahead, L.TrackSite, L.TrackSiteMove, L.TrackSiteFirst, L.Last, L.RegionSite, L.WhereSite,
    L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite,
)  # fmt: skip


@told(L.IsIn)
def _is_in(node: L.IsIn, words: Words) -> str:
    what = "the site moved to" if node.site is None and node.sites is None else words.of(node.sites or node.site)
    a_site = node.site is None or isinstance(node.site, _SITES)
    if isinstance(node.region, L.SitesCustom) and node.region.sites and not a_site:
        return f"{what} is one of {joined([words.of(number) for number in node.region.sites], 'or')}"
    return f"{what} is in {words.of(node.region if node.region is not None else node.array)}"


@told(L.IsLine)
def _is_line(node: L.IsLine, words: Words) -> str:
    exact = "exactly " if node.exact is not None and node.exact is not False else ""
    who = f" of {words.of(node.who)}" if node.who is not None else ""
    how = f" {words.of(node.dirn)}" if node.dirn is not None else ""
    through = f" through {words.of(node.through)}" if node.through is not None else ""
    if_ = f" where {words.of(node.if_)}" if node.if_ is not None else ""
    return f"there are {exact}{words.of(node.length)} in a row{how}{who}{through}{if_}"


@told(L.IsConnect)
def _connect(node: L.IsConnect, words: Words) -> str:
    if node.regions is not None:
        what = words.of(node.regions)
    elif node.role is not None:
        what = f"the regions of {words.of(node.role)}"
    else:
        what = f"the {words.of(node.region_type)}"
    number = f"{words.of(node.number)} of " if node.number is not None else ""
    verb = "are connected" if node.kind is L.IsConnectType.Connected else "can no longer be connected"
    return f"{number}{what} {verb}"


@told(L.NoMove)
def _no_move(node: L.NoMove, words: Words) -> str:
    return f"{words.role(node.player_fn)} cannot move"


_MANY = (L.RoleType.All, L.RoleType.Enemy, L.RoleType.Ally, L.RoleType.NonMover)


@told(L.NoPiece)
def _no_piece(node: L.NoPiece, words: Words) -> str:
    owner = node.of if node.of is not None else node.role
    what = f"“{node.name}” pieces" if node.name else "pieces"
    where = f" on {words.of(node.in_)}" if node.in_ is not None else ""
    if owner is None:
        return f"there are no {what}{where}"
    return f"{words.of(owner)} {'have' if owner in _MANY else 'has'} no {what}{where}"


def _parts(node: Any, words: Words) -> list[str]:
    """The parts of a condition, in brackets where what begins in them could seem to go on behind them."""
    parts = node.list or (node.a, node.b)
    return [f"({words.of(part)})" if len(parts) > 1 and is_compound(part) else words.of(part) for part in parts]


@told(L.BoolAnd)
def _and(node: L.BoolAnd, words: Words) -> str:
    return joined(_parts(node, words))


@told(L.BoolIf)
def _if(node: L.BoolIf, words: Words) -> str:
    if node.not_ok is None:
        return words.of(L.BoolAnd(a=whole(node.cond), b=whole(node.ok)))
    return words.filled("(if {cond}, then {ok}, otherwise {not_ok})", node)


@told(L.BoolOr)
def _or(node: L.BoolOr, words: Words) -> str:
    parts: Any = node.list or (node.a, node.b)
    if all(isinstance(part, L.Equals) for part in parts):
        pairs = [(p.value_b, p.value_a) if isinstance(p.value_a, int) else (p.value_a, p.value_b) for p in parts]
        same = pairs[0][0]
        if isinstance(same, Ludeme) and all(one == same and isinstance(number, int) for one, number in pairs):
            for one, _ in pairs:
                whole(one)
            return f"{words.of(same)} is {joined([words.of(number) for _, number in pairs], 'or')}"
    return joined(_parts(node, words), "or")


_TURNED = (
    (" has been ", " has not been "),
    (" do not lead ", " lead "),
    (" lead ", " do not lead "),
    (" holds an ", " holds no "),
    (" holds a ", " holds no "),
    (" stands on ", " does not stand on "),
    (" has no ", " has "),
    (" have no ", " have "),
    (" there are no ", " there are "),
    (" is ", " is not "),
    (" are ", " are not "),
    (" can ", " cannot "),
)


_SCOPES = (" where ", " which ", " that ", " if ", ": ", "(")
"""What begins a clause of its own: a verb behind it is not the verb of the sentence."""


@told(L.Not)
def _not(node: L.Not, words: Words) -> str:
    inner = node.a
    if isinstance(inner, L.Not):
        return words.of(inner.a)
    if isinstance(inner, L.IsPlayer) and inner.kind is IsPlayerType.Prev and inner.role is RoleType.Mover:
        return "a turn begins"
    if isinstance(inner, L.AllSimple) and inner.kind is L.AllSimpleType.DiceUsed:
        return "a die has not been used"
    if isinstance(inner, L.Can):
        return f"it is not possible to {words.inner(inner.moves)}"
    if isinstance(inner, L.BoolAnd | L.BoolOr):  # not (a or b) is: not a, and not b
        negated: Any = inner.list or (inner.a, inner.b)
        other = L.BoolAnd if isinstance(inner, L.BoolOr) else L.BoolOr
        return words.of(other(list=tuple(L.Not(a=whole(part)) for part in negated)))
    text = words.of(inner)
    for verb, turned in _TURNED if " and " not in text and " or " not in text else ():
        if text.count(verb) == 1 and not any(sign in text.partition(verb)[0] for sign in _SCOPES):
            return text.replace(verb, turned)
    return f"it is not the case that {f'({text})' if is_compound(inner) else text}"


@told(L.Equals)
def _equals(node: L.Equals, words: Words) -> str:
    if node.region_a is not None:
        return f"{words.of(node.region_a)} are {words.of(node.region_b)}"
    first: Any = node.value_a
    second: Any = node.value_b if node.value_b is not None else node.role_b
    if isinstance(first, int) and not isinstance(second, int):
        first, second = second, first
    groups = isinstance(first, L.CountGroups) and first.kind is L.CountGroupsType.Groups
    if groups and first.min is None and second == 1:
        _, after = of_site(first.if_, L.IteratorTo, words)
        return f"there is exactly one group of {words.sites} {after}".strip()
    if isinstance(first, L.TrackSiteMove) and isinstance(second, int) and second in _PLACES:
        return f"{_way(first, words)} lead {_PLACES[second]}"
    if isinstance(first, L.IteratorPips) and second == 0:
        return "the die has been used"
    if isinstance(first, L.CountSite) and first.kind is None and second == 0:
        return f"{words.filled('{in_/at}', first)} is empty"
    if isinstance(first, L.CountStack | L.SizeSite) and isinstance(second, int):
        where = first.to if isinstance(first, L.CountStack) and first.at is None else first.at
        if where is not None:
            return f"{words.of(where)} holds {second} piece{'s' * (second != 1)}"
    for one, other in ((first, second), (second, first)):
        if isinstance(one, L.Who):
            return f"{words.of(one.at)} belongs to {_player(other, words)}"
        if isinstance(one, L.What) and isinstance(other, L.Id):
            return f"{words.of(other)} stands on {words.of(one.at)}"
        if isinstance(one, L.Mover) and not isinstance(other, L.Who):
            return f"it is the turn of {_player(other, words)}"
        if isinstance(one, L.WhereSite) and other == -1:
            return f"{one.name_piece or words.of(one.what)} is not on the board"
        if isinstance(one, L.CountComponent) and one.kind is L.CountComponentType.Pieces and other == 0:
            return words.of(one).replace("the number of ", "there are no ", 1)
    return f"{words.of(first)} is {_nowhere(first, second, words)}"


@told(L.NotEqual)
def _not_equal(node: L.NotEqual, words: Words) -> str:
    first, second = node.value_a, node.value_b
    if isinstance(first, L.TrackSiteMove) and isinstance(second, int) and second in _PLACES:
        return f"{_way(first, words)} do not lead {_PLACES[second]}"
    if isinstance(first, L.IteratorPips) and second == 0:
        return "the die has not been used"
    if isinstance(second, int):
        return f"{words.of(first)} is not {_nowhere(first, second, words)}"
    return words.filled("{value_a/region_a} is not {value_b/role_b/region_b}", node)


def _nowhere(site: Any, number: Any, words: Words) -> str:
    """What a site is compared with: numbers below 0 are no sites."""
    below = {-1: "nowhere", -2: "off the track"} if isinstance(site, _SITES) else {}
    return below.get(number, "") if isinstance(number, int) and number in below else words.of(number)


def _player(value: Any, words: Words) -> str:
    """A player who is given by a number or otherwise."""
    return words.of(value) if not isinstance(value, int) else f"player {value}" if value > 0 else "nobody"
