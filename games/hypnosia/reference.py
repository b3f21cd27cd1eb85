"""Hypnosia by hand: the rules as a small program of their own, without the engine.

Spaces are called by their circle and their number along it, counter-clockwise from the entry of seat a: `o0` to `o35`
(the outer one), `m0` to `m23`, `i0` to `i11`. `C` is the centre, and `a1` to `a4` are the starting spaces of seat a,
`a1` next to the circle. Pawns go counter-clockwise; seats are lettered clockwise, as turns go: to the left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import cos, radians, sin
from typing import Any

__all__ = [
    "BRIDGES",
    "SPECIAL",
    "VARIANTS",
    "Position",
    "Rules",
    "coordinates",
    "numbering",
    "read_move",
    "read_position",
    "setup",
]

VARIANTS = [
    ("Players/4", "Stacks/Taken apart"),
    ("Players/6", "Crossing/Whole die", "Starting spaces/Move up"),
    ("Players/3", "Ending/A player's last pawn", "Beginning/First player"),
    ("Stacks/Taken apart", "Crossing/Whole die", "Starting spaces/Move up"),
]

CIRCLES = {"o": 36, "m": 24, "i": 12}
"""From the outside to the inside, with their numbers of spaces."""

RADII = {"o": 6.0, "m": 4.0, "i": 2.0}

SEATS = {2: "ad", 3: "ace", 4: "abde", 5: "abcde", 6: "abcdef"}
"""Where the players sit, by their number."""

ENTRIES = {seat: -6 * k % 36 for k, seat in enumerate("abcdef")}
"""The spaces of the outer circle in front of which the pawns of the seats stand."""

BRIDGES = {f"o{6 * k + 3}": f"m{4 * k + 2}" for k in range(6)} | {f"m{4 * k}": f"i{2 * k}" for k in range(6)}
"""From the double-coloured spaces to the other ends."""

SPECIAL = [f"i{2 * k + 1}" for k in range(6)]
"""From here a pawn enters the centre."""

CENTRE = "C"


def along(space: str, steps: int) -> str:
    """The space so many steps counter-clockwise on the same circle."""
    circle, number = space[0], int(space[1:])
    return f"{circle}{(number + steps) % CIRCLES[circle]}"


@dataclass(frozen=True)
class Rules:
    """How many play, and how the rules are read."""

    players: int = 2
    stacks_cross: bool = True
    """A stack may cross a bridge, and enter the centre, in one move."""
    whole_die: bool = False
    """Crossing a bridge takes a whole die, whatever it shows; else it is the first of its steps."""
    move_up: bool = False
    """Pawns may move up on their starting spaces."""
    ends_with_one: bool = False
    """The game ends with the last pawn of any player, and not of them all."""
    throw_first: bool = True
    """The higher throw begins."""

    def seat(self, player: int) -> str:
        return SEATS[self.players][player - 1]


@dataclass(frozen=True)
class Spend:
    """One die spent: number of pawns that go from a space to another."""

    origin: str
    target: str
    die: int
    pawns: int

    @property
    def notation(self) -> str:
        return f"{'2x' if self.pawns == 2 else ''}{self.origin}-{self.target}{'ab'[self.die]}"


@dataclass(frozen=True)
class Position:
    """`pawns`: who stands on a space and how many, `(player, 1)` or `(player, 2)`. `centre`: in order of arrival.

    `dice`: what is left to spend, 0 for a die that is spent; None before the throw.
    """

    rules: Rules
    pawns: Mapping[str, tuple[int, int]]
    scores: tuple[int, ...]
    centre: tuple[int, ...] = ()
    mover: int = 1
    throws: tuple[int, ...] | None = None
    """Who begins is not settled yet: what the first players have thrown."""
    dice: tuple[int, ...] | None = None

    @property
    def ranking(self) -> tuple[float, ...]:
        """Points decide, then who came to the centre first."""
        owners = {player for player, _ in self.pawns.values()}
        missing = set(range(1, self.rules.players + 1)) - owners
        if not (len(self.centre) == 5 or not owners or (missing and self.rules.ends_with_one)):
            return ()
        worth = [
            (score, -self.centre.index(player) if player in self.centre else -5)
            for player, score in enumerate(self.scores, 1)
        ]
        return tuple(sum(w > mine for w in worth) + (1 + worth.count(mine)) / 2 for mine in worth)

    def shown(self) -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
        """Owners of the pawns on each space from the bottom, and the scores."""
        spaces = {space: (player,) * count for space, (player, count) in self.pawns.items()}
        return spaces | ({CENTRE: self.centre} if self.centre else {}), self.scores

    def thrown(self, dice: Sequence[int]) -> Position:
        return replace(self, dice=tuple(dice))

    def notations(self) -> list[str]:
        """`o3-o8a` spends the first die on a pawn, `2xo3-o8b` the second on a stack; `throw` and `pass`."""
        if self.throws is not None:
            return ["throw"]
        return [*self._spends] or ["pass"]

    def after(self, notation: str) -> Position:
        assert self.dice is not None
        if notation == "throw":
            return self._after_throw(sum(self.dice))
        if notation == "pass":
            return replace(self, mover=self._following(self.pawns), dice=None)
        spend = self._spends[notation]
        pawns, scores, centre = dict(self.pawns), list(self.scores), self.centre
        owner, left = pawns.pop(spend.origin)
        if left > spend.pawns:
            pawns[spend.origin] = (owner, left - spend.pawns)
        if spend.target == CENTRE:
            scores[self.mover - 1] += sum(5 - len(centre) - k for k in range(spend.pawns))
            centre += (self.mover,) * spend.pawns
        else:
            there, taken = pawns.get(spend.target, (self.mover, 0))
            if there == self.mover:
                pawns[spend.target] = (self.mover, taken + spend.pawns)
            else:
                pawns[spend.target] = (self.mover, spend.pawns)
                scores[self.mover - 1] += taken
                scores[there - 1] -= taken
        dice = tuple(0 if k == spend.die else value for k, value in enumerate(self.dice))
        return replace(
            self,
            pawns=pawns,
            scores=tuple(scores),
            centre=centre,
            mover=self.mover if any(dice) else self._following(pawns),
            dice=dice if any(dice) else None,
        )

    def _following(self, pawns: Mapping[str, tuple[int, int]]) -> int:
        """Who is next: the next player to the left with pawns outside the centre; the next one if there is none."""
        owners = {player for player, _ in pawns.values()}
        order = [(self.mover + k) % self.rules.players + 1 for k in range(self.rules.players)]
        return next((player for player in order if player in owners), order[0])

    def _after_throw(self, sum_of_dice: int) -> Position:
        """When all have thrown the highest begins; all throw again if two have thrown that."""
        assert self.throws is not None
        throws = (*self.throws, sum_of_dice)
        if len(throws) < self.rules.players:
            return replace(self, throws=throws, mover=self.mover + 1, dice=None)
        if throws.count(max(throws)) > 1:
            return replace(self, throws=(), mover=1, dice=None)
        return replace(self, throws=None, mover=1 + throws.index(max(throws)), dice=None)

    @cached_property
    def _spends(self) -> dict[str, Spend]:
        found = []
        for die, steps in enumerate(self.dice or ()):
            for origin, (owner, count) in self.pawns.items():
                if owner != self.mover or not steps:
                    continue
                for target, inwards in self._targets(origin, steps):
                    for pawns in range(1, count + 1):
                        if (pawns == 1 or not inwards or self.rules.stacks_cross) and self._may_end(target, pawns):
                            found.append(Spend(origin, target, die, pawns))
        return {spend.notation: spend for spend in found}

    def _targets(self, origin: str, steps: int) -> list[tuple[str, bool]]:
        """Where so many steps lead, and whether over a bridge or into the centre."""
        if origin[0] in ENTRIES:
            place = int(origin[1]) - steps
            if place <= 0:
                return [(along(f"o{ENTRIES[origin[0]]}", -place), False)]
            return [(f"{origin[0]}{place}", False)] if self.rules.move_up else []
        targets = [(along(origin, steps), False)]
        if origin in BRIDGES:
            targets.append((along(BRIDGES[origin], 0 if self.rules.whole_die else steps - 1), True))
        if origin in SPECIAL and steps == 1:
            targets.append((CENTRE, True))
        return targets

    def _may_end(self, target: str, pawns: int) -> bool:
        if target == CENTRE:
            return len(self.centre) + pawns <= 5
        there, count = self.pawns.get(target, (0, 0))
        if there == self.mover:
            return count + pawns <= 2
        return count <= pawns


def setup(options: Mapping[str, str], ruleset: str | None = None) -> Position:
    """Four pawns of each player on their starting spaces."""
    rules = Rules(
        int(options.get("Players", "2")),
        options.get("Stacks") != "Taken apart",
        options.get("Crossing") == "Whole die",
        options.get("Starting spaces") == "Move up",
        options.get("Ending") == "A player's last pawn",
        options.get("Beginning") != "First player",
    )
    pawns = {f"{rules.seat(player)}{k}": (player, 1) for player in range(1, rules.players + 1) for k in range(1, 5)}
    return Position(rules, pawns, (0,) * rules.players, throws=() if rules.throw_first else None)


@cache
def coordinates() -> dict[str, tuple[float, float]]:
    """Where the spaces lie: seat a is at the bottom, circles are 2 apart, starting spaces 1 apart."""
    polar = {f"{circle}{k}": (RADII[circle], 360 * k / n) for circle, n in CIRCLES.items() for k in range(n)}
    polar |= {f"{seat}{k}": (6 + k, 10 * number) for seat, number in ENTRIES.items() for k in range(1, 5)}
    polar[CENTRE] = (0, 0)
    return {
        # Adding 0 makes 0.0 of -0.0.
        space: (round(r * sin(radians(angle)), 2) + 0.0, round(-r * cos(radians(angle)), 2) + 0.0)
        for space, (r, angle) in polar.items()
    }


@cache
def numbering() -> list[str]:
    """The spaces in the engine's order: a point's rank is 100 times its height and its distance to the right."""
    places = coordinates()
    return sorted(places, key=lambda space: 100 * places[space][1] + places[space][0])


def read_position(view: Any) -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
    names = dict(zip(view.sites, numbering(), strict=True))
    spaces = {names[site]: tuple(int(p.removeprefix("Pawn")) for p in pawns) for site, pawns in view.pieces.items()}
    return spaces, view.scores


def read_move(move: Any, view: Any) -> str:
    text = "".join(map(str, move.actions))
    if "[Pass" in text:
        return "pass"
    if "[Select" in text:
        return "throw"
    names = numbering()
    stack = 2 if "stack=true" in text else 1
    return Spend(names[move.from_site], names[move.to_site], int(text.split("indexDie=")[1][0]), stack).notation
