"""What can be written at a place: ludemes, constants, names of arguments, names of things, defines and options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludparse.binding.alignment import items_of
from ludparse.binding.listing import describe, describe_slot, kind_of
from ludparse.binding.signatures import Form, Slot, Type, forms_of
from ludparse.checks.names import USES
from ludparse.ludemes.base import REGISTRY, Ludeme
from ludparse.ludemes.enums import RoleType

from ..language.pages import page_of, page_of_enum
from .document import Document
from .likelihood import (
    CALL_OF_DEFINE,
    DEFINE,
    LIST,
    OPTION,
    TEXT,
    Likelihood,
    counts_of,
    is_word,
    places,
    title,
    titles,
)
from .tree import Node

__all__ = ["Completion", "complete"]

_DIGITS = "0123456789"


@dataclass(frozen=True)
class Completion:
    """One suggestion. `kind`: ludeme, constant, argument, define, option, or the sort of a name. `insert`: what
    replaces the characters `start` up to `end`; a snippet (`${1:…}`) if `snippet` is set."""

    label: str
    kind: str
    insert: str
    start: int
    end: int
    detail: str = ""
    documentation: str = ""
    snippet: bool = False


def complete(document: Document, offset: int, likelihood: Likelihood | None = None) -> list[Completion]:
    """The suggestions at an offset, each label once, the likeliest first.

    likelihood: by what they are ranked; the library's words where None is given.
    """
    offset = max(0, min(offset, len(document.text)))
    token = document.token_before(offset)
    if token is not None and token.kind == "COMMENT" and offset <= token.end:
        return []
    node = document.root.at(offset)
    likelihood = likelihood or Likelihood.of_library()
    unique: dict[tuple[str, str], Completion] = {}
    for one in (*_complete(document, node, offset), *_in_metadata(document, node, offset, likelihood)):
        unique.setdefault((one.label, one.kind), one)
    chances = _chances(document, node, offset, list(unique.values()), likelihood)
    return sorted(unique.values(), key=lambda one: (-chances[one.label, one.kind], one.label))


# ---------------------------------------------------------------------- how likely each is


def _place(document: Document, node: Node, offset: int) -> tuple[Node, list[Node], str | None]:
    """The bracket around what is written at an offset, what stands in it before, and the name of the argument."""
    inside = node.kind == "atom" and node.start < offset <= node.end
    token = node.token
    if inside and token is not None and token.kind == "LABEL" and offset == node.end and node.parent is not None:
        return node.parent, _before(node.parent, node.start, node), node.text[:-1]
    label = node.label if inside else None
    written = node if node.kind == "atom" else None
    if node.kind == "atom":
        start, node = node.start if inside else offset, node.parent or document.root
    else:
        start = offset
    at_head = written is node.head if inside else not node.children or offset <= node.children[0].start
    if node.kind == "call" and offset > node.start and at_head and node.parent is not None:
        return node.parent, _before(node.parent, node.start, node), node.label
    if node.kind != "root" and node.closed and (offset >= node.end or offset <= node.start):
        node = node.parent or document.root
    return node, _before(node, start, written), label


def _in_metadata(document: Document, node: Node, offset: int, likelihood: Likelihood) -> Iterator[Completion]:
    """The words of metadata, whose ludemes are not declared: those that the library has there."""
    around: Node | None = node
    while around is not None and around.keyword != "metadata":
        around = around.parent
    if around is None or node.is_string:
        return
    outer, before, label = _place(document, node, offset)
    inside = node.kind == "atom" and node.start < offset <= node.end
    at = node.parent if inside else node
    head = at is not None and at.kind == "call" and outer is not at
    start, end = (node.start, node.end) if inside else (offset, offset)
    for word in likelihood.words_at(places(document, outer, before, label)):
        if head and word[:1] == "(" and is_word(word[1:].split()[0]):
            yield Completion(word[1:].split()[0], "ludeme", word[1:].split()[0], start, end)
        elif not head and is_word(word.removesuffix(":")):
            yield Completion(word, "argument" if word[-1] == ":" else "constant", word, start, end)


def _chances(
    document: Document, node: Node, offset: int, found: list[Completion], likelihood: Likelihood
) -> dict[tuple[str, str], float]:
    """How likely each suggestion is, by its label and kind."""
    outer, before, label = _place(document, node, offset)
    after = next((child for child in outer.children if child.start >= offset and child is not node), None)
    where = places(document, outer, before, label, after)
    chances: dict[tuple[str, str], float] = {}
    shared: dict[tuple[str, ...], list[tuple[Completion, float]]] = {}
    local = counts_of(iter((document,))) if len(document.tokens) < _MANY else {}
    uses = _uses_of_strings(document, node, where)
    listed = outer.kind == "array" or label is not None
    coming = _next_coordinates(document, offset) if listed else ()
    following = {name: _NEXT / rank for rank, name in enumerate(coming, 1)}
    for one in found:
        name = one.label.strip('"')
        if one.kind == "define":
            define = document.define(name)
            begins = _begins(document, define.body) if define is not None else ""
            own = 3.0 if name in document.defines else 0.2
            weight = own * (1 + uses[name]) * (0.02 + likelihood.chance(where, begins, local))
            shared.setdefault((CALL_OF_DEFINE, DEFINE), []).append((one, weight))
        elif one.kind == "option":
            shared.setdefault((OPTION,), []).append((one, 1.0))
        elif one.kind in ("ludeme", "constant", "argument", "list"):
            chances[one.label, one.kind] = sum(likelihood.chance(where, word, local) for word in _words_of(one))
        else:
            weight = following.get(name, 0.0) + 1.0 + uses[name]
            unlikely = one.kind == "coordinate" and not listed
            shared.setdefault((TEXT,), []).append((one, weight * _UNLISTED if unlikely else weight))
    for words, each in shared.items():
        chance, whole = sum(likelihood.chance(where, word, local) for word in words), sum(weight for _, weight in each)
        chances.update({(one.label, one.kind): chance * weight / whole for one, weight in each})
    return chances


def _words_of(one: Completion) -> tuple[str, ...]:
    if one.kind == "list":
        return (LIST,)
    if one.kind != "ludeme":
        return (one.label,)
    return (f"({one.label}",) if one.snippet else tuple(f"({begins}" for begins in titles(one.label))


_NEXT = 100.0
"""How many uses it is worth that a coordinate comes next in a list."""

_UNLISTED = 0.01
"""What a use of a coordinate is worth where neither a list is nor a named argument."""

_ALIKE = 4
"""How many uses elsewhere one use at a like place is worth."""


def _uses_of_strings(document: Document, node: Node, where: tuple[str, ...]) -> Counter[str]:
    """How often each string of the text is used, those at a like place counted more often."""
    uses: Counter[str] = Counter()
    few = len(document.tokens) < _MANY
    for string in document.strings:
        outer = string.parent
        if string is node or outer is None:
            continue
        one = outer if string is outer.head and outer.parent is not None else string
        around = one.parent
        alike = few and around is not None and _is_at(document, around, one, where)
        uses[string.string] += _ALIKE if alike else 1
    return uses


def _is_at(document: Document, around: Node, node: Node, where: tuple[str, ...]) -> bool:
    return places(document, around, _before(around, node.start, node), node.label)[-2] == where[-2]


_MANY = 5_000
"""Words of a text above which what it has itself is not counted place by place."""

_BODY = re.compile(r'(?:\s|//[^\n]*\n)*(\(\s*)?("[^"]*"|[^\s(){}]+|\{)\s*([A-Za-z]*)')


def _begins(document: Document, body: str, deep: int = 0) -> str:
    """The word that a define stands for, as `Likelihood` has it; empty where its body does not say."""
    first = _BODY.match(body)
    if first is None or deep > 8:
        return ""
    opened, word, after = first.groups()
    if word[0] == '"':
        inner = document.define(word.strip('"'))
        return _begins(document, inner.body, deep + 1) if inner is not None else "" if opened else TEXT
    if word[0] in "#<":
        return ""
    return f"({title(word, after)}" if opened else word


def _may_be(begins: str, types: tuple[Type, ...]) -> bool:
    """Whether something that begins with a word can be of one of some types."""
    if not begins:
        return True
    if begins[0] == "(":
        keyword = begins[1:].split()[0]
        return any(type_.begins_with(keyword) for type_ in (*types, *items_of(types)) if type_.bases)
    if begins == LIST:
        return any(type_.item is not None for type_ in types)
    if begins == TEXT:
        return any(str in type_.literals for type_ in types)
    if begins.lstrip("-.")[:1].isdigit():
        return any(type_.literals & {int, float} for type_ in types)
    if begins in ("True", "False"):
        return any(bool in type_.literals for type_ in types)
    return any(begins in type_.constants for type_ in types)


# ---------------------------------------------------------------------- what there is


def _complete(document: Document, node: Node, offset: int) -> Iterator[Completion]:
    if node.kind == "atom" and node.start < offset <= node.end:
        if node.is_string:
            if offset < node.end or not node.text.endswith('"') or len(node.text) == 1:
                yield from _in_string(document, node)
            return
        if node.text[:1] == "<" and node.parent is not None and node.parent.label != "args":
            yield from _tags(document, node.start, node.end)
            if node is not node.parent.head:
                return
        if node.parent is not None and node is node.parent.head:
            yield from _heads(document, node.parent, node.start, node.end, offset)
        elif node.token is not None and node.token.kind == "LABEL" and offset == node.end and node.parent is not None:
            label = node.text[:-1]
            types = _types_in(document, node.parent, offset, label, node)
            sorts = _sorts_in(document, node.parent, offset, label, node)
            yield from _values(document, types, sorts, offset, offset)
        else:
            yield from _words(document, node.parent, node.start, node.end, node.label, node)
        return
    if node.kind == "atom":
        node = node.parent or document.root
    at_head = not node.children or offset <= node.children[0].start
    if node.kind == "call" and at_head and offset > node.start:
        yield from _heads(document, node, offset, offset, offset)
    else:
        outside = node.kind != "root" and node.closed and (offset >= node.end or offset <= node.start)
        yield from _words(document, node.parent if outside else node, offset, offset, None, None)


# ---------------------------------------------------------------------- after an opening bracket


def _heads(document: Document, call: Node, start: int, end: int, offset: int) -> Iterator[Completion]:
    """What a call can begin with."""
    empty = not call.arguments or (call.head is None and len(call.children) == 0)
    types = document.expected(call)
    if call.parent is not None and call.parent.kind == "root":
        yield from _top(start, end, "" if document.text[offset : offset + 1] == ")" else ")")
        return
    if call.parent is not None and call.parent.kind == "array" and call.parent.parent is not None:
        outer = call.parent.parent.keyword
        if outer in ("option", "rulesets"):
            word = "item" if outer == "option" else "ruleset"
            snippet = (
                'item "${1:Name}" <${2:value}> "${3:What it means.}"'
                if word == "item"
                else 'ruleset "${1:Ruleset/Name}" {$2}'
            )
            yield Completion(word, "ludeme", snippet if empty else word, start, end, snippet=empty)
            return
    following = document.text[offset : offset + 1]
    for cls, form in _ludemes(types):
        yield from _ludeme(cls, form, start, end, "" if following == ")" else ")", whole=empty)
    yield from _defines(document, types, start, end)


_TOP = {
    "game": (
        'game "${1:Name}"\n    (players ${2:2})\n    (equipment {\n        $3\n    })\n'
        "    (rules\n        (play $4)\n        (end $5)\n    )\n",
        "a game",
    ),
    "define": ('define "${1:Name}" $2', "a define: a name for a part of the rules"),
    "option": (
        'option "${1:Heading}" <${2:Tag}> args:{<${3:value}>} {\n'
        '    (item "${4:Name}" <${5}> "${6:What it means.}")*\n}',
        "an option",
    ),
    "rulesets": ('rulesets {\n    (ruleset "Ruleset/${1:Name}" {$2})\n}', "rulesets"),
    "metadata": ('metadata\n    (info {\n        (description "$1")\n    })\n', "metadata"),
}


def _top(start: int, end: int, close: str) -> Iterator[Completion]:
    for word, (snippet, what) in _TOP.items():
        yield Completion(word, "ludeme", snippet + close, start, end, what, "", True)


def _ludemes(types: tuple[Type, ...] | None) -> Iterator[tuple[type[Ludeme], Form]]:
    """The ludemes of some types, each with its first form; all where nothing is known."""
    if types is None:
        classes = dict.fromkeys(cls for classes in REGISTRY.values() for cls in classes)
        yield from ((cls, forms_of(cls)[0]) for cls in classes)
        return
    seen: set[type[Ludeme]] = set()
    for type_ in types:
        for word in type_.keywords if type_.bases else ():
            for form in reversed(type_.forms(word)):
                if form.cls not in seen:
                    seen.add(form.cls)
                    yield form.cls, form


def _ludeme(
    cls: type[Ludeme], form: Form, start: int, end: int, close: str, *, whole: bool, open_: str = ""
) -> Iterator[Completion]:
    """One suggestion for each word that the ludeme can begin with."""
    first = form.slots[0] if form.slots else None
    kinds = list(first.types[0].constants) if first is not None and first.selects else [""]
    page = page_of(cls)
    rest = [slot for slot in form.slots if not slot.selects]
    for kind in kinds:
        title = f"{form.keyword} {kind}".strip()
        holes = "".join(f" {hole}" for hole in _holes(rest)) if whole else ""
        insert = f"{open_}{title}{holes}{close}" if whole else form.keyword
        label = title if whole else form.keyword
        yield Completion(label, "ludeme", insert, start, end, kind_of(cls), page.meaning, whole)


def _holes(slots: Iterable[Slot]) -> Iterator[str]:
    """What has to be filled in, as places of a snippet."""
    number, groups = 0, set()
    for slot in slots:
        if not slot.required or slot.group in groups:
            continue
        if slot.group:
            groups.add(slot.group)
        number += 1
        type_ = slot.types[0]
        label = f"{slot.label}:" if slot.label else ""
        if type_.item is not None:
            yield f"{label}{{${{{number}}}}}"
        elif type_.name == "str":
            yield f'{label}"${{{number}}}"'
        else:
            yield f"{label}${{{number}:{_escaped(describe((type_,)))}}}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}").split(" or (", 1)[0]


# ---------------------------------------------------------------------- among the arguments


def _words(
    document: Document, outer: Node | None, start: int, end: int, label: str | None, node: Node | None
) -> Iterator[Completion]:
    """What can stand somewhere inside of a call, a list or an option's value, or at the top."""
    if outer is None or outer.kind == "root":
        for one in _top(start, end, ")"):
            yield Completion(one.label, one.kind, f"({one.insert}", start, end, one.detail, "", True)
        return
    if outer.kind == "call" and label is None and not _is_define(outer):
        yield from _labels(document, outer, start, end, node)
    sorts = _sorts_in(document, outer, start, label, node)
    yield from _values(document, _types_in(document, outer, start, label, node), sorts, start, end)
    yield from _tags(document, start, end)


def _is_define(call: Node) -> bool:
    return call.keyword == "define" or call.keyword[:1] == '"'


def _before(outer: Node, offset: int, node: Node | None) -> list[Node]:
    return [child for child in outer.arguments if child.end <= offset and child is not node]


def _types_in(
    document: Document, outer: Node, offset: int, label: str | None, node: Node | None
) -> tuple[Type, ...] | None:
    """What is expected of something new at an offset."""
    if outer.kind == "call" and not _is_define(outer) and outer.keyword in REGISTRY:
        slots = document.slots_after(outer, _before(outer, offset, node), label)
        return tuple(dict.fromkeys(type_ for _, slot in slots for type_ in slot.types))
    return document.expected_in(outer, offset)


def _sorts_in(document: Document, outer: Node, offset: int, label: str | None, node: Node | None) -> tuple[str, ...]:
    """The sorts of names that are expected at an offset, also within lists."""
    lists = outer.kind == "array"
    while outer.kind == "array" and outer.parent is not None:
        node, offset, label, outer = outer, outer.start, outer.label, outer.parent
    if outer.kind != "call" or outer.keyword not in REGISTRY:
        return ()
    sorts = []
    for form, slot in document.slots_after(outer, _before(outer, offset, node), label):
        types = tuple(type_ for type_ in slot.types if not lists or type_.item is not None)
        if any(str in type_.literals for type_ in (items_of(types) if lists else types)):
            sorts.append(USES.get(form.cls, {}).get(slot.name, ""))
    return () if "" in sorts else tuple(dict.fromkeys(sorts))


def _labels(document: Document, outer: Node, start: int, end: int, node: Node | None) -> Iterator[Completion]:
    for _, slot in document.slots_after(outer, _before(outer, start, node), None, every=True):
        if slot.label:
            yield Completion(f"{slot.label}:", "argument", f"{slot.label}:", start, end, describe_slot(slot))


def _takes_part(document: Document, role: RoleType) -> bool:
    """Whether a game of as many players as the text says can have a role: `P3` and `Team3` need three."""
    number = role.value[len(role.value.rstrip(_DIGITS)) :]
    return not number or document.players is None or int(number) <= document.players


def _values(
    document: Document, types: tuple[Type, ...] | None, sorts: tuple[str, ...], start: int, end: int
) -> Iterator[Completion]:
    for type_ in types or ():
        for word, member in type_.constants.items():
            if isinstance(member, RoleType) and not _takes_part(document, member):
                continue
            page = page_of_enum(type(member))
            meaning = page.words.get(word, "")
            yield Completion(word, "constant", word, start, end, meaning or type_.name, page.meaning)
        if bool in type_.literals:
            yield Completion("True", "constant", "True", start, end)
            yield Completion("False", "constant", "False", start, end)
        if type_.item is not None:
            yield Completion("{…}", "list", "{$1}", start, end, describe((type_,)), "", True)
    for cls, form in _ludemes(types):
        yield from _ludeme(cls, form, start, end, ")", whole=True, open_="(")
    if types is None or any(str in type_.literals for type_ in types):
        yield from _names(document, sorts, start, end, quoted=True)
        for name in () if sorts and not {"piece", "region", "place"} & {*sorts} else _next_coordinates(document, start):
            yield Completion(f'"{name}"', "coordinate", f'"{name}"', start, end, "a coordinate")
    yield from _defines(document, types, start, end)


# ---------------------------------------------------------------------- names


def _in_string(document: Document, node: Node) -> Iterator[Completion]:
    """What can be written between quotation marks."""
    start = node.start + 1
    end = node.end - 1 if len(node.text) > 1 and node.text.endswith('"') else node.end
    if document.declared(node) is not None:
        return
    call = node.parent
    if call is not None and call.keyword in ("define", "option", "item", "game", "match"):
        return
    close = "" if node.text.endswith('"') and len(node.text) > 1 else '"'
    for name, detail, what in _define_names(document):
        yield Completion(name, "define", name + close, start, end, detail, what)
    if call is not None and call.head is node:
        return
    if call is not None and call.kind == "array" and call.parent is not None and call.parent.keyword == "ruleset":
        for option in document.options:
            for item in option.items:
                if len(item.children) > 1 and item.children[1].is_string:
                    text = f"{option.heading}/{item.children[1].string}"
                    yield Completion(text, "option", text + close, start, end)
        return
    yield from _names(document, document.sorts_at(node), start, end, quoted=False, close=close)


def _names(
    document: Document, sorts: tuple[str, ...], start: int, end: int, *, quoted: bool, close: str = ""
) -> Iterator[Completion]:
    wanted = {part for sort in sorts for part in (("piece", "container") if sort == "place" else (sort,))}
    for sort, names in document.names.items():
        if sort in ("define", "option") or (wanted and sort not in wanted):
            continue
        players = range(1, (document.players or 2) + 1) if sort == "piece" and wanted else ()
        numbered = [f"{name}{player}" for name in names for player in players if name[-1:] not in _DIGITS]
        for name in dict.fromkeys((*names, *numbered)):
            label = f'"{name}"' if quoted else name
            yield Completion(label, sort, label if quoted else name + close, start, end, f"a {sort}")
    if not wanted or wanted & {"piece", "region"}:
        for sort, name in document.written:
            label = f'"{name}"' if quoted else name
            if not wanted or sort in wanted:
                yield Completion(label, sort, label if quoted else name + close, start, end, f"a {sort}")


_COORDINATE = re.compile(r"([A-Z]{1,2})(\d{1,3})")


def _next_coordinates(document: Document, offset: int) -> Iterator[str]:
    """What continues a list of coordinates: the same step once more, the next row, the next column."""
    last = [_COORDINATE.fullmatch(one.string) for one in document.strings if one.end <= offset][-4:]
    places = [(one[1], int(one[2])) for one in reversed(last) if one is not None]
    if not places:
        return
    (letters, row), (before, earlier) = places[0], places[min(1, len(places) - 1)]
    steps = ((ord(letters[-1]) - ord(before[-1]), row - earlier), (0, 1), (1, 0), (0, -1), (-1, 0))
    after = [(letters, row, step, up) for step, up in dict.fromkeys(steps)]
    after += [(letters, row, step, 0) for letters, row in places[1:] for step in (1, -1)]
    for letters, row, step, up in dict.fromkeys(after):
        letter = ord(letters[-1]) + step
        if (step or up) and ord("A") <= letter <= ord("Z") and row + up > 0:
            yield f"{letters[:-1]}{chr(letter)}{row + up}"


def _define_names(document: Document) -> Iterator[tuple[str, str, str]]:
    for define in document.defines.values():
        yield define.name, _define_detail(define.parameters), define.body
    if document.library is not None:
        for tag, kept in document.library.defines.items():
            if tag[1:-1] not in document.defines:
                yield tag[1:-1], "a define of the library", kept.source.text[kept.body_start : kept.end].strip()


def _define_detail(parameters: int) -> str:
    return "a define" + (f" with {parameters} parameter{'' if parameters == 1 else 's'}" if parameters else "")


def _defines(document: Document, types: tuple[Type, ...] | None, start: int, end: int) -> Iterator[Completion]:
    """Defines as ludemes, those that can be of the types."""
    for name, detail, body in _define_names(document):
        if types is None or _may_be(_begins(document, body), types):
            yield Completion(f'"{name}"', "define", f'"{name}"', start, end, detail, body)


def _tags(document: Document, start: int, end: int) -> Iterator[Completion]:
    for option in document.options:
        for name in option.names or ("",):
            text = f"<{option.tag}:{name}>" if name else f"<{option.tag}>"
            yield Completion(text, "option", text, start, end, f'the option "{option.heading}"')
