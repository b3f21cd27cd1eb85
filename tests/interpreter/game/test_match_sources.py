"""Which games a match may name: those of its library, the bundled ones, and files of its own folder."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ludparse import LudError, LudLimitError, load
from ludparse.interpreter.game.match import MAX_GAMES, MatchGame

GAME = (
    '(game "{name}" (players 2) (equipment {{(board (square 3)) (piece "Ball" Each)}})'
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"
)
END = "(end (if (>= (matchScore P1) 3) (result P1 Win)))"
SECRET = "SECRET_OF_ANOTHER_FOLDER"


def match(games: str) -> str:
    return f'(match "Match" (players 2) (games {{ {games} }}) {END})'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a match in it; beside it another, with what a match must not read."""
    (tmp_path / "own").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.lud").write_text(f'(game "Secret" {SECRET}', "utf-8")
    (tmp_path / "other" / "good.lud").write_text(GAME.format(name="Good"), "utf-8")
    (tmp_path / "own" / "Mine.lud").write_text(GAME.format(name="Mine"), "utf-8")
    return tmp_path / "own"


def loaded(folder: Path, games: str) -> MatchGame:
    path = folder / "match.lud"
    path.write_text(match(games), "utf-8")
    game = load(path, backend="python")
    assert isinstance(game, MatchGame)
    return game


def test_a_match_names_games_of_its_own_folder(folder: Path) -> None:
    assert [game.name for game in loaded(folder, '(subgame "Mine") (subgame "Mine.lud")').games] == ["Mine", "Mine"]


@pytest.mark.parametrize(
    "name",
    ["{other}/secret", "{other}/good", "../other/secret", "../other/good.lud", "../own/Mine", "./Mine", "Mine/../Mine",
     "(game)", "Mine\x00", "", "linked"],
)  # fmt: skip
def test_a_match_names_nothing_else(folder: Path, name: str) -> None:
    (folder / "linked.lud").symlink_to(folder.parent / "other" / "good.lud")
    with pytest.raises(LudError) as caught:
        loaded(folder, f'(subgame "{name.format(other=folder.parent / "other")}")')
    assert caught.value.code == "unknown-game"
    assert caught.value.span is not None and caught.value.span.text.startswith("(subgame")
    assert SECRET not in str(caught.value)


def test_a_text_names_no_files_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(LudError, match="there is no game"):
        load(match('(subgame "Mine")'), backend="python")


def test_games_that_are_alike_are_compiled_once(folder: Path) -> None:
    start = time.process_time()
    game = loaded(folder, '(subgame "Mine") ' * 2000)
    assert time.process_time() - start < 20
    assert len(game.games) == 2000 and len(set(map(id, game.games))) == 1


def test_a_match_of_very_many_different_games_is_refused(folder: Path) -> None:
    for n in range(MAX_GAMES + 1):
        (folder / f"g{n}.lud").write_text(GAME.format(name=f"G{n}"), "utf-8")
    with pytest.raises(LudLimitError, match=f"a match of more than {MAX_GAMES} different games") as caught:
        loaded(folder, " ".join(f'(subgame "g{n}")' for n in range(MAX_GAMES + 1)))
    assert caught.value.span is not None and caught.value.span.text == f'(subgame "g{MAX_GAMES}")'
