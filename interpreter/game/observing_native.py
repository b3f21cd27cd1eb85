"""What native code needs to observe positions (`vector/observe.h`): items, and where in a state things lie."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..play.concealing import LAST
from ..play.plane_items import Item, Kind
from ..program.ops import FieldKind
from ..program.position_codes import LETTERS

if TYPE_CHECKING:
    from ..play.tensors import Tensors
    from ..program.state_layout import Field
    from .game import SingleGame

__all__ = ["Observing"]

_PARTS = ("what", "who", "count", "state", "rotation", "value")


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
    ) -> None:
        """planes, numbers: items, and the size of the array that they write to."""
        self._fields, self._places = fields, places
        self._pool = array("i", [0])
        self._kept: dict[tuple[int, ...], int] = {}
        seen = self._seen(game, game.tensors)
        self._items = array("q")
        for items, size in (planes, numbers):
            for item in items:
                self._encode(item, size)
        pool, at = self._pool.buffer_info()[0], self._items.buffer_info()[0]
        self._whole = array("q", [*seen, at, len(planes[0]), len(numbers[0]), pool])

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
        self._items.extend((item.form, item.scale))

    def _seen(self, game: SingleGame, tensors: Tensors) -> list[int]:
        flags, equipment = game.flags, game.equipment
        owners = tuple(c.owner for c in equipment.components) if flags.piece_is_owner else ()
        dice = tensors.pips.dice
        told = tuple(x for site, hand, faces in dice for x in (site, hand, len(faces), *faces))
        out = [int(flags.hidden), len(owners), self._pooled(owners)]
        out += [int(tensors.throws), len(dice), self._pooled(told)]
        for letter in LETTERS:
            columns = [*(f"{part}_{letter}" for part in _PARTS), f"height_{letter}", f"hidden_{letter}"]
            for name in (*columns, *(f"hidden_{part}_{letter}" for part in _PARTS)):
                out += self._column(name)
        for name in (*LAST, "state_c", "current_dice", "dice_sum", "dice_equal"):
            out += self._column(name)
        out += self._column("order" if "swap" in game.data.appliers else None)
        return out



