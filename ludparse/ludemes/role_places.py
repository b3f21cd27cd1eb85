"""Which roles name somebody at a place."""

from __future__ import annotations

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import RoleType

__all__ = ["MEANT", "names_somebody"]

R = RoleType
_TURN = frozenset({R.Mover, R.Next, R.Prev})
_EQUIPMENT = frozenset({R.Shared, R.All, R.Each})

MEANT: dict[tuple[type[Ludeme], str], frozenset[RoleType]] = {
    (L.Result, "who"): _TURN | {R.All, R.Player, R.TeamMover},
    (L.EndScore, "role"): _TURN,
    (L.Payoff, "role"): _TURN,
    (L.EndForEach, "type"): frozenset({R.NonMover, R.Mover, R.Player, R.All, R.Shared, R.Each}),
    (L.AddScore, "roles"): _TURN | {R.Player},
    (L.NoMove, "player_fn"): _TURN | {R.Player},
    (L.EquipmentPiece, "role"): _EQUIPMENT | {R.Neutral},
    (L.Tile, "role"): _EQUIPMENT | {R.Neutral},
    (L.Die, "role"): _EQUIPMENT | {R.Neutral},
    (L.Domino, "role"): _EQUIPMENT | {R.Neutral},
    (L.EquipmentCard, "role"): _EQUIPMENT | {R.Neutral},
    (L.Hand, "role"): _EQUIPMENT,
    (L.SetTeam, "roles"): frozenset(),
    (L.SetStartPlayers, "roles"): frozenset(),
    (L.TakeControl, "of"): _TURN | {R.Neutral, R.All},
    (L.TakeControl, "by"): _TURN | {R.Neutral},
    (L.Pair, "key"): frozenset({R.Shared, R.Neutral, R.All}),
}
"""Class and field -> the roles, beside numbered players and teams, that mean something there. Others mean nobody."""


def names_somebody(
    role: RoleType, cls: type[Ludeme], field: str, players: int, *, teams: bool, repeated: bool
) -> bool:
    """Whether a role can name anybody as a field of a ludeme.

    players: how many there are. teams: whether there are any. repeated: whether a `forEach` stands around the ludeme;
    only there `Player` is somebody.
    """
    letters = role.value.rstrip("0123456789")
    if letters != role.value:
        number = int(role.value[len(letters) :])
        return number <= players and (letters != "Team" or teams)
    meant = MEANT.get((cls, field))
    if role is R.Player and not (repeated or cls is L.EndForEach):
        return False
    return meant is None or role in meant
