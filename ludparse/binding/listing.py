"""Signatures of ludemes as text for people: `(count Steps [Vertex|Edge|Cell] … <int> (<int>|<region>))`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ludparse.binding.signatures import Form, Slot, Type, forms_of
from ludparse.ludemes.base import REGISTRY, Ludeme, keyword_of
from ludparse.ludemes.enums import RoleType

__all__ = ["Entry", "describe", "describe_slot", "found", "kind_of", "reference", "signature", "signatures"]

_SHOWN_CONSTANTS = 6

_SHORT = {
    "str": "<string>",
    "int": "<int>",
    "bool": "<boolean>",
    "float": "<float>",
    "Int": "<int>",
    "Bool": "<boolean>",
    "Float": "<float>",
    "Dim": "<dim>",
    "Direction": "<direction>",
    "DirectionFacing": "<compass direction>",
}

_WORDS = {
    "str": "a string in quotation marks",
    "int": "a whole number",
    "bool": "true or false",
    "float": "a number",
    "Int": "a whole number",
    "Bool": "a condition",
    "Float": "a number",
    "Dim": "a whole number known before play",
    "Direction": "directions",
    "DirectionFacing": "a compass direction",
    "IntFunction": "a whole number",
    "BooleanFunction": "a condition",
    "FloatFunction": "a number",
    "DimFunction": "a whole number known before play",
    "DirectionsFunction": "directions",
    "RegionFunction": "a region",
    "IntArrayFunction": "a list of numbers as a ludeme",
    "GraphFunction": "a graph",
    "RangeFunction": "a range",
    "Moves": "moves",
    "NonDecision": "moves that are no choice",
    "Effect": "an effect",
    "Decision": "a choice of moves",
    "Item": "an item of the equipment",
    "Component": "a piece",
    "Container": "a board or another container",
    "StartRule": "a rule of the start",
    "MetaRule": "a meta rule",
    "EndRule": "an end rule",
    "EndResult": "a result",
}


def signature(form: Form, *, word: str | None = None) -> str:
    """One form of a ludeme, as a line."""
    parts = [word or form.keyword]
    for group, slots in groupby(form.slots, key=lambda slot: slot.group or id(slot)):
        members = list(slots)
        if members[0].selects:
            text = "|".join(members[0].types[0].constants)
        else:
            text = "|".join(_slot(slot) for slot in members)
        if not members[0].required:
            text = f"[{text}]"
        elif group and len(members) > 1:
            text = f"({text})"
        parts.append(text)
    return f"({' '.join(parts)})"


def signatures(keyword: str) -> Iterator[tuple[type[Ludeme], str]]:
    """Every class that a keyword can stand for, with all its forms."""
    for cls in REGISTRY.get(keyword, ()):
        for form in forms_of(cls):
            yield cls, signature(form, word=keyword)


class Entry(NamedTuple):
    """A reference entry. `kind`: what the ludeme can stand for. `forms`: the ways to write it."""

    keyword: str
    cls: type[Ludeme]
    kind: str
    doc: str
    forms: tuple[str, ...]


def reference() -> Iterator[Entry]:
    """All ludemes by keyword, in the order of declaration."""
    for keyword in sorted(REGISTRY):
        for cls in REGISTRY[keyword]:
            if keyword_of(cls) == keyword:
                forms = tuple(signature(form) for form in forms_of(cls))
                yield Entry(keyword, cls, kind_of(cls), (cls.__doc__ or "").strip(), forms)


def kind_of(cls: type[Ludeme]) -> str:
    """What a ludeme is, in words: a condition, a region, …"""
    for base in cls.__mro__:
        if base.__name__ in _WORDS:
            return _WORDS[base.__name__]
    return f"({keyword_of(cls)} …)"


_ROLES = ("Mover", "Next", "P1", "P2", "Each", "All", "Shared", "Neutral", "Enemy")
"""The roles that are used most, which are named where not all are."""


def describe(types: tuple[Type, ...], roles: frozenset[str] = frozenset()) -> str:
    """What is expected, in words. roles: those that name somebody there; empty where that is not known."""
    one_first = sorted(types, key=lambda type_: type_.item is not None)
    texts = list(dict.fromkeys(_describe(type_, roles) for type_ in one_first))
    return " or ".join(texts)


def describe_slot(slot: Slot) -> str:
    """What is expected in a slot, with its name if it has to be named."""
    text = describe(slot.types)
    return f"{slot.label}: with {text}" if slot.label else text


def found(shape: str) -> str:
    """What was found, in words, by its shape (see `ludparse.binding.bind.shape`)."""
    first = shape[0]
    if first == "(" and len(shape) > 1:
        kinds = list(dict.fromkeys(kind_of(cls) for cls in REGISTRY.get(shape[1:], ())))
        own = [kind for kind in kinds if shape[1:] in (kind, kind.split()[-1], kind.strip("(…) "))]
        told = 0 < len(kinds) < 3 and not own  # that (result …) is a result says nothing; `if` is everything
        return f"({shape[1:]} …)" + (f", which is {' or '.join(kinds)}" if told else "")
    if first == "{":
        return "a list"
    if first == '"':
        return "a string"
    if shape == "0":
        return "a whole number"
    if shape == "0.0":
        return "a number with a fraction"
    return f"the word {shape}"


def _describe(type_: Type, roles: frozenset[str] = frozenset()) -> str:
    if type_.item is not None:
        inner = _describe(type_.item, roles)
        return f"a list in braces, each {inner}"
    if type_.name in _WORDS:
        return _WORDS[type_.name]
    if type_.enums:
        words = list(type_.constants)
        if len(words) == 1:
            return words[0]
        if RoleType in type_.enums:
            players = sorted((word for word in roles if word[1:].isdigit()), key=lambda word: int(word[1:]))
            order = dict.fromkeys((*_ROLES[:2], *players, *_ROLES, *words))
            words = [word for word in order if not roles or word in roles]
        return f"one of {', '.join(words[:8])}{', …' if len(words) > 8 else ''}"
    return " or ".join(f"({word} …)" for word in type_.keywords)


def _slot(slot: Slot) -> str:
    text = "|".join(dict.fromkeys(_short(type_) for type_ in slot.types))
    return f"{slot.label}:{text}" if slot.label else text


def _short(type_: Type) -> str:
    if type_.item is not None:
        return "{" + _short(type_.item) + "}"
    if type_.name in _SHORT:
        return _SHORT[type_.name]
    if type_.enums:
        words = list(type_.constants)
        return "|".join(words) if len(words) <= _SHOWN_CONSTANTS else f"<{_spaced(type_.name.removesuffix('Type'))}>"
    if len(type_.keywords) == 1:
        return f"<{type_.keywords[0]}>"
    return f"<{_spaced(type_.name.removesuffix('Function'))}>"


def _spaced(name: str) -> str:
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
