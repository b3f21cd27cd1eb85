"""Cross-checks of a game against the same rules written by hand: the protocol of `reference.py`, the comparison, its
report."""

from exporters.reference.compare import Mismatch, Outcome, Settings, compare
from exporters.reference.protocol import Position, Reference, is_game_folder, load_reference
from exporters.reference.variants import Variant, variants_of
from exporters.reference.view import View

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
