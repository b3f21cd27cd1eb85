"""All games at hand, bundled and of a library, with what they are: for `lud find`."""

from .entry import Entry, board_kind, tags_of
from .index import PACKAGES, Catalogue, OfEachGame, made_with
from .query import Match, Query

__all__ = [
    "PACKAGES", "Catalogue", "Entry", "Match", "OfEachGame", "Query", "board_kind", "made_with", "tags_of",
]  # fmt: skip
