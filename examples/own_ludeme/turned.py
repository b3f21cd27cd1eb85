"""Two ludemes that Ludii does not have: (count Turned …) and (turnAround …)."""

from __future__ import annotations

from ludparse.extend import Expr, Feature, Lowering, each_step, ir, lowers, ludeme, named
from ludparse.ludemes import Effect, Int, IntFunction, RoleType, Then


@ludeme("count Turned")
class CountTurned(IntFunction):
    """How many pieces on the board, of all players or of one, do not stand as they were placed."""

    role: RoleType | None = None


@lowers(CountTurned, to="int", needs=Feature.ROTATION)
def count_turned(node: CountTurned, lo: Lowering) -> Expr:
    """Goes over the sites that are not empty."""
    sites, t = lo.sites, lo.site_type(None)
    player = None if node.role is None else lo.let(lo.role(node.role))
    total = lo.var(0, "turned")
    with lo.for_set(sites.all_sites(t) - sites.empty(t)) as site:
        counts = ir.ne(sites.rotation(t, site), 0)
        if player is not None:
            counts = counts & ir.eq(sites.who(t, site), player)
        with lo.if_(counts):
            lo.assign(total, total + 1)
    return total


@ludeme("turnAround")
class TurnAround(Effect):
    """Every piece next to a site turns to its next facing."""

    site: Int
    then: Then | None = named(default=None)


@lowers(TurnAround, to="moves", needs=Feature.ROTATION)
def turn_around(node: TurnAround, lo: Lowering) -> None:
    """One move for each piece, with one action that both backends know."""
    sites, t = lo.sites, lo.site_type(None)
    facings = len(lo.board.supported_directions(t))
    site = lo.let(lo.int(node.site), "site")
    mark = lo.mark()
    with each_step(lo, t, site, None) as to, lo.if_(ir.ne(sites.what(t, to), 0)):
        rotation = ir.mod(sites.rotation(t, to) + 1, facings)
        lo.emit(to, to, [lo.act("set_rotation", type=lo.type_number(t), to=to, rotation=rotation)])
    lo.finish(mark, node.then)
