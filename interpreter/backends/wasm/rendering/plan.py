"""Where everything of a game lies in memory. What can grow lies last, and its places are given to the module when it
begins: so a larger state or buffer needs no other code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....program.state_layout import FieldKind

__all__ = ["BUFFERS", "FIRST_ROOM", "Growing", "Plan"]

BUFFERS = ("moves", "acts", "applied", "lists", "items", "saved", "rounds", "out")
"""The buffers that grow, by the number that `runtime/registers.py` gives them. `items` is the room in each list."""
FIRST_ROOM = (512, 2048, 256, 16, 127, 4, 1024, 4096)
"""How many entries each has at first."""
MOST_BYTES = 1 << 30
"""Of one buffer."""
MOST_MEMORY = 1 << 31
"""Of all that one call has: a stranger's rules end in an error, and not with the memory of the machine."""
ALIGNED = 16


class Growing(NamedTuple):
    """A field of the state that grows: its name, kind, rows, bits and capacity."""

    name: str
    kind: FieldKind
    rows: int
    bits: int
    cap: str

    def bytes(self, caps: Mapping[str, int]) -> int:
        values = self.bits // 8 * self.rows * caps[self.cap]
        return aligned(8 + values if self.kind is FieldKind.LIST else values)


def aligned(size: int) -> int:
    """A size or place rounded up."""
    return (size + ALIGNED - 1) // ALIGNED * ALIGNED


@dataclass(frozen=True, slots=True)
class Plan:
    """What a module is told about its memory, and what the engine reads of it.

    state, fixed: the place and size of the fields that do not grow. fields: their places within, and sizes. growing:
    the others. names: the fields in the order of the program. top: where what grows begins. stride, move: bytes of an
    action and of a move. results: bytes that the memoised results of a copy take. control: the word by which a call is
    told to end.
    """

    state: int
    fixed: int
    fields: Mapping[str, tuple[int, int]]
    growing: Sequence[Growing]
    names: Sequence[str]
    top: int
    stride: int
    move: int
    results: int
    control: int

    def as_row(self) -> list[Any]:
        """Everything, as JSON can hold it."""
        growing = [[f.name, f.kind.value, f.rows, f.bits, f.cap] for f in self.growing]
        fields = [[name, *place] for name, place in self.fields.items()]
        return [
            self.state,
            self.fixed,
            fields,
            growing,
            list(self.names),
            self.top,
            self.stride,
            self.move,
            self.results,
            self.control,
        ]

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> Plan:
        """The inverse of `as_row`."""
        state, fixed, fields, growing, names, *rest = row
        places = {name: (at, size) for name, at, size in fields}
        grown = [Growing(name, FieldKind(kind), rows, bits, cap) for name, kind, rows, bits, cap in growing]
        return cls(state, fixed, places, grown, names, *rest)

    def state_size(self, caps: Mapping[str, int]) -> int:
        """Bytes of a state."""
        return self.fixed + sum(f.bytes(caps) for f in self.growing)

    def places(self, caps: Mapping[str, int], room: Sequence[int]) -> tuple[dict[str, int], int]:
        """What the module is told, by name, and the size of the memory. room: entries of each of BUFFERS."""
        given = {f"cap_{name}": size for name, size in caps.items()}
        given |= {f"cap_{name}": size for name, size in zip(BUFFERS, room, strict=True)}
        given["grown"] = at = aligned(self.top)
        for f in self.growing:
            given[f"at_{f.name}"] = at
            at += f.bytes(caps)
        size = aligned(self.state_size(caps))
        given["state_size"] = size
        given["saved_size"] = aligned(self.results) + size
        given["list_size"] = 4 * (room[BUFFERS.index("items")] + 1)
        for name in ("started", "given"):
            given[name] = at
            at += size
        units = {"moves": self.move, "acts": self.stride, "applied": self.stride, "lists": given["list_size"],
                 "saved": given["saved_size"], "rounds": 4, "out": 4}  # fmt: skip
        for name, unit in units.items():
            given[name] = at = aligned(at)
            at += unit * given[f"cap_{name}"]
        return given, at

    def too_large(self, caps: Mapping[str, int], room: Sequence[int], number: int | None = None) -> bool:
        """Whether a buffer takes more than `MOST_BYTES`, or all together more than `MOST_MEMORY`."""
        given, size = self.places(caps, room)
        if number is None:
            return size > MOST_MEMORY
        name = "lists" if BUFFERS[number] == "items" else BUFFERS[number]
        unit = {"moves": self.move, "lists": given["list_size"], "saved": given["saved_size"], "rounds": 4, "out": 4}
        return unit.get(name, self.stride) * given[f"cap_{name}"] > MOST_BYTES or size > MOST_MEMORY
