"""Both engines side by side: Ludii plays a random game, ours follows it, ply by ply."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..crosscheck.result import Difference, GameResult
from .client import Ludii
from .errors import (
    JavaMissingError,
    LudiiCrashError,
    LudiiError,
    LudiiMissingError,
    LudiiRefusedError,
    LudiiTimeoutError,
    LudiiVersionError,
    NotLudiiError,
)
from .ours import Ours
from .variants import Variant

__all__ = ["Outcome", "Pair", "Played", "rng_of"]

_NOT_AGAIN = "Ludii played another game the first time"


def rng_of(seed: int, number: int) -> tuple[int, ...]:
    """The state of the random numbers of a game: eight signed bytes, the same for the same seed and number."""
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return tuple(b - 256 if b > 127 else b for b in digest)


def _chance(seed: int, number: int) -> int:
    """The seed of the choice of moves in a game."""
    return seed * 1_000_003 + number


@dataclass(slots=True)
class Played:
    """A game that Ludii played: the lines of its trace, its trial, and the error that ended it, if one did."""

    records: list[dict[str, Any]] = field(default_factory=list)
    trial: str = ""
    error: LudiiError | None = None

    @property
    def picks(self) -> list[int]:
        """Which legal move was played at each ply; -1 for a forced pass."""
        return [record["pick"] for record in self.records[1:]]


@dataclass(slots=True)
class Outcome:
    """What came of one variant: whether Ludii plays it (`verdict`), and the comparison.

    verdict: `plays`, `refused` (by Ludii's compiler), `crash` (while starting or playing), `hang` or `died` (its
    process). `games`: what Ludii played, of those games that had to be looked at in detail.
    """

    variant: Variant
    verdict: str
    result: GameResult
    games: list[Played] = field(default_factory=list)


class Pair:
    """A Ludii and an engine of ours, each in a process of its own. One thread at a time."""

    def __init__(self, ludii: Ludii, ours: Ours) -> None:
        self.ludii = ludii
        self.ours = ours

    def close(self) -> None:
        """End both processes."""
        self.ludii.close()
        self.ours.close()

    def limit(self, seconds: float) -> None:
        """From now on no answer may take longer than so many seconds, of either engine."""
        self.ludii.limits = replace(self.ludii.limits, seconds=min(seconds, self.ludii.limits.seconds))
        self.ours.seconds = min(seconds, self.ours.seconds)

    def load(self, variant: Variant) -> dict[str, Any]:
        """Let Ludii compile a variant; the first part of a trace's first line. Raises LudiiError."""
        header = self.ludii.load(variant.text, path=f"{variant.path}.lud", options=variant.options)
        return {**header, "ruleset": variant.ruleset} if variant.ruleset else header

    def play(
        self, header: dict[str, Any], *, rng: Sequence[int], plies: int, seed: int = 0,
        picks: Sequence[int] | None = None, full: bool = False, every: int = 1,
    ) -> Played:  # fmt: skip
        """Let Ludii play the game that was loaded; its errors are in the result. every: a position is told after so
        many moves."""
        played = Played()
        try:
            for record in self.ludii.record(rng=rng, plies=plies, seed=seed, picks=picks, full=full, every=every):
                if "trial" in record:
                    played.trial = record["trial"]
                elif not played.records:
                    played.records.append({**header, **record})
                else:
                    played.records.append(record)
        except LudiiError as problem:
            played.error = problem
        return played

    def compare(
        self, variant: Variant, *, games: int = 1, plies: int = 40, seed: int = 1, boards: bool = True,
        followed: Sequence[str] = ("plays", "refused", "crash", "hang", "died"),
    ) -> Outcome:  # fmt: skip
        """Both play `games` random games of at most `plies` moves. Nothing raises that a game can cause.
        Raises what is wrong with Ludii itself, or with Java: JavaMissingError, NotLudiiError, LudiiVersionError.

        They compare digests of each ply first (`ludparse.interpreter.game.ply_digests`). Where these differ, or in
        matches, Ludii plays
        the game again and tells everything of it.

        followed: the verdicts with which our engine gets the description as well.
        """
        try:
            header = self.load(variant)
            expanded = self.ludii.expanded() if boards else None
            board = self.ludii.board() if boards and "alternating" in header else None
        except LudiiError as problem:
            return self._refused(variant, problem, follow=_verdict(problem) in followed)
        digested, errors = self._digested(games, plies, seed)
        error = next((e for e in errors if e is not None), None)
        if not any(digested) and error is None:  # a match
            return self._in_detail(variant, header, range(games), plies, seed, expanded, board, followed)
        verdict = "plays" if error is None or any(len(lines) > 1 for lines in digested) else _verdict(error)
        if verdict not in followed:
            result = GameResult(variant.label)
            apart: list[int] = []
        else:
            given = [(rng_of(seed, number), lines) for number, lines in enumerate(digested)]
            result, apart = self.ours.agree(
                variant.label, variant.source, given, options=variant.options, expanded=expanded, board=board
            )
        outcome = Outcome(variant, verdict, result)
        if apart:
            outcome = self._apart(outcome, apart, header, plies, seed)
        if error is not None:
            outcome.result.ludii = f"{_verdict(error)}: {error.message}"
        return outcome

    def apart(
        self, variant: Variant, *, games: int, plies: int, seed: int
    ) -> tuple[Difference | None, list[int]] | None:
        """What is wrong with a variant before any move is made here, and the numbers of the games that differ; the
        variant is the one that Ludii has loaded. None where Ludii fails in one of the games.
        """
        digested, errors = self._digested(games, plies, seed)
        if any(error is not None for error in errors):
            return None
        given = [(rng_of(seed, number), lines) for number, lines in enumerate(digested)]
        result, apart = self.ours.agree(variant.label, variant.source, given, options=variant.options)
        return result.difference, apart if any(digested) else [*range(games)]  # nothing is digested of a match

    def game(self, header: dict[str, Any], number: int, *, plies: int, seed: int) -> Played:
        """One of these games in detail."""
        return self.play(header, rng=rng_of(seed, number), plies=plies, seed=_chance(seed, number))

    def _digested(self, games: int, plies: int, seed: int) -> tuple[list[list[list[int]]], list[LudiiError | None]]:
        """Digests of some games of Ludii's, until one ends with an error; and for each its error, if there was one."""
        found: list[list[list[int]]] = []
        errors: list[LudiiError | None] = []
        for number in range(games):
            lines: list[list[int]] = []
            error: LudiiError | None = None
            try:
                for line in self.ludii.digests(rng=rng_of(seed, number), plies=plies, seed=_chance(seed, number)):
                    lines.append(line)
            except LudiiError as problem:
                error = problem
            found.append(lines)
            errors.append(error)
            if error is not None:  # the worker may be another one, which has loaded nothing
                break
        return found, errors

    def _apart(
        self, outcome: Outcome, apart: Sequence[int], header: dict[str, Any], plies: int, seed: int
    ) -> Outcome:
        """Games with other digests, compared in detail."""
        variant, quick = outcome.variant, outcome.result
        try:
            header = self.load(variant)  # the worker may be another one by now
        except LudiiError as problem:
            return self._refused(variant, problem, follow=False)
        found = self._in_detail(variant, header, apart, plies, seed, None, None, ("plays",))
        result = found.result
        # where Ludii fails after some plies, we may have failed with it while the next moves were listed
        failed = any(game.error is not None for game in found.games)
        if result.difference is None and not result.out_of_order and found.verdict == "plays" and not failed:
            result.difference = Difference("repeat", _NOT_AGAIN, _NOT_AGAIN)
            result.checks["identical"] = False
        result.plies += quick.plies
        result.checks = {**result.checks, **{name: quick.checks[name] for name in ("expands", "board")}}
        result.difference = quick.difference or result.difference
        result.unrecorded = quick.unrecorded
        result.settle()
        return found

    def _in_detail(
        self, variant: Variant, header: dict[str, Any], numbers: Sequence[int], plies: int, seed: int,
        expanded: str | None, board: dict[str, Any] | None, followed: Sequence[str],
    ) -> Outcome:  # fmt: skip
        """Games with these numbers, compared by everything that Ludii tells of them."""
        played = [self.game(header, number, plies=plies, seed=seed) for number in numbers]
        error = next((game.error for game in played if game.error is not None), None)
        verdict = "plays" if error is None or any(len(g.records) > 1 for g in played) else _verdict(error)
        result = GameResult(variant.label)
        if verdict in followed:
            result = self.follow(variant, played, expanded=expanded, board=board)
        if error is not None:
            if result.difference is not None and result.difference.kind == "error":
                # we list moves when the one before is played, and so fail a ply earlier where Ludii fails as well
                before = replace(played[-1], records=played[-1].records[:-1])
                shorter = self.follow(variant, [*played[:-1], before], expanded=expanded, board=board)
                result = result if shorter.difference is not None else shorter
            result.ludii = f"{_verdict(error)}: {error.message}"
        outcome = Outcome(variant, verdict, result, played)
        if result.difference is not None and result.difference.kind in ("text", "legal", "applied"):
            self._in_full(outcome)
        return outcome

    def follow(
        self, variant: Variant, played: Sequence[Played], *, expanded: str | None = None,
        board: dict[str, Any] | None = None,
    ) -> GameResult:  # fmt: skip
        """Our engine plays the same games."""
        traces = [game.records for game in played if game.records]
        return self.ours.check(
            variant.label, variant.source, traces, options=variant.options, ruleset=None, expanded=expanded, board=board
        )

    def _refused(self, variant: Variant, problem: LudiiError, *, follow: bool) -> Outcome:
        """Ludii does not play: what we say of the description is of interest all the same."""
        verdict = _verdict(problem)
        result = self.follow(variant, []) if follow else GameResult(variant.label)
        result.ludii = f"{verdict}: {problem.message}"
        return Outcome(variant, verdict, result)

    def _in_full(self, outcome: Outcome) -> None:
        """The first difference again, with the texts of Ludii's moves in the place of their checksums."""
        difference = outcome.result.difference
        assert difference is not None
        for game in outcome.games:
            ply = difference.ply
            if ply is None or len(game.records) <= ply + 1:
                continue
            try:
                header = self.load(outcome.variant)
            except LudiiError:
                return
            found = self.in_full(outcome.variant, header, game, difference)
            if found is not difference:
                outcome.result.difference = found
                return

    def in_full(self, variant: Variant, header: dict[str, Any], played: Played, difference: Difference) -> Difference:
        """A difference in a game of the variant that Ludii has loaded, with the texts of Ludii's moves in the place of
        their checksums; the same object where Ludii's texts cannot be had or the difference is not about moves."""
        ply = difference.ply
        if difference.kind not in ("text", "legal", "applied") or ply is None:
            return difference
        again = self.play(header, rng=played.records[0]["rng"], plies=0, picks=played.picks[: ply + 1], full=True)
        found = self.follow(variant, [again]).difference if again.records else None
        same = found is not None and (found.kind, found.ply) == (difference.kind, ply)
        return found if found is not None and same else difference


def _verdict(problem: LudiiError) -> str:
    """What an error says of a game. Raises the error if it says nothing of one, but of this Ludii or Java."""
    if isinstance(problem, JavaMissingError | LudiiMissingError | LudiiVersionError | NotLudiiError):
        raise problem
    if isinstance(problem, LudiiRefusedError):
        return "refused"
    if isinstance(problem, LudiiCrashError):
        return "crash"
    return "hang" if isinstance(problem, LudiiTimeoutError) else "died"
