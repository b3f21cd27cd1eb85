"""Our engine beside a running Ludii: what it says of descriptions, and what is said of it where it hangs or dies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ludparse.exporters.verification.ludii.ours import Ours
from tests.exporters.verification.ludii.conversations import ROWS
from tests.exporters.verification.ludii.faulty import die, hang, with_fault


def test_descriptions_are_accepted_or_refused_with_a_cause() -> None:
    ours = Ours(library=None, backend="python")
    try:
        assert ours.verdict(ROWS) == ""
        assert ours.verdict('(game "No" (players 2))') != ""
        result = ours.check("rows", ROWS, [], expanded=None, board=None)
        assert result.path == "rows" and result.checks["identical"] and result.difference is None
        assert ours.agree("rows", ROWS, []) == (ours.agree("rows", ROWS, [])[0], [])
    finally:
        ours.close()


@pytest.mark.parametrize(("perform", "kind", "said"), [(hang, "limit", "not done after 3 s"), (die, "crash", "code 3")])
def test_a_process_that_hangs_or_dies_is_told(perform: Callable[..., Any], kind: str, said: str) -> None:
    ours = Ours(library=None, backend="python", seconds=3, perform=perform)
    difference = ours.check("rows", ROWS, []).difference
    assert difference is not None and difference.kind == kind and said in difference.message
    assert said in ours.verdict(ROWS)
    ours.close()


def test_an_engine_with_a_fault_has_it_in_its_own_process() -> None:
    ours = Ours(library=None, backend="python", perform=partial(with_fault, "nothing is a line"))
    assert ours.verdict(ROWS) == ""
    ours.close()
