"""The search for variants that fit a wish: all play some games, the better half plays on, and those that are left play
until it can be said whether they fulfil the wish."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from ludparse.description.description import Description
from ludparse.problems.errors import LudError

from .play import Setup, play_many
from .variants import knobs_of, variants_of
from .wishes import Candidate, Wish, read_wishes

__all__ = ["Search", "missing", "search"]


@dataclass(slots=True)
class Search:
    """A search. left: the candidates that have not been left behind, the best first. failed: the variants that cannot
    be played, each with what is wrong. setups: how the others play, by name. rounds: how often candidates have played
    on."""

    wishes: list[Wish]
    left: list[Candidate]
    failed: list[tuple[str, str]]
    setups: dict[str, Setup]
    confidence: float = 0.95
    rounds: int = 0

    @classmethod
    def of(
        cls, description: Description, want: str, base: Setup, candidates: int, confidence: float,
        told: Callable[[int, int], object] = lambda done, total: None,
    ) -> Search:  # fmt: skip
        """The search for variants of a description; none has played yet. candidates: how many are tried at most.

        base: how games are played. told: is told how many of all variants have been compiled.
        Raises WishError, MarkError, and ValueError where nothing can be varied.
        """
        wishes = read_wishes(want)
        knobs = knobs_of(description)
        if not knobs:
            what = "has no options, and no number marked with `// vary 3..9`: nothing can be varied"
            raise ValueError(f"{description.name} {what}")
        variants = variants_of(description, knobs, candidates, base.seed)
        left: list[Candidate] = []
        failed, setups = [], {}
        for number, variant in enumerate(variants, 1):
            setup = replace(base, source=variant.source, options=variant.options)
            try:
                left.append(Candidate(variant, setup.load()))
                setups[variant.name] = setup
            except LudError as problem:
                failed.append((variant.name, str(problem)))
            told(number, len(variants))
        return cls(wishes, left, failed, setups, confidence)

    def run(self, play: Callable[[list[Candidate], int], object], games: int, keep: int, seconds: float) -> None:
        """Plays rounds until `keep` candidates are left and each is answered. After so many seconds no further round
        begins, except to get down to `keep`.

        play: has candidates play until each has so many games. games: of each in the first round.
        """
        began = time.monotonic()
        while True:
            play(self.left, games)
            for candidate in self.left:
                candidate.games = games
            self.rounds += 1
            self.judge()
            if len(self.left) > keep:
                self.left = self.left[: max(keep, -(-len(self.left) // 2))]
            elif all(c.answered for c in self.left) or time.monotonic() - began > seconds:
                return
            games *= 2

    def judge(self) -> None:
        """Ranks the candidates by the games that they have played."""
        for candidate in self.left:
            candidate.judge(self.wishes, self.confidence, self.setups[candidate.name].seed)
        order = {name: k for k, name in enumerate(self.setups)}
        self.left.sort(key=lambda c: (c.outside, order[c.name]))

    def interrupted(self, keep: int) -> None:
        """Ranks what was played in the middle of a round."""
        self.left = [c for c in self.left if c.records]
        for candidate in self.left:
            candidate.games = max(candidate.records) + 1
        self.judge()
        del self.left[keep:]


def missing(left: list[Candidate], games: int) -> list[tuple[int, int]]:
    """What has to be played until each candidate has so many games: which candidate, and the number of the game."""
    return [(k, n) for n in range(games) for k, c in enumerate(left) if n not in c.records]


def search(
    description: Description, want: str, base: Setup, *, games: int, candidates: int, keep: int, seconds: float,
    confidence: float, jobs: int,
) -> list[Candidate]:  # fmt: skip
    """The variants that fit a wish best; see `Search`. Raises LudError where none of the variants can be played."""
    made = Search.of(description, want, base, candidates, confidence)
    if not made.left:
        raise LudError(f"no variant of {description.name} can be played: {made.failed[0][1]}")

    def play(left: list[Candidate], until: int) -> None:
        tasks = missing(left, until)
        for which, number, record in play_many([made.setups[c.name] for c in left], tasks, jobs):
            left[which].records[number] = record

    made.run(play, games, keep, seconds)
    return made.left
