"""The generators of the phases of a game, and the running of those of the mover's phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..base.prelude import Function, L, Lowering, ir

Plays = Sequence[Sequence[Function]]
"""The generators of each phase; of a game without phases one list."""


def plays_of(lo: Lowering, form: Callable[[L.Moves], L.Moves]) -> list[list[Function]]:
    """The generators of each phase, its own before the common one, each transformed by `form`."""
    rules = lo.game.rules

    def functions(play: L.Play | None) -> list[Function]:
        return [lo.moves_function(form(play.moves))] if play is not None else []

    common = functions(rules.play)
    return [functions(p.play) + common for p in rules.phases] if rules.phases else [common]


def run_plays(lo: Lowering, plays: Plays) -> None:
    """Runs the generators of the phase of the player to move. It returns, so nothing may follow in the function."""
    phase = lo.let(lo.get("phase", lo.get("mover"))) if len(plays) > 1 else None
    for i, functions in enumerate(plays):
        if phase is None:
            for play in functions:
                lo.do(lo.call(play))
            continue
        with lo.lowering((lo.game.rules.phases or ())[i]), lo.if_(ir.eq(phase, i)):
            for play in functions:
                lo.do(lo.call(play))
