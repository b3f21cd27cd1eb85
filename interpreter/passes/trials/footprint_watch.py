"""What tried moves may write, as a mask of fields: reads of it have to be noted (`skip_untouched`)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ...facts.footprint_writes import FindWrites, Kind, Writes
from ...program.program import Program

FIELDS, SITES, VALUES = "read_fields", "read_sites", "read_values_"
"""Slots of the context: a mask of fields (EVERYTHING if not all can be told), a set of sites, and for each group of
fields that pass on their values a set of values."""
EVERYTHING = -1
ALWAYS_SET = 1 << 30  # a bit that no field has; it is set from the beginning, so that EVERYTHING always meets it
_MOST_BITS = 29


class Read(Enum):
    """How a field is read: as it is, all members of a SET, for which sites the fields of a group hold some values."""

    FIELD, MEMBERS, VALUES = range(3)


class Key(NamedTuple):
    """What has a bit of the mask: a way of reading a field, or a group."""

    how: Read
    name: str


class Watched:
    """What tried moves may write, so that reads of it have to be noted.

    writes: of actions and consequents. always: the fields that every move writes.
    """

    def __init__(self, program: Program, writes: FindWrites, always: set[str]) -> None:
        self.program = program
        self.writes = writes
        every = writes.every()
        self.elements = writes.elements
        self.members = set[str]().union(*(w.members for w in every))
        self.written_whole = always.union(*(w.fields for w in every))
        self.always = always
        self.all = self.elements | self.members | self.written_whole
        self.bits: dict[Key, int] = {}
        self.groups = _groups(every)
        self.asked: set[str] = set()

    def bit(self, how: Read, name: str) -> int:
        """The mask of a key; some share a bit where there are many."""
        return 1 << self.bits.setdefault(Key(how, name), min(len(self.bits), _MOST_BITS))

    def group(self, name: str) -> str:
        """The group of a field: those that get their values from one another."""
        return self.groups.get(name, name)

    def mask(self, w: Writes, *, values: bool) -> int:
        """The mask of what is written, as `bit` has it. values: whether any value that is written counts, not only
        those that are not known."""
        if w.unknown:
            return EVERYTHING
        keys: set[Key] = {Key(Read.FIELD, name) for name in w.fields} | {Key(Read.MEMBERS, name) for name in w.members}
        keys |= {Key(Read.VALUES, self.group(name)) for name, v in w.values if values or v.kind is Kind.OTHER}
        return self._joined(keys)

    def of_every_move(self) -> int:
        """The mask of what every move writes."""
        return self._joined({Key(Read.FIELD, name) for name in self.always})

    def _joined(self, keys: set[Key]) -> int:
        found = 0
        for key in keys & self.bits.keys():
            found |= 1 << self.bits[key]
        return found


def _groups(every: list[Writes]) -> dict[str, str]:
    groups: dict[str, str] = {}

    def find(name: str) -> str:
        while groups.setdefault(name, name) != name:
            name = groups[name]
        return name

    for w in every:
        for name, value in sorted(w.values):
            if value.kind is Kind.COPY:
                a, b = sorted((find(name), find(value.field)))
                groups[b] = a
    return {name: find(name) for name in groups}
