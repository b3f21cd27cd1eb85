"""The arguments of commands that work with a running Ludii, and what they stand for."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ludparse.checks.versions import FOLLOWED, NEWER
from ludparse.library.library import Library
from ludparse.problems.errors import LudError

from ..verification.ludii.client import Limits
from ..verification.ludii.live import Setting
from ..verification.ludii.place import find_ludii
from ..verification.ludii.variants import Choice, Variant, games_in, variants_of
from .common import Failure, add_games, add_options, library, positive

__all__ = ["add_choice", "add_ludii", "choice_of", "setting_of", "version_said", "wanted"]


def add_ludii(parser: argparse._ActionsContainer) -> None:
    """Where Ludii is."""
    parser.add_argument(
        "--ludii", metavar="PATH", help="Ludii.jar or a folder of its classes (default: the variable LUD_LUDII)"
    )


def add_choice(parser: argparse._ActionsContainer) -> None:
    """Which games, with which options, and how many."""
    add_options(parser)
    parser.add_argument("--all-rulesets", action="store_true", help="every ruleset of each description")
    parser.add_argument(
        "--random-options", type=positive, default=0, metavar="N",
        help="N combinations of options drawn at random, in the place of the usual one; all where there are fewer",
    )  # fmt: skip
    add_games(parser, 1, "random games of each variant")


def choice_of(args: argparse.Namespace) -> Choice:
    return Choice(tuple(args.option), args.ruleset, args.all_rulesets, args.random_options, args.seed)


def setting_of(args: argparse.Namespace) -> Setting:
    """Raises LudiiMissingError, NotLudiiError."""
    place = find_ludii(args.ludii)
    seconds = getattr(args, "time_each", None) or 120.0
    named = library(args) or (str(place) if place.is_file() or (place / "lud").is_dir() else None)
    return Setting(place, named, getattr(args, "backend", "auto"), args.jobs, Limits(), seconds)


def version_said(about: dict[str, Any]) -> str:
    """Ludii's version ("" where no worker has started). What another one than ours has in its language is told once."""
    version = str(about.get("ludii", ""))
    if "differs" in about:
        _tell(version, tuple(about["differs"]))
    return version


@cache
def _tell(version: str, differs: tuple[str, ...]) -> None:
    head = f"Ludii {version} has another language than {FOLLOWED}, which is followed here:"
    if version == NEWER:
        head = (
            f'Ludii {version}: followed are its rules where the metadata say (version "{NEWER}"), and else those of '
            f"{FOLLOWED}.\nWhat it reads otherwise than is read here:"
        )
    print("\n  ".join((head, *differs)), file=sys.stderr, flush=True)


def wanted(games: list[str], args: argparse.Namespace, setting: Setting) -> Iterator[Variant | LudError]:
    """The variants that were asked for; without any GAME those of every description of the library."""
    opened = Library.open(Path(setting.library)) if setting.library else None
    if not games:
        if opened is None:
            raise Failure("there is no library of games: name some games, or the library with --library")
        games = games_in(opened, args.filter)
        if not games:
            raise Failure(f"no description with {args.filter!r} in its path")
        random.Random(args.seed).shuffle(games)  # so that a run that is cut off has seen games of all kinds
    return variants_of(games, opened, choice_of(args), lambda text: print(text, file=sys.stderr, flush=True))
