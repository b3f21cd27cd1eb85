"""What is known of a position and stands in no channel of Ludii's: channels of our own.

Which fields of the state these are follows from the program: those that its rules observe and change (counters apart
that they do not read), and the dice. A number fills its channel; what is told of sites stands where the sites stand in
Ludii's channels; lists are counted, and their values also stand in order. Where pieces may lie face down, channels of
their own tell where they lie (`concealing.py` says what a player sees).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..facts.observed import live_fields
from ..program.ops import Argument, FieldKind, Op, SetField
from ..program.position_codes import LETTERS
from ..program.program import Program
from ..program.state_layout import GENERATORS, Field, SiteData
from ..program.walk import all_expressions, reached_from, statements
from .concealing import UNSEEN
from .tensor_layout import STACK_LEVELS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..equipment import Equipment
    from .tensor_state import StateEncoder

    Values = npt.NDArray[np.int64]

__all__ = ["Known", "Pips", "ReadMany", "ReadOne", "Repeating"]

Repeating = Sequence[tuple[int, int]]
"""Where moves begin and end."""

_DICE = "current_dice"
_BITS = {"active": 1, "winners": 1, "losers": 1, "triggered": 0}
"""Sets of players as bits, with the player of the lowest bit."""
_PLAYERS = ("mover", "next", "prev", "last_mover", "decided_by")
_SITES = ("last_from", "last_to", "last_after_from", "last_after_to")
_MEMORY = ("temp", "var", "remembered", "player_value")
"""What rules remember may be what is hidden from somebody. Games with hidden information have no channels of it."""
_MOVES = ("pending", "to_remove", "visited")
"""These tell of moves. Games in which sites are hidden altogether, and with them moves, have no channels of it."""
_SITE_WORDS = {
    "what": "Piece", "count": "Count", "state": "Local state", "rotation": "Rotation", "value": "Value",
    "height": "Height",
}  # fmt: skip
_TYPES = {"c": "cells", "v": "vertices", "e": "edges"}
_WORDS = {
    _DICE: "Die", "dice_sum": "Sum of dice", "dice_equal": "Are all dice equal?", "temp": "Remembered value",
    "var": "Variable", "remembered": "Remembered values", "pending": "Pending values",
    "to_remove": "Pieces to be removed", "turn": "Turn", "turn_same": "Moves in this turn",
    "n_moves": "Moves of the game", "n_start": "Moves of the start", "counter": "Counter",
    "phase": "Phase of Player", "score": "Score of Player", "amount": "Amount of Player",
    "rank": "Doubled rank of Player", "team": "Team of Player", "order": "Seat of Player",
    "player_value": "Value of Player", "passes": "Passes in a row", "pot": "Pot", "trump": "Trump",
    "last_from": "Origin of the last move", "last_to": "Destination of the last move",
    "last_after_from": "Origin after the last move's consequences",
    "last_after_to": "Destination after the last move's consequences",
    "visited": "Visited in this turn", "propositions": "Propositions", "votes": "Votes",
}  # fmt: skip
_DERIVED = ("over", "mover", "owned", "owned_n", "listed", "listed_twice", "stalemated", "keep_stored")
"""Fields that the sites tell, that Ludii's channels show, or that are as they were between two moves; so are all that
note which question is being asked."""
_WHO_IS_OUT = frozenset({"active", "winners", "losers", "losses_now", "rank", "won_again"})
"""With two players these tell nothing as long as the game goes on."""
_MOST_SINGLE = 16
"""Arrays of up to so many values have a channel for each; longer ones stand in order."""


class ReadMany(Protocol):
    """Reads a field of n states: int64 of shape (n, values), or (n, sites, levels) for stacks; of a set 0 or 1 for each
    possible member; of a list its items from the first, 0 behind them."""

    def __call__(self, field: str) -> Values: ...
    def lengths(self, field: str) -> Values:
        """The lengths of a list, of shape (n,)."""

    def repeating(self) -> Sequence[Repeating]:
        """Of each state the moves that are forbidden because they would repeat a position."""


class Pips:
    """The dice of a game: what they show once they are thrown.

    Where moves begin with a throw, Ludii's rules throw while they look for legal moves: the throw is known, and decides
    which moves there are, but the state shows the previous one until the move is played.
    """

    def __init__(self, equipment: Equipment) -> None:
        sites = [(s, hand, c.members[i]) for hand, c in enumerate(equipment.dice) for i, s in enumerate(c.sites)]
        self._at = {site: k for k, (site, _, _) in enumerate(sites)}
        self._hand = [hand for _, hand, _ in sites]
        self._faces = [equipment.components[what].faces for _, _, what in sites]

    def shown(self, packed: dict[str, bytes], fields: Mapping[str, Field], dice: Sequence[tuple[int, int]]) -> None:
        """Change the fields of a state, as bytes, to what they are with this throw."""
        import numpy as np

        for name in {"state_c", _DICE, "dice_sum", "dice_equal"} & fields.keys():
            f = fields[name]
            values = np.frombuffer(packed[name], dtype=f"int{f.bits}").astype(np.int64)
            rows = values.reshape(f.size, -1) if f.cap else values
            self.throw(name, rows, dice)
            packed[name] = rows.astype(f"int{f.bits}").tobytes()

    def throw(self, field: str, values: Values, thrown: Sequence[tuple[int, int]]) -> None:
        """Change the values of a field of one state to what they are with this throw."""
        if field == "state_c":
            for site, face in thrown:
                values[(site, 0)[: values.ndim]] = face
        elif field in (_DICE, "dice_sum"):
            pips = [(self._at[site], self._faces[self._at[site]][face]) for site, face in thrown if site in self._at]
            if field == _DICE:
                for k, value in pips:
                    values[k] = value
            else:
                for hand in {self._hand[k] for k, _ in pips}:
                    values[hand] = sum(value for k, value in pips if self._hand[k] == hand)
        elif field == "dice_equal":
            values[0] = len({face for _, face in thrown}) == 1


class ReadOne:
    """Reads one state as `ReadMany` does. read: returns an int, a list, or the members of a set. thrown: the dice that
    all legal moves begin with, as sites and faces."""

    def __init__(
        self,
        read: Callable[[str], Any],
        fields: Mapping[str, Field],
        width: int,
        thrown: Sequence[tuple[int, int]],
        pips: Pips,
        repeating: Repeating,
    ) -> None:
        self._read, self._fields, self._width = read, fields, width
        self._thrown, self._pips, self._repeating = thrown, pips, repeating

    def repeating(self) -> Sequence[Repeating]:
        """The forbidden moves."""
        return [self._repeating]

    def __call__(self, field: str) -> Values:
        """The values of a field."""
        import numpy as np

        f, found = self._fields[field], self._read(field)
        if f.kind is FieldKind.INT:
            found = [found]
        if f.kind is FieldKind.SET:
            members = np.zeros((1, self._width), dtype=np.int64)
            members[0, found] = 1
            return members
        values = np.array([found], dtype=np.int64)
        if f.kind is FieldKind.ARRAY and f.cap:
            values = values.reshape(1, f.size, -1)
        if self._thrown:
            self._pips.throw(field, values[0], self._thrown)
        return values

    def lengths(self, field: str) -> Values:
        """The length of a list."""
        import numpy as np

        return np.array([len(self._read(field))], dtype=np.int64)


class _Channels(NamedTuple):
    """Some channels in a row. put: writes them: of shape (n, channels, cells), all 0."""

    names: tuple[str, ...]
    put: Callable[[ReadMany, Any], None]


class Known:
    """The channels of one game."""

    def __init__(self, program: Program, encoder: StateEncoder, *, repeats: bool) -> None:
        """repeats: whether moves may be forbidden because they repeat a position."""
        import numpy as np

        self._np, self._encoder = np, encoder
        layout = encoder.layout
        self._players = layout.players
        self._secret = frozenset(_MEMORY if layout.flags.hidden else ())
        if "set_hidden" in program.appliers:
            self._secret |= {*_MOVES}
        self._cells, self._spots = encoder._size, encoder._spots
        self._sites = layout.equipment.num_sites
        self._letters = [x for x in LETTERS if f"what_{x}" in program.fields]
        told = _told(program, self._players, layout.flags.stochastic)
        self._groups = [group for name in told for group in self._of(program.fields[name])]
        if "set_hidden_what" in program.appliers:
            self._groups += [group for x in self._letters for group in self._of_face_down(program.fields, x)]
        self._groups += [self._of_repeating(end) for end in range(2 * repeats)]
        self.channels = tuple(name for group in self._groups for name in group.names)

    def write(self, read: ReadMany, out: npt.NDArray[np.float32]) -> None:
        """Writes n positions, as far as `read` sees them, into `out`, float32 of shape (n, len(channels), cells)."""
        out[:] = 0
        at = 0
        for group in self._groups:
            end = at + len(group.names)
            group.put(read, out[:, at:end])
            at = end

    # ------------------------------------------------------------------ which channels a field has

    def _of(self, f: Field) -> Iterator[_Channels]:
        base = f.name.split("_")[0] if f.name.split("_")[0] in ("var", "remembered") else f.name
        title = _WORDS.get(base, f.name)
        if base != f.name:
            title += f" {f.name.partition('_')[2]}"
        if f.site is SiteData.CONTENT:
            yield from self._of_sites(f)
        elif f.site is not None or base in self._secret:
            return
        elif f.kind is FieldKind.SET:
            yield self._in_places(f"{title}?", f.name, self._sites)
        elif f.kind is FieldKind.LIST:
            yield from self._of_list(f.name, title)
        elif f.kind is FieldKind.ARRAY:
            yield from self._of_array(f, title)
        elif f.name in _BITS:
            yield self._of_bits(f.name)
        elif f.name in _PLAYERS:
            yield _Channels(
                tuple(f"{f.name} is Player {p}" for p in range(1, self._players + 1)),
                lambda read, out: self._one_hot_player(read(f.name)[:, 0], out),
            )
        elif f.name in _SITES:
            yield self._of_site(f.name, title)
        else:
            yield _Channels((title,), lambda read, out: self._fill(read(f.name), out))

    def _of_array(self, f: Field, title: str) -> Iterator[_Channels]:
        if f.size == self._players + 2 and f.name != _DICE:
            names = tuple(f"{title} {p}" for p in range(1, self._players + 1))
            yield _Channels(names, lambda read, out: self._fill(read(f.name)[:, 1 : self._players + 1], out))
        elif f.size <= _MOST_SINGLE:
            names = tuple(f"{title} {i + 1}" for i in range(f.size))
            yield _Channels(names, lambda read, out: self._fill(read(f.name), out))
        else:
            yield self._in_places(title, f.name, f.size)

    def _of_bits(self, name: str) -> _Channels:
        first = 1 - _BITS[name]

        def put(read: ReadMany, out: Any) -> None:
            values = read(name)
            self._fill(self._np.concatenate([values >> (first + p) & 1 for p in range(self._players)], axis=1), out)

        return _Channels(tuple(f"{name}: Player {p}" for p in range(1, self._players + 1)), put)

    def _of_site(self, name: str, title: str) -> _Channels:
        places, channels = self._places(self._sites)

        def put(read: ReadMany, out: Any) -> None:
            sites = read(name)[:, 0]
            found = self._np.flatnonzero((sites >= 0) & (sites < len(places)))
            flat = out.reshape(len(out), -1) if out.flags.c_contiguous else None
            spots = places[sites[found]]
            if flat is None:
                out[found, spots // self._cells, spots % self._cells] = 1
            else:
                flat[found, spots] = 1

        return _Channels(_numbered(title, channels), put)

    def _of_repeating(self, end: int) -> _Channels:
        places, channels = self._places(self._sites)

        def put(read: ReadMany, out: Any) -> None:
            for k, moves in enumerate(read.repeating()):
                sites = [move[end] for move in moves if 0 <= move[end] < len(places)]
                out[k, places[sites] // self._cells, places[sites] % self._cells] = 1

        return _Channels(_numbered(f"{('From', 'To')[end]} where a move would repeat a position", channels), put)

    def _of_list(self, name: str, title: str) -> Iterator[_Channels]:
        yield _Channels((f"{title}: how many",), lambda read, out: self._fill(read.lengths(name)[:, None], out))
        places, channels = self._places(self._sites)
        np = self._np

        def count(read: ReadMany, out: Any) -> None:
            items, lengths = read(name), read.lengths(name)
            inside = (np.arange(items.shape[1]) < lengths[:, None]) & (items >= 0) & (items < len(places))
            lane, k = np.nonzero(inside)
            spots = places[items[lane, k]]
            np.add.at(out, (lane, spots // self._cells, spots % self._cells), 1)

        def order(read: ReadMany, out: Any) -> None:
            items, lengths = read(name)[:, : self._cells], read.lengths(name)
            inside = np.arange(items.shape[1]) < lengths[:, None]
            out[:, 0, : items.shape[1]] = np.where(inside, items, 0)

        yield _Channels(_numbered(f"{title}: sites", channels), count)
        yield _Channels((f"{title}, in order",), order)

    def _of_sites(self, f: Field) -> Iterator[_Channels]:
        """What Ludii's channels do not show of the sites of one type."""
        kind, _, letter = f.name.rpartition("_")
        flags, layout = self._encoder.layout.flags, self._encoder.layout
        size = f.size
        places, _ = self._places(size)
        alone = self._letters == [letter] and size <= len(self._spots) and bool((places == self._spots[:size]).all())
        shown = alone and letter == self._encoder.letter
        title = f"{_SITE_WORDS.get(kind, kind)} of {_TYPES[letter]}"
        stacked = f.heights is not None
        if kind == "who" or (shown and kind in ("count", "height")):
            return
        if kind == "what":
            dice = {what for hand in layout.equipment.dice for what in hand.members}
            pieces = [k for k in range(1, layout.pieces + 1) if k not in dice]  # dice stay where they are
            if shown and stacked:
                return
            if alone and not stacked and not flags.counts:
                pieces = [k for k in pieces if not self._encoder._owned[k]]
            names = [layout.equipment.components[k].name for k in pieces]
            for k, name in zip(pieces, names, strict=True):
                yield from self._levels(f"{title} is {name}", f, k)
            if not layout.pieces:
                yield from self._levels(title, f, None)
        else:
            yield from self._levels(title, f, None)

    def _levels(self, title: str, f: Field, piece: int | None) -> Iterator[_Channels]:
        """Channels of a field of sites: of its values, or of where it is one piece; for stacks, of several levels."""
        np = self._np
        if f.heights is None:
            yield self._in_places(title, f.name, f.size, piece)
            return
        heights = f.heights
        for end in ("bottom", "top"):
            for level in range(STACK_LEVELS):

                def values(read: ReadMany, level: int = level, top: bool = end == "top") -> Any:
                    rows, tall = read(f.name), read(heights)
                    place = tall - 1 - level if top else np.full_like(tall, level)
                    there = (place >= 0) & (place < tall)
                    picked = np.take_along_axis(rows, np.where(there, place, 0)[:, :, None], axis=2)[:, :, 0]
                    picked = picked if piece is None else picked == piece
                    return np.where(there, picked, 0)

                yield self._placed(f"{title} at level {level} from stack {end}", f.size, values)

    def _in_places(self, title: str, name: str, size: int, piece: int | None = None) -> _Channels:
        def values(read: ReadMany) -> Any:
            found = read(name)
            return found[:, :size] if piece is None else found[:, :size] == piece

        return self._placed(title, size, values)

    def _placed(self, title: str, size: int, values: Callable[[ReadMany], Any]) -> _Channels:
        places, channels = self._places(size)
        rows, columns = places // self._cells, places % self._cells

        def put(read: ReadMany, out: Any) -> None:
            found = values(read)
            n = found.shape[1]
            out[:, rows[:n], columns[:n]] = found

        return _Channels(_numbered(title, channels), put)

    def _places(self, size: int) -> tuple[Any, int]:
        """Where so many values stand, and in how many channels: at the sites' spots, if each has one of its own, else
        in the order of their numbers."""
        np = self._np
        if size <= len(self._spots) and len(np.unique(self._spots[:size])) == size:
            return self._spots[:size], 1
        return np.arange(size), -(-size // self._cells)

    def _of_face_down(self, fields: Mapping[str, Field], letter: str) -> Iterator[_Channels]:
        """Where pieces lie face down, by whose they are as far as that is seen; of stacks how many."""
        what, who = f"what_{letter}", f"who_{letter}"

        def lying(player: int, read: ReadMany) -> Any:
            owner = read(who)
            of_player = owner == player if player else (owner < 1) | (owner > self._players)
            there = (read(what) == UNSEEN) & of_player
            return there.sum(axis=2) if there.ndim == 3 else there

        for player in range(self._players + 1):
            whose = f"Player {player}" if player else "nobody, or of whom is not seen"
            title = f"Piece of {_TYPES[letter]} that lies face down, of {whose}"
            yield self._placed(title, fields[what].size, partial(lying, player))

    @staticmethod
    def _fill(values: Any, out: Any) -> None:
        out[:] = values[:, : out.shape[1], None]

    def _one_hot_player(self, values: Any, out: Any) -> None:
        out[:] = (values[:, None] == self._np.arange(1, self._players + 1))[:, :, None]


def _numbered(title: str, channels: int) -> tuple[str, ...]:
    return (title,) if channels == 1 else tuple(f"{title}, part {k + 1}" for k in range(channels))


def _told(program: Program, players: int, chance: bool) -> list[str]:
    """The fields that have channels: those that the rules observe and that can differ between two positions in which
    somebody is to move. chance: whether the start may differ."""
    # who has which seat is told because Ludii's channel of the mover is that of the mover's seat
    observed = live_fields(program, counting=False) | {_DICE}
    if "swap" in program.appliers:
        observed.add("order")
    entries = [fn for name, fn in program.entries.items() if name != "start" or chance]
    changed: set[str] = set()
    for i in reached_from(program, (*entries, *program.appliers.values())):
        fn = program.functions[i]
        changed |= {s.field for s in statements(fn.body) if isinstance(s, SetField)}
        runs = [x.run for x in all_expressions(fn) if x.op is Op.RUN]
        changed |= {run.name for run in runs if run.intrinsic.argument is Argument.LIST}
    never = {*_DERIVED, *GENERATORS, *program.hash_lists}
    if players <= 2:
        never |= _WHO_IS_OUT
    return [
        name
        for name, f in program.fields.items()
        if name in changed - never
        and not name.startswith("asking_")
        and (name in observed or f.site is SiteData.CONTENT)
    ]
