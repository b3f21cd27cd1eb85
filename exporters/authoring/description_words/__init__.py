"""The rules of a game in plain English, made from its typed tree: for `lud describe`."""

from . import (  # noqa: F401 (they fill the table)
    capturing,
    combining,
    comparing,
    conditions,
    effects,
    ending,
    moving,
    numbers,
    regions,
    starting,
)
from .game import describe_match, describe_rules, why_ended
from .phrases import Words
from .vocabulary import TABLE, plain

__all__ = ["TABLE", "Words", "describe_match", "describe_rules", "plain", "why_ended"]
