"""Says numbers as tables and sentences show them, and in words what a comparison found."""

from __future__ import annotations

from .comparison import Comparison, Difference

__all__ = ["describe", "effect_words", "interval_text", "number_text", "number_words"]

_MORE = {
    "DurationMoves": ("longer", "shorter"),
    "BranchingFactorAverage": ("richer in choice", "poorer in choice"),
    "PieceNumberAverage": ("fuller", "emptier"),
    "MoveDistanceAverage": ("played in longer moves", "played in shorter moves"),
    "ScoreDifferenceAverage": ("more uneven in its scores", "more even in its scores"),
}

_SHARES = {
    "AdvantageP1": ("The first player's share of the points rises", "The first player's share of the points falls"),
    "Drawishness": ("Draws get more frequent", "Draws get rarer"),
    "Timeouts": ("Games without an end get more frequent", "Games without an end get rarer"),
    "DecisionMoves": ("More of the moves are made by choice", "Fewer of the moves are made by choice"),
    "BoardCoverageDefault": ("More of the board is ever used", "Less of the board is ever used"),
    "PositionalRepetition": ("Games with a repetition get more frequent", "Games with a repetition get rarer"),
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
        more, less = _SHARES[d.measure.name]
        least, most = sorted((abs(low), abs(high)))
        return (
            f"{more if d.difference > 0 else less}, from {d.a:.0%} to {d.b:.0%} "
            f"(by {100 * least:.0f} to {100 * most:.0f} points; {effect_words(d.effect)})."
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


def number_text(value: float | None) -> str:
    """About four digits; a dash for none."""
    if value is None:
        return "–"
    size = abs(value)
    digits = 0 if size >= 1000 else 1 if size >= 100 else 2 if size >= 10 else 3
    return f"{value:.{digits}f}"


def interval_text(interval: tuple[float, float] | None) -> str:
    """In brackets; nothing for none."""
    return "" if interval is None else f"[{number_text(interval[0])}, {number_text(interval[1])}]"
