"""Actions that change the state, the value or the rotation of a site, a piece or a level of a stack."""

from __future__ import annotations

from ..base.prelude import Expr, Lowering, SiteType, ir
from .by_type import for_place, is_named, known_type
from .registry import applies


def _set(lo: Lowering, kind: str, prop: str, p: dict[str, Expr]) -> None:
    s = lo.sites
    number = known_type(lo, kind, p)
    if not s.keeps(prop):
        return

    def body(t: SiteType) -> None:
        inside = ir.within(p["to"], s.size[t])
        if not s.stacking:
            with lo.if_(inside):
                s.set(t, p["to"], **{prop: p[prop]})
            return
        given = p.get("level", ir.const(-1))
        level = lo.let(ir.select(ir.eq(given, -1), s.height(t, p["to"]) - 1, given))
        inside &= is_named(lo, t, number) | ir.ne(given, -1)
        with lo.if_(inside & (level >= 0) & (level < s.height(t, p["to"]))):
            s.set(t, p["to"], level=level, **{prop: p[prop]})

    for_place(lo, number, p["to"], body)


@applies("set_state")
def apply_set_state(lo: Lowering, p: dict[str, Expr]) -> None:
    _set(lo, "set_state", "state", p)


@applies("set_value")
def apply_set_value(lo: Lowering, p: dict[str, Expr]) -> None:
    _set(lo, "set_value", "value", p)


@applies("set_rotation")
def apply_set_rotation(lo: Lowering, p: dict[str, Expr]) -> None:
    """No rotation (-1) leaves the piece as it stands."""
    with lo.if_(p["rotation"] >= 0):
        _set(lo, "set_rotation", "rotation", p)
