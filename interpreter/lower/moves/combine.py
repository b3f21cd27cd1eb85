"""Moves composed of other moves: in sequence on a copy, repeatedly, joined, in all pairs."""

from __future__ import annotations

from functools import reduce

from ...program.modes import ANY, CHOOSE, COUNT, EVERY, FULL, PROBE
from ..arguments.moves import plain_head
from ..base.last_sites import action_site
from ..base.prelude import ACTIONS, Expr, Feature, Function, L, Lowering, action_number, ir, lowers
from ..base.repetition import KEEP_STORED, POSITION, stored
from ..base.required import required
from ..lookahead.trial import SLOTS, applied

MAX_ROUNDS = 10000  # Ludii's limit of iterations


@lowers(L.Seq, to="moves")
def seq(node: L.Seq, lo: Lowering) -> None:
    """Generates each list after the moves of the lists before it were played on a copy.

    The result are moves with everything that they do, consequents included.
    """
    with lo.restoring(*SLOTS, record=True):
        with lo.on_copy():
            for part in node.moves:
                first = lo.mark()
                lo.moves(part)
                last = lo.mark()
                with lo.for_range(first, last, "m") as m:
                    begin = lo.let(lo.run("applied_count"))
                    lo.do(lo.call(lo.apply_stored, m))
                    lo.run("move_replace_applied", m, begin, lo.run("applied_count"))


@lowers(L.While, to="moves")
def while_(node: L.While, lo: Lowering) -> None:
    """The moves of each iteration, which are played on a copy before the condition is evaluated again."""
    mark = lo.mark()
    rounds = lo.var(0, "rounds")
    with lo.restoring(*SLOTS, record=True):
        with lo.on_copy():
            with lo.while_(lambda: lo.bool(node.condition)):
                first = lo.mark()
                lo.moves(node.moves)
                last = lo.mark()
                with lo.for_range(first, last, "m") as m:
                    lo.run("apply_actions", m)
                    lo.run("apply_thens", m)
                lo.assign(rounds, rounds + 1)
                with lo.if_(rounds > MAX_ROUNDS):
                    lo.run("fail", lo.string("(while …) goes on without end"))
    lo.attach(mark, node.then)


def decided_site(lo: Lowering, m: ir.IntLike, which: str) -> Expr:
    """The site (from or to) of the first decision of a move; -1 if it has none."""
    table = lo.table(action_site(which), stem="action_site")
    select = action_number("select")
    site = lo.var(-1, "site")
    with lo.for_range(0, lo.run("move_action_count", m), "k") as k:
        with lo.if_(lo.run("move_action_decision", m, k)):
            kind = lo.let(lo.run("move_action_kind", m, k))
            p = lo.let(lo.at(table, kind))
            with lo.if_(p >= 0):
                lo.assign(site, lo.run("move_action_param", m, k, p))
                if which == "to":
                    with lo.if_(ir.eq(kind, select) & ir.eq(site, -1)):
                        start = ACTIONS["select"].param_index("from")
                        lo.assign(site, lo.run("move_action_param", m, k, start))
            lo.break_()
    return site


@lowers(L.Append, to="moves")
def append(node: L.Append, lo: Lowering) -> None:
    """Joins all moves into one; the first is the decision."""
    with lo.function("join") as (join, _):
        _join(node, lo)
    _in_full_where_probed(lo, join)
    # if moves are counted, or one is chosen: there is a move if there is one to join
    with lo.if_(~lo.run("pushes_in", FULL)):
        with lo.if_(ir.eq(counted(lo, node.list, ANY), 0)):
            lo.return_()
    with lo.built_move(ir.const(-1)):
        lo.do(lo.call(join))


def counted(lo: Lowering, moves: L.Moves, far: int = EVERY) -> Expr:
    """The number of moves of a generator, without building them; with ANY only whether there are some."""
    with lo.question(COUNT, far) as number:
        lo.moves(moves)
    return number


def _in_full_where_probed(lo: Lowering, build: Function, *modes: int) -> None:
    """Builds the moves in full and exports them when the query asks where they lead (or in other modes)."""
    with lo.if_(ir.or_(*(lo.run("pushes_in", mode) for mode in (PROBE, *modes)))):
        with lo.in_full(exports=True):
            lo.do(lo.call(build))
        lo.return_()


def _join(node: L.Append, lo: Lowering) -> None:
    first = lo.mark()
    lo.moves(node.list)
    last = lo.mark()
    with lo.if_(last > first):
        _decide(lo, first)
        start, end = decided_site(lo, first, "from"), decided_site(lo, first, "to")
        lo.run("move_undecide", first + 1, last)
        with lo.one_move(lo.get("mover"), start, end):
            lo.run("move_splice", first, last)
            plain_head(lo)
        lo.run("move_drop", first, last)
        lo.attach(lo.count() - 1, node.then)


def _decide(lo: Lowering, m: Expr) -> None:
    """Makes every action of a move a decision."""
    lo.run("move_decide", m, m + 1)


@lowers(L.AllCombinations, to="moves")
def all_combinations(node: L.AllCombinations, lo: Lowering) -> None:
    """Every pair as one move; the moves have no mover, as in Ludii."""
    with lo.function("pairs") as (pairs, _):
        _pairs(node, lo)
    with lo.if_(lo.run("pushes_in", COUNT)):
        ones = counted(lo, node.list_a)
        lo.run("push_counted", ones * counted(lo, node.list_b))
        lo.return_()
    _in_full_where_probed(lo, pairs, CHOOSE)
    with lo.if_(lo.run("pushes_in", FULL)), lo.in_full():  # all of both lists, also where one pair is enough
        lo.do(lo.call(pairs))


def _pairs(node: L.AllCombinations, lo: Lowering) -> None:
    first = lo.mark()
    lo.moves(node.list_a)
    middle = lo.mark()
    lo.moves(node.list_b)
    last = lo.mark()
    with lo.for_range(first, middle, "one") as one:
        start, end = decided_site(lo, one, "from"), decided_site(lo, one, "to")
        with lo.for_range(middle, last, "other") as other:
            with lo.one_move(0, start, end):
                lo.run("move_splice", one, one + 1)
                lo.run("move_splice", other, other + 1)
                plain_head(lo)
    lo.run("move_drop", first, last)
    lo.attach(first, node.then)


@lowers(L.Random, to="moves", needs=Feature.STOCHASTIC)
def random(node: L.Random, lo: Lowering) -> None:
    """One of several lists, chosen by weight; or a number of random moves, possibly repeated, as in Ludii."""
    if node.probas is not None:
        _weighted(node, lo)
        return
    first = lo.mark()
    assert isinstance(node.moves, L.Moves), "several lists have weights"
    lo.moves(node.moves)
    last = lo.mark()
    number = lo.let(ir.min_(lo.int(required(node.num)), last - first))
    with lo.for_range(0, number):
        lo.run("move_copy", first + lo.run("random_int", last - first))
    lo.run("move_drop", first, last)


def _weighted(node: L.Random, lo: Lowering) -> None:
    assert isinstance(node.moves, tuple)
    weights = [lo.let(ir.to_double(lo.float(p))) for p, _ in zip(node.probas or (), node.moves, strict=False)]
    if not weights:
        return
    total = lo.let(reduce(ir.add, weights))
    left = lo.var(lo.run("random_unit"), "left")
    for weight, moves in zip(weights, node.moves, strict=False):
        lo.assign(left, left - ir.div(weight, total))
        with lo.if_(left <= 0):
            lo.moves(moves)
            lo.return_()


@lowers(L.RememberState, to="moves")
def remember_state(node: L.RememberState, lo: Lowering) -> None:
    """One move that remembers the position as it is now."""
    stored(lo)
    lo.emit(-1, -1, [lo.act("store_state")], mover=0, then=node.then)


@lowers(L.AvoidStoredState, to="moves")
def avoid_stored_state(node: L.AvoidStoredState, lo: Lowering) -> None:
    """The moves that do not lead to the stored position. Ludii does not attach a consequent here."""
    number = stored(lo)

    def leads_elsewhere(i: Expr) -> Expr:
        with applied(lo, i, before=lambda: lo.put(KEEP_STORED, 1)):
            return lo.let(~lo.run("hash_has", POSITION, number))

    with lo.filtered(leads_elsewhere):
        lo.moves(node.moves)
