"""What the statuses of the runtime mean: errors with their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudError, LudLimitError, LudRuleError

from ...program.limits import MAX_CALLS, does_not_fit, nested_too_deep, too_many_moves, too_many_steps

if TYPE_CHECKING:
    from ...program.program import Program

__all__ = ["failure"]


def failure(program: Program, status: int, detail: int, where: Sequence[int] = (), field: int = -1) -> LudError:
    """The error for a status of the runtime.

    where: numbers of functions, of which the first that stands in the description (-1: none) gives the place, else it
    is that of all rules. field: the number of the one that a value did not fit in.
    """
    from ...facts.runaway import place_of  # late: it needs the whole program

    error = _failure(program, status, detail, field)
    places = (place_of(program, number) for number in where if number >= 0)
    error.span = next((place for place in places if place is not None), program.place)
    return error


def _failure(program: Program, status: int, detail: int, field: int) -> LudError:
    if status == 5:
        f = list(program.fields.values())[field]
        return LudLimitError(does_not_fit(f.name, f.bits, detail))
    reasons = {
        -1: "an action that this game does not know was applied",
        -2: "a consequent that is not part of this game was applied",
        -3: "division by zero in the rules",
        -4: "a move has more than 7 consequents",
        -5: "a random number was asked for from an empty range",
        -7: "a digest that is not part of this game was asked for",
        -8: "a site that does not exist was changed",
        -9: "going back to a saved position did not restore it",
        -10: "a move without a mover",
        -11: "a move that was chosen by its number did something else than in the list of moves",
        -6: "an item past the end of a list was asked for",
    }
    if status == 2:
        return LudRuleError(reasons.get(detail) or (program.strings[detail] if detail >= 0 else "rule error"))
    if status == 3:
        return LudLimitError(
            too_many_moves() if detail == 1 else "what evaluating one position has to remember grew past a gigabyte"
        )
    messages = {
        0: too_many_steps(),
        1: "evaluating one position needs copies of the position nested more than 4,000 deep: the rules may never end",
        2: f"one position asks questions about moves nested more than {MAX_CALLS} deep: the rules may never end",
        3: nested_too_deep(),
        4: "these rules call themselves so deep that the stack of WebAssembly is full: they may never end, or have "
        'room with backend="python"',
    }
    return LudLimitError(messages[detail])
