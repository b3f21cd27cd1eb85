"""Places in a text, excerpts, what a problem says, and which names are near."""

from itertools import product

import pytest

from ludparse.exporters.authoring.diagnostics import formats
from ludparse.problems.errors import (
    Edit,
    LudError,
    LudTypeError,
    LudWarning,
    broken,
    edits,
    nearest,
    raise_all,
    tolerated,
)
from ludparse.problems.spans import Source, Span, span_of

TEXT = Source("a.lud", "one\n\ntwo three\r\nfour")


def test_lines_and_columns() -> None:
    """Both are counted from 1; a line ends before its line end, be it of two characters."""
    expected = [(line, column) for line, length in ((1, 4), (2, 1), (3, 11), (4, 4)) for column in range(1, length + 1)]
    assert [TEXT.position(at) for at in range(len(TEXT.text))] == expected
    assert [TEXT.line(number) for number in range(6)] == ["", "one", "", "two three", "four", ""]
    assert TEXT.extent(3) == (5, 14) and TEXT.extent(4) == (16, 20) and TEXT.extent(0) == TEXT.extent(5) == (0, 0)
    assert repr(TEXT) == "Source('a.lud', 20 characters)"


def test_spans() -> None:
    """From the second letter of the third line to the first of the fourth; where a define is used in another, the
    places go outwards."""
    outer = Span(TEXT, 0, 3)
    span = Span(TEXT, 6, 17, outer)
    assert (span.line, span.column, span.end_line, span.end_column) == (3, 2, 4, 1)
    assert (span.text, span.file, str(span)) == ("wo three\r\nf", "a.lud", "a.lud:3:2")
    assert span.places == (span, outer) and outer.places == (outer,)
    assert span.sub(1, 3) == Span(TEXT, 7, 9, outer) and span.sub(0, 99).end == 17
    empty = Span(TEXT, 5, 5)
    assert (empty.end_line, empty.end_column, empty.text) == (3, 1, "")
    assert span_of(None) is None and span_of(span) is span
    assert span_of((lambda start, end: Span(TEXT, start, end), 2, 4)) == Span(TEXT, 2, 4)


@pytest.mark.parametrize(("start", "end", "shown"), [
    (0, 3, "    1 | one\n      | ^^^"), (1, 2, "    1 | one\n      |  ^"), (4, 4, "    2 | \n      | ^"),
    (9, 14, "    3 | two three\n      |     ^^^^^"), (9, 20, "    3 | two three\n      |     ^^^^^"),
    (2, 7, "    1 | one\n      |   ^"),
])  # fmt: skip
def test_excerpts(start: int, end: int, shown: str) -> None:
    """The first line alone, and at least one caret."""
    assert Span(TEXT, start, end).excerpt() == shown


def test_long_lines_are_cut_around_the_place() -> None:
    """Thirty characters of a line of a hundred, the place after a third of them or at the end of the line."""
    source = Source("b", "".join(str(k % 10) for k in range(100)))
    for start in range(100):
        text, carets = Span(source, start, start + 3).excerpt(30).split("\n")
        cut = max(0, min(start - 10, 70))
        body = "".join(str(k % 10) for k in range(cut, cut + 30))
        assert text == "    1 | " + "…" * (cut > 0) + body + "…" * (cut < 70)
        assert carets.index("^") == text.index("|") + 2 + (cut > 0) + start - cut
        assert text[carets.index("^")] == str(start % 10)
        assert carets.count("^") == min(3, 100 - start)
    assert Span(source, 90, 100).excerpt(30).count("^") == 10 and Span(source, 0, 100).excerpt(30).count("^") == 30


def test_the_distance_of_words() -> None:
    """Against the definition: the distance of two words by their last letters (optimal string alignment)."""

    def far(a: str, b: str) -> int:
        if not a or not b:
            return len(a) + len(b)
        ways = [far(a[:-1], b) + 1, far(a, b[:-1]) + 1, far(a[:-1], b[:-1]) + (a[-1] != b[-1])]
        if len(a) > 1 and len(b) > 1 and a[-2:] == b[-2:][::-1]:
            ways.append(far(a[:-2], b[:-2]) + 1)
        return min(ways)

    words = ["".join(letters) for length in range(4) for letters in product("ab", repeat=length)]
    words += ["abca", "cab", "acbd"]
    for a, b in product(words, words):
        for limit in (1, 2, 3, 99):
            assert edits(a, b, limit) == min(far(a, b), limit), (a, b, limit)
    assert edits("a" * 120, "") == 99


def test_near_names() -> None:
    """Of three to five letters one may differ, of six two, of nine three; the nearest come first, then those with the
    same first letter, then by name; what is farther by two than the nearest is left out."""
    assert nearest("line", ["Line", "lime", "fine", "long", "l"]) == ("Line", "lime", "fine")
    assert nearest("line", ["fine", "lime", "mine", "lins"]) == ("lime", "lins", "fine")
    assert nearest("line", ["lime", "fine"], 1) == ("lime",)
    assert nearest("lnie", ["line"]) == ("line",) and nearest("line", ["nile", "lxxe", "liness"]) == ()
    assert nearest("stones", ["stxxes", "sxxxes"]) == ("stxxes",)
    assert nearest("pieceless", ["piecexxss", "piecexxxs"]) == ("piecexxss", "piecexxxs")
    assert nearest("pieceless", ["pieceless2", "piecexxxs"]) == ("pieceless2",)
    assert nearest("a", ["b", "a", "ab"]) == ("a", "ab"), "a name of one letter is not near by another letter"
    assert nearest("x" * 81, ["x" * 81]) == () and nearest("x" * 80, ["x" * 80]) == ("x" * 80,)
    assert nearest("line", []) == ()


def told() -> LudError:
    used = Span(TEXT, 16, 20)
    error = LudTypeError("no such thing", Span(TEXT, 9, 14, used), expected=["a", "b", "c"], nearest=["d"], code="x")
    error.hint, error.when = "Look", ("Board/3", "Rules")
    error.fix = (Edit(Span(TEXT, 0, 3), "1"), Edit(Span(TEXT, 5, 8), "2"))
    error.remedies = (error.fix,)
    return error


WHOLE = """a.lud:3:5: type error: no such thing
    3 | two three
      |     ^^^^^
  used here: a.lud:4:1
    4 | four
      | ^^^^
  expected: a, b or c
  did you mean: d?
  Look
  This happens with "Board/3" and "Rules"."""


def test_what_a_problem_says() -> None:
    error = told()
    assert error.explain() == str(error) == WHOLE
    assert (error.file, error.line, error.column) == ("a.lud", 3, 5)
    bare = LudError("nothing")
    assert bare.explain() == "error: nothing" and (bare.file, bare.line, bare.column) == (None, None, None)
    bare.when, bare.expected = ("A",), ("a",)
    assert bare.explain() == 'error: nothing\n  expected: a\n  This happens with "A".'
    bare.expected = ("a", "b")
    assert "  expected: a or b\n" in bare.explain()


def test_what_a_problem_says_in_narrow_lines() -> None:
    """All but the first line and the excerpts is broken, after the first line of a sentence indented by two more."""
    error = LudError("m" * 40, expected=["aaaaaaaa", "bbbbbbbb", "cccccccc"], hint="one two three four five six seven")
    assert error.explain(24) == "\n".join([
        f"error: {'m' * 40}", "  expected: aaaaaaaa,", "    bbbbbbbb or cccccccc",
        "  one two three four", "    five six seven",
    ])  # fmt: skip
    long = LudError("x", Span(Source("c", "y" * 200), 0, 1))
    lengths = {width: len(long.explain(width).split("\n")[1]) for width in (None, 20, 80, 200)}
    assert lengths == {width: 8 + room + 1 for width, room in ((None, 110), (20, 30), (80, 70), (200, 110))}
    assert broken("", 20) == "" and broken("  " + "z" * 50, 20).strip() == "z" * 50
    assert broken("aaaa bbbb cccc dddd eeee", 1) == "aaaa bbbb cccc dddd\n  eeee", "twenty at least"


def test_a_problem_for_machines() -> None:
    where = {"file": "a.lud", "line": 3, "column": 5, "end_line": 3, "end_column": 9}
    used = {"file": "a.lud", "line": 4, "column": 1, "end_line": 4, "end_column": 4}
    record = told().as_dict()
    assert record["places"] == [where, used]
    assert [record[name] for name in ("kind", "severity", "code", "hint")] == ["LudTypeError", "error", "x", "Look"]
    assert (record["expected"], record["nearest"], record["when"]) == (["a", "b", "c"], ["d"], ["Board/3", "Rules"])
    first, second = record["fix"]  # type: ignore[misc]
    assert (first["text"], first["line"], first["end_column"], second["text"]) == ("1", 1, 3, "2")
    assert LudError("nothing").as_dict()["places"] == []


def test_tolerated_and_raised() -> None:
    error, other = told(), LudError("second")
    warning = tolerated(error)
    assert isinstance(warning, LudWarning) and (warning.kind, warning.severity) == ("warning", "warning")
    for name in ("message", "span", "expected", "nearest", "hint", "code", "remedies"):
        assert getattr(warning, name) == getattr(error, name)
    raise_all([])
    with pytest.raises(LudTypeError) as caught:
        raise_all([error, other])
    assert caught.value is error and error.problems == (error, other)
    assert str(error) == f"{WHOLE}\n\nerror: second"


# ------------------------------------------------------------------------------------------------ in other formats


def test_as_text() -> None:
    """Place bold, kind and carets in red; a hint at what can put it right."""
    said = formats.text(told(), lambda words, colour: f"<{colour}>{words}</>").split("\n")
    assert said[0] == "<1>a.lud:3:5: </><31;1>type error: </>no such thing [x]"
    assert said[1:3] == ["    3 | two three", "<31;1>      |     ^^^^^</>"]
    assert said[-1] == "  lud check --fix can put this right: 1 2"
    plain = formats.text(LudWarning("m " * 20), lambda words, colour: words, 25).split("\n")
    assert plain[0].startswith("warning: m m") and len(plain) == 2 and all(len(line) <= 25 for line in plain)


def test_for_github() -> None:
    """The innermost place in the file, or else where what is used there was used; commas, colons and line ends are
    escaped."""
    error = told()
    said = "No such thing. Expected: a, b, c. Did you mean d? Look. This happens with Board/3, Rules."
    assert formats.github("a.lud", error) == f"::error file=a.lud,line=3,col=5,endLine=3,endColumn=10,title=x::{said}"
    inner = LudWarning("a%b\nc", Span(Source("other", "zzz"), 0, 1, Span(TEXT, 5, 8)))
    assert formats.github("a.lud", inner) == (
        "::warning file=a.lud,line=3,col=1,endLine=3,endColumn=4,title=LudWarning::A%25b%0Ac."
    )
    assert formats.github("c:,.lud", LudError("m", hint="H?")) == "::error file=c%3A%2C.lud,title=LudError::M. H?"
    assert ",line=3," in formats.github("third", inner), "of a file that is in none of its places: the outermost"


def test_sarif() -> None:
    within = Span(Source("/lib/other", "zzz"), 0, 2, Span(TEXT, 5, 8))
    error, inner = told(), LudWarning("w", within, code="unused-define")
    (run,) = formats.sarif({"a.lud": [error, inner], "b": [LudError("m")]})["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["LudError", "unused-define", "x"]
    assert ["fullDescription" in rule for rule in run["tool"]["driver"]["rules"]] == [False, True, False]
    first, second, third = run["results"]
    assert [result["ruleIndex"] for result in (first, second, third)] == [2, 1, 0]
    assert [result["level"] for result in (first, second, third)] == ["error", "warning", "error"]

    def places(result: dict, name: str) -> list:  # type: ignore[type-arg]
        found = [place["physicalLocation"] for place in result.get(name, ())]
        return [(place["artifactLocation"]["uri"], *place.get("region", {}).values()) for place in found]

    assert places(first, "locations") == [("a.lud", 3, 5, 3, 10)]
    assert places(first, "relatedLocations") == [("a.lud", 4, 1, 4, 5)]
    assert places(second, "locations") == [("a.lud", 3, 1, 3, 4)]
    assert places(second, "relatedLocations") == [("file:///lib/other", 1, 1, 1, 3)]
    assert places(third, "locations") == [("b",)] and "relatedLocations" not in third and "fixes" not in third
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "a.lud"}
    assert [edit["insertedContent"]["text"] for edit in change["replacements"]] == ["1", "2"]
    region = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 4}
    assert change["replacements"][0]["deletedRegion"] == region
