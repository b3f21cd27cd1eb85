"""What one asks of a game in a line of Python: words, differences, statistics, pages, Ludii's answer."""

from .games import comparison, crosschecked, difference, evaluated, rules_in_words, variants_found, write_page

__all__ = ["comparison", "crosschecked", "difference", "evaluated", "rules_in_words", "variants_found", "write_page"]
