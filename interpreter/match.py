"""Matches: several games played one after another, for a score."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from ludparse.description import Description, load_description
from ludparse.errors import IllegalMoveError, LudError, LudRuleError
from ludparse.ludemes import Match as MatchNode

from .board_view import BoardView
from .equipment import Component
from .game import Game, Move, State, make_engine, rng_number
from .loaded import Loaded
from .lower.flow.match import lower_match
from .players import match_players, subgames
from .program.ops import Program
from .program.raw import Playouts, RawAction, RawMove

__all__ = ["MatchGame", "MatchState"]

NEXT = RawAction("next_instance", True, ())
"""What the only move does when a game of the match has ended: the next one begins."""


class MatchGame(Loaded):
    """A match that can be played. `games` are its games, `program` says how they are scored and follow one another."""

    def __init__(self, description: Description, backend: str = "auto", *, library: Any = None) -> None:
        tree = description.game
        assert isinstance(tree, MatchNode)
        self.players: int = match_players(tree)
        self.program: Program = lower_match(tree, self.players)
        super().__init__(description, tree.name, make_engine(self.program, backend))
        self.games: tuple[Game, ...] = tuple(_game(node, backend, library) for node in subgames(tree))
        self.priced: tuple[bool, ...] = tuple(node.result is not None for node in subgames(tree))
        for node, game in zip(subgames(tree), self.games, strict=True):
            if game.players != self.players:
                what = f"{game.name} is for {game.players} players, the match for {self.players}"
                raise LudRuleError(what, node.span)

    @property
    def board(self) -> BoardView:
        """The board of the first game (`state.instance.game.board` is the one that is being played on)."""
        return self.games[0].board

    @property
    def pieces(self) -> tuple[Component, ...]:
        """The components of the first game."""
        return self.games[0].pieces

    @cached_property
    def concepts(self) -> frozenset[str]:
        """The concepts that hold for the match, by Ludii's names: those of its end and of its first game."""
        from .concepts import match_concepts

        first = self.games[0]
        return match_concepts(self.description, first.description, first.equipment)

    def start(self, seed: int | None = None, rng_state: bytes | Sequence[int] | None = None) -> MatchState:
        """The position at the start of the first game; arguments as of `Game.start`."""
        return self._start(rng_number(seed, rng_state))

    def _start(self, rng: int) -> MatchState:
        return MatchState(self, self._engine.start(0), self.games[0].start_with(rng))

    def optimise(self) -> None:
        """Prepares the games of the match for many positions."""
        for game in self.games:
            game.optimise()

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None) -> Playouts:
        """n random matches from the start, each move chosen uniformly among the legal ones."""
        return _random_matches(self._start, n, seed, max_moves)

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves from the start (matches that end earlier count once)."""
        if depth < 0:
            raise ValueError("a depth cannot be negative")
        return self.start(seed=0).perft(depth)

    def __repr__(self) -> str:
        names = ", ".join(repr(game.name) for game in self.games)
        return f"<Match {self.name!r} of {names}, {self.players} players, backend {self.backend}>"


class MatchState:
    """A position of a match: that of the game which is being played, and what the games before it came to."""

    def __init__(self, game: MatchGame, raw: Any, instance: State) -> None:
        self.game = game
        self.raw = raw
        self.instance = instance
        """The position of the game that is being played, or that has just ended."""

    def _read(self, field: str) -> Any:
        return self.game.engine.read(self.raw, field)

    @property
    def mover(self) -> int:
        """The player to move, from 1."""
        return self.instance.mover

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._read("over"))

    @property
    def ranking(self) -> list[float]:
        """ranking[p] for p from 1 (index 0 is unused) in the match; 0.0 while undecided."""
        return [0.0] + [r / 2 for r in self._read("rank")[1 : self.game.players + 1]]

    @property
    def score(self) -> list[int]:
        """score[p] for p from 1 (index 0 is unused): what the games until now were worth."""
        return [0, *self._read("score")[1 : self.game.players + 1]]

    @property
    def games_played(self) -> int:
        """How many games have been scored."""
        return int(self._read("games"))

    def legal_moves(self) -> list[Move]:
        """The legal moves of the game that is being played; when it is over, the one move to the next game."""
        if self.over:
            return []
        if not self.instance.over:
            return self.instance.legal_moves()
        return [Move(RawMove(self.mover, -1, -1, 0, 0, (NEXT,), ()), self.instance.game.program.strings)]

    def forced_pass(self) -> Move:
        """The pass that goes on where nothing is legal. Raises IllegalMoveError where there are moves."""
        if self.over or self.instance.over:
            raise IllegalMoveError("no pass is forced here")
        return self.instance.forced_pass()

    def _legal_next(self, move: Move) -> Move:
        moves = self.legal_moves()
        if not moves:
            raise IllegalMoveError("the match is over: no move is legal any more")
        if move.raw != moves[0].raw:
            raise IllegalMoveError(f"{move} is not legal here: the next game has to begin ({moves[0]})")
        return moves[0]

    def consequences(self, move: Move) -> Move:
        """The move with all actions that it would apply; this state stays as it is. Raises IllegalMoveError."""
        return self._legal_next(move) if self.instance.over else self.instance.consequences(move)

    def apply(self, move: Move) -> Move:
        """Plays a legal move; the move as it was applied. Raises IllegalMoveError."""
        if not self.instance.over:
            return self.instance.apply(move)
        done = self._legal_next(move)
        game, ended = self.game, self.instance
        worths = enumerate(self._worth(), 1)
        after = RawAction("set_next_player", False, (ended.game.engine.read(ended.raw, "next"),))
        actions = (after, *(RawAction("set_score", False, (p, worth, 1)) for p, worth in worths))
        game.engine.play(self.raw, RawMove(done.mover, -1, -1, 0, 0, actions, ()))
        if not self.over:
            rng = ended.game.engine.read(ended.raw, "rng")
            self.instance = game.games[self._read("subgame")].start_with(rng)
        return done

    def _worth(self) -> list[int]:
        """What the game that has ended brings each player.

        A winner gets the result that the match names for the game, where it names one. Else two players get what
        their places are away from 2, one player 1 for the first place, and of more every winner 1.
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
            elif players == 2:
                out.append(2 - int(state.ranking[p]))
            else:
                out.append(int(state.ranking[p] == 1.0))
        return out

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves from here (matches that end earlier count once)."""
        if depth <= 0 or self.over:
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

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None) -> Playouts:
        """n times the rest of the match at random, as `State.playouts` plays the rest of a game."""
        return _random_matches(self._stirred, n, seed, max_moves)

    def _stirred(self, rng: int) -> MatchState:
        new = self.copy()
        new.instance.game.engine.stir(new.instance.raw, rng)
        return new

    def copy(self) -> MatchState:
        """An independent copy."""
        return MatchState(self.game, self.game.engine.copy(self.raw), self.instance.copy())

    def snapshot(self) -> dict[str, Any]:
        """The position of the present game as plain data; `ranking` is that of the match, the rest is in `match`."""
        out = self.instance.snapshot()
        out["match"] = {
            "game": self.instance.game.name,
            "games": self.games_played,
            "score": self.score[1:],
            "ranking": out["ranking"],
        }
        out["ranking"] = self.ranking
        return out

    def sites(self) -> list[list[Any]]:
        """Every site of the present game that is not blank (as `State.sites`)."""
        return self.instance.sites()

    def __repr__(self) -> str:
        what = "over" if self.over else f"game {self.games_played + 1}"
        return f"<State of the match {self.game.name!r}, {what}: {self.instance!r}>"


def _random_matches(begin: Callable[[int], MatchState], n: int, seed: int, max_moves: int | None) -> Playouts:
    """Plays n matches at random to their end, or for so many moves; begin: a match with those random numbers."""
    if n < 0:
        raise ValueError("a number of playouts cannot be negative")
    chance = random.Random(seed)
    lengths, rankings = list[int](), list[tuple[float, ...]]()
    cut = 0
    for _ in range(n):
        state = begin(chance.getrandbits(64))
        played = 0
        while (moves := state.legal_moves()) and (max_moves is None or played < max_moves):
            state.apply(moves[chance.randrange(len(moves))])
            played += 1
        cut += not state.over
        lengths.append(played)
        rankings.append(tuple(state.ranking[1:]))
    return Playouts(n, sum(lengths), cut, lengths, rankings)


def _game(node: Any, backend: str, library: Any) -> Game:
    """One of the games, found by its name in the library or among the bundled games."""
    options = () if node.option is None else (node.option,)
    try:
        description = load_description(f"{node.name}.lud", library=library, options=options)
    except LudError as problem:
        if problem.span is None:
            problem.span = node.span
        raise
    return Game(description, backend, result=node.result)
