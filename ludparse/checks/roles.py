"""Roles that name nobody: a player or a team that the game does not have, or a role that means nothing at its place."""

from __future__ import annotations

from functools import cache

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme, fields_of, keyword_of
from ludparse.ludemes.enums import ResultType, RoleType
from ludparse.ludemes.role_places import MEANT

__all__ = ["check_roles"]

R = RoleType

_NEEDED: tuple[type[Ludeme], ...] = (
    *(cls for cls, _ in MEANT if cls is not L.Pair),
    L.SetHidden, L.SetStartHidden, L.Note, L.Bet, L.MoveBet, L.Trigger, L.NextPhase, L.Phase,
    L.SitesHidden, L.SitesOccupied, L.Dice, L.Deck,
)  # fmt: skip
"""Ludemes that Ludii reports when their player does not exist. In others such a player simply has nothing."""

_LISTED = 4
"""More players are not listed one by one."""

_NO_RESULT = frozenset({ResultType.Crash, ResultType.Abandon})


def check_roles(inspection: Inspection) -> None:
    """Note roles without anybody behind them."""
    players = inspection.players
    if not 0 <= players <= 16:
        return  # which is a problem of its own
    phases = sum(1 for _ in inspection.of(L.Phase))
    teams = any(True for _ in inspection.of(L.SetTeam, L.SetStartPlayers))
    for node in inspection.nodes:
        cls = type(node)
        for field in _role_fields(cls):
            value = getattr(node, field)
            for role in value if isinstance(value, tuple) else (value,):
                if not isinstance(role, RoleType):
                    continue
                meant = MEANT.get((cls, field))
                if cls is L.Phase and phases > 1:
                    meant = frozenset({R.Shared})
                number = role.value.lstrip("PTeam")
                if number.isdigit():
                    _numbered(inspection, node, role, int(number), players, teams)
                elif meant is not None and role not in meant:
                    named = [f"P{number}" for number in range(1, players + 1)]
                    few = [named[0], "…", named[-1]] if players > _LISTED else named
                    expected = (*few, *sorted(r.value for r in meant))
                    place = inspection.place(node, role)
                    inspection.add(
                        "role-means-nobody", place, expected=expected, role=role.value, keyword=keyword_of(node)
                    )
        if isinstance(node, L.Result) and node.result in _NO_RESULT:
            expected = ("Win", "Loss", "Draw", "Tie")
            inspection.add("result-not-for-rules", inspection.place(node, node.result), expected=expected,
                           word=node.result.value)  # fmt: skip


@cache
def _role_fields(cls: type[Ludeme]) -> tuple[str, ...]:
    """The fields of a class that can hold a role."""
    names = ("RoleType", "Int", "IntFunction")
    return tuple(field.name for field in fields_of(cls) if any(name in field.type for name in names))


def _numbered(inspection: Inspection, node: Ludeme, role: RoleType, number: int, players: int, teams: bool) -> None:
    place = inspection.place(node, role)
    playable = not isinstance(node, _NEEDED)
    if role.value.startswith("Team") and not teams:
        hint = "Teams are made by (set Team 1 {P1 P3}) in the start rules."
        inspection.add("no-teams", place, hint=hint, playable=playable, role=role.value)
    if number > players and (teams or not role.value.startswith("Team")):
        inspection.add("unknown-player", place, playable=playable, role=role.value, players=_players(players))


def _players(count: int) -> str:
    return "has 1 player" if count == 1 else f"has {count or 'no'} players"
