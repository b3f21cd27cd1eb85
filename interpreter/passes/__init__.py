"""Passes: named transformations of a program that keep its meaning. `docs/program.md` says what each does."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Collection

from ..facts.widths import check_set_stack
from ..program.program import Program
from .base.registry import Pass, chosen, in_order, registered
from .chance_on_copies import follow_copies
from .digest_what_changes import digest_what_changes
from .random_game_program import playout_program

__all__ = ["OPTIONAL", "PASSES", "Pass", "make_ready", "passes_run", "run_passes"]


def _all_passes() -> dict[str, Pass]:
    """Imports the modules of all folders, whose passes register themselves."""
    for folder in pkgutil.iter_modules(__path__):
        if folder.ispkg:
            inside = importlib.import_module(f"{__name__}.{folder.name}")
            for module in pkgutil.iter_modules(inside.__path__):
                importlib.import_module(f"{inside.__name__}.{module.name}")
    return in_order(registered())


PASSES = _all_passes()
"""All passes by name, in the order in which they run."""


OPTIONAL = tuple(name for name, p in PASSES.items() if not p.legalises)
"""The names of those that can be left out."""


def passes_run(without: Collection[str] = ()) -> list[Pass]:
    """The passes that run without those named. Raises ValueError as `run_passes`."""
    return chosen(PASSES, without)


def make_ready(program: Program) -> None:
    """What the program of a game needs before it runs and before any pass: copies of the state draw on a generator of
    their own, and digests hold only what changes."""
    follow_copies(program)
    digest_what_changes(program)


def run_passes(
    program: Program, check: Callable[[Program], None] | None = None, without: Collection[str] = ()
) -> None:
    """Runs all passes on a program in order. check: called after each (the verifier, in tests). without: names of
    passes to leave out, and with them those that need what they provide.

    Raises LudLimitError for a program with too many wide sets (`check_set_stack`), ValueError for a name in `without`
    that is no pass or that of a legalisation.
    """
    for p in passes_run(without):
        p.change(program)
        if check is not None:
            check(program)
    program.random_games = playout_program
    check_set_stack(program)
