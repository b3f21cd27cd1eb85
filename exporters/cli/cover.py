"""Show which rules ever happen: the description with each ludeme that never does, and why.

Random games are played by code that counts. Before each line stands how often its first ludeme made moves, held or was
asked. --show LINE prints a position in which something of that line happened.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ludparse.problems.errors import LudUnsupportedError

from ..terminal.output import Waiting, coloured, counted, terminal_width
from .common import (
    Failure,
    add_agent,
    add_game,
    add_games,
    add_html,
    add_max_moves,
    add_seed,
    add_time,
    agent_of,
    library,
    open_game,
    positive,
    print_json,
)  # fmt: skip

if TYPE_CHECKING:
    from ludparse.interpreter.game.game import SingleGame
    from ludparse.interpreter.play.game_state import GameState

__all__ = ["configure", "run"]

_SEARCHED = 50
"""So many games of an agent are played."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_games(parser, 1000, "random games")
    add_max_moves(parser)
    add_seed(parser)
    add_time(parser, 60.0)
    add_agent(parser, None)
    parser.add_argument("--every", action="store_true", help="look at every game, also when nothing new happens")
    parser.add_argument("--all", action="store_true", help="with every option item and every ruleset, each by itself")
    parser.add_argument(
        "--show", type=positive, metavar="LINE", help="a position where something of this line happened"
    )
    add_html(parser, "write a page with the description in colour")


def run(args: argparse.Namespace) -> int:
    from ludparse.interpreter.game.building import program_of
    from ludparse.interpreter.game.cover.covering import cover  # imports the engine

    games = _games(args)
    usual = games[0][1]
    with Waiting(f"playing {usual.name}", quiet=args.json):
        searched = _searched(args, usual) if args.agent else ()
        traced = [(words, game, program_of(game.description, traced=True)) for words, game in games]
        seconds = args.time / len(games)
        found, counter = cover(traced, args.games, args.seed, args.max_moves, seconds, searched, every=args.every)
        shown = counter.where(args.show, args.seed, args.max_moves) if args.show else None
    if args.html is not None:
        from ..authoring.cover_text import page

        args.html.write_text(page(usual.description.source.text, found), encoding="utf-8")
    if args.show is not None and not found.on_line(args.show):
        raise Failure(f"no ludeme that is counted begins on line {args.show}", 2)
    if args.json:
        record: dict[str, Any] = found.as_dict()
        if args.show is not None:
            record["shown"] = None if shown is None else {
                "game": shown.game, "ply": len(shown.state.history) + 1, "move": shown.move,
                "moves": [move.notation for move in shown.state.history], "state": shown.state.snapshot(),
            }  # fmt: skip
        print_json(record)
    elif args.show is not None:
        from ..terminal.screen import Screen

        if shown is None:
            print(f"nothing of line {args.show} happened in {counted(counter.inspected, 'random game')}")
            return 0
        ply = len(shown.state.history) + 1
        print(f"random game {shown.game} of seed {args.seed}, ply {ply}: {shown.move} is next\n")
        print(Screen(usual, colour=coloured(), width=terminal_width()).position(shown.state))
        moves = [move.notation for move in shown.state.history]
        print("\n--moves " + " ".join(moves) if moves else "\nat the start")
    else:
        from ..authoring.cover_text import text

        print(text(usual.description.source.text, found))
    return 0


def _games(args: argparse.Namespace) -> list[tuple[tuple[str, ...], SingleGame]]:
    """The games to be played, with the words of the choices that make them."""
    from ludparse.checks.run import choices_of
    from ludparse.expansion.pipeline import expand_source
    from ludparse.interpreter.game.game import SingleGame
    from ludparse.library.library import Library

    usual = open_game(args)
    if not isinstance(usual, SingleGame):
        raise LudUnsupportedError(f"{usual.name!r} is a match of several games: ask for one of them")
    games: list[tuple[tuple[str, ...], SingleGame]] = [((), usual)]
    if args.all:
        if args.option or args.ruleset:
            raise Failure("--all plays every option item and ruleset: it goes without --option and --ruleset", 2)
        named = library(args)
        opened = None if named is None else Library.open(named)
        for choice in choices_of(expand_source(usual.description.source, opened)):
            one = argparse.Namespace(**{**vars(args), "option": list(choice.options), "ruleset": choice.ruleset})
            games.append((choice.words, open_game(one)))
    return games


def _searched(args: argparse.Namespace, game: SingleGame) -> list[GameState]:
    """Games of an agent against itself."""
    from ..statistics.players import choices, make_player

    player = make_player(agent_of(args))
    games = []
    for number in range(_SEARCHED):
        state = game.start(seed=args.seed + number)
        players = [player(args.seed + number * game.players + seat) for seat in range(game.players)]
        for choice in choices(state, players.__getitem__, args.max_moves):
            state.apply(choice.move)
        games.append(state)
    return games
