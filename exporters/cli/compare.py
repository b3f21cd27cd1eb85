"""Compare variants of a game: what differs, by how much, and how certainly.

Games of each variant are played in pairs that begin with the same random numbers, until every question is answered or
the time is over. The first variant is compared with each other one; intervals and tests are corrected for their
number, and for looking at the results again and again.

  lud compare a.lud b.lud
  lud compare "Ex Nihilo" -o "Stuck/Loses" -o "Stuck/Wins"       each option makes a variant
  lud compare "Ex Nihilo" --sweep "Board Size"                   every item of an option
  lud compare game.lud --ruleset "Old" --ruleset "New" --html page.html

Needs `pip install 'ludparse[statistics]'`.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludparse.interpreter.game.play_checks import look
from ludparse.problems.errors import LudError

from ..statistics.comparison import LOOKS, Comparison, compare_at
from ..statistics.play import Games, Setup, play_many
from ..statistics.record import GameRecord
from ..statistics.words import describe, effect_words, number_words
from ..terminal.output import Progress
from .common import (
    Failure,
    add_backend,
    add_confidence,
    add_games,
    add_html,
    add_output,
    add_time,
    agent_of,
    library,
    places,
    print_json,
)
from .evaluate import add_playing, write_page

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variants", metavar="GAME", nargs="+", help="files, names or texts; one with options to vary")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="CATEGORY/ITEM[,…]",
        help="with one GAME: a variant with this option, or with several joined by commas",
    )  # fmt: skip
    parser.add_argument(
        "--ruleset", action="append", default=[], metavar="NAME", help="with one GAME: a ruleset to compare"
    )
    parser.add_argument("--sweep", metavar="CATEGORY", help="with one GAME: every item of an option is a variant")
    add_backend(parser)
    add_playing(parser)
    add_time(parser, 60.0)
    add_games(parser, LOOKS[-1], "games of each at most")
    add_confidence(parser, "that all intervals hold their values")
    add_html(parser, "write a page with plots")
    add_output(parser)
    parser.add_argument(
        "--no-warnings", action="store_true", help="do not look at random games of each, as `lud check --play` does"
    )


def need_scipy() -> None:
    """Ends the command where scipy is missing."""
    try:
        import scipy.stats  # noqa: F401
    except ModuleNotFoundError:
        raise Failure("scipy is missing: pip install 'ludparse[statistics]'") from None


def run(args: argparse.Namespace) -> int:
    need_scipy()
    args.agent = agent_of(args)
    setups = _variants(args)
    loaded = {name: setup.load() for name, setup in setups.items()}
    for name, game in loaded.items():
        if not game.players:
            raise Failure(f"{name} is a simulation without players: there are no games to compare")
    if len({game.players for game in loaded.values()}) > 1:
        counts = ", ".join(f"{name}: {game.players}" for name, game in loaded.items())
        raise Failure(f"the variants are for different numbers of players ({counts})")
    keys = {name: setup.key(loaded[name].description.text) for name, setup in setups.items()}
    kept = Games(args.output, keys)
    began = time.monotonic()
    with kept.run:
        games, comparison, interrupted = _play(args, setups, kept, began, args.time)
    warnings: dict[str, list[LudError]] = {}
    if not args.no_warnings and not interrupted:
        warnings = {name: look(game) for name, game in loaded.items()}
    seconds = time.monotonic() - began
    if comparison is None:
        if interrupted:
            raise KeyboardInterrupt
        played = min(map(len, games.values()))
        raise Failure(
            f"only {played} games of each were played in {seconds:.0f} s, fewer than {LOOKS[0]}; give more --time"
        )
    settings = {"agent": args.agent, "seed": args.seed, "max_moves": args.max_moves, "seconds": round(seconds, 1)}
    called = list({game.name for game in loaded.values()})
    title = called[0] if len(called) == 1 else ""  # the variants' names leave it out
    if args.html is not None:
        write_page(args.html, lambda: _page(comparison, games, warnings, settings, title))
    if args.json:
        print_json(_record(comparison, warnings, {**settings, "interrupted": interrupted}))
    else:
        _print(comparison, warnings, seconds, args)
    return 130 if interrupted else 0


def _page(
    comparison: Comparison, games: dict[str, list[GameRecord]], warnings: dict[str, list[LudError]],
    settings: dict[str, Any], game: str,
) -> str:  # fmt: skip
    from ..statistics.page import comparison_page  # slow to import

    told = {name: [wrong.message for wrong in found] for name, found in warnings.items()}
    return comparison_page(comparison, games, told, settings, game)


def _variants(args: argparse.Namespace) -> dict[str, Setup]:
    """The variants by the names under which they are told of. Ends the command where there are fewer than two."""
    base = Setup("", (), None, library(args), args.backend, args.agent, args.max_moves, args.seed)
    if len(args.variants) > 1:
        if args.option or args.ruleset or args.sweep:
            raise Failure("options, rulesets and --sweep vary one game; name one, or only files", 2)
        names = [Path(source).stem if source.endswith(".lud") else source[:40] for source in args.variants]
        if len(set(names)) < len(names):
            names = [
                source if names.count(name) > 1 else name for name, source in zip(names, args.variants, strict=True)
            ]
        if len(set(names)) < len(names):
            raise Failure("the same game is named twice", 2)
        return {name: replace(base, source=source) for name, source in zip(names, args.variants, strict=True)}
    one = replace(base, source=args.variants[0])
    found: dict[str, Setup] = {}
    if args.sweep:
        options = one.load().options
        option = next((o for o in options if o.name.lower() == args.sweep.lower()), None)
        if option is None:
            known = ", ".join(o.name for o in options) or "none"
            raise Failure(f"there is no option {args.sweep!r}; the game has {known}")
        # the usual item first, since the others are compared with it
        for item in sorted(option.items, key=lambda item: item is not option.default):
            found[item.heading] = replace(one, options=(item.heading,))
    for text in args.option:
        found[text] = replace(one, options=tuple(part.strip() for part in text.split(",")))
    for name in args.ruleset:
        found[name] = replace(one, ruleset=name)
    if len(found) == 1:
        found = {"the usual rules": one, **found}
    if len(found) < 2:
        raise Failure("there is nothing to compare: name several games, or options, rulesets or --sweep of one", 2)
    return found


def _play(
    args: argparse.Namespace, setups: dict[str, Setup], kept: Games, began: float, seconds: float
) -> tuple[dict[str, list[GameRecord]], Comparison | None, bool]:
    """Plays until every question is answered, the time is over, or there are enough games; and the last look."""
    names = list(setups)
    known = kept.games
    looks = [look for look in LOOKS if look <= args.games] or [args.games]
    comparison: Comparison | None = None
    progress = Progress("played", looks[-1], quiet=args.json)
    done = 0

    def tasks() -> Any:
        for number in range(looks[-1]):
            for which, name in enumerate(names):
                if number not in known[name]:
                    yield which, number

    playing = play_many(list(setups.values()), tasks(), **places(args))
    interrupted = False
    try:
        for look, count in enumerate(looks, 1):
            while any(number not in known[name] for name in names for number in range(done, count)):
                which, _, record = next(playing)
                kept.add(names[which], record)
                progress(min(map(len, known.values())))
                if time.monotonic() - began > seconds:
                    raise TimeoutError
            done = count
            comparison = compare_at(
                look, {name: [known[name][i] for i in range(count)] for name in names}, args.confidence
            )
            if comparison.answered:
                break
    except TimeoutError:
        pass
    except KeyboardInterrupt:
        interrupted = True
    playing.close()
    progress.end()
    count = comparison.games if comparison else min(map(len, known.values()))
    return {name: [known[name][i] for i in sorted(known[name])][:count] for name in names}, comparison, interrupted


def _record(comparison: Comparison, warnings: dict[str, list[LudError]], settings: dict[str, Any]) -> dict[str, Any]:
    words = describe(comparison)
    return {
        "first": comparison.first,
        "games": comparison.games,
        "looks": comparison.look,
        "confidence": comparison.confidence,
        "answered": comparison.answered,
        "variants": {
            other: {"words": words[other], "differences": [d.as_dict() for d in row]}
            for other, row in comparison.differences.items()
        },
        "warnings": {name: [wrong.as_dict() for wrong in found] for name, found in warnings.items()},
        **settings,
    }


def _print(
    comparison: Comparison, warnings: dict[str, list[LudError]], seconds: float, args: argparse.Namespace
) -> None:
    who = "random games" if args.agent == "random" else f"games of {args.agent}"
    end = "every question is answered" if comparison.answered else "not every question is answered"
    print(f"{comparison.games:,} {who} of each variant, seed {args.seed} ({seconds:.0f} s): {end}.")
    print(f"Intervals hold all at once with {comparison.confidence:.0%} confidence.")
    for other, sentences in describe(comparison).items():
        print(f"\n{other}, compared with {comparison.first}:")
        for sentence in sentences:
            print(f"  {sentence}")
        print(f"\n  {'':<40}{comparison.first[:14]:>14}{other[:14]:>14}   difference")
        for d in comparison.differences[other]:
            low, high = d.interval
            mark = {"differs": "*", "same": "=", "open": " "}[d.verdict]
            a, b, x, y = (f"{v:.1%}" if d.measure.share else number_words(v) for v in (d.a, d.b, low, high))
            effect = effect_words(d.effect) if d.verdict == "differs" else ""
            print(f"  {d.measure.label:<40}{a:>14}{b:>14} {mark} [{x}, {y}] {effect}")
    print("\n  * differs   = no difference of interest   (blank) not known")
    for name, found in warnings.items():
        for wrong in found:
            print(f"\n{name}: {wrong}")
