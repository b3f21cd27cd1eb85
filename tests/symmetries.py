"""The symmetries of every game, held against play: `make symmetries`, or `python -m tests.symmetries`.

    python -m tests.symmetries --output FILE                   our games, and with the corpus all of its library
    python -m tests.symmetries --output FILE Ponds math/Nim    these

Every symmetry is followed through 100 random games that it was not found by, each of 200 plies at most, move by move
beside its image. Games come in the order of the SHA-256 of their names, so that a run that is stopped has a sample; a
run that is started again goes on after the games that are in FILE, one JSON line a game: `names` of the symmetries,
`refuted` of them, `result`: "ok", "failed", "slow" (it took more than --seconds of processor time, 60), or "none: …".
Exit code 1 where one was refuted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ludparse import LudError, LudUnsupportedError, load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.symmetries import holds
from tests.corpus import LIBRARY
from tests.lanes import files

GAMES, PLIES, FIRST = 100, 200, 1_000
"""Random games by which each is held, how many of their plies, and the seed of the first."""


class SlowError(Exception):
    """A game takes too long."""


def check(file: Path, library: Path | None = LIBRARY, games: int = GAMES) -> dict[str, Any]:
    """The symmetries of a game and those that further games refute."""
    try:
        game = load(file, library=library, backend="python")
        if not isinstance(game, SingleGame):
            return {"result": "none: a match"}
        there = game.symmetries
        refuted = [one.name for one in there[1:] if not holds(game, one, games, PLIES, first=FIRST)]
    except (LudUnsupportedError, MemoryError) as refusal:
        return {"result": f"none: {refusal.args[0] if refusal.args else 'no memory'}"}
    names = [one.name for one in there]
    return {"names": names, "refuted": refuted, "result": "failed" if refuted else "ok"}


def _stop(*_: object) -> None:
    raise SlowError


def main(arguments: list[str]) -> int:
    """Check games; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--output", type=Path, required=True, help="a file for the results; what is in it is kept")
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each game")
    args = parser.parse_args(arguments)
    lines = args.output.read_text(encoding="utf-8").splitlines() if args.output.exists() else []
    rows = {row["game"]: row for row in map(json.loads, lines)}
    wanted = files(args.games, LIBRARY)
    signal.signal(signal.SIGPROF, _stop)
    for name in sorted(wanted, key=lambda name: hashlib.sha256(name.encode()).digest()):
        if name in rows:
            continue
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, args.seconds)
        try:
            row = check(wanted[name])
        except SlowError:
            row = {"result": "slow"}
        except LudError as problem:
            row = {"result": f"none: {type(problem).__name__}: {problem}"}
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        rows[name] = {"game": name, **row, "seconds": round(time.process_time() - began, 1)}
        with args.output.open("a", encoding="utf-8") as output:
            output.write(json.dumps(rows[name], ensure_ascii=False) + "\n")
        print(name, row["result"], len(row.get("names", ())), sep="\t", flush=True)
    results = Counter(rows[name]["result"].partition(":")[0] for name in wanted if name in rows)
    more = sum(len(row.get("names", ())) > 1 for row in rows.values())
    print(", ".join(f"{n} {kind}" for kind, n in results.most_common()) + f"; {more} have more than the identity")
    return int(results["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
