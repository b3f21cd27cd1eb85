"""A trained network as an agent like any other: an ONNX file that ONNX Runtime runs.

A network takes `planes` and `numbers` of positions, float32 as `game.tensors.look(state, player=state.mover)` gives
them, n at a time. It gives `logits`, (n, actions), and `values`: (n,), what whoever is to move expects, from -1 to 1,
or (n, players), what each seat does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludparse.interpreter.play.arguments import whole
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.search.agent import legal
from ludparse.interpreter.search.guided import Guided
from ludparse.problems.errors import LudError, LudUnsupportedError

from ..opening import missing

if TYPE_CHECKING:
    from ludparse.interpreter.game.game import SingleGame
    from ludparse.interpreter.play.move import Move
    from ludparse.interpreter.play.state import State

__all__ = ["METADATA", "NetworkAgent", "fit"]

METADATA = "ludparse"
"""The name in the file's metadata under which `fit` is kept, as JSON."""


def fit(game: SingleGame) -> dict[str, Any]:
    """What a network must have been made for to play a game: the shape and the meaning of what it sees, and of actions.
    Also the game's name, for people."""
    form = game.tensors.form("board")
    assert form is not None
    meaning = hashlib.sha256("\n".join((*form.planes, "", *form.numbers)).encode()).hexdigest()[:16]
    return {
        "game": game.name, "planes": list(form.shape), "numbers": len(form.numbers), "meaning": meaning,
        "actions": game.actions.size, "checksum": game.actions.checksum,
    }  # fmt: skip


class NetworkAgent(Guided):
    """Plays as a network says, alone or with a search that it guides (`Guided`).

    In games with hidden information it plays alone: iterations=0.
    """

    def __init__(
        self,
        file: str | Path,
        *,
        iterations: int = 100,
        batch: int = 8,
        exploration: float = 1.25,
        seed: int | None = None,
    ) -> None:
        """file: the network. iterations: of the search for each move; 0: none, the action with the largest logit is
        played. Other settings are those of `Guided`.

        Raises LudError for a file that is no network with these inputs and outputs, and without ONNX Runtime.
        """
        self.searches = whole("iterations", iterations, 0) > 0
        super().__init__(
            self._judge, iterations=max(iterations, 1), batch=batch, exploration=exploration, seed=seed
        )  # fmt: skip
        path = Path(file)
        try:
            changed = path.stat().st_mtime_ns
        except (OSError, ValueError) as problem:
            raise LudError(f"the network {str(file)!r} cannot be read: {problem}") from None
        self.name = path.name
        self._session = _session(path, changed)
        self._fits: SingleGame | None = None

    def choose(self, state: State) -> Move:
        """As of `Guided`; LudUnsupportedError also for games that the network was not made for."""
        if self.searches:
            return super().choose(state)
        moves = legal(state)
        if not isinstance(state, GameState) or state.game.flags.simultaneous:
            raise LudUnsupportedError("a network plays games whose players move in turn")
        priors, _ = self._judge([state])
        return moves[int(priors[0].argmax())]

    def _judge(self, states: Sequence[GameState]) -> tuple[list[Any], Any]:
        import numpy as np

        game: Any = states[0].game
        self._check(game)
        seen = [game.tensors.look(state, player=state.mover) for state in states]
        given = {name: np.stack([getattr(one, name) for one in seen]) for name in ("planes", "numbers")}
        logits, values = self._session.run(["logits", "values"], given)
        priors = []
        for state, row in zip(states, logits, strict=True):
            own = row[state.actions()]
            priors.append(np.exp(own - own.max()))
        if values.ndim == 1:
            own_seat = np.array([state.seats[state.mover - 1] for state in states])
            values = np.where(np.arange(game.players) == own_seat[:, None], values[:, None], -values[:, None])
        return priors, values

    def _check(self, game: SingleGame) -> None:
        """Raises LudUnsupportedError for a game that the network does not fit."""
        if game is self._fits:
            return
        told = self._session.get_modelmeta().custom_metadata_map.get(METADATA)
        wanted = fit(game)
        try:
            made_for = json.loads(told) if told is not None else {}
            made_for = {name: made_for[name] for name in wanted} if made_for else {}
        except (ValueError, KeyError, TypeError):
            raise LudError(f"the network {self.name} does not say as ludparse does what it was made for") from None
        shapes = {one.name: one.shape for one in (*self._session.get_inputs(), *self._session.get_outputs())}
        shown = {"planes": shapes["planes"][1:], "numbers": shapes["numbers"][-1], "actions": shapes["logits"][-1]}
        differ = [name for name in wanted if name != "game" and made_for.get(name, wanted[name]) != wanted[name]]
        differ += [name for name, shape in shown.items() if not _free(shape) and shape != wanted[name]]
        if len(shapes["values"]) == 1 and game.players > 2:
            differ.append("values")
        if differ:
            of = f" (made for {made_for['game']})" if made_for else ""
            raise LudUnsupportedError(
                f"the network {self.name}{of} does not fit {game.name}: it has other {', '.join(dict.fromkeys(differ))}"
            )
        self._fits = game


def _free(shape: Any) -> bool:
    """Whether a network leaves a size open."""
    return any(not isinstance(size, int) for size in (shape if isinstance(shape, list) else [shape]))


@lru_cache(maxsize=8)
def _session(path: Path, changed: int) -> Any:
    """A network, ready to run. changed: when the file was; a network that is written anew is read anew."""
    try:
        import onnxruntime
    except ImportError as absent:
        raise missing("onnx", "ONNX Runtime") from absent
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as problem:  # ONNX Runtime has a class of its own for each failure, without a common one
        told = str(problem).splitlines()[0]
        raise LudError(f"the network {str(path)!r} cannot be read: {told}") from None
    inputs, outputs = ({one.name for one in part} for part in (session.get_inputs(), session.get_outputs()))
    if inputs != {"planes", "numbers"} or not {"logits", "values"} <= outputs:
        raise LudError(
            f"the network {str(path)!r} takes {', '.join(sorted(inputs))} and gives {', '.join(sorted(outputs))}",
            hint="Inputs are planes and numbers, outputs logits and values.",
        )
    return session
