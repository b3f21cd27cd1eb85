"""The other agents, and the protocol."""

import pytest

from ludparse.interpreter.play.state import worth
from ludparse.interpreter.search.report import interval
from ludparse.interpreter.search.solver import solve
from ludparse.search import UCT, Agent, AlphaBeta, FlatMonteCarlo, RandomAgent
from tests.interpreter.search.games import DICE, THREE, both_backends, position
from tests.interpreter.search.test_uct import ONE_DEFENCE, WIN_NOW


def test_all_satisfy_the_protocol() -> None:
    agents: list[Agent] = [
        UCT(iterations=1), AlphaBeta(depth=1), FlatMonteCarlo(playouts=1), RandomAgent(seed=1),
    ]  # fmt: skip
    assert all(isinstance(agent, Agent) for agent in agents)
    assert not isinstance(object(), Agent)


@both_backends
def test_flat_search_takes_and_stops_wins(backend: str) -> None:
    agent = FlatMonteCarlo(playouts=60, seed=1)
    assert agent.choose(position(THREE, *WIN_NOW, backend=backend)).notation == "C1"
    assert agent.choose(position(THREE, *ONE_DEFENCE, backend=backend)).notation == "C1"
    assert agent.report is not None
    assert {m.visits for m in agent.report.moves} == {60}


LOST = """(game "Lost" (players 2) (equipment { (board (rectangle 1 6)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)))) (end {
    (if (is In (last To) (sites {0})) (result Mover Loss))
    (if (and (= 2 (count Moves)) (= 1 (who at:1))) (result Mover Win))
    (if (= 4 (count Moves)) (result Mover Win)) })))"""


@both_backends
@pytest.mark.parametrize("agent", [AlphaBeta(nodes=20_000), UCT(iterations=3000, seed=1)], ids=["alpha-beta", "uct"])
def test_whoever_is_lost_loses_as_late_as_possible(agent: Agent, backend: str) -> None:
    """Player 1 loses in any case: at once at site 0, by the next move at site 1, by the fourth move anywhere else."""
    assert agent.choose(position(LOST, backend=backend)).to_site in {2, 3, 4, 5}
    line = solve(position(LOST, backend=backend)).line
    assert line[0].to_site in {2, 3, 4, 5} and len(line) == 4


def test_random_moves_repeat_with_their_seed() -> None:
    state = position(DICE)
    chosen = [[RandomAgent(seed=seed).choose(state) for seed in range(20)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert set(chosen[0]) <= set(state.legal_moves())


@pytest.mark.parametrize(
    ("ranking", "values"),
    [
        ((1.0, 2.0), (1.0, 0.0)),
        ((1.5, 1.5), (0.5, 0.5)),
        ((0.0, 0.0), (0.5, 0.5)),
        ((2.0, 1.0, 3.0), (0.5, 1.0, 0.0)),
        ((1.0,), (1.0,)),
        ((2.0,), (0.0,)),
    ],
)
def test_what_results_are_worth(ranking: tuple[float, ...], values: tuple[float, ...]) -> None:
    assert worth(ranking) == values


def test_intervals() -> None:
    """Wilson's interval of 8 of 10, as tables give it."""
    assert interval(8.0, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert interval(0.0, 0) is None
