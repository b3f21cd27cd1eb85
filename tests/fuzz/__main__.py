"""`python -m tests.fuzz --minutes 120 --seed 7`: see `tests/fuzz/README.md`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.session import Session, figures, rows
from tests.fuzz.targets import TARGETS


def main() -> int:
    """Run, tell what was found, and return 1 if anything was."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description="Searches for inputs that break ludparse."
    )
    parser.add_argument("--minutes", type=float, default=2.0, help="how long to search (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same inputs in the same order")
    parser.add_argument("--target", action="append", choices=sorted(TARGETS), help="may be given several times")
    parser.add_argument("--corpus", action="store_true", help="start from Ludii's descriptions in ../shared/ludii too")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"), help="folder for inputs that fail")
    parser.add_argument("--again", type=Path, nargs="+", help="run the inputs in these files instead")
    parser.add_argument("--count", type=int, help="run each target on so many inputs, within --minutes")
    parser.add_argument("--results", type=Path, help="file for what --count finds; a run goes on after what is there")
    given = parser.parse_args()
    patience = 300.0 if given.count else 30.0  # a machine that is busy for long makes nothing fail
    session = Session(
        given.seed, given.target or list(TARGETS), corpus=given.corpus, keep=given.keep, patience=patience
    )
    try:
        if given.again:
            session.again(given.again)
        elif given.count:
            results = given.results or Path("build/long/fuzz.jsonl")
            results.parent.mkdir(parents=True, exist_ok=True)
            session.go_on(results, given.count, given.minutes * 60)
            print(figures(rows(results)))
        else:
            session.search(given.minutes * 60, show=True)
    except KeyboardInterrupt:
        pass
    finally:
        session.close()
    print(session.report())
    return 1 if session.failures else 0


if __name__ == "__main__":
    sys.exit(main())
