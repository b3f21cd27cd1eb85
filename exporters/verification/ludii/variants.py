"""Which games are asked for: every description with the options and rulesets to run it with."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from ludparse.description.description import load_description
from ludparse.library.library import Library, find_source, looks_like_text
from ludparse.problems.errors import LudError

__all__ = ["Choice", "Variant", "games_in", "variants_of"]

_SKIPPED = ("bad", "bad_playout", "plex", "proprietary", "test", "wip", "wishlist", "WishlistDLP")
"""Folders of Ludii's whose descriptions are drafts: its own tests leave them out as well."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A description with its options chosen.

    `source` is what `load` takes, `text` the description itself, which Ludii gets. `ruleset`: its heading; `options`
    are then the choices that belong to it.
    """

    path: str
    source: str
    text: str = field(repr=False)
    options: tuple[str, ...] = ()
    ruleset: str | None = None

    @property
    def label(self) -> str:
        """The path, and what tells this variant from others: for reports and for the names of files."""
        extra = self.ruleset or ", ".join(self.options)
        return f"{self.path} ({extra})" if extra else self.path

    @property
    def slug(self) -> str:
        """What tells this variant from others, as the beginning of a file's name; empty for the default."""
        extra = self.ruleset or "_".join(self.options)
        return re.sub(r"[^\w.-]+", "-", extra).strip("-")[:80]


@dataclass(frozen=True, slots=True)
class Choice:
    """How options are chosen: those named, one ruleset or all of them, or so many combinations at random."""

    options: tuple[str, ...] = ()
    ruleset: str | None = None
    all_rulesets: bool = False
    random_options: int = 0
    seed: int = 1


def games_in(library: Library, filter: str | None = None) -> list[str]:
    """The paths of a library's games, without drafts; filter: what has to occur in the path, whatever the case."""
    paths = (name.removeprefix("lud/") for name in library.games)
    kept = (path for path in paths if path.split("/", 1)[0] not in _SKIPPED)
    return [path for path in kept if not filter or filter.casefold() in path.casefold()]


def variants_of(
    sources: Iterable[str], library: Library | None, choice: Choice, say: Callable[[str], None] = lambda text: None
) -> Iterator[Variant | LudError]:
    """Every variant of every description; a LudError in the place of a description that cannot be read.

    say: is told of a description that has fewer combinations of options than were asked for.
    """
    for source in sources:
        try:
            found = find_source(source, library)
        except LudError as problem:
            yield problem
            continue
        name = source if looks_like_text(source) or not _in(library, found.name) else _path(library, found.name)
        path = "text" if looks_like_text(source) else name.removesuffix(".lud")
        plain = Variant(path, name, found.text, choice.options, choice.ruleset)
        if not (choice.ruleset or choice.all_rulesets or choice.random_options):
            yield plain
            continue
        try:
            description = load_description(found, library=library, options=choice.options)
        except LudError as problem:
            yield problem
            continue
        yield from _chosen(plain, description, choice, say)


def _chosen(plain: Variant, description: Any, choice: Choice, say: Callable[[str], None]) -> Iterator[Variant]:
    rulesets = [r for r in description.rulesets if choice.all_rulesets or r.heading == choice.ruleset]
    if choice.ruleset and not rulesets:
        known = ", ".join(repr(r.heading) for r in description.rulesets) or "none"
        raise LudError(f"{plain.path} has no ruleset {choice.ruleset!r}; it has {known}")
    for ruleset in rulesets:
        yield Variant(plain.path, plain.source, plain.text, (*choice.options, *ruleset.choices), ruleset.heading)
    if not (choice.ruleset or choice.random_options or (choice.all_rulesets and rulesets)):
        yield Variant(plain.path, plain.source, plain.text, choice.options)
    others = prod(len(option.items) for option in description.options) - 1
    if others < choice.random_options:
        count = f"{others} combination{'s' * (others > 1)}" if others else "no combination"
        say(f"{plain.path} has {count} of options beside the usual one: {choice.random_options} were asked for")
    seen: set[tuple[str, ...]] = {()}
    chance = random.Random(f"{choice.seed}/{plain.path}")
    for items in _combinations([option.items for option in description.options], choice.random_options, chance):
        pairs = zip(description.options, items, strict=True)
        picked = tuple(item.heading for option, item in pairs if item is not option.default)
        if picked not in seen and len(seen) <= choice.random_options:
            seen.add(picked)
            yield Variant(plain.path, plain.source, plain.text, picked)


def _combinations(options: Sequence[Sequence[Any]], wanted: int, chance: random.Random) -> Iterator[Sequence[Any]]:
    """One item of every option: all combinations in order if few more than those wanted exist, else drawn at random."""
    if prod(map(len, options)) <= wanted + 1:
        yield from product(*options)
    else:
        for _ in range(100 * wanted):
            yield [chance.choice(items) for items in options]


def _in(library: Library | None, file: str) -> bool:
    return library is not None and Path(file).is_relative_to(Path(library.path) / "lud")


def _path(library: Library | None, file: str) -> str:
    """The path of a library's file within `lud/`."""
    assert library is not None
    parts = Path(file).relative_to(Path(library.path) / "lud").parts
    return "/".join(parts)
