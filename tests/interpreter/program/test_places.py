"""Places are a set that is found when it is asked for, is no part of what a statement is, and is printed on request."""

import copy
import pickle

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Type
from ludparse.interpreter.program.places import NOWHERE, Places
from ludparse.interpreter.program.printer import print_program
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import InvalidProgramError, verify
from ludparse.problems.spans import Source, Span

TEXT = Source("rules.lud", "(a (b)\n(c))")
USE = Span(TEXT, 7, 10)
A, B = Span(TEXT, 0, 11), Span(TEXT, 3, 6, USE)


def places(*spans: Span) -> Places:
    return Places(lambda: frozenset(spans))


def program(*at: Places) -> Program:
    """One function that returns, once for each of some places."""
    p = Program("p")
    b = Builder(p)
    with b.function("f") as (fn, _):
        for b.places in at:
            with b.if_(ir.eq(b.var(1), 1)):
                b.return_()
    p.entries["start"] = fn
    return p


def test_places_are_a_set_in_the_order_of_the_text() -> None:
    assert list(places(B) | places(A)) == [A, B]
    assert (places(A) | places(A, B)).spans == {A, B}
    assert list(NOWHERE) == []
    assert repr(places(A)) == "Places(rules.lud:1:1)"


def test_what_adds_nothing_is_the_same() -> None:
    one = places(A)
    assert one | NOWHERE is one
    assert one | one is one


def test_they_are_found_once_and_only_if_asked_for() -> None:
    asked: list[int] = []

    def find() -> frozenset[Span]:
        asked.append(1)
        return frozenset({A})

    some = Places(find)
    both = some | places(B)
    assert not asked
    assert both.spans == both.spans == {A, B}
    assert len(asked) == 1


@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copy_has_the_same_places(again: type) -> None:
    copied = again(ops.Return(None, places=places(A, B))).places
    assert [str(p) for x in copied for p in x.places] == ["rules.lud:1:1", "rules.lud:1:4", "rules.lud:2:1"]
    assert again(ops.Break()).places.spans == frozenset()


def test_what_a_builder_writes_has_the_places_of_the_moment() -> None:
    fn = program(places(A), places(B)).functions[0]
    assert [list(s.places) for s in fn.body] == [[A], [A], [B], [B]]
    assert [list(t.places) for s in fn.body if isinstance(s, ops.If) for t in s.then] == [[A], [B]]


def test_they_are_printed_on_request_alone() -> None:
    p = program(places(A), places(A, B), NOWHERE)
    plain, told = print_program(p).splitlines(), print_program(p, places=True).splitlines()
    assert "  @ " not in "".join(plain)
    assert [line.partition("  @ ")[0] for line in told] == plain
    at = [line.partition("  @ ")[2] for line in told if "return" in line]
    assert at == ["rules.lud:1:1", "rules.lud:1:1, rules.lud:1:4 in rules.lud:2:1", ""]


OUTSIDE = (Span(TEXT, 3, 12), Span(TEXT, -1, 3), Span(TEXT, 3, 3), Span(TEXT, 3, 6, Span(TEXT, 3, 12)))


@pytest.mark.parametrize("place", OUTSIDE, ids=str)
def test_the_verifier_refuses_places_outside_the_text(place: Span) -> None:
    verify(program(places(A, B)))
    with pytest.raises(InvalidProgramError, match=r"f_1: characters .* of rules\.lud are no place"):
        verify(program(places(A, place)))
    whole = Program("p")
    fn = Function("g", (), Type.VOID, places=places(place))
    whole.entries["start"] = whole.add(fn)
    with pytest.raises(InvalidProgramError, match="are no place"):
        verify(whole)
