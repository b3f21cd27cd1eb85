"""Wins in one move, of whoever moves and of whoever moves next: they are looked for before anything is searched.

Decisive and anti-decisive moves (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo Tree Search
algorithms", CIG 2010), at the position that is asked about. This is the readable specification; search/decisive.h does
the same in native code, and a test compares both.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from ..play.game_state import GameState
from ..play.move import Move
from ..play.state import State
from .agent import Seconds
from .move_statistics import Tried
from .native.uct import NativeTree
from .rollout import name_of

__all__ = ["Decisive", "First", "decisive"]

_DRAWS = 3
"""In games with chance a move wins if it wins with so many different random numbers."""
_SAMPLES = 4
"""All replies to so many moves are looked at; those that win are the threats, which all other moves have to meet."""
_MOST_THREATS = 64
_MOST_REPLIES = 4000
"""So many replies are looked at in all where a move has met the threats that were there before."""
_SHARE = 0.5
"""Of the time for a move, at most, for replies."""


class First(IntEnum):
    """What is known of a move before a search."""

    OPEN = 0
    WINS = 1
    LOSES = 2
    """At once."""
    IS_ANSWERED = 3
    """The next player wins by a reply."""


class Decisive(NamedTuple):
    """rows: of each legal move. draws: whether there is chance."""

    rows: Sequence[First]
    players: int
    draws: bool

    @property
    def win(self) -> int | None:
        """The number of a move that wins."""
        return self.rows.index(First.WINS) if First.WINS in self.rows else None

    @property
    def certain(self) -> bool:
        """Whether what is known is a value: the one player's loss is the other's win."""
        return self.players == 2 and not self.draws

    def settled(self, timed: bool) -> bool:
        """Whether there is nothing to search: a move wins, there is only one, or all others lose and that saves time
        (timed); otherwise a search tells what the one is worth."""
        return self.win is not None or len(self.rows) < 2 or (timed and self.rows.count(First.OPEN) == 1)

    def loses(self, k: int) -> bool:
        """Whether a move is left aside."""
        return self.rows[k] >= First.LOSES

    def best_first(self, order: Sequence[int]) -> list[int]:
        """Numbers of moves: what wins before, and what loses behind all others, else in their order."""
        return sorted(order, key=lambda k: (k != self.win, self.loses(k)))

    def told(self, tried: Sequence[Tried]) -> list[Tried]:
        """What is known of the moves in all."""
        return [self._told(row, move) for row, move in zip(self.rows, tried, strict=True)]

    def _told(self, row: First, move: Tried) -> Tried:
        if row is First.OPEN or not (self.certain or (row is First.WINS and not self.draws)):
            return move
        return move._replace(proof=float(row is First.WINS), depth=int(row is First.IS_ANSWERED))


def decisive(state: State, moves: Sequence[Move], clock: Seconds, tree: NativeTree | None = None) -> Decisive:
    """What is known of the legal moves of a position before a search. tree: native code, which looks for it.

    Whatever a move wins or loses with its first reply was seen by play. Replies are not looked at in games with chance,
    and nothing is where players move at the same time, or where something is hidden. Where all moves lose, that is not
    told: a search finds the one that loses last. Raises LudRuleError and LudLimitError if rules fail.
    """
    games = state.game.single_games
    draws = any(game.traits.stochastic for game in games)
    rows: Sequence[First] = [First.OPEN] * len(moves)
    told = Decisive(rows, state.game.players, draws)
    if len(moves) < 2 or any(game.flags.simultaneous or game.traits.hidden for game in games):
        return told
    seconds = None if clock.seconds is None else max(0.0, clock.left * _SHARE)
    if tree is not None:
        assert isinstance(state, GameState)
        rows = [First(row) for row in tree.decisive(state.fresh, len(moves), _DRAWS * draws, seconds)]
    else:
        rows = _Looking(state, moves, Seconds(seconds)).rows(_DRAWS * draws)
    return told._replace(rows=rows)


def _worth(state: State, seat: int) -> float:
    """What a position is worth to a seat; -1 as long as its place is open. Others may play on for the places behind."""
    ranking = tuple(state.ranking[1 : state.game.players + 1])
    if not state.over and not ranking[state.seats.index(seat)]:
        return -1.0
    return state.by_seat(ranking)[seat]


def _after(state: State, move: Move, bits: int | None = None) -> State:
    after = state.copy()
    if bits is not None:
        after.reseed(bits)
    after.apply(move)
    return after


class _Looking:
    """One position that is looked at."""

    def __init__(self, state: State, moves: Sequence[Move], clock: Seconds) -> None:
        self.state, self.moves, self.clock = state, moves, clock
        self.seat = state.seats[state.mover - 1]
        self.threats: set[tuple[int, int, int]] = set()
        self.left = _MOST_REPLIES

    def rows(self, draws: int) -> Sequence[First]:
        rows = [First.OPEN] * len(self.moves)
        for k, move in enumerate(self.moves):
            values = {_worth(_after(self.state, move, i), self.seat) for i in range(draws) or (None,)}
            if values == {1.0}:
                rows[k] = First.WINS
                return rows
            if values == {0.0}:
                rows[k] = First.LOSES
        for i in range(0 if draws else _SAMPLES):
            k = len(rows) * i // _SAMPLES
            if rows[k] is First.OPEN and not self.clock.over and self._answered(k, every=True):
                rows[k] = First.IS_ANSWERED
        for k, row in enumerate(rows):
            if not self.threats or self.clock.over:
                break
            if row is First.OPEN and (self._answered(k) or (self.left > 0 and self._answered(k, every=True))):
                rows[k] = First.IS_ANSWERED
        return rows if First.OPEN in rows else [First.OPEN] * len(rows)

    def _answered(self, k: int, every: bool = False) -> bool:
        """Whether the next player wins by a reply to a move: by one of the threats, or by any, which becomes one."""
        after = _after(self.state, self.moves[k])
        other = after.seats[after.mover - 1]
        if after.over or other == self.seat:
            return False
        for reply in after.legal_moves():
            name = name_of(reply)
            if name in self.threats or every:
                self.left -= every
                if _worth(_after(after, reply), other) == 1.0:
                    if len(self.threats) < _MOST_THREATS:
                        self.threats.add(name)
                    return True
        return False
