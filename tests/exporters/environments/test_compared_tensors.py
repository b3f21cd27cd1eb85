"""Tensors beside those of a Ludii that answers as this engine plays, except where a test has it differ."""

import json
import zlib
from pathlib import Path
from typing import Any, cast

import pytest

from ludparse import load
from ludparse.exporters.environments import ludii_tensors
from ludparse.exporters.environments.ludii_tensors import compare
from ludparse.exporters.verification.ludii import Limits, Ludii
from ludparse.exporters.verification.ludii.pair import rng_of
from ludparse.interpreter.game.game import SingleGame
from tests.interpreter.search.games import THREE

PLIES = 3


class Answers:
    """Says what a running Ludii would, of a game whose last legal move is always picked, changed by `change`."""

    def __init__(self, game: SingleGame, change: dict[str, Any]) -> None:
        self.game, self.change, self.asked = game, change, list[int]()

    def tensors(self, *, rng: tuple[int, ...], plies: int, seed: int) -> dict[str, Any]:
        assert rng == rng_of(1, seed)
        self.asked.append(seed)
        state = self.game.start(rng_state=rng)
        said: dict[str, Any] = {"picks": [], "states": [], "moves": []}
        for _ in range(plies):
            moves = state.legal_moves()
            said["states"].append(zlib.crc32(self.game.tensors.state(state).tobytes()))
            said["moves"].append([self.game.tensors.move(move) for move in moves])
            said["picks"].append(len(moves) - 1)
            state.apply(moves[-1])
        said["states"].append(zlib.crc32(self.game.tensors.state(state).tobytes()))
        if seed == 1:
            for name, (ply, value) in self.change.items():
                if ply is None:
                    said[name] = value
                else:
                    said[name][ply] = value
        return said


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({}, "equal"),
        ({"states": (0, 7)}, "differs: game 1, the tensor of the position at ply 0"),
        ({"states": (2, 7)}, "differs: game 1, the tensor of the position at ply 2"),
        ({"states": (PLIES, 7)}, f"differs: game 1, the tensor of the position at ply {PLIES}"),
        ({"moves": (1, [7])}, "differs: game 1, the numbers of moves at ply 1"),
        ({"moves": (1, [7]), "states": (1, 7)}, "differs: game 1, the tensor of the position at ply 1"),
        ({"moves": (0, []), "picks": (0, -1)}, "differs: game 1, the tensor of the position at ply 1"),
        ({"fails": (None, {"ply": -1, "of": "game", "message": "no"})}, "Ludii fails: its game: no"),
        (
            {"fails": (None, {"ply": 2, "of": "move", "message": "no"})},
            "Ludii fails: a move at ply 2 of game 1: no",
        ),
    ],
)
def test_the_first_difference_is_told(change: dict[str, Any], result: str) -> None:
    """A pick of -1 is a forced pass, whose moves have no numbers; here the first one is made then, not the last."""
    game = load(THREE, backend="python")
    assert isinstance(game, SingleGame)
    ludii = Answers(game, change)
    assert compare(cast(Ludii, ludii), game, games=3, plies=PLIES) == result
    assert ludii.asked == ([0, 1, 2] if result == "equal" else [0, 1])


def test_many_games_are_compared_and_the_results_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second of two games differs. A second run asks about neither of them again."""
    game = load(THREE, backend="python")
    assert isinstance(game, SingleGame)
    loaded: list[str] = []

    class Running(Answers):
        def __init__(self, place: str, limits: Limits) -> None:
            assert (place, type(limits)) == ("Ludii.jar", Limits)
            super().__init__(game, {"states": (0, 7)})

        def __enter__(self) -> "Running":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def load(self, text: str, *, path: str) -> None:
            self.change = {"states": (0, 7)} if "Second" in path else {}
            loaded.append(path)

    (tmp_path / "lud").mkdir()
    for name in ("First", "Second"):
        (tmp_path / "lud" / f"{name}.lud").write_text(THREE, encoding="utf-8")
    (tmp_path / "list").write_text("# these\nFirst\nSecond\n", encoding="utf-8")
    monkeypatch.setattr(ludii_tensors, "Ludii", Running)
    command = ["--games", f"{tmp_path}/list", "--library", str(tmp_path), "--ludii", "Ludii.jar", "--plies", "3"]
    command += ["--output", f"{tmp_path}/out"]
    assert ludii_tensors.main(command) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["result"][:7] for record in found] == ["equal", "differs"]
    assert loaded == ["First.lud", "Second.lud"]
    assert ludii_tensors.main(command) == 0 and not capsys.readouterr().out and len(loaded) == 2
