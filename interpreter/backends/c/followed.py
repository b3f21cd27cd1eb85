"""The library that digests what native code does (`core/digests.h`), and the tables that tell it of a game."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudLimitError

from ...play.snapshot import LETTERS, PARTS
from ...program.actions import ABOUT_NOBODY, ACTIONS, MESSAGES, ORDER, ActionKind
from ...program.raw import NOTES
from .compile import compile_library
from .native import open_library

if TYPE_CHECKING:
    from ...play.engine import Traits
    from ...program.state_layout import Field
    from .native import Layout

__all__ = ["Digests"]

_SHOWS = ("always", "set", "true", "many")
_FORMS = {"int": 0, "site_type": 1, "bool": 2, "string": 3, "role": 3, "float": 4, "range": 5, "sites": 6, "strings": 7}
_ODD = dict.fromkeys(MESSAGES, 1) | {"set_pending": 2, "pass": 3} | dict.fromkeys(NOTES, 4)
_EXTRA = {"add": 1, "insert": 1, "move": 2, "plain": 3}
_HEAD = (("mover", 0), ("next", 0), ("prev", 0), ("turn", 0), ("counter", 0), ("active", 1), ("temp", 0))
"""Fields that a digest of a position begins with, and whether only their truth counts."""


class Digests:
    """What the library has to know of a game. layout: of the states that it is to digest. Any number of threads may
    use it."""

    def __init__(
        self, fields: Mapping[str, Field], layout: Layout, strings: Sequence[str], players: int, traits: Traits
    ) -> None:
        self.layout = layout
        self._table, self._letters = plan(fields, layout, strings, players, traits)

    @contextmanager
    def open(self) -> Iterator[int]:
        """The address of what native code digests one game with."""
        library = _library()
        pointer = library.digests_new(self._table.buffer_info()[0], self._letters)
        if not pointer:
            raise LudLimitError("not enough memory for the engine")
        try:
            yield pointer
        finally:
            library.digests_free(pointer)


@cache
def _library() -> ctypes.CDLL:
    library = open_library(compile_library('#include "core/digests.h"\n', ("-O2",)))
    library.digests_new.restype = ctypes.c_void_p
    library.digests_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.digests_free.restype = None
    library.digests_free.argtypes = [ctypes.c_void_p]
    return library


def plan(
    fields: Mapping[str, Field], layout: Layout, strings: Sequence[str], players: int, traits: Traits
) -> tuple[array[int], bytes]:
    """The tables: ints, and the letters of all names and strings."""
    letters = bytearray()

    def text(words: str) -> tuple[int, int]:
        data = words.encode()
        letters.extend(data)
        return len(letters) - len(data), len(data)

    def place(name: str) -> tuple[int, int]:
        return (layout.fields[name][0], fields[name].bits) if name in fields else (-1, 0)

    head = [len(_HEAD), *(v for name, truth in _HEAD for v in (truth, *place(name)))]
    lists = [
        4, 1, 0, *place("phase"), 500, 0, *place("rank"),
        1, 1, *(place("score") if traits.scores else (-1, 0)), 1, 1, *(place("amount") if traits.amounts else (-1, 0)),
    ]  # fmt: skip
    places = [0]
    for letter, x in LETTERS:
        if f"what_{x}" in fields:
            what = fields[f"what_{x}"]
            stride = layout.fields[f"what_{x}"][1] * 8 // what.bits // what.size
            columns = [place(f"{name}_{x}") for name in ("count", "height", *PARTS)]
            places[0] += 1
            places += [ord(letter), what.size, stride, *(v for column in columns for v in column)]
    kinds: list[int] = []
    records: list[int] = []
    for name in ("THEN", *ORDER):
        kinds.append(len(records))
        if name in ACTIONS:
            records += _kind(ACTIONS[name], text)
        else:
            records += [0, 0, _ODD[name], 0, 0, 0, 0]
    words = [len(strings), *(v for string in strings for v in text(string))]
    parts = [head, lists, places, kinds, words, [len(traits.large), *sorted(traits.large)]]
    out = array("i", [int(traits.stochastic), players])
    at = 2 + len(parts)
    for part in parts:
        out.append(at)
        at += len(part)
    for part in parts:
        out.extend(part if part is not kinds else [at + k for k in kinds])
    out.extend(records)
    return out, bytes(letters)


def _kind(kind: ActionKind, text: Callable[[str], tuple[int, int]]) -> list[int]:
    """What is needed to write the text of a kind of action, in the order of TITLE … KEYS (`core/digests.h`)."""
    odd = _ODD.get(kind.name, 0)
    state = ABOUT_NOBODY if odd == _ODD["note"] else _index(kind, "state")
    extra = _EXTRA.get(kind.name, 0)
    found = [*text(kind.title), odd, extra, state, _index(kind, "what"), len(kind.keys)]
    for key in kind.keys:
        found += [*text(key.name), kind.param_index(key.param), _SHOWS.index(key.show), _FORMS[key.form]]
    return found


def _index(kind: ActionKind, name: str) -> int:
    return kind.params.index(name) if name in kind.params else -1
