"""What is marked on a position: the last move, and legal moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from math import hypot

from .canvas import number, written
from .drawing import Mark
from .kit import Kit
from .theme import Theme

__all__ = ["draw_last", "draw_legal"]


def _circle(kit: Kit, site: str, radius: float, **attributes: object) -> str:
    x, y, size, _ = kit.sites[site]
    return f"<circle{written({'cx': x, 'cy': y, 'r': radius * size, **attributes})}/>"


def draw_last(kit: Kit, sites: tuple[str, ...], theme: Theme, marks: Iterable[Mark] = ()) -> str:
    """A glow where the last move began and ended, and the way between. marks: the pieces; on a stack the top one
    glows."""
    tops = {mark["site"]: mark for mark in marks if mark.get("level", 0) and mark.get("site") in sites}
    known = tuple(site for site in sites if site in kit.sites)
    sites = tuple(site for site in known if site not in kit.in_hand) or known[-1:]
    if not sites:
        return ""
    glow = {"fill": theme.last, "fill_opacity": 0.5}
    parts = [_circle(kit, site, 0.47, **glow, **_top(tops, site)) for site in sites]
    if len(sites) == 2:
        (x0, y0, s0, _), (x1, y1, s1, _) = kit.sites[sites[0]], kit.sites[sites[1]]
        length = hypot(x1 - x0, y1 - y0)
        if length > 0.5 * (s0 + s1):
            line = {"x1": x0, "y1": y0, "x2": x1, "y2": y1, "stroke": theme.last, "stroke_opacity": 0.75}
            width = 0.09 * min(s0, s1)
            parts.insert(0, f"<line{written({**line, 'stroke_width': width, 'stroke_linecap': 'round'})}/>")
    return f'  <g class="last">{"".join(parts)}</g>'


def _top(tops: Mapping[str, Mark], site: str) -> dict[str, float]:
    """Where the top piece of a stack lies, as attributes of a circle."""
    return {"cx": tops[site]["x"], "cy": tops[site]["y"]} if site in tops else {}


def draw_legal(kit: Kit, moves: Iterable[tuple[str, ...]], occupied: Set[str], theme: Theme) -> str:
    """Dots where moves may end, rings around what may be captured, and thin rings around what may move."""
    starts: dict[str, None] = {}
    targets: dict[str, None] = {}
    for sites in moves:
        known = [site for site in sites if site in kit.sites]
        if len(known) == 2:
            starts[known[0]] = None
        if known:
            targets[known[-1]] = None
    line = {"fill": "none", "stroke": theme.legal}
    parts = [
        _circle(kit, site, 0.46, **line, stroke_width=0.045 * kit.sites[site][2], stroke_dasharray=_dashes(kit, site))
        for site in starts
    ]
    for site in targets:
        if site in occupied:
            parts.append(_circle(kit, site, 0.46, **line, stroke_width=0.07 * kit.sites[site][2], stroke_opacity=0.9))
        else:
            ring = {"stroke": "#ffffff", "stroke_width": 0.03 * kit.sites[site][2], "stroke_opacity": 0.8}
            parts.append(_circle(kit, site, 0.14, fill=theme.legal, fill_opacity=0.85, **ring))
    return f'  <g class="legal">{"".join(parts)}</g>'


def _dashes(kit: Kit, site: str) -> str:
    return f"{number(0.12 * kit.sites[site][2])} {number(0.08 * kit.sites[site][2])}"
