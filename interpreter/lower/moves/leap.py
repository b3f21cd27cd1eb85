"""Leaps along a walk of steps and turns, over any pieces: (leap …) and (move Leap …)."""

from __future__ import annotations

from ...board.topology import Topology
from ...board.walk import walk, walk_directions
from ..arguments.moves import check_from, condition_of, move_action, origin, push_move
from ..base.prelude import AbsoluteDirection, Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers

Walks = tuple[tuple[L.StepType, ...], ...]

# what "forward" requires of row and column of the target: more, less, or anything
_AHEAD: dict[AbsoluteDirection, tuple[int, int]] = {
    AbsoluteDirection.N: (1, 0),
    AbsoluteDirection.NE: (1, 1),
    AbsoluteDirection.E: (0, 1),
    AbsoluteDirection.SE: (-1, 1),
    AbsoluteDirection.S: (-1, 0),
    AbsoluteDirection.SW: (-1, -1),
    AbsoluteDirection.W: (0, -1),
    AbsoluteDirection.NW: (1, -1),
}


@lowers(
    L.Leap, L.MoveLeap, to="moves",
    needs=Needs(
        Feature.FROM_POSITIONS, unseen=("forward",), parts={"from_": ("type", "loc", "if_"), "to": ("if_", "effect")}
    ),
)  # fmt: skip
def leap(node: L.Leap | L.MoveLeap, lo: Lowering) -> None:
    """Moves to each end of a walk where the condition holds, in ascending order, whatever stands between."""
    t = lo.site_type(None if node.from_ is None else node.from_.type)
    site, named = origin(lo, node.from_)
    forward = lo.let(lo.opt_bool(node.forward, False))
    number = lo.type_number(t)
    effect = node.to.effect
    with lo.saved("to", *(["from"] if named else [])):
        if named:
            lo.set_ctx("from", site)
        check_from(lo, node.from_)
        turned = lo.let(lo.opt_bool(node.rotations, True))
        table, row = _targets(lo, t, node.walk, site, forward, turned)
        with lo.for_row(table, row, "to") as to:
            lo.set_ctx("to", to)
            with lo.if_(condition_of(lo, node.to, "a leap needs a condition in (to …)")):
                action = move_action(lo, isinstance(node, L.MoveLeap), number, site, number, to)
                before = None if effect is None else lambda: lo.moves(effect)
                push_move(lo, site, to, [action], before=before, then=node.then)


def _targets(lo: Lowering, t: SiteType, walks: Walks, site: Expr, forward: Expr, turned: Expr) -> tuple[str, Expr]:
    """A ragged table of targets and the row to read: by turns or not, facing of the piece, site."""
    board = lo.board
    n = board.size(t)
    ways = [bool(turned.const)] if turned.is_const else [False, True]
    facings: list[AbsoluteDirection | None] = [None]
    if not (forward.is_const and not forward.const):
        facings += dict.fromkeys(c.facing for c in lo.eq.components[1:] if c.facing is not None)
    rows: list[list[int]] = []
    for way in ways:
        ends = [walk_ends(board, lo.eq.default_site, walks, s, way) for s in range(n)]
        for facing in facings:
            rows += [[x for x in ends[s] if _ahead(board, t, facing, s, x)] for s in range(n)]
    block = ir.select(turned, len(facings), 0) if len(ways) > 1 else ir.const(0)
    if len(facings) > 1:
        number = lo.table([0, *(facings.index(c.facing) for c in lo.eq.components[1:])], stem="facing")
        facing_of = lo.at(number, lo.sites.what(t, site))
        block = block + ir.select(forward, facing_of, 0)
    row = ir.select(ir.within(site, n), block * n + site, -1)
    return lo.table(rows, "ragged", "leaps", n), lo.let(row)


def _ahead(board: Topology, t: SiteType, facing: AbsoluteDirection | None, site: int, to: int) -> bool:
    if facing is None:
        return True
    if facing not in _AHEAD:
        return False
    elements = board.elements(t)
    rows, columns = _AHEAD[facing]
    if to >= len(elements):
        return False
    a, z = elements[site], elements[to]
    return (rows == 0 or (z.row - a.row) * rows > 0) and (columns == 0 or (z.col - a.col) * columns > 0)


def walk_ends(board: Topology, t: SiteType, walks: Walks, site: int, turned: bool) -> list[int]:
    """The sites where the walks from a site end, ascending; turned: beginning in every orthogonal direction."""
    facings = walk_directions(board, t)
    ways = [walk(board, t, site, start, w) for start in (facings if turned else facings[:1]) for w in walks]
    return sorted({way[-1] for way in ways if way})
