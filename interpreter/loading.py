"""Loads a description as a game that can be played."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ludparse.description import load_description
from ludparse.library import Library
from ludparse.ludemes import Match as MatchNode

from .game import Game
from .garbage import no_collection
from .match import MatchGame

__all__ = ["load"]


def load(
    source: str | Path,
    *,
    ruleset: str | None = None,
    options: Sequence[str] | str = (),
    library: str | os.PathLike[str] | Library | None = None,
    backend: str = "auto",
    verify: bool = False,
) -> Game | MatchGame:
    """A compiled game, or a match of several.

    source: a path, the name of a bundled game or of one in the library, or text that starts with "(".
    ruleset: the heading of one of the description's rulesets. options: "Board Size/6" and the like; one string is one
    option. library: a Ludii.jar, or a folder that holds lud/ and def/; by default the one that the environment variable
    LUD_LIBRARY names. backend: "c", "python", or "auto" (C where a compiler is found). verify: check the program
    of rules after each pass, which takes time (for work on the compiler).

    Raises LudError and its subclasses: what is wrong with the description, or not supported, with its place;
    NoCompilerError for backend="c" without a C compiler; ValueError for another backend;
    InvalidProgramError for a fault that `verify` has found.
    """
    if backend not in ("auto", "c", "python"):
        raise ValueError(f"backend is 'auto', 'c' or 'python', not {backend!r}")
    with no_collection():
        description = load_description(source, library=library, options=options, ruleset=ruleset)
        if isinstance(description.game, MatchNode):
            return MatchGame(description, backend, library=library, verify=verify)
        return Game(description, backend, verify=verify)
