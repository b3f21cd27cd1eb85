"""All games at hand, bundled and of a library, with what they are: for `lud find`."""

from .entry import Entry, board_kind, tags_of
from .index import Catalogue
from .query import Match, Query

__all__ = ["Catalogue", "Entry", "Match", "Query", "board_kind", "tags_of"]
