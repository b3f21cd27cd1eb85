"""The difference of two descriptions in terms of rules: for `lud diff`."""

from .sections import Section, compare_games, sections_of
from .trees import Change, compare, laid_out

__all__ = ["Change", "Section", "compare", "compare_games", "laid_out", "sections_of"]
