"""`game.tensors`: positions and moves of a game as Ludii hands them to other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from ludparse import ludemes as L
from ludparse.problems.errors import LudError, LudLimitError

from ..program.ops import Upkeep
from .arguments import whole, writable
from .concealing import ReadField, reader, seen_by
from .dice import thrown
from .game_state import GameState
from .plane_items import Values, put
from .tensor_known import Known, Pips, Repeating, values_of
from .tensor_layout import TensorLayout, move_number, move_place
from .tensor_positions import Positions
from .tensor_state import StateEncoder

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .board_planes import BoardPlanes
    from .game import Playable
    from .move import Move
    from .state import State

__all__ = ["Seen", "Tensors"]

_WITNESSES = 12
"""Moves of a game in which one is looked for that begins elsewhere than it ends."""


class Seen(NamedTuple):
    """What somebody sees of a position, or of several: planes (as a graph features of sites), and numbers."""

    planes: Any
    numbers: Any


class Tensors:
    """Tensors of one game, equal to those of Ludii 1.3.13 (`LudiiStateWrapper`, `LudiiGameWrapper`).

    A tensor has the shape (channels, columns, rows). Site i stands at column `x[i]` and row `y[i]`; the sites of hands
    and dice stand behind those of the board. Needs numpy.
    """

    def __init__(
        self, game: Playable, layout: TensorLayout, compile_again: Callable[[frozenset[Upkeep]], Playable]
    ) -> None:
        """compile_again: compiles the game with data of the state that its rules do not need."""
        self._game = game
        self._layout = layout
        self._compile_again = compile_again
        self._forms: dict[tuple[str, int], BoardPlanes] = {}

    @property
    def layout(self) -> TensorLayout:
        """Shapes and channel numbers."""
        return self._layout

    @property
    def state_shape(self) -> tuple[int, int, int]:
        """Shape of a position's tensor: channels, columns, rows."""
        return self._layout.state_shape

    @property
    def move_shape(self) -> tuple[int, int, int]:
        """Shape of a tensor that has an entry for every number of a move: channels, columns, rows."""
        return self._layout.move_shape

    @property
    def channels(self) -> tuple[str, ...]:
        """What each channel of a position's tensor holds, in Ludii's words."""
        return self._layout.channels

    @property
    def x(self) -> tuple[int, ...]:
        """The column of each site."""
        return self._layout.coordinates.x[: self._layout.coordinates.known]

    @property
    def y(self) -> tuple[int, ...]:
        """The row of each site."""
        return self._layout.coordinates.y[: self._layout.coordinates.known]

    @cached_property
    def _encoder(self) -> StateEncoder:
        try:
            return StateEncoder(self._layout)
        except ModuleNotFoundError as missing:
            raise LudError("tensors need numpy: pip install numpy") from missing

    @cached_property
    def _positions(self) -> Positions | None:
        """What knows the lists of positions, where the game's own program does not keep them and they matter."""
        flags = self._game.flags
        kept = any(f.upkeep is Upkeep.POSITIONS for f in self._game.data.fields.values())
        if kept or flags.stacking or not flags.counts:
            return None
        return Positions(self._compile_again(frozenset({Upkeep.POSITIONS})))

    def state(
        self, state: State, out: npt.NDArray[np.float32] | None = None, *, player: int | None = None
    ) -> npt.NDArray[np.float32]:
        """A position as float32 of shape `state_shape`.

        out: an array of that shape to write to, C-contiguous; it is what is returned then. player: from 1; what is
        hidden from this player is left out (Ludii's tensors, and ours without a player, hide nothing). Raises
        ValueError for a state of another game, for an `out` of another shape or type or that cannot be written to, and
        for a player of nobody.
        """
        self._check(state, player)
        out = writable(out, self.state_shape, "float32")
        self._write(state, player, out)
        return out

    # ------------------------------------------------------------------ with what the board does not show

    @cached_property
    def known(self) -> Known:
        """The channels of what Ludii's do not show."""
        return Known(self._game.program, self._encoder, repeats=self.repeats)

    @cached_property
    def pips(self) -> Pips:
        """The dice of the game."""
        return Pips(self._game.equipment)

    @cached_property
    def throws(self) -> bool:
        """Whether moves may begin with a throw of dice."""
        return "update_dice" in self._game.data.appliers

    @cached_property
    def repeats(self) -> bool:
        """Whether moves may be forbidden because they repeat a position. What is hidden would show in such moves."""
        nodes = L.walk(self._game.description.game)
        return not self._game.flags.hidden and any(isinstance(node, L.NoRepeat | L.IsRepeat) for node in nodes)

    def repeating(self, state: GameState) -> Repeating:
        """Where the moves begin and end that are forbidden because they would repeat an earlier position."""
        if not self.repeats or state.over:
            return ()
        packed = self._game.engine.pack(state.raw)
        free = GameState(self._game, self._game.engine.unpack({**packed, "seen": b"", "seen_turn": b""}))
        legal = {(move.from_site, move.to_site) for move in state.legal_moves()}
        return sorted({(move.from_site, move.to_site) for move in free.legal_moves()} - legal)

    @cached_property
    def observation_channels(self) -> tuple[str, ...]:
        """What each channel of an observation holds: Ludii's channels, then those of what is known besides."""
        return (*self.channels, *self.known.channels)

    @cached_property
    def observation_shape(self) -> tuple[int, int, int]:
        """Shape of an observation: channels, columns, rows."""
        return (len(self.observation_channels), *self.state_shape[1:])

    def observe(
        self, state: State, out: npt.NDArray[np.float32] | None = None, *, player: int | None = None
    ) -> npt.NDArray[np.float32]:
        """A position as float32 of shape `observation_shape`: what `state` writes, and in further channels all else
        that the legal moves depend on and that is known to the player: dice, pending and remembered values, phases,
        counters that the rules read. A number fills its channel.

        Arguments and errors are those of `state`.
        """
        self._check(state, player)
        out = writable(out, self.observation_shape, "float32")
        own = len(self.channels)
        self._write(state, player, out[:own])
        assert isinstance(state, GameState)
        if self.known.channels:
            flat = out[own:].reshape(-1)
            flat[:] = 0
            put(self.known.items, *self.reads(state, player), flat)
            self.known.put_repeating(self.repeating(state), flat)
        return out

    def reads(self, state: GameState, player: int | None) -> tuple[Values, Callable[[str], int]]:
        """What a player sees of the fields of a state, with what is thrown for its moves, and the lengths of lists; all
        of it for None."""
        fields = self._game.data.fields
        read = seen_by(self._game.flags, reader(self._game.engine, fields, state.raw), player)
        throws = self.throws and not state.over
        dice = thrown(move.raw.actions for move in state.legal_moves()) if throws else ()
        return values_of(read, fields, dice, self.pips), lambda field: len(read(field))

    # ------------------------------------------------------------------ for learners

    @overload
    def form(self, observation: Literal["board", "graph"], history: int = 1) -> BoardPlanes: ...

    @overload
    def form(self, observation: str, history: int = 1) -> BoardPlanes | None: ...

    def form(self, observation: str, history: int = 1) -> BoardPlanes | None:
        """What the planes and numbers of an observation are: of "board" or "graph", for so many positions, the latest
        first; None for "ludii". Raises ValueError for another word, and for a history of Ludii's channels."""
        if observation not in ("ludii", "board", "graph"):
            raise ValueError(f"observation={observation!r}: one of 'ludii', 'board', 'graph'")
        if observation == "ludii":
            if history != 1:
                raise ValueError(f"history={history}: Ludii's channels are of one position")
            return None
        key = observation, history
        if key not in self._forms:
            from .board_planes import BoardPlanes

            game = self._game
            self._forms[key] = BoardPlanes(
                game.program, game.equipment, game.flags, game.players, self._moves_begin_elsewhere,
                graph=observation == "graph", history=history,
            )  # fmt: skip
        return self._forms[key]

    def _moves_begin_elsewhere(self) -> bool:
        """Whether moves may begin elsewhere than they end. The first moves of a game tell it at once where they do;
        that they never do, such as moves that the rules join, only the numbers of all moves know, which take seconds in
        large games."""
        with suppress(LudLimitError):
            state = self._game.start(seed=0)
            for _ in range(_WITNESSES):
                moves = [] if state.over else state.legal_moves()
                if any(move.from_site != move.to_site for move in moves):
                    return True
                if not moves:
                    break
                state.apply(moves[len(moves) // 2])
        return not self._game.actions.begin_where_they_end

    def look(
        self, state: State, *, player: int | None = None, observation: str = "board", history: int = 1
    ) -> Seen:
        """A position as planes and numbers, as `VectorGame.observe` gives them: float32 of the shape of
        `form(observation, history)`, and of one dimension. Other arguments and errors are those of `observe`."""
        import numpy as np

        self._check(state, player)
        form = self.form(observation, whole("history", history, 1))
        if form is None:
            raise ValueError("Ludii's channels are those of `observe`")
        assert isinstance(state, GameState)
        seen = Seen(np.zeros(form.shape, dtype=np.float32), np.zeros(len(form.numbers), dtype=np.float32))
        self.write_form(form, state, player, *seen)
        return seen

    def write_form(
        self, form: BoardPlanes, state: GameState, player: int | None, planes: Any, numbers: Any
    ) -> None:
        """Write planes and numbers of a state into arrays."""
        flat = planes.reshape(-1)
        flat[:], numbers[:] = 0, 0
        put(form.number_items, *self.reads(state, player), numbers)
        seat = None if player is None else state.seats[player - 1]
        for back in range(form.history):
            put(form.items, *self.reads(state, player), flat[back * form.step :])
            if back + 1 == form.history or not state.history:
                return
            state = state.copy()
            state.undo()
            player = None if seat is None else state.seats.index(seat) + 1

    def told(self, state: State, *, player: int | None = None) -> str:
        """The further channels of `observe` as text: a line for each that is not empty. Arguments as of `observe`."""
        shown, own = self.observe(state, player=player), len(self.channels)
        lines = []
        for name, plane in zip(self.observation_channels[own:], shown[own:], strict=True):
            flat = plane.reshape(-1).tolist()
            if len(set(flat)) > 1:
                lines.append(f"{name}: " + " ".join(f"{k}={v:g}" for k, v in enumerate(flat) if v))
            elif flat[0]:
                lines.append(f"{name}: {flat[0]:g}")
        return "\n".join(lines)

    def with_throw(self, state: GameState) -> GameState:
        """A position in which the dice show what is thrown for the legal moves, without its history; the position
        itself where nothing is thrown."""
        dice = thrown(move.raw.actions for move in state.legal_moves()) if self.throws and not state.over else ()
        if not dice:
            return state
        packed = self._game.engine.pack(state.raw)
        self.pips.shown(packed, self._game.data.fields, dice)
        return GameState(self._game, self._game.engine.unpack(packed))

    def _check(self, state: State, player: int | None) -> None:
        if state.game is not self._game:
            raise ValueError(f"a state of {self._game.name!r} was wanted, and this is one of {state.game.name!r}")
        if player is not None and not 1 <= player <= self._game.players:
            raise ValueError(f"player={player}: {self._game.name!r} has players 1 to {self._game.players}")

    def _write(self, state: State, player: int | None, out: npt.NDArray[np.float32]) -> None:
        assert isinstance(state, GameState)  # of a single game
        raw, game = state.raw, self._game
        if self._positions is not None and not (player is not None and game.flags.hidden):
            raw, game = self._positions.raw(state), self._positions.game
        read = seen_by(game.flags, reader(game.engine, game.data.fields, raw), player)
        self.write_from(read, state.mover, state.last_sites(2), out.reshape(len(self.channels), -1))

    def write_from(
        self, read: ReadField, mover: int, last: Sequence[tuple[int, int]], out: npt.NDArray[np.float32]
    ) -> None:
        """Write Ludii's channels of a state from its fields, into float32 of shape (channels, columns × rows). last:
        where the latest moves began and ended, the latest first."""
        order = read("order")
        assert order is not None
        changed = any(order[p] != p for p in range(1, self._game.players + 1))
        self._encoder.write(read, order[mover] if mover else 0, changed, last, out)

    def move(self, move: Move) -> int:
        """The number of a legal move: its place in a flattened tensor of shape `move_shape`.

        Several legal moves may have the same number (`game.actions` tells all of them apart).
        """
        return move_number(self._layout, move.raw)

    def place(self, move: Move) -> tuple[int, int, int]:
        """Channel, column and row of a legal move."""
        return move_place(self._layout, move.raw)
