"""Which rank the right word has among the suggestions, at places drawn from Ludii's library.

    python -m tests.exporters.authoring.language_server.completion_ranks 200 [SEED] [--misses]

SEED: any text, the id of the commit that is checked out if none is given. Games are drawn by SHA-256 of the seed and
their path, and of each game one place in the same way. A place is a word of the language, a use of a define, an option
or a name that the file declares, or a coordinate; numbers, brackets and free texts are not drawn. The word is taken
away with all that follows it in its bracket, nothing is typed, and what the library has there is counted without the
drawn games. `(is Line …)` is right if `is Line` is offered.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from dataclasses import dataclass

from ludparse import Library
from ludparse.exporters.authoring.language_server.completion import complete
from ludparse.exporters.authoring.language_server.document import Document
from ludparse.exporters.authoring.language_server.likelihood import Likelihood, counts_of, is_word, title
from ludparse.exporters.authoring.language_server.tree import Node
from ludparse.ludemes.base import REGISTRY
from tests.corpus import LIBRARY, REPO


@dataclass(frozen=True)
class Place:
    """A text with a word taken away at an offset, and the label of the right suggestion."""

    path: str
    text: str
    offset: int
    right: str


def number(*parts: str) -> int:
    return int(hashlib.sha256("\0".join(parts).encode()).hexdigest(), 16)


def places_of(path: str, document: Document) -> list[Place]:
    """All places of a text that can be drawn."""
    found = []
    written = {name for _, name in document.written}
    used = {one.start for one in document.occurrences if not one.declares}
    for node in document.root.walk():
        outer = node.parent
        if outer is None or outer.kind == "root":
            continue
        if node.label is not None and outer.kind == "call":
            found.append(without(path, document, outer, node.label_at, f"{node.label}:"))
        if node.kind != "atom":
            continue
        if node is outer.head:
            right = right_head(document, node, outer)
        elif node.is_string:
            right = node.text if node.start + 1 in used or node.string in written else ""
        elif node.text[:1] == "<":
            right = node.text if node.start + 1 in used else ""
        else:
            right = node.text if node.text[:1].isalpha() else ""
        if right:
            found.append(without(path, document, outer, node.start, right))
    return found


def right_head(document: Document, node: Node, outer: Node) -> str:
    if node.is_string:
        return node.text
    if outer.keyword not in REGISTRY and not is_word(outer.keyword):
        return ""
    first = outer.arguments[0] if outer.arguments else None
    return title(outer.keyword, first.text if first is not None and first.label is None else "")


def without(path: str, document: Document, outer: Node, start: int, right: str) -> Place:
    end = outer.end - 1 if outer.closed else outer.end
    return Place(path, document.text[:start] + document.text[end:], start, right)


def rank(place: Place, library: Library, likelihood: Likelihood) -> tuple[int | None, list[str]]:
    """The rank of the right word from 1, None where it is not offered; and the labels."""
    labels = [one.label for one in complete(Document(place.text, library=library), place.offset, likelihood)]
    return (labels.index(place.right) + 1 if place.right in labels else None), labels


def drawn(count: int, seed: str, library: Library) -> tuple[list[Place], Likelihood]:
    """Places, and what is known without the games they are of."""
    root = LIBRARY / "lud"
    paths = {str(path.relative_to(root)): path for path in root.rglob("*.lud")}
    chosen = sorted(paths, key=lambda path: number(seed, path))[:count]
    documents = {
        path: Document(paths[path].read_text(encoding="utf-8", errors="replace"), library=library) for path in chosen
    }
    places = []
    for path, document in documents.items():
        each = places_of(path, document)
        places.append(each[number(seed, path, "place") % len(each)])
    return places, Likelihood.of_library().without(counts_of(iter(documents.values())))


def main() -> None:
    arguments = [one for one in sys.argv[1:] if one != "--misses"]
    head = ["git", "-C", str(REPO), "rev-parse", "HEAD"]
    seed = arguments[1] if len(arguments) > 1 else subprocess.check_output(head, text=True).strip()
    library = Library.open(LIBRARY)
    places, likelihood = drawn(int(arguments[0]), seed, library)
    ranks: list[int | None] = []
    began = time.process_time()
    for place in places:
        found, labels = rank(place, library, likelihood)
        ranks.append(found)
        if "--misses" in sys.argv and found != 1:
            near = " ".join(place.text[max(0, place.offset - 60) : place.offset].split())
            print(found, "of", len(labels), repr(place.right), "|", near, "|", labels[:6], "|", place.path)
    took = (time.process_time() - began) / len(places) * 1000
    first = sum(found == 1 for found in ranks)
    five = sum(found is not None and found <= 5 for found in ranks)
    none = sum(found is None for found in ranks)
    print(f"{len(places)} places, seed {seed}: first {first / len(places):.1%}, among five {five / len(places):.1%}, "
          f"not offered {none}; {took:.0f} ms each")  # fmt: skip


if __name__ == "__main__":
    main()
