"""The census of the games beside the tests is as checked in, and it sees what becomes worse."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ludparse.description.description import load_description
from ludparse.interpreter.game.building import program_of
from ludparse.library.library import Library
from tests.census import __main__ as command
from tests.census.census import Entry, counted, entry_of, of_ours, table, worse, write
from tests.census.kinds import kinds
from tests.corpus import LIBRARY, needs_corpus, recorded_games
from tests.interpreter.passes.golden_games import GAMES

HINT = "if it is meant: python -m tests.census --update (--note, where a game becomes worse)"
LIBRARY_GAMES = (
    "board/hunt/Three Musketeers", "board/space/line/Yavalath", "board/sow/two_rows/Oware",
    "board/war/replacement/checkmate/chess/Chess", "board/war/leaping/orthogonal/Konane",
    "board/space/territory/Reversi",
)  # fmt: skip


@pytest.mark.parametrize("path", list(of_ours()))
def test_our_games_are_as_in_the_table(path: str) -> None:
    old, new = table()[path], entry_of(path, None)
    assert not worse(old, new), HINT
    assert new == dataclasses.replace(old, note=""), f"not worse, and not as in the table: {HINT}"


@needs_corpus
@pytest.mark.parametrize("path", LIBRARY_GAMES)
def test_games_of_the_library_are_as_in_the_table(path: str) -> None:
    assert entry_of(path, Library.open(str(LIBRARY))) == dataclasses.replace(table()[path], note=""), HINT


@needs_corpus
def test_the_table_has_every_recorded_game() -> None:
    assert set(table()) == {*of_ours(), *recorded_games()}


@pytest.mark.parametrize(
    ("game", "left_out", "seen"),
    [
        ("hunt", "count_at_once", "run: "),
        ("flank", "count_each", "run: "),
        ("slide", "look_along_rays", "run: "),
        ("line", "gather_sets", "plain sites: "),
        ("check", "skip_untouched", "moves: spared → built"),
        ("surround", "keep_verdicts", "moves: sifted → built"),
    ],
)
def test_a_lost_plan_is_seen(game: str, left_out: str, seen: str) -> None:
    description = load_description(GAMES[game])
    found = [counted(game, program_of(description, without=without)) for without in ((), (left_out,))]
    assert any(seen in reason for reason in worse(*found)), worse(*found)


def test_loops_are_told_apart_by_what_they_range_over() -> None:
    """Three players are ranked by loops, two are not; the same fields of one more element are looked at in both."""
    game = """(game "Plain" (players {}) (equipment {{ (board (square 4)) (piece "Ball" Each) }})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    two, three = (kinds(program_of(load_description(game.format(n)))) for n in (2, 3))
    assert three["players"] > two["players"]
    assert [three[kind] for kind in ("sites", "pieces", "rows")] == [two[kind] for kind in ("sites", "pieces", "rows")]


def test_a_better_way_is_not_worse() -> None:
    old = Entry("game", "built", once=1, sets=2, each=1, run=3, rows=2)
    assert not worse(old, old)
    assert not worse(old, dataclasses.replace(old, moves="sifted", once=2, run=2, rows=1))
    assert worse(old, dataclasses.replace(old, sets=1, each=2)) == ["run + each: 4 → 5"]
    assert worse(dataclasses.replace(old, verdicts=2), old) == ["verdicts: 2 → 0"]
    assert worse(old, Entry("game", "refused")) == ["moves: built → refused"]


def test_what_becomes_worse_needs_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.tsv"
    good = dataclasses.replace(entry_of("golden/line", None), sites=0)
    write({good.path: good}, file)
    monkeypatch.setattr(command, "TABLE", file)
    monkeypatch.setattr(command, "PARTS", tmp_path / "parts" / "census.tsv")
    monkeypatch.setattr(command, "table", lambda: table(file))
    monkeypatch.setattr(command, "write", lambda entries: write(entries, file))

    def run(*words: str) -> int:
        monkeypatch.setattr("sys.argv", ["census", "golden/line", *words])
        return command.main()

    assert run() == 1
    assert "worse: golden/line: plain sites: 0 → " in capsys.readouterr().out
    assert run("--update") == 1
    assert table(file) == {good.path: good}
    assert run("--update", "--note", "a reason") == 0
    assert table(file)["golden/line"].note == "a reason"
    assert run() == 0
