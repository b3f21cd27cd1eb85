"""A move as a number: a channel for its step, and the coordinates of the site where it ends.

Source: measured from `LudiiGameWrapper.moveToTensor` of Ludii 1.3.13. Different moves can have the same number.
"""

from __future__ import annotations

from collections.abc import Callable

from ..program.raw import RawMove
from .tensor_layout import LEVELS, TensorLayout

_OTHER = ("swap", "propose", "vote", "set_trump", "bet", "set_next_player", "set_pot")
"""Kinds of actions that have neither pieces nor sites. Ludii counts a move of these alone as a pass."""


def move_place(layout: TensorLayout, move: RawMove) -> tuple[int, int, int]:
    """Channel, column and row of a legal move."""
    for kind, first in (("propose", layout.first_message), ("vote", layout.first_vote)):
        if move.consists_of((kind,)):
            numbers = [a.params[1] for a in move.actions if a.kind == kind and a.decision]
            return first + (numbers[0] if numbers else 0), 0, 0
    if move.consists_of(("pass",)):
        return layout.pass_channel, 0, 0
    if move.consists_of(("swap",)):
        return layout.swap_channel, 0, 0
    if move.consists_of(_OTHER) or move.to_site < 0:
        return layout.pass_channel, 0, 0
    place: Callable[[int], tuple[int, int]] = layout.coordinates.place
    x, y = place(move.to_site)
    from_x, from_y = place(move.from_site) if move.from_site != -1 else (x, y)
    d = layout.distance
    channel = (_clip(x - from_x, -d, d) + d) * (2 * d + 1) + _clip(y - from_y, -d, d) + d
    if layout.flags.stacking:
        channel = channel * (LEVELS + 1) + _clip(move.level_min, 0, LEVELS)
        channel = channel * (LEVELS + 1) + _clip(move.level_max - move.level_min, 0, LEVELS)
    return channel, x, y


def move_number(layout: TensorLayout, move: RawMove) -> int:
    """The number of a move within the flattened tensor of moves."""
    channel, x, y = move_place(layout, move)
    _, width, height = layout.move_shape
    return (channel * width + x) * height + y


def _clip(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))
