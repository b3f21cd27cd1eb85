"""What a ludeme may stand for: the types of the language, which ludemes have as base classes.

`Int`, `Bool`, `Float`, `Dim` and `Direction` are what a field of that type can hold: a ludeme, or a literal.
"""

from __future__ import annotations

from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    CompassDirection,
    RelativeDirection,
    RotationalDirection,
    SpatialDirection,
)


class IntFunction(Ludeme):
    """A whole number, known while playing."""


class BooleanFunction(Ludeme):
    """A condition."""


class FloatFunction(Ludeme):
    """A number with a fraction."""


class DimFunction(Ludeme):
    """A whole number that is known before the board is built."""


class RegionFunction(Ludeme):
    """A set of sites."""


class IntArrayFunction(Ludeme):
    """A list of whole numbers."""


class GraphFunction(Ludeme):
    """A graph, of which boards are made."""


class RangeFunction(Ludeme):
    """Two whole numbers, and everything between them."""


class DirectionsFunction(Ludeme):
    """A set of directions."""


class Item(Ludeme):
    """A part of the equipment."""


class Component(Item):
    """A thing to play with."""


class Container(Item):
    """A place for things to play with."""


class Moves(Ludeme):
    """A list of moves."""


class Decision(Moves):
    """Moves for a player to choose from."""


class NonDecision(Moves):
    """Moves that are not by themselves a choice."""


class Effect(NonDecision):
    """Moves that may also follow from another move."""


class StartRule(Ludeme):
    """What is done once before the first move."""


class MetaRule(Ludeme):
    """A rule about the rules of the whole game."""


class EndRule(Ludeme):
    """When the game ends, and how."""


class EndResult(Ludeme):
    """How the game ends."""


Int = IntFunction | int
Bool = BooleanFunction | bool
Float = FloatFunction | float
Dim = DimFunction | int
Direction = DirectionsFunction | AbsoluteDirection | RelativeDirection
DirectionFacing = CompassDirection | RotationalDirection | SpatialDirection
