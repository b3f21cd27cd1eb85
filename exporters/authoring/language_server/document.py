"""A text as an editor sees it: its tree, what may stand at every place, and what every name in it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from operator import attrgetter

import ludparse.ludemes as L
from ludparse.binding.alignment import items_of
from ludparse.binding.signatures import Form, Slot, Type, forms_of, type_of_class
from ludparse.checks.names import USES
from ludparse.library.library import Library
from ludparse.ludemes.base import REGISTRY, Ludeme, keyword_of
from ludparse.problems.spans import Source
from ludparse.support.process import grown_old, no_collection

from .parts import Define, Occurrence, Option, following
from .tree import Node, Token, read_tree

__all__ = ["Define", "Document", "Occurrence", "Option", "fits"]

_DECLARES: dict[type[Ludeme], str] = {
    L.EquipmentPiece: "piece",
    L.Die: "piece",
    L.Tile: "piece",
    L.Domino: "piece",
    L.Regions: "region",
    L.Track: "track",
    L.Phase: "phase",
    L.Map: "map",
    L.SetVar: "variable",
    L.RememberValue: "memory",
    L.SetRememberValue: "memory",
}
"""Ludemes whose first string is a name that others use -> its sort."""

_DIGITS = "0123456789"
_MOST_PLAYERS = 16
"""The players that have a role of their own."""

_COORDINATE = re.compile(r"[A-Z]{1,2}\d{1,3}")
_GUESSES = {"piece": "piece", "regions": "region", "track": "track", "phase": "phase", "map": "map"}
_DECLARING = frozenset(_GUESSES) | {keyword_of(cls) for cls in _DECLARES}
"""The keywords of calls that can declare a name."""

_NAMED_GAMES = ("game", "match", "instance")
_DEEP = 8
"""How many defines are followed to find out what is expected somewhere."""


class Document:
    """What is known of one text. It never changes: a changed text is another document."""

    def __init__(self, text: str, name: str = "<text>", library: Library | None = None) -> None:
        self.text = text
        self.name = name
        self.library = library
        self.source = Source(name, text)
        with no_collection():
            self.root, self.tokens = read_tree(text)
            grown_old()
        self._expected: dict[int, tuple[Type, ...] | None] = {}
        self._asked: set[int] = set()
        self._of_library: dict[str, Node] = {}

    # ------------------------------------------------------------------ what is declared

    @cached_property
    def _atoms(self) -> tuple[list[Node], list[Node]]:
        """The strings, and the words that begin with an angle bracket, in the order of the text."""
        strings: list[Node] = []
        angles: list[Node] = []
        for node in self.root.walk():
            token = node.token
            if token is not None:
                if token.kind == "STRING":
                    strings.append(node)
                elif token.text[0] == "<":
                    angles.append(node)
        return strings, angles

    @property
    def strings(self) -> list[Node]:
        """The strings of the text in its order."""
        return self._atoms[0]

    @cached_property
    def defines(self) -> dict[str, Define]:
        """The defines of the text by name; of several with one name the first."""
        found: dict[str, Define] = {}
        for name in self._atoms[0]:
            node = name.parent
            if node is not None and _names_define(node, name):
                end = node.end - 1 if node.closed else node.end
                body = self.text[name.end : end].strip()
                at = name.start + 1, name.start + 1 + len(name.string)
                found.setdefault(name.string, Define(name.string, at, body, node))
        return found

    def define(self, name: str) -> Define | None:
        """A define of the text or, where it has none of that name, of the library."""
        own = self.defines.get(name)
        if own is not None or self.library is None:
            return own
        kept = self.library.defines.get(f'"{name}"')
        if kept is None:
            return None
        body = kept.source.text[kept.body_start : kept.end].strip()
        at = kept.source.text.find(kept.tag, kept.start) + 1
        return Define(name, (at, at + len(name)), body, None, kept)

    def node_of(self, define: Define) -> Node:
        """The tree of a define, also of one of the library."""
        if define.node is not None:
            return define.node
        if define.name not in self._of_library:
            self._of_library[define.name] = read_tree(f'(define "{define.name}" {define.body})')[0].children[0]
        return self._of_library[define.name]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        found = []
        for node in self.root.children:
            if node.kind != "call" or node.keyword != "option" or len(node.children) < 3:
                continue
            heading, tag = node.children[1], node.children[2]
            lists = [child for child in node.children if child.kind == "array"]
            names = [c.text[1:-1] for one in lists if one.label == "args" for c in one.children if c.text[:1] == "<"]
            items = [c for one in lists if one.label is None for c in one.children if c.keyword == "item"]
            if heading.is_string and tag.text[:1] == "<":
                found.append(Option(heading.string, tag.text[1:-1], tag, tuple(names), tuple(items), node))
        return tuple(found)

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every name in the text that something stands behind, in the order of the text."""
        return self._occurrences(lambda _: True)

    def _occurrences(self, wanted: Callable[[Node], bool]) -> tuple[Occurrence, ...]:
        """Those of some strings and words."""
        strings, angles = self._atoms
        found = [self._occurrence(node) for node in strings if len(node.text) > 2 and wanted(node)]
        found += [self._tag(node) for node in angles if wanted(node)]
        return tuple(sorted((one for one in found if one is not None), key=attrgetter("start")))

    @cached_property
    def _declared_names(self) -> dict[str, set[str]]:
        """Sort -> the names that strings of the text declare."""
        names: dict[str, set[str]] = {}
        for node in self._atoms[0]:
            sort = self.declared(node)
            if sort is not None:
                names.setdefault(sort, set()).add(node.string)
        return names

    @cached_property
    def names(self) -> dict[str, dict[str, Occurrence]]:
        """Sort -> name -> where it is declared first."""
        strings, angles = self._atoms
        found: dict[str, dict[str, Occurrence]] = {}
        for one in (*map(self._declaration, strings), *map(self._tag, angles)):
            if one is not None and one.declares:
                found.setdefault(one.sort, {}).setdefault(one.name, one)
        return found

    @cached_property
    def players(self) -> int | None:
        """The largest number of players that the text says; None where it leaves that to a define or an option."""
        calls = [node for node in self.root.walk() if node.keyword == "players"]
        numbers = [call.arguments[0].text for call in calls if call.arguments]
        if not numbers or not all(one.isascii() and one.isdigit() for one in numbers):
            return None
        return min(max(map(int, numbers)), _MOST_PLAYERS)

    @cached_property
    def written(self) -> tuple[tuple[str, str], ...]:
        """What strings of the text name that it declares under a shorter name or not at all, with its sort: a player's
        piece ("Disc1") and a coordinate ("C4")."""
        found: dict[tuple[str, str], None] = {}
        pieces = self.names.get("piece", {})
        for node in self._atoms[0]:
            name = node.string
            if name not in pieces and name.rstrip(_DIGITS) in pieces:
                found["piece", name] = None
            elif _COORDINATE.fullmatch(name):
                found["coordinate", name] = None
        return tuple(found)

    def occurrence_at(self, offset: int) -> Occurrence | None:
        near = self._occurrences(lambda node: node.start <= offset <= node.end)
        return next((one for one in near if one.start <= offset <= one.end), None)

    def occurrences_of(self, one: Occurrence) -> tuple[Occurrence, ...]:
        alike = self._occurrences(lambda node: one.name in node.text)
        return tuple(other for other in alike if (other.sort, other.name) == (one.sort, one.name))

    def declared(self, node: Node) -> str | None:
        """The sort of the name that a string declares."""
        call = node.parent
        if call is None or call.keyword not in _DECLARING or node.label is not None or node is call.head:
            return None
        if next((child for child in call.arguments if child.is_string), None) is not node:
            return None
        if call.keyword not in REGISTRY:
            return None
        classes = {form.cls for form in self.forms(call)}
        sorts = {_DECLARES.get(cls) for cls in classes}
        if len(sorts) == 1:
            return sorts.pop()
        return _GUESSES.get(call.keyword) if self.expected(call) is None and len(call.children) > 2 else None

    def _declaration(self, node: Node) -> Occurrence | None:
        """The name that a string declares, or the define that it uses."""
        name, start = node.string, node.start + 1
        if len(node.text) <= 2:
            return None
        call = node.parent
        if call is not None and _names_define(call, node):
            return Occurrence("define", name, start, start + len(name), True)
        named = call is not None and call.keyword in _NAMED_GAMES and call.arguments[:1] == [node]
        if not named and self.define(name) is not None:
            return Occurrence("define", name, start, start + len(name), False)
        declares = self.declared(node)
        return None if declares is None else Occurrence(declares, name, start, start + len(name), True)

    def _occurrence(self, node: Node) -> Occurrence | None:
        declaration = self._declaration(node)
        if declaration is not None:
            return declaration
        name, start = node.string, node.start + 1
        for sort in self._sorts(node):
            known = self._declared_names.get(sort, set())
            for shown in (name, name.rstrip(_DIGITS)) if sort == "piece" else (name,):
                if shown in known:
                    return Occurrence(sort, shown, start, start + len(shown), False)
        return None

    def _sorts(self, node: Node) -> tuple[str, ...]:
        """The sorts that a name at this place can be of, the likeliest first."""
        sorts = self.sorts_at(node)
        if sorts:
            return tuple(dict.fromkeys(part for s in sorts for part in (("piece",) if s == "place" else (s,))))
        call = node.parent
        if call is not None and call.keyword in ("game", "option", "item", "ruleset", "define"):
            return ()
        return tuple(self._declared_names) if self.expected(node) is None else ()

    def sorts_at(self, node: Node) -> tuple[str, ...]:
        """The sorts of names that the ludeme around a string has a place for."""
        outer: Node | None = node
        while outer is not None and outer.parent is not None and outer.parent.kind == "array":
            outer = outer.parent
        if outer is None or outer.parent is None or outer.parent.kind != "call":
            return ()
        found = []
        for form, slot in self.slots(outer):
            sort = USES.get(form.cls, {}).get(slot.name)
            if sort is not None:
                found.append(sort)
        return tuple(dict.fromkeys(found))

    def _tag(self, node: Node) -> Occurrence | None:
        """`<Board:size>` or `<Board>`: the option of that tag."""
        text = node.text
        if len(text) < 3 or text[0] != "<" or text[-1] != ">":
            return None
        tag = text[1:-1].partition(":")[0]
        for option in self.options:
            if option.tag == tag:
                declares = node is option.tag_node
                outer = node.parent
                if declares or outer is None or outer.label != "args":
                    return Occurrence("option", tag, node.start + 1, node.start + 1 + len(tag), declares)
        return None

    # ------------------------------------------------------------------ what is expected

    def expected(self, node: Node, deep: int = 0) -> tuple[Type, ...] | None:
        """What may stand where the node stands; None where nothing is known about that."""
        key = id(node)
        if key not in self._expected:
            if key in self._asked or deep > _DEEP:
                return None  # a define that stands within itself
            self._asked.add(key)
            self._expected[key] = self._find_expected(node, deep)
            self._asked.discard(key)
        return self._expected[key]

    def _find_expected(self, node: Node, deep: int) -> tuple[Type, ...] | None:
        parent = node.parent
        if parent is None or parent.kind == "root":
            keyword = node.keyword
            if keyword not in ("game", "match"):
                return None
            return (type_of_class(L.Match if keyword == "match" else L.Game),)
        if node is parent.head:
            return None
        if parent.kind != "call" or parent.keyword not in REGISTRY:
            return self.expected_in(parent, node.start, deep)
        return tuple(dict.fromkeys(type_ for _, slot in self.slots(node, deep) for type_ in slot.types))

    def expected_in(self, outer: Node, offset: int, deep: int = 0) -> tuple[Type, ...] | None:
        """What may stand at an offset within a list, an option's value, a define or its use."""
        if outer.kind == "array":
            lists = self.expected(outer, deep)
            return None if lists is None else items_of(lists)
        if outer.kind == "angle":
            return self._of_value(outer, deep)
        if outer.keyword == "define":
            return self._of_body(outer, deep)
        if outer.keyword[:1] == '"':
            return self._of_argument(outer, sum(node.end <= offset for node in outer.arguments), deep)
        return None

    def forms(self, call: Node, deep: int = 0) -> list[Form]:
        """The ways to write a ludeme that can be meant by a call, those that its arguments fit best."""
        candidates = self._candidates(call, deep)
        ways = [(form, *self._reach(form, call.arguments)) for form in candidates]
        best = min((cost for _, cost, _ in ways), default=0)
        return [form for form, cost, _ in ways if cost == best]

    def _candidates(self, call: Node, deep: int) -> list[Form]:
        types = self.expected(call, deep)
        if types:
            every = (*types, *items_of(types))
            forms = [form for type_ in every for form in type_.forms(call.keyword)]
            if forms:
                return list(dict.fromkeys(forms))
        return [form for cls in REGISTRY.get(call.keyword, ()) for form in forms_of(cls)]

    def slots(self, node: Node, deep: int = 0) -> list[tuple[Form, Slot]]:
        """The slots of the call around a node that the node can be in, by what stands before it and its name."""
        call = node.parent
        assert call is not None
        before = call.arguments[: call.arguments.index(node)] if node in call.arguments else []
        return self.slots_after(call, before, node.label, deep)

    def slots_after(
        self, call: Node, before: list[Node], label: str | None, deep: int = 0, *, every: bool = False
    ) -> list[tuple[Form, Slot]]:
        """The slots that can come next after some arguments. label: the name of what comes, None for none; every:
        those with a name and those without."""
        found: list[tuple[int, Form, Slot]] = []
        for form in self._candidates(call, deep):
            _, cost, states = (form, *self._reach(form, before))
            for state in states:
                for index in following(form, state):
                    slot = form.slots[index]
                    if every or slot.label == label:
                        found.append((cost, form, slot))
        best = min((cost for cost, _, _ in found), default=0)
        return list(dict.fromkeys((form, slot) for cost, form, slot in found if cost == best))

    def _reach(self, form: Form, arguments: list[Node]) -> tuple[int, frozenset[int]]:
        """The slots that the last of the arguments may be in (-1: none yet), and how badly they fit."""
        states, cost = {-1: 0}, 0
        for node in arguments:
            following: dict[int, int] = {}
            for state, spent in states.items():
                passed = 0
                for index in range(state + 1, len(form.slots)):
                    slot = form.slots[index]
                    group = form.slots[state].group if state >= 0 else 0
                    if not (group and slot.group == group) and fits(node, slot, self):
                        total = spent + passed
                        if total < following.get(index, 1_000):
                            following[index] = total
                    passed += 2 * (slot.required and not slot.group)
            if following:
                states = following
            else:
                cost += 3
        best = min(states.values())
        return cost + best, frozenset(state for state, spent in states.items() if spent == best)

    def _of_body(self, define: Node, deep: int) -> tuple[Type, ...] | None:
        """What the body of a define stands for: what is expected where it is used."""
        name = define.children[1].string if len(define.children) > 1 else ""
        for node in self.uses.get(name, ()):
            types = self.expected(node, deep + 1)
            if types:
                return types
        return None

    @cached_property
    def uses(self) -> dict[str, list[Node]]:
        """Name of a define -> the nodes that stand for its body."""
        found: dict[str, list[Node]] = {}
        for node in self._atoms[0]:
            parent = node.parent
            if parent is not None and node.string in self.defines and not _names_define(parent, node):
                found.setdefault(node.string, []).append(parent if parent.head is node else node)
        return found

    def _of_argument(self, call: Node, number: int, deep: int) -> tuple[Type, ...] | None:
        """What is expected of an argument of a define: what stands at its parameter in the body."""
        define = self.define(call.keyword.strip('"'))
        return None if define is None else self.expected_of(define, number, deep)

    def expected_of(self, define: Define, number: int, deep: int = 0) -> tuple[Type, ...] | None:
        """What is expected of an argument of a define, counted from 0."""
        node = self.node_of(define)
        marker = f"#{number + 1}"
        for inner in node.walk():
            if inner.text == marker:
                return self.expected(inner, deep + 1)
        return None

    def _of_value(self, angle: Node, deep: int) -> tuple[Type, ...] | None:
        """What is expected of an option's value: what stands where its tag is used."""
        item = angle.parent
        for option in self.options:
            if item in option.items and item is not None:
                values = [child for child in item.children if child.kind == "angle" or child.text[:1] == "<"]
                number = values.index(angle)
                name = option.names[number] if number < len(option.names) else ""
                for tag in (f"<{option.tag}:{name}>", *((f"<{option.tag}>",) if number == 0 else ())):
                    for node in self._tags.get(tag, ()):
                        types = self.expected(node, deep + 1)
                        if types:
                            return types
        return None

    @cached_property
    def _tags(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for node in self._atoms[1]:
            if node.text[-1] == ">":
                found.setdefault(node.text, []).append(node)
        return found

    # ------------------------------------------------------------------ small questions

    def token_before(self, offset: int) -> Token | None:
        """The last word that begins before an offset."""
        low, high = 0, len(self.tokens)
        while low < high:
            middle = (low + high) // 2
            if self.tokens[middle].start < offset:
                low = middle + 1
            else:
                high = middle
        return self.tokens[low - 1] if low else None


def _names_define(call: Node, node: Node) -> bool:
    """Whether a string is the name of the define that it stands in."""
    return call.keyword == "define" and len(call.children) > 1 and call.children[1] is node


def fits(node: Node, slot: Slot, document: Document) -> bool:
    """Whether a node can be meant for a slot, by its name and its outside."""
    if node.label != slot.label:
        return False
    text = node.text
    if node.kind == "angle" or text[:1] in ("#", "<", "~", "["):
        return True
    if text[:1] == '"' and document.define(node.string) is not None:
        return True
    if node.kind == "call":
        word = node.keyword
        if word[:1] in ('"', "#", "<", ""):
            return True
        return any(type_.begins_with(word) for type_ in slot.types if type_.bases)
    if node.kind == "array":
        return any(type_.item is not None for type_ in slot.types)
    if node.is_string:
        return any(str in type_.literals for type_ in slot.types)
    if text.lstrip("-")[:1].isdigit() or text[:1] == ".":
        return any(type_.literals & {int, float} for type_ in slot.types)
    if text in ("True", "False", "true", "false"):
        return any(bool in type_.literals for type_ in slot.types)
    capital = text[:1].upper() + text[1:]
    return any(text in type_.constants or capital in type_.constants for type_ in slot.types)
