"""OpenSpiel: computed types, chance that is drawn number by number, what players see, pickles."""

import pickle

import pytest

np = pytest.importorskip("numpy")
pyspiel = pytest.importorskip("pyspiel")

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
    mine, theirs = (np.array(state.observation_tensor(p)).reshape(game.lud.tensors.state_shape) for p in (0, 1))
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
    assert "player 1 wins" in str(state)


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
    assert len(state.information_state_tensor(0)) == 7 * (int(np.prod(game.lud.tensors.state_shape)) + 2)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_more_moves_than_numbers_end_a_game() -> None:
    state = openspiel.game(CROWDED).new_initial_state()
    for move in range(102):
        assert not state.is_terminal()
        state.apply_action(1 + (move == 101))
    for ended in (state, pickle.loads(pickle.dumps(state))):
        assert ended.is_terminal()
        assert ended.returns() == [0.0, 0.0]
        assert "share their sites" in str(ended.at.limit)
