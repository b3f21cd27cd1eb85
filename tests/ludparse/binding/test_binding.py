"""Binding: the plain syntax tree to the typed one."""

from __future__ import annotations

import gzip
import pickle

import pytest

from ludparse import LudTypeError, Source
from ludparse.binding.bind import NO_FIT, Binder
from ludparse.binding.diagnosis import bind
from ludparse.binding.signatures import type_of, type_of_class
from ludparse.ludemes import (
    AbsoluteDirection,
    BoolAnd,
    CountSteps,
    EndIf,
    Equals,
    Game,
    GraphAdd,
    Id,
    IntAdd,
    IntMul,
    IsConnect,
    IsConnectType,
    IsLine,
    IsSite,
    IteratorTo,
    Ludeme,
    MoveFromTo,
    MoveSite,
    MoveStep,
    NonDecision,
    NoPiece,
    Pair,
    PlaceItem,
    PlaceStack,
    RegionFunction,
    RelativeDirection,
    RoleType,
    Scale,
    SitesContext,
    SitesCoords,
    SitesCustom,
    SitesIndex,
    SitesOccupied,
    SitesSimple,
    SiteType,
    Step,
    Tile,
    Track,
    Wedge,
    replace,
    walk,
)
from ludparse.ludemes.base import children
from ludparse.problems.message import example
from ludparse.reader import read_source
from ludparse.reader.syntax import Call, Node
from tests.corpus import EXPANDED, needs_corpus


def read(text: str) -> Node:
    (node,) = read_source(Source("<test>", text), [])
    return node


def bound(text: str, expected: str) -> Ludeme:
    value = Binder().any_of(read(text), type_of(expected))
    assert value is not NO_FIT, text
    return value


def test_a_game_becomes_a_typed_tree() -> None:
    game = bind(read(example()))
    assert isinstance(game, Game)
    assert game.name == "Example"
    assert game.players.num_players == 2
    end = game.rules.end.end_rule
    assert isinstance(end, EndIf)
    assert isinstance(end.test, IsLine)
    assert end.test.length == 3
    assert end.result.who is RoleType.Mover


def test_absent_arguments_are_none_and_positions_are_kept() -> None:
    node = bound("(move Step Forward (to if:(is Empty (to))))", "Moves")
    assert isinstance(node, MoveStep)
    assert node.from_ is None
    assert node.directions is RelativeDirection.Forward
    assert node.then is None
    assert node.to.if_ == IsSite(kind=node.to.if_.kind, at=IteratorTo())
    assert node.to.span is not None
    assert node.to.span.text == "(to if:(is Empty (to)))"


@pytest.mark.parametrize(
    ("text", "expected", "cls"),
    [
        ("(sites Top)", "RegionFunction", SitesSimple),
        ("(sites Row 3)", "RegionFunction", SitesIndex),
        ("(sites Occupied by:Mover)", "RegionFunction", SitesOccupied),
        ('(sites {"A1" "B2"})', "RegionFunction", SitesCoords),
        ("(sites {1 2 (to)})", "RegionFunction", SitesCustom),
        ("(sites)", "RegionFunction", SitesContext),
        ("(+ 1 (count Moves))", "Int", IntAdd),
        ("(mul 2 3)", "Int", IntMul),
        ("(move (from) (to))", "Moves", MoveFromTo),
        ("(move Add (to (sites Empty)))", "Moves", MoveSite),
        ('(place "Disc" 3)', "StartRule", PlaceItem),
        ('(place Stack "Disc" 3 count:4)', "StartRule", PlaceStack),
        ('(id "Pawn")', "Int", Id),
        ("(step (to))", "Moves", Step),
        ("(no Pieces Next)", "Bool", NoPiece),
        ("(= (sites Top) (sites Bottom))", "Bool", Equals),
    ],
)
def test_the_class_follows_from_the_arguments(text: str, expected: str, cls: type[Ludeme]) -> None:
    assert type(bound(text, expected)) is cls


def test_one_of_several_arguments_goes_to_the_first_field_that_takes_it() -> None:
    by_role = bound("(is Connected 3 P1)", "Bool")
    assert isinstance(by_role, IsConnect)
    assert (by_role.kind, by_role.number, by_role.role, by_role.regions) == (
        IsConnectType.Connected,
        3,
        RoleType.P1,
        None,
    )
    by_list = bound("(is Connected {(sites Top) (sites Bottom)})", "Bool")
    assert isinstance(by_list, IsConnect)
    assert by_list.regions is not None
    assert all(isinstance(region, RegionFunction) for region in by_list.regions)
    one = bound("(count Steps Cell (to) 4)", "Int")
    assert isinstance(one, CountSteps)
    assert (one.type, one.site2, one.region2) == (SiteType.Cell, 4, None)


@pytest.mark.parametrize(
    "text",
    [
        "(sites Incident Cell of:Vertex at:0 owner:(player 1) P2)",
        '(sites Occupied by:P1 component:"Man" components:{"Man"})',
        '(sites Occupied by:P1 container:0 component:"Man" component:1)',
    ],
)
def test_what_two_arguments_say_is_said_once(text: str) -> None:
    assert Binder().any_of(read(text), type_of("RegionFunction")) is NO_FIT
    for said_once in ("owner:(player 1) ", 'components:{"Man"}', "component:1"):
        if said_once in text:
            assert bound(text.replace(said_once, ""), "RegionFunction")


def test_literals() -> None:
    scaled = bound("(scale 2 0.5 (wedge 3))", "GraphFunction")
    assert isinstance(scaled, Scale)
    assert scaled == Scale(scale_x=2.0, scale_y=0.5, graph=Wedge(rows=3))
    assert type(scaled.scale_x) is float
    added = bound("(add vertices:{{1 2.5} {3 4}} edges:{{0 1}})", "GraphFunction")
    assert isinstance(added, GraphAdd)
    assert added.vertices == ((1.0, 2.5), (3.0, 4.0))
    assert added.edges == ((0, 1),)
    track = bound('(track "Way" {0 1 2 End} P1 directed:True)', "Track")
    assert isinstance(track, Track)
    assert (track.track, track.role, track.directed) == ((0, 1, 2, -2), RoleType.P1, True)
    assert bound("(id Mover)", "Int") == Id(who=RoleType.Mover)
    assert Binder().any_of(read("{}"), type_of("tuple[Int, ...]")) == ()


def test_lists_of_lists() -> None:
    tile = bound('(tile "T" {{F F} {L R}} numSides:4)', "Item")
    assert isinstance(tile, Tile)
    assert tile.walk is None
    assert tile.walks is not None
    assert [len(walk) for walk in tile.walks] == [2, 2]


def test_directions_of_both_systems() -> None:
    absolute, relative = bound("(step N (to))", "Moves"), bound("(step FL (to))", "Moves")
    assert isinstance(absolute, Step)
    assert isinstance(relative, Step)
    assert absolute.directions is AbsoluteDirection.N
    assert relative.directions is RelativeDirection.FL


def test_forms_tell_types_apart() -> None:
    pair = bound('(pair P1 "A1")', "Pair")
    assert pair == Pair(key=RoleType.P1, value="A1")
    assert bound("(and {(is Mover P1) (is Next P2)})", "Bool") == BoolAnd(
        list=tuple(bound(text, "Bool") for text in ("(is Mover P1)", "(is Next P2)"))
    )


def test_a_decision_is_no_effect() -> None:
    assert Binder().any_of(read("(move Add (to 3))"), type_of("NonDecision")) is NO_FIT
    assert isinstance(bound("(add (to 3))", "NonDecision"), NonDecision)


def test_too_large_numbers_do_not_fit() -> None:
    assert Binder().any_of(read("2147483647"), type_of("Int")) == 2147483647
    assert Binder().any_of(read("2147483648"), type_of("Int")) is NO_FIT
    assert Binder().any_of(read("1.5"), type_of("Int")) is NO_FIT


def test_trees_are_values() -> None:
    one, two = bind(read(example())), bind(read(example()))
    assert one == two
    assert hash(one) == hash(two)
    assert one is not two
    assert pickle.loads(pickle.dumps(one)) == one
    other = replace(one, name="Other")
    assert other != one
    assert other.rules is one.rules
    with pytest.raises(AttributeError):
        one.name = "Else"  # type: ignore[misc]
    with pytest.raises(TypeError):
        replace(one, nome="Other")
    assert len(list(walk(one))) > len(list(children(one)))


def test_a_tree_that_does_not_fit_raises_all_its_problems() -> None:
    with pytest.raises(LudTypeError) as caught:
        bind(read(example(play="(move Adds (to (sites Empty)))", end="(if 3 (result Mover Win))")))
    assert len(caught.value.problems) == 2


def test_many_optional_arguments_are_no_trouble() -> None:
    """Every argument of a long call could go to many places; still this takes no time."""
    text = "(sites {" + " ".join(["(+ 1 (to))"] * 300) + "})"
    assert isinstance(bound(text, "RegionFunction"), SitesCustom)
    deep = "(+ 1 " * 120 + "1" + ")" * 120
    assert isinstance(bound(deep, "Int"), IntAdd)
    wrong = "(+ 1 " * 60 + "(sites Top)" + ")" * 60
    assert Binder().any_of(read(wrong), type_of("Int")) is NO_FIT


@needs_corpus
@pytest.mark.parametrize("letter", list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
def test_recorded_expansions_can_be_bound(letter: str) -> None:
    """Some of every initial; the whole corpus goes through `lud check`."""
    for path in sorted(EXPANDED.rglob(f"{letter}*.txt.gz"))[:6]:
        node = read(gzip.decompress(path.read_bytes()).decode())
        assert isinstance(node, Call)
        assert Binder().bind(node, type_of_class(Game)) is not NO_FIT, path.name
