"""Colours: those that descriptions name, and those that keep a drawing visible on another colour."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterable, Sequence

__all__ = ["NAMED", "contrast", "from_numbers", "hex_colour", "luminance", "mixed", "ratio", "word_of"]

NAMED = {
    "White": "#ffffff", "Black": "#000000", "Grey": "#969696", "LightGrey": "#c8c8c8", "VeryLightGrey": "#e6e6e6",
    "DarkGrey": "#646464", "VeryDarkGrey": "#323232", "Dark": "#1e1e1e", "Red": "#d8322e", "Green": "#2f9e44",
    "Blue": "#2f74d0", "Yellow": "#f3d42b", "Pink": "#d957c0", "Cyan": "#3cc4d8", "Brown": "#8b4513",
    "DarkBrown": "#654321", "VeryDarkBrown": "#322110", "Purple": "#7f007f", "Magenta": "#d957c0",
    "Turquoise": "#007f7f", "Orange": "#f08c1d", "LightOrange": "#ffbf00", "LightRed": "#f08a84",
    "DarkRed": "#7f0000", "Burgundy": "#3f0000", "LightGreen": "#8fd694", "DarkGreen": "#007f00",
    "LightBlue": "#8fbfee", "VeryLightBlue": "#cdeaed", "DarkBlue": "#00007f", "IceBlue": "#b7e2e4",
    "Gold": "#d4af37", "Silver": "#c0c0c0", "Bronze": "#cd7f32", "GunMetal": "#2c3539", "HumanLight": "#ccb68c",
    "HumanDark": "#6c563c", "Cream": "#ffffe6", "DeepPurple": "#7f007f", "PinkFloyd": "#ff4b96",
    "BlackSabbath": "#000020", "KingCrimson": "#dc143c", "TangerineDream": "#f28500", "BabyBlue": "#8fbfee",
    "LightTan": "#fac864", "Hidden": "none",
}  # fmt: skip
"""The colours that `(colour NAME)` may name, as `#rrggbb`; `none` is invisible. The brightest are softer than Ludii's:
whole boards and rows of pieces have them."""

_HEX = re.compile(r"#?([0-9a-fA-F]{6})")
_DARK, _LIGHT = "#241d17", "#f6efe2"


def hex_colour(text: str) -> str | None:
    """`#rrggbb` for a text of six hexadecimal digits with or without `#`; None for any other text."""
    found = _HEX.fullmatch(text.strip())
    return f"#{found[1].lower()}" if found else None


def from_numbers(values: Sequence[int]) -> str | None:
    """The colour of red, green and blue (0 to 255, clipped), and perhaps opacity: fully transparent is `none`."""
    if len(values) not in (3, 4):
        return None
    if len(values) == 4 and values[3] <= 0:
        return "none"
    return _joined(values[:3])


def _joined(parts: Iterable[int]) -> str:
    return "#" + "".join(f"{max(0, min(255, part)):02x}" for part in parts)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, from 0 (black) to 1 (white), after WCAG 2."""
    if not colour.startswith("#"):
        return 1.0
    red, green, blue = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in (part / 255 for part in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(colour: str, other: str) -> float:
    """The contrast of two colours, from 1 (none) to 21, after WCAG 2."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def contrast(colour: str) -> str:
    """Dark or light: the one that is easier to see on a colour."""
    return _DARK if ratio(colour, _DARK) >= ratio(colour, _LIGHT) else _LIGHT


_HUES = {
    15: "red", 40: "orange", 70: "yellow", 165: "green", 200: "turquoise", 255: "blue", 310: "purple", 345: "pink",
    360: "red",
}  # fmt: skip
"""Words for hues, each up to so many degrees."""


def word_of(colour: str) -> str:
    """What people call `#rrggbb`: white, black, grey, or the word for its hue. Empty for `none`."""
    if not colour.startswith("#"):
        return ""
    hue, light, strong = colorsys.rgb_to_hls(*(part / 255 for part in _parts(colour)))
    if light > 0.93 or (strong < 0.25 and light > 0.7):
        return "white"
    if light < 0.12 or (strong < 0.25 and light < 0.3):
        return "black"
    return "grey" if strong < 0.12 else next(word for end, word in _HUES.items() if 360 * hue <= end)


def mixed(colour: str, other: str, share: float) -> str:
    """The colour with a share (0 to 1) of another."""
    if not (colour.startswith("#") and other.startswith("#")):
        return colour
    return _joined(round(a + (b - a) * share) for a, b in zip(_parts(colour), _parts(other), strict=True))
