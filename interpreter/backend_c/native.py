"""A compiled game that is loaded: its functions, its engine's memory, and how a state is laid out."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludparse.errors import LudLimitError

_P, _I = ctypes.c_void_p, ctypes.c_int
_ARGUMENTS = {
    "lp_free": [_P],
    "lp_move_count": [_P],
    "lp_detail": [_P],
    "lp_where": [_P],
    "lp_field": [_P],
    "lp_consequent": [_P],
    "lp_pick_state": [_P],
    "lp_table": [_P, _I, _P],
    "lp_start": [_P, _P, ctypes.c_int64],
    "lp_moves": [_P, _P],
    "lp_choose": [_P, _P, _I],
    "lp_play": [_P, _P, _P, _I],
    "lp_export_moves": [_P, _P, ctypes.c_long],
    "lp_export_applied": [_P, _P, ctypes.c_long],
    "lp_perft": [_P, _P, _I, _P],
    "lp_playouts": [_P, _P, _I, ctypes.c_uint64, _I, _I, _I, _P, _P, _P, _P],
}
_RESULTS = {
    "lp_new": _P,
    "lp_pick_state": ctypes.c_uint64,
    "lp_state_size": ctypes.c_long,
    "lp_layout_table": ctypes.POINTER(ctypes.c_long),
    "lp_export_moves": ctypes.c_long,
    "lp_export_applied": ctypes.c_long,
}


class Native:
    """One loaded library with an engine of its own. The tables are read where they are: they have to stay alive.

    layout: for each field of the state its place, its size (both in bytes) and the place of its length, -1 without one.
    """

    def __init__(self, path: Path, tables: Sequence[array[int]], fields: Sequence[str]) -> None:
        self.lib = ctypes.CDLL(str(path))
        for name, arguments in _ARGUMENTS.items():
            getattr(self.lib, name).argtypes = arguments
        for name, result in _RESULTS.items():
            getattr(self.lib, name).restype = result
        self.engine: int | None = self.lib.lp_new()
        if not self.engine:
            raise LudLimitError("not enough memory for the engine")
        for i, data in enumerate(tables):
            self.lib.lp_table(self.engine, i, data.buffer_info()[0])
        self.state_size: int = self.lib.lp_state_size()
        self.action_params: int = self.lib.lp_max_params()
        raw = self.lib.lp_layout_table()
        self.layout: dict[str, tuple[int, int, int]] = {
            name: (raw[3 * i], raw[3 * i + 1], raw[3 * i + 2]) for i, name in enumerate(fields)
        }

    def call(self, name: str, *arguments: Any) -> int:
        """Calls `lp_name` of the library on the engine."""
        return int(getattr(self.lib, f"lp_{name}")(self.engine, *arguments))

    def __del__(self) -> None:
        if getattr(self, "engine", None):
            self.lib.lp_free(self.engine)
            self.engine = None
