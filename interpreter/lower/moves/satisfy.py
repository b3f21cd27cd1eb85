"""(satisfy …): the moves of a deduction puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from ludparse.ludemes.base import walk

from ..base.prelude import Expr, Feature, IntLike, L, Lowering, ir, lowers
from ..puzzles.constraints import find_variables, puzzle_rule, satisfied


@lowers(L.Satisfy, to="moves", needs=Feature.DEDUCTION)
def satisfy(node: L.Satisfy, lo: Lowering) -> None:
    """For each variable and value: the move that sets it, if no constraint breaks, and the move that strikes it out (or
    back in).

    The only value of a resolved variable is not struck out. Given variables have no moves.
    """
    if node != puzzle_rule(lo):
        raise lo.unsupported(node, "beside another (satisfy …)")
    t, variables = lo.eq.default_site, lo.sites.variables
    lo.after_start.append(lambda: find_variables(lo, node))
    single = t not in variables.types  # the only value is 0
    number = lo.type_number(t)
    low, high = variables.offered(t)
    given = lo.set_const(_given(lo))
    with lo.for_range(0, lo.length("variables"), "k") as k:
        site = lo.let(lo.get("variables", k), "site")
        with lo.if_(ir.set_has(given, site)):
            lo.continue_()
        with lo.for_range(low, high + 1, "value") as value:
            with nullcontext() if single else variables.tried(t, site, value), _played(lo, node, site):
                good = lo.let(satisfied(lo, node))
            with lo.if_(good):
                lo.emit(site, site, [lo.act("puzzle_set", decision=True, type=number, var=site, value=value)], mover=1)
            only = ir.TRUE if single else variables.resolved(t, site) & variables.can(t, site, value)
            with lo.if_(~only):
                act = lo.act("puzzle_toggle", decision=True, type=number, var=site, value=value)
                lo.emit(site, site, [act], mover=1)


@contextmanager
def _played(lo: Lowering, node: L.Satisfy, site: Expr) -> Iterator[None]:
    """What playing a move changes besides the variable, for constraints that ask about moves.

    Ludii checks the constraints when the move has been played.
    """
    asked = [x.kind.name for x in walk(node) if isinstance(x, L.CountSimple)]
    changed: dict[str, IntLike] = {}
    if "Moves" in asked:
        changed["n_moves"] = lo.get("n_moves") + 1
    if "MovesThisTurn" in asked and lo.n_players == 1:
        changed["turn_same"] = lo.get("turn_same") + 1
    if any(isinstance(x, L.Counter) for x in walk(node)):
        changed["counter"] = lo.get("counter") + 1
    if any(isinstance(x, L.Prev) for x in walk(node)):
        changed["prev"] = lo.get("mover")
    if any(isinstance(x, L.Last) for x in walk(node)):
        changed |= {"last_from": site, "last_to": site, "has_last": 1}
    with lo.restoring(fields=tuple(changed)):
        for name, value in changed.items():
            lo.put(name, value)
        yield


def _given(lo: Lowering) -> list[int]:
    """The sites of the first start rule, where that gives values."""
    start = lo.game.rules.start
    if start is None:
        return []
    first = start.rules[0] if start.rules else start.rule
    return [pair[0] for pair in first.pairs] if isinstance(first, L.Set) else []
