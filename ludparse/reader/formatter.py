"""The formatter: lays descriptions out in one standard way, and keeps every comment.

Tokens never change, and tokens that touch (`"A1".."B3"`, `)**`) still touch, and others do not, because defines are
expanded in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludparse.problems.errors import raise_all
from ludparse.problems.spans import Source, Span
from ludparse.reader import bracket_problems
from ludparse.reader.read import too_many_words, words
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Node

__all__ = ["format_text", "format_tree"]

WIDTH = 100
INDENT = 4

_SPREAD = frozenset(("game", "match", "equipment", "rules", "metadata"))
"""What is never put on one line."""

_SHORT = 16
"""Entries of a list up to this width are set as running text."""


@dataclass(slots=True)
class _Group:
    """A bracket with its entries."""

    open: str
    close: str = ""
    entries: list[_Entry] = field(default_factory=list)
    spaced: bool = False  # a blank after the opening bracket, where it is significant


@dataclass(slots=True)
class _Entry:
    """Tokens and groups that touch each other, or a comment.

    `width`: on one line, or None where that cannot be; `blank`: an empty line stands before.
    """

    parts: list[str | _Group]
    comment: bool = False
    trailing: bool = False
    blank: bool = False
    width: int | None = 0


def format_text(text: str | Source) -> str:
    """The formatted text. Its tokens and comments stay the same, and formatting it again changes nothing.

    Raises LudSyntaxError when brackets or strings are not closed, LudLimitError for a text of too many words.
    """
    source = text if isinstance(text, Source) else Source("<text>", text)
    text = source.text
    raise_all(too_many_words(text, lambda start, end: Span(source, start, end)))
    raise_all(bracket_problems(text, lambda start, end: Span(source, start, end)))
    return _lay_out(_entries_of_text(text))


def format_tree(*nodes: Node) -> str:
    """The formatted text of a plain syntax tree."""
    return _lay_out([_entry_of_node(node) for node in nodes])


def _entries_of_text(text: str) -> list[_Entry]:
    outermost = _Group("")
    open_ = [outermost]
    touching: _Entry | None = None  # the entry that the next token may be part of
    after_blank = empty_lines = new_line = False
    previous = ""
    for kind, word in words(text):
        if kind == "SPACE":
            after_blank = True
            lines = word.count("\n")
            new_line, empty_lines = new_line or lines > 0, empty_lines or lines > 1
            continue
        inner = open_[-1]
        if kind == "COMMENT":
            trailing = not new_line and bool(inner.entries)
            inner.entries.append(_Entry([word.rstrip()], True, trailing, empty_lines and bool(inner.entries), None))
            touching = None
        elif kind in ("RPAR", "RBRACE"):
            inner.close = word
            open_.pop()
            touching = open_[-1].entries[-1]
        else:
            opens = kind in ("LPAR", "LBRACE")
            glued = touching is not None and not after_blank and not (previous in (")", "}") and kind not in ("WORD",))
            if glued and touching is not None:
                entry = touching
            else:
                entry = _Entry([], blank=empty_lines and bool(inner.entries))
                if previous == "(" and after_blank and kind == "STRING":
                    inner.spaced = True
                inner.entries.append(entry)
            if opens:
                group = _Group(word)
                entry.parts.append(group)
                open_.append(group)
                touching = None
            else:
                entry.parts.append(word)
                touching = entry
        previous = word
        after_blank = empty_lines = new_line = kind == "COMMENT"
        if kind == "COMMENT":
            empty_lines = False
    for entry in outermost.entries:
        _measure(entry)
    return outermost.entries


def _entry_of_node(node: Node) -> _Entry:
    entry = _built(node)
    _measure(entry)
    return entry


def _built(node: Node) -> _Entry:
    if isinstance(node, Atom):
        return _Entry([f'"{node.text}"' if node.kind is AtomKind.STRING else node.text])
    if isinstance(node, Array):
        return _Entry([_Group("{", "}", [_built(item) for item in node.items])])
    keyword = [_Entry([node.keyword])] if node.keyword else []
    return _Entry([_Group("(", ")", keyword + [_built_arg(arg) for arg in node.args])])


def _built_arg(arg: Arg) -> _Entry:
    entry = _built(arg.value)
    if arg.name is not None:
        entry.parts.insert(0, f"{arg.name}:")
    return entry


def _measure(entry: _Entry) -> int | None:
    """Computes the width of this entry on one line, and of all entries inside it."""
    if entry.comment:
        return None
    width: int | None = 0
    for part in entry.parts:
        if isinstance(part, str):
            size = None if "\n" in part else len(part)
        else:
            size = 2 + part.spaced + max(0, len(part.entries) - 1)
            for inner in part.entries:
                inner_size = _measure(inner)
                size = None if size is None or inner_size is None else size + inner_size
            if _keyword(part) in _SPREAD:
                size = None
        width = None if width is None or size is None else width + size
    entry.width = width
    return width


def _keyword(group: _Group) -> str:
    first = group.entries[0].parts[0] if group.open == "(" and group.entries else ""
    return first if isinstance(first, str) else ""


def _lay_out(entries: list[_Entry]) -> str:
    lines = _Lines()
    for number, entry in enumerate(entries):
        if entry.trailing:
            lines.add(f"  {entry.parts[0]}")
            continue
        if number:
            lines.new(0, empty=entry.blank)
        lines.entry(entry, 0, 0)
    return lines.text()


class _Lines:
    """The lines that have been written, and the methods that write more."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.last: list[str] = []
        self.column = 0

    def add(self, text: str) -> None:
        self.last.append(text)
        newline = text.rfind("\n")
        self.column = self.column + len(text) if newline < 0 else len(text) - newline - 1

    def new(self, indent: int, *, empty: bool = False) -> None:
        self.done.append("".join(self.last))
        if empty:
            self.done.append("")
        self.last = [" " * indent]
        self.column = indent

    def text(self) -> str:
        lines = [*self.done, "".join(self.last)]
        return "\n".join(lines) + "\n" if lines != [""] else ""

    def entry(self, entry: _Entry, indent: int, after: int) -> None:
        """Writes an entry. `indent`: of its line. `after`: the columns needed behind it."""
        if entry.width is not None and self.column + entry.width + after <= WIDTH:
            for text in _flat(entry):
                self.add(text)
            return
        for part in entry.parts:
            if isinstance(part, str):
                self.add(part)
            else:
                self.group(part, indent, after)

    def group(self, group: _Group, indent: int, after: int) -> None:
        """Writes a bracket over several lines."""
        entries = group.entries
        self.add(group.open + " " * group.spaced)
        if all(_is_words(entry) for entry in entries):
            self._running(entries, indent + INDENT, 1 + after, len(entries) > 1 and group.open == "(")
            self.add(group.close)
            return
        if group.open == "{" and all(entry.width is not None and entry.width <= _SHORT for entry in entries):
            self._running(entries, indent + INDENT, 1 + after, False)
            self.add(group.close)
            return
        head = self._head(group, indent)
        hugged = self._hugs(entries, head)
        for number, entry in enumerate(entries[head:], head):
            if entry.trailing and number:
                self.add(f"  {entry.parts[0]}")
            elif hugged:
                if number:
                    self.add(" ")
                self.entry(entry, indent, after + 1)
                self.add(group.close)
                return
            else:
                self.new(indent + INDENT, empty=entry.blank)
                self.entry(entry, indent + INDENT, 0)
        self.new(indent)
        self.add(group.close)

    def _head(self, group: _Group, indent: int) -> int:
        """Writes what stays on the line of the opening bracket: the keyword, and what follows up to the first group.

        A string does so whatever touches it: whether a blank stands before it decides if it names a define.
        """
        count = 0
        names_values = _keyword(group) == "option"
        for entry in group.entries:
            room = self.column + 1 + (entry.width or 0) <= WIDTH
            if group.open != "(" or (count and (entry.width is None or not room)):
                break
            first = entry.parts[0]
            names_define = not count and isinstance(first, str) and first.startswith('"')
            if not names_define and not _is_words(entry) and not (names_values and first == "args:"):
                break
            if count:
                self.add(" ")
            self.entry(entry, indent + INDENT * names_define, 0)
            count += 1
        return count

    def _hugs(self, entries: list[_Entry], head: int) -> bool:
        """Whether only one list is left; its brackets then share lines with the surrounding ones."""
        if head != len(entries) - 1 or not head:
            return False
        parts = entries[head].parts
        return (
            isinstance(parts[-1], _Group)
            and parts[-1].open == "{"
            and len(parts) <= 2
            and isinstance(parts[0] if len(parts) == 2 else "", str)
        )

    def _running(self, entries: list[_Entry], indent: int, after: int, keyword: bool) -> None:
        """Writes short entries, as many on a line as fit."""
        for number, entry in enumerate(entries):
            first_line = 0 if entry.width is None else entry.width
            room = after if number == len(entries) - 1 else 0
            if number:
                # What follows the keyword stays on its line, because the next line would not be shorter.
                beside = number == 1 and keyword and len(entries) == 2
                if self.column + 1 + first_line + room <= WIDTH or beside:
                    self.add(" ")
                else:
                    self.new(indent)
            self.entry(entry, indent, room)


def _is_words(entry: _Entry) -> bool:
    return not entry.comment and all(isinstance(part, str) for part in entry.parts)


def _flat(entry: _Entry) -> Iterator[str]:
    for part in entry.parts:
        if isinstance(part, str):
            yield part
        else:
            yield part.open + " " * part.spaced
            for number, inner in enumerate(part.entries):
                if number:
                    yield " "
                yield from _flat(inner)
            yield part.close
