"""What the engines share whose states are bytes, with a layout that grows: the C and the WebAssembly backend."""

from __future__ import annotations

from typing import Any

from ...play.arguments import MOST
from ...play.engine import RenderedProgram
from ...program.data import ProgramData
from .native import Layout
from .packed import PackedMoves
from .packed_fields import needed_capacity, pack_fields, read_field, unpack_fields, with_generators

__all__ = ["MASK64", "MUST_BUILD", "NO_MOVE", "FlatEngine", "State", "signed"]

State = tuple[bytes, Layout]
"""A state: its bytes, and how they are laid out. Older layouts are converted when the state is used."""

MUST_BUILD, NO_MOVE = -100, -101
"""What code gives in place of a number: moves cannot be counted without building them; there is no such move."""
MASK64 = (1 << 64) - 1


class FlatEngine(RenderedProgram):
    """An engine whose states are bytes. How it calls its code, a class that inherits says."""

    data: ProgramData
    """The fields, capacities and texts of the program."""

    def layout_now(self) -> Layout:
        """The layout of new states."""
        raise NotImplementedError

    def enlarge(self, number: int, layout: Layout) -> None:
        """Gives the capacity with a number more room than it has in a layout."""
        raise NotImplementedError

    def ask(self, state: State, what: str, *operands: int) -> tuple[int, Any]:
        """The number that code gives for a question about a state, and the memory of the call, which the caller must
        `release`."""
        raise NotImplementedError

    def release(self, memory: Any) -> None:
        """Memory may be used by another call."""
        raise NotImplementedError

    def listed(self, n: int, memory: Any, state: State) -> tuple[State, PackedMoves]:
        """The moves that a call put out as n numbers, and the state with its random results drawn."""
        raise NotImplementedError

    # ------------------------------------------------------------------ moves

    def count(self, state: State) -> int | None:
        """The number of legal moves; None if they cannot be counted without building them."""
        n, memory = self.ask(state, "count")
        self.release(memory)
        return None if n == MUST_BUILD else n

    def choose(self, state: State, number: int) -> PackedMoves | None:
        """One legal move by its number; None as for `count`. Raises IndexError if there is no such move."""
        if not 0 <= number <= MOST:
            raise IndexError(f"there is no legal move number {number}")
        n, memory = self.ask(state, "choose", number)
        chosen = None if n < 0 else self.listed(n, memory, state)[1]
        self.release(memory)
        if n == NO_MOVE:
            raise IndexError(f"there is no legal move number {number}")
        return chosen

    # ------------------------------------------------------------------ reading and writing fields

    def read(self, state: State, field: str) -> Any:
        """A field's value: int, list of ints, or set as a sorted list."""
        return read_field(*state, self.data.fields[field])

    def with_rng(self, state: State, rng: int) -> State:
        """The same state with a new random number generator."""
        data, layout = state
        return with_generators(data, layout, rng), layout

    def pack(self, state: State) -> dict[str, bytes]:
        """The values of all fields, little-endian; of a list only its present items."""
        return pack_fields(*state, self.data.fields)

    def unpack(self, fields: dict[str, bytes]) -> State:
        """The inverse of `pack`. The layout grows if the state needs more room."""
        for number, name in enumerate(self.data.caps):
            needed = needed_capacity(self.data.fields, fields, name, self.layout_now().caps[name])
            while (layout := self.layout_now()).caps[name] < needed:
                self.enlarge(number, layout)
        layout = self.layout_now()
        return unpack_fields(self.data.fields, fields, layout), layout


def signed(value: int) -> int:
    """A number of 64 bits as code takes it."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)
