"""Every entry of the ledger is a difference still, and the page is made from the entries."""

from __future__ import annotations

from typing import Any

import pytest

from exporters.crosscheck.replay import check_trace
from exporters.ludii.client import Ludii
from exporters.recordings import trace_of
from interpreter import load
from tests.exporters.ludii.live import needs_ludii
from tests.ledger import PAGE, SECTIONS, entries, page

ENTRIES = [pytest.param(entry, id=entry["title"]) for entry in entries()]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_difference_is_there_still(entry: dict[str, Any]) -> None:
    assert entry["kind"] in SECTIONS
    game = load(entry["description"], backend="python")
    outcome = check_trace(game, trace_of(entry["trace"], "Ludii"), "Ludii")
    assert outcome.difference is not None, "the entry can go: nothing differs any more"
    assert (outcome.difference.kind, outcome.difference.ply) == (entry["first"]["kind"], entry["first"]["ply"])


@needs_ludii
@pytest.mark.parametrize("entry", ENTRIES)
def test_ludii_still_does_it(entry: dict[str, Any]) -> None:
    head, *plies = entry["trace"]
    with Ludii() as ludii:
        header = ludii.load(entry["description"], path=head["path"])
        picks = [ply["pick"] for ply in plies]
        first, *again, _ = ludii.record(rng=head["rng"], plies=0, picks=picks, full=True)
    assert [{**header, **first}, *again] == entry["trace"]


def test_the_page_is_made_from_the_entries() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.ledger writes it anew"
