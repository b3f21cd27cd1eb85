"""Memoised functions (`kept`): each returns a set of sites that depends only on the state. Equal ones are shared."""

from __future__ import annotations

from ...program import ops
from ...program.ops import Expr, Type
from ...program.program import Function, Program
from ...program.substitution import result_of


class KeptSets:
    """Creates kept functions, or finds equal ones that the program already has."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[Expr, Function] = {}
        for fn in program.functions:
            value = result_of(fn) if fn.kept else None
            if value is not None:
                self._known[value] = fn

    def function(self, value: Expr) -> Function:
        """The kept function that returns an expression's value, created if it is missing."""
        fn = self._known.get(value)
        if fn is None:
            name = f"sites_where_{sum(f.kept for f in self.program.functions) + 1}"
            fn = self.program.add(Function(name, (), Type.SET, [ops.Return(value)], kept=True))
            self._known[value] = fn
        return fn
