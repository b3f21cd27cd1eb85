"""The rules of a game in plain English, made from its typed tree: for `lud describe`."""

from . import conditions, ending, moving, numbers, regions, starting  # noqa: F401 (they fill the table)
from .game import describe_match, describe_rules
from .phrases import TABLE, Words

__all__ = ["TABLE", "Words", "describe_match", "describe_rules"]
