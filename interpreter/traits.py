"""What states and engines ask of a game."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Traits"]


class Traits(NamedTuple):
    """What states ask of a game. stochastic: whether chance plays a part. scores, amounts: whether players have them.
    large: the components that cover several sites."""

    stochastic: bool
    scores: bool
    amounts: bool
    large: frozenset[int]
