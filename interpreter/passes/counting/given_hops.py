"""Recognises hops over a given number of hurdles, as `interpreter/lower/moves/hop.py` and `find_runs` write them.

Along each radial the first n sites after the origin have to be hurdles, and the hop ends on the next one. So it ends on
a site that is seen from the origin through hurdles, at position n + 1.
"""

from __future__ import annotations

from ...facts.modes import is_run
from ...facts.resolver import Known, Resolver
from ...facts.site_sets import text_of
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf
from ...program.intrinsics import EMIT_GATE
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.walk import expressions, statements


class GivenHop:
    """radials: the table of radials. hurdle: the condition on a hurdle, a site in the local `site`; through: the SET of
    the hurdles. n: how many there are. to: the local of the site where the hop ends; rest: what is done with it."""

    def __init__(self, radials: str, site: Var, hurdle: Expr, through: Expr, n: Expr, to: Var, rest: Block) -> None:
        self.radials, self.site, self.hurdle, self.through = radials, site, hurdle, through
        self.n, self.to, self.rest = n, to, rest


def given_hop(effects: EffectsOf, loop: ops.ForRow) -> GivenHop | None:
    """The parts of a loop over radials along which such hops go; None for another loop."""
    try:
        return _Hop(effects, loop).found()
    except _OtherError:
        return None


class _OtherError(Exception):
    """The loop has another form."""


class _Hop(Resolver):
    def __init__(self, effects: EffectsOf, loop: ops.ForRow) -> None:
        super().__init__(effects)
        self.loop = loop
        self.length, self.end, self.site = (Var(name, Type.INT) for name in ("length", "end", "site"))

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """The length of the radial is an unknown."""
        return ir.value_of(self.length) if x.op is Op.ROW_LEN and x.src[0].arg is self.loop.var else None

    def found(self) -> GivenHop:
        """The parts of the loop."""
        length, inner = _two(self.loop.body)
        if not isinstance(length, ops.Assign) or not isinstance(inner, ops.ForRange) or inner.down or inner.apart:
            raise _OtherError
        if length.value.op is not Op.ROW_LEN or length.value.src[0].arg is not self.loop.var:
            raise _OtherError
        self.radials = length.value.name
        outer = Known({id(length.var): ir.value_of(self.length), id(inner.var): ir.const(1)})
        first_only = Expr(Op.MIN, Type.INT, (ir.value_of(self.length), ir.const(2)))
        if not inner.lo.is_const or inner.lo.const != 1 or not self._is(inner.hi, first_only, outer):
            raise _OtherError
        at, *body = inner.body
        if not isinstance(at, ops.Assign) or not self._is_at(at.value, ir.const(1), outer):
            raise _OtherError
        known = outer.copy()
        known.locals[id(at.var)] = ir.value_of(self.site)
        while body and isinstance(body[0], ops.SetCtx):
            known.slots[body[0].slot] = self.resolve(body[0].value, known)
            del body[0]
        if not body or not isinstance(body[0], ops.If) or body[0].orelse or not self._quiet(body[1:]):
            raise _OtherError
        test = body[0]
        if len(test.then) < 2 or not isinstance(test.then[-1], ops.Break):
            raise _OtherError
        return self._over(self.resolve(test.cond, known), test.then[:-1], outer)

    def _over(self, hurdle: Expr, body: Block, outer: Known) -> GivenHop:
        """What follows the first hurdle."""
        if len(body) != 4:
            raise _OtherError
        start, scan, count, enough = body
        if not isinstance(start, ops.Assign) or not self._is(start.value, ir.const(2), outer):
            raise _OtherError
        if not isinstance(count, ops.Assign) or not isinstance(enough, ops.If) or enough.orelse:
            raise _OtherError
        known = outer.copy()
        known.locals[id(start.var)] = ir.value_of(self.end)
        if not self._is(count.value, ir.sub(ir.value_of(self.end), 1), known):
            raise _OtherError
        test = enough.cond
        if test.op is not Op.GE or test.src[0].arg is not count.var or test.src[1].op not in (Op.VAR, Op.CONST):
            raise _OtherError
        n = test.src[1]
        through = self._scanned(scan, start.var, n, outer)
        (land,) = enough.then if len(enough.then) == 1 else (None,)
        if not isinstance(land, ops.If) or land.orelse or not land.then:
            raise _OtherError
        if not self._is(land.cond, ir.lt(ir.value_of(self.end), ir.value_of(self.length)), known):
            raise _OtherError
        to, *rest = land.then
        if not isinstance(to, ops.Assign) or not self._is_at(to.value, ir.value_of(self.end), known):
            raise _OtherError
        return GivenHop(self.radials, self.site, hurdle, through, n, to.var, rest)

    def _scanned(self, s: Stmt, end: Var, n: Expr, outer: Known) -> Expr:
        """The set that a run from position 2 on does not leave, which ends after n hurdles in all."""
        if not isinstance(s, ops.If) or s.orelse or not s.then or not isinstance(s.then[0], ops.Assign):
            raise _OtherError
        known = outer.copy()
        known.locals[id(end)] = ir.const(2)
        if n.op is Op.VAR:
            known.locals[id(n.arg)] = n
        left = Expr(Op.MIN, Type.INT, (ir.sub(ir.value_of(self.length), 1), n))
        limit = ir.add(1, left)
        assign, run = s.then[0], s.then[0].value
        if not all(isinstance(t, ops.SetCtx) for t in s.then[1:]) or not self._is(s.cond, ir.lt(2, limit), known):
            raise _OtherError
        if assign.var is not end or run.op is not Op.MIN or run.src[0].op is not Op.ROW_RUN:
            raise _OtherError
        row, start, through = run.src[0].src
        if run.src[0].name != self.radials or row.arg is not self.loop.var or not self._is(start, ir.const(2), known):
            raise _OtherError
        if not self._is(run.src[1], limit, known):
            raise _OtherError
        return through

    def _is(self, x: Expr, wanted: Expr, known: Known) -> bool:
        return text_of(self.resolve(x, known)) == text_of(wanted)

    def _is_at(self, x: Expr, position: Expr, known: Known) -> bool:
        """Whether an expression is the site at a position of the radial."""
        return (
            x.op is Op.ROW_AT and x.name == self.radials and x.src[0].arg is self.loop.var
            and self._is(x.src[1], position, known)
        )  # fmt: skip

    def _quiet(self, body: Block) -> bool:
        """Whether a block pushes no move and has no other effect than writes of slots."""
        allowed = ops.If | ops.Break | ops.SetCtx
        found = statements(body)
        gates = any(is_run(x, EMIT_GATE) for s in found for x in expressions(s))
        return not gates and all(
            isinstance(s, allowed) and all(self.effects.expression(x).pure for x in expressions(s)) for s in found
        )


def _two(body: Block) -> tuple[Stmt, Stmt]:
    if len(body) != 2:
        raise _OtherError
    return body[0], body[1]
