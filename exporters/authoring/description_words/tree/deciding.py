"""What the constants of a description, and what is known where something is asked, leave of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of, replace, walk
from ludparse.ludemes.enums import (
    CountSiteType,
    IsSiteType,
)


def used_often(root: Any) -> Iterator[str]:
    """The defines that are used at several places of the text."""
    places: dict[str, set[tuple[str, int]]] = {}
    for top in root if isinstance(root, tuple) else (root,):
        for node in walk(top) if isinstance(top, Ludeme) else ():
            for text, where in _defines(node):
                places.setdefault(text, set()).add(where)
    return (text for text, used in places.items() if len(used) > 1)


def _defines(node: Any) -> list[tuple[str, tuple[str, int]]]:
    """The uses of defines around a node, by name and place."""
    around = node.span.places[1:] if getattr(node, "span", None) is not None else ()
    return [(one.text, (one.source.name, one.start)) for one in around if one.text.startswith('"')]


def _without_effects(node: Any) -> Any:
    """Moves of which is only asked whether there are any, without what follows from them."""
    if isinstance(node, L.MovesAnd):  # one of them has to be possible
        return L.MovesOr(list=node.list, moves_a=node.moves_a, moves_b=node.moves_b, then=node.then, span=node.span)
    if isinstance(node, L.MovesOr | L.Priority):
        return node
    if isinstance(node, L.Slide | L.MoveSlide | L.Step | L.MoveStep | L.Hop | L.MoveHop | L.Leap | L.MoveLeap):
        to: Any = node.to
        if to is not None and to.effect is not None and to.effect.if_ is None and _happens(to.effect.effect):
            node = replace(node, to=replace(to, effect=None))
        return replace(node, then=None) if node.then is not None else node
    return node


def _happens(effect: Any) -> bool:
    """Whether an effect is one that a move has without a choice."""
    return isinstance(effect, L.MovesRemove | L.SetSite)


def decided(node: Any, often: frozenset[str]) -> Any:
    """A node as what a constant in it leaves of it."""
    if isinstance(node, L.Can):
        moves = _without_effects(node.moves)
        return node if moves is node.moves else replace(node, moves=moves)
    if isinstance(node, L.MovesIf) and node.else_list is None and node.then is None and _becomes(node):
        return node.list
    if isinstance(node, L.MovesIf) and isinstance(node.cond, L.Can):
        followed: Any = getattr(node.list, "then", None)
        plain = node.list if followed is None else replace(node.list, then=None)
        same = node.cond.moves in (node.list, plain) and node.then is None
        if same and node.else_list is not None:  # what can be done is done
            return L.Priority(list=(node.list, node.else_list), span=node.span)
        return node
    if isinstance(node, L.MovesIf) and isinstance(node.cond, L.Ge | L.Le):
        leads = node.else_list is None and node.then is None and _says_where(node.list, node.cond)
        return node.list if leads else node
    if isinstance(node, L.MovesIf | L.IntIf | L.RegionIf | L.BoolIf):
        node = _with_numbers(node)
    if isinstance(node, L.ForEachDie) and isinstance(node.if_, L.BoolAnd):
        asked = _without(node.if_, lambda part: _says_where(node.moves, part))
        return node if asked is node.if_ else replace(node, if_=asked)
    if isinstance(node, L.ForEachSite) and isinstance(node.region_fn, L.SitesOccupied):
        return _on_pieces(node)
    if isinstance(node, L.MovesIf) and isinstance(node.cond, bool):
        part = node.list if node.cond else node.else_list
        return part if part is not None and node.then is None else node
    if isinstance(node, L.BoolIf) and isinstance(node.cond, bool):
        return node.ok if node.cond else node.not_ok is not None and node.not_ok
    if isinstance(node, L.BoolIf) and isinstance(node.ok, bool) and node.not_ok is not None:
        condition = node.cond if node.ok else L.Not(a=node.cond)
        return _joint((L.BoolOr if node.ok else L.BoolAnd)(list=(condition, node.not_ok), span=node.span), often)
    if isinstance(node, L.MovesIf) and isinstance(node.cond, L.BoolIf) and node.cond.not_ok is True:
        asked = node.cond
        return replace(node, cond=L.BoolOr(list=(_denied(asked.cond), asked.ok), span=asked.span))
    if isinstance(node, L.MovesIf) and node.then is None:
        first = _with_known(node.list, node.cond, True)
        other = None if node.else_list is None else _with_known(node.else_list, node.cond, False)
        if first == other:
            return first
        if isinstance(other, L.Do) and other.next is not None and other.next == first and (
                other.then, other.if_afterwards) == (None, None):  # fmt: skip
            before = L.MovesIf(cond=_denied(node.cond), list=other.prior)
            return replace(other, prior=before)  # the same moves in both cases, and something before them in one
        node = node if first is node.list and other is node.else_list else replace(node, list=first, else_list=other)
        return node
    if isinstance(node, L.RegionIf) and isinstance(node.ok, L.RegionIf) and node.not_ok is not None:
        inner: Any = node.ok
        if inner.not_ok == node.not_ok:
            return replace(node, cond=L.BoolAnd(list=(node.cond, inner.cond)), ok=inner.ok)
    if isinstance(node, L.AllSites) and node.kind is L.AllSitesType.Sites:
        return _of_all(node)
    if isinstance(node, L.From) and node.if_ is True:
        return replace(node, if_=None)
    if isinstance(node, L.BoolAnd | L.BoolOr):
        return _joint(node, often)
    if isinstance(node, L.IntIf) and isinstance(node.cond, bool):
        return node.value_a if node.cond else node.value_b
    if isinstance(node, L.RegionIf) and isinstance(node.cond, bool) and node.not_ok is not None:
        return node.ok if node.cond else node.not_ok
    if isinstance(node, L.MaxDistance) and node.then is None:
        return node.moves  # every one of them may be made
    if isinstance(node, L.MovesAnd):
        parts = node.list or (node.moves_a, node.moves_b)
        kept = tuple(part for part in parts if not _idle(part))
        if not kept or len(kept) == len(parts):
            return node
        return kept[0] if len(kept) == 1 and node.then is None else replace(
            node, list=kept, moves_a=None, moves_b=None)  # fmt: skip
    if isinstance(node, L.MovesOr):
        parts = node.list or (node.moves_a, node.moves_b)
        flat = tuple(one for part in parts for one in _alternatives(part))
        return node if len(flat) == len(parts) else replace(node, list=flat, moves_a=None, moves_b=None)
    if isinstance(node, L.IntAdd | L.IntSub | L.IntMul):
        return _sum(node)
    return node


def _with_numbers(node: Any) -> Any:
    """A choice whose condition compares two numbers that are written, with what comes of it."""
    asked = node.cond
    numbers = isinstance(asked, L.Equals) and type(asked.value_a) is int and type(asked.value_b) is int
    return replace(node, cond=asked.value_a == asked.value_b) if numbers else node


def _becomes(node: Any) -> bool:
    """Whether a state is set to a number where it is not that number already: then it need not be asked for."""
    asked, done = node.cond, node.list
    if isinstance(asked, L.Not) and isinstance(asked.a, L.Equals):
        asked = asked.a
    elif not isinstance(asked, L.NotEqual):
        return False
    if not isinstance(done, L.SetSite) or done.kind is not L.SetSiteType.State or done.then is not None:
        return False
    same = L.State(at=done.at, level=done.level, type=done.type)
    return {type(asked.value_a), type(asked.value_b)} == {int, L.State} and (
        same in (asked.value_a, asked.value_b) and done.value in (asked.value_a, asked.value_b))  # fmt: skip


def _idle(moves: Any) -> bool:
    """Whether effects leave everything as it is: a state is set to what it is, in some cases or on some sites."""
    if getattr(moves, "then", None) is not None:
        return False
    if isinstance(moves, L.MovesIf):
        return _idle(moves.list) and (moves.else_list is None or _idle(moves.else_list))
    if isinstance(moves, L.ForEachSite):
        return moves.no_move_yet is None and _idle(moves.generator)
    return isinstance(moves, L.SetSite) and moves.kind is L.SetSiteType.State and (
        moves.value == L.State(at=moves.at, level=moves.level, type=moves.type))  # fmt: skip


def _denied(condition: Any) -> Any:
    return condition.a if isinstance(condition, L.Not) else L.Not(a=condition)


_BY_CHANCE = (L.ValueRandom, L.SitesRandom, L.Random)


def _with_known(moves: Any, condition: Any, holds: bool) -> Any:
    """Moves that are made where a condition holds or not: nothing happens before they ask for it again."""
    if isinstance(condition, L.Not):
        condition, holds = condition.a, not holds
    if not isinstance(moves, L.MovesIf) or moves.then is not None or not isinstance(condition, Ludeme):
        return moves
    if any(isinstance(one, _BY_CHANCE) for one in walk(condition)):
        return moves
    asked, turned = (moves.cond.a, True) if isinstance(moves.cond, L.Not) else (moves.cond, False)
    first, other = (_with_known(part, condition, holds) for part in (moves.list, moves.else_list))
    if asked == condition:
        part = first if holds is not turned else other
        return moves if part is None else part
    if first == other:
        return first
    return moves if first is moves.list and other is moves.else_list else replace(moves, list=first, else_list=other)


def _without(condition: Any, says_nothing: Callable[[Any], bool]) -> Any:
    """A condition of several parts without those that say nothing."""
    parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else (condition,)
    kept = tuple(part for part in parts if not says_nothing(part))
    if not kept or len(kept) == len(parts):
        return condition
    return kept[0] if len(kept) == 1 else replace(condition, list=kept, a=None, b=None)


def _of_all(node: Any) -> Any:
    """What holds of all sites of a region, without what says nothing of them: that holds anyway, or there are none."""
    parts: Any = (node.if_.list or (node.if_.a, node.if_.b)) if isinstance(node.if_, L.BoolOr) else (node.if_,)
    about = [any(isinstance(one, L.IteratorSite) for one in walk(part)) for part in parts if isinstance(part, Ludeme)]
    if len(about) < len(parts) or all(about):
        return node
    rest = tuple(part for part, says in zip(parts, about, strict=True) if says)
    left: Any = L.Equals(value_a=L.CountSite(kind=CountSiteType.Sites, in_=node.region), value_b=0)
    if rest:
        left = replace(node, if_=rest[0] if len(rest) == 1 else L.BoolOr(list=rest))
    return L.BoolOr(list=(*(part for part in parts if part not in rest), left), span=node.span)


def _says_where(moves: Any, condition: Any) -> bool:
    """Whether moves go along a track, and a condition is that this does not end: they would lead nowhere otherwise."""
    if not isinstance(condition, L.Ge | L.Le):
        return False
    way, least = (condition.value_a, condition.value_b)[:: 1 if isinstance(condition, L.Ge) else -1]
    return isinstance(way, L.TrackSiteMove) and least == 0 and set(_ends_of(moves)) == {way}


def _on_pieces(node: Any) -> Any:
    """Moves for each site with pieces, without asking whether there are any."""
    moves: Any = node.generator
    if not isinstance(moves, L.MovesIf) or moves.else_list is not None or moves.then is not None:
        return node
    if node.region_fn.on is not None or node.region_fn.container is not None:
        return node
    asked = _without(moves.cond, lambda part: isinstance(part, L.IsSite) and part.kind is IsSiteType.Occupied and (
        isinstance(part.at, L.IteratorSite) and part.type is None))  # fmt: skip
    return node if asked is moves.cond else replace(node, generator=_ended(replace(moves, cond=asked)))


def _ended(moves: Any) -> Any:
    """Moves along a track that are made if it does not end before, and something else if it ends there: to no site a
    piece moves anyway, so that only the second condition has to be asked."""
    inner: Any = moves.list
    if moves.else_list is not None or moves.then is not None or not isinstance(inner, L.MovesIf):
        return moves
    way, beyond = _not_there(moves.cond)
    asked: Any = inner.cond
    sides = (asked.value_a, asked.value_b) if isinstance(asked, L.Equals) else ()
    plain = beyond == -1 and inner.then is None and inner.else_list is not None and way in sides and -2 in sides
    return inner if plain and set(_ends_of(inner.else_list)) == {way} else moves


def _ends_of(moves: Any) -> Iterator[Any]:
    """The sites to which pieces are moved, of which one move is made; None for other moves."""
    if isinstance(moves, L.MovesOr):
        for part in moves.list or (moves.moves_a, moves.moves_b):
            yield from _ends_of(part)
    elif isinstance(moves, L.MovesIf) and moves.else_list is None:
        yield from _ends_of(moves.list)
    else:
        yield moves.to.loc if isinstance(moves, L.FromTo | L.MoveFromTo) and moves.to.region is None else None


def _alternatives(part: Any) -> tuple[Any, ...]:
    """The moves that may be chosen among others; a choice of some is no choice of its own."""
    if not isinstance(part, L.MovesOr) or part.then is not None:
        return (part,)
    return tuple(part.list or (part.moves_a, part.moves_b))


def _joint(node: Any, often: frozenset[str]) -> Any:
    """A condition of several without those that decide nothing, and those of parts without a name of their own.

    often: the defines that are used several times, which stay whole, so that their names may be told.
    """
    around = set(_defines(node))

    def named(part: Any) -> bool:
        return any(one[0] in often for one in _defines(part) if one not in around)

    parts = node.list or (node.a, node.b)
    decides = isinstance(node, L.BoolOr)
    if any(part is decides for part in parts):
        return decides
    kept = tuple(part for one in parts if not isinstance(one, bool) for part in (
        (one.list or (one.a, one.b)) if type(one) is type(node) and not named(one) else (one,)))  # fmt: skip
    if not kept:
        return not decides
    kept = _absorbed(kept, decides)
    if isinstance(node, L.BoolAnd):
        kept = _on_track(kept)
    if len(kept) == len(parts) and all(a is b for a, b in zip(kept, parts, strict=True)):
        return node
    return kept[0] if len(kept) == 1 else replace(node, list=kept, a=None, b=None)


def _absorbed(parts: tuple[Any, ...], either: bool) -> tuple[Any, ...]:
    """Of `not a, or both a and b` the second part is `b`; of `a, and either not a or b` too. either: of an `or`."""
    other = L.BoolAnd if either else L.BoolOr
    denied = {part.a if isinstance(part, L.Not) else L.Not(a=part) for part in parts}
    made = []
    for part in parts:
        inner: Any = (part.list or (part.a, part.b)) if isinstance(part, other) else ()
        rest = tuple(one for one in inner if one not in denied)
        fewer = 0 < len(rest) < len(inner)
        made.append(part if not fewer else rest[0] if len(rest) == 1 else replace(part, list=rest, a=None, b=None))
    return tuple(made)


def _on_track(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Conditions of which two say that steps do not lead past a track (-1 and -2), as one that they lead on."""
    steps = {id(part): _not_there(part) for part in parts}
    for one in parts:
        for other in parts:
            (way, beyond), (same, end) = steps[id(one)], steps[id(other)]
            if (beyond, end) == (-1, -2) and way == same:
                leads = L.Ge(value_a=way, value_b=0)
                return tuple(leads if part is one else part for part in parts if part is not other)
    return parts


def _not_there(part: Any) -> tuple[Any, Any]:
    """Steps along a track and the number of no site that they are said not to lead to; nothing of other conditions."""
    node = part.a if isinstance(part, L.Not) and isinstance(part.a, L.Equals) else part
    if not isinstance(node, L.NotEqual) and node is part:
        return None, None
    way, number = node.value_a, node.value_b
    way, number = (number, way) if isinstance(number, L.TrackSiteMove) else (way, number)
    return (way, number) if isinstance(way, L.TrackSiteMove) else (None, None)


def _sum(node: Any) -> Any:
    """A sum, difference or product of numbers, or with a 0 or 1 that changes nothing."""
    names = ("a", "b") if "a" in names_of(node) else ("value_a", "value_b")
    a, b = (getattr(node, name, None) for name in names)
    if type(a) is int and type(b) is int:
        return a + b if isinstance(node, L.IntAdd) else a - b if isinstance(node, L.IntSub) else a * b
    nothing = 1 if isinstance(node, L.IntMul) else 0
    if type(b) is int and b == nothing and a is not None:
        return a
    if type(a) is int and a == nothing and b is not None and not isinstance(node, L.IntSub):
        return b
    more: Any = a if isinstance(node, L.IntSub) and isinstance(a, L.IntAdd) and type(b) is int else None
    if more is not None and int in (type(more.a), type(more.b)) and None not in (more.a, more.b):
        number: Any = more.a if type(more.a) is int else more.b
        rest: Any = more.b if type(more.a) is int else more.a
        if number == b:
            return rest
        return replace(more, a=number - b, b=rest) if number > b else replace(node, value_a=rest, value_b=b - number)
    return node


def player_after(node: Any, players: int) -> Any:
    """The player that is computed from the mover's number: `1 + (mover + k) mod 2` is one of two players."""
    if not isinstance(node, L.IntAdd) or players != 2:
        return node
    one, rest = (node.a, node.b) if node.a == 1 else (node.b, node.a)
    if one != 1 or not isinstance(rest, L.Mod) or rest.modulo != players:
        return node
    more = _after_mover(rest.value)
    return node if more is None else L.Mover() if (more + 1) % players == 0 else L.Next()


def _after_mover(number: Any) -> int | None:
    """How much a number is more than that of the mover; None if that is not what it says."""
    if isinstance(number, L.Mover):
        return 0
    if isinstance(number, L.IntAdd):
        for one, other in ((number.a, number.b), (number.b, number.a)):
            if type(one) is int and _after_mover(other) is not None:
                return one + (_after_mover(other) or 0)
    return None
