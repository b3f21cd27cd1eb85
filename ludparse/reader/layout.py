"""Where a bracket is missing or one too many, by the look of the lines.

Authors lay descriptions out: what stands within a bracket begins further to the right than the line on which the
bracket opens, and all of it in one column. A line that begins elsewhere shows that a bracket was closed too early, or
not in time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["Bracket", "Fault", "layout_faults", "lines_in_place"]

_CLOSES = {"(": ")", "{": "}"}
_OTHER = {"(": "}", "{": ")"}
MAX_WORK = 3_000_000
"""Brackets that are looked at to find one place."""

MAX_FAULTS = 5
"""With more of them the layout says nothing."""
_WORD = re.compile(r'//[^\n]*|"[^"\n]*"|[^\s"/]+|.')


class Bracket(NamedTuple):
    """A bracket and its offset in the text."""

    what: str
    at: int


class Fault(NamedTuple):
    """A bracket that is too much or missing.

    `extra`: the closing bracket at `at` is one too many. Otherwise the bracket that opens at `at` has to be closed at
    `where`. `sure`: whether no other place would do as well.
    """

    extra: bool
    what: str
    at: int
    where: int
    sure: bool = False


class _Frame:
    """A bracket that is or was open: its line, the column where that line begins, and the column of what is inside."""

    def __init__(self, bracket: Bracket, line: int, indent: int) -> None:
        self.bracket = bracket
        self.line = line
        self.indent = indent
        self.inside: int | None = None


def layout_faults(text: str, brackets: Sequence[Bracket]) -> list[Fault]:
    """What has to be changed so that all brackets match, as far as the lines show it; nothing where they do not."""
    tokens = list(brackets)
    faults: list[Fault] = []
    lines = _Lines(text)
    single = _single_fault(tokens, lines)
    if single is not None:
        return [single]
    while len(faults) < MAX_FAULTS:
        fault = _first(tokens, lines)
        if fault is None:
            return faults if _match(tokens) else []
        faults.append(fault)
        if fault.extra:
            tokens = [token for token in tokens if token.at != fault.at or token.what in _CLOSES]
        else:
            number = next((i for i, token in enumerate(tokens) if token.at >= fault.where), len(tokens))
            tokens.insert(number, Bracket(_CLOSES[fault.what], fault.where))
    return []


def lines_in_place(text: str, brackets: Sequence[Bracket]) -> int:
    """How much of the layout says that brackets, which match, stand where they should; the more, the higher."""
    return _score(_tokens(brackets, _Lines(text))) or 0


class _Lines:
    """Line number and indentation of every offset that is asked for, in rising order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find("\n", at + 1)

    def of(self, at: int, line: int) -> tuple[int, int, bool]:
        """Line of an offset (no less than the line given), column of the line's first character, and whether that is
        it."""
        while line + 1 < len(self.starts) and self.starts[line + 1] <= at:
            line += 1
        start = self.starts[line]
        before = self.text[start:at]
        indent = len(before) - len(before.lstrip())
        return line, indent, not before.strip()

    def behind_words(self, at: int, most: int) -> int:
        """Where what stands between two offsets ends, without comments and spaces at its end."""
        words = (word for word in _WORD.finditer(self.text, at, most) if not word[0].startswith("//"))
        return max((word.end() for word in words if not word[0].isspace()), default=at)


class _Token(NamedTuple):
    """A bracket with what its line says: number, column of its first character, whether the bracket is that."""

    what: str
    at: int
    line: int
    indent: int
    first: bool


def _single_fault(brackets: Sequence[Bracket], lines: _Lines) -> Fault | None:
    """Where one bracket is missing or too much: the change after which most lines begin where they should."""
    counts = {what: sum(bracket.what == what for bracket in brackets) for what in "(){}"}
    surplus = counts["("] - counts[")"], counts["{"] - counts["}"]
    if sorted(map(abs, surplus)) != [0, 1]:
        return None
    tokens = _tokens(brackets, lines)
    opening = "(" if surplus[0] else "{"
    missing = sum(surplus) > 0
    places = list(_missing_at(tokens, opening) if missing else _extra_at(tokens, _CLOSES[opening]))
    if len(places) * len(tokens) > MAX_WORK:
        return None
    closing = _Token(_CLOSES[opening], -1, -1, 0, False)
    best: tuple[int, int] | None = None
    sure = True
    for number in places:
        changed = [*tokens[:number], *([closing] if missing else []), *tokens[number + (not missing) :]]
        score = _score(changed)
        if score is not None and (best is None or score >= best[0]):
            sure = best is None or score > best[0]
            if sure or not missing:  # of those that may be too much the last is next to what shows that one is
                best = score, number
    if best is None:
        return None
    number = best[1]
    if not missing:
        return Fault(True, tokens[number].what, tokens[number].at, tokens[number].at, sure)
    following = tokens[number].at if number < len(tokens) else len(lines.text)
    where = lines.behind_words(tokens[number - 1].at + 1, following)
    return Fault(False, opening, _opened_by(tokens, number, opening), where, sure)


def _tokens(brackets: Sequence[Bracket], lines: _Lines) -> list[_Token]:
    tokens: list[_Token] = []
    line = 0
    for bracket in brackets:
        line, indent, first = lines.of(bracket.at, line)
        tokens.append(_Token(bracket.what, bracket.at, line, indent, first))
    return tokens


def _missing_at(tokens: Sequence[_Token], opening: str) -> Iterator[int]:
    """Before which brackets one can be missing: at the end of a line, and before one of the other kind."""
    for number in range(1, len(tokens) + 1):
        last = number == len(tokens)
        if last or tokens[number].line != tokens[number - 1].line or tokens[number].what == _OTHER[opening]:
            yield number


def _extra_at(tokens: Sequence[_Token], closing: str) -> Iterator[int]:
    """Which closing brackets can be one too many: the last of those that stand together."""
    for number, token in enumerate(tokens):
        follows = tokens[number + 1] if number + 1 < len(tokens) else None
        if token.what == closing and (follows is None or follows.what != closing or follows.line != token.line):
            yield number


def _score(tokens: Sequence[_Token]) -> int | None:
    """How many lines begin where they should; None where brackets do not match."""
    open_: list[tuple[_Token, int]] = []  # with the column of what is inside, -1 while nothing is
    score = 0
    for token in tokens:
        if token.what in _CLOSES:
            if token.first and open_:
                parent, inside = open_[-1]
                score += (inside in (-1, token.indent)) + (token.indent > parent.indent or token.line == parent.line)
                if inside == -1:
                    open_[-1] = parent, token.indent
            elif token.first:
                score += token.indent == 0
            open_.append((token, -1))
            continue
        if not open_ or _CLOSES[open_[-1][0].what] != token.what:
            return None
        opened, _ = open_.pop()
        if token.first:
            score += 2 * (opened.indent == token.indent)
    return None if open_ else score


def _opened_by(tokens: Sequence[_Token], number: int, opening: str) -> int:
    """Which bracket the one closes that is missing before the token of this number."""
    open_: list[_Token] = []
    for token in tokens[:number]:
        if token.what in _CLOSES:
            open_.append(token)
        elif open_:
            open_.pop()
    return next((token.at for token in reversed(open_) if token.what == opening), tokens[number - 1].at)


def _match(tokens: Sequence[Bracket]) -> bool:
    awaited: list[str] = []
    for what, _ in tokens:
        if what in _CLOSES:
            awaited.append(_CLOSES[what])
        elif not awaited or awaited.pop() != what:
            return False
    return not awaited


def _first(tokens: Sequence[Bracket], lines: _Lines) -> Fault | None:
    """The first place where brackets and lines do not agree."""
    open_: list[_Frame] = []
    closed: list[tuple[_Frame, Bracket, int]] = []  # with the bracket that closed it, and its line
    line = 0
    end = 0  # behind the last bracket
    for token in tokens:
        line, indent, first = lines.of(token.at, line)
        if first and open_:
            top = open_[-1]
            deeper = token.what in _CLOSES
            if top.line < line and (top.indent >= indent if deeper else top.indent > indent):
                return Fault(False, top.bracket.what, top.bracket.at, lines.behind_words(end, token.at))
        if first and token.what in _CLOSES:
            if not open_ or open_[-1].inside not in (None, indent):
                early = _closed_early(closed, line, lambda frame, indent=indent: frame.inside == indent)
                if early is not None:
                    return early
            if open_ and open_[-1].inside is None and open_[-1].line < line:
                open_[-1].inside = indent
        elif first and (not open_ or open_[-1].indent < indent):
            early = _closed_early(closed, line, lambda frame, indent=indent: frame.indent == indent)
            if early is not None:
                return early
        end = token.at + 1
        if token.what in _CLOSES:
            open_.append(_Frame(token, line, indent))
        elif open_ and _CLOSES[open_[-1].bracket.what] == token.what:
            closed.append((open_.pop(), token, line))
        else:
            return None
    return None


def _closed_early(closed: list[tuple[_Frame, Bracket, int]], line: int, fits: object) -> Fault | None:
    """The bracket that closed what a line still belongs to."""
    assert callable(fits)
    for frame, bracket, closed_in in reversed(closed):
        if frame.line < closed_in < line and fits(frame):
            return Fault(True, bracket.what, bracket.at, bracket.at)
    return None
