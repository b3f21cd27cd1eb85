"""Shared by all commands: arguments, opening a game, output."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludparse.library.library import find_local, looks_like_text, open_library
from ludparse.problems.errors import LudError

from ..terminal.output import Waiting

__all__ = [
    "INTERRUPTED",
    "NOTHING",
    "SHARED",
    "Failure",
    "above_zero",
    "add_agent",
    "add_backend",
    "add_confidence",
    "add_game",
    "add_games",
    "add_html",
    "add_jobs",
    "add_max_moves",
    "add_most",
    "add_options",
    "add_output",
    "add_places",
    "add_seconds",
    "add_seed",
    "add_time",
    "add_time_each",
    "agent_of",
    "confidence",
    "games_of",
    "library",
    "new_file",
    "open_game",
    "page_file",
    "places",
    "positive",
    "print_json",
    "rewrite",
    "shown",
    "tell_of_namesakes",
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


def add_game(
    parser: argparse.ArgumentParser, *, many: bool = False, backend: bool = True, unnamed: bool = False
) -> None:
    """The arguments that say which game: GAME, --option, --ruleset, --backend. unnamed: GAME may be left out."""
    nargs = "+" if many else "?" if unnamed else None
    parser.add_argument("game", metavar="GAME", nargs=nargs, help="a path, a name, or a text")
    add_options(parser)
    if backend:
        add_backend(parser)


def add_options(parser: argparse._ActionsContainer) -> None:
    """The arguments --option and --ruleset."""
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="CATEGORY/ITEM",
        help="an option, such as 'Board Size/6' (see lud info GAME)",
    )  # fmt: skip
    parser.add_argument("--ruleset", metavar="NAME", help="a ruleset of the description (see lud info GAME)")


def add_backend(parser: argparse._ActionsContainer) -> None:
    """The argument --backend."""
    parser.add_argument(
        "--backend",
        choices=["auto", "c", "wasm", "python"],
        default="auto",
        help="auto begins with WebAssembly where wasmtime is installed and goes on with C where a compiler is found",
    )


def add_games(parser: argparse._ActionsContainer, default: int, what: str = "games") -> None:
    """The argument --games. what: which games they are."""
    parser.add_argument(
        "-n", "--games", type=positive, default=default, metavar="N", help=f"{what} (default {default})"
    )


def add_max_moves(parser: argparse._ActionsContainer, default: int | None = 1000, told: str = "") -> None:
    """The argument --max-moves. told: what the default is, where it depends on other arguments."""
    parser.add_argument(
        "--max-moves", type=positive, default=default, metavar="N",
        help=f"break a game off after N moves (default {told or default})",
    )  # fmt: skip


def add_seed(parser: argparse._ActionsContainer, default: int | None = 0) -> None:
    """The argument --seed. default: None is another one each time."""
    told = "default: another one each time" if default is None else f"default {default}"
    parser.add_argument(
        "--seed", type=int, default=default, metavar="N", help=f"other seeds give other chance ({told})"
    )


def add_agent(parser: argparse._ActionsContainer, default: str | None) -> None:
    """The arguments --agent and --seconds."""
    parser.add_argument(
        "--agent", default=default, metavar="AGENT",
        help='who plays: auto, uct, alphabeta, flat or random, with settings as in "uct(iterations=500)" (all: lud '
        "contest --help); net.onnx, a trained network; ludii:UCT and other agents of a running Ludii; or "
        "package.module:Class"
        + f" (default {default})" * bool(default),
    )  # fmt: skip
    add_seconds(parser)


def add_seconds(parser: argparse._ActionsContainer) -> None:
    """The argument --seconds."""
    parser.add_argument(
        "--seconds", type=above_zero, default=1.0, metavar="S",
        help="time of an agent for a move, where its settings have no limit of their own (default 1)",
    )  # fmt: skip


def add_time(parser: argparse._ActionsContainer, default: float | None) -> None:
    """The argument --time: seconds in all."""
    told = f" (default {default:g})" if default else " (default: no limit)"
    parser.add_argument(
        "--time", type=above_zero, default=default, metavar="S", help=f"stop after S seconds in all{told}"
    )


def add_time_each(parser: argparse._ActionsContainer, default: float | None, what: str) -> None:
    """The argument --time-each: seconds for each game. what: what happens then."""
    told = f" (default {default:g})" if default else ""
    parser.add_argument(
        "--time-each", type=above_zero, default=default, metavar="S", help=f"of each game: {what}{told}"
    )


def add_most(parser: argparse._ActionsContainer, default: int | None, what: str, told: str = "") -> None:
    """The argument --most: how many rows are shown. what: of what. told: what the default is, where it depends."""
    parser.add_argument(
        "--most", type=positive, default=default, metavar="N", help=f"show N {what} at most (default {told or default})"
    )


def add_confidence(parser: argparse._ActionsContainer, what: str) -> None:
    """The argument --confidence. what: of which intervals."""
    parser.add_argument("--confidence", type=confidence, default=0.95, metavar="P", help=f"{what} (default 0.95)")


def add_html(parser: argparse._ActionsContainer, what: str) -> None:
    """The argument --html. what: which page is written."""
    parser.add_argument("--html", type=page_file, metavar="FILE", help=what)


def add_jobs(parser: argparse._ActionsContainer) -> None:
    """The argument --jobs."""
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="games at the same time (default 1)")


def add_places(parser: argparse.ArgumentParser) -> None:
    """The arguments that say where games are played: --jobs and --cluster."""
    add_jobs(parser)
    parser.add_argument(
        "--cluster", metavar="ADDRESS",
        help="play on a cluster instead: dask://HOST:PORT, tls://HOST:PORT, a scheduler file of Dask (FILE.json), "
        "ray://HOST:PORT or ray (docs/clusters.md)",
    )  # fmt: skip


def add_output(parser: argparse._ActionsContainer, what: str = "keep the games here, and go on with them") -> None:
    """The argument --output of what goes on where it stopped. what: what is kept there."""
    parser.add_argument("--output", type=Path, metavar="DIR", help=what)


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


def tell_of_namesakes(args: argparse.Namespace) -> None:
    """Says so where a game that comes with lud was named and the library has one of that name, too."""
    place, named = library(args), [vars(args).get("game"), vars(args).get("other")]
    for name in named if place is not None and not args.json else ():
        if not isinstance(name, str) or looks_like_text(name) or Path(name).exists():
            continue
        with contextlib.suppress(LudError):  # the command says what is wrong with the library, if it needs one
            ours = find_local(name)
            theirs = open_library(place) if ours is not None else None
            if theirs is not None and (others := theirs.filed(name)):
                path = others[0].removeprefix("lud/")
                print(f"lud: {name!r} comes with lud; the library has another: {path!r}", file=sys.stderr)


def shown(game: str) -> str:
    """A game as it was given, without its text."""
    return "<text>" if looks_like_text(game) else game


def rewrite(path: Path, text: str) -> None:
    """Write a file with the line ends that it had."""
    ends = "\r\n" if b"\r\n" in path.read_bytes() else "\n"
    path.write_text(text, encoding="utf-8", newline=ends)


def new_file(text: str) -> Path:
    """For argparse: a file that is not there yet; what was played is never overwritten."""
    if Path(text).exists():
        raise argparse.ArgumentTypeError(f"{text!r} is there already, and is not overwritten")
    return Path(text)


def agent_of(args: argparse.Namespace) -> str:
    """The agent that --agent names, with a limit from --seconds where it has none. Raises Failure."""
    from ..statistics.players import limited, make_player  # imports all searches

    try:
        spec = limited(args.agent, args.seconds)
        make_player(spec)(0)
    except (ValueError, TypeError) as problem:
        raise Failure(str(problem), 2) from None
    return spec


def positive(text: str) -> int:
    """For argparse: a whole number from 1 to MOST."""
    from ludparse.interpreter.play.arguments import MOST  # late: commands for texts need no engine

    value = int(text) if text.isdecimal() and len(text) < 20 else 0
    if not 1 <= value <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST}")
    return value


def above_zero(text: str) -> float:
    """For argparse: a number of seconds above 0."""
    value = _number(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


def confidence(text: str) -> float:
    """For argparse: a probability from 0.5 to below 1."""
    value = _number(text)
    if not 0.5 <= value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.5 to 1, such as 0.95")
    return value


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def page_file(text: str) -> Path:
    """For argparse: a file that can be written. Asked before games are played, which may take hours."""
    file = Path(text)
    if not file.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(file.parent)!r} to write {file.name!r} to")
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written")
    return file


def print_json(record: Mapping[str, Any] | Sequence[Any], *, indent: int | None = None) -> None:
    print(json.dumps(record, ensure_ascii=False, indent=indent, default=str))
