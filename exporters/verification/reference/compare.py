"""Compares the engine with a reference: random games and perft of one variant, on one or more backends at once.

The reference computes each position once. Every backend has to show the same position, the same legal moves by name,
and the same result. Games are random, so positions near the start are compared most often.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from .protocol import GameFolder, Position, ThrowingPosition
from .view import Names, View

__all__ = ["Mismatch", "Outcome", "Settings", "Variant", "chosen", "compare", "variants_of"]

_MOST = 12  # how many differing moves a mismatch lists
_MANY = 2_000  # number of positions from which compiling optimised code first pays


@dataclass(frozen=True)
class Settings:
    """How much is checked of each variant.

    positions: how many are compared. plies: after so many a game is left. perft_seconds: time for the reference to
    count; the deepest level that is done by then is compared (0: none). seconds: later no comparison is begun, but the
    first is.
    """

    positions: int = 10_000
    plies: int = 400
    perft_seconds: float = 20.0
    seconds: float = 600.0
    seed: int = 1


@dataclass(slots=True)
class Mismatch:
    """The first difference between a backend and the reference.

    kind: position, moves, names, mover, result, perft, dice, error. `moves` lead to it from the start; `dice` are the
    throws on the way. `ours` is the engine's side.
    """

    kind: str
    backend: str
    message: str
    moves: list[str] = field(default_factory=list)
    ours: str = ""
    theirs: str = ""
    seed: int = 0


@dataclass(slots=True)
class Outcome:
    """The result of checking one variant, or of the part before an interruption."""

    variant: str
    backends: list[str] = field(default_factory=list)
    positions: int = 0
    different: int = 0
    games: int = 0
    finished: int = 0
    places: dict[str, int] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    branching: float = 0.0
    perft: list[int] = field(default_factory=list)
    seconds: float = 0.0
    mismatch: Mismatch | None = None
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class _Differs(Exception):
    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(mismatch.message)
        self.mismatch = mismatch


def compare(
    folder: GameFolder,
    variant: Variant,
    load: Callable[..., Any],
    backends: Sequence[str],
    settings: Settings,
    heard: Callable[[int], None] = lambda positions: None,
) -> Outcome:
    """Check one variant up to its first mismatch. `heard` is told how many positions are done.

    Ctrl-C ends it, and what was found until then is returned.

    Raises LudError for a description that cannot be loaded.
    """
    games = [
        load(str(folder.description), options=variant.options, ruleset=variant.ruleset, backend=name)
        for name in backends
    ]
    if settings.positions >= _MANY:
        for game in games:
            game.optimise()
    outcome = Outcome(str(variant), [game.backend for game in games])
    began = time.monotonic()
    check = _Check(folder, variant, games, settings, outcome, began + settings.seconds)
    try:
        check.games_at_random(heard)
        if not games[0].flags.stochastic:
            check.perft()
    except _Differs as found:
        outcome.mismatch = found.mismatch
    except KeyboardInterrupt:
        outcome.interrupted = True
    outcome.different = len(check.seen)
    outcome.branching = round(check.branches / max(1, outcome.positions), 1)
    outcome.seconds = round(time.monotonic() - began, 1)
    return outcome


class _Check:
    def __init__(
        self, folder: GameFolder, variant: Variant, games: list[Any], settings: Settings, outcome: Outcome, end: float
    ) -> None:
        self.reference = folder.reference
        self.options = chosen(games[0].description.selected_options)
        self.ruleset = variant.ruleset
        self.games = games
        self.names = [Names(game) for game in games]
        self.settings = settings
        self.outcome = outcome
        self.end = end
        self.seen: set[int] = set()
        self.branches = 0

    def start(self) -> Position:
        return self.reference.setup(self.options, self.ruleset)

    def games_at_random(self, heard: Callable[[int], None]) -> None:
        number = 0
        while self._goes_on():
            self._play(self.settings.seed * 1_000_003 + number, heard)
            number += 1

    def _goes_on(self) -> bool:
        """Whether a further position is compared: the first in any case."""
        done = self.outcome.positions
        return done < self.settings.positions and (not done or time.monotonic() < self.end)

    def _play(self, seed: int, heard: Callable[[int], None]) -> None:
        chance = random.Random(seed)
        states = [game.start(seed=seed) for game in self.games]
        position = self.start()
        played: list[str] = []
        outcome = self.outcome
        outcome.games += 1
        while len(played) <= self.settings.plies and self._goes_on():
            views = [View(state, names) for state, names in zip(states, self.names, strict=True)]
            position = self._throw(position, views, played, seed)
            legal = self._look(position, states, views, played, seed)
            outcome.positions += 1
            self.branches += len(legal[0])
            heard(outcome.positions)
            if not legal[0]:
                outcome.finished += 1
                outcome.lengths.append(len(played))
                place = " ".join(f"{rank:g}" for rank in position.ranking)
                outcome.places[place] = outcome.places.get(place, 0) + 1
                return
            notation = chance.choice(sorted(legal[0]))
            for state, moves in zip(states, legal, strict=True):
                state.apply(moves[notation])
            position = position.after(notation)
            played.append(notation)

    def _throw(self, position: Position, views: list[View], played: list[str], seed: int) -> Position:
        if not isinstance(position, ThrowingPosition) or position.ranking or position.dice is not None:
            return position
        dice = views[0].dice
        for view, game in zip(views, self.games, strict=True):
            if view.dice != dice:
                text = f"the backends throw {dice} and {view.dice} from the same seed"
                raise _Differs(Mismatch("dice", game.backend, text, played, str(view.dice), str(dice), seed))
        return position.thrown(dice)

    def _look(
        self, position: Position, states: list[Any], views: list[View], played: list[str], seed: int
    ) -> list[dict[str, Any]]:
        """The legal moves of every backend by name, after everything has been compared."""
        ranking, shown = tuple(position.ranking), position.shown()
        wanted = [] if ranking else list(position.notations())
        self.seen.add(hash((repr(shown), position.mover)))
        found = []
        for state, view, game in zip(states, views, self.games, strict=True):

            def differs(kind: str, text: str, ours: object, theirs: object, backend: str = game.backend) -> _Differs:
                return _Differs(Mismatch(kind, backend, text, list(played), str(ours), str(theirs), seed))

            ours = self.reference.read_position(view)
            if ours != shown:
                raise differs("position", "another position", ours, shown)
            if tuple(view.ranking()) != ranking:
                raise differs("result", "another result", view.ranking() or "goes on", ranking or "goes on")
            if not ranking and view.mover != position.mover:
                raise differs("mover", "another player to move", view.mover, position.mover)
            named: dict[str, Any] = {}
            for move in state.legal_moves():
                name = self.reference.read_move(move, view)
                if name in named:
                    raise differs("names", f"two legal moves are called {name}", f"{named[name]}\n{move}", name)
                named[name] = move
            if len(named) != len(wanted) or named.keys() != set(wanted):
                only = sorted(set(named) - set(wanted))
                lacking = sorted(set(wanted) - set(named))
                text = f"{len(named)} legal moves, and {len(wanted)} of the reference"
                raise differs("moves", text, "\n".join(only[:_MOST]) or "-", "\n".join(lacking[:_MOST]) or "-")
            found.append(named)
        return found

    def perft(self) -> None:
        """Counts of the games of 1, 2, … plies, for as long as time allows."""
        ends = min(time.monotonic() + self.settings.perft_seconds, self.end)
        root, last, depth = self.start(), 0.0, 1
        while depth <= 12:
            began = time.monotonic()
            # The time grows by about the same factor from level to level.
            if began + last * 4 > ends:
                return
            count = _leaves(root, depth, ends)
            if count is None:
                return
            for game in self.games:
                if game.backend == "python" and count > 200_000:
                    continue  # would take minutes in Python, and C has counted the same
                ours = game.perft(depth)
                if ours != count:
                    text = f"perft({depth}) differs"
                    raise _Differs(Mismatch("perft", game.backend, text, [], str(ours), str(count)))
            self.outcome.perft.append(count)
            last = time.monotonic() - began
            depth += 1


def _leaves(position: Position, depth: int, ends: float) -> int | None:
    """The number of leaves that many plies deep; None when time ran out."""
    if position.ranking or not depth:
        return 1
    if time.monotonic() > ends:
        return None
    notations = position.notations()
    if depth == 1:
        return len(notations)
    total = 0
    for notation in notations:
        below = _leaves(position.after(notation), depth - 1, ends)
        if below is None:
            return None
        total += below
    return total


@dataclass(frozen=True)
class Variant:
    """Options that differ from the defaults, or a ruleset."""

    options: tuple[str, ...] = ()
    ruleset: str | None = None

    def __str__(self) -> str:
        return ", ".join((*([self.ruleset] if self.ruleset else []), *self.options)) or "usual rules"


def variants_of(
    options: Sequence[Any], rulesets: Sequence[Any], more: Iterable[Sequence[str]] = ()
) -> list[Variant]:
    """The usual rules, every other item of every option alone, every ruleset, and those that a reference adds."""
    found = [Variant()]
    for option in options:
        found += [Variant((item.heading,)) for item in option.items if item is not option.default]
    found += [Variant(ruleset=ruleset.heading) for ruleset in rulesets]
    found += [Variant(tuple(headings)) for headings in more]
    return list(dict.fromkeys(found))


def chosen(selected: Sequence[str]) -> Mapping[str, str]:
    """The chosen item of each option, from headings such as `Board Size/6`."""
    return {heading.split("/", 1)[0]: heading.split("/", 1)[1] for heading in selected}
