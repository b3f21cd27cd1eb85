"""Lowers the start rules in order. Each placement is a move of its own, applied immediately."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ludparse.problems.errors import LudRuleError

from ...equipment import Container
from ..actions.dice import current_dice, die_index, faces
from ..base.prelude import ACTIONS, Expr, Function, L, Lowering, SiteType, Type, ir, per_game, required
from ..base.registry import find

Place = Callable[[Expr], None]


def lower_start(lo: Lowering) -> None:
    """Writes everything that happens before the first move: first dice and decks, then the start rules."""
    _lay_out_dice(lo)
    _lay_out_decks(lo)
    start = lo.game.rules.start
    if start is not None:
        for rule in start.rules if start.rules is not None else (required(start.rule),):
            lower_start_rule(lo, rule)
    _show_dice(lo)


def lower_start_rule(lo: Lowering, rule: L.StartRule) -> None:
    """Writes one start rule."""
    lower = find(type(rule), "start")
    if lower is None:
        raise lo.unsupported(rule)
    with lo.lowering(rule):
        lo.attempt(lower, rule)


def start_action(lo: Lowering, kind: str, site: ir.IntLike = -1, /, **params: ir.IntLike) -> None:
    """Applies one action as a start move (mover 0): it counts among the trial's moves and is the last move."""
    function = _start_function(lo, kind)
    act = lo.act(kind, decision=False, **params)
    lo.do(lo.call(function, ir.as_int(site), *(ir.as_int(act[1][n]) for n in ACTIONS[kind].params)))


@per_game
def _start_function(lo: Lowering, kind: str) -> Function:
    names = ACTIONS[kind].params
    with lo.function(f"start_{kind}", [("site", Type.INT), *((f"p_{n}", Type.INT) for n in names)]) as (fn, args):
        with lo.restoring(moves=True):
            first, given = lo.mark(), dict(zip(names, args[1:], strict=True))
            lo.emit(args[0], args[0], [lo.act(kind, decision=False, **given)], mover=0)
            lo.do(lo.call(lo.apply_stored, first))
        lo.put("n_start", lo.get("n_start") + 1)
    return fn


def put_piece(
    lo: Lowering,
    t: SiteType,
    site: ir.IntLike,
    what: ir.IntLike,
    *,
    count: ir.IntLike = 1,
    state: ir.IntLike = -1,
    rotation: ir.IntLike = -1,
    value: ir.IntLike = -1,
    stack: bool = False,
) -> None:
    """Puts pieces on a site; on a stack one piece, whatever the count."""
    site = lo.let(ir.as_int(site))  # a random one is drawn once
    start_action(
        lo, "add", site, type=lo.type_number(t), to=site, what=what, count=1 if stack else count, state=state,
        rotation=rotation, value=value, stack=1 if stack else -1,
    )  # fmt: skip


def site_at(lo: Lowering, t: SiteType, label: str, node: L.Ludeme) -> int:
    """The site with this coordinate. Raises LudRuleError if there is none."""
    found = lo.board.find(t, label)
    if found is None:
        raise LudRuleError(f"the board has no {t.name.lower()} {label!r}", node.span)
    return found


def each_site(lo: Lowering, node: L.PlaceItem | L.PlaceStack | L.StartSetSite, place: Place) -> None:
    """Runs `place` for each site of a rule's region, coordinates or locations, in Ludii's order."""
    t = lo.site_type(node.type)
    if node.coords is not None:
        found = [lo.board.find(t, label) for label in node.coords]  # Ludii ignores unknown ones
        for_each(lo, [ir.const(site) for site in found if site is not None], place)
    elif node.region is not None:
        with lo.for_set(lo.region(node.region)) as site:
            place(site)
    elif node.locs is not None:
        for_each(lo, [lo.int(loc) for loc in node.locs], place)


def for_each(lo: Lowering, values: Sequence[Expr], body: Place) -> None:
    """Writes a body for some values; a loop if all are constant and there are many."""
    if len(values) > 3 and all(v.is_const for v in values):
        table = lo.table([[v.const for v in values]], "ragged", "sites")
        with lo.for_row(table, 0) as site:
            body(site)
        return
    for v in values:
        body(lo.let(v))


@contextmanager
def first_free(lo: Lowering, container: Container) -> Iterator[Expr]:
    """The first empty site of a container. The body does not run if there is none."""
    s = lo.sites
    found = lo.first_in(
        lo.for_range(container.first_site, container.first_site + container.num_sites),
        lambda site: ir.eq(s.what(SiteType.Cell if container.is_hand else container.default_site, site), 0),
        stem="free",
    )
    with lo.if_(found >= 0):
        yield found


def _lay_out_dice(lo: Lowering) -> None:
    for dice in lo.eq.dice:
        for i, die in enumerate(dice.members[: dice.num_sites]):
            put_piece(lo, SiteType.Cell, dice.first_site + i, die)


def _lay_out_decks(lo: Lowering) -> None:
    """Stacks the cards of a deck in random order."""
    for deck in lo.eq.decks:
        left = lo.list_new([*deck.members])
        with lo.for_range(0, len(deck.members)):
            at = lo.let(lo.run("random_int", ir.list_len(left)))
            card = lo.let(ir.list_at(left, at))
            lo.run("list_remove_at", left, at)
            put_piece(lo, SiteType.Cell, deck.first_site, card, stack=True)


def _show_dice(lo: Lowering) -> None:
    """Before the first throw the dice show the faces of their states."""
    for dice in lo.eq.dice:
        with lo.for_range(dice.first_site, dice.first_site + dice.num_sites) as site:
            what = lo.sites.what(SiteType.Cell, site)
            pips = lo.row_at(faces(lo), what, lo.sites.state(SiteType.Cell, site))
            lo.put(current_dice(lo), pips, die_index(lo, site))
