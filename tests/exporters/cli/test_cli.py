"""The command line: what it prints, its exit codes, and that bad input never ends in a traceback."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import COMMANDS, build_parser, main
from ludparse.exporters.terminal.output import counted
from tests.corpus import REPO
from tests.exporters.commands import run
from tests.exporters.verification import fake_engine
from tests.exporters.verification.record import PATH, write_corpus
from tests.interpreter.small import PLAY

BROKEN = '(game "X" (players 2) (equipment {(board (square 3)) }) (rules (play (moev Add))))'


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.game.load.load", fake_engine.load)
    monkeypatch.delenv("LUD_LIBRARY", raising=False)


def test_a_game_alone_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "Tic-Tac-Toe")
    assert code == 0
    assert "3 ·   ·   ·" in out
    assert "  A   B   C" in out
    assert "Player 1 to move. 9 legal moves:" in out
    assert run(capsys, "show", "Tic-Tac-Toe")[1] == out


def test_options_before_and_after_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--json", "Tic-Tac-Toe"], ["--json", "show", "Tic-Tac-Toe"], ["show", "Tic-Tac-Toe", "--json"]):
        code, out, _ = run(capsys, *arguments)
        assert code == 0
        assert [move["name"] for move in json.loads(out)["moves"]][:3] == ["A1", "B1", "C1"]


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert "perft(3) = 504" in run(capsys, "perft", "Tic-Tac-Toe", "3")[1]
    record = json.loads(run(capsys, "perft", "Tic-Tac-Toe", "3", "--divide", "--json")[1])
    assert record["leaves"] == 504
    assert record["divide"]["B2"] == 56
    assert "A1: 56" in run(capsys, "perft", "Tic-Tac-Toe", "3", "--divide")[1]


def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(run(capsys, "playouts", "Tic-Tac-Toe", "-n", "200", "--json")[1])
    assert record["playouts"] == 200
    assert sum(record["wins"].values()) + record["draws"] + record["cut_off"] == 200
    again = json.loads(run(capsys, "playouts", "Tic-Tac-Toe", "-n", "200", "--json")[1])
    assert again["wins"] == record["wins"]
    assert "200 random games" in run(capsys, "playouts", "Tic-Tac-Toe", "-n", "200")[1]


def test_a_random_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "play", "Tic-Tac-Toe", "--random", "--seed", "1")
    assert code == 0
    assert "1. Player 1: " in out
    assert "wins." in out or "A draw." in out or "Stopped" in out
    record = json.loads(run(capsys, "play", "Tic-Tac-Toe", "--random", "--seed", "1", "--json")[1])
    assert record["moves"][0].startswith("[Move:mover=1")
    assert "Stopped after 2 moves" in run(capsys, "play", "Tic-Tac-Toe", "--random", "--max-moves", "2")[1]


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_typed_moves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "b2", "b2", "?!", "99", "1", "undo", "A1", "moves", "random", "quit")
    code, out, _ = run(capsys, "play", "Tic-Tac-Toe", "--seed", "1")
    assert code == 0
    assert "1. Player 1: B2" in out
    assert "illegal move: 'b2' is not legal here" in out
    assert "'?!' cannot be a move" in out
    assert "there is no move 99" in out
    assert out.count("2. Player 2: A1") == 2


def test_the_end_of_the_input_ends_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "a1", "a2", "b1", "b2", "c1")
    code, out, _ = run(capsys, "play", "Tic-Tac-Toe")
    assert code == 0
    assert "Player 1 wins." in out
    typed(monkeypatch)
    assert run(capsys, "play", "Tic-Tac-Toe")[0] == 0


def test_playing_one_side(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "quit")
    assert "1. Player 1: " in run(capsys, "play", "Tic-Tac-Toe", "--as", "2")[1]
    assert run(capsys, "play", "Tic-Tac-Toe", "--as", "3")[0] == 2


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = tmp_path / "good.lud", tmp_path / "bad.lud"
    good.write_text(
        '(game "T" (players 2) (equipment {(board (square 3)) (piece "D" Each)})'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    bad.write_text(BROKEN)
    assert run(capsys, "check", str(good)) == (0, "1 file checked: no problems\n", "")
    code, out, _ = run(capsys, "check", str(tmp_path))
    assert code == 1
    assert f"{bad}:1:" in out
    assert "move" in out
    assert "2 files checked" in out
    record = json.loads(run(capsys, "check", str(bad), "--json")[1])
    assert record["problems"] == len(record["files"][0]["problems"]) > 0
    monkeypatch.setattr("sys.stdin", io.StringIO(BROKEN))
    assert run(capsys, "check")[0] == 1


def test_fmt(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "a.lud"
    file.write_text('(game    "A"\n(players 2))')
    code, out, _ = run(capsys, "fmt", str(file))
    assert code == 0
    assert out.split() == ["(game", '"A"', "(players", "2)", ")"]
    assert run(capsys, "fmt", "--check", str(file))[0] == 1
    assert run(capsys, "fmt", "-w", str(file))[:2] == (0, f"changed: {file}\n")
    assert file.read_text() == out
    assert run(capsys, "fmt", "--check", str(file)) == (0, "", "")
    assert run(capsys, "fmt", file.read_text().replace("\n", " "))[:2] == (0, out)
    assert run(capsys, "fmt", "Gardens")[1].startswith("// Gardens")
    file.write_bytes(b'(game "A"\r\n    (players 2\r\n')
    assert f"{file}:1:1" in run(capsys, "fmt", str(file))[2]


def test_info_and_expand(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "info", "Ex Nihilo", "-o", "Board Size/4")
    assert code == 0
    assert "Board Size: 3, 4 (chosen), 5, 6" in out
    assert "37 cells" in out
    assert json.loads(run(capsys, "info", "Ex Nihilo", "--json")[1])["players"] == 2
    pieces = '(piece "Disc" Each) (piece "King" P2) (piece "Rock" Neutral) (piece "Seed" Shared) (hand P2 size:3)'
    rules = f"(rules {PLAY} (end (if (is Full) (result Mover Draw))))"
    text = f'(game "G" (players 2) (equipment {{ (board (square 3)) {pieces} }}) {rules})'
    out = run(capsys, "info", text)[1]
    rows = ("neutral: Rock0", "player 1: Disc1", "player 2: Disc2, King2", "everybody: Seed")
    told = [line[11:] for line in out.splitlines()]
    assert [line for line in told if line.startswith(("neutral", "player ", "everybody"))] == [*rows]
    assert "Hand2 (hand of player 2, 3 sites)" in out
    assert "The description has none in words; these are its ludemes:" in out and "(play " in out
    told = '(metadata (info {(description "Words of it.") (rules "Do this.") (author "Ann") (date "2001")}))'
    out = run(capsys, "info", text + told)[1]
    assert "Do this." in out and "none in words" not in out and "(play " not in out
    assert out.startswith("G  (Ann, 2001)\n\n") and "Words of it." in out.splitlines()[2]
    out = run(capsys, "export", "--expanded", "Ex Nihilo", "-o", "Board Size/4")[1]
    assert "(hex 4)" in out
    assert "define" not in out


def test_crosscheck(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.description.description.expand", fake_engine.expand)
    monkeypatch.chdir(tmp_path)
    corpus = write_corpus(tmp_path / "corpus")
    assert "--library" in run(capsys, "crosscheck", str(corpus))[2]
    base = ["crosscheck", str(corpus), "--library", "anywhere", "--baseline", str(tmp_path / "base")]
    report = tmp_path / "report.html"
    code, out, err = run(capsys, *base, "--html", str(report), "--update-baseline", "--lines")
    assert code == 0
    assert "identical      1  100.0%" in out
    assert "1 traces added, 1 trials added" in err
    assert PATH in (tmp_path / "base" / "python-traces.txt").read_text()
    assert "<table" in report.read_text()

    record = json.loads(run(capsys, *base, "--json")[1])
    assert record["games"][0]["level"] == "identical"
    (tmp_path / "base" / "python-traces.txt").write_text(f"{PATH}\n")
    monkeypatch.setattr("ludparse.interpreter.game.load.load", load_faulty)
    code, out, _ = run(capsys, *base, "--update-baseline")
    assert code == 1
    assert "below the baseline: 2" in out
    assert PATH in (tmp_path / "base" / "python-traces.txt").read_text()
    code, out, _ = run(capsys, *base, "--baseline", str(tmp_path / "none"))
    assert code == 1 and "below the baseline" not in out, "recordings differ, whatever the baseline"
    assert run(capsys, *base, "--filter", "chess")[0] == 2


def test_a_crosscheck_without_anything_to_compare(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludparse.description.description.expand", fake_engine.expand)
    monkeypatch.setattr("ludparse.interpreter.game.load.load", fake_engine.load)
    corpus = write_corpus(tmp_path / "corpus")
    for kind in ("traces", "boards", "expanded"):
        shutil.rmtree(corpus / kind, ignore_errors=True)
    command = ["crosscheck", str(corpus), "--library", "anywhere", "--baseline", str(tmp_path / "none")]
    code, out, _ = run(capsys, *command)
    assert code == 0 and "not compared" in out and "100.0%" in out.split("not compared")[0]
    code, out, err = run(capsys, *command, "--no-trials")
    assert code == 2 and out.count("not compared") == 4 and "nothing was compared" in err


def load_faulty(source: str, **settings: object) -> fake_engine.FakeGame:
    fake_engine.os.environ["FAULT"] = "legal"
    return fake_engine.FakeGame()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["Hexx"], 1, "did you mean: Hex?"),
        (["crosscheck", "no/such/folder"], 2, "there is no file or folder"),
        (["crosscheck", ".", "--max-moves", "5"], 2, "not for recorded games: each is replayed to its end"),
        (["check", "no/such/file.lud"], 1, "no/such/file.lud"),
        (["fmt", "no/such/file.lud"], 1, "there is no file no/such/file.lud"),
        (["fmt", "(game", "-w"], 2, "--write changes a file, and <text> is none"),
        (["check", "Ex Nihilo", "--fix"], 2, "--fix writes a file, and Ex Nihilo is none"),
        (["export", "--expanded", BROKEN.replace("moev", "move")], 0, ""),
        (["export", "--expanded", "(game"], 1, ""),
        (["info", "No Such Game At All"], 1, "No Such Game At All"),
        (["info", "Ex Nihilo", "-o", "Board Size/77"], 1, "77"),
        (["export", "--expanded", "Ex Nihilo", "--library", "no/such/place"], 1, "no/such/place"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str) -> None:
    result, out, err = run(capsys, *arguments)
    assert result == code
    assert message in out + err
    assert "Traceback" not in out + err
    assert "defect" not in out + err


@pytest.mark.parametrize(
    "arguments", [["perft", "X", "0"], ["perft", "X", "x"], ["playouts", "X", "-n", "-1"], ["--jso"]]
)
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: lud" in capsys.readouterr().err


def test_no_arguments_print_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 2
    assert "lud GAME alone" in out


def test_a_defect_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULT", "exception")
    code, _, err = run(capsys, "perft", "Tic-Tac-Toe", "3")
    assert code == 3
    assert err.startswith("lud has a defect, which showed as IndexError: list index 7 out of range")
    with pytest.raises(IndexError):
        main(["--traceback", "perft", "Tic-Tac-Toe", "3"])
    code, out, _ = run(capsys, "--json", "perft", "Tic-Tac-Toe", "3")
    assert json.loads(out)["problems"][0]["kind"] == "defect"


def test_every_command_says_what_it_does() -> None:
    parser = build_parser()
    text = parser.format_help()
    assert [name for name in COMMANDS if not re.search(rf"^  {name}\s", text, re.MULTILINE)] == []


TEXT = """(game "Té" (players 2) (equipment {(board (square 3)) (piece "D" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
LUD = f"{sys.executable} -m ludparse.exporters.cli"


def shell(line: str, tmp_path: Path, **variables: str) -> tuple[int, str, str]:
    """A line for the shell, in which `lud` is the command and "$T" a game; with a cache of its own."""
    environment = {**os.environ, "T": TEXT, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(REPO), **variables}
    line = line.replace("lud ", f"{LUD} ", 1)
    done = subprocess.run(["bash", "-c", line], capture_output=True, env=environment, cwd=REPO)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    assert shell('lud show "$T" --backend python >&-', tmp_path) == (0, "", "")
    for form in ("", "--json"):
        code, _, err = shell(f'lud show "$T" --backend python {form} >/dev/full', tmp_path)
        assert (code, err) == (1, "lud: No space left on device\n")


def test_an_encoding_without_our_signs(tmp_path: Path) -> None:
    code, out, err = shell('lud show "$T" --backend python', tmp_path, PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "") and out.startswith("T?, 2 players")
    code, out, err = shell('lud show "$T" --backend python --json', tmp_path, PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "") and json.loads(out)["game"] == "Té"


def test_a_compiler_that_fails_is_told(tmp_path: Path, c_compiler: None) -> None:
    bench = 'lud bench "$T" --time-each 0.1'  # waits for optimised code
    code, out, err = shell(bench, tmp_path, CC="/bin/false")
    instead = f'"backend": "{"wasm" if find_spec("wasmtime") else "python"}"'
    assert code == 0 and instead in out
    assert "runs without native code: the C compiler '/bin/false'" in err
    code, out, err = shell(f"ulimit -f 8; {bench}", tmp_path)
    assert code == 0 and instead in out and "File too large" in err, err
    assert shell('lud show "$T" --backend c', tmp_path, CC="/bin/false")[0] == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and re.match(r"lud \S+.*, Python 3\.", capsys.readouterr().out)


def test_a_port_is_a_number_of_a_port(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "--port", "99999"])
    assert end.value.code == 2 and "from 0 to 65535" in capsys.readouterr().err


def test_an_absurd_length_does_not_end_the_language_server(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    first = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
    last = json.dumps({"jsonrpc": "2.0", "method": "exit"})
    frames = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in (first, last))
    (tmp_path / "in").write_bytes(f"Content-Length: {'9' * 30}\r\n\r\n{{}}\r\n{frames}".encode())
    _, out, err = shell(f"lud lsp <{tmp_path / 'in'}", tmp_path)
    assert '"id":1' in out.replace(" ", "") and "defect" not in err, err


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [(0, "game", "0 games"), (1, "game", "1 game"), (2000, "legal move", "2,000 legal moves"), (3, "ply", "3 plies"),
     (2, "play", "2 plays"), (1, "ply", "1 ply")],
)  # fmt: skip
def test_counted_nouns(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said


def test_one_is_not_many() -> None:
    """No command says `1 games`: what it prints with a number goes through `counted`."""
    said = []
    plain = r"\{[^{}]*(len\(|\.games|\.number)[^{}]*\} (games|moves|causes|trials|variants|files|players)\b"
    for file in sorted((REPO / "exporters" / "cli").glob("*.py")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if re.search(plain, line):
                said.append(f"{file.name}: {line.strip()}")
    assert not said
