"""Ways to say otherwise what an author wrote in words that are not the language's. Each is a remedy to be tried."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from ludparse.binding.meanings import (
    CONSTANTS,
    IDLE,
    KEYWORDS,
    KINDS,
    NAMING,
    NUMBERS,
    PLAYERS,
    SAID_WITH,
    WHOLE,
)
from ludparse.binding.parts import goes_over, is_string, is_walk, kinds_of
from ludparse.binding.signatures import Type, constants, forms_of
from ludparse.ludemes.base import REGISTRY
from ludparse.ludemes.enums import RoleType
from ludparse.ludemes.kinds import IntArrayFunction, IntFunction, RegionFunction
from ludparse.problems.errors import Edit, Remedy, nearest
from ludparse.problems.spans import Span
from ludparse.reader.mending import labelled_span, spelt, with_blanks
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, is_label

__all__ = [
    "idle", "located", "named", "respelt", "reworded_call", "reworded_kind", "reworded_word", "switched", "walked",
]  # fmt: skip

MOST_USES = 1000
"""Of more `(sites …)` it is not looked for which of them mean a region of the author's."""

_NUMBER = re.compile(r"[+-]?[0-9]+")
_WALK = re.compile("[FLR]{2,}")

_STEPS = "The steps of a way are a list, one by one."
_IN_ORDER = "What is done, and what is done else, stand one after the other with no word between them."


def reworded_call(node: Call) -> Iterator[Remedy]:
    """A call with a keyword that nobody knows."""
    span, word = node.span, node.keyword
    if span is None or not span.text.startswith(f"({word}"):
        return
    place = span.sub(1, 1 + len(word))
    meant = KEYWORDS.get(word.casefold())
    if meant is not None and (meant != "hop" or goes_over(node)):
        yield Remedy((Edit(place, meant),), why=f"What is called {word} elsewhere is ({meant} …) here.")
    yield from said_with(node, node.args, "")
    if not node.args and _NUMBER.fullmatch(word):
        yield Remedy((Edit(span, word.lstrip("+")),), 0, ("(",), "A number stands without brackets.")
    if not node.args and word.casefold() in WHOLE:
        yield Remedy((Edit(span, whole := WHOLE[word.casefold()]),), why=f"This is said {whole}.")
    elif not node.args and word in constants():
        yield Remedy((Edit(span, word),), 0, ("(",), f"{word} is no ludeme: it stands without brackets.")
    elif not node.args and _WALK.fullmatch(word):
        yield Remedy((Edit(span, f"{{{' '.join(word)}}}"),), 0, ("(",), _STEPS)
    for at in range(1, len(word)):  # isEmpty, moveStep
        if word[at].isupper() and word[at:] in kinds_of(word[:at]):
            why = f"{word[at:]} is a word of its own, after the ludeme."
            yield Remedy((Edit(place, f"{word[:at]} {word[at:]}"),), why=why)
    steps = [arg.value for arg in node.args]
    if word in ("F", "L", "R") and all(isinstance(step, Atom) and step.text in ("F", "L", "R") for step in steps):
        end = len(span.text)  # (F F R) for {F F R}
        yield Remedy((Edit(span.sub(0, 1), "{"), Edit(span.sub(end - 1, end), "}")), 0, ("(",), _STEPS)


def said_with(node: Call, args: Sequence[Arg], kind: str) -> Iterator[Remedy]:
    """A call that is said with other words around the same arguments."""
    span, spans = node.span, [arg.value.span for arg in args if arg.name is None]
    whole = SAID_WITH.get((node.keyword.casefold(), kind.casefold(), len(args)))
    if whole is None or span is None or len(spans) < len(args):
        return
    if not kind and not any(isinstance(arg.value, Call) for arg in args):
        return  # `(inc 1)` may lack what one is added to
    symbols = [atom.text for atom in (arg.value for arg in args)
               if isinstance(atom, Atom) and atom.kind is AtomKind.SYMBOL]  # fmt: skip
    if not constants().keys() >= {*symbols}:
        return  # with a word that nobody knows there is no saying what is meant
    known = [place for place in spans if place is not None and place.source is span.source]
    if len(known) < len(args):
        return
    parts = whole.split("{}")
    starts = [span.start, *[place.end for place in known]]
    ends = [*[place.start for place in known], span.end]
    edits = [Edit(Span(span.source, start, end, span.used_at), part)
             for start, end, part in zip(starts, ends, parts, strict=True)]  # fmt: skip
    idle = (kind,) if kind and len(whole.split()) <= len(parts) else ()
    yield Remedy(tuple(edits), 0, idle, f"This is said {whole.replace('{}', '…')}.")


def reworded_kind(node: Call) -> Iterator[Remedy]:
    """A call whose first word is none of those that can stand there."""
    span, first = node.span, node.args[0].value if node.args else None
    if span is None or not isinstance(first, Atom) or first.span is None or first.kind is AtomKind.STRING:
        return
    word, place = first.text, first.span
    meant = KINDS.get((node.keyword, word.casefold()))
    if meant is not None and (meant != "Hop" or goes_over(node)):
        yield Remedy((Edit(place, meant),), why=f"What is called {word} elsewhere is {meant} here.")
    yield from said_with(node, node.args[1:], word)
    if f"{node.keyword}{word}" in REGISTRY:  # (move Again)
        whole = f"{node.keyword}{word}"
        yield Remedy((Edit(Span(span.source, span.start + 1, place.end), whole),), 0, (word,), f"{whole} is one word.")
    negated = word.removeprefix("Not")
    if negated != word and (not negated or negated in kinds_of(node.keyword)):
        head = Span(span.source, span.start, place.end)
        behind = Span(span.source, span.end, span.end)
        edits = Edit(head, f"(not ({node.keyword} {negated}".rstrip()), Edit(behind, ")")
        yield Remedy(edits, why="What is not to hold stands in (not …).")


def reworded_word(
    node: Atom, players: int, names: Collection[str], facing: Mapping[str, str], types: Sequence[Type], tiling: str
) -> Iterator[Remedy]:
    """A word that is not known where it stands. names: the strings of the description.
    facing: directions in which players face -> the players. tiling: keyword of the only shape of cells."""
    if node.span is None or node.kind is not AtomKind.SYMBOL:
        return
    word = node.text.casefold()
    if word in NUMBERS and any(int in type_.literals for type_ in types):
        yield Remedy((Edit(node.span, NUMBERS[word]),), why="A number is written in digits.")
    for distance, meant in enumerate(CONSTANTS.get(word, ())):
        letter = len(word) == 1 and not any(meant in type_.constants for type_ in types)
        if not letter and (meant not in ("Next", "Enemy") or players == 2):
            opponent = meant in ("Next", "Enemy")
            why = f"Of two players the opponent is {meant}." if opponent else f"{node.text} is written {meant} here."
            yield Remedy((Edit(node.span, meant),), distance, why=why)
    if tiling == "hex" and word in ("hex", "hexagonal"):
        why = "The six directions from a hexagon to those beside it are Orthogonal."
        yield Remedy((Edit(node.span, "Orthogonal"),), why=why)
    if _WALK.fullmatch(node.text):
        yield Remedy((Edit(node.span, f"{{{' '.join(node.text)}}}"),), why=_STEPS)
    if node.text in facing:
        why = f"{facing[node.text]} is the player who faces {node.text}."
        yield Remedy((Edit(node.span, facing[node.text]),), why=why)
    if node.text in names:
        yield Remedy((Edit(node.span, f'"{node.text}"'),), why="A name that is given here stands in quotation marks.")


def switched(node: Atom, around: Node | None) -> Iterator[Remedy]:
    """A word that is the name of an argument which is true or false: `(is Line 3 Exact)`."""
    label = node.text[:1].lower() + node.text[1:]
    classes = REGISTRY.get(around.keyword, ()) if isinstance(around, Call) else ()
    slots = [slot for cls in classes for form in forms_of(cls) for slot in form.slots if slot.label == label]
    if node.span is not None and any(bool in type_.literals for slot in slots for type_ in slot.types):
        why = f"{label} is an argument with a name, which is true or false."
        yield Remedy((Edit(node.span, f"{label}:True"),), why=why)


def equated(node: Atom, around: Node | None) -> Iterator[Remedy]:
    """The name of an argument with an equals sign behind it: `count=5`."""
    name, sign, value = node.text.partition("=")
    if not sign or not value or node.span is None or not isinstance(around, Call):
        return
    if any(name in form.labels for cls in REGISTRY.get(around.keyword, ()) for form in forms_of(cls)):
        yield Remedy((Edit(node.span, f"{name}:{value}"),), why="A colon stands behind the name of an argument.")


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
                why = "What follows a move stands in (then …)."
                yield Remedy((Edit(node.span.sub(0, 0), "("), Edit(end, ")")), why=why)
            return
        yield Remedy((Edit(with_blanks(node.span), ""),), 0, (node.text,), _IN_ORDER)
    elif len(node.args) == 1 and node.args[0].name is None and (inner := node.args[0].value.span) is not None:
        first, last = Span(node.span.source, node.span.start, inner.start), Span(inner.source, inner.end, node.span.end)
        yield Remedy((Edit(first, ""), Edit(last, "")), 0, ("(", node.keyword), _IN_ORDER)


def _is_idle(node: Node) -> bool:
    return isinstance(node, Atom) and node.text.casefold() in IDLE


def named(node: Atom, around: Node | None, sites: Sequence[Call], names: Collection[str]) -> Iterator[Remedy]:
    """The name that a call gives, without its quotation marks. Who calls a region Corners means it by `(sites Corners)`
    outside of it, which is something else. sites: the calls of this keyword in the description; names: its strings."""
    if not isinstance(around, Call) or around.keyword not in NAMING or not around.args or node.span is None:
        return
    if around.args[0].value is not node or around.args[0].name is not None:
        return
    bare = {one.args[0].value.text for one in sites if one.args and isinstance(one.args[0].value, Atom)}
    known = node.text in names or node.text in bare
    roles = {role.value for role in RoleType}
    owned = any(isinstance(arg.value, Atom) and arg.value.text in roles for arg in around.args[1:])
    if around.keyword == "regions" and node.text.casefold() in PLAYERS and not known and not owned:
        return  # whose it is, rather than a name that nobody uses
    if node.text not in kinds_of("sites"):
        yield Remedy((Edit(node.span, f'"{node.text}"'),), why="A name stands in quotation marks.")
        return
    uses = [one.args[0].value for one in sites[:MOST_USES] if len(one.args) == 1]
    spans = [use.span for use in uses if isinstance(use, Atom) and use.text == node.text and not is_string(use)]
    own = around.span
    if around.keyword != "regions" or own is None or len(sites) > MOST_USES:
        return
    if all(span is not None and span.source is own.source for span in spans):
        others = [span for span in spans if span is not None and not own.start <= span.start < own.end]
        why = f"A name stands in quotation marks, also where this region is meant: (sites {node.text}) are others."
        yield Remedy(tuple(Edit(span, f'"{node.text}"') for span in (node.span, *others)), why=why)


def located(node: Atom, types: Sequence[Type], regions: Collection[str]) -> Iterator[Remedy]:
    """A string where a site, a region or `(piece …)` is expected: a coordinate, a name of one of the regions, or of a
    piece."""
    bases = [base for type_ in types for base in type_.bases]
    if node.kind is not AtomKind.STRING or node.span is None:
        return
    region = not {RegionFunction, IntArrayFunction}.isdisjoint(bases)
    if node.text in regions and region:
        why = "The sites of a region are (sites …) of its name."
        yield Remedy((Edit(node.span, f'(sites "{node.text}")'),), why=why)
    elif any(type_.begins_with("piece") for type_ in types if type_.bases):
        yield Remedy((Edit(node.span, f'(piece "{node.text}")'),), why="A piece is (piece …) of its name.")
    elif is_label(node.text) and IntFunction in bases:
        yield Remedy((Edit(node.span, f'(coord "{node.text}")'),), why="A site is (coord …) of its coordinate.")
    elif is_label(node.text) and region:
        why = "A region is (sites {…}) of the coordinates of its sites."
        yield Remedy((Edit(node.span, f'(sites {{"{node.text}"}})'),), why=why)


def respelt(node: Call, types: Sequence[Type]) -> Iterator[Remedy]:
    """A call with a keyword that is known, but like one that is expected: `(flip 1 2)` for `(flips 1 2)`."""
    near = nearest(node.keyword, {word for type_ in types if type_.bases for word in type_.keywords})
    forms = [form for cls in REGISTRY.get(near[0], ()) for form in forms_of(cls)] if near else []
    if node.span is not None and near[:1] != (node.keyword,) and any(len(f.slots) >= len(node.args) for f in forms):
        edits = spelt(node.span.sub(0, 1 + len(node.keyword)), node.keyword, near)
        why = f"({node.keyword} …) is something else, which has no place here."
        yield from (Remedy(edits, why=why) for edits in filter(None, [edits]))


def walked(outer: Node | None, around: Node | None, tiling: str) -> Iterator[Remedy]:
    """A list of walks with steps back, `B`, which is to turn round and to step: that many turns half a circle is. A
    leap that goes ahead alone, `forward:`, has none. Beside a step ahead it may be a turn alone."""
    if isinstance(around, Call) and any(arg.name == "forward" for arg in around.args):
        return
    turn = {"square": " R R", "rectangle": " R R", "hex": " R R R"}.get(tiling)
    walks = outer.items if isinstance(outer, Array) else ()
    if turn is None or not all(isinstance(way, Array) and is_walk(way, "FLRB") for way in walks):
        return
    edits = []
    for way in walks:
        steps = [step.text for step in way.items if isinstance(step, Atom)] if isinstance(way, Array) else []
        if {("F", "B"), ("B", "F")} & {*pairwise(steps)}:
            return
        if "B" in steps and way.span is not None:
            made, back = "", False
            for step in steps:
                if step in "FB" and back != (step == "B"):
                    made, back = made + turn, step == "B"
                made += f" {step}" if step != "B" else " F"
            edits.append(Edit(way.span, f"{{{made.strip()}}}"))
    if edits:
        yield Remedy(tuple(edits), why="A step back is to turn round and to step ahead.")
