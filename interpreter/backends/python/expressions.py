"""Expressions of a rules program as Python. What `numbers.py` says of 32-bit arithmetic holds of the rendered text."""

from __future__ import annotations

import builtins
import keyword
import math

from ...facts.ranges import Ranges
from ...program.operations import SPELLED_ALIKE
from ...program.ops import Argument, Expr, Op, Type
from ...program.program import Function, Program
from . import values

# {0} is the first operand, {arg} the field or table, {width} the number of bits in a SET
_TEXT: dict[Op, str] = SPELLED_ALIKE | {
    Op.FIELD_RAW: "e.s.{arg}[{0}]",
    Op.LEN: "len(e.s.{arg})",
    Op.CAP: "e.caps['{arg}']",
    Op.TABLE: "at(e.tables['{arg}'], {0}, 0)",
    Op.SET_TABLE: "at(e.tables['{arg}'], {0}, 0)",
    Op.ROW_LEN: "len(at(e.tables['{arg}'], {0}, ()))",
    Op.ROW_AT: "at(at(e.tables['{arg}'], {0}, ()), {1}, 0)",
    Op.ROW_RUN: "row_run(e.tables['{arg}'], {0}, {1}, {2})",
    Op.ROW_SET: "row_set(e.tables['{arg}'], {0}, {1}, {2})",
    Op.SOME_WITHIN: "some_within(e.tables['{arg}'], {0}, {1})",
    Op.SIGHT: "sight(e.tables['{arg}'], {0}, {1})",
    Op.RAY_ENDS: "ray_ends(e.tables['{arg}'], {0}, {1})",
    Op.SET_UNION: "set_union(e.tables['{arg}'], {0})",
    Op.SET_FLOOD: "set_flood(e.tables['{arg}'], {0}, {1})",
    Op.FLOOD_MEETS: "flood_meets(e.tables['{arg}'], {0}, {1}, {2})",
    Op.MOD: "mod({0}, {1})",
    Op.BIT_COUNT: "({0} & 0xFFFFFFFF).bit_count()",
    Op.TO_DOUBLE: "float({0})",
    Op.TO_INT: "to_int({0})",
    Op.AND: "({0} and {1})",
    Op.OR: "({0} or {1})",
    Op.NOT: "(not {0})",
    Op.SELECT: "({1} if {0} else {2})",
    Op.SET_EMPTY: "0",
    Op.SET_ONE: "set_one({0}, {width})",
    Op.SET_RANGE: "set_range({0}, {1}, {width})",
    Op.SET_OR: "({0} | {1})",
    Op.SET_AND: "({0} & {1})",
    Op.SET_DIFF: "({0} & ~{1})",
    Op.SET_XOR: "({0} ^ {1})",
    Op.SET_SHIFT: "set_shift({0}, {1}, {width})",
    Op.SET_HAS: "set_has({0}, {1})",
    Op.SET_COUNT: "({0}).bit_count()",
    Op.SET_MIN: "set_min({0})",
    Op.SET_MAX: "set_max({0})",
    Op.SET_NTH: "set_nth({0}, {1})",
    Op.SET_EQ: "({0} == {1})",
    Op.FIND: "find(e.s.{arg}, {0}, {1}, {2})",
    Op.SET_WHERE: "set_where(e.s.{arg}, {0}, {width})",
    Op.LIST_LEN: "len({0})",
    Op.LIST_AT: "list_at({0}, {1})",
    Op.LIST_HAS: "({1} in {0})",
}
# the exact results of these may need up to 32 bits more than an INT has
_GROWING = {Op.ADD: "({0} + {1})", Op.SUB: "({0} - {1})", Op.MUL: "({0} * {1})", Op.NEG: "(-{0})", Op.ABS: "abs({0})"}
_LINEAR = (Op.ADD, Op.SUB, Op.MUL, Op.NEG)
"""Operations whose low 32 bits depend on the low 32 bits of the operands alone."""

_INT = {Op.DIV: "div({0}, {1})", Op.MIN: "min({0}, {1})", Op.MAX: "max({0}, {1})", Op.POW: "power({0}, {1})"}
_REAL = {
    Op.DIV: "float_div({0}, {1})",
    Op.MIN: "float_min({0}, {1})",
    Op.MAX: "float_max({0}, {1})",
    Op.POW: "float_pow({0}, {1})",
}
_EXACT = (Op.MIN, Op.MAX, Op.NEG, Op.ABS)
"""Operations on FLOAT whose result needs no rounding."""


_TAKEN = {*keyword.kwlist, *dir(builtins), *values.__all__, "e"}


class ExpressionRenderer:
    """Renders expressions; `ranges` says which results have to be wrapped."""

    def __init__(self, program: Program, live: list[Function]) -> None:
        self.program = program
        self.ranges = Ranges(program, live)
        self.width = (program.set_width + 63) // 64 * 64

    def e(self, x: Expr) -> str:
        """An expression."""
        op = x.op
        if op is Op.LIST_HAS and x.src[0].op is not Op.VAR:  # Python looks at the list second
            return self.fill("({0}).__contains__({1})", x)
        if op in _TEXT:
            return self.fill(_TEXT[op], x)
        if op is Op.CONST:
            return _literal(x)
        if op is Op.VAR:
            return local(x.var.name)
        if op is Op.CTX:
            return f"e.c.{local(x.name)}"
        if op is Op.FIELD:
            if not x.src:
                return f"e.s.{x.arg}"
            return f"at(e.s.{x.arg}, {self.e(x.src[0])}, {self.program.fields[x.name].init})"
        if op is Op.CALL:
            return f"{x.called.name}({', '.join(['e', *map(self.e, x.src)])})"
        if op is Op.RUN:
            return self.run(x)
        if op is Op.LIST_NEW:
            return f"[{', '.join(map(self.e, x.src))}]"
        if op is Op.TO_FLOAT:
            return f"float32(float({self.e(x.src[0])}))"
        if x.type is Type.INT:
            return self.integer(x)
        if op in _GROWING or op in _REAL:
            text = self.fill(_REAL[op] if op in _REAL else _GROWING[op], x)
            return f"float32({text})" if x.type is Type.FLOAT and op not in _EXACT else text
        raise ValueError(f"the Python backend has no rendering for {op.name}")

    def integer(self, x: Expr) -> str:
        """Arithmetic on INT, wrapped if it may overflow."""
        op = x.op
        if op in _INT:
            return self.fill(_INT[op], x)
        if op in (Op.SHL, Op.SHR):
            return self.shift(x)
        if op not in _GROWING:
            raise ValueError(f"the Python backend has no rendering for {op.name}")
        if not self.ranges.overflows(x):
            return self.fill(_GROWING[op], x)
        return f"wrap({self.unwrapped(x)})"

    def shift(self, x: Expr) -> str:
        """A shift by the low five bits of the second operand."""
        value, by = self.e(x.src[0]), x.src[1]
        lo, hi = self.ranges.range_of(by)
        places = self.e(by) if lo >= 0 and hi <= 31 else f"({self.unwrapped(by)} & 31)"
        if x.op is Op.SHL and self.ranges.overflows(x):
            return f"wrap({value} << {places})"
        return f"({value} {'<<' if x.op is Op.SHL else '>>'} {places})"

    def unwrapped(self, x: Expr) -> str:
        """An expression of which only the low 32 bits are needed."""
        if x.op in _LINEAR and x.type is Type.INT:
            return _GROWING[x.op].format(*map(self.unwrapped, x.src))
        return self.fill(_GROWING[x.op], x) if x.op is Op.ABS else self.e(x)

    def fill(self, text: str, x: Expr) -> str:
        """A template with its operands filled in."""
        return text.format(*map(self.e, x.src), arg=x.arg, width=self.width)

    def int_(self, x: Expr) -> str:
        """An expression as a number, where a BOOL may stand for 0 or 1."""
        return f"int({self.e(x)})" if x.type is Type.BOOL else self.e(x)

    def run(self, x: Expr) -> str:
        """An intrinsic."""
        entry, name = x.run.intrinsic, x.run.name
        args = [self.e(s) for s in x.src]
        if entry.argument is Argument.CAPACITY:
            args = [repr(name)]
        elif entry.argument is Argument.ACTION:
            args = [repr(name), args[0], *map(self.int_, x.src[1:])]
        elif entry.argument is Argument.LIST:
            args = [f"e.s.{name}", *args]
        return f"e.{entry.name}({', '.join(args)})"


def _literal(x: Expr) -> str:
    if x.type is Type.BOOL:
        return "True" if x.const else "False"
    text = str(x.arg) if math.isfinite(x.number) else f"float('{x.arg}')"
    return f"({text})" if text.startswith("-") else text


def local(name: str) -> str:
    """The name of a local or slot in Python, distinct from the names that Python and the module use."""
    return name + "_" if name in _TAKEN else name
