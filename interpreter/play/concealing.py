"""The fields of a state as one player sees them.

A piece of which the rules hide What lies face down: it is seen that something is there, and whose it is unless Who is
hidden too; its count, state, rotation and value are not seen, for they may tell what it is. What is hidden altogether
is as if it were not there: the site looks empty, and a stack lower. Where only the count, the state, the rotation or
the value is hidden, the rest is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..program.position_codes import LETTERS
from ..program.state_layout import Field, SiteData

if TYPE_CHECKING:
    from ..equipment.flags import GameFlags
    from .engine import Engine, RawState

__all__ = ["LAST", "OF_PIECES", "UNSEEN", "Concealing", "ReadField", "conceals", "reader", "seen_by"]

ReadField = Callable[[str], Any]
"""The values of a field of the state: an integer or a sequence of integers; None where the game has no such field."""

UNSEEN = -1
"""What a player sees in place of the piece on a site, where it lies face down."""

LAST = (
    "last_from", "last_to", "last_after_from", "last_after_to", "last_level_min", "last_level_max", "last_level_to",
)  # fmt: skip
"""Fields of the last move. A player does not know them where the move ended on a site of which nothing is seen."""


def reader(engine: Engine, fields: Mapping[str, Field], raw: RawState) -> ReadField:
    """Reads the fields of a state."""
    return lambda field: engine.read(raw, field) if field in fields else None


def seen_by(flags: GameFlags, read: ReadField, player: int | None) -> ReadField:
    """What a player sees of the fields that `read` reads; `read` itself for None, and where the game hides nothing."""
    if player is None or not flags.hidden:
        return read
    owners = [c.owner for c in flags.equipment.components] if flags.piece_is_owner else []
    return Concealing(read, player, owners)


def conceals(field: Field) -> bool:
    """Whether players may see other values of a field than it has."""
    return field.site is SiteData.CONTENT or field.name in LAST


class Concealing:
    """Reads the fields of one state for one player, from 1.

    owners: of the components, where the state holds components in place of owners (`GameFlags.piece_is_owner`).
    """

    def __init__(self, read: ReadField, player: int, owners: Sequence[int] = ()) -> None:
        self._read = read
        self._bit = 1 << player
        self._owners = owners
        self._seen: dict[str, list[int]] = {}
        self._known: dict[str, Sequence[int] | None] = {}

    def __call__(self, field: str) -> Any:
        """The values of a field as the player sees them; None where the game has no such field."""
        values = self._read(field)
        if values is None:
            return None
        if field in LAST:
            if not self.hides_site(self._last_to()):
                return values
            return -1 if isinstance(values, int) else [-1] * len(values)
        kind, _, letter = field.rpartition("_")
        if kind not in _SEEN or letter not in LETTERS:
            return values
        if field not in self._seen:
            self._seen[field] = self._of_sites(kind, letter, values)
        return self._seen[field]

    def _of_sites(self, kind: str, letter: str, values: Sequence[int]) -> list[int]:
        whole = self._hidden(letter, "hidden")
        if kind == "height":
            if whole is None:
                return [*values]
            width = len(whole) // len(values)
            return [tall - sum(whole[k * width : k * width + tall]) for k, tall in enumerate(values)]
        found = [*values]
        hidden = self._hidden(letter, *_hidden_by(kind))
        if kind == "who" and self._owners and (unknown := self._hidden(letter, "hidden_what")):
            found = [self._owners[v] if h else v for v, h in zip(found, unknown, strict=True)]
        if hidden is not None:
            face_down = _SEEN[kind]
            found = [(face_down if v else 0) if h else v for v, h in zip(found, hidden, strict=True)]
        if whole is None:
            return found
        heights = self._read(f"height_{letter}")
        if heights is None:
            return [0 if h else v for v, h in zip(found, whole, strict=True)]
        width = len(whole) // len(heights)
        for at in range(0, len(whole), width):
            if any(whole[at : at + width]):
                kept = [v for v, h in zip(found[at : at + width], whole[at : at + width], strict=True) if not h]
                found[at : at + width] = kept + [0] * (width - len(kept))
        return found

    def unseen(self, letter: str, kind: str = "") -> list[bool] | None:
        """For each piece on the sites of a type whether the player does not see data of this kind, or without a kind
        the piece at all; None where that cannot be."""
        return self._hidden(letter, "hidden", *(_hidden_by(kind) if kind else ()))

    def hides_site(self, site: int) -> bool:
        """Whether the player sees nothing of a site, not even whose piece stands there; a move to it is hidden too."""
        return site >= 0 and any(self._hides(letter, site) for letter in LETTERS)

    def _hides(self, letter: str, site: int) -> bool:
        fields = [self._bits(f"{name}_{letter}") for name in ("hidden", "hidden_what", "hidden_who")]
        size = max(len(bits or ()) for bits in fields)
        heights = self._read(f"height_{letter}")
        width = size // len(heights) if heights else 1
        if (site + 1) * width > size:
            return False
        levels = range(site * width, site * width + (max(heights[site], 1) if heights else 1))
        whole, what, who = ([bool(bits and bits[k] & self._bit) for k in levels] for bits in fields)
        return all(a or (b and c) for a, b, c in zip(whole, what, who, strict=True))

    def _hidden(self, letter: str, *names: str) -> list[bool] | None:
        """For each piece on the sites of a type whether one of these bits hides it; None without such fields."""
        fields = [bits for name in names if (bits := self._bits(f"{name}_{letter}")) is not None]
        return [any(b & self._bit for b in bits) for bits in zip(*fields, strict=True)] if fields else None

    def _bits(self, name: str) -> Sequence[int] | None:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _last_to(self) -> int:
        value = self._read("last_to")
        return -1 if value is None else value if isinstance(value, int) else int(value[0])


def _hidden_by(kind: str) -> tuple[str, ...]:
    """The fields whose bits hide data of this kind, where the piece itself is seen."""
    return ("hidden_who",) if kind == "who" else ("hidden_what", f"hidden_{kind}")


_SEEN = {"what": UNSEEN, "who": 0, "count": 1, "state": 0, "rotation": 0, "value": 0, "height": 0}
"""Data of sites, and what is seen in place of a value that is not 0 where it is hidden."""
OF_PIECES = tuple(kind for kind in _SEEN if kind != "height")
"""What there is of each piece."""
