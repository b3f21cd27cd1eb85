"""What a description is read from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Request", "option_list"]


class Request(NamedTuple):
    """What a description was read from: its text, and what was asked for."""

    text: str
    options: tuple[str, ...]
    ruleset: str | None


def option_list(options: Sequence[str] | str) -> tuple[str, ...]:
    """What is chosen; one string is one option."""
    return (options,) if isinstance(options, str) else tuple(options)
