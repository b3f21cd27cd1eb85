"""Conditions on the iterations of a loop as sets of the sites that the iterations are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ...facts.site_sets import ALL, COMPARE, NONE, Sites, SiteSets
from ...program import expressions as ir
from ...program.effects import EffectsOf
from ...program.ops import Expr, Op, Type, Var
from ...program.program import Program
from ...program.substitution import assuming, put_in
from ...program.walk import reads, subexpressions
from ..base.rays import Rays

OTHER_WAY = {Op.LT: Op.GT, Op.GT: Op.LT, Op.LE: Op.GE, Op.GE: Op.LE}


class CannotError(Exception):
    """A loop has no form that can be computed for all its sites at once."""


@dataclass(eq=False)
class Ray:
    """The rays that are looked at, one for each site: those of one group.

    value: the local whose value tells the ray, length: what stands for the number of its positions. step: the
    difference of the group. place: see `Rays.place`. ahead: None if the sites are those of the iterations, where rays
    begin. Otherwise they are some way along their rays: how far ahead of them which positions are; no other position
    can be looked at.
    """

    rays: Rays
    table: str
    value: Var
    step: Expr
    place: Expr
    ahead: Mapping[Expr, int] | None = None
    length: Var = field(default_factory=lambda: Var("length", Type.INT))

    def along(self, ahead: Mapping[Expr, int]) -> Ray:
        """The same rays, as they are seen from sites along them."""
        return replace(self, ahead=ahead)

    def with_position(self, position: Expr) -> Expr:
        """The sites whose ray has a position."""
        from_here = self._from_here(position)
        if self.ahead is not None and from_here is not ir.const(1):
            raise CannotError  # that would be about where the ray of the site itself ends
        return self.rays.with_position(self.place, from_here)

    def fitting(self, fits: Expr, position: Expr) -> Expr:
        """The sites whose ray has a member of a set at a position, if it has that."""
        return ir.set_shift(fits, ir.sub(0, self.step * self._from_here(position)))

    def _from_here(self, position: Expr) -> Expr:
        if self.ahead is None:
            return position
        if position not in self.ahead:
            raise CannotError
        return ir.const(self.ahead[position])


@dataclass(eq=False)
class Counter:
    """Numbers of moves, one for each site, as the bits of binary numbers: planes[i] holds the sites whose number has
    the bit i. any: only whether it is 0 matters. most: no number is greater. value: what stands for the number."""

    any: bool
    times: int
    most: int = 0
    planes: list[Var] = field(default_factory=list)
    value: Var = field(default_factory=lambda: Var("number", Type.INT))


class LaneSets(SiteSets):
    """Turns conditions that are asked in each iteration into the set of sites for whose iteration they hold.

    key: what stands for an iteration's site. A condition may be about that, about the site at a position of its ray
    (`positions`), about the ray's length and about numbers of moves. hoisted: computes a set of sites that is the same
    for all iterations once.
    """

    def __init__(
        self, program: Program, effects: EffectsOf, key: Var, size: int, everything: Expr,
        hoisted: Callable[[Expr], Expr],
    ) -> None:  # fmt: skip
        super().__init__(program, effects, key, size, (), everything)
        self.hoisted = hoisted
        self.positions: dict[Var, tuple[Ray, Expr]] = {}
        self.lengths: dict[Var, Ray] = {}
        self.counters: dict[Var, Counter] = {}
        self.same_for_all: set[Var] = set()  # the locals that have one value for all sites
        self.values: dict[Var, range] = {}  # of locals that stand for any of several values

    def where(self, x: Expr) -> Sites:
        if x.is_const:
            return ALL if x.const else NONE
        found = self._varying(x)
        if len(found) == 1 and (found[0] is self.key or found[0] in self.positions):
            about_one = self._by_site(x, found[0])
            if about_one is not None:
                return about_one
        if x.op in (Op.NOT, Op.AND, Op.OR) or (x.op is Op.SELECT and x.type is Type.BOOL):
            return super().where(x)
        if not found:
            x = self.uniform(x)
            holds = Sites(ir.select(x, self.everything, ir.EMPTY_SET))
            return (ALL if x.const else NONE) if x.is_const else holds
        inner = next((y for y in subexpressions(x) if y.op is Op.SELECT and y.type is Type.INT), None)
        if inner is not None:
            cond = inner.src[0]
            holds = self.where(cond)
            yes = self.both(holds, self.where(assuming(x, cond, True)))
            return self.either(yes, self.both(self.others(holds), self.where(assuming(x, cond, False))))
        if len(found) > 1:
            raise CannotError
        (v,) = found
        if v in self.lengths:
            return self._by_length(x, v)
        if v in self.counters:
            return self._by_number(x, v)
        raise CannotError

    def uniform(self, x: Expr) -> Expr:
        """An expression, if it is the same for all sites. Raises CannotError otherwise."""
        pure = self.effects.expression(x).pure
        if not pure or any(y.op is Op.VAR and y.arg not in self.same_for_all for y in subexpressions(x)):
            raise CannotError
        for v, values in self.values.items():
            if reads(x, {v}):
                x, *others = {put_in(x, {v: ir.const(k)}) for k in values}
                if others:
                    raise CannotError
        return x

    def _varying(self, x: Expr) -> list[Var]:
        """What differs between sites in an expression, each once."""
        read = (y.var for y in subexpressions(x) if y.op is Op.VAR)
        return list(dict.fromkeys(v for v in read if v not in self.same_for_all))

    def _by_site(self, x: Expr, v: Var) -> Sites | None:
        """A condition on one site: the iteration's, or one of its ray. None if it is no set."""
        ray, position = self.positions.get(v, (None, ir.const(0)))
        size = self.size if ray is None else ray.rays.size
        sets = SiteSets(self.program, self.effects, v, size, ())
        found = sets.where(x)
        if not found.exact:
            return None
        if found.everywhere or found.nowhere:
            return found
        fits = self.hoisted(sets.written_out(found))
        return Sites(fits if ray is None else ray.fitting(fits, position))

    def _by_length(self, x: Expr, v: Var) -> Sites:
        """A comparison of a position with the ray's length."""
        if x.op not in OTHER_WAY:
            raise CannotError
        op, (a, b) = x.op, x.src
        if b.arg is not v:
            op, a, b = OTHER_WAY[op], b, a
        if b.arg is not v or self._varying(a):
            raise CannotError
        # op is now what stands between a position and the length
        position = a if op in (Op.LT, Op.GE) else ir.sub(a, 1)
        longer = self.longer(self.lengths[v], position)
        return longer if op in (Op.LT, Op.LE) else self.others(longer)

    def longer(self, ray: Ray, position: Expr) -> Sites:
        """The sites whose ray has a position."""
        if position.is_const:
            if position.const < 0:
                return ALL
            if position.const > ray.rays.longest:
                return NONE
        elif position.op is not Op.VAR:
            raise CannotError  # it might be beyond what the tables hold
        return Sites(ray.with_position(position))

    def _by_number(self, x: Expr, v: Var) -> Sites:
        """A comparison of a number of moves with 0."""
        if x.op not in COMPARE:
            raise CannotError
        op, (a, b) = x.op, x.src
        if a.is_const:
            op, a, b = OTHER_WAY.get(op, op), b, a
        if a.arg is not v or not b.is_const or b.const != 0 or op not in (Op.EQ, Op.NE, Op.GT):
            raise CannotError
        there: Expr = ir.EMPTY_SET
        for plane in self.counters[v].planes:
            there = ir.set_or(there, Expr(Op.VAR, Type.SET, (), plane))
        return self.others(Sites(there)) if op is Op.EQ else Sites(there)
