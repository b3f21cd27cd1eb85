"""Moves as native code writes them, decoded on demand."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...program.actions import ACTIONS, ORDER
from ...program.raw import RawAction, RawMove

if TYPE_CHECKING:
    from ...play.engine import MoveRecords

__all__ = ["PackedMoves", "pack_move"]

_KINDS = ["THEN", *ORDER]
_KIND_INDEX = {k: i for i, k in enumerate(_KINDS)}
_SIZES = [1, *(len(ACTIONS[k].params) for k in ORDER)]  # parameters of each kind
_HEAD = struct.Struct("=5i")
_PLACE = struct.Struct("=i")
_TWO = struct.Struct("=2i")
begin = struct.Struct("=2i").unpack_from
"""The first two ints: the number of moves, and whether the state has changed."""


class PackedMoves:
    """Moves in the bytes that export_moves (core/entry.h) wrote."""

    __slots__ = ("data", "n")

    def __init__(self, data: bytes, n: int) -> None:
        self.data = data
        self.n = n

    def __len__(self) -> int:
        return self.n

    def place(self, k: int) -> int:
        """Where move k begins, in ints."""
        place: int = _PLACE.unpack_from(self.data, 4 * (2 + k))[0]
        return place

    def head(self, k: int) -> tuple[int, int, int, int, int]:
        """Mover, from, to, lowest and highest level of move k."""
        return _HEAD.unpack_from(self.data, 4 * _PLACE.unpack_from(self.data, 4 * (2 + k))[0])

    def record(self, k: int) -> bytes:
        """All of move k."""
        at, end = _TWO.unpack_from(self.data, 4 * (2 + k))
        return self.data[4 * at : 4 * end]

    def raw(self, k: int) -> RawMove:
        """Move k."""
        at, stop = _TWO.unpack_from(self.data, 4 * (2 + k))
        ints = struct.unpack_from(f"={stop - at}i", self.data, 4 * at)
        n_act, n_then = ints[5], ints[6]
        i = 7 + n_then
        actions = []
        for _ in range(n_act):
            kind = ints[i]
            j = i + 2 + _SIZES[kind]
            actions.append(RawAction(_KINDS[kind], bool(ints[i + 1]), ints[i + 2 : j]))
            i = j
        mover, start, end, low, high = ints[:5]
        return RawMove(mover, start, end, low, high, tuple(actions), ints[7 : 7 + n_then])


def packed(moves: MoveRecords, k: int) -> tuple[bytes, int]:
    """Move k in the form that native code reads: bytes, and its offset in them in ints."""
    if isinstance(moves, PackedMoves):
        return moves.data, moves.place(k)
    return pack_move(moves.raw(k)), 0


def pack_move(m: RawMove) -> bytes:
    """A move as put_move (core/entry.h) writes it."""
    out = array("i", (m.mover, m.from_site, m.to_site, m.level_min, m.level_max, len(m.actions), len(m.then), *m.then))
    for a in m.actions:
        kind = _KIND_INDEX[a.kind]
        params: Sequence[int] = a.params
        out.extend((kind, int(a.decision), *params, *([0] * (_SIZES[kind] - len(params)))))
    return out.tobytes()
