"""What a game answers in a line of Python beside playing: its rules in words, statistics, a page, what Ludii plays.

The work is done by `ludparse.exporters.in_python`, which is imported when it is called: engines do without it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludparse.exporters.notebook.widget import GameWidget
    from ludparse.exporters.statistics.evaluation import Evaluation
    from ludparse.exporters.statistics.wishes import Candidate
    from ludparse.exporters.verification.crosscheck import GameResult

__all__ = ["Answers"]


class Answers:
    """The answers of a game."""

    __slots__ = ()

    def describe(self) -> str:
        """The rules in plain English, made from the description and not from the words of its author, as `lud describe`
        prints them: the name, and parts with a heading each."""
        from ludparse.exporters.in_python import rules_in_words

        return rules_in_words(_game(self))

    def evaluate(
        self, games: int = 100, *, agent: str = "random", seed: int = 0, max_moves: int = 1000, confidence: float = 0.95
    ) -> Evaluation:
        """The statistics of some games, by Ludii's names, each with an interval (docs/statistics.md).

        games: how many are played, from 1. agent: who plays, as of `lud evaluate`. seed: equal seeds give equal games.
        max_moves: plies after which a game is broken off. confidence: of each interval by itself.
        Raises ValueError for no games, LudError for a simulation without players.
        """
        from ludparse.exporters.in_python import evaluated

        return evaluated(_game(self), games, agent=agent, seed=seed, max_moves=max_moves, confidence=confidence)

    def search_variants(
        self, want: str, *, games: int = 32, candidates: int = 64, keep: int = 4, time: float = 60.0,
        agent: str = "random", seed: int = 0, max_moves: int = 1000, confidence: float = 0.95, jobs: int = 1,
    ) -> list[Candidate]:
        """The variants of the description that fit a wish best, the best first: each with `.name`, `.game`, `.games`
        and `.fits`, as `lud search-variants` finds them (docs/statistics.md).

        want: such as "length 40..80, draws < 5%". games: of each variant in the first round. candidates: variants that
        are tried at most. keep: how many are left; they play on until it is certain whether they fulfil the wish, or
        for `time` seconds. agent, seed, max_moves, confidence: as of `evaluate`. jobs: so many processes.
        Raises ValueError for a wish that cannot be read and where nothing can be varied, LudError where no variant can
        be played.
        """
        from ludparse.exporters.in_python import variants_found

        return variants_found(
            _game(self), want, games=games, candidates=candidates, keep=keep, seconds=time, agent=agent, seed=seed,
            max_moves=max_moves, confidence=confidence, jobs=jobs,
        )  # fmt: skip

    def html(self, path: str | os.PathLike[str]) -> Path:
        """Writes a page on which the game can be played, which needs no other file; its path. Needs `ludparse[web]`.

        Raises LudUnsupportedError for a match, LudError where no compiler for WebAssembly is found.
        """
        from ludparse.exporters.in_python import write_page

        return write_page(_game(self), path)

    def widget(self, *, seat: int | None = None, theme: str = "auto") -> GameWidget:
        """The game in a notebook, played by clicks on its picture; `.playing.state` is the position. Where the game
        comes from a file that changes, the widget reads that again, and plays the moves anew. Needs
        `ludparse[notebook]`.

        seat: the player, from 1, who sees the picture and moves; None: everybody. theme: as of `State.svg`.
        Raises ValueError for another seat or theme, LudError where anywidget is not installed.
        """
        from ludparse.exporters.in_python import game_widget

        return game_widget(_game(self), seat=seat, theme=theme)

    def crosscheck(
        self, ludii: str | os.PathLike[str] | None = None, *, games: int = 1, plies: int = 40, seed: int = 1
    ) -> GameResult:
        """How far a running Ludii and this engine agree in random games: `.level`, and the first `.difference`.

        ludii: the place of a Ludii.jar, by default that of the environment variable LUD_LUDII. games: how many, of at
        most `plies` moves. Needs `ludparse[ludii]` and Java. Raises LudError for what is wrong with either.
        """
        from ludparse.exporters.in_python import crosschecked

        return crosschecked(_game(self), ludii, games=games, plies=plies, seed=seed)


def _game(answers: Answers) -> Any:
    return answers
