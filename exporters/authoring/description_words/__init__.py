"""The rules of a game in plain English, made from its typed tree: for `lud describe`."""

from . import (  # noqa: F401 (they fill the table)
    arithmetic,
    arranged,
    capturing,
    combining,
    comparing,
    conditions,
    differing,
    effects,
    ending,
    going,
    lacking,
    looping,
    numbers,
    placing,
    regions,
    starting,
    tracks,
)
from .game import describe_match, describe_rules, why_ended
from .wording.phrases import Words
from .wording.vocabulary import TABLE, plain

__all__ = ["TABLE", "Words", "describe_match", "describe_rules", "plain", "why_ended"]
