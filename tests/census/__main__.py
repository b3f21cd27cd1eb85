"""Takes the census anew and compares it with the checked-in table. Nothing is compiled to C.

    python -m tests.census                     all games: ours, the golden ones, and those with recordings beside us
    python -m tests.census Chess golden/       those whose path contains one of these
    python -m tests.census --kinds golden/     what plain loops of these range over (kinds.py)
    python -m tests.census --update            writes the table; what is worse needs --note "why"

What is done is kept in build/census.tsv, so that an interrupted census goes on where it stopped, as long as neither the
package nor the census itself has changed. The exit code is 1 if a game has become worse.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import hashlib
import sys
import time
from collections import Counter
from pathlib import Path

from ludparse.interpreter.backends.cache_entry import code_stamp
from ludparse.library.library import Library
from ludparse.problems.errors import LudError
from tests.census.census import TABLE, Entry, entry_of, of_ours, program_at, table, worse, write
from tests.census.kinds import kinds
from tests.corpus import LIBRARY, REPO, recorded_games

PARTS = REPO / "build" / "census.tsv"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.census", description="how the loops of all games are run")
    parser.add_argument("games", nargs="*", metavar="PATH", help="parts of the paths of games (default: all)")
    parser.add_argument("--update", action="store_true", help="write the table")
    parser.add_argument("--kinds", action="store_true", help="print what plain loops range over, and nothing else")
    parser.add_argument("--note", default="", help="why games have become worse; kept in the table")
    args = parser.parse_args()
    library = Library.open(str(LIBRARY)) if LIBRARY.is_dir() else None
    if library is None:
        print(f"only our own games: there is no library at {LIBRARY}", file=sys.stderr)
    paths = [*of_ours(), *(recorded_games() if library is not None else ())]
    wanted = [p for p in paths if not args.games or any(part in p for part in args.games)]
    if args.kinds:
        for kind, number in sum((_kinds_of(p, library) for p in wanted), Counter[str]()).most_common():
            print(f"{number:6} {kind}")
        return 0
    old = table() if TABLE.exists() else {}
    new = taken(wanted, library)
    grown = {p: found for p, e in new.items() if p in old and (found := worse(old[p], e))}
    for path, found in grown.items():
        print(f"worse: {path}: {'; '.join(found)}")
    changed = [p for p, e in new.items() if p not in old or dataclasses.replace(old[p], note="") != e]
    print(f"{len(new)} games, {len(changed)} not as in the table, {len(grown)} worse")
    if not args.update:
        return int(bool(grown))
    if grown and not args.note:
        print("a game that becomes worse needs --note, which says why", file=sys.stderr)
        return 1
    kept = {p: e for p, e in old.items() if p in paths or library is None}
    for path in changed:
        note = args.note if path in grown else old[path].note if path in old else ""
        kept[path] = dataclasses.replace(new[path], note=" ".join(note.split()))
    write(kept)
    return 0


def _kinds_of(path: str, library: Library | None) -> Counter[str]:
    """What the plain loops of a game range over; none where it is not compiled."""
    try:
        return kinds(program_at(path, library))
    except LudError:
        return Counter()


def taken(paths: list[str], library: Library | None) -> dict[str, Entry]:
    """The entries of games, from the file of parts where they are there."""
    own = "".join(p.read_text(encoding="utf-8") for p in sorted(Path(__file__).parent.glob("*.py")))
    stamp = f"# {code_stamp()} {hashlib.sha256(own.encode()).hexdigest()}"
    done: dict[str, Entry] = {}
    if PARTS.exists() and (lines := PARTS.read_text(encoding="utf-8").splitlines()) and lines[0] == stamp:
        done = {e.path: e for e in map(Entry.of_line, lines[1:])}
    else:
        PARTS.parent.mkdir(exist_ok=True)
        PARTS.write_text(f"{stamp}\n", encoding="utf-8")
    todo, began = [p for p in paths if p not in done], time.process_time()
    with PARTS.open("a", encoding="utf-8") as file:
        for number, path in enumerate(todo, 1):
            entry = done[path] = entry_of(path, library)
            print(entry.line, file=file, flush=True)
            if number % 50 == 0 or number == len(todo):
                print(f"{number} of {len(todo)} games, {time.process_time() - began:.0f} s of a core", file=sys.stderr)
                gc.collect()
    return {p: done[p] for p in paths}


if __name__ == "__main__":
    sys.exit(main())
