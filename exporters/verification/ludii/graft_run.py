"""What becomes of a graft in both engines, and what many of them come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ...terminal.output import counted
from .grafts import Graft
from .pair import Pair
from .variants import Variant

__all__ = ["FATES", "GraftResult", "counts", "judge", "text_of"]

FATES = {
    "identical": "Ludii plays it, and we play the same game",
    "differs": "Ludii plays it, and we play another game",
    "refused here": "Ludii plays it, and we refuse it",
    "refused by both": "Ludii's compiler refuses it, and so do we",
    "accepted here": "Ludii's compiler refuses it, and we do not",
    "ludii fails": "Ludii's compiler takes it, and Ludii fails before the first move, hangs or dies",
}
"""What a graft can come to."""


@dataclass(slots=True)
class GraftResult:
    """One graft. `why`: the first difference, or the reason of whoever refuses; `ours`: what we say of it."""

    number: int
    fate: str
    story: str
    plies: int = 0
    why: str = ""
    ours: str = ""
    text: str = ""
    ludii: str = ""


def judge(pair: Pair, graft: Graft, *, plies: int, seed: int) -> GraftResult:
    """Let both engines have a graft, and play it where both take it."""
    variant = Variant(f"graft-{graft.number}", graft.text, graft.text)
    outcome = pair.compare(variant, plies=plies, seed=seed + graft.number, boards=False, followed=("plays",))
    result, difference = outcome.result, outcome.result.difference
    found = GraftResult(graft.number, "", graft.story, result.plies, text=graft.text, ludii=result.ludii)
    if outcome.verdict == "refused":
        found.ours = pair.ours.verdict(graft.text)
        found.fate = "refused by both" if found.ours else "accepted here"
        found.why = result.ludii
    elif outcome.verdict != "plays":
        found.fate, found.why = "ludii fails", result.ludii
    elif difference is None:
        found.fate = "identical"
    else:
        loaded = bool(result.game)
        found.fate = "differs" if loaded else "refused here"
        ply = "" if difference.ply is None else f", ply {difference.ply}"
        found.why = f"{difference.cause}{ply}"
        found.ours = difference.message
    return found


def counts(results: Iterable[GraftResult]) -> dict[str, int]:
    """How many grafts came to what, in the order of FATES."""
    found = Counter(result.fate for result in results)
    return {fate: found[fate] for fate in FATES}


def text_of(results: Iterable[GraftResult], version: str) -> str:
    """The counts with their shares, and the reasons of what is not as it should be, the commonest first."""
    results = list(results)
    found = counts(results)
    played = found["identical"] + found["differs"] + found["refused here"]
    refused = found["refused by both"] + found["accepted here"]
    lines = [f"{counted(len(results), 'graft')}, Ludii {version}"]
    lines += [f"  {count:>6}  {fate:<16} {FATES[fate]}" for fate, count in found.items() if count]
    if played:
        lines.append(f"of {played} that Ludii plays, {found['identical'] / played:.2%} are identical")
    if refused:
        lines.append(f"of {refused} that Ludii's compiler refuses, we refuse {found['refused by both'] / refused:.2%}")
    for fate in ("differs", "refused here", "accepted here"):
        causes: dict[str, list[int]] = {}
        for result in results:
            if result.fate == fate:
                causes.setdefault(result.why.split(", ply ")[0], []).append(result.number)
        ranked = sorted(causes.items(), key=lambda item: -len(item[1]))
        lines += [f"\n{fate}"] * bool(ranked)
        for cause, numbers in ranked[:20]:
            lines.append(f"  {len(numbers):>5}  {cause[:150]}  (graft {', '.join(map(str, numbers[:4]))})")
    return "\n".join(lines)
