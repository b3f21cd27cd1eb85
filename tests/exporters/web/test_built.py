"""What is checked in for pages was built from the sources beside it, and data cannot leave its element."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse.exporters.web.page import BUILT, data_text
from ludparse.exporters.web.site import file_name
from tests.corpus import REPO

WEB = REPO / "web"


def test_the_scripts_are_built_from_the_present_sources() -> None:
    words = REPO / "exporters" / "terminal" / "words.json"
    files = [*(WEB / "src").rglob("*"), words, WEB / "package-lock.json", WEB / "build.mjs"]
    names = sorted(Path(os.path.relpath(file, WEB)).as_posix() for file in files if file.is_file())
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + (WEB / name).read_bytes() + b"\0")
    built = (BUILT / "sources.sha256").read_text(encoding="utf-8").strip()
    assert digest.hexdigest() == built, "the scripts of pages are out of date: run `make web`"


@pytest.mark.parametrize("file", sorted((WEB / "src").rglob("*.ts")), ids=lambda file: file.name)
def test_sources_are_short_enough_to_read(file: object) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 400  # type: ignore[attr-defined]


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_data_cannot_end_the_element_that_holds_it(data: object) -> None:
    text = data_text(data)
    assert not set("<>&") & set(text)
    assert json.loads(text) == data


@given(st.lists(st.text(), min_size=1, max_size=8))
def test_files_of_a_site_have_safe_and_different_names(names: list[str]) -> None:
    taken: set[str] = set()
    found = [file_name(name, taken) for name in names]
    assert len(set(found)) == len(found)
    assert all(name and name != "index" and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for name in found)
