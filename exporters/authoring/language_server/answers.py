"""What an editor asks about a place in a text: hover, signature, definition, references, rename, outline, folding,
colours, formatting. Pure functions from a document and an offset; offsets count characters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludparse.binding.listing import describe, describe_slot, signature
from ludparse.expansion.defines import Expander, extract_defines
from ludparse.ludemes.base import REGISTRY
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.reader.formatter import format_text
from ludparse.reader.marked import Atlas

from ..language.pages import Page, meaning_of, page_of, page_of_enum
from ..language.sketches import Sketch
from .document import Define, Document, Occurrence
from .tree import Node

__all__ = [
    "TOKEN_TYPES",
    "Colour",
    "Fold",
    "Hover",
    "RenameError",
    "Signature",
    "Symbol",
    "Target",
    "colours",
    "definition",
    "folds",
    "formatted",
    "hover",
    "outline",
    "references",
    "rename",
    "rename_range",
    "signature_help",
]  # fmt: skip

MAX_SHOWN = 2_000
"""Characters of an expansion that are shown."""


@dataclass(frozen=True)
class Hover:
    """Markdown about the characters `start` up to `end`."""

    markdown: str
    start: int
    end: int


@dataclass(frozen=True)
class Target:
    """A place: characters of the text itself, or, with a `source`, of a file of the library."""

    start: int
    end: int
    source: Source | None = None


@dataclass(frozen=True)
class Signature:
    """Ways to write what the cursor stands in. `parameters`: of each way the text of each argument within the label,
    and what the argument says. `active`: the number of the argument of each way that is being written, None where there
    is none."""

    labels: tuple[str, ...]
    documentation: tuple[str, ...]
    parameters: tuple[tuple[tuple[str, str], ...], ...]
    active: tuple[int | None, ...]


@dataclass(frozen=True)
class Symbol:
    """An entry of the outline. `start`, `end`: all of it; `name_at`: what is selected when it is chosen."""

    name: str
    kind: str
    start: int
    end: int
    name_at: tuple[int, int]
    children: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
class Fold:
    """Lines (from 0) that can be folded. `comment`: whether they are comments."""

    first: int
    last: int
    comment: bool = False


@dataclass(frozen=True)
class Colour:
    """Characters of one sort, a row of `TOKEN_TYPES`."""

    start: int
    end: int
    type: str


class RenameError(Exception):
    """Why something cannot be renamed."""


# ---------------------------------------------------------------------- hover


def hover(document: Document, offset: int) -> Hover | None:
    """What there is to say about the word at an offset."""
    node = document.root.at(offset)
    one = document.occurrence_at(offset)
    if one is not None:
        return Hover(_about_name(document, one, node), one.start, one.end)
    if node.label is not None and node.label_at <= offset < node.start:
        return _about_label(document, node)
    if node.kind != "atom" or node.parent is None or not node.start <= offset <= node.end or node.is_string:
        return None
    call = node.parent
    if node is call.head:
        classes = list(dict.fromkeys(form.cls for form in document.forms(call)))
        if classes:
            text = "\n\n---\n\n".join(_about_page(page_of(cls)) for cls in classes[:3])
            return Hover(text, node.start, node.end)
        return None
    return _about_constant(document, node)


def _about_page(page: Page) -> str:
    forms = "\n".join(page.forms)
    parts = [f"**{page.title}**: {page.stands_for}", page.meaning, f"```lud\n{forms}\n```"]
    if page.sketch is not None:
        parts.append(_fenced(page.sketch))
    elif page.example is not None:
        parts.append(f"Example:\n```lud\n{page.example.text}\n```")
    return "\n\n".join(parts)


def _fenced(sketch: Sketch) -> str:
    lines = "\n".join(sketch.lines())
    return f"```lud\n{sketch.written}\n```\n\n```text\n{lines}\n```"


def _about_constant(document: Document, node: Node) -> Hover | None:
    call = node.parent
    if call is not None and call.kind == "call":
        for form, slot in document.slots(node) if call.keyword in REGISTRY else ():
            if slot.selects and any(node.text in type_.constants for type_ in slot.types):
                return Hover(_about_page(page_of(form.cls)), node.start, node.end)
    for type_ in document.expected(node) or ():
        member = type_.constants.get(node.text)
        if member is not None:
            page = page_of_enum(type(member))
            meaning = page.words.get(node.text, "")
            words = ", ".join(list(page.words)[:20])
            text = f"**{node.text}** ({page.title})" + (f": {meaning}" if meaning else "")
            return Hover(f"{text}\n\n{page.meaning}\n\n{words}", node.start, node.end)
    return None


def _about_label(document: Document, node: Node) -> Hover | None:
    if node.parent is None or node.parent.kind != "call":
        return None
    for form, slot in document.slots(node) if node.parent.keyword in REGISTRY else ():
        end, meaning = node.label_at + len(node.label or ""), meaning_of(form.cls, slot.name)
        said = f"{meaning}\n\n{describe(slot.types)}" if meaning else describe(slot.types)
        return Hover(f"**{slot.label}:** {said}", node.label_at, end)
    return None


def _about_name(document: Document, one: Occurrence, node: Node) -> str:
    if one.sort == "define":
        return _about_define(document, one, node)
    if one.sort == "option":
        option = next(option for option in document.options if option.tag == one.name)
        items = [item.children[1].string for item in option.items if len(item.children) > 1]
        return f"the option **{option.heading}**: {', '.join(items)}"
    where = document.names.get(one.sort, {}).get(one.name)
    if where is None:
        return f"the {one.sort} **{one.name}**"
    declared = document.root.at(where.start).parent
    text = document.text[declared.start : declared.end] if declared is not None else ""
    return f"the {one.sort} **{one.name}**\n\n```lud\n{_short(text)}\n```"


def _about_define(document: Document, one: Occurrence, node: Node) -> str:
    define = document.define(one.name)
    if define is None:
        return f"a define **{one.name}**"
    where = " of the library" if define.library is not None else ""
    count = define.parameters
    parts = [f"a define{where}{f' with {count} parameter{chr(115) * (count > 1)}' if count else ''}"]
    parts.append(f"```lud\n{_short(_tidy(define.body))}\n```")
    if not one.declares:
        use = node.parent if node.parent is not None and node.parent.head is node else node
        expansion = expanded(document, document.text[use.start : use.end])
        if expansion is not None:
            parts.append(f"stands here for\n```lud\n{_short(expansion)}\n```")
    return "\n\n".join(parts)


def expanded(document: Document, fragment: str) -> str | None:
    """What a part of the text stands for, all defines replaced; None where that cannot be found out."""
    atlas, problems = Atlas(), list[LudError]()
    library = document.library.defines if document.library is not None else {}
    try:
        _, defines = extract_defines(atlas.source(Source("<text>", document.text)), atlas, problems)
        text = Expander(atlas, library, problems).expand(atlas.source(Source("<use>", f" {fragment} ")), defines).text
        return format_text(text).strip()
    except LudError:
        return None


def _tidy(text: str) -> str:
    try:
        return format_text(text).strip()
    except LudError:
        return text


def _short(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]} …"


# ---------------------------------------------------------------------- signatures


def signature_help(document: Document, offset: int) -> Signature | None:
    """The ways to write the call around an offset."""
    node: Node | None = document.root.at(offset)
    while node is not None and (node.kind != "call" or offset <= node.start or (node.closed and offset >= node.end)):
        node = node.parent
    if node is None or node.head is None or offset <= node.head.end:
        return None
    before = [child for child in node.arguments if child.end < offset]
    if node.keyword[:1] == '"':
        return _of_define(document, document.define(node.keyword.strip('"')), len(before))
    label = next((child.label for child in node.arguments if child.start <= offset <= child.end), None)
    if node.keyword not in REGISTRY:
        return None
    next_slots = document.slots_after(node, before, label, every=label is None)
    labels, docs, parameters, active = [], [], [], []
    for form in document.forms(node):
        shown = list(form.slots)
        labels.append(signature(form))
        docs.append(page_of(form.cls).meaning)
        parameters.append(tuple((describe_slot(slot), meaning_of(form.cls, slot.name)) for slot in shown))
        now = next((slot for other, slot in next_slots if other is form or other == form), None)
        active.append(shown.index(now) if now is not None else None)
    return Signature(tuple(labels), tuple(docs), tuple(parameters), tuple(active)) if labels else None


def _of_define(document: Document, define: Define | None, number: int) -> Signature | None:
    if define is None or not define.parameters:
        return None
    names = []
    for index in range(define.parameters):
        types = document.expected_of(define, index)
        names.append((f"#{index + 1}" + (f": {describe(types)}" if types else ""), ""))
    shown = " ".join(f"#{index + 1}" for index in range(define.parameters))
    active = number if number < define.parameters else None
    return Signature((f'("{define.name}" {shown})',), (_short(_tidy(define.body)),), (tuple(names),), (active,))


# ---------------------------------------------------------------------- names


def definition(document: Document, offset: int) -> list[Target]:
    """Where the name at an offset is declared."""
    one = document.occurrence_at(offset)
    if one is None:
        return []
    if one.sort == "define":
        define = document.define(one.name)
        if define is None:
            return []
        return [Target(*define.name_at, define.library.source if define.library is not None else None)]
    return [Target(other.start, other.end) for other in document.occurrences_of(one) if other.declares]


def references(document: Document, offset: int, *, declaration: bool = True) -> list[Target]:
    """Every place where the thing is named whose name stands at an offset."""
    one = document.occurrence_at(offset)
    if one is None:
        return []
    return [Target(other.start, other.end) for other in document.occurrences_of(one)
            if declaration or not other.declares]  # fmt: skip


def rename_range(document: Document, offset: int) -> Target | None:
    """The name at an offset, if it can be renamed."""
    one = document.occurrence_at(offset)
    if one is None or not any(other.declares for other in document.occurrences_of(one)):
        return None
    return Target(one.start, one.end)


def rename(document: Document, offset: int, name: str) -> list[Target]:
    """The places to put a new name. Raises RenameError where it is none, or taken."""
    one = document.occurrence_at(offset)
    if one is None:
        raise RenameError("there is no name here that can be changed")
    if rename_range(document, offset) is None:
        raise RenameError(f"{one.name!r} is declared elsewhere, in the library")
    if not name or any(char in name for char in '"\\\n\r') or name != name.strip():
        raise RenameError(f"{name!r} cannot be a name: it is empty, or holds quotation marks or line ends")
    if one.sort == "option" and not name.replace("_", "a").isalnum():
        raise RenameError("the tag of an option consists of letters and digits")
    taken = document.define(name) is not None or name in document.names.get(one.sort, {})
    if taken and name != one.name:
        raise RenameError(f"there is something called {name!r} already")
    return references(document, offset)


# ---------------------------------------------------------------------- the whole text

_OUTLINED = {
    "game": "game", "match": "game", "equipment": "group", "rules": "group", "start": "rule", "play": "rule",
    "end": "rule", "meta": "rule", "phase": "phase", "board": "board", "piece": "piece", "hand": "item",
    "dice": "item", "regions": "region", "track": "track", "define": "define", "option": "option", "item": "item",
    "ruleset": "option", "metadata": "group",
}  # fmt: skip


def outline(document: Document) -> list[Symbol]:
    """The parts of the text."""
    return [symbol for node in document.root.children for symbol in _symbols(node, 0)]


def _symbols(node: Node, depth: int) -> Iterator[Symbol]:
    if depth > 12:
        return
    kind = _OUTLINED.get(node.keyword) if node.kind == "call" else None
    inside = () if kind in ("define", "rule", "piece", "item") else node.children
    children = tuple(
        symbol for child in inside if child.kind in ("call", "array") for symbol in _symbols(child, depth + 1)
    )
    if kind is None or node.head is None:
        yield from children
        return
    first = node.children[1] if len(node.children) > 1 else None
    named = first is not None and first.is_string
    name = first.string if named and first is not None and first.string else node.keyword
    at = (first.start, first.end) if named and first is not None else (node.head.start, node.head.end)
    yield Symbol(name, kind, node.start, node.end, at, children)


def folds(document: Document) -> list[Fold]:
    """Brackets over several lines, and comments over several lines."""
    line = document.source.position
    found: dict[int, Fold] = {}
    for node in document.root.walk():
        if node.kind in ("call", "array"):
            first, last = line(node.start)[0] - 1, line(max(node.start, node.end - 1))[0] - 1
            if last > first:
                found.setdefault(first, Fold(first, last))
    run: list[int] = []
    for token in [*document.tokens, None]:
        comment = token is not None and token.kind == "COMMENT"
        at = line(token.start)[0] - 1 if token is not None and comment else -1
        if run and at != run[-1] + 1:
            if len(run) > 1:
                found.setdefault(run[0], Fold(run[0], run[-1], True))
            run = []
        if comment:
            run.append(at)
    return sorted(found.values(), key=lambda fold: fold.first)


TOKEN_TYPES = ("keyword", "macro", "enumMember", "number", "string", "parameter", "comment", "typeParameter", "class",
               "property")  # fmt: skip


def colours(document: Document) -> list[Colour]:
    """The sort of every word, in the order of the text; none overlap, and none goes over the end of a line."""
    heads = {node.head.start for node in document.root.walk() if node.head is not None}
    names = {one.start: one for one in document.occurrences}
    found: list[Colour] = []
    for token in document.tokens:
        if token.kind in ("LPAR", "RPAR", "LBRACE", "RBRACE") or "\n" in token.text:
            continue
        one = names.get(token.start + 1)
        kind = _sort_of(token.kind, token.text, token.start in heads)
        if token.kind == "STRING" and one is not None and one.end <= token.end:
            kind = "macro" if one.sort == "define" else "class" if one.sort == "piece" else "property"
        if kind:
            found.append(Colour(token.start, token.end, kind))
    return found


def _sort_of(kind: str, text: str, head: bool) -> str:
    if kind == "COMMENT":
        return "comment"
    if kind == "STRING":
        return "string"
    if kind == "LABEL":
        return "parameter"
    if text[:1] == "#" or (text[:1] == "<" and text[-1:] == ">" and len(text) > 2):
        return "typeParameter"
    if head:
        return "keyword"
    if text.lstrip("-").replace(".", "", 1).isdigit():
        return "number"
    return "enumMember" if text[:1].isalpha() else ""


def formatted(document: Document) -> str | None:
    """The text in the usual layout; None where its brackets do not fit."""
    try:
        return format_text(document.text)
    except LudError:
        return None
