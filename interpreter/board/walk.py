"""Walks of forward steps and quarter turns over the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludparse.ludemes.enums import AbsoluteDirection, RelationType, SiteType, StepType

from .directions import left, right, to_absolute

if TYPE_CHECKING:
    from .topology import Topology

__all__ = ["walk", "walk_directions"]


def walk_directions(board: Topology, t: SiteType) -> Sequence[AbsoluteDirection]:
    """The directions in which walks may begin: the board's orthogonal directions."""
    return board.supported_directions(t, None, RelationType.Orthogonal)


def walk(
    board: Topology, t: SiteType, site: int, start: AbsoluteDirection, steps: Sequence[StepType]
) -> list[int] | None:
    """The sites of a walk in order, including the first; None if it leaves the board.

    A turn goes to the next direction in which walks may begin. If several sites lie ahead, the last one is taken.
    """
    facings = walk_directions(board, t)
    facing, found = start, [site]
    for step in steps:
        if step is StepType.F:
            ahead = [x for kind, x in board.steps(t, found[-1], to_absolute(facing)) if kind is t]
            if not ahead:
                return None
            found.append(ahead[-1])
        else:
            turned = right if step is StepType.R else left
            facing = turned(facing)
            while facing not in facings:
                facing = turned(facing)
    return found
