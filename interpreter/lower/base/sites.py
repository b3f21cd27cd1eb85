"""The contents of sites: fields of the state, reads and writes, sets of empty sites, lists of positions.

Flat games hold one piece (with a count) per site; stacking games hold levels from the bottom. The numbers of hands,
dice and decks follow those of the cells of the board. Vertices and edges have fields of their own if the game uses
them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from ludparse import ludemes as L
from ludparse.ludemes import SiteType
from ludparse.ludemes.base import walk

from ...equipment.features import LETTER, SITE_TYPES
from ...equipment.flags import Feature, SiteState
from ...program import expressions as ir
from ...program.builder import Each
from ...program.declarations import UndeclaredFieldError
from ...program.expressions import IntLike
from ...program.ops import Expr, FieldKind, Op, SiteData, Type
from ...program.program import Function
from .owned import Owned
from .stacks import Stacks
from .variables import Variables

if TYPE_CHECKING:
    from .lowering import Lowering

FEATURE = {SiteType.Cell: Feature.CELL, SiteType.Vertex: Feature.VERTEX, SiteType.Edge: Feature.EDGE}
PROPERTIES = ("what", "who", "count", "state", "rotation", "value")
MOST_IN_A_BYTE = 128
"""Components, the empty one included, whose numbers fit in 8 bits."""
LEVELLED = ("what", "who", "state", "rotation", "value")


class Sites:
    """Access to the contents of sites of each type. All reads are safe for any index (0 where there is no site)."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        eq, flags = lo.eq, lo.flags
        self.stacking = flags.stacking
        last = eq.containers[-1]
        self.total = last.first_site + last.num_sites  # number of sites that share the numbering of cells and hands
        self.on_board = {t: eq.board.size(t) for t in SITE_TYPES}
        # hands follow the cells (or default sites) of the board; all their sites are cells
        self.size = {
            SiteType.Cell: max(self.total, 1),
            SiteType.Vertex: eq.board.size(SiteType.Vertex),
            SiteType.Edge: eq.board.size(SiteType.Edge),
        }
        # the first number of a site that is not of the board but of a hand, dice or a deck: all of these are cells,
        # whatever type is named; the same in games with hands
        self.beyond = eq.containers[1].first_site if len(eq.containers) > 1 else None
        self.hands = self.beyond if eq.has_hand else None
        self.types = [t for t in SITE_TYPES if self.uses(t)]
        self.cells_elsewhere = False
        """Whether a rule moves pieces of cells in a game that keeps no cells: there are none."""
        simple = not self.stacking and len(self.types) == 1 and self.types[0] is not SiteType.Edge
        self.ordered = not simple
        lo.program.set_width = max(1, *(self.size[t] for t in self.types))  # room for more is made when all is lowered
        self.pieces = {f"what_{LETTER[t]}": len(eq.components) - 1 for t in self.types}  # what a site may hold
        self._optional = {
            "count": flags.counts,
            "state": flags.states or eq.has_hand,  # hands have states even if the board has none
            "rotation": flags.rotations,
            "value": flags.values,
        }
        if self.stacking:
            lo.program.caps["stack"] = 16
        # what a puzzle's sites hold are values, which may be greater than any component's number
        few = len(eq.components) <= MOST_IN_A_BYTE and not flags.deduction_puzzle
        for t in self.types:
            n, x = self.size[t], LETTER[t]
            cap, heights = ("stack", f"height_{x}") if self.stacking else (None, None)
            content, array = SiteData.CONTENT, FieldKind.ARRAY
            cells = eq.board.size(t), eq.containers[0].num_sites
            gap = cells if t is SiteType.Cell and cells[0] < cells[1] else (0, 0)
            for p in LEVELLED:
                if self._optional.get(p, True):
                    narrow = p == "who" or (p == "what" and few)
                    bits = 8 if narrow else 32 if p == "value" else 16
                    # the number of a player, or of a piece (`piece_is_owner`)
                    most = max([len(eq.components) - 1, *(c.owner for c in eq.components)]) if p == "who" else None
                    name = f"{p}_{x}"
                    lo.field(name, array, size=n, bits=bits, cap=cap, site=content, heights=heights, gap=gap, most=most)
            if self._optional["count"]:
                lo.field(f"count_{x}", array, size=n, bits=32, site=content)
            if self.stacking:
                lo.field(f"height_{x}", array, size=n, bits=16, site=content)
            lo.field(f"empty_{x}", FieldKind.SET, site=SiteData.EMPTY)
        listed = {*self.types, eq.default_site}
        stride = max(self.size[t] for t in listed)
        self.owned = Owned(lo, simple, stride, self.flat_type(), len(listed) > 1)
        self.owner = lo.table([c.owner for c in eq.components], stem="owner")

    @cached_property
    def stacks(self) -> Stacks:
        """Operations that change stacks (stacking games only)."""
        return Stacks(self.lo)

    @cached_property
    def variables(self) -> Variables:
        """What the sites of a deduction puzzle can be."""
        return Variables(self.lo)

    def uses(self, t: SiteType) -> bool:
        """Whether sites of a type can hold anything in this game (hands are cells).

        Where pieces are swapped in stacks, a cell may hold a level of nothing. In a game with cards cells alone hold
        something, whatever its board is played on.
        """
        if self.lo.flags.uses(Feature.CARDS):
            return t is SiteType.Cell
        if t is self.lo.eq.default_site or self.lo.flags.uses(FEATURE[t]):
            return True
        swaps = (isinstance(x, L.SwapSites | L.MoveSwapSites) for x in walk(self.lo.game))
        return t is SiteType.Cell and self.stacking and any(swaps)

    def keeps(self, prop: str) -> bool:
        """Whether the state holds a property of sites or levels: one of `PROPERTIES`."""
        return self._optional.get(prop, True)

    # ------------------------------------------------------------------ reads

    def index(self, t: SiteType, site: IntLike, level: IntLike | None) -> Expr:
        """The index of a level of a site in the fields of a stacking game; out of bounds if there is no such level."""
        lo = self.lo
        site = ir.as_int(site)
        if level is None:
            lv = lo.get(f"height_{LETTER[t]}", site) - 1
        else:
            lv = ir.as_int(level)
        bad = (lv < 0) | (lv >= lo.cap("stack")) | (site < 0)
        return ir.select(bad, -1, site * lo.cap("stack") + lv)

    def in_place(self, t: SiteType, site: IntLike, read: Callable[[SiteType, Expr], Expr]) -> Expr:
        """Applies `read` to a site of the type, or as a cell if the site is one of a hand."""
        site = ir.as_int(site)
        if t is SiteType.Cell or self.hands is None or self.on_board[t] > self.hands:
            return read(t, site)
        if site.is_const:
            return read(SiteType.Cell if site.const >= self.hands else t, site)
        if site.op not in (Op.VAR, Op.CTX):
            site = self.lo.let(site)
        return ir.select(site >= self.hands, read(SiteType.Cell, site), read(t, site))

    def _read(self, prop: str, t: SiteType, site: IntLike, level: IntLike | None) -> Expr:
        if not self.keeps(prop):
            # Ludii reads what it does not keep as 0; the end rules of a match have no pieces to look at
            if self.lo.in_match or self.lo.flags.unseen & Feature[prop.upper()]:
                return ir.const(0)
            raise UndeclaredFieldError(f"the {prop} of sites", prop.upper())
        return self.in_place(t, site, lambda t, site: self._read_typed(prop, t, site, level))

    def _read_typed(self, prop: str, t: SiteType, site: Expr, level: IntLike | None) -> Expr:
        if t not in self.types:
            return ir.const(0)
        lo = self.lo
        field = self.field(prop, t)
        if not self.stacking:
            return lo.get(field, site)  # whatever the level
        bottom = level is not None and ir.as_int(level).is_const and ir.as_int(level).const == 0
        if bottom and prop in ("what", "who"):
            return lo.get(field, ir.as_int(site) * lo.cap("stack"))
        # the index expression is long: one function per field keeps the program small
        key = f"{prop}_{'top' if level is None else 'level'}_{LETTER[t]}"

        def write() -> Function:
            params = [("site", Type.INT)] + ([("level", Type.INT)] if level is not None else [])
            with lo.function(f"get_{key}", params, Type.INT) as (fn, args):
                index = self.index(t, args[0], args[1] if level is not None else None)
                found = lo.get(field, index)
                if level is not None and prop not in ("what", "who"):  # slots above the top may hold old values
                    found = ir.select(args[1] < self.height(t, args[0]), found, 0)
                lo.return_(found)
            return fn

        fn = lo.once((Sites, key), write)
        return lo.call(fn, ir.as_int(site), *([] if level is None else [ir.as_int(level)]))

    def what(self, t: SiteType, site: IntLike, level: IntLike | None = None) -> Expr:
        """Component index at a site (top of a stack unless a level is given), 0 where there is none."""
        return self._read("what", t, site, level)

    def field(self, prop: str, t: SiteType) -> str:
        """The name of the field of a property of the sites of a type."""
        return f"{prop}_{LETTER[t]}"

    def what_on_board(self, t: SiteType, site: IntLike, level: IntLike) -> Expr:
        """As `what`, for sites of the board alone."""
        return self._read_typed("what", t, ir.as_int(site), level)

    def who(self, t: SiteType, site: IntLike, level: IntLike | None = None) -> Expr:
        """Owner of what stands there, 0 for nobody."""
        return self._read("who", t, site, level)

    def who_on_board(self, t: SiteType, site: IntLike) -> Expr:
        """Owner of what stands on a site of the board, 0 for sites of hands."""
        return self._read_typed("who", t, ir.as_int(site), None)

    def state(self, t: SiteType, site: IntLike, level: IntLike | None = None) -> Expr:
        """The state. Raises UndeclaredFieldError where the game keeps none; so do `rotation` and `value`."""
        return self._read("state", t, site, level)

    def rotation(self, t: SiteType, site: IntLike, level: IntLike | None = None) -> Expr:
        """The rotation, as a number of turns to the right."""
        return self._read("rotation", t, site, level)

    def value(self, t: SiteType, site: IntLike, level: IntLike | None = None) -> Expr:
        """The value of the piece itself."""
        return self._read("value", t, site, level)

    def count(self, t: SiteType, site: IntLike) -> Expr:
        """Number of pieces on a site. In stacking games 1 if an owned piece is on top; the number of levels is
        `height`.
        """
        lo = self.lo
        if self._optional["count"]:

            def read(t: SiteType, site: Expr) -> Expr:
                return lo.get(f"count_{LETTER[t]}", site) if t in self.types else ir.const(0)

            return self.in_place(t, site, read)
        top = self.who(t, site) if self.stacking else self.what(t, site)
        return ir.select(ir.ne(top, 0), 1, 0)

    def height(self, t: SiteType, site: IntLike) -> Expr:
        """Number of levels of a site (flat games: 0 or 1)."""
        lo = self.lo
        if self.stacking:

            def read(t: SiteType, site: Expr) -> Expr:
                return lo.get(f"height_{LETTER[t]}", site) if t in self.types else ir.const(0)

            return self.in_place(t, site, read)
        return ir.select(ir.ne(self.what(t, site), 0), 1, 0)

    def empty(self, t: SiteType) -> Expr:
        """The set of empty sites of the board (and of hands, for cells).

        Where the board keeps one type of sites, Ludii has one set, whatever type is asked for.
        """
        if t not in self.types:
            kept = self.lo.flags.site_state(self.lo.eq.containers[0])
            if kept not in (SiteState.FLAT, SiteState.VERTEX, SiteState.EDGE, SiteState.STACK):
                return self.all_sites(t)
            (t,) = self.types
            return self.lo.get(f"empty_{LETTER[t]}") & self.all_sites(t)
        return self.lo.get(f"empty_{LETTER[t]}")

    def empty_on_board(self, t: SiteType) -> Expr:
        """The set of empty sites of the board, without those of hands."""
        return self.empty(t) & self.all_sites(t) if t is SiteType.Cell and t in self.types else self.empty(t)

    def is_empty(self, t: SiteType, site: IntLike) -> Expr:
        """Whether a site is empty. With cards every vertex and edge is, but the set of empty ones is that of cells."""
        cards = self.lo.flags.uses(Feature.CARDS)

        def read(t: SiteType, site: Expr) -> Expr:
            return ir.TRUE if cards and t not in self.types else ir.set_has(self.empty(t), site)

        return self.in_place(t, site, read)

    def all_sites(self, t: SiteType) -> Expr:
        """The set of all board sites of a type."""
        return self.lo.set_const(range(self.on_board[t]))

    # ------------------------------------------------------------------ the list of positions of each component

    def code(self, t: SiteType, site: IntLike, level: IntLike = 0) -> Expr:
        """A position as one number (`owned.py`)."""
        return self.owned.code(t, site, level)

    def decode(self, code: Expr) -> tuple[Expr, Expr, Expr]:
        """(site, level, type number) of a position."""
        return self.owned.decode(code)

    def flat_type(self) -> SiteType:
        """The one site type of the board of a flat one-type game."""
        return self.lo.eq.default_site if self.lo.eq.default_site in self.types else self.types[0]

    def positions(self, component: IntLike, *, down: bool = False, apart: bool = False) -> Each:
        """The positions (codes) of a component, in Ludii's order."""
        return self.owned.each(component, down=down, apart=apart)

    # ------------------------------------------------------------------ writes (used by the actions)

    def set(
        self,
        t: SiteType,
        site: IntLike,
        *,
        level: IntLike | None = None,
        what: IntLike | None = None,
        who: IntLike | None = None,
        count: IntLike | None = None,
        state: IntLike | None = None,
        rotation: IntLike | None = None,
        value: IntLike | None = None,
    ) -> None:
        """Writes properties of a site or of one level of its stack. Does not update empty sets or lists of positions.

        A property that the game does not keep is ignored.
        """
        lo = self.lo
        if what is not None and lo.flags.piece_is_owner:
            who = what
        if rotation is not None:
            rotation = self.turned(site, rotation)
        given = {"what": what, "who": who, "count": count, "state": state, "rotation": rotation, "value": value}
        index = ir.as_int(site)
        if self.stacking:
            index = lo.let(self.index(t, site, level))
        for prop, new in given.items():
            if new is None or not self._optional.get(prop, True):
                continue
            lo.put(f"{prop}_{LETTER[t]}", new, site if prop == "count" else index)

    def turned(self, site: IntLike, rotation: IntLike) -> IntLike:
        """The rotation that a site gets when it shall get one: 0 if what it holds cannot be turned."""
        if not self.lo.flags.stacks_without_rotation:
            return rotation
        return 0 if self.hands is None else ir.select(ir.ge(site, self.hands), rotation, 0)

    def set_empty(self, t: SiteType, site: IntLike, empty: bool) -> None:
        """Adds a site to the set of empty sites or removes it."""
        lo = self.lo
        field = f"empty_{LETTER[t]}"
        now, one = lo.get(field), ir.set_one(site)
        lo.put(field, now | one if empty else now - one)
