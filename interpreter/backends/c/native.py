"""Loaded native code: its functions, the layout of its states, and the memory that its calls use."""

from __future__ import annotations

import ctypes
import os
import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import LudLimitError

from ...program.state_layout import Field, FieldKind
from .compile import CompilerFailsError

if TYPE_CHECKING:
    from pathlib import Path

_P, _BYTES = ctypes.c_void_p, ctypes.c_char_p
_I = ctypes.c_int
"""For results, and for the numbers of single moves, which come from native code itself; others are checked."""


def _checked(kind: type[Any], least: int, most: int) -> type[Any]:
    """A type of arguments that refuses numbers which it cannot hold: those of ctypes take them modulo their size."""

    class Checked(kind):  # type: ignore[misc]
        @classmethod
        def from_param(cls, value: int) -> Any:
            if not least <= value <= most:
                raise OverflowError(f"{value} is not between {least} and {most}")
            return kind(value)

    return Checked


INT = _checked(ctypes.c_int, -(2**31), 2**31 - 1)
INT64 = _checked(ctypes.c_int64, -(2**63), 2**63 - 1)
UINT64 = _checked(ctypes.c_uint64, 0, 2**64 - 1)
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "new": (_P, []),
    "free": (None, [_P]),
    "detail": (_I, [_P]),
    "field": (_I, [_P]),
    "where": (_I, [_P]),
    "consequent": (_I, [_P]),
    "patient": (None, [_P, _I]),
    "cancel": (None, [_P]),
    "table": (None, [_P, _I, _P]),
    "out": (_P, [_P]),
    "state_size": (ctypes.c_long, []),
    "layout_table": (ctypes.POINTER(ctypes.c_long), []),
    "start": (_I, [_P, INT64]),
    "moves": (_I, [_P, _BYTES]),
    "choose": (_I, [_P, _BYTES, _I]),
    "count": (_I, [_P, _BYTES]),
    "play": (_I, [_P, _BYTES, _BYTES, ctypes.c_long, _I]),
    "perft": (_I, [_P, _BYTES, INT, _P]),
    "playouts": (_I, [_P, _BYTES, INT64, INT, UINT64, INT, INT, INT, _P, _P, _P]),
    "follow": (_I, [_P, INT64, _P, INT, _P]),
}
_SEARCHES: dict[str, tuple[Any, list[Any]]] = {
    "search_new": (_P, [INT64]),
    "search_free": (None, [_P]),
    "search_settings": (_I, [_P, _P, INT, ctypes.c_double, ctypes.c_double]),
    "search_guide": (None, [_P, INT, INT]),
    "search_clear": (None, [_P]),
    "search_advance": (_I, [_P, INT, UINT64]),
    "search_digest": (_I, [_P, _P, _BYTES, _P]),
    "search_begin": (ctypes.c_int64, [_P, _P, _BYTES, INT, INT, INT]),
    "search_bar": (_I, [_P, _BYTES, INT]),
    "decisive": (_I, [_P, _P, _BYTES, INT, ctypes.c_double, _P, INT]),
    "search_run": (_I, [_P, _P, INT64, ctypes.c_double, ctypes.c_double, _P]),
    "search_numbers": (None, [_P, _P]),
    "search_root": (None, [_P, _P, INT]),
    "evaluate_new": (_P, [_P, _P, _P, _P, _P, _P, _P]),
    "evaluate_free": (None, [_P]),
    "evaluate": (_I, [_P, _P, _BYTES, _P]),
    "ab_new": (_P, []),
    "ab_free": (None, [_P]),
    "ab_settings": (None, [_P, _P, _P, _P]),
    "ab_try": (_I, [_P, _P, _BYTES, INT, INT, ctypes.c_double, ctypes.c_double, ctypes.c_double, _P]),
    "ab_look": (_I, [_P, _P, _BYTES]),
    "solve": (_I, [_P, _P, _BYTES, INT, UINT64, ctypes.c_double, _P, UINT64, INT64,
                   ctypes.c_double, _P]),
    "solve_look": (_I, [_P, _P, _BYTES, _P, UINT64, _P]),
    "search_passes": (None, [_P, INT, INT, INT, INT]),
    "cycles": (_I, [_P, _P, _BYTES, INT, UINT64, INT64, INT64, ctypes.c_double, _P, _P]),
    "cycle_key": (_I, [_P, _P, _BYTES, _P]),
    "search_after": (_I, [_P, _P, INT, _P, INT, _P]),
}

_ALL_FUNCTIONS = _FUNCTIONS | _SEARCHES
FORMATS = {8: "b", 16: "h", 32: "i", 64: "q"}


def open_library(path: Path) -> ctypes.CDLL:
    """Load a compiled library. Raises CompilerFailsError where the system does not allow it."""
    try:
        return ctypes.CDLL(str(path))
    except OSError as problem:
        forbidden = hasattr(os, "statvfs") and path.exists() and os.statvfs(path).f_flag & getattr(os, "ST_NOEXEC", 0)
        why = "its file system is mounted without the right to run code (noexec)" if forbidden else str(problem)
        raise CompilerFailsError(f"native code cannot be loaded from the cache {path.parent}: {why}") from problem


class Layout:
    """Where the fields of a state lie. caps: the capacities of what grows, by name; size: of a state in bytes.

    fields: for each field its place, its size (both in bytes) and the place of its length, -1 without one.
    """

    __slots__ = ("caps", "fields", "size")

    def __init__(self, caps: Mapping[str, int], size: int, fields: Mapping[str, tuple[int, int, int]]) -> None:
        self.caps = caps
        self.size = size
        self.fields = fields

    def convert(self, state: bytes, old: Layout, fields: Mapping[str, Field]) -> bytes:
        """Convert a state from an older layout to this one. Raises ValueError where that has larger capacities."""
        fresh = bytearray(self.size)
        for name, f in fields.items():
            (o, size, n), (o2, size2, n2) = old.fields[name], self.fields[name]
            if size2 < size:
                raise ValueError(f"a state has more room for {name} than the code that is to run it")
            if n >= 0:
                fresh[n2 : n2 + 4] = state[n : n + 4]
            if f.cap and f.kind is FieldKind.ARRAY:  # rows of `cap` values
                width = f.bits // 8
                a, b = old.caps[f.cap] * width, self.caps[f.cap] * width
                blank = struct.pack(f"={FORMATS[f.bits]}", f.init) * self.caps[f.cap]
                for r in range(f.size):
                    fresh[o2 + r * b : o2 + r * b + b] = state[o + r * a : o + r * a + a] + blank[a:]
            else:
                fresh[o2 : o2 + size] = state[o : o + size]
        return bytes(fresh)


class Working:
    """The working memory of one native call, used by one thread at a time."""

    __slots__ = ("code", "pointer")

    def __init__(self, code: Library) -> None:
        pointer = code.new()
        if not pointer:
            raise LudLimitError("not enough memory for the engine")
        self.code = code
        self.pointer: int = pointer
        for i, data in enumerate(code.tables):
            code.table(pointer, i, data.buffer_info()[0])

    def __del__(self) -> None:
        if hasattr(self, "pointer"):
            self.code.free(self.pointer)


class Memory(Working):
    """The working memory of a call of `Code`.

    state: a view of the state that the last call left; out: of what it put out, as ints.
    """

    __slots__ = ("out", "room", "state")

    code: Code

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.state = memoryview((ctypes.c_char * code.layout.size).from_address(self.pointer))
        self.room = 0
        self.find_out(4096)

    def find_out(self, n: int) -> None:
        """Look up the address of `out`, which moves when it grows. n: the number of ints in it."""
        place = self.code.out(self.pointer)
        self.out = memoryview((ctypes.c_int32 * n).from_address(place)).cast("B").cast("i")
        self.room = n

    def taken(self, n: int) -> bytes:
        """A copy of the first n ints of `out`."""
        if n > self.room:
            self.find_out(n)
        return self.out[:n].tobytes()


class Library:
    """One compiled library. Its functions stand in attributes named as in C without `lp_`.

    tables: read where they are, and therefore kept here. layout: of its states.
    """

    def __init__(
        self,
        path: Path,
        tables: Sequence[array[int]],
        fields: Sequence[str],
        caps: Mapping[str, int],
        names: Iterable[str],
    ) -> None:
        self.path = str(path)
        library = open_library(path)
        functions: dict[str, Any] = {}
        for name in names:
            function = getattr(library, f"lp_{name}")
            function.restype, function.argtypes = _ALL_FUNCTIONS[name]
            functions[name] = function
        self.tables = tables
        self.functions: Mapping[str, Any] = functions
        self.new, self.free, self.table = (functions[n] for n in ("new", "free", "table"))
        self.patient, self.cancel, self.playouts = (functions[n] for n in ("patient", "cancel", "playouts"))
        raw = functions["layout_table"]()
        places = {name: (raw[3 * i], raw[3 * i + 1], raw[3 * i + 2]) for i, name in enumerate(fields)}
        self.layout = Layout(dict(caps), functions["state_size"](), places)


class Code(Library):
    """One compiled library of a whole program (core/entry.h).

    idle: memory that no call is using; a call takes one from it, or a new one, and puts it back. rank: 0 for code that
    compiles quickly, up to 2 for optimised code. searches: whether the library can also search and evaluate.
    """

    def __init__(
        self,
        path: Path,
        tables: Sequence[array[int]],
        fields: Sequence[str],
        caps: Mapping[str, int],
        rank: int,
        *,
        searches: bool = True,
    ) -> None:
        super().__init__(path, tables, fields, caps, _ALL_FUNCTIONS if searches else _FUNCTIONS)
        self.rank = rank
        self.searches = searches
        functions = self.functions
        self.out = functions["out"]
        self.detail, self.field, self.where, self.consequent = (
            functions[n] for n in ("detail", "field", "where", "consequent")
        )
        self.start, self.moves, self.play = (functions[n] for n in ("start", "moves", "play"))
        self.choose, self.count = functions["choose"], functions["count"]
        self.perft, self.follow = functions["perft"], functions["follow"]
        self.idle: list[Memory] = []

    def memory(self) -> Memory:
        """Memory for a call, idle or new. The caller must put it back into `idle`."""
        try:
            return self.idle.pop()
        except IndexError:
            return Memory(self)
