"""Which variants of a description are played."""

from __future__ import annotations

import pytest

from ludparse.exporters.verification.ludii.variants import Choice, Variant, variants_of


@pytest.mark.parametrize("wanted, played", [(1, 1), (10, 10), (31, 31), (32, 31), (500, 31)])
def test_so_many_combinations_of_options_are_played_or_all_there_are(wanted: int, played: int) -> None:
    """Ex Nihilo has 8 × 2 × 2 combinations, of which one is the usual one."""
    variants = [v for v in variants_of(["Ex Nihilo"], None, Choice(random_options=wanted)) if isinstance(v, Variant)]
    assert len(variants) == len({v.options for v in variants}) == played
    assert () not in {v.options for v in variants}
