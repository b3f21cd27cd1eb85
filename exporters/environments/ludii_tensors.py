"""Compares tensors with a running Ludii's, and lists the games of which Ludii makes none.

    python -m ludparse.exporters.environments.ludii_tensors --ludii PLACE --library PLACE --games LIST --output
    FOLDER

Both play the same random games. One JSON line a game: `result` is "equal", "differs: …", "Ludii fails: …" (its wrapper
raises an exception, while it is made or at a ply), or "none: …" where neither has tensors (matches). `foreseen` says
why Ludii must fail, where the description alone tells it; `--foresee` lists only these games, and needs no Ludii. A run
that is started again goes on after the games that are in the output.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from pathlib import Path
from typing import Any

from ludparse import ludemes as L
from ludparse.description.description import load_description
from ludparse.interpreter.equipment import Equipment
from ludparse.interpreter.equipment.flags import GameFlags
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.interpreter.play.tensor_coordinates import coordinates_of
from ludparse.interpreter.play.tensor_layout import lacks_cells
from ludparse.interpreter.scheduling.runs import Run
from ludparse.library.library import Library, find_source
from ludparse.problems.errors import LudError

from ..verification.ludii import Limits, Ludii, LudiiError
from ..verification.ludii.pair import rng_of
from ..verification.ludii.variants import Choice, variants_of

__all__ = ["compare", "foreseen", "main"]


def foreseen(equipment: Equipment, flags: GameFlags) -> str:
    """Why Ludii's wrapper must fail, as the description tells; empty where it does not tell.

    Ludii's table of coordinates has an entry for each default site of the board and each site of hands, but sites of
    hands are numbered after the cells, of which a board can have more. And stacks are read from cells, also where a
    board that is played on vertices or edges has fewer of those.
    """
    if len(equipment.containers) > 1 and coordinates_of(equipment).known < equipment.num_sites:
        return "its table of coordinates is too short"
    if lacks_cells(equipment, flags):
        return "it reads stacks of cells that there are not"
    return ""


def _foreseen(library: Library, names: list[str]) -> list[dict[str, Any]]:
    """The games of which `foreseen` says that Ludii must fail, without compiling or playing them."""
    found = []
    for variant in variants_of(names, library, Choice()):
        if isinstance(variant, LudError):
            raise variant
        tree = load_description(find_source(variant.source, library), library=library).game
        if not isinstance(tree, L.Game):
            continue
        equipment = build_equipment(tree)
        why = foreseen(equipment, game_flags(tree, equipment))
        if why:
            found.append({"game": variant.path, "result": f"Ludii must fail: {why}"})
    return found


def compare(ludii: Ludii, game: SingleGame, *, games: int, plies: int) -> str:
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


def _difference(game: SingleGame, rng: tuple[int, ...], theirs: dict[str, Any]) -> str | None:
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
    parser.add_argument("--output", required=True, type=Path, help="a folder for the results; what is in it is kept")
    parser.add_argument("--foresee", action="store_true", help="list the games of which Ludii must fail")
    args = parser.parse_args(arguments)
    listed = Path(args.list).read_text().splitlines() if args.list else ()
    names = [*args.game, *(line for line in listed if line and not line.startswith("#"))]
    library = Library.open(args.library)
    play = None if args.foresee else {"games": args.random_games, "plies": args.plies}
    run = Run(args.output, {"tensors": args.library, "played": play})
    known = {record["game"] for record in run.found}
    if args.foresee:
        with run:
            for found in _foreseen(library, [name for name in names if name not in known]):
                run.add(found)
        return 0
    bad = 0
    with run, Ludii(args.ludii, Limits()) as ludii:
        for variant in variants_of((name for name in names if name not in known), library, Choice()):
            if isinstance(variant, LudError):
                raise variant
            record: dict[str, Any] = {"game": variant.path}
            try:
                game = load(variant.source, library=args.library)
                if not isinstance(game, SingleGame):
                    record["result"] = "none: a match of several games"
                else:
                    ludii.load(variant.text, path=f"{variant.path}.lud")
                    record["result"] = compare(ludii, game, games=args.random_games, plies=args.plies)
                    record["foreseen"] = foreseen(game.equipment, game.flags)
            except LudiiError as problem:
                record["result"] = f"Ludii cannot play: {problem.message}"
            bad += record["result"].startswith("differs")
            print(json.dumps(record, ensure_ascii=False), flush=True)
            run.add(record)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
