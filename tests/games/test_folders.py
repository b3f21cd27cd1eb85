"""What is asked of every folder in games/."""

from pathlib import Path

import pytest

from ludparse import load_description
from ludparse.exporters.cli import main
from ludparse.exporters.verification.reference import is_game_folder
from tests.games.by_hand import GAMES

FOLDERS = sorted(place for place in GAMES.iterdir() if (place / "reference.py").is_file())


def description(place: Path) -> str:
    return str(place / f"{place.name}.lud")


def test_there_are_eight() -> None:
    assert len(FOLDERS) == 8
    assert all(map(is_game_folder, FOLDERS))


@pytest.mark.parametrize("place", FOLDERS, ids=lambda place: place.name)
def test_the_description_is_laid_out_in_the_usual_way(place: Path) -> None:
    assert main(["fmt", "--check", description(place)]) == 0


@pytest.mark.parametrize("place", FOLDERS, ids=lambda place: place.name)
def test_the_picture_is_that_of_the_board(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", description(place), "--svg"]) == 0
    assert capsys.readouterr().out == (place / "board.svg").read_text(encoding="utf-8")
    assert "(board.svg)" in (place / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("place", FOLDERS, ids=lambda place: place.name)
def test_the_readme_tells_every_option(place: Path) -> None:
    text = (place / "README.md").read_text(encoding="utf-8")
    found = load_description(description(place))
    missing = [option.name for option in found.options if option.name not in text]
    assert not missing
