"""Every game for long in many lanes: `make lanes`, or `python -m tests.lanes`.

    python -m tests.lanes --output FILE                   our games, and with the corpus all of its library
    python -m tests.lanes --output FILE Ponds math/Nim    these (the words of GAMES in `make lanes GAMES=…`)

Each game is played at random for 1,000 steps in a `VectorGame` of 64 lanes, in a process that may take 120 s of
processor time and 3 GB. A run that is started again goes on after the games that are in FILE, which has one JSON line a
game: `result` is "ok", "none: …" (there is no VectorGame of it), "slow: …" (not all steps were made in the time), or
"failed: …"; `steps` that were made; `limited` games that were cut off by a limit, and `limit`, one that they passed;
`reserve`: how many numbers it has, and how many of them a position used. Exit code 1 where a game failed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.corpus import LIBRARY, REPO

LANES, STEPS = 64, 1000
SECONDS, GIGABYTES = 120, 3
LEVEL = ("-O1", "-DVARIANTS")  # optimising further takes longer than it saves here
LOOK = 10
"""Steps between two looks at the clock and the reserve."""


def one(name: str, file: Path, library: Path) -> dict[str, Any]:
    """In the child: what comes of a game. `file`: its description."""
    from ludparse import LudError, LudUnsupportedError, load
    from ludparse.interpreter.game import vector_native as vector
    from ludparse.interpreter.game.vector import VectorGame

    vector.OPTIMISED = LEVEL
    found: dict[str, Any] = {"game": name, "steps": 0}
    try:
        games = VectorGame(load(file, library=library if library.is_dir() else None, backend="c"), LANES, seed=1)
        numbers = games.game.actions
        used, actions = 0, games.sample()
        for step in range(STEPS):
            if step % LOOK == 0:
                used = max(used, int(games.masks[:, numbers.first_reserve :].sum(axis=1).max()))
                if time.process_time() > SECONDS - 10:
                    return found | {"result": f"slow: {step} steps"}
            games.step(games.sample(actions))
            found["steps"] = step + 1
        found |= {"size": numbers.size, "reserve": [numbers.reserve, used], "limited": games.limited}
        return found | ({"limit": str(games.limit)} if games.limit else {}) | {"result": "ok"}
    except LudUnsupportedError as refusal:
        return found | {"result": f"none: {refusal.args[0]}"}
    except (LudError, MemoryError) as problem:
        return found | {"result": f"failed: {type(problem).__name__}: {problem}"}


def limits() -> None:
    """What a child may take."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES << 30, GIGABYTES << 30))


def run_game(name: str, file: Path, library: Path) -> dict[str, Any]:
    """Run one game in a process of its own."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [sys.executable, "-m", "tests.lanes", "--one", name, str(file), str(library)],
            cwd=REPO, env=os.environ | {"XDG_CACHE_HOME": cache}, capture_output=True, text=True, preexec_fn=limits,
        )  # fmt: skip
    if done.returncode == 0:
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    elif done.returncode == -signal.SIGXCPU:
        found = {"game": name, "result": f"slow: one step or the start takes more than {SECONDS} s"}
    else:
        found = {"game": name, "result": f"failed: exit code {done.returncode}: {done.stderr[-1500:]}"}
    return found | {"seconds": round(time.monotonic() - began, 1)}


def files(wanted: list[str], library: Path) -> dict[str, Path]:
    """The descriptions by name: ours by the file's, those of the library by their path in it."""
    ours = {file.stem: file for file in sorted((REPO / "games").glob("*/*.lud"))}
    place = library / "lud"
    theirs = {file.relative_to(place).with_suffix("").as_posix(): file for file in sorted(place.rglob("*.lud"))}
    found = ours | theirs
    if unknown := [name for name in wanted if name not in found]:
        sys.exit(f"no such game: {', '.join(unknown)}")
    return {name: found[name] for name in wanted} if wanted else found


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--one"]:
        print(json.dumps(one(arguments[1], *map(Path, arguments[2:]))))
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--output", type=Path, required=True, help="a file for the results; what is in it is kept")
    parser.add_argument("--library", type=Path, default=LIBRARY, help="a folder with lud/ and def/ (the corpus)")
    args = parser.parse_args(arguments)
    lines = args.output.read_text(encoding="utf-8").splitlines() if args.output.exists() else []
    found = {record["game"]: record for record in map(json.loads, lines)}
    wanted = files(args.games, args.library)
    for name, file in wanted.items():
        if name not in found:
            found[name] = run_game(name, file, args.library)
            with args.output.open("a", encoding="utf-8") as output:
                output.write(json.dumps(found[name], ensure_ascii=False) + "\n")
            print(name, found[name]["result"], sep="\t", flush=True)
    records = [found[name] for name in wanted]
    kinds = Counter(record["result"].partition(":")[0] for record in records)
    print(", ".join(f"{n} {kind}" for kind, n in kinds.most_common()))
    for record in records:
        if record["result"].startswith(("failed", "slow")) or record.get("limited"):
            print(json.dumps(record, ensure_ascii=False))
    return int(kinds["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
