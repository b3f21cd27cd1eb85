"""Games described in Ludii's language: `load` makes one that can be played, the rest reads and checks descriptions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.description import Description, check, expand, load_description, parse
from ludparse.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    LudError,
    LudLimitError,
    LudRuleError,
    LudSyntaxError,
    LudTypeError,
    LudUnsupportedError,
    MoveError,
    MoveSyntaxError,
)
from ludparse.formatter import format_text
from ludparse.library import Library
from ludparse.own import load_ludemes

if TYPE_CHECKING:
    from interpreter import Game, MatchGame

__all__ = [
    "AmbiguousMoveError",
    "Description",
    "IllegalMoveError",
    "Library",
    "LudError",
    "LudLimitError",
    "LudRuleError",
    "LudSyntaxError",
    "LudTypeError",
    "LudUnsupportedError",
    "MoveError",
    "MoveSyntaxError",
    "check",
    "expand",
    "format_text",
    "load",
    "load_description",
    "load_ludemes",
    "parse",
]


def load(
    source: str | Path,
    *,
    ruleset: str | None = None,
    options: Sequence[str] | str = (),
    library: str | os.PathLike[str] | Library | None = None,
    backend: str = "auto",
) -> Game | MatchGame:
    """A game that can be played, or a match of several; arguments and errors as of `interpreter.load`."""
    from interpreter import load as load_game  # late: this package is the one that everything else builds on

    return load_game(source, ruleset=ruleset, options=options, library=library, backend=backend)
