"""The fields in the bytes of a state: reading one, taking all of them out, and putting them together again."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Mapping
from functools import cache
from typing import Any

from ...program.state_layout import GENERATORS, Field, FieldKind
from .native import FORMATS, Layout


def _little(data: bytes, f: Field) -> bytes:
    """A field's bytes with the lowest one of each value first, from those of this machine; or the other way round."""
    if sys.byteorder == "little":
        return data
    values = array("Q" if f.kind is FieldKind.SET else FORMATS[f.bits], data)
    values.byteswap()
    return values.tobytes()


@cache
def _numbers(n: int, bits: int) -> struct.Struct:
    return struct.Struct(f"={n}{FORMATS[bits]}")


def with_generators(data: bytes, layout: Layout, rng: int) -> bytes:
    """A state whose random number generators begin with the lower 64 bits of a number."""
    for name in GENERATORS & layout.fields.keys():
        at = layout.fields[name][0]
        data = data[:at] + struct.pack("=Q", rng & (1 << 64) - 1) + data[at + 8 :]
    return data


def read_field(data: bytes, layout: Layout, f: Field) -> Any:
    """A field's value: int, list of ints, or set as a sorted list."""
    o, size, n = layout.fields[f.name]
    if f.kind is FieldKind.SET:
        bits = int.from_bytes(_little(data[o : o + size], f), "little")
        return [i for i in range(bits.bit_length()) if bits >> i & 1]
    values = _numbers(size * 8 // f.bits, f.bits).unpack_from(data, o)
    if f.kind is FieldKind.INT:
        return values[0]
    if n >= 0:
        return list(values[: struct.unpack_from("=i", data, n)[0]])
    return list(values)


def pack_fields(data: bytes, layout: Layout, fields: Mapping[str, Field]) -> dict[str, bytes]:
    """The values of all fields, little-endian; of a list only its present items."""
    out = {}
    for name, f in fields.items():
        o, size, n = layout.fields[name]
        if n >= 0:
            size = struct.unpack_from("=i", data, n)[0] * (f.bits // 8)
        out[name] = _little(data[o : o + size], f)
    return out


def unpack_fields(fields: Mapping[str, Field], values: Mapping[str, bytes], layout: Layout) -> bytes:
    """The bytes of a state. The layout has the capacity that the values need (`needed_capacity`)."""
    state = bytearray(layout.size)
    for name, f in fields.items():
        (o, _, n), data = layout.fields[name], _little(values[name], f)
        if f.cap and f.kind is FieldKind.ARRAY:
            row, given = layout.caps[f.cap] * f.bits // 8, len(data) // f.size
            blank = struct.pack(f"={FORMATS[f.bits]}", f.init) * layout.caps[f.cap]
            rows = (data[r * given : (r + 1) * given] for r in range(f.size))
            data = b"".join(held[:row] + blank[given:row] for held in rows)
        elif n >= 0:
            struct.pack_into("=i", state, n, len(data) // (f.bits // 8))
        state[o : o + len(data)] = data
    return bytes(state)


def needed_capacity(fields: Mapping[str, Field], values: Mapping[str, bytes], cap: str, room: int = 0) -> int:
    """The capacity that packed values need. room: what there is of it anyway. Rows that were packed with more room need
    only as much as one of them holds."""
    held = (_held(values[f.name], f, room) for f in fields.values() if f.cap == cap)
    return max(held, default=0)


def _held(data: bytes, f: Field, room: int) -> int:
    width = n = len(data) * 8 // f.bits // f.size
    if n > room and f.kind is FieldKind.ARRAY:
        values = array(FORMATS[f.bits], _little(data, f))
        while n > room and values[n - 1 :: width].count(f.init) == f.size:
            n -= 1
    return n
