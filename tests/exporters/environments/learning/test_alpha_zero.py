"""A network that learns by playing against itself: what it remembers is what was played, and it can be played."""

from pathlib import Path
from typing import Any

import pytest

from ludparse import LudUnsupportedError, load

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")

from ludparse.exporters.environments.learning import alpha_zero  # noqa: E402
from ludparse.exporters.environments.learning.alpha_zero import Training  # noqa: E402
from ludparse.exporters.environments.learning.network import Network, save  # noqa: E402

from .test_network_agent import COVERED, THREE  # noqa: E402

RACE = """(game "Race" (players 3) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""
SMALL = (Path(__file__).parents[4] / "examples" / "learning" / "small_breakthrough.lud").read_text(encoding="utf-8")


def trained(text: str, moves: int) -> Training:
    game: Any = load(text, backend="python")
    training = Training(game, lanes=4, simulations=4, seed=1)
    for _ in range(moves):
        training.move()
    return training


@pytest.mark.parametrize("text", [THREE, RACE])
def test_games_are_remembered_as_they_were_played(text: str) -> None:
    """Policies are of legal actions and sum to 1; games follow each other without a gap; the last position of a game is
    worth what the game brought whoever moved there, as far as the search knew it."""
    training = trained(text, 12)
    assert training.games >= 4 and training._remembered is not None
    parts, n = training._remembered.parts, training.positions
    assert training._remembered.added == n
    policy, masks = parts.policy[:n].astype(float), parts.masks[:n]
    assert np.allclose(policy.sum(axis=1), 1, atol=0.01) and not policy[~masks].any()
    assert (np.abs(parts.values[:n]) <= 1).all()
    assert parts.values[:n].shape == ((n, 3) if text == RACE else (n,))


def test_of_games_at_random_the_results_alone_are_learned() -> None:
    """They are played to the end, any legal action may be drawn, and the search that follows forgets them."""
    training = trained(THREE, 0)
    for _ in range(40):
        training.move_at_random()
    assert training._remembered is not None and training.games > 10
    parts, n = training._remembered.parts, training.positions
    assert not parts.policy[:n].any() and set(parts.values[:n].tolist()) <= {-1, 0, 1}
    began = np.flatnonzero(~parts.planes[:n].reshape(n, -1).any(axis=1))  # the board is empty
    assert len(began) == training.games
    assert len({int(parts.planes[k + 1].reshape(-1).argmax()) for k in began}) > 4


def test_learning_begins_at_random_and_goes_on_with_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the time is for games at random, which are forgotten then. Here a second passes with each position."""
    monkeypatch.setattr(alpha_zero, "BATCH", 16)
    monkeypatch.setattr(alpha_zero, "LEAST", 32)
    monkeypatch.setattr(Training, "spent", property(lambda self: float(self.positions)))
    training = trained(THREE, 0)
    training.seconds, seen = 600.0, []
    training.run(lambda training, loss: seen.append((training.positions, training.steps, training._remembered)))
    [(forgot, steps, _)] = [one for one in seen[1:] if one[0] >= 60 and one[2] is None][:1]
    assert 60 <= forgot < 100 and 0 < steps < training.steps
    assert training._remembered is not None and training._remembered.added == training.positions - forgot
    assert training._remembered.parts.policy[: training._remembered.added].any()


@pytest.mark.parametrize("text", [THREE, RACE, SMALL])
def test_what_one_player_knows_the_others_know(text: str) -> None:
    """Of the image of a position, in which another player is to move, a network says the image of what it says of the
    position; where the players sit opposite, the board is turned."""
    game: Any = load(text, backend="python")
    torch.manual_seed(1)
    network = Network(game).eval()
    state, compared = game.start(seed=3), 0
    while not state.over and compared < 3:
        seen, view = game.tensors.look(state, player=state.mover), game.views[state.mover - 1]
        with torch.no_grad():
            own = [part.numpy()[0] for part in network(*(torch.from_numpy(part[None]) for part in seen))]
            image = view.of_planes(seen.planes), view.of_numbers(seen.numbers)
            other = [part.numpy()[0] for part in network(*(torch.from_numpy(part[None]) for part in image))]
        assert np.allclose(view.of_actions(own[0]), other[0], atol=1e-5)
        assert np.allclose(view.of_seats(own[1]) if text == RACE else own[1], other[1], atol=1e-5)
        compared += view.name != "identity"
        state.apply(state.legal_moves()[-1])
    assert compared


def test_an_action_is_known_by_where_it_begins_and_ends() -> None:
    """Each action has a logit of its own, also where many begin, or end, at one site."""
    game: Any = load(SMALL, backend="python")
    torch.manual_seed(1)
    network = Network(game).eval()
    state = game.start(seed=0)
    seen = game.tensors.look(state, player=1)
    with torch.no_grad():
        logits = network(*(torch.from_numpy(part[None]) for part in seen))[0].numpy()[0]
    assert len(set(logits[state.actions()].tolist())) == len(state.legal_moves())


def test_a_step_of_learning_goes_towards_what_is_remembered() -> None:
    training = trained(THREE, 12)
    first = training.learn()
    for _ in range(30):
        last = training.learn()
    assert last < first


def test_the_result_of_a_game_counts_for_its_seats() -> None:
    """With a search that expects nothing, a position is worth half of what the game brought whose turn it was."""
    training = trained(THREE, 0)
    pool, handles = training._pool, training._handles
    seen, masks = pool.observe(handles[:1]), pool.masks(handles[:1])
    from ludparse.exporters.environments.learning.alpha_zero import _Row

    row = _Row(seen.planes[0], seen.numbers[0], masks[0], masks[0].astype(np.float16), np.zeros(2, np.float32))
    training._remember([(row, 0), (row, 1), (row, 0)], np.array([1, -1], np.float32))
    assert training._remembered is not None
    assert training._remembered.parts.values[:3].tolist() == [0.5, -0.5, 0.5]


def test_what_is_hidden_is_not_searched() -> None:
    with pytest.raises(LudUnsupportedError, match="hides something"):
        trained(COVERED, 0)


@pytest.mark.parametrize("text", [THREE, RACE])
def test_a_file_plays_as_the_network_does(text: str, tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    from ludparse.exporters.environments.learning.network_agent import NetworkAgent

    game: Any = load(text, backend="python")
    torch.manual_seed(3)
    network = Network(game)
    save(network, game, tmp_path / "net.onnx")
    agent, state = NetworkAgent(tmp_path / "net.onnx", iterations=0), game.start(seed=0)
    while not state.over:
        seen = game.tensors.look(state, player=state.mover)
        with torch.no_grad():
            logits, values = network(torch.from_numpy(seen.planes[None]), torch.from_numpy(seen.numbers[None]))
        priors, worth = agent._judge([state])
        own = logits[0].numpy()[state.actions()]
        assert np.allclose(priors[0], np.exp(own - own.max()), atol=1e-4)
        own_seat = np.arange(2) == state.seats[state.mover - 1]
        wanted = values[0].numpy() if text == RACE else np.where(own_seat, values, -values)
        assert np.allclose(worth[0], wanted, atol=1e-4)
        state.apply(agent.choose(state))
