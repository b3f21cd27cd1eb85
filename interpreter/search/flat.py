"""Flat Monte Carlo search: random games after every legal move, and no tree."""

from __future__ import annotations

from ..game.determinise import Worlds, move_keys
from ..play.arguments import bits_of_seed, whole
from ..play.game_state import GameState
from ..play.move import Move
from ..play.state import State
from .agent import Seconds, chance_of, check_limits, legal, refuse
from .decisive import decisive
from .move_statistics import Tried, move_reports
from .report import Report
from .rollout import Rollout
from .tree import Edge, Node

__all__ = ["FlatMonteCarlo"]


class FlatMonteCarlo:
    """Chooses the move with the best average of random games after it; ties are broken at random.

    playouts: random games for each legal move; seconds: limit on time, of which the moves get equal shares. At least
    one of both is needed. max_moves: plies after which a game counts as a draw. The search does not know what the game
    will draw, and what is hidden from the player to move it deals out anew for each round of games.
    """

    def __init__(
        self,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        max_moves: int = 1000,
    ) -> None:
        """Raises ValueError for settings that make no sense."""
        playouts = check_limits(seconds, playouts, "playouts")
        seed, max_moves = None if seed is None else bits_of_seed(seed), whole("max_moves", max_moves, 1)
        self.playouts, self.seconds, self.seed, self.max_moves = playouts, seconds, seed, max_moves
        self.report: Report | None = None
        """What the last search found; None before the first."""

    @property
    def done(self) -> int:
        """Random games of the last search."""
        return 0 if self.report is None else self.report.iterations

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the last search."""
        return self.report is not None and self.report.interrupted

    def choose(self, state: State) -> Move:
        """The move with the best average. Ctrl-C ends the search, not the program.

        Raises IllegalMoveError where there is no move, LudUnsupportedError for matches with hidden information.
        """
        clock = Seconds(self.seconds)
        worlds = Worlds(state) if isinstance(state, GameState) and state.game.traits.hidden else None
        if worlds is None:
            refuse(state)
        moves = _ordered(state) if worlds else legal(state)
        chance = chance_of(self.seed, len(state.history))
        rollout = Rollout(state, self.max_moves, clock)
        stochastic = any(game.traits.stochastic for game in state.game.single_games)
        seat = Node(state).seat
        first = decisive(state, moves, clock)
        edges = [Edge() for _ in moves]
        rounds, interrupted = 0, False
        try:
            while not first.settled(self.seconds is not None) and rounds != self.playouts and not clock.over:
                rounds += 1
                world = worlds.draw(chance) if worlds else state
                if world is None:
                    continue
                for k, move in enumerate(_ordered(world) if worlds else moves):
                    if first.loses(k):
                        continue
                    edge = edges[k]
                    after = world.copy()
                    if stochastic:
                        after.reseed(chance.bits())
                    after.apply(move)
                    values = rollout.values(after, chance)
                    if values is None:
                        break
                    edge.add(values)
        except KeyboardInterrupt:
            interrupted = True
        ties = [chance.bits() for _ in moves]
        order = sorted(range(len(moves)), key=lambda k: (edges[k].value(seat, None), ties[k]), reverse=True)
        order = first.best_first(order)
        tried = first.told([Tried(edge.visits, edge.total[seat] if edge.visits else 0.0, None, 0) for edge in edges])
        self.report = Report(
            moves=move_reports(moves, tried, order, lambda k: []),
            iterations=sum(edge.visits for edge in edges),
            seconds=clock.spent,
            nodes=0,
            interrupted=interrupted,
        )
        return self.report.best.move


def _ordered(state: State) -> list[Move]:
    """The legal moves, in an order that does not tell what is hidden."""
    assert isinstance(state, GameState)
    return [move for _, move in sorted(zip(move_keys(state), legal(state), strict=True), key=lambda pair: pair[0])]
