"""The catalogue of games at hand, its cache, and the command `lud find`."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from ludparse.exporters.catalogue import Catalogue, Entry
from ludparse.exporters.catalogue import index as index_module
from ludparse.exporters.catalogue.entry import _kept_topology, describe_game
from ludparse.library.library import BUNDLED
from ludparse.problems.message import example
from ludparse.problems.spans import Source
from tests.exporters.commands import run

STONES = """(game "Stones" (players 2) (equipment {(board (hex 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end ("ThreeWins"))))"""
DEFINE = '(define "ThreeWins" (if (is Line 3) (result Mover Win)))'


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of two games, of which one is broken; no bundled games, and a cache of its own."""
    library = tmp_path / "library"
    (library / "lud").mkdir(parents=True)
    (library / "def").mkdir()
    (library / "lud" / "Stones.lud").write_text(STONES)
    (library / "lud" / "Broken.lud").write_text('(game "Broken" (players 2)')
    (library / "def" / "ThreeWins.def").write_text(DEFINE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(index_module, "BUNDLED", tmp_path / "none")
    monkeypatch.delenv("LUD_LIBRARY", raising=False)
    return library


def test_games_are_read_once(place: Path) -> None:
    first = Catalogue(str(place))
    assert first.read == 2
    second = Catalogue(str(place))
    assert (second.read, second.entries) == (0, first.entries)


def test_games_with_the_same_board_are_what_each_is_alone() -> None:
    """In whatever order: one with layers, one in which pieces slide, one with the diagonals of a larger board."""
    games = [
        example(play="(move Add (to (sites Empty)))"),
        example(pieces='(piece "Disc" Each (move Slide (to if:(is Empty (to)))))', play="(forEach Piece)"),
        example(board="(board (square 4))"),
        example(play="(move Add (to (sites Layer 0)) (then (addScore Mover 1)))"),
    ]

    def entry(text: str) -> Entry:
        return describe_game(Source("<test>", text), None, "place", bundled=True)

    alone = []
    for text in games:
        _kept_topology.cache_clear()
        alone.append(entry(text))
    assert len({str(one) for one in alone}) == len(games)
    for order in ((0, 1, 2, 3), (3, 2, 1, 0)):
        _kept_topology.cache_clear()
        assert [entry(games[k]) for k in order] == [alone[k] for k in order]


def test_what_changed_is_read_again(place: Path) -> None:
    Catalogue(str(place))
    (place / "lud" / "Stones.lud").write_text(STONES.replace("(hex 3)", "(square 3)  "))
    changed = Catalogue(str(place))
    assert changed.read == 1
    assert "SquareTiling" in changed.entries[1].concepts
    (place / "def" / "ThreeWins.def").write_text(DEFINE.replace("Mover Win", "Mover Loss"))
    again = Catalogue(str(place))
    assert again.read == 2
    assert "LineLoss" in again.entries[1].concepts


def test_a_game_that_goes_is_forgotten(place: Path) -> None:
    Catalogue(str(place))
    (file,) = (Path(os.environ["XDG_CACHE_HOME"]) / "ludparse").glob("catalogue-*.entries")
    os.remove(place / "lud" / "Broken.lud")
    assert [entry.name for entry in Catalogue(str(place)).entries] == ["Stones"]
    assert b"Broken.lud" not in file.read_bytes()


def test_a_cache_does_not_grow_with_each_change(place: Path) -> None:
    """What is new is written behind the rest; what has been replaced goes once there is as much of it as is needed."""
    sizes = []
    for number in range(8):
        (place / "lud" / "Stones.lud").write_text(f"{STONES}{' ' * number}")
        assert Catalogue(str(place)).read == (2 if number == 0 else 1)
        (file,) = (Path(os.environ["XDG_CACHE_HOME"]) / "ludparse").glob("catalogue-*.entries")
        sizes.append(file.stat().st_size)
    assert sizes[0] < sizes[1] < sizes[2] and max(sizes) < 5 * sizes[0]


def in_parts(place: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> list[int]:
    """Makes five games of a library, kept by three; a list that will say how many are written at a time."""
    for number in range(3):
        (place / "lud" / f"More{number}.lud").write_text(STONES.replace("Stones", f"More{number}"))
    monkeypatch.setattr(index_module, "CHUNK", chunk)
    monkeypatch.setattr(index_module, "SAVE_EVERY", 3)
    kept, keep = list[int](), Catalogue._keep

    def noted(self: Catalogue, games: Mapping[str, tuple[str, Entry]], *, more: bool = False) -> None:
        kept.append(len(games))
        keep(self, games, more=more)

    monkeypatch.setattr(Catalogue, "_keep", noted)
    return kept


def test_an_interruption_writes_only_what_is_new(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it takes as long after the last of a thousand games as after the first ones."""
    kept = in_parts(place, monkeypatch, 1)

    def interrupted(done: int, total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Catalogue(str(place), jobs=1, report=interrupted)
    assert kept == [3, 1]
    assert Catalogue(str(place), jobs=1).read == 1 and kept == [3, 1, 1]


def test_games_are_read_in_several_parts(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of five games two are read at once: the progress is told after two, four and five, and the cache grows after
    three, and at the end."""
    kept, told = in_parts(place, monkeypatch, 2), list[tuple[int, int]]()
    first = Catalogue(str(place), jobs=1, report=lambda done, total: told.append((done, total)))
    assert [entry.name for entry in first.entries] == ["Broken", "More0", "More1", "More2", "Stones"]
    assert (first.read, told, kept) == (5, [(2, 5), (4, 5), (5, 5)], [3, 2])
    assert Catalogue(str(place)).entries == first.entries and kept == [3, 2], "nothing has changed"
    os.remove(place / "lud" / "More1.lud")
    assert len(Catalogue(str(place), report=lambda done, total: told.append((done, total))).entries) == 4
    assert kept == [3, 2, 4] and len(told) == 3


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", '{"made_by": "x", "games": 3}', "\0"])
def test_a_spoilt_cache_is_made_anew(place: Path, text: str) -> None:
    Catalogue(str(place))
    (file,) = (Path(os.environ["XDG_CACHE_HOME"]) / "ludparse").glob("catalogue-*.entries")
    file.write_text(text)
    assert Catalogue(str(place)).read == 2
    assert Catalogue(str(place)).read == 0


def test_what_was_not_written_whole_is_read_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two games, each kept by itself, the second one is cut off; what is written after that counts."""
    monkeypatch.setattr(index_module, "SAVE_EVERY", 1)
    Catalogue(str(place), jobs=1)
    (file,) = (Path(os.environ["XDG_CACHE_HOME"]) / "ludparse").glob("catalogue-*.entries")
    file.write_bytes(file.read_bytes()[:-1])
    assert [Catalogue(str(place)).read for _ in range(2)] == [1, 0]


def test_bundled_games_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "BUNDLED", BUNDLED)
    entries = Catalogue(jobs=1).entries
    assert {"Gardens", "Ex Nihilo"} <= {entry.name for entry in entries}
    assert all(entry.bundled and not entry.problem for entry in entries)


def test_without_a_query_all_games_are_listed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "find", "--library", str(place))
    assert code == 0
    assert "Stones" in out and "hex, 19 cells" in out and "line" in out
    assert "cannot be read: " in out
    assert "2 of 2 games" in out
    assert run(capsys, "find", "--library", str(place), "--names", "--most", "1")[1] == "Broken\n"
    records = json.loads(run(capsys, "find", "--library", str(place), "--json")[1])["games"]
    assert [(r["name"], r["players"], r["about"]) for r in records] == [("Broken", 0, []), ("Stones", 2, ["line"])]


def test_find(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "find", "--library", str(place), "two players, hex", "--why", "--paths")
    assert code == 0
    assert "2 players; hex, 19 cells" in out and "lud/Stones.lud" in out and "1 of 2 games" in out
    record = json.loads(run(capsys, "find", "--library", str(place), "hex", "--json")[1])
    assert [game["name"] for game in record["games"]] == ["Stones"]


def test_find_says_what_is_wrong(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "find", "--library", str(place), "hexx")
    assert code == 1
    assert "no game satisfies 'hexx'; did you mean hex?" in err
    code, _, err = run(capsys, "find", "--library", str(place), "hex, solitaire")
    assert code == 1
    assert "no game satisfies 'solitaire'" in err
    assert run(capsys, "find", "colour:red")[0] == 2
    assert "Only the bundled games were looked at" in run(capsys, "find", "zebra")[2]
    assert run(capsys, "find", "--library", "/nowhere")[0] == 1
