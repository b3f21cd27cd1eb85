"""Animations of games: SVG documents in which one position follows the other, and GIFs; and pictures as PNG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from .canvas import number
from .drawing import Mark, mark_svg, svg, symbols_in
from .marks import draw_last
from .position import kit_of, last_sites, position_marks, position_svg, window_of
from .theme import WOOD, Theme

__all__ = ["PictureError", "animation_gif", "animation_svg", "png_of", "positions_of"]

_PAUSE = 3.0
"""How many times longer than others the last position stays."""
_CLOCK = "lp-clock"
_GLIDE = 0.35
"""The part of a move's time that pieces take to get to their new sites."""


def positions_of(state: Any) -> list[Any]:
    """The positions that led to a state, from the start to itself."""
    found = [getattr(state, "instance", state).copy()]  # of a match, the game that is being played
    while next(iter(found[-1].back()), None) is not None:
        earlier = found[-1].copy()
        earlier.undo()
        found.append(earlier)
    return found[::-1]


def animation_svg(
    positions: Sequence[Any], *, seconds: float = 1.0, seat: int | None = None, theme: Theme = WOOD
) -> str:
    """An SVG document that shows positions one after the other, again and again (SMIL).

    positions: `State`s of one game, in order. seconds: how long each is shown. seat: as of `position_svg`. A piece that
    stays where it is occurs once in the document, and one that a move carries glides to its new site. Raises ValueError
    if there is no position, or seconds is not positive.
    """
    if not positions or seconds <= 0:
        raise ValueError("an animation needs at least one position, and a positive time for each")
    kit = kit_of(positions[0].game, (), window_of(positions, seat), theme)
    frames = [position_marks(kit, state, seat, theme) for state in positions]
    lasts = [last_sites(state, seat) if k else () for k, state in enumerate(positions)]
    times = [k * seconds for k in range(len(frames))]
    total = (len(frames) - 1 + _PAUSE) * seconds
    tick = f'<animate id="{_CLOCK}" attributeName="x" from="0" to="0" begin="0s;{_CLOCK}.end" dur="{number(total)}s"/>'
    parts = [f'<rect width="0" height="0" visibility="hidden">{tick}</rect>']

    def shown(first: int, after: int, markup: str, glide: str = "") -> str:
        """Markup that is visible from one position until another."""
        length = (times[after] if after < len(times) else total) - times[first]
        start = f"{_CLOCK}.begin+{number(times[first])}s"
        turn_on = f'<set attributeName="visibility" to="visible" begin="{start}" dur="{number(length)}s"/>'
        return f'<g visibility="hidden">{turn_on}{glide}{markup}</g>'

    under = [shown(k, k + 1, draw_last(kit, sites, theme, frames[k])) for k, sites in enumerate(lasts) if sites]
    open_runs: dict[str, tuple[int, str]] = {}
    runs: list[tuple[int, int, str, str]] = []
    for k, marks in enumerate(frames):
        now = {mark_svg(mark): mark for mark in marks}
        for text in [text for text in open_runs if text not in now]:
            first, glide = open_runs.pop(text)
            runs.append((first, k, text, glide))
        for text, mark in now.items():
            if text not in open_runs:
                glide = _glide(mark, frames[k - 1] if k else [], lasts[k], times[k], seconds)
                open_runs[text] = (k, glide)
    runs += [(first, len(frames), text, glide) for text, (first, glide) in open_runs.items()]
    order = {mark_svg(mark): (kit.order.get(mark.get("site", ""), 0), mark.get("level", 0))
             for marks in frames for mark in marks}  # fmt: skip
    runs.sort(key=lambda run: (order[run[2]], run[0]))
    body = "\n    ".join(shown(first, after, text, glide) for first, after, text, glide in runs)
    group = f'  <g text-anchor="middle" font-weight="600" font-family="{theme.font.replace(chr(34), "")}">{body}</g>'
    used = {name for marks in frames for name in symbols_in(marks)}
    document = svg(kit, (), under="\n".join([*parts, *under]), over=group, symbols=used, theme=theme)
    return document.replace(_CLOCK, f"clock{crc32(document.encode()):x}")  # unlike others on the same page


def _glide(mark: Mark, before: Sequence[Mark], last: tuple[str, ...], start: float, seconds: float) -> str:
    """The movement of a piece that the last move brought here."""
    if len(last) != 2 or mark.get("site") != last[1] or "layers" not in mark:
        return ""
    came = next((m for m in reversed(before) if m.get("site") == last[0] and m.get("layers") == mark["layers"]), None)
    if came is None:
        return ""
    way = f"{number(came['x'] - mark['x'])} {number(came['y'] - mark['y'])}"
    begin, time = f"{_CLOCK}.begin+{number(start)}s", number(_GLIDE * seconds)
    return (
        f'<animateTransform attributeName="transform" type="translate" from="{way}" to="0 0" begin="{begin}" '
        f'dur="{time}s"/>'
    )


def animation_gif(
    positions: Sequence[Any], *, seconds: float = 1.0, seat: int | None = None, width: int = 480, theme: Theme = WOOD
) -> bytes:
    """A GIF that shows positions one after the other. Needs the extra `pictures`; arguments as of `animation_svg`.

    width: in pixels. Raises ValueError as `animation_svg`, and PictureError if the extra is missing.
    """
    if not positions or seconds <= 0:
        raise ValueError("an animation needs at least one position, and a positive time for each")
    images = []
    for state in positions:
        data = png_of(position_svg(state, seat=seat, theme=theme), width=width, paper=theme.paper)
        from PIL import Image  # with the extra, like what png_of needs

        images.append(Image.open(io.BytesIO(data)).convert("P", palette=Image.Palette.ADAPTIVE))
    times = [round(1000 * seconds)] * (len(images) - 1) + [round(1000 * seconds * _PAUSE)]
    out = io.BytesIO()
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0)
    return out.getvalue()


_WIDEST = 8192


class PictureError(Exception):
    """A picture cannot be made: what it needs is not installed."""


def png_of(document: str, *, width: int | None = None, paper: str = WOOD.paper) -> bytes:
    """An SVG document of this package as PNG.

    width: in pixels, at most 8192; by default that of the document. paper: the colour around the board, as of a theme.
    Raises PictureError if the extra is missing, ValueError for another width, and for a theme that follows its viewer.
    """
    if not paper.startswith("#"):
        raise ValueError("a PNG or GIF is light or dark: only a browser can follow its viewer")
    if width is not None and not 1 <= width <= _WIDEST:
        raise ValueError(f"a picture can be 1 to {_WIDEST} pixels wide, not {width}")
    try:
        import resvg_py
    except ImportError:
        raise PictureError("PNG needs resvg-py: pip install 'ludparse[pictures]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, background=paper, width=width))
