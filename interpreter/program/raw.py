"""Moves and actions as plain data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

NOTES = ("THEN", "passed", "plain")
"""Kinds that stand among the actions of a move without being one."""


TOLD_IN_HEADS = ("add", "insert", "move")
"""Kinds about which the head of a move may say more than its sites."""


class RawAction(NamedTuple):
    """kind: name in `actions.ACTIONS`, or "THEN" (params[0] is a function of the program)."""

    kind: str
    decision: bool
    params: tuple[int, ...]


class RawMove(NamedTuple):
    """A move as the program emitted it."""

    mover: int
    from_site: int
    to_site: int
    level_min: int
    level_max: int
    actions: tuple[RawAction, ...]
    then: tuple[int, ...]

    def consists_of(self, kinds: Collection[str]) -> bool:
        """Whether the move has an action of these kinds, and no decision of another kind."""
        acts = [a for a in self.actions if a.kind not in NOTES]
        return any(a.kind in kinds for a in acts) and all(a.kind in kinds for a in acts if a.decision)


def joined_move(moves: Sequence[RawMove], players: int, after_all: Collection[int]) -> RawMove:
    """Moves of several players that are made at the same time, as one move.

    Its mover is the number after the last player, as in Ludii. after_all: the consequents that are applied when all
    moves have been; the others follow the actions of their own move.
    """
    actions: list[RawAction] = []
    late: list[int] = []
    for move in moves:
        actions += move.actions
        actions += [RawAction("THEN", False, (fn,)) for fn in move.then if fn not in after_all]
        late += [fn for fn in move.then if fn in after_all]
    return RawMove(players + 1, -1, -1, 0, 0, tuple(actions), tuple(late))
