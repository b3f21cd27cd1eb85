"""Positions of a match: the position of the current game, and the results of the games before it."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import IllegalMoveError, LudRuleError

from ..play.arguments import random_run, whole
from ..play.dice import Die
from ..play.engine import RawMoves, RawState
from ..play.game_state import GameState
from ..play.move import Move, MoveTable
from ..play.parse_move import find_move
from ..play.playouts import Lengths, Playouts, Rankings, game_seed
from ..play.snapshot import SiteRow, Snapshot, Standing
from ..play.state import State
from ..play.state_bytes import position_key, restore, saved
from ..play.trial_text import Trial
from ..program.raw import RawAction, RawMove
from .many_games import stream

if TYPE_CHECKING:
    from .match import MatchGame

__all__ = ["MatchState", "random_matches"]

NEXT = RawAction("next_instance", True, ())
"""What the only move does when a game of the match has ended: the next one begins."""


class _Past:
    """The moves that led to a position, as a list linked from the last: match and game before the move, and the move.
    """

    __slots__ = ("before", "earlier", "instance", "move")

    def __init__(self, before: RawState, instance: GameState, move: Move, earlier: _Past | None) -> None:
        self.before = before
        self.instance = instance
        self.move = move
        self.earlier = earlier


class MatchState(State):
    """A position of a match. Its members are those of `State`, and the results of the games so far."""

    def __init__(self, game: MatchGame, raw: RawState, instance: GameState, past: _Past | None = None) -> None:
        self._game = game
        self.raw = raw
        self.instance = instance
        """The position of the game that is being played, or that has just ended. To be changed through the match."""
        self._past = past

    @property
    def game(self) -> MatchGame:
        return self._game

    def _read(self, field: str) -> Any:
        return self.game.engine.read(self.raw, field)

    @property
    def mover(self) -> int:
        return self.instance.mover

    @property
    def over(self) -> bool:
        return bool(self._read("over"))

    @property
    def ranking(self) -> list[float]:
        return [0.0] + [r / 2 for r in self._read("rank")[1 : self.game.players + 1]]

    @property
    def score(self) -> list[int]:
        """score[p] for p from 1 (index 0 is unused): the points from the games so far."""
        return [0, *self._read("score")[1 : self.game.players + 1]]

    @property
    def games_played(self) -> int:
        """How many games have been scored."""
        return int(self._read("games"))

    @property
    def key(self) -> bytes:
        return position_key(self.game, self.raw) + self.instance.key

    @property
    def history(self) -> tuple[Move, ...]:
        return tuple(reversed([past.move for past in self._back()]))

    def _back(self) -> list[_Past]:
        found, past = [], self._past
        while past is not None:
            found.append(past)
            past = past.earlier
        return found

    def trial(self) -> Trial:
        back = self._back()
        return self.game.trial_of(self, (back[-1].instance if back else self.instance).began)

    # ------------------------------------------------------------------ moves

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        if not self.instance.over:
            return self.instance.legal_moves()
        raw = RawMove(self.mover, -1, -1, 0, 0, (NEXT,), ())
        return [Move(MoveTable.of(raw, self.game.vocabulary, "next game"), 0)]

    def count_moves(self) -> int:
        if self.over:
            return 0
        return 1 if self.instance.over else self.instance.count_moves()

    def random_move(self, rng: random.Random | None = None) -> Move:
        if self.over:
            raise IllegalMoveError("there is no legal move: the match is over")
        return self.legal_moves()[0] if self.instance.over else self.instance.random_move(rng)

    def forced_pass(self) -> Move:
        if self.over or self.instance.over:
            raise IllegalMoveError("no pass is forced here")
        return self.instance.forced_pass()

    def parse_move(self, text: str) -> Move:
        if self.over or self.instance.over:
            return find_move(text, self.legal_moves(), self.instance.game.vocabulary.names, self.consequences)
        return self.instance.parse_move(text)

    def _legal_next(self, move: Move | str) -> Move:
        move = self.meant(move)
        moves = self.legal_moves()
        if not moves:
            raise IllegalMoveError("the match is over: no move is legal any more")
        if move != moves[0]:
            raise IllegalMoveError(f"{move} is not legal here: the next game has to begin ({moves[0]})")
        return moves[0]

    def consequences(self, move: Move | str) -> Move:
        return self._legal_next(move) if self.instance.over else self.instance.consequences(move)

    def apply(self, move: Move | str) -> Move:
        before, instance = self.raw, self.instance.copy()
        done = self._next(move) if self.instance.over else self.instance.apply(move)
        self._past = _Past(before, instance, done, self._past)
        return done

    def _next(self, move: Move | str) -> Move:
        """Score the game that has ended, and start the next one."""
        done = self._legal_next(move)
        game, ended = self.game, self.instance
        worths = enumerate(self._worth(), 1)
        after = RawAction("set_next_player", False, (ended.game.engine.read(ended.raw, "next"),))
        actions = (after, *(RawAction("set_score", False, (p, worth, 1)) for p, worth in worths))
        scored = RawMove(done.mover, -1, -1, 0, 0, actions, ())
        raw, _ = game.engine.play(self.raw, RawMoves((scored,)), 0)
        if not game.engine.read(raw, "over"):
            rng = ended.game.engine.read(ended.raw, "rng")
            self.instance = game.games[game.engine.read(raw, "subgame")].start_with(rng)
        self.raw = raw
        return done

    def _worth(self) -> list[int]:
        """The points that the finished game brings each player.

        If the match defines a result for the game, the winner gets it. Otherwise, with two players each gets 2 minus
        the rank; with one player, 1 for the first place; with more, every winner gets 1.

        The game may be for another number of players than the match. Raises LudRuleError if it has no rank for a player
        who needs one, as Ludii fails.
        """
        state, players = self.instance, self.game.players
        winners = state.game.engine.read(state.raw, "winners")
        priced = self.game.priced[self._read("subgame")]
        out = []
        for p in range(1, players + 1):
            won = bool(winners >> (p - 1) & 1)
            if priced and won:
                out.append(int(state.game.engine.read(state.raw, "result")))
            elif players > 2:
                out.append(int(won))
            elif players == 2 and p > state.game.players:
                raise LudRuleError(f"{state.game.name} is for 1 player and gives player {p} of the match no rank")
            elif players == 2:
                out.append(2 - int(state.ranking[p]))
            else:
                out.append(int(state.ranking[p] == 1.0))
        return out

    def undo(self) -> Move:
        past = self._past
        if past is None:
            raise IndexError("there is no move to take back")
        self.raw, self.instance, self._past = past.before, past.instance.copy(), past.earlier
        return past.move

    def reseed(self, seed: int | None = None) -> None:
        self.instance.reseed(seed)

    def action(self, move: Move) -> int:
        raise self.game.refusal("numbers of moves")

    def move(self, action: int) -> Move:
        raise self.game.refusal("numbers of moves")

    def actions(self) -> list[int]:
        raise self.game.refusal("numbers of moves")

    # ------------------------------------------------------------------ many matches

    def perft(self, depth: int) -> int:
        depth = whole("depth", depth)
        if depth == 0 or self.over:
            return 1
        moves = self.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = self.copy()
            after.apply(move)
            total += after.perft(depth - 1)
        return total

    def playouts(
        self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0, on: object = None
    ) -> Playouts:
        n, seed, max_moves, jobs, first = random_run(n, seed, max_moves, jobs, first)
        if on is not None or (jobs > 1 and n > 1):
            return Playouts.joined(stream(self, n, seed=seed, max_moves=max_moves, jobs=jobs, first=first, on=on))
        return random_matches(self._stirred, self.game.players, n, seed, max_moves, first)

    def _stirred(self, number: int) -> MatchState:
        """A copy with a new random number generator."""
        instance = self.instance
        engine = instance.game.engine
        raw = engine.with_rng(instance.raw, engine.read(instance.raw, "rng") ^ number)
        return MatchState(self.game, self.raw, GameState(instance.game, raw))

    # ------------------------------------------------------------------ copies and data

    def copy(self) -> MatchState:
        return MatchState(self.game, self.raw, self.instance.copy(), self._past)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchState):
            return NotImplemented
        return self.game.same_as(other.game) and self.key == other.key

    def __reduce__(self) -> tuple[Any, ...]:
        back = self._back()
        raws = [self.raw, *(past.before for past in back)]
        instances = [self.instance, *(past.instance for past in back)]
        return _unpickled, (self.game, saved(self.game, raws), instances, [past.move for past in back])

    def snapshot(self, *, player: int | None = None) -> Snapshot:
        out = self.instance.snapshot(player=player)
        out["match"] = {
            "game": self.instance.game.name,
            "games": self.games_played,
            "score": self.score[1:],
            "ranking": out["ranking"],
        }
        out["ranking"] = self.ranking
        return out

    def sites(self, *, player: int | None = None) -> list[SiteRow]:
        return self.instance.sites(player=player)

    def pieces(self, *, player: int | None = None) -> dict[str | int, Standing]:
        return self.instance.pieces(player=player)

    @property
    def dice(self) -> tuple[Die, ...]:
        return self.instance.dice

    def __repr__(self) -> str:
        what = "over" if self.over else f"game {self.games_played + 1}"
        return f"<State of the match {self.game.name!r}, {what}: {self.instance!r}>"


def _unpickled(game: MatchGame, data: bytes, instances: list[GameState], moves: list[Move]) -> MatchState:
    """Restore a pickled state. Raises LudError for a state of another match or version."""
    raws = restore(game, data, 1 + len(moves))
    past: _Past | None = None
    for raw, instance, move in zip(reversed(raws[1:]), reversed(instances[1:]), reversed(moves), strict=True):
        past = _Past(raw, instance, move, past)
    return MatchState(game, raws[0], instances[0], past)


def random_matches(
    begin: Callable[[int], MatchState], players: int, n: int, seed: int, max_moves: int | None, first: int
) -> Playouts:
    """Play the random matches with the numbers first, first + 1, … of a seed, to their end or for at most `max_moves`
    moves. begin: makes a match from a generator's state.
    """
    lengths, places = Lengths("i"), array("f")
    cut = 0
    for number in range(first, first + n):
        chance = game_seed(seed, number)
        state = begin(chance.bits())
        played = 0
        while (moves := state.legal_moves()) and (max_moves is None or played < max_moves):
            state.apply(moves[chance.below(len(moves))])
            played += 1
        cut += not state.over
        lengths.append(played)
        places.extend(state.ranking[1:])
    return Playouts(n, sum(lengths), cut, lengths, Rankings(places, players, n))
