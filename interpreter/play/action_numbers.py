"""One number for each move: an action space that is fixed before play and in which no two legal moves collide.

A move is numbered by the sites where it begins and ends, and by its variant among the legal moves that share both:

    number = (begin × (sites + 1) + end) × variants + variant        begin, end: site + 1, or 0 for no site

Games whose moves begin nowhere leave `begin` out. Moves without any site (passes, swaps, bets, votes) follow in a block
of their own, in which passing is always 0 and swapping always 1. Where the players move at the same time, every player
has such a range. Variants are counted in the order of the legal moves, which is Ludii's; in a promotion, for instance,
the variant tells the piece as long as all pieces are offered.

How many variants there are does not follow from the rules (a stack of any height may be moved in part), so that it is
measured once, in random games that are the same on every machine and both backends. A position that has more than that
uses the numbers of a reserve at the end of the space, in order: at least 32, and a sixteenth of what comes before them.
What does not fit even there is a LudLimitError. So no two legal moves of a position ever share a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Protocol

from ludparse.problems.errors import LudLimitError

NOWHERE = -1
LEAST_RESERVE = 32
RESERVED = 16
"""Numbers at the end of the space, for moves of a position that has more variants than were ever measured: at least
LEAST_RESERVE, and one for RESERVED others."""
MEASURED_MOVES = 20_000
MEASURED_GAMES = 4
MEASURED_PLIES = 100
"""Random games end when they have listed so many moves in all, or reached so many plies."""
PASS = 0
"""The place of passing among the numbers of moves without any site."""
_SWAP, _FIRST_OTHER = 1, 2


class Step(Protocol):
    """What is asked about a move. Sites are -1 where there is none."""

    @property
    def mover(self) -> int: ...
    @property
    def from_site(self) -> int: ...
    @property
    def to_site(self) -> int: ...
    @property
    def is_pass(self) -> bool: ...
    @property
    def is_swap(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Variants:
    """The largest number of legal moves that shared their sites (`sites`), and of moves without sites (`nowhere`)."""

    sites: int
    nowhere: int


@dataclass(frozen=True)
class ActionNumbers:
    """The arithmetic of an action space.

    sites: site numbers go from 0 to sites - 1. begins: whether moves are told apart by where they begin. seats: number
    of players with a range of their own (1 where they move in turn).
    """

    sites: int
    begins: bool
    seats: int
    variants: Variants

    @cached_property
    def nowhere(self) -> int:
        """The first number of moves without any site, in the range of a seat; before it are those of moves with sites.
        """
        return (self.sites + 1) ** (2 if self.begins else 1) * self.variants.sites

    @cached_property
    def per_seat(self) -> int:
        """How many numbers one seat has, without the reserve."""
        return self.nowhere + self.variants.nowhere

    @cached_property
    def first_reserve(self) -> int:
        """The first number of the reserve."""
        return self.per_seat * self.seats

    @cached_property
    def reserve(self) -> int:
        """How many numbers the reserve has."""
        return max(LEAST_RESERVE, self.first_reserve // RESERVED)

    @property
    def size(self) -> int:
        """How many numbers there are: actions go from 0 to size - 1."""
        return self.first_reserve + self.reserve

    def too_many(self) -> LudLimitError:
        """What is raised where the reserve does not suffice."""
        return LudLimitError(
            f"more legal moves of a position share their sites than the action space has numbers for: "
            f"{self.variants.sites} variants of each move, and {self.reserve} in reserve"
        )

    def no_such_site(self) -> LudLimitError:
        """What is raised for a move that begins or ends at a site past the last one."""
        return LudLimitError(f"a legal move is of a site that the action space does not have: it has {self.sites}")

    def numbers(self, moves: Sequence[Step]) -> list[int]:
        """The number of each legal move of one position; they are all different.

        Raises LudLimitError where more moves share their sites than the space has numbers for, or where a move is of a
        site that it does not have.
        """
        used: set[int] = set()
        following: dict[int, int] = {}
        out: list[int] = []
        reserve = self.first_reserve
        width, room = self.sites + 1, self.variants
        for move in moves:
            start, end = move.from_site, move.to_site
            first = (move.mover - 1) * self.per_seat if self.seats > 1 else 0
            if start < 0 and end < 0:
                first, limit = first + self.nowhere, room.nowhere
                fixed = PASS if move.is_pass else _SWAP if move.is_swap else None
                if fixed is not None and first + fixed not in used:
                    used.add(first + fixed)
                    out.append(first + fixed)
                    continue
                variant = following.get(first, _FIRST_OTHER)
            else:
                if not (-1 <= start < self.sites and -1 <= end < self.sites):
                    raise self.no_such_site()
                place = (start + 1) * width + end + 1 if self.begins else end + 1
                first, limit = first + place * room.sites, room.sites
                variant = following.get(first, 0)
            following[first] = variant + 1
            if variant < limit:
                out.append(first + variant)
                continue
            if reserve == self.size:
                raise self.too_many()
            out.append(reserve)
            reserve += 1
        return out

    def parts(self, action: int) -> tuple[int, int, int, int]:
        """(seat from 0, begin, end, variant) of an action; begin and end are -1 where there is no site. Actions of the
        reserve have seat -1. Raises IndexError for a number outside the space."""
        if not 0 <= action < self.size:
            raise IndexError(f"actions go from 0 to {self.size - 1}, and {action} is none")
        if action >= self.first_reserve:
            return -1, NOWHERE, NOWHERE, action - self.first_reserve
        seat, rest = divmod(action, self.per_seat)
        if rest >= self.nowhere:
            return seat, NOWHERE, NOWHERE, rest - self.nowhere
        place, variant = divmod(rest, self.variants.sites)
        begin, end = divmod(place, self.sites + 1) if self.begins else (0, place)
        return seat, begin - 1, end - 1, variant


def rounded(largest: int) -> int:
    """Room for variants: 1 where moves never shared their sites, else the next power of two."""
    return 1 << (largest - 1).bit_length() if largest > 1 else 1


class Measurable(Protocol):
    """A position that random games can be played from."""

    @property
    def over(self) -> bool: ...
    def listed(self) -> Sequence[Step]:
        """The legal moves."""
    def play(self, index: int) -> None:
        """Plays the legal move of a number."""


class Starter(Protocol):
    """Makes a position at the start from a seed."""

    def __call__(self, seed: int) -> Measurable: ...


def measure(start: Starter) -> Variants:
    """How many legal moves shared their sites in a few random games, the same everywhere."""
    sites = nowhere = 1
    budget = MEASURED_MOVES
    for seed in range(MEASURED_GAMES):
        position, chance = start(seed), Random(seed)
        for _ in range(MEASURED_PLIES):
            if position.over or budget <= 0:
                break
            moves = position.listed()
            if not moves:
                break
            budget -= len(moves)
            groups: dict[tuple[int, int, int], int] = {}
            for m in moves:
                key = (m.mover, m.from_site, m.to_site)
                groups[key] = groups.get(key, 0) + 1
            for (_, start_site, end_site), n in groups.items():
                if start_site < 0 and end_site < 0:
                    nowhere = max(nowhere, n)
                else:
                    sites = max(sites, n)
            position.play(chance.randrange(len(moves)))
    return Variants(rounded(sites), rounded(nowhere + _FIRST_OTHER))
