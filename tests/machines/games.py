"""The games that machines play: their generated code, and what has to come of their random games."""

from __future__ import annotations

import hashlib
import re
import struct
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ludparse import LudError, load
from ludparse.interpreter.backends.c.random_games.games import hindrance, render_games
from ludparse.interpreter.backends.c.rendering import tables
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.program.ops import FieldKind, Table
from ludparse.interpreter.program.program import Program
from tests.corpus import LIBRARY, REPO

__all__ = ["BY_PYTHON", "MOST", "PLAYED", "Prepared", "chosen", "prepare"]

PLAYED, MOST = 10, 200
"""Random games of a game, and the most moves of one."""
BY_PYTHON = 3
"""How many of them the Python backend plays: it is slow."""
_FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}
_ORDERS = {"little": "<", "big": ">"}


class Prepared(NamedTuple):
    """A game's folder. flags: of its compilation; expected: the first lines that its random games print; codes: the
    names of its sources."""

    name: str
    folder: Path
    flags: tuple[str, ...]
    expected: list[str]
    codes: tuple[str, ...]


def chosen() -> list[Path]:
    """The games of the library, or ours where it is not there, in an order by chance, always the same one."""
    place, folder = (LIBRARY, "lud") if LIBRARY.is_dir() else (REPO, "games")

    def order(path: Path) -> str:
        return hashlib.sha256(f"2026-11{path.relative_to(place).as_posix()}".encode()).hexdigest()

    return sorted((place / folder).rglob("*.lud"), key=order)


def prepare(
    source: str | Path, place: Path, big: Iterable[bool] = (False, True), by_python: int = BY_PYTHON
) -> Prepared | None:
    """Writes what a game's driver needs, for machines of some byte orders (True: the highest byte comes first), and
    what so many games played in Python print. None for what is not one game."""
    try:
        game = load(source, library=LIBRARY if LIBRARY.is_dir() else None, backend="python")
    except LudError:
        return None
    if not isinstance(game, SingleGame):
        return None
    engine, program = game._engine, game.program
    state = engine.start(1)
    played = engine.playouts(state, 0, by_python, 7, MOST, 1)
    expected = [
        " ".join(map(str, (played.lengths[k], *(int(2 * x) for x in played.rankings[k])))) for k in range(by_python)
    ]
    folder = place / re.sub(r"[^A-Za-z0-9]+", "-", game.name)
    programs = {"rules": program}
    only = program.random_games(program) if program.random_games else None
    if only is not None and not hindrance(only):
        programs["games"] = only
    for code, what in programs.items():
        for order in ("big" if one else "little" for one in sorted(big)):
            (folder / code / order).mkdir(parents=True, exist_ok=True)
            (folder / code / order / "start.h").write_text(_start(what, engine.pack(state), game.players))
            with _tables_of(order):
                text = render_games(what) if code == "games" else render_c(what)
                data = [tables.table_data(table, what.set_width) for table in what.tables.values()]
            (folder / code / order / "game.c").write_text(text)
            numbers = [len(data), *(x for table in data for x in (len(table), *table))]
            (folder / code / order / "tables").write_bytes(struct.pack(f"{_ORDERS[order]}{len(numbers)}i", *numbers))
    caps = tuple(f"-DCAP_{name}={size}" for name, size in state[1].items())
    return Prepared(game.name, folder, caps, expected, tuple(programs))


def _start(program: Program, state: dict[str, bytes], players: int) -> str:
    """The first position as C source."""
    members = []
    for name, f in program.fields.items():
        if f.kind is FieldKind.SET:
            words = struct.unpack(f"<{len(state[name]) // 8}Q", state[name])
            members.append(f".{name} = {{{{{', '.join(f'{word:#x}ull' for word in words)}}}}}")
            continue
        values = struct.unpack(f"<{len(state[name]) * 8 // f.bits}{_FORMATS[f.bits]}", state[name])
        if f.kind is FieldKind.LIST:
            members.append(f".{name}_n = {len(values)}")
        if values:
            stride = len(values) // f.size if f.kind is FieldKind.ARRAY and f.cap else 0  # a machine may need more room
            places = [f"[{k // stride} * CAP_{f.cap} + {k % stride}] = " if stride else "" for k in range(len(values))]
            shown = ", ".join(
                place + ("INT64_MIN" if x == -(2**63) else f"{x}{'ll' * (f.bits == 64)}")
                for place, x in zip(places, values, strict=True)
            )
            members.append(f".{name} = {shown if f.kind is FieldKind.INT else f'{{{shown}}}'}")
    return f"enum {{ SEATS = {players} }};\nstatic const state_t first = {{{', '.join(members)}}};\n"


@contextmanager
def _tables_of(order: str) -> Iterator[None]:
    """Meanwhile tables are made as on a machine of this byte order."""
    real = tables.table_data

    def swapped(table: Table, set_width: int) -> array[int]:
        data = real(table, set_width)
        if table.kind == "ways":  # bytes
            rest = data[2:]
            rest.byteswap()
            data[2:] = rest
        elif table.kind in ("sets", "groups", "rays"):  # words of 64 bits
            data[2::2], data[3::2] = data[3::2], data[2::2]
        return data

    if order != sys.byteorder:
        tables.table_data = swapped
    try:
        yield
    finally:
        tables.table_data = real
