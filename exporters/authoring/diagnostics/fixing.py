"""Puts right what has exactly one right answer."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.problems.errors import Edit, LudError
from ludparse.problems.spans import Source

__all__ = ["fixed"]


def fixed(source: Source, problems: Sequence[LudError]) -> tuple[str, int]:
    """The text with the fixes of the problems made, and how many problems they put right.

    A problem whose edits lie in another text, or overlap those of one before it, is left as it is.
    """
    chosen: list[Edit] = []
    count = 0
    for error in problems:
        edits = error.fix
        if edits and all(_in(source, edit) and not any(_overlap(edit, other) for other in chosen) for edit in edits):
            chosen += edits
            count += 1
    text = source.text
    for edit in sorted(chosen, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text, count


def _in(source: Source, edit: Edit) -> bool:
    return edit.span.file == source.name and source.text[edit.span.start : edit.span.end] == edit.span.text


def _overlap(one: Edit, other: Edit) -> bool:
    a, b = one.span, other.span
    return (a.start < b.end and b.start < a.end) or (a.start, a.end) == (b.start, b.end)
