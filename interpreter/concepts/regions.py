"""Concepts of regions."""

from __future__ import annotations

from ludparse import ludemes as L
from ludparse.ludemes.enums import SitesIndexType, SitesPlayerType, SitesSimpleType

from .booleans import HIDDEN
from .collector import Collector
from .rules import adds, peculiar

_ADJACENT = "AdjacentDirection"

adds(L.Expand, seen="region origin steps")
adds(L.LastRegion, L.SitesContext, L.SitesEdge, seen="")
adds(L.RegionDifference, own="Complement")
adds(L.RegionForEachLevel, unseen="start_at")
adds(L.RegionForEachPlayers, L.RegionForEachSite, L.RegionForEachSiteInRegion, own="ControlFlowStatement")
adds(L.RegionForEachTeam, own="ControlFlowStatement")
adds(L.RegionIf, own="ConditionalStatement")
adds(L.RegionIntersection, own="Intersection")
adds(L.RegionUnion, own="Union")

adds(L.SitesAround, default={"directions": _ADJACENT})
adds(L.SitesBetween, L.SitesDirection, default={"directions": _ADJACENT})
adds(L.SitesCoords, L.SitesCrossing, L.SitesCustom, L.SitesIncident, L.SitesLargePiece, L.SitesMove, L.SitesOccupied)
adds(L.SitesSide, L.SitesTrack, L.SitesWalk)
adds(L.SitesDistance, own="Distance")
adds(L.SitesEquipmentRegion, unseen="site_type")
adds(L.SitesGroup, own="Group", default={"directions": _ADJACENT})
adds(L.SitesHidden, own="HiddenInformation")
adds(L.SitesIndex, L.SitesSimple)
adds(L.SitesLineOfSight, own="LineOfSight", default={"directions": _ADJACENT})
adds(L.SitesLoop, own="Loop", default={"directions": _ADJACENT})
adds(L.SitesPattern, own="Pattern")
adds(L.SitesPiece, seen="pid.component")
adds(L.SitesPlayer, unseen="element_type")
adds(L.SitesRandom, own="Stochastic")


@peculiar(L.SitesHidden)
def _hidden(node: L.SitesHidden, found: set[str], _: Collector) -> None:
    found.add(HIDDEN[node.data_type])


@peculiar(L.SitesPlayer)
def _of_player(node: L.SitesPlayer, found: set[str], _: Collector) -> None:
    if node.kind is SitesPlayerType.Winning:
        found.add("CopyContext")


@peculiar(L.SitesIndex)
def _by_index(node: L.SitesIndex, found: set[str], concepts: Collector) -> None:
    board = node.kind is SitesIndexType.Empty and (node.index is None or concepts.known.int(node.index) == 0)
    if board:
        found.clear()
    elif node.kind is SitesIndexType.Cell and node.element_type is not None:
        found.clear()
        found |= concepts.of(node.index)


_WITHOUT_TYPE = {
    SitesSimpleType.Hint,
    SitesSimpleType.LastFrom,
    SitesSimpleType.LastTo,
    SitesSimpleType.LineOfPlay,
    SitesSimpleType.Pending,
    SitesSimpleType.Playable,
    SitesSimpleType.ToClear,
}


@peculiar(L.SitesSimple)
def _simple(node: L.SitesSimple, found: set[str], _: Collector) -> None:
    if node.kind in _WITHOUT_TYPE:
        found.clear()
