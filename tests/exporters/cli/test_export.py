"""The compiled rules of a game, printed."""

import json
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludparse.exporters.cli.main import main
from ludparse.interpreter.passes import PASSES, passes_run

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


def test_without_a_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", GAME]) == 0
    whole = capsys.readouterr().out
    assert main(["export", GAME, "--program", "--without", "drop_dead_locals", "--without", "drop_unreached"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("program 'Row'")
    assert len(out.splitlines()) > len(whole.splitlines())


def test_the_table_of_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", GAME, "--passes", "--without", "flood_sets", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["passes"]
    assert [row["pass"] for row in rows] == [p.name for p in passes_run(["flood_sets"])]
    assert all(row["milliseconds"] > 0 for row in rows)
    for row, following in pairwise(rows):
        for counted in ("statements", "expressions"):
            assert row[counted][1] == following[counted][0]
    dropped = next(row for row in rows if row["pass"] == "drop_positions")
    assert dropped["functions"] > 0
    assert dropped["statements"][0] > dropped["statements"][1]
    assert main(["export", GAME, "--passes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["pass", "functions", "statements", "expressions", "ms"]
    assert [line.split()[0] for line in lines[1:]] == list(PASSES)


def test_a_pass_that_cannot_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", GAME, "--without", "gather_set"]) == 2
    assert "there is no pass 'gather_set'; did you mean gather_sets?" in capsys.readouterr().err
    assert main(["export", GAME, "--html", "row.html", "--passes"]) == 2
    assert "--without and --passes are about programs" in capsys.readouterr().err


def test_the_places_of_statements(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", GAME]) == 0
    plain = capsys.readouterr().out.splitlines()
    assert main(["export", GAME, "--places"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition("  @ ")[0] for line in told] == plain
    column = GAME.index("(move Add") + 1
    assert [line.partition("  @ ")[2] for line in told if "emit" in line and "add(" in line] == [f"<text>:1:{column}"]
    for other in (["--c"], ["--expanded"], ["--passes"], ["--html", "row.html"]):
        assert main(["export", GAME, "--places", *other]) == 2
        assert "--places goes with the program alone" in capsys.readouterr().err


def test_planes_of_a_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As many coloured squares as there are values, where they stand, and every plane and number by its name."""
    pytest.importorskip("numpy")
    file = tmp_path / "row.svg"
    assert main(["export", GAME, "--planes", "--output", str(file), "--moves", "A1", "B2"]) == 0
    picture = ElementTree.parse(file).getroot()
    space = {"": "http://www.w3.org/2000/svg"}
    groups = {group.find("text", space).text: group for group in picture.findall("g", space)}  # type: ignore[union-attr]
    squares = {
        name: [(k.get("x"), k.get("y")) for k in group.findall("rect", space) if k.get("class") == "more"]
        for name, group in groups.items()
    }
    names = ["Disc1", "Disc2", "Destination of the last move", "Player 1 is to move", "Player 2 is to move"]
    assert list(squares) == names and [len(squares[name]) for name in names] == [1, 1, 1, 1, 0]
    assert squares["Disc1"] == [("12", "40")]  # the lowest of three rows at the left
    assert [len(group.findall("rect", space)) for group in groups.values()] == [10, 10, 10, 2, 1]
    assert main(["export", GAME, "--moves", "A1"]) == main(["export", GAME, "--seed", "3"]) == 2
    assert "--seed and --seat go with --planes" in capsys.readouterr().err
    assert main(["export", GAME, "--planes", "--seat", "3"]) == 2
    assert "--seat 3: 'Row' has players 1 to 2" in capsys.readouterr().err
