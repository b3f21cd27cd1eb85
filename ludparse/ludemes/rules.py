"""The game as a whole: players, phases, rules, matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *

if TYPE_CHECKING:
    from ludparse.ludemes.end import End
    from ludparse.ludemes.equipment import Equipment
    from ludparse.ludemes.meta import Meta
    from ludparse.ludemes.start import Start
    from ludparse.ludemes.util import Player


@ludeme("players", forms=("players", "num_players"))
class Players(Ludeme):
    """The players, by number or each described."""

    players: tuple[GamePlayer, ...] | None = None
    num_players: int | None = None


@ludeme("player")
class GamePlayer(Ludeme):
    """A player, with the direction in which they face."""

    dirn: DirectionFacing


@ludeme("play")
class Play(Ludeme):
    """The moves."""

    moves: Moves


@ludeme("rules", forms=("[meta] [start] play end", "[meta] [start] [play] phases: [end]"))
class Rules(Ludeme):
    """All rules: about rules, of the start, of play and of the end, or in phases."""

    meta: Meta | None = None
    start: Start | None = None
    play: Play | None = None
    end: End | None = None
    phases: tuple[Phase, ...] | None = None


@ludeme("phase")
class Phase(Ludeme):
    """A phase of the game, with its own moves and its own ends."""

    name: str
    role: RoleType | None = None
    mode: Mode | None = None
    play: Play
    end: End | None = None
    next_phase: NextPhase | None = either(1, default=None)
    next_phases: tuple[NextPhase, ...] | None = either(1, default=None)


@ludeme("nextPhase")
class NextPhase(IntFunction):
    """The phase that follows, for a player or for all, under a condition."""

    role: RoleType | None = either(1, default=None)
    index_player: Player | None = either(1, default=None)
    cond: Bool | None = None
    phase_name: str | None = None


@ludeme("games")
class Games(Ludeme):
    """The games of a match."""

    game: Subgame | None = either(1)
    games: tuple[Subgame, ...] | None = either(1)


@ludeme("subgame")
class Subgame(Ludeme):
    """A game of a match, with its options and what its result counts."""

    name: str
    option: str | None = None
    next: Int | None = named(default=None)
    result: Int | None = named(default=None)


@ludeme("match")
class Match(Ludeme):
    """A match of several games."""

    name: str
    players: Players | None = None
    games: Games
    end: End


@ludeme("mode")
class Mode(Ludeme):
    """How the players take turns."""

    mode: ModeType


@ludeme("game", forms=("name players [mode] equipment rules",))
class Game(Ludeme):
    """A game. `version`: that of Ludii whose rules it follows, if it is newer than 1.3.13. The metadata say it."""

    name: str
    players: Players
    mode: Mode | None = None
    equipment: Equipment
    rules: Rules
    version: str | None = None
