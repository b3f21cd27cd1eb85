"""Passes say beside themselves what they are and where they belong; their order follows.

    @register(needs=("narrowed rows",), after=("stand_apart",))
    def run_ahead(program: Program) -> None: ...
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from ludparse.problems.errors import nearest

from ...program.program import Program

__all__ = ["MOST_LEGALISATIONS", "Change", "Pass", "chosen", "in_order", "register", "registered"]

Change = Callable[[Program], None]

MOST_LEGALISATIONS = 3


@dataclass(frozen=True)
class Pass:
    """A transformation of programs, named as its function.

    needs: what other passes write and this one works on; it runs after those that provide it, and is left out with
    them. provides: what it writes that others need. before, after: names of further passes, for which the order
    matters though each can do without the other. legalises: the meaning of programs needs it, so that it cannot be
    left out; all others are optimisations.
    """

    name: str
    change: Change
    needs: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    legalises: bool = False


_REGISTERED: list[Pass] = []


def register(
    *, needs: tuple[str, ...] = (), provides: tuple[str, ...] = (), before: tuple[str, ...] = (),
    after: tuple[str, ...] = (), legalises: bool = False,
) -> Callable[[Change], Change]:  # fmt: skip
    """Registers a function as a pass; arguments as of `Pass`."""

    def entered(change: Change) -> Change:
        _REGISTERED.append(Pass(change.__name__, change, needs, provides, before, after, legalises))
        return change

    return entered


def registered() -> tuple[Pass, ...]:
    """All passes whose modules have been imported."""
    return tuple(_REGISTERED)


def in_order(passes: Iterable[Pass]) -> dict[str, Pass]:
    """The passes by name, in the order that follows from what they say; of those that may come next, the first by name.

    Raises ValueError for a contradiction: two passes of one name, a name or a need that no pass has, a circle, or too
    many legalisations.
    """
    passes = list(passes)
    named = {p.name: p for p in passes}
    if len(named) < len(passes):
        raise ValueError(f"passes share a name: {sorted({p.name for p in passes if named[p.name] is not p})}")
    if len(needed := [p.name for p in passes if p.legalises]) > MOST_LEGALISATIONS:
        raise ValueError(f"more than {MOST_LEGALISATIONS} legalisations: {needed}")
    earlier: dict[str, set[str]] = {name: set() for name in named}
    for p in passes:
        for other in (*p.before, *p.after):
            if other not in named:
                raise ValueError(f"{p.name} is to run before or after {other!r}, which is no pass")
        for other in p.before:
            earlier[other].add(p.name)
        earlier[p.name].update(p.after)
        for need in p.needs:
            if not (providers := _providers(need, passes)):
                raise ValueError(f"{p.name} needs {need!r}, which no pass provides")
            earlier[p.name].update(providers)
    found: dict[str, Pass] = {}
    ready = [name for name in sorted(named) if not earlier[name]]
    while ready:
        name = heapq.heappop(ready)
        found[name] = named[name]
        for other, first in earlier.items():
            if name in first:
                first.remove(name)
                if not first:
                    heapq.heappush(ready, other)
    if left := sorted(named.keys() - found.keys()):
        raise ValueError(f"passes wait for each other: {left}")
    return found


def chosen(passes: Mapping[str, Pass], without: Collection[str]) -> list[Pass]:
    """The passes to run, in order: without those named, and without those that need what only these provide.

    Raises ValueError for a name that is no pass, and for a legalisation.
    """
    for name in without:
        if name not in passes:
            near = " or ".join(nearest(name, passes))
            raise ValueError(f"there is no pass {name!r}" + f"; did you mean {near}?" * bool(near))
        if passes[name].legalises:
            raise ValueError(f"{name} cannot be left out: the meaning of programs needs it")
    kept: list[Pass] = []
    for p in passes.values():
        if p.name not in without and all(_providers(need, kept) for need in p.needs):
            kept.append(p)
    return kept


def _providers(need: str, passes: Iterable[Pass]) -> set[str]:
    return {p.name for p in passes if need in p.provides}
