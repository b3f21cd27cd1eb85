"""Actions that set numbers of the game and of its players."""

from __future__ import annotations

from collections.abc import Callable

from ...program.actions import MESSAGES
from ..base.memory import REMEMBERED, VARIABLE, by_name
from ..base.prelude import Expr, Feature, Lowering, ir
from .registry import applies

Effect = Callable[["Lowering", dict[str, Expr]], None]


def _plain(kind: str, field: str, param: str) -> None:
    def apply(lo: Lowering, p: dict[str, Expr]) -> None:
        lo.put(field, p[param])

    applies(kind)(apply)


def _of_player(kind: str, field: str, param: str) -> None:
    def apply(lo: Lowering, p: dict[str, Expr]) -> None:
        with lo.if_(lo.is_player(p["player"])):
            lo.put(field, p[param], p["player"])

    applies(kind)(apply)


_plain("set_counter", "counter", "counter")
_plain("set_temp", "temp", "temp")
_plain("set_pot", "pot", "pot")
_plain("set_trump", "trump", "suit")
_of_player("set_player_value", "player_value", "value")
_of_player("set_amount", "amount", "amount")
_of_player("bet", "amount", "bet")
_of_player("add_to_team", "team", "team")


@applies("set_score")
def apply_set_score(lo: Lowering, p: dict[str, Expr]) -> None:
    with lo.if_((p["player"] >= 0) & (p["player"] <= lo.n_players)):
        old = ir.select(p["add"] > 0, lo.get("score", p["player"]), 0)
        lo.put("score", old + p["score"], p["player"])


@applies("set_pending")
def apply_set_pending(lo: Lowering, p: dict[str, Expr]) -> None:
    """The pending values are a set; no value counts as 1."""
    if not lo.flags.uses(Feature.PENDING):
        return
    value = lo.let(ir.select(ir.eq(p["value"], -1), 1, p["value"]))
    with lo.for_range(0, lo.length("pending")) as i, lo.if_(ir.eq(lo.get("pending", i), value)):
        lo.return_()
    lo.list_field("push", "pending", value)


@applies("set_var")
def apply_set_var(lo: Lowering, p: dict[str, Expr]) -> None:
    for number, field in by_name(lo, VARIABLE).items():
        with lo.if_(ir.eq(p["name"], number)):
            lo.put(field, p["value"])


@applies("remember")
def apply_remember(lo: Lowering, p: dict[str, Expr]) -> None:
    for number, field in by_name(lo, REMEMBERED).items():
        with lo.if_(ir.eq(p["name"], number)):
            lo.list_field("push", field, p["value"])


@applies("forget")
def apply_forget(lo: Lowering, p: dict[str, Expr]) -> None:
    """Removes the first occurrence of a value."""
    for number, field in by_name(lo, REMEMBERED).items():
        with lo.if_(ir.eq(p["name"], number)):
            with lo.for_range(0, lo.length(field)) as i, lo.if_(ir.eq(lo.get(field, i), p["value"])):
                lo.list_field("remove_at", field, i)
                lo.return_()


@applies("trigger")
def apply_trigger(lo: Lowering, p: dict[str, Expr]) -> None:
    with lo.if_((p["player"] > 0) & (p["player"] <= 30)):
        lo.put("triggered", lo.get("triggered") | ir.shl(1, p["player"]))


@applies(*MESSAGES)
def apply_note(lo: Lowering, p: dict[str, Expr]) -> None:
    """A message to a player: the state does not change."""
