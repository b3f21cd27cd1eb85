"""Problems as text with excerpts, as annotations of GitHub's, and as SARIF 2.1.0.

SARIF is the OASIS standard for results of static analysis: https://docs.oasis-open.org/sarif/sarif/v2.1.0/.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludparse.problems.errors import LudError, broken
from ludparse.problems.messages import MESSAGES
from ludparse.problems.spans import Span
from ludparse.problems.warnings import WARNINGS
from ludparse.support.release import __version__

from .fixing import changed, moved_brackets

__all__ = ["github", "place_in", "sarif", "text"]

Problems = Mapping[str, Sequence[LudError]]
"""Name of a file -> its problems."""

_RED, _YELLOW, _BOLD = "31;1", "33;1", "1"
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def text(problem: LudError, paint: Callable[[str, str], str], width: int | None = None) -> str:
    """Place, message, name and excerpt. paint: gives a text a colour, or leaves it as it is. width: that of a terminal,
    for which lines are broken and excerpts cut."""
    head, *rest = problem.explain(width).split("\n")
    before, kind, message = head.partition(f"{problem.kind}: ")
    name = f" [{problem.code}]" if problem.code else ""
    colour = _RED if problem.severity == "error" else _YELLOW
    whole = f"{before}{kind}{message}{name}"
    first, *more = [whole] if width is None else broken(whole, width).split("\n")
    if first.startswith(before + kind):
        first = f"{paint(before, _BOLD)}{paint(kind, colour)}{first.removeprefix(before + kind)}"
    lines = [first, *more]
    lines += [paint(line, colour) if set(line.strip()) <= set("|^ ") and "^" in line else line for line in rest]
    if problem.fix:
        said = "  lud check --fix can put this right"
        moved = moved_brackets(problem.fix)
        told = len(problem.fix) == 1 and (moved or problem.fix[0].text in problem.nearest)
        said += "." if told else f": {moved or changed(problem.fix)[1]}"
        lines.append(said if width is None else broken(said, width))
    return "\n".join(lines)


def github(file: str, problem: LudError) -> str:
    """A workflow command, which GitHub shows beside the line in a pull request."""
    span = place_in(file, problem)
    where = f"file={_property(file)}"
    if span is not None:
        where += f",line={span.line},col={span.column},endLine={span.end_line},endColumn={span.end_column + 1}"
    title = problem.code or type(problem).__name__
    return f"::{problem.severity} {where},title={_property(title)}::{_escaped(_sentence(problem))}"


def _escaped(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _escaped(value).replace(":", "%3A").replace(",", "%2C")


def sarif(problems: Problems) -> dict[str, Any]:
    """A SARIF log with one run."""
    codes = sorted({error.code or type(error).__name__ for found in problems.values() for error in found})
    results = [_result(file, error, codes) for file, found in problems.items() for error in found]
    driver = {"name": "lud", "version": __version__, "rules": [_rule(code) for code in codes]}
    return {"version": "2.1.0", "$schema": _SCHEMA, "runs": [{"tool": {"driver": driver}, "results": results}]}


def _rule(code: str) -> dict[str, Any]:
    row = MESSAGES.get(code)
    rule: dict[str, Any] = {"id": code, "shortDescription": {"text": row.text if row else code}}
    if code in WARNINGS:
        rule["fullDescription"] = {"text": WARNINGS[code].why}
    return rule


def _result(file: str, error: LudError, codes: list[str]) -> dict[str, Any]:
    code = error.code or type(error).__name__
    result: dict[str, Any] = {
        "ruleId": code,
        "ruleIndex": codes.index(code),
        "level": error.severity,
        "message": {"text": _sentence(error)},
        "locations": [_location(file, place_in(file, error))],
    }
    inner = [place for place in (error.span.places if error.span else ()) if place != place_in(file, error)]
    if inner:
        result["relatedLocations"] = [_location(place.file, place) for place in inner]
    if error.fix:
        replacements = [
            {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in error.fix
        ]
        change = {"artifactLocation": {"uri": _uri(error.fix[0].span.file)}, "replacements": replacements}
        result["fixes"] = [{"description": {"text": "Put it right"}, "artifactChanges": [change]}]
    return result


def _location(file: str, span: Span | None) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
    if span is not None:
        place["region"] = _region(span)
    return {"physicalLocation": place}


def _region(span: Span) -> dict[str, int]:
    end_line, end_column = span.source.position(span.end)
    return {"startLine": span.line, "startColumn": span.column, "endLine": end_line, "endColumn": end_column}


def _uri(file: str) -> str:
    return Path(file).as_uri() if Path(file).is_absolute() else Path(file).as_posix()


def place_in(file: str, error: LudError) -> Span | None:
    """The innermost place of a problem that lies in the file; else the place where what is used there was used."""
    places = error.span.places if error.span else ()
    return next((place for place in places if place.file == file), places[-1] if places else None)


def _sentence(error: LudError) -> str:
    """All that is said about a problem, without excerpts."""
    said = [error.message[:1].upper() + error.message[1:] + "."]
    if error.expected:
        said.append(f"Expected: {', '.join(error.expected)}.")
    if error.nearest:
        said.append(f"Did you mean {' or '.join(error.nearest)}?")
    if error.hint:
        said.append(error.hint if error.hint.endswith((".", "?", ")")) else f"{error.hint}.")
    if error.when:
        said.append(f"This happens with {', '.join(error.when)}.")
    return " ".join(said)
