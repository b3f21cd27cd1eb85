"""Rules about the rules of the whole game."""

from __future__ import annotations

from ludparse.ludemes.base import Ludeme, either, ludeme
from ludparse.ludemes.enums import *
from ludparse.ludemes.kinds import *


@ludeme("swap")
class Swap(MetaRule):
    """After the first move, the second player may take over the side of the first."""


@ludeme("automove")
class Automove(MetaRule):
    """Moves that leave no choice are made at once."""


@ludeme("noStackOn")
class NoStackOn(MetaRule):
    """No piece may lie on pieces of a kind."""

    type: NoStackOnType


@ludeme("gravity")
class Gravity(MetaRule):
    """Pieces fall."""

    type: GravityType | None = None


@ludeme("pin")
class Pin(MetaRule):
    """A piece that carries others cannot move."""

    type: PinType


@ludeme("meta")
class Meta(Ludeme):
    """The rules about the rules."""

    rules: tuple[MetaRule, ...] | None = either(1)
    rule: MetaRule | None = either(1)


@ludeme("passEnd")
class PassEnd(MetaRule):
    """What happens when all players pass."""

    type: PassEndType


@ludeme("no Repeat")
class NoRepeat(MetaRule):
    """Moves that repeat a position are not legal."""

    repetition_type: RepetitionType | None = None


@ludeme("no Suicide")
class NoSimple(MetaRule):
    """Moves that end the game in the mover's loss are not legal."""
