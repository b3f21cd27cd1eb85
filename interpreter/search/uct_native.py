"""UCT in native code, for games that run on the C backend: `uct_python` says what it does."""

from __future__ import annotations

from ..backends.c.engine import CEngine
from ..play.game_state import GameState
from ..play.move import Move
from ..play.playouts import Chance, game_seed
from ..play.state import State
from .agent import Seconds, chance_of, native_now
from .decisive import Decisive
from .move_statistics import Tried, rank
from .native.uct import NativeTree, Numbers, Settings
from .rollout import steps_alone
from .uct_settings import UctSettings

__all__ = ["NativeSearch"]

_MARGIN, _MARGIN_SHARE = 0.001, 0.1
"""Seconds that are left for what comes after the search, on a slow machine: reading the tree, choosing, and giving
memory back; and at most this share of the time."""

_MOST_SEATS = 32


class NativeSearch:
    """A tree in native memory, and the searches on it, one after the other, as a game goes on."""

    def __init__(self, state: State, settings: UctSettings) -> None:
        assert isinstance(state, GameState)
        self.game = state.game
        alone, early = steps_alone(state, settings.max_moves)
        mast = settings.playouts == "mast"
        if settings.history > 0 or mast or settings.grave > 0:
            alone, early = settings.max_moves, 0  # the moves of a playout have to be known
        self.stochastic = state.game.traits.stochastic
        self.settings = Settings(
            state.game.players, self.stochastic, alone, early, settings.max_moves, settings.max_nodes,
            settings.max_memory, settings.exploration, settings.history, mast, settings.grave,
        )  # fmt: skip
        engine = state.game.engine
        assert isinstance(engine, CEngine)
        self.tree = NativeTree(engine, self.settings)
        self.seed, self.threads = settings.seed, settings.threads
        self.done = 0
        self.chance = Chance(0)
        self.numbers = Numbers(0, 0, 0, False, False, 0)
        self._last: tuple[int, object] | None = None  # plies before the last search, and the position in raw form

    @staticmethod
    def can_search(state: State, clock: Seconds) -> bool:
        """Whether native code can search it: a game on the C backend, not a match, whose code is there."""
        if not isinstance(state, GameState) or not 1 <= state.game.players <= _MOST_SEATS:
            return False
        return native_now(state.game.engine, clock)

    def fits(self, state: State, settings: UctSettings) -> bool:
        """Whether it may go on with a position: of the same game, with the same settings."""
        assert isinstance(state, GameState)
        own = self.settings
        same = (settings.max_moves, settings.max_nodes, settings.max_memory, settings.exploration, settings.history)
        mine = (own.max_moves, own.max_nodes, own.max_memory, own.exploration, own.history)
        same_guides = (settings.playouts == "mast", settings.grave) == (own.mast, own.grave)
        return state.game is self.game and same == mine and same_guides

    def forget(self) -> None:
        """Nothing is kept for the next search."""
        self._last = None

    def run(self, state: State, iterations: int | None, clock: Seconds, told: Decisive) -> bool:
        """Search from a position, without the moves that lose at once; whether Ctrl-C ended it. Raises LudRuleError and
        LudLimitError if rules fail."""
        assert isinstance(state, GameState)
        plies = sum(1 for _ in state.back())
        self.chance = chance_of(self.seed, plies)
        if self.stochastic:
            self.chance.bits()  # as the specification, which gives the root new random numbers
        if not self._follow(state, plies):
            self.tree.clear()
        first = self.chance.state
        chances = [first, *(game_seed(first, i).state for i in range(1, self.threads))]
        self._last = plies, state.fresh
        end = clock.end if clock.seconds is None else clock.end - min(_MARGIN, _MARGIN_SHARE * clock.seconds)
        done = self.tree.search(state.fresh, state.mover, iterations, end, chances, bytes(told.rows))
        self.chance = Chance(done.chance)
        self.done = done.iterations
        self.numbers = self.tree.numbers()
        return done.interrupted

    def _follow(self, state: GameState, plies: int) -> bool:
        """Go on in the tree to a position that came after the last one; False if the tree does not have it."""
        if self._last is None or plies <= self._last[0]:
            return False
        steps = []  # the numbers of the moves, the last first, and the digests of the positions after them
        after, past = state.fresh, None
        for past, _ in zip(state.back(), range(plies - self._last[0]), strict=False):
            number = past.move.number  # its place among the legal moves, which is the same in the tree
            if number < 0:
                return False
            steps.append((number, self.tree.digest(after) if self.stochastic else 0))
            after = past.before[0]
        if after != self._last[1]:
            return False
        return all(self.tree.advance(number, key) for number, key in reversed(steps))

    # ------------------------------------------------------------------ the result

    def tried(self, moves: int) -> list[Tried]:
        """What is known about each of so many legal moves."""
        return [_tried(row) for row in self.tree.root(moves)]

    def line(self, state: GameState | State, moves: list[Move], k: int) -> list[Move]:
        """The moves after move k that were tried most often; after chance, those of the outcome drawn most often."""
        numbers, move, state = [k], moves[k], state.copy()
        line: list[Move] = []
        while True:
            rows, bits = self.tree.after(numbers, 1 << 12)
            known = {int(row[0]): _tried(row[1:]) for row in rows if row[1]}
            if not known:
                return line
            if self.stochastic:
                state.reseed(bits)
            state.apply(move)
            number = max(known, key=lambda n: (*rank(known[n]), -n))
            move = state.legal_moves()[number]
            line.append(move)
            numbers.append(number)


def _tried(row: tuple[float, ...]) -> Tried:
    visits, total, proof, depth = row
    return Tried(int(visits), total, proof if proof >= 0 else None, int(depth))
