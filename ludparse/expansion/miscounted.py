"""What is said of uses of defines that have fewer or more arguments than the define has parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ludparse.expansion.substitution import BadArgumentError, argument_places
from ludparse.problems.errors import Edit, LudError, Remedy
from ludparse.problems.spans import Span
from ludparse.reader.marked import Atlas, Marked
from ludparse.reader.matching import closing_bracket, use_of_define

__all__ = ["MISPLACED", "argument_behind", "given_arguments", "line_of", "missing_parameters", "places_of", "put_into"]

_TOKEN = re.compile(r'"[^"]*"|[(){}]|[^\s(){}"]+')
_BEHIND = re.compile(r'"[^"]*"|(?:[^\s(){}":]+:)?[({]|[^\s(){}"/]+')
_LONGEST = 70

MISPLACED = frozenset(("superfluous-argument", "exclusive-arguments", "name-missing", "unknown-name", "order",
                       "list-not-here", "wrong-ludeme", "wrong-type"))  # fmt: skip
"""Problems of arguments that may belong into the use of a define before them."""


def given_arguments(name: Span) -> list[Span]:
    """The arguments of a use of a define whose name stands at a place, as they are written there; empty where it has
    none, or where they cannot be told apart."""
    text, (_, start, end, _) = name.source.text, use_of_define(name)
    if start == name.start or "//" in text[start:end]:
        return []
    try:
        return [Span(name.source, at, stop, name.used_at) for at, stop in argument_places(text, name.start, end - 1)]
    except BadArgumentError:
        return []


def argument_behind(name: Span) -> Span | None:
    """What stands directly behind the use of a define whose name stands at a place; None where nothing does."""
    text, start = name.source.text, use_of_define(name).end
    while start < len(text) and text[start].isspace():
        start += 1
    word = _BEHIND.match(text, start)
    if word is None:
        return None
    end = word.end()
    if word[0][-1] in "({":
        end = closing_bracket(text, end - 1) + 1
    return Span(name.source, start, end, name.used_at) if end else None


def put_into(name: Span, argument: Span) -> Remedy:
    """What puts an argument into the use of a define directly before it, whose name stands at a place."""
    text, closed = name.source.text, use_of_define(name).end
    before, behind = Span(name.source, name.start, name.start), Span(name.source, argument.end, argument.end)
    opened = Edit(before, "(") if closed == name.end else Edit(Span(name.source, closed - 1, closed), "")
    why = f"It belongs into ({name.text} …), which was closed too early and has fewer arguments than its define takes."
    beside = "\n" in text[closed : argument.start]  # in a line of its own it may be meant to stand there
    return Remedy((opened, Edit(behind, ")")), 0 if beside else -1, why=why)


def places_of(cause: LudError, name: Span, problems: Sequence[LudError]) -> Iterator[tuple[str, int]]:
    """File and offset of the problems that come of a use of a define with too few arguments, which is the cause: they
    lie there, or behind it, where an argument has no place that may belong into it. That is said, with a remedy. name:
    where the name stands."""
    behind = argument_behind(name)
    ends = {name.start, use_of_define(name).start}
    wrong = {p.span.start for p in problems if p.code in MISPLACED and p.span and p.span.source is name.source}
    if behind is not None and wrong & {*ends, behind.start}:
        cause.remedies = (put_into(name, behind),)
        if behind.start in wrong:
            ends.add(behind.start)
            cause.hint = f"{cause.hint} What stands behind it has no place there: was it closed too early?".strip()
    ends |= wrong & {argument.start for argument in given_arguments(name)}  # which may be taken for others
    yield from ((name.source.name, start) for start in ends)


def line_of(text: str) -> str:
    """Some text in a line, with a call in it shortened to its first word; but for those with parameters."""
    words = [word[0] for word in _TOKEN.finditer(text)]
    return "".join(_folded(words, 0, True)[0]).replace(" )", ")").replace("( ", "(").strip()


def _folded(words: Sequence[str], at: int, whole: bool) -> tuple[list[str], int]:
    """The word or the group that begins at an index, shortened if it is not to be whole; and where it ends."""
    if words[at] not in "({":
        return [words[at], " "], at + 1
    depth, end = 0, at
    while end < len(words):
        depth += (words[end] in "({") - (words[end] in ")}")
        end += 1
        if not depth:
            break
    close = ")" if words[at] == "(" else "}"
    if not whole and not any(re.fullmatch("#[1-9]", word) for word in words[at:end]):
        first = f"{words[at + 1]} " if words[at] == "(" and words[at + 1] not in "(){}" else ""
        return [words[at], f"{first}…" if end - at > 2 + bool(first) else first.strip(), close, " "], end
    shown, inside = [words[at]], at + 1
    while inside < end - 1:
        part, inside = _folded(words, inside, False)
        shown += part
    return [*shown, close, " "], end


def missing_parameters(
    body: Marked, numbers: Sequence[int], atlas: Atlas, problems: Sequence[LudError]
) -> Iterator[tuple[int, str, LudError]]:
    """Those parameters of a define of which the problems say that they are missing: number, the call around it in the
    define, and the problem. body: the text of the define. numbers: the parameters that have no argument. problems:
    those that lie in this use of it."""
    text, groups = body.text, dict[tuple[int, int], int]()
    for number in numbers:
        for found in re.finditer(f"#{number}", text):
            opened = _opened(text, found.start())
            end = closing_bracket(text, opened) if opened >= 0 else -1
            if end >= 0:
                groups.setdefault((opened, end), number)
    told: set[int] = set()
    spans = {group: (atlas.place(body, group[0]), atlas.place(body, group[1])) for group in groups}
    for wrong in problems:
        around = [(last.start - first.start, group) for group, (first, last) in spans.items()
                  for place in (wrong.span.places if wrong.span else ()) if place.source is first.source
                  if place.source is last.source and first.start <= place.start <= last.start]  # fmt: skip
        if around and (number := groups[group := min(around)[1]]) not in told:
            told.add(number)
            line = line_of(text[group[0] : group[1] + 1])
            word = text[group[0] + 1 :].split(maxsplit=1)[0]
            yield number, line if len(line) <= _LONGEST else f"({word} … #{number} …)", wrong


def _opened(text: str, at: int) -> int:
    """Where the call begins in which an offset lies; -1 where there is none."""
    depth = 0
    while at >= 0 and depth < 1:
        at -= 1
        depth += (text[at] == "(") - (text[at] == ")") if at >= 0 else 0
    return at
