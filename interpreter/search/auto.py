"""The agent that takes the kind of search which suits a game."""

from __future__ import annotations

from ..play.game import Playable
from ..play.game_state import GameState
from ..play.move import Move
from ..play.state import State
from .agent import check_limits
from .alpha_beta import AlphaBeta
from .heuristics.reading import described_agent, described_terms
from .report import Report
from .uct import UCT

__all__ = ["Auto", "suits_alpha_beta"]

_MINIMAX = frozenset(("alphabeta", "alpha-beta", "brs+", "ubfm", "hybrid ubfm", "naive action based selection"))
"""Names of Ludii's agents, in small letters, that judge positions by heuristics."""

_BY_FEATURES = "biased mcts"


def suits_alpha_beta(game: Playable) -> bool:
    """Whether alpha-beta suits a game better than UCT.

    Where the `(ai …)` part of the description names an agent, `(bestAgent "…")`, that decides: alpha-beta stands for
    all that judge positions by heuristics, UCT for all that play games out. Otherwise, and for agents that are guided
    by trained features (Biased MCTS), which no agent here has, alpha-beta is taken where the part describes heuristics.
    Games that hide something are for UCT.
    """
    if game.traits.hidden:
        return False
    named = described_agent(game.description)
    if named is not None and not named.lower().startswith(_BY_FEATURES):
        return named.lower() in _MINIMAX
    return described_terms(game.description) is not None


class Auto:
    """Searches with `AlphaBeta` or with `UCT`, whichever suits the game (`suits_alpha_beta`); matches with `UCT`.

    seconds: for each move. seed: what random choices depend on. threads: of UCT.
    """

    def __init__(self, *, seconds: float, seed: int | None = None, threads: int = 1) -> None:
        """Raises ValueError for settings that make no sense."""
        check_limits(seconds, None, "seconds")
        self.seconds, self.seed, self.threads = seconds, seed, threads
        self.agent: AlphaBeta | UCT = UCT(seconds=seconds, seed=seed, threads=threads)
        """The agent that was chosen for the latest game."""
        self._game: Playable | None = None

    @property
    def report(self) -> Report | None:
        """What the last search found; None before the first."""
        return self.agent.report

    @property
    def done(self) -> int:
        """Iterations, or positions, of the last search."""
        return self.agent.done

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the last search."""
        return self.agent.interrupted

    def prepare(self, state: State) -> None:
        """Choose the agent, so that this does not count as time for a move."""
        game = state.game if isinstance(state, GameState) else None
        if game is self._game and game is not None:
            return
        self._game = game
        if game is not None and suits_alpha_beta(game):
            self.agent = AlphaBeta(seconds=self.seconds, seed=self.seed)
            self.agent.prepare(state)
        elif not isinstance(self.agent, UCT) or game is not None:
            self.agent = UCT(seconds=self.seconds, seed=self.seed, threads=self.threads)

    def choose(self, state: State) -> Move:
        """The best move that was found. Ctrl-C ends the search, not the program. Raises what the agent raises."""
        self.prepare(state)
        return self.agent.choose(state)
