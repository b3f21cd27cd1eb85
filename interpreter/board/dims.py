"""Numbers that are known before the board is built: sizes, factors, angles, outlines."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.dims import DimAbs, DimAdd, DimDiv, DimMax, DimMin, DimMul, DimPow, DimSub
from ludparse.ludemes.floats import (
    Cos,
    Exp,
    FloatAbs,
    FloatAdd,
    FloatDiv,
    FloatMax,
    FloatMin,
    FloatMul,
    FloatPow,
    FloatSub,
    Log,
    Log10,
    Sin,
    Sqrt,
    Tan,
    ToFloat,
)
from ludparse.ludemes.graph_generators import Poly
from ludparse.ludemes.kinds import Dim, Float
from ludparse.problems.errors import LudLimitError, LudRuleError, LudUnsupportedError

from ..program.arithmetic import quotient
from .geometry import Polygon, single
from .graph import check_size

__all__ = ["eval_dim", "eval_dims", "eval_float", "polygon_of"]

_INT_MAX = 2**31 - 1


def eval_dim(node: Dim) -> int:
    """The value of a size: a signed 32-bit integer; division truncates.

    Raises LudRuleError for a division by zero, LudLimitError for a value that does not fit into 32 bits,
    LudUnsupportedError for a node that is not a size.
    """
    if isinstance(node, int):
        return node
    function = _DIMS.get(type(node))
    if function is None:
        raise LudUnsupportedError(f"{type(node).__name__} is no size", getattr(node, "span", None))
    value = function([eval_dim(x) for x in _operands(node)], node)
    if abs(value) > _INT_MAX:
        raise LudLimitError(f"the size {value} does not fit into 32 bits", node.span)
    return value


def eval_dims(nodes: Sequence[Dim]) -> tuple[int, ...]:
    return tuple(eval_dim(node) for node in nodes)


def eval_float(node: Float) -> float:
    """The value of a floating-point number, rounded to single precision after each operation.

    Raises LudRuleError if it is undefined, LudUnsupportedError for a node that depends on the state of a game.
    """
    if isinstance(node, int | float):
        return single(node)
    function = _FLOATS.get(type(node))
    if function is None:
        raise LudUnsupportedError(f"{type(node).__name__} is not known before a game begins", node.span)
    try:
        return single(function([eval_float(x) for x in _operands(node)]))
    except (ArithmeticError, ValueError):
        raise LudRuleError(f"{type(node).__name__} has no value here", node.span) from None


def polygon_of(poly: Poly, *, flat: bool = False) -> Polygon:
    """The outline that a (poly …) describes. flat: it need not enclose anything.

    Raises LudRuleError for a point without two coordinates and for an outline that encloses nothing, LudLimitError for
    too many points.
    """
    check_size(len(poly.pts) * max(1, abs(poly.rotns or 0)), "corners")
    points: list[tuple[float, float]] = []
    for point in poly.pts:
        if len(point) < 2:
            raise LudRuleError("a point of an outline needs x and y", poly.span)
        x, y = (single(v) if isinstance(v, int | float) else float(eval_dim(v)) for v in point[:2])
        points.append((x, y))
    polygon = Polygon(points, poly.rotns or 0)
    if not flat and polygon.is_degenerate():
        raise LudRuleError("an outline needs at least three corners that do not lie on one line", poly.span)
    return polygon


def _operands(node: Ludeme) -> list[Any]:
    """The operands of an operation, which are written one by one or as a list."""
    found: list[Any] = []
    for name in ("a", "b", "list", "value", "value_a", "value_b"):
        value = getattr(node, name, None)
        if isinstance(value, tuple):
            found += value
        elif value is not None:
            found.append(value)
    if isinstance(node, ToFloat):
        for value in (node.int_fn, node.bool_fn):
            if isinstance(value, int):
                found.append(int(value))
            elif value is not None:
                raise LudUnsupportedError("this number is not known before a game begins", node.span)
    return found


def _divide(x: Sequence[int], node: Ludeme) -> int:
    if x[1] == 0:
        raise LudRuleError("division by zero", node.span)
    return quotient(x[0], x[1])


def _power(x: Sequence[int], node: Ludeme) -> int:
    if x[0] == 0 and x[1] < 0:
        raise LudRuleError("division by zero", node.span)
    if abs(x[0]) > 1 and x[1] > 31:
        raise LudLimitError(f"{x[0]} to the power of {x[1]} does not fit into 32 bits", node.span)
    return int(math.pow(x[0], x[1]))


_DIMS: dict[type, Callable[[Sequence[int], Any], int]] = {
    DimAbs: lambda x, _: abs(x[0]),
    DimAdd: lambda x, _: sum(x),
    DimSub: lambda x, _: x[0] - x[1],
    DimMul: lambda x, _: math.prod(x),
    DimDiv: _divide,
    DimPow: _power,
    DimMax: lambda x, _: max(x),
    DimMin: lambda x, _: min(x),
}


def _add(x: Sequence[float]) -> float:
    total = 0.0
    for value in x:
        total = single(total + value)
    return total


def _multiply(x: Sequence[float]) -> float:
    product = 1.0
    for value in x:
        product = single(product * value)
    return product


_FLOATS: dict[type, Callable[[Sequence[float]], float]] = {
    FloatAbs: lambda x: abs(x[0]),
    FloatAdd: _add,
    FloatSub: lambda x: x[0] - x[1],
    FloatMul: _multiply,
    FloatDiv: lambda x: x[0] / x[1],
    FloatPow: lambda x: math.pow(x[0], x[1]),
    FloatMax: max,
    FloatMin: min,
    Cos: lambda x: math.cos(x[0]),
    Sin: lambda x: math.sin(x[0]),
    Tan: lambda x: math.tan(x[0]),
    Exp: lambda x: math.exp(x[0]),
    Log: lambda x: math.log(x[0]),
    Log10: lambda x: math.log10(x[0]),
    Sqrt: lambda x: math.sqrt(x[0]),
    ToFloat: lambda x: x[0],
}
