"""What Ludii 1.3.14 has and 1.3.13 has not: each answer is worked out by hand from what its classes do.

All but one of the boards are a pyramid of three layers, with the ground seen from above on the left. Each ball above
lies between four below:

    11 12 13         9 10
     5  6  8                      7
     0  1  2         3  4
"""

from __future__ import annotations

import re

import pytest

from ludparse import LudRuleError, load
from tests.interpreter.lower.playing import BACKENDS, moves

GAME = """(game "Asked" (players 2)
  (equipment {{ {board} (piece "Ball" Each) {more} }})
  (rules (start {{ {start} }}) (play {play}) (end (if (no Moves Next) (result Mover Win)))))
  (metadata (info {{ (version "{version}") }}))"""
PYRAMID = "(board (square 3 pyramidal:True) use:Vertex)"


def game(start: str, play: str, *, board: str = PYRAMID, more: str = "", version: str = "1.3.14") -> str:
    return GAME.format(board=board, start=start, play=play, more=more, version=version)


def numbers(start: str, *asked: str, more: str = "") -> list[int]:
    """What numbers are after the start, where the balls lie. All are asked in one game."""
    adds = " ".join(f"(move Add (to (sites {{ 2 }})) (then (set Var {number})))" for number in asked)
    text = game(start, f"(or {{ {adds} }})", more=more)
    return [int(re.findall(r"SetTemp:temp=(-?\d+)", move)[0]) for move in moves(text)]


def answers(start: str, *asked: str, more: str = "") -> list[bool]:
    """Whether conditions hold after the start."""
    return [number == 1 for number in numbers(start, *(f"(if {one} 1 0)" for one in asked), more=more)]


BALLS = '(place "Ball1" { 0 1 3 }) (place "Ball2" { 4 5 })'


def test_sites_that_balls_rest_on() -> None:
    regions = {
        # 3 lies on 0, 1, 5 and 6, and 4 lies on 1, 2, 6 and 8
        "(sites Support)": {0, 1, 2, 5, 6, 8},
        '(sites Support (id "Ball1"))': {0, 1, 5, 6},
        '(sites Support (id "Ball2"))': {1, 2, 6, 8},
        # an empty site above: below 9 are 5, 6, 11 and 12, below 10 are 6, 8, 12 and 13, below 7 are 3, 4, 9 and 10
        "(sites Support 0)": {3, 4, 5, 6, 8, 9, 10, 11, 12, 13},
        "(sites Support -1)": {0, 1, 2, 5, 6, 8},  # -1 is any ball
        "(sites Support -2)": set(),
    }
    asked = [f"(is In {site} {region})" for region in regions for site in range(14)]
    assert answers(BALLS, *asked) == [site in sites for sites in regions.values() for site in range(14)]


def test_an_empty_neighbour_on_the_ground() -> None:
    cases = {
        "(is Freedom (sites { 0 }))": False,  # north of 0 is 5, and east is 1: both hold balls
        "(is Freedom (sites { 1 }))": True,  # east of 1 is 2, north is 6
        "(is Freedom (sites { 0 1 }))": True,
        "(is Freedom (sites { 8 }) 13)": True,  # beside 8 are 2, 6 and 13
        "(is Freedom (sites { 0 }) 13)": False,
        "(is Freedom (sites { 5 }) 6)": True,  # beside 5 are 0, 6 and 11
        # beside 3 and 4 are 9 and 10 on the same layer, which are empty, but not on the ground
        "(is Freedom (sites { 3 4 }))": False,
        "(is Freedom (sites { 12 }) -1)": True,
        "(is Freedom (intersection (sites { 0 }) (sites { 1 })))": False,
    }
    assert answers(BALLS, *cases) == list(cases.values())
    # beside 11 are 5, with a ball, and 12
    beside = {"(is Freedom (sites { 11 }) 12)": False, "(is Freedom (sites { 11 }))": True}
    assert answers(BALLS, *beside) == list(beside.values())


@pytest.mark.parametrize(
    ("balls", "cases"),
    [
        # below 3 are 0, 1, 5 and 6
        ('(place "Ball1" { 0 1 5 6 3 })', {"from:3": True, "from:7": False, "from:9": False}),
        ('(place "Ball1" { 0 1 5 6 }) (place "Ball2" 3)', {"from:3": False}),
        ('(place "Ball1" { 0 1 5 3 })', {"from:3": False, "from:-1": False}),
        # two steps below 7 are the corners of the ground
        ('(place "Ball1" { 0 2 11 13 7 }) (place "Ball2" { 3 4 })', {"from:7": True}),
        # a pyramid that stands on its tip: above 6 are 3, 4, 9 and 10, and above 2 is only 4. A site of a hand is no
        # vertex: there the search ends
        (
            '(place "Ball1" { 2 6 3 4 9 10 })',
            {"from:6": True, "from:2": False, "froms:(sites { 2 6 })": True, "froms:(sites { 2 3 })": False,
             "froms:(union (sites { 6 }) (sites Hand P1))": True,
             "froms:(union (sites { 2 }) (sites Hand P1))": False},
        ),
        # sites with nothing on them are a pyramid as well
        ("", {"from:7": True, "from:6": True, "from:2": False}),
    ],
)  # fmt: skip
def test_tips_of_pyramids(balls: str, cases: dict[str, bool]) -> None:
    asked = [f"(is PyramidCorners {where})" for where in cases]
    assert answers(balls or '(place "Ball1" 2)', *asked, more="(hand Each)") == list(cases.values())


def test_a_pyramid_at_the_last_move() -> None:
    text = game('(place "Ball1" { 0 1 5 6 })', "(move Add (to (sites { 3 4 })))").replace(
        "(end (if", "(end { (if (is PyramidCorners) (result Mover Win)) (if"
    ).replace("(result Mover Win))))", "(result Mover Win)) }))", 1)  # fmt: skip
    for backend in BACKENDS:
        won = load(text, backend=backend).start()
        won.apply(won.legal_moves()[0])
        assert won.over
        going_on = load(text, backend=backend).start()
        going_on.apply(going_on.legal_moves()[1])
        assert not going_on.over


def test_balls_below_a_site() -> None:
    counts = {
        # below 3 are 0 and 1 with balls of P1, 5 with one of P2, and 6, which is empty and belongs to nobody
        "(count SitesPlatformBelow at:3 who:P1)": 2,
        "(count SitesPlatformBelow at:3 who:P2)": 1,
        "(count SitesPlatformBelow at:3 who:Neutral)": 1,
        '(count SitesPlatformBelow at:3 what:(id "Ball1"))': 2,
        "(count SitesPlatformBelow at:3 what:0)": 1,
        '(count SitesPlatformBelow at:3 whats:{ (id "Ball1") (id "Ball2") })': 3,
        "(count SitesPlatformBelow at:0 who:P1)": 0,
        "(count SitesPlatformBelow 3 P1)": 2,  # as 1.3.13 writes it
    }
    assert numbers(BALLS, *counts) == list(counts.values())


GROUPS = '(place "Ball1" { 0 2 8 13 })'


def test_groups_through_a_region() -> None:
    counts = {
        # the move adds a ball on 2. 0 is alone, and 2, 8 and 13 are beside each other
        "(count SizeBiggestGroup Orthogonal)": 3,
        "(count SizeBiggestGroup Orthogonal (sites { 0 }))": 1,
        "(count SizeBiggestGroup Orthogonal (sites { 0 13 }))": 3,  # a group goes on beyond the region
        "(count SizeBiggestGroup (sites { 5 }))": 0,
        "(countSizeBiggestGroup Orthogonal (sites { 0 }))": 1,
        "(count Groups Orthogonal (sites { 0 }))": 2,  # Ludii does not ask the region
    }
    assert numbers(GROUPS.replace(" 2", ""), *counts) == list(counts.values())


def test_what_covers_is_looked_for_within_the_region() -> None:
    """The balls on 1, 2 (which the move adds) and 6 are a row, and 7 covers 6. In a region without 7 nothing does."""
    counts = {
        "(count SizeBiggestGroup Orthogonal isVisible:True)": 2,
        "(count SizeBiggestGroup Orthogonal (difference (sites Board) 7) isVisible:True)": 3,
    }
    assert numbers('(place "Ball1" { 1 6 7 })', *counts) == list(counts.values())


def test_a_site_beyond_the_list_of_the_region_fails() -> None:
    """The group of 0 asks about 1 and 5, and the list of the region has two sites."""
    text = game(GROUPS, "(move Add (to (sites { 2 })) (then (set Var {})))").replace(
        "{}", "(count SizeBiggestGroup Orthogonal (sites { 0 13 }) isVisible:True)"
    )
    for backend in BACKENDS:
        state = load(text, backend=backend).start()
        with pytest.raises(LudRuleError, match="takes a site for a place in its list"):
            state.apply(state.legal_moves()[0])


def test_a_region_with_sites_of_a_hand_fails() -> None:
    text = game(GROUPS, "(move Add (to (sites { 2 })) (then (set Var {})))", more="(hand Each)").replace(
        "{}", "(count SizeBiggestGroup (sites Hand P1))"
    )
    for backend in BACKENDS:
        state = load(text, backend=backend).start()
        with pytest.raises(LudRuleError, match="sites beside the board"):
            state.apply(state.legal_moves()[0])


@pytest.mark.parametrize(
    ("balls", "cases"),
    [
        # 6 and 8 are beside each other, 7 lies on another layer and covers 6
        ('(place "Ball2" { 6 8 7 })', {"": [2, 1], "isVisible:True": [1, 1], "isVisible:False": [2, 1],
                                       "min:2 isVisible:True": [], "min:2": [2]}),
        # 3 lies on 1 and 6, and so does 4: with both there, 1 and 6 do not touch for the eye
        ('(place "Ball2" { 1 6 }) (place "Ball1" { 3 4 })', {"": [2], "isVisible:True": [1, 1]}),
        ('(place "Ball2" { 1 6 }) (place "Ball1" { 3 })', {"": [2], "isVisible:True": [2]}),
    ],
)  # fmt: skip
def test_sizes_of_groups_that_are_seen(balls: str, cases: dict[str, list[int]]) -> None:
    lists = [f"(sizes Group Vertex SameLayer P2 {rest})" for rest in cases]
    asked = [f"(count Value {number} in:{text})" for text in lists for number in range(4)]
    asked += [f"(size Array {text})" for text in lists]
    counts = [sizes.count(number) for sizes in cases.values() for number in range(4)]
    assert numbers(balls, *asked) == counts + [len(sizes) for sizes in cases.values()]


@pytest.mark.parametrize(
    ("items", "rest", "placed"),
    [
        # each round takes a name out of the list, and the rounds end where there have been as many as names are left
        ('"Ball1"', "", {()}),
        ('"Ball1" "Ball2"', "", {(1,), (2,)}),
        ('"Ball1" "Ball1" "Ball1"', "", {(1,)}),
        ('"Ball1" "Ball1" "Ball2" "Ball2"', "", {(1, 1), (1, 2), (2, 2)}),
        ('"Ball1" "Ball1" "Ball2" "Ball2" "Ball2"', "", {(1, 1), (1, 2), (2, 2)}),
        ('"Ball1" "Ball2" "Ball2" "Ball2"', "count:2", {(1, 1, 2, 2), (2, 2, 2, 2)}),
    ],
)
def test_half_of_the_pieces_are_placed_in_any_order(items: str, rest: str, placed: set[tuple[int, ...]]) -> None:
    text = game(f"(place Random {{ {items} }} {rest} True)", "(move Add (to (sites Empty)))")
    games = [load(text, backend=backend) for backend in BACKENDS]
    seen = set()
    for seed in range(40):
        boards = [g.start(seed=seed).sites() for g in games]
        assert all(board == boards[0] for board in boards)
        seen.add(tuple(sorted(pieces[0] for _, _, pieces in boards[0])))
    assert seen == placed


def test_pieces_are_placed_while_there_is_room() -> None:
    start = '(place Random (sites { 4 }) { "Ball1" "Ball1" "Ball2" "Ball2" } count:3 True)'
    sites = load(game(start, "(move Add (to (sites Empty)))")).start(seed=3).sites()
    assert [site for site, _, _ in sites] == ["V4"]


# ---------------------------------------------------------------------- lines

@pytest.mark.parametrize(
    ("version", "sites"),
    [
        # seen from above 3, 6, 10 and 13 are on one line from 0, up and down; in space 7 is straight behind 3
        ("1.3.13", [1, 2, 3, 5, 6, 10, 11, 13]),
        ("1.3.14", [1, 2, 3, 5, 6, 7, 11, 13]),
        ("1.4.0", [1, 2, 3, 5, 6, 7, 11, 13]),
        ("1.3", [1, 2, 3, 5, 6, 10, 11, 13]),
        ("next", [1, 2, 3, 5, 6, 10, 11, 13]),
    ],
)
def test_lines_are_straight_in_space(version: str, sites: list[int]) -> None:
    slide = "(move Slide (from 0) All)"
    found = moves(game('(place "Ball1" 0)', slide, version=version))
    assert sorted({int(re.search(r",to=(\d+)", move)[1]) for move in found}) == sites  # type: ignore[index]
