"""Counting the pieces of players, for (count Pieces …) and (no Pieces …)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from ...equipment import Component
from ..base.prelude import Expr, IntNode, L, Lowering, RoleType, SiteType, ir
from .roles import in_mask, one_player, player_mask

_FEW = {True: 4, False: 3}
"""Of so many components loops over positions are written one after another: of more where lists are simple, since they
may say what stands on sites, and then more is known of one component."""


@contextmanager
def each_of_row(lo: Lowering, rows: list[list[int]], row: Expr) -> Iterator[Expr]:
    """The components of a row, in a loop if a row has more than one."""
    if max(map(len, rows)) > 1:
        with lo.for_row(lo.table(rows, "ragged", "pieces"), row, "piece") as piece:
            yield piece
    else:
        piece = lo.let(lo.at(lo.table([sum(components) for components in rows], stem="piece"), row), "piece")
        with lo.if_(piece > 0):
            yield piece


def each_owned(
    lo: Lowering,
    mask: Expr,
    wanted: Callable[[Component], bool] = lambda c: True,
    *,
    player: Expr | None = None,
    one: Expr | None = None,
    begin: Callable[[], None] = lambda: None,
) -> Iterator[Expr]:
    """Loops over the positions of the pieces of all players in a mask, by player, component and position. Gives the
    position of each loop that is written.

    wanted: which components count. player: the only one in the mask, if there is but one; one: the only component that
    counts; both are known during play. begin: what comes before the first piece of a player.
    """
    rows = [[c.index for c in lo.eq.components[1:] if c.owner == p and wanted(c)] for p in range(lo.n_players + 2)]
    owners = [p for p, row in enumerate(rows) if row and not (mask.is_const and not mask.const >> p & 1)]
    simple = lo.sites.owned.simple
    many = sum(len(rows[p]) for p in owners) > _FEW[simple]
    if one is not None:
        begin()
        owner = lo.at(lo.table([c.owner if wanted(c) else -1 for c in lo.eq.components], stem="owner_of"), one)
        with lo.if_((one > 0) & (owner >= 0) & in_mask(mask, owner)), lo.sites.positions(one) as position:
            yield position
    elif many or (player is not None and not simple and max(map(len, rows)) == 1):
        all_of = nullcontext(player) if player is not None else lo.for_range(0, len(rows), "owner")
        with all_of as owner, lo.if_(ir.TRUE if player is not None else in_mask(mask, owner)):
            begin()
            with each_of_row(lo, rows, owner) as piece, lo.sites.positions(piece) as position:
                yield position
    else:
        for p in owners:
            with lo.if_(in_mask(mask, p)):
                begin()
                for c in rows[p]:
                    with lo.sites.positions(c) as position:
                        yield position


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
    total, seen = lo.var(0, "total"), lo.var(ir.EMPTY_SET, "seen")
    looked_at = lo.eq.default_site if t is None else t
    if t is not None and not s.ordered and t is not s.flat_type():
        return total
    with lo.saved("site", "level"):
        player = one_player(lo, None if of is not None else role, who)
        for position in each_owned(lo, mask, player=player, begin=lambda: lo.assign(seen, ir.EMPTY_SET)):
            site_x, _, number = s.decode(position)
            site = lo.let(site_x, "site")
            fits = ~ir.set_has(seen, site)
            if t is not None and s.ordered:
                fits = fits & ir.eq(number, lo.type_number(t))
            if region is not None:
                fits = fits & ir.set_has(region, site)
            with lo.if_(fits):
                lo.include(seen, site)
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
