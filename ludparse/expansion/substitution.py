"""Replaces the uses of defines from within outwards, each once, in time proportional to what is made.

Ludii replaces one define after the other, in all of the text (`defines` does the same). The result does not depend on
that order as long as whatever is given as an argument is one argument before and after it is replaced, brackets and
quotation marks match within each define, and no name is put together from parts of several texts. That holds for nearly
all descriptions. Where it does not, `OrderMattersError` says so, and the defines have to be replaced in their order.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, Protocol, TypeVar

from ludparse.problems.problem import problem
from ludparse.reader.marked import Atlas, Marked, run_of_addresses
from ludparse.reader.matching import CLOSING, WORD, closing_bracket, closing_quote

__all__ = ["PLACEHOLDER", "PROTECTING", "OrderMattersError", "Substitution", "TooMuchError", "argument_places"]

PLACEHOLDER = "~"

PROTECTING = frozenset(("game", "match", "instance"))
"""A string after one of these keywords is a name, even if a define has the same name."""

# White space as Java defines it: Unicode's spaces except the non-breaking ones.
_BLANK = re.compile("[\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]")

_FOLDED = "\ud800"
"""Stands for a group in parentheses while the arguments around it are looked for. No file has this character."""

_TOKEN = re.compile(r'"[^"]*+"|[(){}]|#[1-9]')
_CUT = re.compile(r"#([1-9])")
_NAME_AFTER = re.compile(r"\s+\"")
_NAMED = tuple(f"({word}" for word in PROTECTING)
_INSIDE_A_WORD = WORD - frozenset('"#')

MAX_DEPTH = 600
"""How deep groups and uses may lie within one another here."""

_RECURSION = 5_000
"""Python's limit of recursion that this takes, and what is below it."""


class Defined(Protocol):
    """What a name stands for. `parameters`: how many of them its text has."""

    body: Marked
    parameters: int

    @property
    def name(self) -> str: ...


D = TypeVar("D", bound=Defined)


class OrderMattersError(Exception):
    """The defines have to be replaced in their order."""


class TooMuchError(Exception):
    """A text longer than is allowed, or, with `length` 0, more uses. `used_at`: the addresses of the use that made it.
    """

    def __init__(self, used_at: tuple[int, int] | None, length: int = 0) -> None:
        super().__init__(used_at, length)
        self.used_at = used_at
        self.length = length


class BadArgumentError(Exception):
    """An argument that cannot be told from what follows. `at`: where. `strange`: whether it is for a strange blank."""

    def __init__(self, at: int, *, strange: bool = False) -> None:
        super().__init__(at)
        self.at = at
        self.strange = strange


def argument_places(text: str, start: int, end: int, folded: str = "") -> Iterator[tuple[int, int]]:
    """Where the arguments of a use begin and end, whose inside (name and arguments) lies between two offsets.

    folded: a character that stands for a whole group. Raises BadArgumentError.
    """
    # The name ends at the first blank; what is glued to it is no argument.
    blank = _BLANK.search(text, start, end)
    at = blank.end() if blank else end
    while True:
        while at < end and text[at] <= " ":
            at += 1
        if at >= end:
            return
        if _BLANK.match(text, at):
            raise BadArgumentError(at, strange=True)
        stop = _argument_end(text, at, end, folded)
        yield at, stop
        at = stop


def _argument_end(text: str, start: int, end: int, folded: str) -> int:
    first = text[start]
    if first == folded:
        return start + 1
    if first in CLOSING:
        return _closed(start, closing_bracket(text, start, end))
    if first == '"':
        return _closed(start, closing_quote(text, start, end))
    at = start
    while at < end and not _BLANK.match(text, at):
        if text[at] == ":" and at + 1 < end:
            if text[at + 1] in CLOSING:
                return _closed(at + 1, closing_bracket(text, at + 1, end))
            if text[at + 1] == folded:
                return at + 2
        if text[at] == folded:
            raise BadArgumentError(at)
        at += 1
    return at


def _closed(start: int, closing: int) -> int:
    if closing < 0:
        raise BadArgumentError(start)
    return closing + 1


class _Shape(IntEnum):
    """What a text is where arguments are told apart."""

    EMPTY = 0
    WORD = 1  # without blanks and brackets
    STRING = 2
    CLOSED = 3  # a group in brackets, perhaps with a name before it
    SEVERAL = 4


_NOT_GLUED = (_Shape.CLOSED, _Shape.SEVERAL)

_LONGEST_WORD = 1000
"""What is longer is no word that is put together from others."""


@dataclass(slots=True)
class _Static:
    text: str
    start: int


@dataclass(slots=True)
class _Parameter:
    number: int


@dataclass(slots=True)
class _String:
    """A string that holds parameters."""

    parts: tuple[str | int, ...]
    start: int
    end: int


@dataclass(slots=True)
class _Group:
    items: list[_Item]


@dataclass(slots=True)
class _Argument:
    """A part of a template that is one argument, if what stands in it is. `shape`: None where that depends on it."""

    items: list[_Item]
    shape: _Shape | None
    closed: bool


@dataclass(slots=True)
class _Use:
    tag: str
    start: int
    end: int
    in_brackets: bool = False
    arguments: list[_Argument] = field(default_factory=list)


_Item = _Static | _Parameter | _String | _Group | _Use


@dataclass(slots=True)
class _Frame:
    """A group that is still open: where it begins, its items so far, and where the text after these begins."""

    start: int
    items: list[_Item]
    rest: int
    uses: bool = False  # whether a name follows the bracket at once


class _Template:
    """A text with its uses and parameters. `whole`: the text as one argument, None where it is several."""

    def __init__(self, text: str, names: frozenset[str], parameters: int) -> None:
        self.items: list[_Item] = []
        self.whole: _Argument | None = None
        self._text = text
        self._tags = names
        self._parameters = parameters
        self._refuse_odd()
        self._read()
        if parameters or len(text) < 1 << 16:
            self.whole = self._as_argument()

    def _refuse_odd(self) -> None:
        text = self._text
        between = text.split('"')
        if len(between) % 2 == 0 or '\\"' in text or _FOLDED in text or not self._tags.isdisjoint(between[2:-1:2]):
            raise OrderMattersError
        if "#" in text and text.count("#") != sum(int(cut[1]) <= self._parameters for cut in _CUT.finditer(text)):
            raise OrderMattersError
        for word in PROTECTING:
            at = text.find(word)
            while at >= 0:
                after = at + len(word)
                inside = not _INSIDE_A_WORD.isdisjoint(text[at - 1 : at] + text[after : after + 1])
                if not inside and not (text[at - 1 : at] == "(" and _NAME_AFTER.match(text, after)):
                    raise OrderMattersError
                at = text.find(word, after)

    def _read(self) -> None:
        text, tags = self._text, self._tags
        opened: list[_Frame] = []
        awaited: list[str] = []
        frame = _Frame(-1, self.items, 0)
        for token in _TOKEN.finditer(text):
            what, start = token[0], token.start()
            first = what[0]
            if first == "(":
                awaited.append(")")
                opened.append(frame)
                frame = _Frame(start, [], start)
            elif first == "{":
                awaited.append("}")
            elif first in ")}":
                if not awaited or awaited.pop() != first:
                    raise OrderMattersError
                if first == ")":
                    group, frame = frame, opened.pop()
                    if group.items:
                        self._add(frame, group.start, start + 1, self._closed_group(group, start))
            elif first == "#":
                self._add(frame, start, token.end(), _Parameter(int(what[1]) - 1))
            elif what[1:-1] in tags:
                if not self._is_name(start):
                    self._add(frame, start, token.end(), _Use(what, start, token.end()))
            elif "#" in what:
                parts: list[str | int] = list(_CUT.split(what))
                parts[1::2] = [int(number) - 1 for number in parts[1::2]]
                self._add(frame, start, token.end(), _String(tuple(parts), start, token.end()))
        if awaited:
            raise OrderMattersError
        self._add(frame, len(text), len(text), None)

    def _add(self, frame: _Frame, start: int, end: int, item: _Item | None) -> None:
        if start > frame.rest:
            frame.items.append(_Static(self._text[frame.rest : start], frame.rest))
        if item is not None:
            if isinstance(item, _Use) and item.start == start == frame.start + 1 and frame.start >= 0:
                item.in_brackets = True
                frame.uses = True
            frame.items.append(item)
        frame.rest = end

    def _is_name(self, start: int) -> bool:
        end = start
        while end and self._text[end - 1].isspace():
            end -= 1
        return end < start and self._text.endswith(_NAMED, max(0, end - 10), end)

    def _closed_group(self, group: _Frame, end: int) -> _Group | _Use:
        if not group.uses:
            self._add(group, end + 1, end + 1, None)
            return _Group(group.items)
        self._add(group, end, end, None)
        use = group.items[1]
        assert isinstance(use, _Use)
        use.arguments = self._arguments(group.items[1:])
        return use

    def _arguments(self, items: list[_Item]) -> list[_Argument]:
        """The arguments among the items, of which the first is a name."""
        if len(items) == 2 and isinstance(items[1], _Static) and not items[1].text[:1].strip():
            return self._static_arguments(items[1])
        folded, ends = "", []
        for item in items:
            folded += self._folded(item)
            ends.append(len(folded))
        try:
            places = list(argument_places(folded, 0, len(folded), _FOLDED))
        except BadArgumentError as wrong:
            raise OrderMattersError from wrong
        if folded[ends[0] : places[0][0] if places else len(folded)].strip():
            raise OrderMattersError  # something is glued to the name
        arguments = [self._argument(folded, start, end, items, ends) for start, end in places]
        for (_, end), (start, _), *two in zip(places, places[1:], arguments, arguments[1:], strict=False):
            if end == start and not all(type(one.items[0]) in (_Static, _Group) for one in two):
                raise OrderMattersError  # they may be one when they are filled
        return arguments

    def _static_arguments(self, item: _Static) -> list[_Argument]:
        """The arguments in a text without uses and parameters, which begins with a blank."""
        text = item.text
        arguments: list[_Argument] = []
        try:
            for start, end in argument_places(text, 0, len(text)):
                if text[start] in "[<" or text.count('"', start, end) % 2:
                    raise OrderMattersError
                closed = text[end - 1] in ")}"
                written = text[start:end]
                part: list[_Item] = [_Static(written, item.start + start)]
                arguments.append(_Argument(part, _shape(written, closed), closed))
        except BadArgumentError as wrong:
            raise OrderMattersError from wrong
        return arguments

    def _folded(self, item: _Item) -> str:
        if isinstance(item, _Static):
            return item.text
        if isinstance(item, _Parameter):
            return f"#{item.number + 1}"
        if isinstance(item, _String) or (isinstance(item, _Use) and not item.in_brackets):
            return self._text[item.start : item.end]
        return _FOLDED

    def _argument(self, folded: str, start: int, end: int, items: list[_Item], ends: list[int]) -> _Argument:
        taken: list[_Item] = []
        before = 0
        for item, stop in zip(items, ends, strict=True):
            if before < end and stop > start:
                if isinstance(item, _Static):
                    low, high = max(start, before) - before, min(end, stop) - before
                    taken.append(_Static(item.text[low:high], item.start + low))
                elif start <= before and stop <= end:
                    taken.append(item)
                else:
                    raise OrderMattersError
            before = stop
        last = folded[end - 1]
        closed = last in ")}" or (last == _FOLDED and end - start > 1)
        if folded[start] in "[<" or folded[start:end].count('"') % 2:
            raise OrderMattersError
        if len(taken) == 1 and isinstance(taken[0], _Static):
            return _Argument(taken, _shape(folded[start:end], closed), closed)
        return _Argument(taken, _Shape.CLOSED if folded[start] == "{" else None, closed)

    def _as_argument(self) -> _Argument | None:
        """The whole text as an argument."""
        try:
            arguments = self._arguments([_Static("- ", -2), *self.items])
        except OrderMattersError:
            return None
        if not arguments:
            return _Argument([], _Shape.EMPTY, False)
        return arguments[0] if len(arguments) == 1 else None


def _shape(text: str, closed: bool) -> _Shape:
    if closed:
        return _Shape.CLOSED
    if text[0] == '"':
        return _Shape.STRING
    return _Shape.SEVERAL if any(bracket in text for bracket in "(){}") else _Shape.WORD


class _Rope:
    """A text in parts, without any use. A part is a rope, or characters with their addresses or the first of them."""

    __slots__ = ("is_name", "length", "parts", "shape")

    def __init__(self, parts: tuple[_Part, ...], shape: _Shape, is_name: bool = False) -> None:
        self.parts = parts
        self.shape = shape
        self.is_name = is_name  # whether it begins with what a name alone stands for, without brackets around it
        self.length: int = sum([part.length if isinstance(part, _Rope) else len(part[0]) for part in parts])


_Characters = tuple[str, "array[int] | int"]
_Part = _Rope | _Characters
_NOTHING = _Rope((), _Shape.EMPTY)


class _Context:
    """What a template is filled with: where its characters lie, and what stands for its parameters."""

    __slots__ = ("_at", "around", "define", "depth", "values")

    def __init__(
        self, at: array[int] | int, define: Defined | None, values: Sequence[_Rope | None], around: _Context | None
    ) -> None:
        self._at = at
        self.define = define
        self.values = values
        self.around = around
        self.depth: int = 0 if around is None else around.depth + 1

    def address(self, offset: int) -> int:
        return self._at + offset if isinstance(self._at, int) else self._at[offset]

    def characters(self, text: str, start: int) -> _Characters:
        at = self._at
        return text, at + start if isinstance(at, int) else at[start : start + len(text)]

    def value(self, number: int) -> _Rope:
        value = self.values[number] if number < len(self.values) else None
        return _NOTHING if value is None else value


def _refuse_name(items: Sequence[_Item], parts: Sequence[_Part], opening: int) -> None:
    """Refuses a group that may begin with the name of a define when it is filled, which then is used with arguments."""
    if type(items[0]) is _Static and items[0].text != "(":
        return
    head = parts[opening + 1]
    if type(head) is _Rope and (head.is_name or not (head.length or type(items[2]) is _Static)):
        raise OrderMattersError


class Substitution(Generic[D]):
    """Replaces the uses of defines in one text.

    names: those of all defines. define: gives one by its name in quotation marks. shared: whether what the same define
    with the same arguments stands for is made once; its places are then those of the first use. longest, most_uses,
    deepest: what the text, the uses and their depth in one another may be. `used`: the names of
    the defines that were used. `miscounted`: uses with more or fewer arguments than parameters, each with its addresses
    and how many are given. `made`: characters that were put in place.
    """

    def __init__(
        self,
        atlas: Atlas,
        names: frozenset[str],
        define: Callable[[str], D],
        *,
        shared: bool,
        longest: int,
        most_uses: int,
        deepest: int,
    ) -> None:
        self.used: set[str] = set()
        self.miscounted: list[tuple[tuple[int, int], D, int]] = []
        self.made = 0
        self.uses = 0
        self._atlas = atlas
        self._names = names
        self._define = define
        self._shared = shared
        self._longest = longest
        self._most_uses = most_uses
        self._deepest = deepest
        self._template: _Template | None = None
        self._templates: dict[str, tuple[D, _Template]] = {}
        self._ropes: dict[tuple[object, ...], _Rope] = {}
        self._results: dict[tuple[object, ...], _Rope] = {}
        self._short: dict[int, Marked] = {}

    def sharing(self, longest: int, most_uses: int) -> Substitution[D]:
        """The same for the same text, shared. What was made until now is not kept."""
        again = Substitution(
            self._atlas,
            self._names,
            self._define,
            shared=True,
            longest=longest,
            most_uses=most_uses,
            deepest=self._deepest,
        )
        again._template, again._templates = self._template, self._templates
        return again

    def run(self, text: Marked) -> Marked:
        """The text without uses. Raises OrderMattersError, TooMuchError and LudLimitError."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
        if self._names.isdisjoint(text.text.split('"')[1:-1]):
            return text
        context = _Context(text.at, None, (), None)
        parts: list[_Part] = []
        self._template = self._template or _Template(text.text, self._names, 0)
        if isinstance(self._template.items[0], _Use):
            raise OrderMattersError  # what stands at the very beginning is not replaced
        self._fill(self._template.items, context, parts, 0)
        whole = _Rope(tuple(parts), _Shape.SEVERAL)
        if whole.length > self._longest:
            raise TooMuchError(None, whole.length)
        return self._joined(whole)

    def _fill(self, items: Iterable[_Item], context: _Context, parts: list[_Part], depth: int) -> None:
        if depth > MAX_DEPTH:
            raise OrderMattersError
        for item in items:
            kind = type(item)
            if kind is _Static:
                parts.append(context.characters(item.text, item.start))  # type: ignore[union-attr]
            elif kind is _Parameter:
                parts.append(context.value(item.number))  # type: ignore[union-attr]
            elif kind is _Use:
                parts.append(self._use(item, context, depth))  # type: ignore[arg-type]
            elif kind is _Group:
                opening = len(parts)
                self._fill(item.items, context, parts, depth + 1)  # type: ignore[union-attr]
                _refuse_name(item.items, parts, opening)  # type: ignore[union-attr]
            else:
                parts += self._string(item, context)  # type: ignore[arg-type]

    def _string(self, item: _String, context: _Context) -> list[_Part]:
        parts: list[_Part] = []
        offset = item.start
        text = ""
        for part in item.parts:
            if isinstance(part, str):
                parts.append(context.characters(part, offset))
                offset += len(part)
                text += part
            else:
                value = context.value(part)
                if value.length > _LONGEST_WORD:
                    raise OrderMattersError
                filled = self._joined(value).text
                if any(mark in filled for mark in '"(){}'):
                    raise OrderMattersError
                parts.append(value)
                offset += 2
                text += filled
        if text[1:-1] in self._names:
            raise OrderMattersError
        return parts

    def _use(self, use: _Use, context: _Context, depth: int) -> _Rope:
        entry = self._templates.get(use.tag)
        if entry is None:
            define = self._define(use.tag)
            template = _Template(define.body.text, self._names, define.parameters)
            entry = self._templates[use.tag] = define, template
        define, template = entry
        values: list[_Rope | None] = []
        for argument in use.arguments:
            if len(values) >= define.parameters:
                if argument.shape is None or len(argument.items) > 1:
                    raise OrderMattersError  # whether what it uses counts as used depends on the order
                values.append(None)
            else:
                value = self._argument(argument, context, depth + 1)
                if value is not _NOTHING:
                    is_left_out = value.length == 1 and self._joined(value).text == PLACEHOLDER
                    values.append(None if is_left_out else value)
        key: tuple[object, ...] = ()
        if self._shared:
            key = (use.tag, *map(id, values))
            result = self._results.get(key)
            if result is not None:
                return result
        used_at = context.address(use.start), context.address(use.end - 1)
        # a name that holds blanks ends at the first of them: the words after it are arguments
        given = len(values) + (len(use.tag.split()) - 1 if use.in_brackets else 0)
        if given > len(values) and define.parameters:
            raise OrderMattersError
        if given != define.parameters:
            self.miscounted.append((used_at, define, given))
        around: _Context | None = context
        while around is not None:
            if around.define is define:
                raise OrderMattersError  # a define that uses itself, which is told there
            around = around.around
        if context.depth >= self._deepest:
            raise problem("define-too-deep", self._atlas.span(*used_at).places[-1], limit=self._deepest)
        self.used.add(define.name)
        self.uses += 1
        self.made += len(define.body.text)
        if self.uses > self._most_uses:
            raise TooMuchError(used_at)
        inner = _Context(self._atlas.use_address(define.body, used_at, define.name), define, values, context)
        parts: list[_Part] = []
        self._fill(template.items, inner, parts, depth + 1)
        result = self._rope(parts, self._shape_of(template.whole, inner, parts), not use.in_brackets)
        if result.length > self._longest:
            raise TooMuchError(used_at, result.length)
        if self._shared:
            self._results[key] = result
        return result

    def _argument(self, argument: _Argument, context: _Context, depth: int) -> _Rope:
        parts: list[_Part] = []
        self._fill(argument.items, context, parts, depth)
        shape = self._shape_of(argument, context, parts)
        if shape is _Shape.SEVERAL:
            raise OrderMattersError
        if shape is _Shape.EMPTY:
            if not all(type(item) is _Parameter for item in argument.items):
                raise OrderMattersError
            return _NOTHING
        if len(parts) == 1 and type(parts[0]) is _Rope:
            if parts[0].length == 1 and self._joined(parts[0]).text == PLACEHOLDER:
                raise OrderMattersError
            return parts[0]
        return self._rope(parts, shape)

    def _shape_of(self, argument: _Argument | None, context: _Context, parts: Sequence[_Part]) -> _Shape:
        """What the items of an argument are together, when they are filled."""
        if argument is None:
            return _Shape.SEVERAL
        if argument.shape is not None:
            return argument.shape
        items = argument.items
        if len(items) == 1:
            only = items[0]
            if type(only) is _Group:
                return _Shape.CLOSED
            if type(only) is _String:
                return _Shape.STRING
            rope = parts[0]
            assert type(rope) is _Rope
            return rope.shape
        return self._glued(argument, context, parts)

    def _glued(self, argument: _Argument, context: _Context, parts: Sequence[_Part]) -> _Shape:
        """What several items are that stand without blanks between them."""
        items = argument.items
        if argument.closed and type(items[0]) is _Static and items[0].text[0] != ":":
            if type(items[-1]) is _Static:
                label = re.match(r'[^\s(){}"\[\]<>]+:\{', items[0].text)
                return _Shape.CLOSED if label else _Shape.SEVERAL
            if len(items) == 2 and type(items[1]) is _Group and items[0].text.endswith(":"):
                return _Shape.CLOSED
        if len(items) == 2 and type(items[0]) is _Static and items[0].text.endswith(":") and len(parts) == 2:
            value = parts[1]
            if type(value) is _Rope and value.shape is _Shape.CLOSED and " " not in items[0].text:
                # a group in parentheses or braces; one with a name of its own is glued to this name
                return _Shape.CLOSED if self._first_character(value) in "({" else _Shape.SEVERAL
        whole = _Rope(tuple(parts), _Shape.SEVERAL)
        if whole.length > _LONGEST_WORD or any(type(p) is _Rope and p.shape in _NOT_GLUED for p in parts):
            return _Shape.SEVERAL
        text = self._joined(whole).text
        if any(type(item) is _Use and not item.in_brackets and _BLANK.search(item.tag) for item in items):
            return _Shape.SEVERAL
        if not text:
            return _Shape.EMPTY
        if text[0] == '"' or text == PLACEHOLDER:
            return _Shape.SEVERAL
        return _Shape.SEVERAL if _BLANK.search(text) or any(b in text for b in "(){}") else _Shape.WORD

    def _first_character(self, rope: _Rope) -> str:
        while rope.parts:
            part = next((part for part in rope.parts if type(part) is not _Rope or part.length), None)
            if part is None:
                return " "
            if type(part) is not _Rope:
                return part[0][0]  # type: ignore[index]
            rope = part
        return " "

    def _rope(self, parts: list[_Part], shape: _Shape, is_name: bool = False) -> _Rope:
        first = parts[0] if parts else None
        is_name = is_name or (type(first) is _Rope and first.is_name)
        if not self._shared:
            return _Rope(tuple(parts), shape, is_name)
        key = (shape, is_name, *[id(part) if type(part) is _Rope else part[0] for part in parts])  # type: ignore[index]
        rope = self._ropes.get(key)
        if rope is None:
            rope = self._ropes[key] = _Rope(tuple(parts), shape, is_name)
        return rope

    def _joined(self, rope: _Rope) -> Marked:
        """The text of a rope; of those that are short it is remembered."""
        texts: list[str] = []
        at: array[int] = array("I")
        waiting: list[_Part] = [rope]
        short = self._short
        while waiting:
            part = waiting.pop()
            if type(part) is not _Rope:
                text, addresses = part  # type: ignore[misc]
                texts.append(text)
                at += run_of_addresses(addresses, len(text)) if isinstance(addresses, int) else addresses
            elif self._shared and part is not rope and part.length < _SHORT and len(part.parts) > 1:
                joined = short.get(id(part))
                if joined is None:
                    joined = short[id(part)] = self._joined(part)
                texts.append(joined.text)
                at += joined.at
            else:
                waiting += part.parts[::-1]
        return Marked("".join(texts), at)


_SHORT = 1 << 14
"""Characters of a text that is joined once and copied from there on."""

