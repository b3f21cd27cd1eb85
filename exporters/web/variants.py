"""Which variants of a game a page holds: what was asked for, then the rulesets, then one option changed at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludparse.description.description import Description
from ludparse.expansion.options import Item

__all__ = ["Choice", "choices_of"]


@dataclass(frozen=True)
class Choice:
    """Options and a ruleset to load a game with. label: for the menu."""

    label: str
    options: tuple[str, ...] = ()
    ruleset: str | None = None


def choices_of(description: Description, most: int | None) -> tuple[list[Choice], int]:
    """The variants for a page, and how many further ones there are. description: with what was asked for.

    most: how many variants a page may hold, None for all. Combinations of several changed options count as further
    ones only if they were asked for.
    """
    request = description.request
    asked = Choice(_label(description), request.options, request.ruleset)
    seen = {_chosen(description, asked)}
    found = [asked]
    for choice in _others(description, request.options):
        key = _chosen(description, choice)
        if key not in seen:
            seen.add(key)
            found.append(choice)
    kept = found if most is None else found[: max(1, most)]
    return kept, len(found) - len(kept)


def _others(description: Description, options: Sequence[str]) -> Iterator[Choice]:
    for ruleset in description.rulesets:
        name = ruleset.heading.removeprefix("Ruleset/")
        yield Choice(name, (), ruleset.heading)
    for option in description.options:
        for item in option.items:
            others = tuple(heading for heading in options if not heading.startswith(f"{option.name}/"))
            yield Choice(f"{option.name}: {item.name}", (*others, item.heading))


def _label(description: Description) -> str:
    if description.ruleset is not None and description.request.ruleset is not None:
        return description.ruleset.heading.removeprefix("Ruleset/")
    changed = [item for item in _items(description) if item.heading in description.selected_options]
    defaults = {option.default.heading for option in description.options}
    names = [f"{item.option}: {item.name}" for item in changed if item.heading not in defaults]
    return ", ".join(names) or "as usual"


def _items(description: Description) -> Iterator[Item]:
    return (item for option in description.options for item in option.items)


def _chosen(description: Description, choice: Choice) -> tuple[str, ...]:
    """The item of every option that a choice comes to, so that two choices of the same game are seen as one."""
    rules = next((r.choices for r in description.rulesets if r.heading == choice.ruleset), ())
    chosen = []
    for option in description.options:
        headings = [item.heading for item in option.items]
        wanted = [heading for heading in (*choice.options, *rules) if heading in headings]
        chosen.append(wanted[0] if wanted else option.default.heading)
    return tuple(chosen)
