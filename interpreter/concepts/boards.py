"""Concepts of boards, and of what else the equipment holds."""

from __future__ import annotations

from ludparse import ludemes as L
from ludparse.ludemes.enums import (
    BrickShapeType,
    ConcentricShapeType,
    DiagonalsType,
    HexShapeType,
    SiteType,
    SquareShapeType,
    TilingBoardlessType,
    TilingType,
    TriShapeType,
)

from ..board.dims import eval_dim
from ..equipment import Component, ComponentKind, Container, ContainerKind, Equipment
from ..equipment.players import role_owner
from .collector import Collector
from .rules import adds, peculiar

_POLYGON = frozenset({"PolygonShape"})
_REGULAR = frozenset({"PolygonShape", "RegularShape"})

# ------------------------------------------------------------------ items, as described

adds(L.Board, L.SurakartaBoard, seen="graph_fn")
adds(L.MancalaBoard, own="GraphStyle", seen="")
adds(L.Boardless, own="Boardless", seen="")
adds(L.Card, L.Deck, L.Dice, L.Die, L.Domino, L.Dominoes, L.EquipmentCard, L.EquipmentPiece, L.Equipment, seen="")
adds(L.Flips, L.Hand, L.Hint, L.Hints, L.Path, L.Tile, L.Track, L.Values, seen="")
adds(L.Map)
adds(L.Pair, seen="key value")
adds(L.Regions, seen="region_fn regions_fn")


@peculiar(L.Board)
def _board(node: L.Board, found: set[str], _: Collector) -> None:
    puzzle = node.values is not None or node.values_array is not None
    if not puzzle and node.use in (SiteType.Vertex, SiteType.Edge):
        found.add("GraphStyle")


@peculiar(L.SurakartaBoard)
def _surakarta(_: L.SurakartaBoard, found: set[str], __: Collector) -> None:
    found.add("GraphStyle")


_BOARDLESS = {
    TilingBoardlessType.Square: {"SquareTiling", "SquareShape"},
    TilingBoardlessType.Hexagonal: {"HexTiling", "HexShape"},
    TilingBoardlessType.Triangular: {"TriangleTiling", "TriangleShape"},
}


@peculiar(L.Boardless)
def _boardless(node: L.Boardless, found: set[str], _: Collector) -> None:
    found |= _BOARDLESS[node.tiling] | _REGULAR


# ------------------------------------------------------------------ items, as they are made


def of_containers(equipment: Equipment) -> set[str]:
    """The concepts of hands, dice, decks and tracks."""
    found: set[str] = set()
    for container in equipment.containers[1:]:
        found |= _of_container(container)
    for track in equipment.tracks:
        found |= _of_track(track.loop, track.owner)
    return found


def _of_track(loop: bool | None, owner: int | None) -> set[str]:
    return {"Track"} | ({"TrackLoop"} if loop else set()) | ({"TrackOwned"} if owner else set())


def _of_container(container: Container) -> set[str]:
    if container.kind is ContainerKind.DECK:
        return {"Card"}
    if container.kind is ContainerKind.HAND:
        return {"Hand"}
    node = container.node
    if isinstance(node, L.Board | L.MancalaBoard):  # a further one: its tracks lead nowhere and are no tracks of ours
        tracks = (node.track,) if node.track else node.tracks or ()
        return set().union(*(_of_track(t.loop, t.owner or (role_owner(t.role) if t.role else 0)) for t in tracks))
    if container.kind is ContainerKind.BOARD:
        return set()
    found = {"Dice"}
    if isinstance(node, L.Dice):
        if node.biased is not None:
            found.add("BiasedDice")
        faces = _faces(node)
        if faces in (2, 3, 4, 6):
            found.add(f"DiceD{faces}")
    return found


def _faces(node: L.Dice) -> int:
    """How many faces the (first) die has."""
    if node.d is not None:
        return node.d
    if node.faces is not None:
        return len(node.faces)
    return 6 if node.faces_by_die is None else len(node.faces_by_die[0])


_KINDS = {
    ComponentKind.PIECE: {"Piece"},
    ComponentKind.DIE: {"Dice"},
    ComponentKind.CARD: {"Card"},
    ComponentKind.TILE: {"Tile"},
    ComponentKind.DOMINO: {"CanNotMove", "LargePiece", "Tile"},
}

_NAMED = {
    "ball": "BallComponent",
    "disc": "DiscComponent",
    "marker": "MarkerComponent",
    "king": "KingComponent",
    "king_nocross": "KingComponent",
    "knight": "KnightComponent",
    "queen": "QueenComponent",
    "bishop": "BishopComponent",
    "bishop_nocross": "BishopComponent",
    "rook": "RookComponent",
    "pawn": "PawnComponent",
}
"""Concepts by the name of a piece.

Ludii would also take families (Shogi, animals, …) from the folders of its pictures. It looks for them in a place where
they are not, so no game has these concepts.
"""


def of_components(components: tuple[Component, ...], players: int) -> set[str]:
    """The concepts of pieces, tiles, dice, cards and dominoes, without those of their names."""
    found: set[str] = set()
    for component in components[1:]:
        found |= _KINDS[component.kind]
        if component.kind is ComponentKind.TILE and component.is_large:
            found.add("LargePiece")
    names: list[set[str]] = [set() for _ in range(players + 1)]
    for component in components[1:]:
        if 0 < component.owner <= players:
            names[component.owner].add(component.base_name)
    if players and any(names[1] - others for others in names[2:]):
        found.add("AsymmetricPiecesType")
    return found


def of_names(components: tuple[Component, ...]) -> set[str]:
    """The concepts of the names of the pieces."""
    names = (component.base_name.lower() for component in components[1:])
    return {_NAMED[name] for name in names if name in _NAMED}


# ------------------------------------------------------------------ graphs

# Most operators hide what they work on; these do not.
adds(L.GraphAdd, L.Layers, L.Recoordinate, L.Renumber, L.Rotate, L.Scale, L.Shift, L.Skew, seen="graph")
adds(L.Clip, L.Complete, L.Dual, L.GraphRemove, L.GraphUnion, L.Hole, L.Intersect, L.Keep, L.MakeFaces, seen="")
adds(L.Merge, L.SplitCrossings, L.Subdivide, L.Trim, seen="")
adds(L.Graph, L.Mesh, L.Poly, L.Repeat, seen="")
adds(L.Brick, own="BrickTiling", seen="")
adds(L.Celtic, own="CelticTiling PolygonShape", seen="")
adds(L.Concentric, own="ConcentricTiling", seen="")
adds(L.Hex, own="HexTiling", seen="")
adds(L.Quadhex, own="QuadHexTiling HexShape PolygonShape", seen="")
adds(L.Rectangle, L.Square, seen="")
adds(L.Regular, own="RegularShape PolygonShape", seen="")
adds(L.Spiral, own="SpiralTiling SpiralShape", seen="")
adds(L.Tiling, own="SemiRegularTiling PolygonShape", seen="")
adds(L.Tri, own="TriangleTiling", seen="")
adds(L.Wedge, own="PolygonShape", seen="")


def _square_tiling(diagonals: DiagonalsType | None) -> set[str]:
    if diagonals is None:
        return {"SquareTiling"}
    return {"AlquerqueTiling"} if diagonals is DiagonalsType.Alternating else set()


def _rectangle(rows: int, columns: int, diagonals: DiagonalsType | None, *, pyramid: bool = False) -> set[str]:
    shape = "Square" if rows == columns else "Rectangle"
    return {f"{shape}{'Pyramidal' if pyramid else ''}Shape"} | _REGULAR | _square_tiling(diagonals)


@peculiar(L.Rectangle)
def _of_rectangle(node: L.Rectangle, found: set[str], _: Collector) -> None:
    rows = eval_dim(node.dim_a)
    found |= _rectangle(rows, rows if node.dim_b is None else eval_dim(node.dim_b), node.diagonals)


@peculiar(L.Square)
def _of_square(node: L.Square, found: set[str], _: Collector) -> None:
    if node.dim is None:
        found |= _square_tiling(node.diagonals)
    elif node.shape is SquareShapeType.Diamond:
        found |= _square_tiling(node.diagonals) | {"DiamondShape"}
    else:
        size = eval_dim(node.dim)
        columns = size + 1 if node.shape is SquareShapeType.Limping else size
        found |= _rectangle(size, columns, node.diagonals, pyramid=bool(node.pyramidal))


_HEX = {
    HexShapeType.Triangle: "TriangleShape",
    HexShapeType.Diamond: "DiamondShape",
    HexShapeType.Prism: "PrismShape",
    HexShapeType.Star: "StarShape",
    HexShapeType.Square: "RectangleShape",
    HexShapeType.Rectangle: "RectangleShape",
}


@peculiar(L.Hex)
def _of_hex(node: L.Hex, found: set[str], _: Collector) -> None:
    found |= _POLYGON
    if node.dim_a is None or node.shape is HexShapeType.Limping:
        return
    if node.shape in _HEX:
        found |= {_HEX[node.shape], "RegularShape"}
    elif node.dim_b is None:
        found |= {"HexShape", "RegularShape"}


_TRI = {
    None: "TriangleShape",
    TriShapeType.Triangle: "TriangleShape",
    TriShapeType.Hexagon: "HexShape",
    TriShapeType.Diamond: "DiamondShape",
    TriShapeType.Prism: "PrismShape",
    TriShapeType.Star: "StarShape",
}


@peculiar(L.Tri)
def _of_tri(node: L.Tri, found: set[str], _: Collector) -> None:
    found |= _POLYGON
    if node.dim_a is None or node.shape is TriShapeType.Limping:
        return
    if node.shape in _TRI:
        found |= {_TRI[node.shape], "RegularShape"}
    elif node.shape in (TriShapeType.Square, TriShapeType.Rectangle):
        one = node.dim_b is None or node.shape is TriShapeType.Square or eval_dim(node.dim_a) == eval_dim(node.dim_b)
        found |= {"SquareShape" if one else "RectangleShape", "RegularShape"}


@peculiar(L.Brick)
def _of_brick(node: L.Brick, found: set[str], _: Collector) -> None:
    found |= _POLYGON
    shapes = {
        BrickShapeType.Spiral: "SpiralShape",
        BrickShapeType.Diamond: "DiamondShape",
        BrickShapeType.Prism: "PrismShape",
    }
    shape = None if node.shape is None else shapes.get(node.shape)
    if shape is None:
        one = node.dim_b is None and node.shape is not BrickShapeType.Limping
        shape = "SquareShape" if one else "RectangleShape"
    found.add(shape)


@peculiar(L.Celtic)
def _of_celtic(node: L.Celtic, found: set[str], _: Collector) -> None:
    found.add("SquareShape" if node.rows is not None and node.columns is None else "RectangleShape")


@peculiar(L.Tiling)
def _of_tiling(node: L.Tiling, found: set[str], _: Collector) -> None:
    if node.dim_a is None:
        return
    if node.tiling is TilingType.T3464:
        found.add("HexShape" if node.dim_b is None else "ParallelogramShape")
    elif node.tiling is TilingType.T488:
        found |= {"SquareShape" if node.dim_b is None else "RectangleShape", "RegularShape"}


_SIDES = {3: "TriangleShape", 4: "SquareShape", 6: "HexShape"}
_RINGS: dict[ConcentricShapeType | None, int] = {
    ConcentricShapeType.Triangle: 3,
    ConcentricShapeType.Square: 4,
    ConcentricShapeType.Hexagon: 6,
}


@peculiar(L.Concentric)
def _of_concentric(node: L.Concentric, found: set[str], _: Collector) -> None:
    if node.shape is ConcentricShapeType.Target and node.steps is None:
        found.add("TargetShape")
    elif node.shape is ConcentricShapeType.Target or node.cells is not None:
        found |= {"CircleTiling", "CircleShape"}
    else:
        sides = _RINGS[node.shape] if node.sides is None else eval_dim(node.sides)
        found |= {"MorrisTiling", *_REGULAR}
        if sides in _SIDES:
            found.add(_SIDES[sides])
