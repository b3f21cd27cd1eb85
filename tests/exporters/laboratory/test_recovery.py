"""A hundred games of Ludii's without names and defines, with one rule altered: which game is nearest."""

import pytest

pytest.importorskip("numpy", reason="the extra laboratory is not installed")

from ludparse.exporters.laboratory.similar import space_at
from ludparse.library.library import Library
from tests.corpus import LIBRARY, needs_corpus
from tests.exporters.laboratory.recovery import cases, chosen


@needs_corpus
def test_the_original_is_nearest_in_95_of_100() -> None:
    library = Library.open(LIBRARY)
    found = list(cases(library, space_at(str(LIBRARY)), chosen(library, 100)))
    missed = [f"{case.place} behind {case.before['combined']}" for case in found if case.places.get("combined", 1)]
    assert len(found) == 100 and len(missed) <= 5, missed
