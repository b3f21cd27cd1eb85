"""Shared by all commands: arguments, opening a game, output."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludparse.library.library import looks_like_text

from ..terminal.output import Waiting

__all__ = [
    "INTERRUPTED",
    "NOTHING",
    "SHARED",
    "Failure",
    "add_game",
    "add_output",
    "add_places",
    "games_of",
    "library",
    "new_file",
    "open_game",
    "places",
    "positive",
    "print_json",
    "rewrite",
    "shown",
]

INTERRUPTED = 130
"""The exit code of a command that was ended by Ctrl-C."""

NOTHING = 2
"""The exit code of a comparison that had nothing to compare."""

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
    """Ends a command with a message and an exit code; None: that of the command for problems (mostly 1). For problems
    outside descriptions."""

    def __init__(self, message: str, code: int | None = None) -> None:
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
        help="play on a cluster instead: dask://HOST:PORT, tls://HOST:PORT, a scheduler file of Dask (FILE.json), "
        "ray://HOST:PORT or ray (docs/clusters.md)",
    )  # fmt: skip


def add_output(parser: argparse.ArgumentParser) -> None:
    """The argument that says where results are kept as they come."""
    parser.add_argument(
        "--output", type=Path, metavar="FOLDER", help="keep what is played here; the same command goes on with it"
    )


def places(args: argparse.Namespace) -> dict[str, Any]:
    """Where games are to be played, as the keyword arguments `jobs` and `on`. Raises LudError for an address that is
    none."""
    from ludparse.interpreter.scheduling import Places

    Places(args.jobs, args.cluster)
    return {"jobs": args.jobs, "on": args.cluster}


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
        from ludparse.interpreter.game.load import load  # slow to import, and not every command needs it

        return load(named, backend=args.backend, **games_of(args))


def shown(game: str) -> str:
    """A game as it was given, without its text."""
    return "<text>" if looks_like_text(game) else game


def rewrite(path: Path, text: str) -> None:
    """Write a file with the line ends that it had."""
    ends = "\r\n" if b"\r\n" in path.read_bytes() else "\n"
    path.write_text(text, encoding="utf-8", newline=ends)


def new_file(text: str) -> str:
    """For argparse: a file that is not there yet; what was played is never overwritten."""
    if Path(text).exists():
        raise argparse.ArgumentTypeError(f"{text!r} is there already, and is not overwritten")
    return text


def positive(text: str) -> int:
    """For argparse: a whole number from 1."""
    value = int(text) if text.isdecimal() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return value


def print_json(record: Mapping[str, Any] | Sequence[Any], *, indent: int | None = None) -> None:
    print(json.dumps(record, ensure_ascii=False, indent=indent, default=str))
