"""Items: what parts of a state are written where in an array of numbers.

Planes and numbers of every observation are defined by items alone (`tensor_known.py`, `board_planes.py`). They are
evaluated here for one state, and by native code (`vector/observe.h`) for many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .concealing import UNSEEN

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["ALL_LEVELS", "BELOW", "FLAT", "Form", "Item", "Kind", "Values", "put"]

FLAT = 1 << 20
"""The level of items that look at no stack."""
Values = Callable[[str], "npt.NDArray[np.int64]"]
"""The values of a field: int64 of shape (values,), of stacks (sites, levels), of a list its items, of a set its
members."""


class Kind(IntEnum):
    """What an item writes; `vector/observe.h` has the same numbers."""

    VALUES = 0
    """The value of each element, at its place."""
    ONE_HOT = 1
    """1 at the place of each element, moved by what the table has for its value."""
    SUM = 2
    """At the place of each site how many levels of its stack hold what the table has; level BELOW: each counts 1/2 to
    the power of how far it lies below the top, and the top nothing."""
    MEMBERS = 3
    """1 at the place of each member of a set."""
    LENGTH = 4
    """The length of a list."""
    LISTED = 5
    """At the place of each site how often a list has it; 1, if it has it at all, unless the form is RAW."""
    IN_ORDER = 6
    """The items of a list, in order, each at its place."""
    BITS = 7
    """Bit `first` + k of a number, at place k."""


class Form(IntEnum):
    """How a value becomes a number."""

    RAW = 0
    """As it is."""
    SCALED = 1
    """Divided by `scale`, and cut off at -1 and 1."""
    SQUASHED = 2
    """v / (scale + |v|), between -1 and 1."""


ALL_LEVELS, BELOW = 0, 1
"""Levels of an item SUM."""


@dataclass(frozen=True)
class Item:
    """One part of an observation.

    first, n: the elements (or rows) of the field. places: where each of them is written, as an index into the output;
    -1: nowhere. span: how many numbers from there on are written. level: of stacks, from the bottom from 0, from the
    top from -1 downwards; FLAT. table, low: for values from `low` on what is added to the place; -1: such a value
    is not written; `other` is of all other values. heights: for stacks, the field with their heights. where: a field
    that has to hold UNSEEN.
    """

    kind: Kind
    field: str
    first: int
    n: int
    places: tuple[int, ...]
    span: int = 1
    level: int = FLAT
    heights: str | None = None
    table: tuple[int, ...] = ()
    low: int = 0
    other: int = -1
    where: str | None = None
    form: Form = Form.RAW
    scale: int = 1

    def __post_init__(self) -> None:
        if len(self.places) != self.n:
            raise ValueError(f"an item of {self.n} elements of {self.field} has {len(self.places)} places")

    @cached_property
    def moves(self) -> dict[int, int]:
        """`table` by value."""
        return {self.low + k: more for k, more in enumerate(self.table)}

    @property
    def end(self) -> int:
        """One more than the last index of the output that may be written."""
        return max(self.places, default=0) + max(*self.table, self.other, 0) + self.span


def formed(item: Item, values: Any) -> Any:
    """Values as float32 in the form of an item."""
    import numpy as np

    out = np.asarray(values, dtype=np.float32)
    if item.form is Form.SCALED:
        return np.clip(out / np.float32(item.scale), np.float32(-1), np.float32(1))
    return out / (np.float32(item.scale) + np.abs(out)) if item.form is Form.SQUASHED else out


def put(items: Iterable[Item], read: Values, lengths: Callable[[str], int], out: npt.NDArray[np.float32]) -> None:
    """Write one state into `out`, float32 of one dimension, which is all 0."""
    for item in items:
        _PUT[item.kind](item, read, lengths, out)


def _spread(item: Item, places: Any, values: Any, out: Any) -> None:
    there = places >= 0
    places, values = places[there], values[there]
    if item.span == 1:
        out[places] = values
        return
    for place, value in zip(places.tolist(), values, strict=True):
        out[place : place + item.span] = value


def _mark(item: Item, places: list[int], out: Any) -> None:
    if item.span == 1:
        out[places] = 1
        return
    for place in places:
        out[place : place + item.span] = 1


def _elements(item: Item, read: Values) -> tuple[Any, Sequence[int]]:
    """The values of the elements of an item, and their places; -1 for one that is not there."""
    import numpy as np

    rows, end = read(item.field), item.first + item.n
    if item.heights is None:
        return rows[item.first : end], item.places
    tall = read(item.heights)[item.first : end]
    level = np.where(item.level >= 0, item.level, tall + item.level)
    there = (level >= 0) & (level < np.minimum(tall, rows.shape[1]))
    found = rows[np.arange(item.first, end), np.where(there, level, 0)]
    return found, np.where(there, np.array(item.places), -1).tolist()


def _values(item: Item, read: Values, _: Any, out: Any) -> None:
    import numpy as np

    values, places = _elements(item, read)
    _spread(item, np.array(places, dtype=np.int64), formed(item, values), out)


def _one_hot(item: Item, read: Values, _: Any, out: Any) -> None:
    values, places = _elements(item, read)
    moves, other = item.moves, item.other  # lists: most items have few elements
    both = zip(places, values.tolist(), strict=True)
    _mark(item, [at + more for at, v in both if at >= 0 and (more := moves.get(v, other)) >= 0], out)


def _sum(item: Item, read: Values, _: Any, out: Any) -> None:
    import numpy as np

    end = item.first + item.n
    rows = read(item.field)[item.first : end].reshape(item.n, -1)
    tall = np.ones(item.n, dtype=np.int64) if item.heights is None else read(item.heights)[item.first : end]
    level = np.arange(rows.shape[1])
    table = np.array([*item.table, item.other], dtype=np.int64)
    within = (rows >= item.low) & (rows < item.low + len(item.table))
    there = (level < tall[:, None]) & (table[np.where(within, rows - item.low, len(item.table))] >= 0)
    if item.where is not None:
        there &= read(item.where)[item.first : end].reshape(item.n, -1) == UNSEEN
    if item.level == BELOW:
        below = tall[:, None] - 1 - level
        halves = np.exp2(-np.clip(below, 0, 63).astype(np.float32))
        weights = np.where(there & (below > 0) & (below < 63), halves, np.float32(0))
        found = np.zeros(item.n, dtype=np.float32)
        for k in range(rows.shape[1]):  # from the bottom, as native code adds them
            found += weights[:, k]
    else:
        found = there.sum(axis=1)
    _spread(item, np.array(item.places, dtype=np.int64), formed(item, found), out)


def _members(item: Item, read: Values, _: Any, out: Any) -> None:
    members = read(item.field)
    members = members[(members >= item.first) & (members < item.first + item.n)]
    _mark(item, [at for k in members.tolist() if (at := item.places[k - item.first]) >= 0], out)


def _length(item: Item, _: Any, lengths: Callable[[str], int], out: Any) -> None:
    import numpy as np

    _spread(item, np.array(item.places), formed(item, [lengths(item.field)]), out)


def _listed(item: Item, read: Values, _: Any, out: Any) -> None:
    import numpy as np

    values = read(item.field)
    places = np.array(item.places, dtype=np.int64)[values[(values >= 0) & (values < item.n)]]
    places = places[places >= 0]
    if item.form is Form.RAW:
        np.add.at(out, places, np.float32(1))
    else:
        out[places] = 1


def _in_order(item: Item, read: Values, _: Any, out: Any) -> None:
    import numpy as np

    values = read(item.field)[: item.n]
    _spread(item, np.array(item.places, dtype=np.int64)[: len(values)], formed(item, values), out)


def _bits(item: Item, read: Values, _: Any, out: Any) -> None:
    import numpy as np

    value = int(read(item.field)[0])
    bits = np.array([value >> item.first + k & 1 for k in range(item.n)], dtype=np.float32)
    _spread(item, np.array(item.places, dtype=np.int64), bits, out)


_PUT: dict[Kind, Callable[[Item, Values, Any, Any], None]] = {
    Kind.VALUES: _values, Kind.ONE_HOT: _one_hot, Kind.SUM: _sum, Kind.MEMBERS: _members, Kind.LENGTH: _length,
    Kind.LISTED: _listed, Kind.IN_ORDER: _in_order, Kind.BITS: _bits,
}  # fmt: skip
