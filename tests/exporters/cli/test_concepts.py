"""`lud info --concepts`: the tree with the counts, and as JSON."""

import json

import pytest

from ludparse.exporters.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["info", "--concepts", *arguments])
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


def test_json_names_the_same_concepts_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    tree, counts = (part.replace(",", " ").split() for part in run(capsys, "Gardens")[1].split("\n\n"))
    record = json.loads(run(capsys, "Gardens", "--json")[1])
    assert sorted(record["concepts"]) == sorted(tree)
    assert {*record["values"]} == {*counts[::2]} and record["values"]["NumPlayers"] == 2


def test_a_wrong_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "Gardns")
    assert code == 1
    assert "did you mean: gardens?" in err
