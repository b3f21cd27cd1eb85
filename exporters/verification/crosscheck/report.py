"""Results of a cross-check as JSON, as a page of HTML that needs nothing else, and as a table in the terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...templates import rendered
from ...terminal.output import counted
from .baseline import Fallen
from .result import LEVELS, GameResult, TrialStatus
from .summary import Summary

__all__ = ["as_json", "html", "table"]


def as_json(summary: Summary, results: Sequence[GameResult], fallen: Sequence[Fallen], run: dict[str, Any]) -> str:
    """One JSON object: `run` (what was run), `summary`, `below_baseline`, `games`."""
    return json.dumps(
        {
            "run": run,
            "summary": summary.as_dict(),
            "below_baseline": [{"path": f.path, "what": f.what} for f in fallen],
            "games": [result.as_dict() for result in results],
        },
        ensure_ascii=False,
        indent=1,
    )


def html(summary: Summary, results: Sequence[GameResult], fallen: Sequence[Fallen], run: dict[str, Any]) -> str:
    """A page that can be sorted, filtered and read without a network."""
    return rendered(
        "crosscheck.html.jinja",
        summary=summary,
        results=results,
        fallen=fallen,
        run=run,
        levels=[level.name for level in LEVELS],
        has_trials=any(r.trial is not TrialStatus.absent for r in results),
    )


def table(summary: Summary, fallen: Sequence[Fallen], *, causes: int = 20) -> str:
    """Levels, trials, and the commonest causes with an example each."""
    lines = [f"{counted(summary.total, 'game')}, {counted(summary.plies, 'ply')} compared", ""]
    width = max(len(level.name) for level in LEVELS)
    for level in LEVELS:
        count = summary.reached[level.name]
        compared = summary.compared[level.name]
        if summary.total and not compared:
            lines.append(f"  {level.name:<{width}}  not compared")
            continue
        share = count / summary.total if summary.total else 0.0
        alone = summary.holds[level.name] - count
        more = f"  and {alone} below a level that fails" if alone else ""
        if compared < summary.total:
            more += f"  ({compared} of {summary.total} compared)"
        lines.append(
            f"  {level.name:<{width}}  {count:>5}  {share:>6.1%}  {'█' * round(share * 40):<40}{more}".rstrip()
        )
    trials = {status: count for status, count in summary.trials.items() if status != TrialStatus.absent}
    if trials:
        same = trials.get(TrialStatus.same, 0)
        lines.append(f"  {'trials':<{width}}  {same:>5}  of {sum(trials.values())} replayed to the end")
    if summary.out_of_order:
        lines.append(f"\n{counted(summary.out_of_order, 'game')} with the recorded legal moves in another order")
    for title, groups in (("why games fall short", summary.causes), ("why trials fail", summary.trial_causes)):
        if not groups:
            continue
        lines += ["", f"{title} ({counted(len(groups), 'cause')})"]
        for group in groups[:causes]:
            more = f" and {len(group.games) - 1} more" if len(group.games) > 1 else ""
            lines.append(f"  {len(group.games):>5}  {group.blocked:<9}  {group.cause}")
            lines.append(f"         {'':<9}  {group.games[0]}{more}")
        if len(groups) > causes:
            rest = sum(len(group.games) for group in groups[causes:])
            others = counted(len(groups) - causes, "other cause")
            lines.append(f"  {rest:>5}  by {others} (--most shows more)")
    if fallen:
        lines += ["", f"below the baseline: {len(fallen)}"]
        lines += [f"  {f.path} ({f.what})" for f in fallen]
    return "\n".join(lines)
