"""(forEach …) over start rules."""

from __future__ import annotations

from ..base.prelude import L, Lowering, Needs, lowers
from ..players.teams import each_team
from .rules import lower_start_rule


@lowers(L.StartForEachPlayer, to="start")
def for_each_player(node: L.StartForEachPlayer, lo: Lowering) -> None:
    """Start rules for each player in order."""
    with lo.saved("player"), lo.for_range(1, lo.n_players + 1) as pid:
        lo.set_ctx("player", pid)
        lower_start_rule(lo, node.starting_rule)


@lowers(L.StartForEachPlayers, to="start")
def for_each_players(node: L.StartForEachPlayers, lo: Lowering) -> None:
    """Start rules for each player of a list."""
    with lo.saved("player"), lo.for_list(lo.let(lo.ints(node.players))) as pid:
        with lo.if_((pid >= 0) & (pid <= lo.n_players + 1)):
            lo.set_ctx("player", pid)
            lower_start_rule(lo, node.starting_rule)


@lowers(L.StartForEachSite, to="start")
def for_each_site(node: L.StartForEachSite, lo: Lowering) -> None:
    """Start rules for each site of a region, in ascending order."""
    with lo.saved("site"), lo.for_set(lo.region(node.region_fn)) as site:
        lo.set_ctx("site", site)
        with lo.if_(lo.opt_bool(node.if_, True)):
            lower_start_rule(lo, node.starting_rule)


@lowers(L.StartForEachValue, to="start", needs=Needs(unseen=("starting_rule",)))
def for_each_value(node: L.StartForEachValue, lo: Lowering) -> None:
    """Start rules for each number from the least to the greatest."""
    low, high = lo.let(lo.int(node.min)), lo.let(lo.int(node.max))
    with lo.saved("value"), lo.for_range(low, high + 1) as value:
        lo.set_ctx("value", value)
        lower_start_rule(lo, node.starting_rule)


@lowers(L.StartForEachTeam, to="start")
def for_each_team(node: L.StartForEachTeam, lo: Lowering) -> None:
    """Start rules for each team."""
    with each_team(lo):
        lower_start_rule(lo, node.starting_rule)
