"""What goes to a terminal: numbers, colours, columns, tables, progress; and the words that Tab completes."""

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from ludparse.exporters.terminal import output
from ludparse.exporters.terminal.output import (
    Progress,
    beside,
    colour,
    coloured,
    columns,
    counted,
    painted,
    table,
    terminal_width,
)
from ludparse.exporters.terminal.typed_moves import completing, find_move
from ludparse.exporters.terminal.writer import escaped
from ludparse.problems.errors import IllegalMoveError


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("number", "noun", "said"), [
    (1, "game", "1 game"), (0, "game", "0 games"), (2000, "game", "2,000 games"), (3, "ply", "3 plies"),
    (1, "ply", "1 ply"), (2, "play", "2 plays"), (2, "legal move", "2 legal moves"), (2, "day", "2 days"),
])  # fmt: skip
def test_counted(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said


def test_colours_only_on_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert not coloured() and terminal_width() is None and colour("a", "31") == "a"
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "77")
    assert coloured() and terminal_width() == 77 and escaped(colour("a", "31")) == "\x1b[31ma\x1b[0m"
    monkeypatch.setenv("TERM", "dumb")
    assert not coloured()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured() and colour("a", "31") == "a"


def test_columns() -> None:
    """As many in a row as fit with two blanks behind each but the last."""
    items = ["a", "bbb", "c", "d", "e"]
    assert columns(items, width=16) == "a    bbb  c\nd    e"
    assert columns(items, width=15) == "a    bbb\nc    d\ne", "three times five are 15, and a blank is left"
    assert columns(items, width=3) == "a\nbbb\nc\nd\ne", "one at least"
    assert columns(items, width=16, most=3) == "a    bbb  c\n… and 2 more"
    assert columns(items, width=16, most=5)[-1] == "e"
    assert columns([], width=16) == ""


def test_tables() -> None:
    rows = [["a", "1", "x"], ["bbb", "100", ""]]
    assert table(rows) == ["a    1    x", "bbb  100"]
    assert table(rows, right=[1]) == ["a      1  x", "bbb  100"]
    assert table(rows, right={0, 2}) == ["  a  1    x", "bbb  100"]


def test_beside_a_text() -> None:
    """Four blanks after the widest line, colours aside; at least 24 characters have to be left, and as many lines."""
    text = f"one\n{painted('longer', '31')}"
    assert escaped(beside(text, ["x", "yy"], 34)) == "one       x   yy\n\x1b[31mlonger\x1b[0m"
    assert beside(text, ["x", "yy"], 33) == "" and beside(text, ["x", "yy"], None) == ""
    assert beside(text, ["x" * 22, "y"], 34).split("\n")[1].endswith("    y") and beside(text, ["x" * 23], 34) == ""
    assert beside(text, ["x" * 20, "y", "z"], 34) == "", "three lines beside two"
    assert beside(text, [], 34) == text


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn ten times a second at most, and when all is done; what is left is told from two seconds on: 3 s for 2 of 8
    leave 9."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    times = iter([0.0, 0.05, 3.0, 3.05, 7.0, 7.01])
    progress = Progress("played", 8, clock=lambda: next(times))
    drawn = []
    for done, note in ((1, ""), (2, "note"), (3, ""), (7, ""), (8, "")):
        before = len(terminal.getvalue())
        progress(done, note)
        drawn.append(terminal.getvalue()[before:])
    assert drawn == [
        "", "\rplayed 2/8  3 s, about 9 s left  note", "", f"\r{'played 7/8  7 s  ':<37}",
        f"\r{'played 8/8  7 s  ':<17}",
    ]  # fmt: skip
    before = len(terminal.getvalue())
    progress.end()
    assert terminal.getvalue()[before:] == f"\r{'':<17}\r"
    progress.end()
    assert terminal.getvalue().endswith(f"\r{'':<17}\r") and terminal.getvalue().count("\r") == 5


def test_progress_at_its_beginning_and_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    times = iter([0.0, 5.0, 6.0])
    Progress("played", 8, clock=lambda: next(times))(0)
    assert terminal.getvalue() == "\rplayed 0/8  5 s  "
    Progress("played", 8, quiet=True)(8)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    Progress("played", 8)(8)
    assert terminal.getvalue() == "\rplayed 0/8  5 s  " and sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_progress_in_a_file_is_a_line_every_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """2 of 8 in 5 s leave 15; in the next 4.9 s nothing is said, nor at the end."""
    monkeypatch.setattr(sys, "stderr", file := io.StringIO())
    times = iter([0.0, 4.9, 5.0, 9.9, 20.0, 20.1])
    progress = Progress("reading games", 8, piped=True, clock=lambda: next(times))
    for done in (1, 2, 3, 8, 8):
        progress(done)
    progress.end()
    assert file.getvalue() == "reading games 2/8  5 s, about 15 s left\nreading games 8/8  20 s\n"


def test_waiting_is_silent_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    for quiet in (True, False):
        with output.Waiting("compiling", quiet=quiet, after=60) as waiting:
            assert waiting.thread.is_alive() is not quiet
        assert not waiting.thread.is_alive()
    assert sys.stderr.getvalue() == "", "nothing was told, and nothing is erased"  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ typed moves


class Readline(SimpleNamespace):
    """As much of the module as is used."""

    def __init__(self, doc: str) -> None:
        super().__init__(__doc__=doc, completer="before", delims=" -", bound=[])

    def get_completer(self) -> Any:
        return self.completer

    def get_completer_delims(self) -> str:
        return str(self.delims)

    def set_completer(self, value: Any) -> None:
        self.completer = value

    def set_completer_delims(self, value: str) -> None:
        self.delims = value

    def parse_and_bind(self, text: str) -> None:
        self.bound.append(text)


@pytest.mark.parametrize(("doc", "bound"), [("GNU", "tab: complete"), ("libedit here", "bind ^I rl_complete")])
def test_tab_completes(doc: str, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any case, words with blanks and hyphens too; afterwards all is as before."""
    readline = Readline(doc)
    monkeypatch.setitem(sys.modules, "readline", readline)  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "stdin", Terminal())
    with completing(["A1-B2", "a1-c3", "B1"]):
        found = [readline.completer("a1", k) for k in range(3)]
        assert found == ["A1-B2", "a1-c3", None] and readline.completer("x", 0) is None
        assert readline.delims == "" and readline.bound == [bound]
    assert (readline.completer, readline.delims) == ("before", " -")
    with pytest.raises(KeyError), completing(["A"]):
        raise KeyError
    assert readline.completer == "before"


@pytest.mark.parametrize("terminal", [True, False])
def test_nothing_is_completed_without_readline_or_a_terminal(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None if terminal else Readline("GNU"))  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "stdin", Terminal() if terminal else io.StringIO())
    with completing(["A"]):
        assert terminal or sys.modules["readline"].completer == "before"  # type: ignore[attr-defined]


def test_the_first_word_of_a_move_is_enough_where_no_other_has_it() -> None:
    assert find_move("SWAP", ["pass", "swap 2 1"]) == 1
    with pytest.raises(IllegalMoveError, match="not legal"):
        find_move("bet", ["bet 1", "bet 2"])
    with pytest.raises(IllegalMoveError) as caught:
        find_move("a1", ["A1/1", "B1", "A1/2"])
    assert caught.value.expected == ("A1/1", "A1/2")
    with pytest.raises(IllegalMoveError) as caught:
        find_move("b2", ["A1", "B1"])
    assert caught.value.nearest == ("B1",)
