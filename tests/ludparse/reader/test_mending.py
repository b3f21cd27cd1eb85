"""The edits that put a mistake right: the text after them, or none where more than one way is possible."""

from collections.abc import Sequence

import pytest

from ludparse.problems.errors import Edit, LudError
from ludparse.problems.spans import Source, Span
from ludparse.reader import read_source
from ludparse.reader.mending import braced, inserted, labelled_span, relabelled, reordered, spelt
from ludparse.reader.syntax import Call

SOURCE = Source("a.lud", "(move Stepp to:  (is Empty) from: 3)")
STEPP = Span(SOURCE, 6, 11)
INSIDE = Span(SOURCE, 6, 11, Span(SOURCE, 0, 5))
"""What a define inserts here; its text is also another's."""


def after(fix: Sequence[Edit], source: Source = SOURCE) -> str:
    text = source.text
    for edit in sorted(fix, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


@pytest.mark.parametrize(("near", "word"), [
    (["Step"], "Step"), ([], None), (["Step", "Stop"], "Step"),  # one letter away, and two
    (["Step", "Steps"], None), (["Stes", "Sets"], None), (["Stxx", "Sxxx"], None), (["Stxp", "Sxxxxxx"], None),
    (["steppe", "Stop"], "steppe"),
])  # fmt: skip
def test_spelling(near: list[str], word: str | None) -> None:
    """The first is taken if it is alone, or nearer than the second; one letter of five may be wrong, not two."""
    assert spelt(STEPP, "Stepp", near) == (() if word is None else (Edit(STEPP, word),))


def test_spelling_within_a_place() -> None:
    whole = Span(SOURCE, 0, 11)
    assert after(spelt(whole, "Stepp", ["Step"])) == SOURCE.text.replace("Stepp", "Step")
    assert spelt(whole, "Other", ["Step"]) == spelt(None, "Stepp", ["Step"]) == ()
    assert after(spelt(INSIDE, "Stepp", ["Step"])) == SOURCE.text.replace("Stepp", "Step")


def test_braces_and_insertions() -> None:
    assert after(braced(STEPP)) == SOURCE.text.replace("Stepp", "{Stepp}")
    assert after(inserted(STEPP, "x:")) == SOURCE.text.replace("Stepp", "x:Stepp")
    assert braced(None) == inserted(None, "x") == ()


@pytest.mark.parametrize(("label", "near", "text"), [
    ("to", ["if"], "(move Stepp if:(is Empty) from: 3)"), ("to", [""], "(move Stepp (is Empty) from: 3)"),
    ("to", ["if", "of"], None), ("to", [], None), ("from", ["if"], None), (None, ["if"], None),
])  # fmt: skip
def test_names_of_arguments(label: str | None, near: list[str], text: str | None) -> None:
    """The name stands before the place, with the blanks behind it; an empty one is left out."""
    place = Span(SOURCE, 17, 27)
    assert place.text == "(is Empty)"
    fix = relabelled(place, label, near)
    assert (after(fix) if fix else None) == text
    assert relabelled(None, label, near) == ()


def test_the_order_of_arguments() -> None:
    """Names go with their arguments; what stands right is left alone."""
    problems: list[LudError] = []
    source = Source("a.lud", "(f (a) to: (b) 3)")
    (call,) = read_source(source, problems)
    assert isinstance(call, Call) and not problems
    spans = [labelled_span(arg) for arg in call.args]
    assert reordered(spans, [0, 1, 2]) == ()
    assert after(reordered(spans, [2, 0, 1]), source) == "(f to: (b) 3 (a))"
    assert after(reordered(spans, [1, 0, 2]), source) == "(f to: (b) (a) 3)"
    assert reordered(spans, [1, None, 2]) == reordered(spans, [1, 1, 0]) == ()
    assert reordered([None, *spans[1:]], [1, 0, 2]) == ()
