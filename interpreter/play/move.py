"""Moves as user programs see them. They are decoded on demand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from html import escape
from itertools import repeat

from ..program.actions import ACTIONS, SITE_TYPES, action_text
from ..program.raw import NOTES, TOLD_IN_HEADS, RawMove
from .engine import MoveRecords, RawMoves, RawState
from .notation import Names, name_moves

__all__ = ["Move", "MoveTable", "Vocabulary"]

_EDGE = SITE_TYPES.index("Edge")


class Vocabulary:
    """What is needed to decode the moves of a game. strings: the texts that actions refer to by number. large:
    components that cover several sites.
    """

    def __init__(
        self, strings: Sequence[str] = (), large: frozenset[int] = frozenset(), names: Callable[[], Names] | None = None
    ) -> None:
        self.strings = strings
        self.large = large
        self._make_names = names

    @cached_property
    def names(self) -> Names | None:
        """The names of sites and components; None for an unpickled move, which knows no game."""
        return self._make_names() if self._make_names is not None else None


class MoveTable:
    """Moves in a backend's form: all legal moves of a position, or one of them alone.

    number: of the move alone, its place among the legal moves of its position, -1 where it has none. before: the
    position, as the backend keeps it. find: the table of all legal moves of a position. legal: whether the move alone
    is the legal move itself, and not what it does when it is applied.
    """

    __slots__ = ("_names", "before", "find", "legal", "number", "records", "vocabulary")

    def __init__(
        self,
        records: MoveRecords,
        vocabulary: Vocabulary,
        before: RawState = None,
        number: int | None = None,
        find: Callable[[RawState], MoveTable] | None = None,
        legal: bool = False,
    ) -> None:
        self.records = records
        self.vocabulary = vocabulary
        self.before = before
        self.number = number
        self.find = find
        self.legal = legal
        self._names: tuple[str, ...] | None = None

    @classmethod
    def of(cls, move: RawMove, vocabulary: Vocabulary, name: str) -> MoveTable:
        """A single move that is not one of a position's legal moves, with its notation."""
        table = cls(RawMoves((move,)), vocabulary, number=-1)
        table._names = (name,)
        return table

    def moves(self) -> list[Move]:
        """All moves, not yet decoded."""
        return list(map(Move, repeat(self), range(len(self.records))))

    def names(self) -> tuple[str, ...]:
        """The notation of each move, unique among the legal moves of the position."""
        if self._names is None:
            if self.number is not None and self.number >= 0 and self.find is not None:
                self._names = (self.find(self.before).names()[self.number],)
            else:
                self._names = name_moves([self.records.raw(k) for k in range(len(self.records))], self.vocabulary.names)
        return self._names


class Move:
    """A move: who moves, from where to where, and what it does.

    Moves are equal when they do the same: same mover, sites, levels, actions and consequents. They can be used as
    dictionary keys, copied and pickled. A legal move says what it does itself; the move that `State.apply` and
    `State.consequences` return says what was applied in all.
    """

    __slots__ = ("_number", "_raw", "_table")

    def __init__(self, table: MoveTable, number: int) -> None:
        self._table = table
        self._number = number

    @property
    def raw(self) -> RawMove:
        """The move as plain data."""
        try:
            return self._raw
        except AttributeError:
            self._raw: RawMove = self._table.records.raw(self._number)
            return self._raw

    @property
    def mover(self) -> int:
        """The player who makes it, from 1; 0 in a simulation."""
        return self._table.records.head(self._number)[0]

    @property
    def from_site(self) -> int:
        """The index of the site where it begins; -1 where it has none."""
        return self._table.records.head(self._number)[1]

    @property
    def to_site(self) -> int:
        """The index of the site where it ends; -1 where it has none."""
        return self._table.records.head(self._number)[2]

    @property
    def ends(self) -> tuple[int, int]:
        """`from_site` and `to_site`."""
        head = self._table.records.head(self._number)
        return head[1], head[2]

    @property
    def actions(self) -> tuple[str, ...]:
        """The text of each action, in order, in the form of Ludii's trials: `[Move:typeFrom=Cell,from=3,…]`."""
        strings = self._table.vocabulary.strings
        return tuple(
            action_text(a.kind, a.params, a.decision, strings) for a in self.raw.actions if a.kind not in NOTES
        )

    @property
    def record(self) -> Hashable:
        """The move in the form of the backend: equal for equal moves of a game, and found faster than its texts."""
        return self._table.records.record(self._number)

    @property
    def is_pass(self) -> bool:
        """Whether the move is a pass."""
        return self.raw.consists_of(("pass",))

    @property
    def is_swap(self) -> bool:
        """Whether the move swaps the players' sides."""
        return self.raw.consists_of(("swap",))

    @property
    def number(self) -> int:
        """The place of the move among the legal moves of its position, from 0; -1 for one that is not among them."""
        return self._number if self._table.number is None else self._table.number

    @property
    def notation(self) -> str:
        """The move as people write it: `A1-B2`, `B2`, `A1-B2xC3`, `pass`.

        Different for different legal moves of a position; `State.parse_move` reads it.
        """
        return self._table.names()[self._number]

    def __str__(self) -> str:
        return self.notation

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self is other or self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    @property
    def text(self) -> str:
        """The move as Ludii's trials write it: `[Move:mover=1,from=3,to=5,actions=[…]]`."""
        r = self.raw
        head = f"[Move:mover={r.mover}"
        head += f",from={r.from_site}" if r.from_site != -1 else ""
        head += f",to={r.to_site}" if r.to_site != -1 else ""
        head += self._extras()
        if r.level_min != 0 and r.level_max != 0:
            head += f",levelMin={r.level_min},levelMax={r.level_max}"
        return f"{head},actions={','.join(self.actions)}]"

    def _extras(self) -> str:
        """Further attributes of the move's head: the state of a large piece, or an added edge."""
        r = self.raw
        if any(a.kind == "plain" for a in r.actions):
            return ""
        decided = any(a.decision for a in r.actions)
        for a in r.actions:
            if a.decision != decided or a.kind not in TOLD_IN_HEADS:
                continue
            named = dict(zip(ACTIONS[a.kind].params, a.params, strict=False))
            state = named["state"]
            if decided and state != -1 and (a.kind == "move" or named["what"] in self._table.vocabulary.large):
                return f",state={state}"
            if a.kind != "move" and named["type"] == _EDGE and named["to"] == r.from_site == r.to_site:
                return f",oriented=false,edge={r.to_site}"
        return ""

    def __repr__(self) -> str:
        return f"<Move {self.notation} of player {self.mover}>"

    def _repr_html_(self) -> str:
        return f"<code>{escape(self.notation)}</code>"

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __reduce__(self) -> tuple[Callable[..., Move], tuple[object, ...]]:
        v = self._table.vocabulary
        return _unpickled, (self.raw, tuple(v.strings), v.large, self.notation)


def _unpickled(raw: RawMove, strings: tuple[str, ...], large: frozenset[int], name: str) -> Move:
    """Restore a pickled move. It knows its texts but not its game."""
    return Move(MoveTable.of(raw, Vocabulary(strings, large), name), 0)
