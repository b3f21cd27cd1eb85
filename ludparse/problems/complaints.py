"""Collects the problems of a tree: each is kept once, and their number is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ludparse.problems.errors import Edit, LudError, Remedy
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span

__all__ = ["MAX_PROBLEMS", "Complaints", "EnoughError"]

MAX_PROBLEMS = 1000
"""After so many, the rest of a tree is not looked at."""


MAX_REPEATED = 20_000
"""One mistake within a define may be found at so many of its uses; then the rest of a tree is not looked at either."""


Parameter = tuple[tuple[Source, int, int], int]
"""A parameter of a define: the call within the define where it stands, and the number of the argument."""


class EnoughError(Exception):
    """There are as many problems as are reported."""


class Complaints:
    """The problems that have been found. `told` counts every `add`, including those that repeat an earlier one.
    `within`: the parameter in whose place stands what is looked at, and the use of the define, if it is one. `goes_to`:
    where the argument of a define that is looked at begins, and what is said of the place to which it goes. `around`:
    the call that is looked at, in whose use of a define all problems within it are told; `there` gives their place."""

    def __init__(self, there: Callable[[Span, Span], Span] = lambda span, around: span) -> None:
        self.there = there
        self.told = 0
        self._problems: list[LudError] = []
        self._added: set[tuple[str, tuple[Source, int, int]]] = set()  # message and place of each
        self._repeated = 0
        self.within: tuple[Parameter, Span] | None = None
        self.goes_to: tuple[tuple[Source, int], str] | None = None
        self.around: Span | None = None
        self._at_uses: dict[Parameter, dict[Span, list[LudError]]] = {}

    def in_order(self, uses: Mapping[tuple[Source, int, int], int]) -> list[LudError]:
        """The problems in the order of the text. Where a parameter of a define stands in a wrong place, the arguments
        of all uses are wrong: that is told of the first use, with their number. uses: of each call within a define."""
        repeated: set[int] = set()
        for (place, _), at_uses in self._at_uses.items():
            if 1 < uses[place] == len(at_uses):
                first, *others = sorted(at_uses.values(), key=lambda found: _place(found[0]))
                repeated.update(id(error) for found in others for error in found)
                for error in first:
                    often = f"at each of the {uses[place]} uses of the define"
                    error.hint = f"{error.hint.rstrip('.')}; so {often}" if error.hint else f"This is so {often}."
        return sorted((error for error in self._problems if id(error) not in repeated), key=_place)

    def add(
        self,
        code: str,
        span: Span | None,
        *,
        expected: tuple[str, ...] = (),
        nearest: tuple[str, ...] = (),
        hint: str = "",
        remedy: tuple[Edit, ...] = (),
        remedies: Iterable[Remedy] = (),
        **values: object,
    ) -> None:
        """Note a problem; nothing if the same one was noted at this place. remedy, remedies: what may put it right.

        Raises EnoughError past the limits.
        """
        self.told += 1
        if self.goes_to is not None and span is not None and not hint and not nearest and span[:2] == self.goes_to[0]:
            hint = self.goes_to[1]
        if span is not None and self.around is not None:
            span = self.there(span, self.around)
        error = problem(code, span, expected=expected, nearest=nearest, hint=hint, **values)
        error.remedies = (*((Remedy(remedy),) if remedy else ()), *remedies)
        if span is not None:
            # the same text used twice through a define is one mistake
            key = error.message, span[:3]
            if key in self._added:
                self._repeated += 1
                if self._repeated == MAX_REPEATED:
                    raise EnoughError
                return
            self._added.add(key)
        if len(self._problems) == MAX_PROBLEMS:
            raise EnoughError
        self._problems.append(error)
        if self.within is not None:
            parameter, use = self.within
            self._at_uses.setdefault(parameter, {}).setdefault(use, []).append(error)


def _place(error: LudError) -> tuple[str, int]:
    outermost = error.span.places[-1] if error.span else None
    return (outermost.file, outermost.start) if outermost else ("", 0)
