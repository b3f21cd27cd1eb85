"""`game.actions`: the action space of a game, one number for each move.

The space follows from the description, its options and its ruleset alone: it is found from the program as it was
lowered (`possible.py`, `numbering.py`), before any pass. No game is played for it, and it is the same on every machine,
on both backends and in every session.

Numbers go up with where a move begins, where it ends, and what else tells it apart. Where the players move at the same
time, every player has such a range. Where the rules do not tell of all moves what they may be, a *reserve* follows: a
move without a number of its own, or one that shares its number with another legal move, gets the number there that
follows from its content. So no two legal moves of a position ever share a number, unless they are the same in every
part.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ludparse.ludemes.enums import SiteType
from ludparse.problems.errors import LudLimitError

from ...play.action_space import Action
from ...program.actions import ACTIONS, ORDER, action_number
from ...program.entries import Entry, Type
from ...program.expressions import const
from ...program.intrinsics import MOVE_FROM, MOVE_TO, run_of
from ...program.ops import Expr, Op
from ...program.raw import NOTES, RawMove
from ...program.state_layout import SiteData
from .buffer import NotBoundedError
from .columns import HIGH, KIND, LOW, PARAM, SIZE, THENS, Column
from .numbering import Group, Meaning, Numbering, build
from .possible import PossibleMoves

if TYPE_CHECKING:
    from ...play.game import Playable
    from ...play.move import Move
    from ...program.program import Program

__all__ = ["ActionSpace"]

LEAST_RESERVE, RESERVED = 16, 16
LEAST_UNBOUNDED, UNBOUNDED = 128, 8
MOST_PLACES, BY_CONTENT = 50_000, 1 << 16
"""Numbers of the reserve: at least LEAST_RESERVE, and one for RESERVED others; more where it is not known of all moves
what they may be, and where it is known that more may need one in one position, as many more. Where it is not known how
many, or there would be more than MOST_PLACES places, the reserve has BY_CONTENT numbers.
"""
VERSION = 4
"""Goes up when the numbers of games change."""
_SMALL = (2, 3, 4, 6, 8, 12, 16, 24, 32, 64)


class ActionSpace:
    """The numbers of a game's moves."""

    def __init__(
        self, game: Playable, lowered: Callable[[], Program], kept: Callable[[Callable[[], Numbering]], Numbering]
    ) -> None:
        """lowered: gives the program as it was lowered, before any pass. kept: gives the numbers, from the cache or as
        its argument makes them."""
        self._game, self._lowered, self._kept = game, lowered, kept

    @cached_property
    def numbering(self) -> Numbering:
        """The numbers of one seat. Found when they are first asked for, from the rules or in the cache."""
        return self._kept(lambda: _numbering(self._game, self._lowered(), self.declared))

    @cached_property
    def declared(self) -> list[int]:
        """For each component the number of the first one that the same item of the equipment declares."""
        first: dict[int, int] = {}
        components = self._game.equipment.components
        return [c.index if c.node is None else first.setdefault(id(c.node), c.index) for c in components]

    @cached_property
    def seats(self) -> int:
        """Players with a range of their own: 1 where they move in turn."""
        return self._game.players if self._game.flags.simultaneous else 1

    @property
    def per_seat(self) -> int:
        """How many numbers one seat has, without the reserve."""
        return self.numbering.size

    @cached_property
    def first_reserve(self) -> int:
        """The first number of the reserve."""
        return self.per_seat * self.seats

    @cached_property
    def reserve(self) -> int:
        """How many numbers the reserve has: none where the rules tell all moves apart."""
        if self.numbering.told and self.numbering.bounded:
            return 0
        if self.numbering.by_content:
            return BY_CONTENT
        least, of = (LEAST_RESERVE, RESERVED) if self.numbering.bounded else (LEAST_UNBOUNDED, UNBOUNDED)
        found, known = max(least, self.first_reserve // of), self.numbering.shared
        if known is None:
            return BY_CONTENT
        return found if known <= found else min(known + found, BY_CONTENT)  # others share it with those that are known

    @property
    def reason(self) -> str:
        """Why moves may get numbers of the reserve, which follow from their content; "" where none do."""
        return self.numbering.reason

    @cached_property
    def size(self) -> int:
        """How many actions there are: they are numbered from 0 to size - 1."""
        return self.first_reserve + self.reserve

    @property
    def version(self) -> int:
        """Goes up when numbers change: what was learned under another version does not fit."""
        return VERSION

    @cached_property
    def begin_where_they_end(self) -> bool:
        """Whether all moves that the rules may make begin where they end."""
        return not self.numbering.by_content and all(begin == end for begin, end in self.numbering.places)

    @cached_property
    def checksum(self) -> str:
        """The first 16 digits of the SHA-256 of all numbers' meanings: equal where the numbers are."""
        text = "\n".join(str(tuple(action)[1:]) for action in self.table)
        return hashlib.sha256(f"{self.size}\n{text}".encode()).hexdigest()[:16]

    @cached_property
    def table(self) -> tuple[Action, ...]:
        """What each number stands for."""
        own = [_meant(meaning) for meaning in self.numbering.meanings]
        found = [
            Action(seat * self.per_seat + k, seat, *parts) for seat in range(self.seats) for k, parts in enumerate(own)
        ]
        reserve = range(self.first_reserve, self.size)
        return (*found, *(Action(number, 0, "", -1, -1, ()) for number in reserve))

    @cached_property
    def factors(self) -> dict[str, tuple[object, ...]]:
        """For networks with a head for each part of an action: the different values of each part ("seat", "kind",
        "begin", "end", "told"), ascending. The number of an action's value is its place there."""
        return {
            name: tuple(sorted({getattr(action, name) for action in self.table}))
            for name in ("seat", "kind", "begin", "end", "told")
        }

    def passing(self, seat: int) -> int:
        """The number with which a seat passes. Raises LudLimitError in a game where nobody can."""
        place = self.numbering.places.get((-1, -1))
        if isinstance(place, Group):
            kind = action_number("pass")
            found = (n for key, n in place.numbers.items() if (KIND, kind) in _named(place.columns, key))
            place = next(found, None)
        if place is None:
            raise LudLimitError("nobody can pass in this game")
        return seat * self.per_seat + place

    def of(self, moves: Sequence[Move]) -> list[int]:
        """The actions of all legal moves of a position, in order; equal where two moves are the same in every part.

        Raises LudLimitError where the reserve does not suffice.
        """
        places, seats = self.numbering.places, self.seats
        numbers: list[int] = []
        for move in moves:
            number = places.get(move.ends)
            if isinstance(number, Group):
                number = self._within(number, move.raw)
            if number is None or number < 0:
                number = -1
            elif seats > 1:
                number += (move.mover - 1) * self.per_seat
            numbers.append(number)
        if -1 in numbers or len(set(numbers)) < len(numbers):
            self._settle(moves, numbers)
        return numbers

    def _within(self, group: Group, move: RawMove) -> int:
        key = tuple(column.of(move, self.declared) for column in group.columns)
        return group.numbers.get(key, group.other)

    def _settle(self, moves: Sequence[Move], numbers: list[int]) -> None:
        """Gives moves without a number, and those that share one, numbers of the reserve."""
        times = Counter(numbers)
        first: dict[int, RawMove] = {}
        shared = {-1}
        for move, number in zip(moves, numbers, strict=True):
            if times[number] > 1 and first.setdefault(number, move.raw) != move.raw:
                shared.add(number)
        left = [k for k, number in enumerate(numbers) if number in shared]
        taken: dict[int, RawMove] = {}
        for hashed, k in sorted((content_hash(moves[k].raw), k) for k in left):
            if not self.reserve:
                raise self.too_many()
            slot = hashed % self.reserve
            for _ in range(self.reserve):
                if taken.setdefault(slot, moves[k].raw) == moves[k].raw:
                    break
                slot = (slot + 1) % self.reserve
            else:
                raise self.too_many()
            numbers[k] = self.first_reserve + slot

    def too_many(self) -> LudLimitError:
        """What is raised where the reserve does not suffice."""
        return LudLimitError(
            f"a legal move has no number of its own, and the action space has {self.reserve} in reserve for such moves"
        )

    def name(self, action: int) -> str:
        """An action for people: `A1-B2`, `B2`, `A7-A8 what=Queen1`, `pass`, `swap`, `reserve 4`; with the player's
        number in front where the players move at the same time.

        Raises IndexError for a number outside the space.
        """
        if not 0 <= action < self.size:
            raise IndexError(f"actions go from 0 to {self.size - 1}, and {action} is none")
        if action >= self.first_reserve:
            return f"reserve {action - self.first_reserve + 1} of {self.reserve}"
        found = self.table[action]
        names = self._game.vocabulary.names
        assert names is not None  # only a move that came alone has none
        sites = [] if found.begin < 0 else [names.site(found.begin)]
        sites += [names.site(found.end)] if found.end >= 0 and found.end != found.begin else []
        text = "-".join(sites) or found.kind
        pieces = self._game.equipment.components
        for what, values in found.told:
            shown = [pieces[v].name if what == "what" and 0 <= v < len(pieces) else str(v) for v in values]
            if what != "kind" or sites:
                text += f" {what}={'/'.join(found.kind if what == 'kind' else x for x in shown[:3])}"
        return f"P{found.seat + 1}: {text}" if self.seats > 1 else text

    def __repr__(self) -> str:
        return f"<ActionSpace of {self._game.name!r}, {self.size} actions>"


def _named(columns: Sequence[Column], key: Sequence[int]) -> list[tuple[int, int]]:
    return [(column.what, value) for column, value in zip(columns, key, strict=True)]


def _meant(meaning: Meaning) -> tuple[str, int, int, tuple[tuple[str, tuple[int, ...]], ...]]:
    told = tuple((_name_of(column), tuple(sorted(values))) for column, values in meaning.values)
    return "/".join(sorted(ORDER[k - 1] for k in meaning.kinds if k)), meaning.begin, meaning.end, told


def _name_of(column: Column) -> str:
    if column.what != PARAM:
        return {KIND: "kind", LOW: "level", HIGH: "level_max", SIZE: "actions", THENS: "then"}[column.what]
    name = ACTIONS[ORDER[column.kind - 1]].params[column.param]
    return name if not column.nth else f"{name}_{column.nth + 1}"


def content_hash(move: RawMove) -> int:
    """A number of 64 bits that follows from all that a move is, but for its consequents (FNV-1a over its numbers)."""
    h = 0xCBF29CE484222325
    values = [move.mover, move.from_site, move.to_site, move.level_min, move.level_max]
    for act in move.actions:
        if act.kind not in NOTES:
            values += (action_number(act.kind), int(act.decision), *act.params)
    for value in values:
        h = ((h ^ (value & 0xFFFFFFFF)) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return h ^ (h >> 32)


def _numbering(game: Playable, program: Program, declared: Sequence[int]) -> Numbering:
    """The numbers of one seat of a game."""
    topology = game.equipment.board
    sites = max(game.equipment.num_sites, *(topology.size(kind) for kind in SiteType))
    turns = 0 if game.flags.simultaneous else game.players
    thresholds = (*_SMALL, sites - 1, sites, len(game.equipment.components))
    followed = PossibleMoves(program, turns, thresholds)
    try:
        moves = followed.moves()
        ranges = _range(followed, MOVE_FROM), _range(followed, MOVE_TO)
        inside = ranges[0][0] >= -1 and ranges[0][1] < sites, ranges[1][0] >= -1 and ranges[1][1] < sites
        numbering = build(moves, sites, followed.written, declared, game.flags.hidden, inside)
    except NotBoundedError as error:
        numbering = _any_sites(followed, sites)
        numbering.reason = str(error)
    if game.flags.simultaneous and (-1, -1) not in numbering.places:
        numbering.places[-1, -1] = numbering.size
        numbering.meanings.append(Meaning(frozenset({action_number("pass")}), -1, -1, ()))
        numbering.size += 1
    return numbering


def _range(followed: PossibleMoves, entry: Entry) -> tuple[int, int]:
    """The least and the highest number that moves may have as their begin, or end."""
    return followed.ranges.range_of(Expr(Op.RUN, Type.INT, (const(0),), run_of(entry)))


def _any_sites(followed: PossibleMoves, sites: int) -> Numbering:
    """Numbers for moves of which nothing is known but the ranges of where they begin and end."""

    def span(entry: Entry) -> range:
        low, high = _range(followed, entry)
        return range(max(low, -1), min(high, sites - 1) + 1)

    held = [f.size for f in followed.program.fields.values() if f.site is SiteData.CONTENT]
    sites = min([sites, max(held, default=sites)])
    numbering = Numbering({}, 0, False, False)
    if len(span(MOVE_FROM)) * len(span(MOVE_TO)) > MOST_PLACES:
        numbering = Numbering({(-1, -1): 0}, 1, False, False, by_content=True)
        numbering.meanings.append(Meaning(frozenset({action_number("pass")}), -1, -1, ()))
        return numbering
    for begin in span(MOVE_FROM):
        for end in span(MOVE_TO):
            numbering.places[begin, end] = numbering.size
            numbering.meanings.append(Meaning(frozenset(), begin, end, ()))
            numbering.size += 1
    return numbering
