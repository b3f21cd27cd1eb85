"""The page of limits says what the code says."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from tests.corpus import REPO

ROWS = re.findall(
    r"^\| .* \| ([\d,]+) \| `([\w.]+)\.(\w+)` \|$", (REPO / "docs" / "limits.md").read_text("utf-8"), re.M
)


def test_the_page_has_rows() -> None:
    assert len(ROWS) > 20


@pytest.mark.parametrize("value, module, name", ROWS)
def test_a_row_is_right(value: str, module: str, name: str) -> None:
    assert getattr(import_module(module), name) == int(value.replace(",", ""))
