"""A static site of games: a list, and for each game a page with its board, rules and statistics."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludparse.description.description import load_description
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load
from ludparse.library.library import Library
from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

from ..catalogue.entry import Entry, entry_of
from ..pictures import png_of, position_svg
from ..pictures.theme import BY_VIEWER
from ..statistics.tally import Tally
from ..terminal.screen import player_names, side_name
from ..terminal.words import say
from .bundle import make_bundle
from .gallery import Card, card_of, gallery_html
from .page import BUILT, Table, page_html

__all__ = ["Built", "build_site", "random_rows"]

_PREVIEW = 800  # pixels
SCRIPTS = ("page.js", "gallery.js", "style.css")
Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Built:
    """What was built: names of the games, and for each file that could not be made into a page the reason."""

    games: Sequence[str]
    problems: dict[Path, str]


def build_site(
    files: Iterable[Path],
    output: Path,
    *,
    title: str = "Games",
    library: str | Library | None = None,
    variants: int | None = 4,
    games: int = 200,
    address: str = "",
    report: Report = lambda done, total, name: None,
) -> Built:
    """Builds a site in a folder, which is created. variants: in each page; games: random games for the statistics.
    address: where the site will lie; then each page names a picture of its own (PNG) for previews of links.

    A description that cannot be played is left out and reported. Raises OSError where the folder cannot be written,
    PictureError where PNGs are needed and cannot be made.
    """
    output.mkdir(parents=True, exist_ok=True)
    for name in SCRIPTS:
        shutil.copyfile(BUILT / name, output / name)
    wanted = list(files)
    cards: list[Card] = []
    problems: dict[Path, str] = {}
    taken: set[str] = set()
    for number, file in enumerate(wanted):
        report(number, len(wanted), file.stem)
        try:
            cards.append(_game(file, output, library, variants, games, taken, address))
        except LudError as problem:
            problems[file] = str(problem)
    report(len(wanted), len(wanted), "")
    cards.sort(key=lambda card: card.name.casefold())
    write_whole(output / "index.html", gallery_html(title, cards, assets=""))
    return Built([card.name for card in cards], problems)


def _game(
    file: Path, output: Path, library: str | Library | None, variants: int | None, games: int, taken: set[str],
    address: str,
) -> Card:
    bundle = make_bundle(file, library=library, most=variants)
    game = load(file, library=library)
    assert isinstance(game, SingleGame)
    name = file_name(bundle.name, taken)
    note = f"From {games} random games of the first variant."
    tables = [Table("Statistics", random_rows(game, games), note)] if games and game.players else []
    image = f"{address.rstrip('/')}/{name}.png" if address else ""
    if image:
        write_whole(output / f"{name}.png", png_of(position_svg(game.start(seed=1)), width=_PREVIEW))
    page = page_html(bundle, assets="", home="index.html", tables=tables, image=image)
    write_whole(output / f"{name}.html", page)
    write_whole(output / f"{name}.svg", position_svg(game.start(seed=1), theme=BY_VIEWER))
    return card_of(_entry(file, library), f"{name}.html", f"{name}.svg")


def _entry(file: Path, library: str | Library | None) -> Entry:
    return entry_of(load_description(file, library=library), library, str(file), bundled=True)


def file_name(name: str, taken: set[str]) -> str:
    """A file's name for a game, of small letters, digits and hyphens; different from those that are taken."""
    short = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "game"
    if short == "index":
        short = "index-game"
    found, number = short, 2
    while found in taken:
        found, number = f"{short}-{number}", number + 1
    taken.add(found)
    return found


_LONGEST = 1000


def random_rows(game: SingleGame, games: int) -> list[tuple[str, str]]:
    """How random games end and how long they are. games: how many are played, each at most 1,000 moves long."""
    played = Tally.of(game.playouts(games, seed=1, max_moves=_LONGEST))
    rows = [("Moves, on average", f"{played.moves / games:.1f}")]
    rows.append(("Shortest and longest", f"{played.shortest} to {played.longest}"))
    if game.players > 1:
        for player, name in enumerate(player_names(game), 1):
            who = side_name(game, player).capitalize() if name == say("player", number=player) else name
            rows.append((f"{who} wins", _share(played.first(player), games)))
        rows.append(("Drawn", _share(max(0, played.drawn), games)))
    elif game.players == 1:
        rows.append(("Solved", _share(played.first(1), games)))
    if played.cut:
        rows.append((f"Not over after {_LONGEST:,} moves", _share(played.cut, games)))
    return rows


def _share(count: int, games: int) -> str:
    return f"{100 * count / games:.0f} %"
