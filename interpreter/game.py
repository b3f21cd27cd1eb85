"""Games: compiled descriptions that can be played."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from .bounded import bounded
from .loaded import Loaded
from .move import MoveTable, Vocabulary
from .notation import Names
from .parts import Parts
from .showing import StartPicture
from .state import State
from .traits import Traits

if TYPE_CHECKING:
    from ludparse.description import Description, Request
    from ludparse.ludemes import Int

    from .actions import ActionSpace
    from .board_view import BoardView
    from .engine import Engine
    from .equipment import Component, Equipment
    from .flags import GameFlags
    from .match import MatchGame
    from .playouts import Playouts
    from .program.data import ProgramData
    from .program.ops import Program, Upkeep
    from .recipe import Recipe
    from .tensors.interface import Tensors
    from .trial_text import Trial

__all__ = ["Game", "Traits"]


class Game(StartPicture, Loaded):
    """A game that can be played.

    A game is an immutable value: any number of threads may share it, and copies are the same object. A pickle holds the
    description, its options and its ruleset; the game is compiled from it once per process.

    A game from the cache holds what playing needs. All else, such as the description and the board, is made when it is
    first asked for.
    """

    def __init__(
        self,
        description: Description,
        backend: str = "auto",
        *,
        result: Int | None = None,
        keep: frozenset[Upkeep] = frozenset(),
        verify: bool = False,
    ) -> None:
        """result: what winning is worth where the game is one of a match (a node). keep: data of the state that stays
        although no rule reads it. verify: see `load`."""
        from .feature_table import Feature

        parts = Parts(lambda: description, result, keep, verify)
        equipment, flags, program = parts.equipment, parts.flags, parts.program
        with bounded(lambda: description.game.span):
            engine = make_engine(program, backend)
        large = frozenset(c.index for c in equipment.components if c.is_large)
        traits = Traits(
            flags.stochastic, flags.uses(Feature.SCORE), flags.uses(Feature.AMOUNT), flags.hidden,
            flags.uses(Feature.TEAMS), large,
        )  # fmt: skip
        self._begin(
            description.name, description.request, backend, program, engine, parts.players.count, parts, traits,
            lambda: names_of(equipment, program.strings),
        )  # fmt: skip

    def _begin(
        self,
        name: str,
        request: Request,
        backend: str,
        data: ProgramData,
        engine: Engine,
        players: int,
        parts: Parts,
        traits: Traits,
        names: Callable[[], Names],
    ) -> None:
        Loaded.__init__(self, name, request, backend, data, engine, players)
        self._parts = parts
        self.traits = traits
        """What states ask of the game."""
        self.part_of: tuple[MatchGame, int] | None = None
        """The match that the game is one of, and its place there."""
        self.vocabulary = Vocabulary(data.strings, traits.large, names)

    @classmethod
    def restored(
        cls,
        name: str,
        request: Request,
        backend: str,
        data: ProgramData,
        engine: Engine,
        players: int,
        parts: Parts,
        traits: Traits,
        names: Names,
    ) -> Game:
        """A game from the cache (`stored.py`)."""
        game = cls.__new__(cls)
        game._begin(name, request, backend, data, engine, players, parts, traits, lambda: names)
        return game

    @property
    def description(self) -> Description:
        """The description, read with its options."""
        return self._parts.description

    @property
    def equipment(self) -> Equipment:
        """The board and all other items."""
        return self._parts.equipment

    @property
    def flags(self) -> GameFlags:
        """What the game uses."""
        return self._parts.flags

    @property
    def program(self) -> Program:
        """The rules program that the engine runs."""
        return self._parts.program

    @cached_property
    def board(self) -> BoardView:
        """The board's topology; `describe()` gives it as plain data."""
        from .board_view import BoardView  # late, as all that games from the cache do without

        return BoardView(self.name, self.equipment, self.description)

    @property
    def pieces(self) -> tuple[Component, ...]:
        """All components; index 0 is no piece."""
        return self.equipment.components

    @cached_property
    def tensors(self) -> Tensors:
        """Positions and moves as Ludii hands them to other programs."""
        from .building import tree_of
        from .tensors.interface import Tensors
        from .tensors.layout import layout_of

        layout = layout_of(tree_of(self.description), self.equipment, self.flags, self.players)
        return Tensors(self, layout, lambda keep: Game(self.description, self.wanted_backend, keep=keep))

    @cached_property
    def actions(self) -> ActionSpace:
        """One number for each move, fixed before play."""
        from .actions import ActionSpace

        return ActionSpace(self)

    @cached_property
    def concepts(self) -> frozenset[str]:
        """The concepts that hold for the game, by Ludii's names: its kinds of board, moves, captures and ends."""
        from .concepts import game_concepts  # imported late: a large table that most programs do not need

        return game_concepts(self.description, self.equipment)

    @cached_property
    def concept_counts(self) -> Mapping[str, int | float]:
        """The numeric concepts, by Ludii's names: sites, rows, neighbours, pieces, players, phases."""
        from .building import tree_of
        from .concepts import concept_counts

        return concept_counts(tree_of(self.description), self.equipment, self.concepts)

    def start(self, seed: int | None = None, rng_state: bytes | Sequence[int] | None = None) -> State:
        """The position at the start.

        rng_state: the 8 bytes (signed or not) of SplitMix64's state as trials store it; seed: any integer, of which 64
        bits count. If neither is given, the operating system provides a seed.
        """
        return self.start_with(rng_number(seed, rng_state))

    def start_with(self, rng: int) -> State:
        """The position at the start. rng: the state of SplitMix64 as a 64-bit number, signed or unsigned."""
        state = State(self, self._engine.start(rng), rng)
        state.ready()
        return state

    def replay(self, trial: Trial) -> State:
        """The state after the moves of a trial. Raises TrialError where it departs from the rules; `ply` says where."""
        from .trial import replay

        return replay(self, trial)

    def opening(self) -> Game:
        """The game itself; for a match, its first game."""
        return self

    def table(self, raw: object) -> MoveTable:
        """The legal moves of a position in the engine's form."""
        _, records = self._engine.moves(raw)
        return MoveTable(records, self.vocabulary, raw)

    def optimise(self) -> bool:
        """Compile optimised code now and wait for it.

        Otherwise the C backend compiles it in the background once many positions have been played. Returns whether
        other code is in use now: False if it was optimised already, and for the Python backend.
        """
        return self._engine.optimise()

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0) -> Playouts:
        """n random games from the start, each move chosen uniformly among the legal ones.

        seed: any integer, of which 64 bits count. What happens in a game depends on the seed and the game's number
        alone: the results are the same on both backends and for any number of jobs. max_moves: plies after which a
        game is broken off (None: never). jobs: how many are played at a time, in threads where native code runs and in
        processes otherwise. first: the number of the first game, so that playouts(5, seed=1) followed by
        playouts(5, seed=1, first=5) are playouts(10, seed=1).

        Raises ValueError for a negative n, fewer than one job or a negative first; LudRuleError and LudLimitError for
        rules that fail.
        """
        return self.random_games(None, n, seed, max_moves, jobs, first)

    def random_games(
        self, raw: object | None, n: int, seed: int, max_moves: int | None, jobs: int, first: int
    ) -> Playouts:
        """Random games from a position in the engine's form, or from the start (None)."""
        check_numbers(n, jobs, first)
        if jobs > 1 and n > 1 and self.backend == "python":
            from .workers import in_processes

            return in_processes(self if raw is None else State(self, raw), n, seed, max_moves, jobs, first)
        return self._engine.playouts(raw, first, n, seed, -1 if max_moves is None else max_moves, jobs)

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from the start (games that end earlier count once)."""
        return self.start(seed=0).perft(depth)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        if self.part_of is not None:
            return _game_of, self.part_of
        from .recipe import remember

        return self._parts.again or _again, (remember(self, self._parts.recipe(self.wanted_backend)),)

    def make_pickles_with(self, again: Callable[[Recipe], Game]) -> None:
        """Let pickles restore the game with this function, which may find it in the cache."""
        self._parts.again = again

    def __repr__(self) -> str:
        return f"<Game {self.name!r}, {self.players} players, backend {self.backend}>"


def _again(recipe: Recipe) -> Game:
    """Restore a pickled game. It is compiled once per process."""
    from .recipe import made_again

    return made_again(Game, recipe, lambda: Game(recipe.description(), recipe.backend))


def _game_of(match: MatchGame, number: int) -> Game:
    return match.games[number]


def check_numbers(n: int, jobs: int, first: int) -> None:
    """Raise ValueError for invalid arguments of playouts."""
    if n < 0:
        raise ValueError("a number of playouts cannot be negative")
    if first < 0:
        raise ValueError("the number of a game cannot be negative")
    if jobs < 1:
        raise ValueError("there has to be at least one job")


def rng_number(seed: int | None, rng_state: bytes | Sequence[int] | None) -> int:
    """The initial state of the random number generator, as a number; the operating system chooses if nothing is given.
    """
    if rng_state is not None:
        data = bytes(v & 255 for v in rng_state)
        if len(data) != 8:
            raise ValueError(f"rng_state has 8 bytes, not {len(data)}")
    elif seed is not None:
        data = (seed & (2**64 - 1)).to_bytes(8, "little")
    else:
        data = os.urandom(8)
    return int.from_bytes(data, "little", signed=True)


def make_engine(program: Program, backend: str) -> Engine:
    """The engine for a program. Raises NoCompilerError for "c" if there is no C compiler."""
    if backend != "python":
        from .backend_c.compile import NoCompilerError
        from .backend_c.engine import CEngine

        try:
            return CEngine(program)
        except NoCompilerError:
            if backend == "c":
                raise
    from .backend_python.engine import PythonEngine

    return PythonEngine(program)


def names_of(equipment: Equipment, strings: Sequence[str]) -> Names:
    """The names of a game's sites and pieces. strings: the texts of its program."""
    from ludparse.ludemes.enums import SiteType

    board = equipment.board
    kinds = (SiteType.Cell, SiteType.Vertex, SiteType.Edge)
    labels = tuple([e.label for e in board.elements(kind)] for kind in kinds)
    return Names(labels, kinds.index(board.default_site), [c.name for c in equipment.components], strings)
