"""What is known of a position and stands in no channel of Ludii's: channels of our own.

Which fields of the state these are follows from the program: those that its rules observe and change (counters apart
that they do not read), and the dice. A number fills its channel; what is told of sites stands where the sites stand in
Ludii's channels; lists are counted, and their values also stand in order. Where pieces may lie face down, channels of
their own tell where they lie (`concealing.py` says what a player sees).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..facts.observed import live_fields
from ..program.ops import Argument, FieldKind, Op, SetField
from ..program.position_codes import LETTERS
from ..program.program import Program
from ..program.state_layout import GENERATORS, Field, SiteData
from ..program.walk import all_expressions, reached_from, statements
from .plane_items import Item, Kind, Values
from .tensor_layout import STACK_LEVELS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..equipment import Equipment
    from .tensor_state import StateEncoder

__all__ = ["BITS", "DICE", "PLAYERS", "SITES", "SITE_WORDS", "TYPES", "Known", "Pips", "Repeating", "base_of", "lying",
           "secrets_of", "title_of", "told", "values_of"]  # fmt: skip

Repeating = Sequence[tuple[int, int]]
"""Where moves begin and end."""

DICE = "current_dice"
BITS = {"active": 1, "winners": 1, "losers": 1, "triggered": 0}
"""Sets of players as bits, with the player of the lowest bit."""
PLAYERS = ("mover", "next", "prev", "last_mover", "decided_by")
SITES = ("last_from", "last_to", "last_after_from", "last_after_to")
_MEMORY = ("temp", "var", "remembered", "player_value")
"""What rules remember may be what is hidden from somebody. Games with hidden information have no channels of it."""
_MOVES = ("pending", "to_remove", "visited")
"""These tell of moves. Games in which sites are hidden altogether, and with them moves, have no channels of it."""
SITE_WORDS = {
    "what": "Piece", "count": "Count", "state": "Local state", "rotation": "Rotation", "value": "Value",
    "height": "Height",
}  # fmt: skip
TYPES = {"c": "cells", "v": "vertices", "e": "edges"}
_WORDS = {
    DICE: "Die", "dice_sum": "Sum of dice", "dice_equal": "Are all dice equal?", "temp": "Remembered value",
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
    "on_track": "Pieces at places of tracks",
}  # fmt: skip
_DERIVED = ("over", "mover", "owned", "owned_n", "listed", "listed_twice", "stalemated", "keep_stored")
"""Fields that the sites tell, that Ludii's channels show, or that are as they were between two moves; so are all that
note which question is being asked."""
_WHO_IS_OUT = frozenset({"active", "winners", "losers", "losses_now", "rank", "won_again"})
"""With two players these tell nothing as long as the game goes on."""
_MOST_SINGLE = 16
"""Arrays of up to so many values have a channel for each; longer ones stand in order."""


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

    @property
    def dice(self) -> list[tuple[int, int, Sequence[int]]]:
        """Of each die its site, its hand, and the pips of its faces."""
        return [(site, self._hand[k], self._faces[k]) for site, k in self._at.items()]

    def shown(self, packed: dict[str, bytes], fields: Mapping[str, Field], dice: Sequence[tuple[int, int]]) -> None:
        """Change the fields of a state, as bytes, to what they are with this throw."""
        import numpy as np

        for name in {"state_c", DICE, "dice_sum", "dice_equal"} & fields.keys():
            f = fields[name]
            values = np.frombuffer(packed[name], dtype=f"int{f.bits}").astype(np.int64)
            rows = values.reshape(f.size, -1) if f.cap else values
            self.throw(name, rows, dice)
            packed[name] = rows.astype(f"int{f.bits}").tobytes()

    def throw(self, field: str, values: npt.NDArray[np.int64], thrown: Sequence[tuple[int, int]]) -> None:
        """Change the values of a field of one state to what they are with this throw."""
        if field == "state_c":
            for site, face in thrown:
                values[(site, 0)[: values.ndim]] = face
        elif field in (DICE, "dice_sum"):
            pips = [(self._at[site], self._faces[self._at[site]][face]) for site, face in thrown if site in self._at]
            if field == DICE:
                for k, value in pips:
                    values[k] = value
            else:
                for hand in {self._hand[k] for k, _ in pips}:
                    values[hand] = sum(value for k, value in pips if self._hand[k] == hand)
        elif field == "dice_equal":
            values[0] = len({face for _, face in thrown}) == 1


def values_of(
    read: Callable[[str], Any], fields: Mapping[str, Field], thrown: Sequence[tuple[int, int]], pips: Pips
) -> Values:
    """Reads one state as `plane_items.put` wants it. read: returns an int, a list, or the members of a set. thrown: the
    dice that all legal moves begin with, as sites and faces."""
    import numpy as np

    kept: dict[str, Any] = {}

    def values(field: str) -> Any:
        if field not in kept:
            f, shown = fields[field], read(field)
            rows = np.array([shown] if f.kind is FieldKind.INT else shown, dtype=np.int64)
            if f.kind is FieldKind.ARRAY and f.cap:
                rows = rows.reshape(f.size, -1)
            if thrown:
                pips.throw(field, rows, thrown)
            kept[field] = rows
        return kept[field]

    return values


class Known:
    """The channels of one game. channels: what each holds. items: what is written where, in channels of as many numbers
    as Ludii's, one after the other; those of moves that would repeat a position are in no item (`put_repeating`)."""

    def __init__(self, program: Program, encoder: StateEncoder, *, repeats: bool) -> None:
        """repeats: whether moves may be forbidden because they repeat a position."""
        self._encoder = encoder
        layout = encoder.layout
        self._players = layout.players
        self._secret = secrets_of(program, layout.flags.hidden)
        self._cells, self._spots = encoder._size, tuple(encoder._spots.tolist())
        self._sites = layout.equipment.num_sites
        self._letters = [x for x in LETTERS if f"what_{x}" in program.fields]
        self._names: list[str] = []
        self.items: list[Item] = []
        for name in told(program, self._players, layout.flags.stochastic):
            self._add_field(program.fields[name])
        if "set_hidden_what" in program.appliers:
            for letter in self._letters:
                self._add_face_down(program.fields, letter)
        self._repeating = len(self._names)
        for end in range(2 * repeats):
            self._channels(f"{('From', 'To')[end]} where a move would repeat a position", self._places(self._sites)[1])
        self.channels = tuple(self._names)

    def put_repeating(self, moves: Repeating, out: npt.NDArray[np.float32]) -> None:
        """Write where moves begin and end that would repeat a position. out: as of `items`, one-dimensional."""
        places, channels = self._places(self._sites)
        for move in moves:
            for end, site in enumerate(move):
                if 0 <= site < len(places):
                    out[(self._repeating + end * channels) * self._cells + places[site]] = 1

    # ------------------------------------------------------------------ which channels a field has

    def _channels(self, title: str, channels: int) -> int:
        """Adds channels; where they begin."""
        at = len(self._names) * self._cells
        self._names += [title] if channels == 1 else [f"{title}, part {k + 1}" for k in range(channels)]
        return at

    def _put(self, kind: Kind, field: str, n: int, places: Iterable[int], **rest: Any) -> None:
        self.items.append(Item(kind, field, rest.pop("first", 0), n, tuple(places), **rest))

    def _fill(self, kind: Kind, field: str, titles: Sequence[str], first: int = 0) -> None:
        """A channel for each element of a field, which fills it."""
        at = [self._channels(title, 1) for title in titles]
        self._put(kind, field, len(at), at, first=first, span=self._cells)

    def _in_places(self, kind: Kind, title: str, field: str, size: int, **rest: Any) -> None:
        """Channels in which the elements of a field stand where the sites do."""
        places, channels = self._places(size)
        at = self._channels(title, channels)
        self._put(kind, field, size, (at + place for place in places), **rest)

    def _add_field(self, f: Field) -> None:
        title = title_of(f.name)
        base = base_of(f.name)
        if f.site is SiteData.CONTENT:
            self._add_sites(f)
        elif f.site is not None or base in self._secret:
            return
        elif f.kind is FieldKind.SET:
            self._in_places(Kind.MEMBERS, f"{title}?", f.name, self._sites)
        elif f.kind is FieldKind.LIST:
            self._fill(Kind.LENGTH, f.name, [f"{title}: how many"])
            self._in_places(Kind.LISTED, f"{title}: sites", f.name, self._sites)
            at = self._channels(f"{title}, in order", 1)
            self._put(Kind.IN_ORDER, f.name, self._cells, range(at, at + self._cells))
        elif f.kind is FieldKind.ARRAY:
            self._add_array(f, title)
        elif f.name in BITS:
            titles = [f"{f.name}: Player {p}" for p in range(1, self._players + 1)]
            self._fill(Kind.BITS, f.name, titles, 1 - BITS[f.name])
        elif f.name in PLAYERS:
            whose = [self._channels(f"{f.name} is Player {p}", 1) for p in range(1, self._players + 1)]
            table = tuple(place - whose[0] for place in whose)
            self._put(Kind.ONE_HOT, f.name, 1, whose[:1], span=self._cells, table=table, low=1)
        elif f.name in SITES:
            places, channels = self._places(self._sites)
            at_site = self._channels(title, channels)
            self._put(Kind.ONE_HOT, f.name, 1, (at_site,), table=places)
        else:
            self._fill(Kind.VALUES, f.name, [title])

    def _add_array(self, f: Field, title: str) -> None:
        if f.size == self._players + 2 and f.name != DICE:
            self._fill(Kind.VALUES, f.name, [f"{title} {p}" for p in range(1, self._players + 1)], 1)
        elif f.size <= _MOST_SINGLE:
            self._fill(Kind.VALUES, f.name, [f"{title} {i + 1}" for i in range(f.size)])
        else:
            self._in_places(Kind.VALUES, title, f.name, f.size)

    def _add_sites(self, f: Field) -> None:
        """What Ludii's channels do not show of the sites of one type."""
        kind, _, letter = f.name.rpartition("_")
        flags, layout = self._encoder.layout.flags, self._encoder.layout
        size = f.size
        places, _ = self._places(size)
        alone = self._letters == [letter] and size <= len(self._spots) and places == self._spots[:size]
        shown = alone and letter == self._encoder.letter
        title = f"{SITE_WORDS.get(kind, kind)} of {TYPES[letter]}"
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
                self._add_levels(f"{title} is {name}", f, k)
            if not layout.pieces:
                self._add_levels(title, f, None)
        else:
            self._add_levels(title, f, None)

    def _add_levels(self, title: str, f: Field, piece: int | None) -> None:
        """Channels of a field of sites: of its values, or of where it is one piece; for stacks, of several levels."""
        kind = Kind.VALUES if piece is None else Kind.ONE_HOT
        rest = {} if piece is None else {"table": (0,), "low": piece}
        if f.heights is None:
            self._in_places(kind, title, f.name, f.size, **rest)
            return
        for end in ("bottom", "top"):
            for k in range(STACK_LEVELS):
                level = k if end == "bottom" else -1 - k
                text = f"{title} at level {k} from stack {end}"
                self._in_places(kind, text, f.name, f.size, level=level, heights=f.heights, **rest)

    def _places(self, size: int) -> tuple[tuple[int, ...], int]:
        """Where so many values stand, and in how many channels: at the sites' spots, if each has one of its own, else
        in the order of their numbers."""
        spots = self._spots[:size]
        if size <= len(self._spots) and len(set(spots)) == size:
            return spots, 1
        return tuple(range(size)), -(-size // self._cells)

    def _add_face_down(self, fields: Mapping[str, Field], letter: str) -> None:
        """Where pieces lie face down, by whose they are as far as that is seen; of stacks how many."""
        f = fields[f"what_{letter}"]
        for player in range(self._players + 1):
            whose = f"Player {player}" if player else "nobody, or of whom is not seen"
            title = f"Piece of {TYPES[letter]} that lies face down, of {whose}"
            self._in_places(
                Kind.SUM, title, f"who_{letter}", f.size, heights=f.heights, level=0, where=f.name,
                **lying(player, self._players),
            )  # fmt: skip


def lying(player: int, players: int) -> dict[str, Any]:
    """The table of an item that looks for the pieces of a player; of 0: of those of nobody."""
    if player:
        return {"table": (0,), "low": player}
    return {"table": (-1,) * players, "low": 1, "other": 0}


def base_of(name: str) -> str:
    """A field's name without the number of a variable."""
    return name.split("_")[0] if name.split("_")[0] in ("var", "remembered") else name


def title_of(name: str) -> str:
    """A field in words."""
    base = base_of(name)
    return _WORDS.get(base, name) + (f" {name.partition('_')[2]}" if base != name else "")


def secrets_of(program: Program, hidden: bool) -> frozenset[str]:
    """The fields that are not shown, because they may tell of what is hidden."""
    found = frozenset(_MEMORY if hidden else ())
    return found | {*_MOVES} if "set_hidden" in program.appliers else found


def told(program: Program, players: int, chance: bool) -> list[str]:
    """The fields that have channels: those that the rules observe and that can differ between two positions in which
    somebody is to move. chance: whether the start may differ."""
    # who has which seat is told because Ludii's channel of the mover is that of the mover's seat
    observed = live_fields(program, counting=False) | {DICE}
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
