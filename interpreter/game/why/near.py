"""What is told of a move that no rule makes: what stands where it begins, the legal moves that come nearest, and the
conditions that were no; and of a player who can only pass."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Any

from ...play.why import Why
from ...program.ops import Type
from ...program.program import Function
from .recording import Question, Run
from .search import Target
from .words import Words

__all__ = ["nearest", "refusals"]

Points = Sequence[tuple[float, ...]]
"""The coordinates of the sites of the board."""

_TOLD = 4
"""So many conditions are told."""

_NEXT = "lud show lists the legal moves, and lud why GAME MOVE tells of each which rule makes it"


def nearest(words: Words, run: Run, target: Target, name: str, state: Any, points: Points, why: str) -> Why:
    """Of a move that no rule makes. run: what made the legal moves, with all questions. state: the position. why: what
    is sure."""
    begins, ends = target.only.begins, target.only.ends
    start = min(begins or ends, default=-1)
    facts = [words.holds(state, start)] if start >= 0 else []
    owner = f"it is the turn of player {state.mover}"
    children: list[Why] = []
    from_there = [m for m in run.moves if begins and m.from_site in begins]
    if from_there:
        best = min(from_there, key=lambda m: _far(points, m.to_site, min(ends, default=-1)))
        maker = next((q for q in run.around(best.maker) if isinstance(q.about, Function)), None)
        spans = words.places(run, maker) if maker is not None else []
        by = f" by {Words.ludeme(spans[0])}" if spans else ""
        goes = ", ".join(dict.fromkeys(words.site(m.to_site) for m in from_there[:8]))
        more = f"the nearest move goes to {words.site(best.to_site)}{by}; from there go {goes}"
        if spans:
            children.append(Why(f"{Words.ludeme(spans[0])} goes to {words.site(best.to_site)}", spans[0]))
    else:
        children += refusals(words, run, begins)
        ending = 0 if begins else sum(m.to_site in ends for m in run.moves)
        more = "no legal move begins there" if begins else f"{ending or 'no'} legal moves end there"
        if children:
            more += f": {children[0].text}"
    told = "; ".join(x for x in (*facts, owner, more) if x)
    sites = tuple(words.site(s) for s in sorted(begins | ends))
    return Why(f"{name} is not legal: {why} ({told}). {_NEXT}", None, False, sites, (),
               tuple(children))  # fmt: skip


def refusals(words: Words, run: Run, begins: frozenset[int] = frozenset()) -> list[Why]:
    """The conditions of ludemes that were no while moves were looked for, those that were so most often first. begins:
    only those asked about moves from there; empty: all."""
    asked: dict[str, list[Question]] = {}
    for q in run.questions:
        if q is not None and q.value is False and (not begins or q.at.from_site in begins) and _outermost(run, q):
            for span in words.places(run, q)[:1]:
                asked.setdefault(Words.ludeme(span), []).append(q)
    found = []
    for text, questions in sorted(asked.items(), key=lambda item: -len(item[1]))[:_TOLD]:
        span = words.places(run, questions[0])[0]
        sites = list(dict.fromkeys(words.site(q.at.to_site) for q in questions if q.at.to_site >= 0))
        at = f" at {', '.join(sites[:8])}" + (" …" if len(sites) > 8 else "") if sites else ""
        found.append(Why(f"{text} is no{at}", span, False, tuple(sites)))
    return found


def _outermost(run: Run, q: Question) -> bool:
    """Whether a question is a ludeme's condition, and no part of another one."""
    if not isinstance(q.about, Function):
        return False
    return not any(isinstance(x.about, Function) and x.about.result is Type.BOOL for x in run.around(q.inside))


def _far(points: Points, a: int, b: int) -> float:
    if 0 <= a < len(points) and 0 <= b < len(points):
        return dist(points[a], points[b])
    return 0.0 if a == b else float("inf")
