"""The settings that both implementations of alpha-beta go by."""

from __future__ import annotations

from typing import Protocol

__all__ = ["AlphaBetaSettings"]


class AlphaBetaSettings(Protocol):
    """See `alpha_beta.AlphaBeta`."""

    nodes: int | None
    seed: int | None
    heuristics: str | None
    quiescence: int
    draws: int
    max_table: int
