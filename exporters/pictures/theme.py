"""Colours and measures of pictures. Lengths are in units of the distance between neighbouring sites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .colours import mixed

__all__ = ["BY_VIEWER", "DARK", "THEMES", "WOOD", "Theme", "theme_named", "viewer_style"]


@dataclass(frozen=True, slots=True)
class Theme:
    """How a picture looks; a picture is drawn with one theme throughout."""

    paper: str
    """Around the board, where a format has no transparency."""
    rim: str
    """The frame around the board."""
    ground: str
    """Boards that are played on points: what lies under the lines."""
    cells: tuple[str, ...]
    """Cells by phase."""
    dark: str
    """The dark squares of chequered boards; the lower left corner is one."""
    light: str
    middle: str
    """The third colour of chequered boards of hexagons."""
    cell_line: str
    line: str
    """Lines between points."""
    point: str
    pit: tuple[str, ...]
    """Hollows of a sowing board: their middle and their edge."""
    label: str
    """Text on the paper, and names of sites."""
    halo: str
    """Around labels that lie on lines."""
    faint: str
    """Lines of an open table."""
    tracks: tuple[str, ...]
    tray: str
    """Hands beside the board."""
    last: str
    """The last move."""
    legal: str
    """Legal moves."""
    given: str
    """Numbers of a puzzle that are there at the start."""
    written: str
    """Numbers of a puzzle that were written."""
    river: str
    inlay: str
    """Between the points of a backgammon board."""
    triangles: tuple[str, ...]
    """The points of a backgammon board, in turn."""
    toned: Callable[[str], str]
    """What becomes of a colour that the description gives a board: in dark pictures it has a middle tone."""
    font: str = "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
    rim_width: float = 0.16
    margin: float = 0.5
    line_width: float = 0.045
    cell_line_width: float = 0.022
    point_radius: float = 0.09
    pit_radius: float = 0.41


_COLOURS = {
    "paper": ("#ffffff", "#1d1a16"),
    "rim": ("#6f4e37", "#4f3a27"),
    "ground": ("#ecd3a5", "#8f7751"),
    "cells": (
        "#f3e4c6 #dbbd8e #e8d2a8 #cfae7c #efdcb9 #d5b684",
        "#917b57 #755f40 #866f4c #6b5739 #8b7451 #7c6645",
    ),
    "dark": ("#b98a5c", "#6b5036"),
    "light": ("#f2e1c0", "#a38c66"),
    "middle": ("#d8b583", "#866c49"),
    "cell_line": ("#9a7a52", "#4a3a27"),
    "line": ("#5a4330", "#2e2318"),
    "point": ("#4a3626", "#2a2017"),
    "pit": ("#b48a59 #8a6440", "#5b4529 #3f2f1d"),
    "label": ("#3f2e20", "#efe4cd"),
    "halo": ("#f6e8cd", "#2a231b"),
    "faint": ("#a09078", "#6f6557"),
    "tracks": (
        "#2f6f9f #b5443c #3f7f4f #8a5aa8 #c07f1f #4f8f8f",
        "#8cc6ec #f2a097 #a3dcae #d9b6ee #f0c57a #a5dede",
    ),
    "tray": ("#f4ead6", "#6d5c44"),
    "last": ("#e0a21b", "#ffc64d"),
    "legal": ("#2f7d4f", "#12452a"),
    "given": ("#241d17", "#17110b"),
    "written": ("#1f5fa8", "#cfe6ff"),
    "river": ("#dcc393", "#7b6646"),
    "inlay": ("#d9b98a", "#8a7250"),
    "triangles": ("#a5452f #f0dcb4", "#74301f #b39d76"),
}  # fmt: skip
"""Each colour in light and in dark pictures; several are separated by spaces. In dark pictures boards have a middle
tone, on which both light and dark pieces stand out."""

_SEVERAL = ("cells", "pit", "tracks", "triangles")


_SHADE, _SHARE = "#1c1206", 30
"""What dark pictures mix into the colours that descriptions give, and how much of it, of a hundred."""
_SOFT = {"#ffffff": "#f9efdc", "#000000": "#4a3826"}
"""Pure white and black are for pieces, which have to stand out on boards."""


def _theme(colour: Callable[[str, int, tuple[str, str]], str], mix: Callable[[str], str]) -> Theme:
    """A theme from the table. colour: says a colour by its name, its place among several, and the table's entry. mix:
    makes a colour darker."""
    values: dict[str, Any] = {}
    for name, both in _COLOURS.items():
        found = tuple(colour(name, k, pair) for k, pair in enumerate(zip(*map(str.split, both), strict=True)))
        values[name] = found if name in _SEVERAL else found[0]
    return Theme(**values, toned=lambda colour: mix(_SOFT.get(colour, colour)))


def _variable(name: str, place: int) -> str:
    return f"--lp-{name.replace('_', '-')}{place if name in _SEVERAL else ''}"


WOOD = _theme(lambda name, place, both: both[0], lambda colour: colour)
"""Light wood, dark lines: the default."""

DARK = _theme(lambda name, place, both: both[1], lambda colour: mixed(colour, _SHADE, _SHARE / 100))
"""For dark surroundings."""

BY_VIEWER = _theme(
    lambda name, place, both: f"var({_variable(name, place)})",
    lambda colour: f"color-mix(in srgb, {_SHADE} var(--lp-shade), {colour})",
)
"""For documents that hold `viewer_style`, as those of `position_svg` do: whoever looks at them decides whether they are
light or dark. Only browsers know such colours."""

THEMES = {"light": WOOD, "dark": DARK, "auto": BY_VIEWER}
"""The themes by the names that users give."""


def theme_named(name: str) -> Theme:
    """The theme with a name. Raises ValueError for a name that is not in THEMES."""
    if name not in THEMES:
        raise ValueError(f"the theme of a picture is one of {', '.join(THEMES)}, not {name!r}")
    return THEMES[name]


def viewer_style() -> str:
    """The style sheet that gives the colours of BY_VIEWER their values."""

    def rules(which: int) -> str:
        return "".join(
            f"{_variable(name, place)}:{colour};"
            for name, both in _COLOURS.items()
            for place, colour in enumerate(both[which].split())
        )

    light, dark = (f":root{{{rules(k)}--lp-shade:{share}%}}" for k, share in enumerate((0, _SHARE)))
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"
