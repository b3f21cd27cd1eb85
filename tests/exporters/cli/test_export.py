"""The compiled rules of a game, printed."""

import json
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import main

GAME = (
    '(game "Row" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)


def test_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", GAME]) == 0
    out = capsys.readouterr().out
    assert out.startswith("program 'Row'")
    assert "fn " in out


def test_python_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", GAME, "--python"]) == 0
    compile(capsys.readouterr().out, "row.py", "exec")


def test_c_holds_no_text_of_the_description(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "row.c"
    assert main(["export", GAME, "--c", "--output", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert capsys.readouterr().out == f"{file}: {len(text.splitlines())} lines\n"
    assert "Disc" not in text


def test_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", GAME, "--c", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["form"] == "c"
