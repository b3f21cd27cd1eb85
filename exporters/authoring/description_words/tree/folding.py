"""The tree of a description as it is told: constants are decided, and what is written once for each direction is one.

Six conditions that differ only in the direction that they name, `(or {(… E) (… NE) …})`, become one condition on *that
direction*, and a `SomeWay` or `EachWay` around it that says which directions these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of, replace, walk
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    CompassDirection,
    IsPlayerType,
    RoleType,
    SpatialDirection,
)
from ludparse.ludemes.kinds import BooleanFunction, Moves, RegionFunction

from .deciding import decided, player_after, used_often
from .likening import ON_TRACKS, preferring, told_alike
from .naming import with_names
from .trees import Changed, differences, replaced_at

__all__ = [
    "COMPASS", "EachWay", "EitherTrack", "PlayerMoves", "SomePlayer", "SomeWay", "That", "TrackMoves", "Way",
    "WayMoves", "WayRegion", "Who", "folded", "for_each_player", "from_the_side_of", "is_point",
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


class SomePlayer(BooleanFunction):
    """Whether a condition holds for one of two players."""

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


def is_point(value: Any) -> bool:
    """Whether a value is a direction of the compass."""
    return isinstance(value, COMPASS) and value.name in _POINTS


Seen = Mapping[str, Mapping[int, str]]
"""What each of two players calls what has an owner, by its names in the rules."""


def folded(node: Any, players: int = 0, seen: Seen | None = None) -> Any:
    """A tree of ludemes (or a value in it) as it is told. A node in which nothing changes stays the same object.

    seen: see `from_the_side_of`; None where the players are not told apart so.
    """
    often = frozenset(used_often(node))

    def told(one: Any) -> Any:
        one = player_after(decided(one, often), players)
        return _told_once(one if seen is None or players != 2 else _as_movers_see_it(one, seen))

    return Changed(after=told).of(node)


_CHOICES: dict[type, tuple[str, str]] = {
    L.MovesIf: ("list", "else_list"), L.BoolIf: ("ok", "not_ok"), L.RegionIf: ("ok", "not_ok"),
    L.IntIf: ("value_a", "value_b"),
}  # fmt: skip
"""What is chosen by a condition: the arguments for the case that it holds, and that it does not."""


def _as_movers_see_it(node: Any, seen: Seen) -> Any:
    """A choice by which of two players is the mover, as one part where each of them sees the same in it."""
    if type(node) not in _CHOICES or getattr(node, "then", None) is not None:
        return node
    player = _is_mover(node.cond)
    one, other = (getattr(node, name) for name in _CHOICES[type(node)])
    if not player or not isinstance(one, Ludeme) or not isinstance(other, Ludeme):
        return node
    mine = from_the_side_of(player, one, seen)
    return mine if mine == from_the_side_of(3 - player, other, seen) else node


def _is_mover(condition: Any) -> int:
    """The player of whom a condition says that it is the mover; 0 for other conditions."""
    if isinstance(condition, L.IsPlayer) and condition.kind is IsPlayerType.Mover:
        return _player(condition.role if condition.index is None else condition.index)
    if not isinstance(condition, L.Equals):
        return 0
    sides = (condition.value_a, condition.value_b if condition.value_b is not None else condition.role_b)
    return max(map(_player, sides)) if any(isinstance(side, L.Mover) for side in sides) else 0


def _told_once(node: Any) -> Any:
    """A node as one part for several, where its parts differ in a direction, a track or a player alone."""
    if isinstance(node, L.MovesIf):
        node = _for_a_player(_on_a_track(node))
    if isinstance(node, L.MovesOr):
        node = _either_track(node, node.list or (node.moves_a, node.moves_b))
    if isinstance(node, L.MovesOr):
        node = told_alike(node)
    if isinstance(node, L.BoolOr):
        node = _for_somebody(node)
    if isinstance(node, L.BoolAnd):
        node = with_names(node)
    if isinstance(node, L.Priority):
        node = preferring(node)
    return _one_for_all_ways(node) if isinstance(node, Ludeme) else node


# ------------------------------------------------------------------ constants


_ON_TRACKS = (*ON_TRACKS, TrackMoves)


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


def _for_somebody(node: Any) -> Any:
    """Conditions of which one has to hold, that differ in their player alone: of two, the mover and the next one."""
    parts = node.list or (node.a, node.b)
    changes = list(differences(*parts)) if len(parts) == 2 else []
    if not changes or any((type(a), type(b)) not in (_BOTH, _BOTH[::-1]) for _, a, b in changes):
        return node
    if len({type(a) for _, a, _ in changes}) > 1 or any(isinstance(one, _BOTH) for one in walk(
            replaced_at(parts[0], dict.fromkeys((path for path, _, _ in changes), Who.THAT)))):  # fmt: skip
        return node
    body = replaced_at(parts[0], dict.fromkeys((path for path, _, _ in changes), Who.THAT))
    return SomePlayer(body=body, span=node.span)


_BOTH = (L.Mover, L.Next)


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
        if not changes or not all(is_point(a) and is_point(b) and "ways" not in path for path, a, b in changes):
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


def from_the_side_of(player: int, node: Any, seen: Seen) -> Any:
    """A tree as one of two players sees it: the player is the mover, the other one the next.

    seen: the names of pieces and tracks, as each of the players calls them.
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
