"""Says in words what a comparison found."""

from __future__ import annotations

from exporters.statistics.comparison import Comparison, Difference

__all__ = ["describe", "effect_words", "number_words"]

_MORE = {
    "DurationMoves": ("longer", "shorter"),
    "BranchingFactorAverage": ("richer in choice", "poorer in choice"),
    "PieceNumberAverage": ("fuller", "emptier"),
    "MoveDistanceAverage": ("played with longer moves", "played with shorter moves"),
    "ScoreDifferenceAverage": ("more uneven in its scores", "more even in its scores"),
}


def describe(comparison: Comparison) -> dict[str, list[str]]:
    """For each variant what is known of it against the first one, most striking first; one sentence each."""
    found = {}
    for other, row in comparison.differences.items():
        known = sorted((d for d in row if d.verdict == "differs"), key=lambda d: -abs(d.effect))
        sentences = [_sentence(other, d) for d in known]
        same = [d.measure.label for d in row if d.verdict == "same"]
        if same:
            sentences.append(f"No difference of interest: {', '.join(same)}.")
        still = [d.measure.label for d in row if d.verdict == "open"]
        if still:
            sentences.append(f"Not known after {comparison.games:,} games of each: {', '.join(still)}.")
        found[other] = sentences
    return found


def _sentence(other: str, d: Difference) -> str:
    low, high = d.interval
    if d.measure.share:
        verb = "rises" if d.difference > 0 else "falls"
        if d.measure.label.endswith("s") and not d.measure.label.startswith("the first"):
            verb = "get more frequent:" if d.difference > 0 else "get rarer:"
        least, most = sorted((abs(low), abs(high)))
        return (
            (
                f"{d.measure.label[0].upper()}{d.measure.label[1:]} {verb} from {d.a:.0%} to {d.b:.0%} "
                f"(by {100 * least:.0f} to {100 * most:.0f} points; {effect_words(d.effect)})."
            )
            .replace("frequent: from", "frequent, from")
            .replace("rarer: from", "rarer, from")
        )
    more, less = _MORE[d.measure.name]
    least, most = sorted((abs(low), abs(high)))
    amount = (
        number_words(least)
        if number_words(least) == number_words(most)
        else f"{number_words(least)} to {number_words(most)}"
    )
    return (
        f"{other} is {more if d.difference > 0 else less} by {amount} {d.measure.unit} "
        f"({number_words(d.a)} → {number_words(d.b)}; {effect_words(d.effect)})."
    )


def number_words(value: float) -> str:
    """A number with as many digits as a reader wants."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 1 else f"{value:.2g}"


def effect_words(effect: float) -> str:
    """Cohen's words for a difference in standard deviations."""
    size = abs(effect)
    if size == float("inf"):
        return "in every game"
    return (
        "large effect"
        if size >= 0.8
        else "medium effect"
        if size >= 0.5
        else "small effect"
        if size >= 0.2
        else "slight"
    )
