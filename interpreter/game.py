"""Games, states and moves: what a program that uses this package sees."""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludparse.description import Description, load_description
from ludparse.errors import IllegalMoveError, LudRuleError, LudUnsupportedError
from ludparse.ludemes import Game as GameNode
from ludparse.ludemes import Match as MatchNode

from .backend_c.compile import NoCompilerError
from .backend_c.engine import CEngine
from .backend_python.engine import PythonEngine
from .board.build import load_builders
from .board_view import BoardView
from .equipment import Component, Equipment, build_equipment
from .flags import Feature, GameFlags, game_flags
from .garbage import no_collection
from .loaded import Loaded
from .lower import families
from .lower.program import lower_game
from .players import build_players
from .program.actions import ACTIONS, SITE_TYPES, action_text
from .program.ops import Program
from .program.raw import NOTES, Engine, Playouts, RawAction, RawMove

if TYPE_CHECKING:
    from .match import MatchGame

__all__ = ["Game", "Move", "State", "load"]

# with this module, so that the first game loads as fast as others
families.load()
load_builders()

_LETTERS = (("V", "v", 1), ("E", "e", 2), ("C", "c", 0))  # the order of snapshots; cells go on with the hands


def load(
    source: str | Path,
    *,
    ruleset: str | None = None,
    options: Sequence[str] = (),
    library: Any = None,
    backend: str = "auto",
) -> Game | MatchGame:
    """A compiled game, or a match of several.

    source: a path, the name of a bundled game or of one in the library, or text that starts with "(".
    library: a Ludii.jar, or a folder that holds lud/ and def/. options: "Board Size/6" and the like.
    backend: "c", "python", or "auto" (C where a compiler is found).

    Raises LudError and its subclasses: what is wrong with the description, or not supported, with its place;
    NoCompilerError for backend="c" without a C compiler.
    """
    if backend not in ("auto", "c", "python"):
        raise ValueError(f"backend is 'auto', 'c' or 'python', not {backend!r}")
    with no_collection():
        description = load_description(source, library=library, options=tuple(options), ruleset=ruleset)
        if isinstance(description.game, MatchNode):
            from .match import MatchGame  # which is made of games

            return MatchGame(description, backend, library=library)
        return Game(description, backend)


class Game(Loaded):
    """A game that can be played. `backend` says which one runs it; `program` is its rules program."""

    def __init__(self, description: Description, backend: str = "auto", *, result: Any = None) -> None:
        """result: what winning is worth where the game is one of a match (a node)."""
        tree = description.game
        if not isinstance(tree, GameNode):
            raise LudUnsupportedError("a game was wanted here, and this is a match of several", tree.span)
        self.equipment: Equipment = build_equipment(tree)
        self.flags: GameFlags = game_flags(tree, self.equipment)
        players = build_players(tree)
        self.players: int = players.count
        self.large = frozenset(c.index for c in self.equipment.components if c.is_large)
        self.program: Program = lower_game(tree, self.equipment, players, self.flags, result=result)
        super().__init__(description, tree.name, make_engine(self.program, backend))

    @property
    def board(self) -> BoardView:
        """The board's topology; `describe()` gives it as plain data."""
        return BoardView(self.name, self.equipment)

    @property
    def pieces(self) -> tuple[Component, ...]:
        """All components; index 0 is no piece."""
        return self.equipment.components

    @cached_property
    def concepts(self) -> frozenset[str]:
        """The concepts that hold for the game, by Ludii's names: what kind of board, moves, captures, ends it has."""
        from .concepts import game_concepts  # a large table, which most programs do not need

        return game_concepts(self.description, self.equipment)

    @cached_property
    def concept_counts(self) -> Mapping[str, int | float]:
        """The concepts that are numbers, by Ludii's names: sites, rows, neighbours, pieces, players, phases."""
        from .concepts import concept_counts

        assert isinstance(self.description.game, GameNode)
        return concept_counts(self.description.game, self.equipment, self.concepts)

    def start(self, seed: int | None = None, rng_state: bytes | Sequence[int] | None = None) -> State:
        """The position at the start.

        rng_state: the 8 bytes (signed or not) of SplitMix64's state as trials store it; seed: any integer. Without
        either, the operating system provides one.
        """
        return self.start_with(rng_number(seed, rng_state))

    def start_with(self, rng: int) -> State:
        """The position at the start; rng: the state of SplitMix64 as a number of 64 bits, with or without a sign."""
        state = State(self, self._engine.start((rng + 2**63) % 2**64 - 2**63))
        state.ready()
        return state

    def optimise(self) -> None:
        """Prepares for many positions: the C backend compiles optimised code now, and not once games take long."""
        self._engine.optimise()

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None) -> Playouts:
        """n random games from the start, each move chosen uniformly among the legal ones."""
        return self._random_games(self._engine.start(seed & (2**63 - 1)), n, seed, max_moves, restart=True)

    def _random_games(self, raw: Any, n: int, seed: int, max_moves: int | None, *, restart: bool) -> Playouts:
        if n < 0:
            raise ValueError("a number of playouts cannot be negative")
        return self._engine.playouts(raw, n, seed, -1 if max_moves is None else max_moves, restart)

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves from the start (games that end earlier count once)."""
        if depth < 0:
            raise ValueError("a depth cannot be negative")
        return self.start(seed=0).perft(depth)

    def __repr__(self) -> str:
        return f"<Game {self.name!r}, {self.players} players, backend {self.backend}>"


def rng_number(seed: int | None, rng_state: bytes | Sequence[int] | None) -> int:
    """The state of the random numbers at the start, as a number; by the operating system where nothing is given."""
    if rng_state is not None:
        data = bytes(v & 255 for v in rng_state)
        if len(data) != 8:
            raise ValueError(f"rng_state has 8 bytes, not {len(data)}")
    elif seed is not None:
        data = (seed & (2**64 - 1)).to_bytes(8, "little")
    else:
        data = os.urandom(8)
    return int(struct.unpack("<q", data)[0])


def make_engine(program: Program, backend: str) -> Engine:
    """The engine for a program. Raises NoCompilerError for "c" where there is no C compiler."""
    if backend == "python":
        return PythonEngine(program)
    try:
        return CEngine(program)
    except NoCompilerError:
        if backend == "c":
            raise
        return PythonEngine(program)


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A move: who moves, from where to where (-1: nowhere), and what it does."""

    raw: RawMove
    strings: Sequence[str]
    large: frozenset[int] = frozenset()  # components that cover several sites

    @property
    def mover(self) -> int:
        return self.raw.mover

    @property
    def from_site(self) -> int:
        return self.raw.from_site

    @property
    def to_site(self) -> int:
        return self.raw.to_site

    @property
    def actions(self) -> tuple[str, ...]:
        """The text of each action."""
        return tuple(
            action_text(a.kind, a.params, a.decision, self.strings) for a in self.raw.actions if a.kind not in NOTES
        )

    @property
    def is_pass(self) -> bool:
        """Whether the move is a pass."""
        kinds = [a for a in self.raw.actions if a.kind not in NOTES]
        return any(a.kind == "pass" for a in kinds) and all(a.kind == "pass" for a in kinds if a.decision)

    def __str__(self) -> str:
        r = self.raw
        head = f"[Move:mover={r.mover}"
        head += f",from={r.from_site}" if r.from_site != -1 else ""
        head += f",to={r.to_site}" if r.to_site != -1 else ""
        head += self._extras()
        if r.level_min != 0 and r.level_max != 0:
            head += f",levelMin={r.level_min},levelMax={r.level_max}"
        return f"{head},actions={','.join(self.actions)}]"

    def _extras(self) -> str:
        """What the head says of a large piece (its state) and of an edge that is added."""
        r = self.raw
        for a in r.actions:
            if not a.decision or a.kind not in ("add", "insert", "move"):
                continue
            named = dict(zip(ACTIONS[a.kind].params, a.params, strict=False))
            state = named["state"]
            if state != -1 and (a.kind == "move" or named["what"] in self.large):
                return f",state={state}"
            if a.kind != "move" and named["type"] == SITE_TYPES.index("Edge") and named["to"] == r.to_site:
                return f",oriented=false,edge={r.to_site}"
        return ""

    def __repr__(self) -> str:
        return f"<Move {self}>"


class State:
    """A position of a game, with what the rules remember of how it came about."""

    def __init__(self, game: Game, raw: Any) -> None:
        self.game = game
        self.raw = raw
        self._moves: list[Move] | None = None
        self._known: set[int] = set()

    def _read(self, field: str) -> Any:
        return self.game.engine.read(self.raw, field)

    def ready(self) -> None:
        """Draws what chance decides before the next move (games with dice and the like)."""
        if self.game.flags.stochastic and not self.over:
            self.legal_moves()

    @property
    def mover(self) -> int:
        """The player to move, from 1."""
        return int(self._read("mover"))

    @property
    def over(self) -> bool:
        return bool(self._read("over"))

    @property
    def ranking(self) -> list[float]:
        """ranking[p] for p from 1 (index 0 is unused); 0.0 while undecided; 1.0 is first, 1.5 a shared first."""
        ranks = self._read("rank")
        return [0.0] + [r / 2 for r in ranks[1 : self.game.players + 1]]

    def legal_moves(self) -> list[Move]:
        """The legal moves in Ludii's order; one pass where a pass is forced; none when the game is over.

        In a simulation that has come to rest there are none either: `forced_pass` goes on.
        """
        return list(self._all_moves())

    def _all_moves(self) -> list[Move]:
        """The legal moves, in the list that is kept: not to be changed."""
        if self._moves is None:
            strings, large = self.game.program.strings, self.game.large
            self._moves = [] if self.over else [Move(m, strings, large) for m in self.game.engine.moves(self.raw)]
            self._known = {id(m.raw) for m in self._moves}
        return self._moves

    def forced_pass(self) -> Move:
        """The pass that goes on with a game in which nothing is legal, which only a simulation can come to.

        Raises IllegalMoveError where there are legal moves, or the game is over.
        """
        if self.over or self._all_moves():
            raise IllegalMoveError("no pass is forced here")
        raw = RawMove(self.mover, -1, -1, 0, 0, (RawAction("pass", True, (1,)),), ())
        return Move(raw, self.game.program.strings, self.game.large)

    def _legal(self, move: Move) -> RawMove:
        if self.over:
            raise IllegalMoveError("the game is over: no move is legal any more")
        moves = self._all_moves() or [self.forced_pass()]
        if id(move.raw) in self._known:
            return move.raw
        for known in moves:
            if known.raw == move.raw:
                return known.raw
        raise IllegalMoveError(f"{move} is not legal here; {len(self._all_moves())} moves are (legal_moves())")

    def consequences(self, move: Move) -> Move:
        """The move with all actions that it would apply, consequents included; this state stays as it is.

        Raises IllegalMoveError.
        """
        raw = self._legal(move)
        applied = self.game.engine.play(self.raw, raw, keep=False)
        return _with_actions(self.game, raw, applied)

    def apply(self, move: Move) -> Move:
        """Plays a legal move; the move as it was applied, with all consequents. Raises IllegalMoveError."""
        raw = self._legal(move)
        applied = self.game.engine.play(self.raw, raw, keep=True)
        self._moves, self._known = None, set()
        self.ready()
        return _with_actions(self.game, raw, applied)

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves from here (games that end earlier count once)."""
        return self.game.engine.perft(self.raw, depth)

    def playouts(self, n: int, *, seed: int, max_moves: int | None = None) -> Playouts:
        """n random games from here, each move chosen uniformly among the legal ones. What chance has not decided yet
        is decided anew in each; this position stays as it is."""
        return self.game._random_games(self.raw, n, seed, max_moves, restart=False)

    def copy(self) -> State:
        """An independent copy."""
        new = State(self.game, self.game.engine.copy(self.raw))
        new._moves, new._known = self._moves, self._known
        return new

    def snapshot(self) -> dict[str, Any]:
        """The position as plain data: players' turn, phases, scores, and every site that is not blank."""
        game, n = self.game, self.game.players
        out: dict[str, Any] = {k: self._read(k) for k in ("mover", "next", "prev", "turn", "counter")}
        out["active"] = bool(self._read("active"))
        out["phase"] = self._read("phase")[1 : n + 1]
        if game.flags.uses(Feature.SCORE):
            out["score"] = self._read("score")[1 : n + 1]
        if game.flags.uses(Feature.AMOUNT):
            out["amount"] = self._read("amount")[1 : n + 1]
        if self._read("temp") != -1:
            out["temp"] = self._read("temp")
        out["ranking"] = self.ranking
        out["sites"] = self.sites()
        return out

    def sites(self) -> list[list[Any]]:
        """Every site that is not blank: [name, count, [what, who, state, rotation, value], … from the bottom]."""
        return [row for letter, x, _ in _LETTERS for row in self._sites_of(letter, x)]

    def _sites_of(self, letter: str, x: str) -> list[list[Any]]:
        fields = self.game.program.fields
        if f"what_{x}" not in fields:
            return []
        columns = {
            p: self._read(f"{p}_{x}") for p in ("what", "who", "state", "rotation", "value") if f"{p}_{x}" in fields
        }
        what = columns["what"]
        size = fields[f"what_{x}"].size
        stride = len(what) // size
        counts = self._read(f"count_{x}") if f"count_{x}" in fields else None
        heights = self._read(f"height_{x}") if f"height_{x}" in fields else None
        rows = []
        for site in range(size):
            count = counts[site] if counts else int(what[site] != 0) if not heights else 0
            levels = range(heights[site]) if heights else range(1)
            pieces = [
                [
                    columns[p][site * stride + lv] if p in columns else 0
                    for p in ("what", "who", "state", "rotation", "value")
                ]
                for lv in levels
            ]
            if heights:
                count = int(bool(pieces) and pieces[-1][1] != 0)
            if (heights and heights[site]) or any(v for piece in pieces for v in piece) or count:
                rows.append([f"{letter}{site}", count, *pieces])
        return rows

    def __repr__(self) -> str:
        return f"<State of {self.game.name!r}, player {self.mover} to move, {'over' if self.over else 'running'}>"


def _with_actions(game: Game, raw: RawMove, applied: Sequence[RawAction]) -> Move:
    if raw.mover < 0:
        raise LudRuleError("a move without a mover")
    done = RawMove(raw.mover, raw.from_site, raw.to_site, raw.level_min, raw.level_max, tuple(applied), ())
    return Move(done, game.program.strings, game.large)
