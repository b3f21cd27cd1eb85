"""Text of a game description to a typed syntax tree."""

from ludparse.description import Description, check, expand, load_description, parse
from ludparse.errors import (
    IllegalMoveError,
    LudError,
    LudLimitError,
    LudRuleError,
    LudSyntaxError,
    LudTypeError,
    LudUnsupportedError,
)
from ludparse.formatter import format_text
from ludparse.library import Library

__all__ = [
    "Description",
    "IllegalMoveError",
    "Library",
    "LudError",
    "LudLimitError",
    "LudRuleError",
    "LudSyntaxError",
    "LudTypeError",
    "LudUnsupportedError",
    "check",
    "expand",
    "format_text",
    "load_description",
    "parse",
]
