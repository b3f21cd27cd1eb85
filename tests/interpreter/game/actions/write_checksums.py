"""Writes the pinned numbers of actions anew: `python -m tests.interpreter.game.actions.write_checksums`.

Review the difference: where a checksum has changed, `VERSION` in `interpreter/game/actions/space.py` has to go up.
"""

import json

from ludparse.interpreter.game.load import load_once
from tests.corpus import AT_HAND

from .test_space import CHECKSUMS, PINNED


def main() -> None:
    """Writes the file."""
    found = {}
    for group, names in PINNED.items():
        if group == "library" and AT_HAND is None:
            found[group] = names
            continue
        spaces = {name: load_once(name, library=AT_HAND).actions for name in sorted(names)}
        found[group] = {name: [space.version, space.size, space.checksum] for name, space in spaces.items()}
    groups = []
    for group, rows in found.items():
        lines = [f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()]
        groups.append(f' "{group}": {{\n' + ",\n".join(lines) + "\n }")
    CHECKSUMS.write_text("{\n" + ",\n".join(groups) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
