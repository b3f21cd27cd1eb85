"""Groups that grow: which floods of a program ask for the group of one site, so that it can be kept from ply to ply.

`games/growing.h` keeps the groups of the set in which a flood went last, and a flood in a set that has one more site
only joins groups. What a flood gives is the same, whatever happens in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....program import ops
from ....program.ops import Block, Expr, Op
from ....program.program import Function, Program
from ....program.walk import blocks, expressions

__all__ = ["MOVERS", "growing_floods"]

MOVERS = 4
"""Sets that are told apart by the mover: pieces of each player grow by themselves."""

_MOST_SITES, _MOST_FLOODS = 1024, 4  # so that all groups take no more than some megabytes


def growing_floods(program: Program, functions: Iterable[Function]) -> dict[Expr, tuple[int, Expr]]:
    """The floods from one site: a number for each, and the site."""
    found: dict[Expr, tuple[int, Expr]] = {}
    if program.set_width <= _MOST_SITES and "mover" in program.fields:
        for fn in functions:
            _look(program, fn.body, found)
    return found if len(found) <= _MOST_FLOODS else {}


def _look(program: Program, body: Block, found: dict[Expr, tuple[int, Expr]]) -> None:
    for s in body:
        if isinstance(s, ops.If):  # in loops groups are asked for one after another, and most are small
            for inner in blocks(s):
                _look(program, inner, found)
        for x in expressions(s):
            from_one = x.op is Op.SET_FLOOD and x.src[0].op is Op.SET_ONE
            if from_one and _both_ways(program.tables[x.name].lists):
                found[x] = len(found), x.src[0].src[0]


def _both_ways(near: Sequence[Sequence[int]]) -> bool:
    """Whether each site lies beside those that lie beside it. Otherwise what is reached from a site is no group."""
    sites = [set(row) for row in near]
    return all(j < len(sites) and i in sites[j] for i, row in enumerate(sites) for j in row)
