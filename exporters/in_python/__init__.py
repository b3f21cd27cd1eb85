"""What one asks of a game in a line of Python: words, differences, statistics, pages, a widget, Ludii's answer."""

from .games import (
    comparison,
    crosschecked,
    difference,
    evaluated,
    game_widget,
    rules_in_words,
    variants_found,
    write_page,
)  # fmt: skip

__all__ = [
    "comparison", "crosschecked", "difference", "evaluated", "game_widget", "rules_in_words", "variants_found",
    "write_page",
]  # fmt: skip
