"""Counting the pieces of players, for (count Pieces …) and (no Pieces …)."""

from __future__ import annotations

from ..base.prelude import Expr, IntNode, L, Lowering, RoleType, SiteType, ir
from .roles import in_mask, player_mask


def count_pieces(
    lo: Lowering,
    t: SiteType | None,
    role: RoleType | None,
    of: IntNode | None,
    name: str | None,
    where: L.RegionFunction | None,
    condition: L.Bool | None,
    *,
    piles: bool = True,
) -> Expr:
    """The number of pieces of players: each site once a player; flat sites count their pile, stacks each fitting level.

    piles: False counts a flat site as one, also where the lists still name it and its pieces have left: that is how
    Ludii asks whether there is no piece.
    Without a type every position counts by its number alone, for the site of that number of the board's own type.
    role All unless given (with `of`: that player). name: part of the component's name. where: a region.
    """
    s = lo.sites
    who = lo.given(of)
    if role is None and of is None:
        role = RoleType.All
    mask = lo.let(player_mask(lo, None if of is not None else role, who), "owners")
    region = None if where is None else lo.let(lo.region(where), "where")
    names = lo.table([int(name is None or (c.index > 0 and name in c.name)) for c in lo.eq.components], stem="named")
    total = lo.var(0, "total")
    owners = sorted({c.owner for c in lo.eq.components[1:]})
    seen = {owner: lo.var(ir.EMPTY_SET, "seen") for owner in owners}
    looked_at = lo.eq.default_site if t is None else t
    with lo.saved("site", "level"):
        for c in lo.eq.components[1:]:
            if mask.is_const and not mask.const >> c.owner & 1:
                continue
            with lo.if_(in_mask(mask, c.owner)), s.positions(c.index) as position:
                site_x, _, number = s.decode(position)
                site = lo.let(site_x, "site")
                fits = ~ir.set_has(seen[c.owner], site)
                if t is not None and s.ordered:
                    fits = fits & ir.eq(number, lo.type_number(t))
                elif t is not None and t is not s.flat_type():
                    continue
                if region is not None:
                    fits = fits & ir.set_has(region, site)
                with lo.if_(fits):
                    lo.include(seen[c.owner], site)
                    _count_site(lo, looked_at, site, mask, names, condition, total, piles)
    return total


def _count_site(
    lo: Lowering, t: SiteType, site: Expr, mask: Expr, names: str, condition: L.Bool | None, total: Expr, piles: bool
) -> None:
    s = lo.sites

    def one(level: Expr | None, amount: ir.IntLike) -> None:
        fits = in_mask(mask, s.who(t, site, level)) & ir.eq(lo.at(names, s.what(t, site, level)), 1)
        with lo.if_(fits):
            if condition is None:
                lo.assign(total, total + amount)
            else:
                lo.set_ctx("site", site)
                lo.set_ctx("level", 0 if level is None else level)
                with lo.if_(lo.bool(condition)):
                    lo.assign(total, total + amount)

    if lo.flags.stacking:
        with lo.for_range(0, s.height(t, site), "level") as level:
            one(level, 1)
    else:
        one(None, s.count(t, site) if piles else 1)
