"""The lists of positions of each component, for states of games whose program does not keep them.

A second program of the same game keeps them. Its states are made by playing the moves of a state once more, each only
once for all states that share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ludparse.problems.errors import LudRuleError

from ..program.raw import joined_move
from .engine import RawMoves

if TYPE_CHECKING:
    from .engine import RawState
    from .game import Playable
    from .game_state import GameState
    from .history import Past


class Positions:
    """States of `game`, whose program keeps the lists, for states of the same game without them."""

    def __init__(self, game: Playable) -> None:
        self.game = game
        self._known: WeakKeyDictionary[Past, RawState] = WeakKeyDictionary()

    def raw(self, state: GameState) -> RawState:
        """The state with its lists of positions. Raises LudRuleError for one that was not reached from the start."""
        if state.began is None:
            raise LudRuleError("this state was not reached from the start of a game: its positions are unknown")
        open_: list[Past] = []
        raw: RawState = None
        for past in state.back():
            raw = self._known.get(past)
            if raw is not None:
                break
            open_.append(past)
        engine = self.game.engine
        if raw is None:
            raw = engine.start(state.began)
        for past in reversed(open_):
            drawn, records = engine.moves(raw)
            if past.together is None:
                raw, _ = engine.play(drawn, records, past.move.number)
            else:
                parts = [records.raw(number) for number in past.together]
                joined = joined_move(parts, self.game.players, self.game.data.after_all)
                raw, _ = engine.play(drawn, RawMoves((joined,)), 0)
            self._known[past] = raw
        return raw
