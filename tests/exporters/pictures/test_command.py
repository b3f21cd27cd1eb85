"""`lud board`: pictures of positions, and what is wrong to ask for."""

import json
from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.cli import main
from tests.exporters.pictures.games import STEPS
from tests.exporters.pictures.test_position import SECRET


def test_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = load(STEPS).start(seed=0)
    assert main(["board", STEPS, "--start", "--svg"]) == 0
    assert capsys.readouterr().out == state.svg()
    state.apply(state.parse_move("A1-B2"))
    file = tmp_path / "a.svg"
    assert main(["board", STEPS, "--moves", "A1-B2", "--legal", "--show", "axes", "--output", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == state.svg(moves=True, show=["axes"])
    trial = tmp_path / "game.txt"
    state.trial().write(trial)
    assert main(["board", STEPS, "--trial", str(trial), "--ply", "0", "--svg"]) == 0
    assert capsys.readouterr().out == load(STEPS).start(seed=0).svg()
    assert main(["board", STEPS, "--trial", str(trial), "--animate", "--output", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == state.animation()
    assert main(["board", STEPS, "--moves", "A1-B2"]) == 0
    assert "Black to move" in capsys.readouterr().out


def test_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    """The dog of Player 2 lies face down for Player 1, who is to move."""

    def shown(*words: str) -> str:
        assert main(["board", SECRET, "--start", "--legal", *words]) == 0
        return capsys.readouterr().out

    for seat, piece, legal in (("1", "? hidden piece", True), ("2", "Dog", False)):
        text = shown("--seat", seat)
        assert piece in text and ("Legal moves" in text) == legal and "hidden piece" not in shown()
        rows = {row[0]: row[2] for row in json.loads(shown("--seat", seat, "--json"))["sites"]}
        assert rows["C0"][0] > 0 and (rows["C8"][:2] == [-1, 2]) == (seat == "1")


def test_png_and_gif(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    for ending, start in (("png", b"\x89PNG"), ("gif", b"GIF89a")):
        file = tmp_path / f"a.{ending}"
        asked = ["--animate"] if ending == "gif" else []
        assert main(["board", STEPS, "--moves", "A1-B2", "--output", str(file), *asked]) == 0
        assert file.read_bytes().startswith(start)


def test_a_kit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", STEPS, "--kit"]) == 0
    assert '"format": "lud-picture/1"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--png"], "a PNG is written to a file"),
        (["--animate", "--output", "a.png"], "an animation is SVG or GIF"),
        (["--output", "a.gif"], "a GIF is an animation"),
        (["--ply", "3"], "--ply goes with --trial"),
        (["--seat", "3", "--svg"], "has 2 players"),
        (["--seat", "3"], "has 2 players"),
        (["--moves", "A1-A1", "--svg"], "A1"),
        (["--svg", "--show", "everything"], "cannot show 'everything'"),
    ],
)
def test_wrong_arguments(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["board", STEPS, *arguments]) != 0
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
