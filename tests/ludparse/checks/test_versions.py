"""Which version of Ludii a description follows, and what is newer or gone in it."""

from __future__ import annotations

import json

import pytest

from ludparse.checks.versions import NEWER, NEWER_FIELDS, NEWER_LUDEMES, NEWER_WORDS, newer_forms
from ludparse.description.description import load_description
from ludparse.exporters.cli import main
from ludparse.exporters.verification.ludii import language
from ludparse.ludemes.base import walk
from ludparse.problems.message import example
from tests.corpus import SIGNATURES, needs_corpus

NEWER_GAME = '(metadata (info {(version "1.3.14")}))'
CONDITIONS = {
    "(is Freedom …)": "(is Freedom (sites Board))",
    "(is PyramidCorners …)": "(is PyramidCorners)",
    "(sites Support …)": "(is In (last To) (sites Support))",
    "(count SitesPlatformBelow … at: who:)": "(= 1 (count SitesPlatformBelow at:0 who:Mover))",
    "(count SitesPlatformBelow … what:)": "(= 1 (count SitesPlatformBelow what:1))",
    "(count Groups … <region>)": "(= 1 (count Groups (sites Board)))",
    "(count SizeBiggestGroup … <region>)": "(= 1 (count SizeBiggestGroup (sites Board)))",
    "(countSizeBiggestGroup … <region>)": "(= 1 (countSizeBiggestGroup (sites Board)))",
    "(sizes Group … isVisible:)": "(= 1 (size Array (sizes Group isVisible:True)))",
}
"""Each ludeme that is newer, as it is called, in a condition."""
START = '(start (place Random {"Disc1" "Disc2"} True))'


def newer(text: str) -> list[str]:
    return [called for called, _ in newer_forms(walk(load_description(text).game))]


@pytest.mark.parametrize(("called", "condition"), CONDITIONS.items(), ids=list(CONDITIONS))
def test_what_is_newer_is_told(called: str, condition: str) -> None:
    assert newer(example(end=f"(if {condition} (result Mover Win))")) == [called]


def test_pieces_in_random_order_are_newer() -> None:
    assert newer(example(start=START)) == ["(place Random … True)"]
    assert newer(example(start=START.replace(" True", ""))) == []


def test_every_newer_part_has_a_case() -> None:
    shown = [
        load_description(text).game
        for text in (*(example(end=f"(if {c} (result Mover Win))") for c in CONDITIONS.values()), example(start=START),
                     example(end="(if (= 1 (count SitesPlatformBelow whats:{1})) (result Mover Win))"))
    ]  # fmt: skip
    nodes = [node for game in shown for node in walk(game)]
    assert all(any(isinstance(node, cls) for node in nodes) for cls in NEWER_LUDEMES)
    assert all(any(getattr(node, "kind", None) is word for node in nodes) for word in NEWER_WORDS)
    for cls, fields in NEWER_FIELDS.items():
        for field in fields:
            assert any(type(node) is cls and getattr(node, field) is not None for node in nodes), (cls, field)


@pytest.mark.parametrize(
    ("metadata", "follows"),
    [
        ("", None), (NEWER_GAME, NEWER), ('(metadata (info {(version "1.3.13")}))', None),
        ('(metadata (info {(version "2.0")}))', NEWER), ('(metadata (info {(version "1.3.14 beta")}))', None),
        (f'(metadata (info {{(version "{"9" * 5000}")}}))', None), ('(metadata (info {(version "²")}))', None),
    ],
)  # fmt: skip
def test_the_metadata_say_which_version_is_followed(metadata: str, follows: str | None) -> None:
    game = load_description(example(after=metadata)).game
    assert game.version == follows  # type: ignore[attr-defined]


def test_info_says_the_version_and_what_is_newer(capsys: pytest.CaptureFixture[str]) -> None:
    text = example(end="(if (is Freedom (sites Support)) (result Mover Win))")
    assert main(["info", text]) == 0
    out = capsys.readouterr().out
    assert "Ludii      rules as of 1.3.13" in out
    assert "newer than 1.3.13: (is Freedom …), (sites Support …)" in out
    assert main(["info", "--json", text + NEWER_GAME]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["follows"], told["newer"]) == ("1.3.14", ["(is Freedom …)", "(sites Support …)"])
    assert main(["info", example()]) == 0
    assert "newer" not in capsys.readouterr().out


@needs_corpus
def test_the_language_of_1_3_14_is_told_apart() -> None:
    """What is compared with 1.3.14 has the newer ways to write and not the one that is gone."""
    entries = json.loads(SIGNATURES.read_text("utf-8"))
    lines = language.differences(entries, NEWER)
    assert any("SitesIndexType: in 1.3.14 Support" in line for line in lines)
    (is_,) = [line for line in lines if line.startswith("in 1.3.14 (is")]
    assert "(is Freedom SiteType RegionFunction Int)" in is_
    assert "(is PyramidCorners SiteType from:Int froms:RegionFunction)" in is_
    (count,) = [line for line in lines if "(count " in line]
    assert "there (count CountGroupsType SiteType Direction if:Bool" in count
    assert "there" in count and "(count SitesPlatformBelow SiteType Int RoleType)" in count.partition("; in ")[0]
    assert language.differences(entries) == []
