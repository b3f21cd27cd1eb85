"""What is wrong with a text, as places in it, with the edits that put it right."""

from __future__ import annotations

from dataclasses import dataclass

from exporters.language_server.answers import Target
from interpreter.checks import diagnose
from ludparse.errors import LudError
from ludparse.library import Library
from ludparse.spans import Source, Span

__all__ = ["Problem", "Replacement", "problems_of"]


@dataclass(frozen=True)
class Replacement:
    """What replaces the characters `start` up to `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Problem:
    """A problem at the characters `start` up to `end`. `severity`: "error" or "warning". `related`: further places,
    such as that in a define, each with a sentence. `fix`: the edits that put it right, if there is one way to."""

    start: int
    end: int
    severity: str
    code: str
    message: str
    related: tuple[tuple[Target, str], ...] = ()
    fix: tuple[Replacement, ...] = ()


def problems_of(text: str, name: str, library: Library | None = None, *, every_choice: bool = True) -> list[Problem]:
    """All problems of a description. every_choice: with every option item and ruleset, which takes longer."""
    source = Source(name, text)
    return [_problem(error, source) for error in diagnose(source, library=library, every_choice=every_choice)]


def _problem(error: LudError, source: Source) -> Problem:
    places = error.span.places if error.span is not None else ()
    own = next((place for place in places if place.file == source.name), None)
    related = tuple((_target(place, source), _said(place, own)) for place in places if place is not own)
    start, end = (own.start, max(own.end, own.start)) if own is not None else (0, 0)
    return Problem(start, end, error.severity, error.code, _message(error), related, _fix(error, source))


def _target(place: Span, source: Source) -> Target:
    return Target(place.start, place.end, None if place.file == source.name else place.source)


def _said(place: Span, own: Span | None) -> str:
    return "it is used here" if (own is not None and own in place.places) or place.used_at is None else "it stands here"


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
