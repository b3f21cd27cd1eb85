"""Plots for the pages of statistics, as SVG that stands in the page. Needs matplotlib."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from .comparison import Comparison
from .record import GameRecord

__all__ = ["PlotError", "course", "differences", "lengths", "outcomes"]

COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1", "#b7791f", "#97266d", "#4a5568", "#00838f")
_GREY = "#a0aec0"


class PlotError(RuntimeError):
    """matplotlib is missing."""


def _figure(width: float, height: float) -> tuple[Any, Any]:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise PlotError("a page needs matplotlib: pip install 'ludparse[statistics]'") from None
    # the same page for the same games: no date, and names that do not depend on chance
    matplotlib.rcParams.update({"svg.hashsalt": "ludparse", "svg.fonttype": "none", "font.family": "sans-serif"})
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _svg(figure: Any, alt: str) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', 'role="img"', text, count=1)
    words = alt.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return text.replace("<svg ", f'<svg aria-label="{words}" ', 1)


def lengths(games: Mapping[str, Sequence[GameRecord]]) -> str:
    """How long the games of each variant are."""
    figure, axes = _figure(7, 2.6)
    most = max(r.plies for records in games.values() for r in records)
    least = min(r.plies for records in games.values() for r in records)
    bins = min(40, most - least + 1)
    step = max(1, -(-(most - least + 1) // bins))
    edges = [least - 0.5 + step * k for k in range(bins + 1)]
    for colour, (name, records) in zip(COLOURS, games.items(), strict=False):
        share = [1 / len(records)] * len(records)
        plies = [r.plies for r in records]
        axes.hist(plies, bins=edges, weights=share, color=colour, alpha=0.45, label=name, histtype="stepfilled")
        axes.axvline(fmean(plies), color=colour, linewidth=1.5)
    axes.set_xlabel("moves in a game (a line at the mean)")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_ylabel("share of the games")
    if len(games) > 1:
        axes.legend(frameon=False)
    return _svg(figure, "How many games have how many moves")


def outcomes(games: Mapping[str, Sequence[GameRecord]], players: int) -> str:
    """Who wins, as one bar for each variant."""
    figure, axes = _figure(7, 0.9 + 0.45 * len(games))
    labels = [*(f"player {p + 1} wins" for p in range(players)), "shared or drawn", "no end"]
    colours = [*COLOURS[:players], "#cbd5e0", "#718096"]
    for row, (_, records) in enumerate(games.items()):
        left = 0.0
        for k, label in enumerate(labels):
            share = fmean(_outcome(record, players) == k for record in records)
            axes.barh(
                row, share, left=left, color=colours[k % len(colours)], height=0.7, label=label if row == 0 else None
            )
            if share >= 0.06:
                axes.text(
                    left + share / 2,
                    row,
                    f"{share:.0%}",
                    ha="center",
                    va="center",
                    color="white" if k < players else "#1a202c",
                )
            left += share
    axes.set_yticks(range(len(games)), games)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.legend(
        frameon=False, ncols=min(5, len(labels)), loc="lower center", bbox_to_anchor=(0.5, 1.0), fontsize="small"
    )
    return _svg(figure, "How often each player wins")


def _outcome(record: GameRecord, players: int) -> int:
    if record.timeout:
        return players + 1
    first = [p for p, value in enumerate(record.utilities) if value == 1.0]
    return first[0] if len(first) == 1 else players


def course(games: Mapping[str, Sequence[GameRecord]], values: str, label: str) -> str:
    """A statistic of positions over the course of a game: its mean in each twentieth of the game, and the middle half.

    values: the field of a record."""
    figure, axes = _figure(7, 2.6)
    steps = 20
    for colour, (name, records) in zip(COLOURS, games.items(), strict=False):
        bins: list[list[float]] = [[] for _ in range(steps)]
        for record in records:
            found = getattr(record, values)
            for i, value in enumerate(found):
                bins[min(steps - 1, i * steps // len(found))].append(value)
        known = [(k, sorted(some)) for k, some in enumerate(bins) if some]
        x = [(k + 0.5) / steps for k, _ in known]
        axes.plot(x, [fmean(some) for _, some in known], color=colour, label=name)
        low = [some[len(some) // 4] for _, some in known]
        axes.fill_between(
            x, low, [some[3 * len(some) // 4] for _, some in known], color=colour, alpha=0.15, linewidth=0
        )
    axes.set_xlabel("course of the game, from its start to its end")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_xlim(0, 1)
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    if len(games) > 1:
        axes.legend(frameon=False)
    return _svg(figure, f"{label} over the course of a game")


def differences(comparison: Comparison, other: str) -> str:
    """The effect of each difference with its interval, in standard deviations: left of the middle is less."""
    row = [d for d in comparison.differences[other] if d.effect not in (float("inf"), float("-inf"))]
    figure, axes = _figure(7, 0.9 + 0.32 * max(1, len(row)))
    for k, d in enumerate(row):
        scale = d.effect / d.difference if d.difference else 0.0
        low, high = (scale * bound for bound in d.interval) if scale else (0.0, 0.0)
        colour = {"differs": COLOURS[1], "same": COLOURS[2], "open": _GREY}[d.verdict]
        axes.plot([low, high], [k, k], color=colour, linewidth=3, solid_capstyle="round")
        axes.plot([d.effect], [k], "o", color=colour)
    axes.axvline(0, color="#1a202c", linewidth=0.8)
    axes.set_yticks(range(len(row)), [d.measure.label for d in row])
    axes.invert_yaxis()
    figure.supxlabel(f"{other} has less  ←  standard deviations  →  {other} has more", fontsize="medium")
    return _svg(figure, f"What differs between {comparison.first} and {other}")
