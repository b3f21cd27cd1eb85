"""A rulebook of one of our games: complete, with moves as they were played, and links that lead somewhere."""

import re
from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.authoring.description_words import describe_rules
from ludparse.exporters.authoring.rulebook import examples
from ludparse.exporters.cli.main import main
from ludparse.interpreter.game.game import SingleGame


def test_each_kind_of_move_is_shown_as_it_was_made() -> None:
    game = load("Leapfrogs", backend="python")
    assert isinstance(game, SingleGame)
    _, words = describe_rules(game.description.game, game.equipment, "")  # type: ignore[arg-type]
    shown = examples(game, words, seconds=8.0)
    told = [str(x.told) for x in shown]
    assert len(set(told)) == len(told) >= 2
    assert any(text.startswith("Hop ") for text in told) and any(text.startswith("Step ") for text in told)
    for x in shown:
        assert x.before.startswith("<svg") and x.after.startswith("<svg") and x.before != x.after
        assert x.missed != x.before
        assert x.told.span is not None and x.told.span.text.startswith("(move ")


@pytest.mark.parametrize("ending", ["html", "md"])
def test_the_command(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"rules.{ending}"
    assert main(["describe", "Gardens", "--rulebook", str(file), "--time", "3"]) == 0
    assert "1 kind of moves shown" in capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    assert text.index("In the author's words") < text.index("Players") < text.index("Variants") and "Board Size" in text
    if ending == "html":
        lines = set(re.findall(r'href="#(L\d+)"', text))
        assert lines and all(f'id="{line}"' in text for line in lines)
        assert "<script" not in text and "http://" not in text.replace("http://www.w3.org", "")


def test_a_file_that_is_no_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["describe", "Gardens", "--rulebook", "rules.pdf"])
    assert "has to end with .html or .md" in capsys.readouterr().err
