"""Direction systems: the compass, round boards, and boards with layers; and how a facing piece sees them.

All functions here are pure. A *facing* is a specific absolute direction (N, UNE, CW, ...), never a collective one
(Adjacent, Orthogonal, ...). `supported` is always the tuple of facings that a board, or one site, has steps in, in the
order of `Topology.supported_directions`. The order of moves depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from ludparse.ludemes.enums import AbsoluteDirection, RelationType, RelativeDirection

__all__ = [
    "COMPASS",
    "ORDINAL",
    "ROTATIONAL",
    "SPATIAL",
    "absolute_directions",
    "difference",
    "expand",
    "facing_index",
    "is_specific",
    "left",
    "leftward",
    "opposite",
    "random_candidates",
    "relation_of",
    "relative",
    "right",
    "rightward",
    "rotated",
    "to_absolute",
    "union",
]

Facing: TypeAlias = AbsoluteDirection

_A = AbsoluteDirection
_R = RelativeDirection

ORDINAL: Mapping[AbsoluteDirection, int] = {direction: i for i, direction in enumerate(AbsoluteDirection)}
"""The place of a direction in the language's list; collective directions come first."""

COMPASS: tuple[Facing, ...] = (
    *(_A.N, _A.NNE, _A.NE, _A.ENE, _A.E, _A.ESE, _A.SE, _A.SSE),
    *(_A.S, _A.SSW, _A.SW, _A.WSW, _A.W, _A.WNW, _A.NW, _A.NNW),
)
"""Clockwise from north."""

_RING = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_DOWN: tuple[Facing, ...] = tuple(_A.__members__["D" + name] for name in _RING)
_UP: tuple[Facing, ...] = tuple(_A.__members__["U" + name] for name in _RING)
SPATIAL: tuple[Facing, ...] = (_A.D, *_DOWN, _A.U, *_UP)
"""From one layer to the next: straight down, the eight ways down, straight up, the eight ways up."""

ROTATIONAL: tuple[Facing, ...] = (_A.Out, _A.CW, _A.In, _A.CCW)
"""Around the middle of a round board."""

_INDEX: dict[Facing, int] = {d: i for system in (COMPASS, SPATIAL, ROTATIONAL) for i, d in enumerate(system)}


def _turn_table(compass_steps: int, ring_steps: int, rotational: Mapping[Facing, Facing]) -> dict[Facing, Facing]:
    """The facing after a turn by `steps` of their own system."""
    table = {d: COMPASS[(i + compass_steps) % 16] for i, d in enumerate(COMPASS)}
    for ring in (_DOWN, _UP):
        table |= {d: ring[(i + ring_steps) % 8] for i, d in enumerate(ring)}
    return table | {_A.D: _A.D, _A.U: _A.U} | dict(rotational)


# On round boards a turn is no rotation of one circle: from In both turns of the right hand go on to CCW and Out.
_TURN_LEFT = {_A.Out: _A.CCW, _A.CW: _A.In, _A.In: _A.CW, _A.CCW: _A.Out}
_TURN_RIGHT = {_A.Out: _A.CW, _A.CW: _A.In, _A.In: _A.CCW, _A.CCW: _A.Out}

_LEFT = _turn_table(-1, -1, _TURN_LEFT)
_RIGHT = _turn_table(1, 1, _TURN_RIGHT)
_LEFTWARD = _turn_table(-4, -1, _TURN_LEFT)
_RIGHTWARD = _turn_table(4, 1, _TURN_RIGHT)
_OPPOSITE = (
    {d: COMPASS[(i + 8) % 16] for i, d in enumerate(COMPASS)}
    | {d: _UP[(i + 4) % 8] for i, d in enumerate(_DOWN)}
    | {d: _DOWN[(i + 4) % 8] for i, d in enumerate(_UP)}
    | {_A.D: _A.U, _A.U: _A.D, _A.Out: _A.In, _A.In: _A.Out, _A.CW: _A.CCW, _A.CCW: _A.CW}
)

_RELATIONS = {
    _A.Adjacent: RelationType.Adjacent,
    _A.Diagonal: RelationType.Diagonal,
    _A.All: RelationType.All,
    _A.OffDiagonal: RelationType.OffDiagonal,
    _A.Orthogonal: RelationType.Orthogonal,
}


def is_specific(direction: AbsoluteDirection) -> bool:
    """Whether this is a single direction and not a collective one."""
    return direction in _INDEX


def facing_index(facing: Facing) -> int:
    """The index of a facing in its own system. Boards sort their directions by it."""
    return _INDEX[facing]


def to_absolute(facing: Facing) -> AbsoluteDirection:
    """The direction to look for steps in. Ludii takes DSW where a board supports DNW; so do we."""
    return _A.DSW if facing is _A.DNW else facing


def left(facing: Facing) -> Facing:
    """The next facing counter-clockwise in the same system."""
    return _LEFT[facing]


def right(facing: Facing) -> Facing:
    """The next facing clockwise in the same system."""
    return _RIGHT[facing]


def leftward(facing: Facing) -> Facing:
    """A quarter turn to the left on the compass; the next facing to the left in the other systems."""
    return _LEFTWARD[facing]


def rightward(facing: Facing) -> Facing:
    """A quarter turn to the right on the compass; the next facing to the right in the other systems."""
    return _RIGHTWARD[facing]


def opposite(facing: Facing) -> Facing:
    """The opposite facing."""
    return _OPPOSITE[facing]


def relation_of(direction: AbsoluteDirection) -> RelationType | None:
    """The relation that a collective direction stands for; None for any other direction."""
    return _RELATIONS.get(direction)


def _between(
    first: Facing, end: Facing, turn: Callable[[Facing], Facing], supported: Sequence[Facing]
) -> tuple[Facing, ...]:
    """The supported facings from `first` (inclusive) to `end` (exclusive), in turning order."""
    found = []
    facing = first
    for _ in range(len(COMPASS)):  # between layers the turn never reaches `end`
        if facing is end:
            break
        if facing in supported:
            found.append(facing)
        facing = turn(facing)
    return tuple(found)


def _next_supported(
    facing: Facing, turn: Callable[[Facing], Facing], supported: Sequence[Facing]
) -> tuple[Facing, ...]:
    """The next supported facing after `facing` in turning order, if there is one."""
    for _ in range(len(COMPASS)):
        facing = turn(facing)
        if facing in supported:
            return (facing,)
    return ()


def relative(facing: Facing, direction: RelativeDirection, supported: Sequence[Facing]) -> tuple[Facing, ...]:
    """The facings that a relative direction means to a piece that faces `facing`, in Ludii's order.

    FLL, FLLL and their like mean the same as FL in Ludii, and so here. SameDirection and OppositeDirection depend on
    the last move, see `Topology.directions_to`; here they give nothing.
    """
    if direction in _SINGLE:
        found = _SINGLE[direction](facing)
        return (found,) if found in supported else ()
    if direction is _R.Forwards:
        return _between(right(leftward(facing)), rightward(facing), right, supported)
    if direction is _R.Backwards:
        back = opposite(facing)
        return _between(right(leftward(back)), rightward(back), right, supported)
    if direction is _R.Rightwards:
        return _between(right(facing), opposite(facing), right, supported)
    if direction is _R.Leftwards:
        return _between(left(facing), opposite(facing), left, supported)
    if direction in (_R.SameDirection, _R.OppositeDirection):
        return ()
    name = direction.name
    start = facing if name[0] == "F" else opposite(facing)
    return _next_supported(start, left if name[1] == "L" else right, supported)


_SINGLE: Mapping[RelativeDirection, Callable[[Facing], Facing]] = {
    _R.Forward: lambda facing: facing,
    _R.Backward: opposite,
    _R.Rightward: rightward,
    _R.Leftward: leftward,
}


def rotated(facing: Facing, rotation: int, supported: Sequence[Facing]) -> Facing:
    """The facing after `rotation` (0 or more) turns to the right, each to the next supported facing."""
    for _ in range(rotation):
        found = _next_supported(facing, right, supported)
        if not found:
            return facing
        facing = found[0]
    return facing


def absolute_directions(
    facing: Facing,
    directions: Iterable[RelativeDirection],
    supported: Sequence[Facing],
    *,
    rotation: int = 0,
) -> tuple[AbsoluteDirection, ...]:
    """What `directions` mean to a piece on the board, in the order in which its moves are generated.

    Duplicates are kept.

    `facing`: where the piece looks (north if it has no facing of its own). `supported`: of the board, or of the
    site for `bySite:True`, by the relation of the ludeme (Adjacent unless it says otherwise). `rotation`: of the site.
    """
    facing = rotated(facing, rotation, supported)
    return tuple(to_absolute(f) for direction in directions for f in relative(facing, direction, supported))


def expand(
    directions: Iterable[AbsoluteDirection], supported: Callable[[RelationType], Sequence[Facing]]
) -> tuple[AbsoluteDirection, ...]:
    """Replace each relation by the facings that the site supports in that relation.

    Other directions stay as they are.
    """
    found: list[AbsoluteDirection] = []
    for direction in directions:
        relation = relation_of(direction)
        if relation is None:
            found.append(direction)
            continue
        for facing in map(to_absolute, supported(relation)):
            if facing not in found:
                found.append(facing)
    return tuple(found)


def union(
    first: Iterable[AbsoluteDirection],
    second: Iterable[AbsoluteDirection],
    supported: Callable[[RelationType], Sequence[Facing]],
) -> tuple[AbsoluteDirection, ...]:
    """The directions of both lists, those of the first list first; `supported` as for `expand`."""
    found = list(expand(first, supported))
    for direction in expand(second, supported):
        if direction not in found:
            found.append(direction)
    return tuple(found)


def difference(
    first: Iterable[AbsoluteDirection],
    removed: Iterable[AbsoluteDirection],
    supported: Callable[[RelationType], Sequence[Facing]],
) -> tuple[AbsoluteDirection, ...]:
    """The directions of the first list that are not in the second; `supported` as for `expand`."""
    without = expand(removed, supported)
    return tuple(direction for direction in expand(first, supported) if direction not in without)


def random_candidates(
    directions: Sequence[AbsoluteDirection], supported: Callable[[RelationType], Sequence[Facing]]
) -> tuple[AbsoluteDirection, ...]:
    """The list that `(directions Random ...)` draws from: from the last direction back to the first."""
    found: list[AbsoluteDirection] = []
    for direction in reversed(directions):
        relation = relation_of(direction)
        if relation is None:
            found.append(direction)
        else:
            found += [f for f in map(to_absolute, supported(relation)) if f not in directions]
    return tuple(found)
