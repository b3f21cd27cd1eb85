"""Moves of a choice that are others with different directions, sites or tracks: these are told once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, children, names_of, replace, walk
from ludparse.ludemes.enums import AbsoluteDirection, CompassDirection, SpatialDirection
from ludparse.ludemes.kinds import BooleanFunction, IntFunction, Moves

from .trees import Changed

__all__ = ["ON_TRACKS", "Alike", "Counterpart", "Preferred", "Preferring", "preferring", "told_alike"]

LEAST = 12
"""Moves of fewer nodes are told as they are."""


class Alike(Moves):
    """Moves that are those before them in a choice, with other directions, sites or tracks.

    olds: what is exchanged. news: what stands in its place, for each of the moves that are told so. only: a condition
    that these moves need more.
    """

    olds: tuple[Any, ...]
    news: tuple[tuple[Any, ...], ...]
    only: BooleanFunction | None = None


class Counterpart(IntFunction):
    """The number that another one becomes by the exchanges of the `Alike` in whose condition it stands."""

    of: IntFunction


class Preferred(Moves):
    """Moves, and the condition under which they come before all those of the same choice that meet none."""

    moves: Moves
    only: BooleanFunction


class Preferring(Moves):
    """A choice of moves of which some come before the others."""

    parts: tuple[Preferred, ...]
    then: L.Then | None = None


def preferring(node: Any) -> Any:
    """Moves that come first where they meet conditions more, as those without these and what makes them come first."""
    parts = node.list or (node.list1, node.list2)
    if len(parts) != 2:
        return node
    first, others = parts
    guard = first.cond if isinstance(first, L.MovesIf) and (first.else_list, first.then) == (None, None) else None
    narrow = first.list if guard is not None else first
    several = isinstance(narrow, L.MovesOr) and isinstance(others, L.MovesOr) and narrow.then == others.then
    one = narrow.list or (narrow.moves_a, narrow.moves_b) if several else (narrow,)
    wide = others.list or (others.moves_a, others.moves_b) if several else (others,)
    if len(one) != len(wide) or (several and others.then is not None):
        return node
    made = tuple(_preferred(a, b, guard) for a, b in zip(one, wide, strict=True))
    return Preferring(parts=made, then=node.then, span=node.span) if all(made) else node


def _preferred(narrow: Any, wide: Any, guard: Any) -> Any:
    """Moves with the condition that a narrower kind of them meets more; None if that differs otherwise."""
    pairs: dict[Any, Any] = {}
    more: list[Any] = []
    if not isinstance(wide, Moves) or not _matches(wide, narrow, None, "", pairs, more, []) or pairs or not more:
        return None
    return Preferred(moves=wide, only=_all_of([*([] if guard is None else [guard]), *more]))


def _all_of(conditions: list[Any]) -> Any:
    return conditions[0] if len(conditions) == 1 else L.BoolAnd(list=tuple(conditions))


def told_alike(node: Any) -> Any:
    """A choice of moves in which those that are like others before them are told so."""
    parts = node.list or (node.moves_a, node.moves_b)
    made: list[Any] = []
    at = 0
    while at < len(parts):
        run, thens = [parts[at]], None
        for strip in (True, False):
            first, then = _parted(parts[at]) if strip else (parts[at], None)
            if strip and then is None:
                continue
            run = [first]
            for part in parts[at + 1 :]:
                other, follows = _parted(part) if strip else (part, None)
                like = _like(first, other) if follows == then else None
                if like is None:
                    break
                run.append(like)
            thens = then
            if len(run) > 1:
                break
        taken, run = len(run), _together(run)
        if taken == 1:
            made.append(parts[at])
        elif thens is None:
            made += run
        else:
            made.append(L.MovesOr(list=tuple(run), then=thens, span=parts[at].span))
        at += taken
    if len(made) == len(parts) and all(a is b for a, b in zip(made, parts, strict=True)):
        return node
    if len(made) == 1 and node.then is None:
        return made[0]
    return replace(node, list=tuple(made), moves_a=None, moves_b=None)


def _together(run: list[Any]) -> list[Any]:
    """Moves and those that are like them, of which those without a condition of their own are told together."""
    made = run[:1]
    for one in run[1:]:
        last = made[-1]
        if isinstance(last, Alike) and (last.olds, last.only, one.only) == (one.olds, None, None):
            made[-1] = replace(last, news=(*last.news, *one.news))
        else:
            made.append(one)
    return made


def _parted(moves: Any) -> tuple[Any, Any]:
    """Moves without what follows from each of them, and that; None where nothing does, or it speaks of their loops."""
    if isinstance(moves, L.ForEachSite) and moves.then is None and moves.no_move_yet is None:
        inner, then = _parted(moves.generator)
        return (moves, None) if then is None else (replace(moves, generator=inner), then)
    if isinstance(moves, L.MovesIf) and moves.then is None and moves.else_list is None:
        inner, then = _parted(moves.list)
        return (moves, None) if then is None else (replace(moves, list=inner), then)
    then = getattr(moves, "then", None)
    if then is None or any(isinstance(one, L.IteratorSite) for one in _free(then.moves)):
        return moves, None
    return replace(moves, then=None), then


def _free(node: Any) -> Iterator[Any]:
    """The nodes of moves outside loops over sites."""
    yield node
    inner = (node.region_fn,) if isinstance(node, L.ForEachSite) else children(node)
    for one in inner:
        yield from _free(one)


def _like(first: Any, other: Any) -> Alike | None:
    """How other moves are like the first; None if they differ otherwise, or the first are short."""
    if not isinstance(first, Ludeme) or type(first) is not type(other) or sum(1 for _ in walk(first)) < LEAST:
        return None
    pairs: dict[Any, Any] = {}
    more: list[Any] = []
    same: list[tuple[Any, Any, str]] = []
    if not _matches(first, other, None, "", pairs, more, same) or not pairs:
        return None
    if len(set(pairs.values())) < len(pairs) or any(_names(one, pairs) for one in same):
        return None
    if any(isinstance(one, L.SitesDirection) and isinstance(one.from_, L.SitesDirection) for one in walk(first)):
        return None  # such a region is told as a rectangle, without the names of directions
    only = _in_terms_of(first, pairs, _all_of(more)) if more else None
    return Alike(olds=tuple(pairs), news=(tuple(pairs.values()),), only=only, span=other.span)


_COMPASS = (AbsoluteDirection, CompassDirection, SpatialDirection)
_REGIONS = (L.SitesSimple, L.SitesCustom, L.SitesCoords, L.SitesSide)
ON_TRACKS = (L.TrackSite, L.TrackSiteMove, L.TrackSiteFirst, L.SitesTrack, L.Sow)


def _exchangeable(value: Any, parent: Any, name: str) -> bool:
    """Whether a value may stand in place of another one of its kind."""
    if isinstance(value, _COMPASS):
        return set(value.name) <= set("NESW")
    if isinstance(value, str):
        return isinstance(parent, ON_TRACKS) and name in ("name", "track_name", "tracks")
    return isinstance(value, _REGIONS) and getattr(value, "element_type", None) is None and (
        not isinstance(value, L.SitesCustom) or value.sites is not None)  # fmt: skip


def _matches(a: Any, b: Any, parent: Any, name: str, pairs: dict[Any, Any], more: list[Any], same: list[Any]) -> bool:
    """Whether two parts of moves differ in what may be exchanged alone, and in one condition that is needed more."""
    if type(a) is type(b) and a == b:
        same.append((a, parent, name))
        return True
    if type(a) is type(b) and _exchangeable(a, parent, name) and _exchangeable(b, parent, name):
        return bool(pairs.setdefault(a, b) == b)
    if isinstance(b, L.BoolAnd) and not more:
        own, extra, now, kept = _parts(a), list[Any](), dict(pairs), list(same)
        more.append(b)  # no condition within is one more
        for part in _parts(b):
            trial, so_far = dict(now), list(kept)
            if own and _matches(own[0], part, None, "", trial, more, so_far):
                own, now, kept = own[1:], trial, so_far
            else:
                extra.append(part)
        more.clear()
        if extra and not own:
            more += extra
            pairs.update(now)
            same[:] = kept
            return True
    if type(a) is not type(b):
        return False
    if isinstance(a, Ludeme):
        return all(_matches(getattr(a, n), getattr(b, n), a, n, pairs, more, same) for n in names_of(a))
    both = isinstance(a, tuple) and len(a) == len(b)
    return both and all(_matches(x, y, parent, name, pairs, more, same) for x, y in zip(a, b, strict=True))


def _parts(condition: Any) -> list[Any]:
    return list(condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else [condition]


def _names(part: tuple[Any, Any, str], pairs: dict[Any, Any]) -> bool:
    """Whether a part that is the same in both names something that is exchanged."""
    return bool(_exchanged(*part, pairs) != part[0])


def _exchanged(value: Any, parent: Any, name: str, pairs: dict[Any, Any]) -> Any:
    """A value with other directions, sites and tracks in it."""
    if _exchangeable(value, parent, name):
        return pairs.get(value, value)
    if isinstance(value, tuple):
        return tuple(_exchanged(one, parent, name, pairs) for one in value)
    if not isinstance(value, Ludeme):
        return value
    made = {n: _exchanged(getattr(value, n), value, n, pairs) for n in names_of(value)}
    changes = {n: one for n, one in made.items() if one is not getattr(value, n) and one != getattr(value, n)}
    return replace(value, **changes) if changes else value


def _in_terms_of(first: Any, pairs: dict[Any, Any], condition: Any) -> Any:
    """A condition whose numbers are told by those of the first moves, where the exchanges make them of these."""
    images = {}
    for one in walk(first):
        if isinstance(one, IntFunction):
            image = _exchanged(one, None, "", pairs)
            if image != one:
                images[image] = one
    return Changed(before=lambda one: Counterpart(of=images[one]) if one in images else one, stop=(Counterpart,)).of(
        condition)  # fmt: skip
