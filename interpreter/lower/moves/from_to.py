"""Moves from any site to any site: (fromTo …) and (move (from …) (to …))."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..arguments.moves import Place, move_action, push_move
from ..base.prelude import NONE, Act, Collector, Expr, Feature, L, Lowering, Needs, ir, lowers, required
from ..board import dominoes
from ..board import large_pieces as large


def _level_needs(node: L.FromTo | L.MoveFromTo, _: Collector) -> Feature:
    return Feature.STACKING if node.from_.level is not None else NONE


Node = L.FromTo | L.MoveFromTo


@lowers(
    L.FromTo, L.MoveFromTo, to="moves",
    needs=Needs(Feature.FROM_POSITIONS, true={"stack": Feature.STACKING}, more=_level_needs),
)  # fmt: skip
def from_to(node: Node, lo: Lowering) -> None:
    """Moves from each site of origin to each target, in ascending order of both."""
    _FromTo(node, lo).push()


@contextmanager
def _sites(lo: Lowering, node: L.From | L.To) -> Iterator[Expr]:
    """The sites of a `from` or a `to`: of a region, one that is named, or the one that the context has."""
    if node.region is not None:
        with lo.for_set(lo.let(lo.region(node.region), "region")) as site:
            yield site
    elif node.loc is not None:
        yield lo.let(lo.int(node.loc), "site")
    else:
        yield lo.let(lo.ctx("to" if isinstance(node, L.To) else "from"), "site")


class _FromTo:
    """Pushes the moves. outside: (from) of the ludemes around. origin, what, copy: where the piece stands, which one it
    is, and whether it also stays there."""

    outside: Expr
    origin: Place
    what: Expr
    copy: Expr

    def __init__(self, node: Node, lo: Lowering) -> None:
        self.node, self.lo = node, lo
        self.decision = isinstance(node, L.MoveFromTo)
        self.mover = None if node.mover is None else lo.let(lo.role(node.mover))

    def push(self) -> None:
        """Moves from each site with a piece for which the condition of (from …) holds."""
        node, lo = self.node, self.lo
        with lo.saved("from", "to"):
            self.outside = lo.let(lo.ctx("from"), "before")
            with _sites(lo, node.from_) as site:
                self.origin = Place(lo, node.from_.type, site)
                self.what = lo.let(self.origin.what(), "what")
                with lo.if_((site >= 0) & (self.what > 0)):
                    lo.set_ctx("from", site)
                    self.copy = lo.let(lo.opt_bool(node.copy, False))
                    with lo.if_(lo.opt_bool(node.from_.if_, True)):
                        with self._targets() as (to, count):
                            self._move_to(to, count)

    @contextmanager
    def _targets(self) -> Iterator[tuple[Expr, Expr]]:
        """The target sites, and the number of pieces that move. The moves of large pieces are pushed here."""
        lo, to = self.lo, self.node.to
        region = lo.let(lo.region(to.region), "region") if to.region is not None else None
        site = None if region is not None else lo.let(lo.opt_int(to.loc, lo.ctx("to")), "site")
        count = ir.const(1) if self.node.count is None else lo.let(lo.int(self.node.count), "count")
        lo.set_ctx("from", self.outside)
        if not lo.eq.has_large:
            if region is None:
                yield required(site), count
            else:
                with lo.for_set(region) as one:
                    yield one, count
            return
        targets = lo.list_new([] if site is None else [site])
        if region is not None:
            lo.push_all(targets, lo.for_set(region))
        with lo.if_(large.is_large(lo, self.what)):
            self._move_large(targets)
        with lo.else_(), lo.for_list(targets, "site") as one:
            yield one, count

    def _move_to(self, site: Expr, count: Expr) -> None:
        """Pushes the move to a target for which the condition of (to …) holds."""
        node, lo = self.node, self.lo
        target = Place(lo, node.to.type, site, exact=True)
        with lo.if_(site >= 0):
            # levels are evaluated while (to) is still the previous site
            level_from = lo.given(node.from_.level)
            level_to = lo.given(node.to.level)
            lo.set_ctx("from", self.origin.site)
            lo.set_ctx("to", site)
            with lo.if_(lo.opt_bool(node.to.if_, True)):
                lo.set_ctx("from", self.outside)
                if self.copy.is_const or level_from is not None or level_to is not None or node.count is not None:
                    kinds = [(ir.TRUE, bool(self.copy.is_const and self.copy.const))]
                else:
                    kinds = [(self.copy, True), (~self.copy, False)]
                for cond, copies in kinds:
                    with lo.if_(cond):
                        self._push(target, self._action(target, count, level_from, level_to, copies), level_from)

    def _action(self, target: Place, count: Expr, level_from: Expr | None, level_to: Expr | None, copies: bool) -> Act:
        """What the move does to the piece, by the arguments that the description gives."""
        node, lo, place = self.node, self.lo, self.origin
        stack = bool(node.stack)
        ends = (lo, self.decision, place.number, place.site, target.number, target.site)
        if level_to is not None:
            if stack:
                return move_action(*ends, level_from=0, level_to=level_to, stack=True)
            return move_action(*ends, level_from=-1 if level_from is None else _level(level_from), level_to=level_to)
        if level_from is None and node.count is None:
            if copies:
                return move_action(*ends, level_from=0 if stack else place.height() - 1, kind="copy")
            return move_action(*ends, level_from=0 if stack else -1, stack=stack)
        if level_from is not None:
            return move_action(*ends, level_from=_level(level_from))
        params: dict[str, ir.IntLike] = {
            "type_from": place.number, "from": place.site, "type_to": target.number, "to": target.site,
        }  # fmt: skip
        if lo.flags.stacking or stack:
            # the header holds the levels for rules that ask for those of the last move
            params |= {"level_from": place.height() - count, "level_to": target.height()}
            return lo.act("stack_move", decision=self.decision, levels=count, **params)
        return lo.act("move_n", decision=self.decision, count=count, **params)

    def _push(self, target: Place, action: Act, level_from: Expr | None) -> None:
        """Pushes the move: one for each rotation that the piece may get, or with the effects of (to …) before it."""
        node, lo = self.node, self.lo
        origin, site = self.origin.site, target.site
        levels: tuple[ir.IntLike, ir.IntLike] = (0, 0)
        if lo.flags.stacking:
            top = lo.let(self.origin.height() - 1)
            levels = (0, top) if node.stack else (top, top) if level_from is None else (level_from, level_from)
            if node.from_.level is not None:
                for _ in range(2):  # Ludii evaluates it again for what the interface shows of the move, which may draw
                    lo.let(lo.int(node.from_.level))
        if node.to.rotations is not None:
            with lo.for_list(lo.ints(node.to.rotations), "turn") as turn:
                rotation = lo.act("set_rotation", type=target.number, to=site, rotation=turn)
                push_move(lo, origin, site, [action, rotation], mover=self.mover, then=node.then)
            return

        def plainly() -> None:
            push_move(lo, origin, site, [action], levels=levels, mover=self.mover, then=node.then)

        def effects() -> None:
            lo.set_ctx("from", origin)
            lo.set_ctx("to", site)
            lo.moves(required(required(effect).effect))

        effect = node.to.effect
        if effect is None or effect.effect is None:
            plainly()
            return
        with lo.if_(lo.opt_bool(effect.if_, True)):
            push_move(lo, origin, site, [action], before=effects, levels=levels, mover=self.mover, then=node.then)
        if effect.if_ is not None:
            with lo.else_():
                plainly()

    def _move_large(self, targets: Expr) -> None:
        """Moves a large piece to any of the sites, or of those that it covers, in any state in which all its sites are
        among them; dominoes where the line of play continues. Ignores the conditions of the sites.
        """
        node, lo, place = self.node, self.lo, self.origin
        tiled = lo.let(large.is_domino(lo, self.what), "tiled")
        first = lo.get("n_moves") <= lo.get("n_start")
        cells = large.cover(lo)
        own = lo.let(place.state(), "own")
        now = lo.let(cells.row(self.what, own, place.site))
        covered = lo.for_range(1, lo.row_len(cells.table, now))
        lo.push_all(targets, covered, of=lambda i: lo.row_at(cells.table, now, i))
        effect = None if node.to.effect is None else node.to.effect.effect
        number, to_number = lo.type_number(place.type), lo.type_number(lo.site_type(node.to.type))

        def free(cell: Expr) -> Expr:
            among = ir.eq(cell, place.site) | ir.list_has(targets, cell)
            if tiled.is_const and tiled.const == 0:
                return among
            return ir.select(tiled, first | dominoes.is_playable(lo, cell), among)

        with lo.for_list(targets, "to") as to, lo.for_range(0, large.states(lo, self.what), "state") as state:
            row = lo.let(cells.row(self.what, state, to), "row")
            some = lo.row_len(cells.table, row) > 0
            fits = lo.all_in(lo.for_row(cells.table, row, "cell"), free, stem="fits", besides=some)
            with lo.if_(fits & (ir.ne(to, place.site) | ir.ne(state, own))):
                action = move_action(lo, self.decision, number, place.site, to_number, to, state=state)
                before = None if effect is None else lambda: lo.moves(effect)
                push_move(lo, place.site, to, [action], before=before, mover=self.mover, then=node.then)


def _level(level: Expr) -> Expr:
    """A level as actions hold it: a negative one is that of the top piece."""
    return level if level.is_const and level.const >= 0 else ir.select(level < 0, -1, level)
