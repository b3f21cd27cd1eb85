"""Many games side by side as native code: the C backend of `ludparse.interpreter.game.vector`."""

from __future__ import annotations

import ctypes
import math
import threading
import weakref
from array import array
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import LudError, LudLimitError
from ludparse.support.process import after_fork

from ..backends.c.compile import OPTIMISED, compile_library
from ..backends.c.compiled import MAX_CAPACITY
from ..backends.c.engine import CEngine
from ..backends.c.native import INT, INT64, UINT64, Code, Layout, open_library
from ..backends.c.packed_fields import needed_capacity, pack_fields, unpack_fields
from ..play.arguments import address
from ..play.game_state import GameState
from ..program.ops import Upkeep
from .actions.encoded import encoded
from .observing_native import Observing

if TYPE_CHECKING:
    from ..program.state_layout import Field
    from .game import SingleGame
    from .lanes import Lanes

__all__ = ["NativeLanes"]

SavedLane = tuple[bytes, dict[str, bytes], dict[str, bytes] | None, list[tuple[dict[str, bytes], bytes]]]
"""Numbers of a lane, its position, the last one of the game that ended before it, and earlier positions, the oldest
first, each with what was thrown in it."""

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
    "observe": (_I, [_P, _I, _I, _I, *[_P] * 5]),
    "nobodys": (_I, [_P, INT, _P]),
    "past": (_I, [_P, _I]),
    "earlier": (_P, [_P, _I, _I, _P]),
    "thrown_size": (_I, []),
    "remember": (None, [_P, _I, _P, _P]),
    "list": (None, [_P, _P, _P]),
    "saved_size": (_I, []),
    "save": (None, [_P, _I, _P]),
    "put": (_I, [_P, _I, _P, _P, _P]),
}
_COLUMNS = ("what_c", "what_v", "what_e", "height_c", "count_c", "state_c", "amount", "owned_n", "owned", "order")
_ILLEGAL = {"terminate": 0, "raise": 0, "random": 1}
_FRESH, _FINAL = 1, 2  # which position of a lane (vector/saved.h)
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
        self._kept_past = 0 if lanes.form is None else lanes.form.history - 1
        states = [
            state
            for _, now, last, past in saved or ()
            for state in (now, last, *(earlier for earlier, _ in past))
            if state is not None
        ]
        fields = engine.data.fields
        caps = {
            name: max(_ROOM * size, *(needed_capacity(fields, state, name, _ROOM * size) for state in states), 0)
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
        self._code, self.library = _compiled(engine, caps)
        self._functions = {}
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self.library, f"lp_vector_{name}")
            function.restype, function.argtypes = result, arguments
            self._functions[name] = function
        self._held = self._inputs(game, self._code.layout, illegal, max_cycles)
        plan, spots, sites, owned, exists, codes = self._held
        outputs = (lanes.masks, lanes.tensors, lanes.rewards, lanes.ended, lanes.seats, lanes.counts)
        pointers = [None if out is None else out.ctypes.data for out in outputs]
        arrays = (spots, sites, owned, exists)
        form = lanes.form
        if form is None:
            known = math.prod(game.tensors.observation_shape) - lanes.own
            parts: Any = (game.tensors.known.items, known), ((), 0)
        else:
            first = math.prod(form.shape) - (form.history - 1) * form.step
            parts = (form.items, first), (form.number_items, len(form.numbers))
        layout = self._code.layout
        whole = layout.size if form is None else 0
        self.observing = Observing(game, engine.data.fields, layout.fields, parts[0], parts[1], tensors=whole)
        if form is None:
            sizes = [lanes.own, 1, 0, lanes.own + known, 0]
        else:
            sizes = [0, form.history, form.step, math.prod(form.shape), len(form.numbers)]
        self._wanted = [array("q", [final, *sizes]) for final in (False, True)]
        self._own_seats = lanes.shown.seats, lanes.seats.ctypes.data
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
        encoder, form = tensors._encoder, tensors.layout
        flags = form.flags
        channels, width, height = form.state_shape
        codes, numbering = encoded(space)
        positions = (
            channels, width * height, form.pieces, int(flags.stacking), int(flags.counts), int(form.amounts),
            int(flags.states), int(form.swaps), len(encoder._exists), len(encoder._spots), len(encoder._sites),
            encoder.board_sites,
        )  # fmt: skip
        with_tensors = self._lanes.tensors is not None
        settings = max_cycles or 0, _ILLEGAL[illegal], int(with_tensors), int(flags.stochastic), self._kept_past
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

    @property
    def vector(self) -> int:
        """The address of the lanes."""
        return self._vector

    @property
    def layout(self) -> Layout:
        """The layout of states."""
        return self._code.layout

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields of states."""
        return self._engine.data.fields

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

    def reset(self, seed: int, lanes: list[int] | None) -> None:
        """Begin a new game in each lane, or in these."""
        if lanes is None:
            self._interrupted = False
            self._side_by_side(lambda first, last, k: self._functions["step"](self._vector, first, last, k, None, seed))
            return
        self._check_whole()
        with self._lock:
            for i in lanes:
                status = self._functions["step"](self._vector, i, i + 1, 0, None, seed)
                if status:
                    raise self.failure(-status)

    def restore(self, saved: list[SavedLane]) -> None:
        """Put back what `save` has returned. Raises ValueError where more earlier positions were kept, LudLimitError
        where a position has grown past the room of these lanes."""
        if any(len(past) > self._kept_past for *_, past in saved):
            raise ValueError("these lanes were saved with a longer history")
        for _, now, last, past in saved:
            for state in (now, last, *(earlier for earlier, _ in past)):
                self.check_room(state)
        self._check_whole()
        with self._lock:
            for i, lane in enumerate(saved):
                self._put(i, lane)

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
        self._functions["sample"](self._vector, address(out))

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
        problem = self.failure(self._functions["limit"](self._vector))
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

    def observe(self, seats: Any, final: bool, planes: Any, numbers: Any) -> None:
        """Write what a seat of each lane sees; seats: int32 of shape (n,), from 0, -1: all. numbers: None for Ludii's
        channels."""
        self._check_whole()
        form, tensors = self._lanes.form, self._game.tensors
        own = 0 if form is not None else self._lanes.own
        arrays = address(planes), None if numbers is None else address(numbers)
        places = self.observing.address, self._wanted[final].buffer_info()[0], self._at(seats)
        function, vector = self._functions["observe"], self._vector
        self._side_by_side(lambda first, last, k: function(vector, first, last, k, *places, *arrays))
        if form is None and tensors.repeats:
            import numpy as np

            there = np.flatnonzero(self.about(final)[:, 0])
            states = self._states(_FINAL if final else 0)
            for lane in there:
                packed = pack_fields(states[lane], self._code.layout, self._engine.data.fields)
                state = GameState(self._game, self._engine.unpack(packed))
                tensors.known.put_repeating(tensors.repeating(state), planes[lane].reshape(-1)[own:])

    def nobodys(self, seats: Any, final: bool) -> int:
        """The first lane for which this is nobody's seat, or -1. seats: C-contiguous int32 of shape (n,). final: -1 may
        be there for a lane without a last position."""
        return int(self._functions["nobodys"](self._vector, int(final), self._at(seats)))

    def _at(self, seats: Any) -> int:
        """The address of an array of seats: that of the lanes' own is known."""
        own, at = self._own_seats
        return at if seats is own else int(seats.ctypes.data)

    def lists(self) -> tuple[Any, Any]:
        """The legal actions of all lanes: offsets, and numbers."""
        import numpy as np

        offsets = np.zeros(self._lanes.n + 1, dtype=np.int64)
        self._functions["list"](self._vector, offsets.ctypes.data, None)
        numbers = np.zeros(int(offsets[-1]), dtype=np.int32)
        self._functions["list"](self._vector, offsets.ctypes.data, numbers.ctypes.data)
        return offsets, numbers

    def _states(self, which: int) -> list[bytes]:
        """The state of each lane, as bytes; zeros where it has no such position."""
        size, n = self._code.layout.size, self._lanes.n
        whole, states = array("i", [0, size]), bytearray(size * n)
        held = (ctypes.c_char * len(states)).from_buffer(states)
        self._functions["gather"](self._vector, which, 1, whole.buffer_info()[0], held, size)
        return [bytes(states[i * size : (i + 1) * size]) for i in range(n)]

    def save(self) -> list[SavedLane]:
        """All lanes, to be put back into new ones."""
        self._check_whole()
        size, layout, fields = self._functions["saved_size"](), self._code.layout, self._engine.data.fields
        both = [self._states(which) for which in (_FRESH, _FINAL)]
        ended = self.about(final=True)[:, 0]
        saved: list[SavedLane] = []
        for i in range(self._lanes.n):
            numbers = ctypes.create_string_buffer(size)
            self._functions["save"](self._vector, i, numbers)
            last = pack_fields(both[1][i], layout, fields) if ended[i] else None
            saved.append((numbers.raw, pack_fields(both[0][i], layout, fields), last, self._past(i)))
        return saved

    def _past(self, i: int) -> list[tuple[dict[str, bytes], bytes]]:
        """The earlier positions of a lane, the oldest first, each with what was thrown in it."""
        layout, past = self._code.layout, []
        for back in range(self._functions["past"](self._vector, i), 0, -1):
            state = ctypes.create_string_buffer(layout.size)
            thrown = self._functions["earlier"](self._vector, i, back, state)
            numbers = ctypes.string_at(thrown, self._functions["thrown_size"]())
            past.append((pack_fields(state.raw, layout, self._engine.data.fields), numbers))
        return past

    def check_room(self, state: dict[str, bytes] | None) -> None:
        """Raises LudLimitError for a state, as packed fields, that needs more room than states have here."""
        for name, cap in self._code.layout.caps.items() if state is not None else ():
            assert state is not None
            if needed_capacity(self.fields, state, name, cap) > cap:
                raise LudLimitError(f"the game's {name} has grown past {cap} values, for which there is room here")

    def _put(self, i: int, saved: SavedLane) -> None:
        numbers, now, last, past = saved
        sizes = self._functions["saved_size"](), self._functions["thrown_size"]()
        if len(numbers) != sizes[0] or any(len(thrown) != sizes[1] for _, thrown in past):
            raise ValueError("these lanes were saved by another version")
        layout, fields = self._code.layout, self._engine.data.fields
        states = [unpack_fields(fields, state, layout) for state in (now, now if last is None else last)]
        status = self._functions["put"](self._vector, i, numbers, *states)
        if status:
            raise self.failure(-status)
        for state, thrown in past[-self._kept_past :] if self._kept_past else ():
            self._functions["remember"](self._vector, i, unpack_fields(fields, state, layout), thrown)

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
                    raise self.failure(-status)

    def failure(self, status: int) -> LudError:
        """The error that a status stands for."""
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


def _compiled(engine: CEngine, caps: dict[str, int]) -> tuple[Code, ctypes.CDLL]:
    """The program as optimised code with the functions of vector/vector.h, and with this room for what can grow."""
    flags = engine._flags((*OPTIMISED, "-DVECTOR"), caps)
    path: Path = compile_library(engine.source, flags)
    code = Code(path, engine.tables, list(engine.data.fields), dict(caps), 2)
    return code, open_library(path)
