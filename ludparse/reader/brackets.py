"""Finds all problems of the brackets and strings of a text, each with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ludparse.problems.errors import Edit, LudError, Remedy
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span
from ludparse.reader.layout import Bracket, Fault, layout_faults

__all__ = ["MAX_DEPTH", "bracket_problems", "long_groups", "missing_at", "strange_strings"]

MAX_DEPTH = 150
"""How deep brackets may be nested."""

MAX_PROBLEMS = 20
"""After so many, the rest is not looked at."""

_STRING = r'"[^"\\]*+(?:\\"?+[^"\\]*+)*+"'
_TOKEN = re.compile(rf'//[^\n]*|{_STRING}|[(){{}}]|"')

# As in the grammar: what stands between angle brackets (the value of an option) is one word.
_TOKEN_OR_VALUE = re.compile(rf'//[^\n]*|{_STRING}|[(){{}}]|(?<!\()<(?>(?:[^<>"]++|{_STRING}|(?<=\()[<>])*)>|"')

_LINE_OR_BRACE = re.compile(r"[\n{}]")
_LINES_AND_BRACKETS = re.compile(r"\n[^(){}]*[(){}]|[(){}][^\n]*\n")

_CLOSES = {"(": ")", "{": "}"}


def bracket_problems(text: str, span: Callable[[int, int], Span], *, values: bool = True) -> list[LudError]:
    """Unterminated strings, and brackets that are not closed, not opened, or closed by one of another kind.

    `span` gives the place of the characters between two offsets. `values`: whether the value of an option, which need
    not be balanced, is one word; otherwise its brackets are looked at like all others.
    """
    token = _TOKEN_OR_VALUE if values else _TOKEN
    if _balanced(token.finditer(text)):
        return []
    brackets: list[Bracket] = []
    depth = 0
    for found in token.finditer(text):
        what = found[0]
        if what in _CLOSES:
            depth += 1
            if depth > MAX_DEPTH:
                return [problem("nested-too-deep", span(found.start(), found.end()), limit=MAX_DEPTH)]
        elif what in ")}":
            depth -= 1
        elif what == '"':
            return [_unterminated(text, found.start(), span)]  # it is unknown which brackets belong to a string
        else:
            continue
        brackets.append(Bracket(what, found.start()))
    if _unlikely_string(text, len(text), _LINES_AND_BRACKETS) is None:
        faults = layout_faults(text, brackets)
        if faults:
            return [_by_layout(fault, span) for fault in faults]
    problems = _Matching(text, brackets, span).problems()
    if problems and _unlikely_string(text, len(text), _LINES_AND_BRACKETS) is not None:
        return [_unterminated(text, len(text), span)]
    return problems


def strange_strings(text: str, span: Callable[[int, int], Span]) -> list[LudError]:
    """The problem of a quotation mark that is missing in a text whose brackets match nevertheless: of a string that
    holds a bracket and the end of a line."""
    strange = _unlikely_string(text, len(text), _LINES_AND_BRACKETS) is not None
    return [_unterminated(text, len(text), span)] if strange else []


_STRING_OR_PARENTHESIS = re.compile(rf"{_STRING}|[()]")


def long_groups(text: str, least: int) -> Iterator[tuple[int, int]]:
    """Where groups in parentheses begin and end that have so many characters. The text has no problem of brackets."""
    opened: list[int] = []
    for found in _STRING_OR_PARENTHESIS.finditer(text):
        what = found[0]
        if what == "(":
            opened.append(found.start())
        elif what == ")":
            start, end = opened.pop(), found.end()
            if end - start >= least:
                yield start, end


def _by_layout(fault: Fault, span: Callable[[int, int], Span]) -> LudError:
    """The problem of a bracket of which the lines say where it is too much or missing, with the edit that may help."""
    place = span(fault.at, fault.at + 1)
    if fault.extra:
        hint = "" if fault.sure else f"By the look of the lines; another {fault.what} before it may be meant as well."
        error = problem("extra-bracket", place, hint=hint, bracket=fault.what)
        error.remedies = (Remedy((Edit(place, ""),)),) if fault.sure else ()
        return error
    closing = _CLOSES[fault.what]
    before = span(fault.where - 1, fault.where)
    hint = f"By the look of the lines, a {closing} is missing at the end of line {before.line}."
    error = problem("unclosed-bracket", place, expected=[closing], hint=hint, bracket=fault.what)
    if fault.sure:
        hint = missing_at(before.source, before.end, closing)
        cause = problem("unclosed-bracket", place, expected=[closing], bracket=fault.what, hint=hint)
        error.remedies = (Remedy((Edit(before, before.text + closing),), cause=cause),)
    return error


def missing_at(source: Source, offset: int, bracket: str) -> str:
    """That a bracket is missing at a place of a text."""
    line, column = source.position(offset)
    return f"A {bracket} is missing at {line}:{column}."


def _balanced(tokens: Iterator[re.Match[str]]) -> bool:
    """Whether there is no problem at all. A fast test, because most texts have none."""
    awaited: list[str] = []
    for found in tokens:
        what = found[0]
        if what in _CLOSES:
            awaited.append(_CLOSES[what])
            if len(awaited) > MAX_DEPTH:
                return False
        elif what in ")}":
            if not awaited or awaited.pop() != what:
                return False
        elif what == '"':
            return False
    return not awaited


def _unterminated(text: str, last: int, span: Callable[[int, int], Span]) -> LudError:
    """The problem of an unmatched quotation mark. The likely place is in the line of the first string that does not
    look like one."""
    unlikely = _unlikely_string(text, last, _LINE_OR_BRACE)
    start, places = _missing_marks(text, last if unlikely is None else unlikely)
    end = text.find("\n", start)
    hint = ""
    if len(places) == 1:
        before = places[0] == start
        word = text[start : text.find('"', start)] if before else text[start + 1 : places[0]]
        missing = span(places[0], places[0])
        where = f"{'before' if before else 'after'} {word}, at {missing.line}:{missing.column}"
        hint = f'By the look of the line, a " is missing {where}.'
    elif places and unlikely is not None:
        missing = span(places[0], places[0])
        word = f"{text[start + 1 : places[0]]}, at {missing.line}:{missing.column}"
        hint = f'By the look of the line, a " is missing after {word}, or after a word behind it.'
    elif start < last < len(text):
        hint = f"By the look of the lines: in pairs, only the last mark, at {span(last, last + 1)}, has no partner."
    place = span(start, len(text) if end < 0 else end)
    error = problem("unterminated-string", place, expected=['"'], hint=hint)
    error.remedies = tuple(Remedy((Edit(span(at, at), '"'),)) for at in places)
    return error


def _missing_marks(text: str, unlikely: int) -> tuple[int, list[int]]:
    """Where the first string begins that looks wrong in the line of one that has no end there, and the places where its
    other mark may be missing."""
    first, end = text.rfind("\n", 0, unlikely) + 1, text.find("\n", unlikely)
    line = text[: len(text) if end < 0 else end]
    for found in re.finditer(r'//.*|"[^"\n]*"?', line[first:]):
        start = first + found.start()
        inside = found[0].strip('"')
        if found[0].startswith("//"):
            break
        if text[start - 1 : start].isalnum():  # Disc" for "Disc"
            word = re.search(r"\w+\Z", text[first:start])
            return (at := start - len(word[0]) if word else start), [at]
        glued = line[first + found.end() : first + found.end() + 1].isalnum()
        if glued or found[0] == '"' or not found[0].endswith('"') or not _is_name(inside):
            stretch = re.match(r"[^(){}]*", inside)
            words = [*re.finditer(r"\S+", stretch[0])] if stretch else []
            return start, [start + 1 + word.end() for word in words[:_MOST_WORDS]]
    return unlikely, []


_MOST_WORDS = 4
"""So many words at most that a string may have are looked at where it has no end."""


def _is_name(inside: str) -> bool:
    """Whether what stands between two marks looks like a name: with brackets that match and no blank at its end."""
    return inside == inside.strip() and inside.count("(") == inside.count(")") and not {*"{}"} & {*inside}


def _unlikely_string(text: str, end: int, looks: re.Pattern[str]) -> int | None:
    """Where the first string starts that looks as if the text between two strings; those of the metadata may."""
    metadata = text.find("(metadata")
    for found in _TOKEN.finditer(text, 0, end):
        if 0 <= metadata < found.start():
            return None
        if len(found[0]) > 1 and found[0][0] == '"' and looks.search(found[0]):
            return found.start()
    return None


class _Matching:
    """Finds unmatched brackets. After each one it assumes the repair that makes most of the rest match."""

    def __init__(self, text: str, brackets: Sequence[Bracket], span: Callable[[int, int], Span]) -> None:
        self.text = text
        self.brackets = brackets
        self.span = span

    def problems(self) -> list[LudError]:
        problems: list[LudError] = []
        open_: list[Bracket] = []
        start = 0
        while len(problems) < MAX_PROBLEMS:
            wrong = self._run(start, open_)
            if wrong == len(self.brackets):
                problems.extend(self._unclosed(bracket) for bracket in open_[: MAX_PROBLEMS - len(problems)])
                break
            problems.append(self._complaint(self.brackets[wrong], open_))
            open_ = self._intended(wrong, open_)
            start = wrong + 1
        return problems

    def _run(self, start: int, open_: list[Bracket]) -> int:
        """Continues from an index with the open brackets there, up to the first closing bracket that does not match."""
        for index in range(start, len(self.brackets)):
            bracket = self.brackets[index]
            if bracket.what in _CLOSES:
                open_.append(bracket)
            elif open_ and _CLOSES[open_[-1].what] == bracket.what:
                open_.pop()
            else:
                return index
        return len(self.brackets)

    def _intended(self, wrong: int, open_: list[Bracket]) -> list[Bracket]:
        """The open brackets after an unmatched closing one, chosen so that most of what follows matches."""
        bracket = self.brackets[wrong]
        choices: list[Sequence[Bracket]] = []
        if open_:
            choices.append(open_[:-1])  # a bracket of the wrong kind
            fits = [i for i, other in enumerate(open_) if _CLOSES[other.what] == bracket.what]
            if fits:
                choices.append(open_[: fits[-1]])  # closing brackets are missing before it
        choices.append(open_)  # it is superfluous, or an opening bracket is missing

        def goes_well(number: int) -> tuple[int, int]:
            left = list(choices[number])
            return self._run(wrong + 1, left), -len(left)

        return list(choices[max(range(len(choices)), key=goes_well)])

    def _complaint(self, bracket: Bracket, open_: list[Bracket]) -> LudError:
        place = self.span(bracket.at, bracket.at + 1)
        if not open_:
            return problem("surplus-bracket", place, bracket=bracket.what)
        opened = open_[-1]
        hint = f"The {opened.what} that is open here stands at {self.span(opened.at, opened.at + 1)}."
        suspect = self._suspect(opened.at, bracket.at)
        if suspect is not None:
            hint += f" By the look of the lines, it is in line {suspect.line} that one is missing."
        expected = [_CLOSES[opened.what]]
        return problem("wrong-bracket", place, expected=expected, hint=hint, bracket=bracket.what, opened=opened.what)

    def _unclosed(self, bracket: Bracket) -> LudError:
        place = self.span(bracket.at, bracket.at + 1)
        suspect = self._suspect(bracket.at, len(self.text))
        hint = ""
        if suspect is not None:
            hint = f"By the look of the lines, it is in line {suspect.line} that one is missing."
        return problem("unclosed-bracket", place, expected=[_CLOSES[bracket.what]], hint=hint, bracket=bracket.what)

    def _suspect(self, start: int, end: int) -> Span | None:
        """The first bracket that opens a line and is still open at a later line with the same or smaller indentation.
        """
        open_: list[tuple[Bracket, int]] = []  # with its column; -1 for a bracket inside a line
        line_seen = -1
        for bracket in self.brackets:
            if not start <= bracket.at < end:
                continue
            line_start = self.text.rfind("\n", 0, bracket.at) + 1
            first = not self.text[line_start : bracket.at].strip()
            column = bracket.at - line_start if first else -1
            if bracket.what in _CLOSES:
                if first and line_start != line_seen:
                    for other, indent in open_:
                        if indent >= column:
                            return self.span(other.at, other.at + 1)
                line_seen = line_start
                open_.append((bracket, column))
            elif open_:
                open_.pop()
        return None
