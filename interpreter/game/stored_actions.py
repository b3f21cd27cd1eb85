"""The numbers of a game's moves in the cache, as one list of JSON: to find them takes seconds in large games."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from time import thread_time
from typing import Any

from ludparse.description.request import Request

from .actions.numbering import Column, Group, Meaning, Numbering
from .stored_game import read_part, write_part

__all__ = ["kept_numbering"]

_KIND = "actions"
_WORTH_KEEPING = 0.1
"""Seconds: numbers that are found in less time are found again."""


def kept_numbering(request: Request, library: str | None, make: Callable[[], Numbering]) -> Numbering:
    """The numbers of a game: from the cache, or made and kept there. library: as of `stored_game.name_of`."""
    try:
        sections = read_part(request, library, _KIND)
        if sections is not None:
            return _decoded(json.loads(zlib.decompress(sections["numbering"])))
    except (ValueError, LookupError, TypeError, zlib.error):
        pass  # of another make
    began = thread_time()
    numbering = make()
    if thread_time() - began > _WORTH_KEEPING:
        data = json.dumps(_encoded(numbering), separators=(",", ":")).encode()
        write_part(request, library, _KIND, {"numbering": zlib.compress(data, 1)})
    return numbering


def _encoded(numbering: Numbering) -> list[Any]:
    places = [
        [*place, [found.columns, [[key, number] for key, number in found.numbers.items()], found.other]]
        if isinstance(found, Group)
        else [*place, found]
        for place, found in numbering.places.items()
    ]
    meanings = [
        [sorted(kinds), begin, end, [[column, sorted(values)] for column, values in told]]
        for kinds, begin, end, told in numbering.meanings
    ]
    told = [numbering.size, numbering.told, numbering.bounded, meanings, numbering.by_content, numbering.reason]
    return [places, *told, numbering.shared]


def _decoded(row: list[Any]) -> Numbering:
    rows, size, told, bounded, meanings, by_content, reason, shared = row
    places: dict[tuple[int, int], int | Group] = {}
    for begin, end, found in rows:
        if not isinstance(found, int):
            columns, numbers, other = found
            found = Group(tuple(Column(*c) for c in columns), {tuple(key): number for key, number in numbers}, other)
        places[begin, end] = found
    meant = [
        Meaning(frozenset(kinds), begin, end, tuple((Column(*c), frozenset(values)) for c, values in told_apart))
        for kinds, begin, end, told_apart in meanings
    ]
    return Numbering(places, size, told, bounded, meant, by_content, reason, shared)
