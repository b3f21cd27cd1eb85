"""What can be written at a place: ludemes, constants, names of arguments, names of things, defines and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludparse.binding.listing import describe, describe_slot, kind_of
from ludparse.binding.signatures import Form, Slot, Type, forms_of
from ludparse.ludemes.base import REGISTRY, Ludeme

from ..language.pages import page_of, page_of_enum
from .document import Document
from .tree import Node

__all__ = ["Completion", "complete"]


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


def complete(document: Document, offset: int) -> list[Completion]:
    """The suggestions at an offset, each label once."""
    offset = max(0, min(offset, len(document.text)))
    token = document.token_before(offset)
    if token is not None and token.kind == "COMMENT" and offset <= token.end:
        return []
    node = document.root.at(offset)
    found = list(dict.fromkeys(_complete(document, node, offset)))
    unique: dict[tuple[str, str], Completion] = {}
    for one in found:
        unique.setdefault((one.label, one.kind), one)
    return list(unique.values())


def _complete(document: Document, node: Node, offset: int) -> Iterator[Completion]:
    if node.kind == "atom" and node.start < offset <= node.end:
        if node.is_string:
            if offset < node.end or not node.text.endswith('"') or len(node.text) == 1:
                yield from _in_string(document, node)
            return
        if node.text[:1] == "<" and node.parent is not None and node.parent.label != "args":
            yield from _tags(document, node.start, node.end)
        if node.parent is not None and node is node.parent.head:
            yield from _heads(document, node.parent, node.start, node.end, offset)
        elif node.token is not None and node.token.kind == "LABEL" and offset == node.end and node.parent is not None:
            label = node.text[:-1]
            types = _types_in(document, node.parent, offset, label, node)
            yield from _values(document, types, offset, offset)
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
    yield from _defines(document, start, end)


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
    yield from _values(document, _types_in(document, outer, start, label, node), start, end)
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


def _labels(document: Document, outer: Node, start: int, end: int, node: Node | None) -> Iterator[Completion]:
    for _, slot in document.slots_after(outer, _before(outer, start, node), None, every=True):
        if slot.label:
            yield Completion(f"{slot.label}:", "argument", f"{slot.label}:", start, end, describe_slot(slot))


def _values(document: Document, types: tuple[Type, ...] | None, start: int, end: int) -> Iterator[Completion]:
    for type_ in types or ():
        for word, member in type_.constants.items():
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
        yield from _names(document, (), start, end, quoted=True)
    yield from _defines(document, start, end)


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
        for name in names:
            label = f'"{name}"' if quoted else name
            yield Completion(label, sort, label if quoted else name + close, start, end, f"a {sort}")


def _define_names(document: Document) -> Iterator[tuple[str, str, str]]:
    for define in document.defines.values():
        yield define.name, _define_detail(define.parameters), define.body
    if document.library is not None:
        for tag, kept in document.library.defines.items():
            if tag[1:-1] not in document.defines:
                yield tag[1:-1], "a define of the library", kept.source.text[kept.body_start : kept.end].strip()


def _define_detail(parameters: int) -> str:
    return "a define" + (f" with {parameters} parameter{'' if parameters == 1 else 's'}" if parameters else "")


def _defines(document: Document, start: int, end: int) -> Iterator[Completion]:
    """Defines as ludemes."""
    for name, detail, body in _define_names(document):
        yield Completion(f'"{name}"', "define", f'"{name}"', start, end, detail, body)


def _tags(document: Document, start: int, end: int) -> Iterator[Completion]:
    for option in document.options:
        for name in option.names or ("",):
            text = f"<{option.tag}:{name}>" if name else f"<{option.tag}>"
            yield Completion(text, "option", text, start, end, f'the option "{option.heading}"')
