"""The positions of each component, in the order in which Ludii lists them: generators over pieces go by it.

A position is one number (a code). Where a game has one type of site and no stacks it is the site; else its bits hold
level, site and type (`program.position_codes`). New positions go to the end. In the simple case the last position fills
the hole of a removed one; otherwise the order is kept, and positions above a removed level move down by one. Most
removals are from the top of a stack: `listed` has a bit for each level of a site that is listed, so that nobody looks
for positions that are not there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING

from ludparse.ludemes import SiteType

from ...equipment.features import NUMBER
from ...program import expressions as ir
from ...program.expressions import IntLike
from ...program.ops import Expr, FieldKind, Type, Upkeep
from ...program.position_codes import TYPE_BITS, site_bits
from ...program.program import Function

if TYPE_CHECKING:
    from .lowering import Lowering

_BITS = 31
"""Levels of a site that have a bit in `listed`."""


class Owned:
    """Lists of positions by component. simple: one type of site and no stacks. sites: how many sites the type with the
    most has."""

    def __init__(self, lo: Lowering, simple: bool, sites: int, flat_type: SiteType, typed: bool) -> None:
        self.lo = lo
        self.simple = simple
        self.bits = site_bits(sites)
        self.flat_type = flat_type
        self.typed = typed
        components = len(lo.eq.components)
        # few components: room for a full board at once; many: small states, and the lists grow where one needs it
        lo.program.caps["owned"] = max(8, min(sites, 256 if components <= 6 else 32))
        self._levels = lo.flags.stacking and not simple
        if self._levels:
            lo.field("listed", FieldKind.ARRAY, size=max(sites, 1), upkeep=Upkeep.POSITIONS)
            lo.field("listed_twice", FieldKind.INT, upkeep=Upkeep.POSITIONS)
        largest = sites if simple else 1 << 31 if lo.flags.stacking else 1 << (self.bits + TYPE_BITS)
        bits = 32 if largest > 1 << 15 else 16 if largest > 1 << 7 else 8
        lo.field("owned_n", FieldKind.ARRAY, size=max(components, 1), bits=16, upkeep=Upkeep.POSITIONS)
        lo.field(
            "owned",
            FieldKind.ARRAY,
            size=max(components, 1),
            bits=bits,
            cap="owned",
            upkeep=Upkeep.POSITIONS,
        )

    # ------------------------------------------------------------------ positions as numbers

    def code(self, t: SiteType, site: IntLike, level: IntLike = 0) -> Expr:
        """A position as one number."""
        if self.simple:
            return ir.as_int(site)
        return (ir.as_int(level) * (1 << self.bits) + site) * (1 << TYPE_BITS) + NUMBER[t]

    def decode(self, code: Expr) -> tuple[Expr, Expr, Expr]:
        """(site, level, type number) of a position."""
        if self.simple:
            return code, ir.const(0), ir.const(NUMBER[self.flat_type])
        rest = ir.shr(code, TYPE_BITS)
        site = rest & ((1 << self.bits) - 1)
        return site, ir.shr(rest, self.bits), code & ((1 << TYPE_BITS) - 1)

    @property
    def _floor(self) -> int:
        """The distance between the codes of two levels of one site."""
        return 1 << (self.bits + TYPE_BITS)

    def _ground(self, code: Expr) -> Expr:
        """The code of a position's site and type."""
        return code & self._floor - 1

    # ------------------------------------------------------------------ reads

    def count(self, component: IntLike) -> Expr:
        """How many positions a component has."""
        return self.lo.get("owned_n", component)

    def each(self, component: IntLike, *, down: bool = False, apart: bool = False) -> AbstractContextManager[Expr]:
        """The positions of a component, one after another."""
        lo = self.lo
        first = lo.get("owned", ir.as_int(component) * lo.cap("owned"))
        return lo.for_pieces(self.count(component), first, down, apart)

    # ------------------------------------------------------------------ changes

    def add(self, component: IntLike, code: IntLike) -> None:
        """Adds a position at the end of a component's list."""
        self._call("add", self._write_add, ir.as_int(component), ir.as_int(code))

    def remove(self, component: IntLike, code: IntLike) -> None:
        """Removes a position and leaves the others unchanged."""
        write = self._write_remove_swap if self.simple else partial(self._write_remove, "owned_remove", False)
        self._call("remove", write, ir.as_int(component), ir.as_int(code))

    def remove_place(self, t: SiteType, component: IntLike, site: IntLike) -> None:
        """Removes all positions of a component on a site, whatever their level."""
        if self.simple or not self.lo.flags.stacking:
            self.remove(component, self.code(t, site))
            return
        write = partial(self._write_remove, "owned_remove_place", True)
        self._call("place", write, ir.as_int(component), self.code(t, site))

    def remove_level(self, t: SiteType, component: IntLike, site: IntLike, level: IntLike) -> None:
        """Removes the position at a level. Everything above it on the site moves down by one."""
        self._call("level", self._write_remove_level, ir.as_int(component), self.code(t, site, level))

    def _call(self, name: str, write: Callable[[], Function], component: Expr, code: Expr) -> None:
        """Calls a function of the lists, which is written once."""
        self.lo.do(self.lo.call(self.lo.once((Owned, name), write), component, code))

    def _keeper(self, stem: str) -> AbstractContextManager[tuple[Function, list[Expr]]]:
        """Opens a function of a component and a code that only changes the lists."""
        params = [("component", Type.INT), ("code", Type.INT)]
        return self.lo.function(stem, params, upkeep=Upkeep.POSITIONS)

    def _write_add(self) -> Function:
        lo = self.lo
        with self._keeper("owned_add") as (fn, (comp, pos)):
            fn.enters = True
            n = lo.let(self.count(comp))
            with lo.if_(n >= lo.cap("owned")):
                lo.full("owned")
            lo.put("owned", pos, comp * lo.cap("owned") + n)
            lo.put("owned_n", n + 1, comp)
            if self._levels:
                self._list_level(pos)
        return fn

    def _write_remove_swap(self) -> Function:
        lo = self.lo
        with self._keeper("owned_remove") as (fn, (comp, pos)):
            n = lo.let(self.count(comp))
            base = lo.let(comp * lo.cap("owned"))
            place = lo.let(lo.find("owned", base, base + n, pos), "place")
            with lo.if_(place < base + n):
                lo.put("owned", lo.get("owned", base + n - 1), place)
                lo.put("owned_n", n - 1, comp)
        return fn

    def _write_remove(self, stem: str, whole: bool) -> Function:
        """Removes a position, or the positions of a site (`whole`) on whatever level, and keeps the order."""
        lo = self.lo

        def fits(code: Expr, pos: Expr) -> Expr:
            return ir.eq(self._ground(code) if whole else code, pos)

        with self._keeper(stem) as (fn, (comp, pos)):
            n = lo.let(self.count(comp))
            base = lo.let(comp * lo.cap("owned"))
            # nothing changes before the first one
            kept = lo.var(0 if whole else lo.find("owned", base, base + n, pos) - base, "kept")
            with lo.if_(kept >= n):
                lo.return_()
            with lo.for_range(kept, n) as i:
                code = lo.let(lo.get("owned", base + i))
                with lo.if_(fits(code, pos)):
                    if self._levels:
                        self._unlist_level(code)
                with lo.else_():
                    with lo.if_(kept < i):
                        lo.put("owned", code, base + kept)
                    lo.assign(kept, kept + 1)
            lo.put("owned_n", kept, comp)
        return fn

    # ------------------------------------------------------------------ which levels are listed

    def _level_of(self, code: Expr) -> tuple[Expr, Expr]:
        """(site, level) of a position."""
        lo = self.lo
        site, level, _ = self.decode(code)
        return lo.let(site), lo.let(level)

    def _list_level(self, code: Expr) -> None:
        """Notes that a position is listed. Where the bits cannot tell everything, `listed_twice` says so from then on:
        then some stay set though their level is listed no more."""
        lo = self.lo
        site, level = self._level_of(code)
        levels = lo.let(lo.get("listed", site))
        known = (code >= 0) & (level < _BITS)
        with lo.if_(known & ir.eq(ir.shr(levels, level) & 1, 0)):
            lo.put("listed", levels + ir.shl(1, level), site)
        with lo.else_():
            lo.put("listed_twice", 1)

    def _unlist_level(self, code: Expr) -> None:
        lo = self.lo
        with lo.if_(ir.eq(lo.get("listed_twice"), 0)):
            site, level = self._level_of(code)
            lo.put("listed", lo.get("listed", site) - ir.shl(1, level), site)

    def _move_levels(self, pos: Expr) -> None:
        """Returns from the function if no position above a removed one is listed; else notes that they move down."""
        lo = self.lo
        site, level = self._level_of(pos)
        with lo.if_(ir.eq(lo.get("listed_twice"), 0)):
            levels = lo.let(lo.get("listed", site))
            above = lo.let(ir.select(level < _BITS, ir.shr(ir.shr(levels, level), 1), 0))
            with lo.if_(ir.eq(above, 0)):
                lo.return_()
            # with several types of sites, some stay where they are
            stays = ir.TRUE if self.typed else ir.ne(levels & ir.shl(1, level), 0)
            with lo.if_(stays):
                lo.put("listed_twice", 1)
            with lo.else_():
                below = levels & ir.shl(1, level) - 1
                lo.put("listed", below | ir.shl(above, level), site)

    def _write_remove_level(self) -> Function:
        """Corrects levels as Ludii does: also those of components that come later in their owner's list than the
        shortened list is long, whatever the type of their sites.
        """
        lo = self.lo
        drop = self._write_remove("owned_remove_exact", False)
        seen: dict[int, int] = {}
        rank = []
        for c in lo.eq.components:
            rank.append(seen.get(c.owner, 0))
            seen[c.owner] = rank[-1] + (c.index > 0)
        ranks = lo.table(rank, stem="rank_in_owner")
        with self._keeper("owned_remove_level") as (fn, (comp, pos)):
            lo.do(lo.call(drop, comp, pos))
            place, n = lo.let(self._ground(pos)), lo.let(self.count(comp))
            if self._levels:
                self._move_levels(pos)
            with lo.for_range(1, len(lo.eq.components)) as other:
                base = lo.let(other * lo.cap("owned"))
                with lo.for_range(0, self.count(other)) as i:
                    code = lo.let(lo.get("owned", base + i))
                    if self.typed:
                        ground, level = self._ground(code), self.bits + TYPE_BITS
                        same_site = ir.eq(ir.shr(ground, TYPE_BITS), ir.shr(place, TYPE_BITS))
                        here = ir.eq(ground, place) | (lo.at(ranks, other) >= n) & same_site
                        moves = here & (ir.shr(code, level) > ir.shr(pos, level))
                    else:
                        moves = (code > pos) & ir.eq(self._ground(code), place)
                    with lo.if_(moves):
                        lo.put("owned", code - self._floor, base + i)
        return fn
