"""Let Ludii play games of `own/`, into `own.json`: what `test_ludii.py` replays without Ludii.

    LUD_LUDII=…/Ludii.jar python -m tests.games.record NAME… [--plies N]

A match needs a Ludii.jar to which its games were added, as lud/NAME.lud. A game that is recorded already is recorded
anew. `lud crosscheck --ludii` says first whether we play the same.
"""

from __future__ import annotations

import argparse
import json
import zlib
from typing import Any

from ludparse.exporters.verification.ludii.client import Ludii
from ludparse.exporters.verification.ludii.pair import rng_of
from tests.games.test_ludii import SMALL, small


def recorded(ludii: Ludii, text: str, plies: int, seed: int) -> dict[str, Any]:
    """One random game of Ludii's. Raises LudiiError."""
    players = ludii.load(text)["players"]
    rng = rng_of(seed, 0)
    _, *played, _ = ludii.record(rng=rng, plies=plies, seed=seed, full=True)
    moves = ["\n".join(sorted(entry[2] for entry in ply["legal"])) for ply in played]
    return {
        "legal": [format(zlib.crc32(ply.encode()), "x") for ply in moves],
        "options": [],
        "picks": [ply["pick"] for ply in played],
        "ranking": played[-1].get("ranking", [0.0] * (players + 1)),
        "rng": [*rng],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.record", description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--seed", type=int, default=41)
    args = parser.parse_args()
    games = small()
    with Ludii() as ludii:
        for name in args.names:
            text = (SMALL / f"{name}.lud").read_text(encoding="utf-8")
            games[name] = recorded(ludii, text, args.plies, args.seed)
    rows = [f"{json.dumps(name)}:{json.dumps(games[name], separators=(',', ':'))}" for name in sorted(games)]
    (SMALL / "own.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
