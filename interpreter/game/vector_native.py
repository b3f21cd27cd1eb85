"""Many games side by side as native code: the C backend of `ludparse.interpreter.game.vector`."""

from __future__ import annotations

import ctypes
import threading
import weakref
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import LudError, LudLimitError
from ludparse.support.process import after_fork

from ..backends.c.compile import OPTIMISED, compile_library
from ..backends.c.compiled import MAX_CAPACITY
from ..backends.c.engine import CEngine
from ..backends.c.native import INT, INT64, UINT64, Code, Layout, open_library
from ..backends.c.packed_fields import needed_capacity, pack_fields, unpack_fields
from ..play.concealing import ReadField, conceals, seen_by
from ..play.game_state import GameState
from ..play.tensor_known import Repeating
from ..program.ops import FieldKind, Upkeep
from .actions.encoded import encoded

if TYPE_CHECKING:
    from .game import SingleGame
    from .lanes import Lanes

__all__ = ["NativeLanes"]

SavedLane = tuple[bytes, dict[str, bytes], dict[str, bytes] | None]
"""Numbers of a lane, its position, and the last one of the game that ended before it."""

_P, _I = ctypes.c_void_p, ctypes.c_int
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "new": (_P, [_P, INT, INT, *[_P] * 11]),
    "free": (None, [_P]),
    "engine": (_P, [_P, _I]),
    "failed": (_I, [_P]),
    "prepare": (_I, [_P, _I]),
    "grown": (_I, [_P]),
    "limited": (_I, [_P]),
    "limit": (_I, [_P]),
    "step": (_I, [_P, _I, _I, _I, _P, UINT64]),
    "check": (_I, [_P, _P]),
    "sample": (None, [_P, _P]),
    "gather": (None, [_P, _I, _I, _P, _P, INT64]),
    "about": (None, [_P, _I, _P]),
    "thrown": (_I, [_P, _I, _I, _P]),
    "saved_size": (_I, []),
    "save": (None, [_P, _I, _P]),
    "put": (_I, [_P, _I, _P, _P, _P]),
}
_COLUMNS = ("what_c", "what_v", "what_e", "height_c", "count_c", "state_c", "amount", "owned_n", "owned", "order")
_ILLEGAL = {"terminate": 0, "raise": 0, "random": 1}
_FRESH, _FINAL = 1, 2  # which position of a lane (vector/saved.h)
_MOST_THROWN = 100
_FULL, _RESERVE = 1, 20  # statuses of core/runtime.h and vector/vector.h
_ROOM = 4
"""How many times the room for what can grow is as large as in the program, and _ROOM**2 times that again, as often as
the random games that are played first outgrow it."""
PREPARED_STEPS = 1000
"""Steps of random games, from which the lanes learn how much memory a game takes."""


def kept(game: SingleGame) -> SingleGame:
    """The game with the lists of positions that its tensors need (`state_tensor.py`), or the game itself."""
    flags = game.flags
    if flags.stacking or not flags.counts or any(f.upkeep is Upkeep.POSITIONS for f in game.data.fields.values()):
        return game
    from .game import SingleGame

    return SingleGame(game.description, game.wanted_backend, keep=frozenset({Upkeep.POSITIONS}))


class NativeLanes:
    """The lanes of a `VectorGame` in native code."""

    def __init__(
        self,
        lanes: Lanes,
        game: SingleGame,
        threads: int,
        illegal: str,
        max_cycles: int | None,
        saved: list[SavedLane] | None = None,
    ) -> None:
        """saved: lanes that are put back into the new ones. Raises LudLimitError if there is too little memory."""
        self._lanes, self._game = lanes, game
        self.threads = min(threads, lanes.n)
        program_game = kept(game) if lanes.tensors is not None else game
        engine = program_game.engine
        assert isinstance(engine, CEngine)
        self._engine = engine
        states = [state for _, *both in saved or () for state in both if state is not None]
        fields = engine.data.fields
        caps = {
            name: max(_ROOM * size, *(needed_capacity(fields, state, name) for state in states), 0)
            for name, size in engine.data.caps.items()
        }
        while (status := self._make(game, engine, caps, illegal, max_cycles)) == -_FULL:
            name = list(caps)[self._code.detail(self._functions["engine"](self._vector, 0))]
            caps[name] *= _ROOM**2
            self._functions["free"](self._vector)
            del self._vector
            lanes.masks[:] = False  # new lanes write only what differs from empty arrays
            if lanes.tensors is not None:
                lanes.tensors[:] = 0
            if caps[name] > MAX_CAPACITY:
                raise LudLimitError(f"the game's {name} grew past {MAX_CAPACITY} values")
        if status:
            raise LudLimitError("not enough memory for so many games")
        self._interrupted = False
        self.reset_locks()
        _all_lanes.add(self)
        for i, lane in enumerate(saved or ()):
            self._put(i, lane)

    def _make(
        self, game: SingleGame, engine: CEngine, caps: dict[str, int], illegal: str, max_cycles: int | None
    ) -> int:
        """Makes the lanes with this room for what can grow. Returns what `lp_vector_prepare` returns: 0, or the negated
        status -_FULL where it did not suffice for some random games."""
        lanes = self._lanes
        self._code, self._library = _compiled(engine, caps)
        self._functions = {}
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._library, f"lp_vector_{name}")
            function.restype, function.argtypes = result, arguments
            self._functions[name] = function
        self._held = self._inputs(game, self._code.layout, illegal, max_cycles)
        plan, spots, sites, owned, exists, codes = self._held
        outputs = (lanes.masks, lanes.tensors, lanes.rewards, lanes.ended, lanes.seats, lanes.counts)
        pointers = [None if out is None else out.ctypes.data for out in outputs]
        arrays = (spots, sites, owned, exists)
        inputs = (*(a.ctypes.data for a in arrays), codes.buffer_info()[0])
        made = self._functions["new"](plan.buffer_info()[0], lanes.n, self.threads, *inputs, *pointers)
        if not made:
            raise LudLimitError("not enough memory for so many games")
        self._vector: int = made
        for i in range(lanes.n):
            pointer = self._functions["engine"](made, i)
            for k, data in enumerate(self._code.tables):
                self._code.table(pointer, k, data.buffer_info()[0])
        return int(self._functions["prepare"](made, PREPARED_STEPS))

    def _inputs(self, game: SingleGame, layout: Layout, illegal: str, max_cycles: int | None) -> tuple[Any, ...]:
        """The plan of vector/vector.h, and the tables that it reads; all are kept as long as the lanes."""
        import numpy as np

        space, tensors = game.actions, game.tensors
        encoder, form = tensors._encoder, tensors._layout
        flags = form.flags
        channels, width, height = form.state_shape
        codes, numbering = encoded(space)
        positions = (
            channels, width * height, form.pieces, int(flags.stacking), int(flags.counts), int(form.amounts),
            int(flags.states), int(form.swaps), len(encoder._exists), len(encoder._spots), len(encoder._sites),
            encoder.board_sites,
        )  # fmt: skip
        with_tensors = self._lanes.tensors is not None
        settings = max_cycles or 0, _ILLEGAL[illegal], int(with_tensors), int(flags.stochastic)
        plan = array("q", [game.players, space.size, space.first_reserve, *numbering, *positions, *settings])
        program = self._engine.data
        letter = encoder.letter
        for name in (*_COLUMNS, f"what_{letter}", f"height_{letter}", f"count_{letter}", f"state_{letter}"):
            # without the rule that changes sides every player keeps the seat, as `search.agent.seats` says
            if name not in program.fields or (name == "order" and "swap" not in program.appliers):
                plan.extend((-1, 0, 0))
                continue
            at, size, _ = layout.fields[name]
            width = program.fields[name].bits // 8
            plan.extend((at, width, size // width))
        spots = np.ascontiguousarray(encoder._spots, dtype=np.int32)
        sites = np.ascontiguousarray(encoder._sites, dtype=np.int32)
        owned = np.ascontiguousarray(encoder._owned, dtype=np.uint8)
        exists = np.ascontiguousarray(encoder._exists, dtype=np.float32)
        return plan, spots, sites, owned, exists, codes

    def reset_locks(self) -> None:
        """Create the lock and the threads. Also called in a child process after a fork, where nobody would release the
        lock, and the threads do not exist."""
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._lock = threading.Lock()

    def after_fork(self) -> None:
        """As `reset_locks`. Lanes in the middle of a step have to be reset."""
        self._interrupted = self._interrupted or self._lock.locked()
        self.reset_locks()

    def _check_whole(self) -> None:
        if self._interrupted:
            raise LudError("this process was forked while another thread stepped the lanes: reset them")

    # ------------------------------------------------------------------ calls

    def reset(self, seed: int) -> None:
        """Begin a new game in each lane."""
        self._interrupted = False
        self._side_by_side(lambda first, last, k: self._functions["step"](self._vector, first, last, k, None, seed))

    def step(self, actions: Any) -> None:
        """Play an action in each lane. actions: C-contiguous int32 of shape (n,)."""
        self._check_whole()
        at = actions.ctypes.data
        self._side_by_side(lambda first, last, k: self._functions["step"](self._vector, first, last, k, at, 0))

    def illegal_lane(self, actions: Any) -> int:
        """The first lane whose action is not legal, or -1."""
        return int(self._functions["check"](self._vector, actions.ctypes.data))

    def sample(self, out: Any) -> None:
        """A uniformly random legal action of each lane."""
        self._functions["sample"](self._vector, out.ctypes.data)

    @property
    def grown(self) -> int:
        """How often a buffer of a lane had to be made larger."""
        return int(self._functions["grown"](self._vector))

    @property
    def limited(self) -> int:
        """How many games limits have cut off."""
        return int(self._functions["limited"](self._vector))

    @property
    def limit(self) -> LudLimitError | None:
        """The limit that one of them passed."""
        if not self.limited:
            return None
        problem = self._failure(self._functions["limit"](self._vector))
        assert isinstance(problem, LudLimitError)
        return problem

    # ------------------------------------------------------------------ positions

    def about(self, final: bool) -> Any:
        """Of each lane: the player to move (0: it has no such position), the seat, where the last two moves began and
        ended; int32 of shape (n, 6)."""
        import numpy as np

        out = np.zeros((self._lanes.n, 6), dtype=np.int32)
        self._functions["about"](self._vector, int(final), out.ctypes.data)
        return out

    def observe(self, seats: Any, final: bool, out: Any) -> None:
        """Write what a seat of each lane sees; seats: from 0, int32 of shape (n,)."""
        import numpy as np

        tensors, lanes, about = self._game.tensors, self._lanes, self.about(final)
        there = np.flatnonzero(about[:, 0] > 0) if final else np.arange(lanes.n)
        if not len(there):
            return
        flat = out.reshape(lanes.n, len(tensors.observation_channels), -1)
        own = len(tensors.channels)
        hidden = self._game.flags.hidden
        read = _Gathered(self, final, there)
        players = None
        if seats is not None:
            players = np.asarray(seats, dtype=np.int64)[there] + 1
            if "order" in self._engine.data.fields and "swap" in self._engine.data.appliers:
                order = read("order")[:, 1 : self._game.players + 1]
                players = (order == players[:, None]).argmax(axis=1) + 1
            if hidden:
                read.conceal(players.tolist())
        known = np.empty((len(there), flat.shape[1] - own, flat.shape[2]), dtype=np.float32)
        tensors._known.write(read, known)
        flat[there, own:] = known
        if not final and not (hidden and players is not None):
            assert lanes.tensors is not None
            flat[:, :own] = lanes.tensors.reshape(lanes.n, own, -1)
            return
        for k, lane in enumerate(there):
            mover, last = int(about[lane, 0]), about[lane, 2:].tolist()
            tensors.write_from(read.lists(k), mover, [(last[0], last[1]), (last[2], last[3])], flat[lane, :own])

    def thrown(self, lane: int, final: bool) -> list[tuple[int, int]]:
        """The dice that are thrown in a lane's position and stand in no state yet."""
        pairs = array("i", bytes(8 * _MOST_THROWN))
        n = self._functions["thrown"](self._vector, lane, int(final), pairs.buffer_info()[0])
        return [(pairs[2 * k], pairs[2 * k + 1]) for k in range(n)]

    def save(self) -> list[SavedLane]:
        """All lanes, to be put back into new ones."""
        self._check_whole()
        size, layout, fields = self._functions["saved_size"](), self._code.layout, self._engine.data.fields
        whole = array("i", [0, layout.size])
        both = []
        for which in (_FRESH, _FINAL):
            states = bytearray(layout.size * self._lanes.n)
            held = (ctypes.c_char * len(states)).from_buffer(states)
            self._functions["gather"](self._vector, which, 1, whole.buffer_info()[0], held, layout.size)
            both.append([bytes(states[i * layout.size : (i + 1) * layout.size]) for i in range(self._lanes.n)])
        ended = self.about(final=True)[:, 0]
        saved: list[SavedLane] = []
        for i in range(self._lanes.n):
            numbers = ctypes.create_string_buffer(size)
            self._functions["save"](self._vector, i, numbers)
            last = pack_fields(both[1][i], layout, fields) if ended[i] else None
            saved.append((numbers.raw, pack_fields(both[0][i], layout, fields), last))
        return saved

    def _put(self, i: int, saved: SavedLane) -> None:
        numbers, now, last = saved
        layout, fields = self._code.layout, self._engine.data.fields
        states = [unpack_fields(fields, state, layout) for state in (now, now if last is None else last)]
        status = self._functions["put"](self._vector, i, numbers, *states)
        if status:
            raise self._failure(-status)

    def _side_by_side(self, call: Callable[[int, int, int], int]) -> None:
        n, parts = self._lanes.n, self.threads
        with self._lock:
            if self._pool is None:
                statuses = [call(0, n, 0)]
            else:
                bounds = [n * k // parts for k in range(parts + 1)]
                statuses = list(self._pool.map(call, bounds[:-1], bounds[1:], range(parts)))
            for status in statuses:
                if status:
                    raise self._failure(-status)

    def _failure(self, status: int) -> LudError:
        lane = self._functions["failed"](self._vector)
        pointer = self._functions["engine"](self._vector, lane)
        code = self._code
        if status == _FULL:
            name = list(code.layout.caps)[code.detail(pointer)]
            what = f"the game's {name} grew past {code.layout.caps[name]} values in lane {lane}"
            return LudLimitError(what, hint="VectorGame(…, backend='python') has no such limit.")
        if status == _RESERVE:
            return self._game.actions.too_many()
        where = code.where(pointer), code.consequent(pointer)
        return self._engine.failure(status, code.detail(pointer), where, code.field(pointer))

    def __del__(self) -> None:
        if hasattr(self, "_vector"):
            self._functions["free"](self._vector)
        pool = getattr(self, "_pool", None)
        if pool is not None:
            pool.shutdown(wait=False)


_all_lanes: weakref.WeakSet[NativeLanes] = weakref.WeakSet()


def _after_fork() -> None:
    for lanes in list(_all_lanes):
        lanes.after_fork()


after_fork(_after_fork)


class _Gathered:
    """Reads fields of the states of some lanes, as `ludparse.interpreter.play.tensor_known.ReadMany` says."""

    def __init__(self, lanes: NativeLanes, final: bool, there: Any) -> None:
        self._of, self._final, self._there = lanes, final, there
        self._layout, self._fields = lanes._code.layout, lanes._engine.data.fields
        self._known: dict[str, Any] = {}
        self._plainly: dict[str, Any] = {}
        self._reads: list[ReadField] = [partial(self._list, k) for k in range(len(there))]
        self._concealed = False
        tensors = lanes._game.tensors
        throws = [(k, lanes.thrown(int(lane), final)) for k, lane in enumerate(there)] if tensors._throws else []
        self._thrown, self._pips = [(k, dice) for k, dice in throws if dice], tensors._pips

    def _bytes(self, at: int, size: int) -> Any:
        import numpy as np

        n = self._of._lanes.n
        out, part = np.zeros((n, size), dtype=np.uint8), array("i", [at, size])
        gather = self._of._functions["gather"]
        gather(self._of._vector, _FINAL * self._final, 1, part.buffer_info()[0], out.ctypes.data, size)
        return out[self._there]

    def _plain(self, field: str) -> Any:
        import numpy as np

        f = self._fields[field]
        at, size, _ = self._layout.fields[field]
        found = self._bytes(at, size)
        if f.kind is FieldKind.SET:
            return np.unpackbits(found, axis=1, bitorder="little").astype(np.int64)
        found = found.view(f"int{f.bits}").astype(np.int64)
        return found.reshape(len(found), f.size, -1) if f.kind is FieldKind.ARRAY and f.cap else found

    def conceal(self, players: Sequence[int]) -> None:
        """From now on leave out what is hidden from a player of each lane, from 1."""
        flags = self._of._game.flags
        self._reads = [seen_by(flags, read, player) for read, player in zip(self._reads, players, strict=True)]
        self._known.clear()
        self._concealed = True

    def __call__(self, field: str) -> Any:
        """The values of a field."""
        import numpy as np

        if field not in self._known:
            values = self._plain(field)
            if self._concealed and conceals(self._fields[field]):
                values = np.array([read(field) for read in self._reads], dtype=np.int64).reshape(values.shape)
            for k, dice in self._thrown:
                self._pips.throw(field, values[k], dice)
            self._known[field] = values
        return self._known[field]

    def lengths(self, field: str) -> Any:
        """The lengths of a list."""
        return self._bytes(self._layout.fields[field][2], 4).view("int32")[:, 0].astype("int64")

    def repeating(self) -> list[Repeating]:
        """The moves that are forbidden because they would repeat a position, of each state."""
        game, whole = self._of._game, self._bytes(0, self._layout.size)
        engine = self._of._engine
        packed = [pack_fields(data.tobytes(), self._layout, self._fields) for data in whole]
        return [game.tensors.repeating(GameState(game, engine.unpack(fields))) for fields in packed]

    def lists(self, k: int) -> ReadField:
        """Reads the state of one of the lanes, with stacks as flat lists."""
        return self._reads[k]

    def _list(self, k: int, field: str) -> list[int] | None:
        if field not in self._fields:
            return None
        if field not in self._plainly:
            self._plainly[field] = self._plain(field)
        values: list[int] = self._plainly[field][k].reshape(-1).tolist()
        return values


def _compiled(engine: CEngine, caps: dict[str, int]) -> tuple[Code, ctypes.CDLL]:
    """The program as optimised code with the functions of vector/vector.h, and with this room for what can grow."""
    flags = engine._flags((*OPTIMISED, "-DVECTOR"), caps)
    path: Path = compile_library(engine.source, flags)
    code = Code(path, engine.tables, list(engine.data.fields), dict(caps), 2)
    return code, open_library(path)
