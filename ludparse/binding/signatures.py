"""Declared signatures in the form the binder works with.

A class of `ludparse.ludemes` declares its fields with annotations such as `tuple[Int, ...] | None`. Here these become
`Type`s, and each way to write a ludeme becomes a `Form` of `Slot`s. All of it is made when it is first asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache, cached_property
from itertools import groupby
from types import UnionType
from typing import Any, NamedTuple

import ludparse.ludemes as ludemes
from ludparse.binding import own
from ludparse.ludemes import kinds
from ludparse.ludemes.base import (
    LATE,
    REGISTRY,
    Ludeme,
    declared_forms,
    fields_of,
    is_own,
    keyword_of,
    names_of,
    word_of,
)

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

    `field`: number of the field in the class, -1 for a fixed word after a keyword, which no field holds. `label`: the
    name in the text, None for a positional one. `types`: what it may be, tried in order. `group`: number of the group
    of which one can be given, 0 for none, the `required` then says whether one must be. `together`: number of a set
    that is given whole or not at all, 0 for none. `name`: the field's, empty for a fixed word. `selects`: whether it
    holds the word that tells ludemes of one keyword apart.
    """

    field: int
    label: str | None
    types: tuple[Type, ...]
    required: bool
    group: int
    together: int
    name: str
    selects: bool


class Form(NamedTuple):
    """One way to write a ludeme. `size`: how many values its slots may fill, the fixed word of no field included."""

    cls: type[Ludeme]
    slots: tuple[Slot, ...]
    labels: frozenset[str]
    required: int
    size: int

    @property
    def keyword(self) -> str:
        return keyword_of(self.cls)


def text_name(field: str) -> str:
    """The name of a field in the text: `num_per_hole` is written `numPerHole:`, `if_` is written `if:`."""
    first, *rest = field.rstrip("_").split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


@cache
def type_of(text: str, module: str = "") -> tuple[Type, ...]:
    """The types an annotation's text stands for: one, or the alternatives of a union in their order.

    module: the name of the module outside this package in which it is written. Raises TypeError for an unknown name.
    """
    return tuple(_single(part, module) for part in _split(text))


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
def _single(text: str, module: str = "") -> Type:
    if text.startswith("tuple["):
        (item,) = type_of(text.removeprefix("tuple[").removesuffix(", ...]"), module)
        return Type(text, item=item)
    if text in _LITERALS:
        return Type(text, literals=frozenset({_LITERALS[text]}))
    if module and hasattr(ludemes, text):
        return _single(text)
    thing = getattr(sys.modules[module] if module else ludemes, text, None)
    if not isinstance(thing, UnionType) and not (isinstance(thing, type) and issubclass(thing, Enum | Ludeme)):
        raise TypeError(f"{text!r} is no ludeme, kind of ludeme or enumeration that is known where it is used")
    return _of_object(text, thing)


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
    return _single(cls.__name__, cls.__module__ if is_own(cls) else "")


def _module(cls: type[Ludeme]) -> str:
    return cls.__module__ if is_own(cls) else ""


@cache
def forms_of(cls: type[Ludeme]) -> tuple[Form, ...]:
    """All forms of a class, in order."""
    if declared_forms(cls):
        return tuple(_written(cls, text) for text in declared_forms(cls))
    module = _module(cls)
    slots = [
        Slot(
            i,
            text_name(f.name) if f.is_named else None,
            type_of(f.type, module),
            f.required,
            f.group,
            f.together,
            f.name,
            f.name == "kind",
        )
        for i, f in enumerate(fields_of(cls))
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
    index = names_of(cls).index(name)
    types = type_of(narrow or fields_of(cls)[index].type, _module(cls))
    return Slot(index, label, types, required, group, 0, name, name == "kind")


def _form(cls: type[Ludeme], slots: list[Slot]) -> Form:
    if word_of(cls):
        slots = [Slot(-1, None, (_word_type(cls.__name__, word_of(cls)),), True, 0, 0, "", True), *slots]
    required = sum(slot.required and not slot.group for slot in slots)
    required += len({slot.group for slot in slots if slot.group and slot.required})
    labels = frozenset(slot.label for slot in slots if slot.label)
    return Form(cls, tuple(slots), labels, required, 1 + len(names_of(cls)))


@cache
def _word_type(cls: str, word: str) -> Type:
    """The type of the fixed word of a class: an enumeration of it alone. It is declared where the same word is also an
    argument: that of `(swap Pieces …)` in `(move Swap Pieces …)`."""
    name = f"{cls}Type"
    alone: type[Enum] = getattr(ludemes, name, None) or Enum(name, {word: word})  # type: ignore[assignment]
    return Type(name, enums=(alone,))


@cache
def constants() -> dict[str, tuple[type[Enum], ...]]:
    """Every constant's word -> the classes that have it."""
    found: dict[str, tuple[type[Enum], ...]] = {}
    from ludparse.ludemes import enums

    worded = [cls for classes in REGISTRY.values() for cls in classes if word_of(cls) and not is_own(cls)]
    words = (_word_type(cls.__name__, word_of(cls)).enums[0] for cls in worded)
    declared = (e for e in vars(enums).values() if isinstance(e, type) and issubclass(e, Enum) and e is not Enum)
    known = sorted(dict.fromkeys((*declared, *words)), key=lambda enum: enum.__name__)
    for classes in REGISTRY.values():
        for cls in filter(is_own, classes):
            slots = (slot for form in forms_of(cls) for slot in form.slots)
            known += (enum for slot in slots for type_ in slot.types for enum in type_.enums if enum not in known)
    for enum in known:
        for member in enum:
            found[member.value] = (*found.get(member.value, ()), enum)
    return found


# ---------------------------------------------------------------------- ludemes from outside this package


def _forget() -> None:
    for cached in (type_of, _single, forms_of, constants):
        cached.cache_clear()


def _check_own(cls: type[Ludeme]) -> None:
    """Checks a class from outside before it is registered, and makes room for it.

    Raises ValueError where its name is taken, or where it is written like another ludeme of the same kind; TypeError
    where a field has an unknown type.
    """
    name = cls.__name__
    if hasattr(ludemes, name) or any(c.__name__ == name for classes in REGISTRY.values() for c in classes):
        raise ValueError(f"there is a ludeme class {name} already: give this one another name")
    try:
        forms = forms_of(cls)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    kinds_of = _kinds(cls)
    for other in REGISTRY.get(keyword_of(cls), ()):
        if kinds_of & _kinds(other) and any(_alike(a, b) for a in forms for b in forms_of(other)):
            raise ValueError(f"({keyword_of(cls)} …) of {name} is written like that of {other.__name__}")
    own.changed()


def _kinds(cls: type[Ludeme]) -> set[type]:
    return {base for base in cls.__mro__ if base.__module__ == kinds.__name__ and base is not Ludeme}


def _alike(a: Form, b: Form) -> bool:
    """Whether the same words could be read as either: with all parameters, or with the required ones alone."""
    return any(
        len(x) == len(y) and all(_same(s, t) for s, t in zip(x, y, strict=True))
        for x in _extremes(a)
        for y in _extremes(b)
    )


def _same(a: Slot, b: Slot) -> bool:
    return a.label == b.label and any(_meet(x, y) for x in a.types for y in b.types)


def _extremes(form: Form) -> tuple[tuple[Slot, ...], ...]:
    return form.slots, tuple(slot for slot in form.slots if slot.required and not slot.group)


def _meet(a: Type, b: Type) -> bool:
    """Whether something can be of both types."""
    if a.item is not None or b.item is not None:
        return a.item is not None and b.item is not None and _meet(a.item, b.item)
    related = any(issubclass(x, y) or issubclass(y, x) for x in a.bases for y in b.bases)
    return related or bool(a.literals & b.literals) or not a.constants.keys().isdisjoint(b.constants)


LATE.append(_check_own)
own.on_change(_forget)
