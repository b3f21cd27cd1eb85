"""Chosen moves that are played without a record of their actions, in C."""

from __future__ import annotations

from ....facts.chosen_moves import FROM, TO, Point, Taken

__all__ = ["parameters"]


def parameters(point: Point) -> list[list[str]]:
    """C expressions for the parameters of each action of a point, as the function that applies them reads them."""
    return [[_taken(value) for value in values] for values in point.values]


def _taken(value: Taken) -> str:
    if not isinstance(value, int):
        return f"({value.const})"
    return {FROM: "move_from(e, 0)", TO: "move_to(e, 0)"}.get(value, f"e->chosen[{value}]")
