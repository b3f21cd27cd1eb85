"""What a text declares and names: defines, options, occurrences of names; and the order of the slots of a ludeme."""

from __future__ import annotations

from dataclasses import dataclass

from ludparse.binding.signatures import Form
from ludparse.library.defines import LibraryDefine

from .tree import Node

__all__ = ["Define", "Occurrence", "Option", "following"]


@dataclass(frozen=True, eq=False)
class Define:
    """A define. `name_at`: where its name stands in the text, without quotation marks. `node`: None in a library."""

    name: str
    name_at: tuple[int, int]
    body: str
    node: Node | None
    library: LibraryDefine | None = None

    @property
    def parameters(self) -> int:
        count = 0
        while count < 9 and f"#{count + 1}" in self.body:
            count += 1
        return count


@dataclass(frozen=True, eq=False)
class Option:
    """An option. `names`: those of its values; `items`: the nodes of its items."""

    heading: str
    tag: str
    tag_node: Node
    names: tuple[str, ...]
    items: tuple[Node, ...]
    node: Node


@dataclass(frozen=True)
class Occurrence:
    """A name in the text: characters `start` up to `end`. `sort`: define, piece, region, track, phase, map, variable,
    memory or option."""

    sort: str
    name: str
    start: int
    end: int
    declares: bool


def following(form: Form, state: int) -> list[int]:
    """The slots that can come after one, up to the first that must be there, and all later ones with a name."""
    found, taken = [], form.slots[state].group if state >= 0 else 0
    due = 0
    for index in range(state + 1, len(form.slots)):
        slot = form.slots[index]
        if taken and slot.group == taken:
            continue
        if not due or slot.label is not None or slot.group == due:
            found.append(index)
        if slot.required and not due:
            due = slot.group or -1
    return found
