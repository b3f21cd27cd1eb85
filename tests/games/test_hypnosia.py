"""Hypnosia: the description against the reference, and the reference against the rules."""

import importlib
import random
import statistics
from collections.abc import Sequence
from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin

import pytest

from ludparse import load_description
from ludparse.exporters.verification.reference import Variant, variants_of
from ludparse.interpreter.game.load import load
from tests.games.by_hand import GAMES, check, folder

reference = importlib.import_module("ludparse.games.hypnosia.reference")
PATH = str(GAMES / "hypnosia" / "hypnosia.lud")


def variants() -> list[Variant]:
    description = load_description(PATH)
    return variants_of(description.options, description.rulesets, folder("hypnosia").variants)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_ours_is_the_reference(variant: Variant) -> None:
    assert check("hypnosia", variant.options, positions=300).positions == 300


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.telling("2")
def test_games_end_in_the_same_way(players: int) -> None:
    outcome = check("hypnosia", (f"Players/{players}",), positions=1000, plies=1000)
    assert outcome.finished


def test_on_the_python_backend() -> None:
    assert check("hypnosia", backend="python", positions=60).positions == 60


def test_the_layout_is_the_description() -> None:
    board = load(PATH).board.describe()
    places = reference.coordinates()
    found = [(element["x"], element["y"]) for element in board["Vertex"]]
    assert found == [pytest.approx(places[space], abs=1e-4) for space in reference.numbering()]
    bridges = {frozenset(bridge) for bridge in reference.BRIDGES.items()}
    names = reference.numbering()
    joined = {
        frozenset((names[k], names[other]))
        for k, element in enumerate(board["Vertex"])
        for other in element["rel"]["Adjacent"]
    }
    assert bridges <= joined
    assert {frozenset((space, "C")) for space in reference.SPECIAL} == {pair for pair in joined if "C" in pair}


def clockwise(place: tuple[float, float]) -> float:
    """How far a place is from the bottom of the board, in degrees clockwise about the centre, from 0 to 360."""
    x, y = place
    return round(degrees(atan2(-x, -y))) % 360


SEATS = {
    2: [0, 180],
    3: [0, 120, 240],
    4: [0, 60, 180, 240],
    5: [0, 60, 120, 180, 240],
    6: [0, 60, 120, 180, 240, 300],
}
"""Where the players sit, clockwise from the first. Who looks at the centre has the next clockwise seat on the left."""


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.telling("3")
def test_turns_go_clockwise_and_pawns_counter_clockwise(players: int) -> None:
    game = load(PATH, options=[f"Players/{players}", "Beginning/First player"])
    places = [(element["x"], element["y"]) for element in game.board.describe()["Vertex"]]
    state = game.start(seed=5)
    pawns = [(what[0][1], clockwise(places[int(name[1:])])) for name, _, *what in state.sites() if name[0] == "V"]
    assert sorted(set(pawns)) == list(enumerate(SEATS[players], 1))
    turns, turned = [state.mover], []
    for _ in range(60):
        move = state.legal_moves()[0]
        ends = [places[site] for site in (move.from_site, move.to_site) if site >= 0]
        if len(ends) == 2 and {round(hypot(*end)) for end in ends} == {6}:
            turned.append((clockwise(ends[0]) - clockwise(ends[1])) % 360)
        state.apply(move)
        turns += [state.mover] * (state.mover != turns[-1])
    assert turned and set(turned) <= {10, 20, 30, 40, 50, 60}
    assert turns == [k % players + 1 for k in range(len(turns))]


@pytest.mark.parametrize("players", SEATS)
def test_seats_and_turns_of_the_reference(players: int) -> None:
    p = reference.setup({"Players": str(players), "Beginning": "First player"})
    places = reference.coordinates()
    assert sorted({(player, clockwise(places[space])) for space, (player, _) in p.pawns.items()}) == list(
        enumerate(SEATS[players], 1)
    )
    assert [clockwise(places[f"o{k}"]) for k in range(36)] == [-10 * k % 360 for k in range(36)]
    assert reference.along("o35", 2) == "o1"
    assert [replace(p, mover=k).thrown((0, 0)).after("pass").mover for k in SEATS] == [k % players + 1 for k in SEATS]


def test_six_fold_symmetry() -> None:
    """A turn by a sixth takes every space to one of the same kind, and every bridge to a bridge."""
    places = reference.coordinates()

    def turned(space: str) -> str:
        x, y = places[space]
        c, s = cos(radians(60)), sin(radians(60))
        wanted = (c * x - s * y, s * x + c * y)
        found = min(places, key=lambda other: hypot(places[other][0] - wanted[0], places[other][1] - wanted[1]))
        assert places[found] == pytest.approx(wanted, abs=0.02)
        return found

    assert len({turned(space) for space in places}) == len(places) == 97
    assert {(turned(a), turned(b)) for a, b in reference.BRIDGES.items()} == set(reference.BRIDGES.items())
    assert {turned(space) for space in reference.SPECIAL} == set(reference.SPECIAL)


def position(
    pawns: dict[str, tuple[int, int]],
    dice: Sequence[int],
    centre: tuple[int, ...] = (),
    scores: tuple[int, ...] = (0, 0),
    **rules: bool,
) -> "reference.Position":
    rules_ = reference.Rules(players=len(scores), **rules)
    return reference.Position(rules_, pawns, scores, centre, dice=tuple(dice))


def starting(*dice: int, **rules: bool) -> "reference.Position":
    return position({f"a{k}": (1, 1) for k in range(1, 5)} | {"d1": (2, 1)}, dice, **rules)


def test_the_first_enters_with_a_one_and_the_last_with_a_four() -> None:
    assert starting(1, 0).notations() == ["a1-o0a"]
    assert starting(4, 0).notations() == ["a1-o3a", "a2-o2a", "a3-o1a", "a4-o0a"]


def test_moving_up() -> None:
    assert starting(1, 0, move_up=True).notations() == ["a1-o0a", "a2-a1a", "a3-a2a", "a4-a3a"]
    assert starting(1, 0, move_up=True).after("a4-a3a").pawns["a3"] == (1, 2)


def test_a_die_that_cannot_be_spent_is_lost() -> None:
    p = position({"a4": (1, 1), "o9": (2, 1)}, (3, 4))
    assert p.notations() == ["a4-o0b"]
    after = p.after("a4-o0b")
    assert (after.mover, after.dice) == (1, (3, 0))
    assert after.notations() == ["o0-o3a"]
    blocked = position({"a4": (1, 1), "o9": (2, 1)}, (3, 2))
    assert blocked.notations() == ["pass"]
    assert blocked.after("pass").mover == 2


def test_a_pawn_takes_a_pawn_and_no_stack() -> None:
    p = position({"o1": (1, 1), "o3": (2, 1)}, (2, 0))
    after = p.after("o1-o3a")
    assert after.pawns == {"o3": (1, 1)}
    assert after.scores == (1, -1)
    assert position({"o1": (1, 1), "o3": (2, 2)}, (2, 0)).notations() == ["pass"]


def test_a_stack_takes_a_stack() -> None:
    p = position({"o1": (1, 2), "o2": (2, 2)}, (1, 0))
    assert p.notations() == ["2xo1-o2a"]
    assert p.after("2xo1-o2a").scores == (2, -2)


def test_two_are_a_stack_and_three_are_too_many() -> None:
    p = position({"o1": (1, 2), "o2": (1, 1), "o9": (2, 1)}, (1, 0))
    assert p.notations() == ["o1-o2a", "o2-o3a"]
    assert p.after("o1-o2a").pawns["o2"] == (1, 2)


@pytest.mark.parametrize(("whole_die", "target"), [(False, "m3"), (True, "m2")])
def test_bridges(whole_die: bool, target: str) -> None:
    p = position({"o3": (1, 2), "o20": (2, 1)}, (2, 0), whole_die=whole_die)
    assert p.notations() == ["o3-o5a", "2xo3-o5a", f"o3-{target}a", f"2xo3-{target}a"]
    # The other end is no way back.
    assert position({"m2": (1, 1), "o20": (2, 1)}, (2, 0)).notations() == ["m2-m4a"]


def test_bridges_one_by_one() -> None:
    p = position({"o3": (1, 2), "i1": (1, 2), "o20": (2, 1)}, (1, 0), stacks_cross=False)
    assert p.notations() == ["o3-o4a", "2xo3-o4a", "o3-m2a", "i1-i2a", "2xi1-i2a", "i1-Ca"]


def test_the_centre() -> None:
    p = position({"i1": (1, 2), "o20": (2, 1)}, (1, 0))
    assert p.after("2xi1-Ca").scores == (9, 0)
    assert p.after("2xi1-Ca").centre == (1, 1)
    full = position({"i1": (1, 2), "o20": (2, 1)}, (1, 0), centre=(1, 2, 1, 2))
    assert "2xi1-Ca" not in full.notations()
    after = full.after("i1-Ca")
    assert after.scores == (1, 0)
    assert after.pawns["i1"] == (1, 1)
    assert after.ranking == (1.0, 2.0)


def test_points_decide_then_who_came_first() -> None:
    def ranking(scores: tuple[int, ...], centre: tuple[int, ...]) -> tuple[float, ...]:
        found: tuple[float, ...] = position({}, (), centre, scores).ranking
        return found

    assert ranking((3, 5), (1, 2)) == (2.0, 1.0)
    assert ranking((5, 5), (2, 1)) == (2.0, 1.0)
    assert ranking((5, 5, 5), (3, 3, 1)) == (2.0, 3.0, 1.0)
    assert ranking((0, 0, 1), (3,)) == (2.5, 2.5, 1.0)


def test_the_game_ends_with_the_last_pawn_of_all_or_of_one() -> None:
    gone = {"o1": (1, 1)}
    assert position(gone, (1, 0)).ranking == ()
    assert position(gone, (1, 0), scores=(3, -3), ends_with_one=True).ranking == (1.0, 2.0)


def test_who_has_no_pawn_left_outside_the_centre_is_skipped() -> None:
    p = position({"o1": (1, 1), "o9": (3, 1)}, (2, 0), centre=(2,), scores=(0, 5, 0))
    assert p.after("o1-o3a").mover == 3
    taken = position({"o1": (1, 1), "o3": (2, 1)}, (2, 0))
    assert taken.after("o1-o3a").mover == 1  # nobody else has one left


def test_a_throw_for_who_begins_is_called_so() -> None:
    state = load(PATH).start(seed=1)
    (move,) = state.legal_moves()
    assert move.notation == "throw"
    assert state.apply("throw").notation == "throw"


def test_the_higher_throw_begins() -> None:
    p = reference.setup({"Players": "3"})
    for dice in ((1, 2), (5, 6), (6, 4)):
        p = p.thrown(dice).after("throw")
    assert (p.mover, p.throws, p.dice) == (2, None, None)
    p = reference.setup({"Players": "3"})
    for dice in ((6, 5), (5, 6), (1, 1)):
        p = p.thrown(dice).after("throw")
    assert (p.mover, p.throws) == (1, ())


def steps_to_go(space: str) -> int:
    """Of a pawn in a hurry, without luck or bad luck."""
    if space[0] in "abcdef":
        return 12 + int(space[1])
    bridge = {"o": (7, 6, 3), "m": (4, 4, 0), "i": (1, 2, 1)}
    beyond, apart, first = bridge[space[0]]
    return beyond + (first - int(space[1:])) % apart


def hurried_turns(players: int, chance: random.Random) -> int:
    """The number of turns of a game in which everybody takes the points and the steps that a die offers."""
    p = reference.setup({"Players": str(players)})
    turns = 0
    while not p.ranking:
        if p.dice is None:
            p, turns = p.thrown((chance.randint(1, 6), chance.randint(1, 6))), turns + 1
        mover = p.mover

        def worth(notation: str, p: "reference.Position" = p, mover: int = mover) -> float:
            after = p.after(notation)
            going = sum(steps_to_go(space) * count for space, (who, count) in after.pawns.items() if who == mover)
            return float(12 * after.scores[mover - 1]) - going + chance.random()

        p = p.after(max(p.notations(), key=worth))
    return turns


@pytest.mark.parametrize(("players", "turns"), [(2, (20, 42)), (4, (40, 62))])
def test_a_game_in_a_hurry_takes_so_many_turns(players: int, turns: tuple[int, int]) -> None:
    """The figures in the README, from which the size of the circles follows."""
    found = statistics.fmean(hurried_turns(players, random.Random(seed)) for seed in range(12))
    assert turns[0] <= found <= turns[1]
