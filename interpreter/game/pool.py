"""Positions of one game under numbers, for searches over many of them at once.

    pool = Pool(load("Ex Nihilo"), 10_000)
    roots = pool.start([1, 2, 3])
    children = pool.expand(roots, [actions[0] for actions in pool.lists(roots)])
    pool.masks(children), pool.seats(children), pool.rewards(children), pool.ended(children), pool.observe(children)
    pool.free(roots)
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ludparse.problems.errors import IllegalMoveError, LudError, LudLimitError, LudUnsupportedError
from ludparse.support.process import after_fork

from ..play.arguments import bits_of_seed, whole, writable
from ..play.game_state import GameState
from ..play.playouts import Chance
from ..play.tensors import Seen
from .chance_outcomes import Outcomes, outcomes_of
from .determinise import Worlds
from .vector import CUT, OVER, RUNNING, as_lists

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..backends.python.noted_chance import NotingEngine
    from ..play.game import Game
    from .game import SingleGame

    Handles = npt.NDArray[np.int32]

__all__ = ["Gathered", "Pool"]

_BITS = (1 << 64) - 1


class Gathered(NamedTuple):
    """What a search asks of some positions; see the functions of `Pool` of these names."""

    masks: Any
    seats: Any
    rewards: Any
    ended: Any
    seen: Seen


class Slots(Protocol):
    """What holds the positions. Handles, actions and arrays are checked before."""

    def start(self, slots: Any, seeds: Any) -> None: ...
    def illegal(self, slots: Any, actions: Any) -> int: ...
    def expand(self, parents: Any, actions: Any, slots: Any, seeds: Any) -> None: ...
    def drawn(self, parent: int, action: int, seed: int, slot: int) -> Sequence[tuple[int, int]]: ...
    def copy(self, slots: Any, to: Any) -> None: ...
    def put(self, slot: int, state: GameState) -> None: ...
    def get(self, slot: int) -> GameState: ...
    def masks(self, slots: Any, out: Any) -> None: ...
    def lists(self, slots: Any) -> tuple[Any, Any]: ...
    def observe(self, slots: Any, seats: Any, planes: Any, numbers: Any) -> None: ...


_all_pools: weakref.WeakSet[Pool] = weakref.WeakSet()


def _after_fork() -> None:
    for pool in list(_all_pools):
        pool._lock = threading.RLock()  # another thread of the parent may have held it


after_fork(_after_fork)


class Pool:
    """Room for positions of a game. A *handle* is the number of a position, from 0 to room - 1; it is valid until it is
    freed. Functions take handles as integers of shape (n,) and return arrays over them, new ones or the caller's
    (`out`: C-contiguous, of the shape and type that is said).

    Every position is as a move has left it: none begins a new game by itself. Random numbers are part of a position;
    the same action leads to the same child, unless `expand` is given seeds. A position that passes a limit has no moves
    and ended CUT. One pool may be used by several threads; one call runs at a time.
    """

    def __init__(self, game: Game, room: int, *, observation: str = "board") -> None:
        """room: most positions at a time, from 1. observation: "board" or "graph", of `observe`.

        Raises ValueError for settings that make no sense, LudUnsupportedError for matches, simulations, and games whose
        players move at the same time, LudLimitError without memory for so many, LudError without numpy.
        """
        from ..backends.c.engine import CEngine
        from .game import SingleGame

        if not isinstance(game, SingleGame):
            raise LudUnsupportedError(f"a game is wanted, and this is a {type(game).__name__}")
        if not game.players or game.flags.simultaneous:
            what = "is a simulation" if not game.players else "has players who move at the same time"
            hint = "Use parallel(…)." if game.flags.simultaneous else ""
            raise LudUnsupportedError(f"{game.name!r} {what}: a position takes one action of one player", hint=hint)
        self.game, self.room = game, whole("room", room, 1)
        form = game.tensors.form(observation)
        if form is None:
            raise ValueError("a pool shows positions as 'board' or 'graph'")
        self.planes = form
        """What the planes and numbers of `observe` hold."""
        try:
            import numpy as np
        except ModuleNotFoundError as missing:
            raise LudError("Pool needs numpy: pip install numpy") from missing
        try:
            slots = self.room + 1  # the last one is for positions that are looked at and forgotten
            self._seats = np.zeros(slots, dtype=np.int32)
            self._ended = np.zeros(slots, dtype=np.uint8)
            self._rewards = np.zeros((slots, game.players), dtype=np.float32)
            self._used = np.zeros(self.room, dtype=np.bool_)
            self._free = np.arange(self.room - 1, -1, -1, dtype=np.int32)
        except (MemoryError, ValueError) as problem:
            raise LudLimitError("not enough memory for so many positions") from problem
        self._n_free = self.room
        self._lock = threading.RLock()
        _all_pools.add(self)
        arrays = self._seats, self._ended, self._rewards
        self._slots: Slots
        engine = game.engine
        if isinstance(engine, CEngine) and engine.compiles():
            from .pool_native import NativeSlots

            self._slots = NativeSlots(game, slots, form, *arrays)
        else:
            self._slots = _PlainSlots(game, form, *arrays)

    @property
    def used(self) -> int:
        """How many positions there are."""
        return self.room - self._n_free

    # ------------------------------------------------------------------ positions in and out

    def start(self, seeds: Sequence[int]) -> Handles:
        """New games, one for each seed (any integers, of which 64 bits count). Raises LudLimitError without room."""
        import numpy as np

        bits = np.array([bits_of_seed(seed) for seed in seeds], dtype=np.uint64)
        with self._lock, _Taken(self, len(bits)) as slots:
            self._slots.start(slots, bits)
            return slots

    def put(self, states: Sequence[GameState]) -> Handles:
        """Positions of the game. Raises ValueError for one of another game, LudLimitError without room."""
        for state in states:
            if not isinstance(state, GameState) or state.game is not self.game:
                raise ValueError(f"states of {self.game.name!r} are wanted")
        with self._lock, _Taken(self, len(states)) as slots:
            for slot, state in zip(slots.tolist(), states, strict=True):
                self._slots.put(slot, state)
            return slots

    def states(self, handles: npt.ArrayLike) -> list[GameState]:
        """The positions, without the moves that led there. Those that passed a limit are the positions before it."""
        with self._lock:
            return [self._slots.get(slot) for slot in self._handles(handles).tolist()]

    def copy(self, handles: npt.ArrayLike) -> Handles:
        """The same positions once more. Raises LudLimitError without room."""
        with self._lock:
            given = self._handles(handles)
            with _Taken(self, len(given)) as slots:
                self._slots.copy(given, slots)
                return slots

    def free(self, handles: npt.ArrayLike) -> None:
        """Give back the room of positions. Raises ValueError for a handle that is none, or that is named twice."""
        import numpy as np

        with self._lock:
            given = self._handles(handles)
            if len(np.unique(given)) < len(given):
                raise ValueError("a handle is named twice")
            self._give_back(given)

    def expand(
        self, parents: npt.ArrayLike, actions: npt.ArrayLike, *, seeds: npt.ArrayLike | None = None
    ) -> Handles:
        """The positions after one action of each parent; the parents stay. A parent may be named more than once.

        actions: integers of the shape of parents. seeds: of the random numbers from here on, integers of that shape;
        None: those of the position. Raises IllegalMoveError for an action that is not legal, and LudLimitError without
        room; then nothing has changed.
        """
        import numpy as np

        with self._lock:
            given, chosen = self._moves(parents, actions)
            bits = None
            if seeds is not None:
                bits = np.array([int(s) & _BITS for s in self._whole_numbers("seeds", seeds, len(given))], np.uint64)
            with _Taken(self, len(given)) as slots:
                self._slots.expand(given, chosen, slots, bits)
                return slots

    def outcomes(self, parents: npt.ArrayLike, actions: npt.ArrayLike, *, seed: int = 0) -> Outcomes:
        """All that chance may do after one action of each parent, until the next legal moves are known: what the rules
        draw in the move, and the throw for the next one. Each outcome has a seed with which `expand` leads there, and
        its probability. One outcome, of probability 1, where nothing is drawn.

        seed: from which those of the outcomes are drawn, any integer. Raises IllegalMoveError as `expand`,
        LudLimitError where there are too many outcomes (`MOST_OUTCOMES`), LudUnsupportedError where the rules weigh
        them (`random` with weights).
        """
        import numpy as np

        with self._lock:
            given, chosen = self._moves(parents, actions)
            chance, slots = Chance(bits_of_seed(seed)), self._slots
            found = [
                outcomes_of(lambda s, p=parent, a=action: slots.drawn(p, a, s, self.room), chance)  # type: ignore[misc]
                for parent, action in zip(given.tolist(), chosen.tolist(), strict=True)
            ]
            offsets = np.cumsum([0, *map(len, found)], dtype=np.int64)
            every = [outcome for step in found for outcome in step]
            seeds = np.array([bits for bits, _ in every], dtype=np.uint64)
            return Outcomes(offsets, seeds, np.array([part for _, part in every], dtype=np.float64))

    def resample(
        self, handles: npt.ArrayLike, seats: int | npt.ArrayLike | None = None, *, seed: int = 0
    ) -> Handles:
        """Positions as they might be for all that a seat sees of these, one for each: what is hidden from it is dealt
        out anew. It sees the same, and has the same legal actions if it is to move. Where nothing is hidden, or twenty
        deals had other actions, the position is copied.

        A deal does not depend on where hidden pieces are, nor on the moves before. Random numbers to come stay the same
        (`expand(…, seeds=…)` draws others). seats: as of `observe`. seed: of the deals, any integer. Raises
        LudLimitError without room.
        """
        with self._lock:
            given = self._handles(handles)
            who = self._seats_of(given, seats).tolist()
            chance = Chance(bits_of_seed(seed))
            with _Taken(self, len(given)) as slots:
                self._slots.copy(given, slots)
                for slot, new, seat in zip(given.tolist(), slots.tolist(), who, strict=True):
                    if self.game.flags.hidden and self._ended[slot] == RUNNING:
                        state = self._slots.get(slot)
                        world = Worlds(state, state.seats.index(seat) + 1).draw(chance)
                        if world is not None:
                            self._slots.put(new, world)
                return slots

    # ------------------------------------------------------------------ what there is to know of positions

    def masks(self, handles: npt.ArrayLike, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool of shape (n, game.actions.size)."""
        with self._lock:
            given = self._handles(handles)
            out = writable(out, (len(given), self.game.actions.size), "bool")
            self._slots.masks(given, out)
            return out

    def actions(self, handles: npt.ArrayLike) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The legal actions as one list: those of handle k are numbers[offsets[k]:offsets[k + 1]], in the order of the
        moves. Returns offsets, int64 of shape (n + 1,), and numbers, int32."""
        with self._lock:
            return self._slots.lists(self._handles(handles))

    def lists(self, handles: npt.ArrayLike) -> list[list[int]]:
        """The legal actions of each position, in the order of the moves."""
        offsets, numbers = self.actions(handles)
        return [numbers[a:b].tolist() for a, b in pairwise(offsets.tolist())]

    def seats(self, handles: npt.ArrayLike, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """Whose turn it is, from 0: int32 of shape (n,)."""
        seats: npt.NDArray[np.int32] = self._taken_from(self._seats, handles, out)
        return seats

    def rewards(self, handles: npt.ArrayLike, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """What the result is worth to each seat, from 1 for the first place to -1 for the last; 0 while the game goes
        on: float32 of shape (n, players)."""
        rewards: npt.NDArray[np.float32] = self._taken_from(self._rewards, handles, out)
        return rewards

    def ended(self, handles: npt.ArrayLike, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """How the game stands: uint8 of shape (n,), RUNNING, OVER, or CUT by a limit."""
        ended: npt.NDArray[np.uint8] = self._taken_from(self._ended, handles, out)
        return ended

    def observe(self, handles: npt.ArrayLike, seats: int | npt.ArrayLike | None = None, *, out: Any = None) -> Seen:
        """What a seat sees of each position: planes and numbers, as of `VectorGame.observe`. seats: from 0, one for all
        or integers of shape (n,); None: that of whose turn it is. Raises ValueError for nobody's seat."""
        with self._lock:
            given = self._handles(handles)
            n, form, who = len(given), self.planes, self._seats_of(given, seats)
            to = Seen(*out) if out is not None else Seen(None, None)
            planes = writable(to.planes, (n, *form.shape), "float32")
            numbers = writable(to.numbers, (n, len(form.numbers)), "float32")
            self._slots.observe(given, who, planes, numbers)
            return Seen(planes, numbers)

    def gather(self, handles: npt.ArrayLike, *, out: Gathered | None = None) -> Gathered:
        """All that a search asks of positions, at once; observations are of whose turn it is."""
        to = out if out is not None else Gathered(None, None, None, None, Seen(None, None))
        seen = None if to.seen.planes is None else to.seen
        return Gathered(
            self.masks(handles, to.masks), self.seats(handles, to.seats), self.rewards(handles, to.rewards),
            self.ended(handles, to.ended), self.observe(handles, out=seen),
        )  # fmt: skip

    # ------------------------------------------------------------------ checks

    def _taken_from(self, whole_array: Any, handles: npt.ArrayLike, out: Any) -> Any:
        with self._lock:
            given = self._handles(handles)
            out = writable(out, (len(given), *whole_array.shape[1:]), whole_array.dtype)
            out[...] = whole_array[given]
            return out

    def _moves(self, parents: npt.ArrayLike, actions: npt.ArrayLike) -> tuple[Handles, Any]:
        """Positions and a legal action of each, int32 of shape (n,). Raises IllegalMoveError."""
        import numpy as np

        given = self._handles(parents)
        chosen = self._whole_numbers("actions", actions, len(given))
        small = np.where((chosen >= 0) & (chosen < self.game.actions.size), chosen, -1).astype(np.int32)
        lane = self._slots.illegal(given, small)
        if lane >= 0:
            number = int(chosen[lane])
            name = self.game.actions.name(number) if 0 <= number < self.game.actions.size else "no action"
            raise IllegalMoveError(f"action {number} ({name}) is not legal in the position of handle {given[lane]}")
        return given, small

    def _seats_of(self, given: Handles, seats: int | npt.ArrayLike | None) -> Any:
        """A seat for each position, int32 of shape (n,). Raises ValueError for nobody's seat."""
        import numpy as np

        who = self._seats[given] if seats is None else np.broadcast_to(np.asarray(seats), (len(given),))
        if who.dtype.kind not in "iu" or not ((who >= 0) & (who < self.game.players)).all():
            raise ValueError(f"{self.game.name!r} has seats 0 to {self.game.players - 1}")
        return np.ascontiguousarray(who, dtype=np.int32)

    def _whole_numbers(self, name: str, values: npt.ArrayLike, n: int) -> Any:
        import numpy as np

        given = np.asarray(values)
        if given.shape != (n,) or given.dtype.kind not in "iu":
            if n or given.size:  # an empty list has no type
                raise ValueError(f"{name} are integers of shape ({n},), and these are {given.dtype} of {given.shape}")
            given = given.astype(np.int64)
        return given

    def _handles(self, handles: npt.ArrayLike) -> Handles:
        """Handles that a caller has given, as int32 of shape (n,). All that native code is given come from here, or
        from `_Taken`."""
        import numpy as np

        given = np.asarray(handles)
        if given.ndim != 1 or (given.dtype.kind not in "iu" and given.size):
            raise ValueError(f"handles are integers of one dimension, and these are {given.dtype} of {given.shape}")
        given = given.astype(np.int64) if given.dtype != np.int32 else given
        if given.size and not ((given >= 0) & (given < self.room)).all():
            raise ValueError(f"handles go from 0 to {self.room - 1}")
        small: Handles = np.ascontiguousarray(given, dtype=np.int32)
        if not self._used[small].all():
            raise ValueError(f"handle {int(small[~self._used[small]][0])} is of no position")
        return small

    def _give_back(self, slots: Handles) -> None:
        self._used[slots] = False
        self._free[self._n_free : self._n_free + len(slots)] = slots[::-1]
        self._n_free += len(slots)

    def __repr__(self) -> str:
        return f"<Pool of {self.game.name!r}, {self.used} of {self.room} positions, backend {self.game.backend}>"


class _Taken:
    """Handles for new positions, which are given back if they cannot be made."""

    def __init__(self, pool: Pool, n: int) -> None:
        self._pool, self._n = pool, n

    def __enter__(self) -> Handles:
        pool, n = self._pool, self._n
        if n > pool._n_free:
            raise LudLimitError(f"{n} positions are wanted, and the pool has room for {pool._n_free} more")
        slots: Handles = pool._free[pool._n_free - n : pool._n_free][::-1].copy()
        pool._n_free -= n
        pool._used[slots] = True
        self._slots = slots
        return slots

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._pool._give_back(self._slots)


class _PlainSlots:
    """The positions in plain Python: states."""

    def __init__(self, game: SingleGame, form: Any, seats: Any, ended: Any, rewards: Any) -> None:
        self._game, self._form = game, form
        self._seats, self._ended, self._rewards = seats, ended, rewards
        self._states: dict[int, GameState] = {}
        self._noting: tuple[SingleGame, NotingEngine] | None = None

    def _keep(self, slot: int, state: GameState, legal: bool = True) -> None:
        self._states[slot] = state
        self._rewards[slot] = 0
        self._seats[slot] = state.seats[state.mover - 1]
        try:
            self._ended[slot] = RUNNING if legal and not state.over and state.actions() else OVER if legal else CUT
        except LudLimitError:
            self._ended[slot] = CUT
        if state.over:
            values = state.by_seat(tuple(state.ranking[1 : self._game.players + 1]))
            self._rewards[slot] = [2 * value - 1 for value in values]

    def _legal(self, slot: int) -> list[int]:
        return [] if self._ended[slot] != RUNNING else list(dict.fromkeys(self._states[slot].actions()))

    def start(self, slots: Any, seeds: Any) -> None:
        for slot, seed in zip(slots.tolist(), seeds.tolist(), strict=True):
            self._keep(slot, self._game.start_with(seed))

    def illegal(self, slots: Any, actions: Any) -> int:
        pairs = enumerate(zip(slots.tolist(), actions.tolist(), strict=True))
        return next((k for k, (slot, action) in pairs if action not in self._legal(slot)), -1)

    def expand(self, parents: Any, actions: Any, slots: Any, seeds: Any) -> None:
        rows = zip(parents.tolist(), actions.tolist(), slots.tolist(), strict=True)
        for k, (parent, action, slot) in enumerate(rows):
            state = self._states[parent].copy()
            try:
                if seeds is not None:
                    state.reseed(int(seeds[k]))
                state.apply(state.move(action))
                self._keep(slot, state)
            except LudLimitError:
                self._keep(slot, self._states[parent].copy(), legal=False)

    def drawn(self, parent: int, action: int, seed: int, slot: int) -> Sequence[tuple[int, int]]:
        if self._noting is None:
            self._noting = noting_game(self._game)
        game, engine = self._noting
        again = GameState(game, engine.unpack(self._game.engine.pack(self._states[parent].fresh)))
        again.actions()  # draws what is drawn already
        again.reseed(seed)
        noted = engine.note()
        try:
            again.apply(again.move(action))
            again.legal_moves()
        except LudLimitError:
            pass  # the step ends there
        return noted

    def copy(self, slots: Any, to: Any) -> None:
        for slot, new in zip(slots.tolist(), to.tolist(), strict=True):
            self._keep(new, self._states[slot].copy(), legal=self._ended[slot] != CUT)

    def put(self, slot: int, state: GameState) -> None:
        self._keep(slot, GameState(self._game, state.fresh))

    def get(self, slot: int) -> GameState:
        return GameState(self._game, self._states[slot].fresh)

    def masks(self, slots: Any, out: Any) -> None:
        out[:] = False
        for k, slot in enumerate(slots.tolist()):
            out[k, self._legal(slot)] = True

    def lists(self, slots: Any) -> tuple[Any, Any]:
        return as_lists([self._legal(slot) for slot in slots.tolist()])

    def observe(self, slots: Any, seats: Any, planes: Any, numbers: Any) -> None:
        for k, slot in enumerate(slots.tolist()):
            state = self._states[slot]
            player = state.seats.index(int(seats[k])) + 1
            self._game.tensors.write_form(self._form, state, player, planes[k], numbers[k])


def noting_game(game: SingleGame) -> tuple[SingleGame, NotingEngine]:
    """The same game on an engine that notes what is drawn, and that engine."""
    from ..backends.python.noted_chance import NotingEngine
    from .game import SingleGame

    again = SingleGame(game.description, "python")
    again._engine = engine = NotingEngine(again.program)
    again.__dict__["actions"] = game.actions  # a cached property: found once
    return again, engine
