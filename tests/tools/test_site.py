"""The reference site: complete, with links that lead somewhere, and true to the code."""

import inspect
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

from ludparse import _MODULES as MODULES
from ludparse import LudError
from ludparse.exporters.authoring.language.pages import enumerations, ludemes, page_of
from tools.reference import site
from tools.reference.site_pages import (
    Played,
    enumeration_page,
    ludeme_page,
    played,
    sections,
    slug,
)

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
DRAWN = Played(9, ("A1",), ("A1", "B2"), "<svg/>")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The site's Markdown. Its examples are not played: test_pages.py plays them all."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        for module in (f"tools.reference.{name}" for name in ("site", "site_pages")):
            patch.setattr(f"{module}.played", lambda game: DRAWN)
        site.write_markdown(folder, quiet=True)
    yield folder


def test_every_ludeme_and_enumeration_has_a_page(written: Path) -> None:
    pages = {path.stem for path in (written / "docs/ludemes").glob("*.md")}
    assert pages == {slug(cls) for cls in ludemes()} == {p.stem for p in (written / "docs/ludemes").glob("*.svg")}
    assert {path.stem for path in (written / "docs/enumerations").glob("*.md")} == {slug(e) for e in enumerations()}
    navigation = (written / "mkdocs.yml").read_text(encoding="utf-8")
    for path in (written / "docs").rglob("*.md"):
        assert (
            navigation.count(f": {path.relative_to(written / 'docs')}\n") == 1
            or "section-" in path.name
            or (path.name == "enumerations.md")
        ), path


def test_each_version_has_a_place(written: Path, tmp_path: Path) -> None:
    assert f"site_dir: html/{version('ludparse')}\n" in (written / "mkdocs.yml").read_text(encoding="utf-8")
    for name in ("0.9.0", "1.0", "0.10.0", "1.0rc1"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").touch()
    assert site.write_versions(tmp_path)[-2:] == ["0.10.0", "0.9.0"]
    chosen = json.loads((tmp_path / "versions.json").read_text(encoding="utf-8"))
    assert [(row["version"], row["aliases"]) for row in chosen if row["aliases"]] == [("1.0", ["latest"])]
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert re.findall('href="(.*?)"', page) == [f"{row['version']}/index.html" for row in chosen]


def test_the_interface_has_a_page_for_each_module(written: Path) -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (written / "docs/python").glob("*.md")}
    assert {name: text for name, text in pages.items() if text != f"# {name}\n\n::: {name}\n"} == {}
    assert pages.keys() == {"ludparse", *(f"ludparse.{name}" for name in MODULES)}


@pytest.mark.parametrize("name", ["ludparse", *(f"ludparse.{name}" for name in MODULES)])
def test_what_the_interface_offers_is_explained(name: str) -> None:
    module, offered = import_module(name), dict[str, object]()
    for key in module.__all__:
        with suppress(LudError):  # what needs an extra that is not there
            offered[key] = getattr(module, key)
    told = {key: x for key, x in offered.items() if inspect.isclass(x) or inspect.isfunction(x)}
    without = [key for key, x in told.items() if not inspect.getdoc(x)]
    assert without == []


def test_pages_are_whole(written: Path) -> None:
    for cls in ludemes():
        text, page = (written / f"docs/ludemes/{slug(cls)}.md").read_text(encoding="utf-8"), page_of(cls)
        assert text.startswith(f"# `{page.title}`\n"), slug(cls)
        assert page.example is not None and page.example.text in text, slug(cls)
        assert all(form in text for form in page.forms), slug(cls)
        assert text.count("may be left out") == sum(not argument.required for argument in page.arguments), slug(cls)
        for head in ("How it is written", "Example", "May stand in"):
            assert f"\n## {head}\n" in text, f"{slug(cls)} has no {head}"
        assert bool(page.arguments) == ("\n## Arguments\n" in text)


def test_links_lead_somewhere(written: Path) -> None:
    for path in (written / "docs").rglob("*.md"):
        text = re.sub(r"(?s)```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"))
        for target in LINK.findall(text):
            if not re.match(r"[a-z]+:", target) and (file := target.partition("#")[0]):
                assert (path.parent / file).exists(), f"{path.relative_to(written)}: {target}"


def test_an_example_is_played_and_drawn() -> None:
    cls = next(cls for cls in ludemes() if cls.__name__ == "IsLine")
    example = page_of(cls).example
    assert example is not None
    result = played(example.game)
    assert result.choices == 9 and len(result.moves) == 6 and result.svg.startswith("<svg")
    text = ludeme_page(cls)
    assert "9 legal moves at the start (`A1`" in text and "![The position after these moves](IsLine.svg)" in text
    assert "    (game" in text and "\n(players" not in text


def test_an_example_that_fails_ends_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(cls: object) -> str:
        raise LudError("it cannot be played")

    monkeypatch.setattr(site, "ludeme_page", fails)
    with pytest.raises(LudError, match=r"the example of .*: it cannot be played"):
        site.write_markdown(tmp_path, quiet=True)
    assert site.main([str(tmp_path), "--markdown"]) == 1


def test_enumerations_say_who_takes_them() -> None:
    enum = next(enum for enum in enumerations() if enum.__name__ == "RoleType")
    text = enumeration_page(enum)
    assert "| `Mover` | the player to move |" in text and "(../ludemes/MovesAdd.md)" not in text
    assert "(../ludemes/IsLine.md)" in text


def test_sections_hold_every_ludeme_once() -> None:
    assert sorted(slug(cls) for classes in sections().values() for cls in classes) == sorted(map(slug, ludemes()))
