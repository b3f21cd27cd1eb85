"""Every command on every kind of game: dice, puzzles, simulations, matches and so on."""

import json
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import main
from tests.interpreter.descriptions import ALL

SIMULATION = """(game "Fading" (players 0) (equipment { (board (square 3)) (piece "Bug" Shared) })
  (rules (start (place "Bug" {0 1 4})) (play (forEach Site (sites Occupied by:All) (remove (site))))
    (end (if (= (count Moves) 2) (result All Draw)))))"""
SIMULTANEOUS = """(game "At Once" (players 2) (mode Simultaneous) (equipment { (board (square 3)) (piece "Ball" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))"""
STACKS = """(game "Towers" (players 2) (equipment { (board (hex 2)) (piece "Disc" Each (move Step (to if:True))) })
  (rules (start { (place Stack "Disc1" 0 count:3) (place Stack "Disc2" 6 count:3) }) (play (forEach Piece top:True))
    (end (if (> (count Moves) 8) (result All Draw)))))"""
CARDS = """(game "Cards" (players 2) (equipment { (board (square 3)) (deck cardsBySuit:4 suits:2)
    (hand Each size:2) })
  (rules (start (deal Cards 2)) (play (forEach Piece container:(mover) (move (from) (to (sites Empty)))))
    (end (if (is Full) (result All Draw)))))"""
LINE = """(game "Line" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
MATCH = """(match "Two Lines" (players 2) (games { (subgame "Line") (subgame "Line") })
  (end (if (>= (matchScore P1) 2) (result P1 Win))))"""
KINDS = {
    **ALL, "simulation": SIMULATION, "simultaneous": SIMULTANEOUS, "stacks": STACKS, "cards": CARDS, "match": MATCH,
}  # fmt: skip
COMMANDS = [
    *("check", "fmt", "info", "show", "play --random --seed 1 --max-moves 20", "export", "export --python"),
    *("playouts -n 3 --max-moves 20", "perft 1 --divide", "board", "board --svg"),
    "contest flat(playouts=1,max_moves=30) random -n 1 --max-moves 5",
]
FILES = ("check", "fmt")
REFUSED = {
    ("contest", "simulation"): "nobody who could choose", ("contest", "puzzle"): "nobody to play against",
    ("board", "match"): "has no board of its own",
}  # fmt: skip


@pytest.fixture
def library(tmp_path: Path) -> Path:
    (tmp_path / "lud").mkdir()
    (tmp_path / "lud" / "Line.lud").write_text(LINE, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("line", COMMANDS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.telling("text", "line")  # the same in JSON: of one game
def test_a_command_works(kind: str, line: str, form: str, library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, *options = line.split()
    game = KINDS[kind]
    if command in FILES:
        file = library / "game.lud"
        file.write_text(game, encoding="utf-8")
        game = str(file)
    backend = [] if command in (*FILES, "info", "board", "export") else ["--backend", "python"]
    code = main([command, game, *options, *backend, "--library", str(library), *(["--json"] if form == "json" else [])])
    out, err = capsys.readouterr()
    refused = REFUSED.get((command, kind))
    if refused:
        assert (code, refused in out + err) == (1, True)
        return
    assert code == 0, err
    assert out
    if form == "json" and command != "export":
        json.loads(out)


@pytest.mark.parametrize("kind", ["simulation", "match"])
def test_speed_is_measured(kind: str, library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", KINDS[kind], "--time-each", "0.01", "--backend", "python", "--library", str(library)]) == 0
    assert json.loads(capsys.readouterr().out)["moves_per_playout"] > 0


def test_a_position_without_moves_is_one_leaf(capsys: pytest.CaptureFixture[str]) -> None:
    """Three stones in a row end the game: from there on there is one line of play, of no moves."""
    moves = ["--moves", "A1", "A2", "B1", "B2", "C1"]
    assert main(["perft", LINE, "2", "--backend", "python", *moves[:-1]]) == 0
    # of the five moves the one that wins is followed by none, the others by four each
    assert "perft(2) = 17 " in capsys.readouterr().out
    assert main(["perft", LINE, "2", "--backend", "python", *moves]) == 0
    assert "perft(2) = 1 " in capsys.readouterr().out


def test_a_simulation_comes_to_rest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", SIMULATION, "--random"]) == 0
    out = capsys.readouterr().out
    assert "The next step can be made." in out
    assert out.endswith("Nothing moves any more: the simulation has come to rest.\n")
    assert main(["playouts", SIMULATION, "-n", "3", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["draws"], record["cut_off"], record["wins"]) == (0, 3, {})
