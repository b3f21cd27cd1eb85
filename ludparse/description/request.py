"""What a description is read from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

__all__ = ["Options", "Request", "option_list"]

Options = str | Mapping[str, object] | Iterable[str | tuple[str, object]]
"""Chosen items of options: `"Board Size/6"`, `["Board Size/6", …]`, `{"Board Size": 6}` or `[("Board Size", 6), …]`."""


class Request(NamedTuple):
    """What a description was read from: its text, and what was asked for."""

    text: str
    options: tuple[str, ...]
    ruleset: str | None


def option_list(options: Options) -> tuple[str, ...]:
    """The headings of the items that are chosen. Raises TypeError for what names none."""
    if isinstance(options, str):
        return (options,)
    given: object = options.items() if isinstance(options, Mapping) else options
    found = []
    for item in given if isinstance(given, Iterable) else (given,):
        if isinstance(item, tuple | list) and len(item) == 2:
            item = f"{item[0]}/{item[1]}"
        if not isinstance(item, str):
            raise TypeError(f"an option is written 'Category/Item' or {{'Category': item}}, and this is {item!r}")
        found.append(item)
    return tuple(found)
