"""The right word is among the first suggestions, at places of Ludii's library."""

from __future__ import annotations

from ludparse import Library
from ludparse.exporters.authoring.language_server.document import Document
from ludparse.exporters.authoring.language_server.likelihood import LEAST, Likelihood, counts_of
from tests.corpus import LIBRARY, needs_corpus
from tests.exporters.authoring.language_server.completion_ranks import drawn, rank


@needs_corpus
def test_the_right_word_is_among_the_first() -> None:
    """At 24 places, without what is counted in the games they are of. The bounds are far below what 200 places have
    (docs/editors.md), so that a rank that has nothing to do with the place fails, and no other draw does."""
    library = Library.open(LIBRARY)
    places, likelihood = drawn(24, "standing test", library)
    ranks = {place: rank(place, library, likelihood)[0] for place in places}
    first = sum(number == 1 for number in ranks.values())
    five = sum(number is not None and number <= 5 for number in ranks.values())
    misses = [(place.path, place.right, number) for place, number in ranks.items() if number is None or number > 5]
    assert first >= 9 and five >= 16, misses


@needs_corpus
def test_what_the_library_has_is_counted() -> None:
    """Nothing is more frequent in some games of the library than the counts say for all of it: else these are old, or
    written or read wrongly (`python -m tools.words`)."""
    library = Library.open(LIBRARY)
    paths = sorted((LIBRARY / "lud").rglob("*.lud"))[::130]
    counts = counts_of(Document(path.read_text(encoding="utf-8"), library=library) for path in paths)
    kept = Likelihood.of_library().counts
    frequent = [(place, word, n) for place, words in counts.items() for word, n in words.items() if n >= LEAST]
    assert len(frequent) > 500
    assert [one for one in frequent if kept.get(one[0], {}).get(one[1], 0) < one[2]] == []
