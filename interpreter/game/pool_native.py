"""The positions of a `Pool` in native code (`vector/pool.h`)."""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import LudLimitError

from ..backends.c.native import INT, INT64, UINT64
from ..backends.c.packed_fields import pack_fields, unpack_fields
from ..play.game_state import GameState
from .chance_outcomes import MOST_DRAWS
from .lanes import Lanes
from .vector_native import NativeLanes

if TYPE_CHECKING:
    from ..play.board_planes import BoardPlanes
    from .game import SingleGame

__all__ = ["NativeSlots"]

_P = ctypes.c_void_p
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "new": (_P, [_P, INT64, _P, _P, _P]),
    "free": (None, [_P]),
    "start": (ctypes.c_int, [_P, INT64, _P, _P]),
    "check": (ctypes.c_int64, [_P, INT64, _P, _P]),
    "expand": (ctypes.c_int, [_P, INT64, _P, _P, _P, _P]),
    "drawn": (ctypes.c_int, [_P, INT, INT, UINT64, INT, INT, _P]),
    "copy": (ctypes.c_int, [_P, INT64, _P, _P]),
    "put": (ctypes.c_int, [_P, INT, _P]),
    "get": (None, [_P, INT, _P]),
    "masks": (None, [_P, INT64, _P, _P]),
    "offsets": (None, [_P, INT64, _P, _P]),
    "list": (None, [_P, INT64, _P, _P]),
    "observe": (None, [_P, INT64, *[_P] * 6]),
}


class NativeSlots:
    """Slots in native memory. One lane of a `VectorGame` finds the moves of their positions."""

    def __init__(
        self, game: SingleGame, room: int, form: BoardPlanes, seats: Any, ended: Any, rewards: Any
    ) -> None:
        self._game, self._form = game, form
        self._lanes = NativeLanes(Lanes(game, 1, False, form), game, 1, "terminate", None)
        self._held = seats, ended, rewards
        self._functions: dict[str, Any] = {}
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._lanes.library, f"lp_pool_{name}")
            function.restype, function.argtypes = result, arguments
            self._functions[name] = function
        made = self._functions["new"](self._lanes.vector, room, *(a.ctypes.data for a in self._held))
        if not made:
            raise LudLimitError("not enough memory for so many positions")
        self._pool: int = made

    def start(self, slots: Any, seeds: Any) -> None:
        """New games."""
        self._run("start", len(slots), slots, seeds)

    def illegal(self, slots: Any, actions: Any) -> int:
        """The first place whose action its slot does not have, or -1."""
        return int(self._functions["check"](self._pool, len(slots), slots.ctypes.data, actions.ctypes.data))

    def expand(self, parents: Any, actions: Any, slots: Any, seeds: Any) -> None:
        """Play an action of each parent."""
        self._run("expand", len(slots), parents, actions, slots, seeds)

    def drawn(self, parent: int, action: int, seed: int, slot: int) -> list[tuple[int, int]]:
        """What is drawn when an action is played with a seed; the position goes into another slot."""
        draws = array("q", bytes(16 * (MOST_DRAWS + 1)))
        address = draws.buffer_info()[0]
        n = self._functions["drawn"](self._pool, parent, action, seed, slot, MOST_DRAWS + 1, address)
        if n < 0:
            raise self._lanes.failure(-n)
        n = min(n, MOST_DRAWS + 1)
        return list(zip(draws[: 2 * n : 2], draws[1 : 2 * n : 2], strict=True))

    def copy(self, slots: Any, to: Any) -> None:
        """Copy positions to other slots."""
        self._run("copy", len(slots), slots, to)

    def put(self, slot: int, state: GameState) -> None:
        """Put a state into a slot. Raises LudLimitError where it needs more room than slots have."""
        fields, layout = self._lanes.fields, self._lanes.layout
        packed = self._game.engine.pack(state.fresh)
        self._lanes.check_room(packed)
        status = self._functions["put"](self._pool, slot, unpack_fields(fields, packed, layout))
        if status:
            raise self._lanes.failure(-status)

    def get(self, slot: int) -> GameState:
        """The state in a slot."""
        data = ctypes.create_string_buffer(self._lanes.layout.size)
        self._functions["get"](self._pool, slot, data)
        packed = pack_fields(data.raw, self._lanes.layout, self._lanes.fields)
        return GameState(self._game, self._game.engine.unpack(packed))

    def masks(self, slots: Any, out: Any) -> None:
        """Write masks."""
        self._functions["masks"](self._pool, len(slots), slots.ctypes.data, out.ctypes.data)

    def lists(self, slots: Any) -> tuple[Any, Any]:
        """Offsets and numbers of all actions."""
        import numpy as np

        offsets = np.zeros(len(slots) + 1, dtype=np.int64)
        self._functions["offsets"](self._pool, len(slots), slots.ctypes.data, offsets.ctypes.data)
        numbers = np.zeros(int(offsets[-1]), dtype=np.int32)
        self._functions["list"](self._pool, len(slots), slots.ctypes.data, numbers.ctypes.data)
        return offsets, numbers

    def observe(self, slots: Any, seats: Any, planes: Any, numbers: Any) -> None:
        """Write planes and numbers."""
        n = max(len(slots), 1)
        wanted = array("q", [0, 0, 1, 0, planes.size // n, numbers.size // n])
        places = self._lanes.observing.address, wanted.buffer_info()[0], seats.ctypes.data
        self._functions["observe"](
            self._pool, len(slots), slots.ctypes.data, *places, planes.ctypes.data, numbers.ctypes.data
        )

    def _run(self, name: str, n: int, *arrays: Any) -> None:
        status = self._functions[name](self._pool, n, *(None if a is None else a.ctypes.data for a in arrays))
        if status:
            raise self._lanes.failure(-status)

    def __del__(self) -> None:
        if hasattr(self, "_pool"):
            self._functions["free"](self._pool)
