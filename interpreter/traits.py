"""What states and engines ask of a game."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Traits"]


class Traits(NamedTuple):
    """What states and searches ask of a game. stochastic: whether chance plays a part. scores, amounts: whether players
    have them. hidden: whether something is hidden from a player. teams: whether players form teams. large: the
    components that cover several sites."""

    stochastic: bool
    scores: bool
    amounts: bool
    hidden: bool
    teams: bool
    large: frozenset[int]
