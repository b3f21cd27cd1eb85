"""Puts right what has exactly one right answer, as far as that helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludparse.problems.errors import Edit, LudError
from ludparse.problems.spans import Source

__all__ = ["fixed"]


def fixed(source: Source, look: Callable[[Source], list[LudError]]) -> tuple[Source, list[LudError], int]:
    """The source with all fixes that help, what is wrong with it then, and how many fixes were made.

    look: finds all problems of a source. Each fix is tried alone. It stays where it leaves fewer errors, or as many and
    fewer warnings, and no ludeme less; what was hidden until then may have a fix, too.
    """
    problems = look(source)
    count = at = 0
    helped = False
    while at < len(problems):
        better = _edited(source, problems[at].fix)
        found = look(better) if better is not None else problems
        if better is not None and _severity(found) < _severity(problems):
            source, problems, count, helped = better, found, count + 1, True
        else:
            at += 1
        if at >= len(problems) and helped:
            at, helped = 0, False
    return source, problems, count


def _severity(problems: Sequence[LudError]) -> tuple[int, int]:
    return sum(error.severity == "error" for error in problems), len(problems)


def _edited(source: Source, edits: Sequence[Edit]) -> Source | None:
    """The source with some edits, None where there are none, one lies in another text, or a ludeme would be lost."""
    text = source.text
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        if edit.span.file != source.name or source.text[edit.span.start : edit.span.end] != edit.span.text:
            return None
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return Source(source.name, text) if edits and text.count("(") >= source.text.count("(") else None
