"""The same as the commands `describe`, `diff`, `compare`, `evaluate`, `search-variants`, `export --html` and
`crosscheck --ludii`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.description.description import Description, load_description
from ludparse.interpreter.equipment.players import match_players
from ludparse.interpreter.game.load import load
from ludparse.interpreter.play.game import Game
from ludparse.ludemes import Game as SingleRules
from ludparse.ludemes import Match
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.support.files import write_whole

from ..authoring.description_words import describe_match, describe_rules
from ..authoring.rules_diff import Differences, compare_games
from ..catalogue.entry import board_kind, entry_of
from ..statistics.comparison import Comparison, compare_at
from ..statistics.evaluation import Evaluation, evaluate
from ..statistics.play import Setup, play_game
from ..statistics.record import GameRecord
from ..statistics.variant_search import search
from ..statistics.wishes import Candidate
from ..verification.crosscheck import GameResult

if TYPE_CHECKING:
    from ..notebook.widget import GameWidget

__all__ = [
    "comparison", "crosschecked", "difference", "evaluated", "game_widget", "rules_in_words", "variants_found",
    "write_page",
]  # fmt: skip

Asked = Game | str | os.PathLike[str]
"""A game, or what `load` takes: a path, a name, or a text."""


def rules_in_words(game: Game) -> str:
    """The rules in plain English, under their headings, as `lud describe` prints them."""
    rules = game.description.game
    if isinstance(rules, Match):
        parts, _ = describe_match(rules, match_players(rules))
    else:
        assert isinstance(rules, SingleRules)
        parts, _ = describe_rules(rules, game.equipment, board_kind(entry_of(game.description, None, "")))
    lines = [game.name]
    for head, told in parts:
        lines += ["", head, *(f"  {line}" for text in told for line in text.split("\n"))]
    return "\n".join(lines)


def difference(a: Asked, b: Asked) -> Differences:
    """What differs between the rules of two games, defines and options put in."""
    old, new = _described(a), _described(b)
    return Differences(compare_games(old.tree, new.tree))


def _described(game: Asked) -> Description:
    return game.description if isinstance(game, Game) else load_description(os.fspath(game))


def evaluated(game: Game, games: int, *, agent: str, seed: int, max_moves: int, confidence: float) -> Evaluation:
    """The statistics of some games, each with its interval."""
    return evaluate(game, _played(game, games, agent, seed, max_moves), confidence=confidence, seed=seed)


def comparison(
    a: Asked, b: Asked, games: int, *, agent: str, seed: int, max_moves: int, confidence: float
) -> Comparison:
    """By how much the games of two variants differ; those with the same number begin with the same random numbers."""
    both = [game if isinstance(game, Game) else load(os.fspath(game)) for game in (a, b)]
    if both[0].players != both[1].players:
        raise LudError(f"the games are for {both[0].players} and {both[1].players} players, and cannot be compared")
    names = [game.name for game in both]
    if names[0] == names[1]:
        chosen = [", ".join(game.description.selected_options) for game in both]
        names = chosen if all(chosen) and chosen[0] != chosen[1] else ["first", "second"]
    played = {name: _played(game, games, agent, seed, max_moves) for name, game in zip(names, both, strict=True)}
    return compare_at(1, played, confidence)


def _played(game: Game, games: int, agent: str, seed: int, max_moves: int) -> list[GameRecord]:
    if games < 1:
        raise ValueError(f"games={games}: at least one is played")
    if not game.players:
        raise LudError(f"{game.name!r} is a simulation without players: there are no games to measure")
    setup = Setup(game.name, player=agent, max_moves=max_moves, seed=seed)
    return [play_game(game, setup, number) for number in range(games)]


def variants_found(
    game: Game, want: str, *, games: int, candidates: int, keep: int, seconds: float, agent: str, seed: int,
    max_moves: int, confidence: float, jobs: int,
) -> list[Candidate]:  # fmt: skip
    """The variants of a game's description that fit a wish best."""
    base = Setup("", backend=game.wanted_backend, player=agent, max_moves=max_moves, seed=seed)
    return search(
        game.description, want, base, games=games, candidates=candidates, keep=keep, seconds=seconds,
        confidence=confidence, jobs=jobs,
    )  # fmt: skip


def write_page(game: Game, path: str | os.PathLike[str]) -> Path:
    """Writes a page on which the game can be played, which needs no other file."""
    from ..web.bundle import make_bundle  # slow to import
    from ..web.page import page_html

    source = Source(game.description.source.name, game.request.text)
    bundle = make_bundle(source, options=game.request.options, ruleset=game.request.ruleset)
    file = Path(path)
    write_whole(file, page_html(bundle))
    return file


def game_widget(game: Game, *, seat: int | None, theme: str) -> GameWidget:
    """The game in a notebook, played by clicks. Raises LudError where anywidget is not installed."""
    try:
        from ..notebook.widget import GameWidget
    except ModuleNotFoundError as missing:
        if missing.name not in ("anywidget", "traitlets"):
            raise
        raise LudError(f"{missing.name} is missing: pip install 'ludparse[notebook]'") from None
    return GameWidget(game, seat=seat, theme=theme)


def crosschecked(
    game: Game, ludii: str | os.PathLike[str] | None, *, games: int, plies: int, seed: int
) -> GameResult:
    """How far a running Ludii and this engine agree in random games."""
    from ..verification.ludii.live import Setting, Workers
    from ..verification.ludii.place import find_ludii
    from ..verification.ludii.variants import Variant

    setting = Setting(find_ludii(ludii), backend=game.wanted_backend)
    text = game.request.text
    variant = Variant(game.name, text, text, game.request.options, game.request.ruleset)
    with Workers(setting) as workers:
        found = [outcome for _, outcome in workers.map(
            lambda pair, asked: pair.compare(asked, games=games, plies=plies, seed=seed), [variant]
        )]  # fmt: skip
    return found[0].result
