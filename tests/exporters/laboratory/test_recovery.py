"""Games of Ludii's without names and defines, with one rule altered: which game is nearest.

Thirty among three hundred, as the hashes of their paths have drawn them; a hundred among all, which takes minutes, are
what `python -m tests.exporters.laboratory.recovery` asks about.
"""

import pytest

pytest.importorskip("numpy", reason="the extra laboratory is not installed")

from ludparse.description.description import load_description
from ludparse.exporters.laboratory.measured import DescribedGame
from ludparse.exporters.laboratory.space import Space
from ludparse.library.library import Library
from tests.corpus import LIBRARY, needs_corpus
from tests.exporters.laboratory.recovery import cases, chosen


@needs_corpus
def test_the_original_is_nearest_in_95_of_100() -> None:
    library = Library.open(LIBRARY)
    places = chosen(library, 300)
    space = Space.of([DescribedGame.of(load_description(library.read(p), library=library), library, p) for p in places])
    found = list(cases(library, space, places[:30]))
    missed = [f"{case.place} behind {case.before['combined']}" for case in found if case.places.get("combined", 1)]
    assert len(found) == 30 and len(missed) <= 1, missed
