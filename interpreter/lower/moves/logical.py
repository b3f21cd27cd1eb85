"""Moves of several generators: or, and, if, priority."""

from __future__ import annotations

from ..base.prelude import L, Lowering, lowers, required


@lowers(L.MovesOr, L.MovesAnd, to="moves")
def any_of(node: L.MovesOr | L.MovesAnd, lo: Lowering) -> None:
    """All moves of all generators, in order."""
    items = node.list if node.list is not None else (node.moves_a, node.moves_b)
    mark = lo.mark() if node.then is not None else None
    for item in items:
        lo.moves(required(item))
    if mark is not None:
        lo.attach(mark, node.then)


@lowers(L.MovesIf, to="moves")
def moves_if(node: L.MovesIf, lo: Lowering) -> None:
    """The moves of one generator or of another, by a condition."""
    mark = lo.mark() if node.then is not None else None
    with lo.if_(lo.bool(node.cond)):
        lo.moves(node.list)
    if node.else_list is not None:
        with lo.else_():
            lo.moves(node.else_list)
    if mark is not None:
        lo.attach(mark, node.then)


@lowers(L.Priority, to="moves")
def priority(node: L.Priority, lo: Lowering) -> None:
    """The moves of the first generator that has any."""
    items = node.list if node.list is not None else (node.list1, node.list2)
    mark = lo.mark()
    for item in items:
        lo.moves(required(item))
        with lo.if_(lo.count() > mark):
            lo.attach(mark, node.then)
            lo.return_()
