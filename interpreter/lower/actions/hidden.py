"""What players cannot see: for each site (of a stack: each level) a bit for each player."""

from __future__ import annotations

from collections.abc import Callable

from ...equipment.features import LETTER
from ...program.ops import SiteData
from ..base.prelude import Expr, FieldKind, Lowering, SiteType, ir
from .by_type import for_place, for_type, known_type
from .registry import applies

KINDS = ("hidden", "hidden_what", "hidden_who", "hidden_state", "hidden_rotation", "hidden_value", "hidden_count")


def field(lo: Lowering, kind: str, t: SiteType) -> str:
    """The field with the bits of a kind (see `KINDS`): bit p is set where player p does not see it."""
    name = f"{kind}_{LETTER[t]}"
    cap, heights = ("stack", f"height_{LETTER[t]}") if lo.sites.stacking else (None, None)
    size = lo.sites.size[t]
    return lo.field(name, FieldKind.ARRAY, size=size, bits=32, cap=cap, site=SiteData.HIDDEN, heights=heights)


def index(lo: Lowering, site: ir.IntLike, level: ir.IntLike) -> Expr:
    """Where the bits of a site and level stand in the field; flat games have one level."""
    if not lo.sites.stacking:
        return ir.as_int(site)
    lv = lo.let(ir.max_(level, 0))
    return ir.select((lv < lo.cap("stack")) & ir.ge(site, 0), ir.as_int(site) * lo.cap("stack") + lv, -1)


def is_hidden(lo: Lowering, kind: str, t: SiteType, site: ir.IntLike, level: ir.IntLike, player: ir.IntLike) -> Expr:
    """Whether something of a kind is hidden from a player."""
    s = lo.sites
    if not lo.flags.hidden or (t not in s.types and s.hands is None):
        return ir.FALSE

    def read(t: SiteType, site: Expr) -> Expr:
        return lo.get(field(lo, kind, t), index(lo, site, level)) if t in s.types else ir.const(0)

    bits = s.in_place(t if len(s.types) > 1 else s.types[0], site, read)
    return ir.has_bit(bits, player)


def carry(lo: Lowering, from_type: Expr, start: Expr, to_type: Expr, to: Expr) -> None:
    """Carries along what is hidden of a piece when it moves (flat games)."""
    if not lo.flags.hidden:
        return
    bits = {kind: lo.var(0, kind) for kind in KINDS}

    def read(t: SiteType) -> None:
        for kind in KINDS:
            lo.assign(bits[kind], lo.get(field(lo, kind, t), start))

    def write(t: SiteType) -> None:
        for kind in KINDS:
            lo.put(field(lo, kind, t), bits[kind], to)

    def clear(t: SiteType) -> None:
        with lo.if_(ir.eq(lo.sites.what(t, start), 0)):
            for kind in KINDS:
                lo.put(field(lo, kind, t), 0, start)

    for_type(lo, from_type, read)
    for_type(lo, to_type, write)
    for_type(lo, from_type, clear)


def _apply(kind: str) -> Callable[[Lowering, dict[str, Expr]], None]:
    def apply(lo: Lowering, p: dict[str, Expr]) -> None:

        def body(t: SiteType) -> None:
            name = field(lo, kind, t)
            at = lo.let(index(lo, p["to"], p["level"]))
            bit = lo.let(ir.shl(1, p["who"]))
            now = lo.let(lo.get(name, at))
            with lo.if_(at >= 0):
                lo.put(name, now - (now & bit) + ir.select(p["value"] > 0, bit, 0), at)

        for_place(lo, known_type(lo, f"set_{kind}", p), p["to"], body)

    return apply


for _kind in KINDS:
    applies(f"set_{_kind}")(_apply(_kind))
