"""What is wrong with a tree that cannot be bound: all of it, each at its place, with what was expected there.

First the words that nobody knows are found, wherever they stand. Then the tree is gone through from the top as far as
it does not fit: for a call that cannot be bound, the way of writing it that comes nearest is chosen by counting what
would have to be changed, and the differences from that one are the problems. Unknown words fit everywhere, so that one
mistake is not reported twice.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Sequence

from ludparse.binding.alignment import Aligner, Match, group_faults, items_of, names_kind
from ludparse.binding.bind import NO_FIT, Binder, may_fit, shape
from ludparse.binding.listing import describe, describe_slot, found, signature
from ludparse.binding.meanings import BELONGS, COMPARISONS, EFFECT
from ludparse.binding.regrouping import Regrouping, joined
from ludparse.binding.rewording import (
    completed,
    conditional,
    emptied,
    idle,
    located,
    merged,
    named,
    respelt,
    reworded_call,
    reworded_kind,
    reworded_list,
    reworded_word,
    strings_of,
    united,
    unwrapped,
    walked,
    wrapped,
)  # fmt: skip
from ludparse.binding.signatures import Form, Slot, Type, constants, forms_of, type_of_class
from ludparse.binding.suggestions import Suggestions, unknown_words
from ludparse.ludemes import Game
from ludparse.ludemes.base import REGISTRY, Ludeme
from ludparse.ludemes.enums import RoleType
from ludparse.ludemes.kinds import IntFunction, NonDecision
from ludparse.ludemes.role_places import names_somebody
from ludparse.problems.complaints import MAX_PROBLEMS, Complaints, EnoughError
from ludparse.problems.errors import Edit, LudError, Remedy, nearest, raise_all
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span
from ludparse.reader.mending import (
    braced,
    counted,
    infix,
    infix_operator,
    inserted,
    quoted,
    relabelled,
    reordered,
    spelt,
)
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, is_label, walk

__all__ = ["Explainer", "bind", "explain"]

_RECURSION = 5000

MOST_KINDS = 20
"""Of more words with which a call can begin not all are listed."""

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


class _Sharing:
    """Makes trees in which nodes are one and the same where they are equal and come from the same place of the text.
    uses: how often a call of the text is used in the tree made last."""

    def __init__(self) -> None:
        self.uses: Counter[tuple[Source, int, int]] = Counter()
        self._known: dict[tuple[object, ...], Node] = {}

    def shared(self, node: Node) -> Node:
        span = node.span
        place = span[:3] if span else None
        key: tuple[object, ...]
        if isinstance(node, Atom):
            return self._known.setdefault((node.text, node.kind, place), node)
        if isinstance(node, Array):
            items = tuple(map(self.shared, node.items))
            key = (place, *items)
            return self._known.get(key) or self._known.setdefault(key, Array(items, node.place))
        if place:
            self.uses[place] += 1
        args = tuple(Arg(arg.name, self.shared(arg.value)) for arg in node.args)
        key = (node.keyword, place, *((arg.name, arg.value) for arg in args))
        return self._known.get(key) or self._known.setdefault(key, Call(node.keyword, args, node.place))


class Explainer:
    """Explains trees of one description. How near a part comes to what it should be is worked out once: not again at
    the other uses of a define, nor in the tree of another ruleset."""

    def __init__(self) -> None:
        self.sharing = _Sharing()
        self.unknown: dict[int, Node] = {}
        self.aligner = Aligner(Binder(), self.unknown)

    def explain(self, root: Node, type_: Type, defines: Collection[str] = ()) -> list[LudError]:
        """As the function `explain`."""
        # A level of brackets takes half a dozen calls; never lowered again, because other threads may be deep in it.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
        self.sharing.uses.clear()
        root, uses = self.sharing.shared(root), self.sharing.uses
        self.complaints = Complaints()
        self.add = self.complaints.add
        self.suggestions = Suggestions(defines)
        self.regrouping = Regrouping(root)
        self.told: set[int] = set()  # unknown words that have been reported
        self.seen: set[int] = set()
        self.filled: tuple[type[Ludeme], str] | None = None  # the class and the field of what is looked at
        self.repeated = 0  # how many `forEach` stand around it
        self.players = _players(root)
        self.facing = _facing(root)
        self.names = strings_of(walk(root))
        self.sites = [node for node in walk(root) if isinstance(node, Call) and node.keyword == "sites"]
        named_regions = [node for node in walk(root) if isinstance(node, Call) and node.keyword == "regions"]
        self.regions = strings_of(arg.value for node in named_regions for arg in node.args[:1])
        self.tiling = _tiling(root)
        self.teams = any(_makes_teams(node) for node in walk(root))
        unknown = {id(node): node for node in unknown_words(root)}
        self.unknown.update(unknown)
        try:
            self.root(root, type_)
            for node in unknown.values():  # those whose place did not say what could have stood there
                self.unknown_word(node, ())
        except EnoughError:
            return [*self.complaints.in_order(uses), problem("too-many-problems", limit=MAX_PROBLEMS)]
        return self.complaints.in_order(uses)

    # --- words ---

    def unknown_word(self, node: Node, types: tuple[Type, ...]) -> None:
        if id(node) in self.told:
            return
        self.told.add(id(node))
        if isinstance(node, Call) and node.keyword.startswith('"'):
            for arg in node.args:  # a define that nobody knows, which expansion has reported
                self.inside(arg.value)
        elif isinstance(node, Call) and (sign := _comparison(node)):
            self.told.update(id(arg.value) for arg in node.args[:1] if isinstance(arg.value, Atom))
            hint = f"The number comes last: ({sign} (count Pieces Mover) 3)."
            self.add("unknown-ludeme", _head(node), nearest=(sign,), hint=hint, word=node.keyword)
            for arg in node.args:
                self.inside(arg.value)
        elif isinstance(node, Call):
            near = self.suggestions.ludemes(node.keyword, types)
            expected = (describe(types),) if types else ()
            place = _head(node)
            remedy = spelt(place, node.keyword, near)
            around = self.regrouping.around(node)
            remedies = [*reworded_call(node), *unwrapped(node, around), *idle(node, around)]
            self.add("unknown-ludeme", place, nearest=near or _meant(remedies, ()), expected=expected, remedy=remedy,
                     remedies=remedies, word=node.keyword)  # fmt: skip
            for arg in node.args:
                self.inside(arg.value)
        elif isinstance(node, Atom) and "," in (node.text[:1], node.text[-1:]):
            lost = (node.text,) if not node.text.strip(",") else ()
            remedies = [Remedy((Edit(node.span, node.text.strip(",")),), 0, lost)] if node.span is not None else []
            self.add("comma", node.span, remedies=remedies, word=node.text)
        elif isinstance(node, Atom):
            fitting = {word for type_ in types for word in type_.constants}
            near = self.suggestions.constants(node.text, types, self.roles(types))
            expected = (describe(types),) if types else ()
            code = "unknown-constant-here" if fitting else "unknown-constant"
            hint = f'A coordinate is a string: "{node.text}".' if is_label(node.text) and not near else ""
            remedy = spelt(node.span, node.text, near)
            reworded = [*reworded_word(node, self.players, self.names, self.facing, types, self.tiling)]
            around = self.regrouping.around(node)
            reworded += [*named(node, around, self.sites), *idle(node, around)]
            if node.text == "B":
                walks = self.regrouping.around(self.regrouping.around(node))
                reworded += walked(walks, self.regrouping.around(walks), self.tiling)
            self.add(code, node.span, nearest=near or _meant(reworded, types), expected=expected, hint=hint,
                     remedy=remedy, remedies=reworded, word=node.text)  # fmt: skip

    def roles(self, types: tuple[Type, ...]) -> frozenset[str]:
        """The roles among what fits that name somebody at the place that is looked at."""
        fitting = {member for type_ in types for member in type_.constants.values() if isinstance(member, RoleType)}
        if self.filled is None:
            return frozenset()
        return frozenset(
            role.value for role in fitting
            if names_somebody(role, *self.filled, self.players, teams=self.teams, repeated=self.repeated > 0)
        )  # fmt: skip

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
        if self.misspelt_define(node):
            return
        expected = (describe(types),)
        literals = {literal for type_ in types for literal in type_.literals}
        words = [word for type_ in types for word in type_.constants]
        if node.kind is AtomKind.NUMBER and int in literals:
            self.add("wrong-number", node.span, expected=expected, word=node.text)
        elif any(type_.item is not None for type_ in types) and self.aligner.fits(node, items_of(types)):
            remedy = () if self.alone(node) else braced(node.span)
            self.add("list-needed", node.span, expected=expected, hint=f"write {{{node.text}}}", remedy=remedy)
        elif node.kind is AtomKind.SYMBOL and words:
            near = nearest(node.text, words)
            remedies = [*reworded_word(node, self.players, self.names, self.facing, types, self.tiling)]
            remedies += named(node, self.regrouping.around(node), self.sites)
            self.add("constant-not-here", node.span, expected=expected, nearest=near or _meant(remedies, types),
                     remedies=remedies, word=node.text)  # fmt: skip
        else:
            remedies = [*located(node, types, self.regions)]
            self.add("wrong-type", node.span, expected=expected, remedies=remedies, found=found(shape(node)))

    def alone(self, node: Node) -> bool:
        """Whether it is the only number of an operator, which lacks the other."""
        around = self.regrouping.around(node)
        classes = REGISTRY.get(around.keyword, ()) if isinstance(around, Call) and len(around.args) == 1 else ()
        return any(issubclass(cls, IntFunction) for cls in classes)

    def misspelt_define(self, node: Node) -> bool:
        """Whether a string is none of what can stand there, but like the name of a define, which is reported."""
        if not isinstance(node, Atom) or node.kind is not AtomKind.STRING:
            return False
        near = self.suggestions.defines(node.text)
        if near:
            quoted = tuple(f'"{name}"' for name in near)
            remedy = spelt(node.span, f'"{node.text}"', quoted)
            self.add("misspelt-define", node.span, nearest=quoted, remedy=remedy, name=node.text)
        return bool(near)

    def array(self, node: Array, types: tuple[Type, ...]) -> None:
        lists = tuple(type_ for type_ in types if type_.item is not None)
        if not lists:
            self.add("list-not-here", _opening(node), expected=(describe(types),), remedies=reworded_list(node))
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
            remedies = [*reworded_list(node), *walked(node, around, self.tiling)]
            remedies += walked(around, self.regrouping.around(around), self.tiling)
            self.add("wrong-type", node.span, expected=expected, remedies=remedies, found=what)
            return
        for item in node.items:
            self.node(item, right)

    def call(self, node: Call, types: tuple[Type, ...]) -> None:
        if self.unquoted(node, types) or self.between(node):
            return
        forms = [form for type_ in types for form in type_.forms(node.keyword)]
        if forms and (kinds := self.kinds_missed(node, forms)):
            arg = node.args[0].value
            near = nearest(arg.text, kinds) if isinstance(arg, Atom) else ()
            more = len(kinds) - MOST_KINDS
            listed = ", ".join(kinds) if more <= 0 else f"{', '.join(kinds[:MOST_KINDS])} and {more} more"
            expected = (f"one of {listed}",)
            hint = f"lud explain {node.keyword} lists them all." if more > 0 else ""
            self.told.add(id(arg))
            other_sort = self.elsewhere(node)
            if other_sort:
                self.add("wrong-ludeme", _head(node), expected=(describe(types),), found=other_sort)
                return
            what = found(shape(arg))
            remedies = [*reworded_kind(node), *completed(node)]
            if isinstance(arg, Atom):
                remedies += reworded_word(arg, self.players, self.names, self.facing, types, self.tiling)
            self.add("unknown-kind", _head(arg), nearest=near or _meant(remedies, ()), expected=expected, hint=hint,
                     remedies=remedies, keyword=node.keyword, found=what)  # fmt: skip
            for other in node.args:
                self.inside(other.value)
            return
        if forms:
            self.differences(node, self.aligner.nearest_match(node, forms))
            return
        items = items_of(types)
        if items and any(type_.forms(node.keyword) for type_ in items):
            # a number of a site alone is meant as one; of what is computed as a number that is not known
            numbers = any(int in type_.literals for type_ in items)
            hint, remedy = f"write {{({node.keyword} …)}}", () if numbers else braced(node.span)
            self.add("list-needed", _head(node), expected=(describe(types),), hint=hint, remedy=remedy)
        else:
            expected = (describe(types),)
            around = self.regrouping.around(node)
            remedies = [*unwrapped(node, around), *reworded_kind(node), *wrapped(node, types), *respelt(node, types)]
            remedies += emptied(node, around)
            self.add("wrong-ludeme", _head(node), expected=expected, hint=BELONGS.get(node.keyword, ""),
                     remedies=remedies, found=found(shape(node)))  # fmt: skip
        self.inside(node)

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

    def between(self, node: Call) -> bool:
        """Whether an operator stands between its arguments, which is reported."""
        sign = infix_operator(node)
        if sign is None:
            return False
        self.told.update((id(node), id(sign)))
        self.add("infix", sign.span, remedies=map(Remedy, infix(node, sign)), word=sign.text)
        for arg in node.args:
            if arg.value is not sign:
                self.inside(arg.value)
        return True

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
            if self.unquoted(node, tuple(map(type_of_class, REGISTRY[node.keyword]))) or self.between(node):
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
        before = self.complaints.told
        free = [s for i, s in enumerate(form.slots) if i not in places]
        unbraced = self.unbraced(node, match)
        outside = self.filled
        self.repeated += keyword == "forEach"
        for arg, place in zip(node.args, places, strict=True):
            if id(arg) in unbraced:
                continue
            self.filled = (form.cls, form.slots[place].name) if place is not None else None
            around = self.complaints.within
            use = node.span.used_at if node.span else None
            if node.span and use and arg.value.span and arg.value.span.used_at != use:
                self.complaints.within = (node.span[:3], node.args.index(arg)), use
            if place is None:
                self.left_over(node, arg, match, free, written)
            else:
                slot = form.slots[place]
                if arg.name != slot.label:
                    self.wrong_label(node, arg, slot, form, written)
                self.node(arg.value, slot.types)
            self.complaints.within = around
        self.filled = outside
        self.repeated -= keyword == "forEach"
        for s, slot in enumerate(form.slots):
            if slot.required and not slot.group and s not in places and slot in free and not unbraced:
                what = describe_slot(slot)
                remedies = completed(node)
                self.add("missing-argument", _head(node), hint=written, remedies=remedies, keyword=keyword, what=what)
        for code, what in group_faults(form, places):
            self.add(code, _head(node), hint=written, keyword=keyword, what=what)
        if self.complaints.told == before and not self.seen_inside(node):
            self.add("wrong-ludeme", _head(node), hint=written, found=found(shape(node)))

    def unbraced(self, node: Call, match: Match) -> set[int]:
        """The arguments that belong together in braces, which are missing; they are reported."""
        for s, slot in enumerate(match.form.slots):
            items = items_of(slot.types)
            if not items or (s in match.places and not self._is_item(node.args[match.places.index(s)], slot, items)):
                continue
            run: list[Arg] = []
            for arg, place in zip(node.args, match.places, strict=True):
                if place in (None, s) and self._is_item(arg, slot, items):
                    run.append(arg)
                elif run:
                    break
            if len(run) > 1 and any(place is None for place in match.places):
                first, last = run[0].value.span, run[-1].value.span
                whole = None
                if first and last and first.source is last.source and first.used_at == last.used_at:
                    whole = Span(first.source, first.start, last.end, first.used_at)
                hint = f"write {{{' '.join(_short(arg.value) for arg in run[:2])}{' …' if len(run) > 2 else ''}}}"
                expected = (describe(slot.types),)
                self.add("list-needed", _head(run[0].value), expected=expected, hint=hint, remedy=braced(whole))
                return {id(arg) for arg in run}
        return set()

    def _is_item(self, arg: Arg, slot: Slot, items: tuple[Type, ...]) -> bool:
        return arg.name == slot.label and not isinstance(arg.value, Array) and self.aligner.fits(arg.value, items)

    def seen_inside(self, node: Call) -> bool:
        """Whether something within the call has been reported, or is still to be."""
        return any(id(below) in self.unknown or id(below) in self.seen for below in walk(node) if below is not node)

    def left_over(self, node: Call, arg: Arg, match: Match, free: list[Slot], hint: str) -> None:
        keyword, form = node.keyword, match.form
        span = _head(arg.value)
        labelled = [slot for slot in free if slot.label is not None and slot.label == arg.name]
        if labelled and not self.aligner.fits(arg.value, labelled[0].types):
            free.remove(labelled[0])
            self.node(arg.value, labelled[0].types)
            return
        if id(arg.value) in self.unknown:
            self.unknown_word(arg.value, ())
            return
        if self.misspelt_define(arg.value):
            return
        if arg.name is not None and arg.name not in form.labels:
            near = nearest(arg.name, form.labels)
            remedy = relabelled(span, arg.name, near)
            apart = conditional(node, arg)
            self.add("unknown-name", span, nearest=near, hint=hint, remedy=remedy, remedies=apart, keyword=keyword,
                     word=arg.name)  # fmt: skip
            self.inside(arg.value)
            return
        rivals = [s for s in form.slots if s.group and s.label == arg.name and self.aligner.fits(arg.value, s.types)]
        if rivals and any(slot.group == rivals[0].group and slot not in free for slot in form.slots):
            what = "; ".join(describe_slot(slot) for slot in form.slots if slot.group == rivals[0].group)
            remedies = [*self.regrouping.remedies(node, arg), *united(node)]
            hint = self.where_else(node, form, arg) or hint
            first = node.args[0].value
            if isinstance(first, Atom) and (quoting := [*named(first, node, self.sites)]):
                remedies += quoting
                hint = f'A name stands in quotation marks: "{first.text}".'
            self.add("exclusive-arguments", span, hint=hint, remedies=remedies, keyword=keyword, what=what)
            return
        for slot in free:
            if slot.label == arg.name and self.aligner.fits(arg.value, slot.types):
                free.remove(slot)
                slots = {**self.late(node, match, free, arg), id(arg): slot}
                remedy = reordered(node, match.places, {key: form.slots.index(one) for key, one in slots.items()})
                if isinstance(arg.value, Call) and arg.value.keyword == keyword:
                    remedy = ()  # an `if` within an `if` is meant to be looked at after what stands before it
                order = f"the order is {hint.removeprefix('it is written ')}"
                self.add("order", span, hint=order, remedy=remedy, keyword=keyword)
                return
        around = self.regrouping.around(node)
        remedies = [*self.regrouping.remedies(node, arg), *completed(node), *unwrapped(node, around), *united(node)]
        remedies += merged(node, arg)
        types = tuple(type_ for slot in free if slot.label == arg.name for type_ in slot.types)
        if isinstance(arg.value, Call):
            remedies += [*unwrapped(arg.value, node), *wrapped(arg.value, types), *respelt(arg.value, types)]
        if isinstance(arg.value, Array):
            remedies += reworded_list(arg.value)
        if isinstance(arg.value, Atom):
            remedies += located(arg.value, types, self.regions)
        what = found(shape(arg.value))
        hint = self.where_else(node, form, arg) or hint
        self.add("superfluous-argument", span, hint=hint, remedies=remedies, keyword=keyword, found=what)
        self.inside(arg.value)

    def where_else(self, node: Call, form: Form, arg: Arg) -> str:
        """Where an argument belongs that has no place in a call; empty where that is not known."""
        value = arg.value
        for other in (form for cls in REGISTRY.get(node.keyword, ()) for form in forms_of(cls)):
            needed = [slot for slot in other.slots if slot.label is None and slot.required]
            lists = [slot for slot in needed if arg.name is None and _may_be(value, items_of(slot.types))]
            if lists and all(slot is lists[0] or slot.group == lists[0].group != 0 for slot in needed):
                return f"several stand together in braces: ({node.keyword} {{… …}})"
        if not isinstance(value, Call) or arg.name is not None:
            return ""
        if value.keyword in BELONGS and not any(self.aligner.fits(value, slot.types) for slot in form.slots):
            return BELONGS[value.keyword]
        taken = tuple(type_ for slot in form.slots if slot.label is None for type_ in slot.types)
        if (word := joined([value])) and _may_be(value, taken):
            return f"several of them are joined: ({node.keyword} … ({word} … …))"
        effect = any(issubclass(cls, NonDecision) for cls in REGISTRY.get(value.keyword, ()))
        return EFFECT if effect and node.keyword in ("to", "between") else ""

    def late(self, node: Call, match: Match, free: Sequence[Slot], first: Arg) -> dict[int, Slot]:
        """The slots of the arguments besides a first that come too late, too."""
        slots: dict[int, Slot] = {}
        for arg, place in zip(node.args, match.places, strict=True):
            if place is None and arg is not first:
                fitting = [slot for slot in free if slot.label == arg.name and slot not in slots.values()]
                slot = next((slot for slot in fitting if self.aligner.fits(arg.value, slot.types)), None)
                if slot is not None:
                    slots[id(arg)] = slot
        return slots

    def wrong_label(self, node: Call, arg: Arg, slot: Slot, form: Form, hint: str) -> None:
        keyword, span = node.keyword, _head(arg.value)
        if arg.name is None:
            fitting = [s.label for s in form.slots if s.label and self.aligner.fits(arg.value, s.types)]
            labels = [f"{label}:" for label in fitting if label != slot.label and not slot.required]
            others = any(s is not slot and self.aligner.fits(arg.value, s.types) for s in form.slots)
            fits = self.aligner.fits(arg.value, slot.types) and not others
            amount = slot.label in ("at", "from", "to", "origin") and isinstance(arg.value, Atom)
            remedy = inserted(span, f"{slot.label}:") if fits and not amount and not any(counted(node)) else ()
            word = isinstance(arg.value, Atom) and arg.value.kind is AtomKind.STRING
            remedies = [Remedy(inserted(span, f"{label}:")) for label in (slot.label, *labels) if word and others]
            remedies += [*self.regrouping.remedies(node, arg), *completed(node)]
            hint = f"write {' or '.join([f'{slot.label}:', *labels])} before it"
            self.add("name-missing", span, hint=hint, remedy=remedy, remedies=remedies, keyword=keyword)
        elif slot.label is None:
            said = (slot.name, arg.value.keyword if isinstance(arg.value, Call) else None)
            remedy = relabelled(span, arg.name, ("",)) if arg.name in said else ()
            self.add("name-not-here", span, hint=f"leave out {arg.name}:", remedy=remedy, keyword=keyword)
        else:
            near = nearest(arg.name, [slot.label]) or nearest(arg.name, form.labels)
            remedy = relabelled(span, arg.name, near)
            self.add("unknown-name", span, nearest=near, hint=hint, remedy=remedy, keyword=keyword, word=arg.name)


def _may_be(node: Node, types: Sequence[Type]) -> bool:
    """Whether a node is of a type by its keyword, whatever its arguments are."""
    return any(type_.item is None and may_fit(type_, shape(node)) for type_ in types)


def _meant(remedies: Sequence[Remedy], types: Sequence[Type]) -> tuple[str, ...]:
    """The words that remedies write for one word, of which one may have been meant; no constant that does not fit."""
    words = {remedy.edits[0].text: remedy for remedy in remedies if len(remedy.edits) == 1 and remedy.edits[0].text}
    known, fitting = constants(), {word for type_ in types for word in type_.constants}
    return tuple(word for word in words if not fitting or word in fitting or word not in known)[:2]


def _players(root: Node) -> int:
    """How many players a description has, 2 where it does not say; 0 where that cannot be read."""
    args = root.args if isinstance(root, Call) else ()
    said = next((a.value for a in args if isinstance(a.value, Call) and a.value.keyword == "players"), None)
    if said is None or not said.args:
        return 2
    count = said.args[0].value
    if isinstance(count, Array):
        return len(count.items)
    return int(count.text) if isinstance(count, Atom) and count.text.isdecimal() and len(count.text) < 3 else 0


def _facing(root: Node) -> dict[str, str]:
    """The directions in which players face, each that of one player -> the roles of these."""
    args = root.args if isinstance(root, Call) else ()
    said = next((a.value for a in args if isinstance(a.value, Call) and a.value.keyword == "players"), None)
    listed = said.args[0].value if said is not None and said.args else None
    words = [[a.value.text for a in player.args if isinstance(a.value, Atom) and a.value.kind is AtomKind.SYMBOL]
             for player in (listed.items if isinstance(listed, Array) else ()) if isinstance(player, Call)]  # fmt: skip
    once = Counter(word for some in words for word in some)
    return {word: f"P{i}" for i, some in enumerate(words, 1) for word in some if once[word] == 1}


def _tiling(root: Node) -> str:
    """The keyword of the cells of the board, where these have one shape; empty where they may have others, or where one
    plays on vertices or edges."""
    board = next((node for node in walk(root) if isinstance(node, Call) and node.keyword == "board"), None)
    calls = [node for node in walk(board) if isinstance(node, Call)] if board is not None else []
    played = any(arg.name == "use" for node in calls for arg in node.args)
    shapes = {node.keyword for node in calls if node.keyword not in ("board", "rotate", "shift", "scale")}
    return shapes.pop() if len(shapes) == 1 and not played else ""


def _makes_teams(node: Node) -> bool:
    first = node.args[0].value if isinstance(node, Call) and node.keyword == "set" and node.args else None
    return isinstance(first, Atom) and first.text == "Team"


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


def _comparison(node: Call) -> str | None:
    """The sign of a comparison that is written in the words of rulebooks, as `(at Least 3 …)`."""
    first = node.args[0].value if node.args else None
    both = f"{node.keyword} {first.text}" if isinstance(first, Atom) and first.kind is AtomKind.SYMBOL else ""
    return COMPARISONS.get(both.casefold()) or COMPARISONS.get(node.keyword.casefold())


def _head(node: Node) -> Span | None:
    """The opening bracket and the keyword of a call; all of anything else."""
    if not isinstance(node, Call) or node.span is None:
        return node.span
    length = node.span.end - node.span.start
    return node.span.sub(0, min(length, 1 + len(node.keyword)))


def _short(node: Node) -> str:
    if isinstance(node, Call):
        return f"({node.keyword} …)"
    return node.text if isinstance(node, Atom) else "{…}"


def _opening(node: Array) -> Span | None:
    return node.span.sub(0, 1) if node.span else None
