"""Runs the sessions of pages: writes the files that they show, runs their commands and compares the output. So figures
that a seed determines stand beside the command that makes them, and cannot become stale.

A block with a title is a file: "```lisp title="causeway.lud"". Lines of a console block that begin with "$ " are
commands, what follows is their output, in which "…" stands for anything. After a change of the program,
`python -m tests.docs.sessions` writes the outputs anew; review the difference like code.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludparse.exporters.cli import main
from tests.corpus import REPO

COURSE = REPO / "docs" / "course"
GAMES = REPO / "games"
_BLOCK = re.compile(r'(?ms)^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$')
_VOLATILE = (
    (re.compile(r"in [\d.]+ s, [\d,.]+ a second"), "in … s, … a second"),
    (re.compile(r"\([\d.]+ s, "), "(… s, "),
)


@dataclass(frozen=True)
class Command:
    """A command of a page: its line, the output that the page shows, and the real one."""

    line: str
    shown: str
    real: str
    code: int

    @property
    def same(self) -> bool:
        """Whether the page tells the truth."""
        pattern = ".*".join(map(re.escape, self.shown.split("…")))
        return re.fullmatch(pattern, self.real, re.DOTALL) is not None


def pages() -> list[Path]:
    """The pages of the course in order."""
    return sorted(COURSE.glob("[0-9]*.md"))


def readmes() -> list[Path]:
    """The README, and the pages of the games."""
    return [REPO / "README.md", *sorted(GAMES.glob("*/README.md"))]


def run_page(text: str) -> Iterator[Command]:
    """Writes the files of a page into the current folder and runs its commands, from top to bottom."""
    for kind, title, body in _BLOCK.findall(text):
        if title:
            path = Path(title)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
        elif kind == "console":
            for session in re.split(r"(?m)^\$ ", body)[1:]:
                line, _, shown = session.partition("\n")
                code, real = run_command(line)
                yield Command(line, shown.strip("\n"), real.strip("\n"), code)


def run_command(line: str) -> tuple[int, str]:
    """The exit code and the output of a `lud` or `python` command."""
    program, *arguments = shlex.split(line, comments=True)
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        if program == "python":
            exec(
                compile(Path(arguments[0]).read_text(encoding="utf-8"), arguments[0], "exec"), {"__name__": "__main__"}
            )
            code = 0
        else:
            assert program == "lud", f"the course runs lud and python only, not {program}"
            try:
                code = main(arguments)
            except SystemExit as end:
                code = int(end.code or 0)
    return code, "\n".join(text.rstrip() for text in out.getvalue().splitlines())


def _anew(text: str) -> str:
    """A page with the outputs that its commands have now."""
    at = 0
    for done in run_page(text):
        before = f"$ {done.line}\n" + (f"{done.shown}\n" if done.shown else "")
        at = text.index(before, at)
        if not done.same:
            real = done.real
            for pattern, instead in _VOLATILE:
                real = pattern.sub(instead, real)
            after = f"$ {done.line}\n" + (f"{real}\n" if real else "")
            text = text[:at] + after + text[at + len(before) :]
        at += 1
    return text


def write_anew() -> None:
    """Writes all pages with the outputs of now."""
    os.environ["COLUMNS"] = "100"
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for path in (*pages(), *readmes()):
            text = path.read_text(encoding="utf-8")
            path.write_text(_anew(text), encoding="utf-8")
        os.chdir(here)


if __name__ == "__main__":
    write_anew()
