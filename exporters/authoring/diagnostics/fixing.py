"""Puts right what can be put right: tries what the front end proposes, and keeps what helps.

A problem has remedies, which nobody has tried; only a remedy that helps becomes its fix, which is offered and made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from ludparse.binding.bracket_repair import bracket_remedies
from ludparse.binding.signatures import constants
from ludparse.ludemes.base import REGISTRY
from ludparse.problems.errors import Edit, LudError, LudSyntaxError, LudTypeError, Remedy
from ludparse.problems.spans import Source, Span
from ludparse.reader.matching import closing_bracket, open_parts

__all__ = ["MAX_WORK", "Trial", "changed", "fixed", "moved_brackets", "try_remedies"]

MAX_WORK = 1_000_000
"""Characters that are read for the remedies of one text, each of which is tried on all of it."""

WORK_OF_PROBLEM = 200
"""To find one takes as long as to read so many characters; the first few count for nothing."""

FEW = 10

MAX_TIED = 4
"""Of more problems the first is put right first; of more remedies that are as good as each other none is looked into.
"""

MAX_AHEAD = 24
"""Remedies after which it is looked ahead."""

_MISPLACED = frozenset(("superfluous-argument",))
_BRACKETS = frozenset(("unclosed-bracket", "surplus-bracket", "wrong-bracket", "extra-bracket"))

_Made = tuple[LudError, Remedy]

Look = Callable[[Source], list[LudError]]
"""Finds all problems of a source."""

_COMMENT_OR_STRING = r'//[^\n]*|"[^"\\]*+(?:\\"?+[^"\\]*+)*+"'
_PART = re.compile(r"\s+|[^\s(){}]+|[(){}]")
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
        self._brackets: dict[str, list[Remedy]] = {}
        self._left = MAX_WORK
        self._ahead = self._sure = False

    def each(self, source: Source, problems: Sequence[LudError]) -> None:
        """As the function `try_remedies`."""
        self._sure = bool(_errors(self._all(source, problems)[1]))
        tried = [(problem, self.best(source, problems, problem)) for problem in problems]
        found = [(problem, best.remedy) for problem, best in tried if best is not None]
        if not found and (ahead := self._looking_ahead(source, problems)):
            found = [(ahead[0], ahead[1].remedy)]
        self._sure = False
        for problem in problems:
            problem.fix, problem.why = (), ""
        for problem, remedy in found:
            _fix(problem, remedy)
        _tell_cause([(problem, best) for problem, best in tried if best is not None], problems)

    def all(self, source: Source, problems: Sequence[LudError]) -> tuple[Source, list[LudError], list[LudError]]:
        """As the function `fixed`, of a source with these problems.

        Where something stays wrong, nothing says that what was put in another place belongs there: then only words and
        unmatched brackets are put right.
        """
        better, left, made = self._all(source, problems)
        if _errors(left):
            self._sure = True
            better, left, made = self._all(source, problems)
            self._sure = False
        for problem, remedy in made:
            _fix(problem, remedy)
        return better, left, [problem for problem, _ in made]

    def _all(self, source: Source, problems: Sequence[LudError]) -> tuple[Source, list[LudError], list[_Made]]:
        """A fix may bring others to light. In the end there are no more errors than before: else those are taken back
        after which there were."""
        made: list[_Made] = []
        problems = list(problems)
        least = _errors(problems)
        kept = source, problems, 0
        while found := self._next(source, problems) or self._looking_ahead(source, problems):
            problem, best = found
            made.append((problem, best.remedy))
            source, problems = best.source, best.problems
            if _errors(problems) <= least:
                kept = source, problems, len(made)
        return kept[0], kept[1], made[: kept[2]]

    def _next(self, source: Source, problems: Sequence[LudError]) -> tuple[LudError, _Tried] | None:
        """The problem that is put right next: of a few the one after which least is wrong, because some may be
        consequences of it; of many the first, but arguments that have no place before others."""
        found: list[tuple[LudError, _Tried]] = []
        few = len(problems) <= MAX_TIED
        for problem in problems if few else sorted(problems, key=lambda one: one.code not in _MISPLACED):
            best = self.best(source, problems, problem)
            if best is not None:
                found.append((problem, best))
                if not few or not _errors(best.problems):
                    break
        return min(found, key=lambda pair: _weight(pair[1].problems), default=None)

    def _looking_ahead(self, source: Source, problems: Sequence[LudError]) -> tuple[LudError, _Tried] | None:
        """A problem with a remedy that does not help yet, because it brings a mistake to light, but after which all
        that is wrong can be put right, and no ludeme is lost: if this always comes to the same text, the edits that
        lead to it."""
        if self._sure or self._ahead or not 0 < _errors(problems) <= MAX_TIED:
            return None
        self._ahead = True
        ends: dict[str, tuple[LudError, _Tried]] = {}
        for problem, remedy in [(one, remedy) for one in problems for remedy in one.remedies][:MAX_AHEAD]:
            better = self._edited(source, remedy)
            if better is not None:
                end, left, made = self._all(better, self._problems(better))
                lost = Counter(_words(source.text)) - Counter(_words(end.text))
                if not _errors(left) and REGISTRY.keys().isdisjoint(lost):
                    why = " ".join(dict.fromkeys(filter(None, [remedy.why, *(other.why for _, other in made)])))
                    tried = _Tried(_weight(left), Remedy(_edits(source, end.text), why=why), end, left)
                    if not tried.remedy.edits or not _blamed(tried.remedy.edits, left):
                        ends.setdefault("".join(end.text.split()), (problem, tried))
        self._ahead = False
        return next(iter(ends.values())) if len(ends) == 1 else None

    def best(self, source: Source, problems: Sequence[LudError], problem: LudError) -> _Tried | None:
        """The remedy of a problem after which least is wrong.

        None where nothing gets better, or two remedies are as good, also when all that can be put right is put right.
        Where a bracket is put right, mistakes come to light that nobody saw before: so what is wrong is compared by how
        early it is noticed, and there may be more of them only if these can be put right in turn.
        """
        remedies = problem.remedies
        if self._sure and problem.code not in _BRACKETS:
            remedies = tuple(remedy for remedy in remedies if _rewords(remedy))
        tried = self._tried(source, problems, remedies)
        if (not self._sure or problem.code in _BRACKETS) and all(_errors(one.problems) for one in tried):
            found = self._tried(source, problems, self._of_brackets(source, problems, problem))
            # where all brackets match, two are changed only if nothing is wrong then
            tried += found if problem.code in _BRACKETS else [one for one in found if not _errors(one.problems)]
        tried.sort(key=lambda one: one.weight)
        tied = [one for one in tried if one.weight == tried[0].weight]
        if len({one.source.text for one in tied}) > 1:
            tied = self._further(tied)
        if not tied:
            return None
        best = tied[0]
        if _errors(best.problems) > _errors(problems):
            left = self._all(best.source, best.problems)[1]
            if _errors(left) > _errors(problems):
                return None
        return best

    def _further(self, tied: Sequence[_Tried]) -> list[_Tried]:
        """Of remedies that are as good, the one after which most can be put right; none where two are that."""
        if len(tied) > MAX_TIED or not tied[0].problems:
            return []
        ends = [(_weight(left), better.text, one) for one in tied
                for better, left, _ in [self._all(one.source, one.problems)]]  # fmt: skip
        least = min(weight for weight, _, _ in ends)
        best = [(text, one) for weight, text, one in ends if weight == least]
        return [best[0][1]] if len({text for text, _ in best}) == 1 and least < tied[0].weight[:4] else []

    def _tried(self, source: Source, problems: Sequence[LudError], remedies: Iterable[Remedy]) -> list[_Tried]:
        """The remedies that help."""
        tried = []
        for remedy in remedies:
            better = self._edited(source, remedy)
            if better is not None:
                after = self._problems(better)
                if _better(problems, after, remedy.edits) and not _blamed(remedy.edits, after):
                    tried.append(_Tried((*_weight(after), remedy.distance), remedy, better, after))
        return tried

    def _of_brackets(self, source: Source, problems: Sequence[LudError], problem: LudError) -> list[Remedy]:
        """The remedies of all brackets of a text: those of the first problem with one, else of the first argument that
        has no place."""
        if problem.code not in _BRACKETS | _MISPLACED:
            return []
        codes = _BRACKETS if any(other.code in _BRACKETS for other in problems) else _MISPLACED
        if next((other for other in problems if other.code in codes), None) is not problem:
            return []
        if source.text not in self._brackets:
            self._brackets[source.text] = bracket_remedies(source)
        return self._brackets[source.text]

    def _edited(self, source: Source, remedy: Remedy) -> Source | None:
        """The source with some edits; None where one lies in another text or in a part that is left open, something
        that was written would be lost, or the text was not read yet and may not be: what was worked out once is not
        forgotten at the limit."""
        text = source.text
        parts = _open_parts(text)
        for edit in sorted(remedy.edits, key=lambda edit: edit.span.start, reverse=True):
            start, end = edit.span.start, edit.span.end
            if edit.span.file != source.name or source.text[start:end] != edit.span.text:
                return None
            if any(start < last and first < end for first, last in parts):
                return None
            text = text[:start] + edit.text + text[end:]
        if not remedy.edits or (text not in self._seen and self._left < len(text)):
            return None
        idle = remedy.idle.count("(")
        calls, words = _content(text)
        were_calls, were_words = _content(source.text)
        lost = calls + idle < were_calls or words + len(remedy.idle) - idle < were_words
        replaces = any(edit.span.text for edit in remedy.edits)  # else a string that never ended may be shorter now
        return None if lost and replaces else Source(source.name, text)

    def _problems(self, source: Source) -> list[LudError]:
        if source.text not in self._seen:
            found = self._seen[source.text] = self._look(source)
            self._left -= len(source.text) + WORK_OF_PROBLEM * max(0, len(found) - FEW)
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
    opened: list[int] = []
    for at in range(start, end if words and end - start < _LONGEST else start):
        if text[at] == "(":
            opened.append(at)
        elif text[at] == ")" and opened:
            opened.pop()
    if opened:  # all of the call that begins here
        end = max(end, closing_bracket(text, opened[0]) + 1)
    after = text[start:end]
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        after = after[: edit.span.start - start] + edit.text + after[edit.span.end - start :]
    return _short(text[start:end]), _short(after)


def moved_brackets(edits: Sequence[Edit]) -> str:
    """Which brackets are left out and put in by some edits that leave all else, or what is left out alone, and at which
    lines and columns; empty where words change, too."""
    said = []
    if len(edits) == 1 and not edits[0].text:
        left = edits[0].span
        line, column = left.source.position(left.start + len(left.text) - len(left.text.lstrip()))
        return f"{_short(left.text)} left out at {line}:{column}"
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        old, new = ("".join(text.split()) for text in (edit.span.text, edit.text))
        if (old + new).strip("(){}"):
            return ""
        blanks = len(edit.span.text) - len(edit.span.text.lstrip()) if old else 0
        line, column = edit.span.source.position(edit.span.start + blanks)
        what = f"{new} instead of {old}" if old and new else f"{old} left out" if old else f"{new} put in"
        said.append(f"{what} at {line}:{column}")
    return ", ".join(said)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"


def _rewords(remedy: Remedy) -> bool:
    """Whether a remedy writes one word for another, and moves, adds and drops nothing. A word of the language is no
    name or coordinate that lacks its quotation marks, but after `coord:`."""
    return all(
        _shape(edit.text) == _shape(edit.span.text)
        and (edit.text[:1] != '"' or edit.span.text not in constants() or _is_coordinate(edit.span))
        for edit in remedy.edits
    )


def _is_coordinate(span: Span) -> bool:
    return span.source.text[: span.start].endswith("coord:")


def _shape(text: str) -> list[str]:
    """Brackets and words of a text, whatever the words."""
    return [part if part in "(){}" else "word" for part in _PART.findall(text) if not part.isspace()]


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


def _better(before: Sequence[LudError], after: Sequence[LudError], edits: Sequence[Edit]) -> bool:
    """Whether less is wrong than before. Where the text could be read, no ludeme may be wrong where none was."""
    if _weight(after) >= _weight(before):
        return False
    if _weight(after)[0] < _weight(before)[0]:
        return True
    places = {problem.span.start for problem in before if problem.span is not None}

    def moved(problem: LudError) -> int:
        """Where a problem stood before, as far as that can be said."""
        at = problem.span.start if problem.span is not None else -1
        for edit in sorted(edits, key=lambda edit: edit.span.start):
            if edit.span.start + len(edit.text) <= at:
                at -= len(edit.text) - (edit.span.end - edit.span.start)
        return at

    def said(problems: Iterable[LudError]) -> Counter[tuple[str, str]]:
        return Counter((problem.code, problem.message) for problem in problems if isinstance(problem, LudTypeError))

    return said(problem for problem in after if moved(problem) not in places) <= said(before)


def _blamed(edits: Sequence[Edit], after: Sequence[LudError]) -> bool:
    """Whether something is wrong with a word that the edits have written, such as a role that is nobody there, or a
    coordinate that the board does not have; or that they have put into braces, where names become coordinates."""
    shift, written = 0, []
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        start = edit.span.start + shift
        written.append((start, start + len(edit.text), {*_words(edit.span.text)}, edit.span.text))
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    spans = [(problem.span, problem.code, edits[0].span.file) for problem in after if problem.span is not None]
    if not any(text.strip() for *_, text in written) and sorted(edit.text.strip() for edit in edits) == ["{", "}"]:
        written.append((written[0][0], written[-1][1], set(), ""))
        spans = [one for one in spans if one[1] == "unknown-coordinate"]
    return any(
        span.file == file and start <= span.start and span.end <= end
        and (not old.issuperset(_words(span.text)) or (code == "unknown-coordinate" and span.text not in text))
        for span, code, file in spans for start, end, old, text in written
    )  # fmt: skip


@lru_cache(2)
def _open_parts(text: str) -> list[tuple[int, int]]:
    return open_parts(text)


@lru_cache(2)
def _content(text: str) -> tuple[int, int]:
    """How many opening parentheses and how many words a text has."""
    return text.count("("), len(_words(text))


def _fix(problem: LudError, remedy: Remedy) -> None:
    """Make a remedy the fix of a problem, which then tells the mistake that this puts right."""
    problem.fix, problem.why = remedy.edits, remedy.why
    if remedy.why and problem.nearest and not {edit.text for edit in remedy.edits} & {*problem.nearest}:
        problem.expected, problem.nearest, problem.hint = (), (), remedy.why  # it says what was meant instead
    elif remedy.why and problem.code == "superfluous-argument":
        problem.hint = remedy.why  # where it belongs is known now
    if (cause := remedy.cause) is not None:
        problem.code, problem.message, problem.span = cause.code, cause.message, cause.span
        problem.expected, problem.hint = cause.expected, cause.hint


def _tell_cause(tried: Sequence[tuple[LudError, _Tried]], problems: Sequence[LudError]) -> None:
    """Where the remedy of one problem alone puts everything right: say of the others that they come from it."""
    causes = [problem for problem, best in tried if not _errors(best.problems)]
    if len(causes) != 1 or causes[0].span is None:
        return
    for problem in problems:
        if problem is not causes[0] and problem.severity == "error":
            problem.fix, problem.why = (), ""
            problem.expected, problem.nearest = (), ()
            problem.hint = f"This goes away when {causes[0].span.line}:{causes[0].span.column} is put right."


def _edits(source: Source, text: str) -> tuple[Edit, ...]:
    """The edits that make another text of a source, word by word."""
    old, new = ([*_PART.finditer(some)] for some in (source.text, text))
    changes = SequenceMatcher(None, [word[0] for word in old], [word[0] for word in new], autojunk=False).get_opcodes()
    starts = [*[word.start() for word in old], len(source.text)]
    return tuple(
        Edit(Span(source, starts[i], starts[j]), "".join(word[0] for word in new[k:m]))
        for kind, i, j, k, m in changes if kind != "equal"
    )  # fmt: skip


def _words(text: str) -> list[str]:
    """The words, numbers and strings of a text, without quotation marks; names of arguments are none."""
    words = (word[0] for word in _WORD.finditer(text))
    return [word.strip('"') for word in words if not word.startswith("//") and not word.endswith(":")]
