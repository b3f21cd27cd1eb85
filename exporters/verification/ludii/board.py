"""The board of a game of Ludii's, in the form of recorded boards (compare `ludparse.interpreter.board.describe`)."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor
from typing import Any

from .jvm import Java

__all__ = ["describe"]

_RELATIONS = (
    ("Orthogonal", "orthogonal"),
    ("Diagonal", "diagonal"),
    ("OffDiagonal", "off"),
    ("Adjacent", "adjacent"),
    ("All", "neighbours"),
)
_SETS = (
    *("corners", "perimeter", "outer", "inner", "centre"),
    *("top", "bottom", "left", "right", "major", "minor"),
)


def describe(java: Java, game: Any) -> dict[str, Any]:
    """Every element of the board with its neighbours and lines, and the named sets of each site type."""
    topology = game.board().topology()
    default = game.board().defaultSite()
    found: dict[str, Any] = {"default_site": str(default), "num_edges_dir": int(topology.numEdges())}
    for name in ("Vertex", "Edge", "Cell"):
        kind = getattr(java.SiteType, name)
        found[name] = [_element(java, topology, kind, e, name == str(default)) for e in topology.getGraphElements(kind)]
        sets: dict[str, Any] = {s: _indices(getattr(topology, s)(kind)) for s in _SETS}
        sets["sides"] = {
            str(side.getKey().toAbsolute()): _indices(side.getValue()) for side in topology.sides(kind).entrySet()
        }
        sets["phases"] = [_indices(phase) for phase in topology.phases(kind)]
        found[f"{name}_sets"] = sets
    return found


def _element(java: Java, topology: Any, kind: Any, element: Any, with_radials: bool) -> dict[str, Any]:
    place = element.centroid3D()
    return {
        "label": str(element.label()),
        "x": _rounded(float(place.x())),
        "y": _rounded(float(place.y())),
        "z": _rounded(float(place.z())),
        "row": int(element.row()),
        "col": int(element.col()),
        "layer": int(element.layer()),
        "rel": {name: _indices(getattr(element, method)()) for name, method in _RELATIONS},
        "radials": _radials(java, topology, kind, element) if with_radials else {},
    }


def _radials(java: Java, topology: Any, kind: Any, element: Any) -> dict[str, list[list[int]]]:
    found = {}
    for direction in element.supportedDirections(java.RelationType.Adjacent):
        absolute = direction.toAbsolute()
        radials = topology.trajectories().radials(kind, element.index(), absolute)
        if radials is not None and radials.size():
            found[str(absolute)] = [[int(step.id()) for step in radial.steps()] for radial in radials]
    return found


def _indices(elements: Iterable[Any]) -> list[int]:
    return [int(e.index()) for e in elements]


def _rounded(place: float) -> float:
    """To five digits after the point, halves upwards."""
    return floor(place * 100_000 + 0.5) / 100_000
