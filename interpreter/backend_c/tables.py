"""Constant tables in C: small ones are part of the source, where the compiler knows them; others are passed as data."""

from __future__ import annotations

from array import array

from ..program.ops import Program, Table

__all__ = ["definitions", "table_data", "table_names"]

LARGEST = 4096
"""Ints of a table that still becomes part of the source. More would cost the compiler noticeable time."""


def table_data(table: Table, set_width: int) -> array[int]:
    """A table as an array of ints for the runtime."""
    if table.kind == "flat":
        return array("i", [len(table.values), *map(int, table.values)])
    if table.kind == "sets":
        words = (set_width + 63) // 64
        out = array("i", [len(table.rows), 0])
        for row in table.lists:
            bits = 0
            for site in row:
                bits |= 1 << site
            out.frombytes(bits.to_bytes(words * 8, "little"))
        return out
    heads, body = array("i"), array("i")
    n = len(table.rows)
    for row in table.lists:
        heads.append(1 + n + len(body))
        body.append(len(row))
        body.extend(row)
    return array("i", [n]) + heads + body


def table_names(program: Program) -> dict[str, str]:
    """How C code refers to each table."""
    return {
        name: f"table_{i}" if _ints(table, program.set_width) <= LARGEST else f"e->t[{i}]"
        for i, (name, table) in enumerate(program.tables.items())
    }


def definitions(program: Program) -> list[str]:
    """The tables that are part of the source."""
    out = []
    for name, place in table_names(program).items():
        if not place.startswith("e->"):
            values = ",".join(map(str, table_data(program.tables[name], program.set_width)))
            out.append(f"static const table_t {place}[] UNUSED = {{{values}}};")
    return ['#pragma GCC diagnostic ignored "-Wmissing-braces"', *out] if out else []


def _ints(table: Table, set_width: int) -> int:
    """The number of ints of `table_data`."""
    if table.kind == "flat":
        return 1 + len(table.rows)
    if table.kind == "sets":
        return 2 + len(table.rows) * ((set_width + 63) // 64) * 2
    return 1 + 2 * len(table.rows) + sum(map(len, table.lists))
