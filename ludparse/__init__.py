"""Games described in Ludii's language: `load` makes one that can be played, the rest reads and checks descriptions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.lazy import lazy

if TYPE_CHECKING:
    from interpreter import Game, MatchGame
    from ludparse.description import Description, expand, load_description, parse
    from ludparse.errors import (
        AmbiguousMoveError,
        IllegalMoveError,
        LudError,
        LudLimitError,
        LudRuleError,
        LudSyntaxError,
        LudTypeError,
        LudUnsupportedError,
        LudWarning,
        MoveError,
        MoveSyntaxError,
    )
    from ludparse.formatter import format_text
    from ludparse.library import Library
    from ludparse.own import load_ludemes
    from ludparse.spans import Source

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
    "LudWarning",
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

_ERRORS = (
    "AmbiguousMoveError", "IllegalMoveError", "LudError", "LudLimitError", "LudRuleError", "LudSyntaxError",
    "LudTypeError", "LudUnsupportedError", "LudWarning", "MoveError", "MoveSyntaxError",
)  # fmt: skip
# imported when they are used: `import ludparse` alone is quick, and so is every command that needs little of it
__getattr__ = lazy(
    __name__,
    dict.fromkeys(_ERRORS, "ludparse.errors")
    | dict.fromkeys(("Description", "expand", "load_description", "parse"), "ludparse.description")
    | {
        "Library": "ludparse.library",
        "Source": "ludparse.spans",
        "format_text": "ludparse.formatter",
        "load_ludemes": "ludparse.own",
    },
)


def check(
    source: str | os.PathLike[str] | Source,
    *,
    library: str | os.PathLike[str] | Library | None = None,
    options: Sequence[str] | str = (),
    ruleset: str | None = None,
    warnings: bool = False,
) -> list[LudError]:
    """All that is wrong with a description, its board and all its options included; see `interpreter.checks.diagnose`.

    warnings: whether likely slips are told too. Raises nothing.
    """
    from interpreter import diagnose  # late: this package is the one that everything else builds on

    return diagnose(source, library=library, options=options, ruleset=ruleset, warnings=warnings)


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
