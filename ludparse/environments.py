"""Every game as an environment of PettingZoo, Gymnasium and OpenSpiel, and many games side by side
(docs/environments.md). Importing this module registers the games with Gymnasium, if it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.exporters.environments import OnIllegal, VectorGame, aec, open_game, parallel, register
from ludparse.support.lazy import lazy

if TYPE_CHECKING:
    from ludparse.exporters.environments import openspiel

__all__ = ["OnIllegal", "VectorGame", "aec", "open_game", "openspiel", "parallel", "register"]

# pyspiel is an optional extra
__getattr__ = lazy("ludparse.exporters.environments", {}, {"openspiel"})
