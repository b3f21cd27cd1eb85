"""Everything that can be wrong, as one family of exceptions.

An error knows its place in the text the user wrote (and, if that lies within a define, also where the define was used),
what was expected there, and which known names are nearest to an unknown one. Reading a description collects all its
problems: `raise_all` raises the first, whose `problems` are all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from ludparse.problems.spans import Span

__all__ = [
    "AmbiguousMoveError",
    "Edit",
    "IllegalMoveError",
    "LudError",
    "LudLimitError",
    "LudRuleError",
    "LudSyntaxError",
    "LudTypeError",
    "LudUnsupportedError",
    "LudWarning",
    "MoveError",
    "MoveSyntaxError",
    "Remedy",
    "broken",
    "edits",
    "nearest",
    "raise_all",
    "tolerated",
]


class Edit(NamedTuple):
    """A change of a text: what the span covers is replaced by `text`."""

    span: Span
    text: str


class Remedy(NamedTuple):
    """Edits that may put something right. `distance`: of two that help as much, the one with the smaller is meant.
    `idle`: what it leaves out and says nothing where it stands, such as `else`; "(" is a pair of brackets.
    `why`: why it is written so, in a sentence; empty where the problem says it.
    `cause`: the mistake that it puts right, where that is another one than the problem's; None where it is the same."""

    edits: tuple[Edit, ...]
    distance: int = 0
    idle: tuple[str, ...] = ()
    why: str = ""
    cause: LudError | None = None


class LudError(Exception):
    """Base of all errors of this project.

    `message`: one sentence without place. `span`: the place, None where there is none. `expected`: what could have
    stood there. `nearest`: known names like the one that was written. `hint`: a further sentence of help.
    `code`: the row of the table in `ludparse.problems.messages`. `problems`: all problems of the file, this one
    included.
    `remedies`: ways that may put it right; nobody has tried them. `fix`: that of them which was
    tried and leaves less wrong (`exporters/authoring/diagnostics/fixing.py`); empty where none was tried or none helps.
    `why`: why the fix is right, in a sentence or more; empty where the problem itself says it.
    `when`: the options and the ruleset under which it was found, empty where it is always there.
    """

    kind = "error"
    severity = "error"

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        *,
        expected: Sequence[str] = (),
        nearest: Sequence[str] = (),
        hint: str = "",
        code: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.expected = tuple(expected)
        self.nearest = tuple(nearest)
        self.hint = hint
        self.code = code
        self.remedies: tuple[Remedy, ...] = ()
        self.fix: tuple[Edit, ...] = ()
        self.why = ""
        self.when: tuple[str, ...] = ()
        self.problems: tuple[LudError, ...] = (self,)

    @property
    def file(self) -> str | None:
        """The file where it lies, as it was named; None without a place."""
        return self.span.file if self.span else None

    @property
    def line(self) -> int | None:
        """The line, from 1; None without a place."""
        return self.span.line if self.span else None

    @property
    def column(self) -> int | None:
        """The column, from 1; None without a place."""
        return self.span.column if self.span else None

    def explain(self, width: int | None = None) -> str:
        """This problem alone: place, message, excerpt with carets, help.

        width: the characters in a line, to which all after the first line is broken or cut; None: nothing is broken.
        """
        head = f"{self.kind}: {self.message}"
        places = self.span.places if self.span else ()
        apart = bool(places) and places[0].file != places[-1].file  # a define of the library, which others use too
        place, *others = reversed(places) if apart else places or (None,)
        lines = [f"{place}: {head}" if place else head]
        if place:
            room = 110 if width is None else max(30, min(110, width - 10))
            lines.append(place.excerpt(room))
            for other in others:
                lines.append(f"  {'within what it stands for' if apart else 'used here'}: {other}")
                lines.append(other.excerpt(room))
        if self.expected:
            lines.append(f"  expected: {_listed(self.expected)}")
        if self.nearest:
            lines.append(f"  did you mean: {_listed(self.nearest)}?")
        if self.hint:
            lines.append(f"  {self.hint}")
        if self.when:
            lines.append(f"  This happens with {_joined(self.when)}.")
        if width is not None:
            lines[1:] = [line if "\n" in line else broken(line, width) for line in lines[1:]]
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "kind": type(self).__name__,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "places": [_as_dict(place) for place in (self.span.places if self.span else ())],
            "expected": list(self.expected),
            "nearest": list(self.nearest),
            "hint": self.hint,
            "when": list(self.when),
            "fix": [{**_as_dict(edit.span), "text": edit.text} for edit in self.fix],
        }

    def __str__(self) -> str:
        return "\n\n".join(problem.explain() for problem in self.problems)


class LudSyntaxError(LudError):
    """The text cannot be read: brackets, strings, words, defines, options."""

    kind = "syntax error"


class LudTypeError(LudError):
    """A ludeme, a constant or an argument that does not belong where it stands."""

    kind = "type error"


class LudUnsupportedError(LudError):
    """Something of the language that this version does not play."""

    kind = "unsupported"


class LudLimitError(LudError):
    """A named limit was exceeded: board too large, stack too high, …"""

    kind = "limit"


class LudRuleError(LudError):
    """Well-formed rules that cannot work: an unknown piece, region or container, a phase that is not there, …"""

    kind = "rule error"


class LudWarning(LudError):
    """Something that can be played but is probably not what was meant. It is listed, and never raised."""

    kind = "warning"
    severity = "warning"


def tolerated(error: LudError) -> LudWarning:
    """The same as a warning: the game can be played nevertheless."""
    warning = LudWarning(
        error.message, error.span, expected=error.expected, nearest=error.nearest, hint=error.hint, code=error.code
    )
    warning.remedies = error.remedies
    return warning


class MoveError(LudError):
    """A text or a move that is no legal move of a state; the state is unchanged."""


class MoveSyntaxError(MoveError):
    """A text that cannot be a move of the game, in any position."""

    kind = "no move"


class IllegalMoveError(MoveError):
    """A move that is not legal in the state it was applied to; the state is unchanged."""

    kind = "illegal move"


class AmbiguousMoveError(MoveError):
    """A text that means several legal moves. `candidates`: these; `expected`: what to write instead, for each."""

    kind = "ambiguous move"

    def __init__(
        self, message: str, *, expected: Sequence[str] = (), hint: str = "", candidates: Sequence[object] = ()
    ) -> None:
        super().__init__(message, expected=expected, hint=hint)
        self.candidates = tuple(candidates)


_LONGEST = 80
_DIGITS = re.compile("[0-9]+")


def edits(a: str, b: str, limit: int = 99) -> int:
    """The edit distance of two words: insertions, deletions, substitutions, and swaps of neighbouring letters.

    Gives up with `limit` when it is reached.
    """
    if abs(len(a) - len(b)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        following = [i + 1]
        for j, y in enumerate(b):
            cost = min(row[j] + (x != y), row[j + 1] + 1, following[j] + 1)
            if i and j and x == b[j - 1] and a[i - 1] == y:
                cost = min(cost, before[j - 1] + 1)
            following.append(cost)
        before, row = row, following
        if min(row) >= limit:
            return limit
    return min(row[-1], limit)


@lru_cache(maxsize=10_000)
def _letters(word: str) -> frozenset[str]:
    return frozenset(word.casefold())


def broken(line: str, width: int) -> str:
    """A sentence in lines of this width, those after the first indented a little more than it."""
    blanks = " " * (len(line) - len(line.lstrip()) + 2)
    return "\n".join(wrap(line, max(width, 20), subsequent_indent=blanks, break_long_words=False,
                          break_on_hyphens=False)) or line  # fmt: skip


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The known names that are nearest to `word`, best first. Differences in case cost little.

    Names that differ in more than about a third of their letters are left out. A word of more than `_LONGEST` letters
    has no near names, because comparing two words takes time proportional to the product of their lengths.
    """
    if len(word) > _LONGEST:
        return ()
    allowed = 1 + max(1, len(word) // 3)
    folded = word.casefold()
    letters = _letters(folded)
    scored = []
    for name in set(known):
        if abs(len(name) - len(word)) > allowed or len(letters ^ _letters(name)) > 2 * allowed:
            continue  # every edit changes the multiset of letters by at most one insertion and one deletion
        distance = edits(folded, name.casefold(), allowed)
        if distance < allowed and distance < len(name):
            scored.append((distance, name[:1].casefold() != folded[:1], name))
    best = min(scored)[0] if scored else 0
    near = [name for distance, _, name in sorted(scored) if distance <= best + 1]
    numbers = _DIGITS.findall(word)
    alike = [name for name in near if numbers == _DIGITS.findall(name)] if numbers else []  # they are seldom misspelt
    return tuple(alike or near)[:limit]


def raise_all(problems: Sequence[LudError]) -> None:
    """Raise the first of the problems, carrying all; nothing happens when there are none."""
    if problems:
        first = problems[0]
        first.problems = tuple(problems)
        raise first


def _as_dict(span: Span) -> dict[str, object]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _joined(names: Sequence[str]) -> str:
    quoted = [f'"{name}"' for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
