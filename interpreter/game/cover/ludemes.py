"""From what functions of a program have counted to the ludemes of the text, and why some never happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ludparse import ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme, children
from ludparse.ludemes.kinds import EndResult
from ludparse.problems.spans import Source, Span

from ...play.counts import NOTHING, Counts, counted_functions
from ...play.cover import Covered
from ...program.program import Program
from ..why.words import PLAYERS, SITES

__all__ = ["Counted", "covered", "kind_of"]

_PARTS = 3
"""So many parts of a condition are told."""

_LONGEST = 80
"""The characters of a ludeme within a reason."""


def kind_of(node: Ludeme) -> str:
    """What a ludeme does, as of `Covered.kind`; empty for one that is not counted."""
    kinds = ((L.Moves, "moves"), (L.BooleanFunction, "condition"), (L.RegionFunction, "region"),
             (EndResult, "end"), (L.IntFunction, "number"))  # fmt: skip
    return next((kind for cls, kind in kinds if isinstance(node, cls)), "")


@dataclass(frozen=True)
class Counted:
    """The ludemes of one game, with what was counted. counts: by place; ludemes that are known before the game have
    none."""

    inspection: Inspection
    source: Source
    counts: Mapping[Span, Counts]

    @classmethod
    def of(cls, inspection: Inspection, source: Source, program: Program, counts: Mapping[int, Counts]) -> Counted:
        """counts: by the numbers of the functions of a traced program."""
        rows: dict[Span, Counts] = {}
        for fn in counted_functions(program):
            for place in fn.places:
                rows[place] = rows.get(place, NOTHING).plus(counts.get(fn.index, NOTHING))
        return cls(inspection, source, rows)

    def row(self, node: Ludeme) -> Counts | None:
        """What was counted of a ludeme; None for one that is not counted."""
        return None if node.span is None or not kind_of(node) else self.counts.get(node.span)

    def happened(self, node: Ludeme) -> bool:
        """Whether it ever did what it is there for."""
        n, kind = self.row(node) or NOTHING, kind_of(node)
        return bool(n.made if kind == "moves" else n.held if kind in ("condition", "region") else n.asked)

    def places(self) -> Iterator[tuple[Ludeme, Span]]:
        """Each ludeme that is counted and where it is told: where it stands in the text, and, of the outermost one of a
        define, where that is used. Parents come first."""
        used: set[Span] = set()
        for node in self.inspection.nodes:
            if node.span is None or self.row(node) is None:
                continue
            inside = True
            for place in node.span.places:
                is_first = place is node.span or place not in used
                if place.source is self.source and is_first and inside:
                    yield node, place
                    used.add(place)
                inside = is_first

    # ------------------------------------------------------------------ reasons

    @property
    def parents(self) -> dict[int, Ludeme]:
        """The ludeme around each, by its identity."""
        return self.inspection.once(_parents)

    def reason(self, node: Ludeme) -> str:
        """Why a ludeme never happened."""
        n = self.row(node) or NOTHING
        if not n.asked:
            return self.not_asked(node)
        if isinstance(node, L.BooleanFunction):
            return f"it was asked {n.asked:,} times and never held" + _since(self.detail(node))
        if isinstance(node, L.RegionFunction):
            return f"it was asked {n.asked:,} times and never had a site" + _since(self.conditions(node))
        return f"it was asked {n.asked:,} times and never made anything" + _since(self.conditions(node))

    def not_asked(self, node: Ludeme) -> str:
        """Why a ludeme was never asked: what the nearest one around it shows that was."""
        inner = node
        while (outer := self.parents.get(id(inner))) is not None:
            if isinstance(outer, L.Phase):
                return f"the phase {outer.name!r} was never reached"
            if isinstance(outer, L.EquipmentPiece):
                return f"no {outer.name} was ever asked for a move"
            beside = [x for x in children(outer) if x is not inner and isinstance(x, L.BooleanFunction)]
            for condition in beside:
                if self.is_never(condition):
                    return self.never_held(condition)
            n = self.row(outer)
            if n is not None and n.asked:
                for condition in beside:
                    m = self.row(condition) or NOTHING
                    if m.asked and m.held == m.asked:
                        return f"{_text(condition)} always held"
                before = [x for x in children(outer) if isinstance(x, L.Moves)]
                if isinstance(outer, L.Priority) and inner in before[1:]:
                    return f"the moves before it in {_text(outer)} always came first"
                return f"{_text(outer)} was asked {n.asked:,} times and never came to it"
            if isinstance(outer, L.End):
                return "the end rules before it always decided"
            inner = outer
        return "what it stands in was never asked"

    def is_never(self, node: Ludeme) -> bool:
        """Whether a condition was asked and never held."""
        n = self.row(node)
        return n is not None and n.asked > 0 and not n.held

    def never_held(self, condition: Ludeme) -> str:
        """Says of a condition that it never held, and what its parts were."""
        return f"{_text(condition)} never held" + _since(self.detail(condition))

    def detail(self, condition: Ludeme) -> str:
        """What the parts of a condition were that never held."""
        parts = [x for x in children(condition) if isinstance(x, L.BooleanFunction)]
        if isinstance(condition, L.Not):
            return ", ".join(f"{_text(x)} always held" for x in parts)
        never = [x for x in parts if self.is_never(x)]
        if never:
            return "; ".join(map(self.never_held, never[:_PARTS]))
        if parts and isinstance(condition, L.BoolAnd):
            return "each part held at times, and never all together"
        numbers = (self.number(x) for x in children(condition) if isinstance(x, L.IntFunction))
        return ", ".join([x for x in numbers if x][:_PARTS])

    def number(self, node: Ludeme) -> str:
        """Between what a number was; empty for what is a site or a player, and what was never asked."""
        n = self.row(node)
        if n is None or not n.asked or isinstance(node, SITES + PLAYERS):
            return ""
        return f"{_text(node)} was {n.least}" + (f" to {n.most}" if n.most != n.least else "")

    def conditions(self, node: Ludeme) -> str:
        """The conditions and regions of a ludeme that never were anything."""
        found = []
        todo = children(node)[::-1]
        while todo:
            inner = todo.pop()
            if isinstance(inner, L.Moves):
                continue
            n = self.row(inner)
            if n is not None and n.asked and not n.held and isinstance(inner, L.BooleanFunction):
                found.append(self.never_held(inner))
            elif n is not None and n.asked and not n.held and isinstance(inner, L.RegionFunction):
                found.append(f"{_text(inner)} never had a site")
            else:
                todo += children(inner)[::-1]
        return "; ".join(found[:_PARTS])


def covered(games: Iterable[Counted]) -> tuple[Covered, ...]:
    """The ludemes of a text, in its order. games: it with each choice of options; a ludeme has the sum of all."""
    sums: dict[tuple[int, int, str], tuple[Span, Counts]] = {}
    reasons: dict[tuple[int, int, str], str] = {}
    for game in games:
        for node, place in game.places():
            key = (place.start, place.end, kind_of(node))
            n = game.row(node) or NOTHING
            sums[key] = place, sums[key][1].plus(n) if key in sums else n
            if game.happened(node):
                reasons[key] = ""
            elif key not in reasons:
                reasons[key] = game.reason(node)
    found = []
    for (start, end, kind), (place, n) in sums.items():
        has_numbers = kind == "number" and n.asked > 0
        least, most = (n.least, n.most) if has_numbers else (None, None)
        plain = Span(place.source, start, end)
        never = reasons[start, end, kind]
        found.append(Covered(plain, kind, n.asked, n.held, n.made, n.offered, n.played, n.removed, least, most, never))
    return tuple(sorted(found, key=lambda x: (x.place.start, -x.place.end)))


def _parents(inspection: Inspection) -> dict[int, Ludeme]:
    return {id(below): node for node in inspection.nodes for below in children(node)}


def _text(node: Ludeme) -> str:
    text = "" if node.span is None else " ".join(node.span.text[:400].split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _since(detail: str) -> str:
    return f", since {detail}" if detail else ""
