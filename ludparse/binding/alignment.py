"""Finds the form of a ludeme that is nearest to a call which fits none, by the cost of the edits between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ludparse.binding.bind import NO_FIT, Binder, may_fit, shape
from ludparse.binding.listing import describe_slot
from ludparse.binding.meanings import NUMBERS
from ludparse.binding.signatures import Form, Slot, Type
from ludparse.problems.errors import edits, nearest
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node

__all__ = ["Aligner", "Match", "group_faults", "items_of", "names_kind"]

_INSIDE = 1  # the argument has the right kind, and a mistake inside
_SIMILAR = 3  # another constant or name of the same sort
_LABEL = 3  # the name is wrong or missing
_MISSING = 5
_EXTRA = 5
_OTHER = 6  # of another kind: costs more than a superfluous argument, less than a superfluous and a missing one
_KIND = 9  # the constant that selects one of the ludemes that share this keyword


MAX_ARGUMENTS = 100
"""Arguments of a call that are laid into slots, of which no way of writing has half as many; the rest is left over."""


class Match(NamedTuple):
    """An assignment of arguments to the slots of a form. `places`: the slot of each argument, None if it is left over.
    """

    cost: int
    form: Form
    places: tuple[int | None, ...]


_State = tuple[int, tuple[int | None, ...]]


class Aligner:
    """Assigns arguments to slots. `unknown`: nodes with an unknown keyword; they fit almost anywhere."""

    def __init__(self, binder: Binder, unknown: Mapping[int, Node]) -> None:
        self.binder = binder
        self.unknown = unknown
        self._inside: dict[tuple[int, tuple[Type, ...]], int] = {}
        self._unknown_costs: dict[tuple[type[Node], str, tuple[Type, ...]], int] = {}

    def fits(self, node: Node, types: tuple[Type, ...]) -> bool:
        """Whether the node can be bound as one of the types."""
        return self.binder.any_of(node, types) is not NO_FIT

    def nearest_matches(self, node: Call, forms: Iterable[Form]) -> list[Match]:
        """The forms with the lowest cost, the usual one first. One whose selecting constant the call names is preferred
        to all others."""
        forms = list(forms)[::-1]  # in the order of declaration, where the usual form comes first
        named = [form for form in forms if self._kind_met(node, form)]
        matches = [self._align(node.args, form) for form in named or forms]
        least = min(match.cost for match in matches)
        return sorted((m for m in matches if m.cost == least), key=lambda match: -self._misplaced(node, match))

    def _misplaced(self, node: Call, match: Match) -> int:
        """How many arguments that are left over would fit at another place: better than those that fit nowhere."""
        free = [slot for s, slot in enumerate(match.form.slots) if s not in match.places]
        left = [arg for arg, place in zip(node.args, match.places, strict=True) if place is None]
        return sum(any(s.label == arg.name and self.fits(arg.value, s.types) for s in free) for arg in left)

    def _kind_met(self, node: Call, form: Form) -> bool:
        if not (node.args and form.slots and names_kind(form.slots[0])):
            return False
        return self.fits(node.args[0].value, form.slots[0].types)

    def _align(self, args: tuple[Arg, ...], form: Form) -> Match:
        """The cheapest assignment of the arguments to the slots, keeping their order (dynamic programming).

        States are (number of arguments used up, group of which a member was taken just before or 0).
        """
        slots = form.slots
        too_many = len(args) - MAX_ARGUMENTS
        args = args[:MAX_ARGUMENTS]
        best: dict[tuple[int, int], _State] = {(0, 0): (0, ())}
        _leave_over(best, len(args))
        for s, slot in enumerate(slots):
            group = slot.group
            goes_on = s + 1 < len(slots) and slots[s + 1].group == group
            following: dict[tuple[int, int], _State] = {}
            for (a, taken), (cost, places) in best.items():
                has = bool(group) and taken == group
                due = slot.required and not has and not (group and goes_on)
                _offer(following, (a, taken if has and goes_on else 0), (cost + _MISSING * due, places))
                if a < len(args) and not has:
                    spent = cost + self._cost(args[a], slot, form)
                    _offer(following, (a + 1, group if goes_on else 0), (spent, (*places, s)))
            _leave_over(following, len(args))
            best = following
        cost, places = best[len(args), 0]
        if too_many > 0:
            cost, places = cost + _EXTRA * too_many, (*places, *(None for _ in range(too_many)))
        torn = any(code == "together" for code, _ in group_faults(form, places))
        return Match(cost + _MISSING * torn, form, places)

    def _cost(self, arg: Arg, slot: Slot, form: Form) -> int:
        """The cost of making the argument fit the slot."""
        node, types = arg.value, slot.types
        label = _LABEL if arg.name != slot.label else 0
        if label and arg.name in form.labels:
            label = 2 * _EXTRA + 1  # the name says which argument is meant
        elif label and arg.name is not None and slot.label is not None and not nearest(arg.name, [slot.label]):
            label = 2 * _EXTRA + 1
        if id(node) in self.unknown:
            assert not isinstance(node, Array)
            return 2 * label + self._unknown_cost(node, types)
        if self.fits(node, types):
            return label
        if names_kind(slot):
            return _KIND
        if isinstance(node, Call) and any(other is not slot and self.fits(node, other.types) for other in form.slots):
            return label + _OTHER  # it is right as another argument
        if not isinstance(node, Atom) and any(may_fit(type_, shape(node)) for type_ in types):
            return label + self._cost_inside(node, types)
        if self.fits(node, items_of(types)):
            return label + _INSIDE + 1  # only the braces are missing
        if isinstance(node, Array):
            if all(self.fits(item, types) for item in node.items):
                return label + _SIMILAR  # only the braces are superfluous
            if any(type_.item is not None for type_ in types):
                return label + _INSIDE + 1
        if isinstance(node, Atom) and node.kind is AtomKind.SYMBOL and any(type_.enums for type_ in types):
            elsewhere = any(other is not slot and self.fits(node, other.types) for other in form.slots)
            return label + (_OTHER if elsewhere else _SIMILAR)
        return label + _OTHER

    def _cost_inside(self, node: Node, types: tuple[Type, ...]) -> int:
        """The cost of the mistakes inside an argument that has the right kind."""
        key = (id(node), types)
        known = self._inside.get(key)
        if known is None:
            known = _INSIDE
            if isinstance(node, Call):
                forms = [form for type_ in types for form in type_.forms(node.keyword)]
                if forms:
                    # always cheaper than leaving the argument out, whatever is wrong inside
                    known = min(_INSIDE + self.nearest_matches(node, forms)[0].cost // 3, _SIMILAR)
            self._inside[key] = known
        return known

    def _unknown_cost(self, node: Call | Atom, types: tuple[Type, ...]) -> int:
        """The cost of changing an unknown word into a known one; memoised for each word."""
        word = node.keyword if isinstance(node, Call) else node.text
        key = (type(node), word, types)
        known = self._unknown_costs.get(key)
        if known is None:
            cost = _cost_of_ludeme if isinstance(node, Call) else _cost_of_word
            known = self._unknown_costs[key] = cost(word, types)
        return known


def _cost_of_ludeme(word: str, types: tuple[Type, ...]) -> int:
    words = [word for type_ in types if type_.bases for word in type_.keywords]
    return _INSIDE if nearest(word, words) else _INSIDE + 1


def _cost_of_word(word: str, types: tuple[Type, ...]) -> int:
    words = [word for type_ in types for word in type_.constants]
    near = nearest(word, words)
    if near:
        return min(edits(word.casefold(), near[0].casefold()), _SIMILAR)
    amount = (word.casefold() in NUMBERS or word[:1].isdecimal()) and any(int in type_.literals for type_ in types)
    return _SIMILAR if words or amount else _OTHER


def _offer(states: dict[tuple[int, int], _State], key: tuple[int, int], state: _State) -> None:
    known = states.get(key)
    if known is None or state[0] < known[0] or (state[0] == known[0] and _later(state[1], known[1])):
        states[key] = state


def _later(places: tuple[int | None, ...], others: tuple[int | None, ...]) -> bool:
    """Whether what is left over stands further back: of too many, the last ones are too many."""
    for place, other in zip(places, others, strict=False):
        if (place is None) != (other is None):
            return other is None
    return False


def _leave_over(states: dict[tuple[int, int], _State], count: int) -> None:
    """Adds the states that are reached by skipping arguments."""
    groups = {group for _, group in states}
    for a in range(count):
        for group in groups:
            if (a, group) in states:
                cost, places = states[a, group]
                _offer(states, (a + 1, group), (cost + _EXTRA, (*places, None)))


def items_of(types: tuple[Type, ...]) -> tuple[Type, ...]:
    """The item types of the list types among these."""
    return tuple(type_.item for type_ in types if type_.item is not None)


def names_kind(slot: Slot) -> bool:
    """Whether the slot holds the constant that tells ludemes with the same keyword apart."""
    return slot.required and slot.selects


def group_faults(form: Form, places: tuple[int | None, ...]) -> list[tuple[str, str]]:
    """For each group with too many or too few members given: the code of the message, and the members."""
    faults = []
    for group in sorted({slot.group for slot in form.slots if slot.group}):
        members = [(s, slot) for s, slot in enumerate(form.slots) if slot.group == group]
        given = sum(s in places for s, _ in members)
        if not given and members[0][1].required:
            faults.append(("missing-choice", "; ".join(describe_slot(slot) for _, slot in members)))
    for number in sorted({slot.together for slot in form.slots if slot.together}):
        members = [(s, slot) for s, slot in enumerate(form.slots) if slot.together == number]
        if 0 < sum(s in places for s, _ in members) < len(members):
            faults.append(("together", "; ".join(describe_slot(slot) for _, slot in members)))
    return faults
