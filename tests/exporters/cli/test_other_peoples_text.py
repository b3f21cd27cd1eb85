"""Text of a description, a trial, a path or an argument reaches no terminal as it is, whichever command prints it."""

import io
import json
import re
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import main

OBEYED = "\x1b]52;c;aGk=\x07\x1b[2J\x9b31m\x1b[31m\x7f\x08\r\x0b\u202e\u2066\u200b\ufeff\U000e0041"
"""Writes the clipboard, erases the screen, colours, goes back; turns the direction of reading; is not seen."""

# The carriage return is a blank in a description.
H = OBEYED.replace("\r", "")
V = H.replace("[", "").replace("]", "")  # in recorded moves, square brackets end an action

GAME = f"""(define "Row{H}" (is Line 3)) // a comment {H}
(game "Three{H}" (players 2) (equipment {{ (board (square <Size:n>)) (piece "Disc{H}" Each)
    (regions "Home{H}" P1 (sites Top)) (map "Map{H}" {{(pair 0 1)}}) }})
  (rules (start (place "Disc{H}1" 0)) phases:{{ (phase "First{H}"
    (play (move Add (to (sites Empty)) (then (and (set Var "v{V}" 1) (note "note {V}" to:P1))))))
  }} (end (if ("Row{H}") (result Mover Win)))))
(option "Board{H}" <Size> args:{{<n>}} {{ (item "Three{H}" <3> "Words {H}.")* (item "Four{H}" <4> "More {H}.") }})
(rulesets {{ (ruleset "Ruleset/Usual{H} (known)" {{ "Board{H}/Three{H}" }}) }})
(metadata (info {{ (description "About {H}") (rules "Rules {H}") (source "Book {H}") (id "1") (version "1.3.13")
    (classification "board/{H}") (author "Ann {H}") (publisher "P {H}") (credit "C {H}")
    (date "D {H}") (origin "O {H}") }})
  (graphics {{ (player Name P1 "Ann{H}") (piece Rename piece:"Disc{H}" "Man{H}") }}))
"""

WRONG = GAME.replace("(sites Empty)", f'(sites Emty{H}) (mvoe "{H}")')
MISSPELT = GAME.replace(f'"Disc{H}1" 0', f'"Dsic{H}1" 0').replace("(is Line 3)", f'(is In 0 (sites "Nix{H}"))')
UNCLOSED = GAME.replace("(players 2)", "(players 2")
CHANGED = GAME.replace("(place", "(place ").replace("(is Line 3)", "(is Line 4)").replace("D {", "E {")

COMMANDS = [
    *("check GAME", "check WRONG", "check WRONG --format github", "check MISSPELT", "check UNCLOSED"),
    *("check GAME --play -n 1", "play GAME --agent ARG", "export WRONG", "board GAME --moves ARG"),
    *("info GAME", "show GAME", "describe GAME", "describe GAME --markdown", "diff GAME CHANGED"),
    *("play GAME --random --seed 1", "play GAME --backend python", "trial TRIAL", "trial BROKEN", "explain ARG"),
    *("playouts GAME -n 2", "perft GAME 1 -o ARG", "info GAME --ruleset ARG", "analyse GAME", "new ARG"),
    *("info ARG", "ARG", "info PATH", "check --library ARG GAME", "cache ARG", "find ARG --library LIBRARY"),
    *("evaluate GAME -n 2", "compare GAME CHANGED -n 2", "contest GAME random random -n 1", "crosscheck FOLDER"),
    *("solve GAME --time 0.2", "fmt GAME --check", "search-variants GAME --want ARG"),
]  # fmt: skip
WITH_JSON = ("check GAME", "check WRONG", "info GAME", "describe GAME", "diff GAME CHANGED", "playouts GAME -n 2",
             "show GAME", "trial TRIAL")  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("other")
    found = {"ARG": f"no{OBEYED}thing", "FOLDER": str(folder / f"reference{H}"), "LIBRARY": str(folder / "library")}
    (folder / "library" / "lud").mkdir(parents=True)
    (folder / f"reference{H}").mkdir()
    texts = {"GAME": GAME, "WRONG": WRONG, "MISSPELT": MISSPELT, "UNCLOSED": UNCLOSED, "CHANGED": CHANGED}
    for name, text in texts.items():
        file = folder / f"{name.lower()}{H}.lud"
        file.write_text(text, encoding="utf-8")
        found[name] = str(file)
    (folder / "library" / "lud" / f"three{H}.lud").write_text(GAME, encoding="utf-8")
    found["PATH"] = str(folder / f"{OBEYED}.lud")
    trial = folder / f"trial{H}.trl"
    assert main(["play", found["GAME"], "--random", "--seed", "1", "--backend", "python", "--output", str(trial)]) == 0
    broken = folder / f"broken{H}.trl"
    broken.write_text(trial.read_text(encoding="utf-8").replace("Add", f"Add{H}", 1) + OBEYED, encoding="utf-8")
    return found | {"TRIAL": str(trial), "BROKEN": str(broken)}


def unseen(text: str) -> list[str]:
    """What is in a text that must not be written; a colour of the program's own is none."""
    unseen = "\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff"
    return re.findall(f"[{unseen}]", text)


def given(line: str, files: dict[str, str]) -> list[str]:
    return [files.get(word, word) for word in line.split()]


@pytest.mark.parametrize("line", COMMANDS)
def test_nothing_is_written_that_a_terminal_obeys(
    line: str, files: dict[str, str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("b\nhelp\nA1\nx\x1b[2J\nquit\n"))
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    try:
        code = main(given(line, files))
    except SystemExit as ended:
        code = int(ended.code or 0)
    out, err = capsys.readouterr()
    assert code in (0, 1, 2), err
    assert "u202e" in out + err, "the text is there"
    assert unseen(out) == unseen(err) == []


@pytest.mark.parametrize("line", WITH_JSON)
def test_json_has_every_character(line: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    main([*given(line, files), "--json"])
    out = capsys.readouterr().out
    assert unseen(out) == []

    def strings(value: object) -> list[str]:
        if isinstance(value, dict):
            return [text for key, inner in value.items() for text in (key, *strings(inner))]
        if isinstance(value, list):
            return [text for inner in value for text in strings(inner)]
        return [value] if isinstance(value, str) else []

    assert any(H in text for text in strings(json.loads(out)))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    "line", ["check WRONG", "show GAME", "diff GAME CHANGED", "describe GAME", "fmt GAME", "export GAME --expanded"]
)
def test_on_a_terminal_colours_are_the_only_sequences(
    line: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that the description has, none is obeyed; what is data for others in a pipe is not, on a terminal."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)
    main(given(line, files))
    written = screen.getvalue()
    assert "\\u001b[31m" in written and "\\u202e" in written
    assert unseen(re.sub("\x1b\\[(0|1|90|3[1-6](;1)?)m", "", written)) == []
    assert "\x1b[31m\\u007f" not in written, "the colour of a description"


def test_data_in_a_pipe_are_as_they_are(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    main(["fmt", files["GAME"]])
    assert capsys.readouterr().out.count(H) == GAME.count(H)


MARKUP = "a *b* _c_ `d` <img src=x onerror=y> [e] http://f ![g] & &lt; ~~i~~ |j| www.k.l #m $n$ @o \\\\p"


def test_markdown_is_no_markup_of_the_author(capsys: pytest.CaptureFixture[str]) -> None:
    """No character that means something in Markdown or HTML stands without a backslash or as itself."""
    game = GAME.replace(H, MARKUP).replace(V, "v")
    assert main(["describe", game, "--markdown"]) == 0
    out = capsys.readouterr().out
    for start in ("# ", "## ", "- "):
        assert re.search(f"^ *{start}", out, re.MULTILINE), start
    bare = re.sub(r"\\[!-/:-@\[-`{-~]|&(amp|lt|gt);", "", re.sub(r"^ *(#+|-) ", "", out, flags=re.MULTILINE))
    assert not re.search(r"[*_`<>\[\]~|#$@&\\]|://|www\.", bare), bare
    assert "<img" not in out and r"\*b\*" in out
