"""What is wrong with the arguments of a call: those that have no place in it, another name, or lack their braces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ludparse.binding.alignment import Match, items_of
from ludparse.binding.bind import may_fit, shape
from ludparse.binding.listing import describe, describe_slot, found, signature
from ludparse.binding.meanings import BELONGS, EFFECT, FOLLOWING, KEYWORDS
from ludparse.binding.parts import MOST_ARGUMENTS, head, in_text_of, opening, short, strings_of, written
from ludparse.binding.regrouping import joined
from ludparse.binding.reshaping import (
    completed,
    conditional,
    doubled,
    left_out,
    merged,
    renamed,
    reworded_list,
    united,
    unwrapped,
    wrapped,
)
from ludparse.binding.rewording import located, named, respelt
from ludparse.binding.signatures import Form, Slot, Type, forms_of, type_of_class
from ludparse.binding.words import Words
from ludparse.ludemes.base import REGISTRY
from ludparse.ludemes.kinds import FloatFunction, IntFunction, NonDecision
from ludparse.problems.errors import Edit, Remedy, nearest
from ludparse.problems.spans import Span
from ludparse.reader.mending import braced, counted, inserted, label_of, labelled_span, relabelled, reordered
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, walk

__all__ = ["Arguments", "could_stand"]


MOST_NAMES = 4
"""Of so many arguments that may be meant none is named."""


class Arguments(Words):
    """Reports arguments of calls."""

    @abstractmethod
    def node(self, node: Node, types: tuple[Type, ...]) -> None:
        """Report why a node is none of the types; nothing if it is one."""

    def unbraced(self, node: Call, match: Match) -> set[int]:
        """The arguments that belong together in braces, which are missing; they are reported."""
        for s, slot in enumerate(match.form.slots):
            items = items_of(slot.types)
            if not items or (s in match.places and not self._is_item(node.args[match.places.index(s)], slot, items)):
                continue
            rivals = [i for i, other in enumerate(match.form.slots) if i == s or other.group == slot.group != 0]
            run: list[Arg] = []
            over = 0  # of two, the one that has no place is reported by itself
            for arg, place in zip(node.args, match.places, strict=True):
                follows = run and slot.label is not None and arg.name is None  # phases:(phase …) (phase …)
                as_item = Arg(slot.label, arg.value) if follows else arg
                if (place is None or place in rivals) and self._is_item(as_item, slot, items):
                    run.append(arg)
                    over += place in (None, s)
                elif run:
                    break
            if over > 1 and any(place is None for place in match.places):
                first, last = (in_text_of(node, arg.value) for arg in (run[0], run[-1]))
                whole = None
                if first and last and first.source is last.source and first.used_at == last.used_at:
                    whole = Span(first.source, first.start, last.end, first.used_at)
                # a define may stand for several of them
                things = [*{in_text_of(node, arg.value): written(node, arg.value) for arg in run}.values()]
                hint = f"write {{{' '.join(things[:2])}{' …' if len(things) > 2 else ''}}}"
                expected = (describe(slot.types),)
                start = head(run[0].value) if first == run[0].value.span else first
                self.add("list-needed", start, expected=expected, hint=hint, remedy=braced(whole),
                         what=f"these are {len(run)} things")  # fmt: skip
                return {id(arg) for arg in run}
        return set()

    def _is_item(self, arg: Arg, slot: Slot, items: tuple[Type, ...]) -> bool:
        return arg.name == slot.label and not isinstance(arg.value, Array) and self.aligner.fits(arg.value, items)

    def left_over(self, node: Call, arg: Arg, match: Match, free: list[Slot], hint: str) -> None:
        keyword, form = node.keyword, match.form
        span = opening(node, arg.value)
        labelled = [slot for slot in free if slot.label is not None and slot.label == arg.name]
        if labelled and not self.aligner.fits(arg.value, labelled[0].types):
            free.remove(labelled[0])
            self.node(arg.value, labelled[0].types)
            return
        number = _number(node, arg)
        if 0 <= number < min(len(node.args) - 1, MOST_ARGUMENTS) and (name := _named_by(node, number, form)):
            hint, word = "A colon stands behind the name of an argument.", written(node, arg.value)
            self.add("superfluous-argument", span, hint=hint, remedies=[Remedy((Edit(name, f"{word}:"),), 0, (word,))],
                     keyword=keyword, found=found(shape(arg.value)))  # fmt: skip
            return
        if id(arg.value) in self.unknown:
            self.unknown_word(arg.value, ())
            return
        if self.misspelt_define(arg.value):
            return
        if arg.name is not None and arg.name not in form.labels:
            near, sure, told = self.names_for(arg, free)
            remedy, hint = relabelled(span, arg.name, sure), told or hint
            if len(near) == 1 and (slot := next((slot for slot in free if slot.label == near[0]), None)):
                free.remove(slot)  # it is not missing
            apart = [*conditional(node, arg)]
            if (word := self._ludeme_named(arg, free)) and not near:
                apart += renamed(node, arg)
                hint = f"write ({word} …)"
            self.add("unknown-name", label_of(arg) or span, nearest=near, hint=hint, remedy=remedy, remedies=apart,
                     keyword=keyword, word=arg.name)  # fmt: skip
            self.inside(arg.value)
            return
        rivals = [s for s in form.slots if s.group and s.label == arg.name and self.aligner.fits(arg.value, s.types)]
        if rivals and any(slot.group == rivals[0].group and slot not in free for slot in form.slots):
            what = "; ".join(describe_slot(slot) for slot in form.slots if slot.group == rivals[0].group)
            remedies = [*self.regrouping.remedies(node, arg), *united(node)]
            hint = self.where_else(node, form, arg) or hint
            first = node.args[0].value
            if isinstance(first, Atom) and (quoting := [*named(first, node, self.facts.sites, self.facts.names)]):
                remedies += quoting
                hint = f'A name stands in quotation marks: "{first.text}".'
            self.add("exclusive-arguments", span, hint=hint, remedies=remedies, keyword=keyword, what=what)
            return
        before = node.args[: min(_number(node, arg), MOST_ARGUMENTS)]
        crowded = id(node) in self.crowded
        twice = not crowded and any(o.name == arg.name and _is_same(node, o.value, arg.value) for o in before)
        for slot in free:
            if slot.label == arg.name and not twice and self.aligner.fits(arg.value, slot.types):
                free.remove(slot)
                slots = {**self.late(node, match, free, arg), id(arg): slot}
                spans = [labelled_span(one, in_text_of(node, one.value)) for one in node.args]
                late = {key: form.slots.index(one) for key, one in slots.items()}
                remedy = reordered(spans, self.as_given(node, form, [
                    late.get(id(one)) if place is None else place
                    for one, place in zip(node.args, match.places, strict=True)
                ]))  # fmt: skip
                if isinstance(arg.value, Call) and arg.value.keyword == keyword:
                    remedy = ()  # an `if` within an `if` is meant to be looked at after what stands before it
                order = f"the order is {signature(form, word=keyword)}"
                after = match.places[_number(node, arg) :]
                early = any(place is not None and place < form.slots.index(slot) for place in after)
                when = "early" if early else "late"
                self.add("order", span, hint=order, remedy=remedy, keyword=keyword, when=when)
                return
        again = None if twice or crowded else self._said_again(node)
        if again is not None:
            arg, span = again, opening(node, again.value)
        what = found(shape(arg.value))
        if isinstance(arg.value, Call) and written(node, arg.value) != short(arg.value):
            what = f"{written(node, arg.value)}, which stands for {short(arg.value)}"
        elsewhere = self.where_else(node, form, arg)
        if not crowded and (following := self._completing(node, form, arg)) and arg.value.span:
            line, column = arg.value.span.source.position(arg.value.span.end - 1)
            taken = written(node, following.value)
            hint = f"{taken} after it would belong in it, if it did not end at {line}:{column}."
            moved = [remedy._replace(why="") for remedy in self.regrouping.remedies(node, following)]
            self.add("superfluous-argument", span, hint=hint, remedies=moved, keyword=keyword, found=what)
            return
        if again is not None or (twice and self._doubled_for_nothing(node, form, arg)):
            hint = "The same stands before it already: leave one of the two out."
            effect = arg.name is None and any(map(_is_effect, walk(arg.value)))  # which may be meant to happen twice
            remedies = [] if effect else [*left_out(node, arg)]
        else:
            outright = not elsewhere and self.complaints.goes_to is None
            if elsewhere and (goes_to := self.complaints.goes_to) and span and span[:2] == goes_to[0]:
                elsewhere = f"{goes_to[1]} {elsewhere}"
            hint = elsewhere or (f"leave it out, or put it where it belongs; {hint}" if outright else hint)
            remedies = [] if crowded else self.placed(node, arg, free)
            if not crowded and self._are_list(node, arg) and (edits := braced(_with_defines(node))):
                remedies.append(Remedy(edits))
        if len(node.args) > MOST_ARGUMENTS:  # what puts the first of them right puts the others right
            self.crowded.add(id(node))
        self.add("superfluous-argument", span, hint=hint, remedies=remedies, keyword=keyword, found=what)
        self.inside(arg.value)

    def names_for(self, arg: Arg, free: Sequence[Slot]) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """What name an argument may have been meant to have instead of its own, of those that are not given yet and
        take it: those like it, or the only one that has to be given; that to which it may be changed; and where none is
        meant for sure, what is said of those that take it."""
        wrong = any(id(node) in self.unknown for node in walk(arg.value))  # what it is to be is not known
        takers = [slot for slot in dict.fromkeys(free)
                  if slot.label and (wrong or self.aligner.fits(arg.value, slot.types))]  # fmt: skip
        labels = [slot.label or "" for slot in takers]
        meant = KEYWORDS.get(arg.name or "", "")
        if near := (meant,) if meant in labels else nearest(arg.name or "", labels):
            return near, near, ""
        needed = tuple(slot.label or "" for slot in takers if slot.required and not slot.group)
        if len(needed) == 1:
            return needed, () if wrong else needed, ""
        told = f"here it could be {' or '.join(f'{label}:' for label in labels)}"
        return (), (), told if 0 < len(labels) < MOST_NAMES and not wrong else ""

    def _ludeme_named(self, arg: Arg, free: Sequence[Slot]) -> str:
        """The name of an argument where a ludeme of this name can stand; else empty."""
        value, word = arg.value, arg.name or ""
        known = isinstance(value, Call) and value.keyword == word
        whole = Call(word, (Arg(None, value),), value.place)
        fits = word in REGISTRY and any(s.label is None and self.aligner.fits(whole, s.types) for s in free)
        return word if fits and not known else ""

    def _completing(self, node: Call, form: Form, arg: Arg) -> Arg | None:
        """The argument after one that is wrong, but right with that one within it."""
        value, number = arg.value, _number(node, arg) + 1
        if not isinstance(value, Call) or number == len(node.args):
            return None
        types = tuple(type_ for slot in form.slots if slot.label == arg.name for type_ in slot.types)
        whole = Call(value.keyword, (*value.args, node.args[number]), value.place)
        return None if self.aligner.fits(value, types) or not self.aligner.fits(whole, types) else node.args[number]

    def _said_again(self, node: Call) -> Arg | None:
        """An argument that stands directly after one that is written alike, without which the call is right; it is no
        number, nor an effect, which may be meant twice."""
        types = tuple(map(type_of_class, REGISTRY.get(node.keyword, ())))
        for first, arg in pairwise(node.args[:MOST_ARGUMENTS]):
            effect = any(map(_is_effect, walk(arg.value)))
            if first.name == arg.name and _is_same(node, first.value, arg.value) and not effect and not _counts(node):
                rest = tuple(one for one in node.args if one is not arg)
                if self.aligner.fits(Call(node.keyword, rest, node.place), types):
                    return arg
        return None

    def _doubled_for_nothing(self, node: Call, form: Form, arg: Arg) -> bool:
        """Whether an argument that is given twice says no more than if it is given once: not a number that is added,
        subtracted or multiplied, nor what can stand there several times in braces."""
        if arg.name is not None:
            return True
        value = arg.value
        number = _counts(value) if isinstance(value, Call) else shape(value) in ("0", "0.0")
        numbers = number and _counts(node)
        slots = [slot for other in forms_of(form.cls) for slot in other.slots if slot.label is None]
        return not numbers and not any(_may_be(value, items_of(slot.types)) for slot in slots)

    def placed(self, node: Call, arg: Arg, free: Sequence[Slot]) -> list[Remedy]:
        """What may put right that an argument has no place in a call, of which some slots are free."""
        around = self.regrouping.around(node)
        remedies = [*self.regrouping.remedies(node, arg), *completed(node), *unwrapped(node, around), *united(node)]
        remedies += [*merged(node, arg), *doubled(node, arg)]
        types = tuple(type_ for slot in free if slot.label == arg.name for type_ in slot.types)
        if isinstance(arg.value, Call):
            remedies += [*unwrapped(arg.value, node), *wrapped(arg.value, types), *respelt(arg.value, types)]
        if isinstance(arg.value, Array):
            remedies += reworded_list(arg.value)
        if isinstance(arg.value, Atom):
            remedies += located(arg.value, types, self.facts.regions)
        return remedies

    def where_else(self, node: Call, form: Form, arg: Arg) -> str:
        """Where an argument belongs that has no place in a call; empty where that is not known."""
        value = arg.value
        if self._are_list(node, arg):
            return f"several stand together in braces: ({node.keyword} {{… …}})"
        if not isinstance(value, Call) or arg.name is not None:
            return ""
        if value.keyword in BELONGS and not any(self.aligner.fits(value, slot.types) for slot in form.slots):
            return BELONGS[value.keyword]
        taken = tuple(type_ for slot in form.slots if slot.label is None for type_ in slot.types)
        if (word := joined([value])) and _may_be(value, taken):
            return f"several of them are joined: ({node.keyword} … ({word} … …))"
        if _is_effect(value) and any(type_.begins_with("then") for slot in form.slots for type_ in slot.types):
            return FOLLOWING
        return EFFECT if _is_effect(value) and node.keyword in ("to", "between") else ""

    def _are_list(self, node: Call, arg: Arg) -> bool:
        """Whether an argument and those beside it belong together in braces, which make the call right."""
        for other in (form for cls in REGISTRY.get(node.keyword, ()) for form in forms_of(cls)):
            needed = [slot for slot in other.slots if slot.label is None and slot.required]
            lists = [slot for slot in needed if arg.name is None and _may_be(arg.value, items_of(slot.types))]
            alone = lists and all(slot is lists[0] or slot.group == lists[0].group != 0 for slot in needed)
            if alone and self.fits_in_braces(node):
                return True
        return False

    def fits_in_braces(self, node: Call) -> bool:
        """Whether a call is right if its arguments without names are a list. There names of regions are coordinates."""
        items = tuple(arg.value for arg in node.args if arg.name is None)
        if self.facts.regions & strings_of(iter(items)):
            return False
        args = Arg(None, Array(items, node.place)), *(arg for arg in node.args if arg.name is not None)
        types = tuple(map(type_of_class, REGISTRY[node.keyword]))
        return len(node.args) <= MOST_ARGUMENTS and self.aligner.fits(Call(node.keyword, args, node.place), types)

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

    def as_given(self, node: Call, form: Form, places: list[int | None]) -> list[int | None]:
        """The slots of the arguments of a call, where of those that could be each other the first is given first."""
        given = [(i, place) for i, place in enumerate(places) if place is not None and node.args[i].name is None]
        for n, (i, _) in enumerate(given[:MOST_ARGUMENTS]):
            for j, _ in given[n + 1 : MOST_ARGUMENTS]:
                a, b = places[i] or 0, places[j] or 0
                either = self.aligner.fits(node.args[i].value, form.slots[b].types)
                if a > b and either and self.aligner.fits(node.args[j].value, form.slots[a].types):
                    places[i], places[j] = b, a
        return places

    def wrong_label(self, node: Call, arg: Arg, slot: Slot, match: Match, hint: str) -> None:
        keyword, span, form = node.keyword, opening(node, arg.value), match.form
        number = _number(node, arg)
        if 0 < number <= MOST_ARGUMENTS and _named_by(node, number - 1, form):
            return  # told of the name
        if arg.name is None:
            fitting = [s for s in _others(node, arg, match) if self.aligner.fits(arg.value, s.types)]
            labels = [f"{s.label}:" for s in fitting if s.label and s.label != slot.label and not slot.required]
            others = bool(fitting)
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
            alone = slot.required or all(len(type_.keywords) == 1 for type_ in slot.types)  # it is that, and no other
            certain = alone and self.aligner.fits(arg.value, slot.types)
            remedy = relabelled(span, arg.name, ("",)) if arg.name in said or certain else ()
            remedies = []
            hint = f"leave out {arg.name}:"
            free = [other for s, other in enumerate(form.slots) if s not in match.places]
            if not remedy and (ludeme := self._ludeme_named(arg, free)):
                hint, remedies = f"write ({ludeme} …)", [*renamed(node, arg)]
            self.add("name-not-here", label_of(arg) or span, hint=hint, remedy=remedy, remedies=remedies,
                     keyword=keyword)  # fmt: skip
        else:
            free = [slot, *(other for s, other in enumerate(form.slots) if s not in match.places)]
            near = sure = nearest(arg.name, [slot.label])
            if not near:
                near, sure, told = self.names_for(arg, free)
                hint = told or hint
            remedy = relabelled(span, arg.name, sure)
            self.add("unknown-name", label_of(arg) or span, nearest=near, hint=hint, remedy=remedy, keyword=keyword,
                     word=arg.name)  # fmt: skip


def could_stand(node: Call, arg: Arg, match: Match) -> Iterator[Slot]:
    """The slots besides its own in which an argument could be, as it is named: not those that are taken, of which one
    of a group is given, or that stand before what comes before it or after what comes after it."""
    places, number = match.places, _number(node, arg)
    after = [place for place in places[number + 1 :] if place is not None and match.form.slots[place].label is None]
    for slot in _others(node, arg, match):
        if slot.label == arg.name and (slot.label or match.form.slots.index(slot) < min(after, default=99)):
            yield slot


def _others(node: Call, arg: Arg, match: Match) -> Iterator[Slot]:
    """The slots besides its own in which an argument could be: not those that are taken, of which one of a group is
    given, or that stand before what comes before it."""
    slots, number = match.form.slots, _number(node, arg)
    own = match.places[number]
    first = max((place for place in match.places[:number] if place is not None), default=-1)
    given = {slots[place].group for place in match.places if place not in (None, own)} - {0}
    for s, slot in enumerate(slots):
        if s not in match.places and slot.group not in given and (slot.label is not None or s > first):
            yield slot


def _with_defines(node: Call) -> Span | None:
    """The place of the arguments without names of a call, if they stand together and defines stand for some of them."""
    unnamed = [i for i, arg in enumerate(node.args) if arg.name is None]
    values = [node.args[i].value for i in unnamed]
    places = [in_text_of(node, value) for value in values]
    known = [place for place in places if place and node.span and place[::3] == node.span[::3]]
    if len(known) < len(values) or unnamed[-1] - unnamed[0] >= len(unnamed):
        return None
    if places == [value.span for value in values]:
        return None
    return Span(known[0].source, known[0].start, known[-1].end, known[0].used_at)


def _is_same(around: Call, node: Node, other: Node) -> bool:
    """Whether two arguments of a call are written alike there: of a define with the same arguments."""
    places = in_text_of(around, node), in_text_of(around, other)
    return places[0] is not None and places[1] is not None and places[0].text.split() == places[1].text.split()


def _counts(node: Call) -> bool:
    return any(issubclass(cls, IntFunction | FloatFunction) for cls in REGISTRY.get(node.keyword, ()))


def _is_effect(node: Node) -> bool:
    return isinstance(node, Call) and any(issubclass(cls, NonDecision) for cls in REGISTRY.get(node.keyword, ()))


def _number(node: Call, arg: Arg) -> int:
    return next(i for i, other in enumerate(node.args) if other is arg)


def _named_by(node: Call, number: int, form: Form) -> Span | None:
    """From the name of an argument that lacks its colon to what it names, which is the next argument of a call."""
    name, value = (arg.value if arg.name is None else None for arg in node.args[number : number + 2])
    if not isinstance(name, Atom) or name.text not in form.labels or value is None:
        return None
    first, then = in_text_of(node, name), in_text_of(node, value)
    if first is None or then is None or first.source is not then.source or first.used_at != then.used_at:
        return None
    return Span(first.source, first.start, then.start, first.used_at)


def _may_be(node: Node, types: Sequence[Type]) -> bool:
    """Whether a node is of a type by its keyword, whatever its arguments are."""
    return any(type_.item is None and may_fit(type_, shape(node)) for type_ in types)
