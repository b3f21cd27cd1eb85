"""Let Ludii play small games of our own, as cases for `recorded/`: what `test_recorded.py` replays without Ludii.

    LUD_LUDII=…/Ludii.jar python -m tests.interpreter.lower.record FAMILY FILE.lud… [--plies N]

Each file holds one description; its name, with spaces for underscores, is that of the case. A case of that name is
recorded anew. Look whether what Ludii plays is what the rules say, and whether we play the same.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ludparse.exporters.verification.ludii.client import Ludii
from ludparse.exporters.verification.ludii.pair import rng_of

FOLDER = Path(__file__).parent / "recorded"


def case_of(ludii: Ludii, name: str, text: str, plies: int) -> dict[str, Any]:
    """What Ludii does in a game of so many plies, moves chosen at random. Raises LudiiError."""
    description = " ".join(text.split())
    header = ludii.load(description)
    rng = rng_of(1, len(name))
    _, *played, _ = ludii.record(rng=rng, plies=plies, seed=len(name), full=True)
    rows = [{"legal": [entry[2] for entry in ply["legal"]], "pick": ply["pick"]} for ply in played]
    case = {"name": name, "ludii": header["ludii"], "description": description, "rng": [*rng], "plies": rows}
    return case | ({"ranking": played[-1]["ranking"][1:]} if played[-1].get("over") else {})


def write(family: str, cases: list[dict[str, Any]]) -> None:
    """Put cases into the file of their family, in place of those of the same name."""
    file = FOLDER / f"{family}.json"
    old = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    names = {case["name"] for case in cases}
    rows = [case for case in old if case["name"] not in names] + cases
    file.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.interpreter.lower.record", description=__doc__)
    parser.add_argument("family", help="the file in recorded/, without its suffix")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.lud")
    parser.add_argument("--plies", type=int, default=6)
    args = parser.parse_args()
    with Ludii() as ludii:
        named = [(file.stem.replace("_", " "), file.read_text(encoding="utf-8")) for file in args.files]
        write(args.family, [case_of(ludii, name, text, args.plies) for name, text in named])


if __name__ == "__main__":
    main()
