"""Which variants of a description are played."""

from __future__ import annotations

import pytest

from ludparse.exporters.verification.ludii.variants import Choice, Variant, variants_of


@pytest.mark.parametrize("wanted, played", [(1, 1), (10, 10), (31, 31), (32, 31), (500, 31)])
def test_so_many_combinations_of_options_are_played_or_all_there_are(wanted: int, played: int) -> None:
    """Ex Nihilo has 8 × 2 × 2 combinations, of which one is the usual one."""
    said = list[str]()
    found = variants_of(["Ex Nihilo"], None, Choice(random_options=wanted), said.append)
    variants = [variant for variant in found if isinstance(variant, Variant)]
    assert len(variants) == len({v.options for v in variants}) == played
    assert () not in {v.options for v in variants}
    why = f"Ex Nihilo has 31 combinations of options beside the usual one: {wanted} were asked for"
    assert said == ([why] if wanted > 31 else [])
