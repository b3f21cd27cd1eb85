"""(forEach …) over start rules."""

from __future__ import annotations

from ludparse.ludemes import (
    StartForEachPlayer,
    StartForEachPlayers,
    StartForEachSite,
    StartForEachTeam,
    StartForEachValue,
)

from ...equipment.needs import Needs
from ...program import expressions as ir
from ..base.lowering import Lowering
from ..base.registry import lowers
from ..players.teams import each_team
from .rules import lower_start_rule


@lowers(StartForEachPlayer, to="start")
def for_each_player(node: StartForEachPlayer, lo: Lowering) -> None:
    """Start rules for each player in order."""
    b = lo.b
    with lo.saved("player"), b.for_range(1, lo.n_players + 1) as pid:
        b.set_ctx("player", pid)
        lower_start_rule(lo, node.starting_rule)


@lowers(StartForEachPlayers, to="start")
def for_each_players(node: StartForEachPlayers, lo: Lowering) -> None:
    """Start rules for each player of a list."""
    b = lo.b
    with lo.saved("player"), b.for_list(b.let(lo.ints(node.players))) as pid:
        with b.if_(ir.and_(ir.ge(pid, 0), ir.le(pid, lo.n_players + 1))):
            b.set_ctx("player", pid)
            lower_start_rule(lo, node.starting_rule)


@lowers(StartForEachSite, to="start")
def for_each_site(node: StartForEachSite, lo: Lowering) -> None:
    """Start rules for each site of a region, in ascending order."""
    b = lo.b
    with lo.saved("site"), b.for_set(lo.region(node.region_fn)) as site:
        b.set_ctx("site", site)
        with b.if_(ir.TRUE if node.if_ is None else lo.bool(node.if_)):
            lower_start_rule(lo, node.starting_rule)


@lowers(StartForEachValue, to="start", needs=Needs(unseen=("starting_rule",)))
def for_each_value(node: StartForEachValue, lo: Lowering) -> None:
    """Start rules for each number from the least to the greatest."""
    b = lo.b
    low, high = b.let(lo.int(node.min)), b.let(lo.int(node.max))
    with lo.saved("value"), b.for_range(low, high + 1) as value:
        b.set_ctx("value", value)
        lower_start_rule(lo, node.starting_rule)


@lowers(StartForEachTeam, to="start")
def for_each_team(node: StartForEachTeam, lo: Lowering) -> None:
    """Start rules for each team."""
    with each_team(lo):
        lower_start_rule(lo, node.starting_rule)
