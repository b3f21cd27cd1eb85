"""Where a loop over directions begins, and which way what stands there faces."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.prelude import AbsoluteDirection, Expr, Lowering, RelationType, SiteType, ir


@dataclass(frozen=True)
class Stance:
    """Values that override those of the piece on the site; None: read them from the state.

    facing: the number of the facing (its place in `AbsoluteDirection`), -1 for that of the piece.
    """

    component: Expr | None = None
    rotation: Expr | None = None
    facing: Expr | None = None


AS_IT_STANDS = Stance()


@dataclass(frozen=True)
class Origin:
    """A site from which directions are evaluated. site: pinned, because it is read more than once."""

    lo: Lowering
    type: SiteType
    site: Expr
    stance: Stance = AS_IT_STANDS

    @property
    def size(self) -> int:
        """The number of sites of the type on the board."""
        return self.lo.board.size(self.type)

    def on_board(self) -> Expr:
        """Whether the site is one of the board's."""
        return ir.within(self.site, self.size)

    def turns(self) -> int:
        """The number of distinct rotations of a piece; 1 if pieces do not rotate."""
        if not self.lo.flags.rotations and self.stance.rotation is None:
            return 1
        return len(self.lo.board.supported_directions(self.type, None, RelationType.All)) + 1

    def looks(self) -> list[AbsoluteDirection]:
        """The facings to be told apart."""
        known = facings(self.lo)
        return known.list if self.stance.facing is None else known.all_of(self.type)


class Facings:
    """The facings that the pieces of a game can have, numbered."""

    def __init__(self, lo: Lowering) -> None:
        self.lo = lo
        north = AbsoluteDirection.N
        looks = [c.facing or north for c in lo.eq.components]
        self.list = list(dict.fromkeys([north, *looks]))
        self.of_component = lo.table([self.list.index(f) for f in looks], stem="facing")

    def all_of(self, t: SiteType) -> list[AbsoluteDirection]:
        """The facings of pieces, then all others that sites of a type have steps in."""
        return list(dict.fromkeys([*self.list, *self.lo.board.supported_directions(t)]))

    def row(self, origin: Origin, before: int) -> Expr:
        """The row of an origin in a table with a row for each (facing, rotation, site), in this order, after some
        blocks of rows for other things."""
        lo, t, stance = self.lo, origin.type, origin.stance
        what = lo.sites.what(t, origin.site) if stance.component is None else stance.component
        look = lo.at(self.of_component, what) if len(self.list) > 1 else ir.const(0)
        if stance.facing is not None:
            known = self.all_of(t)
            numbers = [known.index(d) if d in known else 0 for d in AbsoluteDirection]
            look = ir.select(stance.facing >= 0, lo.at(lo.table(numbers, stem="facing"), stance.facing), look)
        code = look
        turns = origin.turns()
        if turns > 1:
            turn = lo.let(lo.sites.rotation(t, origin.site) if stance.rotation is None else stance.rotation)
            # rotations past a full turn repeat: turns - 1 of them make one
            turn = ir.select(turn < turns, turn, ir.mod(turn - 1, turns - 1) + 1)
            code = look * turns + turn
        return (code + before) * origin.size + origin.site


def facings(lo: Lowering) -> Facings:
    """The facings of this game."""
    return lo.once(Facings, lambda: Facings(lo))
