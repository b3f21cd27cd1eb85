"""Games described in Ludii's language: `load` makes one that can be played, the rest reads and checks descriptions.

`ludparse.search`, `.environments`, `.pictures`, `.statistics`, `.ludii` and `.extend` hold the rest of the interface.
Every
name is imported when it is first used.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.support.lazy import lazy

if TYPE_CHECKING:
    from collections.abc import Collection

    from ludparse import environments, extend, ludii, pictures, search, statistics
    from ludparse.binding.own import load_ludemes
    from ludparse.description.description import Description, expand, load_description, parse
    from ludparse.description.request import Options
    from ludparse.exporters.authoring.rules_diff import Differences
    from ludparse.exporters.laboratory.complete import complete
    from ludparse.exporters.laboratory.similar import similar
    from ludparse.exporters.statistics.comparison import Comparison
    from ludparse.interpreter.play.game import Game
    from ludparse.interpreter.play.move import Move
    from ludparse.interpreter.play.playouts import Playouts
    from ludparse.interpreter.play.state import State
    from ludparse.interpreter.play.trial_text import Trial, TrialError
    from ludparse.library.library import Library
    from ludparse.problems.errors import (
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
    from ludparse.problems.spans import Source
    from ludparse.reader.formatter import format_text
    from ludparse.support.release import __version__

__all__ = [
    "AmbiguousMoveError",
    "Description",
    "Game",
    "IllegalMoveError",
    "Library",
    "LudError",
    "LudLimitError",
    "LudRuleError",
    "LudSyntaxError",
    "LudTypeError",
    "LudUnsupportedError",
    "LudWarning",
    "Move",
    "MoveError",
    "MoveSyntaxError",
    "Playouts",
    "Source",
    "State",
    "Trial",
    "TrialError",
    "__version__",
    "check",
    "compare",
    "complete",
    "diff",
    "environments",
    "expand",
    "extend",
    "format_text",
    "load",
    "load_description",
    "load_ludemes",
    "ludii",
    "parse",
    "pictures",
    "search",
    "similar",
    "statistics",
]

if os.path.isfile(os.path.join(os.path.dirname(__file__), "interpreter")):
    raise ImportError(
        "this checkout has a text file where ludparse/interpreter should be a link. Let git make links: "
        "git config core.symlinks true, then git checkout -- ludparse (on Windows in developer mode)"
    )

_ERRORS = (
    "AmbiguousMoveError", "IllegalMoveError", "LudError", "LudLimitError", "LudRuleError", "LudSyntaxError",
    "LudTypeError", "LudUnsupportedError", "LudWarning", "MoveError", "MoveSyntaxError",
)  # fmt: skip
_MODULES = ("environments", "extend", "ludii", "pictures", "search", "statistics")
# imported when they are used: `import ludparse` alone is quick, and so is every command that needs little of it
__getattr__ = lazy(
    __name__,
    dict.fromkeys(_ERRORS, "ludparse.problems.errors")
    | dict.fromkeys(("Description", "expand", "load_description", "parse"), "ludparse.description.description")
    | dict.fromkeys(("Trial", "TrialError"), "ludparse.interpreter.play.trial_text")
    | {
        "__version__": "ludparse.support.release",
        "Game": "ludparse.interpreter.play.game",
        "complete": "ludparse.exporters.laboratory.complete",
        "Library": "ludparse.library.library",
        "Move": "ludparse.interpreter.play.move",
        "Playouts": "ludparse.interpreter.play.playouts",
        "Source": "ludparse.problems.spans",
        "State": "ludparse.interpreter.play.state",
        "format_text": "ludparse.reader.formatter",
        "load_ludemes": "ludparse.binding.own",
        "similar": "ludparse.exporters.laboratory.similar",
    },
    _MODULES,
)


def check(
    source: str | os.PathLike[str] | Source,
    *,
    library: str | os.PathLike[str] | Library | None = None,
    options: Options = (),
    ruleset: str | None = None,
    warnings: bool = False,
) -> list[LudError]:
    """All that is wrong with a description, its board and all its options included.

    source: a path, a name, text that starts with "(", or a Source. warnings: whether likely slips are told too. Raises
    nothing.
    """
    from ludparse.interpreter.game.checks.diagnose import diagnose  # late, as all that `import ludparse` does without

    return diagnose(source, library=library, options=options, ruleset=ruleset, warnings=warnings)


def diff(a: Game | str | os.PathLike[str], b: Game | str | os.PathLike[str]) -> Differences:
    """What differs between the rules of two games, with their defines and options put in: part by part, and false where
    nothing does. `print(ludparse.diff(a, b))` is what `lud diff` shows.

    a, b: games, or what `load` takes. Raises LudError for a description that cannot be read.
    """
    from ludparse.exporters.in_python import difference

    return difference(a, b)


def compare(
    a: Game | str | os.PathLike[str],
    b: Game | str | os.PathLike[str],
    *,
    games: int = 100,
    agent: str = "random",
    seed: int = 0,
    max_moves: int = 1000,
    confidence: float = 0.95,
) -> Comparison:
    """By how much the games of two variants differ, and how certainly (`lud compare`): `.differences` of the second.

    games: how many of each, in pairs that begin with the same random numbers; at least 1. confidence: with which all
    intervals hold at once. Needs `ludparse[statistics]`. Raises LudError for variants with other numbers of players.
    """
    from ludparse.exporters.in_python import comparison

    return comparison(a, b, games, agent=agent, seed=seed, max_moves=max_moves, confidence=confidence)


def load(
    source: str | Path,
    *,
    ruleset: str | None = None,
    options: Options = (),
    library: str | os.PathLike[str] | Library | None = None,
    backend: str = "auto",
    verify: bool = False,
    without: Collection[str] = (),
    complete: bool = False,
    seed: int = 0,
) -> Game:
    """A game that can be played, or a match of several.

    source: a path, the name of a bundled game or of one in the library, or text that starts with "(".
    ruleset: the heading of one of the description's rulesets. options: "Board Size/6" and the like; one string is one
    option. library: a Ludii.jar, or a folder that holds lud/ and def/; by default the one that the environment variable
    LUD_LIBRARY names. backend: "c", "wasm", "python", or "auto" (C where a compiler is found, else WebAssembly where
    the package wasmtime is installed and has code for all that the game needs). verify: check the program
    of rules after each pass, which takes time. without: names of passes to leave out (`lud export GAME --passes` lists
    them); the game is the same, and slower. Both are for work on the compiler. complete: whether parts that are left
    open, `[ … ]`, are completed from the games of the library: as the best by score of `ludparse.complete`. The first
    lines of `game.description.source.text` say where they come from. seed: decides between what has the same score.

    A game that was loaded before on this machine comes from the cache, and is the same in every respect.

    Raises LudError and its subclasses: what is wrong with the description, or not supported, with its place;
    NoCompilerError for backend="c" without a C compiler; NoWasmtimeError for backend="wasm" without wasmtime, and
    NotRenderedError for a game that needs what that backend lacks; ValueError for another backend, or a pass to leave
    out that is none or that the meaning of programs needs.
    """
    from ludparse.interpreter.game.load import load as load_game  # late, as above

    text: str | Path | Source = source
    if complete:
        from ludparse.exporters.laboratory.complete import best_completion

        completed = best_completion(source, library, options, ruleset, seed)
        if completed is not None:
            text, options, ruleset = completed, (), None
    return load_game(
        text, ruleset=ruleset, options=options, library=library, backend=backend, verify=verify, without=without
    )
