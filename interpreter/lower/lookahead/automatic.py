"""Conditions whose value is known because they are already being evaluated.

During the search for a threat nothing counts as threatened. So "not threatened" holds for every move, and the moves
need not be tried.
"""

from __future__ import annotations

from ..base.prelude import Expr, FieldKind, L, Lowering, RoleType, all_of, ir

ASKING_THREAT, ASKING_MOVES = "asking_threat", "asking_no_moves"


def asking(lo: Lowering, field: str) -> Expr:
    """Whether a query is being evaluated right now."""
    return ir.ne(lo.get(lo.field(field, FieldKind.INT)), 0)


def succeeds(lo: Lowering, node: L.Bool) -> Expr:
    """Whether the condition is known to hold, without evaluating it."""
    if isinstance(node, L.Not):
        return fails(lo, node.a)
    if isinstance(node, L.BoolAnd | L.BoolOr):
        parts = [succeeds(lo, x) for x in all_of(node.list, node.a, node.b)]
        return ir.and_(*parts) if isinstance(node, L.BoolAnd) else ir.or_(*parts)
    return ir.FALSE


def fails(lo: Lowering, node: L.Bool) -> Expr:
    """Whether the condition is known not to hold, without evaluating it."""
    if isinstance(node, L.Not):
        return succeeds(lo, node.a)
    if isinstance(node, L.BoolAnd | L.BoolOr):
        parts = [fails(lo, x) for x in all_of(node.list, node.a, node.b)]
        return ir.or_(*parts) if isinstance(node, L.BoolAnd) else ir.and_(*parts)
    if isinstance(node, L.IsComponent) and node.kind is L.IsComponentType.Threatened:
        return asking(lo, ASKING_THREAT)
    if isinstance(node, L.NoMove) and node.player_fn is RoleType.Next:
        return asking(lo, ASKING_MOVES)
    return ir.FALSE
