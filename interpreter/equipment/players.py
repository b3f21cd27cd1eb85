"""The players of a game, and the players that the language's roles denote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludparse.ludemes import Game, Match, Players, Subgame
from ludparse.ludemes.enums import AbsoluteDirection, RoleType
from ludparse.problems.errors import LudLimitError, LudRuleError

__all__ = [
    "MAX_PLAYERS",
    "PlayerInfo",
    "PlayersInfo",
    "build_players",
    "is_many",
    "is_team",
    "match_players",
    "player_number",
    "player_role",
    "role_owner",
    "subgames",
    "team_number",
]

MAX_PLAYERS = 16
"""The most players a game can have."""

_PLAYERS = {RoleType[f"P{i}"]: i for i in range(1, MAX_PLAYERS + 1)}
_TEAMS = {RoleType[f"Team{i}"]: i for i in range(1, MAX_PLAYERS + 1)}
_MANY = frozenset({RoleType.Ally, RoleType.Enemy, RoleType.NonMover, RoleType.All, RoleType.Friend})


def role_owner(role: RoleType) -> int:
    """The number of the player (or team) that a role names; 0 for a role that names none or depends on the turn."""
    return player_number(role) or team_number(role)


def player_number(role: RoleType) -> int:
    """1 for P1 and so on; 0 for a role that is not a numbered player."""
    return _PLAYERS.get(role, 0)


def team_number(role: RoleType) -> int:
    """1 for Team1 and so on; 0 for a role that is not a numbered team."""
    return _TEAMS.get(role, 0)


def player_role(player: int) -> RoleType:
    """P1, P2, … of a player from 1 to `MAX_PLAYERS`, Neutral for any other number."""
    return RoleType[f"P{player}"] if 1 <= player <= MAX_PLAYERS else RoleType.Neutral


def is_team(role: RoleType) -> bool:
    """Whether a role stands for a team."""
    return role in _TEAMS or role is RoleType.TeamMover


def is_many(role: RoleType) -> bool:
    """Whether a role may stand for several players at once."""
    return is_team(role) or role in _MANY


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """One player: number from 1, name, and the direction in which the player's pieces look (None: not given)."""

    index: int
    name: str
    facing: AbsoluteDirection | None = None


@dataclass(frozen=True, slots=True)
class PlayersInfo:
    """All players; `players[0]` is player 1."""

    players: tuple[PlayerInfo, ...]

    @property
    def count(self) -> int:
        """How many players there are, 0 to `MAX_PLAYERS`."""
        return len(self.players)

    @property
    def shared(self) -> int:
        """The owner number of shared items: one more than the last player."""
        return len(self.players) + 1

    def facing(self, player: int) -> AbsoluteDirection | None:
        """The direction of a player, numbered from 1; None if none is given or there is no such player."""
        return self.players[player - 1].facing if 1 <= player <= len(self.players) else None

    def owner(self, role: RoleType) -> int:
        """The owner of an item with a role in the equipment: a player, 0 for nobody, `shared` for everybody."""
        if role in (RoleType.Shared, RoleType.All):
            return self.shared
        return role_owner(role)


def build_players(game: Game) -> PlayersInfo:
    """The players of a game.

    Raises LudLimitError for more than `MAX_PLAYERS`, LudRuleError for a negative number.
    """
    node: Players = game.players
    listed = node.players or ()
    count = len(listed) if node.num_players is None else node.num_players
    if count < 0:
        raise LudRuleError(f"a game cannot have {count} players", node.span)
    if count > MAX_PLAYERS:
        raise LudLimitError(f"{count} players; at most {MAX_PLAYERS} can play", node.span)
    facings: list[AbsoluteDirection | None] = [None] * count
    if node.num_players is None:
        facings = [AbsoluteDirection[player.dirn.name] for player in listed]
    return PlayersInfo(tuple(PlayerInfo(i, f"Player {i}", facing) for i, facing in enumerate(facings, 1)))


def subgames(match: Match) -> Sequence[Subgame]:
    """The games of a match, in order."""
    games = match.games
    if games.games is not None:
        return games.games
    assert games.game is not None, "a signature asks for one of them"
    return (games.game,)


def match_players(match: Match) -> int:
    """The number of players of a match, by default 2.

    Raises LudLimitError for more than `MAX_PLAYERS`, LudRuleError for fewer than one.
    """
    node = match.players
    if node is None:
        return 2
    count = len(node.players or ()) if node.num_players is None else node.num_players
    if count < 1:
        raise LudRuleError(f"a match cannot have {count} players", node.span)
    if count > MAX_PLAYERS:
        raise LudLimitError(f"{count} players; at most {MAX_PLAYERS} can play", node.span)
    return count
