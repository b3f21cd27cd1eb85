"""The fields of a state as one player sees them: what is hidden from the player reads as 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence

ReadField = Callable[[str], Sequence[int] | None]
"""The values of a field of the state; None where the game has no such field."""

_KINDS = {kind: f"hidden_{kind}" for kind in ("what", "who", "state", "count", "rotation", "value")}
"""The data of a site that can be hidden, and the field with its bits. `hidden` itself hides all of a site."""


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
        kind, _, letter = field.rpartition("_")
        if values is None or kind not in _KINDS:
            return values
        for bits in (self._read(f"hidden_{letter}"), self._read(f"{_KINDS[kind]}_{letter}")):
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
            for letter in "cve"
        )

    def _hidden(self, field: str, site: int) -> bool:
        bits = self._read(field)
        if bits is None or site < 0:
            return False
        heights = self._read(f"height_{field[-1]}")
        stride = len(bits) // len(heights) if heights else 1
        at = site * stride
        return any(hidden & self._bit for hidden in bits[at : at + stride])
