"""`lud cover`: the description with what never happened, as text, page and data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import main
from tests.interpreter.game.cover.test_cover import MEN

FEW = ["--backend", "python", "-n", "5", "--max-moves", "40"]


@pytest.fixture
def men(tmp_path: Path) -> str:
    path = tmp_path / "men.lud"
    path.write_text(MEN, encoding="utf-8")
    return str(path)


def test_text_marks_what_never_happened(men: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", men, *FEW]) == 0
    out = capsys.readouterr().out
    lines = out.split("\n")
    assert lines[0].startswith("Men: 5 random games, ")
    (king,) = [k for k, line in enumerate(lines) if '(piece "King"' in line]
    assert lines[king].split()[:2] == ["0", "7"]
    assert lines[king + 1].rstrip().endswith("^" * len("(move Step (to if:(is Empty (to))))"))
    assert lines[king + 2].endswith("never: no King was ever asked for a move")
    assert "player 2 could only pass in" in out or "sites were never used" in out


def test_json_and_page_have_the_same_numbers(men: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "men.html"
    assert main(["cover", men, *FEW, "--json", "--html", str(page)]) == 0
    record = json.loads(capsys.readouterr().out)
    forward = next(x for x in record["ludemes"] if x["ludeme"].startswith("(move Step Forward"))
    assert forward["happened"] == forward["made"] > 0 and forward["never"] == ""
    html = page.read_text(encoding="utf-8")
    assert f"made {forward['made']:,}" in html
    assert "never: no King was ever asked for a move" not in html.split("</h1>")[0]
    assert "no King was ever asked for a move" in html
    assert "<b>(move Step (to if:(is Empty (to))))</b>" in html


def test_show_prints_a_position_where_a_line_happened(men: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", men, *FEW, "--show", "5"]) == 0
    assert "random game 0 of seed 0, ply 1: " in capsys.readouterr().out
    assert main(["cover", men, *FEW, "--show", "7"]) == 0
    assert capsys.readouterr().out == "nothing of line 7 happened in 5 random games\n"
    assert main(["cover", men, *FEW, "--show", "2"]) == 2
    assert "no ludeme that is counted begins on line 2" in capsys.readouterr().err


def test_all_choices_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", "Gardens", *FEW[:2], "-n", "1", "--all", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [] in record["choices"] and ["Points/Exactly two"] in record["choices"]
    assert record["playouts"] == len(record["choices"]) == 5
    assert not [x for x in record["ludemes"] if x["never"] and x["kind"] == "number"]
    assert main(["cover", "Gardens", "--all", "-o", "Board Size/4"]) == 2
    assert "--all plays every option item" in capsys.readouterr().err


def test_games_of_an_agent_are_counted_apart(men: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", men, *FEW, "--agent", "random", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["searched"], record["playouts"]) == (50, 5)
    played = sum(x["played"] for x in record["ludemes"] if x["kind"] == "moves")
    assert played > record["moves"]
