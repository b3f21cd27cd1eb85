"""A real browser, and the pages of games, for all tests of a file."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.web.bundle import make_bundle
from ludparse.exporters.web.page import page_html
from tests.corpus import LIBRARY
from tests.exporters.web.browser import browsing
from tests.exporters.web.hands import KINDS


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsing() as started:
        yield started


@pytest.fixture(scope="module")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of a game of KINDS or of any source, exported once. Names of Ludii's library are found where it is."""
    folder = tmp_path_factory.mktemp("pages")

    @functools.cache
    def export(kind: str, most: int = 1) -> Path:
        file = folder / f"{len(list(folder.iterdir()))}.html"
        library = LIBRARY if kind not in KINDS and LIBRARY.is_dir() else None
        bundle = make_bundle(KINDS.get(kind, kind), most=most, library=library)
        file.write_text(page_html(bundle), encoding="utf-8")
        return file

    return export
