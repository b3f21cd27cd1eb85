"""Ways to group the arguments of a call otherwise, where one of them has no place: a bracket closed too early or too
late, or arguments that belong together in a list, or in `and` or `or`.

Each is a remedy that is to be tried: what is right the other types in the text say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from ludparse.binding.bind import may_fit, shape
from ludparse.binding.parts import in_text_of
from ludparse.binding.signatures import Form, Type, forms_of, type_of_class
from ludparse.ludemes.base import REGISTRY
from ludparse.ludemes.kinds import Decision, Moves, NonDecision, RegionFunction
from ludparse.problems.errors import Edit, Remedy
from ludparse.problems.spans import Span
from ludparse.reader.mending import labelled_span, with_blanks
from ludparse.reader.syntax import Arg, Array, Atom, Call, Node, walk

__all__ = ["Regrouping", "joined"]

_CLOSERS = re.compile(r"[\s)}]*")
_MAX_LEVELS = 4
"""Brackets that one argument is moved past; a whole rule past one alone."""
_NEAR = 4
"""Arguments before one of which it is seen in which column they begin."""


class Regrouping:
    """Regroups the arguments of the calls of a tree."""

    def __init__(self, root: Node) -> None:
        self._parents: dict[int, Call | Array] = {}
        self._numbers: dict[int, dict[int, int]] = {}
        self._groups: dict[int, list[list[Remedy]]] = {}
        for node in walk(root):
            inside = [arg.value for arg in node.args] if isinstance(node, Call) else ()
            for below in node.items if isinstance(node, Array) else inside:
                self._parents[id(below)] = node  # type: ignore[assignment]

    def around(self, node: Node | None) -> Call | Array | None:
        """The call or list in which a node stands."""
        return self._parents.get(id(node))

    def remedies(self, call: Call, arg: Arg) -> Iterator[Remedy]:
        """All ways to place an argument of a call otherwise."""
        number = self._number(call, arg)
        span = _place(call, arg)
        if number is None or span is None or not _same_text(call.span, span):
            return
        yield from self._together(call)[number]
        passed = _passed(call, arg)
        if passed is not None and passed is not call.args[number - 1].value:
            if passed.span is not None and _same_text(passed.span, span):  # not into `(to …)`, which passes nothing
                closing = Span(span.source, passed.span.end - 1, passed.span.end)
                why = "What happens to each piece that is passed stands in (between …)."
                yield Remedy((Edit(closing, f" {span.text})"), Edit(with_blanks(span), "")), why=why)
            return
        yield from self._inwards(call, number, span)
        head = _head(arg.value) if isinstance(arg.value, Call) and arg.value.keyword == "then" else None
        if head is not None and call.keyword in ("to", "between") and _asks_before(arg.value, None):
            why = f"What happens in ({call.keyword} …) stands in (apply …); (then …) follows the whole move."
            yield Remedy((Edit(head.sub(1, 5), "apply"),), why=why)
        elif number and not _happens_there(call, number):  # what a call is about is not taken out of it
            yield from self._outwards(call, number, span)

    def _number(self, call: Call, arg: Arg) -> int | None:
        """Which argument of a call it is; None if it is none."""
        known = self._numbers.get(id(call))
        if known is None:
            known = self._numbers[id(call)] = {id(other): i for i, other in enumerate(call.args)}
        return known.get(id(arg))

    def _inwards(self, call: Call, number: int, span: Span) -> Iterator[Remedy]:
        """Into what stands before it, or into the last part of that, and so on: brackets were closed too early."""
        if number == 0:
            return
        outer = inner = call.args[number - 1].value
        most = _MAX_LEVELS
        if _is_beside(call, number):  # the lines say that it stands beside what is before it
            most = 0 if _is_rule(call.args[number].value) else 1
        elif _is_rule(call.args[number].value):
            most = 1
        for level in range(1, most + 1):
            place = inner.span
            if isinstance(inner, Call | Array) and place is not None and outer.span is not None:
                closing = Span(place.source, place.end - 1, outer.span.end)
                if not _same_text(place, span) or not _CLOSERS.fullmatch(closing.text):
                    return
                behind = Span(span.source, span.end, span.end)
                where = f"({inner.keyword} …), which was" if isinstance(inner, Call) else "the list, which was"
                edits = Edit(closing, ""), Edit(behind, "".join(closing.text.split()))
                yield Remedy(edits, level, why=f"It belongs into {where} closed too early.")
                parts = inner.items if isinstance(inner, Array) else [arg.value for arg in inner.args]
                if not parts:
                    return
                inner = parts[-1]

    def _outwards(self, call: Call, number: int, span: Span) -> Iterator[Remedy]:
        """Out of the call, with all that follows it there, and out of those around it that end there too."""
        if _is_beside(call, number):
            return
        before = in_text_of(call, call.args[number - 1].value)
        last = _place(call, call.args[-1])
        outer: Call | Array | None = call
        for level in range(1, _MAX_LEVELS + 1):
            place = outer.span if outer is not None else None
            if place is None or before is None or last is None or not _same_text(place, span):
                return
            if id(outer) not in self._parents:
                return  # nothing stands outside of the game
            closing = Span(place.source, last.end, place.end)
            if not _CLOSERS.fullmatch(closing.text) or not _same_text(before, span):
                return
            behind = Span(before.source, before.end, before.end)
            edits = Edit(behind, "".join(closing.text.split())), Edit(closing, "")
            inner, outer = outer, self._parents.get(id(outer))
            what = f"({inner.keyword} …)" if isinstance(inner, Call) else "the list"
            yield Remedy(edits, level, why=f"It stands beside {what}, which was closed too late.")

    def _together(self, call: Call) -> list[list[Remedy]]:
        """For each argument of a call the ways to put it, with its neighbours of the same sort, in braces, or in `and`
        or `or`. Found once for all arguments, of which there may be thousands."""
        known = self._groups.get(id(call))
        if known is None:
            known = self._groups[id(call)] = [[] for _ in call.args]
            for first, last, remedy in _groups(call):
                for number in range(first, last):
                    known[number].append(remedy)
        return known


def _groups(call: Call) -> Iterator[tuple[int, int, Remedy]]:
    """What can stand together of the arguments of a call: from which one, before which one, and how."""
    forms = [form for cls in REGISTRY.get(call.keyword, ()) for form in forms_of(cls)]
    texts: set[tuple[int, int, str]] = set()
    for type_ in _lists(forms):
        for first, last in _runs(call.args, type_):
            if remedy := _around(call, call.args[first:last], "{", "}", texts):
                yield first, last, remedy
    for type_, word in ((_MOVES, "or"), (_EFFECTS, "and")):
        unnamed = [[slot for slot in form.slots if slot.label is None] for form in forms]
        takers = [slots for slots in unnamed if sum(_takes(slot.types, word) for slot in slots) == 1]
        for first, last in _runs(call.args, type_) if takers else ():
            run = call.args[first:last]
            if word == "or" and any(_may_go_on(arg.value) for arg in run[:-1]):
                continue  # what follows is a choice beside it, or what is done else
            if joined([arg.value for arg in run]) == word:
                before, after = (f"({word} ", ")") if len(run) == 2 else (f"({word} {{", "})")
                if remedy := _around(call, run, before, after, texts):
                    yield first, last, remedy


def _may_go_on(node: Node) -> bool:
    """Whether it is an `if` that does not say what is done else."""
    return isinstance(node, Call) and node.keyword == "if" and len(node.args) == 2


def _asks_before(node: Node, around: Call | None) -> bool:
    """Whether something asks what stands at the site to which a move goes, or that it passes, or changes that: as it
    is before the move, and not where that site lies. Within `(to …)` and `(between …)` sites of another move are meant.
    """
    if isinstance(node, Array):
        return any(_asks_before(item, around) for item in node.items)
    if not isinstance(node, Call):
        return False
    if node.keyword in ("to", "between"):
        first = around.args[0].value if around is not None and not node.args else None
        classes = REGISTRY.get(around.keyword, ()) if around is not None else ()
        region = any(issubclass(cls, RegionFunction) for cls in classes)
        return first is not None and not region and not (isinstance(first, Atom) and first.text == "In")
    return any(_asks_before(arg.value, node) for arg in node.args)


def joined(nodes: Sequence[Node]) -> str:
    """The word that joins some moves: `or` for choices, `and` for effects; empty where there are both or neither."""
    sorts = {word for node in nodes for word in _sorts(node)}
    return sorts.pop() if len(sorts) == 1 else ""


def _sorts(node: Node) -> Iterator[str]:
    """What joins a move, or the moves within an operator such as `if`, with others."""
    if isinstance(node, Array):
        for item in node.items:
            yield from _sorts(item)
    if not isinstance(node, Call) or not may_fit(_MOVES, shape(node)):
        return
    inside = [word for arg in node.args for word in _sorts(arg.value)] if node.keyword in _OPERATORS else []
    if inside or node.keyword in _OPERATORS:
        yield from inside
    else:
        yield "and" if may_fit(_EFFECTS, shape(node)) else "or"


_OPERATORS = ("if", "forEach", "or", "and", "apply")
_JOINED = {
    "": "Several of them are a list in braces.",
    "or": "Moves of which one is chosen are joined by (or …).",
    "and": "Effects that all happen are joined by (and …).",
}
_MOVES, _EFFECTS = type_of_class(Moves), type_of_class(NonDecision)


def _takes(types: Sequence[Type], word: str) -> bool:
    """Whether some types take moves that are joined by a word."""
    wanted = NonDecision if word == "and" else Decision
    bases = [base for one in types for base in one.bases if issubclass(base, Moves)]
    return any(issubclass(wanted, base) or issubclass(base, wanted) for base in bases)


def _lists(forms: Sequence[Form]) -> Iterator[Type]:
    types = chain.from_iterable(slot.types for form in forms for slot in form.slots if slot.label is None)
    seen: set[int] = set()
    for type_ in types:
        if type_.item is not None and id(type_.item) not in seen:
            seen.add(id(type_.item))
            yield type_.item


def _runs(args: Sequence[Arg], type_: Type) -> Iterator[tuple[int, int]]:
    """Where arguments begin and end, two or more, that may all be of a type; none of them has a name."""
    first = 0
    for number in range(len(args) + 1):
        if number == len(args) or not _in_run(args[number], type_):
            if number - first > 1:
                yield first, number
            first = number + 1


def _in_run(arg: Arg, type_: Type) -> bool:
    value = arg.value
    strange = isinstance(value, Call) and value.keyword not in REGISTRY
    return arg.name is None and (strange or may_fit(type_, shape(value)))


def _around(
    call: Call, run: Sequence[Arg], before: str, after: str, texts: set[tuple[int, int, str]]
) -> Remedy | None:
    """Something around some arguments, unless that was proposed already."""
    first, last = in_text_of(call, run[0].value), in_text_of(call, run[-1].value)
    if first is None or last is None or not _same_text(first, last):
        return None
    key = first.start, last.end, before
    if key in texts:
        return None
    texts.add(key)
    start, end = Span(first.source, first.start, first.start), Span(last.source, last.end, last.end)
    return Remedy((Edit(start, before), Edit(end, after)), why=_JOINED[before.strip("({ ")])


def _passed(call: Call, arg: Arg) -> Call | None:
    """The `(between …)` of a move to which an effect belongs that is about what is passed: it happens for each of
    these."""
    value = arg.value
    if not isinstance(value, Call) or value.keyword != "apply":
        return None
    if not any(isinstance(node, Call) and node.keyword == "between" and not node.args for node in walk(value)):
        return None
    places = (other.value for other in call.args[:_NEAR] if isinstance(other.value, Call))
    return next((place for place in places if place.keyword == "between"), None)


def _happens_there(call: Call, number: int) -> bool:
    """Whether an argument says, directly after a place of a move, what happens there: that is no move beside it."""
    place, value = call.args[number - 1].value, call.args[number].value
    applied = isinstance(value, Call) and value.keyword == "apply"
    return applied and isinstance(place, Call) and place.keyword in ("to", "between")


def _is_beside(call: Call, number: int) -> bool:
    """Whether an argument begins a line, in the same column as one of those just before it."""
    columns = [_column(_place(call, arg)) for arg in call.args[max(0, number - _NEAR) : number + 1]]
    return columns[-1] is not None and columns[-1] in columns[:-1]


def _place(call: Call, arg: Arg) -> Span | None:
    """Where an argument of a call stands in the text that holds its brackets, with its name."""
    return labelled_span(arg, in_text_of(call, arg.value))


def _column(span: Span | None) -> int | None:
    """The column in which an argument begins a line; None where something stands before it."""
    if span is None:
        return None
    text, start = span.source.text, span.start
    before = text[text.rfind("\n", 0, start) + 1 : start]
    return len(before) if not before.strip() else None


def _is_rule(node: Node) -> bool:
    """Whether it is moves among which a player chooses."""
    return joined([node]) == "or"


def _head(call: Call) -> Span | None:
    """The bracket and the keyword of a call; None where the keyword does not follow the bracket at once."""
    head = f"({call.keyword}"
    return call.span.sub(0, len(head)) if call.span is not None and call.span.text.startswith(head) else None


def _same_text(one: Span | None, other: Span | None) -> bool:
    return one is not None and other is not None and one.source is other.source and one.used_at == other.used_at
