"""Every game as an environment of PettingZoo, Gymnasium and OpenSpiel, and many games side by side
(docs/environments.md). Importing this module registers the games with Gymnasium, if it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.exporters.environments import OnIllegal, Pool, VectorGame, aec, open_game, parallel, register
from ludparse.support.lazy import lazy

if TYPE_CHECKING:
    from ludparse.exporters.environments import openspiel
    from ludparse.exporters.environments.batched_gumbel import batched_gumbel
    from ludparse.exporters.environments.batched_puct import batched_puct

__all__ = [
    "OnIllegal", "Pool", "VectorGame", "aec", "batched_gumbel", "batched_puct", "open_game", "openspiel", "parallel",
    "register",
]  # fmt: skip

# pyspiel and numpy are optional extras
_LATE = {name: f"ludparse.exporters.environments.{name}" for name in ("batched_gumbel", "batched_puct")}
__getattr__ = lazy("ludparse.exporters.environments", _LATE, {"openspiel"})
