"""The two tags of a graph: the tiling it was built on, and the shape of its outline."""

from __future__ import annotations

from enum import Enum

__all__ = ["Basis", "Shape"]


class Basis(Enum):
    """The tiling of a graph. The members are in the language's order."""

    NO_BASIS = "NoBasis"
    TRIANGULAR = "Triangular"
    SQUARE = "Square"
    HEXAGONAL = "Hexagonal"
    T33336 = "T33336"
    T33344 = "T33344"
    T33434 = "T33434"
    T3464 = "T3464"
    T3636 = "T3636"
    T4612 = "T4612"
    T488 = "T488"
    T31212 = "T31212"
    T333333_33434 = "T333333_33434"
    SQUARE_PYRAMIDAL = "SquarePyramidal"
    HEXAGONAL_PYRAMIDAL = "HexagonalPyramidal"
    CONCENTRIC = "Concentric"
    CIRCLE = "Circle"
    SPIRAL = "Spiral"
    DUAL = "Dual"
    BRICK = "Brick"
    MESH = "Mesh"
    MORRIS = "Morris"
    CELTIC = "Celtic"
    QUADHEX = "QuadHex"


class Shape(Enum):
    """The outline of a graph."""

    NO_SHAPE = "NoShape"
    CUSTOM = "Custom"
    SQUARE = "Square"
    RECTANGLE = "Rectangle"
    TRIANGLE = "Triangle"
    HEXAGON = "Hexagon"
    CROSS = "Cross"
    DIAMOND = "Diamond"
    PRISM = "Prism"
    QUADRILATERAL = "Quadrilateral"
    RHOMBUS = "Rhombus"
    WHEEL = "Wheel"
    CIRCLE = "Circle"
    SPIRAL = "Spiral"
    WEDGE = "Wedge"
    STAR = "Star"
    LIMPING = "Limping"
    REGULAR = "Regular"
    POLYGON = "Polygon"
