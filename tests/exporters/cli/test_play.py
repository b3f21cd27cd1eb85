"""A game in the terminal: what is typed, and what is shown before it."""

import io
import re
import time
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import main
from ludparse.exporters.terminal.output import Progress, Waiting, beside, coloured, painted
from ludparse.problems.message import example
from tests.exporters.commands import run as run_lud
from tests.exporters.terminal.test_screen import POINTS
from tests.exporters.verification.fake_engine import load as load_fake
from tests.interpreter.descriptions import HOSTAGES

DICE = """(game "Race" (players 2)
  (equipment {
    (board (rectangle 1 6) (track "Way" "0,E" directed:True))
    (dice d:4 num:1)
    (piece "Runner" Each)
    (hand Each)
  })
  (rules
    (start {(place "Runner1" 0) (place "Runner2" 5)})
    (play (do (roll) next:(move Step (from (where "Runner" Mover)) (directions E) (to if:(is Empty (to))))))
    (end (if (no Pieces Mover) (result Mover Win)))))"""


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Plays what is typed and gives the output."""

    def typed(game: str, *lines: str, options: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", game, "--seed", "1", "--backend", "python", *options]) == 0
        return capsys.readouterr().out

    return typed


def test_points_of_a_backgammon_board_are_typed(play) -> None:  # type: ignore[no-untyped-def]
    out = play(POINTS, "3/2", "quit")
    assert "1. 3/4" in out and "1. White: 3/2, white man to 2" in out


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.game.load.load", load_fake)


def test_undo_and_redo(play, fake) -> None:  # type: ignore[no-untyped-def]
    out = play("T", "a1", "b1", "undo", "undo", "redo", "redo", "redo", "undo", "c1", "redo")
    assert out.count("1. Player 1: A1") == 2
    assert out.count("2. Player 2: B1") == 2
    assert out.count("There is nothing to make again.") == 2  # at the end of the line, and after a new move
    assert "2. Player 2: C1" in out
    assert "There is nothing to take back." in play("T", "undo")


def test_undo_takes_back_the_moves_of_the_others_too(play, fake) -> None:  # type: ignore[no-untyped-def]
    out = play("T", "1", "undo", "board", "redo", options=("--as", "1"))
    moves = [line for line in out.splitlines() if line[:1].isdigit() and ". Player" in line]
    assert len(moves) == 4
    assert moves[:2] == moves[2:]


def test_a_site_lists_its_moves(play) -> None:  # type: ignore[no-untyped-def]
    out = play("Ex Nihilo", "f3", "f99")
    assert "-" in next(line for line in out.splitlines() if "F3-D1" in line)
    listed = out.split("> ")[1]
    assert all(item.startswith("F3-") for item in listed.split() if "-" in item)
    assert "'f99' is not legal here" in out
    assert "384 legal moves" in out


def test_help_names_every_word(play, fake) -> None:  # type: ignore[no-untyped-def]
    out = play("T", "help")
    for word in ("moves", "undo", "redo", "hint", "random", "save FILE", "quit", "board"):
        assert f"\n{word} " in out


def test_saving_where_that_is_not_possible_does_not_end_the_game(play, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    missing = tmp_path / "missing" / "game.txt"
    out = play("Ex Nihilo", f"save {missing}", "save", f"save {tmp_path / 'game.txt'}", "random")
    assert "The game is not saved: No such file or directory" in out
    assert "Say where: save FILE" in out
    assert "has 0 moves" in out
    assert "1. White: " in out
    assert (tmp_path / "game.txt").exists()


def test_a_file_that_is_there_is_left_alone(play, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    mine, new = tmp_path / "mine.txt", tmp_path / "new.txt"
    mine.write_text("mine", encoding="utf-8")
    out = play("Ex Nihilo", f"save {mine}", f"save {new}", "random", f"save {new}", "quit")
    assert "The game is not saved: a file of that name is there already" in out
    assert f"{new} has 1 move" in out
    with pytest.raises(SystemExit):
        main(["play", "Ex Nihilo", "--random", "--output", str(mine)])
    assert "is there already, and is not overwritten" in capsys.readouterr().err
    assert mine.read_text(encoding="utf-8") == "mine"


def test_dice_are_shown_before_the_choice(play) -> None:  # type: ignore[no-untyped-def]
    out = play(DICE, "1", "", "quit")
    first = out.split("> ")[0]
    face = first.split("dice: ")[1][0]
    assert f"1. White throws {face}: A1-B1" in out
    assert ". There is no move but to pass." in out
    assert "and has no move: pass" in out  # Enter makes the only move


def test_the_hint_sees_a_win(play, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("ludparse.exporters.cli.play._SECONDS_OF_HINTS", 0.3)
    line = """(game "T" (players 2) (equipment {(board (square 3)) (piece "D" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    out = play(line, "hint", options=("--moves", "A1", "A3", "B1", "B3"))
    assert "> C1 wins." in out
    out = play(line, "hint")
    assert " %, " in out and "(share won in " in out


@pytest.mark.parametrize(("number", "code"), [("2", 0), ("3", 2)])
def test_nobody_plays_as_a_player_who_is_not_there(
    number: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", HOSTAGES, "--as", number]) == code
    assert ("there is no player 3 in a game of 2" in capsys.readouterr().err) == (code == 2)


def test_moves_stand_beside_the_board_where_there_is_room() -> None:
    board = f"{painted('X', '31')} · ·\n· · ·\n"
    assert beside(board, ["1. A1", "2. B1"], 40) == f"{painted('X', '31')} · ·    1. A1  2. B1\n· · ·\n"
    assert beside(board, ["1. A1", "2. B1"], 30) == ""  # too narrow
    assert beside(board, [f"{k}. A{k}" for k in range(40)], 40) == ""  # too long
    assert beside(board, ["1. A1"], None) == ""  # no terminal


def test_waiting_is_said_after_a_while_and_erased(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with Waiting("compiling", after=0.01):
        time.sleep(0.3)
    told = capsys.readouterr().err
    assert told.startswith("\rcompiling … 0 s")
    assert told.endswith(" \r")
    with Waiting("compiling", after=60):
        pass
    with Waiting("compiling", after=0.0, quiet=True):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""


def test_progress_is_drawn_ten_times_a_second_and_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four games after 0.05, 0.1, 0.15 and 0.19 seconds the second and the last are told."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    times = iter([0.0, 0.05, 0.1, 0.15, 0.19])
    progress = Progress("played", 4, clock=lambda: next(times))
    for done in (1, 2, 3, 4):
        progress(done)
    assert capsys.readouterr().err.split("\r")[1:] == ["played 2/4  0 s  ", "played 4/4  0 s  "]


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert not coloured()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert coloured()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured()


AGAIN = """(game "Again" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules
    (start (place "Disc1" 4))
    (play (if (is Prev Mover)
        (move (from 4) (to (sites Empty)))
        (move Add (to (sites Empty)) (then (if (= 1 (count Moves)) (moveAgain))))))
    (end {(if (= 3 (count Moves)) (result Mover Win)) (if (is Full) (result Mover Draw))})))"""


def test_who_moves_again_and_from_where(play) -> None:  # type: ignore[no-untyped-def]
    out = play(AGAIN, "a1")
    assert "White to move again. All moves begin at B2." in out
    assert out.count("again") == 1


TAKES = """(game "Takes" (players 2) (equipment {(board (square 2))
      (piece "Man" Each (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
    (rules (start {(place "Man1" 0) (place "Man2" 1)}) (play (forEach Piece))
      (end (if (no Pieces Next) (result Mover Win)))))"""


def test_the_rule_by_which_the_game_ends(play) -> None:  # type: ignore[no-untyped-def]
    out = play(AGAIN, "a1", "b2-b1", "c3")
    assert out.endswith("Black wins.\nThe rule: If the number of moves is 3, Black wins.\n")
    out = play(TAKES, "a1-b1")
    assert out.endswith("The rule: If Black has no pieces, White wins.\n")
    both = play(AGAIN.replace("(is Full)", "(is Empty 0)").replace("Mover Draw", "Next Win"), "a1", "b2-b1", "c3")
    assert "The rule" not in both


CAPTURES = """(game "Captures" (players 2)
  (equipment {(board (rectangle 1 5)) (piece "Man" Each)})
  (rules
    (start {(place "Man1" {0 3}) (place "Man2" {1 4})})
    (play (priority
        (forEach Site (sites Occupied by:Mover) (move Hop (from (site)) (directions E)
            (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))
        (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:(is Empty (to)))))))
    (end (if (no Moves Next) (result Mover Win)))))"""


def test_that_capturing_is_compulsory_is_said(play) -> None:  # type: ignore[no-untyped-def]
    out = play(CAPTURES, "a1-c1")
    assert out.count("A capture is compulsory.") == 1
    assert "White to move. A capture is compulsory." in out
    assert "compulsory" not in play(CAPTURES.replace("(priority", "(or"))




@pytest.mark.parametrize(
    ("moves", "pieces", "said"),
    [
        # the first move lets the mover move again, and then there are only pieces of the other player to move
        (1, "(sites Occupied by:Next)", ["White"]),
        (2, "(sites Occupied by:Next)", ["Black"]),
        # their own, or nobody's
        (1, "(sites Occupied by:Mover)", []), (2, "(sites Occupied by:Mover)", []),
        (1, "(sites Occupied by:Neutral)", []), (2, "(sites Occupied by:Neutral)", []),
    ],
)  # fmt: skip
def test_a_move_that_gives_pieces_of_another_captures(play, moves: int, pieces: str, said: list[str]) -> None:  # type: ignore[no-untyped-def]
    text = HOSTAGES
    for old, new in (
        ("(sites Occupied by:Next)", pieces), ("(= 1 (count Moves))", f"(= {moves} (count Moves))"),
        ('(piece "Man" Each)', '(piece "Man" Each) (piece "Rock" Neutral)'),
        ('(place "Man1" 0)', '(place "Man1" 0) (place "Rock0" 2)'),
        ("(play (if", "(play (priority (if"), ("(moveAgain)))))))", "(moveAgain)))))) (move Pass)))"),
    ):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    out = play(text, "1", "1")
    assert re.findall(r"(White|Black) to move\. A capture is compulsory\.", out) == said


def test_that_another_players_pieces_are_moved_is_said(play) -> None:  # type: ignore[no-untyped-def]
    out = play(HOSTAGES, "a1-a2")
    assert "White to move again. All moves begin at B2 or C3. Only pieces of Black can be moved." in out
    assert out.count("Only pieces") == 1


def test_between_two_turns_of_a_person_no_board_is_shown(play) -> None:  # type: ignore[no-untyped-def]
    out = play("Ex Nihilo", "random", options=("-o", "Board Size/3", "--as", "1"))
    assert "Black to move.\n\n2. Black: " in out
    assert out.count("  E5\n") == out.count("White to move.") == 2


DARK = """(game "Dark" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next))))
        (end (if (is Full) (result Mover Win)))))"""


def test_what_is_hidden_is_not_shown_before_the_end(play) -> None:  # type: ignore[no-untyped-def]
    """Each stone is hidden from the other player, to whom its site looks empty."""
    out = play(DARK, "1", "1", options=("--as", "2"))
    rows = [line for line in out.splitlines() if re.match("[12] [·OX]", line)]
    boards = ["".join(rows[k : k + 2]) for k in range(0, len(rows), 2)]
    assert [board.count("·") for board in boards] == [4, 4, 3, 0]
    assert out.count("White: a move that you do not see") == 2
    everybody = play(DARK, "1", "1", "1", "1")
    assert "that you do not see" not in everybody and "White: A1" in everybody


def test_a_name_that_a_trial_cannot_hold_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A square bracket without its partner ends an action in the text of a trial; pairs of them are written."""
    for note, held in (("hi ] you", False), ("hi [there] you", True)):
        text = example(play=f'(move Add (to (sites Empty)) (then (note "{note}")))')
        file = tmp_path / f"{held}.trl"
        code, _, err = run_lud(capsys, "play", text, "--random", "--output", str(file))
        assert (code == 0, file.is_file()) == (held, held)
        assert held or ("a square bracket without its partner" in err and "defect" not in err)
