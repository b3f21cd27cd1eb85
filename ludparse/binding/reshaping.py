"""Ways to put calls and lists otherwise whose parts do not fit: with other brackets around them, or with what they
lack. Each is a remedy to be tried."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ludparse.binding.bind import shape
from ludparse.binding.meanings import (
    COMPLETED,
    CONSTANTS,
    ROLES,
    SITES,
    WRAPPERS,
)
from ludparse.binding.parts import (
    MOST_ARGUMENTS,
    goes_over,
    head,
    in_text_of,
    is_region,
    is_string,
    is_walk,
    kinds_of,
    words_of,
)
from ludparse.binding.regrouping import joined
from ludparse.binding.signatures import Type
from ludparse.ludemes.base import REGISTRY
from ludparse.ludemes.kinds import BooleanFunction, IntArrayFunction, IntFunction, NonDecision, RegionFunction
from ludparse.problems.errors import Edit, Remedy
from ludparse.problems.spans import Span
from ludparse.reader.mending import counted, labelled_span, with_blanks
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, is_label, walk

__all__ = [
    "completed", "conditional", "doubled", "emptied", "left_out", "merged", "renamed", "reworded_list", "united",
    "unwrapped", "wrapped",
]  # fmt: skip

_FUNCTIONS = (BooleanFunction, IntArrayFunction, IntFunction, RegionFunction)
_WORDS = re.compile(r'"[^"]*"|[^\s(){}"]+')
_OF_PLAYERS = frozenset(("Player", "player"))

_DIRECTIONS = "Several directions stand in (directions {…})."
_FOR_ALL = "A draw is one for all players, of whom one is named."
_NO_CHOICE = "An effect, which nobody chooses, is said without move."
_GOES_OVER = "A {} goes over nothing; a move that goes over (between …) is a hop."
_OF_PLAYER = "The piece of a player is (id …) of its name and the player."
_CONDITION = "What happens on a condition alone stands in (if …)."


def reworded_list(node: Array) -> Iterator[Remedy]:
    """A list of things that do not fit, or where no list can stand."""
    span, items = node.span, node.items
    if span is None or not items:
        return
    first, last = span.sub(0, 0), Span(span.source, span.end, span.end)
    if all(isinstance(item, Atom) for item in items):
        yield Remedy((Edit(first, "{"), Edit(last, "}")), why="This is one of several lists, which are a list.")
        yield Remedy((Edit(first, "(directions "), Edit(last, ")")), why=_DIRECTIONS)
        labels = [item for item in items if isinstance(item, Atom) and item.text[:1].isalpha() and is_label(item.text)]
        if len(labels) == len(items):  # coordinates where a region is expected
            bare = [Edit(label.span, f'"{label.text}"') for label in labels if label.span and not is_string(label)]
            why = "A region is (sites {…}) of the coordinates of its sites, in quotation marks."
            yield Remedy((Edit(first, "(sites "), *bare, Edit(last, ")")), why=why)
        steps = [item for item in items if isinstance(item, Atom) and item.text.casefold() in CONSTANTS]
        edits = [Edit(step.span, CONSTANTS[step.text.casefold()][0]) for step in steps if step.span is not None]
        if edits and len({step.text for step in steps}) == len(steps):  # else it is a way to go, step by step
            why = "Letters are the steps of a way; directions are words."
            yield Remedy(tuple(edits), why=why)
            yield Remedy((Edit(first, "(directions "), *edits, Edit(last, ")")), why=f"{why} {_DIRECTIONS}")
    word = joined(items)
    if len(items) == 1:
        edits = [Edit(span.sub(0, 1), ""), Edit(Span(span.source, span.end - 1, span.end), "")]
        yield Remedy(tuple(edits), why="What stands here is one thing, and no list.")
    elif word:
        why = f"Moves of which {'one is chosen' if word == 'or' else 'all are made'} are joined by ({word} …)."
        yield Remedy((Edit(first, f"({word} "), Edit(last, ")")), why=why)


def unwrapped(node: Call, around: Node | None) -> Iterator[Remedy]:
    """A call that is right in itself, but not where it stands. What is removed is no place to which a move goes."""
    span = node.span
    if span is None or len(node.args) > MOST_ARGUMENTS or any(arg.name for arg in node.args):
        return
    values = [arg.value for arg in node.args]
    place = span.sub(1, 1 + len(node.keyword))
    inner = values[0].span if len(values) == 1 else None
    if isinstance(around, Call) and len(around.args) == 1 and not values:  # (result (draw))
        whole = COMPLETED.get((around.keyword, node.keyword.capitalize()))
        yield from (Remedy((Edit(span, whole),), 0, ("(",), _FOR_ALL) for whole in filter(None, [whole]))
    capital = node.keyword[:1].upper() + node.keyword[1:]  # (move (hop …))
    leads = isinstance(around, Call) and around.keyword == "move" and around.args[0].value is node
    if leads and capital in kinds_of("move"):
        last = Span(span.source, span.end - 1, span.end)
        why = "The kind of a move is a word after move, without brackets."
        yield Remedy((Edit(span.sub(0, 1 + len(node.keyword)), capital), Edit(last, "")), 0, ("(",), why)
    removed = node.keyword == "to" and isinstance(around, Call) and _removes(around)
    if node.keyword in WRAPPERS and inner is not None and inner[::3] == span[::3] and not removed:
        before, after = Span(span.source, span.start, inner.start), Span(span.source, inner.end, span.end)
        walk_ = values[0] if node.keyword == "directions" and isinstance(values[0], Array) else None
        turns = walk_ is not None and is_walk(walk_, ("F", "L", "R"))
        ahead = turns and walk_ is not None and len({shape(step) for step in walk_.items}) == 1
        for braces in () if ahead else (("", ""), ("{", "}")) if turns else (("", ""),):  # ahead: in one way, or in all
            why = f"What is expected here is what stands in ({node.keyword} …), without that."
            yield Remedy((Edit(before, braces[0]), Edit(after, braces[1])), 0, ("(", node.keyword), why)
    if node.keyword in ROLES and all(isinstance(value, Atom) and value.text in _OF_PLAYERS for value in values):
        lost = [value.text for value in values if isinstance(value, Atom)]
        why = f"({node.keyword}) is the number of the player, whose role is {ROLES[node.keyword]}."
        yield Remedy((Edit(span, ROLES[node.keyword]),), 0, ("(", *lost), why)
    if node.keyword == "move" and len(values) > 1 and isinstance(values[0], Atom) and values[0].span is not None:
        kind = values[0]
        if kind.text in ("Add", "Remove", "Promote"):
            head_ = Span(span.source, place.start, values[0].span.end)
            yield Remedy((Edit(head_, kind.text.lower()),), 0, ("move",), _NO_CHOICE)
    elif node.keyword == "apply" and len(values) == 2:
        yield Remedy((Edit(place, "and"),), 1, why="Effects that all happen are joined by (and …).")
    elif node.keyword in ("or", "and") and values:  # (end (or (if …) (if …)))
        ends = in_text_of(node, values[0]), in_text_of(node, values[-1])
        braces = ("", "") if isinstance(values[0], Array) else ("{", "}")
        if ends[0] is not None and ends[1] is not None and ends[0][::3] == ends[1][::3] == span[::3]:
            before, after = Span(span.source, span.start, ends[0].start), Span(span.source, ends[1].end, span.end)
            why = "Several of them are a list in braces, with no word that joins them."
            yield Remedy((Edit(before, braces[0]), Edit(after, braces[1])), 0, ("(", node.keyword), why)
    elif node.keyword == "regions" and len(values) == 1 and isinstance(values[0], Atom):
        why = "(regions …) names a region in the equipment; its sites are (sites …)."
        yield Remedy((Edit(place, "sites"),), why=why)


def _removes(node: Call) -> bool:
    first = node.args[0].value if node.args else None
    return node.keyword == "remove" or (isinstance(first, Atom) and first.text == "Remove")


def wrapped(node: Node, types: Sequence[Type]) -> Iterator[Remedy]:
    """A place that is given as it is where `(to …)` or `(from …)` is expected, or an effect where `(apply …)` is."""
    if not isinstance(node, Call) or node.keyword in ("if", "to", "from", "apply") or (span := node.span) is None:
        return
    place = node.keyword in SITES or is_region(node)
    effect = any(issubclass(cls, NonDecision) for cls in REGISTRY.get(node.keyword, ()))
    last = Span(span.source, span.end, span.end)
    for word in ("to", "from") if place else ("apply",) if effect else ():
        if any(type_.bases and type_.begins_with(word) for type_ in types):
            why = f"{'An effect' if word == 'apply' else 'A place'} stands here in ({word} …)."
            yield Remedy((Edit(span.sub(0, 0), f"({word} "), Edit(last, ")")), why=why)


def left_out(around: Call, arg: Arg) -> Iterator[Remedy]:
    """An argument that says what another says already, left out."""
    place = labelled_span(arg, in_text_of(around, arg.value))
    if place is not None and around.span is not None and place.used_at == around.span.used_at:
        brackets, words = place.text.count("("), [word for word in _WORDS.findall(place.text) if not word.endswith(":")]
        yield Remedy((Edit(with_blanks(place), ""),), 0, (*"(" * brackets, *words))


def renamed(around: Call, arg: Arg) -> Iterator[Remedy]:
    """A name before an argument that is the keyword of a ludeme around it: `then:(moveAgain)`."""
    inner = in_text_of(around, arg.value)
    whole = labelled_span(arg, inner)
    if inner is not None and whole is not None and arg.name is not None:
        before = Span(whole.source, whole.start, inner.start, whole.used_at)
        behind = Span(whole.source, whole.end, whole.end, whole.used_at)
        yield Remedy((Edit(before, f"({arg.name} "), Edit(behind, ")")), why=f"This is written ({arg.name} …).")


def emptied(node: Call, around: Node | None) -> Iterator[Remedy]:
    """A region of which it is asked whether it is empty, as only a site can be: all its sites are. Of empty sites it is
    asked whether there are any."""
    whole, span = around.span if around is not None else None, node.span
    if not isinstance(around, Call) or whole is None or span is None or span.source is not whole.source:
        return
    if around.keyword == "is" and words_of(around) == ["Empty"] and len(around.args) == 2 and is_region(node):
        before, after = Span(span.source, whole.start, span.start), Span(span.source, span.end, whole.end)
        if any(isinstance(below, Atom) and below.text == "Empty" for below in walk(node)):
            why = "(is Empty …) asks of one site; there are none of these sites where their number is 0."
            yield Remedy((Edit(before, "(= (count Sites in:"), Edit(after, ") 0)")), 0, ("is", "Empty"), why)
        else:
            why = "(is Empty …) asks of one site; a region is empty where all its sites are."
            yield Remedy((Edit(before, "(all Sites "), Edit(after, " if:(is Empty (site)))")), why=why)


def merged(node: Call, arg: Arg) -> Iterator[Remedy]:
    """A part that stands twice, one directly after the other, each with one thing or a list: `(end A) (end B)`. After
    a move both effects happen. Two functions, such as two regions, are two things."""
    number = next((i for i, other in enumerate(node.args) if other is arg), 0)
    first, second = node.args[number - 1].value, arg.value
    if not number or not isinstance(first, Call) or not isinstance(second, Call) or first.keyword != second.keyword:
        return
    if len(first.args) != 1 or len(second.args) != 1 or first.args[0].name or second.args[0].name:
        return
    if any(issubclass(cls, _FUNCTIONS) for cls in REGISTRY.get(first.keyword, ())):
        return
    a, b = first.args[0].value, second.args[0].value
    one, other, whole = a.span, b.span, node.span
    if one is None or other is None or whole is None or not one.source is other.source is whole.source:
        return
    opens, closes = one.sub(0, isinstance(a, Array)), Span(other.source, other.end - isinstance(b, Array), other.end)
    between = Span(one.source, one.end - isinstance(a, Array), other.start + isinstance(b, Array))
    effects = first.keyword == "then"
    if not (effects and (isinstance(a, Array) or isinstance(b, Array))):
        before, after = ("(and ", ")") if effects else ("{", "}")
        why = f"({first.keyword} …) stands once, with {'both effects in (and …)' if effects else 'all in a list'}."
        yield Remedy((Edit(opens, before), Edit(between, " "), Edit(closes, after)), 0, ("(", second.keyword), why)


def united(node: Call) -> Iterator[Remedy]:
    """Several regions that are named in one call: `(sites Top Bottom)`."""
    span = node.span
    if node.keyword != "sites" or span is None or len(node.args) > MOST_ARGUMENTS:
        return
    words = [arg.value for arg in node.args]
    texts = [word.text for word in words if isinstance(word, Atom) and word.kind is AtomKind.SYMBOL]
    side = texts[:1] == ["Side"]
    kinds = texts[1:] if side else texts
    if len(texts) < len(words) or len(kinds) < 2:
        return
    if side or set(kinds) <= {"Top", "Bottom", "Left", "Right", "Centre", "Corners", "Outer", "Inner"}:
        parts = " ".join(f"(sites {'Side ' if side else ''}{kind})" for kind in kinds)
        whole = f"(union {parts})" if len(kinds) == 2 else f"(union {{{parts}}})"
        yield Remedy((Edit(span, whole),), why="(sites …) names one region; several are joined by (union …).")


def completed(node: Call) -> Iterator[Remedy]:
    """A call that lacks an argument which can be but one; or whose arguments are those of `id`."""
    first = node.args[0].value if node.args else None
    if node.keyword == "if" and len(node.args) == 1 and node.span is not None and first is not None and first.span:
        before = Span(node.span.source, node.span.start, first.span.start)
        behind = Span(node.span.source, first.span.end, node.span.end)
        why = "A condition of a place stands after if: in it."
        yield Remedy((Edit(before, "if:"), Edit(behind, "")), 0, ("(", "if"), why)
    if node.keyword == "forEach" and isinstance(first, Call) and first.span is not None and is_region(first):
        yield Remedy((Edit(first.span.sub(0, 0), "Site "),), why="What is gone through is told first: Site.")
    if node.keyword == "count":
        yield from (Remedy(edits, why="The sites of a region are counted by Sites in:") for edits in counted(node))
    if node.keyword in ("leap", "step") and goes_over(node) and (place := head(node)) is not None:
        yield Remedy((Edit(place, "(hop"),), why=_GOES_OVER.format(node.keyword))
    if not isinstance(first, Atom) or first.span is None or node.span is None:
        return
    whole = COMPLETED.get((node.keyword, first.text))
    if whole is not None:
        why = _FOR_ALL if node.keyword == "result" else "Sites where anybody's piece stands are occupied by All."
        yield Remedy((Edit(first.span, whole),), why=why)
    if node.keyword == "move" and first.text in ("Leap", "Step") and goes_over(node):
        yield Remedy((Edit(first.span, "Hop"),), why=_GOES_OVER.format(first.text.lower()))
    last = node.args[-1].value
    if node.keyword == "piece" and len(node.args) == 2 and isinstance(last, Call) and last.keyword in ROLES:
        if last.span is not None and is_string(first) and not last.args:
            edits = Edit(first.span.sub(0, 0), "(id "), Edit(last.span, f"{ROLES[last.keyword]})")
            yield Remedy(edits, 0, ("(",), _OF_PLAYER)
    elif node.keyword == "piece" and len(node.args) == 2 and is_string(first) and last.span is not None:
        before, after = Span(first.span.source, first.span.start, first.span.start), last.span
        yield Remedy((Edit(before, "(id "), Edit(Span(after.source, after.end, after.end), ")")), why=_OF_PLAYER)


def doubled(node: Call, arg: Arg) -> Iterator[Remedy]:
    """A condition that is given twice, `if:A if:B`: both have to hold."""
    number = next((i for i, other in enumerate(node.args) if other is arg), 0)
    first, second = node.args[number - 1], labelled_span(arg)
    one, other = first.value.span, arg.value.span
    if not number or arg.name != "if" or first.name != "if" or one is None or other is None or second is None:
        return
    if one.source is other.source and one.used_at == other.used_at:
        between, behind = Span(one.source, one.end, other.start), Span(other.source, other.end, other.end)
        why = "There is one condition; two that both have to hold are joined by (and …)."
        yield Remedy((Edit(one.sub(0, 0), "(and "), Edit(between, " "), Edit(behind, ")")), why=why)


def _is_call(node: Node, keyword: str) -> bool:
    return isinstance(node, Call) and node.keyword == keyword


def conditional(node: Call, arg: Arg) -> Iterator[Remedy]:
    """A named argument that a call does not have, though there is a ludeme for it: `(moveAgain if:(…))`."""
    span, value, whole = labelled_span(arg), arg.value.span, node.span
    if span is None or value is None or whole is None or span.source is not whole.source:
        return
    if arg.name == "if" and node.keyword == "then":
        last = node.args[-1].value.span
        if len(node.args) == 2 and node.args[0] is arg and last is not None and last.source is span.source:
            edits = [Edit(span, f"(if {value.text}"), Edit(Span(last.source, last.end, last.end), ")")]
            yield Remedy(tuple(edits), why=_CONDITION)
    elif arg.name == "if":
        before = Span(whole.source, whole.start, whole.start)
        behind = Span(whole.source, whole.end, whole.end)
        edits = [Edit(before, f"(if {value.text} "), Edit(with_blanks(span), ""), Edit(behind, ")")]
        yield Remedy(tuple(edits), why=_CONDITION)
    elif arg.name in ("capture", "effect") and isinstance(arg.value, Call) and arg.value.keyword != "apply":
        yield Remedy((Edit(span, f"(apply {value.text})"),), why="What happens there stands in (apply …).")
    elif arg.name == "steps" and words_of(node) == ["Around"] and isinstance(arg.value, Atom) and arg.value.text == "1":
        yield Remedy((Edit(with_blanks(span), ""),), 0, ("1",), "What is around a site is one step away.")
    elif arg.name in REGISTRY and not any(_is_call(other.value, arg.name) for other in node.args if other is not arg):
        said = _is_call(arg.value, arg.name)  # to:(to …)
        why = f"{arg.name} is no name of an argument, but the ludeme ({arg.name} …)."
        yield Remedy((Edit(span, value.text if said else f"({arg.name} {value.text})"),), why=why)
