"""Conditions in words, as clauses; and what a condition says of a site ("empty", "occupied by an enemy")."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import IsPlayerType, IsSiteType, RoleType

from .phrases import ROLES, Words, by_kind, joined, says, told

says("{value_a} is less than {value_b}", L.Lt)
says("{value_a} is at most {value_b}", L.Le)
says("{value_a} is more than {value_b}", L.Gt)
says("{value_a} is at least {value_b}", L.Ge)
says("{value_a/region_a} is not {value_b/role_b/region_b}", L.NotEqual)
says("either {a} or {b}", L.Xor)
says("{ok} where {cond} [and otherwise {not_ok}]", L.BoolIf)
says("{int_fn/float_fn} is not 0", L.ToBool)
says("it is possible to {moves}", L.Can)
says("all groups are such that {if_}", L.AllGroups)
says("for all of {array}: {if_}", L.AllValues)
says("the last turn was a pass", L.Was)
says("“{string}” has been {kind}", L.IsString)
says("{edge1} crosses {edge2}", L.IsEdge)
says("the position is a repetition", L.IsRepeat)
says("something is hidden on {at}", L.IsHidden)
says("the pieces form the pattern that is asked for", L.IsPattern)
says("{site_a} is {relation_type} to {site_b/region}", L.IsRelation)
says("a loop [of {surround}] is made", L.IsLoop)
says("a path of length {length} is made", L.IsPath)
says("the graph of {role/who.index} is regular", L.IsRegularGraph)
says("the edges of {role/who.index} are a {kind}", L.IsTree)
says("“{event}” has been triggered for {role/index}", L.IsTriggered)
says("the position is the target", L.IsTarget)
says("the last move went on the {type}", L.IsGraph)
says("for all {type}s: {constraint}", L.ForAll)
says("all values [of {region}] differ", L.AllPuzzle)
says("the puzzle is solved", L.IsPuzzleSimple)
says("the solution is unique", L.IsPuzzleGraph)
by_kind(
    L.IsPuzzleRegionResult,
    Count="the count of {region} is {result}",
    Sum="the sum of {region/name_region} is {result}",
)
by_kind(L.AllSites, Sites="for all sites of {region}: {if_}", Different="all sites of {region} differ")
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
    Friend="{index/role} is a friend",
    Enemy="{index/role} is an enemy",
    Active="{index/role} is still in the game",
)
by_kind(
    L.IsComponent,
    Threatened="{what/at} is threatened",
    Within="{what} stands in {in_/at}",
)
by_kind(
    L.IsAngle,
    Acute="the angle at {at} is acute",
    Right="the angle at {at} is right",
    Obtuse="the angle at {at} is obtuse",
    Reflex="the angle at {at} is reflex",
)


def _moved_last(node: Any, words: Words) -> str:
    if node.role is RoleType.Mover:
        return "the turn goes on after a move"
    return words.filled("{index/role} moved last", node)


@told(L.IsSite)
def _is_site(node: L.IsSite, words: Words) -> str:
    return f"{words.of(node.at)} is {'empty' if node.kind is IsSiteType.Empty else 'occupied'}"


@told(L.IsIn)
def _is_in(node: L.IsIn, words: Words) -> str:
    what = "the site moved to" if node.site is None and node.sites is None else words.of(node.sites or node.site)
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
    verb = "are connected" if node.kind.name == "Connected" else "can no longer be connected"
    return f"{number}{what} {verb}"


@told(L.NoMove)
def _no_move(node: L.NoMove, words: Words) -> str:
    return f"{words.role(node.player_fn)} cannot move"


@told(L.NoPiece)
def _no_piece(node: L.NoPiece, words: Words) -> str:
    owner = node.of if node.of is not None else node.role
    what = f"“{node.name}” pieces" if node.name else "pieces"
    where = f" on {words.of(node.in_)}" if node.in_ is not None else ""
    return f"{words.of(owner)} has no {what}{where}" if owner is not None else f"there are no {what}{where}"


@told(L.BoolAnd)
def _and(node: L.BoolAnd, words: Words) -> str:
    return joined([words.of(part) for part in node.list or (node.a, node.b)])


@told(L.BoolOr)
def _or(node: L.BoolOr, words: Words) -> str:
    return joined([words.of(part) for part in node.list or (node.a, node.b)], "or")


_TURNED = (
    (" has been ", " has not been "),
    (" has no ", " has "),
    (" there are no ", " there are "),
    (" is ", " is not "),
    (" are ", " are not "),
    (" can ", " cannot "),
)


@told(L.Not)
def _not(node: L.Not, words: Words) -> str:
    inner = node.a
    if isinstance(inner, L.Not):
        return words.of(inner.a)
    text = words.of(inner)
    for verb, turned in _TURNED:
        if text.count(verb) == 1 and " and " not in text and " or " not in text:
            return text.replace(verb, turned)
    return f"it is not the case that {text}"


@told(L.Equals)
def _equals(node: L.Equals, words: Words) -> str:
    if node.region_a is not None:
        return f"{words.of(node.region_a)} are {words.of(node.region_b)}"
    first, second = node.value_a, node.value_b if node.value_b is not None else node.role_b
    for one, other in ((first, second), (second, first)):
        if isinstance(one, L.Who):
            return f"{words.of(one.at)} belongs to {_player(other, words)}"
        if isinstance(one, L.What) and isinstance(other, L.Id):
            return f"{words.of(other)} stands on {words.of(one.at)}"
        if isinstance(one, L.Mover) and not isinstance(other, L.Who):
            return f"it is the turn of {_player(other, words)}"
        if isinstance(one, L.WhereSite) and other == -1:
            return f"{one.name_piece or words.of(one.what)} is not on the board"
        if isinstance(one, L.CountComponent) and other == 0:
            return words.of(one).replace("the number of ", "there are no ", 1)
    return f"{words.of(first)} is {words.of(second)}"


def _player(value: Any, words: Words) -> str:
    """A player who is given by a number or otherwise."""
    return f"player {value}" if isinstance(value, int) and value > 0 else words.of(value)


# ------------------------------------------------------------------ what is said of a site

Iterator = type[L.IteratorTo] | type[L.IteratorBetween] | type[L.IteratorFrom]


def of_site(condition: Any, iterator: Iterator, words: Words) -> tuple[str, str]:
    """A condition as what it says of a site: words before the noun, and words after it (each may be empty)."""
    if condition is None or condition is True:
        return "", ""
    if _is_at(condition, iterator, L.IsSite) and condition.kind is IsSiteType.Empty:
        return "empty", ""
    if _is_at(condition, iterator, L.IsSite):
        return "occupied", ""
    side = _side(condition, iterator)
    if side:
        return "", f"with {side}"
    if isinstance(condition, L.Not):
        inner: Any = condition.a
        if _is_at(inner, iterator, L.IsSite):
            return ("occupied" if inner.kind is IsSiteType.Empty else "empty"), ""
        other = _side(condition.a, iterator)
        if other:
            return "", f"without {other}"
    if isinstance(condition, L.IsIn) and isinstance(condition.site, iterator) and condition.region is not None:
        return "", f"of {words.of(condition.region)}"
    if isinstance(condition, L.IsIn) and condition.site is None and iterator is L.IteratorTo:
        return "", f"of {words.of(condition.region)}"
    if isinstance(condition, L.BoolAnd):
        parts = [of_site(part, iterator, words) for part in condition.list or (condition.a, condition.b)]
        before = " ".join(b for b, _ in parts if b)
        return before, " and ".join(a for _, a in parts if a)
    if isinstance(condition, L.BoolOr):
        parts = [of_site(part, iterator, words) for part in condition.list or (condition.a, condition.b)]
        told_parts = [a or f"that is {b}" for b, a in parts]
        return "", " or ".join(told_parts)
    return "", f"where {words.of(condition)}"


def _is_at(condition: Any, iterator: Iterator, cls: type) -> bool:
    return isinstance(condition, cls) and isinstance(getattr(condition, "at", None), iterator)


_SIDES = {IsPlayerType.Enemy: "an enemy piece", IsPlayerType.Friend: "a friendly piece"}


def _side(condition: Any, iterator: Iterator) -> str:
    """Whose piece a condition asks for on the site, empty if it asks for something else."""
    if isinstance(condition, L.IsPlayer) and isinstance(condition.index, L.Who):
        return _SIDES.get(condition.kind, "") if isinstance(condition.index.at, iterator) else ""
    if isinstance(condition, L.Equals) and isinstance(condition.value_a, L.Who):
        who = condition.value_b if condition.value_b is not None else condition.role_b
        if isinstance(condition.value_a.at, iterator):
            if isinstance(who, L.Mover) or who is RoleType.Mover:
                return "a friendly piece"
            if isinstance(who, RoleType) and who in ROLES:
                return f"a piece of {ROLES[who]}"
    return ""
