"""Effects of actions on sites that hold one piece, or several equal pieces."""

from __future__ import annotations

from ...equipment.site_limits import max_count as limit
from ..base.bag import take_out
from ..base.prelude import Expr, L, Lowering, SiteType, ir
from ..board import dominoes
from ..board import pieces_on_tracks as tracks
from . import covered, hidden
from .by_type import for_place, for_type, is_named

EXTRAS = ("state", "rotation", "value")


def clear(lo: Lowering, t: SiteType, site: ir.IntLike) -> None:
    """Empties a site and removes it from the list of positions of its piece."""
    s = lo.sites
    what = lo.let(s.what(t, site))
    with lo.if_(ir.ne(what, 0)):
        s.owned.remove(what, s.code(t, site))
    blank(lo, t, site)


def blank(lo: Lowering, t: SiteType, site: ir.IntLike) -> None:
    """Sets all properties of a site to 0 and marks it as empty."""
    s = lo.sites
    s.set(t, site, what=0, who=0, count=0, state=0, rotation=0, value=0)
    s.set_empty(t, site, True)


def set_extras(lo: Lowering, t: SiteType, site: Expr, p: dict[str, Expr]) -> None:
    """Sets state, rotation and value if they are given."""
    s = lo.sites
    for prop in EXTRAS:
        if s.keeps(prop):
            with lo.if_(ir.ne(p[prop], -1)):
                s.set(t, site, **{prop: p[prop]})


def add(lo: Lowering, number: Expr, p: dict[str, Expr]) -> None:
    """Adds a piece to a site; to an occupied site it adds the count only."""
    s = lo.sites
    to, what, count = p["to"], p["what"], p["count"]

    def body(t: SiteType) -> None:
        with lo.if_(ir.eq(s.what(t, to), 0)):
            s.set(t, to, what=what, who=lo.at(s.owner, what), count=ir.max_(count, 0))
            occupied = count > 0 if s.keeps("count") else ir.ne(what, 0)
            with lo.if_(occupied):
                s.set_empty(t, to, False)
            with lo.if_(ir.ne(what, 0)):
                s.owned.add(what, s.code(t, to))
            take_out(lo, what)
            given = dict(p)
            if dominoes.has_dominoes(lo):
                given["value"] = ir.const(1)  # a domino gets the value 1, whatever the action names
            set_extras(lo, t, to, given)
            covered.take(lo, what, to, p["state"], moves=False)
        with lo.else_():
            if s.keeps("count"):
                s.set(t, to, count=ir.max_(s.count(t, to) + count, 0))
            set_extras(lo, t, to, p)

    for_type(lo, number, body)
    tracks.arrives(lo, what, to, count)


def move(lo: Lowering, from_type: Expr, to_type: Expr, p: dict[str, Expr]) -> None:
    """Moves the piece, or one of several, to another site, where it replaces what is there."""
    s = lo.sites
    start, to = p["from"], p["to"]
    what = lo.var(0, "what")
    kept = {prop: lo.var(0, prop) for prop in EXTRAS if s.keeps(prop)}

    def leave(t: SiteType) -> None:
        lo.assign(what, s.what(t, start))
        nothing = ir.eq(what, 0)
        with lo.if_(nothing & ir.eq(s.count(t, start), 0) if s.keeps("count") else nothing):
            lo.return_()
        old = {prop: lo.let(getattr(s, prop)(t, start)) for prop in kept}
        for prop, var in kept.items():
            lo.assign(var, ir.select(ir.eq(p[prop], -1), old[prop], p[prop]))
        if dominoes.lines(lo) and "value" in kept:
            lo.assign(kept["value"], 1)
        count = lo.let(s.count(t, start)) if s.keeps("count") else ir.const(1)
        with lo.if_(ir.eq(count, 1)):
            clear(lo, t, start)
            covered.leave(lo, what, start, old.get("state", ir.const(0)))
        if s.keeps("count"):
            with lo.else_():
                s.set(t, start, count=ir.max_(count - 1, 0), value=1 if dominoes.lines(lo) else None)
                with lo.if_(count <= 1):
                    s.set_empty(t, start, True)

    def arrive(t: SiteType) -> None:
        if kept:
            s.set(t, to, **kept)
        taken = lo.let(s.what(t, to))
        if s.keeps("count"):
            with lo.if_(ir.ne(taken, 0) & ir.ne(taken, what)):
                s.owned.remove(taken, s.code(t, to))
            count = lo.let(s.count(t, to))
            with lo.if_(ir.eq(taken, what) & (count > 0)):
                s.set(t, to, count=count + 1)
            with lo.else_():
                settle(lo, t, to, what)
        else:
            with lo.if_(ir.ne(taken, 0)):
                s.owned.remove(taken, s.code(t, to))
            settle(lo, t, to, what)
        covered.take(lo, what, to, p["state"], moves=True)

    for_type(lo, from_type, leave)
    for_type(lo, to_type, arrive)
    tracks.moves(lo, what, start, to, 1)
    hidden.carry(lo, from_type, start, to_type, to)


def settle(lo: Lowering, t: SiteType, to: ir.IntLike, what: Expr) -> None:
    """Puts one piece on a site in place of what was there."""
    s = lo.sites
    s.set(t, to, what=what, who=lo.at(s.owner, what), count=1)
    s.set_empty(t, to, False)
    with lo.if_(ir.ne(what, 0)):
        s.owned.add(what, s.code(t, to))


def move_n(lo: Lowering, p: dict[str, Expr]) -> None:
    """Moves some of several pieces to another site.

    Pieces beyond the capacity of the site vanish, and so do pieces that arrive on other pieces.
    """
    s = lo.sites
    start, to, n = p["from"], p["to"], p["count"]
    what, left = lo.var(0, "what"), lo.var(0, "left")

    def leave(t: SiteType) -> None:
        lo.assign(what, s.what(t, start))
        lo.assign(left, ir.max_(s.count(t, start) - n, 0))
        with lo.if_(ir.eq(left, 0)):
            blank(lo, t, start)
            with lo.if_(ir.ne(lo.at(s.owner, what), 0)):
                s.owned.remove(what, s.code(t, start))
        with lo.else_():
            s.set(t, start, count=left)
            with lo.if_(n < 0):
                s.set_empty(t, start, False)

    def arrive(t: SiteType) -> None:
        count = lo.let(s.count(t, to))
        with lo.if_(ir.eq(count, 0)):
            s.set(t, to, what=what, who=lo.at(s.owner, what), count=ir.max_(n, 0))
            with lo.if_(n > 0 if s.keeps("count") else True):
                s.set_empty(t, to, False)
        with lo.else_(), lo.if_(ir.eq(s.what(t, to), what) & (count + n <= max_count(lo))):
            s.set(t, to, count=count + n)
            with lo.if_(count + n <= 0):
                s.set_empty(t, to, True)
        with lo.if_(ir.ne(lo.at(s.owner, what), 0)):
            s.owned.add(what, s.code(t, to))

    for_place(lo, p["type_from"], start, leave)
    for_place(lo, p["type_to"], to, arrive)
    tracks.moves(lo, what, start, to, n)


def max_count(lo: Lowering) -> int:
    """The number of pieces that a site can hold."""

    def number(node: L.Int) -> int:
        value = lo.static_int(node)
        return 1 if value is None else value

    def size(node: object) -> int:
        return lo.sites.on_board[lo.eq.default_site]

    return limit(lo.game, lo.flags, number, size)


def remove(lo: Lowering, p: dict[str, Expr]) -> None:
    """Removes everything from a site."""
    s = lo.sites
    if dominoes.keeps_lines(lo):
        raise lo.unsupported(lo.game, "removing dominoes from an unbounded table")
    what = lo.var(0, "what")

    def body(t: SiteType) -> None:
        lo.assign(what, s.what(t, p["to"]))
        listed = is_named(lo, t, p["type"])
        if listed is ir.TRUE:
            clear(lo, t, p["to"])
            return
        with lo.if_(ir.ne(what, 0) & listed):
            s.owned.remove(what, s.code(t, p["to"]))
        blank(lo, t, p["to"])

    for_place(lo, p["type"], p["to"], body)
    tracks.leaves(lo, what, p["to"])


def promote(lo: Lowering, number: Expr, p: dict[str, Expr]) -> None:
    """Replaces a piece by another one without state, rotation and value. A neutral piece is not listed again."""
    s = lo.sites
    to, new = p["to"], p["what"]

    def body(t: SiteType) -> None:
        old = lo.let(s.what(t, to))
        with lo.if_(ir.ne(lo.at(s.owner, old), 0)):
            s.owned.remove(old, s.code(t, to))
        owner = lo.let(lo.at(s.owner, new))
        s.set(t, to, what=new, who=ir.select(ir.eq(old, 0), 0, owner), count=1, state=0, rotation=0, value=0)
        with lo.if_(ir.ne(new, 0)):
            s.set_empty(t, to, False)
        with lo.else_():  # a piece that does not exist: the site is empty
            s.set_empty(t, to, True)
        with lo.if_(ir.ne(owner, 0)):
            s.owned.add(new, s.code(t, to))

    for_type(lo, number, body)


def set_count(lo: Lowering, number: Expr, p: dict[str, Expr]) -> None:
    """Sets the number of pieces on a site; they are the neutral player's unless they had an owner."""
    s = lo.sites
    to, what, count = p["to"], p["what"], p["count"]
    gone = lo.var(0, "gone")

    def body(t: SiteType) -> None:
        with lo.if_(count > 0):
            with lo.if_(ir.ne(what, 0) & ir.eq(s.count(t, to), 0)):
                s.owned.add(what, s.code(t, to))
            s.set(t, to, what=what, count=count)
            s.set_empty(t, to, False)
        with lo.else_():
            lo.assign(gone, s.what(t, to))
            clear(lo, t, to)

    for_type(lo, number, body)
    tracks.leaves(lo, gone, to)


def count_at(lo: Lowering, number: Expr, site: Expr) -> Expr:
    """The number of pieces on a site whose type is known by number only."""
    s = lo.sites
    found = lo.var(0, "count")
    for_type(lo, number, lambda t: lo.assign(found, s.count(t, site)))
    return found


def copy(lo: Lowering, from_type: Expr, to_type: Expr, p: dict[str, Expr], count: Expr) -> None:
    """After a move, puts equally many equal pieces back on the source."""
    s = lo.sites
    what = lo.var(0, "what")
    kept = {prop: lo.var(0, prop) for prop in EXTRAS if s.keeps(prop)}

    def read(t: SiteType) -> None:
        lo.assign(what, s.what(t, p["to"]))
        for prop, var in kept.items():
            lo.assign(var, getattr(s, prop)(t, p["to"]))

    def put(t: SiteType) -> None:
        start = p["from"]
        s.set(t, start, what=what, who=lo.at(s.owner, what), count=count, **kept)
        with lo.if_((count > 0) | (ir.FALSE if s.keeps("count") else ir.ne(what, 0))):
            s.set_empty(t, start, False)
        s.owned.add(what, s.code(t, start))

    for_type(lo, to_type, read)
    for_type(lo, from_type, put)
