"""Ways to say otherwise what an author wrote in words that are not the language's. Each is a remedy to be tried."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ludparse.binding.meanings import COMPLETED, CONSTANTS, IDLE, KEYWORDS, KINDS, WHOLE
from ludparse.binding.regrouping import joined
from ludparse.binding.signatures import Type, forms_of
from ludparse.ludemes.base import REGISTRY
from ludparse.problems.errors import Edit, Remedy
from ludparse.problems.spans import Span
from ludparse.reader.mending import counted, labelled_span, with_blanks
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node

__all__ = [
    "completed", "conditional", "reworded_call", "reworded_kind", "reworded_list", "reworded_word",
    "strings_of", "unwrapped",
]  # fmt: skip


def reworded_call(node: Call) -> Iterator[Remedy]:
    """A call with a keyword that nobody knows."""
    span, word = node.span, node.keyword
    if span is None or not span.text.startswith(f"({word}"):
        return
    place = span.sub(1, 1 + len(word))
    meant = KEYWORDS.get(word.casefold())
    if meant is not None:
        yield Remedy((Edit(place, meant),))
    inner = node.args[0].value if len(node.args) == 1 else None
    if word.casefold() in ("inc", "dec") and isinstance(inner, Call):
        closing = Span(span.source, span.end - 1, span.end)
        yield Remedy((Edit(place, "+" if word.casefold() == "inc" else "-"), Edit(closing, " 1)")))
    if not node.args and word.casefold() in WHOLE:
        yield Remedy((Edit(span, WHOLE[word.casefold()]),))
    for at in range(1, len(word)):  # isEmpty, moveStep
        if word[at].isupper() and word[at:] in _kinds(word[:at]):
            yield Remedy((Edit(place, f"{word[:at]} {word[at:]}"),))
    steps = [arg.value for arg in node.args]
    if word in ("F", "L", "R") and all(isinstance(step, Atom) and step.text in ("F", "L", "R") for step in steps):
        end = len(span.text)  # (F F R) for {F F R}
        yield Remedy((Edit(span.sub(0, 1), "{"), Edit(span.sub(end - 1, end), "}")), 0, ("(",))


def reworded_kind(node: Call) -> Iterator[Remedy]:
    """A call whose first word is none of those that can stand there."""
    span, first = node.span, node.args[0].value if node.args else None
    if span is None or not isinstance(first, Atom) or first.span is None or first.kind is AtomKind.STRING:
        return
    word, place = first.text, first.span
    meant = KINDS.get((node.keyword, word.casefold()))
    if meant is not None:
        yield Remedy((Edit(place, meant),))
    if f"{node.keyword}{word}" in REGISTRY:  # (move Again)
        yield Remedy((Edit(Span(span.source, span.start + 1, place.end), f"{node.keyword}{word}"),), 0, (word,))
    negated = word.removeprefix("Not")
    if negated != word and (not negated or negated in _kinds(node.keyword)):
        head = Span(span.source, span.start, place.end)
        behind = Span(span.source, span.end, span.end)
        yield Remedy((Edit(head, f"(not ({node.keyword} {negated}".rstrip()), Edit(behind, ")")))


def reworded_word(
    node: Atom, players: int, names: Collection[str], facing: Mapping[str, str], types: Sequence[Type]
) -> Iterator[Remedy]:
    """A word that is not known where it stands. names: the strings of the description.
    facing: directions in which players face -> the players."""
    if node.span is None or node.kind is not AtomKind.SYMBOL:
        return
    word = node.text.casefold()
    for distance, meant in enumerate(CONSTANTS.get(word, ())):
        letter = len(word) == 1 and not any(meant in type_.constants for type_ in types)
        if not letter and (meant not in ("Next", "Enemy") or players == 2):
            yield Remedy((Edit(node.span, meant),), distance)
    if node.text in facing:
        yield Remedy((Edit(node.span, facing[node.text]),))
    if node.text in names:
        yield Remedy((Edit(node.span, f'"{node.text}"'),))
    if word in IDLE:
        yield Remedy((Edit(with_blanks(node.span), ""),), 0, (node.text,))


def reworded_list(node: Array) -> Iterator[Remedy]:
    """A list of things that do not fit, or where no list can stand."""
    span, items = node.span, node.items
    if span is None or not items:
        return
    first, last = span.sub(0, 0), Span(span.source, span.end, span.end)
    if all(isinstance(item, Atom) for item in items):
        yield Remedy((Edit(first, "{"), Edit(last, "}")))
        yield Remedy((Edit(first, "(directions "), Edit(last, ")")))
        steps = [item for item in items if isinstance(item, Atom) and item.text.casefold() in CONSTANTS]
        edits = [Edit(step.span, CONSTANTS[step.text.casefold()][0]) for step in steps if step.span is not None]
        if edits and len({step.text for step in steps}) == len(steps):  # else it is a way to go, step by step
            yield Remedy(tuple(edits))
            yield Remedy((Edit(first, "(directions "), *edits, Edit(last, ")")))
    word = joined(items)
    if len(items) == 1:
        yield Remedy((Edit(span.sub(0, 1), ""), Edit(Span(span.source, span.end - 1, span.end), "")))
    elif word:
        yield Remedy((Edit(first, f"({word} "), Edit(last, ")")))


def unwrapped(node: Call) -> Iterator[Remedy]:
    """A call that is right in itself, but not where it stands."""
    span = node.span
    if span is None or any(arg.name for arg in node.args):
        return
    values = [arg.value for arg in node.args]
    place = span.sub(1, 1 + len(node.keyword))
    inner = values[0].span if len(values) == 1 else None
    if node.keyword == "apply" and inner is not None:
        before, after = Span(span.source, span.start, inner.start), Span(span.source, inner.end, span.end)
        yield Remedy((Edit(before, ""), Edit(after, "")), 0, ("(", "apply"))
    elif node.keyword == "apply" and len(values) == 2:
        yield Remedy((Edit(place, "and"),))
    elif node.keyword == "regions" and len(values) == 1 and _is_string(values[0]):
        yield Remedy((Edit(place, "sites"),))


def completed(node: Call) -> Iterator[Remedy]:
    """A call that lacks an argument which can be but one; or whose arguments are those of `id`."""
    first = node.args[0].value if node.args else None
    if node.keyword == "count":
        yield from (Remedy(edits) for edits in counted(node))
    if not isinstance(first, Atom) or first.span is None or node.span is None:
        return
    whole = COMPLETED.get((node.keyword, first.text))
    if whole is not None:
        yield Remedy((Edit(first.span, whole),))
    last = node.args[-1].value
    if node.keyword == "piece" and len(node.args) == 2 and _is_string(first) and last.span is not None:
        before, after = Span(first.span.source, first.span.start, first.span.start), last.span
        yield Remedy((Edit(before, "(id "), Edit(Span(after.source, after.end, after.end), ")")))


def conditional(node: Call, arg: Arg) -> Iterator[Remedy]:
    """A named argument that a call does not have, though there is a ludeme for it: `(moveAgain if:(…))`."""
    span, value, whole = labelled_span(arg), arg.value.span, node.span
    if span is None or value is None or whole is None or span.source is not whole.source:
        return
    if arg.name == "if":
        before = Span(whole.source, whole.start, whole.start)
        behind = Span(whole.source, whole.end, whole.end)
        yield Remedy((Edit(before, f"(if {value.text} "), Edit(with_blanks(span), ""), Edit(behind, ")")))
    elif arg.name in REGISTRY and not (isinstance(arg.value, Call) and arg.value.keyword == arg.name):
        yield Remedy((Edit(span, f"({arg.name} {value.text})"),))


def strings_of(nodes: Iterator[Node]) -> frozenset[str]:
    """The strings among some nodes."""
    return frozenset(node.text for node in nodes if _is_string(node) and isinstance(node, Atom))


def _is_string(node: Node) -> bool:
    return isinstance(node, Atom) and node.kind is AtomKind.STRING


def _kinds(keyword: str) -> set[str]:
    """The words that can come first in a call."""
    forms = [form for cls in REGISTRY.get(keyword, ()) for form in forms_of(cls)]
    slots = [form.slots[0] for form in forms if form.slots and form.slots[0].selects]
    return {word for slot in slots for type_ in slot.types for word in type_.constants}
