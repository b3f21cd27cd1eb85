"""The values that numbers and regions have before a game begins, which some rules of the start are told apart by."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any, cast

from ludparse import ludemes as L
from ludparse.ludemes.base import replace
from ludparse.ludemes.enums import MoveSimpleType

from ..backends.python.engine import PythonEngine
from ..equipment import Equipment
from ..equipment.flags import GameFlags
from ..lower import families
from ..lower.base.fields import declare_fields
from ..lower.base.lowering import Lowering
from ..lower.base.memory import REMEMBERED
from ..lower.program import lower_game
from ..passes import make_ready
from ..program.ops import Op

__all__ = ["Known"]

_OFF = -1
_PASS = L.Play(moves=L.MoveSimple(kind=MoveSimpleType.Pass))


class Known:
    """Values on a board on which nothing stands yet."""

    def __init__(self, game: L.Game, equipment: Equipment, flags: GameFlags) -> None:
        self._game = game
        self._equipment = equipment
        self._flags = flags
        self._lowering: Lowering | None = None
        self._remembered: dict[Any, Sequence[builtins.int]] = {}

    def int(self, node: Any) -> builtins.int:
        """The value of a number; -1 where it has none."""
        if isinstance(node, int):
            return builtins.int(node)
        value = self._lower().static_int(node)
        if value is not None:
            return value
        values = self._evaluated(node, _remember(value=node))
        return values[0] if values else _OFF

    def sites(self, node: L.RegionFunction) -> Sequence[builtins.int]:
        """The sites of a region."""
        lo = self._lower()
        with lo.capture() as stray:
            region = lo.region(node)
        if not stray and region.op is Op.SET_EMPTY:
            return ()
        if not stray and region.op is Op.SET_TABLE and region.src[0].is_const:
            return cast("Sequence[builtins.int]", lo.program.tables[str(region.arg)].rows[region.src[0].const])
        return self._evaluated(node, _remember(region=node))

    def _lower(self) -> Lowering:
        if self._lowering is None:
            families.load()
            self._lowering = Lowering(self._game, self._equipment, self._equipment.players, self._flags)
            declare_fields(self._lowering)
        return self._lowering

    def _evaluated(self, node: Any, remember: L.SetRememberValue) -> Sequence[builtins.int]:
        """What a game that does nothing but remember these values remembers once it has begun."""
        if node not in self._remembered:
            rules = L.Rules(start=L.Start(rules=(remember,), rule=None), play=_PASS)
            game = replace(self._game, rules=rules)
            program = lower_game(game, self._equipment, self._equipment.players, self._flags)
            make_ready(program)
            engine = PythonEngine(program)
            self._remembered[node] = engine.read(engine.start(0), REMEMBERED)
        return self._remembered[node]


def _remember(value: Any = None, region: Any = None) -> L.SetRememberValue:
    return L.SetRememberValue(value=value, region_value=region)
