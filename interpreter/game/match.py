"""Matches: several games that are played in turn for a score."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from ludparse.description.description import Description, load_description, open_library
from ludparse.library.library import Library, find_subgame
from ludparse.ludemes import Match as MatchNode
from ludparse.ludemes import MatchScore, Subgame
from ludparse.ludemes.base import walk
from ludparse.problems.errors import LudError, LudLimitError, LudUnsupportedError

from ..equipment import Equipment
from ..equipment.flags import GameFlags
from ..equipment.players import match_players, subgames
from ..play.arguments import random_run
from ..play.board_view import BoardView
from ..play.game import Game
from ..play.move import Vocabulary
from ..play.playouts import Playouts
from ..play.state import State
from ..play.trial_text import Trial
from ..program.program import Program
from ..program.verifier import verify as verify_program
from .compiling.driver import compile_match
from .game import SingleGame, make_engine, rng_number
from .many_games import stream
from .match_state import MatchState, random_matches
from .pickling import Recipe, made_again, remember
from .trial import replay, trial_of_state

__all__ = ["MatchGame"]

MAX_GAMES = 50
"""Different games of a match, each of which is compiled."""


class MatchGame(Game):
    """A match that can be played. `games` are its games; `program` defines their scores and their order."""

    def __init__(
        self,
        description: Description,
        backend: str = "auto",
        *,
        library: str | os.PathLike[str] | Library | None = None,
        games: Sequence[Description] | None = None,
        verify: bool = False,
        without: Collection[str] = (),
    ) -> None:
        """library: where its games are looked up, unless their descriptions are given. verify, without: see `load`."""
        tree = description.game
        assert isinstance(tree, MatchNode)
        players = match_players(tree)
        program = compile_match(tree, players, verify_program if verify else None, without)
        engine = make_engine(program, backend)
        super().__init__(description.name, description.request, backend, program, engine, players)
        self._description = description
        self._program = program
        nodes = subgames(tree)
        self.games: tuple[SingleGame, ...] = _games(
            nodes, description, backend, library, games, verify, without
        )
        """The games, in the order in which the description names them; those that are alike are the same."""
        self.priced: tuple[bool, ...] = tuple(node.result is not None for node in nodes)
        """Of each game whether the match says what winning it is worth."""
        self.vocabulary = Vocabulary(program.strings)
        for number, game in enumerate(self.games):
            if game.part_of is None:
                game.part_of = self, number

    @property
    def description(self) -> Description:
        return self._description

    @property
    def program(self) -> Program:
        return self._program

    @property
    def board(self) -> BoardView:
        return self.games[0].board

    @property
    def equipment(self) -> Equipment:
        return self.games[0].equipment

    @property
    def flags(self) -> GameFlags:
        return self.games[0].flags

    @property
    def single_games(self) -> tuple[SingleGame, ...]:
        return self.games

    @cached_property
    def concepts(self) -> frozenset[str]:
        from ..concepts import match_concepts

        first = self.games[0]
        return match_concepts(self.description, first.description, first.equipment)

    @cached_property
    def concept_counts(self) -> Mapping[str, int | float]:
        return self.games[0].concept_counts

    def start(self, seed: int | None = None, rng_state: bytes | Sequence[int] | None = None) -> MatchState:
        return self._start(rng_number(seed, rng_state))

    def replay(self, trial: Trial) -> State:
        return replay(self, trial)

    def trial_of(self, state: State, began: int | None) -> Trial:
        return trial_of_state(self, state, began)

    def opening(self) -> SingleGame:
        return self.games[0]

    def _start(self, rng: int) -> MatchState:
        return MatchState(self, self._engine.start(0), self.games[0].start_with(rng))

    def optimise(self) -> bool:
        replaced = [game.optimise() for game in self.games]
        return any(replaced)

    def playouts(
        self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0, on: object = None
    ) -> Playouts:
        n, seed, max_moves, jobs, first = random_run(n, seed, max_moves, jobs, first)
        if on is not None or (jobs > 1 and n > 1):
            return Playouts.joined(stream(self, n, seed=seed, max_moves=max_moves, jobs=jobs, first=first, on=on))
        return random_matches(self._start, self.players, n, seed, max_moves, first)

    def __reduce__(self) -> tuple[Callable[..., MatchGame], tuple[object, ...]]:
        parts = tuple(Recipe.of(game.description, game.wanted_backend) for game in self.games)
        return _again, (remember(self, Recipe.of(self.description, self.wanted_backend, parts)),)

    def __repr__(self) -> str:
        names = ", ".join(repr(game.name) for game in self.games)
        return f"<Match {self.name!r} of {names}, {self.players} players, backend {self.backend}>"


def _again(recipe: Recipe) -> MatchGame:
    """Restore a pickled match. It is compiled once per process."""

    def make() -> MatchGame:
        return MatchGame(recipe.description(), recipe.backend, games=[part.description() for part in recipe.parts])

    return made_again(MatchGame, recipe, make)


def _games(
    nodes: Sequence[Subgame],
    match: Description,
    backend: str,
    library: str | os.PathLike[str] | Library | None,
    given: Sequence[Description] | None,
    verify: bool,
    without: Collection[str],
) -> tuple[SingleGame, ...]:
    """The games of a match in order, from their descriptions if these are given. Equal games are compiled once.

    Raises LudLimitError for more than `MAX_GAMES` different ones.
    """
    known: dict[tuple[object, ...], SingleGame] = {}
    games: list[SingleGame] = []
    opened = open_library(library) if given is None else None
    for number, node in enumerate(nodes):
        key = node.name, node.option, node.result
        if key not in known:
            if len(known) == MAX_GAMES:
                raise LudLimitError(f"a match of more than {MAX_GAMES} different games", node.span)
            description = _description(node, match, opened) if given is None else given[number]
            _refuse_match_score(description)
            known[key] = SingleGame(description, backend, result=node.result, verify=verify, without=without)
        games.append(known[key])
    return tuple(games)


def _refuse_match_score(description: Description) -> None:
    """Raises LudUnsupportedError if a game of a match asks for the scores of the match, which its state does not hold.
    """
    for node in walk(description.game):
        if isinstance(node, MatchScore):
            raise LudUnsupportedError("(matchScore …) cannot be compiled within one of the games of a match", node.span)


def _description(node: Subgame, match: Description, library: Library | None) -> Description:
    """The description of one game, looked up by name in the match's folder, in the library and among the bundled games.
    """
    options = () if node.option is None else (node.option,)
    try:
        return load_description(find_subgame(node.name, library, match.source), library=library, options=options)
    except LudError as problem:
        if problem.span is None:
            problem.span = node.span
        raise
