"""Trees in which equal parts are one, so that each is looked at once.

What a define stands for keeps the place where it is used in the text around it: a wrong argument is told there. Only
what is within it is one with the same parts at other uses.
"""

from __future__ import annotations

from collections import Counter

from ludparse.problems.spans import Source, Span
from ludparse.reader.matching import use_of_define
from ludparse.reader.syntax import Arg, Array, Atom, Call, Node

__all__ = ["Sharing", "used_there"]


class Sharing:
    """Makes trees in which nodes are one and the same where they are equal and come from the same place of the text,
    and, if a define stands for them, from the same use in the text around it.
    uses: how often a call of the text is used in the tree made last."""

    def __init__(self) -> None:
        self.uses: Counter[tuple[Source, int, int]] = Counter()
        self._known: dict[tuple[object, ...], Node] = {}

    def shared(self, node: Node, around: Span | None = None) -> Node:
        """The node that stands for this one and all that are equal to it. around: the place of what it is a part of."""
        span = node.span
        place: tuple[object, ...] | None = span[:3] if span else None
        if span and around and span.used_at is not around.used_at:
            use = span.within(around.used_at)
            place = (*span[:3], *use[:2]) if use is not None and use is not span else place
        key: tuple[object, ...]
        if isinstance(node, Atom):
            return self._known.setdefault((node.text, node.kind, place), node)
        if isinstance(node, Array):
            items = tuple(self.shared(item, span) for item in node.items)
            key = (place, *items)
            return self._known.get(key) or self._known.setdefault(key, Array(items, node.place))
        if span:
            self.uses[span[:3]] += 1
        args = tuple(Arg(arg.name, self.shared(arg.value, span)) for arg in node.args)
        key = (node.keyword, place, *((arg.name, arg.value) for arg in args))
        return self._known.get(key) or self._known.setdefault(key, Call(node.keyword, args, node.place))


def used_there(span: Span, around: Span) -> Span:
    """A place within a call, in the use of a define in which the call is: equal parts of several uses are one, which
    has the place of the first use. What is no part of the define may be an argument of its use."""
    if any(place.used_at == around.used_at for place in span.places):
        return span
    places = span.places
    for number, call in enumerate(around.places):
        _, start, end, _ = use_of_define(call) if number else call
        for level, place in enumerate(places):
            if place.source is call.source and start <= place.start and place.end <= end:
                there = place._replace(used_at=call.used_at)
                for inner in reversed(places[:level]):
                    there = inner._replace(used_at=there)
                return there
    return span
