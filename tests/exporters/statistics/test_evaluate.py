"""`lud evaluate`."""

import json
import re

import pytest

from ludparse.exporters.cli.main import main
from tests.exporters.commands import run
from tests.exporters.statistics.games import FILL


def test_json_and_a_file_of_games(tmp_path, capsys):
    command = ("evaluate", FILL, "--json", "--jobs", "1", "--output", str(tmp_path / "games"), "--backend", "python")
    code, out, _ = run(capsys, *command, "-n", "20")
    first = json.loads(out)
    assert code == 0 and first["games"] == 20 and first["resumed"] == 0
    assert first["metrics"]["AdvantageP1"]["value"] == 1
    assert first["metrics"]["AdvantageP1"]["interval"] == pytest.approx([0.8389, 1], abs=1e-4)  # Wilson, 20 of 20
    assert first["metrics"]["DurationMoves"] == {"value": 3, "interval": [3, 3]}
    code, out, _ = run(capsys, *command, "-n", "30")
    again = json.loads(out)
    assert (again["games"], again["resumed"]) == (30, 20)


def test_table_and_page(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    page = tmp_path / "page.html"
    code, out, _ = run(capsys, "evaluate", FILL, "-n", "10", "--jobs", "1", "--html", str(page), "--backend", "python")
    assert code == 0 and "DurationMoves" in out and "POSITIONS" in out
    text = page.read_text()
    assert "Pieces on the board" in text and "How far the scores are apart" not in text, "nobody has a score"
    assert "<svg" in text and "aria-label" in text
    parts = re.findall(r'<tr class="group"><th[^>]*>(\w+)</th></tr>', text)
    assert parts[:2] == ["outcome", "length"] and len(parts) == len({*parts}), "each part has its heading once"
    rows = re.findall(r"<tr><td>(\w+)</td>|<tr class=.group.><th[^>]*>(\w+)</th>", text)
    words = [name or part for name, part in rows]
    assert words.index("outcome") < words.index("Balance") < words.index("length") < words.index("DurationMoves")


def test_wrong_use(capsys):
    assert main(["evaluate"]) == 2
    assert main(["evaluate", FILL, "--recordings", "somewhere"]) == 2
    assert main(["evaluate", FILL, "--agent", "nobody"]) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err
    assert main(["evaluate", FILL, "--agent", "uct(iterations=0)"]) == 2
    assert "iterations=0: between 1 and" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate", FILL, "--valued", "-3"], "whole number from 1"),
        (["evaluate", FILL, "--html", "no/such/folder/page.html"], "there is no folder 'no/such/folder'"),
        (["evaluate", FILL, "--html", "."], "cannot be written"),
        (["compare", FILL, FILL, "--time", "-1"], "above 0"),
        (["compare", FILL, FILL, "-n", "0"], "whole number from 1"),
    ],
)
def test_arguments_are_checked_before_games_are_played(arguments, message, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert message in capsys.readouterr().err


def test_a_recording_that_cannot_be_measured_does_not_hold_up_the_others(tmp_path, capsys):
    good = {"format": "lud-metrics/1", "path": FILL, "games": [{"rng": [0] * 8, "picks": [0, 0, 0]}]}
    bad = {**good, "path": "no such game"}
    (tmp_path / "a.json").write_text(json.dumps(bad))
    (tmp_path / "b.json").write_text(json.dumps(good))
    assert main(["evaluate", "--recordings", str(tmp_path), "--json", "--backend", "python"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out.splitlines()[0])["metrics"]["DurationMoves"] == 3
    assert "no such game" in err and "1 of 2 files" in out + err
