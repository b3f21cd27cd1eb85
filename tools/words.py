"""How often the games of a library have each word of the language at each place: `python -m tools.words LIBRARY`.

Writes what completion in an editor goes by (`exporters/authoring/language_server/words.json`): names of ludemes,
constants and arguments with counts, nothing else of a description.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ludparse import Library
from ludparse.exporters.authoring import language_server
from ludparse.exporters.authoring.language_server.document import Document
from ludparse.exporters.authoring.language_server.likelihood import LEAST, counts_of


def text_of(counts: Mapping[str, Mapping[str, int]]) -> str:
    """The counts as JSON: the words, the most frequent first, and for each place how many characters it shares with the
    place before, the other characters, and numbers of words and counts in turns."""
    total: Counter[str] = Counter()
    for words in counts.values():
        total.update(words)
    number = {word: index for index, (word, _) in enumerate(sorted(total.items(), key=lambda one: (-one[1], one[0])))}
    rows: list[list[int | str]] = []
    last = ""
    for place, words in sorted(counts.items()):
        kept = sorted((number[word], count) for word, count in words.items() if count >= LEAST)
        if kept:
            shared = next((i for i, (a, b) in enumerate(zip(last, place, strict=False)) if a != b), len(last))
            rows.append([shared, place[shared:], *(value for pair in kept for value in pair)])
            last = place
    return json.dumps({"words": list(number), "places": rows}, separators=(",", ":")) + "\n"


def main(place: str) -> None:
    library = Library.open(place)
    paths = sorted(Path(place, "lud").rglob("*.lud"))
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in paths)
    counts = counts_of(Document(text, library=library) for text in texts)
    target = Path(language_server.__file__).with_name("words.json")
    target.write_text(text_of(counts), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
