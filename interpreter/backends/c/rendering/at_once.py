"""Loops whose moves are counted for all iterations at once (`ops.AtOnce`), as C.

A function of its own finds the planes: bit i of a site's number of moves is whether the site is in planes[i]. Counting
adds them up. Choosing finds the iteration that pushes the chosen move, and runs no other.
"""

from __future__ import annotations

from collections.abc import Callable

from ....program.ops import AtOnce, Block, Op, Type, Var
from ....program.walk import bound, expressions, statements, subexpressions

__all__ = ["of_site", "outer_locals", "planes_function", "sum_of_planes", "used"]


def outer_locals(o: AtOnce) -> list[Var]:
    """The locals of the function around it that the planes depend on."""
    own = {o.own, *bound(o.body)}
    read = (y for x in (o.sites, *(x for s in statements(o.body) for x in expressions(s))) for y in subexpressions(x))
    return list(dict.fromkeys(y.var for y in read if y.op is Op.VAR and y.arg not in own))


def declared(o: AtOnce) -> str:
    """The declarations of its own locals."""
    named = [o.own, *bound(o.body)]
    return " ".join(f"UNUSED {'set_t' if v.type is Type.SET else 'int'} {v.name};" for v in named)


def used(v: str, least: int, number: str, mode: str, short: bool) -> str:
    """The definition of `v`_o: whether a loop is counted at once. short: the iterations take so little that a question
    whether there is any move runs them one by one, until one has a move."""
    counts = f"{v}_how == KEEP_ROUNDS || e->enough >= MAX_MOVES" if short else f"!ENOUGH(e, {mode})"
    return f"const int {v}_o = {number} >= {least} && (NOW(e, {mode}) == 1 ? {counts} : {v}_how != EVERY_ROUND);"


def sum_of_planes(v: str, planes: int) -> str:
    """The number of moves of all sites."""
    return " + ".join(f"{1 << i} * set_count({v}_p[{i}])" for i in range(planes))


def of_site(v: str, planes: int, site: str) -> str:
    """The number of moves of one site."""
    return " + ".join(f"{1 << i} * set_bit(&{v}_p[{i}], {site})" for i in range(planes))


def planes_function(name: str, where: int, o: AtOnce, value: Callable[[], str], body: Callable[[Block], None],
                    line: Callable[[str], None]) -> None:  # fmt: skip
    """Writes the function that finds the planes. value: renders the set of the sites; body: renders statements."""
    types = {Type.SET: "set_t", Type.INT: "int", Type.BOOL: "int"}
    params = "".join(f", UNUSED {types[v.type]} {v.name}" for v in outer_locals(o))
    line(f"static UNUSED void {name}(E *e{params}, set_t *planes_) {{")
    line(f"  enum {{ WHERE = {where} }}; {declared(o)}")
    line(f"  (void)e; {o.own.name} = {value()};")
    body(o.body)
    line("  " + " ".join(f"planes_[{i}] = {v.name};" for i, v in enumerate(o.planes)))
    line("}")
