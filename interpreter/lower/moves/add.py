"""Adding pieces: (add …), (claim …), (move Add …), (move Claim …)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..arguments.moves import piece_components, push_move
from ..base.prelude import NONE, Act, Collector, Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers
from ..board import large_pieces as large

_CLAIMED = ("type", "region", "loc", "if_")
_ADDED = (*_CLAIMED, "level", "effect")


def _site_needs(node: L.MoveSite, collector: Collector) -> Feature:
    adds = node.kind is L.MoveSiteType.Add
    needed = _add_needs(node, collector) if adds else NONE
    for part in _ADDED if adds else _CLAIMED:
        needed |= collector.of_value(getattr(node.to, part), L.To)
    return needed


def _add_needs(node: L.MovesAdd | L.MoveSite, _: Collector) -> Feature:
    needed = NONE
    if not node.stack and node.count is not None and node.count != 1:
        needed |= Feature.COUNT
    if node.what is not None and node.what.state is not None:
        needed |= Feature.STATE
    if node.to.level is not None:
        needed |= Feature.STACKING
    return needed


Node = L.MovesAdd | L.MoveSite


@lowers(L.MoveSite, to="moves", needs=Needs(true={"stack": Feature.STACKING}, unseen=("to",), more=_site_needs))
def move_site(node: L.MoveSite, lo: Lowering) -> None:
    """A decision to add a piece to a site, or to claim one."""
    if node.kind is L.MoveSiteType.Claim:
        claim(node, lo)
    else:
        _Add(node, lo).lower()


@lowers(L.MovesAdd, to="moves", needs=Needs(true={"stack": Feature.STACKING}, parts={"to": _ADDED}, more=_add_needs))
def moves_add(node: L.MovesAdd, lo: Lowering) -> None:
    """The same as an effect."""
    _Add(node, lo).lower()


def _each_component(lo: Lowering, what: L.Piece | None) -> Iterator[tuple[Expr, Callable[[], None]]]:
    """Each component, with what is to be called where it is placed on a single site: later ones are left out then."""
    components = piece_components(lo, what)
    if len(components) == 1:
        yield lo.let(components[0], "what"), lambda: None
        return
    placed = lo.var(False, "placed")
    for component in components:
        with lo.if_(~placed):
            yield lo.let(component, "what"), lambda: lo.assign(placed, True)


class _Add:
    """Places each component in turn on each site; on a single named site only the first component that is allowed."""

    def __init__(self, node: Node, lo: Lowering) -> None:
        self.node, self.lo = node, lo
        self.to = node.to
        self.type: SiteType = lo.site_type(node.to.type)
        self.count: Expr = ir.const(1)

    def lower(self) -> None:
        node, lo = self.node, self.lo
        if node.count is not None:
            self.count = lo.let(lo.int(node.count), "count")
            with lo.if_(self.count < 1):
                lo.return_()
        with lo.saved("from", "to"):
            for what, self.placed in _each_component(lo, node.what):
                if not (what.is_const and what.const >= 0):
                    with lo.if_(ir.ne(what, -1)):
                        self._component(what)
                elif what.const != -1:
                    self._component(what)

    def _component(self, what: Expr) -> None:
        lo = self.lo
        if not lo.eq.has_large:
            self._small(what)
            return
        with lo.if_(large.is_large(lo, what)):
            self._large(what)
        with lo.else_():
            self._small(what)

    def _allowed(self) -> Expr:
        return self.lo.opt_bool(self.to.if_, True)

    def _small(self, what: Expr) -> None:
        lo, to = self.lo, self.to
        if to.region is not None:
            with lo.for_set(lo.let(lo.region(to.region), "region"), "to") as site:
                lo.set_ctx("to", site)
                with lo.if_(self._allowed()):
                    self._one(site, what, True)
            return
        site = lo.let(lo.opt_int(to.loc, lo.ctx("to")), "to")
        lo.set_ctx("to", site)
        with lo.if_(self._allowed()):
            self._one(site, what, False)
            self.placed()

    def _one(self, site: Expr, what: Expr, region: bool) -> None:
        """Pushes the move to one site. In a region, a move with an effect occurs twice, as in Ludii."""
        lo, node = self.lo, self.node
        state = lo.let(lo.opt_int(None if node.what is None else node.what.state, -1), "state")
        effect = self.to.effect
        level = lo.given(self.to.level, "level")

        def push(with_effect: bool) -> None:
            decision = isinstance(node, L.MoveSite)
            action = self._action(site, what, state, level, decision)

            def again() -> None:
                action = self._action(site, what, state, level, False)
                with lo.for_range(1, self.count):
                    lo.push_action(action)

            def before() -> None:
                lo.set_ctx("from", site)
                assert effect is not None
                lo.moves(effect)

            more = None if self.count.is_const and self.count.const == 1 else again
            push_move(lo, site, site, [action], before=before if with_effect else None, more=more, then=node.then)
            if with_effect and region:
                lo.run("move_twin", lo.count() - 1)

        if effect is None:
            push(False)
            return
        if effect.if_ is None:
            push(True)
            return
        with lo.if_(lo.bool(effect.if_)):
            push(True)
        with lo.else_():
            push(False)

    def _action(self, site: Expr, what: Expr, state: Expr, level: Expr | None, decision: bool) -> Act:
        lo, t = self.lo, self.lo.type_number(self.type)
        if level is None:
            return lo.act("add", decision=decision, type=t, to=site, what=what, count=1, state=state)
        return lo.act("insert", decision=decision, type=t, to=site, level=level, what=what, state=state)

    def _large(self, what: Expr) -> None:
        """Pushes a large piece in all states in which its sites are empty. Ignores conditions and effects."""
        lo, node = self.lo, self.node
        wanted = lo.opt_int(None if node.what is None else node.what.state, -1)
        wanted = lo.let(wanted, "wanted")

        def push(site: Expr, state: Expr) -> None:
            push_move(lo, site, site, [self._action(site, what, state, None, isinstance(node, L.MoveSite))])

        def at(site: Expr) -> None:
            if wanted.is_const and wanted.const >= 0:  # one state
                with lo.if_(wanted < large.states(lo, what)):
                    with lo.if_(large.fits_empty(lo, self.type, what, wanted, site)):
                        push(site, wanted)
                return
            with lo.for_range(0, large.states(lo, what), "state") as state:
                fits = large.fits_empty(lo, self.type, what, state, site)
                with lo.if_((ir.eq(wanted, -1) | ir.eq(wanted, state)) & fits):
                    push(site, state)

        if self.to.region is not None:
            with lo.for_set(lo.let(lo.region(self.to.region), "region"), "to") as site:
                at(site)
        else:
            at(lo.let(lo.opt_int(self.to.loc, lo.ctx("to")), "to"))


@lowers(L.Claim, to="moves", needs=Needs(parts={"to": _CLAIMED}))
def claim(node: L.Claim | L.MoveSite, lo: Lowering) -> None:
    """Adds one piece, without effects."""
    to = node.to
    t = lo.type_number(lo.site_type(to.type))

    def one(site: Expr, what: Expr) -> None:
        state = lo.opt_int(None if node.what is None else node.what.state, -1)
        decision = isinstance(node, L.MoveSite)
        action = lo.act("add", decision=decision, type=t, to=site, what=what, count=1, state=state)
        if to.region is not None or node.then is None:
            mover = None if to.region is not None else 0
            push_move(lo, site, site, [action], then=node.then, mover=mover)
            return
        # the consequent of a single site is evaluated at once, and only its actions count
        moves = node.then.moves
        lo.set_ctx("from", site)
        action = lo.pinned(action)
        with lo.one_move(0, site, site, effects=lambda: lo.moves(moves)) as first:
            lo.push_action(action)
            lo.run("move_splice", first, lo.count())

    with lo.saved("from", "to"):
        for what, placed in _each_component(lo, node.what):
            if to.region is not None:
                with lo.for_set(lo.let(lo.region(to.region), "region"), "to") as site:
                    lo.set_ctx("to", site)
                    with lo.if_(lo.opt_bool(to.if_, True)):
                        one(site, what)
                continue
            site = lo.let(lo.opt_int(to.loc, lo.ctx("to")), "to")
            lo.set_ctx("to", site)
            with lo.if_(lo.opt_bool(to.if_, True)):
                one(site, what)
                placed()
