"""Fields narrower than 32 bits: which writes have to check that the value fits."""

from __future__ import annotations

from .bounds import does_not_fit
from .ops import Expr, FieldKind, Op, Program, SetField, Type

__all__ = ["does_not_fit", "looks"]


def looks(program: Program, x: SetField) -> bool:
    """Whether a write needs a check: the field is narrow, and the value is not known to fit."""
    f = program.fields[x.field]
    return f.kind is FieldKind.ARRAY and f.bits < 32 and not _fits(program, x.value, f.bits)


def _fits(program: Program, value: Expr, bits: int) -> bool:
    if value.type is Type.BOOL:
        return True
    if value.is_const:
        return -(1 << bits - 1) <= value.const < 1 << bits - 1
    if value.op in (Op.FIELD, Op.FIELD_RAW):
        return program.fields[str(value.arg)].bits <= bits
    return value.op is Op.SELECT and all(_fits(program, x, bits) for x in value.src[1:])
