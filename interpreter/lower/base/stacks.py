"""Stacks: pieces on one another on a site, level 0 at the bottom.

Levels live in fixed slots, as in Ludii, where a slot keeps the state, rotation and value of a piece that a piece below
it made it give up: a piece that is pushed without such values takes over what it finds. (Boards with large stacks, and
games with cards, forget them.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludparse.ludemes import SiteType

from ...equipment.features import LETTER
from ...equipment.flags import Feature
from ...program import expressions as ir
from ...program.expressions import IntLike
from ...program.ops import Expr, Type
from ...program.program import Function

if TYPE_CHECKING:
    from .lowering import Lowering

PIECE = ("what", "who")
EXTRAS = ("state", "rotation", "value")


class Stacks:
    """Pushes, pops, inserts and removes levels. Does not update empty sets or lists of positions."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        self.forgets = lo.flags.large_stack or lo.flags.uses(Feature.CARDS)
        self.props = [p for p in (*PIECE, *EXTRAS) if lo.sites.keeps(p)]
        self.extras = [p for p in self.props if p in EXTRAS]

    def _slot(self, site: IntLike, level: IntLike) -> Expr:
        return ir.as_int(site) * self.lo.cap("stack") + level

    def _get(self, prop: str, t: SiteType, slot: Expr) -> Expr:
        return self.lo.get(f"{prop}_{LETTER[t]}", slot)

    def _put(self, prop: str, t: SiteType, value: IntLike, slot: Expr) -> None:
        self.lo.put(f"{prop}_{LETTER[t]}", value, slot)

    def _resize(self, t: SiteType, site: IntLike, height: IntLike) -> None:
        self.lo.put(f"height_{LETTER[t]}", height, site)

    def _room(self, height: Expr) -> None:
        """Fails if there is no slot for one more level."""
        lo = self.lo
        with lo.if_(height >= lo.cap("stack")):
            lo.full("stack")

    def _function(
        self, name: str, t: SiteType, params: list[str], write: Callable[[dict[str, Expr]], None]
    ) -> Function:
        key = f"{name}_{LETTER[t]}"

        def written() -> Function:
            with self.lo.function(f"stack_{key}", [(p, Type.INT) for p in params]) as (fn, args):
                write(dict(zip(params, args, strict=True)))
            return fn

        return self.lo.once((Stacks, key), written)

    def _call(
        self, name: str, t: SiteType, write: Callable[[dict[str, Expr]], None], given: dict[str, IntLike]
    ) -> None:
        fn = self._function(name, t, list(given), write)
        self.lo.do(self.lo.call(fn, *(ir.as_int(v) for v in given.values())))

    def push(self, t: SiteType, site: IntLike, what: IntLike) -> None:
        """Pushes a piece. Its state, rotation and value are those left in the slot."""

        def write(p: dict[str, Expr]) -> None:
            lo, s = self.lo, self.lo.sites
            height = lo.let(s.height(t, p["site"]))
            self._room(height)
            slot = lo.let(self._slot(p["site"], height))
            self._put("what", t, p["what"], slot)
            self._put("who", t, lo.at(s.owner, p["what"]), slot)
            self._resize(t, p["site"], height + 1)

        self._call("push", t, write, {"site": site, "what": what})

    def insert(
        self, t: SiteType, site: IntLike, level: IntLike, what: IntLike, extras: dict[str, IntLike] | None = None
    ) -> None:
        """Inserts a piece at a level and moves up those from there on; -1 or none counts as 0. Above the top it does
        nothing.
        """

        def write(p: dict[str, Expr]) -> None:
            lo, s = self.lo, self.lo.sites
            height = lo.let(s.height(t, p["site"]))
            with lo.if_((p["level"] > height) | (p["level"] < 0)):
                lo.return_()
            self._room(height)
            with lo.for_range(height - 1, p["level"], down=True) as i:
                slot = lo.let(self._slot(p["site"], i))
                for prop in self.props:
                    self._put(prop, t, self._get(prop, t, slot), slot + 1)
            slot = lo.let(self._slot(p["site"], p["level"]))
            self._put("what", t, p["what"], slot)
            self._put("who", t, lo.at(s.owner, p["what"]), slot)
            for prop in self.extras:
                new: IntLike = ir.max_(p[prop], 0)
                self._put(prop, t, s.turned(p["site"], new) if prop == "rotation" else new, slot)
            self._resize(t, p["site"], height + 1)

        given: dict[str, IntLike] = {"site": site, "level": level, "what": what}
        given |= {prop: (extras or {}).get(prop, 0) for prop in self.extras}
        self._call("insert", t, write, given)

    def push_with(self, t: SiteType, site: IntLike, what: IntLike, extras: dict[str, IntLike]) -> None:
        """Pushes a piece with its state, rotation and value (-1 counts as 0)."""
        self.insert(t, site, self.lo.sites.height(t, site), what, extras)

    def pop(self, t: SiteType, site: IntLike) -> None:
        """Removes the top and clears its slot."""

        def write(p: dict[str, Expr]) -> None:
            lo, s = self.lo, self.lo.sites
            height = lo.let(s.height(t, p["site"]))
            with lo.if_(height > 0):
                slot = lo.let(self._slot(p["site"], height - 1))
                for prop in self.props:
                    self._put(prop, t, 0, slot)
                self._resize(t, p["site"], height - 1)

        self._call("pop", t, write, {"site": site})

    def take_out(self, t: SiteType, site: IntLike, level: IntLike) -> None:
        """Removes a level and moves down those above; the slot at the top keeps state, rotation and value."""

        def write(p: dict[str, Expr]) -> None:
            lo, s = self.lo, self.lo.sites
            height = lo.let(s.height(t, p["site"]))
            with lo.if_((height <= 0) | (p["level"] < 0)):
                lo.return_()
            with lo.for_range(p["level"], height - 1) as i:
                slot = lo.let(self._slot(p["site"], i))
                for prop in self.props:
                    self._put(prop, t, self._get(prop, t, slot + 1), slot)
            slot = lo.let(self._slot(p["site"], height - 1))
            for prop in self.props if self.forgets else PIECE:
                self._put(prop, t, 0, slot)
            self._resize(t, p["site"], height - 1)

        self._call("take_out", t, write, {"site": site, "level": level})

    def clear(self, t: SiteType, site: IntLike) -> None:
        """Removes all levels and clears all slots."""

        def write(p: dict[str, Expr]) -> None:
            lo = self.lo
            base = lo.let(self._slot(p["site"], 0))
            with lo.for_range(base, base + lo.cap("stack")) as slot:
                for prop in self.props:
                    self._put(prop, t, 0, slot)
            self._resize(t, p["site"], 0)

        self._call("clear", t, write, {"site": site})
