"""What a library says about one of its defines."""

from __future__ import annotations

from typing import NamedTuple

from ludparse.problems.spans import Source

__all__ = ["LibraryDefine"]


class LibraryDefine(NamedTuple):
    """A define of a library: its name in quotation marks, its file, and where in it the define stands."""

    tag: str
    source: Source
    start: int
    end: int
    body_start: int
