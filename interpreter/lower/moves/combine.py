"""Moves composed of other moves: in sequence on a copy, repeatedly, joined, in all pairs."""

from __future__ import annotations

from functools import reduce

from ludparse.ludemes import AllCombinations, Append, AvoidStoredState, Moves, Random, RememberState, Seq, While

from ...equipment.needs import Feature as F
from ...program import expressions as ir
from ...program.actions import ACTIONS, ORDER
from ...program.modes import ANY, CHOOSE, COUNT, EVERY, FULL, PROBE
from ...program.ops import Expr, Function
from ..base.last_sites import action_site
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..base.repetition import KEEP_STORED, POSITION, stored
from ..lookahead.trial import SLOTS, applied

MAX_ROUNDS = 10000  # Ludii's limit of iterations


@lowers(Seq, to="moves")
def seq(node: Seq, lo: Lowering) -> None:
    """Generates each list after the moves of the lists before it were played on a copy.

    The result are moves with everything that they do, consequents included.
    """
    b = lo.b
    record = b.let(b.run("applied_count"))
    with lo.saved(*SLOTS):
        b.run("state_push")
        for part in node.moves:
            first = lo.mark()
            lo.moves(part)
            last = lo.mark()
            with b.for_range(first, last, "m") as m:
                begin = b.let(b.run("applied_count"))
                b.do(b.call(lo.apply_stored, m))
                b.run("move_replace_applied", m, begin, b.run("applied_count"))
        b.run("state_pop")
    b.run("applied_truncate", record)


@lowers(While, to="moves")
def while_(node: While, lo: Lowering) -> None:
    """The moves of each iteration, which are played on a copy before the condition is evaluated again."""
    b = lo.b
    mark = lo.mark()
    record = b.let(b.run("applied_count"))
    rounds = b.var(0, "rounds")
    with lo.saved(*SLOTS):
        b.run("state_push")
        with b.while_(lambda: lo.bool(node.condition)):
            first = lo.mark()
            lo.moves(node.moves)
            last = lo.mark()
            with b.for_range(first, last, "m") as m:
                b.run("apply_actions", m)
                b.run("apply_thens", m)
            b.assign(rounds, rounds + 1)
            with b.if_(ir.gt(rounds, MAX_ROUNDS)):
                b.run("fail", lo.string("(while …) goes on without end"))
        b.run("state_pop")
    b.run("applied_truncate", record)
    lo.attach(mark, node.then)


def decided_site(lo: Lowering, m: ir.IntLike, which: str) -> Expr:
    """The site (from or to) of the first decision of a move; -1 if it has none."""
    b = lo.b
    table = b.table(action_site(which), stem="action_site")
    select = ORDER.index("select") + 1
    site = b.var(-1, "site")
    with b.for_range(0, b.run("move_action_count", m), "k") as k:
        with b.if_(b.run("move_action_decision", m, k)):
            kind = b.let(b.run("move_action_kind", m, k))
            p = b.let(b.at(table, kind))
            with b.if_(ir.ge(p, 0)):
                b.assign(site, b.run("move_action_param", m, k, p))
                if which == "to":
                    with b.if_(ir.and_(ir.eq(kind, select), ir.eq(site, -1))):
                        start = ACTIONS["select"].param_index("from")
                        b.assign(site, b.run("move_action_param", m, k, start))
            b.break_()
    return site


@lowers(Append, to="moves")
def append(node: Append, lo: Lowering) -> None:
    """Joins all moves into one; the first is the decision."""
    b = lo.b
    with b.function("join") as (join, _):
        _join(node, lo)
    _in_full_where_probed(lo, join)
    # if moves are counted, or one is chosen: there is a move if there is one to join
    with b.if_(ir.ne(b.run("push_mode"), FULL)):
        with b.if_(ir.eq(counted(lo, node.list, ANY), 0)):
            b.return_()
    with b.if_(b.run("emit_gate", -1)):
        b.do(b.call(join))
        b.run("emit_done")


def counted(lo: Lowering, moves: Moves, far: int = EVERY) -> Expr:
    """The number of moves of a generator, without building them; with ANY only whether there are some."""
    b = lo.b
    mark, acts = lo.mark(), b.let(b.run("act_count"))
    b.run("mode_enter", COUNT, far)
    lo.moves(moves)
    number = b.let(lo.count() - mark, "number")
    b.run("moves_rewind", mark, acts)
    b.run("mode_leave")
    return number


def _in_full_where_probed(lo: Lowering, build: Function, *modes: int) -> None:
    """Builds the moves in full and exports them when the query asks where they lead (or in other modes)."""
    b = lo.b
    with b.if_(ir.or_(*(ir.eq(b.run("push_mode"), mode) for mode in (PROBE, *modes)))):
        mark = lo.mark()
        b.run("mode_enter", FULL, -1)
        b.do(b.call(build))
        b.run("mode_export", mark)
        b.return_()


def _join(node: Append, lo: Lowering) -> None:
    b = lo.b
    first = lo.mark()
    lo.moves(node.list)
    last = lo.mark()
    with b.if_(ir.gt(last, first)):
        _decide(lo, first)
        start, end = decided_site(lo, first, "from"), decided_site(lo, first, "to")
        b.run("move_undecide", first + 1, last)
        b.run("move_open")
        b.run("move_splice", first, last)
        b.run("move_close", b.get("mover"), start, end, 0, 0)
        b.run("move_drop", first, last)
        lo.attach(lo.count() - 1, node.then)


def _decide(lo: Lowering, m: Expr) -> None:
    """Makes every action of a move a decision."""
    lo.b.run("move_decide", m, m + 1)


@lowers(AllCombinations, to="moves")
def all_combinations(node: AllCombinations, lo: Lowering) -> None:
    """Every pair as one move; the moves have no mover, as in Ludii."""
    b = lo.b
    with b.function("pairs") as (pairs, _):
        _pairs(node, lo)
    with b.if_(ir.eq(b.run("push_mode"), COUNT)):
        ones = counted(lo, node.list_a)
        b.run("push_counted", ones * counted(lo, node.list_b))
        b.return_()
    _in_full_where_probed(lo, pairs, CHOOSE)
    with b.if_(ir.eq(b.run("push_mode"), FULL)):
        b.do(b.call(pairs))


def _pairs(node: AllCombinations, lo: Lowering) -> None:
    b = lo.b
    first = lo.mark()
    lo.moves(node.list_a)
    middle = lo.mark()
    lo.moves(node.list_b)
    last = lo.mark()
    with b.for_range(first, middle, "one") as one:
        start, end = decided_site(lo, one, "from"), decided_site(lo, one, "to")
        with b.for_range(middle, last, "other") as other:
            b.run("move_open")
            b.run("move_splice", one, one + 1)
            b.run("move_splice", other, other + 1)
            b.run("move_close", 0, start, end, 0, 0)
    b.run("move_drop", first, last)
    lo.attach(first, node.then)


@lowers(Random, to="moves", needs=F.STOCHASTIC)
def random(node: Random, lo: Lowering) -> None:
    """One of several lists, chosen by weight; or a number of random moves, possibly repeated, as in Ludii."""
    b = lo.b
    if node.probas is not None:
        _weighted(node, lo)
        return
    first = lo.mark()
    assert isinstance(node.moves, Moves), "several lists have weights"
    lo.moves(node.moves)
    last = lo.mark()
    number = b.let(ir.min_(lo.opt_int(node.num, 0), last - first))
    with b.for_range(0, number):
        b.run("move_copy", first + b.run("random_int", last - first))
    b.run("move_drop", first, last)


def _weighted(node: Random, lo: Lowering) -> None:
    b = lo.b
    assert isinstance(node.moves, tuple)
    weights = [b.let(ir.to_double(lo.float(p))) for p in node.probas or ()]
    if not weights:
        return
    total = b.let(reduce(ir.add, weights))
    left = b.var(b.run("random_unit"), "left")
    for weight, moves in zip(weights, node.moves, strict=False):
        b.assign(left, ir.sub(left, ir.div(weight, total)))
        with b.if_(ir.le(left, 0)):
            lo.moves(moves)
            b.return_()


@lowers(RememberState, to="moves")
def remember_state(node: RememberState, lo: Lowering) -> None:
    """One move that remembers the position as it is now."""
    stored(lo)
    lo.emit(-1, -1, [lo.act("store_state")], mover=0, then=node.then)


@lowers(AvoidStoredState, to="moves")
def avoid_stored_state(node: AvoidStoredState, lo: Lowering) -> None:
    """The moves that do not lead to the stored position. Ludii does not attach a consequent here."""
    b = lo.b
    number = stored(lo)
    m = lo.mark()
    lo.moves(node.moves)
    i = b.var(m, "i")
    with b.while_(lambda: ir.lt(i, lo.count())):
        again = b.var(False, "again")
        with applied(lo, i, before=lambda: b.put(KEEP_STORED, 1)):
            b.assign(again, b.run("hash_has", POSITION, number))
        with b.if_(again):
            b.run("move_drop", i, i + 1)
        with b.else_():
            b.assign(i, i + 1)
