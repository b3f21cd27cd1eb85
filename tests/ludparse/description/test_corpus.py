"""Every description of Ludii 1.3.13: read, expanded as Ludii does it, and bound; some also laid out."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path

import pytest

from ludparse import Library, Source, check, format_text, load_description, parse
from ludparse.expansion.pipeline import expand_source
from ludparse.reader.syntax import Call, tokens
from tests.corpus import EXPANDED, LIBRARY, needs_corpus

pytestmark = needs_corpus

CHUNKS = 24
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[(){}]|[^\s(){}":]+:?|:')


@cache
def library() -> Library:
    return Library.open(LIBRARY)


@cache
def descriptions() -> list[Path]:
    return sorted((LIBRARY / "lud").rglob("*.lud"))


def words_of(tree: Call) -> list[str]:
    return [part for word in tokens(tree) for part in _WORD.findall(word)]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_expansion_is_that_of_ludii_and_binds(chunk: int) -> None:
    different = []
    for file in descriptions()[chunk::CHUNKS]:
        description = load_description(file, library=library())
        path = file.relative_to(LIBRARY / "lud").with_suffix("")
        recorded = EXPANDED / f"{path}.txt.gz"
        if recorded.exists():
            text = gzip.decompress(recorded.read_bytes()).decode("utf-8")
            if words_of(description.tree) != _WORD.findall(text):
                different.append(str(path))
    assert different == []


def test_all_of_it_is_there() -> None:
    assert len(descriptions()) == 1306
    assert len(library().games) == 1306
    assert len(library().defines) == 164
    assert sum(1 for _ in EXPANDED.rglob("*.txt.gz")) == 972


@pytest.mark.parametrize("chunk", range(4))
def test_laying_out_changes_nothing(chunk: int) -> None:
    for file in descriptions()[chunk * 10 :: 40]:
        text = file.read_text(encoding="utf-8")
        laid_out = format_text(text)
        assert format_text(laid_out) == laid_out
        assert [[*tokens(n)] for n in parse(Source("", laid_out))] == [[*tokens(n)] for n in parse(Source("", text))]
        before, after = (expand_source(Source("", t), library()) for t in (text, laid_out))
        assert before.game is not None and after.game is not None
        assert words_of(before.game) == words_of(after.game)


def test_choices_and_metadata() -> None:
    for file in descriptions()[7::60]:
        source = Source(str(file), file.read_text(encoding="utf-8"))
        expansion = expand_source(source, library())
        assert expansion.metadata_problems == []
        assert expansion.metadata.info["id"]
        assert check(source, library=library()) == []  # with every item and ruleset that is not left open


def test_names() -> None:
    assert load_description("Tic-Tac-Toe", library=library()).name == "Tic-Tac-Toe"
    chess = load_description("board/war/replacement/checkmate/chess/Chess", library=LIBRARY)
    assert chess.name == "Chess"
    assert "castling" in chess.metadata.text("rules").casefold() or chess.info["description"]
    assert '"ChessPawn"' not in chess.text and "ChessPawn" in chess.defines
