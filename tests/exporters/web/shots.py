"""Photographs the pages that people look at before a release, and finds what a program can find wrong with them.

    python -m tests.exporters.web.shots FOLDER --library ../shared/ludii/res

Twelve games of different kinds, some random moves into the game, each wide and as narrow as a phone, in light and dark
colours. It prints a line for every picture that overflows its width or has text of too little contrast. The verdicts
of those who looked are in docs/pages.md.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

from ludparse import load
from ludparse.exporters.web.bundle import make_bundle
from ludparse.exporters.web.page import page_html
from tests.exporters.web.browser import CONTRAST, Seen, browsing

__all__ = ["GAMES", "address", "base36", "reached"]

GAMES = {
    "chess": ("board/war/replacement/checkmate/chess/Chess.lud", 12),
    "go": ("board/space/territory/Go.lud", 40),
    "hex": ("board/space/connection/Hex.lud", 20),
    "backgammon": ("board/race/escape/Backgammon.lud", 12),
    "oware": ("board/sow/two_rows/Oware.lud", 9),
    "stacking": ("board/war/leaping/diagonal/Lasca.lud", 22),
    "race": ("board/race/escape/Royal Game of Ur.lud", 14),
    "puzzle": ("puzzle/deduction/Sudoku.lud", 9),
    "dominoes": ("dominoes/Block.lud", 7),
    "hidden": ("board/race/reach/Geister.lud", 14),
    "ex-nihilo": ("Ex Nihilo", 9),
    "hypnosia": ("Hypnosia", 9),
}
"""The games, and how many moves are played before the picture is taken."""

SIZES = {"wide": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 844}}


def address(game: Any, moves: int, seed: int = 1) -> str:
    """The address of a position after some random moves, as pages write it."""
    _, numbers = _played(game, moves, seed)
    return f"#s={base36(seed)}&m={'.'.join(map(base36, numbers))}"


def reached(game: Any, moves: int, seed: int = 1) -> Any:
    """The position that `address` leads to."""
    return _played(game, moves, seed)[0]


def _played(game: Any, moves: int, seed: int) -> tuple[Any, list[int]]:
    state = game.start(rng_state=list(seed.to_bytes(8, "little")))
    chance, numbers = random.Random(seed), list[int]()
    while len(numbers) < moves and not state.over:
        legal = state.legal_moves()
        numbers.append(chance.randrange(len(legal)))
        state.apply(legal[numbers[-1]])
    return state, numbers


def base36(number: int) -> str:
    """A number as addresses of pages write it."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return (base36(number // 36) if number >= 36 else "") + digits[number % 36]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", required=True)
    parser.add_argument("--only", nargs="+", choices=GAMES, default=list(GAMES))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    poor = 0
    with browsing() as browser:
        for name in args.only:
            path, moves = GAMES[name]
            page = args.folder / f"{name}.html"
            page.write_text(page_html(make_bundle(path, library=args.library, most=2)), encoding="utf-8")
            where = page.resolve().as_uri() + address(load(path, library=args.library), moves)
            for size, viewport in SIZES.items():
                for scheme in ("light", "dark"):
                    poor += _photograph(browser, where, args.folder / f"{name}-{size}-{scheme}.png", viewport, scheme)
    return 1 if poor else 0


def _photograph(browser: Any, where: str, file: Path, viewport: dict[str, int], scheme: str) -> int:
    context = browser.new_context(viewport=viewport, color_scheme=scheme)
    seen = Seen(context.new_page())
    seen.visit(where)
    if seen.page.locator("#cover[open]").count():
        seen.page.screenshot(path=file.with_suffix(".cover.png"))
        seen.page.locator("#cover button").click()
    seen.page.screenshot(path=file, full_page=viewport["width"] < 500)
    faults = [*seen.problems, *seen.page.evaluate(CONTRAST)]
    if seen.page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
        faults.append("wider than the window")
    for fault in faults:
        print(f"{file.stem}: {fault}")
    print(f"{file.stem}: ply {seen.ply}", flush=True)
    context.close()
    return len(faults)


if __name__ == "__main__":
    sys.exit(main())
