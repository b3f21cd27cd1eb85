"""Every recorded board: the whole dictionary must be the same."""

import gzip
import json
from typing import Any

import pytest

from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from tests.corpus import BOARDS, EXPANDED, needs_corpus
from tests.interpreter.small import read_game

pytestmark = needs_corpus

CHUNKS = 36


def recorded_boards() -> list[str]:
    return sorted(str(p.relative_to(BOARDS)).removesuffix(".json.gz") for p in BOARDS.glob("**/*.json.gz"))


def first_difference(ours: Any, theirs: Any, where: str = "") -> str:
    """The place of the first difference of two structures of plain data, and what stands there; empty if none."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        return next(filter(None, (first_difference(ours[k], theirs[k], f"{where}.{k}") for k in ours)), "")
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = enumerate(zip(ours, theirs, strict=True))
        return next(filter(None, (first_difference(a, b, f"{where}[{i}]") for i, (a, b) in pairs)), "")
    return "" if ours == theirs else f"{where}: {str(ours)[:200]} instead of {str(theirs)[:200]}"


@pytest.mark.drawn(12)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_describe_equals_the_recording(chunk: int) -> None:
    wrong = {}
    for path in recorded_boards()[chunk::CHUNKS]:
        game = read_game(gzip.decompress((EXPANDED / f"{path}.txt.gz").read_bytes()).decode())
        recorded = json.loads(gzip.decompress((BOARDS / f"{path}.json.gz").read_bytes()))
        described = BoardView(game.name, build_equipment(game)).describe()
        if described != recorded:
            wrong[path] = first_difference(described, recorded)
    assert not wrong
