"""Common parts of moves of pieces: the origin, the type of a site, effects that precede the actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ..base.prelude import Act, Expr, IntNode, L, Lowering, SiteType, ir


def origin(lo: Lowering, node: L.From | None) -> tuple[Expr, bool]:
    """The site where a move begins (pinned), and whether the description names it.

    Without a name it is the context's `from`, and the context need not be set.
    """
    if node is None or node.loc is None:
        return lo.let(lo.ctx("from"), "from"), False
    return lo.let(lo.int(node.loc), "from"), True


def centre(lo: Lowering, node: L.From | None, default: IntNode) -> Expr:
    """The site around which the rule looks (pinned)."""
    if node is None:
        return lo.let(lo.int(default), "from")
    return lo.let(lo.opt_int(node.loc, lo.ctx("from")), "from")


def check_from(lo: Lowering, node: L.From | None) -> None:
    """Returns from the generator if the condition of `from` fails (without restoring the context, as in Ludii)."""
    if node is not None and node.if_ is not None:
        with lo.if_(~lo.bool(node.if_)):
            lo.return_()


def condition_of(lo: Lowering, to: L.To, missing: str) -> Expr:
    """The condition of a (to …). Without one Ludii fails where it would evaluate it; `missing`: the error there."""
    if to.if_ is not None:
        return lo.bool(to.if_)
    lo.run("fail", lo.string(missing))
    return ir.FALSE


class Place:
    """A site whose number may belong to a hand: those are cells, whatever type is declared."""

    def __init__(self, lo: Lowering, declared: SiteType | None, site: Expr, *, exact: bool = False) -> None:
        """exact: the named type counts even for the numbers of hands."""
        self.lo = lo
        self.site = site
        self.type = lo.site_type(declared)
        self.in_hand: Expr | None = None
        beyond = lo.sites.beyond
        if beyond is not None and self.type is not SiteType.Cell and not (exact and declared is not None):
            self.in_hand = lo.let(site >= beyond)

    @property
    def number(self) -> ir.IntLike:
        """The number of the site's type in actions."""
        own = self.lo.type_number(self.type)
        return own if self.in_hand is None else ir.select(self.in_hand, self.lo.type_number(SiteType.Cell), own)

    def _read(self, prop: str, *args: Expr | None) -> Expr:
        read = getattr(self.lo.sites, prop)
        own: Expr = read(self.type, self.site, *args)
        return own if self.in_hand is None else ir.select(self.in_hand, read(SiteType.Cell, self.site, *args), own)

    def what(self) -> Expr:
        return self._read("what")

    def state(self) -> Expr:
        return self._read("state")

    def rotation(self) -> Expr:
        return self._read("rotation")

    def height(self) -> Expr:
        """Number of levels (flat games: 0 or 1)."""
        return self._read("height")

    def kept(self, prop: str, level: Expr | None = None) -> Expr:
        """A property of the piece ("what", "state", "rotation", "value"): 0 in games that keep none."""
        return self._read(prop, level) if self.lo.sites.keeps(prop) else ir.const(0)


def move_action(
    lo: Lowering,
    decision: bool,
    type_from: ir.IntLike,
    from_site: ir.IntLike,
    type_to: ir.IntLike,
    to_site: ir.IntLike,
    *,
    level_from: ir.IntLike = -1,
    level_to: ir.IntLike = -1,
    state: ir.IntLike = -1,
    stack: bool = False,
    kind: str = "move",
) -> Act:
    """The action that takes a piece (or with `stack` all pieces) from one site to another."""
    params: dict[str, ir.IntLike] = {
        "type_from": type_from,
        "from": from_site,
        "level_from": level_from,
        "type_to": type_to,
        "to": to_site,
        "level_to": level_to,
        "state": state,
        "stack": int(stack),
    }
    return lo.act(kind, decision=decision, **params)


def push_move(
    lo: Lowering,
    from_site: ir.IntLike,
    to_site: ir.IntLike,
    actions: Sequence[Act],
    *,
    before: Callable[[], None] | None = None,
    more: Callable[[], None] | None = None,
    levels: tuple[ir.IntLike, ir.IntLike] = (0, 0),
    keep_levels: bool = False,
    plain: bool = False,
    mover: ir.IntLike | None = None,
    then: L.Then | None = None,
) -> None:
    """Pushes a move whose actions follow those of effects.

    before: pushes the moves of the effects, in the order in which their actions shall stand; `more` adds actions to the
    open move after the given ones (`lo.push_action`). As in Ludii a move with effects forgets its levels unless
    `keep_levels`. plain: the head of the move names no more than its sites.
    """
    plain = plain and lo.heads_vary
    if before is None and more is None and not plain:
        lo.emit(from_site, to_site, actions, mover=mover, levels=levels, then=then)
        return
    who = lo.let(lo.get("mover")) if mover is None else lo.let(ir.as_int(mover))
    start, to, low, high = (lo.let(ir.as_int(x)) for x in (from_site, to_site, *levels))
    with lo.built_move(to, start):  # effects are not evaluated if moves are only counted
        ready = [lo.pinned(action) for action in actions]
        with lo.one_move(
            who, start, to, (low, high), effects=before, joins=True, keep_levels=keep_levels,
            then=partial(lo.then_function, then),
        ):  # fmt: skip
            for action in ready:
                lo.push_action(action)
            if more is not None:
                more()
            if plain:
                plain_head(lo)


def plain_head(lo: Lowering) -> None:
    """Notes that the head of the open move names no more than its sites: Ludii makes such a move from actions alone."""
    if lo.heads_vary:
        lo.push_action(lo.act("plain"))


def piece_components(lo: Lowering, what: L.Piece | None) -> list[Expr]:
    """The components that a `(piece …)` names; without one the number of the player to move."""
    if what is None:
        return [lo.get("mover")]
    if what.components is not None:
        return [lo.int(c) for c in what.components]
    if what.component is not None:
        return [lo.int(what.component)]
    names = what.name_components or (what.name_component,)
    return [ir.const(named_component(lo, str(n))) for n in names]


def named_component(lo: Lowering, name: str) -> int:
    """The meaning of a name: the number of a container, else the first component of that name; -1 for nothing."""
    for container in lo.eq.containers:
        if container.name == name:
            return container.index
    return next((c.index for c in lo.eq.components[1:] if c.name == name), -1)
