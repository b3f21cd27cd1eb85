"""The tree of a description as it is told: constants are decided, and what is written once for each direction is one.

Six conditions that differ only in the direction that they name, `(or {(… E) (… NE) …})`, become one condition on *that
direction*, and a `SomeWay` or `EachWay` around it that says which directions these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of, replace, walk
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    CompassDirection,
    CountSiteType,
    IsSiteType,
    RoleType,
    SpatialDirection,
)
from ludparse.ludemes.kinds import BooleanFunction, Moves, RegionFunction

__all__ = [
    "COMPASS", "EachWay", "EitherTrack", "PlayerMoves", "SomeWay", "That", "TrackMoves", "Way", "WayMoves", "WayRegion",
    "Who", "differences", "folded", "for_each_player", "from_the_side_of", "replaced_at",
]  # fmt: skip


class Way(Enum):
    """A direction that stands for several, one after the other."""

    THAT = "in that direction"
    OPPOSITE = "in the opposite direction"


class Who(Enum):
    """A player who stands for several, one after the other."""

    THAT = "that player"


class That(Enum):
    """A track that stands for one of two, and a number that goes with it."""

    TRACK = "that track"
    OTHER = "the other track"
    TAKEN = "the track taken"
    NUMBER = "the number of that track"
    OTHER_NUMBER = "the number of the other track"


class TrackMoves(Moves):
    """Moves along the first of two tracks where a condition holds, otherwise along the second one."""

    cond: BooleanFunction
    tracks: tuple[Any, ...]
    body: Moves


class PlayerMoves(Moves):
    """Moves told for the first of two players where a condition holds, otherwise for the second one."""

    cond: BooleanFunction
    body: Moves


class EitherTrack(Moves):
    """Moves along one of two tracks, each with its number (or none)."""

    tracks: tuple[Any, ...]
    numbers: tuple[int, ...]
    body: Moves
    then: L.Then | None = None


class SomeWay(BooleanFunction):
    """Whether a condition holds for one of several directions."""

    ways: tuple[Enum, ...]
    body: BooleanFunction


class EachWay(BooleanFunction):
    """Whether a condition holds for all of several directions."""

    ways: tuple[Enum, ...]
    body: BooleanFunction


class WayMoves(Moves):
    """Moves for each of several directions."""

    ways: tuple[Enum, ...]
    body: Moves


class WayRegion(RegionFunction):
    """The sites of regions that differ in their direction."""

    ways: tuple[Enum, ...]
    body: RegionFunction


COMPASS = (AbsoluteDirection, CompassDirection, SpatialDirection)
_POINTS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")


def _opposite(way: Enum) -> str:
    return _POINTS[(_POINTS.index(way.name) + 8) % 16]


def _is_compass(value: Any) -> bool:
    return isinstance(value, COMPASS) and value.name in _POINTS


def folded(node: Any, players: int = 0) -> Any:
    """A tree of ludemes (or a value in it) as it is told. A node in which nothing changes stays the same object."""
    return _Folding(players, frozenset(_used_often(node))).of(node)


def _used_often(root: Any) -> Iterator[str]:
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


class _Folding:
    def __init__(self, players: int, often: frozenset[str]) -> None:
        self.players = players
        self.often = often
        self._done: dict[int, tuple[Any, Any]] = {}

    def of(self, value: Any) -> Any:
        if isinstance(value, tuple):
            parts = tuple(map(self.of, value))
            return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
        if not isinstance(value, Ludeme):
            return value
        known = self._done.get(id(value))
        if known is not None:
            return known[1]
        changes = {}
        for name in names_of(value):
            given = getattr(value, name)
            other = self.of(given)
            if other is not given:
                changes[name] = other
        node = _player_after(_decided(replace(value, **changes) if changes else value, self.often), self.players)
        node = _one_for_all_ways(node) if isinstance(node, Ludeme) else node
        self._done[id(value)] = value, node  # the value is kept, so that its id stays its own
        return node


# ------------------------------------------------------------------ constants


def _without_effects(node: Any) -> Any:
    """Moves of which is only asked whether there are any, without what follows from them."""
    if isinstance(node, L.MovesOr | L.MovesAnd | L.Priority):
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


def _decided(node: Any, often: frozenset[str]) -> Any:
    """A node as what a constant in it leaves of it."""
    if isinstance(node, L.Can):
        moves = _without_effects(node.moves)
        return node if moves is node.moves else replace(node, moves=moves)
    if isinstance(node, L.MovesIf) and isinstance(node.cond, L.Can):
        same = node.cond.moves == node.list and node.then is None
        if same and node.else_list is not None:  # what can be done is done
            return L.Priority(list=(node.list, node.else_list), span=node.span)
        return node
    if isinstance(node, L.MovesIf) and isinstance(node.cond, L.Ge | L.Le):
        leads = node.else_list is None and node.then is None and _says_where(node.list, node.cond)
        return node.list if leads else node
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
    if isinstance(node, L.MovesIf) and node.then is None:
        first = _with_known(node.list, node.cond, True)
        other = None if node.else_list is None else _with_known(node.else_list, node.cond, False)
        if first == other:
            return first
        node = node if first is node.list and other is node.else_list else replace(node, list=first, else_list=other)
        return _for_a_player(_on_a_track(node))
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
    if isinstance(node, L.MovesOr):
        parts = node.list or (node.moves_a, node.moves_b)
        flat = tuple(one for part in parts for one in _alternatives(part))
        node = node if len(flat) == len(parts) else replace(node, list=flat, moves_a=None, moves_b=None)
        return _either_track(node, flat)
    if isinstance(node, L.IntAdd | L.IntSub | L.IntMul):
        return _sum(node)
    return node


_ON_TRACKS = (L.TrackSite, L.TrackSiteMove, L.TrackSiteFirst, L.SitesTrack, L.Sow, TrackMoves)


def _is_track(root: Any, path: tuple[Any, ...]) -> bool:
    """Whether what stands at a path is the name of a track."""
    last = max(i for i, step in enumerate(path) if isinstance(step, str))
    at = root
    for step in path[:last]:
        at = at[step] if isinstance(step, int) else getattr(at, step)
    return isinstance(at, _ON_TRACKS) and path[last] in ("name", "track_name", "tracks")


Pairs = dict[tuple[Any, ...], tuple[Any, Any]]


def _pairs_of(a: Any, b: Any) -> tuple[Pairs, Pairs] | None:
    """Where two trees differ in the names of two tracks, and in two numbers; None where they differ otherwise."""
    tracks: Pairs = {}
    numbers: Pairs = {}
    for path, one, other in differences(a, b):
        if isinstance(one, str) and isinstance(other, str) and _is_track(a, path):
            tracks[path] = one, other
        elif type(one) is int and type(other) is int:
            numbers[path] = one, other
        else:
            return None
    same = all(len({frozenset(pair) for pair in pairs.values()}) <= 1 for pairs in (tracks, numbers))
    return (tracks, numbers) if same and tracks else None


def _on_a_track(node: Any) -> Any:
    """Moves that differ only in one of two tracks, which a condition decides."""
    if node.else_list is None or node.then is not None or isinstance(node.cond, bool):
        return node
    found = _pairs_of(node.list, node.else_list)
    if found is None or found[1] or len(set(found[0].values())) != 1:
        return node
    (pair,) = set(found[0].values())
    body = replaced_at(node.list, dict.fromkeys(found[0], That.TAKEN))
    return TrackMoves(cond=node.cond, tracks=pair, body=body, span=node.span)


def _for_a_player(node: Any) -> Any:
    """Moves that are the same for two players, of whom a condition decides."""
    if not isinstance(node, L.MovesIf) or isinstance(node.cond, bool) or node.else_list is None or (
            node.then is not None):  # fmt: skip
        return node
    changes = list(differences(node.list, node.else_list))
    players = all(isinstance(a, RoleType) or path[-2:] == ("who", "index") for path, a, _ in changes)
    if not changes or not players or not all((_player(a), _player(b)) == (1, 2) for _, a, b in changes):
        return node
    body = replaced_at(node.list, dict.fromkeys((path for path, _, _ in changes), Who.THAT))
    return PlayerMoves(cond=node.cond, body=body, span=node.span)


def _either_track(node: Any, parts: tuple[Any, ...]) -> Any:
    """A choice of moves that differ only in two tracks, and in two numbers that go with these."""
    found = _pairs_of(*parts) if len(parts) == 2 else None
    if found is None:
        return node
    tracks, numbers = found
    chosen = next(iter(tracks.values()))
    changes: dict[tuple[Any, ...], Any] = {
        path: That.TRACK if pair == chosen else That.OTHER for path, pair in tracks.items()}
    kept = [pair for path, pair in numbers.items() if path[-1] == "new_value"]  # what is remembered of the choice
    counts = Counter(kept or numbers.values())
    own = counts.most_common(1)[0][0] if counts else ()
    changes |= {path: That.NUMBER if pair == own else That.OTHER_NUMBER for path, pair in numbers.items()}
    body = replaced_at(parts[0], changes)
    return EitherTrack(tracks=chosen, numbers=own, body=body, then=node.then, span=node.span)


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
    return node if asked is moves.cond else replace(node, generator=replace(moves, cond=asked))


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
    if isinstance(node, L.BoolAnd):
        kept = _on_track(kept)
    if len(kept) == len(parts) and all(a is b for a, b in zip(kept, parts, strict=True)):
        return node
    return kept[0] if len(kept) == 1 else replace(node, list=kept, a=None, b=None)


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
    return node


def _player_after(node: Any, players: int) -> Any:
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


# ------------------------------------------------------------------ directions


def _one_for_all_ways(node: Ludeme) -> Any:
    """A list of parts that differ in their direction, as one part for that direction."""
    if isinstance(node, L.BoolOr | L.BoolAnd):
        made = _ways(node.list or (node.a, node.b))
        cls = SomeWay if isinstance(node, L.BoolOr) else EachWay
        return node if made is None else cls(ways=made[0], body=made[1], span=node.span)
    if isinstance(node, L.RegionUnion):
        made = _ways(node.regions or (node.region1, node.region2))
        return node if made is None else WayRegion(ways=made[0], body=made[1], span=node.span)
    if isinstance(node, L.MovesAnd | L.MovesOr) and node.then is None:
        made = _ways(node.list or (node.moves_a, node.moves_b))
        return node if made is None else WayMoves(ways=made[0], body=made[1], span=node.span)
    return node


def _ways(parts: Sequence[Any]) -> tuple[tuple[Enum, ...], Any] | None:
    """The directions in which parts differ, and one part for all of them; None if they differ otherwise."""
    if len(parts) < 2 or not all(isinstance(part, Ludeme) for part in parts):
        return None
    first, found = parts[0], []
    for part in parts[1:]:
        changes = list(differences(first, part))
        if not changes or not all(_is_compass(a) and _is_compass(b) for _, a, b in changes):
            return None
        found.append({path: (a, b) for path, a, b in changes})
    paths = list(found[0])
    if any(set(one) != set(paths) for one in found):
        return None
    columns = [[found[0][path][0], *(one[path][1] for one in found)] for path in paths]
    main = columns[0]
    if len({way.name for way in main}) != len(main):
        return None
    standing: dict[tuple[Any, ...], Way] = {}
    for path, column in zip(paths, columns, strict=True):
        if [way.name for way in column] == [way.name for way in main]:
            standing[path] = Way.THAT
        elif [way.name for way in column] == [_opposite(way) for way in main]:
            standing[path] = Way.OPPOSITE
        else:
            return None
    return tuple(main), replaced_at(first, standing)


def differences(a: Any, b: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Where two trees differ: the way to the place, by names of arguments and indexes, and what stands there in each.

    Nodes of one class, and lists of one length, differ in their parts; everything else as a whole.
    """
    if a is b or (type(a) is type(b) and not isinstance(a, Ludeme | tuple) and a == b):
        return
    if isinstance(a, Ludeme) and type(a) is type(b):
        if a != b:
            for name in names_of(a):
                yield from differences(getattr(a, name), getattr(b, name), (*path, name))
    elif isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            yield from differences(x, y, (*path, i))
    else:
        yield path, a, b


def replaced_at(value: Any, changes: dict[tuple[Any, ...], Any]) -> Any:
    """A tree with other values at some places."""
    if () in changes:
        return changes[()]
    if not changes:
        return value
    inner: dict[Any, dict[tuple[Any, ...], Any]] = {}
    for path, other in changes.items():
        inner.setdefault(path[0], {})[path[1:]] = other
    if isinstance(value, tuple):
        return tuple(replaced_at(item, inner.get(i, {})) for i, item in enumerate(value))
    return replace(value, **{name: replaced_at(getattr(value, name), below) for name, below in inner.items()})


def from_the_side_of(player: int, node: Any, seen: Mapping[str, Mapping[int, str]]) -> Any:
    """A tree as one of two players sees it: the player is the mover, the other one the next.

    seen: the names of pieces, as each of the players calls them.
    """
    if isinstance(node, tuple):
        return tuple(from_the_side_of(player, item, seen) for item in node)
    if isinstance(node, RoleType):
        return {f"P{player}": RoleType.Mover, f"P{3 - player}": RoleType.Next}.get(node.name, node)
    if isinstance(node, str) and not isinstance(node, Enum):
        return seen[node][player] if node in seen else node
    if not isinstance(node, Ludeme):
        return node
    changes = {}
    for name in names_of(node):
        given = getattr(node, name)
        other = from_the_side_of(player, given, seen)
        if other is not given and other != given:
            changes[name] = other
    return replace(node, **changes) if changes else node


def for_each_player(parts: Sequence[Any], players: int) -> Any:
    """One part in place of those of all players, in order; None where they differ otherwise."""
    if len(parts) < 2 or len(parts) != players:
        return None
    standing: dict[tuple[Any, ...], Who] = {}
    for number, part in enumerate(parts[1:], 2):
        changes = list(differences(parts[0], part))
        if not changes or not all(_player(a) == 1 and _player(b) == number for _, a, b in changes):
            return None
        paths = {path for path, _, _ in changes}
        if standing and paths != standing.keys():
            return None
        standing = dict.fromkeys(paths, Who.THAT)
        if not any(isinstance(a, RoleType) for _, a, _ in changes):
            return None
    return replaced_at(parts[0], standing)


def _player(value: Any) -> int:
    if isinstance(value, RoleType):
        return int(value.name[1:]) if value.name[1:].isdigit() else 0
    return value if type(value) is int else 0
