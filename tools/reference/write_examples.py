"""Writes `examples.json`: for every ludeme the shortest use of it in a small description of this project.

Run from the repository: `python -m tools.reference.write_examples`. It looks at the games of
`games/`, at those of
`uses.py`, and at all descriptions that stand in the tests.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from ludparse.description.description import load_description
from ludparse.exporters.authoring.language import pages
from ludparse.interpreter.game.load import load
from ludparse.ludemes.base import Ludeme, walk
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Node
from ludparse.reader.syntax import walk as walk_plain

from .uses import games

__all__ = ["examples_of", "main"]

_ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 3000


def main() -> None:
    kept: dict[str, tuple[str, str]] = {}
    for text in sorted(set(_descriptions()), key=lambda text: (len(text), text)):
        new = {name: use for name, use in examples_of(text).items() if name not in kept}
        if new and _loads(text):
            kept.update({name: (text, use) for name, use in new.items()})
    shown = sorted({text for text, _ in kept.values()}, key=lambda text: (len(text), text))
    numbers = {text: str(number) for number, text in enumerate(shown)}
    record = {
        "games": {numbers[text]: text for text in shown},
        "examples": {name: f"{numbers[text]} {use}" for name, (text, use) in sorted(kept.items())},
    }
    path = Path(pages.__file__).with_name("examples.json")
    path.write_text(json.dumps(record, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(record['examples'])} ludemes in {len(shown)} descriptions")


def examples_of(text: str) -> dict[str, str]:
    """Name of the class -> the shortest use of the ludeme in a description; nothing where it cannot be read."""
    try:
        description = load_description(Source("<text>", text), library=None)
    except LudError:
        return {}
    plain: dict[tuple[int, int], Node] = {}
    for node in walk_plain(description.tree):
        if node.span is not None:
            plain.setdefault((node.span.start, node.span.end), node)
    found: dict[str, str] = {}
    for ludeme in walk(description.game):
        written = _written(ludeme, plain)
        if written is not None:
            shown = format_tree(written).strip()
            if shown.startswith("(") and len(shown) < len(found.get(type(ludeme).__name__, "x" * 100_000)):
                found[type(ludeme).__name__] = shown
    return found


def _written(ludeme: Ludeme, plain: dict[tuple[int, int], Node]) -> Node | None:
    span = ludeme.span
    return None if span is None or span.used_at is not None else plain.get((span.start, span.end))


def _descriptions() -> Iterator[str]:
    yield from games().values()
    for path in sorted((_ROOT / "games").glob("*/*.lud")):
        yield path.read_text(encoding="utf-8")
    for path in sorted((_ROOT / "tests").rglob("*.json")):
        yield from _games_in(json.loads(path.read_text(encoding="utf-8")))
    for path in sorted((_ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from _games_in(node.value)


def _games_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if value.lstrip().startswith("(game ") and len(value) <= _LONGEST:
            yield value.strip()
    elif isinstance(value, dict):
        for item in value.values():
            yield from _games_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from _games_in(item)


def _loads(text: str) -> bool:
    try:
        load(text, backend="python").playouts(1, seed=1, max_moves=10)
    except LudError:
        return False
    return True


if __name__ == "__main__":
    main()
