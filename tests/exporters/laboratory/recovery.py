"""Whether a game is recognised when its names are gone, its defines expanded and one rule altered.

    python -m tests.exporters.laboratory.recovery --games 100

The games are the first of Ludii's library, without its drafts, by the SHA-256 of a commit and their path, so that
nobody chose them. The rule is altered as `lud crosscheck` makes grafts: a part of the rules of another game takes the
place of a corresponding one in the rules, or a whole number there changes by one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from ludparse.description.description import load_description
from ludparse.exporters.laboratory.measured import DescribedGame
from ludparse.exporters.laboratory.similar import space_at
from ludparse.exporters.laboratory.space import Rules, Space, Traits
from ludparse.exporters.laboratory.trees import without_names
from ludparse.exporters.verification.ludii.grafts import Grafter
from ludparse.exporters.verification.ludii.variants import games_in
from ludparse.library.library import Library
from ludparse.problems.errors import LudError
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Arg, Call

COMMIT = "0c454dd50"
"""On which this work began."""
TRIES = 100


@dataclass(frozen=True)
class Case:
    """An altered description, and the place of the game that it was. story: what was altered. places: by distance, the
    place of that game in the order of all (0: the nearest); before: the name of the nearest. ties: others as near."""

    place: str
    story: str
    places: dict[str, int]
    before: dict[str, str]
    ties: dict[str, list[str]] = field(default_factory=dict)


def chosen(library: Library, number: int, first: int = 0) -> list[str]:
    """Paths of games by their hashes."""
    by_hash = sorted(games_in(library), key=lambda path: hashlib.sha256(f"{COMMIT} {path}".encode()).hexdigest())
    return [f"lud/{path}" for path in by_hash[first : first + number]]


def altered(library: Library, grafter: Grafter, place: str) -> tuple[DescribedGame, str]:
    """What is known of a game without names and defines, with one rule altered, and what was altered.

    Raises LudError for a game that cannot be read, or of which no altered one can.
    """
    tree = load_description(library.read(place), library=library).tree
    bare = without_names(tree)
    chance = random.Random(f"{COMMIT} {place}")
    keywords = [arg.value.keyword if isinstance(arg.value, Call) else "" for arg in bare.args]
    at = keywords.index("rules") if "rules" in keywords else -1
    if at < 0:
        raise LudError("there are no rules, but games")
    for _ in range(TRIES):
        rules = bare.args[at].value
        assert isinstance(rules, Call)
        changed = grafter.changed(rules, chance)
        if changed is None or format_tree(changed[0]) == format_tree(rules):
            continue
        text = format_tree(Call(bare.keyword, (*bare.args[:at], Arg(None, changed[0]), *bare.args[at + 1 :])))
        try:
            return DescribedGame.of(load_description(text), library), changed[1]
        except LudError:
            continue
    raise LudError(f"none of {TRIES} alterations can be read")


def cases(library: Library, space: Space, places: list[str]) -> Iterator[Case]:
    """What becomes of each game."""
    grafter = Grafter(library, games_in(library), 1)
    rows = {about.place: row for row, about in enumerate(space.about)}
    for place in places:
        try:
            game, story = altered(library, grafter, place)
        except LudError as problem:
            yield Case(place, f"not altered: {problem.message}", {}, {})
            continue
        found = space.distances(Traits.of(game, Rules.of(game.text)))
        own = rows[place]
        ranks, before, ties = dict[str, int](), dict[str, str](), dict[str, list[str]]()
        for name, distances in found.items():
            known = np.nan_to_num(distances, nan=2.0)
            ranks[name] = int(np.sum(known < known[own] - 1e-9))
            before[name] = space.about[int(np.argmin(known))].name
            near = np.flatnonzero(abs(known - known[own]) <= 1e-9)
            ties[name] = [space.about[row].name for row in near if row != own]
        yield Case(place, story, ranks, before, ties)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", default=os.environ.get("LUD_LIBRARY"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--output", help="write each case as a line of JSON")
    args = parser.parse_args()
    library = Library.open(args.library)
    space = space_at(args.library)
    done = []
    out = open(args.output, "w", encoding="utf-8") if args.output else None  # noqa: SIM115
    for case in cases(library, space, chosen(library, args.games, args.first)):
        done.append(case)
        if out is not None:
            print(json.dumps(case.__dict__), file=out, flush=True)
        if case.places.get("combined"):
            print(f"{case.place}: place {case.places['combined'] + 1}, behind {case.before['combined']}; {case.story}")
    judged = [case for case in done if case.places]
    for name in judged[0].places:
        first = sum(case.places[name] == 0 for case in judged)
        alone = sum(case.places[name] == 0 and not case.ties[name] for case in judged)
        print(f"{name:<12} nearest in {first} of {len(done)}, alone in {alone}")


if __name__ == "__main__":
    main()
