"""Photographs the pages that people judge before a release, and finds what a program can find wrong with them.

    python -m tests.exporters.web.shots FOLDER --library ../shared/ludii/res --seed 51

Eighteen games of different kinds, each in a position that is drawn by the seed, wide and on a phone: a picture each,
with light and dark colours in it. It prints a line for every page that overflows its width or has text of too little
contrast, and for each page its size. The verdicts of those who looked are in docs/pages.md.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from ludparse import load
from ludparse.exporters.web.bundle import make_bundle
from ludparse.exporters.web.page import page_html
from tests.exporters.web.browser import CONTRAST, Seen, browsing

__all__ = ["GAMES", "address", "base36", "reached"]

GAMES = {
    "chess": ("Chess", 24), "xiangqi": ("Xiangqi", 24), "shogi": ("Shogi", 50), "go": ("Go", 80), "hex": ("Hex", 40),
    "kriegspiel": ("Kriegspiel (Chess)", 16), "backgammon": ("Backgammon", 30), "oware": ("Oware", 14),
    "morris": ("Nine Men's Morris", 16), "draughts": ("English Draughts", 24), "lasca": ("Lasca", 24),
    "checkers": ("Chinese Checkers", 40), "snakes": ("Gyan Chaupar", 16), "geister": ("Geister", 16),
    "dominoes": ("Block", 8), "ex-nihilo": ("Ex Nihilo", 14), "nebuchadnezzar": ("Nebuchadnezzar", 30),
    "hypnosia": ("Hypnosia", 30),
}  # fmt: skip
"""The games, and how many moves are played at most before the picture is taken; at least half of them are."""

SIZES = {"wide": {"width": 1400, "height": 900}, "phone": {"width": 390, "height": 844}}
LARGEST = 400_000
"""Bytes that a page of these games may have."""


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
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    poor = 0
    with browsing() as browser:
        for name in args.only:
            kind, most = GAMES[name]
            page = args.folder / f"{name}.html"
            page.write_text(page_html(make_bundle(kind, library=args.library, most=1)), encoding="utf-8")
            size = page.stat().st_size
            poor += size > LARGEST
            print(f"{name}: {size / 1000:.0f} kB", flush=True)
            moves = random.Random(f"{args.seed} {name}").randint(most // 2, most)
            where = page.resolve().as_uri() + address(load(kind, library=args.library), moves, args.seed)
            for shape, viewport in SIZES.items():
                pictures = []
                for scheme in ("light", "dark"):
                    picture, faults = _photograph(browser, where, viewport, scheme)
                    pictures.append(picture)
                    for fault in faults:
                        print(f"{name}, {shape}, {scheme}: {fault}", flush=True)
                    poor += len(faults)
                _side_by_side(pictures).save(args.folder / f"{name}-{shape}.png", optimize=True)
    return 1 if poor else 0


def _photograph(browser: Any, where: str, viewport: dict[str, int], scheme: str) -> tuple[Image.Image, list[str]]:
    """A picture of a page, and what is wrong with it."""
    context = browser.new_context(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    seen = Seen(context.new_page())
    seen.visit(where)
    if seen.page.locator("#cover[open]").count():
        seen.page.locator("#cover button").click()
    picture = Image.open(io.BytesIO(seen.page.screenshot())).convert("RGB")
    faults = [*seen.problems, *seen.page.evaluate(CONTRAST)]
    if seen.page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
        faults.append("wider than the window")
    context.close()
    return picture, faults


def _side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """Pictures in one, wide ones one below the other."""
    width, height = pictures[0].size
    down = width > height
    sheet = Image.new("RGB", (width, 2 * height + 10) if down else (2 * width + 10, height), "#808080")
    for k, picture in enumerate(pictures):
        sheet.paste(picture, (0, k * (height + 10)) if down else (k * (width + 10), 0))
    return sheet


if __name__ == "__main__":
    sys.exit(main())
