"""Puts right what can be put right: tries what the front end proposes, and keeps what helps.

A problem has remedies, which nobody has tried; only a remedy that helps becomes its fix, which is offered and made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ludparse.problems.errors import Edit, LudError, LudSyntaxError, LudTypeError
from ludparse.problems.spans import Source

__all__ = ["MAX_TRIED", "fixed", "try_remedies"]

MAX_TRIED = 50
"""Remedies that are tried of one text; each takes as long as to check it once."""

Look = Callable[[Source], list[LudError]]
"""Finds all problems of a source."""

_Edits = tuple[Edit, ...]

_COMMENT_OR_STRING = r'//[^\n]*|"[^"\\]*+(?:\\"?+[^"\\]*+)*+"'
_OPEN = re.compile(_COMMENT_OR_STRING + r"|[\[\]]")
_WORD = re.compile(_COMMENT_OR_STRING + r'|[^\s(){}"]+')


def try_remedies(source: Source, problems: Sequence[LudError], look: Look) -> None:
    """Gives each problem of a source the remedy that helps as its fix, none to the others."""
    left = MAX_TRIED
    for problem in problems:
        problem.fix = ()
        if left >= len(problem.remedies):
            left -= len(problem.remedies)
            best = _best(source, problems, problem, look)
            problem.fix = best[0] if best is not None else ()


def fixed(source: Source, look: Look) -> tuple[Source, list[LudError], int]:
    """The source with all remedies that help, what is wrong with it then, and how many helped.

    What was hidden until then may have a remedy, too. No problem that is left has a fix, unless there were too many.
    """
    problems = look(source)
    count, at, left = 0, 0, MAX_TRIED
    while at < len(problems):
        left -= len(problems[at].remedies)
        best = _best(source, problems, problems[at], look) if left >= 0 else None
        if best is None:
            at += 1
        else:
            _, source, problems = best
            count, at, left = count + 1, 0, MAX_TRIED
    return source, problems, count


def _best(
    source: Source, problems: Sequence[LudError], problem: LudError, look: Look
) -> tuple[_Edits, Source, list[LudError]] | None:
    """The remedy of a problem after which least is wrong, the text then, and what is wrong with it.

    None where nothing gets better, or two remedies are as good. Where a bracket is put right, mistakes come to light
    that nobody saw before: so what is wrong is compared by how early it is noticed.
    """
    tried = []
    for edits in problem.remedies:
        better = _edited(source, edits)
        if better is not None:
            after = look(better)
            if _weight(after) < _weight(problems) and not _blamed(edits, after):
                tried.append((_weight(after), edits, better, after))
    tried.sort(key=lambda one: one[0])
    if not tried or (len(tried) > 1 and tried[0][0] == tried[1][0]):
        return None
    return tried[0][1:]


def _weight(problems: Sequence[LudError]) -> tuple[int, int, int, int]:
    """How many problems there are of the text, of its ludemes, of its rules; and how many warnings."""
    counts = [0, 0, 0, 0]
    for problem in problems:
        if problem.severity != "error":
            counts[3] += 1
        else:
            counts[0 if isinstance(problem, LudSyntaxError) else 1 if isinstance(problem, LudTypeError) else 2] += 1
    return counts[0], counts[1], counts[2], counts[3]


def _blamed(edits: Sequence[Edit], after: Sequence[LudError]) -> bool:
    """Whether something is wrong with a word that the edits have written, such as a role that is nobody there."""
    shift, written = 0, []
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        start = edit.span.start + shift
        written.append((start, start + len(edit.text), {*_words(edit.span.text)}))
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    spans = [(problem.span, edits[0].span.file) for problem in after if problem.span is not None]
    return any(
        span.file == file and start <= span.start and span.end <= end and not old.issuperset(_words(span.text))
        for span, file in spans for start, end, old in written
    )  # fmt: skip


def _edited(source: Source, edits: Sequence[Edit]) -> Source | None:
    """The source with some edits; None where one lies in another text or in a part that is left open, or something
    that was written would be lost."""
    text = source.text
    parts = list(_left_open(text))
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        start, end = edit.span.start, edit.span.end
        if edit.span.file != source.name or source.text[start:end] != edit.span.text:
            return None
        if any(start < last and first < end for first, last in parts):
            return None
        text = text[:start] + edit.text + text[end:]
    lost = text.count("(") < source.text.count("(") or len(_words(text)) < len(_words(source.text))
    return None if lost or not edits else Source(source.name, text)


def _left_open(text: str) -> list[tuple[int, int]]:
    """The parts in square brackets, which somebody else is to complete; one that is not closed goes on to the end."""
    parts, depth, start = [], 0, 0
    for found in _OPEN.finditer(text):
        if found[0] == "[":
            start = found.start() if depth == 0 else start
            depth += 1
        elif found[0] == "]" and depth:
            depth -= 1
            if depth == 0:
                parts.append((start, found.end()))
    return [*parts, (start, len(text))] if depth else parts


def _words(text: str) -> list[str]:
    """The words, numbers and strings of a text, without quotation marks; names of arguments are none."""
    words = (word[0] for word in _WORD.finditer(text))
    return [word.strip('"') for word in words if not word.startswith("//") and not word.endswith(":")]
