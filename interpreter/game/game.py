"""Games: compiled descriptions that can be played."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudUnsupportedError
from ludparse.support.process import bounded

from ..play.arguments import bits_of_seed, random_run
from ..play.engine import Traits
from ..play.game import Playable
from ..play.game_state import GameState
from ..play.move import Move, MoveTable, Vocabulary
from ..play.notation import Names
from .late_parts import Parts

if TYPE_CHECKING:
    from ludparse.description.description import Description, Request
    from ludparse.ludemes import Int

    from ..equipment import Equipment
    from ..equipment.flags import GameFlags
    from ..play.action_space import Symmetry
    from ..play.board_view import BoardView
    from ..play.cover import Cover
    from ..play.engine import Engine
    from ..play.playouts import Playouts
    from ..play.state import State
    from ..play.tensors import Tensors
    from ..play.trial_text import Trial
    from ..play.why import Why
    from ..program.data import ProgramData
    from ..program.ops import Upkeep
    from ..program.program import Program
    from .actions.numbering import Numbering
    from .actions.space import ActionSpace
    from .match import MatchGame
    from .pickling import Recipe
    from .why.answers import Answers

__all__ = ["SingleGame"]


class SingleGame(Playable):
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
        without: Collection[str] = (),
    ) -> None:
        """result: what winning is worth where the game is one of a match (a node). keep: data of the state that stays
        although no rule reads it. verify, without: see `load`."""
        from ..equipment.features import Feature

        parts = Parts(lambda: description, result, keep, verify, without=without)
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
        super().__init__(name, request, backend, data, engine, players)
        self._parts = parts
        self.traits = traits
        """What states ask of the game."""
        self.kept_numbering: Callable[[Callable[[], Numbering]], Numbering] = lambda make: make()
        """The numbers of its moves: from the cache, where the game is kept there, or as they are made."""
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
    ) -> SingleGame:
        """A game from the cache (`stored.py`)."""
        game = cls.__new__(cls)
        game._begin(name, request, backend, data, engine, players, parts, traits, lambda: names)
        return game

    @property
    def description(self) -> Description:
        return self._parts.description

    @property
    def equipment(self) -> Equipment:
        return self._parts.equipment

    @property
    def flags(self) -> GameFlags:
        return self._parts.flags

    @property
    def program(self) -> Program:
        return self._parts.program

    @cached_property
    def board(self) -> BoardView:
        from ..play.board_view import BoardView  # late, as all that games from the cache do without

        return BoardView(self.name, self.equipment, self.description)

    @cached_property
    def tensors(self) -> Tensors:
        from ..play.tensor_layout import layout_of
        from ..play.tensors import Tensors
        from .building import tree_of

        layout = layout_of(tree_of(self.description), self.equipment, self.flags, self.players)
        return Tensors(self, layout, lambda keep: SingleGame(self.description, self.wanted_backend, keep=keep))

    @cached_property
    def actions(self) -> ActionSpace:
        from .actions.space import ActionSpace
        from .building import lowered_alone

        def lower() -> Program:
            return lowered_alone(self.description, self.equipment, self.flags)

        return ActionSpace(self, lower, self.kept_numbering)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Turns and mirrors of the board, and exchanges of players, that change nothing of the rules: permutations of
        players, pieces, sites, actions, planes and numbers. The identity is first, then those that leave the players in
        their places. They are verified by play when this is first asked for, which may take seconds."""
        from .symmetries import symmetries_of

        return symmetries_of(self)

    @cached_property
    def views(self) -> tuple[Symmetry, ...]:
        """How each player looks at the game: the symmetry that puts that player in the place of Player 1, so that own
        pieces come first, and the board is turned where the players sit opposite each other.

        Raises LudUnsupportedError where no symmetry puts some player there.
        """
        first = {one.players.index(1): one for one in reversed(self.symmetries)}
        if len(first) < self.players:
            raise LudUnsupportedError(f"no symmetry of {self.name!r} puts each of its players in the place of Player 1")
        return tuple(first[p] for p in range(1, self.players + 1))

    @cached_property
    def concepts(self) -> frozenset[str]:
        from ..concepts import game_concepts  # imported late: a large table that most programs do not need

        return game_concepts(self.description, self.equipment)

    @cached_property
    def concept_counts(self) -> Mapping[str, int | float]:
        from ..concepts import concept_counts
        from .building import tree_of

        return concept_counts(tree_of(self.description), self.equipment, self.concepts)

    def start(self, seed: int | None = None, rng_state: bytes | Sequence[int] | None = None) -> GameState:
        return self.start_with(rng_number(seed, rng_state))

    def start_with(self, rng: int) -> GameState:
        """The position at the start. rng: the state of SplitMix64 as a 64-bit number, signed or unsigned."""
        state = GameState(self, self._engine.start(rng), rng)
        state.ready()
        return state

    def replay(self, trial: Trial) -> State:
        from .trial import replay

        return replay(self, trial)

    def trial_of(self, state: State, began: int | None) -> Trial:
        from .trial import trial_of_state

        return trial_of_state(self, state, began)

    def why_of(self, state: State, move: Move | str | None, since: bool, seat: int | None) -> Why:
        assert isinstance(state, GameState)
        return self.answers.why(state, move, since, seat)

    def why_here_of(self, state: State, site: str, seat: int | None) -> Why:
        assert isinstance(state, GameState)
        return self.answers.came(state, site, seat)

    def cover(
        self, games: int = 1000, *, seed: int = 0, max_moves: int = 1000, seconds: float | None = None,
        every: bool = False,
    ) -> Cover:  # fmt: skip
        from .building import program_of
        from .cover.covering import cover

        games, seed, most, *_ = random_run(games, seed, max_moves, 1, 0)
        assert most is not None
        program = program_of(self.description, traced=True)
        return cover([((), self, program)], games, seed, most, seconds, every=every)[0]

    @property
    def answers(self) -> Answers:
        """What `State.why` asks: the rules as a traced program that is recorded."""
        from .building import program_of, tree_of
        from .why.answers import answers_of

        return answers_of(self, lambda: (program_of(self.description, traced=True), tree_of(self.description)))

    @property
    def single_games(self) -> tuple[SingleGame, ...]:
        return (self,)

    def opening(self) -> SingleGame:
        return self

    def table(self, raw: object) -> MoveTable:
        """The legal moves of a position in the engine's form."""
        _, records = self._engine.moves(raw)
        return MoveTable(records, self.vocabulary, raw)

    def optimise(self) -> bool:
        return self._engine.optimise()

    def playouts(
        self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0, on: object = None
    ) -> Playouts:
        return self.random_games(None, n, seed, max_moves, jobs, first, on)

    def random_games(
        self, raw: object | None, n: int, seed: int, max_moves: int | None, jobs: int, first: int, on: object = None
    ) -> Playouts:
        """Random games from a position in the engine's form, or from the start (None)."""
        from ..play.playouts import Playouts

        n, seed, max_moves, jobs, first = random_run(n, seed, max_moves, jobs, first)
        if on is not None or (jobs > 1 and n > 1 and self.backend == "python"):
            from .many_games import stream

            what = self if raw is None else GameState(self, raw)
            return Playouts.joined(stream(what, n, seed=seed, max_moves=max_moves, jobs=jobs, first=first, on=on))
        return self._engine.playouts(raw, first, n, seed, -1 if max_moves is None else max_moves, jobs)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        if self.part_of is not None:
            return _game_of, self.part_of
        from .pickling import remember
        from .stored_later import written

        written()  # whoever gets the pickle looks for the game in the cache
        return self._parts.again or _again, (remember(self, self._parts.recipe(self.wanted_backend)),)

    def make_pickles_with(self, again: Callable[[Recipe], SingleGame]) -> None:
        """Let pickles restore the game with this function, which may find it in the cache."""
        self._parts.again = again

    def __repr__(self) -> str:
        return f"<Game {self.name!r}, {self.players} players, backend {self.backend}>"


def _again(recipe: Recipe) -> SingleGame:
    """Restore a pickled game. It is compiled once per process."""
    from .pickling import made_again

    return made_again(SingleGame, recipe, lambda: SingleGame(recipe.description(), recipe.backend))


def _game_of(match: MatchGame, number: int) -> SingleGame:
    return match.games[number]


def rng_number(seed: int | None, rng_state: bytes | Sequence[int] | None) -> int:
    """The initial state of the random number generator, as a number; the operating system chooses if nothing is given.
    """
    if rng_state is not None:
        data = bytes(v & 255 for v in rng_state)
        if len(data) != 8:
            raise ValueError(f"rng_state has 8 bytes, not {len(data)}")
    elif seed is not None:
        data = bits_of_seed(seed).to_bytes(8, "little")
    else:
        data = os.urandom(8)
    return int.from_bytes(data, "little", signed=True)


def make_engine(program: Program, backend: str) -> Engine:
    """The engine for a program. Raises NoCompilerError for "c" if there is no C compiler, NoWasmtimeError for "wasm" if
    that is not installed, and NotRenderedError for "wasm" if that backend has no code for something in the program."""
    if backend == "wasm":
        from ..backends.wasm.engine import WasmEngine

        return WasmEngine(program)
    if backend != "python":
        from ..backends.c.compile import CompilerFailsError, NoCompilerError
        from ..backends.c.engine import CEngine

        engine = _in_tiers(program) if backend == "auto" else None
        if engine is not None:
            return engine
        try:
            return CEngine(program)
        except NoCompilerError as problem:
            if backend == "c":
                raise
            if isinstance(problem, CompilerFailsError):
                why = " ".join(problem.message.split("\n")[:2])
                warnings.warn(f"the game runs without native code: {why}", RuntimeWarning, stacklevel=2)
        engine = _without_compiler(program)
        if engine is not None:
            return engine
    from ..backends.python.engine import PythonEngine

    return PythonEngine(program)


def _in_tiers(program: Program) -> Engine | None:
    """The engine that begins as WebAssembly and goes on as C, where both are there and WebAssembly has code for all
    that the program needs."""
    from ..backends.wasm.tiers import TieredEngine, tiers

    if not tiers(program):
        return None
    from ..backends.wasm.rendering.base import NotRenderedError

    try:
        return TieredEngine(program)
    except NotRenderedError:
        return None


def _without_compiler(program: Program) -> Engine | None:
    """The engine of WebAssembly, where it is installed and has code for all that the program needs."""
    from ..backends.wasm.package import wasmtime_there
    from ..backends.wasm.rendering.base import NotRenderedError

    if not wasmtime_there():
        return None
    from ..backends.wasm.engine import WasmEngine

    try:
        return WasmEngine(program)
    except NotRenderedError:
        return None


def names_of(equipment: Equipment, strings: Sequence[str]) -> Names:
    """The names of a game's sites and pieces. strings: the texts of its program."""
    from ..equipment.features import NUMBER, SITE_TYPES

    board = equipment.board
    labels = tuple([e.label for e in board.elements(t)] for t in SITE_TYPES)
    return Names(labels, NUMBER[board.default_site], [c.name for c in equipment.components], strings)
