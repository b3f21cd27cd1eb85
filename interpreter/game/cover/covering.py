"""Plays games of a traced program that counts, and says what each ludeme did."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ludparse.checks.inspection import Inspection
from ludparse.problems.errors import LudUnsupportedError

from ...play.counts import CountingEngine, Counts
from ...play.cover import Cover
from ...play.game import Playable
from ...play.game_state import GameState
from ...play.playouts import game_seed
from ...play.state import State
from ...program.program import Program
from .ludemes import Counted, covered
from .remarks import remarks

__all__ = ["Counter", "Position", "cover"]

_VALUES = Counts._fields.index("least")
"""So many values of `Counts` say how often something happened."""

_BATCH = 16
"""So many games are played before the clock is looked at."""

STEADY = 64
"""In so many games ludemes are counted at least, if there are as many."""


@dataclass(frozen=True)
class Position:
    """Where something happened in a random game. game: its number. state: before the move that was played then."""

    game: int
    state: State
    move: str


class Counter:
    """A game whose traced program counts."""

    def __init__(self, game: Playable, program: Program) -> None:
        """program: the traced one."""
        self.game = game
        self.program = program
        self.engine = counting_engine(program, game)
        self.playouts = self.moves = self.cut = self.searched = 0
        self.inspected = 0  # random games in which ludemes were counted
        self.sums: dict[int, Counts] = {}

    def play(self, n: int, seed: int, max_moves: int, seconds: float | None, *, every: bool = True) -> None:
        """Random games; no further one is begun after so many seconds.

        every: ludemes are counted in all of them. Otherwise they are in the first 64, or 128, 256, … as soon as the
        second half of these brought nothing new, and the others are played by the code of `Game.playouts`."""
        began = time.perf_counter()
        until, before = n if every else STEADY // 2, -1
        while self.playouts < n and (seconds is None or time.perf_counter() - began < seconds):
            if self.playouts == until and (now := self.happenings) > before:
                until, before = 2 * until, now
            counting = self.playouts < until
            batch = min(_BATCH, until - self.playouts if counting else n, n - self.playouts)
            if counting:
                played = self.engine.count_random(self.playouts, batch, seed, max_moves)
                self.inspected += batch
            else:
                most = None if max_moves < 0 else max_moves
                played = self.game.playouts(batch, seed=seed, max_moves=most, first=self.playouts)
            self.playouts += batch
            self.moves += played.moves
            self.cut += played.cut

    def follow(self, state: GameState) -> None:
        """Counts what the moves of a game do that was played from the start."""
        picks = [past.move.number for past in reversed(list(state.back()))]
        if state.began is None or any(number < 0 for number in picks):
            raise LudUnsupportedError("the game was not played from the start by legal moves")
        self.engine.count_game(state.began, picks)
        self.searched += 1

    def counted(self) -> Counted:
        """What was counted until now."""
        return self.of(self.added)

    @property
    def added(self) -> dict[int, Counts]:
        """What each function has counted until now."""
        for number, n in self.engine.counts().items():
            self.sums[number] = self.sums[number].plus(n) if number in self.sums else n
        return self.sums

    @property
    def happenings(self) -> int:
        """How many different things functions did until now: were asked, held, made moves and so on."""
        return sum(value > 0 for n in self.added.values() for value in n[:_VALUES])

    def of(self, counts: dict[int, Counts]) -> Counted:
        """The ludemes with these counts."""
        rules = self.game.description
        return Counted.of(Inspection(rules.game, rules.tree), rules.source, self.program, counts)

    # ------------------------------------------------------------------ where something happened

    def where(self, line: int, seed: int, max_moves: int) -> Position | None:
        """The first position of the random games in which a ludeme happened that begins on a line of the text, from 1;
        None where none has."""

        def happens(game: int, plies: int) -> bool:
            self.engine.count_random(game, 1, seed, plies)
            one = self.of(dict(self.engine.counts()))
            return any(x.happened for x in covered([one]) if x.place.line == line and x.kind != "number")

        for game in range(self.inspected):
            if happens(game, max_moves):
                low, high = 0, max_moves  # it does not happen in the first, and does in the second number of plies
                if happens(game, 0):
                    high = 1
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (low, middle) if happens(game, middle) else (middle, high)
                return self.position(game, seed, high)
        return None

    def position(self, game: int, seed: int, ply: int) -> Position:
        """The position of a random game before a ply, from 1."""
        chance = game_seed(seed, game)
        state = self.game.start(rng_state=chance.bits().to_bytes(8, "little"))
        for k in range(ply):
            moves = state.legal_moves()
            chosen = moves[chance.below(len(moves))]
            if k == ply - 1:
                return Position(game, state, chosen.notation)
            state.apply(chosen)
        raise AssertionError(ply)


def counting_engine(program: Program, game: Playable) -> CountingEngine:
    """What plays and counts the traced program of a game: native code where that can be had, else WebAssembly."""
    from ...backends.c.engine import CEngine

    engine = game.engine
    if isinstance(engine, CEngine) and engine.compiles():
        from ...backends.c.covering import CCover

        return CCover(program)
    if engine.name == "wasm":
        from ...backends.wasm.covering import WasmCover
        from ...backends.wasm.rendering.base import NotRenderedError

        with suppress(NotRenderedError):
            return WasmCover(program)
    from ...backends.python.covering import PythonCover

    return PythonCover(program)


def cover(
    games: Sequence[tuple[tuple[str, ...], Playable, Program]], n: int, seed: int, max_moves: int,
    seconds: float | None, searched: Iterable[GameState] = (), *, every: bool = True,
) -> tuple[Cover, Counter]:  # fmt: skip
    """What `Game.cover` answers, and what has counted the first game.

    games: each with the words of the choices that make it before it and its traced program behind it; the first is the
    usual one. searched: games that were played in the first one. every: as of `Counter.play`.
    """
    counters: list[Counter] = []
    for _, game, program in games:
        counter = Counter(game, program)
        if not counters:
            for state in searched:
                counter.follow(state)
        counter.play(n, seed, max_moves, seconds, every=every)
        counters.append(counter)
    first = counters[0]
    told = remarks(first.game, seed, max_moves, first.cut, first.playouts)
    answer = Cover(
        first.game.name, first.engine.name, sum(c.playouts for c in counters), sum(c.moves for c in counters),
        sum(c.cut for c in counters), sum(c.inspected for c in counters), max_moves, first.searched,
        tuple(words for words, *_ in games), covered(_counted(counters)), told,
    )  # fmt: skip
    return answer, first


def _counted(counters: Iterable[Counter]) -> Iterator[Counted]:
    for counter in counters:
        yield counter.counted()
