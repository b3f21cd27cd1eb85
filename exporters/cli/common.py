"""Shared by all commands: arguments, opening a game, output, progress."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exporters.scheduling import Places

__all__ = [
    "INTERRUPTED",
    "SHARED",
    "Failure",
    "Progress",
    "Waiting",
    "add_game",
    "add_places",
    "colour",
    "coloured",
    "games_of",
    "library",
    "open_game",
    "places",
    "positive",
    "print_json",
    "terminal_width",
]

INTERRUPTED = 130
"""The exit code of a command that was ended by Ctrl-C."""

SHARED: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (
        ("--library",),
        {
            "metavar": "PLACE",
            "help": "Ludii.jar, or a folder with lud/ and def/ (default: the environment variable LUD_LIBRARY)",
        },
    ),
    (("--json",), {"action": "store_true", "help": "output for machines"}),
    (("--traceback",), {"action": "store_true", "help": "show where a defect of lud arises"}),
]


class Failure(Exception):
    """Ends a command with a message and an exit code. For problems outside descriptions."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def add_game(parser: argparse.ArgumentParser, *, many: bool = False, backend: bool = True) -> None:
    """The arguments that say which game: GAME, --option, --ruleset, --backend."""
    parser.add_argument("game", metavar="GAME", nargs="+" if many else None, help="a path, a name, or a text")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="CATEGORY/ITEM", help="an option, such as 'Board Size/6'"
    )
    parser.add_argument("--ruleset", metavar="NAME", help="a ruleset of the description")
    if backend:
        parser.add_argument(
            "--backend", choices=["auto", "c", "python"], default="auto",
            help="auto takes C where a compiler is found",
        )  # fmt: skip


def add_places(parser: argparse.ArgumentParser, jobs: int, what: str) -> None:
    """The arguments that say where games are played: --jobs (what: of which there are so many) and --cluster."""
    parser.add_argument("--jobs", type=positive, default=jobs, metavar="N", help=f"{what} (default {jobs})")
    parser.add_argument(
        "--cluster", metavar="ADDRESS",
        help="play on a cluster instead: dask://HOST:PORT, ray://HOST:PORT or ray://auto (docs/clusters.md)",
    )  # fmt: skip


def places(args: argparse.Namespace) -> Places:
    """Where games are to be played. Raises LudError for an address that is none."""
    from exporters.scheduling import Places

    return Places(args.jobs, args.cluster)


def library(args: argparse.Namespace) -> str | None:
    """The library from --library, or from the environment."""
    named: str | None = args.library or os.environ.get("LUD_LIBRARY") or None
    return named


def games_of(args: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments with which ludparse and interpreter are told options, ruleset and library."""
    return {"library": library(args), "options": tuple(args.option), "ruleset": args.ruleset}


def open_game(args: argparse.Namespace, source: str | None = None) -> Any:
    """Load the game that was asked for. Raises LudError."""
    named = source or args.game
    with Waiting("compiling" + f" {named}" * (len(named) < 60 and "\n" not in named), quiet=args.json):
        from interpreter.loading import load  # slow to import, and not every command needs it

        return load(named, backend=args.backend, **games_of(args))


def positive(text: str) -> int:
    """For argparse: a whole number from 1."""
    value = int(text) if text.isdecimal() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return value


def print_json(record: Mapping[str, Any] | Sequence[Any], *, indent: int | None = None) -> None:
    print(json.dumps(record, ensure_ascii=False, indent=indent, default=str))


def coloured() -> bool:
    """Whether the output is a terminal that wants colours (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def terminal_width() -> int | None:
    """The characters in a line of the output; None where it is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def colour(text: str, code: str) -> str:
    """Text in colour, where the output is a terminal that wants it."""
    return f"\x1b[{code}m{text}\x1b[0m" if coloured() else text


class Waiting:
    """Says on standard error what takes so long, from two seconds on, and erases it at the end.

    For work that cannot tell how far it is (`Progress` is for the rest). Silent with `quiet` and where standard error
    is no terminal.
    """

    def __init__(self, what: str, *, quiet: bool = False, after: float = 2.0) -> None:
        self.what = what
        self.after = after
        self.shown = not quiet and sys.stderr.isatty()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._say, daemon=True)

    def __enter__(self) -> None:
        self.began = time.monotonic()
        if self.shown:
            self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        if self.shown:
            self.thread.join()

    def _say(self) -> None:
        width = 0
        wait = self.after
        while not self.ended.wait(wait):
            line = f"{self.what} … {time.monotonic() - self.began:.0f} s"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
            width = len(line)
            wait = 1.0
        if width:
            print(f"\r{'':<{width}}\r", end="", file=sys.stderr, flush=True)


class Progress:
    """The progress of a long command, as a line on standard error. Silent with --json and where standard error is no
    terminal."""

    def __init__(
        self, what: str, total: int, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.what = what
        self.total = total
        self.shown = not quiet and sys.stderr.isatty()
        self.clock = clock
        self.began = self.last = clock()
        self.width = 0

    def __call__(self, done: int, note: str = "") -> None:
        """`done` of the total are done; drawn at most ten times a second."""
        now = self.clock()
        if not self.shown or (now - self.last < 0.1 and done < self.total):
            return
        self.last = now
        left = (now - self.began) / done * (self.total - done) if done else 0.0
        line = f"{self.what} {done}/{self.total}  {now - self.began:.0f} s"
        line += f", about {left:.0f} s left" if done and done < self.total and left >= 2 else ""
        line = f"{line}  {note}"[:110]
        print(f"\r{line:<{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = len(line)

    def end(self) -> None:
        """Erases the line."""
        if self.shown and self.width:
            print(f"\r{'':<{self.width}}\r", end="", file=sys.stderr, flush=True)
            self.width = 0
