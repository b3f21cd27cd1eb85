"""`lud analyse`, and `lud play` against an agent."""

import json
from pathlib import Path

import pytest

from ludparse.exporters.cli import main
from tests.interpreter.search.games import THREE

UCT = "uct(iterations=200)"


def test_analyse_names_the_defence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", THREE, "--moves", "A1", "B2", "B1", "--agent", UCT, "--most", "2"]) == 0
    out = capsys.readouterr().out
    table = out[out.index("move ") :].splitlines()
    assert table[1].split()[0] == "C1"
    assert table[3] == "and 4 more moves"
    assert "the result is certain" in table[-1]


def test_analyse_as_json_of_a_trial(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "game.trl")
    assert main(["play", THREE, "--random", "--max-moves", "3", "--seed", "4", "--output", file]) == 0
    capsys.readouterr()
    assert main(["analyse", THREE, "--trial", file, "--agent", "alphabeta(depth=3)", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["mover"], record["depth"], len(record["moves"])) == (2, 3, 6)


def test_analyse_an_earlier_position_of_a_trial(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "game.trl")
    assert main(["play", THREE, "--random", "--seed", "4", "--output", file]) == 0
    assert main(["analyse", THREE, "--trial", file, "--agent", UCT]) == 1
    assert "--ply N" in capsys.readouterr().err
    assert main(["analyse", THREE, "--trial", file, "--ply", "3", "--agent", UCT, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["mover"], len(record["moves"])) == (2, 6)
    assert main(["analyse", THREE, "--trial", file, "--ply", "300", "--agent", UCT]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyse", THREE, "--ply", "3"], "goes with --trial"),
        (["analyse", THREE, "--agent", "uctt"], "did you mean uct"),
        (["analyse", THREE, "--agent", "uct(iterations=0)"], "iterations=0: between 1 and"),
        (["analyse", THREE, "--agent", "random"], "does not say"),
        (["play", THREE, "--agent", "uctt", "--as", "1"], "did you mean uct"),
    ],
)
def test_mistakes(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_play_against_an_agent(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    moves = iter(["a1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(moves))
    assert main(["play", THREE, "--as", "1", "--agent", "alphabeta(depth=4)", "--seed", "1"]) == 0
    assert "2. Black: " in capsys.readouterr().out
