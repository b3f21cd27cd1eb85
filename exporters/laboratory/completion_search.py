"""All completions of a partial text, one after the other, the best by score first."""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludparse.problems.errors import LudError
from ludparse.problems.spans import Span
from ludparse.reader.matching import open_parts

from .lenders import Lender
from .parts import Clause, one_line, parts_like, read_clause, surroundings

__all__ = ["Completed", "Filled", "Search"]


@dataclass(frozen=True)
class Filling:
    """What may stand where a part is left open. lenders: the games that have it there, the nearest first; none for a
    choice that the description itself names."""

    text: str
    lenders: tuple[Lender, ...] = ()

    @property
    def score(self) -> float:
        """That of the nearest game; infinite for a choice of the description's own, which nothing speaks against."""
        return self.lenders[0].score if self.lenders else float("inf")


@dataclass(frozen=True)
class Filled:
    """A part that was left open. number: of the part in the partial text, from 0; one within a choice has the number of
    the outer one. open: how it was left open."""

    number: int
    open: str
    filling: Filling


@dataclass(frozen=True)
class Completed:
    """A text, whose first `open_parts` have been filled. numbers: of the parts that are left. total: the sum of the
    scores of the parts that games lent, lent: how many these are."""

    text: str
    numbers: tuple[int, ...]
    filled: tuple[Filled, ...] = ()
    total: float = 0.0
    lent: int = 0

    @property
    def score(self) -> float | None:
        """The mean of the scores of what games lent, as in Ludii; None where nothing is lent."""
        return self.total / self.lent if self.lent else None


@dataclass(frozen=True)
class _Outlook:
    """What the parts of a text after the first one may add to its score. most: the greatest score of a game. certain,
    number: the sum of the best scores of those that have to be lent, and how many these are. possible: the best scores
    of those that need not be, or are not known yet, the greatest first."""

    most: float
    certain: float
    number: int
    possible: Sequence[float]

    def bound(self, node: Completed, filling: Filling) -> float:
        """No less than the score of any completion with something in the first part; infinite for one that may have
        none."""
        own = not filling.lenders
        total, lent = node.total + self.certain + (0.0 if own else filling.score), node.lent + self.number + (not own)
        if not lent:
            return float("inf")
        for score in [self.most, *self.possible] if own and open_parts(filling.text) else self.possible:
            if score > total / lent:
                total, lent = total + score, lent + 1
        return total / lent


@dataclass
class Search:
    """Completes a text of one line. spans: the places of its parts in the source. seed: in which order parts with the
    same score come."""

    text: str
    spans: Sequence[Span | None]
    lenders: Sequence[Lender]
    seed: int = 0
    _clauses: dict[str, Clause] = field(default_factory=dict)
    _known: dict[tuple[str, tuple[tuple[str, str], ...]], list[Filling]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Completed]:
        """Each text once. Raises LudError with the place of a part where nothing can stand, or that is written
        wrongly."""
        start = Completed(self.text, tuple(range(len(open_parts(self.text)))))
        self._refuse_hopeless(start)
        order = itertools.count()
        waiting: list[tuple[float, int, int, Completed, _Outlook, Sequence[Filling], int]] = []
        seen: set[str] = set()

        def wait(node: Completed, outlook: _Outlook, fillings: Sequence[Filling], at: int) -> None:
            bound = outlook.bound(node, fillings[at])
            heapq.heappush(waiting, (-bound, -len(node.filled), next(order), node, outlook, fillings, at))

        def expand(node: Completed) -> None:
            outlook = self._outlook(node)
            if outlook is None:
                return
            fillings = self._fillings(node)
            lent = [filling for filling in fillings if filling.lenders]
            for filling in fillings[: len(fillings) - len(lent)]:
                wait(node, outlook, [filling], 0)
            if lent:  # the others of them wait until the best of them has been taken
                wait(node, outlook, lent, 0)

        expand(start)
        while waiting:
            _, _, _, node, outlook, fillings, at = heapq.heappop(waiting)
            if at + 1 < len(fillings):
                wait(node, outlook, fillings, at + 1)
            child = self._child(node, fillings[at])
            if child.numbers:
                expand(child)
            elif child.text not in seen:
                seen.add(child.text)
                yield child

    def _child(self, node: Completed, filling: Filling) -> Completed:
        start, end = open_parts(node.text)[0]
        number = node.numbers[0]
        inner = (number,) * len(open_parts(filling.text))
        return Completed(
            one_line(f"{node.text[:start]}{filling.text}{node.text[end:]}"),
            inner + node.numbers[1:],
            (*node.filled, Filled(number, node.text[start:end], filling)),
            node.total + (filling.score if filling.lenders else 0.0),
            node.lent + bool(filling.lenders),
        )

    # ------------------------------------------------------------------ what can stand

    def _clause(self, node: Completed, which: int) -> Clause:
        start, end = open_parts(node.text)[which]
        text = node.text[start + 1 : end - 1]
        if text not in self._clauses:
            self._clauses[text] = read_clause(text, self.spans[node.numbers[which]])
        return self._clauses[text]

    def _around(self, node: Completed, which: int) -> tuple[tuple[str, str], ...]:
        """What stands before and behind a part, for each of the levels that it asks for."""
        start, end = open_parts(node.text)[which]
        around = []
        for level in self._clause(node, which).levels:
            found = surroundings(node.text, start, end, level)
            if found is None:
                raise LudError(
                    f"there are not {level} brackets around this part", self.spans[node.numbers[which]],
                    hint="Each # stands for one more bracket around the part: [#], [##], [###].",
                )  # fmt: skip
            around.append(found)
        return tuple(around)

    def _fillings(self, node: Completed, which: int = 0) -> list[Filling]:
        """What can stand in a part: first the description's own choices, then the rest by score."""
        clause, around = self._clause(node, which), self._around(node, which)
        start, end = open_parts(node.text)[which]
        key = node.text[start:end], around
        if key not in self._known:
            lent: dict[str, list[Lender]] = {}
            for before, behind in around:
                for lender in self.lenders:
                    for part in parts_like(lender.text, before, behind):
                        if clause.allows(part) and lender not in lent.setdefault(part, []):
                            lent[part].append(lender)
            own = [Filling(choice) for choice in dict.fromkeys(clause.choices) if clause.allows(choice)]
            chosen = {filling.text for filling in own}
            others = [
                Filling(part, tuple(sorted(lenders, key=lambda lender: -lender.score)))
                for part, lenders in lent.items() if lenders and part not in chosen
            ]  # fmt: skip
            others.sort(key=self._order)
            self._known[key] = own + others
        return self._known[key]

    def _order(self, filling: Filling) -> tuple[float, int, float]:
        """By score; then what more games have comes first, and then chance decides."""
        return -filling.score, -len(filling.lenders), random.Random(f"{self.seed}/{filling.text}").random()

    def _refuse_hopeless(self, node: Completed) -> None:
        """Raises LudError for the first part where nothing can stand, whatever stands in those before it."""
        for which, number in enumerate(node.numbers):
            around = self._around(node, which)
            if any(open_parts(before) for before, _ in around) or self._fillings(node, which):
                continue
            clause = self._clause(node, which)
            if around:
                which_bracket = _shown(around[-1][0])
                message = f"no game at hand has anything here, after {which_bracket}"
                hint = "A word may be misspelt, or a library may help: --library PLACE names one."
            else:
                message, hint = "none of the choices is left", ""
            if clause.required or clause.refused:
                hint = "What [+ …] asks for and [- …] refuses leaves nothing."
            raise LudError(message, self.spans[number], hint=hint)

    # ------------------------------------------------------------------ in which order

    def _outlook(self, node: Completed) -> _Outlook | None:
        """What the parts after the first one may add; None if nothing can stand in one of them."""
        most = self.lenders[0].score if self.lenders else 0.0
        certain: list[float] = []
        possible: list[float] = []
        for which in range(1, len(node.numbers)):
            if any(open_parts(before) for before, _ in self._around(node, which)):
                possible.append(most)  # what can stand here depends on what will stand before it
                continue
            fillings = self._fillings(node, which)
            if not fillings:
                return None
            best = next((filling.score for filling in fillings if filling.lenders), None)
            if fillings[0].lenders:
                certain.append(fillings[0].score)
            elif best is not None:
                possible.append(best)
            if any(open_parts(filling.text) for filling in fillings if not filling.lenders):
                possible.append(most)
        return _Outlook(most, sum(certain), len(certain), sorted(possible, reverse=True))


def _shown(text: str) -> str:
    return text if len(text) <= 60 else f"… {text[-60:]}"
