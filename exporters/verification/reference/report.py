"""Outcomes of a check against references: a table in the terminal, JSON, and a page of HTML that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from ...templates import rendered
from ...terminal.output import counted
from .compare import Mismatch, Outcome

__all__ = ["as_json", "describe", "html", "line"]

Results = Mapping[str, Sequence[Outcome]]
"""Outcomes by the name of the game."""


def line(outcome: Outcome) -> str:
    """One variant in a line."""
    mark = "DIFFERS" if outcome.mismatch else "same"
    perft = f", perft {len(outcome.perft)}: {outcome.perft[-1]:,}" if outcome.perft else ""
    return (
        f"{mark:<8} {counted(outcome.positions, 'position'):>17} ({outcome.different:,} different), "
        f"{counted(outcome.games, 'game')}, "
        f"{outcome.finished} finished{perft}  {'+'.join(outcome.backends)}  {outcome.seconds:.0f} s  {outcome.variant}"
        f"{' (interrupted)' if outcome.interrupted else ''}"
    )


def describe(mismatch: Mismatch) -> str:
    """What differs and how to get there."""
    way = "  ".join(mismatch.moves) or "(the start)"
    return "\n".join(
        [
            f"  {mismatch.message} ({mismatch.backend} backend, seed {mismatch.seed}, ply {len(mismatch.moves)})",
            f"  after: {way}",
            *(f"  engine:    {text}" for text in mismatch.ours.split("\n")),
            *(f"  reference: {text}" for text in mismatch.theirs.split("\n")),
        ]
    )


def as_json(results: Results, run: Mapping[str, Any]) -> str:
    games = {name: [outcome.as_dict() for outcome in outcomes] for name, outcomes in results.items()}
    return json.dumps({"run": dict(run), "games": games}, ensure_ascii=False, indent=1)


def html(results: Results, run: Mapping[str, Any]) -> str:
    """A self-contained page."""
    outcomes = [outcome for each in results.values() for outcome in each]
    return rendered(
        "reference.html.jinja",
        results=results,
        run=run,
        total=len(outcomes),
        same=sum(not outcome.mismatch for outcome in outcomes),
        positions=sum(outcome.positions for outcome in outcomes),
        mean=lambda lengths: f"{mean(lengths):.1f}" if lengths else "-",
    )
