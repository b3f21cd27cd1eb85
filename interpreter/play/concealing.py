"""The fields of a state as one player sees them: what is hidden from the player reads as 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..program.position_codes import LETTERS

ReadField = Callable[[str], Sequence[int] | None]
"""The values of a field of the state; None where the game has no such field."""

_KINDS = {kind: f"hidden_{kind}" for kind in ("what", "who", "state", "count", "rotation", "value")}
"""The data of a site that can be hidden, and the field with its bits. `hidden` itself hides all of a site."""


def bits_of(field: str) -> tuple[str, ...]:
    """The fields whose bits tell from whom the values of a field are hidden; none for what is never hidden."""
    kind, _, letter = field.rpartition("_")
    return (f"hidden_{letter}", f"{_KINDS[kind]}_{letter}") if kind in _KINDS else ()


class Concealing:
    """Reads the fields of a state for one player, from 1.

    The heights of stacks are never hidden: a player sees how many pieces lie on each other.
    """

    def __init__(self, read: ReadField, player: int) -> None:
        self._read = read
        self._bit = 1 << player

    def __call__(self, field: str) -> Sequence[int] | None:
        """The values of a field, 0 where they are hidden; None where the game has no such field."""
        values = self._read(field)
        if values is None:
            return values
        for bits in map(self._read, bits_of(field)):
            if bits is not None:
                values = [0 if hidden & self._bit else v for v, hidden in zip(values, bits, strict=True)]
        return values

    def hides_piece(self, cell: int) -> bool:
        """Whether the player does not see which piece stands on a cell."""
        for field in ("hidden_c", "hidden_what_c"):
            bits = self._read(field)
            if bits is not None and cell < len(bits) and bits[cell] & self._bit:
                return True
        return False

    def hides_site(self, site: int) -> bool:
        """Whether the player sees nothing of a site, not even whose piece stands there; a move to it is hidden too."""
        return any(
            self._hidden(f"hidden_{letter}", site)
            or (self._hidden(f"hidden_what_{letter}", site) and self._hidden(f"hidden_who_{letter}", site))
            for letter in LETTERS
        )

    def _hidden(self, field: str, site: int) -> bool:
        bits = self._read(field)
        if bits is None or site < 0:
            return False
        heights = self._read(f"height_{field[-1]}")
        stride = len(bits) // len(heights) if heights else 1
        at = site * stride
        return any(hidden & self._bit for hidden in bits[at : at + stride])
