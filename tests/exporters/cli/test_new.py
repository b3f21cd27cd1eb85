"""`lud new`: what it makes works at once, and nothing is overwritten."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ludparse import check, format_text, load
from ludparse.exporters.cli.new import KINDS
from tests.corpus import REPO
from tests.exporters.commands import run


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    code, out, _ = run(capsys, "new", "Stone Circle", "--reference", "--output", str(tmp_path))
    assert code == 0
    assert "lud crosscheck" in out
    return tmp_path / "stone_circle"


def test_without_a_reference_there_is_what_a_game_needs(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same files but for the rules by hand and the test that compares, and a page that names no others."""
    (tmp_path / "plain").mkdir()
    code, out, _ = run(capsys, "new", "Stone Circle", "--output", str(tmp_path / "plain"))
    assert code == 0 and "crosscheck" not in out
    plain = {file.name: file.read_text() for file in (tmp_path / "plain" / "stone_circle").iterdir()}
    assert sorted(plain) == ["README.md", "stone_circle.expect", "stone_circle.lud"]
    for name in ("stone_circle.expect", "stone_circle.lud"):
        assert plain[name] == (game / name).read_text()
    listed = re.findall(r"^\| `(.*?)` ", plain["README.md"], re.MULTILINE)
    assert listed == ["stone_circle.lud", "stone_circle.expect"]
    with_reference = re.findall(r"^\| `(.*?)` ", (game / "README.md").read_text(), re.MULTILINE)
    assert with_reference == [*listed, "reference.py", "test_stone_circle.py"]


@pytest.mark.parametrize("other", [("--template", "race"), ("--from", "Caravans")])
def test_a_reference_is_of_the_small_game_alone(
    other: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, "new", "Mine", "--reference", *other, "--output", str(tmp_path))
    assert code == 2 and "leave out --from and --template" in err and not list(tmp_path.iterdir())


def test_the_game_checks_loads_and_plays(game: Path) -> None:
    description = game / "stone_circle.lud"
    assert check(description) == []
    assert format_text(description.read_text()) == description.read_text()
    loaded = load(str(description), backend="python")
    assert loaded.name == "Stone Circle"
    assert loaded.perft(2) == 72
    assert loaded.playouts(20, seed=1, max_moves=100).cut == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_checks_and_plays_as_is_expected_of_it(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "new", "Stone Circle", "--template", kind, "--output", str(tmp_path))
    assert code == 0 and "crosscheck" not in out
    description = tmp_path / "stone_circle" / "stone_circle.lud"
    text = description.read_text()
    assert format_text(text) == text and "@" not in text
    expected = tomllib.loads(description.with_suffix(".expect").read_text())
    assert expected["position"] and expected["games"]
    assert check(description) == []
    code, out, _ = run(capsys, "check", str(description))
    assert code == 0, out


def test_a_copy_needs_no_template(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "new", "Mine", "--from", "Caravans", "--template", "race", "--output", str(tmp_path))
    assert code == 2 and "one of them" in err and not list(tmp_path.iterdir())


def test_the_reference_agrees(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    limits = ["--positions", "60", "--perft-time", "0.2", "--backend", "python"]
    code, out, _ = run(capsys, "crosscheck", str(game), *limits)
    assert code == 0
    assert "Board Size/4" in out


def test_a_mistake_in_the_reference_is_told_with_its_line(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A defect of the author's file is not called one of lud's."""
    file = game / "reference.py"
    text = file.read_text()
    at = text.index("        return", text.index("def notations"))
    file.write_text(f"{text[:at]}        raise KeyError('stone')\n{text[at:]}")
    limits = ["--positions", "60", "--perft-time", "0", "--backend", "python"]
    code, _, err = run(capsys, "crosscheck", str(game), *limits)
    line = text[:at].count("\n") + 1
    assert code == 2 and f"reference.py:{line}: KeyError: 'stone'" in err and "defect" not in err, err


def test_its_own_test_passes(game: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(game), str(game)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=game, env={"PYTHONPATH": str(REPO)}, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout


def test_nothing_is_overwritten(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {file.name: file.read_text() for file in game.iterdir() if file.is_file()}
    code, _, err = run(capsys, "new", "Stone circle", "--reference", "--output", str(game.parent))
    assert code == 1
    assert "is there already, and nothing is overwritten" in err
    assert {file.name: file.read_text() for file in game.iterdir() if file.is_file()} == before


@pytest.mark.parametrize("name", ["", "../evil", "a/b", 'x" (game', "-x", "@FILE@", "x" * 61, "a\\nb/c", "(x)"])
def test_names_that_are_none_are_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "new", "--output", str(tmp_path), "--", name)
    assert code == 2
    assert "cannot be the name of a game" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "stem"),
    [("Y", "y"), ("4 Stones", "game_4_stones"), ("Nine Men's Morris", "nine_mens_morris"), ("Class", "game_class")],
)
def test_folders_are_named_after_games(
    name: str, stem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(run(capsys, "new", name, "--output", str(tmp_path), "--json")[1])
    assert Path(record["folder"]).name == stem
    assert check(tmp_path / stem / f"{stem}.lud") == []


def test_a_missing_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "new", "X", "--output", str(tmp_path / "nowhere"))
    assert code == 1
    assert "there is no folder" in err
