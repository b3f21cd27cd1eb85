"""Declared signatures in the form the binder works with.

A class of `ludparse.ludemes` declares its fields with annotations such as `tuple[Int, ...] | None`. Here these become
`Type`s, and each way to write a ludeme becomes a `Form` of `Slot`s. All of it is made when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache, cached_property
from itertools import groupby
from types import UnionType
from typing import Any, NamedTuple

import ludparse.ludemes as ludemes
from ludparse.ludemes.base import REGISTRY, Ludeme

__all__ = ["Form", "Slot", "Type", "constants", "forms_of", "text_name", "type_of", "type_of_class"]


class Type:
    """What an argument may be: literals, constants, ludemes of a kind, or a list of such.

    `name`: the annotation's text. `literals`: subset of {str, int, bool, float}. `enums`: constants' classes.
    `bases`: ludemes that are instances of one of these fit. `item`: the type of the items, for a list.
    """

    def __init__(
        self,
        name: str,
        literals: frozenset[type] = frozenset(),
        enums: tuple[type[Enum], ...] = (),
        bases: tuple[type[Ludeme], ...] = (),
        item: Type | None = None,
    ) -> None:
        self.name = name
        self.literals = literals
        self.enums = enums
        self.bases = bases
        self.item = item
        self.fits: dict[str, bool] = {}
        self.atoms: dict[tuple[str, object], object] = {}
        self._forms: dict[str, tuple[Form, ...]] = {}

    def __repr__(self) -> str:
        return f"Type({self.name})"

    def forms(self, keyword: str) -> tuple[Form, ...]:
        """The ways to write a ludeme of this type that begin with the keyword, in the order in which to try them."""
        known = self._forms.get(keyword)
        if known is None:
            classes = [cls for cls in REGISTRY.get(keyword, ()) if self.bases and issubclass(cls, self.bases)]
            known = self._forms[keyword] = tuple(_in_order(classes))
        return known

    def begins_with(self, keyword: str) -> bool:
        """Whether there is such a form. Cheaper than finding it."""
        return any(issubclass(cls, self.bases) for cls in REGISTRY.get(keyword, ()))

    @cached_property
    def constants(self) -> dict[str, Enum]:
        """Word -> constant, for all that fit; where two classes share a word, the first counts."""
        found: dict[str, Enum] = {}
        for enum in self.enums:
            for member in enum:
                found.setdefault(member.value, member)
        return found

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """All keywords with which something of this type begins."""
        return tuple(word for word, classes in REGISTRY.items() if any(issubclass(c, self.bases) for c in classes))


def _in_order(classes: list[type[Ludeme]]) -> Iterator[Form]:
    """Forms in the order in which to try them: what has no parameters, then what is declared last.

    Where several forms fit, the language takes the one declared last, except that a form without parameters wins at
    once. Classes of other modules are other ludemes; they come after.
    """
    for _, group in groupby(classes, lambda cls: cls.__module__):
        forms = [form for cls in group for form in forms_of(cls)]
        yield from (form for form in forms if not form.slots)
        yield from (form for form in reversed(forms) if form.slots)


class Slot(NamedTuple):
    """One parameter of a form.

    `field`: number of the field in the class. `label`: the name in the text, None for a positional one. `types`:
    what it may be, tried in order. `group`: number of the group of which one can be given, 0 for none, the `required`
    then says whether one must be. `together`: number of a set that is given whole or not at all, 0 for none.
    """

    field: int
    label: str | None
    types: tuple[Type, ...]
    required: bool
    group: int
    together: int


class Form(NamedTuple):
    """One way to write a ludeme."""

    cls: type[Ludeme]
    slots: tuple[Slot, ...]
    labels: frozenset[str]
    required: int

    @property
    def keyword(self) -> str:
        return self.cls._keyword


def text_name(field: str) -> str:
    """The name of a field in the text: `num_per_hole` is written `numPerHole:`, `if_` is written `if:`."""
    first, *rest = field.rstrip("_").split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


@cache
def type_of(text: str) -> tuple[Type, ...]:
    """The types an annotation's text stands for: one, or the alternatives of a union in their order."""
    return tuple(_single(part) for part in _split(text))


def _split(text: str) -> Iterator[str]:
    depth = start = 0
    for i, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if char == "|" and depth == 0:
            yield text[start:i].strip()
            start = i + 1
    yield text[start:].strip()


_LITERALS: dict[str, type] = {"str": str, "int": int, "bool": bool, "float": float}


@cache
def _single(text: str) -> Type:
    if text.startswith("tuple["):
        (item,) = type_of(text.removeprefix("tuple[").removesuffix(", ...]"))
        return Type(text, item=item)
    if text in _LITERALS:
        return Type(text, literals=frozenset({_LITERALS[text]}))
    return _of_object(text, getattr(ludemes, text))


def _of_object(text: str, thing: Any) -> Type:
    literals: set[type] = set()
    enums: list[type[Enum]] = []
    bases: list[type[Ludeme]] = []
    for part in thing.__args__ if isinstance(thing, UnionType) else (thing,):
        if issubclass(part, Enum):
            enums.append(part)
        elif issubclass(part, Ludeme):
            bases.append(part)
        else:
            literals.add(part)
    return Type(text, frozenset(literals), tuple(enums), tuple(bases))


def type_of_class(cls: type[Ludeme]) -> Type:
    """The type of one class alone."""
    return _single(cls.__name__)


@cache
def forms_of(cls: type[Ludeme]) -> tuple[Form, ...]:
    """All forms of a class, in order."""
    if cls._forms:
        return tuple(_written(cls, text) for text in cls._forms)
    slots = [
        Slot(i, text_name(f.name) if f.is_named else None, type_of(f.type), f.required, f.group, f.together)
        for i, f in enumerate(cls._fields)
    ]
    return (_form(cls, slots),)


def _written(cls: type[Ludeme], text: str) -> Form:
    """A form from its notation; see `ludparse.ludemes.base`."""
    slots: list[Slot] = []
    group = 0
    for part in _parts(text):
        optional, grouped = part[0] == "[", part[0] in "[("
        names = list(_split(part[1:-1] if grouped else part))
        group += len(names) > 1
        for name in names:
            slots.append(_slot(cls, name, not optional, group if len(names) > 1 else 0))
    return _form(cls, slots)


def _parts(text: str) -> Iterator[str]:
    """Splits at blanks outside brackets."""
    depth = start = 0
    for i, char in enumerate(text + " "):
        depth += (char in "[(") - (char in "])")
        if char == " " and depth == 0:
            if i > start:
                yield text[start:i]
            start = i + 1


def _slot(cls: type[Ludeme], text: str, required: bool, group: int) -> Slot:
    name, _, narrow = text.partition("=")
    label = None
    if name.endswith(":"):
        name = name[:-1]
        label = text_name(name)
    index = cls._names.index(name)
    return Slot(index, label, type_of(narrow or cls._fields[index].type), required, group, 0)


def _form(cls: type[Ludeme], slots: list[Slot]) -> Form:
    required = sum(slot.required and not slot.group for slot in slots)
    required += len({slot.group for slot in slots if slot.group and slot.required})
    return Form(cls, tuple(slots), frozenset(slot.label for slot in slots if slot.label), required)


@cache
def constants() -> dict[str, tuple[type[Enum], ...]]:
    """Every constant's word -> the classes that have it."""
    found: dict[str, tuple[type[Enum], ...]] = {}
    from ludparse.ludemes import enums

    for name in enums.__all__:
        for member in getattr(enums, name):
            found[member.value] = (*found.get(member.value, ()), getattr(enums, name))
    return found
