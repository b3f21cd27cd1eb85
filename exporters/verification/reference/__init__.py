"""Cross-checks of a game against the same rules written by hand: the protocol of `reference.py`, the comparison, its
report."""

from .compare import Mismatch, Outcome, Settings, Variant, compare, variants_of
from .protocol import Position, Reference, is_game_folder, load_reference
from .view import View

__all__ = [
    "Mismatch",
    "Outcome",
    "Position",
    "Reference",
    "Settings",
    "Variant",
    "View",
    "compare",
    "is_game_folder",
    "load_reference",
    "variants_of",
]
