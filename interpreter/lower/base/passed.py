"""The sites that a move passes, for (last Between) and (sites Between …).

They are stored among the actions of a move as notes, which have no effect and are not recorded. A note without a site
begins a list and discards an earlier one; the sites follow.
"""

from __future__ import annotations

from collections.abc import Callable

from ludparse.ludemes.base import walk

from .prelude import Expr, FieldKind, L, Lowering, action_number, ir, per_game

KIND = "passed"
LAST = "last_passed"


@per_game
def noted(lo: Lowering) -> bool:
    """Whether any rule of the game asks for the sites that moves pass; if so, declares where they are kept."""
    found = any(
        isinstance(n, L.LastRegion) or (isinstance(n, L.SitesMove) and n.kind is L.SitesMoveType.Between)
        for n in walk(lo.game)
    )
    if found:
        lo.act(KIND)
        lo.program.caps[LAST] = 16
        lo.field(LAST, FieldKind.LIST, cap=LAST)
    return found


def begin(lo: Lowering) -> None:
    """Begins the list of the open move."""
    add(lo, ir.const(-1))


def add(lo: Lowering, site: Expr) -> None:
    """Adds a site to the list of the open move."""
    lo.push_action(lo.act(KIND, site=site))


def add_line(lo: Lowering, radials: str, radial: Expr, first: ir.IntLike, end: ir.IntLike) -> None:
    """Sets the list of the open move to the positions first … end - 1 of a radial."""
    begin(lo)
    with lo.for_range(first, end, "passed") as k:
        add(lo, lo.row_at(radials, radial, k))


def add_list(lo: Lowering, sites: Expr) -> None:
    """Sets the list of the open move to a LIST."""
    begin(lo)
    with lo.for_list(sites, "passed") as site:
        add(lo, site)


def note_last(lo: Lowering, mark: Expr, write: Callable[[], None]) -> None:
    """Calls `write` to set the list of the last move of the buffer, if there is one from the mark on."""
    if not noted(lo):
        return
    with lo.if_(lo.count() > mark):
        last = lo.let(lo.count() - 1, "last")
        lo.run("move_reopen", last)
        write()
        lo.run("move_reclose", last)


def read(lo: Lowering, m: Expr) -> Expr:
    """The list of a move of the buffer."""
    sites = lo.list_new()
    with lo.for_range(0, lo.run("move_action_count", m), "k") as k:
        with lo.if_(ir.eq(lo.run("move_action_kind", m, k), action_number(KIND))):
            site = lo.let(lo.run("move_action_param", m, k, 0), "site")
            with lo.if_(ir.eq(site, -1)):
                lo.run("list_clear", sites)
            with lo.else_():
                lo.push(sites, site)
    return sites


def remember_last(lo: Lowering, m: Expr) -> None:
    """Keeps the list of the move that becomes the last of the game."""
    if noted(lo):
        lo.list_field("clear", LAST)
        with lo.for_list(read(lo, m), "site") as site:
            lo.list_field("push", LAST, site)
