"""Games side by side: each distance against the formula in plain Python, and laws of all."""

import math
from collections import Counter
from dataclasses import replace

import pytest

np = pytest.importorskip("numpy", reason="the extra laboratory is not installed")

from ludparse.exporters.catalogue import Entry  # noqa: E402
from ludparse.exporters.laboratory.bags import Bags  # noqa: E402
from ludparse.exporters.laboratory.boards import INVARIANTS  # noqa: E402
from ludparse.exporters.laboratory.measured import DescribedGame, PlayedGame  # noqa: E402
from ludparse.exporters.laboratory.playing import MEASURES  # noqa: E402
from ludparse.exporters.laboratory.reasons import Side, digest_of  # noqa: E402
from ludparse.exporters.laboratory.space import COMBINED, DISTANCES, WEIGHTS, Rules, Space, Traits  # noqa: E402

BAGS = [Counter({1: 2, 5: 1}), Counter({5: 3, 9: 1}), Counter({1: 2, 5: 1, 7: 4}), Counter()]


def test_cosines_of_bags() -> None:
    def weights(bag: Counter[int]) -> dict[int, float]:
        held = {key: sum(key in other for other in BAGS) for key in bag}
        return {key: math.log1p(count) * (math.log(5 / (1 + held[key])) + 1) for key, count in bag.items()}

    found = Bags.of(BAGS).cosine(BAGS[0])
    own = weights(BAGS[0])
    for distance, other in zip(found, map(weights, BAGS), strict=True):
        norms = math.hypot(*own.values()) * math.hypot(*other.values())
        shared = sum(own[key] * other[key] for key in own.keys() & other.keys())
        assert distance == pytest.approx(1 - (shared / norms if norms else 0))


def test_overlaps_of_bags() -> None:
    found = Bags.of(BAGS).overlap(Counter({1: 1, 5: 2, 8: 1}))
    # 1 - 2 · (shared) / (4 + size): shared 1 + 1, 2, 1 + 1, 0
    assert found == pytest.approx([1 - 4 / 7, 1 - 4 / 8, 1 - 4 / 11, 1])


def test_a_kind_that_no_game_has() -> None:
    bags = Bags.of(BAGS)
    assert [bags.holders(key) for key in (0, 1, 5, 6, 9, 10)] == [0, 2, 3, 0, 1, 0]


def test_the_bag_of_each_game() -> None:
    bags = Bags.of(BAGS)
    assert [bags.bag(game) for game in range(4)] == BAGS
    assert Bags.of([]).keys.size == 0


def test_what_is_compared_is_what_was_read() -> None:
    space = Space.of(GAMES)
    for row, game in enumerate(GAMES):
        rules, traits = Rules.of(game.text), space.traits(row)
        assert (traits.ludemes, traits.grams) == (rules.ludemes, rules.grams)


def game(name: str, concepts: tuple[str, ...], text: str, board: float) -> DescribedGame:
    entry = Entry(name, f"lud/{name}.lud", False, players=2, concepts=concepts)
    degree = f" {round(board * 8)}"  # all sites have so many neighbours
    shares = [float(part.endswith(degree)) if part[-1].isdigit() else board for part in INVARIANTS]
    return DescribedGame(entry, text, tuple(shares))


GAMES = [
    game("a", ("HexTiling", "Cell"), '(game "a" (players 2))', 0.0),
    game("b", ("HexTiling", "SquareTiling"), '(game "b" (players 3))', 0.5),
    replace(game("c", ("Dice",), '(game "c" (rules (play (move Pass))))', 1.0), board=()),
]
SIDES = [
    Side(frozenset({"game", "players"}), {}, frozenset({"HexTiling", "Cell"}), 2, ""),
    Side(frozenset({"game", "players"}), {}, frozenset({"HexTiling", "SquareTiling"}), 2, ""),
    Side(frozenset({"game", "rules", "play", "move", "move Pass"}), {"play": digest_of("( move Pass )")},
         frozenset({"Dice"}), 2, ""),
]  # fmt: skip
PLAYED = [PlayedGame((0.0,) * len(MEASURES)), PlayedGame((1.0,) * len(MEASURES)), PlayedGame(problem="it cannot")]


def test_distances_of_concepts() -> None:
    space = Space.of(GAMES)
    rare = {"HexTiling": math.log(4 / 3) + 1} | dict.fromkeys(("Cell", "SquareTiling"), math.log(4 / 2) + 1)
    found = space.distances(space.traits(0))
    norm = math.hypot(rare["HexTiling"], rare["Cell"])
    assert found["concepts"] == pytest.approx([0, 1 - rare["HexTiling"] ** 2 / norm**2, 1], abs=1e-9)
    # a and b are distributions (h, 1 - h) that share their first part: the divergence is 1 - h
    h = rare["HexTiling"] / (rare["HexTiling"] + rare["Cell"])
    assert found["divergence"] == pytest.approx([0, math.sqrt(1 - h), 1], abs=1e-6)


def test_what_a_game_lacks_is_left_out_of_the_combined_distance() -> None:
    space = Space.of(GAMES, PLAYED)
    found = space.distances(space.traits(0))
    assert np.isnan(found["play"][2]) and list(found["play"][:2]) == [0, 1]
    assert "play" not in Space.of(GAMES).distances(space.traits(0))
    assert np.isnan(found["boards"][2]) and found["boards"][0] == 0
    parts = {name: weight for name, weight in WEIGHTS.items() if name != "boards"}
    wanted = sum(weight * found[name][2] for name, weight in parts.items()) / sum(parts.values())
    assert found[COMBINED][2] == pytest.approx(wanted)


def test_weights_are_shares() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1) and {*WEIGHTS} <= {*DISTANCES}


def test_the_same_again_from_a_file() -> None:
    space = Space.of(GAMES, PLAYED)
    data = space.packed("x.space", "key")
    again = Space.unpacked("x.space", "key", data, list)
    assert again is not None
    assert list(again.about) == list(space.about) and [again.side(row) for row in range(3)] == SIDES
    for row in range(len(GAMES)):
        one, other = space.distances(space.traits(row)), again.distances(again.traits(row))
        assert all(np.array_equal(one[name], other[name], equal_nan=True) for name in one)
    assert Space.unpacked("x.space", "another key", data, list) is None
    assert Space.unpacked("x.space", "key", data[:-1], list) is None
    assert Space.unpacked("y.space", "key", data, list) is None


def test_distances_lie_between_0_and_1_in_both_directions_alike() -> None:
    space = Space.of(GAMES, PLAYED)
    for name in (COMBINED, *DISTANCES):
        nothing = np.full(len(GAMES), np.nan)  # of a game that cannot be played
        table = np.array([space.distances(space.traits(row)).get(name, nothing) for row in range(len(GAMES))])
        known = ~np.isnan(table)
        assert ((table >= 0) & (table <= 1))[known].all()
        assert np.allclose(table, table.T, equal_nan=True)
        assert np.allclose(table.diagonal()[known.diagonal()], 0, atol=1e-7)


def test_names_of_games_make_no_difference() -> None:
    space = Space.of(GAMES)
    other = replace(GAMES[0], text=GAMES[0].text.replace('"a"', '"something else"'))
    assert space.distances(Traits.of(other, Rules.of(other.text)))[COMBINED][0] == pytest.approx(0, abs=1e-7)
