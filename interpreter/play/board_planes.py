"""Observations for learners: planes over the board's own grid (or features of its sites as a graph), and numbers.

A plane is there for each thing that the rules can put on a site: what cannot change has none, nor what another plane or
number shows. Numbers are one-hot, or lie between -1 and 1. All of it is items (`plane_items.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ludparse import ludemes as L
from ludparse.ludemes.enums import RelationType, SiteType

from ..equipment import Equipment
from ..equipment.features import LETTER, SITE_TYPES, Feature
from ..equipment.flags import GameFlags
from ..facts.ranges import Ranges
from ..program.intrinsics import MOVE_CLOSE, MOVE_SET_FROM, MOVE_SET_TO
from ..program.ops import Emit, FieldKind, Op
from ..program.program import Program
from ..program.state_layout import Field
from ..program.walk import all_calls, all_of, all_runs, reached_from
from .board_grid import Grid, grid_of
from .plane_items import BELOW, FLAT, Form, Item, Kind
from .tensor_known import (
    BITS,
    DICE,
    PLAYERS,
    SITE_WORDS,
    SITES,
    TYPES,
    base_of,
    lying,
    secrets_of,
    title_of,
    told,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["BoardPlanes"]

ONE_HOT_VALUES = 8
"""Local states, rotations, values and numbers with at most so many possible values are one-hot."""
LEVELS = 5
"""Levels of stacks, from the top, whose states, rotations and values are told."""
PLACES = "on_track"
"""The field with the places of pieces on tracks that cross themselves (`lower/board/pieces_on_tracks.py`)."""
_TOLD_BY_DICE = ("dice_sum", "dice_equal")
_LAST = ("last_from", "last_to")
_IN_ORDER = 8
"""Items of lists that are told in order, as numbers."""
_SCALES = {"n_moves": 32, "turn": 32, "count": 4, "height": 4}
_SCALE = 8


class BoardPlanes:
    """Planes and numbers of one game.

    planes, numbers: what each holds. shape: of the planes of one position: (planes, rows, columns); as a graph (sites,
    features). sites: the type and number of the site at each cell, row by row (None where there is none), or of each
    node. levels: how high stacks stand in a grid of one row, 0 where they have no height. items: of the planes, as
    indices into an array of `shape`; number_items: of the numbers.
    """

    def __init__(
        self, program: Program, equipment: Equipment, flags: GameFlags, players: int, elsewhere: Callable[[], bool], *,
        graph: bool, history: int,
    ) -> None:  # fmt: skip
        """elsewhere: whether moves may begin elsewhere than they end, which may take long to find out. graph: nodes
        instead of planes. history: so many positions are shown, the latest first."""
        self._program, self._equipment, self._flags, self._players = program, equipment, flags, players
        self._elsewhere = elsewhere
        self.graph, self.history = graph, history
        self._ranges = Ranges(program, program.functions, (2, 3, 4, 6, 8, 12, 16, 24, 32, 64), fields=True)
        self._secret = secrets_of(program, flags.hidden)
        number = {text: k for k, text in enumerate(program.strings)}
        names = {f"var_{number[name]}" for name in flags.site_variables if name in number}
        used = [t for t in SITE_TYPES if t is equipment.default_site or self._flags.of_rules & _FEATURES[t]]
        self._types = [t for t in used if f"what_{LETTER[t]}" in program.fields]
        alone = len(self._types) == 1  # else nothing tells the types of sites apart
        self._sites = {*SITES, *(names if alone else ())}  # fields that hold one site
        # lists that tell no more than which sites they have; from stacks as many pieces are removed as a site is listed
        self._sets = {"pending"} if alone and flags.pending_sites else set()
        self._sets |= {"to_remove"} if alone and not flags.stacking else set()
        self._grid: Grid = grid_of(equipment, self._types, flat=graph)
        self.levels = _levels(program, flags) if self._grid.rows == 1 and not graph else 0
        if self.levels:
            self._grid = self._grid.tall(self.levels)
        self.planes: tuple[str, ...] = ()
        self.numbers: tuple[str, ...] = ()
        self._drafts: list[tuple[Item, int]] = []
        self.number_items: list[Item] = []
        self._build()
        cells = len(self._grid.sites)
        n = len(self.planes)
        self.shape = (cells, n * history) if graph else (n * history, self._grid.rows, self._grid.columns)
        self.step = n if graph else n * cells
        """How far the planes of an earlier position stand behind those of a later one."""
        self._cell_step, self._plane_step = (n * history, 1) if graph else (1, cells)
        self.items = [self._laid_out(item, plane) for item, plane in self._drafts]

    @property
    def sites(self) -> Sequence[tuple[SiteType, int] | None]:
        """The site of each cell or node."""
        return self._grid.sites

    @property
    def on_board(self) -> Sequence[SiteType]:
        """The types of sites of the board that are shown."""
        return self._types

    @property
    def hands(self) -> Sequence[int]:
        """The numbers of the sites of hands."""
        return self._grid.hands

    @property
    def default_site(self) -> SiteType:
        """The type of sites that the game is played on."""
        return self._equipment.default_site

    @cached_property
    def edges(self) -> dict[str, npt.NDArray[np.int32]]:
        """For each relation the pairs of nodes that have it, both ways: int32 of shape (2, pairs), as PyTorch Geometric
        and jraph take them. Sites of hands have none."""
        import numpy as np

        at = {site: k for k, site in enumerate(self.sites)}
        board = self._equipment.board
        found: dict[str, npt.NDArray[np.int32]] = {}
        for relation in (RelationType.Orthogonal, RelationType.Diagonal, RelationType.Adjacent):
            pairs = [
                (at[t, i], at[t, j])
                for t in self._types
                for i, around in enumerate(board.neighbours(t, relation))
                for j in around
            ]
            if pairs:
                found[relation.value] = np.array(pairs, dtype=np.int32).T.copy()
        for one in self._types:
            for other in self._types:
                if one is not other:
                    touch = enumerate(board.incident(one, other))
                    pairs = [(at[one, i], at[other, j]) for i, around in touch for j in around]
                    found[f"{one.name} to {other.name}"] = np.array(pairs, dtype=np.int32).reshape(-1, 2).T.copy()
        return found

    # ------------------------------------------------------------------ other players in their places

    def exchanged(
        self, players: Sequence[int], pieces: Sequence[int], states: Sequence[int]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]] | None:
        """Which plane, and which number, tells of the images of players, pieces and local states what each tells of
        themselves: int32 of shapes (planes,) and (numbers,) for one position. None where nothing tells it. players,
        pieces, states: the image of each, by number."""
        if PLACES in self._program.fields and list(pieces) != list(range(len(pieces))):
            return None  # the tracks of the images are not known
        images = {"player": players, "piece": pieces, "state": states}
        planes = [(key, plane + k) for item, plane in self._drafts for k, key in self._told(item, plane=True)]
        numbers = [(key, item.places[0] + k) for item in self.number_items for k, key in self._told(item, plane=False)]
        first = _places(planes, len(self.planes), images)
        second = _places(numbers, len(self.numbers), images)
        return None if first is None or second is None else (first, second)

    def _told(self, item: Item, *, plane: bool) -> Iterable[tuple[int, _Told]]:
        """Of what an item tells: places behind its first one, and what is told there."""
        field, n = self._program.fields[item.field], self._players
        seats = item.field == "order" and n > 2  # of two players one alone is told, which holds both ways round
        what = item.field.startswith("what_") and item.where is None
        who = item.field in PLAYERS or item.where is not None or seats  # where: a piece of a player that is not seen
        subject = "piece" if what else "player" if who else "state" if item.field.startswith("state_") else ""
        each = field.kind is FieldKind.ARRAY and field.size == n + 2 and (item.field not in (DICE, "order") or seats)
        form: tuple[object, ...] = (item.kind, item.field, item.level, item.form, item.where)
        if item.field == PLACES:
            form += (item.first, item.places)
        table = item.table if item.kind in (Kind.ONE_HOT, Kind.SUM) and item.field not in self._sites else ()
        for k in range(1 if plane else item.n):
            element = ("", -1)
            if not plane:
                bits = item.field in BITS
                element = ("player" if each or bits else "", k + 1 if bits else item.first + k)
            if not table or item.other >= 0:
                yield k, _Told(form, element, ("", -1))
            for v, more in enumerate(table):
                if more >= 0:
                    yield k + more, _Told(form, element, (subject, item.low + v))

    # ------------------------------------------------------------------ planes and numbers

    def _laid_out(self, item: Item, plane: int) -> Item:
        """The item of a plane with its places as indices into the array; its places were cells, its table planes."""
        places = tuple(-1 if cell < 0 else cell * self._cell_step + plane * self._plane_step for cell in item.places)
        if item.kind is Kind.ONE_HOT and item.field in self._sites:  # its table are cells
            places = (plane * self._plane_step,)
            table = tuple(-1 if cell < 0 else cell * self._cell_step for cell in item.table)
        else:
            table = tuple(-1 if k < 0 else k * self._plane_step for k in item.table)
        parts = {name: getattr(item, name) for name in item.__dataclass_fields__}
        return Item(**{**parts, "places": places, "table": table})

    def _plane(self, kind: Kind, field: str, n: int, cells: Iterable[int], titles: Sequence[str], **rest: Any) -> None:
        item = Item(kind, field, rest.pop("first", 0), n, tuple(cells), **rest)
        self._drafts.append((item, len(self.planes)))
        self.planes += tuple(titles)

    def _number(self, kind: Kind, field: str, titles: Sequence[str], **rest: Any) -> None:
        """Numbers: one for each element, or for each entry of a table of one element."""
        at = len(self.numbers)
        n = 1 if kind in (Kind.ONE_HOT, Kind.LENGTH) else len(titles)
        self.number_items.append(Item(kind, field, rest.pop("first", 0), n, tuple(range(at, at + n)), **rest))
        self.numbers += tuple(titles)

    def _values(self, field: str) -> tuple[int, int]:
        """The least and the greatest value that the rules can give a field."""
        low, high = self._ranges.field(field)
        return low, high

    def _build(self) -> None:
        program, players = self._program, self._players
        for t in self._types:
            self._add_sites(LETTER[t])
        if "c" not in [LETTER[t] for t in self._types] and self._grid.hands:
            self._add_sites("c")
        letters = {LETTER[t] for t in self._types} | ({"c"} if self._grid.hands else set())
        if "set_hidden_what" in program.appliers:
            for letter in sorted(letters):
                self._add_face_down(letter)
        fields = told(program, players, self._flags.stochastic)
        secret = {name for name in fields if base_of(name) in self._secret}
        for name in dict.fromkeys((*_LAST, *(name for name in fields if name in self._sites - secret))):
            if name in program.fields and self._values(name)[1] > 0 and not self._begins_at_end(name):
                table = self._grid.places(LETTER[self._equipment.default_site])
                self._plane(Kind.ONE_HOT, name, 1, (0,), [title_of(name)], table=table)
        if players > 1:
            self._one_hot_player("mover", "Player {} is to move")
        for name in fields:
            f = program.fields[name]
            mover_alone = name == "past_mover" and "past_pass" not in fields  # whose turn it was, and not what was done
            if f.site is None and name not in secret | self._sites and not mover_alone:
                self._add_field(f, fields)

    def _begins_at_end(self, name: str) -> bool:
        """Whether all moves begin where they end, so that one plane tells both."""
        if name != "last_from":
            return False
        if not self._flags.uses(Feature.FROM_POSITIONS) or _begin_where_they_end(self._program):
            return True
        return not self._elsewhere()

    def _one_hot_player(self, name: str, title: str) -> None:
        titles = [title.format(p) for p in range(1, self._players + 1)]
        self._number(Kind.ONE_HOT, name, titles, table=tuple(range(self._players)), low=1)

    def _add_field(self, f: Field, fields: Sequence[str]) -> None:
        """The numbers, or planes, of a field that is not about sites."""
        title, many = title_of(f.name), self._players > 2
        if f.name == "next" and not many:  # between moves the other player, who of two cannot be out yet
            return
        if f.name == "prev" and not many and "set_next_player" not in self._program.appliers:
            return
        if f.name in _TOLD_BY_DICE and DICE in fields:
            return
        if f.name == DICE:
            self._add_dice()
        elif f.name == PLACES:
            self._add_places(f)
        elif f.name in PLAYERS:
            self._one_hot_player(f.name, f"{f.name} is Player {{}}")
        elif f.name in BITS:
            titles = [f"{f.name}: Player {p}" for p in range(1, self._players + 1)]
            self._number(Kind.BITS, f.name, titles, first=1 - BITS[f.name])
        elif f.kind is FieldKind.SET:
            cells = self._grid.places(LETTER[self._equipment.default_site])
            self._plane(Kind.MEMBERS, f.name, len(cells), cells, [f"{title}?"])
        elif f.kind is FieldKind.LIST:
            self._number(Kind.LENGTH, f.name, [f"{title}: how many"], form=Form.SQUASHED, scale=_SCALE)
            if f.name == "pending" and self._flags.pending_alone:
                return
            cells = self._grid.places(LETTER[self._equipment.default_site])
            self._plane(Kind.LISTED, f.name, len(cells), cells, [f"{title}: sites"], form=Form.SQUASHED, scale=_SCALE)
            titles = [f"{title}: item {k + 1}" for k in range(0 if f.name in self._sets else _IN_ORDER)]
            if titles:
                self._number(Kind.IN_ORDER, f.name, titles, form=Form.SQUASHED, scale=_SCALE)
        else:
            self._add_numbers(f, title)

    def _add_places(self, f: Field) -> None:
        """How many pieces have come to a site for the second time on their track, and so on, for tracks that cross
        themselves. How many stand there for the first time follows, and where a track comes once nothing is to tell."""
        tracks, components = self._equipment.tracks, self._equipment.components
        dice = {piece for hand in self._equipment.dice for piece in hand.members}
        cells = self._grid.places(LETTER[self._equipment.default_site])
        longest = f.size // (len(tracks) * len(components))
        for track in tracks:
            where = {s: at for s, at in track.positions.items() if 0 <= s < len(cells)}
            for visit in range(1, max(map(len, where.values()), default=0)):
                there = {at[visit]: cells[s] for s, at in where.items() if len(at) > visit}
                there = {place: cell for place, cell in there.items() if cell >= 0}
                for c in (c for c in components[1:] if c.index not in dice):
                    first = (track.index * len(components) + c.index) * longest
                    title = f"{c.name} come to the site for time {visit + 1} on the track {track.name}"
                    self._plane(
                        Kind.VALUES, f.name, longest, (there.get(k, -1) for k in range(longest)), [title], first=first,
                        form=Form.SQUASHED, scale=_SCALES["count"],
                    )  # fmt: skip

    def _add_numbers(self, f: Field, title: str) -> None:
        low, high = self._values(f.name)
        if low == high:
            return
        first, n = (1, self._players) if f.size == self._players + 2 else (0, f.size)
        if f.name == "order" and n == 2:
            n = 1  # the other one has the other seat
        titles = [title if f.kind is FieldKind.INT else f"{title} {k + 1}" for k in range(n)]
        if high - low >= ONE_HOT_VALUES:
            scale = _SCALES.get(f.name, _SCALE)
            self._number(Kind.VALUES, f.name, titles, first=first, form=Form.SQUASHED, scale=scale)
            return
        values = [v for v in range(low, high + 1) if not (f.name == "order" and v <= 0)]
        if len(values) == 2:
            values = values[1:]
        for k, one in enumerate(titles):
            names = [f"{one} is {v}" for v in values]
            self._number(Kind.ONE_HOT, f.name, names, first=first + k, table=tuple(range(len(values))), low=values[0])

    def _add_dice(self) -> None:
        k = 0
        for hand in self._equipment.dice:
            for what in hand.members:
                pips = sorted(set(self._equipment.components[what].faces))
                k += 1
                if len(pips) < 2:
                    continue
                titles = [f"Die {k} shows {v}" for v in pips]
                table = tuple(pips.index(v) if v in pips else -1 for v in range(pips[0], pips[-1] + 1))
                self._number(Kind.ONE_HOT, DICE, titles, first=k - 1, table=table, low=pips[0])

    # ------------------------------------------------------------------ what stands on sites

    def _add_sites(self, letter: str) -> None:
        """The planes of what sites of one type hold."""
        fields, flags = self._program.fields, self._flags
        cells = self._grid.places(letter)
        what = fields[f"what_{letter}"]
        cells = (*cells, *[-1] * what.size)[: what.size]
        heights, place = what.heights, f" of {TYPES[letter]}" if len(self._types) > 1 else ""
        dice = {piece for hand in self._equipment.dice for piece in hand.members}
        low, high = self._values(what.name)
        components = self._equipment.components
        pieces = [c for c in components[1:] if c.index not in dice and low <= c.index <= high]
        if flags.deduction_puzzle or len(components) == 1:
            self._site_values(what.name, cells, f"Number{place}", None)
        elif pieces:
            table = [-1] * (pieces[-1].index - pieces[0].index + 1)
            for k, c in enumerate(pieces):
                table[c.index - pieces[0].index] = k
            if self.levels:
                for level in range(self.levels):
                    above = tuple(cell - level * self._grid.columns for cell in cells)
                    item = Item(
                        Kind.ONE_HOT, what.name, 0, what.size, above, table=tuple(table), low=pieces[0].index,
                        heights=heights, level=level,
                    )  # fmt: skip
                    self._drafts.append((item, len(self.planes)))
                self.planes += tuple(c.name for c in pieces)
                return
            on_top = "" if heights is None else " on top"
            names = [f"{c.name}{on_top}{place}" for c in pieces]
            self._plane(
                Kind.ONE_HOT, what.name, what.size, cells, names, table=tuple(table), low=pieces[0].index,
                heights=heights, level=FLAT if heights is None else -1,
            )  # fmt: skip
            if heights is not None:
                for c in pieces:
                    one = {"table": (0,), "low": c.index, "heights": heights}
                    title = f"{c.name} below the top: 1/2 for the next level, 1/4 for the one below that, …{place}"
                    self._plane(Kind.SUM, what.name, what.size, cells, [title], level=BELOW, **one)
                    title = f"How many {c.name}{place}"
                    self._plane(
                        Kind.SUM, what.name, what.size, cells, [title], level=0, form=Form.SQUASHED,
                        scale=_SCALES["count"], **one,
                    )  # fmt: skip
        for kind in ("count", "state", "rotation", "value"):
            name = f"{kind}_{letter}"
            if name not in fields or (kind == "state" and not _gives_states(flags)):
                continue
            for level in range(LEVELS if fields[name].heights else 1):
                below = "" if not fields[name].heights else f", {level} below the top"
                self._site_values(name, cells, f"{SITE_WORDS[kind]}{place}{below}", -1 - level)

    def _site_values(self, name: str, cells: tuple[int, ...], title: str, level: int | None) -> None:
        """Planes of a number on each site."""
        f = self._program.fields[name]
        low, high = max(self._values(name)[0], 0), self._values(name)[1]
        if high <= low:
            return
        stacked = {"heights": f.heights, "level": level} if f.heights is not None else {}
        cells = cells[: f.size]
        if high < ONE_HOT_VALUES:
            values = range(1, high + 1)
            titles = [f"{title} is {v}" for v in values]
            self._plane(Kind.ONE_HOT, name, f.size, cells, titles, table=tuple(range(high)), low=1, **stacked)
            return
        scale = _SCALES.get(name.partition("_")[0], _SCALE)
        self._plane(Kind.VALUES, name, f.size, cells, [title], form=Form.SQUASHED, scale=scale, **stacked)

    def _add_face_down(self, letter: str) -> None:
        """Where pieces lie that a player cannot tell."""
        f = self._program.fields[f"what_{letter}"]
        owners = {c.owner for c in self._equipment.components[1:]}
        told = owners <= set(range(1, self._players + 1)) and "set_hidden_who" not in self._program.appliers
        for player in range(self._players + 1):
            if not player and told:
                continue
            whose = f"Player {player}" if player else "nobody, or of whom is not seen"
            cells = (*self._grid.places(letter), *[-1] * f.size)[: f.size]
            self._plane(
                Kind.SUM, f"who_{letter}", f.size, cells, [f"A piece that I cannot see, of {whose}"], heights=f.heights,
                level=0, where=f.name, form=Form.SCALED, **lying(player, self._players),
            )  # fmt: skip


def _begin_where_they_end(program: Program) -> bool:
    """Whether this is so of all moves that the generators push; consequents push effects, whose sites nothing keeps."""
    called = {fn.index for other in program.functions for fn in all_calls(other)}
    attached = {fn.index for other in program.functions for s in all_of(other, Emit) for fn in s.then}
    generators = [program.functions[i] for i in reached_from(program, (program.entries["moves"],), attached - called)]
    runs = [x for fn in generators for x in all_runs(fn) if x.op is Op.RUN]
    ends = [(s.from_site, s.to_site) for fn in generators for s in all_of(fn, Emit)]
    ends += [(x.src[1], x.src[2]) for x in runs if x.run.intrinsic is MOVE_CLOSE]
    changed = any(x.run.intrinsic in (MOVE_SET_FROM, MOVE_SET_TO) for x in runs)
    simple = (Op.VAR, Op.CONST)
    return not changed and all(a is b or (a.op in simple and (a.op, a.arg) == (b.op, b.arg)) for a, b in ends)


class _Told(NamedTuple):
    """What a plane or number tells. element: the element of a field that is told of, -1 for sites; value: what it has
    to be, -1 for any. Both with what they are: "piece", "player", "state", or "" for what is the same for all."""

    form: tuple[object, ...]
    element: tuple[str, int]
    value: tuple[str, int]

    def of(self, images: Mapping[str, Sequence[int]]) -> _Told:
        """The same of other players and pieces."""
        return self._replace(element=_image(images, *self.element), value=_image(images, *self.value))


def _image(images: Mapping[str, Sequence[int]], kind: str, number: int) -> tuple[str, int]:
    there = kind and 0 <= number < len(images[kind])
    return kind, images[kind][number] if there else number


def _places(
    told: Sequence[tuple[_Told, int]], n: int, images: Mapping[str, Sequence[int]]
) -> npt.NDArray[np.int32] | None:
    """Of each of n places the one that tells the same of the images; None where there is none."""
    import numpy as np

    at = dict(told)
    found = np.full(n, -1, dtype=np.int32)
    for key, place in told:
        found[place] = at.get(key.of(images), -1)
    return found if sorted(found.tolist()) == list(range(n)) else None


def _levels(program: Program, flags: GameFlags) -> int:
    """How high stacks can get, where the only moves add a piece to stacks below that height; else 0."""
    rules = flags.game.rules
    play = rules.play.moves if rules is not None and rules.play is not None and rules.start is None else None
    if not isinstance(play, L.MoveSite) or not program.appliers.keys() <= {"add", "pass"} or not flags.stacking:
        return 0
    region = play.to.region if play.to is not None else None
    below = region.if_ if isinstance(region, L.RegionForEachSite) else None
    if not isinstance(below, L.Lt) or not isinstance(below.value_a, L.SizeSite):
        return 0
    counted = isinstance(below.value_a.at, L.IteratorSite)
    return below.value_b if counted and isinstance(below.value_b, int) else 0


def _gives_states(flags: GameFlags) -> bool:
    """Whether pieces have states: rules that throw dice ask for states, too, but of dice alone."""
    asks = (
        isinstance(node, L.Flip | L.State)
        or getattr(node, "state", None) is not None
        or getattr(node, "kind", None) is L.SetSiteType.State
        for node in L.walk(flags.game)
    )
    return flags.uses(Feature.LARGE_PIECES) or any(asks)


_FEATURES = {SiteType.Cell: Feature.CELL, SiteType.Vertex: Feature.VERTEX, SiteType.Edge: Feature.EDGE}
