"""Compares tensors with a running Ludii's, and lists the games of which Ludii makes none.

    python -m exporters.environments.ludii_tensors --ludii PLACE --library PLACE --games LIST --output results.jsonl

Both play the same random games. One JSON line a game: `result` is "equal", "differs: …", "Ludii fails: …" (its wrapper
raises an exception, while it is made or at a ply), or "none: …" where neither has tensors (matches). `short` says
whether the description alone tells that Ludii's table of coordinates is too short for the numbers of the game's sites.
A run that is started again goes on after the games that are in the output.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from pathlib import Path
from typing import Any

from exporters.ludii import Limits, Ludii, LudiiError
from exporters.ludii.pair import rng_of
from exporters.ludii.variants import Choice, variants_of
from interpreter.game import Game
from interpreter.loading import load
from ludparse.errors import LudError
from ludparse.library import Library

__all__ = ["compare", "main", "short"]


def short(game: Game) -> bool:
    """Whether Ludii's table of coordinates is too short for some site of the game.

    The table has an entry for each default site of the board and each site of hands. Sites of hands are numbered after
    the cells, of which a board can have more than default sites.
    """
    return game.tensors._layout.coordinates.known < game.equipment.num_sites


def compare(ludii: Ludii, game: Game, *, games: int, plies: int) -> str:
    """What comes of random games of the game that Ludii has loaded last. Raises LudiiError."""
    for number in range(games):
        rng = rng_of(1, number)
        theirs = ludii.tensors(rng=rng, plies=plies, seed=number)
        if (where := _difference(game, rng, theirs)) is not None:
            return f"differs: game {number}, {where}"
        if (fails := theirs.get("fails")) is not None:
            place = "its game" if fails["ply"] < 0 else f"a {fails['of']} at ply {fails['ply']} of game {number}"
            return f"Ludii fails: {place}: {fails['message']}"
    return "equal"


def _difference(game: Game, rng: tuple[int, ...], theirs: dict[str, Any]) -> str | None:
    """The first position or move that has another tensor here; positions of which Ludii has none are only made."""
    state = game.start(rng_state=rng)
    for ply, crc in enumerate(theirs["states"]):
        if zlib.crc32(game.tensors.state(state).tobytes()) != crc:
            return f"the tensor of the position at ply {ply}"
        if ply == len(theirs["picks"]):
            break
        moves = state.legal_moves()
        pick = theirs["picks"][ply]
        if pick >= 0 and [game.tensors.move(move) for move in moves] != theirs["moves"][ply]:
            return f"the numbers of moves at ply {ply}"
        state.apply(moves[max(pick, 0)])
    game.tensors.state(state)
    return None


def main(arguments: list[str] | None = None) -> int:
    """Compare many games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", dest="list", help="a file with a game on each line")
    parser.add_argument("--library", required=True, help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--ludii", help="Ludii.jar, or a folder of its classes (default: LUD_LUDII)")
    parser.add_argument("--random-games", type=int, default=2, help="of each game (default 2)")
    parser.add_argument("--plies", type=int, default=60, help="of each random game (default 60)")
    parser.add_argument("--output", required=True, help="a file for the results; what is in it is kept")
    args = parser.parse_args(arguments)
    listed = Path(args.list).read_text().splitlines() if args.list else ()
    names = [*args.game, *(line for line in listed if line and not line.startswith("#"))]
    output = Path(args.output)
    known = {json.loads(line)["game"] for line in output.read_text().splitlines()} if output.exists() else ()
    library = Library.open(args.library)
    bad = 0
    with Ludii(args.ludii, Limits()) as ludii:
        for variant in variants_of((name for name in names if name not in known), library, Choice()):
            if isinstance(variant, LudError):
                raise variant
            record: dict[str, Any] = {"game": variant.path}
            try:
                game = load(variant.source, library=args.library)
                if not isinstance(game, Game):
                    record["result"] = "none: a match of several games"
                else:
                    ludii.load(variant.text, path=f"{variant.path}.lud")
                    record["result"] = compare(ludii, game, games=args.random_games, plies=args.plies)
                    record["short"] = short(game)
            except LudiiError as problem:
                record["result"] = f"Ludii cannot play: {problem.message}"
            bad += record["result"].startswith("differs")
            text = json.dumps(record, ensure_ascii=False)
            print(text, flush=True)
            with output.open("a") as file:
                file.write(text + "\n")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
