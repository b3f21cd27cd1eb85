"""OpenSpiel: computed types, chance that is drawn number by number, what players see, pickles."""

import copy
import itertools
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    exploitability,
    ismcts,
    mcts,
    tabular_qlearner,
)

from ludparse.environments import openspiel  # noqa: E402
from tests.interpreter.descriptions import CROWDED  # noqa: E402

from .test_pettingzoo import BOTH, DUEL  # noqa: E402

THROW = """(game "Throw" (players 2)
    (equipment {(board (square 3)) (dice d:4 num:2) (piece "Stone" Each)})
    (rules (play (do (roll) next:(move Add (to (sites Empty)))))
           (end (if (is Line 3) (result Mover Win)))))"""
HIDE = """(game "Hide" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next))))
           (end (if (is Line 2) (result Mover Win)))))"""
kinds = pyspiel.GameType


def test_types_are_computed() -> None:
    duel, throw, hide, both = (openspiel.game(text).get_type() for text in (DUEL, THROW, HIDE, BOTH))
    assert duel.chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert throw.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert (duel.information, hide.information) == (
        kinds.Information.PERFECT_INFORMATION, kinds.Information.IMPERFECT_INFORMATION,
    )  # fmt: skip
    assert both.dynamics == kinds.Dynamics.SIMULTANEOUS
    assert duel.utility == kinds.Utility.ZERO_SUM
    everyone = openspiel.game(DUEL.replace("(result Mover Win)", "(result All Win)"))
    assert everyone.get_type().utility == kinds.Utility.GENERAL_SUM


def test_each_die_is_a_node() -> None:
    state = openspiel.game(THROW).new_initial_state()
    for outcome in (2, 3):
        assert state.is_chance_node()
        assert [p for _, p in state.chance_outcomes()] == [0.25] * 4
        state.apply_action(outcome)
    assert state.current_player() == 0
    snapshot = state.at.state.snapshot()
    moves = [m.text for m in state.at.state.legal_moves()]
    assert "state=2]" in moves[0] and "state=3]" in moves[0], (snapshot, moves[0])
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()


def test_copies_and_pickles_in_the_middle_of_a_throw() -> None:
    game = openspiel.game(THROW)
    state = game.new_initial_state()
    state.apply_action(1)
    other = state.clone()
    other.apply_action(0)
    assert state.is_chance_node() and not other.is_chance_node()
    again = pickle.loads(pickle.dumps(other.at))
    assert str(again) == str(other)
    assert again.state == other.at.state


def test_what_is_hidden_is_seen_by_nobody_else() -> None:
    game = openspiel.game(HIDE)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert '"C0"' in state.observation_string(0)
    assert '"C0"' not in state.observation_string(1)
    mine, theirs = (np.array(state.observation_tensor(p)).reshape(game.lud.tensors.observation_shape) for p in (0, 1))
    assert mine[0].sum() == 1 and theirs[0].sum() == 0
    to = game.lud.tensors.channels.index("Last move's to-position")
    assert mine[to].sum() == 1 and theirs[to].sum() == 0
    assert "action" in state.information_state_string(0)
    assert "action" not in state.information_state_string(1)


def test_parameters_survive_the_syntax_of_openspiel() -> None:
    game = openspiel.game("Ex Nihilo", options=["Board Size/4"], max_moves=5)
    same = pyspiel.load_game(str(game))
    assert same.lud is game.lud and same.max_game_length() == 5
    text = openspiel.game(DUEL)
    assert pyspiel.load_game(str(text)).lud.name == "Duel"
    with pytest.raises(ValueError, match="needs a game"):
        openspiel.LudGame({})


def test_returns_and_names() -> None:
    state = openspiel.game(DUEL).new_initial_state()
    for _ in range(3):
        action = state.legal_actions()[0]
        assert state.string_to_action(state.current_player(), state.action_to_string(action)) == action
        state.apply_action(action)
    assert state.is_terminal() and state.returns() == [1.0, -1.0]
    assert "White wins" in str(state)


def test_moves_at_the_same_time() -> None:
    state = openspiel.game(BOTH).new_initial_state()
    assert state.is_simultaneous_node()
    state.apply_actions([state.legal_actions(0)[0], state.legal_actions(1)[0]])
    assert state.is_terminal() and state.returns() == [1.0, -1.0]


def test_the_information_state_as_a_tensor() -> None:
    assert not openspiel.game(HIDE).get_type().provides_information_state_tensor  # games may be of any length
    game = openspiel.game(HIDE, max_moves=6)
    assert game.get_type().provides_information_state_tensor
    state = game.new_initial_state()
    first, second = (s for s in state.legal_actions()[:2])
    state.apply_action(first)
    state.apply_action(second)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    assert observer.dict["reached"].tolist() == [1, 1, 1, 0, 0, 0, 0]
    assert observer.dict["actions"].tolist() == [0, first + 1, 0, 0, 0, 0, 0]
    stones = observer.dict["observations"][:, :2].sum(axis=(1, 2, 3))
    assert stones.tolist() == [0, 1, 1, 0, 0, 0, 0]  # the stone of the other one is hidden
    observer.set_from(state, 1)
    assert observer.dict["actions"].tolist() == [0, 0, second + 1, 0, 0, 0, 0]
    assert observer.dict["observations"][:, :2].sum(axis=(1, 2, 3)).tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert len(state.information_state_tensor(0)) == 7 * (int(np.prod(game.lud.tensors.observation_shape)) + 2)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_more_moves_than_numbers_end_a_game() -> None:
    state = openspiel.game(CROWDED).new_initial_state()
    for move in range(102):
        assert not state.is_terminal()
        state.apply_action(1 + (move == 101))
    for ended in (state, pickle.loads(pickle.dumps(state))):
        assert ended.is_terminal()
        assert ended.returns() == [0.0, 0.0]
        assert "no number of its own" in str(ended.at.limit)


SECRET = """(game "Secret" (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Stone" Each) (piece "Rock" Each)})
    (rules (play (or (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
                     (move Add (piece (id "Rock" Mover)) (to (sites Empty)))
                     (then (set Hidden What at:(last To) to:Next))))
           (end {(if (and (is Full) (= (count Pieces P1 "Rock") 1)) (result P1 Win))
                 (if (is Full) (result P2 Win))})))"""
BLIND = """(game "Blind" (players 2) (mode Simultaneous) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (start {(set Hidden (sites {0 1 2}) to:P1) (set Hidden (sites {0 1 2}) to:P2)})
           (play (move Add (to (sites {0 1 2})))) (end (if (> (count Moves) 20) (result Mover Draw)))))"""
SMALL_THROW = """(game "Small Throw" (players 2)
    (equipment {(board (square 2)) (dice d:2 num:1) (piece "Stone" Each)})
    (rules (play (do (roll) next:(forEach Die
               (if (= (pips) 1) (move Add (to (sites Empty)))
                                (move Add (to (if (is Empty 0) (sites {0}) (sites Empty))))))))
           (end (if (is Line 2) (result Mover Win)))))"""


def test_what_a_player_did_at_the_same_time_is_known_to_it() -> None:
    game = openspiel.game(BLIND)
    state = game.new_initial_state()
    others = state.clone()
    state.apply_actions([state.legal_actions(0)[0], state.legal_actions(1)[0]])
    others.apply_actions([others.legal_actions(0)[2], others.legal_actions(1)[0]])
    assert state.observation_string(0) == others.observation_string(0)
    assert state.information_state_string(0) != others.information_state_string(0)
    assert state.information_state_string(1) == others.information_state_string(1)
    for at in (state, others):
        for player in (0, 1):
            again = at.resample_from_infostate(player, iter((0.5,)).__next__)
            assert again.information_state_string(player) == at.information_state_string(player)


def test_what_a_player_sees_needs_no_player() -> None:
    state = openspiel.game(HIDE).new_initial_state()
    assert state.observation_string() == state.observation_string(0)
    assert state.information_state_string() == state.information_state_string(0)
    with pytest.raises(ValueError, match="player 2 sees nothing"):
        state.observation_string(2)


@pytest.mark.parametrize("text", [DUEL, THROW, HIDE])
def test_copied_and_pickled_games_can_be_played(text: str) -> None:
    game = openspiel.game(text, max_moves=7)
    for same in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert same.table is game.table
        assert str(same.new_initial_state()) == str(game.new_initial_state())


def test_each_throw_has_an_observation_and_a_text_of_its_own() -> None:
    game = openspiel.game(THROW)
    tensors, texts, middle = set(), set(), set()
    for first, second in itertools.product(range(4), repeat=2):
        state = game.new_initial_state()
        state.apply_action(first)
        middle.add(str(state))
        state.apply_action(second)
        tensors.add(tuple(state.observation_tensor(0)))
        texts.add(str(state))
    assert (len(tensors), len(texts), len(middle)) == (16, 16, 4)


def test_what_others_may_have_done_looks_the_same() -> None:
    game = openspiel.game(SECRET)
    found = set()
    for seed in range(20):
        chance = random.Random(seed)
        state = game.new_initial_state()
        for k in (0, 1):
            state.apply_action(state.legal_actions()[k])
        other = state.resample_from_infostate(1, chance.random)
        assert other.information_state_string(1) == state.information_state_string(1)
        assert other.current_player() == state.current_player()
        found.add(other.information_state_string(0))
    assert len(found) > 1
    seen = openspiel.game(DUEL).new_initial_state()
    assert str(seen.resample_from_infostate(0, chance.random)) == str(seen)


def test_exploitability_and_cfr() -> None:
    for text in (DUEL, SECRET):
        game = openspiel.game(text)
        uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
        solver = cfr.CFRSolver(game)
        for _ in range(5):
            solver.evaluate_and_update_policy()
        learned = exploitability.exploitability(game, solver.average_policy())
        assert 0 <= learned < uniform or learned == uniform == 0, (uniform, learned)


def test_value_iteration_tells_throws_apart() -> None:
    game = openspiel.game(SMALL_THROW)
    value_iteration = pytest.importorskip("open_spiel.python.algorithms.value_iteration")  # needs cvxpy
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=0.01)
    start = game.new_initial_state()
    thrown = [values[str(start.child(k))] for k, _ in start.chance_outcomes()]
    assert all(-1 <= value <= 1 for value in values.values())
    assert len(values) > 10 and len(thrown) == 2


def test_searches_and_learners_of_openspiel() -> None:
    chance = np.random.RandomState(1)
    for text in (DUEL, THROW):
        state = openspiel.game(text, max_moves=20).new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(state.get_game(), 2, 10, evaluator, random_state=chance)
        assert bot.step(state) in state.legal_actions()
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    for text, final in itertools.product((HIDE, SECRET), ismcts.ISMCTSFinalPolicyType):
        state = openspiel.game(text).new_initial_state()
        state.apply_action(state.legal_actions()[0])
        bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 20, random_state=chance, final_policy_type=final)
        assert bot.step(state) in state.legal_actions()
    environment = rl_environment.Environment(openspiel.game(DUEL))
    agents = [tabular_qlearner.QLearner(p, openspiel.game(DUEL).lud.actions.size) for p in (0, 1)]
    for _ in range(30):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)


ALPHA_ZERO = """
import sys
from ludparse.environments import openspiel
from open_spiel.python.algorithms.alpha_zero import alpha_zero

if __name__ == "__main__":  # actors and evaluators are processes that read this file too
    game, path, steps = sys.argv[1:]
    alpha_zero.alpha_zero(alpha_zero.Config(
        game=f"ludparse(game={game})", path=path, max_steps=int(steps), actors=1, evaluators=1, max_simulations=8,
        # a checkpoint for each step: the learner would overwrite one that an actor is reading, which ends it
        checkpoint_freq=1, train_batch_size=16, replay_buffer_size=64, replay_buffer_reuse=4,
        learning_rate=0.001, weight_decay=1e-4, decouple_weight_decay=True, evaluation_window=10, eval_levels=2,
        uct_c=1.4, policy_alpha=1.0, policy_epsilon=0.25, temperature=1.0, temperature_drop=4,
        nn_model="mlp", nn_width=32, nn_depth=1, observation_shape=None, output_size=None, verbose=False, quiet=True,
    ))
"""


def test_alpha_zero_of_openspiel(tmp_path: Path) -> None:
    """Actors, evaluators and the learner are processes; each has the game from a pickle. 50 steps take ten minutes."""
    for module in ("flax", "optax", "orbax.checkpoint", "chex"):
        pytest.importorskip(module)
    script, game = tmp_path / "learn.py", tmp_path / "duel.lud"
    script.write_text(ALPHA_ZERO)
    game.write_text(DUEL)
    steps = os.environ.get("LUD_ALPHA_ZERO", "3")
    done = subprocess.run(
        [sys.executable, script, game, tmp_path / "run", steps], cwd=Path(__file__).parents[3], text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "JAX_PLATFORMS": "cpu"},
        capture_output=True, timeout=3000, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    log = (tmp_path / "run" / "log-learner.txt").read_text()
    assert f"Step: {steps}" in log and "Exception" not in done.stdout
