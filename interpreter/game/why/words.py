"""Says in words what a run has asked: ludemes as their author wrote them, sites and pieces by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of, walk
from ludparse.problems.spans import Span

from ...equipment.features import NUMBER
from ...play.notation import Names
from ...play.snapshot import contents, sites
from ...play.why import Why
from ...program.program import Function
from .recording import Question, RecordingEngine, Run

__all__ = ["Words"]

SITES = (
    L.IteratorTo, L.IteratorFrom, L.IteratorBetween, L.IteratorSite, L.Last, L.TrackSiteMove, L.Ahead, L.HandSite,
    L.Coord, L.CentrePoint, L.RegionSite, L.WhereSite, L.TrackSiteFirst,
)  # fmt: skip
"""Ludemes whose value is a site."""

PLAYERS = (L.Who, L.Mover, L.Next, L.Prev, L.IteratorPlayer)
"""Ludemes whose value is a player."""

MOST = 8
"""So many sites of a region are named, and so many parts of a condition told."""


class Words:
    """The words for one game. rules: its description's tree."""

    def __init__(self, engine: RecordingEngine, rules: Ludeme, names: Names) -> None:
        self.engine = engine
        self.names = names
        self.at: dict[Span, type[Ludeme]] = {}
        for node in walk(rules):
            if node.span is not None:
                self.at.setdefault(node.span, type(node))
        used = {x for x in "cve" if f"what_{x}" in engine.program.fields}
        values = (getattr(node, name) for node in walk(rules) for name in names_of(node))
        said = {NUMBER[x] for x in values if isinstance(x, L.SiteType)}
        hands = used == {"c", "cve"[names.default]} and said <= {names.default}
        self.one_type = len(used) == 1 or hands
        """Whether all pieces of the board stand on sites of one type, so that the number of a site has one label. Sites
        of hands are cells, with numbers above those of the board."""

    # ------------------------------------------------------------------ places

    def places(self, run: Run, q: Question) -> list[Span]:
        """Where the ludeme stands that was asked: of equal ones, those within the ludeme that asked."""
        spans = list(q.about.places)
        if len(spans) > 1 and q.inside >= 0:
            for outer in run.around(q.inside):
                around = list(outer.about.places)
                inner = [s for s in spans if any(_within(s, a) for a in around)]
                if inner and len(inner) < len(spans):
                    spans = inner
                if len(spans) == 1:
                    break
        return spans

    @staticmethod
    def ludeme(span: Span) -> str:
        """The text of a ludeme on one line; of one in a define, as it stands there."""
        text = " ".join(span.text.split())
        return text if len(text) <= 100 else text[:97] + "…"

    # ------------------------------------------------------------------ values

    def site(self, index: int) -> str:
        """The label of a site."""
        if index < 0:
            return "no site"
        return self.names.site(index) if self.one_type else f"site {index}"

    def value(self, span: Span | None, q: Question) -> str:
        """What a ludeme gave."""
        if q.is_region:
            return ", ".join(self.region(q)) or "no site"
        if isinstance(q.value, bool):
            return "yes" if q.value else "no"
        kind = self.at.get(span) if span is not None else None
        if kind is not None and issubclass(kind, SITES):
            return self.site(q.value)
        if kind is not None and issubclass(kind, PLAYERS):
            return f"player {q.value}" if q.value > 0 else "nobody"
        if kind is not None and issubclass(kind, L.What):
            return self.names.piece(q.value)
        return str(q.value)

    def region(self, q: Question) -> tuple[str, ...]:
        """The labels of the sites that a region had."""
        labels = tuple(self.site(k) for k in range(q.value.bit_length()) if q.value >> k & 1)
        return labels if len(labels) <= MOST else (*labels[:MOST], f"… ({len(labels)} sites)")

    def looked_at(self, run: Run, q: Question) -> list[int]:
        """The sites that a condition asked about: the values of its ludemes that are sites."""
        found: dict[int, None] = {}
        for part in (q, *run.parts(q.number)):
            is_number = type(part.value) is int and part.value >= 0
            if is_number and self.is_argument(run, part, q) and self.is_site(run, part):
                found[part.value] = None
        return list(found)

    @staticmethod
    def is_argument(run: Run, part: Question, of: Question) -> bool:
        """Whether a part of a question is an argument of it, and not asked while moves are made for it."""
        if not isinstance(part.about, Function):
            return False
        for outer in run.around(part.inside):
            if outer is of:
                return True
            if not isinstance(outer.about, Function) or outer.value is None:
                return False
        return part is of

    def is_site(self, run: Run, q: Question) -> bool:
        """Whether the value of a ludeme is a site; that of an entry of a map where it is asked what is there."""
        if self.is_one(q, L.MapEntry):
            return any(self.is_one(x, L.Who, L.What, L.State, L.IsSite) for x in run.around(q.inside))
        return self.is_one(q, *SITES)

    def is_one(self, q: Question, *kinds: type[Ludeme]) -> bool:
        """Whether a ludeme of some kinds was asked."""
        return any(issubclass(self.at.get(s, Ludeme), kinds) for s in q.about.places)

    def holds(self, state: Any, site: int) -> str:
        """What stands on a site; nothing where that cannot be said in a word."""
        if not self.one_type:
            return ""
        fields = self.engine.program.fields

        def read(name: str) -> Any:
            return getattr(state, name)

        for name, count, levels in contents({"sites": sites(fields, read)}):  # type: ignore[typeddict-item]
            if name[1:] == str(site):
                pieces = " under ".join(self.names.piece(what) for what, *_ in levels[:4])
                owners = {who for _, who, *_ in levels}
                whose = f" of player {min(owners)}" if len(owners) == 1 and min(owners) > 0 else ""
                return f"{self.site(site)} holds {f'{count} ' if count > 1 else ''}{pieces}{whose}"
        return f"{self.site(site)} is empty"

    def attackers(self, run: Run, q: Question, state: Any) -> str:
        """Of a question whether a piece is threatened: from where, and by what. state: as it was then."""
        if not self.is_one(q, L.IsComponent) or q.value is not True or state is None:
            return ""
        moves = [(a, b) for now, a, b in run.answering if any(x is q for x in run.around(now))]
        told = [f"{self.holds(state, a) or self.site(a)}, which could go to {self.site(b)}" for a, b in moves[:3]]
        return "; ".join(dict.fromkeys(told))

    # ------------------------------------------------------------------ conditions

    def condition(self, run: Run, q: Question, state: Any, told: Callable[[str, str], str]) -> Why:
        """A question with the values that it had. state: as it was then, None where that is not to be told. told: makes
        a sentence of the ludeme and its value."""
        spans = self.places(run, q)
        span = spans[0] if spans else None
        looked = self.looked_at(run, q)
        if not looked and not isinstance(q.about, Function):
            looked = [s for s in dict.fromkeys((q.at.between, q.at.to_site)) if s >= 0][:1]
        facts = [fact for s in looked[:3] if state is not None and (fact := self.holds(state, s))]
        ludeme = self.ludeme(span) if span is not None else "the rules"
        text = told(ludeme, self.value(span, q) if isinstance(q.about, Function) else "")
        text += ": " + ", ".join(facts) if facts else ""
        more = f" (or an equal ludeme at {', '.join(map(str, spans[1:4]))})" if len(spans) > 1 else ""
        value = self.region(q) if q.is_region else q.value
        return Why(text + more, span, value, tuple(map(self.site, looked)), (), self.parts(run, q))

    def parts(self, run: Run, q: Question) -> tuple[Why, ...]:
        """The ludemes that a condition asked, with their values."""
        found: list[Why] = []
        for part in run.parts(q.number):
            if isinstance(part.about, Function) and part.value is not None and type(part.value) in (bool, int):
                outer = next(x for x in run.around(part.inside) if isinstance(x.about, Function) or x is q)
                if outer is not q:
                    continue
                spans = self.places(run, part)
                span = spans[0] if spans else None
                ludeme = self.ludeme(span) if span is not None else part.about.name
                value = self.region(part) if part.is_region else part.value
                inner = self.parts(run, part)
                found.append(Why(f"{ludeme} is {self.value(span, part)}", span, value, (), (), inner))
                if len(found) == MOST:
                    break
        return tuple(found)


def _within(inner: Span, outer: Span) -> bool:
    """Whether a place lies within another, also by way of the defines that it stands in."""
    return any(
        p.source is outer.source and outer.start <= p.start and p.end <= outer.end and p.used_at == outer.used_at
        for p in inner.places
    )
