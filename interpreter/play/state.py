"""The common base of positions: of games, and of matches of several games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

from ludparse.problems.errors import IllegalMoveError

from .move import Move
from .pictures import PositionPicture

if TYPE_CHECKING:
    import random

    import numpy as np
    import numpy.typing as npt

    from .dice import Die
    from .game import Game
    from .playouts import Playouts
    from .snapshot import Pieces, SiteRow, Snapshot, Standing
    from .trial_text import Trial
    from .why import Why

__all__ = ["State", "worth"]


class State(PositionPicture, ABC):
    """A position of a game or of a match, with the moves that led to it.

    Only `apply`, `undo` and `reseed` change a state. Any number of threads may use a game and its states; two
    threads should not change the same state, for then one of the changes is lost. States are equal when their positions
    are (see `key`), whatever led to them. They can be copied and pickled; since they change, they are not hashable.
    """

    __slots__ = ()

    __hash__ = None  # type: ignore[assignment]

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game or match that this is a position of."""

    @property
    @abstractmethod
    def mover(self) -> int:
        """The player to move, from 1; 0 in a simulation."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game or match has ended."""

    @property
    @abstractmethod
    def ranking(self) -> list[float]:
        """ranking[p] for p from 1 (index 0 is unused); 0.0 while undecided; 1.0 is first, 1.5 a shared first."""

    @property
    @abstractmethod
    def key(self) -> bytes:
        """A digest of the position (16 bytes, of a match 32): equal for equal positions of a game, on both backends.

        It covers what stands on every site (piece, owner, count, state, rotation, value, what is hidden), whose turn it
        is, phases, scores, amounts, variables, dice, the result, and what else the rules of this game read: the
        last move where they ask for it, the number of moves, and so on. It does not cover random numbers to
        come, nor the positions that rules against repetition remember.
        """

    @property
    @abstractmethod
    def history(self) -> tuple[Move, ...]:
        """The moves that led here from the start (or from where the state was made), as they were applied."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """The legal moves in Ludii's order; one pass where a pass is forced; none when the game is over.

        Moves are decoded on demand. In a simulation that has come to rest there are none either: `forced_pass` goes on.
        In a match whose current game is over, the single move to the next game.
        """

    @abstractmethod
    def count_moves(self) -> int:
        """The number of legal moves, found without building them if the rules allow it."""

    @abstractmethod
    def random_move(self, rng: random.Random | None = None) -> Move:
        """A uniformly random legal move. rng: the generator; by default one of the state's own, which follows from the
        seed of the game (`start`, `reseed`): equal seeds give equal games. Copies draw the same moves.

        Raises IllegalMoveError where there is none.
        """

    @abstractmethod
    def forced_pass(self) -> Move:
        """The forced pass in a position without legal moves. Only simulations have such positions.

        Raises IllegalMoveError where there are legal moves, or the game is over.
        """

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """The legal move that a text means: its notation (capitals do not matter), sites such as `A1-B2`, or the text
        of the move in Ludii's trials.

        Raises MoveSyntaxError for what cannot be a move, IllegalMoveError for one that is not legal here, and
        AmbiguousMoveError where several legal moves are meant.
        """

    def meant(self, move: Move | str) -> Move:
        """A move that is given as such, or as a text (see `parse_move`). Raises TypeError for anything else."""
        if isinstance(move, Move):
            return move
        if not isinstance(move, str):
            raise TypeError(
                f"a move is one of `state.legal_moves()`, or its text such as 'A1-B2'; this is a {type(move).__name__}"
            )
        if self.over:
            raise IllegalMoveError("the game is over: no move is legal any more")
        return self.parse_move(move)

    @abstractmethod
    def consequences(self, move: Move | str) -> Move:
        """The move with all actions that it would apply, consequents included; this state stays as it is. A text is
        read as by `parse_move`.

        Raises IllegalMoveError.
        """

    @abstractmethod
    def apply(self, move: Move | str) -> Move:
        """Play a legal move. Returns the move as it was applied, with all consequents. A text is read as by
        `parse_move`.

        Raises IllegalMoveError; LudRuleError and LudLimitError for rules that fail. Then the state stays as it was.
        """

    @abstractmethod
    def undo(self) -> Move:
        """Take the last move back. Returns the move as it was applied. Raises IndexError if there is none."""

    @abstractmethod
    def reseed(self, seed: int | None = None) -> None:
        """Reseed the random number generator. Equal seeds give equal numbers; None lets the system choose.

        Copies of a state have the same future dice until one of them is reseeded. Dice that are already thrown stay.
        """

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, including the history. Copying is cheap, because the shared content is immutable."""

    def with_pieces(self, pieces: Pieces, *, mover: int | None = None) -> State:
        """A position that is as this one, but only these pieces stand on the board, in hands and so on.

        pieces: by site (its label on the board, such as `E4`, or its number where it lies beside it) the name of a
        piece, or of several from the bottom; or rows as `sites` returns them, which also tell counts, states, rotations
        and values. mover: the player to move, from 1; None leaves it. Nothing was played last, and nothing is hidden.
        No rule about the end is asked before the next move.

        Raises LudRuleError for what the game does not have: a site, a piece, a player, stacks, a second piece on a
        site; LudLimitError for numbers that it has no room for; LudUnsupportedError for a match.
        """
        raise self.game.refusal("positions that are set up by hand")

    @abstractmethod
    def snapshot(self, *, player: int | None = None) -> Snapshot:
        """The position as plain data: whose turn it is, phases, scores, and every non-empty site.

        player: as of `sites`; what a rule remembers is left out then in games that hide something."""

    @abstractmethod
    def sites(self, *, player: int | None = None) -> list[SiteRow]:
        """Every non-empty site: [name, count, [what, who, state, rotation, value], … from the bottom].

        player: from 1; what the rules hide from this player is left out. A piece that lies face down is -1, with its
        owner (0 where that is hidden too), and nothing else is told of it; what is hidden altogether is not there.
        None: nothing is left out. Raises ValueError for a player of nobody."""

    @abstractmethod
    def pieces(self, *, player: int | None = None) -> dict[str | int, Standing]:
        """What stands on every site that is not empty, by its label on the board (`A2`), or its number where it lies
        beside it: the name of a piece, or those of several from the bottom. player: as of `sites`.

        `with_pieces` takes the same."""

    def __getitem__(self, site: str | int) -> Standing | None:
        """What stands on a site, as in `pieces`: `state["A2"]`; None on an empty one. Raises KeyError for a site that
        the game does not have."""
        found = self.pieces().get(site)
        if found is None:
            board, data = self.game.opening().board, self.game.opening().data
            labels = {element.label for element in board.elements(board.default_site)}
            fields = {letter: data.fields[f"what_{letter.lower()}"] for letter in "VEC"
                      if f"what_{letter.lower()}" in data.fields}  # fmt: skip
            name = str(site) if isinstance(site, str) else f"C{site}"
            field = fields.get(name[:1])
            if name not in labels and not (field and name[1:].isdecimal() and int(name[1:]) < field.size):
                raise KeyError(f"{self.game.name!r} has no site {site!r}")
        return found

    @property
    @abstractmethod
    def dice(self) -> tuple[Die, ...]:
        """The dice beside the board as they show when the next move is chosen, in the order of their sites.

        A throw is a part of the legal moves that it makes possible, so that `sites` and `snapshot`, as Ludii's state,
        show the one before until a move is made; here it shows. `Die.standing` tells which dice the choice is made
        with, and which have been used up or are left from an earlier turn.
        """

    @abstractmethod
    def trial(self) -> Trial:
        """The game so far in the form in which Ludii saves and reads games; `game.replay` makes a state of it again.

        Raises TrialError for a state that was not reached by moves from the start, or whose random numbers were
        changed on the way (`reseed`).
        """

    @abstractmethod
    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` moves from here (games that end earlier count once)."""

    @abstractmethod
    def playouts(
        self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0, on: object = None
    ) -> Playouts:
        """n random games from here; arguments as of `Game.playouts`.

        Each playout draws its own random results from here on. This position stays as it is.
        """

    def why(self, move: Move | str | None = None, *, since: bool = False, seat: int | None = None) -> Why:
        """Why a move is legal here, or is not: the ludemes that make it or would make it, the conditions that allow or
        refuse it with all values that they had, and what it does. A text is read as by `parse_move`, and need not be
        legal. Without a move, why the game has ended or goes on. since: also when a move that is not legal was last
        possible, and what was played then. seat: the player who asks, from 1; None sees everything. From a player from
        whom something is hidden here, the answer is kept back.

        All that is told happened while the rules made these moves: a condition is named if the move comes, or goes,
        when it alone (or those that are named together) has the other value.

        Raises MoveSyntaxError and AmbiguousMoveError as `parse_move`, LudUnsupportedError for a match, for a text
        without sites that is not legal, and for positions set up by hand in games that ask what was played before;
        ValueError for a seat that the game does not have.
        """
        return self.game.why_of(self, move, since, seat)

    def why_here(self, site: str, *, seat: int | None = None) -> Why:
        """Why a site holds what it holds: the ply since which that is so, and the ludeme that did it. site: its label.
        seat: as of `why`. Raises LudRuleError for a site that the board does not have, LudUnsupportedError as `why`."""
        return self.game.why_here_of(self, site, seat)

    # ------------------------------------------------------------------ numbers of moves, for programs that learn

    @abstractmethod
    def action(self, move: Move) -> int:
        """The action number of a legal move (`Game.actions`).

        Raises IllegalMoveError; LudLimitError as `ActionSpace.of`; LudUnsupportedError for a match.
        """

    @abstractmethod
    def move(self, action: int) -> Move:
        """The legal move of an action.

        Raises IllegalMoveError if it is not legal here, IndexError for a number outside the space, LudUnsupportedError
        for a match.
        """

    @abstractmethod
    def actions(self) -> list[int]:
        """The action number of each legal move, in the order of `legal_moves`. Raises LudLimitError as
        `ActionSpace.of`, LudUnsupportedError for a match."""

    def action_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: booleans of shape (game.actions.size,). Needs numpy."""
        import numpy

        mask = numpy.zeros(self.game.actions.size, dtype=numpy.bool_)
        mask[self.actions()] = True
        return mask

    # ------------------------------------------------------------------ seats and results

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat (from 0) of each player, from player 1 (index 0) on. Whoever changes sides keeps the seat."""
        return tuple(range(self.game.players))

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each player, from player 1 (index 0) on; each player is a team where the game has none."""
        return tuple(range(1, self.game.players + 1))

    def by_seat(self, ranking: tuple[float, ...]) -> tuple[float, ...]:
        """What a ranking of the players is worth to each seat."""
        values, at = worth(ranking), self.seats
        if at == tuple(range(len(at))):
            return values
        return tuple(values[at.index(seat)] for seat in range(len(at)))

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


def worth(ranking: tuple[float, ...] | list[float]) -> tuple[float, ...]:
    """What a result is worth to each player, from player 1 (index 0) on: 1 for the first place, 0 for the last, 0.5
    where it is undecided. ranking: a place for each player, from player 1 on. Alone, a player has won or not."""
    last = len(ranking)
    if last == 1:
        return (1.0 if ranking[0] == 1.0 else 0.0,) if ranking[0] else (0.5,)
    return tuple((last - place) / (last - 1) if place else 0.5 for place in ranking)
