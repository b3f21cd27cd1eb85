from __future__ import annotations

import argparse
import datetime
import json
import re
import resource
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludparse.interpreter.backends.c.compile import FLAGS
from ludparse.interpreter.backends.c.runtime import RUNTIME
from tests.corpus import REPO

from . import __doc__ as about
from .games import BY_PYTHON, MOST, PLAYED, Prepared, chosen, prepare
from .targets import TARGETS, Target

DRIVER = Path(__file__).with_name("driver.c")
SECONDS = 600
"""Of a processor, for one compilation or run."""
OPTIMISED = 10
"""Each tenth game is compiled with -O1, the others without optimisation, which takes half to an eighth of the time;
with a sanitizer none is, as large games would take minutes."""
LEFT = "left to ordinary code"
ROOM = 12
"""How often a game may ask for twice the room."""


def play(target: Target, game: Prepared, code: str, level: str = "-O1", games: int = PLAYED) -> tuple[str, str]:
    """What came of a game on a machine, "ran" or "built" if nothing failed, and what it printed."""
    order = "big" if target.big else "little"
    folder = game.folder / code / order
    program = game.folder / "driver.exe"
    language = [flag for flag in FLAGS if flag not in ("-shared", "-fPIC")]
    kind = [f"-D{'GAMES' if code == 'games' else 'RULES'}"]
    places = [f"-I{RUNTIME}", f"-I{folder}"]
    output = ["-c", "-o", str(program)] if target.run is None else ["-o", str(program)]
    caps = list(game.flags)
    for again in range(ROOM, -1, -1):
        command = [*target.compiler, *language, "-w", level, "-DVARIANTS", *target.flags, *caps, *kind, *places]
        done = _run([*command, str(DRIVER), *output, *(["-lm"] if target.run is not None else [])])
        if done.returncode:
            return "not built", done.stderr[-3000:]
        if target.run is None:
            return "built", ""
        ran = _run([*target.run, str(program), str(folder / "tables"), str(games), str(MOST)])
        text = ran.stdout.replace("\r", "")
        if again and "status 1," in text:  # it needs more room
            caps = [f"{cap.partition('=')[0]}={2 * int(cap.partition('=')[2])}" for cap in caps]
            continue
        if code == "games" and "status 2," in text:  # it has no room: ordinary code plays that game then
            return LEFT, text
        if ran.returncode:
            return f"failed ({ran.returncode})", (text + ran.stderr)[-3000:]
        return "ran", text
    raise AssertionError


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs it within its time of a processor: a machine that is busy makes nothing fail. What hangs ends."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    try:
        return subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, timeout=10 * SECONDS)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"no end within {10 * SECONDS} s")


def is_here(target: Target) -> bool:
    """Whether the compiler is installed, and what runs its programs."""
    asked = [*target.compiler, "--version"]
    compiles = shutil.which(asked[0]) and not subprocess.run(asked, capture_output=True).returncode
    return bool(compiles) and (not target.run or shutil.which(target.run[0]) is not None)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.machines", description=about.partition("\n")[0])
    parser.add_argument("machines", nargs="*", help="names of targets.py (default: all)")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--again", action="store_true", help="also what has been done")
    parser.add_argument("--place", type=Path, default=REPO / "build" / "machines")
    parser.add_argument("--plies", type=int, default=0, help="so many random games that they have about so many moves")
    parser.add_argument("--having", default="", metavar="REGEX", help="only games whose description has this")
    parser.add_argument("--table", action="store_true", help="only print the table of the results")
    args = parser.parse_args(arguments)
    results = args.place / "results.jsonl"
    rows = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    if args.table:
        print(table(rows))
        return 0
    wanted = [t for t in TARGETS if not args.machines or t.name in args.machines]
    for target in [target for target in wanted if not is_here(target)]:
        print(f"{target.name}: not here", flush=True)
        wanted.remove(target)
    done = set() if args.again else {(row["machine"], row["game"]) for row in rows}
    bad = 0
    args.place.mkdir(parents=True, exist_ok=True)
    first = {row["game"]: row["text"].splitlines() for row in rows if row["text"]}
    number, orders = -1, {target.big for target in wanted}
    for path in chosen():
        if not re.search(args.having, path.read_text("utf-8-sig")):
            continue
        known_here = all((target.name, path.stem) in done for target in wanted)  # most games are named as their files
        game = None if known_here else prepare(path, args.place, orders, 1 if args.plies else BY_PYTHON)
        number += known_here or game is not None
        if number >= args.games:
            break
        for target in wanted if game is not None else ():
            if (target.name, game.name) in done:
                continue
            row = {"machine": target.name, "game": game.name, "date": f"{datetime.date.today()}", "text": ""}
            mean = sum(int(line.split()[0]) for line in game.expected) // len(game.expected)
            games = max(PLAYED, args.plies // max(1, mean))
            for code in game.codes:
                slow = number % OPTIMISED or any(flag.startswith("-fsanitize") for flag in target.flags)
                level = "-O0" if slow else "-O1"
                outcome, text = play(target, game, code, level, games)
                if outcome == "ran":
                    lines, python = text.splitlines(), game.expected
                    known = first.setdefault(game.name, lines)  # the code of random games prints no moves
                    same = lines[: len(python)] == python and lines == known[: None if code == "rules" else games]
                    row["plies"] = row.get("plies", 0) + sum(int(line.split()[0]) for line in lines[:games])
                    outcome = "same" if same else "other games"
                row[code] = outcome
                if outcome == "same" and code == "rules" and target is TARGETS[0] and not args.plies:
                    row["text"] = text
                if outcome not in ("same", "built", LEFT):
                    bad += 1
                    print(text[-2000:])
                print(f"{outcome:12} {target.name:28} {code:6} {game.name}", flush=True)
            with results.open("a") as out:
                out.write(json.dumps(row) + "\n")
    found = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    print(f"{len(found):,} games on machines, {sum(row.get('plies', 0) for row in found):,} plies of random games")
    return 1 if bad else 0


def table(rows: Iterable[dict[str, Any]]) -> str:
    """The table of docs/machines.md: what came of the games of each machine, and when the last one was played."""
    last = {(row["machine"], row["game"]): row for row in rows}
    out = ["| machine | games | result | last run |", "|---|---|---|---|"]
    for target in TARGETS:
        mine = [row for (machine, _), row in last.items() if machine == target.name]
        if not mine:
            out.append(f"| {target.name} | 0 | not run | |")
            continue
        outcomes = Counter(row[code] for row in mine for code in ("rules", "games") if code in row)
        shown = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
        out.append(f"| {target.name} | {len(mine)} | {shown} | {max(row['date'] for row in mine)} |")
    return "\n".join(out)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
