"""One step: (step …) and (move Step …)."""

from __future__ import annotations

from ..arguments.moves import check_from, move_action, origin, push_move
from ..base.prelude import Expr, Feature, L, Lowering, Needs, SiteType, ir, lowers
from ..directions.iterate import each_step


@lowers(
    L.Step, L.MoveStep, to="moves",
    needs=Needs(
        Feature.FROM_POSITIONS, true={"stack": Feature.STACKING}, unseen=("directions",),
        parts={"to": ("if_", "effect")},
    ),
)  # fmt: skip
def step(node: L.Step | L.MoveStep, lo: Lowering) -> None:
    """Moves to each neighbour in the directions where the condition holds."""
    if node.from_ is not None and node.from_.region is not None:
        return  # Ludii finds no origin
    t = lo.site_type(None if node.from_ is None else node.from_.type)
    site, named = origin(lo, node.from_)
    level = None
    if node.from_ is not None and node.from_.level is not None:
        level = lo.let(lo.int(node.from_.level))
    with lo.saved("to", *(["from"] if named else [])):

        def ready() -> None:
            if named:
                lo.set_ctx("from", site)
            check_from(lo, node.from_)

        # directions are evaluated while (from) is still the previous site
        with each_step(lo, t, site, node.directions, ready=ready) as to:
            lo.set_ctx("to", to)
            with lo.if_(lo.opt_bool(node.to.if_, True)):
                _emit(node, lo, t, site, to, level)


def _emit(node: L.Step | L.MoveStep, lo: Lowering, t: SiteType, site: Expr, to: Expr, level: Expr | None) -> None:
    number, stack = lo.type_number(t), bool(node.stack)
    effect = node.to.effect

    def push(level_from: ir.IntLike, levels: tuple[ir.IntLike, ir.IntLike]) -> None:
        decision = isinstance(node, L.MoveStep)
        action = move_action(lo, decision, number, site, number, to, level_from=level_from, stack=stack)
        before = None if effect is None else lambda: lo.moves(effect)
        push_move(lo, site, to, [action], before=before, levels=levels, then=node.then)

    def top() -> None:
        height = lo.sites.height(t, site)
        if stack:
            push(-1, (0, lo.let(height - 1)))
        else:
            push(height - 1 if lo.flags.stacking else -1, (0, 0))

    if level is None or stack:
        top()
        return
    with lo.if_(ir.eq(level, -1)):
        top()
    with lo.else_():
        push(level, (level, level))
