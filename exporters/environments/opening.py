"""Opens the game of an environment, and says what cannot be one."""

from __future__ import annotations

from pathlib import Path

from ludparse.description.request import Options
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load
from ludparse.problems.errors import LudError, LudUnsupportedError

__all__ = ["missing", "open_game"]


def open_game(
    game: SingleGame | str | Path,
    *,
    options: Options = (),
    ruleset: str | None = None,
    library: str | None = None,
    backend: str = "auto",
) -> SingleGame:
    """The game of an environment: one that is loaded already, or what `load` accepts, with the arguments of `load`.

    Raises LudUnsupportedError for matches and simulations, TypeError for something that is no game, ValueError for
    options that are given with a loaded game, and what `load` raises.
    """
    if isinstance(game, str | Path):
        loaded = load(game, options=options, ruleset=ruleset, library=library, backend=backend)
    elif options or ruleset is not None or library is not None or backend != "auto":
        raise ValueError("options, ruleset, library and backend go with a name or a path; this game is loaded already")
    else:
        loaded = game
    if not isinstance(loaded, SingleGame):
        if hasattr(loaded, "games"):
            raise LudUnsupportedError(
                f"{loaded.name!r} is a match of several games, each with actions and tensors of its own",
                hint="Make an environment of one of its games (`load(…).games`).",
            )
        raise TypeError(f"game is a Game, a path, a name or a description, not {type(loaded).__name__}")
    if not loaded.players:
        raise LudUnsupportedError(f"{loaded.name!r} is a simulation: it has no players who could choose")
    return loaded


def missing(extra: str, what: str) -> LudError:
    """The error for a package that is not installed."""
    return LudError(f"{what} is not installed: pip install 'ludparse[{extra}]'")
