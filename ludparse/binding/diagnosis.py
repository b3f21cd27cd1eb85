"""What is wrong with a tree that cannot be bound: all of it, each at its place, with what was expected there.

First the words that nobody knows are found, wherever they stand. Then the tree is gone through from the top as far as
it does not fit: for a call that cannot be bound, the way of writing it that comes nearest is chosen by counting what
would have to be changed, and the differences from that one are the problems. Unknown words fit everywhere, so that one
mistake is not reported twice.
"""

from __future__ import annotations

import sys
from collections.abc import Collection

from ludparse.binding.alignment import Match, group_faults, items_of, names_kind
from ludparse.binding.arguments import Arguments, could_stand
from ludparse.binding.bind import NO_FIT, Binder, shape
from ludparse.binding.listing import describe, describe_slot, found, signature
from ludparse.binding.meanings import BELONGS, NUMBERS, ROLES
from ludparse.binding.parts import MOST_ARGUMENTS, head, in_text_of, opening, short, strings_of, written
from ludparse.binding.reshaping import completed, emptied, reworded_list, unwrapped, wrapped
from ludparse.binding.rewording import located, named, respelt, reworded_kind, walked
from ludparse.binding.sharing import Sharing
from ludparse.binding.signatures import Form, Slot, Type, forms_of, type_of_class
from ludparse.binding.words import meant
from ludparse.ludemes import Game
from ludparse.ludemes.base import REGISTRY, Ludeme
from ludparse.ludemes.kinds import IntArrayFunction, RegionFunction
from ludparse.problems.complaints import MAX_PROBLEMS, EnoughError
from ludparse.problems.errors import Edit, LudError, Remedy, nearest, raise_all
from ludparse.problems.problem import problem
from ludparse.problems.spans import Span
from ludparse.reader.mending import (
    braced,
    bracketed,
    quoted,
)
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, is_label, walk

__all__ = ["Explainer", "bind", "explain"]

_RECURSION = 5000

MOST_KINDS = 20
"""Of more words with which a call can begin not all are listed."""

MOST_FORMS = 3
"""So many ways of writing a call are shown at most where an argument is missing."""

_BASES = {
    "IntFunction": "a whole number",
    "BooleanFunction": "a condition",
    "RegionFunction": "a region",
    "FloatFunction": "a number",
    "IntArrayFunction": "a list of numbers",
    "DirectionsFunction": "directions",
    "GraphFunction": "a graph",
    "Moves": "moves",
}


def explain(root: Node, type_: Type, defines: Collection[str] = ()) -> list[LudError]:
    """All problems of a tree that is to be of the type, in the order of the text; none if it can be bound.

    defines: the names of those that a misspelt string may have been meant to be.
    """
    return Explainer().explain(root, type_, defines)


def bind(node: Node, cls: type[Ludeme] = Game) -> Ludeme:
    """The typed tree of a plain one that stands for a ludeme of class `cls`.

    Raises LudTypeError, which carries all problems, when the text does not match the signatures.
    """
    binder, type_ = Binder(), type_of_class(cls)
    value = binder.bind(node, type_)
    if value is NO_FIT:
        raise_all(explain(node, type_))
    assert isinstance(value, Ludeme)
    return value


class Explainer(Arguments):
    """Explains trees of one description. How near a part comes to what it should be is worked out once: not again at
    the other uses of a define, nor in the tree of another ruleset."""

    def __init__(self) -> None:
        super().__init__()
        self.sharing = Sharing()

    def explain(self, root: Node, type_: Type, defines: Collection[str] = ()) -> list[LudError]:
        """As the function `explain`."""
        # A level of brackets takes half a dozen calls; never lowered again, because other threads may be deep in it.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
        self.sharing.uses.clear()
        root, uses = self.sharing.shared(root), self.sharing.uses
        self.begin(root, defines)
        try:
            self.root(root, type_)
            for node in self.strange:  # those whose place did not say what could have stood there
                self.unknown_word(node, ())
        except EnoughError:
            return [*self.complaints.in_order(uses), problem("too-many-problems", limit=MAX_PROBLEMS)]
        return self.complaints.in_order(uses)

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
        if self.misspelt_define(node):
            return
        expected = (describe(types),)
        literals = {literal for type_ in types for literal in type_.literals}
        words = [word for type_ in types for word in type_.constants]
        if node.kind is AtomKind.NUMBER and int in literals:
            limits = " from -2147483648 to 2147483647" if node.text.lstrip("+-").isdigit() else ""
            self.add("wrong-number", node.span, expected=expected, word=node.text, limits=limits)
        elif self.lacks_another(node):
            return
        elif any(type_.item is not None for type_ in types) and self.aligner.fits(node, items_of(types)):
            self.add("list-needed", node.span, expected=expected, hint=f"write {{{node.text}}}",
                     remedy=braced(node.span), what="this is one thing")  # fmt: skip
        elif node.kind is AtomKind.SYMBOL and words:
            near = nearest(node.text, words)
            remedies = [*self.reworded(node, types)]
            remedies += named(node, self.regrouping.around(node), self.facts.sites, self.facts.names)
            if not near and not remedies:
                remedies += self.as_sites(node)
            self.add("constant-not-here", node.span, expected=expected, nearest=near or meant(remedies, types),
                     remedies=remedies, word=node.text)  # fmt: skip
        else:
            remedies = [*located(node, types, self.facts.regions), *self.reworded(node, types)]
            digits = NUMBERS.get(node.text.casefold()) if int in literals else None
            self.add("wrong-type", node.span, expected=expected, nearest=(digits,) if digits else (), remedies=remedies,
                     found=found(shape(node)))  # fmt: skip

    def lacks_another(self, node: Node) -> bool:
        """Whether it is all that an operator has, such as `and`, which takes two or a list; that is reported."""
        around = self.regrouping.around(node)
        if not isinstance(around, Call) or len(around.args) != 1:
            return False
        for form in (form for cls in REGISTRY.get(around.keyword, ()) for form in forms_of(cls)):
            slots = [slot for slot in form.slots if slot.label is None and slot.required and not slot.group]
            if len(slots) > 1 and all(self.aligner.fits(node, slot.types) for slot in slots):
                alone = written(around, node)
                hint = f"write what is missing, or {alone} without ({around.keyword} …)"
                what = f"one thing more than {alone}"
                self.add("missing-argument", head(around), hint=hint, keyword=around.keyword, what=what)
                return True
        return False

    def array(self, node: Array, types: tuple[Type, ...]) -> None:
        if self.bare(node, types):
            return
        lists = tuple(type_ for type_ in types if type_.item is not None)
        one = node.items[0] if len(node.items) == 1 and not isinstance(node.items[0], Array) else None
        alone = tuple(type_ for type_ in types if one is not None and self.aligner.fits(one, (type_,)))
        if not lists or (one is not None and (alone or self.fits_instead(node, one))):
            expected = (describe(alone or types),) if alone or not lists else ()
            hint = f"write {written(node, one)} without braces" if one is not None and (alone or lists) else ""
            self.add("list-not-here", _opening(node), expected=expected, hint=hint, remedies=reworded_list(node))
            for item in node.items:
                self.inside(item)
            return
        fits = self.aligner.fits
        choices = [items_of((type_,)) for type_ in lists]
        right = min(choices, key=lambda types: sum(not fits(item, types) for item in node.items))
        if len(node.items) > 1 and all(isinstance(i, Atom) and not fits(i, right) for i in node.items):
            expected = (describe(types),)
            what = "a list of other things"
            around = self.regrouping.around(node)
            remedies = [*reworded_list(node), *walked(node, around, self.facts.tiling)]
            remedies += walked(around, self.regrouping.around(around), self.facts.tiling)
            self.add("wrong-type", node.span, expected=expected, remedies=remedies, found=what)
            return
        for before, item in zip((None, *node.items), node.items, strict=False):
            if isinstance(item, Call) and isinstance(before, Call) and not fits(item, right):
                whole = Call(before.keyword, (*before.args, Arg(None, item)), before.place)
                if before.span is not None and fits(whole, right):
                    line, column = before.span.source.position(before.span.end - 1)
                    hint = f"({before.keyword} …) before it would take it, if it did not end at {line}:{column}."
                    self.add("wrong-ludeme", head(item), expected=(describe(right),), hint=hint,
                             found=found(shape(item)))  # fmt: skip
                    continue
            self.node(item, right)

    def call(self, node: Call, types: tuple[Type, ...]) -> None:
        if self.unquoted(node, types) or self.between(node) or self.bare(node, types):
            return
        forms = [form for type_ in types for form in type_.forms(node.keyword)]
        if forms and (kinds := self.kinds_missed(node, forms)):
            arg = node.args[0].value
            near = nearest(arg.text, kinds) if isinstance(arg, Atom) else ()
            more = len(kinds) - MOST_KINDS
            listed = ", ".join(kinds) if more <= 0 else f"{', '.join(kinds[:MOST_KINDS])} and {more} more"
            expected: tuple[str, ...] = (f"one of {listed}",)
            hint = f"lud explain {node.keyword} lists them all." if more > 0 else ""
            self.told.add(id(arg))
            if isinstance(arg, Atom) and (name := self.name_without_marks(node, arg)):
                self.add("unknown-constant", arg.span, nearest=(name,), expected=("a string in quotation marks",),
                         remedy=(Edit(arg.span, name),) if arg.span else (), word=arg.text)  # fmt: skip
                return
            other_sort = self.elsewhere(node)
            if other_sort:
                place, stands_for = self.at_its_use(node)
                self.add("wrong-ludeme", place, expected=(describe(types),), found=stands_for + other_sort)
                return
            what = found(shape(arg))
            remedies = [*reworded_kind(node), *completed(node)]
            if isinstance(arg, Atom):
                remedies += self.reworded(arg, types)
            if isinstance(arg, Call) and not arg.args and arg.keyword in kinds and arg.span is not None:
                bare = Remedy((Edit(arg.span, arg.keyword),), 0, ("(",), f"{arg.keyword} stands without brackets.")
                hint = f"write ({node.keyword} {arg.keyword}{' …' if len(node.args) > 1 else ''})"
                self.add("word-in-brackets", arg.span, hint=hint, remedies=[bare], word=arg.keyword)
            else:
                self.add("unknown-kind", head(arg), nearest=near or meant(remedies, ()), expected=expected, hint=hint,
                         remedies=remedies, keyword=node.keyword, found=what)  # fmt: skip
            for other in node.args:
                self.inside(other.value)
            return
        if forms:
            self.differences(node, self.aligner.nearest_matches(node, forms))
            return
        items = items_of(types)
        if items and any(type_.forms(node.keyword) for type_ in items):
            if self.lacks_another(node):
                self.inside(node)
                return
            # a number of a site alone is meant as one; of what is computed as a number that is not known
            numbers = any(int in type_.literals for type_ in items)
            named_parts = self.facts.divided & strings_of(arg.value for arg in node.args)
            parts = node.keyword in ("regions", "sites") and named_parts
            around = self.regrouping.around(node)
            use = in_text_of(around, node) if around is not None else node.span
            hint = f"write {{{written(around, node) if around is not None else short(node)}}}"
            remedy = () if numbers or parts else braced(use)
            remedies = [*unwrapped(node, self.regrouping.around(node))] if node.keyword in ROLES else []
            self.add("list-needed", self.at_its_use(node)[0], expected=(describe(types),), hint=hint, remedy=remedy,
                     remedies=remedies, what="this is one thing")  # fmt: skip
        else:
            expected = (describe(types),)
            around = self.regrouping.around(node)
            parts = self.facts.divided & strings_of(arg.value for arg in node.args)  # of which a list may be meant
            whole = not parts or any({RegionFunction, IntArrayFunction} & {*type_.bases} for type_ in types)
            remedies = [*unwrapped(node, around)] if whole else []
            remedies += [*reworded_kind(node), *wrapped(node, types), *respelt(node, types)]
            remedies += emptied(node, around)
            if isinstance(around, Call) and node.keyword == "between":
                remedies += completed(around)
            place, stands_for = self.at_its_use(node)
            self.add("wrong-ludeme", place, expected=expected, hint=BELONGS.get(node.keyword, ""),
                     remedies=remedies, found=stands_for + found(shape(node)))  # fmt: skip
        self.inside(node)

    def at_its_use(self, node: Call) -> tuple[Span | None, str]:
        """Where a call that is right, but not where it stands, is told: where a define of another text stands for it,
        at the use of that, and that it does so."""
        around = self.regrouping.around(node)
        place = opening(around, node) if around is not None else None
        if around is None or place is None or node.span is None or place.source is node.span.source:
            return head(node), ""
        return place, f"{written(around, node)}, which stands for "

    def unquoted(self, node: Call, types: tuple[Type, ...]) -> bool:
        """Whether all that a call lacks is quotation marks around the labels of sites, which is reported."""
        by_argument = [_labels(arg.value) for arg in node.args]
        labels = [label for some in by_argument for label in some]
        strange = [label for label in labels if id(label) in self.unknown]
        alone = {id(arg.value) for arg in node.args if arg.name is None and isinstance(arg.value, Atom)}
        for bare in filter(None, (strange, *by_argument, labels)):
            named = [label for label in bare if id(label) in alone]
            # `(place "Disc1" "A1")` is right too, and speaks of a container
            for name in ("coord", "") if len(named) == len(bare) == 1 else ("",):
                words = {id(label) for label in bare}
                args = tuple(
                    Arg(name if name and id(arg.value) in words else arg.name, _quoted(arg.value, words))
                    for arg in node.args
                )
                if self.aligner.fits(Call(node.keyword, args, node.place), types):
                    write = " ".join(f'{name and name + ":"}"{label.text}"' for label in bare[:3])
                    hint = f"write {write}{' …' if len(bare) > 3 else ''}"
                    remedy = quoted([label.span for label in bare], name)
                    self.add("unquoted-label", bare[0].span, hint=hint, remedy=remedy, word=bare[0].text)
                    self.told.update(words)
                    return True
        return False

    def bare(self, node: Call | Array, types: tuple[Type, ...]) -> bool:
        """Whether all that a call or a list lacks is the brackets around a ludeme in it, which is reported."""
        parts = node.args if isinstance(node, Call) else tuple(map(_argument, node.items))
        if len(parts) > MOST_ARGUMENTS:
            return False
        for at, arg in enumerate(parts):
            word = arg.value
            if not isinstance(word, Atom) or word.kind is not AtomKind.SYMBOL or word.text not in REGISTRY:
                continue
            ends = []
            for end in range(len(parts), at, -1):
                ludeme = Arg(arg.name, Call(word.text, parts[at + 1 : end], word.place))
                args = *parts[:at], ludeme, *parts[end:]
                if self.aligner.fits(
                    Call(node.keyword, args, node.place) if isinstance(node, Call)
                    else Array(tuple(part.value for part in args), node.place), types
                ):  # fmt: skip
                    ends.append(end)
            if ends:
                within = parts[at : ends[0]]
                lasts = [in_text_of(node, parts[end - 1].value) for end in ends]
                remedies = [Remedy(edits) for last in lasts if (edits := bracketed(word.span, last))]
                inside = "".join(
                    f" {f'{one.name}:' if one.name else ''}{written(node, one.value)}" for one in within[1:]
                )
                self.add("bare-ludeme", word.span, hint=f"write ({word.text}{inside})", remedies=remedies,
                         word=word.text)  # fmt: skip
                self.told.update(id(one.value) for one in within)
                return True
        return False

    def elsewhere(self, node: Call) -> str:
        """What a call is when it is right in itself, though not where it stands; empty if it is not."""
        for cls in REGISTRY[node.keyword]:
            if self.aligner.fits(node, (type_of_class(cls),)):
                first = node.args[0].value if node.args else None
                kind = f" {first.text}" if isinstance(first, Atom) and first.kind is AtomKind.SYMBOL else ""
                base = next((b for b in cls.__mro__[1:] if b.__name__ in _BASES), None)
                sort = f", {_BASES[base.__name__]}" if base else ""
                return f"({node.keyword}{kind} …){sort}"
        return ""

    def kinds_missed(self, node: Call, forms: list[Form]) -> list[str]:
        """The words that can come first in a call, if one of them has to and what stands there is nothing like it."""
        if not node.args:
            return []
        arg = node.args[0].value
        word = isinstance(arg, Atom) and arg.kind is AtomKind.SYMBOL
        kinds: list[str] = []
        for form in filter(lambda form: form.slots, forms):  # `(sites)` alone is right too
            if self.aligner.fits(arg, form.slots[0].types):
                return []
            if names_kind(form.slots[0]):
                kinds.extend(form.slots[0].types[0].constants)
            elif not word or any(self.aligner.fits(arg, slot.types) for slot in form.slots):
                return []
        unnamed = [slot for form in forms for slot in form.slots if slot.label is None]
        words = {word for slot in unnamed for type_ in slot.types for word in type_.constants}
        near = isinstance(arg, Atom) and id(arg) in self.unknown and nearest(arg.text, words)
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
            types = tuple(map(type_of_class, REGISTRY[node.keyword]))
            if self.aligner.fits(node, types) or self.unquoted(node, types) or self.between(node):
                return
            if self.bare(node, types):
                return
            forms = [form for cls in REGISTRY[node.keyword] for form in forms_of(cls)]
            matches = self.aligner.nearest_matches(node, forms)
            if matches[0].cost:
                self.differences(node, matches)

    # --- calls ---

    def differences(self, node: Call, matches: list[Match]) -> None:
        """Report in what a call differs from the form that is nearest; of forms that are equally near, the first."""
        match = matches[0]
        form, places = match.form, match.places
        keyword = node.keyword
        right = f"it is written {signature(form, word=keyword)}"
        before = self.complaints.told
        free = [s for i, s in enumerate(form.slots) if i not in places]
        unbraced = self.unbraced(node, match)
        outside, outer = self.filled, self.complaints.around
        self.complaints.around = node.span
        self.repeated += keyword == "forEach"
        for arg, place in zip(node.args, places, strict=True):
            if id(arg) in unbraced:
                continue
            self.filled = (form.cls, form.slots[place].name) if place is not None else None
            around = self.complaints.within, self.complaints.goes_to
            use = node.span.used_at if node.span else None
            as_written = right
            if node.span and use and arg.value.span and arg.value.span.used_at != use:
                self.complaints.within = (node.span[:3], node.args.index(arg)), use
                # the name of a define to which this is given; what an option stands for has angle brackets
                if use.text.startswith('"') and use not in arg.value.span.places:
                    as_written = f"{use.text} puts it into {signature(form, word=keyword)}"
                    self.complaints.goes_to = arg.value.span[:2], f"{use.text} puts it into ({keyword} …)."
            if place is None:
                self.left_over(node, arg, match, free, as_written)
            else:
                slot = form.slots[place]
                if arg.name != slot.label:
                    self.wrong_label(node, arg, slot, match, as_written)
                unknown = isinstance(arg.value, Atom) and id(arg.value) in self.unknown
                self.beside = tuple(could_stand(node, arg, match)) if unknown else ()
                self.node(arg.value, self.types_there(node, arg, matches))
                self.beside = ()
            self.complaints.within, self.complaints.goes_to = around
        self.filled, self.complaints.around = outside, outer
        self.repeated -= keyword == "forEach"
        for s, slot in enumerate(form.slots):
            if slot.required and not slot.group and s not in places and slot in free and not unbraced:
                types, hint = slot.types, right
                lacking = [_lacking(other) for other in matches]
                if slot.label is None and all(one is not None and one.label is None for one in lacking):
                    types = tuple(dict.fromkeys(type_ for one in lacking if one is not None for type_ in one.types))
                    forms = dict.fromkeys(signature(other.form, word=keyword) for other in matches[:MOST_FORMS])
                    hint = f"it is written {' or '.join(forms)}"
                what = describe_slot(slot) if types == slot.types else describe(types)
                same = [other for s, other in enumerate(form.slots) if s in places and other.types == slot.types]
                what = f"{what}, one more than there is" if same and slot.label is None else what
                remedies = completed(node)
                self.add("missing-argument", head(node), hint=hint, remedies=remedies, keyword=keyword, what=what)
        given = *places, *(s for s, slot in enumerate(form.slots) if slot not in free)  # also under another name
        for code, what in group_faults(form, given):
            self.add(code, head(node), hint=right, keyword=keyword, what=what)
        if self.complaints.told == before and not self.seen_inside(node):
            self.add("wrong-ludeme", head(node), hint=right, found=found(shape(node)))

    def types_there(self, node: Call, wrong: Arg, matches: list[Match]) -> tuple[Type, ...]:
        """What can stand where an argument of a call stands: in the nearest form, and in those that are equally near
        where the argument is all that does not fit."""
        types = dict.fromkeys(_types_there(matches[0].form, _slot(node, wrong, matches[0])))
        for match in matches:
            placed = None not in match.places
            if placed and [wrong] == [arg for arg in node.args if not self.fits_there(node, arg, match)]:
                types.update(dict.fromkeys(_types_there(match.form, _slot(node, wrong, match))))
        return tuple(types)

    def fits_there(self, node: Call, arg: Arg, match: Match) -> bool:
        slot = _slot(node, arg, match)
        return slot.label == arg.name and self.aligner.fits(arg.value, slot.types)

    def seen_inside(self, node: Call) -> bool:
        """Whether something within the call has been reported, or is still to be."""
        return any(id(below) in self.unknown or id(below) in self.seen for below in walk(node) if below is not node)


def _lacking(match: Match) -> Slot | None:
    """What is missing, if that is all that is wrong in what is given: one argument of its own."""
    slots = [slot for s, slot in enumerate(match.form.slots) if slot.required and s not in match.places]
    return slots[0] if len(slots) == 1 and not slots[0].group and None not in match.places else None


def _slot(node: Call, arg: Arg, match: Match) -> Slot:
    """Where an argument stands that is not left over."""
    place = next(place for one, place in zip(node.args, match.places, strict=True) if one is arg)
    assert place is not None
    return match.form.slots[place]


def _types_there(form: Form, slot: Slot) -> tuple[Type, ...]:
    """What can stand in a slot, or instead of it in another of its group."""
    group = [other for other in form.slots if other.group == slot.group != 0 and other.label == slot.label] or [slot]
    return tuple(dict.fromkeys(type_ for other in group for type_ in other.types))


def _argument(item: Node) -> Arg:
    """An item of a list as an argument of a call, with its name, if it has one by mistake."""
    return item.args[0] if isinstance(item, Call) and not item.keyword and len(item.args) == 1 else Arg(None, item)


def _labels(node: Node) -> list[Atom]:
    """The bare words of an argument that may be labels of sites."""
    if isinstance(node, Array):
        return [label for item in node.items for label in _labels(item)]
    bare = isinstance(node, Atom) and node.kind is AtomKind.SYMBOL and is_label(node.text)
    return [node] if isinstance(node, Atom) and bare else []


def _quoted(node: Node, words: Collection[int]) -> Node:
    """An argument, some of whose words are strings."""
    if isinstance(node, Array):
        return Array(tuple(_quoted(item, words) for item in node.items), node.place)
    if isinstance(node, Atom) and id(node) in words:
        return Atom(node.text, AtomKind.STRING, node.place)
    return node


def _opening(node: Array) -> Span | None:
    return node.span.sub(0, 1) if node.span else None
