"""Which damages of passes (`test_damage.py`) do the random programs notice by themselves?

    python -m tests.interpreter.passes.noticed [PASS …]

takes an hour of a processor for all of them (`PROGRAMS=4`, by default: so many times as many programs as `make test`).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.corpus import REPO
from tests.interpreter.passes.test_damage import DAMAGES, linked, run

TIMES = os.environ.get("PROGRAMS", "4")


def main(names: list[str]) -> None:
    """Prints for each damage what has noticed it, and how many are noticed."""
    noticed = 0
    for name in names:
        damage = DAMAGES[name]
        with tempfile.TemporaryDirectory() as folder:
            tree = linked(Path(folder) / "tree", Path("interpreter", damage.file))
            text = (REPO / "interpreter" / damage.file).read_text(encoding="utf-8")
            (tree / "interpreter" / damage.file).write_text(text.replace(damage.old, damage.new), encoding="utf-8")
            ran = run(tree, "test_random_programs.py", seconds=3600, HYPOTHESIS_PROFILE="unshrunk", PROGRAMS=TIMES)
        failed = [line.rpartition("::")[2] for line in ran.stdout.splitlines() if line.startswith("FAILED")]
        noticed += bool(failed)
        print(f"{name}: {failed[0] if failed else 'not noticed'}", flush=True)
    print(f"{noticed} of {len(names)}")


if __name__ == "__main__":
    main(sys.argv[1:] or list(DAMAGES))
