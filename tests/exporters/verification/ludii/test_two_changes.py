"""Two changes of a description at once: what they are said to save is what they save."""

import pytest

from ludparse.exporters.verification.ludii.trees import children, places, replaced, size
from ludparse.exporters.verification.ludii.two_changes import _left_out, _moved, _within, two_changes
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.reader import read_source
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Call

# without names of arguments, which go where an argument goes, and are words, too
TEXT = '(game "G" (players 2) (rules (play (or {(move Pass) (forEach Piece (move Step (to (is Empty (to)))))}))))'


def tree(text: str = TEXT) -> Call:
    problems: list[LudError] = []
    (node,) = read_source(Source("a", text), problems)
    assert isinstance(node, Call) and not problems
    return node


@pytest.mark.parametrize("kind", [_moved, _left_out])
def test_what_is_saved(kind) -> None:  # type: ignore[no-untyped-def]
    whole = tree()
    found = [place for place in places(whole) if place.path]
    savings = [*kind(found, {place.path: size(place.node) for place in found})]
    assert len(savings) > 4 and all(saved > 0 for saved, *_ in savings)
    for saved, *changes in savings:
        changed = whole
        for path, new in sorted(changes, key=lambda change: change[0], reverse=True):
            changed = replaced(changed, path, new)  # type: ignore[assignment]
        assert size(whole) - size(changed) == saved


def test_the_smallest_come_first_and_each_is_smaller() -> None:
    sizes = [size(changed) for changed in two_changes(tree())]
    assert sizes == sorted(sizes) and sizes[-1] < size(tree())
    texts = {format_tree(changed) for changed in two_changes(tree())}
    assert any("(move Step" in text and "forEach" not in text for text in texts), "a part stands in place of another"


def test_no_change_is_within_another() -> None:
    found = [place for place in places(tree()) if place.path]
    for _, (one, _), (other, _) in _left_out(found, {place.path: size(place.node) for place in found}):
        assert not _within(one, other) and not _within(other, one)
    assert _within((1, 2, 3), (1, 2)) and _within((1,), (1,)) and not _within((1,), (1, 2)) and not _within((2,), (1,))


def test_parts_of_a_tree() -> None:
    node = tree("(a b:(c 1) {2 (d)} e)")
    assert [format_tree(child).strip() for child in children(node)][::2] == ["(c 1)", "e"]
    assert [place.path for place in places(node)] == [(), (0,), (0, 0), (1,), (1, 0), (1, 1), (2,)]
    assert [place.role for place in places(node)][:2] == ["", "a b"] and size(node) == 7, "a name is a word"
    new = tree("(x)")
    assert size(replaced(node, (1, 1), ())) == 6 and size(replaced(node, (1, 0), (new, new))) == 8
    named = replaced(node, (0,), (new,))
    assert isinstance(named, Call) and named.args[0].name == "b"
    twice = replaced(node, (0,), (new, new))
    assert isinstance(twice, Call) and [arg.name for arg in twice.args] == [None, None, None, None]
