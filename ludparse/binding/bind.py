"""From the plain syntax tree to the typed one.

For every call, `Binder.bind` tries the forms that fit what is expected at that place, in the fixed order that
`Type.forms` gives. Within a form an argument goes to the first parameter that takes it. The first complete fit wins.
Two things are memoised to keep this fast: which parameters the arguments could go to at all, which depends only on
their shape (the words that they begin with), and what a node means for a given type.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ludparse.binding import own
from ludparse.binding.signatures import Form, Slot, Type
from ludparse.ludemes.base import make
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node
from ludparse.support.process import after_fork

__all__ = ["CONSTANT_NUMBERS", "NO_FIT", "Binder", "shape"]

CONSTANT_NUMBERS = {"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}
"""Words that are whole numbers wherever they stand."""


class _NoFit:
    """The result when nothing fits. (None and False are ordinary values.)"""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NO_FIT"


NO_FIT: Any = _NoFit()

_Plan = tuple[Form, tuple[int, ...]]


class _Plans:
    """The ways to assign arguments of one shape to the forms. They are generated on demand and memoised."""

    def __init__(self, forms: tuple[Form, ...], args: tuple[tuple[str | None, str], ...]) -> None:
        self.found: list[_Plan] = []
        self.rest = _spread(forms, args)

    def find(self, i: int) -> bool:
        """Whether there is a plan with this number. Safe for several threads at once."""
        with _FINDING:
            if i == len(self.found):
                self.found.extend(islice(self.rest, 1))
            return i < len(self.found)


_FINDING = threading.Lock()
_MAX_PLANS = 20_000
"""Shapes remembered; the 1,300 games of the language's own collection have half as many."""

_PLANS: dict[tuple[Type, str, tuple[tuple[str | None, str], ...]], _Plans] = {}
own.on_change(_PLANS.clear)


def _after_fork() -> None:
    """Another thread of the parent may have held the lock, and left a plan half made."""
    global _FINDING
    _FINDING = threading.Lock()
    _PLANS.clear()


after_fork(_after_fork)


def _spread(forms: tuple[Form, ...], args: tuple[tuple[str | None, str], ...]) -> Iterator[_Plan]:
    labels = {label for label, _ in args if label is not None}
    for form in forms:
        if form.required <= len(args) <= len(form.slots) and labels <= form.labels:
            for places in _places(form.slots, args):
                yield form, places


def _places(slots: tuple[Slot, ...], args: tuple[tuple[str | None, str], ...]) -> Iterator[tuple[int, ...]]:
    """For each assignment, the slot number of each argument. Filling a slot is preferred to skipping it."""
    count, places = len(slots), []  # type: int, list[int]

    def step(slot: int, arg: int) -> Iterator[tuple[int, ...]]:
        if slot == count:
            if arg == len(args) and _groups_hold(slots, places):
                yield tuple(places)
            return
        if len(args) - arg > count - slot:
            return
        this = slots[slot]
        if arg < len(args):
            label, token = args[arg]
            if label == this.label and any(may_fit(type_, token) for type_ in this.types):
                places.append(slot)
                yield from step(slot + 1, arg + 1)
                places.pop()
        if not this.required or this.group:
            yield from step(slot + 1, arg)

    yield from step(0, 0)


def _groups_hold(slots: tuple[Slot, ...], places: list[int]) -> bool:
    """Whether every group has as many members as it may and must have."""
    given = set(places)
    counts: dict[int, int] = {}
    together: dict[int, set[bool]] = {}
    for i, slot in enumerate(slots):
        if slot.group:
            counts[slot.group] = counts.get(slot.group, 0) + (i in given)
        if slot.together:
            together.setdefault(slot.together, set()).add(i in given)
    if any(len(states) > 1 for states in together.values()):
        return False
    return all(
        count == 1 or (count == 0 and not any(s.required for s in slots if s.group == group))
        for group, count in counts.items()
    )


def shape(node: Node) -> str:
    """The shape of a node: its keyword, or the kind of its atom."""
    if type(node) is Call:
        return "(" + node.keyword
    if type(node) is Array:
        return "{" + shape(node.items[0]) if node.items else "{"
    assert type(node) is Atom
    if node.kind is AtomKind.STRING:
        return '"'
    if node.kind is AtomKind.NUMBER:
        return "0" if whole_number(node.text) is not None else "0.0"
    return node.text


def may_fit(type_: Type, token: str) -> bool:
    """Whether a node of this shape can have the type. May be wrong when it says yes, never when it says no."""
    known = type_.fits.get(token)
    if known is None:
        known = type_.fits[token] = _may_fit(type_, token)
    return known


def _may_fit(type_: Type, token: str) -> bool:
    first = token[0]
    if first == "(" and len(token) > 1:
        return type_.begins_with(token[1:])
    if first == "{":
        return type_.item is not None and (len(token) == 1 or may_fit(type_.item, token[1:]))
    if type_.item is not None:
        return False
    if first == '"':
        return str in type_.literals
    if token == "0":
        return int in type_.literals or float in type_.literals
    if token == "0.0":
        return float in type_.literals
    return _symbol(type_, token) is not NO_FIT


def whole_number(text: str) -> int | None:
    """The text as a whole number of 32 bits, None if it is none."""
    digits = text[1:] if text[:1] in "+-" else text
    if not (digits.isascii() and digits.isdigit()) or (len(digits) > 10 and len(digits.lstrip("0")) > 10):
        return None
    value = int(digits.lstrip("0") or "0") * (-1 if text[0] == "-" else 1)
    return value if -(2**31) <= value < 2**31 else None


def _number(type_: Type, text: str) -> object:
    if int in type_.literals:
        value = whole_number(text)
        return NO_FIT if value is None else value
    if float in type_.literals:
        try:
            number = float(text)
        except ValueError:
            return NO_FIT
        return number if math.isfinite(number) else NO_FIT
    return NO_FIT


def _symbol(type_: Type, text: str) -> object:
    if text in CONSTANT_NUMBERS:
        return CONSTANT_NUMBERS[text] if int in type_.literals else NO_FIT
    if bool in type_.literals and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if type_.enums:
        found = type_.constants.get(text) or type_.constants.get(text[:1].upper() + text[1:])
        if found is not None:
            return found
    return NO_FIT


class Binder:
    """Binds the nodes of a tree, or of several that share nodes, and remembers what it found."""

    def __init__(self) -> None:
        self._known: dict[tuple[Node, Type], Any] = {}
        self._shapes: dict[Call, tuple[tuple[str | None, str], ...]] = {}

    def bind(self, node: Node, type_: Type) -> Any:
        """The value of the node as this type, or NO_FIT."""
        kind = type(node)
        if kind is Atom:
            return self._atom(node, type_)  # type: ignore[arg-type]
        key = (node, type_)
        known = self._known
        if key in known:
            return known[key]
        if kind is Call:
            value = self._call(node, type_)  # type: ignore[arg-type]
        else:
            value = self._array(node, type_)  # type: ignore[arg-type]
        known[key] = value
        return value

    def any_of(self, node: Node, types: tuple[Type, ...]) -> Any:
        """The value of the node as the first type that it fits, or NO_FIT."""
        for type_ in types:
            value = self.bind(node, type_)
            if value is not NO_FIT:
                return value
        return NO_FIT

    def _atom(self, node: Atom, type_: Type) -> Any:
        kind = node.kind
        if kind is AtomKind.STRING:
            return node.text if str in type_.literals else NO_FIT
        key = (node.text, kind)
        known = type_.atoms.get(key)
        if known is None:
            known = type_.atoms[key] = (_number if kind is AtomKind.NUMBER else _symbol)(type_, node.text)
        return known

    def _array(self, node: Array, type_: Type) -> Any:
        item_type = type_.item
        if item_type is None:
            return NO_FIT
        values = []
        for item in node.items:
            value = self.bind(item, item_type)
            if value is NO_FIT:
                return NO_FIT
            values.append(value)
        return tuple(values)

    def has_plan(self, node: Call, type_: Type) -> bool:
        """Whether there is a form of the type whose parameters take arguments that begin as those of a call do."""
        return self._plans(node, type_).find(0)

    def shape_of(self, node: Call) -> tuple[tuple[str | None, str], ...]:
        known = self._shapes.get(node)
        if known is None:
            known = self._shapes[node] = tuple([(arg.name, shape(arg.value)) for arg in node.args])
        return known

    def _plans(self, node: Call, type_: Type) -> _Plans:
        key = (type_, node.keyword, self.shape_of(node))
        plans = _PLANS.get(key)
        if plans is None:
            if len(_PLANS) >= _MAX_PLANS:
                _PLANS.clear()
            plans = _PLANS[key] = _Plans(type_.forms(node.keyword), key[2])
        return plans

    def _call(self, node: Call, type_: Type) -> Any:
        plans = self._plans(node, type_)
        i, found = 0, plans.found
        while i < len(found) or plans.find(i):
            form, places = found[i]
            i += 1
            values = self._fill(node.args, form, places)
            if values is not None:
                return make(form.cls, tuple(values), node.place)
        return NO_FIT

    def _fill(self, args: tuple[Arg, ...], form: Form, places: tuple[int, ...]) -> list[Any] | None:
        values: list[Any] = [None] * form.size
        slots = form.slots
        for arg, place in zip(args, places, strict=True):
            slot = slots[place]
            types = slot.types
            value = self.bind(arg.value, types[0]) if len(types) == 1 else self.any_of(arg.value, types)
            if value is NO_FIT:
                return None
            values[slot.field] = value
        values.pop()  # the fixed word, which no field holds
        return values
