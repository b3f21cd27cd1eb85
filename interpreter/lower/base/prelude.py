"""What almost every lowering uses, from one place. `ludparse.extend` has the same for ludemes of one's own.

`L` holds the classes of the ludemes: `L.IsLine` is `(is Line …)`. The enumerations that lowerings name most stand by
themselves.
"""

from ludparse import ludemes as L
from ludparse.ludemes import AbsoluteDirection, RelationType, RoleType, SiteType

from ...equipment.needs import NONE, Collector, Feature, Needs, declare
from ...program import expressions as ir
from ...program.actions import ACTIONS, ORDER, action_number
from ...program.expressions import BoolLike, IntLike
from ...program.ops import Expr, FieldKind, Op, Type
from ...program.program import Function, Program
from .lowering import END, OFF, Act, FloatNode, IntNode, IntsNode, Lowering
from .once import per_game
from .registry import lowers
from .required import all_of, required

__all__ = [
    "ACTIONS", "END", "NONE", "OFF", "ORDER", "AbsoluteDirection", "Act", "BoolLike", "Collector", "Expr", "Feature",
    "FieldKind", "FloatNode", "Function", "IntLike", "IntNode", "IntsNode", "L", "Lowering", "Needs", "Op", "Program",
    "RelationType", "RoleType", "SiteType", "Type", "action_number", "all_of", "declare", "ir", "lowers", "per_game",
    "required",
]  # fmt: skip
