"""The combinations of options and rulesets that are checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Variant", "chosen", "variants_of"]


@dataclass(frozen=True)
class Variant:
    """Options that differ from the defaults, or a ruleset."""

    options: tuple[str, ...] = ()
    ruleset: str | None = None

    def __str__(self) -> str:
        return ", ".join((*([self.ruleset] if self.ruleset else []), *self.options)) or "usual rules"


def variants_of(
    options: Sequence[Any], rulesets: Sequence[Any], more: Iterable[Sequence[str]] = ()
) -> list[Variant]:
    """The usual rules, every other item of every option alone, every ruleset, and those that a reference adds."""
    found = [Variant()]
    for option in options:
        found += [Variant((item.heading,)) for item in option.items if item is not option.default]
    found += [Variant(ruleset=ruleset.heading) for ruleset in rulesets]
    found += [Variant(tuple(headings)) for headings in more]
    return list(dict.fromkeys(found))


def chosen(selected: Sequence[str]) -> Mapping[str, str]:
    """The chosen item of each option, from headings such as `Board Size/6`."""
    return {heading.split("/", 1)[0]: heading.split("/", 1)[1] for heading in selected}
