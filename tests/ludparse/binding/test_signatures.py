"""Declared signatures: how annotations and forms are read, and that they are those of the language."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations

import pytest

from ludparse.binding.alignment import group_faults
from ludparse.binding.listing import describe, reference, signature, signatures
from ludparse.binding.signatures import Form, Slot, Type, forms_of, text_name, type_of
from ludparse.exporters.verification.ludii import language
from ludparse.ludemes import Hop, MetaRule, MovesAnd, Pair, Square, SwapSites, Track, kinds
from ludparse.ludemes.base import REGISTRY, Ludeme, either, fields_of, is_own, keyword_of, ludeme, named, word_of
from tests.corpus import SIGNATURES, needs_corpus


def labels(form: Form) -> list[str | None]:
    return [slot.label for slot in form.slots]


def test_fields_are_the_signature() -> None:
    (form,) = forms_of(Hop)
    assert labels(form) == [None, None, None, None, "stack", None]
    assert [slot.required for slot in form.slots] == [False, False, False, True, False, False]
    assert keyword_of(Hop) == "hop"
    assert [field.name for field in fields_of(Hop)] == ["from_", "directions", "between", "to", "stack", "then"]


def test_forms_are_read_in_order() -> None:
    assert [signature(form) for form in forms_of(MovesAnd)] == [
        "(and <moves> <moves> [<then>])",
        "(and {<moves>} [<then>])",
    ]
    first, second = forms_of(Square)
    assert labels(first) == [None, None, "diagonals", "pyramidal"]
    assert [slot.group for slot in first.slots] == [0, 0, 1, 1]
    assert [slot.group for slot in second.slots] == [1, 1, 0]
    assert second.required == 1


def test_a_form_can_narrow_a_type() -> None:
    assert [slot.types[0].name for slot in forms_of(Pair)[0].slots] == ["Int", "str"]
    assert [slot.types[0].name for slot in forms_of(Pair)[2].slots] == ["RoleType", "LandmarkType"]


def test_a_fixed_word_belongs_to_the_keyword() -> None:
    @ludeme("testNew Word", forms=("size", "who size"))
    class Worded(MetaRule):
        size: int
        who: str | None = None

    try:
        assert [signature(form) for form in forms_of(Worded)] == [
            "(testNew Word <int>)",
            "(testNew Word <string> <int>)",
        ]
        assert (keyword_of(Worded), word_of(Worded)) == ("testNew", "Word")
        assert [(slot.name, slot.selects) for slot in forms_of(Worded)[0].slots] == [("", True), ("size", False)]
        assert [field.name for field in fields_of(Worded)] == ["size", "who"]
    finally:
        del REGISTRY["testNew"]


def test_neighbouring_groups_are_told_apart() -> None:
    (form,) = forms_of(Track)
    groups = {name: slot.group for name, slot in zip(Track._names, form.slots, strict=True)}
    assert groups["track"] == groups["track_direction"] != groups["owner"] == groups["role"]


def test_what_comes_together_is_marked() -> None:
    (form,) = forms_of(SwapSites)
    assert [slot.together for slot in form.slots] == [0, 1, 1, 0]


@pytest.mark.parametrize(("places", "wrong"), [
    ((0, 1, 2), False), ((0,), False), ((0, 3), False), ((0, 1), True), ((0, 2, 3), True), ((), False), ((1, 2), False),
])  # fmt: skip
def test_what_comes_together_is_all_there_or_not_at_all(places: tuple[int, ...], wrong: bool) -> None:
    """Of (swap Pieces [<int>] [<int>] [<then>]) two numbers or none; these two are told, and nothing else."""
    (form,) = forms_of(SwapSites)
    faults = group_faults(form, places)
    assert [code for code, _ in faults] == ["together"] * wrong
    assert all(words.count("; ") == 1 and "then" not in words for _, words in faults)


@pytest.mark.parametrize(
    ("field", "name"), [("if_", "if"), ("num_per_hole", "numPerHole"), ("at", "at"), ("to_included", "toIncluded")]
)
def test_names_in_the_text(field: str, name: str) -> None:
    assert text_name(field) == name


def test_types_say_what_they_are() -> None:
    (condition,) = type_of("Bool")
    assert condition.literals == {bool}
    (numbers,) = type_of("tuple[tuple[Dim, ...], ...]")
    assert numbers.item is not None
    assert numbers.item.item is not None
    assert numbers.item.item.name == "Dim"
    assert [type_.name for type_ in type_of("Int | tuple[Int, ...]")] == ["Int", "tuple[Int, ...]"]
    assert describe(type_of("Int | RegionFunction")) == "a whole number or a region"
    assert describe(type_of("SiteType")) == "one of Vertex, Edge, Cell"


def test_declaring_a_ludeme() -> None:
    @ludeme("testNew", also="testOther")
    class New(MetaRule):
        size: int
        who: str | None = either(1)
        where: int | None = named(group=1)
        large: bool | None = named(default=None)

    try:
        (form,) = forms_of(New)
        assert signature(form) == "(testNew <int> (<string>|where:<int>) [large:<boolean>])"
        assert REGISTRY["testNew"] == REGISTRY["testOther"] == [New]
        new = New(size=3, who="me")
        assert (new.size, new.who, new.where, new.large) == (3, "me", None, None)
        assert repr(new) == "New(size=3, who='me')"
        with pytest.raises(TypeError, match="needs 'size'"):
            New()  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="no field colour"):
            New(size=3, colour=2)  # type: ignore[call-arg]
        assert list(signatures("testOther")) == [
            (New, "(testOther <int> (<string>|where:<int>) [large:<boolean>])"),
        ]
    finally:
        del REGISTRY["testNew"], REGISTRY["testOther"]


def test_every_class_can_be_listed() -> None:
    for keyword in REGISTRY:
        for cls, text in signatures(keyword):
            assert text.startswith(f"({keyword}"), cls
            assert issubclass(cls, Ludeme)


def test_the_reference_says_what_every_ludeme_is() -> None:
    entries = list(reference())
    assert len({entry.cls for entry in entries}) == len(entries)
    assert all(entry.doc.endswith((".", "…")) and entry.forms and entry.kind for entry in entries)
    (hop,) = [entry for entry in entries if entry.keyword == "hop"]
    assert hop.kind == "an effect"
    assert hop.forms == ("(hop [<from>] [<direction>] [<between>] <to> [stack:<boolean>] [<then>])",)


# --- against the signatures recorded from the language ---



@needs_corpus
def test_all_signatures_of_the_language_are_declared() -> None:
    entries = json.loads(SIGNATURES.read_text("utf-8"))
    assert language.forms(entries).keys() <= REGISTRY.keys()
    assert language.differences(entries) == []


@needs_corpus
def test_another_language_is_told_by_what_differs() -> None:
    entries = json.loads(SIGNATURES.read_text("utf-8"))
    (hop,) = (entry for entry in entries if entry["keyword"] == "hop" and not entry.get("hidden"))
    hop["signatures"][0]["params"] = hop["signatures"][0]["params"][:-1]
    (stores,) = (entry for entry in entries if entry["keyword"] == "storeType")
    stores["enum"] = [*stores["enum"], {"name": "Middle"}]
    assert language.differences(entries) == [
        "there (hop From Direction Between To stack:bool); in 1.3.13 (hop From Direction Between To stack:bool Then)",
        "StoreType: there Middle",
    ]


def meet(a: Slot, b: Slot) -> bool:
    """Whether one argument could fill either slot."""

    def types_meet(x: Type, y: Type) -> bool:
        if x.item is not None or y.item is not None:
            return x.item is not None and y.item is not None and types_meet(x.item, y.item)
        related = any(issubclass(c, d) or issubclass(d, c) for c in x.bases for d in y.bases)
        return related or bool(x.literals & y.literals) or not x.constants.keys().isdisjoint(y.constants)

    return a.label == b.label and any(types_meet(x, y) for x in a.types for y in b.types)


def overlap(one: Form, other: Form) -> bool:
    """Whether the same arguments could be read as either form."""

    def goes_on(form: Form, at: int) -> bool:
        group = form.slots[at].group
        return bool(group) and at + 1 < len(form.slots) and form.slots[at + 1].group == group

    def skipped(form: Form, at: int, taken: int) -> int | None:
        """The group of which a member was taken after a slot is left empty; None if it cannot be."""
        slot = form.slots[at]
        if slot.required and (not slot.group or (taken != slot.group and not goes_on(form, at))):
            return None
        return taken if goes_on(form, at) else 0

    @cache
    def from_here(i: int, j: int, taken: int, taken_there: int) -> bool:
        if i == len(one.slots) and j == len(other.slots):
            return True
        after = skipped(one, i, taken) if i < len(one.slots) else None
        if after is not None and from_here(i + 1, j, after, taken_there):
            return True
        after = skipped(other, j, taken_there) if j < len(other.slots) else None
        if after is not None and from_here(i, j + 1, taken, after):
            return True
        if i == len(one.slots) or j == len(other.slots) or not meet(a := one.slots[i], b := other.slots[j]):
            return False
        if (a.group and taken == a.group) or (b.group and taken_there == b.group):
            return False
        group, there = a.group if goes_on(one, i) else 0, b.group if goes_on(other, j) else 0
        return from_here(i + 1, j + 1, group, there)

    return from_here(0, 0, 0, 0)


def test_the_order_of_declaration_counts_for_these_pairs_alone() -> None:
    """`(sites)` and `(sites Cell)`, which a region of the equipment without its name would be too."""
    of_kinds = {kind for kind in vars(kinds).values() if isinstance(kind, type) and kind is not Ludeme}
    found = {
        (one.__name__, other.__name__)
        for classes in REGISTRY.values()
        for one, other in combinations([cls for cls in classes if not is_own(cls)], 2)
        if of_kinds.intersection(one.__mro__, other.__mro__)
        and any(overlap(a, b) for a in forms_of(one) for b in forms_of(other))
    }
    assert found == {("SitesEquipmentRegion", "SitesIndex"), ("SitesEquipmentRegion", "SitesContext")}
