"""The check against references finds what differs, and says so."""

import json
import os
import shutil
from pathlib import Path

import pytest

from ludparse import load_description
from ludparse.exporters.cli import main
from ludparse.exporters.verification.reference import (
    Outcome,
    Settings,
    Variant,
    compare,
    is_game_folder,
    load_reference,
)
from ludparse.exporters.verification.reference.compare import chosen, variants_of
from ludparse.exporters.verification.reference.protocol import ReferenceProblem
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load

GAMES = Path(__file__).resolve().parents[3] / "games"
FEW = Settings(positions=60, perft_seconds=0.2)


def spoiled(place: Path, old: str, new: str) -> Path:
    """A copy of Gardens whose reference has another rule."""
    folder = place / "gardens"
    shutil.copytree(GAMES / "gardens", folder)
    path = folder / "reference.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("position", "else own", "else own + 1"),
        ("moves", "not in self.beds]", "not in self.beds][1:]"),
        ("result", "if first == second", "if first != second"),
        ("mover", "mover=3 - self.mover", "mover=self.mover"),
    ],
)
def test_differences_are_found(tmp_path: Path, kind: str, old: str, new: str) -> None:
    folder = load_reference(spoiled(tmp_path, old, new))
    outcome = compare(folder, Variant(), load, ["python"], FEW)
    assert outcome.mismatch is not None
    assert outcome.mismatch.kind == kind


def test_the_command_prints_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = spoiled(tmp_path, "not in self.beds]", "not in self.beds][1:]")
    report = tmp_path / "report.html"
    few = ["--positions", "20", "--perft-time", "0", "--variant", "usual", "--backend", "python"]
    assert main(["crosscheck", str(folder), *few, "--html", str(report)]) == 1
    printed = capsys.readouterr().out
    assert "DIFFERS" in printed
    assert "engine:    A1" in printed
    assert "Gardens" in report.read_text(encoding="utf-8")
    assert main(["crosscheck", str(GAMES / "gardens"), *few, "--json"]) == 0
    (outcome,) = json.loads(capsys.readouterr().out)["games"]["Gardens"]
    assert outcome["positions"] == 20
    assert outcome["mismatch"] is None


def test_a_quick_look_at_every_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """However many variants there are, it ends within moments of processors, and each was played."""
    began = sum(os.times()[:4])
    assert main(["crosscheck", str(GAMES / "gardens"), "--backend", "python"]) == 0
    assert sum(os.times()[:4]) - began < 10
    *variants, last = capsys.readouterr().out.splitlines()[1:]
    assert len(variants) == 6
    assert all(" 0 games" not in line for line in variants)
    assert "--thorough" in last


def test_an_interrupted_check_keeps_what_it_found() -> None:
    def heard(positions: int) -> None:
        if positions == 7:
            raise KeyboardInterrupt

    outcome = compare(load_reference(GAMES / "gardens"), Variant(), load, ["python"], FEW, heard)
    assert outcome.interrupted
    assert outcome.positions == 7


def test_an_interrupted_command_reports_and_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object) -> Outcome:
        return Outcome("usual rules", ["python"], positions=7, interrupted=True)

    monkeypatch.setattr("ludparse.exporters.cli.crosscheck_reference.compare", interrupted)
    assert main(["crosscheck", str(GAMES / "gardens"), "--backend", "python"]) == 130
    assert "7 positions" in capsys.readouterr().out
    assert main(["crosscheck", str(GAMES / "gardens"), "--backend", "python", "--json"]) == 130
    (outcome,) = json.loads(capsys.readouterr().out)["games"]["Gardens"]
    assert outcome["interrupted"]


def test_optimised_code_is_compiled_for_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    optimised = []
    monkeypatch.setattr(SingleGame, "optimise", lambda game: optimised.append(game.backend))
    for positions, calls in ((20, 0), (10_000, 1)):
        compare(
            load_reference(GAMES / "gardens"), Variant(), load, ["python"],
            Settings(positions=positions, seconds=0.1, perft_seconds=0),
        )  # fmt: skip
        assert len(optimised) == calls


def test_folders() -> None:
    assert is_game_folder(GAMES / "gardens")
    assert not is_game_folder(GAMES)
    with pytest.raises(ReferenceProblem, match="holds 0 descriptions"):
        load_reference(GAMES)


def test_a_reference_without_its_functions(tmp_path: Path) -> None:
    folder = spoiled(tmp_path, "def read_move", "def another")
    with pytest.raises(ReferenceProblem, match="does not define read_move"):
        load_reference(folder)


def test_variants() -> None:
    options = load_description(str(GAMES / "gardens" / "gardens.lud")).options
    one_at_a_time = variants_of(options, (), [("Board Size/4", "Points/Exactly two")])
    assert [str(v) for v in one_at_a_time] == [
        "usual rules",
        "Board Size/4",
        "Board Size/6",
        "Neighbours/Around",
        "Points/Exactly two",
        "Board Size/4, Points/Exactly two",
    ]
    assert chosen(["Board Size/4", "Size/a/b"]) == {"Board Size": "4", "Size": "a/b"}
