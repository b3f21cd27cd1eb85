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
    from ludparse.exporters.environments.learning.network_agent import NetworkAgent
    from ludparse.exporters.environments.mctx_model import PoolModel
    from ludparse.exporters.environments.stable_baselines import SeatVecEnv, played_by

__all__ = [
    "NetworkAgent", "OnIllegal", "Pool", "PoolModel", "SeatVecEnv", "VectorGame", "aec", "batched_gumbel",
    "batched_puct", "open_game", "openspiel", "parallel", "played_by", "register",
]  # fmt: skip

# pyspiel, numpy, JAX, Stable-Baselines3 and ONNX Runtime are optional extras
_PLACES = {
    "batched_gumbel": "batched_gumbel", "batched_puct": "batched_puct", "PoolModel": "mctx_model",
    "NetworkAgent": "learning.network_agent", "SeatVecEnv": "stable_baselines", "played_by": "stable_baselines",
}  # fmt: skip
_LATE = {name: f"ludparse.exporters.environments.{place}" for name, place in _PLACES.items()}
__getattr__ = lazy("ludparse.exporters.environments", _LATE, {"openspiel"})
