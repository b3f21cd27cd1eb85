"""Trained networks as agents: they play what the file says, alone or with a search, and only games that they fit."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludparse import LudError, LudUnsupportedError, State, load
from ludparse.exporters.statistics.players import PlayerError, make_player

np = pytest.importorskip("numpy")
onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

from ludparse.exporters.environments.learning.network_agent import METADATA, NetworkAgent, fit  # noqa: E402

THREE = """(game "Three" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
FOUR = THREE.replace("Three", "Four").replace("(square 3)", "(square 4)")
COVERED = """(game "Covered" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (set Hidden What at:(last To) to:Next))))
        (end (if (is Line 3) (result Mover Win)))))"""


def network(
    file: Path, game: Any, weights: Any = None, worth: Any = None, metadata: dict[str, Any] | None = None,
    inputs: tuple[str, str] = ("planes", "numbers"),
) -> Path:  # fmt: skip
    """A file with a linear network of the planes: logits = planes · weights, values = tanh(planes · worth)."""
    form, size = game.tensors.form("board"), game.actions.size
    cells = int(np.prod(form.shape))
    weights = np.zeros((cells, size)) if weights is None else weights
    worth = np.zeros((cells, 1)) if worth is None else worth
    of, kind = onnx.helper, onnx.TensorProto.FLOAT
    nodes = [
        of.make_node("Flatten", [inputs[0]], ["flat"]),
        of.make_node("MatMul", ["flat", "weights"], ["logits"]),
        of.make_node("MatMul", ["flat", "worth"], ["wide"]),
        of.make_node("Squeeze", ["wide", "axis"], ["line"]),
        of.make_node("Tanh", ["line"], ["values"]),
    ]
    constants = [
        onnx.numpy_helper.from_array(weights.astype(np.float32), "weights"),
        onnx.numpy_helper.from_array(worth.astype(np.float32), "worth"),
        onnx.numpy_helper.from_array(np.array([1]), "axis"),
    ]
    given = [
        of.make_tensor_value_info(inputs[0], kind, ["n", *form.shape]),
        of.make_tensor_value_info(inputs[1], kind, ["n", len(form.numbers)]),
    ]
    gives = [of.make_tensor_value_info("logits", kind, ["n", size]), of.make_tensor_value_info("values", kind, ["n"])]
    graph = of.make_graph(nodes, "linear", given, gives, constants)
    model = of.make_model(graph, opset_imports=[of.make_opsetid("", 17)], ir_version=8)
    of.set_model_props(model, {METADATA: json.dumps(fit(game) if metadata is None else metadata)})
    onnx.save(model, str(file))
    return file


def played(agent: Any, state: State) -> list[Any]:
    moves = []
    while not state.over:
        moves.append(agent.choose(state))
        state.apply(moves[-1])
    return moves


def test_alone_it_plays_the_legal_action_with_the_largest_logit(tmp_path: Path) -> None:
    """At each ply of a game, as each seat sees it; hidden pieces are not looked at."""
    for text in (THREE, COVERED):
        game = load(text, backend="python")
        shape, size = game.tensors.form("board").shape, game.actions.size
        weights = np.random.default_rng(1).normal(size=(int(np.prod(shape)), size))
        agent = make_player(f"{network(tmp_path / 'net.onnx', game, weights)}(iterations=0)")(0)
        state = game.start(seed=0)
        while not state.over:
            logits = game.tensors.look(state, player=state.mover).planes.reshape(-1) @ weights
            move = agent.choose(state)
            legal = state.actions()
            assert state.action(move) == max(legal, key=lambda number: logits[number])
            state.apply(move)


def test_a_search_goes_by_its_values(tmp_path: Path) -> None:
    """A network that loves to see an own stone in the corner A1 when the other is to move: its search puts one there;
    without a search all actions are alike."""
    game = load(FOUR, backend="python")
    form = game.tensors.form("board")
    worth = np.zeros((*form.shape, 1))
    state = game.start(seed=0)
    corner = next(move for move in state.legal_moves() if move.notation.endswith("A1"))
    after = state.copy()
    after.apply(corner)
    stone = game.tensors.look(after, player=2).planes - game.tensors.look(state, player=2).planes
    worth[..., 0] = np.where(stone > 0, -3.0, 0.0)  # for the other, who is to move
    file = network(tmp_path / "net.onnx", game, worth=worth.reshape(-1, 1))
    assert NetworkAgent(file, iterations=60, seed=1).choose(state) == corner
    assert NetworkAgent(file, iterations=0).choose(state) == state.legal_moves()[0]


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    game = load(THREE, backend="python")
    file = network(tmp_path / "net.onnx", game)
    one, same = (played(NetworkAgent(file, iterations=20, seed=3), game.start(seed=0)) for _ in range(2))
    assert one == same


def test_games_that_it_does_not_fit(tmp_path: Path) -> None:
    three, four = load(THREE, backend="python"), load(FOUR, backend="python")
    agent = NetworkAgent(network(tmp_path / "net.onnx", three), iterations=0)
    with pytest.raises(LudUnsupportedError, match=r"\(made for Three\) does not fit Four: it has other planes"):
        agent.choose(four.start(seed=0))
    changed = network(tmp_path / "changed.onnx", three, metadata=fit(three) | {"checksum": "0"})
    with pytest.raises(LudUnsupportedError, match="it has other checksum"):
        NetworkAgent(changed).choose(three.start(seed=0))
    odd = network(tmp_path / "odd.onnx", three, metadata={"odd": 1})
    with pytest.raises(LudError, match="does not say as ludparse does"):
        NetworkAgent(odd).choose(three.start(seed=0))
    with pytest.raises(LudUnsupportedError):  # it would see what is hidden
        covered = load(COVERED, backend="python")
        NetworkAgent(network(tmp_path / "covered.onnx", covered)).choose(covered.start(seed=0))


def test_files_that_are_no_networks(tmp_path: Path) -> None:
    game = load(THREE, backend="python")
    with pytest.raises(LudError, match="cannot be read"):
        NetworkAgent(tmp_path / "none.onnx")
    (tmp_path / "text.onnx").write_text("text", encoding="utf-8")
    with pytest.raises(LudError, match="cannot be read"):
        NetworkAgent(tmp_path / "text.onnx")
    with pytest.raises(LudError, match="takes board, numbers and gives logits, values"):
        NetworkAgent(network(tmp_path / "other.onnx", game, inputs=("board", "numbers")))
    with pytest.raises(PlayerError, match="has no setting 'depth'"):
        make_player("net.onnx(depth=3)")


def test_a_network_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    game = load(THREE, backend="python")
    state, size = game.start(seed=0), game.actions.size
    cells = int(np.prod(game.tensors.form("board").shape))
    first = state.legal_moves()[0]
    file = network(tmp_path / "net.onnx", game)
    assert NetworkAgent(file, iterations=0).choose(state) == first
    taken = state.copy()
    taken.apply(first)
    weights = np.tile(np.arange(size), (cells, 1))
    network(file, game, weights)
    assert NetworkAgent(file, iterations=0).choose(taken) == taken.legal_moves()[-1]
