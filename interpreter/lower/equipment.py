"""The equipment of a game and what the game uses, found with the needs that all lowerings declare."""

from ..equipment.equipment import build_equipment
from ..equipment.flags import game_flags
from . import families

__all__ = ["build_equipment", "game_flags"]

families.load()
