"""Substitutes what is known of locals, slots of the context and short functions into expressions."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..program import expressions as ir
from ..program import ops
from ..program.effects import EffectsOf
from ..program.ops import Expr, Op, Type, Var
from ..program.program import Function
from ..program.substitution import over
from ..program.walk import subexpressions
from .left_changed import restored

LARGEST = 200  # nodes: larger expressions count as unknown


@dataclass(slots=True)
class Knowledge:
    """What is known of locals and of slots of the context at a point of an iteration."""

    locals: dict[Var, Expr] = field(default_factory=dict)
    slots: dict[str, Expr] = field(default_factory=dict)

    def copy(self) -> Knowledge:
        return Knowledge(dict(self.locals), dict(self.slots))

    def restore(self, slots: tuple[str, ...], before: Knowledge) -> None:
        """What is known of slots becomes what was known of them before."""
        self.slots = restored(self.slots, before.slots, slots)

    def join(self, cond: Expr, a: Knowledge, b: Knowledge) -> None:
        """What is known after two branches, of which the first is taken if a condition holds."""
        both = [(k, v, b.locals[k]) for k, v in a.locals.items() if k in b.locals]
        self.locals = {k: v for k, v, w in both if v is w}
        self.locals |= {k: ir.select(cond, v, w) for k, v, w in both if v is not w and v.type is not Type.LIST}
        self.slots = {k: a.slots[k] if a.slots.get(k) is b.slots.get(k) else anything() for k in a.slots | b.slots}

    def meet(self, a: Knowledge, b: Knowledge) -> None:
        """What is known after two branches, whichever is taken."""
        self.locals = {k: x for k, x in a.locals.items() if k in b.locals and x is b.locals[k]}
        for name in a.slots | b.slots:
            x, y = a.slots.get(name, slot(name)), b.slots.get(name, slot(name))
            self.slots[name] = x if x is y else anything()


def slot(name: str) -> Expr:
    """The value of a slot of the context."""
    return Expr(Op.CTX, Type.INT, (), name)


class Resolver:
    """Rewrites expressions over the unknowns and the state. What cannot be expressed becomes a new unknown."""

    def __init__(self, effects: EffectsOf) -> None:
        self.effects = effects

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """A hook: the value of a node over these operands, if something else is known of it."""
        return None

    def local(self, x: Expr) -> Expr:
        """A hook: the value of a local of which nothing is known yet."""
        return anything(x.type)

    def restores(self, fn: Function) -> bool:
        """A hook: whether a function that is not pure changes nothing but slots of the context that it restores."""
        return False

    def resolve(self, x: Expr, known: Knowledge) -> Expr:
        """The expression over the unknowns and the state at the beginning of the iteration."""
        if x.op in (Op.AND, Op.OR):
            return over(x, tuple(self.resolve(s, known) for s in x.src))
        found = self._substituted(x, known)
        return found if sum(1 for _ in subexpressions(found)) <= LARGEST else anything(x.type)

    def _substituted(self, x: Expr, known: Knowledge) -> Expr:
        if x.op is Op.VAR:
            return known.locals[x.var] if x.arg in known.locals else self.local(x)
        if x.op is Op.CTX:
            return known.slots.get(str(x.arg), x)
        return self._over(x, tuple(self._substituted(s, known) for s in x.src), known)

    def _over(self, x: Expr, src: tuple[Expr, ...], known: Knowledge) -> Expr:
        """The value of a node over these operands. What is asked of the least or greatest number is asked of each."""
        for k, s in enumerate(src if x.op in _ABOVE else ()):
            if s.op in (Op.MIN, Op.MAX) and s.type is Type.INT:
                joined = ir.and_ if (_ABOVE[x.op] == (s.op is Op.MIN)) == (k == 0) else ir.or_
                return joined(*(self._over(x, (*src[:k], y, *src[k + 1 :]), known) for y in s.src))
        known_otherwise = self.read(x, src)
        if known_otherwise is not None:
            return known_otherwise
        if x.op is Op.CALL:
            return self.called(x, x.called, src, known)
        if x.op in (Op.ROW_LEN, Op.RUN, Op.LIST_AT, Op.LIST_LEN, Op.LIST_HAS):
            return anything(x.type)
        return over(x, src)

    def called(self, x: Expr, fn: Function, src: tuple[Expr, ...], known: Knowledge) -> Expr:
        """The result of a short function, inlined; the call itself if the iteration cannot change it."""
        effects = self.effects.function(fn)
        if not effects.pure and not self.restores(fn):
            return anything(x.type)
        if not effects.slots and not src:
            return x
        inner = Knowledge(dict(zip(fn.params, src, strict=True)), known.slots)
        for s in fn.body:  # one after another, so that no value grows beyond LARGEST
            if isinstance(s, ops.Return) and s.value is not None:
                return self.resolve(s.value, inner)
            if not isinstance(s, ops.Assign):
                break
            inner.locals[s.var] = self.resolve(s.value, inner)
        return anything(x.type)


def anything(typ: Type = Type.INT) -> Expr:
    """A new unknown."""
    return Expr(Op.VAR, typ, (), Unknown("any", typ))


class Unknown(Var):
    """A value of which nothing is known."""

    __slots__ = ()


_ABOVE = {Op.GT: True, Op.GE: True, Op.LT: False, Op.LE: False}
"""Comparisons, and whether they hold for greater numbers too."""
