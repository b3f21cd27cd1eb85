"""A page for every ludeme and every enumeration: meaning, ways to write it, arguments, where it may stand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path

from ludparse.binding import own
from ludparse.binding.listing import describe, kind_of, signature
from ludparse.binding.signatures import Slot, Type, constants, forms_of
from ludparse.ludemes.base import REGISTRY, Ludeme, keyword_of, names_of
from ludparse.problems.errors import nearest

from .sketches import SKETCHES, Sketch
from .words import ENUMERATIONS, WORDS

__all__ = [
    "Argument", "Example", "Page", "argument_enums", "enumerations", "find_pages", "kept_examples", "ludemes",
    "meaning_of", "page_of", "page_of_enum", "pages_of_word", "related", "takers", "takers_of_enum", "title_of",
    "word_list",
]  # fmt: skip

_EXAMPLES = Path(__file__).with_name("examples.json")
_DEFAULTS = Path(__file__).with_name("defaults.json")
_MEANINGS = Path(__file__).with_name("arguments.json")
_RELATED = 8


@dataclass(frozen=True)
class Argument:
    """An argument of a ludeme. `label`: the name that is written before it, None where it is known by its place.
    `type`: what it may be, in words. `required`: whether every form needs it. `default`: the value that does the same
    as leaving it out; empty where there is none, or none is known (`write_defaults.py` looks for them). `meaning`: what
    it says, for a ludeme of the language; empty for one of an author's own."""

    name: str
    label: str | None
    type: str
    required: bool
    default: str = ""
    meaning: str = ""

    @property
    def need(self) -> str:
        """What to say of leaving it out; empty for one that cannot be left out."""
        if self.required:
            return ""
        return f"may be left out, which means {self.default}" if self.default else "may be left out"


@dataclass(frozen=True)
class Example:
    """`text`: the ludeme in use, without defines and options. `game`: a whole description that contains it."""

    text: str
    game: str


@dataclass(frozen=True)
class Page:
    """What is known of a ludeme or an enumeration.

    `title`: how it begins, or the name of the enumeration. `sort`: "ludeme" or "enumeration". `stands_for`: what a
    ludeme is, in words. `stands_in`: the titles of the ludemes that have a place for it. `words`: what it can begin
    with, or the constants, each with its meaning, which is empty where the word says it. `sketch`: a small board that
    shows which sites its arguments are about, where they are about lines.
    """

    title: str
    name: str
    sort: str
    meaning: str
    stands_for: str = ""
    forms: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()
    stands_in: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    words: dict[str, str] = field(default_factory=dict)
    example: Example | None = None
    sketch: Sketch | None = None

    def as_dict(self) -> dict[str, object]:
        """The same for machines."""
        return asdict(self)


def find_pages(word: str) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    """The pages that a word means, and, where there is none, known words like it.

    word: a keyword ("is"), a keyword with its first word ("is Line"), a constant ("Line", "Mover"), the name of an
    enumeration ("RoleType"), or that of a class ("IsLine"). Parentheses around it do not matter.
    """
    wanted = " ".join(word.strip().strip("(){}…").split()).rstrip(":")
    pages = tuple(pages_of_word(wanted))
    if pages:
        return pages, ()
    folded = wanted.casefold()
    same = sorted({known for known in word_list() if known.casefold() == folded})
    pages = tuple(page for known in same for page in pages_of_word(known))
    return pages, () if pages else _near(wanted)


def _near(word: str) -> tuple[str, ...]:
    """Known words like this one; no name of a class beside the same word of the language."""
    found = nearest(word, word_list(), 6)
    folded = {name.casefold() for name in found if name in REGISTRY or name in constants()}
    return tuple(name for name in found if name in REGISTRY or name.casefold() not in folded)[:3]


def pages_of_word(word: str) -> Iterator[Page]:
    """The pages of exactly this word, as for `find_pages`."""
    first, _, second = word.partition(" ")
    if second:
        yield from (page_of(cls) for cls in REGISTRY.get(first, ()) if second in _kind_words(cls))
        return
    found: list[type[Ludeme]] = list(REGISTRY.get(word, ()))
    found += [cls for cls in _classes() if cls.__name__ == word and cls not in found]
    yield from map(page_of, found)
    for enum in enumerations():
        shown = enum.__name__ in ENUMERATIONS or not _first_words().get(enum)
        if word == enum.__name__ or (shown and any(member.value == word for member in enum)):
            yield page_of_enum(enum)
    yield from (page_of(cls) for cls in _classes() if word in _kind_words(cls) and cls not in found)


def word_list() -> frozenset[str]:
    """Everything that has a page: keywords, keywords with their first word, constants, names of enumerations."""
    found = set(REGISTRY) | set(constants()) | {enum.__name__ for enum in enumerations()}
    for cls in _classes():
        found.add(cls.__name__)
        found.update(f"{keyword_of(cls)} {word}" for word in _kind_words(cls))
    return frozenset(found)


@cache
def page_of(cls: type[Ludeme]) -> Page:
    """The page of a ludeme."""
    forms = forms_of(cls)
    words = {word: WORDS.get(enum.__name__, {}).get(word, "") for enum in _kinds(cls) for word in _words(enum)}
    return Page(
        title=title_of(cls),
        name=cls.__name__,
        sort="ludeme",
        meaning=(cls.__doc__ or "").strip(),
        stands_for=kind_of(cls),
        forms=tuple(signature(form) for form in forms),
        arguments=tuple(_arguments(cls)),
        stands_in=tuple(dict.fromkeys(title_of(other) for other in takers(cls))),
        related=tuple(title_of(other) for other in _related(cls)),
        words=words if len(words) > 1 else {},
        example=_example(cls.__name__),
        sketch=SKETCHES.get(cls.__name__),
    )  # fmt: skip


@cache
def page_of_enum(enum: type[Enum]) -> Page:
    """The page of an enumeration."""
    firsts = _first_words().get(enum, ())
    meaning = ENUMERATIONS.get(enum.__name__, "")
    if not meaning:
        meaning = f"What {' and '.join(title_of(cls) for cls in firsts)} can begin with."
    meanings = WORDS.get(enum.__name__, {})
    return Page(
        title=enum.__name__,
        name=enum.__name__,
        sort="enumeration",
        meaning=meaning,
        stands_in=tuple(dict.fromkeys(title_of(cls) for cls in takers_of_enum(enum))),
        words={word: meanings.get(word, "") for word in _words(enum)},
    )


@cache
def title_of(cls: type[Ludeme]) -> str:
    """How a ludeme begins: `(is Line …)`, `(count Rows|Turns|… …)`, `(slide …)`."""
    words = [word for enum in _kinds(cls) for word in _words(enum)]
    shown = "|".join(words[:3]) + ("|…" if len(words) > 3 else "")
    inner = f"{keyword_of(cls)} {shown}" if shown else keyword_of(cls)
    rest = any(slot for form in forms_of(cls) for slot in form.slots if not slot.selects)
    return f"({inner} …)" if rest else f"({inner})"


@cache
def enumerations() -> tuple[type[Enum], ...]:
    """Every enumeration of the language, in the order of its first word."""
    return tuple(dict.fromkeys(enum for enums in constants().values() for enum in enums))


def ludemes() -> tuple[type[Ludeme], ...]:
    """The class of every ludeme, in the order of the keywords."""
    return _classes()


def takers(cls: type[Ludeme]) -> tuple[type[Ludeme], ...]:
    """The ludemes that have a place for a ludeme."""
    return tuple(other for other in _classes() if _takes(other, cls))


def related(cls: type[Ludeme]) -> tuple[type[Ludeme], ...]:
    """Ludemes that an author may want instead: of the same words, or of the same sort."""
    return tuple(_related(cls))


def takers_of_enum(enum: type[Enum]) -> tuple[type[Ludeme], ...]:
    """The ludemes with an argument, or first words, of an enumeration."""
    return tuple(
        cls for cls in _classes()
        if any(enum in _all_enums(t) for form in forms_of(cls) for slot in form.slots for t in slot.types)
    )  # fmt: skip


def argument_enums(cls: type[Ludeme]) -> tuple[type[Enum], ...]:
    """The enumerations whose words the arguments of a ludeme take, its first words left out."""
    found = (
        enum for form in forms_of(cls) for slot in form.slots if not slot.selects
        for type_ in slot.types for enum in _all_enums(type_)
    )  # fmt: skip
    return tuple(dict.fromkeys(found))


@cache
def _classes() -> tuple[type[Ludeme], ...]:
    return tuple(dict.fromkeys(cls for keyword in sorted(REGISTRY) for cls in REGISTRY[keyword]))


def _words(enum: type[Enum]) -> list[str]:
    return [member.value for member in enum]


@cache
def _kinds(cls: type[Ludeme]) -> tuple[type[Enum], ...]:
    slots = (slot for form in forms_of(cls) for slot in form.slots if slot.selects)
    return tuple(dict.fromkeys(enum for slot in slots for type_ in slot.types for enum in type_.enums))


@cache
def _kind_words(cls: type[Ludeme]) -> frozenset[str]:
    return frozenset(word for enum in _kinds(cls) for word in _words(enum))


@cache
def _first_words() -> dict[type[Enum], tuple[type[Ludeme], ...]]:
    found: dict[type[Enum], tuple[type[Ludeme], ...]] = {}
    for cls in _classes():
        for enum in _kinds(cls):
            found[enum] = (*found.get(enum, ()), cls)
    return found


def _arguments(cls: type[Ludeme]) -> Iterator[Argument]:
    """Each field once, in the order of the text, with what any form takes for it."""
    forms = forms_of(cls)
    slots: dict[int, list[Slot]] = {}
    for form in forms:
        for slot in form.slots:
            if not slot.selects:
                slots.setdefault(slot.field, []).append(slot)
    for number in sorted(slots):
        same = slots[number]
        types = tuple(dict.fromkeys(type_ for slot in same for type_ in slot.types))
        required = len(same) == len(forms) and all(slot.required and not slot.group for slot in same)
        name = names_of(cls)[number].rstrip("_")
        default = "" if required else _defaults().get(cls.__name__, {}).get(name, "")
        yield Argument(name, same[0].label, describe(types), required, default, meaning_of(cls, name))


def meaning_of(cls: type[Ludeme], argument: str) -> str:
    """What an argument of a ludeme says, by its name; empty for a ludeme of an author's own."""
    return _meanings().get(cls.__name__, {}).get(argument.rstrip("_"), "")


def _takes(other: type[Ludeme], cls: type[Ludeme]) -> bool:
    return any(_fits(type_, cls) for form in forms_of(other) for slot in form.slots for type_ in slot.types)


def _fits(type_: Type, cls: type[Ludeme]) -> bool:
    return _fits(type_.item, cls) if type_.item is not None else bool(type_.bases) and issubclass(cls, type_.bases)


def _all_enums(type_: Type) -> tuple[type[Enum], ...]:
    return _all_enums(type_.item) if type_.item is not None else type_.enums


def _related(cls: type[Ludeme]) -> list[type[Ludeme]]:
    """Those that begin with the same words, first with the same first word, then with the same keyword, then those of
    the same sort that are declared beside it."""
    words = _kind_words(cls)
    found = [other for other in _classes() if words & _kind_words(other)]
    found += REGISTRY[keyword_of(cls)]
    beside = [other for other in _classes() if other.__module__ == cls.__module__ and kind_of(other) == kind_of(cls)]
    unique = [other for other in dict.fromkeys(found) if other is not cls]
    if len(unique) < 3:
        unique += [other for other in beside if other is not cls and other not in unique]
    return list({title_of(other): other for other in reversed(unique)}.values())[::-1][:_RELATED]


@cache
def _defaults() -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = json.loads(_DEFAULTS.read_text(encoding="utf-8")) if _DEFAULTS.exists() else {}
    return kept


@cache
def _meanings() -> dict[str, dict[str, str]]:
    """What arguments say, by class and name; those of each class in the order of the text."""
    kept: dict[str, dict[str, str]] = json.loads(_MEANINGS.read_text(encoding="utf-8"))
    return kept


@cache
def kept_examples() -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = json.loads(_EXAMPLES.read_text(encoding="utf-8")) if _EXAMPLES.exists() else {}
    return kept


def _example(name: str) -> Example | None:
    kept = kept_examples().get("examples", {}).get(name)
    if kept is None:
        return None
    game, _, text = kept.partition(" ")
    return Example(text, kept_examples()["games"][game])


def _forget() -> None:
    for cached in (page_of, page_of_enum, title_of, enumerations, _classes, _kinds, _kind_words, _first_words):
        cached.cache_clear()


own.on_change(_forget)
