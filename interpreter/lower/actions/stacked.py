"""Effects of actions on stacks. The order of positions and the correction of levels are those of Ludii."""

from __future__ import annotations

from ..base.prelude import Expr, Feature, Lowering, SiteType, ir
from ..board import pieces_on_tracks as tracks
from ..board.large_pieces import is_large
from . import covered
from .by_type import for_place, for_type, is_named

EXTRAS = ("state", "rotation", "value")


def add(lo: Lowering, number: Expr, p: dict[str, Expr], set_level: int) -> None:
    """Adds a piece on top. set_level: the parameter that records the height before."""
    s = lo.sites
    to, what = p["to"], p["what"]
    given = ir.or_(*(ir.ne(p[e], -1) for e in EXTRAS))

    def body(t: SiteType) -> None:
        height = lo.let(s.height(t, to))
        lo.run("applied_set_param", set_level, height)
        with lo.if_(given):
            s.stacks.push_with(t, to, what, {e: p[e] for e in EXTRAS})
        with lo.else_():
            s.stacks.push(t, to, what)
        s.set_empty(t, to, False)
        with lo.if_(ir.ne(what, 0)):
            s.owned.add(what, s.code(t, to, height))

    own = lo.eq.default_site
    if own not in s.types:  # what is put there is nowhere, but listed twice, as what stays empty after it was put there
        lo.run("applied_set_param", set_level, 0)
        with lo.if_(ir.eq(number, lo.type_number(own)) & ir.ne(what, 0)):
            s.owned.add(what, s.code(own, to, -1))  # the top of a stack of none
            s.owned.add(what, s.code(own, to))
    for_type(lo, number, body)
    # Ludii counts the piece twice on its track
    tracks.arrives(lo, what, to, p["count"])
    tracks.arrives(lo, what, to, p["count"])


def insert(lo: Lowering, number: Expr, p: dict[str, Expr]) -> None:
    """Inserts a piece between others; those above are listed again, from the top down."""
    s = lo.sites
    to, what, level = p["to"], p["what"], p["level"]

    def body(t: SiteType) -> None:
        height = lo.let(s.height(t, to))
        with lo.for_range(height - 1, level, down=True) as i:
            piece = lo.let(s.what(t, to, i))
            s.owned.remove(piece, s.code(t, to, i))
            s.owned.add(piece, s.code(t, to, i + 1))
        s.stacks.insert(t, to, level, what, {"state": p["state"]})
        with lo.if_(ir.eq(level, height)):
            s.set_empty(t, to, False)
        with lo.if_(ir.ne(what, 0)):
            s.owned.add(what, s.code(t, to, level))

    for_type(lo, number, body)
    tracks.arrives(lo, what, to, 1)


def move(lo: Lowering, from_type: Expr, to_type: Expr, p: dict[str, Expr]) -> None:
    """Moves a piece, named by its level or from the top, onto another stack or to a level of it; or the whole stack."""
    with lo.if_(ir.eq(p["from"], p["to"])):
        lo.return_()
    with lo.if_(p["stack"] > 0):
        _move_all(lo, from_type, to_type, p)
        lo.return_()
    s = lo.sites
    start, to = p["from"], p["to"]
    if lo.eq.has_large:
        with lo.if_((p["level_from"] < 0) & (p["level_to"] < 0) & is_large(lo, s.what(SiteType.Cell, start))):
            _move_large(lo, p)
            lo.return_()
    what, level = lo.var(0, "what"), lo.var(0, "level")
    kept = {e: lo.var(0, e) for e in EXTRAS if s.keeps(e)}
    by_level = lo.let(p["level_from"] >= 0)
    to_level = lo.let(p["level_to"] >= 0)

    def leave(t: SiteType) -> None:
        lo.assign(level, ir.select(by_level, p["level_from"], s.height(t, start) - 1))
        lo.assign(what, s.what(t, start, level))
        for e, var in kept.items():
            lo.assign(var, getattr(s, e)(t, start, level))
        with lo.if_(by_level):
            s.stacks.take_out(t, start, level)
        with lo.else_():
            s.stacks.pop(t, start)
        with lo.if_(ir.eq(s.height(t, start), 0)):
            s.set_empty(t, start, True)

    def arrive(t: SiteType) -> None:
        with lo.if_(to_level):
            _arrive_at_level(lo, t, p, what, by_level)
        with lo.else_():
            with lo.if_(by_level):
                extras: dict[str, ir.IntLike] = {e: ir.select(ir.eq(p[e], -1), v, p[e]) for e, v in kept.items()}
                s.stacks.push_with(t, to, what, extras)
            if not lo.flags.uses(Feature.CARDS):  # with cards Ludii clears the slot of what leaves from the top
                with lo.else_():
                    s.stacks.push(t, to, what)
            with lo.if_(ir.ne(what, 0)):
                s.owned.add(what, s.code(t, to, s.height(t, to) - 1))
        with lo.if_(s.height(t, to) > 0):
            s.set_empty(t, to, False)

    def unlist(t: SiteType) -> None:
        listed = ir.ne(what, 0)
        nobodys = to_level & by_level & ir.eq(lo.at(s.owner, what), 0)
        with lo.if_(listed & ~nobodys):
            s.owned.remove_level(t, what, start, level)

    for_type(lo, from_type, leave)
    for_type(lo, to_type, arrive)
    for_type(lo, from_type, unlist)
    tracks.moves(lo, what, start, to, 1)


def _move_large(lo: Lowering, p: dict[str, Expr]) -> None:
    """A piece that covers several cells. In Ludii it takes the place of the top of a stack, and where nothing stands it
    is gone: only its cells are not empty."""
    s, cell = lo.sites, SiteType.Cell
    start, to = p["from"], p["to"]
    what = lo.let(s.what(cell, start))
    old = {e: lo.let(getattr(s, e)(cell, start)) for e in EXTRAS if s.keeps(e)}
    s.owned.remove_place(cell, what, start)
    s.stacks.pop(cell, start)
    with lo.if_(ir.eq(s.height(cell, start), 0)):
        s.set_empty(cell, start, True)
    covered.leave(lo, what, start, old.get("state", ir.const(0)))
    with lo.if_(s.height(cell, to) > 0):
        s.owned.remove_place(cell, s.what(cell, to), to)
        given = {e: ir.select(ir.eq(p[e], -1), v, p[e]) for e, v in old.items()}
        s.set(cell, to, what=what, who=lo.at(s.owner, what), **given)
        s.owned.add(what, s.code(cell, to))
    covered.take(lo, what, to, p["state"], moves=True)
    tracks.moves(lo, what, start, to, 1)


def _arrive_at_level(lo: Lowering, t: SiteType, p: dict[str, Expr], what: Expr, by_level: Expr) -> None:
    """The piece is inserted. From a level: those above it are listed anew; else it is listed as if it were on top."""
    s = lo.sites
    to, level = p["to"], p["level_to"]
    extras: dict[str, ir.IntLike] = {e: p[e] for e in EXTRAS}
    with lo.if_(by_level):
        with lo.for_range(s.height(t, to) - 1, level, down=True) as i:
            piece = lo.let(s.what(t, to, i))
            s.owned.remove_level(t, piece, to, i)
            s.owned.add(piece, s.code(t, to, i + 1))
        s.stacks.insert(t, to, level, what, extras)
        with lo.if_(ir.ne(what, 0)):
            s.owned.add(what, s.code(t, to, level))
    with lo.else_():
        if not lo.flags.uses(Feature.CARDS):
            s.stacks.insert(t, to, level, what, extras)
        with lo.if_(ir.ne(what, 0)):
            s.owned.add(what, s.code(t, to, s.height(t, to) - 1))


def _move_all(lo: Lowering, from_type: Expr, to_type: Expr, p: dict[str, Expr]) -> None:
    """Moves the whole stack. Neutral pieces stay listed at their old site."""
    s = lo.sites
    start, to = p["from"], p["to"]
    height = lo.var(0, "height")

    def one_by_one(a: SiteType, t: SiteType) -> None:
        lo.assign(height, s.height(a, start))
        with lo.for_range(0, height) as i:
            what = lo.let(s.what(a, start, i))
            with lo.if_(p["level_to"] >= 0):
                s.stacks.insert(t, to, p["level_to"], what, {e: p[e] for e in EXTRAS})
            with lo.else_():
                own: dict[str, ir.IntLike] = {e: getattr(s, e)(a, start, i) for e in EXTRAS if s.keeps(e)}
                s.stacks.push_with(t, to, what, own)

    def forget(a: SiteType) -> None:
        with lo.for_range(0, height) as i:
            what = lo.let(s.what(a, start, i))
            with lo.if_(ir.ne(lo.at(s.owner, what), 0)):
                s.owned.remove_place(a, what, start)
        s.stacks.clear(a, start)
        s.set_empty(a, start, True)

    def arrive(t: SiteType) -> None:
        s.set_empty(t, to, False)
        top = lo.let(s.height(t, to))
        with lo.for_range(ir.max_(top - height, 0), top) as i:
            what = lo.let(s.what(t, to, i))
            with lo.if_(ir.ne(lo.at(s.owner, what), 0)):
                s.owned.add(what, s.code(t, to, i))

    for_type(lo, from_type, lambda a: for_type(lo, to_type, lambda t: one_by_one(a, t)))
    for_type(lo, from_type, forget)
    for_type(lo, to_type, arrive)


def stack_move(lo: Lowering, p: dict[str, Expr]) -> None:
    """The upper levels of a stack, in their order."""
    s = lo.sites
    start, to, n = p["from"], p["to"], p["levels"]
    taken = lo.list_new()
    props = [e for e in EXTRAS if s.keeps(e)]

    def leave(t: SiteType) -> None:
        with lo.if_(ir.eq(s.what(t, start), 0) | (s.height(t, start) < n)):
            lo.return_()
        with lo.for_range(0, n):
            what = lo.let(s.what(t, start))
            lo.push(taken, what)
            for e in props:
                lo.push(taken, getattr(s, e)(t, start))
            s.owned.remove_level(t, what, start, s.height(t, start) - 1)
            s.stacks.pop(t, start)
        with lo.if_(ir.eq(s.height(t, start), 0)):
            s.set_empty(t, start, True)

    def arrive(t: SiteType) -> None:
        width = 1 + len(props)
        with lo.for_range(n - 1, 0, down=True) as i:
            what = lo.let(ir.list_at(taken, i * width))
            own: dict[str, ir.IntLike] = {e: ir.list_at(taken, i * width + 1 + k) for k, e in enumerate(props)}
            s.stacks.push_with(t, to, what, own)
            s.owned.add(what, s.code(t, to, s.height(t, to) - 1))
        with lo.if_(s.height(t, to) > 0):
            s.set_empty(t, to, False)

    for_place(lo, p["type_from"], start, leave)
    for_place(lo, p["type_to"], to, arrive)


def promote(lo: Lowering, number: Expr, p: dict[str, Expr]) -> None:
    """The piece leaves its level and the new one comes on top; of a lone piece the old position stays listed."""
    s = lo.sites
    to, new = p["to"], p["what"]

    def body(t: SiteType) -> None:
        top = lo.let(ir.eq(p["level"], -1))
        level = lo.let(ir.select(top, s.height(t, to) - 1, p["level"]))
        old = lo.let(s.what(t, to, level))
        with lo.if_(top):
            s.stacks.pop(t, to)
        with lo.else_():
            s.stacks.take_out(t, to, level)
        height = lo.let(s.height(t, to))
        with lo.if_((height > 0) & ir.ne(lo.at(s.owner, old), 0)):
            s.owned.remove_level(t, old, to, ir.select(top, height, p["level"]))
        s.stacks.push(t, to, new)
        if SiteType.Cell in s.types:  # Ludii marks the cell of that number, whatever the type of the site
            with lo.if_(to < s.size[SiteType.Cell]):
                s.set_empty(SiteType.Cell, to, False)
        with lo.if_(ir.ne(lo.at(s.owner, new), 0)):
            s.owned.add(new, s.code(t, to, ir.select(top, height, p["level"])))

    for_type(lo, number, body)


def remove(lo: Lowering, p: dict[str, Expr]) -> None:
    """Removes the top."""
    s = lo.sites
    what = lo.var(0, "what")

    def body(t: SiteType) -> None:
        lo.assign(what, s.what(t, p["to"]))
        s.stacks.pop(t, p["to"])
        height = lo.let(s.height(t, p["to"]))
        with lo.if_((what > 0) & is_named(lo, t, p["type"])):
            s.owned.remove_level(t, what, p["to"], height)
        with lo.if_(ir.eq(height, 0)):
            s.set_empty(t, p["to"], True)

    for_place(lo, p["type"], p["to"], body)
    tracks.leaves(lo, what, p["to"])


def remove_level(lo: Lowering, p: dict[str, Expr]) -> None:
    """Removes a level of a stack."""
    s = lo.sites
    what = lo.var(0, "what")

    def body(t: SiteType) -> None:
        lo.assign(what, s.what(t, p["to"], p["level"]))
        s.stacks.take_out(t, p["to"], p["level"])
        with lo.if_((what > 0) & is_named(lo, t, p["type"])):
            s.owned.remove_level(t, what, p["to"], p["level"])
        with lo.if_(ir.eq(s.height(t, p["to"]), 0)):
            s.set_empty(t, p["to"], True)

    for_place(lo, p["type"], p["to"], body)
    tracks.leaves(lo, what, p["to"])


def set_count(lo: Lowering, number: Expr, p: dict[str, Expr]) -> None:
    """With a count above 0 the top becomes another piece, which Ludii lists only if nobody owned what was there. With 0
    the top is removed.
    """
    s = lo.sites
    to, what = p["to"], p["what"]
    gone = lo.var(0, "gone")

    def body(t: SiteType) -> None:
        with lo.if_(p["count"] > 0):
            with lo.if_(ir.ne(what, 0) & ir.eq(s.who(t, to), 0)):
                s.owned.add(what, s.code(t, to))
            with lo.if_(s.height(t, to) > 0):
                s.set(t, to, what=what)
        with lo.else_():
            lo.assign(gone, s.what(t, to))
            s.stacks.pop(t, to)
            with lo.if_(gone > 0):
                s.owned.remove_place(t, gone, to)
            with lo.if_(ir.eq(s.height(t, to), 0)):
                s.set_empty(t, to, True)

    for_type(lo, number, body)
    tracks.leaves(lo, gone, to)


def copy(lo: Lowering, from_type: Expr, to_type: Expr, p: dict[str, Expr]) -> None:
    """After a move, puts a copy of the top of the target back on the source."""
    s = lo.sites
    start, to = p["from"], p["to"]
    piece, height = lo.var(0, "piece"), lo.var(0, "height")

    def read(t: SiteType) -> None:
        lo.assign(piece, s.what(t, to))
        lo.assign(height, s.height(t, to))

    def put(t: SiteType) -> None:
        with lo.if_(ir.eq(p["level_from"], -1) | ir.eq(height, p["level_from"])):
            s.stacks.push(t, start, piece)
            s.owned.add(piece, s.code(t, start, s.height(t, start) - 1))
        with lo.else_():
            alone = lo.let(ir.eq(s.height(t, start), 0))
            s.stacks.insert(t, start, p["level_from"], piece, {e: p[e] for e in EXTRAS})
            with lo.if_(alone & (s.height(t, start) > 0)):
                s.set_empty(t, start, False)
            s.owned.add(piece, s.code(t, start, p["level_from"]))

    for_type(lo, to_type, read)
    for_type(lo, from_type, put)
