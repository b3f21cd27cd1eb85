"""Every game as an environment of the usual frameworks.

    from ludparse.environments import aec, parallel        # PettingZoo: ludparse[pettingzoo]
    import gymnasium, ludparse.environments                 # Gymnasium:  ludparse[gymnasium]
    gymnasium.make("ludparse/Ex-Nihilo-v1", agent=…)
    from ludparse.environments import openspiel             # OpenSpiel:  ludparse[openspiel]
    openspiel.game("Ex Nihilo")
    from ludparse.environments import VectorGame            # many games side by side: numpy
    from ludparse.environments import Pool                  # positions for searches over many at once

docs/environments.md describes them. Importing this package registers the games with Gymnasium, if it is installed.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from ludparse.interpreter.game.pool import Pool
from ludparse.interpreter.game.vector import VectorGame

from .episode import OnIllegal
from .opening import open_game

if TYPE_CHECKING:
    from ludparse.interpreter.game.game import SingleGame

    from .pettingzoo import AECGame, ParallelGame

__all__ = ["OnIllegal", "Pool", "VectorGame", "aec", "open_game", "parallel", "register"]


def aec(game: SingleGame | str, **settings: Any) -> AECGame:
    """A game whose players move in turn, as a PettingZoo AEC environment.

    game: a game, or what `load` accepts. Settings: of `AECGame`, and `options`, `ruleset`, `library` and `backend` of
    `load` where the game is not loaded yet. Raises LudUnsupportedError for what is no environment of this kind.
    """
    from .pettingzoo import AECGame

    return AECGame(game, **settings)


def parallel(game: SingleGame | str, **settings: Any) -> ParallelGame:
    """A game whose players move at the same time, as a PettingZoo parallel environment; arguments as of `aec`."""
    from .pettingzoo import ParallelGame

    return ParallelGame(game, **settings)


def register(library: str | None = None) -> list[str]:
    """Register the bundled games and those of a library with Gymnasium. Returns the names that are new.

    library: by default the one that the environment variable LUD_LIBRARY names. Raises LudError for a library that is
    none, ImportError without Gymnasium.
    """
    from .registration import register as registered

    return registered(library)


if importlib.util.find_spec("gymnasium") is not None:
    register()
