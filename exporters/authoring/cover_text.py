"""A description with marks at what happened in play and what never did: for a terminal, and as a page."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from ludparse.interpreter.play.cover import Cover, Covered

from ..templates import rendered
from ..terminal.output import colour, counted

__all__ = ["page", "text"]

_RED = "31"
_WIDTH = 100  # of the reasons


def text(source: str, found: Cover) -> str:
    """For a terminal: each line with how often its first ludeme happened, and below it what never did, and why."""
    lines = source.split("\n")
    marks = _by_line(found.ludemes)
    told = _by_line(found.never)
    rows = [_summary(found), ""]
    for number, line in enumerate(lines, 1):
        here = marks.get(number, ())
        count = _short(here[0].happened) if here else ""
        rows.append(f"{count:>7} {number:>4} | {_coloured(line, number, found.never)}".rstrip())
        for x in told.get(number, ()):
            width = max(1, (x.place.end_column if x.place.end_line == number else len(line)) - x.place.column + 1)
            reason = [" " * (x.place.column - 1) + "^" * width, *wrap(f"never: {x.never}", _WIDTH)]
            rows += [colour(f"{'':>13}| {line}", _RED) for line in reason]
    if found.remarks:
        rows += ["", *(remark.text for remark in found.remarks)]
    return "\n".join(rows)


def page(source: str, found: Cover) -> str:
    """A page of one file: what never happened is marked, and every ludeme tells its numbers."""
    rows = []
    marks = _by_line(found.ludemes)
    for number, line in enumerate(source.split("\n"), 1):
        here = marks.get(number, ())
        rows.append({
            "number": number,
            "count": _short(here[0].happened) if here else "",
            "parts": [(part, x is not None) for part, x in _parts(line, number, found.never)],
            "told": "\n".join(f"{x.ludeme}: {_numbers(x)}" for x in here),
            "never": [f"{x.ludeme}: {x.never}" for x in found.never if x.place.line == number],
        })  # fmt: skip
    remarks = [x.text for x in found.remarks]
    return rendered("cover.html.jinja", title=found.game, summary=_summary(found), rows=rows, remarks=remarks)


def _summary(found: Cover) -> str:
    more = f", {counted(found.searched, 'game')} of an agent" if found.searched else ""
    more += f", {len(found.choices)} choices of options" if len(found.choices) > 1 else ""
    happened = sum(not x.never for x in found.ludemes)
    where = f" in the {found.inspected:,} games that were looked at" if found.inspected < found.playouts else ""
    return (
        f"{found.game}: {counted(found.playouts, 'random game')}{more}, {counted(found.moves, 'move')} "
        f"({found.backend} backend); {happened} of {len(found.ludemes)} ludemes happened{where}"
    )


def _by_line(ludemes: tuple[Covered, ...]) -> dict[int, list[Covered]]:
    found: dict[int, list[Covered]] = {}
    for x in ludemes:
        found.setdefault(x.place.line, []).append(x)
    return found


def _coloured(line: str, number: int, never: tuple[Covered, ...]) -> str:
    return "".join(colour(part, _RED) if x is not None else part for part, x in _parts(line, number, never))


def _parts(line: str, number: int, never: tuple[Covered, ...]) -> Iterator[tuple[str, Covered | None]]:
    """A line in parts, each with what it belongs to that never happened."""
    at = 0
    for x in never:
        first, last = x.place.line, x.place.end_line
        if first <= number <= last:
            start = x.place.column - 1 if first == number else len(line) - len(line.lstrip())
            end = x.place.end_column if last == number else len(line)
            yield line[at:start], None
            yield line[start:end], x
            at = end
    yield line[at:], None


def _numbers(x: Covered) -> str:
    if x.never:
        return f"never: {x.never}"
    told = [f"asked {x.asked:,}"]
    told += [f"held {x.held:,}"] * (x.kind in ("condition", "region"))
    told += [f"made {x.made:,}", f"legal {x.offered:,}", f"played {x.played:,}"] * (x.kind == "moves")
    told += [f"took {x.removed:,}"] * bool(x.removed)
    told += [f"from {x.least} to {x.most}"] * (x.least is not None)
    return ", ".join(told)


def _short(count: int) -> str:
    """A number in at most six characters."""
    for limit, unit in ((10**9, "G"), (10**6, "M"), (10**4, "k")):
        if count >= limit:
            return f"{count / (1000 if unit == 'k' else limit):.4g}{unit}"
    return str(count)
