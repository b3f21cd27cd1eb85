"""The drawings: each file is SVG, each name leads to a drawing, and no drawing does anything but draw."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludparse.exporters.pictures.symbols as symbols
from ludparse.exporters.pictures.looks import drawn
from ludparse.exporters.pictures.symbols import drawing_of, has_symbol, markup, normal

FOLDER = Path(symbols.__file__).parent
FILES = sorted(FOLDER.glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"symbol", "g", "path", "circle", "ellipse", "rect"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_files_hold_drawings_only(file: Path) -> None:
    root = ElementTree.parse(file).getroot()
    assert len(root) > 5
    for element in list(root.iter())[1:]:
        assert element.tag.removeprefix(SVG) in ALLOWED
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name or name == "style"]
    assert all(has_symbol(str(element.get("id"))) for element in root)


def test_no_id_occurs_twice() -> None:
    ids = [element.get("id") for file in FILES for element in ElementTree.parse(file).getroot()]
    assert len(ids) == len(set(ids))


def test_every_name_leads_to_drawings() -> None:
    names = json.loads((FOLDER / "names.json").read_text(encoding="utf-8"))
    assert all(normal(name) == name for name in names)
    parts = {part for value in names.values() for part in value.replace("|", ":").split(":")}
    assert not [part for part in parts if not has_symbol(part)]


@pytest.mark.parametrize(
    ("name", "owner", "drawing"),
    [
        ("Pawn", 1, "pawn"), ("Knight_rotated", 2, "knight"), ("King_noCross", 1, "kingnocross"),
        ("dog", 1, "token:dog"), ("Disc.svg", 1, "disc"), ("Hare-alt2", 1, "token:rabbit"),
        ("Osho", 1, "shogi:u7389"), ("Osho", 2, "shogi:u738b"), ("Osho", 7, "shogi:u738b"),
        ("Nonsense", 1, None), ("", 1, None), ("1", 1, None), ("../names", 1, None),
    ],
)  # fmt: skip
def test_drawings_by_name(name: str, owner: int, drawing: str | None) -> None:
    assert drawing_of(name, owner) == drawing


def test_markup_of_unknown_drawings() -> None:
    assert list(markup(["pawn", "disc", "pawn"])) == ["disc", "pawn"]
    with pytest.raises(KeyError):
        markup(["no such drawing"])


@pytest.mark.parametrize(("drawing", "lower"), [("shogi:u7389", True), ("xiangqi:u7389", False), ("token:dog", False)])
def test_a_sign_stands_where_its_tile_is_wide(drawing: str, lower: bool) -> None:
    """A tile of shogi runs to a point at its top, so that the middle of its area lies below that of its height; the
    others are round."""
    ground, sign = drawn(drawing, "#ffffff", None)
    assert (ground["symbol"], sign["symbol"]) == tuple(drawing.split(":"))
    assert (sign["dy"] > 0) is lower
    assert 0 <= sign["dy"] < 0.1
