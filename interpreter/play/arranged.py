"""Positions with other pieces on their sites, set up by hand or dealt anew."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from ludparse.problems.errors import LudLimitError, LudRuleError, nearest

from ..program.position_codes import LETTERS as KINDS
from ..program.position_codes import code_of
from ..program.state_layout import Field, SiteData
from .snapshot import LETTERS, PARTS, Pieces, SiteRow

if TYPE_CHECKING:
    from .engine import RawState
    from .game import Playable

__all__ = ["arranged", "list_positions", "packed_as", "unpacked"]

_FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}
_LAST = ("last_from", "last_to", "last_after_from", "last_after_to", "last_level_min", "last_level_max")

_Content = tuple[int, list[list[int]]]
"""The count of a site, and from the bottom [what, who, state, rotation, value]."""


def arranged(game: Playable, raw: RawState, pieces: Pieces, mover: int | None) -> RawState:
    """The state in which only these pieces stand on the sites, and nothing was played last. See `State.with_pieces`."""
    if mover is not None and not 1 <= mover <= game.players:
        raise LudRuleError(f"there is no player {mover} in a game of {game.players}")
    if game.traits.large:
        raise LudRuleError(f"{game.name!r} has pieces that cover several sites, which cannot be set up one by one")
    fields = game.data.fields
    packed = game.engine.pack(raw)
    rows = _named(game, pieces) if isinstance(pieces, Mapping) else _rows(pieces)
    laid = {(letter, site): content for letter, site, content in rows}
    for letter, site in laid:
        if f"what_{letter}" not in fields or not 0 <= site < fields[f"what_{letter}"].size:
            raise LudRuleError(f"{game.name!r} has no site {letter.upper()}{site}")
    for letter in KINDS:
        if f"what_{letter}" in fields:
            held = {site: content for (of, site), content in laid.items() if of == letter}
            _lay(letter, held, fields, packed)
    list_positions(fields, packed)
    for name in (*_LAST, "has_last", "last_is_pass"):
        if name in packed:
            packed[name] = (b"\0" if name in ("has_last", "last_is_pass") else b"\xff") * len(packed[name])
    if mover is not None:
        for name, player in (("mover", mover), ("next", mover % game.players + 1)):
            packed[name] = struct.pack("<i", player)
    return game.engine.unpack(packed)


def _named(game: Playable, pieces: Mapping[str | int, str | Sequence[str]]) -> Iterator[tuple[str, int, _Content]]:
    """The rows of pieces that are given by name."""
    kinds = {piece.name: piece for piece in game.pieces if piece.index > 0}
    kind = game.board.default_site
    sites = {element.label: element.index for element in game.board.elements(kind)}
    for key, found in pieces.items():
        if isinstance(key, str) and key not in sites:
            raise LudRuleError(f"{game.name!r} has no site {key!r}", nearest=nearest(key, sites))
        names = [found] if isinstance(found, str) else list(found)
        for name in names:
            if name not in kinds:
                raise LudRuleError(f"{game.name!r} has no piece {name!r}", nearest=nearest(name, kinds))
        letter = kind.name[0].lower() if isinstance(key, str) or key < len(sites) else "c"
        owners = [kinds[name].index if game.flags.piece_is_owner else kinds[name].owner for name in names]
        levels = [[kinds[name].index, owner, 0, 0, 0] for name, owner in zip(names, owners, strict=True)]
        yield letter, sites[key] if isinstance(key, str) else key, (1, levels)


def _rows(rows: Sequence[SiteRow]) -> Iterator[tuple[str, int, _Content]]:
    """The rows of a snapshot."""
    for name, count, *levels in cast("Sequence[list[Any]]", rows):
        if name[:1] not in dict(LETTERS) or not name[1:].isdecimal():
            raise LudRuleError(f"{name!r} is no site: rows begin with a name such as 'C12'")
        yield name[0].lower(), int(name[1:]), (count, levels)


def _lay(letter: str, held: dict[int, _Content], fields: Mapping[str, Field], packed: dict[str, bytes]) -> None:
    """Write what lies on the sites of a type, and hide none of it."""
    size, stacks = fields[f"what_{letter}"].size, f"height_{letter}" in fields
    room = len(packed[f"what_{letter}"]) * 8 // fields[f"what_{letter}"].bits // size
    tallest = max((len(levels) for _, levels in held.values()), default=0)
    if tallest > 1 and not stacks:
        raise LudRuleError("a site has room for one piece: this game has no stacks")
    free = int.from_bytes(packed[f"empty_{letter}"], "little")
    what = unpacked(packed[f"what_{letter}"], fields[f"what_{letter}"])
    for site in range(size):
        if any(what[site * room : (site + 1) * room]):
            free |= 1 << site
    room = max(room, tallest)
    columns = {part: [0] * (size * room) for part in PARTS} | {part: [0] * size for part in ("count", "height")}
    for site, (count, levels) in held.items():
        if any(level[0] for level in levels):
            free &= ~(1 << site)
        columns["count"][site], columns["height"][site] = count, len(levels)
        for k, level in enumerate(levels):
            for part, value in zip(PARTS, level, strict=True):
                columns[part][site * room + k] = value
    for part, values in columns.items():
        if (f := fields.get(f"{part}_{letter}")) is not None:
            packed[f.name] = packed_as(values, f)
        elif part not in ("who", "height") and any(value > (part == "count") for value in values):
            raise LudRuleError(f"a piece has a {part}, and this game keeps none")
    for f in fields.values():
        if f.site is SiteData.HIDDEN and f.name.endswith(f"_{letter}"):
            packed[f.name] = bytes(len(packed[f.name]))
    packed[f"empty_{letter}"] = free.to_bytes(len(packed[f"empty_{letter}"]), "little")


def list_positions(fields: Mapping[str, Field], packed: dict[str, bytes]) -> None:
    """Lists where the pieces of each component stand, in the order of the sites, in games that keep such lists."""
    if "owned" not in packed:
        return
    owned, counts = fields["owned"], fields["owned_n"]
    letters = [x for x in KINDS if f"what_{x}" in fields]
    simple = len(letters) == 1 and f"height_{letters[0]}" not in packed
    sites = max(fields[f"what_{x}"].size for x in letters)
    lists: list[list[int]] = [[] for _ in range(counts.size)]
    for x in letters:
        what, size = unpacked(packed[f"what_{x}"], fields[f"what_{x}"]), fields[f"what_{x}"].size
        width = len(what) // size
        tall = unpacked(packed[f"height_{x}"], fields[f"height_{x}"]) if f"height_{x}" in packed else [1] * size
        for level in range(width):
            for site in range(size):
                component = what[site * width + level]
                if level < tall[site] and 0 < component < counts.size:
                    lists[component].append(site if simple else code_of(site, level, KINDS.index(x), sites))
    room = max(len(packed["owned"]) * 8 // owned.bits // counts.size, max(map(len, lists)))
    packed["owned"] = packed_as([code for row in lists for code in (*row, *[0] * (room - len(row)))], owned)
    packed["owned_n"] = packed_as(list(map(len, lists)), counts)
    if "listed_twice" in packed:  # the bits of levels no longer tell anything
        packed["listed_twice"] = struct.pack("<i", 1)


def unpacked(data: bytes, f: Field) -> list[int]:
    """The numbers of a packed field."""
    return list(struct.unpack(f"<{len(data) * 8 // f.bits}{_FORMATS[f.bits]}", data))


def packed_as(values: list[int], f: Field) -> bytes:
    """The bytes of a field with these numbers. Raises LudLimitError for a number that is too large for it."""
    try:
        return struct.pack(f"<{len(values)}{_FORMATS[f.bits]}", *values)
    except struct.error:
        most = max(values, key=abs)
        raise LudLimitError(f"{f.name.partition('_')[0]} {most} is more than this game has room for") from None
