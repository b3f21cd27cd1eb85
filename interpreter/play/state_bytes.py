"""Positions as bytes: the digest that identifies equal positions, and saved states."""

from __future__ import annotations

import hashlib
import struct
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ludparse.problems.errors import LudError, LudLimitError

from ..program.data import ProgramData
from ..program.state_layout import GENERATORS, Field, FieldKind, SiteData

if TYPE_CHECKING:
    from .engine import RawState
    from .game import Game

__all__ = ["position_fields", "position_key", "restore", "saved"]

_ALWAYS = ("mover", "next", "over", "rank", "phase", "score", "amount", "temp", "current_dice")
"""Fields that are seen from outside whether or not the rules read them, beside those that say something of sites."""

_NEVER = (*GENERATORS, "owned", "owned_n", "listed", "listed_twice", "seen", "seen_turn", "stored_digest")
"""Random numbers to come; the pieces of each player, which the sites tell; digests of earlier positions."""

_VERSION = 1
_MAGIC = b"ludparse state"
MOST_BYTES = 1 << 30
"""Of what a saved state unpacks to, with its history. Damaged ones may claim to be larger than the memory."""


class _Part(NamedTuple):
    """A field of a position. rows: the number of rows of an array of stacks. heights: the field with the height of each
    stack.
    """

    name: str
    rows: int
    width: int
    heights: str | None


def position_fields(data: ProgramData, *, counting: bool = True) -> tuple[str, ...]:
    """The fields that make up a position: the contents of the sites, what is hidden, and what the rules observe.

    data: a whole program, or one from the cache, which knows them. counting: False leaves out how long the game is
    and who has passed, where the rules ask for it only as those of all games do (`observed.live_fields`).
    """
    if counting not in data.positions:
        from ..facts.observed import live_fields
        from ..program.program import Program

        assert isinstance(data, Program)
        observed = live_fields(data, counting=counting) - set(data.hash_lists)
        data.positions[counting] = tuple(
            name
            for name, f in data.fields.items()
            if name not in _NEVER
            and f.site is not SiteData.EMPTY
            and (name in observed or name in _ALWAYS or f.site is not None)
        )
    return data.positions[counting]


@lru_cache(maxsize=256)
def _parts(loaded: Game) -> tuple[_Part, ...]:
    fields = loaded.data.fields
    return tuple(_part(fields[name]) for name in position_fields(loaded.data))


def _part(f: Field) -> _Part:
    return _Part(f.name, 0 if f.heights is None else f.size, f.bits // 8, f.heights)


def position_key(loaded: Game, raw: RawState) -> bytes:
    """A digest of a position that does not depend on backend and layout."""
    packed = loaded.engine.pack(raw)
    digest = hashlib.blake2b(digest_size=16)
    for part in _parts(loaded):
        data = packed[part.name]
        if part.heights is not None:
            heights = struct.unpack(f"<{part.rows}h", packed[part.heights])
            row = len(data) // part.rows
            data = b"".join(data[r * row : r * row + h * part.width] for r, h in enumerate(heights) if h)
        digest.update(struct.pack("<i", len(data)))
        digest.update(data)
    return digest.digest()


def fingerprint(loaded: Game) -> bytes:
    """A fingerprint of what a saved state must match: the game's fields, and the backend if it remembers earlier
    positions in its own form.
    """
    program = loaded.data
    about = [(f.name, f.kind.value, f.size, f.bits, f.cap) for f in program.fields.values()]
    remembers = loaded.backend if program.hash_lists else ""
    return hashlib.blake2b(repr((_VERSION, about, remembers)).encode(), digest_size=8).digest()


def saved(loaded: Game, raws: list[RawState]) -> bytes:
    """States of one game as bytes: version, name of the game, fingerprint, and all fields."""
    name = loaded.name.encode()
    head = struct.pack("<BH", _VERSION, len(name)) + name + fingerprint(loaded)
    body = bytearray()
    for raw in raws:
        for data in loaded.engine.pack(raw).values():
            body += struct.pack("<I", len(data)) + data
    return _MAGIC + head + zlib.compress(bytes(body), 1)


def restore(loaded: Game, data: bytes, states: int | None = None) -> list[RawState]:
    """The inverse of `saved`. states: how many there have to be, if it is known.

    Raises LudError for states of another game or version, and for damaged data; LudLimitError past `MOST_BYTES`.
    """
    if not data.startswith(_MAGIC):
        raise LudError("this is not a saved state")
    at = len(_MAGIC)
    try:
        version, length = struct.unpack_from("<BH", data, at)
        if version != _VERSION:
            raise LudError(f"this state was saved as version {version}; this ludparse reads version {_VERSION}")
        at += 3
        name = data[at : at + length].decode()
        if name != loaded.name:
            raise LudError(f"this is a state of {name!r}, and the game is {loaded.name!r}")
        at += length
        if data[at : at + 8] != fingerprint(loaded):
            raise LudError(
                f"this state of {name!r} was saved with other options, by another version of ludparse, or on another "
                "backend",
                hint="Load the game with the options and the backend that the state was saved with.",
            )
        packer = zlib.decompressobj()
        body = packer.decompress(data[at + 8 :], MOST_BYTES)
        if packer.unconsumed_tail:
            raise LudLimitError(f"this saved state takes more than {MOST_BYTES:,} bytes")
        if not packer.eof:
            raise _damaged("it breaks off")
        raws = _unpacked(loaded, body)
    except (struct.error, zlib.error, UnicodeDecodeError) as problem:
        raise _damaged(str(problem)) from problem
    if not raws or (states is not None and len(raws) != states):
        raise _damaged(f"it holds {len(raws)} positions" + f", not {states}" * (states is not None))
    return raws


def _damaged(why: str) -> LudError:
    return LudError(f"this saved state is damaged ({why})")


@lru_cache(maxsize=256)
def _sizes(loaded: Game) -> dict[str, tuple[int, bool]]:
    """Of each field the bytes that it has in every state; of what grows, the bytes that its size is a multiple of."""
    start = loaded.engine.pack(loaded.engine.start(0))
    sizes = {}
    for name, f in loaded.data.fields.items():
        grows = f.kind is FieldKind.LIST or f.cap is not None
        row = f.bits // 8 * (f.size if f.kind is FieldKind.ARRAY else 1)
        sizes[name] = (row if grows else len(start[name]), grows)
    return sizes


def _unpacked(loaded: Game, body: bytes) -> list[RawState]:
    sizes = _sizes(loaded)
    raws, at = [], 0
    while at < len(body):
        fields = {}
        for name, (size, grows) in sizes.items():
            (length,) = struct.unpack_from("<I", body, at)
            fields[name] = body[at + 4 : at + 4 + length]
            at += 4 + length
            if at > len(body) or (length % size if grows else length != size):
                raise _damaged(f"{length} bytes of {name}")
        raws.append(loaded.engine.unpack(fields))
    return raws
