"""Conditions in words, as clauses."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import AbsoluteDirection, CountSiteType, IsPlayerType, IsSiteType, RoleType, SiteType

from .comparing import NEGATED, SITES, exists
from .lacking import none_of_kinds, pieces_had
from .said_of_sites import (
    ONE_ENEMY,
    held_in,
    is_compound,
    is_start,
    of_site,
    one_enemy,
    one_number,
    pieces_held,
    pieces_in_groups,
    within,
)
from .tree.arguments import raw, whole
from .tree.folding import COMPASS, SomeWay, Way
from .wording.phrases import Words
from .wording.vocabulary import OPEN, by_kind, grouped, joined, plural_site, says, told

says("exactly one of the two holds: either {a}, or {b}", L.Xor)
says("{int_fn/float_fn} is not 0", L.ToBool)
told(L.AllGroups)(lambda node, words: _all_groups(node, words))
says("for all of {array}: {if_}", L.AllValues)
says("the last turn was a pass", L.Was)
says("{edge1} crosses {edge2}", L.IsEdge)
says("the position is a repetition", L.IsRepeat)
says("something is hidden on {at}", L.IsHidden)
says("[{from_}] [one of {froms}] is the tip of a pyramid with corners of its kind", L.IsPyramidCorners)
says("beside {region} a site on the ground is empty [and not {site}]", L.IsFreedom)
says("{site_a} is {relation_type} to {site_b/region}", L.IsRelation)
says("a loop [of {surround}] is made", L.IsLoop)
told(L.IsPath)(lambda node, words: _path(node, words))
says("the same number of edges with {role/who.index's} pieces meet at every point", L.IsRegularGraph)
says("{role/who.index's} edges are a {kind}", L.IsTree)
says("“{event}” has happened to {role/index}", L.IsTriggered)
told(L.IsString)(lambda node, words: _is_string(node, words))
says("the position is the target", L.IsTarget)
by_kind(L.IsGraph, LastFrom="the last move began on the {type}", LastTo="the last move ended on the {type}")
says("for all {type}s: {constraint}", L.ForAll)
told(L.AllPuzzle)(lambda node, words: words.filled(
    f"all values {f'in each {words.each_line}' if node.region is None else 'of {region}'} differ", node))
says("the puzzle is solved", L.IsPuzzleSimple)
says("the solution is unique", L.IsPuzzleGraph)
by_kind(
    L.IsPuzzleRegionResult,
    Count="the count of {region} is {result}",
    Sum=lambda node, words: words.filled(
        f"the sum of {f'each {words.each_line}' if (node.region, node.name_region) == (None, None) else '{region}'} is "
        "{result}" if node.name_region is None else "the sum of {region/name_region} is {result}", node),
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
    Pending=lambda node, words: "something is pending" if words.sites_pending else "this move is a marked one",
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
    Friend=lambda node, words: _belongs(node, "a" if words.alone else "a friendly", "a friend", words),
    Enemy=lambda node, words: _belongs(node, "an enemy", "an enemy", words),
    Active=lambda node, words: f"{words.does(_player_of(node), 'is')} still in the game",
)
by_kind(
    L.IsComponent,
    Threatened=lambda node, words: _threatened(node, words),
    Within=lambda node, words: _within(node, words),
)
by_kind(
    L.IsAngle,
    Acute="the angle at {at} is acute",
    Right="the angle at {at} is right",
    Obtuse="the angle at {at} is obtuse",
    Reflex="the angle at {at} is reflex",
)


def _threatened(node: Any, words: Words) -> str:
    """That an enemy could capture a piece, or any piece, if no piece and no site is named."""
    what = "{what}" if node.what is not None else "a piece" if node.at is None else "the piece"
    named: Any = raw(node.what)
    if isinstance(named, L.Id) and raw(node.at) == L.WhereSite(
            name_piece=named.name, index_player=None, role=named.who):  # fmt: skip
        whole(node.at)
        return words.filled("{what} is under attack [by {specific_moves}]", node)
    return words.filled(f"{what} [on {{at}}] [in {{in_}}] is under attack [by {{specific_moves}}]", node)


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
    none = _none_with(node, words)
    if none:
        return f"no {none}"
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
    around = _none_around(node.if_, words)
    if around and region.startswith("the "):
        whole(node.if_)
        return f"none of {region} has a {words.site}{around} beside it"
    if after.startswith("with ") and not before:
        return f"all {sites} hold {after.removeprefix('with ')}"
    return f"for all {sites}: {words.of(node.if_)}"


def _none_with(node: Any, words: Words) -> str:
    """A site of a region with more pieces than some, where a condition says that there is none: all of those are empty;
    empty for other conditions."""
    held: Any = node.region
    more: Any = held.if_ if isinstance(held, L.RegionForEachSite) and _says_empty(node.if_) else None
    pair = (more.value_a, more.value_b) if isinstance(more, L.Gt) else (
        more.value_b, more.value_a) if isinstance(more, L.Lt) else (None, None)  # fmt: skip
    count = pair[0]
    if type(pair[1]) is not int or pair[1] < 0 or not isinstance(count, L.CountSite) or raw(count) != L.CountSite(
            at=L.IteratorSite()):  # fmt: skip
        return ""
    whole(node.if_), whole(held.if_), node.kind
    return f"{words.site} of {words.of(held.region)} holds more than {pair[1]} piece{'s' * (pair[1] != 1)}"


def _all_groups(node: Any, words: Words) -> str:
    of = pieces_in_groups(node.of, f"{words.whose(RoleType.Mover)} pieces", words)
    return words.filled(f"for all groups of {of} [connected {{directions}}]: {{if_}}", node)


def _none_around(condition: Any, words: Words) -> str:
    """What no site beside (site) holds, where a condition says that; empty for others."""
    sides = (condition.value_a, condition.value_b) if isinstance(condition, L.Equals) else ()
    count: Any = next((one for one in sides if isinstance(one, L.CountSite)), None) if 0 in sides else None
    beside = count.in_ if count is not None and count.kind is CountSiteType.Sites else None
    if not isinstance(beside, L.SitesAround) or not isinstance(beside.where, L.IteratorSite) or beside.type is None:
        return ""
    more = (beside.directions, beside.distance, beside.if_, beside.include_self)
    held = pieces_held(beside.type.name, words) if more == (None,) * 4 else None
    return "" if held is None else f" {held.on(several=False)}"


@told(L.Can)
def _can(node: L.Can, words: Words) -> str:
    return _possible(node.moves, "", words)


def _possible(moves: Any, negation: str, words: Words) -> str:
    """That moves can be made; those that are made only so that something holds afterwards."""
    with words.choosing_one():
        return _is_possible(moves, negation, words)


def _is_possible(moves: Any, negation: str, words: Words) -> str:
    if isinstance(moves, L.Do) and moves.next is None and moves.then is None and moves.if_afterwards is not None:
        loop: Any = moves.prior
        after = words.of(moves.if_afterwards)
        plain = isinstance(loop, L.ForEachPiece) and loop.specific_moves is None and loop.then is None and not loop.top
        if plain and loop.item is None and loop.items is None and loop.container is None and loop.on is None and (
                loop.player is None and loop.role is not None):  # fmt: skip
            return f"{words.does(loop.role, 'has')} {'no' if negation else 'a'} move after which {after}"
        return f"it is {negation}possible to {words.inner(moves.prior)} so that afterwards {after}"
    text = words.inner(moves)
    asks = text.removeprefix(OPEN).startswith("if ")
    whose = re.match("with (one of [^:,]+)[:,] (?!if )", text)
    if whose is not None:
        return f"it is {negation}possible for {whose[1]} to {text[whose.end() :]}"
    return f"this is {negation}possible: {text}" if asks else f"it is {negation}possible to {text}"


def _within(node: Any, words: Words, article: str = "a") -> str:
    """Where a piece stands. article: "no" where none does."""
    what = words.of(node.what)
    what = what if what.startswith(("your ", "the ", "one of")) or "'s " in what else f"{article} {what}"
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


def _path(node: Any, words: Words, no: str = "a ") -> str:
    """A path of an owner's edges, or of other sites, of a length."""
    who: Any = node.role if node.role is not None else node.who.index
    closed = "closed " if node.closed is True else ""
    sites = words.sites if node.type is words.site_type else plural_site(node.type)
    start = "" if node.from_ is None else f" from {words.place(node.from_)}"
    what = f"{closed}path of {words.whose(who)} {sites}{start}, of length {words.of(node.length)},"
    return f"{no}{what} is made{words.rest(node)}"


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
        one = words.piece_at(node.index, node.index.at)
        return f"{one} is {piece} piece" if one else f"{words.place(node.index.at)} holds {piece} piece"
    if isinstance(node.index, L.State) and words.states_are_sides:
        return f"{words.place(node.index.at)} holds {piece} piece"
    if isinstance(node.index, L.State):
        return f"{words.of(node.index)} is that of {player}"
    return words.filled(f"{{index/role}} is {player}", node)


@told(L.IsSite)
def _is_site(node: L.IsSite, words: Words) -> str:
    occupied = "not empty" if isinstance(node.at, L.HandSite) else "occupied"
    return f"{words.place(node.at)} is {'empty' if node.kind is IsSiteType.Empty else occupied}"


@told(L.IsIn)
def _is_in(node: L.IsIn, words: Words) -> str:
    if is_start(node, L.IteratorFrom):
        whole(node.region), whole(node.site)
        return f"the piece stands on a {words.site} where such a piece of yours began"
    given = node.sites or node.site
    piece = "" if given is None else words.moved_piece(given) or words.piece_itself(given)
    what = words.of(L.IteratorTo()) if given is None else piece or words.place(given)
    a_site = node.site is None or isinstance(node.site, SITES)
    if a_site and raw(node.region) == L.SitesIndex(kind=L.SitesIndexType.Empty):
        whole(node.region)
        return f"{words.place(given) if given is not None else what} is empty"
    if isinstance(node.region, L.SitesCustom) and node.region.sites and not a_site:
        return f"{what} is one of {joined([words.of(number) for number in node.region.sites], 'or')}"
    numbers: Any = node.array if isinstance(node.array, L.IntArrayArray) else None
    if numbers is not None and numbers.ints and numbers.region is None:
        return f"{what} is {joined([(words.place if a_site else words.of)(one) for one in numbers.ints], 'or')}"
    if isinstance(node.region, L.SitesCoords) and node.region.element_type is None and a_site:
        text = words.listed(node.region.coords)
        several = "in " if text.startswith(("the ", "row")) else "one of " if len(node.region.coords) > 1 else ""
        verb = "stands on" if piece and not several.startswith("in") else "is"
        return f"{what} {verb} {several}{text}"
    if isinstance(node.region, L.SitesCustom) and node.region.sites:
        names = [words.place(number) for number in node.region.sites]
        verb = "stands on" if piece else "is"
        return f"{what} {verb} {joined(names, 'or')}" if len(names) < 4 else f"{what} is in {words.of(node.region)}"
    held = held_in(node.region, words) if a_site else None
    if held is not None:
        return f"{words.place(given) if given is not None else what} holds {held.one}"
    text = words.one_in(node.region if node.region is not None else node.array, last=True)
    sight: Any = node.region if isinstance(node.region, L.SitesLineOfSight) else None
    if a_site and sight is not None and sight.type_los is L.LineOfSightType.Piece and (
            isinstance(sight.directions, (*COMPASS, Way))) and not words.is_term(sight):  # fmt: skip
        return f"{what} {'stands on' if piece else 'is'} {text}"
    among = a_site and text.startswith((f"the {words.sites} ", f"the empty {words.sites}")) and " or " not in text
    stands = among and bool(piece)
    return f"{what} {'stands on one of' if stands else 'is one of' if among else 'is in'} {text}"


@told(L.IsLine)
def _is_line(node: L.IsLine, words: Words) -> str:
    exact = "exactly " if node.exact is not None and node.exact is not False else ""
    whose = f"{words.whose(node.who)} pieces" if node.who is not None else ""
    how = f" {words.of(node.dirn)}" if node.dirn is not None else ""
    last = L.Last(kind=L.LastType.To) if node.through is None else node.through
    if_ = f" where {words.of(node.if_)}" if node.if_ is not None else ""
    what = f"of {whose}" if whose else f"pieces of {'the same player' if words.one_kind else 'its kind'}"
    kinds = node.whats or ((node.what,) if node.what is not None else ())
    if kinds:
        names = list(words.pieces)  # in the order of their numbers
        known = [words.piece_named(names[kind - 1]) if type(kind) is int and 0 < kind <= len(names) else words.of(kind)
                 for kind in kinds]  # fmt: skip
        what = f"pieces, each of them {joined(known, 'or')}"
        if 0 in kinds:
            held = [one for one, kind in zip(known, kinds, strict=True) if kind != 0]
            what = f"{words.sites}, each of them empty or with {joined(held, 'or')}"
    row = f"an {how[1:-2]} row" if how == " orthogonally" else f"a {how[1:-2]} row" if how == " diagonally" else (
        f"a row{how}")  # fmt: skip
    drawn = words.lines and (words.any_way == "along a line" or node.dirn in (None, AbsoluteDirection.Adjacent))
    if drawn and node.dirn in (None, AbsoluteDirection.Adjacent, AbsoluteDirection.Orthogonal):
        row, what = "a row", f"{what} along a line"
    return f"{words.piece_on(last)} is in {row} of {exact or 'at least '}{words.of(node.length)} {what}{if_}"


@told(L.IsConnect)
def _connect(node: L.IsConnect, words: Words) -> str:
    if node.regions is not None:
        what = words.of(node.regions)
    elif node.role is not None:
        what = f"{words.whose(node.role)} {words.region(None).rstrip('s')}s"
    else:
        what = f"the {words.of(node.region_type)}"
    number = f"{words.of(node.number)} of " if node.number is not None else ""
    pieces = f"{words.whose(RoleType.Mover if node.role is None else node.role)} pieces"
    way = "" if node.directions is None else f", which are neighbours {words.of(node.directions)}"
    chain = f"a chain of {pieces}" if node.at is None else (
        f"the chain of pieces of one player through {words.place(node.at)}")  # fmt: skip
    verb = f"are connected by {chain}{way}" if node.kind is L.IsConnectType.Connected else (
        f"can no longer be connected{way}")  # fmt: skip
    return f"{number}{what} {verb}"


@told(L.NoMove)
def _no_move(node: L.NoMove, words: Words) -> str:
    return f"{words.who(node.player_fn)} cannot move"


def _parts(node: Any, words: Words) -> list[str]:
    """The parts of a condition, as groups where what begins in them could seem to go on behind them."""
    parts = node.list or (node.a, node.b)
    parted = [len(parts) > 1 and is_compound(part) and not words.is_plain_term(part) for part in parts]
    return [grouped(within(words.of(part), part, words)) if apart else words.of(part)
            for part, apart in zip(parts, parted, strict=True)]  # fmt: skip


@told(L.BoolAnd)
def _and(node: L.BoolAnd, words: Words) -> str:
    mated = _mated(node, words) or none_of_kinds(node, words)
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
    if one_enemy(parts) is not None:
        whole(node)
        return f"{words.place(one_enemy(parts))} holds {ONE_ENEMY}"
    if one_number(parts) is not None:
        pairs = [(p.value_b, p.value_a) if isinstance(p.value_a, int) else (p.value_a, p.value_b) for p in parts]
        for one, _ in pairs:
            whole(one)
        counted: Any = pairs[0][0]
        if isinstance(counted, L.CountSite) and raw(counted) == L.CountSite(at=raw(counted.at)):
            numbers = joined([words.of(number) for _, number in pairs], "or")
            return f"{words.place(counted.at)} holds {numbers} pieces"
        tell = words.place if isinstance(pairs[0][0], SITES) else words.of
        return f"{words.of(pairs[0][0])} is {joined([tell(number) for _, number in pairs], 'or')}"
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
    (" does not lead ", " leads "),
    (" leads ", " does not lead "),
    (" lead ", " do not lead "),
    (" holds an ", " holds no "),
    (" holds a ", " holds no "),
    (" holds one of ", " holds none of "),
    (" stands on ", " does not stand on "),
    (" stands in ", " does not stand in "),
    (" has no ", " has "),
    (" have no ", " have "),
    ("there are no ", "there are "),
    (" is ", " is not "),
    (" are ", " are not "),
    (" shows ", " does not show "),
    (" cannot ", " can "),
    (" can ", " cannot "),
)


_NO = {IsPlayerType.Friend: "no friendly", IsPlayerType.Enemy: "no enemy"}


_SEVERAL = ("all ", "one of ", "none of ", "exactly ", "at least ", "at most ", "more than ", "fewer than ",
            "no ", "for ", "everybody ", "a ", "an ")  # fmt: skip
"""How sentences begin that are about some of several: that they are not so is not said by turning their verb."""


_SCOPES = (" where ", " which ", " that ", " if ", ": ", OPEN)
"""What begins a clause of its own: a verb behind it is not the verb of the sentence."""


@told(L.Not)
def _not(node: L.Not, words: Words) -> str:
    inner: Any = node.a
    if isinstance(inner, L.Not):
        return words.of(inner.a)
    if words.is_term(inner):
        return words.denied(inner)
    if type(raw(inner)) in NEGATED:
        return words.of(NEGATED[type(raw(inner))](value_a=whole(inner.value_a), value_b=whole(inner.value_b)))
    plain = isinstance(inner, L.Equals) and inner.region_a is None and inner.role_b is None
    flag = plain and any(isinstance(one, L.Var) and (one.key or "") in words.kept.flags
                         for one in (inner.value_a, inner.value_b))  # fmt: skip
    numbers = L.State | L.ValuePlayer
    flag = flag or (plain and any(isinstance(one, numbers) for one in (inner.value_a, inner.value_b)))
    if plain and inner.value_b is not None and (flag or words.of(inner).startswith("the number ")):
        return words.of(L.NotEqual(value_a=whole(inner.value_a), value_b=whole(inner.value_b)))
    if isinstance(inner, L.IsPlayer) and inner.kind is IsPlayerType.Prev and inner.role is RoleType.Mover:
        return "this is the first move of your turn" if words.you else "a turn begins"
    if isinstance(inner, L.Was):
        return "the last turn was not a pass"
    if isinstance(inner, L.AllSimple) and inner.kind is L.AllSimpleType.DiceUsed:
        return "a die has not been used"
    if isinstance(inner, L.Equals) and inner.value_b == 0 and isinstance(inner.value_a, L.CountSite) and exists(
            inner.value_a, words):  # fmt: skip
        return words.of(L.Gt(value_a=whole(inner.value_a), value_b=0))
    sides = (inner.value_a, inner.value_b) if plain else ()
    count: Any = next((one for one in sides if isinstance(one, L.CountSite)), None)
    number = next((one for one in sides if type(one) is int and one > 0), None)
    here = count.at if count is not None else None
    if number is not None and here is not None and raw(count) == L.CountSite(at=raw(here)):
        return f"{words.place(here)} does not hold exactly {number} piece{'s' * (number != 1)}"
    if isinstance(inner, L.NoPiece):
        return pieces_had(inner, "", words) + words.rest(inner)
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
    if isinstance(inner, L.IsComponent) and inner.kind.name == "Within":
        one = _within(inner, words, "no")
        if one.startswith("no "):
            return one + words.rest(inner)
    all_ = isinstance(inner, L.AllSites) and inner.kind is L.AllSitesType.Sites
    none = _none_with(inner, words) if all_ else ""
    if none:
        return f"at least one {none}"
    if isinstance(inner, SomeWay):
        return f"for none of {words.ways(inner.ways)}: {words.of(inner.body)}"
    if isinstance(inner, L.IsPlayer) and inner.kind in _NO and isinstance(inner.index, L.Who) and not words.piece_at(
            inner.index, inner.index.at):  # fmt: skip
        return f"{words.place(inner.index.at)} holds {_NO[inner.kind]} piece{words.rest(inner)}"
    text = words.of(inner)
    if isinstance(inner, L.IsPattern) and text.count(" is one of ") == 1:
        return text.replace(" is one of ", " is not one of ")
    lies = re.match("([^,:]*?) (is|stands) ((on )?one of |)", text) if isinstance(inner, L.IsIn) else None
    if lies is not None and not any(sign in lies[1] for sign in (*_SCOPES, " and ", " or ")):
        none = f"{lies[4] or ''}none of " if lies[3] else "not "
        return f"{lies[1]} {lies[2]} {none}{text[lies.end() :]}"
    if isinstance(inner, L.IsLine):
        return text.replace(" is in a", " is not in a", 1)
    if isinstance(inner, L.IsPath):
        return _path(inner, words, "no ")
    if isinstance(inner, L.AllSites | L.AllSimple) and text.startswith("all "):
        return f"not {text}"
    several = text.startswith(_SEVERAL) or " and " in text or " or " in text
    for verb, turned in () if several else _TURNED:
        if text.count(verb) == 1 and not any(sign in text.partition(verb)[0] for sign in _SCOPES):
            return text.replace(verb, turned)
    return f"it is not the case that {text}"
