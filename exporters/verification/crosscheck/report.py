"""Results of a cross-check as JSON, as a page of HTML that needs nothing else, and as a table in the terminal."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...templates import rendered
from ...terminal.output import counted
from .baseline import Fallen
from .result import LEVELS, GameResult, Level, TrialStatus

__all__ = ["Cause", "Summary", "as_json", "html", "summarise", "table"]


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


@dataclass(frozen=True, slots=True)
class Cause:
    """A group of games with the same cause. `blocked`: the level that they would reach next."""

    cause: str
    blocked: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """`reached`: games that reach at least a level. `holds`: games for which it holds, whatever the levels before.
    `compared`: games for which there was something to compare with; of the others a level holds for want of it."""

    total: int
    reached: dict[str, int]
    holds: dict[str, int]
    compared: dict[str, int]
    trials: dict[str, int]
    causes: tuple[Cause, ...]
    trial_causes: tuple[Cause, ...]
    out_of_order: int
    plies: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""

        def listed(causes: Sequence[Cause]) -> list[dict[str, Any]]:
            return [{"cause": c.cause, "blocked": c.blocked, "count": len(c.games), "games": c.games} for c in causes]

        return {
            "total": self.total,
            "reached": self.reached,
            "holds": self.holds,
            "compared": self.compared,
            "trials": self.trials,
            "plies": self.plies,
            "out_of_order": self.out_of_order,
            "causes": listed(self.causes),
            "trial_causes": listed(self.trial_causes),
        }


def summarise(results: Iterable[GameResult]) -> Summary:
    """Count and group; the commonest cause comes first."""
    results = list(results)
    return Summary(
        total=len(results),
        reached={level.name: sum(r.level >= level for r in results) for level in LEVELS},
        holds={level.name: sum(r.checks.get(level.name, False) for r in results) for level in LEVELS},
        compared={level.name: sum(level.name not in r.unrecorded for r in results) for level in LEVELS},
        trials=dict(Counter(r.trial.value for r in results)),
        causes=_grouped((r.difference.cause, _next(r), r.path) for r in results if r.difference),
        trial_causes=_grouped(
            (r.trial_difference.cause, "trial", r.path)
            for r in results
            if r.trial is TrialStatus.differs and r.trial_difference
        ),
        out_of_order=sum(r.out_of_order > 0 for r in results),
        plies=sum(r.plies for r in results),
    )


def _next(result: GameResult) -> str:
    return Level(min(result.level + 1, Level.identical)).name


def _grouped(rows: Iterable[tuple[str, str, str]]) -> tuple[Cause, ...]:
    groups: dict[tuple[str, str], list[str]] = {}
    for cause, blocked, path in rows:
        groups.setdefault((cause, blocked), []).append(path)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return tuple(Cause(cause, blocked, tuple(games)) for (cause, blocked), games in ordered)
