"""The search for variants that fit a wish."""

import json
import math

import pytest

from ludparse import load, load_description
from ludparse.exporters.cli.main import main
from ludparse.exporters.statistics.record import GameRecord
from ludparse.exporters.statistics.variants import MarkError, knobs_of, variants_of
from ludparse.exporters.statistics.wishes import Fit, WishError, fit, read_wishes
from tests.exporters.statistics.games import FILL

MARKED = "// a line before\n" + FILL.replace("(board (rectangle 1 3))", "(board (rectangle 1 3)) // vary 2..6\n")


def test_marked_numbers_and_options():
    description = load_description("Ex Nihilo")
    names = [knob.name for knob in knobs_of(description)]
    assert names == [option.name for option in description.options]
    usual = variants_of(description, knobs_of(description), 100, 0)[0]
    assert usual.name == "the usual rules"


def described(tmp_path, text):
    file = tmp_path / "game.lud"
    file.write_text(text)
    return load_description(file)


def test_the_last_number_of_the_line_is_varied(tmp_path):
    description = described(tmp_path, MARKED)
    (knob,) = knobs_of(description)
    assert knob.values == ("3", "2", "4", "5", "6")
    variants = variants_of(description, [knob], 10, 0)
    assert [
        load(v.source, backend="python").board.size(load(v.source, backend="python").board.default_site)
        for v in variants
    ] == [3, 2, 4, 5, 6]
    few = variants_of(description, [knob], 3, seed=7)
    assert len(few) == 3 and few[0].name == "the usual rules" and few == variants_of(description, [knob], 3, seed=7)


@pytest.mark.parametrize("mark", ["9..3", "", "two", "1..5000", "3"])
def test_a_mark_that_says_nothing(tmp_path, mark):
    with pytest.raises(MarkError, match=r"line 4"):
        knobs_of(described(tmp_path, MARKED.replace("2..6", mark)))


@pytest.mark.parametrize(
    ("text", "statistic", "low", "high"),
    [
        ("length 40..80", "DurationMoves", 40, 80),
        ("balance > 0.95", "Balance", 0.95, math.inf),
        ("draws < 5%", "Drawishness", -math.inf, 0.05),
        ("first 45..55%", "AdvantageP1", 0.45, 0.55),
        ("branchingfactormaximum >= 12.5", "BranchingFactorMaximum", 12.5, math.inf),
    ],
)
def test_wishes(text, statistic, low, high):
    (wish,) = read_wishes(text)
    assert (wish.statistic, wish.low, wish.high) == (statistic, pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lenght 3..4", "did you mean length"),
        ("length", "no wish"),
        ("length 9..3", "above the second"),
        ("", "no wish"),
    ],
)
def test_a_wish_that_is_none(text, message):
    with pytest.raises(WishError, match=message):
        read_wishes(text)


@pytest.mark.parametrize(
    ("wish", "plies", "utilities", "value", "outside", "certain"),
    [
        # how far outside is told as a part of the bound that it is past
        ("length 40..80", 20, [1, -1], 20, 20 / 40, False), ("length 40..80", 100, [1, -1], 100, 20 / 80, False),
        ("length 40..80", 60, [1, -1], 60, 0, True), ("length < 80", 80, [1, -1], 80, 0, True),
        ("first > 90%", 9, [1, -1, 1, -1], 0.5, 0.4 / 0.9, False),
        ("first 30..70%", 9, [1, -1, 1, -1], 0.5, 0, False),  # Wilson: half of four games is between 15 % and 85 %
        ("first 10..90%", 9, [1, -1, 1, -1], 0.5, 0, True),
        ("draws < 5%", 9, [0, 0], 1, 0.95 / 0.1, False),  # of a bound below 0.1: as a part of 0.1
        # each wins as often as the other, or player 1 all games: the shares of the wins differ by 0, or by 1
        ("balance > 0.95", 9, [1, -1, 1, -1], 1, 0, False), ("balance > 0.95", 9, [1], 0, 1, False),
        ("distance > 1", 9, [1, -1], None, math.inf, False),  # no piece was moved
    ],
)  # fmt: skip
def test_how_well_games_fulfil_a_wish(wish, plies, utilities, value, outside, certain):
    """Four games, of which each has the next of the utilities of player 1."""
    game = load(FILL, backend="python")
    games = [
        GameRecord(k, plies=plies, utilities=[float(mine), float(-mine)], branching=[2.0] * plies)
        for k, mine in enumerate(utilities * (4 // len(utilities)))
    ]
    found = fit(game, games, read_wishes(wish)[0], 0.95)
    assert (found.value, found.certain) == (value, certain)
    assert found.outside == pytest.approx(outside)
    assert found.as_dict()["fulfilled"] is (outside == 0)


def test_search_finds_the_board_of_the_wish(tmp_path, capsys):
    file, kept = tmp_path / "fill.lud", tmp_path / "found"
    file.write_text(MARKED)
    command = [
        "search-variants", str(file), "--want", "length 5..5, first > 90%", "--json", "--jobs", "1", "-n", "4",
        "--keep", "2", "--output", str(kept), "--backend", "python",
    ]  # fmt: skip
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    best = found["found"][0]
    assert best["name"] == "line 4: 5" and best["outside"] == 0
    # of five variants the better three play on, and of these the better two, each time up to twice as many games; these
    # two play on until all of 64 wins are certainly more than nine of ten (16 and 32 are not)
    assert (found["rounds"], [f["games"] for f in found["found"]]) == (5, [64, 64])
    assert best["answered"] and all(wish["certain"] for wish in best["wishes"])
    assert load(best["file"], backend="python").start(seed=1).count_moves() == 5
    games = (kept / "results-00000000.jsonl").read_text()
    assert main(command) == 0  # nothing is played again
    again = json.loads(capsys.readouterr().out)
    assert (kept / "results-00000000.jsonl").read_text() == games
    assert [f["name"] for f in again["found"]] == [f["name"] for f in found["found"]]


def test_a_search_that_has_no_time_says_how_many_games_would_tell(tmp_path, capsys):
    file = tmp_path / "fill.lud"
    file.write_text(MARKED)
    command = ["search-variants", str(file), "--want", "first > 90%", "--jobs", "1", "-n", "4", "--keep", "2"]
    assert main([*command, "--backend", "python", "--time", "1e-9", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rounds"] == 3
    best = found["found"][0]
    assert not best["answered"] and 16 < best["needed"] < 200
    assert main([*command, "--backend", "python", "--time", "1e-9"]) == 0
    assert f"some {best['needed']} games would tell" in capsys.readouterr().out


def test_games_that_would_tell():
    """An interval shrinks with the square root of the number of games: of half the width with four times as many."""
    (wish,) = read_wishes("length 10..20")
    assert Fit(wish, 12.0, (8.0, 16.0), 0.0, False).needed(100) == 400
    assert Fit(wish, 9.0, (6.0, 11.0), 0.1, False).needed(100) == 400
    assert Fit(wish, 10.0, (8.0, 12.0), 0.0, False).needed(100) is None
    assert Fit(wish, 15.0, (14.0, 16.0), 0.0, True).needed(100) == 100


def test_a_game_searches_its_variants():
    game = load(MARKED, backend="python")
    best, *others = game.search_variants("length 5..5", games=4, keep=2)
    assert (best.name, best.answered, len(others)) == ("line 4: 5", True, 1)
    assert best.game.start(seed=1).count_moves() == 5
    with pytest.raises(ValueError, match="did you mean length"):
        game.search_variants("lenght 3..4")


def test_nothing_to_vary(capsys):
    assert main(["search-variants", FILL, "--want", "length 3..4"]) == 1
    assert "nothing can be varied" in capsys.readouterr().err
