"""Constants of boards: shapes and tilings."""

from enum import Enum

__all__ = [
    "BrickShapeType",
    "ConcentricShapeType",
    "DiagonalsType",
    "HexShapeType",
    "ShapeStarType",
    "SquareShapeType",
    "TilingType",
    "TriShapeType",
]


class ShapeStarType(Enum):
    Star = "Star"


class ConcentricShapeType(Enum):
    Square = "Square"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Target = "Target"


class BrickShapeType(Enum):
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Prism = "Prism"
    Spiral = "Spiral"
    Limping = "Limping"


class TilingType(Enum):
    T31212 = "T31212"
    T3464 = "T3464"
    T488 = "T488"
    T33434 = "T33434"
    T33336 = "T33336"
    T33344 = "T33344"
    T3636 = "T3636"
    T4612 = "T4612"
    T333333_33434 = "T333333_33434"


class HexShapeType(Enum):
    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Star = "Star"
    Limping = "Limping"
    Prism = "Prism"


class SquareShapeType(Enum):
    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Limping = "Limping"


class DiagonalsType(Enum):
    Implied = "Implied"
    Solid = "Solid"
    SolidNoSplit = "SolidNoSplit"
    Alternating = "Alternating"
    Concentric = "Concentric"
    Radiating = "Radiating"


class TriShapeType(Enum):
    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Star = "Star"
    Limping = "Limping"
    Prism = "Prism"
