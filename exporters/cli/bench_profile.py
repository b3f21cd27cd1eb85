"""`lud bench --profile`: a table of the ludemes that take the time."""

from __future__ import annotations

import argparse
from pathlib import PurePath

from ludparse.interpreter.game.profile import Profile, ProfileLine, profile

from ..terminal.output import Waiting, counted, terminal_width
from .common import open_game, print_json

__all__ = ["run_profile"]

_USES = 4  # how many uses of a define are named


def run_profile(args: argparse.Namespace) -> int:
    """Profiles each game that was named; the exit code. Raises LudError."""
    for number, name in enumerate(args.game):
        game = open_game(args, name)
        with Waiting(f"playing {game.name}", quiet=args.json):
            found = profile(game, seconds=args.time_each, seed=args.seed)
        if args.json:
            print_json(_record(found, args.most))
        else:
            print("\n" * (number > 0) + _table(found, args.most))
    return 0


def _record(found: Profile, lines: int) -> dict[str, object]:
    return {
        "game": found.game,
        "backend": found.backend,
        "seconds": round(found.seconds, 3),
        "samples": found.samples,
        "playouts": found.playouts,
        "moves": found.moves,
        "lines": [line.as_dict() for line in found.lines[:lines]],
    }


def _table(found: Profile, lines: int) -> str:
    shown = [line for line in found.lines[:lines] if line.total_share >= 0.0005]
    places = [_place(line) for line in shown]
    calls = any(line.calls is not None for line in shown)
    widest = max([len("place"), *map(len, places)])
    heads = f"{'self':>7}{'total':>8}" + (f"{'calls a game':>16}" if calls else "") + f"  {'place':<{widest}}  ludeme"
    rows = [heads]
    for line, place in zip(shown, places, strict=True):
        row = f"{line.self_share:7.1%}{line.total_share:8.1%}"
        if calls:
            row += f"{'' if line.calls is None else format(line.calls / max(1, found.playouts), ',.1f'):>16}"
        rows.append(f"{row}  {place:<{widest}}  {line.ludeme}".rstrip())
    width = max(terminal_width() or 140, 60)
    rows = [row if len(row) <= width else row[: width - 1] + "…" for row in rows]
    rest = len(found.lines) - len(shown)
    about = (
        f"{found.game}: {counted(found.playouts, 'random game')}, "
        f"{counted(found.moves, 'move')} in {found.seconds:.1f} s "
        f"({found.backend} backend), {found.samples:,} samples"
    )
    return "\n".join([about, "", *rows, *([f"… and {rest} more with less"] if rest else [])])


def _place(line: ProfileLine) -> str:
    """The file without its folder, line and column, and where the define is used in the description."""
    if line.place is None:
        return ""
    at = f"{PurePath(line.place.file).name}:{line.place.line}:{line.place.column}"
    lines = sorted({use.line for use in line.used})
    if not lines:
        return at
    more = ", …" if len(lines) > _USES else ""
    return f"{at} (used at {', '.join(map(str, lines[:_USES]))}{more})"
