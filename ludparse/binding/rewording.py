"""Ways to say otherwise what an author wrote in words that are not the language's. Each is a remedy to be tried."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from ludparse.binding.meanings import (
    COMPLETED,
    CONSTANTS,
    IDLE,
    KEYWORDS,
    KINDS,
    NAMING,
    ROLES,
    SAID_WITH,
    SITES,
    WHOLE,
    WRAPPERS,
)
from ludparse.binding.regrouping import joined
from ludparse.binding.signatures import Type, constants, forms_of
from ludparse.ludemes.base import REGISTRY
from ludparse.ludemes.kinds import IntArrayFunction, IntFunction, NonDecision, RegionFunction
from ludparse.problems.errors import Edit, Remedy, nearest
from ludparse.problems.spans import Span
from ludparse.reader.mending import counted, labelled_span, spelt, with_blanks
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, is_label, walk

__all__ = [
    "completed", "conditional", "emptied", "idle", "located", "merged", "named", "respelt", "reworded_call",
    "reworded_kind", "reworded_list", "reworded_word", "strings_of", "united", "unwrapped", "walked", "wrapped",
]  # fmt: skip


MOST_ARGUMENTS = 100
"""A call with more of them is no slip of a word: what it may have meant is not looked for at each of its arguments."""
MOST_USES = 1000
"""Of more `(sites …)` it is not looked for which of them mean a region of the author's."""

_NUMBER = re.compile(r"[+-]?[0-9]+")
_WALK = re.compile("[FLR]{2,}")
_OF_PLAYERS = frozenset(("Player", "player"))


def reworded_call(node: Call) -> Iterator[Remedy]:
    """A call with a keyword that nobody knows."""
    span, word = node.span, node.keyword
    if span is None or not span.text.startswith(f"({word}"):
        return
    place = span.sub(1, 1 + len(word))
    meant = KEYWORDS.get(word.casefold())
    if meant is not None and (meant != "hop" or _goes_over(node)):
        yield Remedy((Edit(place, meant),))
    yield from said_with(node, node.args, "")
    if not node.args and _NUMBER.fullmatch(word):
        yield Remedy((Edit(span, word.lstrip("+")),), 0, ("(",))
    if not node.args and word.casefold() in WHOLE:
        yield Remedy((Edit(span, WHOLE[word.casefold()]),))
    elif not node.args and word in constants():
        yield Remedy((Edit(span, word),), 0, ("(",))
    elif not node.args and _WALK.fullmatch(word):
        yield Remedy((Edit(span, f"{{{' '.join(word)}}}"),), 0, ("(",))
    for at in range(1, len(word)):  # isEmpty, moveStep
        if word[at].isupper() and word[at:] in _kinds(word[:at]):
            yield Remedy((Edit(place, f"{word[:at]} {word[at:]}"),))
    steps = [arg.value for arg in node.args]
    if word in ("F", "L", "R") and all(isinstance(step, Atom) and step.text in ("F", "L", "R") for step in steps):
        end = len(span.text)  # (F F R) for {F F R}
        yield Remedy((Edit(span.sub(0, 1), "{"), Edit(span.sub(end - 1, end), "}")), 0, ("(",))


def said_with(node: Call, args: Sequence[Arg], kind: str) -> Iterator[Remedy]:
    """A call that is said with other words around the same arguments."""
    span, spans = node.span, [arg.value.span for arg in args if arg.name is None]
    whole = SAID_WITH.get((node.keyword.casefold(), kind.casefold(), len(args)))
    if whole is None or span is None or len(spans) < len(args):
        return
    if not kind and not any(isinstance(arg.value, Call) for arg in args):
        return  # `(inc 1)` may lack what one is added to
    known = [place for place in spans if place is not None and place.source is span.source]
    if len(known) < len(args):
        return
    parts = whole.split("{}")
    starts = [span.start, *[place.end for place in known]]
    ends = [*[place.start for place in known], span.end]
    edits = [Edit(Span(span.source, start, end, span.used_at), part)
             for start, end, part in zip(starts, ends, parts, strict=True)]  # fmt: skip
    yield Remedy(tuple(edits), 0, (kind,) if kind and len(whole.split()) <= len(parts) else ())


def reworded_kind(node: Call) -> Iterator[Remedy]:
    """A call whose first word is none of those that can stand there."""
    span, first = node.span, node.args[0].value if node.args else None
    if span is None or not isinstance(first, Atom) or first.span is None or first.kind is AtomKind.STRING:
        return
    word, place = first.text, first.span
    meant = KINDS.get((node.keyword, word.casefold()))
    if meant is not None and (meant != "Hop" or _goes_over(node)):
        yield Remedy((Edit(place, meant),))
    yield from said_with(node, node.args[1:], word)
    if f"{node.keyword}{word}" in REGISTRY:  # (move Again)
        yield Remedy((Edit(Span(span.source, span.start + 1, place.end), f"{node.keyword}{word}"),), 0, (word,))
    negated = word.removeprefix("Not")
    if negated != word and (not negated or negated in _kinds(node.keyword)):
        head = Span(span.source, span.start, place.end)
        behind = Span(span.source, span.end, span.end)
        yield Remedy((Edit(head, f"(not ({node.keyword} {negated}".rstrip()), Edit(behind, ")")))


def reworded_word(
    node: Atom, players: int, names: Collection[str], facing: Mapping[str, str], types: Sequence[Type], tiling: str
) -> Iterator[Remedy]:
    """A word that is not known where it stands. names: the strings of the description.
    facing: directions in which players face -> the players. tiling: keyword of the only shape of cells."""
    if node.span is None or node.kind is not AtomKind.SYMBOL:
        return
    word = node.text.casefold()
    for distance, meant in enumerate(CONSTANTS.get(word, ())):
        letter = len(word) == 1 and not any(meant in type_.constants for type_ in types)
        if not letter and (meant not in ("Next", "Enemy") or players == 2):
            yield Remedy((Edit(node.span, meant),), distance)
    if tiling == "hex" and word in ("hex", "hexagonal"):
        yield Remedy((Edit(node.span, "Orthogonal"),))  # the six directions to the cells beside one
    if _WALK.fullmatch(node.text):
        yield Remedy((Edit(node.span, f"{{{' '.join(node.text)}}}"),))
    if node.text in facing:
        yield Remedy((Edit(node.span, facing[node.text]),))
    if node.text in names:
        yield Remedy((Edit(node.span, f'"{node.text}"'),))


def idle(node: Atom | Call, around: Node | None) -> Iterator[Remedy]:
    """A word between the parts of a call, or `(else …)`, the last part of an `if` that says before what is done if its
    condition holds: without that it is the other way round."""
    word = (node.text if isinstance(node, Atom) else node.keyword).casefold()
    if word not in IDLE or node.span is None or not isinstance(around, Call):
        return
    number = next((i for i, arg in enumerate(around.args) if arg.value is node), 0)
    before = [arg.value for arg in around.args[:number] if not _is_idle(arg.value)]
    if word == "else" and (around.keyword != "if" or len(before) < 2):
        return
    if isinstance(node, Atom):
        following = around.args[number + 1] if number + 1 < len(around.args) else None
        if word == "then" and around.keyword != "if":
            behind = labelled_span(following) if following is not None else None
            if behind is not None and behind.source is node.span.source:
                end = Span(behind.source, behind.end, behind.end)
                yield Remedy((Edit(node.span.sub(0, 0), "("), Edit(end, ")")))
            return
        yield Remedy((Edit(with_blanks(node.span), ""),), 0, (node.text,))
    elif len(node.args) == 1 and node.args[0].name is None and (inner := node.args[0].value.span) is not None:
        first, last = Span(node.span.source, node.span.start, inner.start), Span(inner.source, inner.end, node.span.end)
        yield Remedy((Edit(first, ""), Edit(last, "")), 0, ("(", node.keyword))


def _is_idle(node: Node) -> bool:
    return isinstance(node, Atom) and node.text.casefold() in IDLE


def named(node: Atom, around: Node | None, sites: Sequence[Call]) -> Iterator[Remedy]:
    """The name that a call gives, without its quotation marks. Who calls a region Corners means it by `(sites Corners)`
    outside of it, which is something else. sites: the calls of this keyword in the description."""
    if not isinstance(around, Call) or around.keyword not in NAMING or not around.args or node.span is None:
        return
    if around.args[0].value is not node or around.args[0].name is not None:
        return
    if node.text not in _kinds("sites"):
        yield Remedy((Edit(node.span, f'"{node.text}"'),))
        return
    uses = [one.args[0].value for one in sites[:MOST_USES] if len(one.args) == 1]
    spans = [use.span for use in uses if isinstance(use, Atom) and use.text == node.text and not _is_string(use)]
    own = around.span
    if around.keyword != "regions" or own is None or len(sites) > MOST_USES:
        return
    if all(span is not None and span.source is own.source for span in spans):
        others = [span for span in spans if span is not None and not own.start <= span.start < own.end]
        yield Remedy(tuple(Edit(span, f'"{node.text}"') for span in (node.span, *others)))


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


def unwrapped(node: Call, around: Node | None) -> Iterator[Remedy]:
    """A call that is right in itself, but not where it stands. What is removed is no place to which a move goes."""
    span = node.span
    if span is None or len(node.args) > MOST_ARGUMENTS or any(arg.name for arg in node.args):
        return
    values = [arg.value for arg in node.args]
    place = span.sub(1, 1 + len(node.keyword))
    inner = values[0].span if len(values) == 1 else None
    capital = node.keyword[:1].upper() + node.keyword[1:]  # (move (hop …))
    if isinstance(around, Call) and around.keyword == "move" and len(around.args) == 1 and capital in _kinds("move"):
        last = Span(span.source, span.end - 1, span.end)
        yield Remedy((Edit(span.sub(0, 1 + len(node.keyword)), capital), Edit(last, "")), 0, ("(",))
    removed = node.keyword == "to" and isinstance(around, Call) and _removes(around)
    if node.keyword in WRAPPERS and inner is not None and inner.source is span.source and not removed:
        before, after = Span(span.source, span.start, inner.start), Span(span.source, inner.end, span.end)
        yield Remedy((Edit(before, ""), Edit(after, "")), 0, ("(", node.keyword))
        if node.keyword == "directions" and isinstance(values[0], Array) and _is_walk(values[0], ("F", "L", "R")):
            yield Remedy((Edit(before, "{"), Edit(after, "}")), 0, ("(", node.keyword))
    if node.keyword in ROLES and all(isinstance(value, Atom) and value.text in _OF_PLAYERS for value in values):
        lost = [value.text for value in values if isinstance(value, Atom)]
        yield Remedy((Edit(span, ROLES[node.keyword]),), 0, ("(", *lost))
    if node.keyword == "move" and len(values) > 1 and isinstance(values[0], Atom) and values[0].span is not None:
        kind = values[0]
        if kind.text in ("Add", "Remove", "Promote"):
            yield Remedy((Edit(Span(span.source, place.start, values[0].span.end), kind.text.lower()),), 0, ("move",))
    elif node.keyword == "apply" and len(values) == 2:
        yield Remedy((Edit(place, "and"),), 1)
    elif node.keyword in ("or", "and") and values:  # (end (or (if …) (if …)))
        ends = values[0].span, values[-1].span
        braces = ("", "") if isinstance(values[0], Array) else ("{", "}")
        if ends[0] is not None and ends[1] is not None and ends[0].source is ends[1].source is span.source:
            before, after = Span(span.source, span.start, ends[0].start), Span(span.source, ends[1].end, span.end)
            yield Remedy((Edit(before, braces[0]), Edit(after, braces[1])), 0, ("(", node.keyword))
    elif node.keyword == "regions" and len(values) == 1 and isinstance(values[0], Atom):
        yield Remedy((Edit(place, "sites"),))


def _is_region(node: Call) -> bool:
    return any(issubclass(cls, RegionFunction) for cls in REGISTRY.get(node.keyword, ()))


def _removes(node: Call) -> bool:
    first = node.args[0].value if node.args else None
    return node.keyword == "remove" or (isinstance(first, Atom) and first.text == "Remove")


def wrapped(node: Node, types: Sequence[Type]) -> Iterator[Remedy]:
    """A place that is given as it is where `(to …)` or `(from …)` is expected, or an effect where `(apply …)` is."""
    if not isinstance(node, Call) or node.keyword in ("if", "to", "from", "apply") or (span := node.span) is None:
        return
    place = node.keyword in SITES or _is_region(node)
    effect = any(issubclass(cls, NonDecision) for cls in REGISTRY.get(node.keyword, ()))
    last = Span(span.source, span.end, span.end)
    for word in ("to", "from") if place else ("apply",) if effect else ():
        if any(type_.bases and type_.begins_with(word) for type_ in types):
            yield Remedy((Edit(span.sub(0, 0), f"({word} "), Edit(last, ")")))


def located(node: Atom, types: Sequence[Type], regions: Collection[str]) -> Iterator[Remedy]:
    """A string where a site, a region or `(piece …)` is expected: a coordinate, a name of one of the regions, or of a
    piece."""
    bases = [base for type_ in types for base in type_.bases]
    if node.kind is not AtomKind.STRING or node.span is None:
        return
    region = not {RegionFunction, IntArrayFunction}.isdisjoint(bases)
    if node.text in regions and region:
        yield Remedy((Edit(node.span, f'(sites "{node.text}")'),))
    elif any(type_.begins_with("piece") for type_ in types if type_.bases):
        yield Remedy((Edit(node.span, f'(piece "{node.text}")'),))
    elif is_label(node.text) and IntFunction in bases:
        yield Remedy((Edit(node.span, f'(coord "{node.text}")'),))
    elif is_label(node.text) and region:
        yield Remedy((Edit(node.span, f'(sites {{"{node.text}"}})'),))


def emptied(node: Call, around: Node | None) -> Iterator[Remedy]:
    """A region of which it is asked whether it is empty, as only a site can be: all its sites are. Of empty sites it is
    asked whether there are any."""
    whole, span = around.span if around is not None else None, node.span
    if not isinstance(around, Call) or whole is None or span is None or span.source is not whole.source:
        return
    words = [arg.value.text for arg in around.args if arg.name is None and isinstance(arg.value, Atom)]
    if around.keyword == "is" and words == ["Empty"] and len(around.args) == 2 and _is_region(node):
        before, after = Span(span.source, whole.start, span.start), Span(span.source, span.end, whole.end)
        if any(isinstance(below, Atom) and below.text == "Empty" for below in walk(node)):
            yield Remedy((Edit(before, "(= (count Sites in:"), Edit(after, ") 0)")), 0, ("is", "Empty"))
        else:
            yield Remedy((Edit(before, "(all Sites "), Edit(after, " if:(is Empty (site)))")))


def merged(node: Call, arg: Arg) -> Iterator[Remedy]:
    """A part that stands twice, one directly after the other, each with one thing or a list: `(end A) (end B)`."""
    number = next((i for i, other in enumerate(node.args) if other is arg), 0)
    first, second = node.args[number - 1].value, arg.value
    if not number or not isinstance(first, Call) or not isinstance(second, Call) or first.keyword != second.keyword:
        return
    if len(first.args) != 1 or len(second.args) != 1 or first.args[0].name or second.args[0].name:
        return
    a, b = first.args[0].value, second.args[0].value
    one, other, whole = a.span, b.span, node.span
    if one is None or other is None or whole is None or not one.source is other.source is whole.source:
        return
    opens, closes = one.sub(0, isinstance(a, Array)), Span(other.source, other.end - isinstance(b, Array), other.end)
    between = Span(one.source, one.end - isinstance(a, Array), other.start + isinstance(b, Array))
    yield Remedy((Edit(opens, "{"), Edit(between, " "), Edit(closes, "}")), 0, ("(", second.keyword))


def respelt(node: Call, types: Sequence[Type]) -> Iterator[Remedy]:
    """A call with a keyword that is known, but like one that is expected: `(flip 1 2)` for `(flips 1 2)`."""
    near = nearest(node.keyword, {word for type_ in types if type_.bases for word in type_.keywords})
    if node.span is not None and near and near[0] != node.keyword:
        yield from map(Remedy, filter(None, [spelt(node.span.sub(0, 1 + len(node.keyword)), node.keyword, near)]))


def walked(outer: Node | None, around: Node | None, tiling: str) -> Iterator[Remedy]:
    """A list of walks with steps back, `B`, which is to turn round and to step: that many turns half a circle is. A
    leap that goes ahead alone, `forward:`, has none."""
    if isinstance(around, Call) and any(arg.name == "forward" for arg in around.args):
        return
    turn = {"square": " R R", "rectangle": " R R", "hex": " R R R"}.get(tiling)
    walks = outer.items if isinstance(outer, Array) else ()
    if turn is None or not all(isinstance(way, Array) and _is_walk(way, "FLRB") for way in walks):
        return
    edits = []
    for way in walks:
        steps = [step.text for step in way.items if isinstance(step, Atom)] if isinstance(way, Array) else []
        if "B" in steps and way.span is not None:
            made, back = "", False
            for step in steps:
                if step in "FB" and back != (step == "B"):
                    made, back = made + turn, step == "B"
                made += f" {step}" if step != "B" else " F"
            edits.append(Edit(way.span, f"{{{made.strip()}}}"))
    if edits:
        yield Remedy(tuple(edits))


def _is_walk(node: Array, steps: Collection[str]) -> bool:
    return bool(node.items) and all(isinstance(step, Atom) and step.text in steps for step in node.items)


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
        yield Remedy((Edit(span, f"(union {parts})" if len(kinds) == 2 else f"(union {{{parts}}})"),))


def completed(node: Call) -> Iterator[Remedy]:
    """A call that lacks an argument which can be but one; or whose arguments are those of `id`."""
    first = node.args[0].value if node.args else None
    if node.keyword == "if" and len(node.args) == 1 and node.span is not None and first is not None and first.span:
        before = Span(node.span.source, node.span.start, first.span.start)
        behind = Span(node.span.source, first.span.end, node.span.end)
        yield Remedy((Edit(before, "if:"), Edit(behind, "")), 0, ("(", "if"))
    if node.keyword == "forEach" and isinstance(first, Call) and first.span is not None and _is_region(first):
        yield Remedy((Edit(first.span.sub(0, 0), "Site "),))
    if node.keyword == "count":
        yield from (Remedy(edits) for edits in counted(node))
    if not isinstance(first, Atom) or first.span is None or node.span is None:
        return
    whole = COMPLETED.get((node.keyword, first.text))
    if whole is not None:
        yield Remedy((Edit(first.span, whole),))
    if node.keyword == "move" and first.text in ("Leap", "Step") and _goes_over(node):  # as these do not
        yield Remedy((Edit(first.span, "Hop"),))
    last = node.args[-1].value
    if node.keyword == "piece" and len(node.args) == 2 and isinstance(last, Call) and last.keyword in ROLES:
        if last.span is not None and _is_string(first) and not last.args:
            edits = Edit(first.span.sub(0, 0), "(id "), Edit(last.span, f"{ROLES[last.keyword]})")
            yield Remedy(edits, 0, ("(",))
    elif node.keyword == "piece" and len(node.args) == 2 and _is_string(first) and last.span is not None:
        before, after = Span(first.span.source, first.span.start, first.span.start), last.span
        yield Remedy((Edit(before, "(id "), Edit(Span(after.source, after.end, after.end), ")")))


def conditional(node: Call, arg: Arg) -> Iterator[Remedy]:
    """A named argument that a call does not have, though there is a ludeme for it: `(moveAgain if:(…))`."""
    span, value, whole = labelled_span(arg), arg.value.span, node.span
    if span is None or value is None or whole is None or span.source is not whole.source:
        return
    if arg.name == "if" and node.keyword == "then":
        last = node.args[-1].value.span
        if len(node.args) == 2 and node.args[0] is arg and last is not None and last.source is span.source:
            yield Remedy((Edit(span, f"(if {value.text}"), Edit(Span(last.source, last.end, last.end), ")")))
    elif arg.name == "if":
        before = Span(whole.source, whole.start, whole.start)
        behind = Span(whole.source, whole.end, whole.end)
        yield Remedy((Edit(before, f"(if {value.text} "), Edit(with_blanks(span), ""), Edit(behind, ")")))
    elif arg.name in ("capture", "effect") and isinstance(arg.value, Call) and arg.value.keyword != "apply":
        yield Remedy((Edit(span, f"(apply {value.text})"),))
    elif arg.name in REGISTRY:
        said = isinstance(arg.value, Call) and arg.value.keyword == arg.name  # to:(to …)
        yield Remedy((Edit(span, value.text if said else f"({arg.name} {value.text})"),))


def _goes_over(node: Call) -> bool:
    """Whether a move says what it goes over."""
    between = (isinstance(arg.value, Call) and arg.value.keyword == "between" for arg in node.args)
    return len(node.args) <= MOST_ARGUMENTS and any(between)


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
