"""The board of a game as user programs see it: its topology, together with pieces and containers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludparse.description.description import Description
from ludparse.ludemes.enums import RelationType, SiteType

from ..board.describe import BoardDescription, describe_topology
from ..board.network import network
from ..board.topology import Topology
from ..equipment import Equipment
from .pictures import BoardPicture

if TYPE_CHECKING:
    import networkx

    Members = Topology  # what `__getattr__` finds has its own type
else:
    Members = object

__all__ = ["BoardView"]


class BoardView(BoardPicture, Members):
    """The board of a game. It has all members of `Topology`: `elements`, `neighbours`, `radials`, `sets`, ..."""

    def __init__(self, name: str, equipment: Equipment, description: Description | None = None) -> None:
        """description: where it comes from; its metadata says how pictures look."""
        self.name = name
        self.description = description
        self.equipment = equipment
        self.topology: Topology = equipment.board

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            return getattr(self.topology, name)

    def describe(self) -> BoardDescription:
        """The whole board as plain data: every element with its label, coordinates, neighbours and radials, the named
        sets, pieces and containers.
        """
        equipment = self.equipment.describe()
        return {
            "game": self.name,
            **describe_topology(self.topology),
            "components": equipment["components"],
            "containers": equipment["containers"],
        }

    def graph(
        self, site: SiteType | None = None, relation: RelationType = RelationType.Adjacent
    ) -> networkx.Graph[int]:
        """A `networkx.Graph` of the elements of a kind (default: the kind played on), joined by a relation."""
        return network(self.topology, site, relation)

    def __repr__(self) -> str:
        return f"<Board of {self.name!r}: {self.topology!r}>"
