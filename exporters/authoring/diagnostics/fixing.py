"""Puts right what can be put right: tries what the front end proposes, and keeps what helps.

A problem has remedies, which nobody has tried; only a remedy that helps becomes its fix, which is offered and made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludparse.problems.errors import Edit, LudError, LudSyntaxError, LudTypeError, Remedy
from ludparse.problems.spans import Source
from ludparse.reader.matching import open_parts

__all__ = ["MAX_WORK", "Trial", "changed", "fixed", "try_remedies"]

MAX_WORK = 1_000_000
"""Characters that are read for the remedies of one text, each of which is tried on all of it."""

Look = Callable[[Source], list[LudError]]
"""Finds all problems of a source."""

_COMMENT_OR_STRING = r'//[^\n]*|"[^"\\]*+(?:\\"?+[^"\\]*+)*+"'
_WORD = re.compile(_COMMENT_OR_STRING + r'|[^\s(){}"]+')


class _Tried(NamedTuple):
    """A remedy that helps: how much is wrong afterwards, the text then, and what is wrong with it."""

    weight: tuple[int, ...]
    remedy: Remedy
    source: Source
    problems: list[LudError]


def try_remedies(source: Source, problems: Sequence[LudError], look: Look) -> None:
    """Gives each problem of a source the remedy that helps as its fix, none to the others."""
    Trial(look).each(source, problems)


def fixed(source: Source, look: Look) -> tuple[Source, list[LudError], list[LudError]]:
    """The source with all remedies that help, what is wrong with it then, and the problems that were put right, each
    with its fix.

    What was hidden until then may have a remedy, too. No problem that is left has a fix, unless there were too many.
    """
    return Trial(look).all(source, look(source))


class Trial:
    """Tries the remedies of texts, each text once."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._seen: dict[str, list[LudError]] = {}
        self._left = MAX_WORK

    def each(self, source: Source, problems: Sequence[LudError]) -> None:
        """As the function `try_remedies`."""
        for problem in problems:
            best = self.best(source, problems, problem)
            problem.fix = best.remedy.edits if best is not None else ()

    def all(self, source: Source, problems: Sequence[LudError]) -> tuple[Source, list[LudError], list[LudError]]:
        """As the function `fixed`, of a source with these problems."""
        at, made, problems = 0, [], list(problems)
        while at < len(problems):
            problem = problems[at]
            best = self.best(source, problems, problem)
            if best is None:
                at += 1
            else:
                problem.fix = best.remedy.edits
                made.append(problem)
                _, _, source, problems = best
                at = 0
        return source, problems, made

    def best(self, source: Source, problems: Sequence[LudError], problem: LudError) -> _Tried | None:
        """The remedy of a problem after which least is wrong.

        None where nothing gets better, or two remedies are as good. Where a bracket is put right, mistakes come to
        light that nobody saw before: so what is wrong is compared by how early it is noticed. There may be more of them
        in the end only if the remedy is nearest by itself: the lines say where the bracket has to be.
        """
        tried = []
        for remedy in problem.remedies:
            better = _edited(source, remedy)
            if better is not None and self._left >= len(better.text):
                after = self._problems(better)
                if _better(problems, after) and not _blamed(remedy.edits, after):
                    tried.append(_Tried((*_weight(after), remedy.distance), remedy, better, after))
        tried.sort(key=lambda one: one.weight)
        if not tried or (len(tried) > 1 and tried[0].weight == tried[1].weight):
            return None
        best = tried[0]
        if best.remedy.distance and _errors(best.problems) > _errors(problems):
            left = self.all(best.source, best.problems)[1]
            if _errors(left) > _errors(problems):
                return None
        return best

    def _problems(self, source: Source) -> list[LudError]:
        if source.text not in self._seen:
            self._left -= len(source.text)
            self._seen[source.text] = self._look(source)
        return self._seen[source.text]


_LONGEST = 70
_CONTEXT = 30


def changed(edits: Sequence[Edit]) -> tuple[str, str]:
    """What stands where some edits of one text change it, before and after, as words in a line; empty without edits."""
    if not edits:
        return "", ""
    text = edits[0].span.source.text
    start, end = min(edit.span.start for edit in edits), max(edit.span.end for edit in edits)
    words = any(edit.text.strip("(){} ") or edit.span.text.strip("(){} ") for edit in edits)
    first = start if words else max(0, start - _CONTEXT)  # brackets alone say little
    while start and (start > first or not text[start - 1].isspace()) and text[start - 1] not in "(\n":
        start -= 1
    while end < len(text) and not text[end].isspace() and (not words or text[end] not in "(){}"):
        end += 1
    after = text[start:end]
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        after = after[: edit.span.start - start] + edit.text + after[edit.span.end - start :]
    return _short(text[start:end]), _short(after)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"


def _errors(problems: Sequence[LudError]) -> int:
    return sum(_weight(problems)[:3])


def _weight(problems: Sequence[LudError]) -> tuple[int, int, int, int]:
    """How many problems there are of the text, of its ludemes, of its rules; and how many warnings."""
    counts = [0, 0, 0, 0]
    for problem in problems:
        if problem.severity != "error":
            counts[3] += 1
        else:
            counts[0 if isinstance(problem, LudSyntaxError) else 1 if isinstance(problem, LudTypeError) else 2] += 1
    return counts[0], counts[1], counts[2], counts[3]


def _better(before: Sequence[LudError], after: Sequence[LudError]) -> bool:
    """Whether less is wrong than before. Where the text could be read, no ludeme may be wrong that was not before."""
    if _weight(after) >= _weight(before):
        return False
    if _weight(after)[0] < _weight(before)[0]:
        return True

    def said(problems: Sequence[LudError]) -> Counter[tuple[str, str]]:
        return Counter((problem.code, problem.message) for problem in problems if isinstance(problem, LudTypeError))

    return said(after) <= said(before)


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


def _edited(source: Source, remedy: Remedy) -> Source | None:
    """The source with some edits; None where one lies in another text or in a part that is left open, or something
    that was written would be lost."""
    text = source.text
    parts = open_parts(text)
    for edit in sorted(remedy.edits, key=lambda edit: edit.span.start, reverse=True):
        start, end = edit.span.start, edit.span.end
        if edit.span.file != source.name or source.text[start:end] != edit.span.text:
            return None
        if any(start < last and first < end for first, last in parts):
            return None
        text = text[:start] + edit.text + text[end:]
    idle = remedy.idle.count("(")
    lost = text.count("(") + idle < source.text.count("(") or len(_words(text)) + len(remedy.idle) - idle < len(
        _words(source.text)
    )
    return None if lost or not remedy.edits else Source(source.name, text)


def _words(text: str) -> list[str]:
    """The words, numbers and strings of a text, without quotation marks; names of arguments are none."""
    words = (word[0] for word in _WORD.finditer(text))
    return [word.strip('"') for word in words if not word.startswith("//") and not word.endswith(":")]
