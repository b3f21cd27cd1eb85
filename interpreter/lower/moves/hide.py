"""(set Hidden …): hides data from players, or reveals them."""

from __future__ import annotations

from functools import partial

from ...equipment.players import is_many
from ..base.prelude import Expr, Feature, L, Lowering, ir, lowers
from ..players.roles import each_real_player


@lowers(L.SetHidden, to="moves", needs=Feature.HIDDEN)
def set_hidden(node: L.SetHidden, lo: Lowering) -> None:
    """One move with an action for each kind of data, site and player; also without any. It is nobody's."""
    data = node.data_types if node.data_types is not None else (node.data_type,) if node.data_type else ()
    kinds = [f"set_hidden_{d.name.lower()}" for d in data] or ["set_hidden"]
    number = lo.type_number(lo.site_type(node.type))
    if node.region is not None:
        sites = lo.let(lo.region(node.region), "sites")
    elif node.at is not None:
        sites = lo.let(ir.set_one(lo.int(node.at)), "sites")
    else:
        raise lo.unsupported(node, "no site is given")
    level = lo.let(lo.opt_int(node.level, 0))
    value = lo.let(ir.as_int(lo.opt_bool(node.value, True)))
    many = not isinstance(node.to, L.Player) and is_many(node.to)
    who = ir.const(0) if many else lo.let(lo.int(node.to.index) if isinstance(node.to, L.Player) else lo.role(node.to))

    def hide(kind: str, site: Expr, player: Expr) -> None:
        with lo.if_(lo.is_player(player)):
            lo.push_action(lo.act(kind, type=number, to=site, level=level, who=player, value=value))

    with lo.one_move(0, 0, 0):  # Ludii says nothing of its mover and its sites
        for kind in kinds:
            with lo.for_set(sites) as site:
                if many:
                    assert not isinstance(node.to, L.Player)
                    each_real_player(lo, node.to, partial(hide, kind, site))
                else:
                    hide(kind, site, who)
    lo.attach(lo.count() - 1, node.then)
