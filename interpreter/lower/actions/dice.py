"""Actions on dice: the face of a die is the state of its site; the pips still to be used are kept separately."""

from __future__ import annotations

from ..base.prelude import Expr, FieldKind, Lowering, SiteType, ir
from .registry import applies


def current_dice(lo: Lowering) -> str:
    """The field of what each die shows: one value for each site of all dice containers; 0 once used."""
    total = sum(d.num_sites for d in lo.eq.dice)
    return lo.field("current_dice", FieldKind.ARRAY, size=max(1, total))


def dice_equal(lo: Lowering) -> str:
    """The field that says whether the last throw showed equal faces."""
    return lo.field("dice_equal", FieldKind.INT)


def die_index(lo: Lowering, site: ir.IntLike) -> Expr:
    """The place of a dice site in `current_dice`, -1 for other sites."""
    order = {s: k for k, s in enumerate(s for d in lo.eq.dice for s in d.sites)}
    table = lo.table([order.get(s, -1) for s in range(lo.sites.total)], stem="die_index")
    return lo.at(table, site)


def faces(lo: Lowering) -> str:
    """Ragged: component → its faces."""
    return lo.table([c.faces for c in lo.eq.components], "ragged", "faces")


@applies("update_dice")
def apply_update_dice(lo: Lowering, p: dict[str, Expr]) -> None:
    with lo.if_(p["state"] >= 0):
        lo.sites.set(SiteType.Cell, p["site"], state=p["state"])
        pips = lo.row_at(faces(lo), lo.sites.what(SiteType.Cell, p["site"]), p["state"])
        lo.put(current_dice(lo), pips, die_index(lo, p["site"]))


@applies("dice_equal")
def apply_dice_equal(lo: Lowering, p: dict[str, Expr]) -> None:
    lo.put(dice_equal(lo), ir.select(p["value"] > 0, 1, 0))
    field, start = current_dice(lo), 0
    for i, dice in enumerate(lo.eq.dice):
        total = lo.sum_in(lo.for_range(start, start + dice.num_sites), lambda k: lo.get(field, k), stem="sum")
        lo.put("dice_sum", total, i)
        start += dice.num_sites


@applies("use_die")
def apply_use_die(lo: Lowering, p: dict[str, Expr]) -> None:
    starts = lo.table([sum(d.num_sites for d in lo.eq.dice[:i]) for i in range(len(lo.eq.dice))], stem="die_start")
    lo.put(current_dice(lo), 0, lo.at(starts, p["hand"]) + p["die"])
