"""Replacing a piece by another: (promote …) and (move Promote …)."""

from __future__ import annotations

from ..arguments.moves import push_move
from ..base.prelude import Expr, L, Lowering, Needs, ir, lowers

Node = L.Promote | L.MovePromote


@lowers(L.Promote, L.MovePromote, to="moves", needs=Needs(unseen=("who",)))
def promote(node: Node, lo: Lowering) -> None:
    """One move for each piece that may appear. A negative site gives none."""
    site = lo.let(lo.opt_int(node.location_fn, lo.ctx("to")), "site")
    number = lo.type_number(lo.site_type(node.type))
    with lo.if_(site >= 0):
        owner = _owner(node, lo)
        if node.what.component is not None:
            what = lo.let(lo.int(node.what.component), "what")
            with lo.if_(what >= 1):
                _emit(node, lo, number, site, what if owner is None else _of_owner(lo, what, owner))
            return
        if node.what.components is not None:
            # Ludii ignores an owner here
            for what in [lo.let(lo.int(c), "what") for c in node.what.components]:
                _emit(node, lo, number, site, what)
            return
        for name in node.what.name_components or (str(node.what.name_component),):
            if owner is not None:
                _emit(node, lo, number, site, lo.at(_by_owner(lo, name), owner))
                continue
            whats = [c.index for c in lo.eq.components[1:] if c.name == name]
            if whats:
                _emit(node, lo, number, site, ir.const(whats[-1]))
            else:
                lo.run("fail", lo.string(f"no piece is called {name!r}"))


def _owner(node: Node, lo: Lowering) -> Expr | None:
    if node.role is not None:
        return lo.let(lo.role(node.role), "owner")
    return None if node.who is None else lo.let(lo.int(node.who.index), "owner")


def _by_owner(lo: Lowering, name: str) -> str:
    """A flat table: owner → the first component of the owner whose name contains a text, 0 for none."""
    table = [0] * (lo.n_players + 2)
    for c in reversed(lo.eq.components[1:]):
        if name in c.name and 0 <= c.owner < len(table):
            table[c.owner] = c.index
    return lo.table(table, stem="by_owner")


def _of_owner(lo: Lowering, what: Expr, owner: Expr) -> Expr:
    """The component of an owner whose name contains that of a component."""
    n = lo.n_players + 2
    rows = [0] * (n * len(lo.eq.components))
    for c in lo.eq.components[1:]:
        for other in reversed(lo.eq.components[1:]):
            if c.name in other.name and 0 <= other.owner < n:
                rows[c.index * n + other.owner] = other.index
    return lo.at(lo.table(rows, stem="same_name"), what * n + owner)


def _emit(node: Node, lo: Lowering, number: int, site: Expr, what: Expr) -> None:
    action = lo.act("promote", decision=isinstance(node, L.MovePromote), type=number, to=site, what=what)
    push_move(lo, site, site, [action], then=node.then)
