"""Whether a move writes what a question has read (`skip_untouched`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial

from ...facts.footprint_writes import Kind, Source, Writes
from ...facts.left_changed import LeftChanged
from ...program import expressions as ir
from ...program.actions import ORDER
from ...program.builder import Builder
from ...program.ops import Expr, Table, Type
from ...program.program import Function, Program
from .footprint_watch import EVERYTHING, FIELDS, SITES, VALUES, Watched

__all__ = ["Touches"]


class Touches:
    """Conditions under which a move, or a part of it, may write what was read.

    inherited: slots of the context that a question reads as the move leaves them. read: what was read, by slot.
    """

    def __init__(
        self, program: Program, watched: Watched, left_changed: LeftChanged, inherited: frozenset[str]
    ) -> None:
        self.program = program
        self.changing = {f.index for f in program.functions if inherited and left_changed.function(f) & inherited}
        self.watched = watched
        self.writes = watched.writes
        self.bound = min(self.writes.bound, program.set_width)
        self.b = Builder(program)
        self.read: dict[str, Expr] = {}
        self.parts = self._table("parts", self._thens(spliced=True))
        self.kinds = self._table("kinds", self._kinds())
        self.consequents = self._table("consequents", self._thens(spliced=False))

    def function(self, slots: dict[str, Expr]) -> Function:
        """The function: whether a move of the buffer has to be tried. slots: what was read, with empty values."""
        b = self.b
        given = [("move", Type.INT), *((slot, empty.type) for slot, empty in slots.items())]
        with b.function("touched", given, Type.BOOL) as (fn, (move, *read)):
            self.read = dict(zip(slots, read, strict=True))
            self._leave(self.of_every_move())
            ends = [b.let(b.run(f"move_{end}", move), end) for end in ("from", "to")]
            self._leave(self.ends(ends))
            with b.for_range(0, b.run("move_action_count", move), "k") as k:
                kind = b.let(b.run("move_action_kind", move, k), "kind")
                with b.if_(ir.eq(kind, 0)):  # a consequent that is part of the move
                    self._leave(self.part(b.run("move_action_param", move, k, 0)))
                with b.else_():
                    self._leave(self._reads(b.at(self.kinds, kind)))
                    for name in self.writes.kinds:
                        tests = self._of_action(name, partial(self._param, move, k))
                        if tests:
                            with b.if_(ir.eq(kind, ORDER.index(name) + 1)):
                                self._leave(ir.or_(*tests))
            with b.for_range(0, b.run("move_then_count", move), "k") as k:
                self._leave(self.consequent(b.run("move_then", move, k)))
            b.return_(False)
        if self.program.live is not None:
            self.program.live.add(fn.index)
        self.program.touches[fn.index] = self
        return fn

    def _param(self, move: Expr, action: Expr, i: int) -> Expr:
        return self.b.run("move_action_param", move, action, i)

    def _leave(self, cond: Expr) -> None:
        if cond.is_const and not cond.const:
            return
        with self.b.if_(cond):
            self.b.return_(True)

    def reading(self, read: dict[str, Expr]) -> Touches:
        """The same conditions where what was read is kept elsewhere."""
        other = copy(self)
        other.read = read
        return other

    # ------------------------------------------------------------------ conditions

    def of_every_move(self) -> Expr:
        """Whether what was read is not known, or every move writes some of it."""
        return ir.or_(ir.lt(self.read[FIELDS], 0), self._reads(ir.const(self.watched.of_every_move())))

    def ends(self, ends: Sequence[Expr]) -> Expr:
        """Whether the move's origin or destination was read."""
        return ir.or_(*map(self._site, ends))

    def action(self, name: str, params: Callable[[int], Expr]) -> Expr:
        """Whether an action of a kind writes what was read. params: gives its parameters by their number."""
        mask = self._reads(self.b.at(self.kinds, ORDER.index(name) + 1))
        return ir.or_(mask, *self._of_action(name, params))

    def part(self, number: Expr) -> Expr:
        """Whether a consequent that is part of the move writes what was read, by the index of its function."""
        return self._reads(self.b.at(self.parts, number))

    def consequent(self, number: Expr) -> Expr:
        """Whether a consequent of the move writes what was read, by the index of its function."""
        return self._reads(self.b.at(self.consequents, number))

    def _reads(self, mask: Expr) -> Expr:
        """Whether one of these fields was read."""
        return ir.FALSE if mask.is_const and mask.const == 0 else ir.ne(ir.band(self.read[FIELDS], mask), 0)

    def _site(self, site: Expr) -> Expr:
        """Whether a site was read, or is none."""
        return ir.or_(ir.lt(site, 0), ir.ge(site, self.bound), ir.set_has(self.read[SITES], site))

    def _of_action(self, name: str, params: Callable[[int], Expr]) -> list[Expr]:
        """The tests of an action's sites and values."""
        writes = self.writes.kinds[name]
        if _mask(self.watched, writes) == EVERYTHING:
            return []
        sites = sorted({s.number for s in writes.sites if s.kind is Kind.PARAM})
        tests = [self._site(params(i)) for i in sites]
        tests += [self._site(ir.const(s.number)) for s in sorted(writes.sites) if s.kind is Kind.CONST]
        tested: set[tuple[str, Source]] = set()
        for written, value in sorted(writes.values):
            group = self.watched.group(written)
            if group in self.watched.asked and value.kind is not Kind.OTHER and (group, value) not in tested:
                tested.add((group, value))
                tests.append(ir.set_has(self.read[VALUES + group], self._value(value, params)))
        return tests

    def _value(self, value: Source, params: Callable[[int], Expr]) -> Expr:
        if value.kind is Kind.CONST:
            return ir.const(value.number)
        if value.kind is Kind.PARAM:
            return params(value.number)
        source, number = value.at
        return self.b.get(value.field, ir.const(number) if source is Kind.CONST else params(number))

    # ------------------------------------------------------------------ tables

    def _kinds(self) -> list[int]:
        rows = [0] * (len(ORDER) + 1)
        for name, writes in self.writes.kinds.items():
            changes = self.program.appliers[name].index in self.changing
            rows[ORDER.index(name) + 1] = EVERYTHING if changes else _mask(self.watched, writes)
        return rows

    def _thens(self, *, spliced: bool) -> list[int]:
        rows = [EVERYTHING] * len(self.program.functions)
        for i, writes in self.writes.thens.items():
            unknown = any(s.kind is Kind.CONST for s in writes.sites) or i in self.changing
            if not unknown and not (spliced and _at_ends(writes)):
                rows[i] = self.watched.mask(writes, values=True)
        return rows

    def _table(self, stem: str, rows: list[int]) -> str:
        name = f"written_by_{stem}_{sum(t.startswith('written_by_') for t in self.program.tables) + 1}"
        self.program.tables[name] = Table(name, "flat", tuple(rows))
        return name


def _mask(watched: Watched, writes: Writes) -> int:
    """The mask of an action's writes. While actions are applied, the destination that the state knows is another."""
    return EVERYTHING if _at_ends(writes) else watched.mask(writes, values=False)


def _at_ends(writes: Writes) -> bool:
    """Whether writes are told by the move's origin or destination."""
    sources = {s.kind for s in writes.sites} | {kind for _, v in writes.values for kind in (v.kind, v.at[0])}
    return bool(sources & {Kind.TO, Kind.FROM})
