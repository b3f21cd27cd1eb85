"""The part of a board that pictures need; `ludparse.interpreter.play.board_view.BoardView` has it."""

from __future__ import annotations

from typing import Protocol

from ludparse.description.description import Description
from ludparse.interpreter.board.topology import Topology
from ludparse.interpreter.equipment import Equipment

__all__ = ["AnyBoard"]


class AnyBoard(Protocol):
    """A board with its equipment. A protocol, because boards draw themselves by way of this package."""

    name: str
    equipment: Equipment
    topology: Topology
    description: Description | None
    """The description that the board comes from, whose metadata says how it looks."""
