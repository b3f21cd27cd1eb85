"""Actions that set numbers of the game and of its players."""

from __future__ import annotations

from collections.abc import Callable

from ...equipment.flags import Feature
from ...program import expressions as ir
from ...program.ops import Expr
from ..base.lowering import Lowering
from ..base.memory import REMEMBERED, VARIABLE, by_name
from .registry import applies

Effect = Callable[["Lowering", dict[str, Expr]], None]


def _plain(kind: str, field: str, param: str) -> None:
    def apply(lo: Lowering, p: dict[str, Expr]) -> None:
        lo.b.put(field, p[param])

    applies(kind)(apply)


def _of_player(kind: str, field: str, param: str) -> None:
    def apply(lo: Lowering, p: dict[str, Expr]) -> None:
        with lo.b.if_(ir.and_(ir.gt(p["player"], 0), ir.le(p["player"], lo.n_players))):
            lo.b.put(field, p[param], p["player"])

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
    b = lo.b
    with b.if_(ir.and_(ir.ge(p["player"], 0), ir.le(p["player"], lo.n_players))):
        old = ir.select(ir.gt(p["add"], 0), b.get("score", p["player"]), 0)
        b.put("score", old + p["score"], p["player"])


@applies("set_pending")
def apply_set_pending(lo: Lowering, p: dict[str, Expr]) -> None:
    """The pending values are a set; no value counts as 1."""
    b = lo.b
    if not lo.flags.uses(Feature.PENDING):
        return
    value = b.let(ir.select(ir.eq(p["value"], -1), 1, p["value"]))
    with b.for_range(0, b.length("pending")) as i, b.if_(ir.eq(b.get("pending", i), value)):
        b.return_()
    b.list_field("push", "pending", value)


@applies("set_var")
def apply_set_var(lo: Lowering, p: dict[str, Expr]) -> None:
    b = lo.b
    for number, field in by_name(lo, VARIABLE).items():
        with b.if_(ir.eq(p["name"], number)):
            b.put(field, p["value"])


@applies("remember")
def apply_remember(lo: Lowering, p: dict[str, Expr]) -> None:
    b = lo.b
    for number, field in by_name(lo, REMEMBERED).items():
        with b.if_(ir.eq(p["name"], number)):
            b.list_field("push", field, p["value"])


@applies("forget")
def apply_forget(lo: Lowering, p: dict[str, Expr]) -> None:
    """Removes the first occurrence of a value."""
    b = lo.b
    for number, field in by_name(lo, REMEMBERED).items():
        with b.if_(ir.eq(p["name"], number)):
            with b.for_range(0, b.length(field)) as i, b.if_(ir.eq(b.get(field, i), p["value"])):
                b.list_field("remove_at", field, i)
                b.return_()


@applies("trigger")
def apply_trigger(lo: Lowering, p: dict[str, Expr]) -> None:
    b = lo.b
    with b.if_(ir.and_(ir.gt(p["player"], 0), ir.le(p["player"], 30))):
        b.put("triggered", ir.bor(b.get("triggered"), ir.shl(1, p["player"])))


@applies("note")
@applies("note_number")
def apply_note(lo: Lowering, p: dict[str, Expr]) -> None:
    """A message to a player: the state does not change."""
