"""Expectations beside a description: each kind that holds is silent, each that does not has its place, what is so
instead and the rule that decides; what cannot be read says what would be right."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.cli.main import main
from ludparse.interpreter.game.expectations import check_expectations
from ludparse.problems.errors import LudError

WALL = """(game "Wall" (players 2)
    (equipment { (board (square <Size:side>))
        (piece "Man" Each (move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to)))))) })
    (rules
        (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (forEach Piece))
        (end { (if (no Pieces Next) (result Mover Win)) (if (= (count Moves) 30) (result Mover Draw)) })))
(option "Size" <Size> args:{<side>} {(item "3" <3> "")* (item "4" <4> "")})"""


def broken(tmp_path: Path, text: str) -> list[LudError]:
    path = tmp_path / "wall.expect"
    path.write_text(text, encoding="utf-8")

    def game(options: Sequence[str], ruleset: str | None) -> object:
        return load(WALL, options=options, ruleset=ruleset, backend="python")

    return check_expectations(path, game)  # type: ignore[arg-type]


HOLDS = [
    'legal = ["A1-A2", "B1-B2"]\nillegal = ["A1-B1", "A1-A3"]', 'moves = ["A1-A2"]\ncaptures = {"A3-A2" = ["A2"]}',
    'moves = ["A1-A2"]\ncaptures = {"B3-B2" = []}', "over = false\ndrawn = false",
    'options = ["Size/4"]\nlegal = ["D1-D2"]',
    'pieces = {A1 = "Man1", A2 = "Man2"}\nmover = 1\ncaptures = {"A1-A2" = ["A2"]}',
    'pieces = {A1 = "Man1", A2 = "Man2"}\nmover = 1\nmoves = ["A1-A2"]\nwins = 1\nover = true',
]  # fmt: skip


@pytest.mark.parametrize("text", HOLDS)
def test_what_holds_is_silent(text: str, tmp_path: Path) -> None:
    assert broken(tmp_path, f"[[position]]\n{text}\n") == []


@pytest.mark.parametrize(("text", "at", "what", "why"), [
    ('legal = ["A1-B1"]', '"A1-B1"', "A1-B1 is expected to be legal", "B1 holds Man1 of player 1"),
    ('illegal = ["A1-A2"]', '"A1-A2"', "A1-A2 is expected not to be legal", "makes A1-A2"),
    ('moves = ["A1-A2", "A1-A2"]', '"A1-A2"', "the move A1-A2 leads to the position, and is not legal", "A1"),
    ('captures = {"A1-A2" = ["A2"]}', '"A1-A2"', "is expected to capture on A2, and captures on no", "A1-A2 is"),
    ('moves = ["A1-A2"]\ncaptures = {"A3-A2" = []}', '"A3-A2"', "to capture on no site, and captures on A2", "A3-A2"),
    ('captures = {"A1-B1" = ["B1"]}', '"A1-B1"', "A1-B1 is expected to capture, and is not legal", "B1 holds Man1"),
    ('moves = ["A1-A2"]\nwins = 2', "wins", "player 2 is expected to have won, and nobody has won alone", "(no Pieces"),
    ('moves = ["A1-A2"]\nover = true', "over", "the game goes on", "(no Pieces Next) is no"),
    ('pieces = {A1 = "Man1", A2 = "Man2"}\nmover = 1\nmoves = ["A1-A2"]\ndrawn = true', "drawn", "game is not drawn",
     "(no Pieces Next) is yes"),
])  # fmt: skip
def test_what_does_not_hold_has_its_place_and_the_rule(text: str, at: str, what: str, why: str, tmp_path: Path) -> None:
    (wrong,) = broken(tmp_path, f"[[position]]\n\n[[position]]\n{text}\n")
    assert what in wrong.message and why in wrong.hint
    assert wrong.code == "expectation" and wrong.span is not None
    assert wrong.span.text == at and wrong.span.start > len("[[position]]")


def test_random_games_have_lengths_and_a_balance(tmp_path: Path) -> None:
    game = load(WALL, backend="python")
    played = game.playouts(20, seed=3, max_moves=1000)
    shares = [100 * sum(r[p] == 1.0 for r in played.rankings) / 20 for p in range(2)]
    ahead = int(abs(shares[0] - shares[1])) + 1
    least, most = min(played.lengths), max(played.lengths)
    text = "[[games]]\ncount = 20\nseed = 3\nlength = [{}, {}]\nbalance = {}\n"
    assert broken(tmp_path, text.format(least, most, ahead)) == []
    (wrong,) = broken(tmp_path, text.format(least + 1, most, ahead))
    assert "random games do not have" in wrong.message and f"has {least}" in wrong.message
    (wrong,) = broken(tmp_path, text.format(least, most, ahead - 2 if ahead > 1 else -1))
    assert wrong.message.startswith("one player is ahead by")
    assert wrong.span is not None and wrong.span.text == "balance"


@pytest.mark.parametrize(("text", "message", "hint"), [
    ("[[position]\n", "this is not TOML", ""),
    ("[[positions]]\n", "'positions' stands for nothing here", "The file holds tables [[position]] and [[games]]."),
    ('[[position]]\nlegall = ["A1-A2"]\n', "[[position]] has no 'legall'", "Did you mean legal?"),
    ('[[position]]\nlegal = "A1-A2"\n', "legal is a list", ""),
    ("[[position]]\nmoves = [1]\n", "moves is a list of texts", ""),
    ("[[position]]\nwins = true\n", "wins is a whole number", ""),
    ("[[games]]\nlength = [3]\n", "length is a list of two", ""),
    ("[[games]]\ncount = 100000\n", "count is from 1 to 10,000", ""),
    ('[[position]]\ncaptures = {"A1-A2" = "A2"}\n', "captures is a table of moves, each with a list", ""),
    ("[[position]]\npieces = {A1 = 3}\n", "pieces is a table of sites, each with the name of a piece", ""),
    ('[[position]]\npieces = {Z9 = "Man1"}\n', "Z9", ""), ('[[position]]\noptions = ["Size/9"]\n', "Size/9", ""),
])  # fmt: skip
def test_what_cannot_be_read_says_what_would_be_right(text: str, message: str, hint: str, tmp_path: Path) -> None:
    (wrong,) = broken(tmp_path, text)
    assert message in wrong.message and hint in wrong.hint
    assert wrong.code == "expectation-file"


def test_a_file_that_is_no_text_or_too_long_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wall.expect"
    path.write_bytes(b"\xff\xfe")
    assert "cannot be read" in check_expectations(path, lambda *_: load(WALL))[0].message
    path.write_bytes(b"#" * 1_000_001)
    assert "more than 1,000,000 bytes" in check_expectations(path, lambda *_: load(WALL))[0].message


def test_check_runs_what_why_has_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "wall.lud"
    game.write_text(WALL, encoding="utf-8")
    assert main(["why", str(game), "A1-B1", "--keep"]) == 0
    assert main(["why", str(game), "A3-A2", "--keep", "--moves", "A1-A2"]) == 0
    assert main(["why", str(game), "--end", "--keep", "--moves", "A1-A2"]) == 0
    capsys.readouterr()
    kept = (tmp_path / "wall.expect").read_text(encoding="utf-8")
    assert 'illegal = ["A1-B1"]' in kept and 'moves = ["A1-A2"]\nlegal = ["A3-A2"]' in kept and "over = false" in kept
    assert main(["check", "--default-only", str(game)]) == 0
    assert main(["check", "--default-only", str(tmp_path / "wall.expect")]) == 0
    game.write_text(WALL.replace("(is Enemy (who at:(to)))", "(is Friend (who at:(to)))"), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "--default-only", str(game), "--json"]) == 1
    files = json.loads(capsys.readouterr().out)["files"]
    told = {Path(x["file"]).name: [p["message"] for p in x["problems"]] for x in files}
    assert told["wall.expect"] == ["A1-B1 is expected not to be legal", "A3-A2 is expected to be legal"]
    assert main(["why", WALL, "A1-B1", "--keep"]) == 2
    assert "--keep writes beside a description" in capsys.readouterr().err


def test_a_new_game_has_three_expectations_that_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Three", "--output", str(tmp_path)]) == 0
    kept = (tmp_path / "three" / "three.expect").read_text(encoding="utf-8")
    assert kept.count("\n[[") == 3
    assert main(["check", str(tmp_path / "three" / "three.lud")]) == 0
    assert "no problems" in capsys.readouterr().out
