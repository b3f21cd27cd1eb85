"""`lud info --concepts`: the tree with the counts, and as JSON."""

import json

import pytest

from tests.exporters.commands import run


def test_the_tree_puts_concepts_under_those_above_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "info", "--concepts", "Gardens")
    lines = out.splitlines()
    assert code == 0
    assert lines[:3] == ["Properties", "  Format", "    Time"]
    at = next(i for i, line in enumerate(lines) if line.strip() == "SingleSiteMoves")
    assert lines[at + 1].strip() == "AddDecision"
    assert lines[at + 1].index("A") == lines[at].index("S") + 2


def test_json_names_the_same_concepts_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "info", "--concepts", "Gardens")[1]
    tree, counts = (part.replace(",", " ").split() for part in out.split("\n\n"))
    record = json.loads(run(capsys, "info", "--concepts", "Gardens", "--json")[1])
    assert sorted(record["concepts"]) == sorted(tree)
    assert {*record["values"]} == {*counts[::2]} and record["values"]["NumPlayers"] == 2


def test_a_wrong_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "info", "--concepts", "Gardns")
    assert code == 1
    assert "did you mean: gardens?" in err
