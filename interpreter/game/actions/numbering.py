"""From the moves that a game may have to a number for each: what tells them apart, and no more than that.

A move is looked up by where it begins and ends. Where several moves share that and may be legal at the same time, a
few *columns* tell them apart: the kind of the action that is the decision, levels, or a parameter of an action (the
piece of a promotion). Values that one move can only have in different positions share a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .buffer import NotBoundedError, Possible
from .classes import MOST_TOLD, Classes, classes_of, gone
from .columns import KIND, Column, kinds_of
from .values import members

__all__ = ["Column", "Group", "Meaning", "Numbering", "build"]

MOST_PLACED = 500_000
"""Moves that are told apart by where they begin and end and what they are, of which each takes some 400 bytes."""


@dataclass(slots=True)
class Group:
    """The moves from one place to another, if more than one may be legal at once. numbers: by the values of the
    columns. other: the number of all other values, -1 if there are none."""

    columns: tuple[Column, ...]
    numbers: dict[tuple[int, ...], int]
    other: int = -1


class Meaning(NamedTuple):
    """What a number stands for. kinds: of the decision (numbers). begin, end: sites, -1 for none. values: for some
    columns, the values of the move, of which it has one."""

    kinds: frozenset[int]
    begin: int
    end: int
    values: tuple[tuple[Column, frozenset[int]], ...]


@dataclass(slots=True)
class Numbering:
    """The numbers of a game's moves.

    places: by begin and end, a number or a `Group`. size: how many numbers there are. told: whether the columns tell
    apart all moves that may be legal at once, as far as is known. bounded: whether all moves are among the places.
    by_content: whether there are so many places that all moves are told apart by their content alone.
    meanings: of each number. reason: why some or all moves are told apart by their content, "" where none are.
    shared: how many moves of one position may have no number of their own; None where any number may.
    """

    places: dict[tuple[int, int], int | Group]
    size: int
    told: bool
    bounded: bool
    meanings: list[Meaning] = field(default_factory=list)
    by_content: bool = False
    reason: str = ""
    shared: int | None = 0


def build(
    moves: Iterable[Possible], sites: int, written: set[str], declared: Sequence[int], hidden: bool,
    inside: tuple[bool, bool] = (True, True),
) -> Numbering:  # fmt: skip
    """Numbers possible moves. sites: site numbers are below it. inside: whether moves begin, and end, at sites that
    exist where it is not known at which. written: fields that moves are tried with other values
    of. declared: for each component the number of the first one that the same item declares. hidden: whether players
    do not see all: which consequents a move has may follow from what its player does not see, and numbers do not tell
    that. Raises NotBoundedError where that would be too many numbers."""
    places: dict[tuple[int, int], dict[Any, Possible]] = {}
    differing: dict[tuple[int, int], dict[Any, frozenset[int]]] = {}
    anywhere = frozenset(range(-1, sites))
    moves = list(moves)
    loose = free = outside = False
    placed = values = 0
    for move in moves:
        loose, free = loose or move.loose, free or bool(move.free)
        starts, ends = members(move.start), members(move.end)
        outside = outside or (starts is None and not inside[0]) or (ends is None and not inside[1])
        key = _content(move, written)
        for start in anywhere if starts is None else starts:
            for end in anywhere if ends is None else ends:
                if -1 <= start < sites and -1 <= end < sites:
                    kept = places.setdefault((start, end), {}).setdefault(key, move)
                    kept.last = max(kept.last, move.last)
                    different = move.differing(kept) if kept is not move or move.several else None
                    if different:
                        known = differing.setdefault((start, end), {})
                        known[key] = known.get(key, frozenset()) | different
                    placed += kept is move
                else:
                    outside = True  # whoever plays may make it all the same
            if placed > MOST_PLACED:
                raise NotBoundedError("its moves may begin and end in too many places")
    numbering = Numbering({}, 0, True, not loose and not outside)
    done: dict[Any, Classes] = {}
    shared: set[tuple[tuple[int, int], Any]] = set()
    for place in sorted(places):
        kinds = places[place]
        there = list(kinds.values())
        mixed = differing.get(place, {})
        if mixed:
            there = [move.that_varies(mixed[key]) if key in mixed else move for key, move in kinds.items()]
        without = [(i, k) for i, a in enumerate(there) if a.gone < a.index for k, b in enumerate(there) if gone(a, b)]
        shape = (*kinds, *without, *mixed.items())
        if shape not in done:
            done[shape] = classes_of(there, written, declared, hidden)
        columns, classes, told, bounded, some = done[shape]
        if some:
            keys = list(kinds)
            shared |= {(place, keys[i]) for i in some}
        values += sum(map(len, classes))
        if values > MOST_TOLD:
            raise NotBoundedError("too many values tell its moves apart")
        numbering.told &= told
        numbering.bounded &= bounded
        every: set[int] = set()
        for move in kinds.values():
            every |= members(kinds_of(move)) or set()
        _give(numbering, place, columns, classes, frozenset(every))
    numbering.shared = _most_shared(moves, shared, sites, written)
    if free and not numbering.told:  # there may be many whose other actions alone tell them apart
        numbering.bounded = False
    if not numbering.told:
        numbering.reason = "its rules may make several moves at once that no number tells apart"
    elif not numbering.bounded:
        numbering.reason = "not all values that tell its moves apart are known"
    return numbering


def _most_shared(
    moves: list[Possible], shared: set[tuple[tuple[int, int], Any]], sites: int, written: set[str]
) -> int | None:
    """How many moves of one position may have no number of their own. shared: the places and contents of such moves."""
    anywhere = frozenset(range(-1, sites))
    found: dict[int, int] = {}
    for move in moves:
        starts, ends = members(move.start) or anywhere, members(move.end) or anywhere
        inside = starts <= anywhere and ends <= anywhere
        key = _content(move, written) if shared or not inside else None
        if not inside or any(((start, end), key) in shared for start in starts for end in ends):
            most = move.most()
            if most is None:
                return None
            found[move.turn] = found.get(move.turn, 0) + most
    return max(found.values(), default=0)


def _give(
    numbering: Numbering, place: tuple[int, int], columns: tuple[Column, ...], classes: list[Any], kinds: frozenset[int]
) -> None:
    """Gives numbers to the classes of one place."""
    if len(classes) == 1:
        numbering.places[place] = numbering.size
        numbering.meanings.append(Meaning(kinds, *place, ()))
        numbering.size += 1
        return
    group = Group(columns, {})
    for keys in classes:
        for key in keys:
            if key is None:
                group.other = numbering.size
            else:
                group.numbers[key] = numbering.size
        told = [key for key in keys if key is not None]
        values = tuple((c, frozenset(key[i] for key in told)) for i, c in enumerate(columns)) if told else ()
        own = next((told for column, told in values if column.what == KIND), kinds)
        numbering.meanings.append(Meaning(own, *place, values))
        numbering.size += 1
    numbering.places[place] = group


def _content(move: Possible, written: set[str]) -> Any:
    """What a possible move is, beside where it begins and ends."""
    facts = frozenset((k, v) for k, v in move.facts.items() if k[0] not in written and isinstance(v, (int, frozenset)))
    acts = tuple((a.kind, a.params, a.decision, a.may) for a in move.acts)
    gone = (move.gone, move.index) if move.gone < move.index else None
    others = move.free, move.loose, move.source, gone
    return id(move.place), move.turn, move.mover, move.low, move.high, acts, others, move.thens, move.several, facts
