"""Finds the questions on whose answers a move hangs: by answering them otherwise, and looking whether it is there.

Nothing is inferred from what the program looks like: what is told has happened in a run. Most runs look at the move
alone (`Only`). What they show counts only if a run of everything shows it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludparse.problems.errors import LudError

from ...backends.python.makers import MadeMove
from ...program.program import Function
from .recording import Only, Question, RecordingEngine, Run, key_of

__all__ = ["Found", "Search", "Target", "parts_of"]

MAX_FORCED = 4
"""So many questions are answered otherwise at most, to make one move."""

MAX_WORK = 1_500_000
"""So many questions are asked at most in all runs of a search that look at the move alone."""

MAX_SURE = 3_000_000
"""So many are asked at most in those that look at everything."""

MAX_PARTS = 20
"""So many parts of a condition are looked at, each by itself."""

Forced = Mapping[int, int]


@dataclass(frozen=True)
class Target:
    """The moves that are asked about. is_one: tells them. only: where they begin and end."""

    is_one: Callable[[MadeMove], bool]
    only: Only


@dataclass(frozen=True)
class Found:
    """Questions that have to be answered otherwise for the move to come or to go.

    forced: with how (`Run.forced`). asked: each of them, and the run in which the ones before it were answered
    otherwise, with its parts. others: so many other moves come or go with it. maker: the function of the ludeme that
    makes the move, -1 where none does.
    """

    forced: Forced
    asked: tuple[tuple[Question, Run], ...]
    others: int
    maker: int


class Search:
    """A position, and the runs of it."""

    def __init__(
        self, engine: RecordingEngine, state: Any, target: Target, explains: Callable[[Question], bool]
    ) -> None:
        """explains: whether a question that refuses a move is told alone, whatever else would make the move."""
        self.engine = engine
        self.state = state
        self.target = target
        self.explains = explains
        self.work: Counter[bool] = Counter()  # questions that were asked, of everything and of the move alone
        self.plain: dict[tuple[bool, bool], Run] = {}  # runs without other answers, which are looked at again and again
        self.complete = True
        """Whether everything was tried that may matter, up to `MAX_FORCED` questions at a time."""
        base = self.run({}, everything=True)
        if base is None:
            engine.record_moves(state)  # raises what is wrong
            raise AssertionError
        self.base = base
        self.before = self.base.keys
        self.only: Only | None = target.only
        quick = self.run({})
        if quick is None or len(self.targets(quick)) != len(self.targets(self.base)):
            self.only, quick = None, self.base
            self.plain = {(False, True): self.base}
        self.quick = quick

    # ------------------------------------------------------------------ runs

    def run(self, forced: Forced, *, whole: bool = False, everything: bool = False) -> Run | None:
        """A run with other answers; None where the rules fail, or where too much has been tried. everything: not of the
        move alone."""
        if self.work[everything] > (MAX_SURE if everything else MAX_WORK):
            self.complete = False
            return None
        kind = whole, everything
        if not forced and kind in self.plain:
            return self.plain[kind]
        only = None if everything else self.only
        try:
            run = self.engine.record_moves(self.state, forced, whole=whole, only=only)
        except (LudError, RecursionError, ArithmeticError, LookupError):
            run = None
        self.work[everything] += len(self.engine.run.questions) + 100
        if not forced and run is not None:
            self.plain[kind] = run
        return run

    def targets(self, run: Run) -> list[MadeMove]:
        """The moves of a run that are asked about."""
        return [m for m in run.moves if self.target.is_one(m)]

    def others(self, run: Run) -> int:
        """How many other moves came or went in a run of everything."""
        after = run.keys
        changed: Counter[Hashable] = (after - self.before) + (self.before - after)
        for m in [*self.targets(run), *self.targets(self.base)]:
            changed.pop(key_of(m), None)
        return sum(changed.values())

    # ------------------------------------------------------------------ what may matter

    def about(self, q: Question) -> bool:
        """Whether a question is asked about one of the moves: at its sites, or of none in particular."""
        at, (begins, ends) = q.at, self.target.only
        if at.tried is not None:
            return at.tried[1] in ends and (not begins or at.tried[0] in begins)
        if at[:4] == self.outside or at.from_site in begins or at.site in begins:
            return True
        anywhere = not begins or begins <= ends or at.from_site == self.outside[0]
        return anywhere and not ends.isdisjoint((at.to_site, at.site))

    def is_own(self, q: Question) -> bool:
        """Whether a question is asked about single moves or sites."""
        return q.is_region or q.at.tried is not None or q.at[:4] != self.outside

    @cached_property
    def outside(self) -> tuple[int, ...]:
        """The context in which the rules are asked for moves."""
        first = next((q for q in self.base.questions if q is not None), None)
        return first.at[:4] if first is not None else ()

    def ways(self, q: Question) -> Iterator[int]:
        """How a question can be answered otherwise."""
        if q.is_region:
            yield from sorted(s for s in self.target.only.ends | self.target.only.begins if s >= 0)
        else:
            yield 0

    # ------------------------------------------------------------------ moves that are not there

    def what_makes(self) -> list[Found]:
        """What would have to be answered otherwise for a move to come: the fewest questions, for each ludeme that would
        make it. Several that begin with one about the whole turn and change other moves as well say nothing of this
        one: with other dice, another move would have been there."""
        sets: list[dict[int, int]] = []
        found: list[Found] = []
        level: list[tuple[dict[int, int], list[Question]]] = [({}, [q for q in self.quick.roots() if self.about(q)])]
        before: dict[tuple[int, ...], Run] = {(): self.quick}
        for _ in range(MAX_FORCED):
            following = []
            for forced, candidates in level:
                for q in candidates:
                    for way in self.ways(q):
                        now = forced | {q.number: way}
                        if (q.is_region and q.value >> way & 1) or any(s.items() <= now.items() for s in sets):
                            continue
                        run = self.run(now)
                        if run is None:
                            continue
                        if self.targets(run):
                            sets.append(now)
                            found += self.sure(now, comes=True)
                        elif new := self.new(before[*forced], run, q):
                            before[*now] = run
                            following.append((now, new))
            if found or not self.complete:
                break
            level = following
        found = [f for f in found if any(self.explains(q) for q, _ in f.asked)] or found
        return [f for f in _best(found) if len(f.forced) == 1 or not f.others or self.is_own(f.asked[0][0])]

    def new(self, before: Run, after: Run, q: Question) -> list[Question]:
        """The questions about the move that are asked only after another one was answered otherwise."""
        old = [x for x in before.roots() if x.number > q.number]
        new = [x for x in after.roots() if x.number > q.number]
        while old and new and _same(old[-1], new[-1]):
            old.pop()
            new.pop()
        k = 0
        while k < len(old) and k < len(new) and _same(old[k], new[k]):
            k += 1
        return [x for x in new[k:] if self.about(x)]

    # ------------------------------------------------------------------ moves that are there

    def what_allows(self) -> list[Found]:
        """What would have to be answered otherwise for a move to go: single questions, in the order in which they are
        asked. Questions about the move itself come before those about the whole turn, which decide about others too."""
        found = []
        for q in self.quick.roots():
            if self.about(q):
                for way in self.ways(q):
                    if not q.is_region or q.value >> way & 1:
                        run = self.run({q.number: way})
                        if run is not None and not self.targets(run):
                            found += self.sure({q.number: way}, comes=False)
        written = [f for f in found if isinstance(f.asked[0][0].about, Function)]  # by the author
        own = [f for f in written if self.is_own(f.asked[0][0])] or [f for f in found if self.is_own(f.asked[0][0])]
        alone = [f for f in found if f not in own and not f.others]
        turn = [f for f in written if f not in own and f.others]
        return [*_best(own), *_best(alone), *_best(turn)] if own else _best(found)

    # ------------------------------------------------------------------ what is sure

    def sure(self, forced: Forced, *, comes: bool) -> list[Found]:
        """What a run of everything shows of answers that make the move come or go in one of the move alone; none where
        it does not show that. Of each question, the innermost parts are taken that do it."""
        return self.shown(forced, comes, inner=True) or self.shown(forced, comes, inner=False)

    def shown(self, forced: Forced, comes: bool, *, inner: bool) -> list[Found]:
        """What a run of everything shows. inner: of the parts of questions, else of the questions themselves."""
        before: dict[int, int] = {}
        small: dict[int, int] = {}
        large: dict[int, int] = {}
        asked: list[tuple[Question, Run]] = []
        for number, way in sorted(forced.items()):
            first, there = self.run(before), self.run(small, whole=True)
            if first is None or there is None:
                return []
            root = _located(first, first[number], there)
            if root is None:
                return []
            for part, how in (self.narrowed(small, there, root, way) if inner else {root.number: way}).items():
                everything = self.run(large, whole=True, everything=True)
                at = None if everything is None else _located(there, root, everything)
                if at is None or everything is None or at.number + part - root.number >= len(everything.questions):
                    return []
                at = everything[at.number + part - root.number]
                if at.number in large:
                    return []
                asked.append((at, everything))
                small[part] = large[at.number] = how
            before[number] = way
        run = self.run(large, everything=True)
        if run is None or bool(self.targets(run)) != comes:
            return []
        maker = self.maker(run if comes else self.base, self.targets(run if comes else self.base)[0])
        return [Found(large, tuple(asked), self.others(run), maker)]

    def narrowed(self, rest: Forced, whole: Run, root: Question, way: int) -> Forced:
        """The innermost part of a question that alone gives it its other answer, or two parts that do so together, in a
        run of the move alone; the question itself where there is no such part, or more than one. Of a region that is a
        condition asked at its site `way`."""
        part, how = root, way
        while True:
            parts = parts_of(whole, part, how)
            good = [q for q in parts if self.turns(root, way, rest, {q.number: how if q.is_region else 0})]
            if not good and parts:
                two = self.two(rest, whole, root, way, part, parts)
                if two:
                    return two
            if len(good) != 1:
                return {root.number: way} if part.is_region else {part.number: how}
            part = good[0]
            how = how if part.is_region else 0

    def two(
        self, rest: Forced, whole: Run, root: Question, way: int, within: Question, parts: list[Question]
    ) -> Forced:  # fmt: skip
        """Two parts of a question that together give it its other answer: one, and one that is asked after that."""
        for part in parts:
            run = None if part.is_region else self.run({**rest, part.number: 0}, whole=True)
            for other in () if run is None else parts_of(run, run[within.number], way):
                forced = {part.number: 0, other.number: 0}
                if other.number > part.number and not other.is_region and self.turns(root, way, rest, forced):
                    return forced
        return {}

    def turns(self, root: Question, way: int, rest: Forced, forced: Forced) -> bool:
        """Whether other answers to parts of a question give it its other answer."""
        run = self.run({**rest, **forced})
        if run is None or root.number >= len(run.questions):
            return False
        return bool(run[root.number].value == (root.value ^ 1 << way if root.is_region else not root.value))

    @staticmethod
    def maker(run: Run, move: MadeMove) -> int:
        """The function of the ludeme that makes a move, -1 where there is none."""
        return next((q.about.index for q in run.around(move.maker) if isinstance(q.about, Function)), -1)


def parts_of(whole: Run, decision: Question, site: int = -1) -> list[Question]:
    """The conditions that are the parts of a decision; of a region, the regions and the conditions asked at a site."""
    parts = []
    for q in whole.parts(decision.number):
        if isinstance(q.about, Function) and q.decides and (decision.is_region or not q.is_region):
            around = whole.around(q.inside)
            if decision.is_region:  # its loops ask by `if`
                around = (x for x in around if isinstance(x.about, Function))
            outer = next(x for x in around if x.decides or x is decision)
            at_it = not decision.is_region or q.is_region or site in (q.at.to_site, q.at.site)
            if outer is decision and at_it:
                parts.append(q)
    return parts if len(parts) <= MAX_PARTS else []


def _same(a: Question, b: Question) -> bool:
    return a.about is b.about and a.at == b.at and a.value == b.value


def _located(small: Run, q: Question, large: Run) -> Question | None:
    """The question of one run in another one: the same thing asked at the same place for the same time."""
    alike = [x for x in small.roots() if x.about is q.about and x.at == q.at]
    there = [x for x in large.roots() if x.about is q.about and x.at == q.at]
    k = alike.index(q)
    return there[k] if k < len(there) else None


def _best(found: list[Found]) -> list[Found]:
    """Each once; those that change nothing else, or else those that change least."""
    once = list({tuple(sorted(f.forced.items())): f for f in found}.values())
    least = min((f.others for f in once), default=0)
    return [f for f in once if f.others == least]
