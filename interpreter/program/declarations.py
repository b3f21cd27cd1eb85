"""Declares what a rules program consists of: state fields, constant tables, context slots and functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ludparse.problems.errors import LudLimitError
from ludparse.problems.spans import Span

from .limits import MAX_WIDTH, no_such_site
from .ops import Block, Expr, Field, FieldKind, Op, SiteData, Table, TableKind, Type, Upkeep, Var
from .program import Function, Program


class UndeclaredFieldError(Exception):
    """A lowering reads something that the game's state does not hold.

    what: what is read. feature: the name of the feature that keeps it, if one does. declare: what declares it, if it is
    no field. ludeme: the class that is lowered, once the lowering knows it (`Lowering`).
    """

    def __init__(self, what: str, feature: str = "", declare: str = "") -> None:
        super().__init__(what, feature)
        self.what = what
        self.feature = feature
        self.declare = declare
        self.ludeme = ""

    def __str__(self) -> str:
        if self.declare:
            return f"{self.ludeme or 'a lowering'} uses {self.what}, which nothing has declared: {self.declare} does"
        needs = f"@lowers({self.ludeme or '…'}, needs=Feature.{self.feature or '…'})"
        declare = f"declare it with {needs}"
        if not self.feature:
            declare += ", or a field of the ludeme's own with b.field(…)"
        return f"{self.ludeme or 'a lowering'} reads {self.what}, which the state of this game does not hold: {declare}"


class Declarations:
    """Declares the parts of `program`, each under a name of its own. block: where statements go at present."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.block: Block = []
        self._names: dict[str, int] = {}
        self._tables: dict[tuple[TableKind, tuple[object, ...], str], str] = {}

    def unique(self, stem: str) -> str:
        """A name not used before in this program: stem_1, stem_2, …"""
        n = self._names.get(stem, 0) + 1
        self._names[stem] = n
        return f"{stem}_{n}"

    def make_room(self, numbers: int) -> None:
        """Has sets hold the numbers below this one, which a lowering computes (`facts/set_width.py`)."""
        self.program.set_width = max(self.program.set_width, numbers)

    def field(
        self,
        name: str,
        kind: FieldKind,
        *,
        size: int = 1,
        bits: int = 32,
        init: int = 0,
        cap: str | None = None,
        upkeep: Upkeep | None = None,
        site: SiteData | None = None,
        heights: str | None = None,
        gap: tuple[int, int] = (0, 0),
        most: int | None = None,
    ) -> str:
        """Declares a state field, unless it is declared already."""
        if name not in self.program.fields:
            self.program.fields[name] = Field(name, kind, size, bits, init, cap, upkeep, site, heights, gap, most)
        return name

    def table(
        self, rows: Sequence[int] | Sequence[Sequence[int]], kind: TableKind = "flat", stem: str = "t", block: int = 0,
        rows_of: str = "",
    ) -> str:  # fmt: skip
        """A constant table: "flat" (ints), "ragged" (rows of ints) or "sets" (rows of ints, read as SET). block,
        rows_of: see `Table`.

        Equal tables are kept once. Returns the table's name. Raises LudLimitError for a set with a site that no game
        has.
        """
        frozen = tuple(r if isinstance(r, int) else tuple(r) for r in rows)
        key = (kind, frozen, rows_of)
        if key not in self._tables:
            last = max((max(row, default=0) for row in frozen if not isinstance(row, int)), default=0)
            if kind == "sets" and last >= MAX_WIDTH:
                raise LudLimitError(no_such_site(last))
            name = self.unique(stem)
            self.program.tables[name] = Table(name, kind, frozen, rows_of)  # type: ignore[arg-type]
            self._tables[key] = name
        if block < len(rows):
            self.program.tables[self._tables[key]].block = block
        return self._tables[key]

    def context_slot(self, name: str, typ: Type = Type.INT) -> str:
        """Declares a slot of the context, unless it is declared: an INT, -1 at first, or a SET, empty at first."""
        if typ is Type.INT:
            self.program.context.setdefault(name, -1)
        elif name not in self.program.context_sets:
            self.program.context_sets.append(name)
        return name

    def slot_type(self, name: str) -> Type:
        """The type of a slot of the context. Raises UndeclaredFieldError for one that is not declared."""
        if name in self.program.context_sets:
            return Type.SET
        if name not in self.program.context:
            raise UndeclaredFieldError(f"the slot {name!r} of the context", declare="b.context_slot(…)")
        return Type.INT

    @contextmanager
    def function(
        self,
        stem: str,
        params: Sequence[tuple[str, Type]] = (),
        result: Type = Type.VOID,
        comment: str = "",
        upkeep: Upkeep | None = None,
        place: Span | None = None,
    ) -> Iterator[tuple[Function, list[Expr]]]:
        """Open a new function; statements inside the context go to its body. place: of the ludeme that it was lowered
        from.
        """
        fn = self.declare(stem, params, result, comment, upkeep)
        fn.place = place
        with self.define(fn) as opened:
            yield opened

    def declare(
        self,
        stem: str,
        params: Sequence[tuple[str, Type]] = (),
        result: Type = Type.VOID,
        comment: str = "",
        upkeep: Upkeep | None = None,
    ) -> Function:
        """Declare a function that can be called before its body is defined (`define`)."""
        fn = Function(self.unique(stem), tuple(Var(n, t) for n, t in params), result, comment=comment, upkeep=upkeep)
        fn.index = len(self.program.functions)
        self.program.functions.append(fn)
        return fn

    @contextmanager
    def define(self, fn: Function) -> Iterator[tuple[Function, list[Expr]]]:
        """Open a declared function; statements inside the context go to its body."""
        saved = self.block
        self.block = fn.body
        try:
            yield fn, [Expr(Op.VAR, v.type, (), v) for v in fn.params]
        finally:
            self.block = saved
            fn.changed()
