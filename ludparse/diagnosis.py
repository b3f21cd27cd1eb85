"""What is wrong with a tree that cannot be bound: all of it, each at its place, with what was expected there.

First the words that nobody knows are found, wherever they stand. Then the tree is gone through from the top as far as
it does not fit: for a call that cannot be bound, the way of writing it that comes nearest is chosen by counting what
would have to be changed, and the differences from that one are the problems. Unknown words fit everywhere, so that one
mistake is not reported twice.
"""

from __future__ import annotations

import sys

from ludparse.alignment import Aligner, Match, group_faults, items_of, names_kind
from ludparse.binding import CONSTANT_NUMBERS, NO_FIT, Binder, shape
from ludparse.errors import LudError, nearest, raise_all
from ludparse.listing import describe, describe_slot, found, signature
from ludparse.ludemes import Game
from ludparse.ludemes.base import REGISTRY, Ludeme
from ludparse.messages import problem
from ludparse.signatures import Form, Slot, Type, constants, forms_of, type_of_class
from ludparse.spans import Source, Span
from ludparse.syntax import Arg, Array, Atom, AtomKind, Call, Node, walk

__all__ = ["bind", "explain"]

_RECURSION = 5000

MAX_PROBLEMS = 1000
"""After so many, the rest of a tree is not looked at."""


MAX_REPEATED = 20_000
"""So often one mistake within a define may show at its uses; after that the rest of a tree is not looked at either."""

MAX_SUGGESTIONS = 300
"""For so many different unknown words, known ones like them are looked up."""


class _EnoughError(Exception):
    """There are as many problems as are told."""


def explain(root: Node, type_: Type, binder: Binder | None = None) -> list[LudError]:
    """All problems of a tree that is to be of the type, in the order of the text; none if it can be bound."""
    # A level of brackets takes half a dozen calls here; never lowered again, because other threads may be deep in it.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
    explainer = _Explainer(binder or Binder())
    explainer.find_unknown_words(root)
    try:
        explainer.root(root, type_)
        explainer.report_unknown_words()
    except _EnoughError:
        return [*sorted(explainer.problems, key=_place), problem("too-many-problems", limit=MAX_PROBLEMS)]
    return sorted(explainer.problems, key=_place)


def bind(node: Node, cls: type[Ludeme] = Game) -> Ludeme:
    """The typed tree of a plain one that stands for a ludeme of class `cls`.

    Raises LudTypeError, which carries all problems, when the text does not match the signatures.
    """
    binder, type_ = Binder(), type_of_class(cls)
    value = binder.bind(node, type_)
    if value is NO_FIT:
        raise_all(explain(node, type_, binder))
    assert isinstance(value, Ludeme)
    return value


def _place(error: LudError) -> tuple[str, int]:
    outermost = error.span.places[-1] if error.span else None
    return (outermost.file, outermost.start) if outermost else ("", 0)


class _Explainer:
    def __init__(self, binder: Binder) -> None:
        self.problems: list[LudError] = []
        self.added: set[tuple[str, tuple[Source, int, int]]] = set()  # message and place of each
        self.unknown: dict[int, Node] = {}
        self.repeated = 0
        self.seen: set[int] = set()
        self.near: dict[tuple[str, tuple[Type, ...]], tuple[str, ...]] = {}
        self.near_words: dict[tuple[str, tuple[Type, ...]], tuple[str, ...]] = {}
        self.aligner = Aligner(binder, self.unknown)

    # --- words ---

    def find_unknown_words(self, root: Node) -> None:
        for node in walk(root):
            if isinstance(node, Call):
                if node.keyword not in REGISTRY:
                    self.unknown[id(node)] = node
            elif isinstance(node, Atom) and node.kind is AtomKind.SYMBOL and not _known_symbol(node.text):
                self.unknown[id(node)] = node

    def report_unknown_words(self) -> None:
        """What is left after those whose place says what could have stood there."""
        for node in list(self.unknown.values()):
            self.unknown_word(node, ())

    def unknown_word(self, node: Node, types: tuple[Type, ...]) -> None:
        if self.unknown.pop(id(node), None) is None:
            return
        if isinstance(node, Call) and node.keyword.startswith('"'):
            for arg in node.args:  # a define that nobody knows, which expansion has reported
                self.inside(arg.value)
        elif isinstance(node, Call):
            near = self.near_ludemes(node.keyword, types)
            expected = (describe(types),) if types else ()
            self.add("unknown-ludeme", _head(node), nearest=near, expected=expected, word=node.keyword)
            for arg in node.args:
                self.inside(arg.value)
        elif isinstance(node, Atom):
            fitting = {word for type_ in types for word in type_.constants}
            near = self.near_constants(node.text, types)
            expected = (describe(types),) if types else ()
            code = "unknown-constant-here" if fitting else "unknown-constant"
            self.add(code, node.span, nearest=near, expected=expected, word=node.text)

    def near_ludemes(self, word: str, types: tuple[Type, ...]) -> tuple[str, ...]:
        """The keywords most like a word, of those that fit if there are any; found once for each word."""
        key = word, types
        if key not in self.near:
            if len(self.near) >= MAX_SUGGESTIONS:
                return ()
            fitting = {word for type_ in types for word in (type_.keywords if type_.bases else ())}
            self.near[key] = nearest(word, fitting) or nearest(word, REGISTRY)
        return self.near[key]

    def near_constants(self, word: str, types: tuple[Type, ...]) -> tuple[str, ...]:
        """The same among constants."""
        key = word, types
        if key not in self.near_words:
            if len(self.near_words) >= MAX_SUGGESTIONS:
                return ()
            fitting = {word for type_ in types for word in type_.constants}
            self.near_words[key] = nearest(word, fitting) or nearest(word, constants())
        return self.near_words[key]

    # --- types ---

    def root(self, node: Node, type_: Type) -> None:
        if isinstance(node, Call) and (node.keyword in type_.keywords or node.keyword not in REGISTRY):
            self.node(node, (type_,))
        else:
            keyword = node.keyword if isinstance(node, Call) else "…"
            self.add("no-game", node.span, keyword=keyword, expected=("(game …)", "(match …)"))

    def node(self, node: Node, types: tuple[Type, ...]) -> None:
        """Report why a node is none of the types; nothing if it is one."""
        if id(node) in self.unknown:
            self.unknown_word(node, types)
        elif self.aligner.fits(node, types) or id(node) in self.seen:
            return
        elif isinstance(node, Atom):
            self.atom(node, types)
        elif isinstance(node, Array):
            self.array(node, types)
        else:
            self.call(node, types)
        self.seen.add(id(node))

    def atom(self, node: Atom, types: tuple[Type, ...]) -> None:
        expected = (describe(types),)
        literals = {literal for type_ in types for literal in type_.literals}
        words = [word for type_ in types for word in type_.constants]
        if node.kind is AtomKind.NUMBER and int in literals:
            self.add("wrong-number", node.span, expected=expected, word=node.text)
        elif any(type_.item is not None for type_ in types) and self.aligner.fits(node, items_of(types)):
            self.add("list-needed", node.span, expected=expected, hint=f"write {{{node.text}}}")
        elif node.kind is AtomKind.SYMBOL and words:
            near = nearest(node.text, words)
            self.add("constant-not-here", node.span, expected=expected, nearest=near, word=node.text)
        else:
            self.add("wrong-type", node.span, expected=expected, found=found(shape(node)))

    def array(self, node: Array, types: tuple[Type, ...]) -> None:
        lists = tuple(type_ for type_ in types if type_.item is not None)
        if not lists:
            self.add("list-not-here", _opening(node), expected=(describe(types),))
            for item in node.items:
                self.inside(item)
            return
        fits = self.aligner.fits
        choices = [items_of((type_,)) for type_ in lists]
        right = min(choices, key=lambda types: sum(not fits(item, types) for item in node.items))
        if len(node.items) > 1 and all(isinstance(i, Atom) and not fits(i, right) for i in node.items):
            self.add("wrong-type", node.span, expected=(describe(types),), found="a list of other things")
            return
        for item in node.items:
            self.node(item, right)

    def call(self, node: Call, types: tuple[Type, ...]) -> None:
        forms = [form for type_ in types for form in type_.forms(node.keyword)]
        if forms and (kinds := self.kinds_missed(node, forms)):
            arg = node.args[0].value
            near = nearest(arg.text, kinds) if isinstance(arg, Atom) else ()
            expected = (f"one of {', '.join(kinds)}",)
            self.unknown.pop(id(arg), None)
            what = found(shape(arg))
            self.add("unknown-kind", _head(arg), nearest=near, expected=expected, keyword=node.keyword, found=what)
            for other in node.args:
                self.inside(other.value)
            return
        if forms:
            self.differences(node, self.aligner.nearest_match(node, forms))
            return
        items = items_of(types)
        if items and any(type_.forms(node.keyword) for type_ in items):
            self.add("list-needed", _head(node), expected=(describe(types),), hint=f"write {{({node.keyword} …)}}")
        else:
            self.add("wrong-ludeme", _head(node), expected=(describe(types),), found=found(shape(node)))
        self.inside(node)

    def kinds_missed(self, node: Call, forms: list[Form]) -> list[str]:
        """The words that can come first in a call, if one of them has to and what stands there is nothing like it."""
        if not node.args:
            return []
        arg = node.args[0].value
        word = isinstance(arg, Atom) and arg.kind is AtomKind.SYMBOL
        kinds: list[str] = []
        for form in forms:
            if not form.slots or any(self.aligner.fits(arg, slot.types) for slot in form.slots[:1]):
                return []
            if names_kind(form.slots[0], form):
                kinds.extend(form.slots[0].types[0].constants)
            elif not word or any(self.aligner.fits(arg, slot.types) for slot in form.slots):
                return []
        near = isinstance(arg, Atom) and id(arg) in self.unknown and nearest(arg.text, kinds)
        return [] if near else list(dict.fromkeys(kinds))

    def inside(self, node: Node) -> None:
        """Report what is wrong with a node of which nothing is known about what it should be."""
        if id(node) in self.unknown:
            self.unknown_word(node, ())
        elif isinstance(node, Array):
            for item in node.items:
                self.inside(item)
        elif isinstance(node, Call) and id(node) not in self.seen:
            self.seen.add(id(node))
            if node.keyword not in REGISTRY:  # an unknown word that stood where another was expected, and was reported
                for arg in node.args:
                    self.inside(arg.value)
                return
            forms = [form for cls in REGISTRY[node.keyword] for form in forms_of(cls)]
            best = self.aligner.nearest_match(node, forms)
            if best.cost:
                self.differences(node, best)

    # --- calls ---

    def differences(self, node: Call, match: Match) -> None:
        form, places = match.form, match.places
        keyword = node.keyword
        written = f"it is written {signature(form, word=keyword)}"
        before = len(self.problems)
        free = [s for i, s in enumerate(form.slots) if i not in places]
        for arg, place in zip(node.args, places, strict=True):
            if place is None:
                self.left_over(keyword, arg, form, free, written)
                continue
            slot = form.slots[place]
            if arg.name != slot.label:
                self.wrong_label(keyword, arg, slot, form, written)
            self.node(arg.value, slot.types)
        for s, slot in enumerate(form.slots):
            if slot.required and not slot.group and s not in places and slot in free:
                self.add("missing-argument", _head(node), hint=written, keyword=keyword, what=describe_slot(slot))
        for code, what in group_faults(form, places):
            self.add(code, _head(node), hint=written, keyword=keyword, what=what)
        if len(self.problems) == before and not self.seen_inside(node):
            self.add("wrong-ludeme", _head(node), hint=written, found=found(shape(node)))

    def seen_inside(self, node: Call) -> bool:
        """Whether something within the call has been reported, or is still to be."""
        return any(id(below) in self.unknown or id(below) in self.seen for below in walk(node) if below is not node)

    def left_over(self, keyword: str, arg: Arg, form: Form, free: list[Slot], hint: str) -> None:
        span = _head(arg.value)
        if id(arg.value) in self.unknown:
            self.unknown_word(arg.value, ())
            return
        if arg.name is not None and arg.name not in form.labels:
            near = nearest(arg.name, form.labels)
            self.add("unknown-name", span, nearest=near, hint=hint, keyword=keyword, word=arg.name)
            self.inside(arg.value)
            return
        rivals = [s for s in form.slots if s.group and s.label == arg.name and self.aligner.fits(arg.value, s.types)]
        if rivals and any(slot.group == rivals[0].group and slot not in free for slot in form.slots):
            what = "; ".join(describe_slot(slot) for slot in form.slots if slot.group == rivals[0].group)
            self.add("exclusive-arguments", span, hint=hint, keyword=keyword, what=what)
            return
        for slot in free:
            if slot.label == arg.name and self.aligner.fits(arg.value, slot.types):
                free.remove(slot)
                self.add("order", span, hint=f"the order is {hint.removeprefix('it is written ')}", keyword=keyword)
                return
        self.add("superfluous-argument", span, hint=hint, keyword=keyword, found=found(shape(arg.value)))
        self.inside(arg.value)

    def wrong_label(self, keyword: str, arg: Arg, slot: Slot, form: Form, hint: str) -> None:
        span = _head(arg.value)
        if arg.name is None:
            self.add("name-missing", span, hint=f"write {slot.label}: before it", keyword=keyword)
        elif slot.label is None:
            self.add("name-not-here", span, hint=f"leave out {arg.name}:", keyword=keyword)
        else:
            near = nearest(arg.name, [slot.label]) or nearest(arg.name, form.labels)
            self.add("unknown-name", span, nearest=near, hint=hint, keyword=keyword, word=arg.name)

    def add(
        self,
        code: str,
        span: Span | None,
        *,
        expected: tuple[str, ...] = (),
        nearest: tuple[str, ...] = (),
        hint: str = "",
        **values: object,
    ) -> None:
        error = problem(code, span, expected=expected, nearest=nearest, hint=hint, **values)
        if span is not None:
            # the same text used twice through a define is one mistake
            key = error.message, span[:3]
            if key in self.added:
                self.repeated += 1
                if self.repeated == MAX_REPEATED:
                    raise _EnoughError
                return
            self.added.add(key)
        if len(self.problems) == MAX_PROBLEMS:
            raise _EnoughError
        self.problems.append(error)


def _known_symbol(text: str) -> bool:
    capital = text[:1].upper() + text[1:]
    known = constants()
    return text in known or capital in known or text in CONSTANT_NUMBERS or text.lower() in ("true", "false")


def _head(node: Node) -> Span | None:
    """The opening bracket and the keyword of a call; all of anything else."""
    if not isinstance(node, Call) or node.span is None:
        return node.span
    length = node.span.end - node.span.start
    return node.span.sub(0, min(length, 1 + len(node.keyword)))


def _opening(node: Array) -> Span | None:
    return node.span.sub(0, 1) if node.span else None
