"""`lud concepts`: the tree, flat, counted, compared, and as JSON."""

import json

import pytest

from ludparse.exporters.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["concepts", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_tree_puts_concepts_under_those_above_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "Gardens")
    lines = out.splitlines()
    assert code == 0
    assert lines[:3] == ["Properties", "  Format", "    Time"]
    at = next(i for i, line in enumerate(lines) if line.strip() == "SingleSiteMoves")
    assert lines[at + 1].strip() == "AddDecision"
    assert lines[at + 1].index("A") == lines[at].index("S") + 2


def test_flat_and_json_name_the_same_concepts(capsys: pytest.CaptureFixture[str]) -> None:
    flat = run(capsys, "Gardens", "--flat")[1].split()
    record = json.loads(run(capsys, "Gardens", "--json")[1])
    assert record["concepts"] == flat
    assert record["values"]["NumPlayers"] == 2


def test_counts_stand_below(capsys: pytest.CaptureFixture[str]) -> None:
    assert "NumCells                    " in run(capsys, "Gardens", "--counts")[1]


def test_two_games_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "Gardens", "--against", "Ex Nihilo")
    assert code == 0
    mine, others = out.split("only Ex Nihilo:")
    assert "ScoringWin" in mine and "ScoringWin" not in others
    assert "HexTiling" in others and "HexTiling" not in mine
    same = run(capsys, "Gardens", "--against", "Gardens")[1]
    assert same.count("  nothing") == 2


def test_wrong_use_and_wrong_games_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "Gardens", "--against", "Ponds", "--counts")[0] == 2
    code, _, err = run(capsys, "Gardns")
    assert code == 1
    assert "did you mean: gardens?" in err
