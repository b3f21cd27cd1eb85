"""Pages with plots: what was measured of one game, and how variants compare. Needs matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..templates import rendered
from . import plots
from .comparison import Comparison
from .evaluation import Estimate, Evaluation
from .record import GameRecord
from .words import describe, effect_words, interval_text, number_text, number_words

__all__ = ["comparison_page", "evaluation_page"]

_SUMMARIES = ("Average", "Median", "Minimum", "Maximum", "Variance", "ChangeAverage")
_VERDICTS = {"differs": "differs", "same": "no difference of interest", "open": "not known"}


@dataclass(slots=True)
class Block:
    """One box of a page."""

    title: str
    plot: str = ""
    note: str = ""
    words: Sequence[str] = ()
    warnings: Sequence[str] = ()
    columns: Sequence[str] = ()
    text_columns: Sequence[str] = ()
    rows: list[Any] = field(default_factory=list)


def _plots(games: Mapping[str, Sequence[GameRecord]], players: int) -> list[Block]:
    blocks = [
        Block("Who wins", plots.outcomes(games, players)),
        Block("How long games are", plots.lengths(games)),
        Block(
            "How much choice there is",
            plots.course(games, "branching", "legal moves"),
            "The line is the mean, the band the middle half of the positions.",
        ),
    ]
    records = [record for some in games.values() for record in some]
    if any(min(r.pieces) != max(r.pieces) for r in records):
        blocks.append(Block("Pieces on the board", plots.course(games, "pieces", "pieces")))
    if any(any(r.score_differences) for r in records):
        blocks.append(Block("How far the scores are apart", plots.course(games, "score_differences", "points")))
    return blocks


def evaluation_page(found: Evaluation, records: Sequence[GameRecord], settings: Mapping[str, Any]) -> str:
    """A page on one game. Raises PlotError without matplotlib."""
    who = "random games" if settings["agent"] == "random" else f"games of {settings['agent']}"
    about = (
        f"{found.count:,} {who}, seed {settings['seed']}. In brackets: where a value lies with {found.confidence:.0%} "
        "confidence, by the chance in these games."
    )
    blocks = _plots({found.game: records}, found.players)
    rows: list[Any] = []
    group = ""
    for estimate in found.games.values():
        if estimate.group != group:
            group = estimate.group
            rows.append(group)
        rows.append([estimate.name, number_text(estimate.value), interval_text(estimate.interval), estimate.meaning])
    blocks.append(
        Block(
            "Whole games", columns=("statistic", "value", "interval", "meaning"), text_columns=("meaning",), rows=rows
        )
    )
    positions = [[name, *(number_text(row[s].value) for s in _SUMMARIES)] for name, row in found.positions.items()]
    meanings = "; ".join(f"{name}: {_meaning(row)}" for name, row in found.positions.items())
    blocks.append(Block("Positions", note=f"{meanings}.", columns=("statistic", *_SUMMARIES), rows=positions))
    return rendered("statistics.html.jinja", title=found.game, about=about, blocks=blocks)


def _meaning(row: Mapping[str, Estimate]) -> str:
    return next(iter(row.values())).meaning


def comparison_page(
    comparison: Comparison,
    games: Mapping[str, Sequence[GameRecord]],
    warnings: Mapping[str, Sequence[str]],
    settings: Mapping[str, Any],
    game: str = "",
) -> str:
    """A page on how variants compare. game: the name that all of them share. Raises PlotError without matplotlib."""
    who = "random games" if settings["agent"] == "random" else f"games of {settings['agent']}"
    end = "Every question is answered." if comparison.answered else "Not every question is answered."
    about = (
        f"{comparison.games:,} {who} of each variant, seed {settings['seed']}. {end} All intervals hold at once with "
        f"{comparison.confidence:.0%} confidence."
    )
    blocks = [
        Block(f"{other}, compared with {comparison.first}", words=sentences)
        for other, sentences in describe(comparison).items()
    ]
    for name, found in warnings.items():
        if found:
            blocks.append(Block(f"What to know of {name}", warnings=found))
    players = len(next(iter(games.values()))[0].utilities)
    blocks += _plots(games, players)
    for other, row in comparison.differences.items():
        rows = []
        for d in row:
            a, b, low, high = (f"{v:.1%}" if d.measure.share else number_words(v) for v in (d.a, d.b, *d.interval))
            effect = effect_words(d.effect) if d.verdict == "differs" else ""
            verdict = {"kind": d.verdict, "text": _VERDICTS[d.verdict]}
            rows.append([d.measure.label, a, b, f"{low} to {high}", verdict, effect])
        blocks.append(
            Block(
                f"All differences of {other}",
                plots.differences(comparison, other),
                "Dots are differences in standard deviations, lines their intervals: orange differs, green is "
                "no difference of interest, grey is not known.",
                columns=("", comparison.first, other, "difference", "", "effect"),
                text_columns=("", "effect"),
                rows=rows,
            )
        )
    title = " and ".join(games) if len(games) < 3 else ", ".join(games) if len(games) < 5 else f"{len(games)} variants"
    return rendered(
        "statistics.html.jinja", title=f"{game}: {title}" if game else title, about=about, blocks=blocks
    )
