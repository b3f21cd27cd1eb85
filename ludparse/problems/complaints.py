"""Collects the problems of a tree: each is kept once, and their number is bounded."""

from __future__ import annotations

from ludparse.problems.errors import Edit, LudError
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source, Span

__all__ = ["MAX_PROBLEMS", "Complaints", "EnoughError"]

MAX_PROBLEMS = 1000
"""After so many, the rest of a tree is not looked at."""


MAX_REPEATED = 20_000
"""One mistake within a define may be found at so many of its uses; then the rest of a tree is not looked at either."""


class EnoughError(Exception):
    """There are as many problems as are reported."""


class Complaints:
    """The problems that have been found. `told` counts every `add`, including those that repeat an earlier one."""

    def __init__(self) -> None:
        self.told = 0
        self._problems: list[LudError] = []
        self._added: set[tuple[str, tuple[Source, int, int]]] = set()  # message and place of each
        self._repeated = 0

    def in_order(self) -> list[LudError]:
        """The problems in the order of the text."""
        return sorted(self._problems, key=_place)

    def add(
        self,
        code: str,
        span: Span | None,
        *,
        expected: tuple[str, ...] = (),
        nearest: tuple[str, ...] = (),
        hint: str = "",
        fix: tuple[Edit, ...] = (),
        **values: object,
    ) -> None:
        """Note a problem; nothing if the same one was noted at this place. Raises EnoughError past the limits."""
        self.told += 1
        error = problem(code, span, expected=expected, nearest=nearest, hint=hint, **values)
        error.fix = fix
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


def _place(error: LudError) -> tuple[str, int]:
    outermost = error.span.places[-1] if error.span else None
    return (outermost.file, outermost.start) if outermost else ("", 0)
