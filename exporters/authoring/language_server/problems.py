"""What is wrong with a text, as places in it, with the edits that put it right."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

from ludparse.checks import Begun, begin
from ludparse.interpreter.game.checks import diagnose
from ludparse.library.library import Library
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source, Span
from ludparse.support.process import grown_old, no_collection

from ..diagnostics.fixing import Trial, changed
from .answers import Target

__all__ = ["Check", "Problem", "Replacement", "fixes_of", "problems_of", "shifted"]


@dataclass(frozen=True)
class Replacement:
    """What replaces the characters `start` up to `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Problem:
    """A problem at the characters `start` up to `end`. `severity`: "error" or "warning". `related`: further places,
    such as that in a define, each with a sentence. `fix`: the edits that put it right; empty where none were tried
    (`fixes_of`), or none help. `change`: what stands there before and after, in a line."""

    start: int
    end: int
    severity: str
    code: str
    message: str
    related: tuple[tuple[Target, str], ...] = ()
    fix: tuple[Replacement, ...] = ()
    change: tuple[str, str] = ("", "")


class Check:
    """The check of one text, in steps that take longer and longer and find more and more.

    `syntax` finds what cannot be read and what does not fit together, `default` all that is wrong without choosing
    options, `every` all problems.
    """

    def __init__(self, text: str, name: str, library: Library | None = None) -> None:
        self._source = Source(name, text)
        self._library = library
        self._begun: Begun | None = None

    def syntax(self) -> list[Problem]:
        """What can be said before any rule is looked at; `default` and `every` find it too."""
        with no_collection():
            self._begun = begin(self._source, self._library)
            grown_old()
        return self._shown(self._begun.errors)

    def default(self) -> list[Problem]:
        return self._shown(self._diagnosed(False, lambda: False))

    def every(self, stopped: Callable[[], bool] = lambda: False) -> list[Problem]:
        """All problems, with every option item and ruleset. stopped: whether the answer is not needed any more."""
        return self._shown(self._diagnosed(True, stopped))

    def _diagnosed(self, every_choice: bool, stopped: Callable[[], bool]) -> list[LudError]:
        return diagnose(
            self._source, library=self._library, every_choice=every_choice, begun=self._begun, stopped=stopped
        )

    def _shown(self, errors: list[LudError]) -> list[Problem]:
        return [_problem(error, self._source) for error in errors]


def problems_of(text: str, name: str, library: Library | None = None, *, every_choice: bool = True) -> list[Problem]:
    """All problems of a description. every_choice: with every option item and ruleset, which takes longer."""
    check = Check(text, name, library)
    return check.every() if every_choice else check.default()


def fixes_of(text: str, name: str, library: Library | None = None) -> tuple[list[Problem], str]:
    """All problems of a description, with the edits that were tried and help; and the text with all that help
    together. Takes as long as to check it as often as there is something to be tried."""

    def look(source: Source) -> list[LudError]:
        return diagnose(source, library=library)

    source = Source(name, text)
    errors = look(source)
    trial = Trial(look)
    trial.each(source, errors)
    problems = [_problem(error, source) for error in errors]
    return problems, trial.all(source, errors)[0].text


def shifted(problems: list[Problem], old: str, new: str) -> list[Problem]:
    """The problems of an old text at their places in a new one, without those that the change has touched."""
    first = _common(old, new)
    last = _common(old[first:][::-1], new[first:][::-1])
    after, distance = len(old) - last, len(new) - len(old)

    def place(start: int, end: int) -> tuple[int, int] | None:
        if end < first or (end == first and start < end):
            return start, end
        return (start + distance, end + distance) if start >= after and start >= first else None

    kept = []
    for problem in problems:
        at = place(problem.start, problem.end)
        edits = [(place(edit.start, edit.end), edit.text) for edit in problem.fix]
        related = [(target, place(target.start, target.end), said) for target, said in problem.related]
        if at is None:
            continue
        fix = tuple(Replacement(*to, text) for to, text in edits if to is not None)
        shown = tuple(
            (target if target.source is not None or to is None else Target(*to), said)
            for target, to, said in related
            if target.source is not None or to is not None
        )
        kept.append(
            replace(problem, start=at[0], end=at[1], related=shown, fix=fix if len(fix) == len(problem.fix) else ())
        )
    return kept


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return bisect_left(range(min(len(one), len(other))), True, key=lambda k: one[: k + 1] != other[: k + 1])


def _problem(error: LudError, source: Source) -> Problem:
    places = error.span.places if error.span is not None else ()
    own = next((place for place in places if place.file == source.name), None)
    said = ["it stands here", *["it is used here"] * (len(places) - 1)]
    pairs = zip(places, said, strict=False)
    related = tuple((_target(place, source), word) for place, word in pairs if place is not own)
    start, end = (own.start, max(own.end, own.start)) if own is not None else (0, 0)
    fix = _fix(error, source)
    change = changed(error.fix if fix else ())
    return Problem(start, end, error.severity, error.code, _message(error), related, fix, change)


def _target(place: Span, source: Source) -> Target:
    return Target(place.start, place.end, None if place.file == source.name else place.source)


def _message(error: LudError) -> str:
    lines = [error.message]
    if error.expected:
        lines.append(f"expected: {' or '.join(error.expected)}")
    if error.nearest:
        lines.append(f"did you mean: {' or '.join(error.nearest)}?")
    if error.hint:
        lines.append(error.hint)
    if error.when:
        lines.append("This happens with " + ", ".join(f'"{name}"' for name in error.when) + ".")
    return "\n".join(lines)


def _fix(error: LudError, source: Source) -> tuple[Replacement, ...]:
    edits = error.fix
    if not all(edit.span.file == source.name and edit.span.end <= len(source.text) for edit in edits):
        return ()
    return tuple(Replacement(edit.span.start, edit.span.end, edit.text) for edit in edits)
