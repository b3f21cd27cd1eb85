"""The difference of two descriptions in terms of rules: for `lud diff`."""

from .sections import Differences, Section, compare_games, sections_of, told
from .trees import Change, compare, laid_out

__all__ = ["Change", "Differences", "Section", "compare", "compare_games", "laid_out", "sections_of", "told"]
