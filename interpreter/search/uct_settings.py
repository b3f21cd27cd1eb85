"""The settings that both implementations of UCT go by."""

from __future__ import annotations

from typing import Protocol

__all__ = ["UctSettings"]


class UctSettings(Protocol):
    """See `uct.UCT`."""

    seed: int | None
    exploration: float
    playouts: str
    max_moves: int
    max_nodes: int
    max_memory: int
    threads: int
    history: float
    grave: int
