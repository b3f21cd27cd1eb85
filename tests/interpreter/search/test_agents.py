"""The other agents, and the protocol."""

import pytest

from ludparse.interpreter.play.playouts import Chance
from ludparse.interpreter.play.state import worth
from ludparse.interpreter.search.move_statistics import Tried, chosen
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


def test_before_the_first_search_nothing_was_done() -> None:
    for agent in (UCT(iterations=1), AlphaBeta(depth=1)):
        assert (agent.done, agent.report, agent.interrupted) == (0, None, False)


@both_backends
def test_flat_search_takes_and_stops_wins(backend: str) -> None:
    agent = FlatMonteCarlo(playouts=60, seed=1)
    assert agent.choose(position(THREE, *WIN_NOW, backend=backend)).notation == "C1"
    assert agent.choose(position(THREE, *ONE_DEFENCE, backend=backend)).notation == "C1"
    assert agent.report is not None
    assert [m.visits for m in agent.report.moves if not m.proven] == [60]  # the others lose at once


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


TWO_WAYS = """(game "Two Ways" (players 2)
  (equipment { (board (rectangle 1 9)) (piece "Stone" Neutral) (piece "Disc" Each) })
  (rules (start (place "Stone0" (sites {0..LAST}))) (play (if (is Occupied 8) (move Add (to (sites Empty)))
      (if (is Empty 0) (move Remove (sites Occupied by:Neutral))
        (or (move Remove (sites {0})) (move Add (to (sites {8}))))))) (end {
    (if (no Pieces Neutral) (result Mover Win))
    (if (and (is Occupied 8) (= PLIES (count Moves))) (result Mover Win)) })))"""


@both_backends
@pytest.mark.parametrize(
    "agent", [AlphaBeta(nodes=20_000), AlphaBeta(depth=6), UCT(iterations=3000, seed=1)], ids=["nodes", "depth", "uct"]
)
@pytest.mark.parametrize(("last", "plies", "best", "length"), [(4, 3, 8, 3), (3, 2, 0, 4)], ids=["win", "loss"])
def test_of_two_wins_the_quick_one_is_taken_and_of_two_losses_the_slow_one(
    last: int, plies: int, best: int, length: int, agent: AlphaBeta | UCT, backend: str
) -> None:
    """All moves but the first hardly matter: either the stones 0 to `last` are taken one by one, and who takes the
    last one wins; or there is a disc at 8, and who makes move number `plies` wins. With five stones player 1 wins by
    the fifth move or by the third one; with four player 2 wins by the fourth or by the second one. Captures are found
    before quiet moves, so the long way is seen first."""
    text = TWO_WAYS.replace("LAST", str(last)).replace("PLIES", str(plies))
    assert agent.choose(position(text, backend=backend)).to_site == best
    report = agent.report
    assert report is not None
    assert (report.proven, report.value, len(report.line)) == (True, float(length % 2), length)
    assert len(solve(position(text, backend=backend)).line) == length


TRAP = """(game "Trap" (players 2) (equipment { (board (rectangle 1 4)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty))))
    (end (if (and (= 2 (count Moves)) (= 1 (who at:0))) (result Mover Win)))))"""


@both_backends
def test_a_move_that_is_known_to_lose_is_not_taken_while_others_are_open(backend: str) -> None:
    """Player 1 loses by the next move at site 0 alone. Of six positions four are those of the first depth; the two
    others show that."""
    agent = AlphaBeta(nodes=6, heuristics="none")
    assert agent.choose(position(TRAP, backend=backend)).to_site != 0
    assert agent.report is not None
    assert agent.report.moves[-1].move.to_site == 0
    assert (agent.report.depth, agent.report.moves[-1].value) == (1, 0.0)


def test_where_all_games_came_out_equal_chance_decides() -> None:
    """Visits say nothing then; a lost player of a game with dice would go around in circles for ever."""
    open_, lost = Tried(9, 0.0, None, 0), Tried(12, 0.0, 0.0, 3)
    chosen_now = {chosen([open_, Tried(10, 0.0, None, 0), lost], False, Chance(seed))[0] for seed in range(30)}
    assert chosen_now == {0, 1}
    assert {chosen([open_, Tried(10, 1.0, None, 0)], False, Chance(seed))[0] for seed in range(30)} == {1}


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
