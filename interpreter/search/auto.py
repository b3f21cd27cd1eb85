"""The agent that takes the kind of search which suits a game."""

from __future__ import annotations

import hashlib
import random
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ludparse.problems.errors import LudError

from ..backends.c.engine import CEngine
from ..backends.cache import game_cache
from ..backends.cache_entry import code_stamp, packed, unpacked
from ..play.game import Game, Playable
from ..play.move import Move
from ..play.state import State
from .agent import Seconds, check_limits, in_time
from .alpha_beta import AlphaBeta
from .heuristics.reading import described_agent, described_terms
from .report import Report
from .uct import UCT

__all__ = ["Auto", "agent_for"]

_MINIMAX = frozenset(("alphabeta", "alpha-beta", "brs+", "ubfm", "hybrid ubfm", "naive action based selection"))
"""Names of Ludii's agents, in small letters, that judge positions by heuristics."""

_BY_FEATURES = "biased mcts"

_SECONDS = 5.0
"""For the fast games of a contest."""
_PATIENCE = 20.0
"""Seconds after which they begin without optimised code."""
_PACE = 0.003
"""Seconds of processor time for each of their moves."""
_GAMES = 24
_CLEAR = 4.0
"""So many points more than the half decide before all games are played."""
_PLIES = 200
"""A longer game counts as drawn."""
_OPENING = 2
"""Random moves at the start, so that games differ."""


def agent_for(game: Game, seconds: float | None = None) -> tuple[type[AlphaBeta] | type[UCT], str, bool]:
    """The search that suits a game; why, in words; and whether this is settled.

    Where the `(ai …)` part of the description names an agent, `(bestAgent "…")`, that decides: alpha-beta stands for
    all that judge positions by heuristics, UCT for all that play games out. Otherwise, and for agents that are guided
    by trained features (Biased MCTS), which no agent here has, alpha-beta is taken where the part describes heuristics.
    Where it says nothing, both play fast games against each other; of equals alpha-beta is taken, which does better in
    most games. Optimised code plays them, since compiling beside them would change what each does in its time. seconds:
    how long they may play now, if their code is ready; they go on when this is asked again. None: wait for the code and
    play to the end. Matches, and games that hide something, are for UCT.
    """
    if not isinstance(game, Playable):
        return UCT, "a match of several games", True
    if game.traits.hidden:
        return UCT, "the game hides something", True
    named = described_agent(game.description)
    if named is not None and not named.lower().startswith(_BY_FEATURES):
        return AlphaBeta if named.lower() in _MINIMAX else UCT, f"the description names {named}", True
    if described_terms(game.description) is not None:
        return AlphaBeta, "the description has heuristics", True
    if game.players < 2:
        return UCT, "nobody plays against anybody", True
    contest = _contest(game)
    contest.go_on(seconds)
    why = f"alpha-beta scored {contest.score:g} in {contest.games} fast games against UCT"
    return AlphaBeta if contest.score >= contest.games / 2 else UCT, why, contest.settled


class _Contest:
    """Fast games between alpha-beta and UCT, with the same time for each move and alpha-beta at each seat in turn. What
    they gave is kept in the cache."""

    def __init__(self, game: Playable) -> None:
        self.game = game
        self.games, self.score, self.settled = 0, 0.0, False
        self._left = _SECONDS
        self._plies = self._play()
        self._code: threading.Thread | None = None
        self._patience = Seconds(None)
        self._lock = threading.Lock()
        code = code_stamp()
        backend = "c" if isinstance(game.engine, CEngine) else game.backend
        about = repr((code, game.description.text, backend)).encode("utf-8", "surrogatepass")
        self._name = hashlib.sha256(about).hexdigest()[:40] if code else ""
        stored = game_cache().read(self._name, ".agent") if code else None
        known = unpacked(self._name, stored) if stored else None
        if known is not None:
            self.games, self.score, self.settled = known[0]["games"], known[0]["score"], True

    def go_on(self, seconds: float | None) -> None:
        """Play on for so many seconds, unless another thread does. None: to the end, with code that is waited for."""
        if self.settled or not self._lock.acquire(blocking=False):
            return
        try:
            if not self._ready(wait=seconds is None):
                return
            clock = Seconds(self._left if seconds is None else min(seconds, self._left))
            while not self.settled and not clock.over:
                self.settled = next(self._plies, True)
            self._left -= clock.spent
            self.settled = self.settled or self._left <= 0
        except LudError:
            self.settled = True  # rules that fail: what was played until then counts
        except KeyboardInterrupt:
            self.settled, self._name = True, ""
            raise
        finally:
            self._lock.release()
        if self.settled and self._name:
            found = {"games": self.games, "score": self.score}
            with suppress(OSError):
                game_cache().write(self._name, packed(self._name, found, {}), ".agent")

    def _ready(self, wait: bool) -> bool:
        """Whether optimised code is there, or has been waited for long enough, and searches need wait for nothing."""
        if self._code is None:
            self._code, self._patience = threading.Thread(target=self._compile, daemon=True), Seconds(_PATIENCE)
            self._code.start()
        self._code.join(max(0.0, self._patience.left) if wait else 0.0)
        engine = self.game.engine
        if not self._patience.over and self._code.is_alive():
            return False
        if not isinstance(engine, CEngine):
            return True
        if wait and engine.compiles():
            engine.prepare_search()
        return wait or engine.can_search() or engine.failed

    def _compile(self) -> None:
        with suppress(LudError, OSError):  # the code that is there plays
            self.game.optimise()

    def _play(self) -> Iterator[bool]:
        """Plays move by move, and counts each game at its end."""
        players, start = self.game.players, self.game.start(seed=0)
        for first in (UCT(iterations=1), AlphaBeta(nodes=1)) if start.count_moves() else ():
            first.choose(start)  # what is made once for each game does not count
            yield False
        # what each has done so far in how many seconds; a guess at first
        iterations, nodes = [20, 0.002], [400, 0.002]
        for number in range(_GAMES):
            seat = number % players
            agents: list[Any] = [UCT(iterations=1, seed=number) for _ in range(players)]
            agents[seat] = AlphaBeta(nodes=1, seed=number)
            state, chance = self.game.start(seed=number // players), random.Random(number // players)
            for ply in range(_PLIES):
                if state.over:
                    break
                moves = state.count_moves()
                if not moves:
                    state.apply(state.forced_pass())
                elif ply < _OPENING:
                    state.apply(state.legal_moves()[chance.randrange(moves)])
                else:
                    agent = agents[state.seats[state.mover - 1]]
                    limit, work = ("nodes", nodes) if agent is agents[seat] else ("iterations", iterations)
                    setattr(agent, limit, max(10, round(_PACE * work[0] / work[1])))
                    began = time.process_time()
                    move = agent.choose(state)
                    if agent.interrupted:
                        raise KeyboardInterrupt
                    work[0], work[1] = work[0] + agent.done, work[1] + time.process_time() - began
                    state.apply(move)
                yield False
            self.games += 1
            self.score += state.by_seat(tuple(state.ranking[1:]))[seat] if state.over else 0.5
            if abs(self.score - self.games / 2) >= _CLEAR:
                return


@lru_cache(maxsize=64)
def _contest(game: Playable) -> _Contest:
    return _Contest(game)


class Auto:
    """Searches with `AlphaBeta` or with `UCT`, whichever suits the game (`agent_for`); matches with `UCT`.

    seconds: for each move. seed: what random choices depend on. threads: of UCT.
    """

    def __init__(self, *, seconds: float, seed: int | None = None, threads: int = 1) -> None:
        """Raises ValueError for settings that make no sense."""
        check_limits(seconds, None, "seconds")
        self.seconds, self.seed, self.threads = seconds, seed, threads
        self.agent: AlphaBeta | UCT = UCT(seconds=seconds, seed=seed, threads=threads)
        """The agent that was chosen for the latest game."""
        self._game: object = None
        self._why, self._settled, self._stopped = "", False, False

    @property
    def report(self) -> Report | None:
        """What the last search found; None before the first. Its settings say which agent was chosen, and why."""
        found = self.agent.report
        return found and replace(found, settings={"agent": type(self.agent).__name__, "why": self._why})

    @property
    def done(self) -> int:
        """Iterations, or positions, of the last search."""
        return self.agent.done

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the last search."""
        return self._stopped or self.agent.interrupted

    def prepare(self, state: State) -> None:
        """Choose the agent, so that this does not count as time for a move."""
        if state.game is not self._game or not self._settled:
            self._take(state.game, *agent_for(state.game))
        if isinstance(self.agent, AlphaBeta):
            self.agent.prepare(state)

    def _take(self, game: object, kind: type[AlphaBeta] | type[UCT], why: str, settled: bool) -> None:
        """Go on with a kind of agent."""
        if game is not self._game or not isinstance(self.agent, kind):
            if kind is UCT:
                self.agent = UCT(seconds=self.seconds, seed=self.seed, threads=self.threads)
            else:
                self.agent = AlphaBeta(seconds=self.seconds, seed=self.seed)
        self._game, self._why, self._settled = game, why, settled

    def choose(self, state: State) -> Move:
        """The best move that was found. Ctrl-C ends the search, not the program. Raises what the agent raises.

        Without `prepare`, a part of the time for a move goes to the choice of the agent until that is settled.
        """
        clock = Seconds(self.seconds)
        self._stopped = False
        if state.game is not self._game or not self._settled:
            try:
                found = in_time(lambda: agent_for(state.game, self.seconds / 4), self.seconds / 2)
            except KeyboardInterrupt:
                found, self._stopped = None, True
            self._take(state.game, *(found or (UCT, "nothing is known of the game yet", False)))
        self.agent.seconds = max(1e-3, 0.0 if self._stopped else clock.left)
        return self.agent.choose(state)
