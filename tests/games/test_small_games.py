"""The small games of ours, each with all that its options change, against their references."""

import pytest

from ludparse import load_description
from ludparse.exporters.verification.reference import Variant, variants_of
from tests.games.by_hand import check, folder

NAMES = ["caravans", "gardens", "leapfrogs", "ponds", "two_shores"]


def variants(name: str) -> list[Variant]:
    description = load_description(str(folder(name).description))
    return variants_of(description.options, description.rulesets, folder(name).variants)


@pytest.mark.parametrize(("name", "variant"), [(name, v) for name in NAMES for v in variants(name)], ids=str)
def test_ours_is_the_reference(name: str, variant: Variant) -> None:
    outcome = check(name, variant.options, ruleset=variant.ruleset, positions=150, perft_seconds=0.3)
    assert outcome.positions == 150
    assert outcome.finished


@pytest.mark.parametrize("name", NAMES)
def test_on_the_python_backend(name: str) -> None:
    assert check(name, backend="python", positions=40, perft_seconds=0.1).positions == 40


@pytest.mark.parametrize("name", NAMES)
def test_two_options_change_the_rules(name: str) -> None:
    assert len(load_description(str(folder(name).description)).options) >= 2
