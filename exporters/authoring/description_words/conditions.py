"""Conditions in words, as clauses."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import CountSiteType, IsPlayerType, IsSiteType, RoleType, SiteType

from .arguments import raw, whole
from .comparing import NEGATED, SITES, exists
from .folding import COMPASS, Way
from .phrases import Words
from .regions import HELD
from .said_of_sites import is_compound, is_start, of_site, within
from .vocabulary import OPEN, by_kind, grouped, joined, says, told

says("exactly one of the two holds: either {a}, or {b}", L.Xor)
says("{int_fn/float_fn} is not 0", L.ToBool)
says("all groups are such that {if_}", L.AllGroups)
says("for all of {array}: {if_}", L.AllValues)
says("the last turn was a pass", L.Was)
says("{edge1} crosses {edge2}", L.IsEdge)
says("the position is a repetition", L.IsRepeat)
says("something is hidden on {at}", L.IsHidden)
says("the pieces form the pattern that is asked for", L.IsPattern)
says("[{from_}] [one of {froms}] is the tip of a pyramid with corners of its kind", L.IsPyramidCorners)
says("beside {region} a site on the ground is empty [and not {site}]", L.IsFreedom)
says("{site_a} is {relation_type} to {site_b/region}", L.IsRelation)
says("a loop [of {surround}] is made", L.IsLoop)
says("a path of length {length} is made", L.IsPath)
says("{role/who.index's} graph is regular", L.IsRegularGraph)
says("{role/who.index's} edges are a {kind}", L.IsTree)
says("“{event}” has happened to {role/index}", L.IsTriggered)
told(L.IsString)(lambda node, words: _is_string(node, words))
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
    Passed="all players pass in succession",
)
by_kind(
    L.IsSimple,
    Cycle=lambda node, words: f"the last {words.players ** 2} positions have come three times in succession",
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
    Mover=lambda node, words: _holds(node, L.Mover(), words) or words.filled("it is {index/role's} turn", node),
    Next=lambda node, words: _holds(node, L.Next(), words) or f"{words.does(_player_of(node), 'is')} next",
    Prev=lambda node, words: _moved_last(node, words),
    Friend=lambda node, words: _belongs(node, "a friendly", "a friend", words),
    Enemy=lambda node, words: _belongs(node, "an enemy", "an enemy", words),
    Active=lambda node, words: f"{words.does(_player_of(node), 'is')} still in the game",
)
by_kind(
    L.IsComponent,
    Threatened="[{what}] [on {at}] [in {in_}] is under attack [by {specific_moves}]",
    Within=lambda node, words: _within(node, words),
)
by_kind(
    L.IsAngle,
    Acute="the angle at {at} is acute",
    Right="the angle at {at} is right",
    Obtuse="the angle at {at} is obtuse",
    Reflex="the angle at {at} is reflex",
)


def _says_empty(condition: Any) -> bool:
    """Whether a condition says that (site) is empty."""
    if isinstance(condition, L.IsSite):
        return condition.kind is IsSiteType.Empty and isinstance(condition.at, L.IteratorSite)
    if not isinstance(condition, L.Equals):
        return False
    number: Any = condition.value_a if condition.value_b == 0 else condition.value_b if condition.value_a == 0 else None
    cells = isinstance(number, L.CountSite) and number.kind is None and number.type in (None, SiteType.Cell)
    return cells and isinstance(number.at, L.IteratorSite)


def _all_sites(node: L.AllSites, words: Words) -> str:
    if isinstance(node.region, L.SitesPlayer) and _says_empty(node.if_):
        whole(node.if_)
        return f"{words.of(node.region)} is empty"
    region = words.of(node.region)
    sites = region.removeprefix("the ") if region.startswith(f"the {words.sites} ") else f"{words.sites} of {region}"
    if _says_empty(node.if_):
        whole(node.if_)
        return f"all {sites} are empty"
    before, after = of_site(node.if_, L.IteratorSite, words)
    if before and not after:
        return f"all {sites} are {before}"
    if after.startswith(("in ", "not in ")) and not before:
        return f"all {sites} are {after}"
    around = _none_around(node.if_)
    if around and region.startswith("the "):
        whole(node.if_)
        return f"none of {region} has a {words.site}{around} beside it"
    if after.startswith("with ") and not before:
        return f"all {sites} hold {after.removeprefix('with ')}"
    return f"of all {sites} it is true that {words.of(node.if_)}"


def _none_around(condition: Any) -> str:
    """What no site beside (site) holds, where a condition says that; empty for others."""
    sides = (condition.value_a, condition.value_b) if isinstance(condition, L.Equals) else ()
    count: Any = next((one for one in sides if isinstance(one, L.CountSite)), None) if 0 in sides else None
    beside = count.in_ if count is not None and count.kind is CountSiteType.Sites else None
    if not isinstance(beside, L.SitesAround) or not isinstance(beside.where, L.IteratorSite) or beside.type is None:
        return ""
    more = (beside.directions, beside.distance, beside.if_, beside.include_self)
    return HELD.get(beside.type.name, "") if more == (None,) * 4 else ""


@told(L.Can)
def _can(node: L.Can, words: Words) -> str:
    return _possible(node.moves, "", words)


def _possible(moves: Any, negation: str, words: Words) -> str:
    """That moves can be made; those that are made only so that something holds afterwards."""
    if isinstance(moves, L.Do) and moves.next is None and moves.then is None and moves.if_afterwards is not None:
        loop: Any = moves.prior
        after = words.of(moves.if_afterwards)
        plain = isinstance(loop, L.ForEachPiece) and loop.specific_moves is None and loop.then is None and not loop.top
        if plain and loop.item is None and loop.items is None and loop.container is None and loop.on is None and (
                loop.player is None and loop.role is not None):  # fmt: skip
            return f"{words.does(loop.role, 'has')} {'no' if negation else 'a'} move after which {after}"
        return f"it is {negation}possible to {words.inner(moves.prior)} so that afterwards {after}"
    text = words.inner(moves)
    whose = re.match("with (one of [^:,]+)[:,] (?!if )", text)
    if whose is not None:
        return f"it is {negation}possible for {whose[1]} to {text[whose.end() :]}"
    return f"this is {negation}possible: {text}" if text.startswith("if ") else f"it is {negation}possible to {text}"


def _within(node: Any, words: Words) -> str:
    """Where a piece stands."""
    what = words.of(node.what)
    what = what if what.startswith(("your ", "the ", "one of")) or "'s " in what else f"a {what}"
    if node.in_ is None:
        return f"{what} stands on {words.place(node.at)}"
    region = words.one_in(node.in_, last=True)
    many = region.startswith(f"the {words.sites}")
    return f"{what} stands {'on one of' if many else 'in'} {region}"


def _is_string(node: L.IsString, words: Words) -> str:
    """What has been proposed, or is decided because more than half of the players have voted for it."""
    if node.kind is L.IsStringType.Proposed:
        return f"“{words.of(node.string)}” has been proposed"
    who = "both players have" if words.players == 2 else "more than half of the players have"
    return f"{who} voted for “{words.of(node.string)}”"


def _player_of(node: Any) -> Any:
    return node.index if node.index is not None else node.role


def _moved_last(node: Any, words: Words) -> str:
    if node.role is RoleType.Mover:
        return "this is a further move in your turn" if words.you else "the turn goes on after a move"
    return words.filled("{index/role} moved last", node)


def _holds(node: Any, who: Any, words: Words) -> str:
    """Whose piece stands somewhere, where the owner of a site is compared with a player; empty for other players."""
    if not isinstance(node.index, L.Who):
        return ""
    return words.of(L.Equals(value_a=whole(node.index), value_b=who))


def _belongs(node: Any, piece: str, player: str, words: Words) -> str:
    """Whose piece stands somewhere, rather than what its owner is."""
    if isinstance(node.index, L.Who):
        return f"{words.place(node.index.at)} holds {piece} piece"
    if isinstance(node.index, L.State) and words.states_are_sides:
        return f"{words.place(node.index.at)} holds {piece} piece"
    if isinstance(node.index, L.State):
        return f"{words.of(node.index)} is that of {player}"
    return words.filled(f"{{index/role}} is {player}", node)


@told(L.IsSite)
def _is_site(node: L.IsSite, words: Words) -> str:
    return f"{words.place(node.at)} is {'empty' if node.kind is IsSiteType.Empty else 'occupied'}"


@told(L.IsIn)
def _is_in(node: L.IsIn, words: Words) -> str:
    if is_start(node, L.IteratorFrom):
        whole(node.region), whole(node.site)
        return f"the piece stands on a {words.site} where such a piece of yours began"
    given = node.sites or node.site
    what = words.of(L.IteratorTo()) if given is None else words.moved_piece(given) or words.place(given)
    a_site = node.site is None or isinstance(node.site, SITES)
    if isinstance(node.region, L.SitesCustom) and node.region.sites and not a_site:
        return f"{what} is one of {joined([words.of(number) for number in node.region.sites], 'or')}"
    if isinstance(node.region, L.SitesCoords) and node.region.element_type is None and a_site:
        text = words.listed(node.region.coords)
        several = "in " if text.startswith("the ") else "one of " if len(node.region.coords) > 1 else ""
        return f"{what} is {several}{text}"
    if isinstance(node.region, L.SitesCustom) and node.region.sites:
        names = [words.place(number) for number in node.region.sites]
        return f"{what} is {joined(names, 'or')}" if len(names) < 4 else f"{what} is in {words.of(node.region)}"
    text = words.one_in(node.region if node.region is not None else node.array, last=True)
    sight: Any = node.region if isinstance(node.region, L.SitesLineOfSight) else None
    if a_site and sight is not None and sight.type_los is L.LineOfSightType.Piece and (
            isinstance(sight.directions, (*COMPASS, Way))) and not words.is_term(sight):  # fmt: skip
        return f"{what} is {text}"
    among = a_site and text.startswith((f"the {words.sites} ", f"the empty {words.sites}")) and " or " not in text
    return f"{what} is {'one of' if among else 'in'} {text}"


@told(L.IsLine)
def _is_line(node: L.IsLine, words: Words) -> str:
    exact = "exactly " if node.exact is not None and node.exact is not False else ""
    whose = f"{words.whose(node.who)} pieces" if node.who is not None else ""
    how = f" {words.of(node.dirn)}" if node.dirn is not None else ""
    last = L.Last(kind=L.LastType.To) if node.through is None else node.through
    through = words.moved_piece(last) or words.place(last)
    if_ = f" where {words.of(node.if_)}" if node.if_ is not None else ""
    what = f"of {whose}" if whose else f"pieces of {'the same player' if words.one_kind else 'its kind'}"
    kinds = node.whats or ((node.what,) if node.what is not None else ())
    if kinds:
        names = list(words.pieces)  # in the order of their numbers
        known = [words.piece_named(names[kind - 1]) if type(kind) is int and 0 < kind <= len(names) else words.of(kind)
                 for kind in kinds]  # fmt: skip
        what = f"pieces, each of them {joined(known, 'or')}"
    row = f"an {how[1:-2]} row" if how == " orthogonally" else f"a {how[1:-2]} row" if how == " diagonally" else (
        f"a row{how}")  # fmt: skip
    piece = through if "piece" in through else f"the piece on {through}"
    return f"{piece} is in {row} of {exact or 'at least '}{words.of(node.length)} {what}{if_}"


@told(L.IsConnect)
def _connect(node: L.IsConnect, words: Words) -> str:
    if node.regions is not None:
        what = words.of(node.regions)
    elif node.role is not None:
        what = f"{words.whose(node.role)} {words.region(None).rstrip('s')}s"
    else:
        what = f"the {words.of(node.region_type)}"
    number = f"{words.of(node.number)} of " if node.number is not None else ""
    pieces = "your pieces" if words.you else "the mover's pieces"
    way = "" if node.directions is None else f", which are neighbours {words.of(node.directions)}"
    verb = f"are connected by a chain of {pieces}{way}" if node.kind is L.IsConnectType.Connected else (
        f"can no longer be connected{way}")  # fmt: skip
    return f"{number}{what} {verb}"


@told(L.NoMove)
def _no_move(node: L.NoMove, words: Words) -> str:
    return f"{words.who(node.player_fn)} cannot move"


@told(L.NoPiece)
def _no_piece(node: L.NoPiece, words: Words) -> str:
    owner = node.of if node.of is not None else node.role
    what = f"{words.named(node.name)} pieces" if node.name else "pieces"
    where = f" on {words.of(node.in_)}" if node.in_ is not None else ""
    if owner is None:
        return f"there are no {what}{where}"
    return f"{words.does(owner, 'has')} no {what}{where}"


def _parts(node: Any, words: Words) -> list[str]:
    """The parts of a condition, as groups where what begins in them could seem to go on behind them."""
    parts = node.list or (node.a, node.b)
    parted = [len(parts) > 1 and is_compound(part) and not words.is_plain_term(part) for part in parts]
    return [grouped(within(words.of(part), part, words)) if apart else words.of(part)
            for part, apart in zip(parts, parted, strict=True)]  # fmt: skip


@told(L.BoolAnd)
def _and(node: L.BoolAnd, words: Words) -> str:
    mated = _mated(node, words)
    return mated or joined(_parts(node, words))


def _mated(node: Any, words: Words) -> str:
    """That a piece is under attack and no move of its owner ends this; empty for other conditions."""
    parts = node.list or (node.a, node.b)
    attacked: Any = parts[0]
    moves: Any = parts[-1].a.moves if isinstance(parts[-1], L.Not) and isinstance(parts[-1].a, L.Can) else None
    threat = isinstance(attacked, L.IsComponent) and attacked.kind.name == "Threatened"
    if len(parts) != 2 or not threat or not isinstance(moves, L.Do) or moves.next is not None or moves.then is not None:
        return ""
    loop: Any = moves.prior
    if moves.if_afterwards != L.Not(a=raw(attacked)) or not isinstance(loop, L.ForEachPiece):
        return ""
    if raw(loop) != L.ForEachPiece(role=loop.role) or loop.role is None:
        return ""
    whole(parts[-1])
    return f"{words.of(attacked)} and {words.does(loop.role, 'has')} no move that ends this"


@told(L.BoolIf)
def _if(node: L.BoolIf, words: Words) -> str:
    if node.not_ok is None or node.not_ok is False:
        return words.of(L.BoolAnd(a=whole(node.cond), b=whole(node.ok)))
    if node.not_ok is True:
        return f"if {words.of(node.cond)}, then {words.of(node.ok)}"
    return f"in case {words.of(node.cond)}, {words.of(node.ok)}, and otherwise {words.of(node.not_ok)}"


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


def _facing(same: Any, between: Any, words: Words) -> str:
    """Two pieces in one line of the board with nothing between them; empty for other conditions.

    between: that something stands in the line from one of them up to the other.
    """
    if isinstance(between, L.Not) and isinstance(between.a, L.Equals) and between.a.value_b == 0:
        between = between.a.value_a
    elif not isinstance(between, L.Gt) or between.value_b != 0:
        return ""
    else:
        between = between.value_a
    held: Any = between.in_ if isinstance(between, L.CountSite) and between.kind is CountSiteType.Sites else None
    line: Any = held.region if isinstance(held, L.RegionForEachSite) else None
    if not isinstance(line, L.SitesDirection) or line.included or line.stop_included or (
            line.distance, line.type) != (None, None):  # fmt: skip
        return ""
    occupied, stop = held.if_, line.stop
    if not isinstance(occupied, L.IsSite) or occupied.kind is not IsSiteType.Occupied or not isinstance(
            occupied.at, L.IteratorSite) or not isinstance(stop, L.Equals):  # fmt: skip
        return ""
    first: Any = same.value_a if isinstance(same, L.Equals) else None
    kind = "column" if isinstance(first, L.Column) else "row" if isinstance(first, L.Row) else None
    ends = [line.from_, stop.value_b]
    if kind is None or same.value_b.__class__ is not same.value_a.__class__ or not (
            isinstance(stop.value_a, L.IteratorTo) and {same.value_a.of, same.value_b.of} == set(ends)):  # fmt: skip
        return ""
    whole(same), whole(between)
    one, other = map(words.standing, ends)
    way = f"the way {words.of(line.directions)} from the first to the second is free"
    return f"{one} and {other} are in the same {kind} and {way}"


_TURNED = (
    (" has been ", " has not been "),
    (" do not lead ", " lead "),
    (" lead ", " do not lead "),
    (" holds an ", " holds no "),
    (" holds a ", " holds no "),
    (" stands on ", " does not stand on "),
    (" stands in ", " does not stand in "),
    (" has no ", " has "),
    (" have no ", " have "),
    ("there are no ", "there are "),
    (" is ", " is not "),
    (" are ", " are not "),
    (" cannot ", " can "),
    (" can ", " cannot "),
)


_SCOPES = (" where ", " which ", " that ", " if ", ": ", OPEN)
"""What begins a clause of its own: a verb behind it is not the verb of the sentence."""


@told(L.Not)
def _not(node: L.Not, words: Words) -> str:
    inner: Any = node.a
    if isinstance(inner, L.Not):
        return words.of(inner.a)
    if type(raw(inner)) in NEGATED:
        return words.of(NEGATED[type(raw(inner))](value_a=whole(inner.value_a), value_b=whole(inner.value_b)))
    plain = isinstance(inner, L.Equals) and inner.region_a is None and inner.role_b is None
    if plain and inner.value_b is not None and words.of(inner).startswith("the number "):
        return words.of(L.NotEqual(value_a=whole(inner.value_a), value_b=whole(inner.value_b)))
    if isinstance(inner, L.IsPlayer) and inner.kind is IsPlayerType.Prev and inner.role is RoleType.Mover:
        return "this is the first move of your turn" if words.you else "a turn begins"
    if isinstance(inner, L.AllSimple) and inner.kind is L.AllSimpleType.DiceUsed:
        return "a die has not been used"
    if isinstance(inner, L.Equals) and inner.value_b == 0 and isinstance(inner.value_a, L.CountSite) and exists(
            inner.value_a, words):  # fmt: skip
        return words.of(L.Gt(value_a=whole(inner.value_a), value_b=0))
    if isinstance(inner, L.Can):
        return _possible(inner.moves, "not ", words)
    if isinstance(inner, L.BoolIf) and inner.not_ok is True:  # not (if a then b) is: a, and not b
        faced = _facing(inner.cond, inner.ok, words)
        return faced or words.of(L.BoolAnd(a=whole(inner.cond), b=L.Not(a=whole(inner.ok))))
    if isinstance(inner, L.BoolAnd | L.BoolOr):  # not (a or b) is: not a, and not b
        negated: Any = inner.list or (inner.a, inner.b)
        other = L.BoolAnd if isinstance(inner, L.BoolOr) else L.BoolOr
        return words.of(other(list=tuple(L.Not(a=whole(part)) for part in negated)))
    if isinstance(inner, L.NotEqual) and inner.region_a is None and inner.value_b is not None:
        return words.of(L.Equals(value_a=whole(inner.value_a), value_b=whole(inner.value_b), role_b=None))
    text = words.of(inner)
    if isinstance(inner, L.IsLine) and not words.is_term(inner):
        return text.replace(" is in a", " is not in a", 1)
    if isinstance(inner, L.AllSites) and text.startswith("all "):
        return f"not {text}"
    for verb, turned in _TURNED if " and " not in text and " or " not in text else ():
        if text.count(verb) == 1 and not any(sign in text.partition(verb)[0] for sign in _SCOPES):
            return text.replace(verb, turned)
    return f"it is not the case that {text}"
