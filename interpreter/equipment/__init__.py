"""The equipment of a game: components, containers, tracks, regions, maps, hints."""

from .boards import board_node, build_topology, default_site_of
from .equipment import Equipment
from .items import END, OFF, Component, ComponentKind, Container, ContainerKind, EquipmentRegion, HintSet, IntMap
from .tracks import Track, TrackElement
from .walks import covered_sites, large_piece_sites, large_piece_states

__all__ = [
    "END",
    "OFF",
    "Component",
    "ComponentKind",
    "Container",
    "ContainerKind",
    "Equipment",
    "EquipmentRegion",
    "HintSet",
    "IntMap",
    "Track",
    "TrackElement",
    "board_node",
    "build_topology",
    "covered_sites",
    "default_site_of",
    "large_piece_sites",
    "large_piece_states",
]
