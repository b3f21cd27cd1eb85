"""The public names for modules that define their own ludemes. `docs/lowering.md` is the guide.

    from ludparse.extend import Expr, Feature, Lowering, ir, ludeme, lowers
"""

from ludparse.binding.own import load_ludemes
from ludparse.interpreter.lower.base.prelude import (
    ACTIONS,
    Expr,
    Feature,
    FieldKind,
    Function,
    Lowering,
    Needs,
    Type,
    declare,
    ir,
    lowers,
    per_game,
    required,
)
from ludparse.interpreter.lower.directions.iterate import each_radial, each_radial_towards, each_step
from ludparse.interpreter.lower.directions.origin import Stance
from ludparse.ludemes.base import Ludeme, either, ludeme, named

__all__ = [
    "ACTIONS",
    "Expr",
    "Feature",
    "FieldKind",
    "Function",
    "Lowering",
    "Ludeme",
    "Needs",
    "Stance",
    "Type",
    "declare",
    "each_radial",
    "each_radial_towards",
    "each_step",
    "either",
    "ir",
    "load_ludemes",
    "lowers",
    "ludeme",
    "named",
    "per_game",
    "required",
]
