"""The constraints of a deduction puzzle: which there are, which variables they concern, whether all hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...equipment import EquipmentRegion
from ..base.prelude import Expr, Function, L, Lowering, Type, all_of, ir, per_game
from ..lookahead.trial import SLOTS

CONTEXT = (*SLOTS, "hint", "hint_region", "edge")


def puzzle_rule(lo: Lowering) -> L.Satisfy:
    """The rule that names the constraints: the play of the game, or of its first phase."""
    rules = lo.game.rules
    play = rules.phases[0].play if rules.phases else None
    play = rules.play if play is None else play
    moves = None if play is None else play.moves
    if not isinstance(moves, L.Satisfy):
        raise lo.unsupported(moves or lo.game, "a deduction puzzle is played by (satisfy …)")
    return moves


def constraints_of(node: L.Satisfy) -> Sequence[L.Bool]:
    """The constraints of a rule, in order."""
    return all_of(node.constraints, node.constraint)


def satisfied(lo: Lowering, node: L.Satisfy) -> Expr:
    """Whether all constraints hold. Restores the evaluation context."""
    return lo.call(_satisfied(lo, node))


@per_game
def _satisfied(lo: Lowering, node: L.Satisfy) -> Function:
    with lo.function("satisfied", (), Type.BOOL) as (fn, _):
        lo.context_slot("hint_region")
        with lo.saved(*CONTEXT):
            good = lo.var(lo.all_of([partial(lo.bool, c) for c in constraints_of(node)]), "good")
        lo.return_(good)
    return fn


def static_lists(lo: Lowering, region: EquipmentRegion) -> list[tuple[int, ...]]:
    """The lists of sites of a region's static types, in their order."""
    return [sites for kind in region.types for sites in lo.eq.static_regions(kind, region.hint_label)]


def find_variables(lo: Lowering, node: L.Satisfy) -> None:
    """Writes the sites that the constraints concern into the field `variables`, each once, in order."""
    known = lo.var(ir.EMPTY_SET, "known")

    def note(site: Expr) -> None:
        with lo.if_(~ir.set_has(known, site)):
            lo.include(known, site)
            lo.list_field("push", "variables", site)

    lo.list_field("clear", "variables")
    for constraint in constraints_of(node):
        if isinstance(constraint, L.ForAll):
            with lo.for_range(0, lo.board.size(lo.eq.default_site)) as site:
                note(site)
            break  # Ludii ignores the constraints that follow
        if isinstance(constraint, L.IsPuzzleRegionResult) and constraint.kind is L.IsPuzzleRegionResultType.Count:
            continue
        if not isinstance(constraint, L.AllPuzzle | L.IsPuzzleGraph | L.IsPuzzleRegionResult):
            continue
        region = None if isinstance(constraint, L.IsPuzzleGraph) else constraint.region
        if region is not None:
            with lo.for_set(lo.let(lo.region(region))) as site:
                note(site)
            continue
        for named in lo.eq.regions:
            if not named.types and named.sites is None:
                for function in named.functions:
                    with lo.for_set(lo.let(lo.region(function))) as site:
                        note(site)
                continue
            lists = static_lists(lo, named) if named.types else [tuple(named.sites or ())]
            table = lo.table([[site for sites in lists for site in sites]], "ragged", "variables")
            with lo.for_row(table, 0) as site:
                note(site)
