"""The common base of games and matches: a description, and an engine that runs its program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from ludparse.problems.errors import LudUnsupportedError

from .answers import Answers
from .pictures import StartPicture

if TYPE_CHECKING:
    from ludparse.description.description import Description
    from ludparse.description.request import Request
    from ludparse.expansion.metadata import Metadata
    from ludparse.expansion.options import Option, Ruleset

    from ..equipment import Component, Equipment
    from ..equipment.flags import GameFlags
    from ..program.data import ProgramData
    from ..program.program import Program
    from .action_space import ActionNumbers, Symmetry
    from .board_view import BoardView
    from .cover import Cover
    from .engine import Engine, Traits
    from .move import Move, MoveTable, Vocabulary
    from .playouts import Playouts
    from .state import State
    from .tensors import Tensors
    from .trial_text import Trial
    from .why import Why

__all__ = ["Game", "Playable"]


class Game(StartPicture, Answers, ABC):
    """A compiled description: a game that can be played, or a match of several games.

    It is an immutable value: any number of threads may share it, and copies are the same object. A pickle holds the
    description, its options and its ruleset; the game is compiled from it once per process.
    """

    vocabulary: Vocabulary
    """What is needed to decode its moves."""

    def __init__(
        self, name: str, request: Request, backend: str, data: ProgramData, engine: Engine, players: int
    ) -> None:
        self.name = name
        """The name of the game."""
        self.data = data
        """What playing needs of the program: the fields of a state, texts, and so on."""
        self.request = request
        """The text of the description, and the options and the ruleset that were asked for."""
        self.wanted_backend = backend
        """The backend that was asked for: "auto", "c", "wasm" or "python"."""
        self.players = players
        """The number of players, from 0 (a simulation) to 16."""
        self._engine = engine

    @property
    @abstractmethod
    def description(self) -> Description:
        """The description, read with its options."""

    @property
    @abstractmethod
    def program(self) -> Program:
        """The rules program that the engine runs."""

    @property
    @abstractmethod
    def equipment(self) -> Equipment:
        """The board and all other items; for a match, those of its first game."""

    @property
    @abstractmethod
    def flags(self) -> GameFlags:
        """What the game uses; for a match, what its first game uses."""

    @property
    @abstractmethod
    def board(self) -> BoardView:
        """The board; `describe()` gives it as plain data. For a match, the board of its first game."""

    @property
    def pieces(self) -> tuple[Component, ...]:
        """All components; index 0 is no piece. For a match, those of its first game."""
        return self.equipment.components

    @property
    @abstractmethod
    def concepts(self) -> frozenset[str]:
        """The concepts that hold for the game, by Ludii's names: its kinds of board, moves, captures and ends."""

    @property
    @abstractmethod
    def concept_counts(self) -> Mapping[str, int | float]:
        """The numeric concepts, by Ludii's names: sites, rows, neighbours, pieces, players, phases."""

    @property
    @abstractmethod
    def single_games(self) -> tuple[Playable, ...]:
        """The game itself; for a match, its games."""

    @property
    def tensors(self) -> Tensors:
        """Positions and moves as Ludii hands them to other programs. Raises LudUnsupportedError for a match."""
        raise self.refusal("tensors")

    @property
    def actions(self) -> ActionNumbers:
        """One number for each move, fixed before play. Raises LudUnsupportedError for a match."""
        raise self.refusal("numbers of moves")

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Turns and mirrors of the board, and exchanges of players, that change nothing of the rules, the identity
        first: permutations of sites, actions, planes and more. Raises LudUnsupportedError for a match."""
        raise self.refusal("symmetries")

    @property
    def views(self) -> tuple[Symmetry, ...]:
        """For each player the symmetry that puts that player in the place of Player 1. Raises LudUnsupportedError where
        there is none, and for a match."""
        raise self.refusal("symmetries")

    def why_of(self, state: State, move: Move | str | None, since: bool, seat: int | None) -> Why:
        """Why a move is legal in a state, or is not, or a game has ended (`State.why`)."""
        raise self.refusal("answers why")

    def cover(
        self, games: int = 1000, *, seed: int = 0, max_moves: int = 1000, seconds: float | None = None,
        every: bool = False,
    ) -> Cover:  # fmt: skip
        """Which ludemes ever happen in random games: how often each was asked, held, made moves, and why some never do.

        games, seed, max_moves: as of `playouts`; a game that is longer is broken off. seconds: no further game is begun
        after this. every: look at all of these games; otherwise at the first 64, or 128, 256, … as soon as the second
        half of these brought nothing new. Native code is compiled for this, which takes seconds. Raises
        LudUnsupportedError for a match.
        """
        raise self.refusal("table of what happens")

    def why_here_of(self, state: State, site: str, seat: int | None) -> Why:
        """Why a site holds what it holds (`State.why_here`)."""
        raise self.refusal("answers why")

    def refusal(self, what: str) -> LudUnsupportedError:
        """The error of a match that is asked for what its games have alone."""
        return LudUnsupportedError(
            f"{self.name!r} is a match of several games, and has no {what}", hint="Its games have: `game.games[0]`."
        )

    @property
    def changes_sides(self) -> bool:
        """Whether players may change sides, as with the rule of the pie. Then a player of the rules is a side, and who
        sits there may come to play another one (`State.seats`)."""
        return "swap" in self.data.appliers

    @property
    def backend(self) -> str:
        """The backend that runs it: "c", "wasm" or "python"."""
        return self._engine.name

    @property
    def engine(self) -> Engine:
        """The engine that runs the program; the games of a match have engines of their own."""
        return self._engine

    @property
    def info(self) -> Metadata:
        """The metadata of the description: who made the game, its rules in words, and so on."""
        return self.description.metadata

    @property
    def options(self) -> Sequence[Option]:
        """The options that the description offers."""
        return self.description.options

    @property
    def rulesets(self) -> Sequence[Ruleset]:
        """The rulesets that the description offers."""
        return self.description.rulesets

    @abstractmethod
    def opening(self) -> Game:
        """The game itself; for a match, its first game."""

    @abstractmethod
    def start(self, seed: int | None = None, rng_state: bytes | Sequence[int] | None = None) -> State:
        """The position at the start.

        rng_state: the 8 bytes (signed or not) of SplitMix64's state as trials store it; seed: any integer, of which 64
        bits count. If neither is given, the operating system provides a seed.
        """

    @abstractmethod
    def replay(self, trial: Trial) -> State:
        """The state after the moves of a trial. Raises TrialError where it departs from the rules; `ply` says where."""

    @abstractmethod
    def trial_of(self, state: State, began: int | None) -> Trial:
        """The moves that led to a state as a trial (`State.trial`). began: the random numbers at the start (64
        bits)."""

    @abstractmethod
    def optimise(self) -> bool:
        """Compile optimised code now and wait for it.

        Otherwise the C backend compiles it in the background once many positions have been played. Returns whether
        other code is in use now: False if it was optimised already, and for the Python backend.
        """

    @abstractmethod
    def playouts(
        self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0, on: object = None
    ) -> Playouts:
        """n random games from the start, each move chosen uniformly among the legal ones.

        seed: any integer, of which 64 bits count. What happens in a game depends on the seed and the game's number
        alone: the results are the same on both backends and in all places. max_moves: plies after which a game is
        broken off, from 0 to 2**31 - 1 (None: never). jobs: how many are played at a time, in threads where native code
        runs and in processes otherwise. first: the number of the first game, so that playouts(5, seed=1) followed by
        playouts(5, seed=1, first=5) are playouts(10, seed=1). on: a cluster that plays them instead: a
        `distributed.Client`, the module `ray` after `ray.init`, or an address (docs/clusters.md).

        Raises TypeError for what is no whole number, ValueError for a number outside its range (n: to 2**31 - 1; jobs:
        from 1; first + n: to 2**63 - 1); LudRuleError and LudLimitError for rules that fail; LudError for a cluster
        that is none, cannot be reached, or loses its workers again and again.
        """

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from the start (games that end earlier count once).

        Raises ValueError for a depth below 0 or past 2**31 - 1.
        """
        return self.start(seed=0).perft(depth)

    def same_as(self, other: Game) -> bool:
        """Whether another game has the same description, options and ruleset. The backend does not matter."""
        return self is other or self.request == other.request

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Playable(Game):
    """A single game, or one of the games of a match: what its positions ask of it."""

    traits: Traits

    @abstractmethod
    def table(self, raw: object) -> MoveTable:
        """The legal moves of a position in the engine's form."""

    @abstractmethod
    def random_games(
        self, raw: object | None, n: int, seed: int, max_moves: int | None, jobs: int, first: int, on: Any
    ) -> Playouts:
        """Random games from a position in the engine's form, or from the start (None)."""
