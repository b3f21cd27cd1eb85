"""The public names for modules that define their own ludemes. `docs/lowering.md` is the guide.

from interpreter.extend import Expr, Feature, Lowering, ir, ludeme, lowers
"""

from ludparse.ludemes.base import Ludeme, either, ludeme, named
from ludparse.own import load_ludemes

from .lower.directions.iterate import each_radial, each_radial_towards, each_step
from .lower.directions.origin import Stance
from .lower.lowering import Lowering
from .lower.once import per_game
from .lower.registry import lowers
from .needs import Feature, Needs, declare
from .program import expressions as ir
from .program.actions import ACTIONS
from .program.ops import Expr, FieldKind, Function, Type

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
]
