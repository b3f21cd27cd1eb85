"""Positions of a single game in progress."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import IllegalMoveError, LudRuleError

from ..program.raw import RawAction, RawMove, joined_move
from .arguments import bits_of_seed, whole
from .concealing import Concealing, ReadField, reader, seen_by
from .engine import RawMoves
from .history import Past, Position
from .move import Move, MoveTable
from .state import State
from .state_bytes import position_key, restore, saved

if TYPE_CHECKING:
    import random

    from .dice import Die
    from .engine import MoveRecords, RawState
    from .game import Playable
    from .playouts import Chance, Playouts
    from .snapshot import Pieces, SiteRow, Snapshot, Standing
    from .trial_text import Trial

__all__ = ["GameState"]


class GameState(State):
    """A position of a game, with the history that the rules depend on and the moves that led to it."""

    __slots__ = ("__weakref__", "_at", "_chance", "_game", "began")

    def __init__(self, game: Playable, raw: RawState, began: int | None = None) -> None:
        self._game = game
        self._at = Position(raw, None)
        self._chance: Chance | None = None  # draws random moves; made when the first one is asked for
        self.began = began
        """The random numbers at the start as 64 bits; None for a position that is not reached from there by moves."""

    @property
    def game(self) -> Playable:
        return self._game

    @property
    def raw(self) -> object:
        """The state in the backend's form."""
        return self._at.raw

    @property
    def fresh(self) -> RawState:
        """The state in the backend's form as the last move left it, before chance draws anything for the next one."""
        return self._at.fresh

    def _read(self, field: str) -> Any:
        return self.game.engine.read(self._at.raw, field)

    # ------------------------------------------------------------------ what there is to see

    @property
    def mover(self) -> int:
        return int(self._read("mover"))

    @property
    def over(self) -> bool:
        return bool(self._read("over"))

    @property
    def ranking(self) -> list[float]:
        ranks = self._read("rank")
        return [0.0] + [r / 2 for r in ranks[1 : self.game.players + 1]]

    @property
    def key(self) -> bytes:
        return position_key(self.game, self._at.raw)

    @property
    def history(self) -> tuple[Move, ...]:
        return tuple(reversed([past.move for past in self.back()]))

    def back(self) -> Iterator[Past]:
        """The moves that led here, the last first."""
        past = self._at.past
        while past is not None:
            yield past
            past = past.earlier

    def snapshot(self, *, player: int | None = None) -> Snapshot:
        game, n = self.game, self.game.players
        out: Snapshot = {
            "mover": self._read("mover"),
            "next": self._read("next"),
            "prev": self._read("prev"),
            "turn": self._read("turn"),
            "counter": self._read("counter"),
            "active": bool(self._read("active")),
            "phase": self._read("phase")[1 : n + 1],
            "ranking": self.ranking,
            "sites": self.sites(player=player),
        }
        if game.traits.scores:
            out["score"] = self._read("score")[1 : n + 1]
        if game.traits.amounts:
            out["amount"] = self._read("amount")[1 : n + 1]
        if self._read("temp") != -1 and (player is None or not game.flags.hidden):
            out["temp"] = self._read("temp")
        return out

    def sites(self, *, player: int | None = None) -> list[SiteRow]:
        from .snapshot import sites

        if player is not None and not 1 <= player <= self.game.players:
            raise ValueError(f"player={player}: {self.game.name!r} has players 1 to {self.game.players}")
        return sites(self.game.data.fields, self._seen_by(player))

    def pieces(self, *, player: int | None = None) -> dict[str | int, Standing]:
        from .snapshot import standing

        kind = self.game.board.default_site
        labels = [element.label for element in self.game.board.elements(kind)]
        return standing(self.sites(player=player), [piece.name for piece in self.game.pieces], labels, kind.name[0])

    def _seen_by(self, player: int | None) -> ReadField:
        game = self.game
        return seen_by(game.flags, reader(game.engine, game.data.fields, self._at.raw), player)

    def sees_move_to(self, site: int, player: int | None) -> bool:
        """Whether a player, from 1, sees where a past move went that ended on a site (-1: on none); None sees all."""
        seen = self._seen_by(player)
        return not (isinstance(seen, Concealing) and seen.hides_site(site))

    @property
    def dice(self) -> tuple[Die, ...]:
        game = self.game
        if not game.equipment.dice:
            return ()
        from .dice import dice_of

        left = self._read("current_dice") if "current_dice" in game.data.fields else ()
        moves, back = [move.raw for move in self.legal_moves()], (past.move.raw for past in self.back())
        return dice_of(game.equipment, self.sites(), left, moves, back, None if self.over else self.mover)

    def trial(self) -> Trial:
        return self.game.trial_of(self, self.began)

    # ------------------------------------------------------------------ moves

    def legal_moves(self) -> list[Move]:
        at = self._at
        return (self._find(at) if at.moves is None else at.moves)[:]

    def _find(self, at: Position) -> list[Move]:
        """Find the legal moves, and draw the random results that they depend on."""
        game = self.game
        drawn, records = game.engine.moves(at.fresh)
        table = MoveTable(records, game.vocabulary, at.fresh)
        moves = table.moves()
        if at.drawn is None:
            at.drawn = drawn
        at.table, at.moves = table, moves
        return moves

    def ready(self) -> None:
        """Draw the random results for the next move (in games with dice and the like)."""
        if self.game.traits.stochastic and self._at.moves is None:
            self._find(self._at)

    def count_moves(self) -> int:
        at = self._at
        if at.moves is None:
            # in stochastic games the legal moves are found once, and their random results are kept
            count = None if self.game.traits.stochastic else self.game.engine.count(at.fresh)
            return len(self._find(at)) if count is None else count
        return len(at.moves)

    def random_move(self, rng: random.Random | None = None) -> Move:
        number = self.count_moves()
        if not number:
            raise IllegalMoveError("there is no legal move" + (": the game is over" if self.over else ""))
        chosen = self._own_chance().below(number) if rng is None else rng.randrange(number)
        at = self._at
        if at.moves is None:
            records = self.game.engine.choose(at.fresh, chosen)
            if records is not None:
                return Move(MoveTable(records, self.game.vocabulary, at.fresh, chosen, self.game.table, legal=True), 0)
        return (at.moves or self._find(at))[chosen]

    def _own_chance(self) -> Chance:
        """What draws random moves: it follows from the seed of the game and the moves so far, and is not what draws the
        dice."""
        if self._chance is None:
            from .playouts import game_seed

            seed = int.from_bytes(self.key[:8], "little") if self.began is None else self.began
            self._chance = game_seed(seed, sum(1 for _ in self.back()))
        return self._chance

    def forced_pass(self) -> Move:
        if self.over or self.count_moves():
            raise IllegalMoveError("no pass is forced here")
        raw = RawMove(self.mover, -1, -1, 0, 0, (RawAction("pass", True, (1,)),), ())
        return Move(MoveTable.of(raw, self.game.vocabulary, "pass"), 0)

    def parse_move(self, text: str) -> Move:
        from .parse_move import find_move

        return find_move(text, self.legal_moves(), self.game.vocabulary.names, self.consequences)

    def _legal(self, move: Move, at: Position) -> tuple[MoveRecords, int, int]:
        """A legal move in the backend's form: the records, its index in them, and its number among the legal moves (-1:
        none).
        """
        table = move._table
        if table is at.table:
            return table.records, move._number, move._number
        if table.legal and table.before is at.fresh:
            return table.records, 0, -1 if table.number is None else table.number
        if self.over:
            raise IllegalMoveError("the game is over: no move is legal any more")
        moves = self._find(at) if at.moves is None else at.moves
        assert at.table is not None
        wanted = move.raw
        if not moves and wanted == self.forced_pass().raw:
            return table.records, move._number, -1
        records = at.table.records
        head = (wanted.mover, wanted.from_site, wanted.to_site, wanted.level_min, wanted.level_max)
        for k in range(len(moves)):
            if records.head(k) == head and moves[k].raw == wanted:
                return records, k, k
        raise IllegalMoveError(f"{move} is not legal here; {len(moves)} moves are (legal_moves())")

    def consequences(self, move: Move | str) -> Move:
        at = self._at
        records, k, number = self._legal(self.meant(move), at)
        applied = self.game.engine.consequences(at.raw, records, k)
        return Move(MoveTable(applied, self.game.vocabulary, at.fresh, number, self.game.table), 0)

    def apply(self, move: Move | str) -> Move:
        at, game = self._at, self.game
        records, k, number = self._legal(self.meant(move), at)
        raw = at.raw
        after, applied = game.engine.play(raw, records, k)
        done = Move(MoveTable(applied, game.vocabulary, at.fresh, number, game.table), 0)
        new = Position(after, Past((at.fresh, raw), done, at.past))
        if game.traits.stochastic:
            self._find(new)
        self._at = new
        return done

    def apply_together(self, moves: Sequence[Move]) -> Move:
        """Play one legal move of each of several players at the same time (in games with simultaneous moves).

        The actions and consequents of the first move are applied, then those of the next, and only then the rules about
        the end, as Ludii does. Raises IllegalMoveError for moves that are not legal or that share a mover, and what
        `apply` raises; then the state stays as it was. Returns the joined move as it was applied.
        """
        at, game = self._at, self.game
        movers = [move.mover for move in moves]
        if len(set(movers)) < len(movers) or not moves:
            raise IllegalMoveError(f"one move of each of several players is wanted, and these are moves of {movers}")
        found = [self._legal(move, at) for move in moves]
        raw, together = at.raw, tuple(number for _, _, number in found)
        parts = [records.raw(k) for records, k, _ in found]
        joined = RawMoves((joined_move(parts, game.players, game.data.after_all),))
        after, applied = game.engine.play(raw, joined, 0)
        done = Move(MoveTable(applied, game.vocabulary, at.fresh, -1, game.table), 0)
        new = Position(after, Past((at.fresh, raw), done, at.past, together))
        if game.traits.stochastic:
            self._find(new)
        self._at = new
        return done

    def undo(self) -> Move:
        past = self._at.past
        if past is None:
            raise IndexError("there is no move to take back")
        fresh, drawn = past.before
        self._at = Position(fresh, past.earlier, drawn)
        return past.move

    # ------------------------------------------------------------------ numbers of moves, for programs that learn

    def action(self, move: Move) -> int:
        _, _, number = self._legal(move, self._at)
        if number < 0:
            raise IllegalMoveError("a forced pass of a simulation has no action")
        return self._actions()[number]

    def move(self, action: int) -> Move:
        actions = self._actions()
        at = self._at
        if at.places is None:
            at.places = {actions[k]: k for k in reversed(range(len(actions)))}
        try:
            k = at.places[action]
        except KeyError:
            name = self.game.actions.name(action)
            raise IllegalMoveError(f"action {action} ({name}) is not legal here; {len(actions)} are") from None
        assert at.moves is not None
        return at.moves[k]

    def actions(self) -> list[int]:
        return self._actions()[:]

    def _actions(self) -> list[int]:
        """The actions of the legal moves, in order."""
        at = self._at
        if at.actions is None:
            at.actions = self.game.actions.of(self._find(at) if at.moves is None else at.moves)
        return at.actions

    def last_sites(self, n: int) -> list[tuple[int, int]]:
        """Where the latest moves began and ended, the latest first; at most n, fewer near the start. -1: nowhere."""
        return [(past.move.from_site, past.move.to_site) for past in islice(self.back(), n)]

    @property
    def seats(self) -> tuple[int, ...]:
        if not self.game.changes_sides:
            return super().seats
        return tuple(seat - 1 for seat in self._read("order")[1 : self.game.players + 1])

    @property
    def teams(self) -> tuple[int, ...]:
        return tuple(self._read("team")[1 : self.game.players + 1]) if self.game.traits.teams else super().teams

    # ------------------------------------------------------------------ chance

    def reseed(self, seed: int | None = None) -> None:
        at = self._at
        from .playouts import Chance

        number = int.from_bytes(os.urandom(8), "little") if seed is None else Chance(bits_of_seed(seed)).bits()
        self._chance = Chance(~number)
        raw = self.game.engine.with_rng(at.raw, number)
        new = Position(raw, at.past) if at.drawn is None else Position(at.fresh, at.past, raw)
        new.table, new.moves = at.table, at.moves
        new.actions, new.places = at.actions, at.places
        self._at = new

    # ------------------------------------------------------------------ many games

    def perft(self, depth: int) -> int:
        return self.game.engine.perft(self._at.fresh, whole("depth", depth))

    def playouts(
        self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0, on: object = None
    ) -> Playouts:
        return self.game.random_games(self._at.fresh, n, seed, max_moves, jobs, first, on)

    # ------------------------------------------------------------------ copies

    def with_pieces(self, pieces: Pieces, *, mover: int | None = None) -> GameState:
        if self.over:
            raise LudRuleError("the game is over: set pieces up in a position that is played on, such as game.start()")
        from .arranged import arranged

        return GameState(self._game, arranged(self.game, self._at.fresh, pieces, mover))

    def copy(self) -> GameState:
        new = GameState.__new__(GameState)
        new._game, new._at, new.began = self._game, self._at, self.began
        new._chance = None if self._chance is None else self._chance.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        if self._at is other._at:
            return self.game is other.game
        return self.game.same_as(other.game) and self.key == other.key

    def __reduce__(self) -> tuple[Any, ...]:
        back = list(self.back())
        raws = [self._at.fresh, self._at.raw, *(raw for past in back for raw in past.before)]
        moves = [(past.move, past.together) for past in back]
        return _unpickled, (self.game, saved(self.game, raws), moves, self.began)

    def __repr__(self) -> str:
        return f"<State of {self.game.name!r}, player {self.mover} to move, {'over' if self.over else 'running'}>"


def _unpickled(
    game: Playable, data: bytes, moves: list[tuple[Move, tuple[int, ...] | None]], began: int | None
) -> GameState:
    """Restore a pickled state. Raises LudError for a state of another game or version."""
    raws = restore(game, data, 2 + 2 * len(moves))
    past: Past | None = None
    for k in reversed(range(len(moves))):
        move, together = moves[k]
        past = Past((raws[2 * k + 2], raws[2 * k + 3]), move, past, together)
    state = GameState(game, raws[0], began)
    state._at = Position(raws[0], past, raws[1])
    return state
