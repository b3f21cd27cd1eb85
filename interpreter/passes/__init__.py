"""Passes: named transformations of a program that keep its meaning. `docs/program.md` says what each does."""

from __future__ import annotations

from collections.abc import Callable

from ..facts.widths import check_set_stack
from ..program.ops import Program
from .counting.count_at_once import count_at_once
from .counting.count_each import count_each
from .counting.gather_listed import gather_listed
from .counting.look_along_rays import look_along_rays
from .removal.chance_in_order import chance_in_order
from .removal.drop_dead_locals import drop_dead_locals
from .removal.drop_dead_slots import drop_dead_slots
from .removal.drop_idle_slots import drop_idle_slots
from .removal.drop_positions import drop_positions
from .removal.drop_unreached import drop_unreached
from .removal.fold_branches import fold_branches
from .removal.forward_slots import forward_slots
from .removal.full_where_needed import full_where_needed
from .removal.loops_over_one import loops_over_one
from .removal.plain_moves import plain_moves
from .sets.bound_runs import bound_runs
from .sets.find_first import find_first
from .sets.find_runs import find_runs
from .sets.flood_meets import flood_meets
from .sets.flood_sets import flood_sets
from .sets.gather_sets import gather_sets
from .sets.keep_by_slot import keep_by_slot
from .sets.keep_results import keep_results
from .sets.narrow_rows import narrow_rows
from .sets.narrow_sets import narrow_sets
from .sets.narrow_targets import narrow_targets
from .sets.run_ahead import run_ahead
from .sets.see_along_rays import see_along_rays
from .sets.skip_elsewhere import skip_elsewhere
from .sets.stand_apart import stand_apart
from .trials.apply_once import apply_once
from .trials.drop_together import drop_together
from .trials.effects_in_place import effects_in_place
from .trials.keep_verdicts import keep_verdicts
from .trials.skip_untouched import skip_untouched
from .trials.try_first import try_first
from .trials.try_what_is_asked import try_what_is_asked

PASSES: dict[str, Callable[[Program], None]] = {
    "fold_branches": fold_branches,
    "chance_in_order": chance_in_order,
    "full_where_needed": full_where_needed,
    "try_what_is_asked": try_what_is_asked,
    "drop_positions": drop_positions,
    "drop_idle_slots": drop_idle_slots,
    "loops_over_one": loops_over_one,
    "drop_dead_locals": drop_dead_locals,
    "forward_slots": forward_slots,
    "drop_unreached": drop_unreached,
    "find_runs": find_runs,
    "drop_dead_slots": drop_dead_slots,
    "gather_sets": gather_sets,
    "gather_listed": gather_listed,
    "find_first": find_first,
    "flood_sets": flood_sets,
    "flood_meets": flood_meets,
    "narrow_targets": narrow_targets,
    "stand_apart": stand_apart,
    "narrow_rows": narrow_rows,
    "run_ahead": run_ahead,
    "narrow_sets": narrow_sets,
    "count_each": count_each,
    "skip_elsewhere": skip_elsewhere,
    "skip_untouched": skip_untouched,
    "keep_verdicts": keep_verdicts,
    "keep_results": keep_results,
    "keep_by_slot": keep_by_slot,
    "bound_runs": bound_runs,
    "look_along_rays": look_along_rays,
    "see_along_rays": see_along_rays,
    "count_at_once": count_at_once,
    "effects_in_place": effects_in_place,
    "apply_once": apply_once,
    "try_first": try_first,
    "drop_together": drop_together,
    "plain_moves": plain_moves,
}


def run_passes(program: Program, check: Callable[[Program], None] | None = None) -> None:
    """Runs all passes on a program in order. check: called after each (the verifier, in tests).

    Raises LudLimitError for a program with too many wide sets (`check_set_stack`).
    """
    for change in PASSES.values():
        change(program)
        if check is not None:
            check(program)
    check_set_stack(program)
