"""What native code needs to observe positions (`vector/observe.h`): items, and where in a state things lie."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..play.concealing import LAST, OF_PIECES
from ..play.plane_items import Item, Kind
from ..program.ops import FieldKind
from ..program.position_codes import LETTERS

if TYPE_CHECKING:
    from ..play.tensors import Tensors
    from ..program.state_layout import Field
    from .game import SingleGame

__all__ = ["Observing"]


class Observing:
    """Items of planes and of numbers, for states of one layout. places: of each field its place, its size, and that of
    its length, in bytes. address: of an `observing_t`."""

    def __init__(
        self,
        game: SingleGame,
        fields: Mapping[str, Field],
        places: Mapping[str, tuple[int, int, int]],
        planes: tuple[Sequence[Item], int],
        numbers: tuple[Sequence[Item], int],
        tensors: int = 0,
    ) -> None:
        """planes, numbers: items, and the size of the array that they write to. tensors: the size of a state where
        Ludii's channels are written as well, which read any of it; else 0."""
        self._fields, self._places = fields, places
        told = *planes[0], *numbers[0]
        named = {name for item in told for name in (item.field, item.heights, item.where) if name is not None}
        self._read = {*fields} if tensors else named
        self._pool = array("i", [0])
        self._kept: dict[tuple[int, ...], int] = {}
        seen = self._seen(game, game.tensors)
        self._items = array("q")
        for items, size in (planes, numbers):
            for item in items:
                self._encode(item, size)
        parts = [(0, tensors)] if tensors else self._parts(game.flags.hidden)
        copied = self._pooled(tuple(x for part in parts for x in part))
        pool, at = self._pool.buffer_info()[0], self._items.buffer_info()[0]
        self._whole = array("q", [*seen, at, len(planes[0]), len(numbers[0]), pool, len(parts), copied])

    @property
    def address(self) -> int:
        """Where it lies; valid as long as this object."""
        return self._whole.buffer_info()[0]

    def _column(self, name: str | None) -> tuple[int, int, int]:
        """Place and width in bytes of the values of a field, and how many; (-1, 0, 0) without such a field."""
        if name is None or name not in self._fields:
            return -1, 0, 0
        at, size, _ = self._places[name]
        width = 8 if self._fields[name].kind is FieldKind.SET else self._fields[name].bits // 8
        return at, width, size // width

    def _parts(self, hides: bool) -> list[tuple[int, int]]:
        """Offsets and sizes, in bytes, of what is read of a state: by items, or to leave out what the game hides."""
        spans = []
        for name in self._fields:
            kind, _, letter = name.rpartition("_")
            site = letter in LETTERS and (kind in ("what", "height") or kind.startswith("hidden"))
            if name in self._read or (hides and (site or name in LAST)):
                at, size, length = self._places[name]
                spans += [(at, at + size)] + ([(length, length + 4)] if length >= 0 else [])
        merged: list[tuple[int, int]] = []
        for first, last in sorted(spans):
            if merged and first <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(merged[-1][1], last)
            else:
                merged.append((first, last))
        return [(first, last - first) for first, last in merged]

    def _pooled(self, values: tuple[int, ...]) -> int:
        if values not in self._kept:
            self._kept[values] = len(self._pool)
            self._pool.extend(values)
        return self._kept[values]

    def _encode(self, item: Item, size: int) -> None:
        rows = self._column(item.heights or item.field)[2]
        outside = item.kind in (Kind.VALUES, Kind.ONE_HOT, Kind.SUM) and item.first + item.n > rows
        if outside or item.end > size:  # native code asks no more
            raise ValueError(f"an item of {item.field} reads or writes outside its arrays")
        if item.where is not None and self._column(item.where)[2] != self._column(item.field)[2]:
            raise ValueError(f"{item.where} has not as many values as {item.field}")
        for name in (item.field, item.heights, item.where):
            self._items.extend(self._column(name))
        self._items.extend((self._places[item.field][2], item.kind, item.first, item.n, self._pooled(item.places)))
        self._items.extend((item.span, item.level, self._pooled(item.table), item.low, len(item.table), item.other))
        self._items.extend((item.form, item.scale, self._column(item.field)[2] // rows if item.heights else 1))

    def _seen(self, game: SingleGame, tensors: Tensors) -> list[int]:
        flags, equipment = game.flags, game.equipment
        owners = tuple(c.owner for c in equipment.components) if flags.piece_is_owner else ()
        dice = tensors.pips.dice
        told = tuple(x for site, hand, faces in dice for x in (site, hand, len(faces), *faces))
        out = [int(flags.hidden), len(owners), self._pooled(owners)]
        out += [int(tensors.throws), len(dice), self._pooled(told)]
        for letter in LETTERS:
            for part in OF_PIECES:
                name = f"{part}_{letter}"
                out += self._column(name if name in self._read or part == "what" else None)
            others = f"height_{letter}", f"hidden_{letter}", *(f"hidden_{part}_{letter}" for part in OF_PIECES)
            for name in others:
                out += self._column(name)
        for name in (*LAST, "state_c", "current_dice", "dice_sum", "dice_equal"):
            out += self._column(name)
        out += self._column("order" if "swap" in game.data.appliers else None)
        return out



