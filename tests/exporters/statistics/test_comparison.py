"""Comparisons of variants, and warnings to their authors."""

import json
import random

import pytest

from ludparse.exporters.cli.main import main
from ludparse.exporters.statistics.comparison import (
    LOOKS,
    Comparison,
    Difference,
    Measure,
    _difference,
    _p_value,
    compare_at,
    holm,
    look_error,
)
from ludparse.exporters.statistics.record import GameRecord
from ludparse.exporters.statistics.words import describe
from tests.exporters.statistics.games import FILL

pytest.importorskip("scipy")


def record(number: int, plies: int, won: bool) -> GameRecord:
    value = 1.0 if won else -1.0
    return GameRecord(
        number, plies=plies, turns=plies, over=True, winner=True, utilities=[value, -value], branching=[2.0] * plies,
        pieces=[3.0], occupied=[0.5], score_differences=[0.0],
    )  # fmt: skip


def drawn(seed: int, games: int, longer: int = 0) -> list[GameRecord]:
    chance = random.Random(seed)
    return [record(n, chance.randint(10, 30) + longer, chance.random() < 0.5) for n in range(games)]


def test_holm():
    # Holm 1979: 0.01 is multiplied by 4, 0.015 by 3, 0.03 and 0.04 get what is not less
    assert holm([0.03, 0.01, 0.04, 0.015]) == pytest.approx([0.06, 0.04, 0.06, 0.045])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_all_looks_together_spend_no_more_than_the_error():
    assert 0.04 < sum(look_error(look, 0.95) for look in range(1, len(LOOKS) + 1)) < 0.05
    assert sum(look_error(look, 0.95) for look in range(1, 10000)) < 0.05


def test_what_differs_and_by_how_much():
    found = compare_at(1, {"A": drawn(1, 200), "B": drawn(2, 200, longer=9)})
    length = next(d for d in found.differences["B"] if d.measure.name == "DurationMoves")
    assert length.verdict == "differs" and length.interval[0] < 9 < length.interval[1]
    assert length.effect == pytest.approx(9 / 6.06, abs=0.3)  # the deviation of 10 to 30 is 6.06
    sentence = describe(found)["B"][0]
    assert sentence.startswith("B is longer by ") and "large effect" in sentence
    assert describe(compare_at(1, {"B": drawn(2, 200, longer=9), "A": drawn(1, 200)}))["A"][0].startswith(
        "A is shorter"
    )


def test_students_example():
    """Student's ten patients (1908), hours of sleep with either drug, here as lengths of games: t = 4.0621 with nine
    degrees of freedom, p = 0.002833; the deviations are 1.789 and 2.002, and the means differ by 1.58."""
    first, second = [27, 4, 18, 8, 19, 54, 57, 28, 20, 40], [39, 28, 31, 21, 19, 64, 75, 36, 66, 54]
    a, b = ([record(n, plies, n % 2 == 0) for n, plies in enumerate(row)] for row in (first, second))
    found = compare_at(1, {"A": a, "B": b}).differences["B"]
    length = next(d for d in found if d.measure.name == "DurationMoves")
    assert (length.a, length.b, length.difference) == pytest.approx((27.5, 43.3, 15.8))
    assert length.effect == pytest.approx(1.58 / ((1.78901**2 + 2.00225**2) / 2) ** 0.5, abs=1e-4)
    # Holm's first step: beside lengths four statistics are compared, which are the same; the first look may spend 0.03
    assert len(found) == 5 and length.p == pytest.approx(5 * 0.002833, abs=1e-5)
    assert (length.verdict, length.games) == ("differs", 10)


def test_variants_that_do_not_differ_are_rarely_told_apart():
    """Of comparisons of equals, at all looks together, one in twenty may be wrong: of 30 more than 3 hardly ever."""
    wrong = 0
    for seed in range(30):
        a, b = drawn(2 * seed, 200), drawn(2 * seed + 1, 200)
        looks = (compare_at(k, {"A": a[:n], "B": b[:n]}) for k, n in enumerate((20, 50, 100, 200), 1))
        wrong += any(d.verdict == "differs" for look in looks for d in look.differences["B"])
    assert wrong <= 3


def test_the_same_games_are_the_same():
    games = drawn(5, 100)
    found = compare_at(2, {"A": games, "B": games})
    assert all(d.difference == 0 and d.verdict != "differs" for d in found.differences["B"])
    length = next(d for d in found.differences["B"] if d.measure.name == "DurationMoves")
    assert length.verdict == "same"


def test_only_of_shares_something_may_have_been_missed():
    """In a hundred pairs of games that end alike no other share of points was seen. Up to 3/100 may still differ by the
    rule of three, at an error of 5 %, and somewhat more as the error is divided.
    A mean of pieces that did not vary is no share: there the difference is what was seen."""
    games = [record(n, 0, n % 2 == 0) for n in range(100)]
    found = {d.measure.name: d for d in compare_at(1, {"A": games, "B": games}).differences["B"]}
    low, high = found["AdvantageP1"].interval
    assert low == -high and 0.03 < high < 0.06
    assert found["PieceNumberAverage"].interval == (0.0, 0.0)


def test_compare_on_the_command_line(tmp_path, capsys):
    a, b = tmp_path / "a.lud", tmp_path / "b.lud"
    a.write_text(FILL)
    b.write_text(FILL.replace("rectangle 1 3", "rectangle 1 5"))
    page = tmp_path / "page.html"
    pytest.importorskip("matplotlib")
    command = ["compare", str(a), str(b), "--json", "--time", "20", "-n", "50", "--jobs", "1", "--backend", "python"]
    assert main([*command, "--html", str(page)]) == 0
    found = json.loads(capsys.readouterr().out)
    length = next(d for d in found["variants"]["b"]["differences"] if d["statistic"] == "DurationMoves")
    assert (length["a"], length["b"], length["verdict"]) == (3, 5, "differs")
    assert {w["code"] for w in found["warnings"]["a"]} == {"play-one-winner"}
    text = page.read_text()
    assert text.count("<svg") >= 4 and "longer" in text and "http" not in text.replace("http://www.w3.org", "")


def test_nothing_to_compare(capsys):
    assert main(["compare", FILL]) == 2
    assert "nothing to compare" in capsys.readouterr().err


SHARE, NUMBER = Measure("X", "x", share=True, enough=0.05), Measure("Y", "y", "moves")


def test_a_comparison_is_answered_when_nothing_is_open() -> None:
    def of(*verdicts: str) -> Comparison:
        rows = [Difference(SHARE, 0, 0, 0, (0, 0), 1, 0, 9, verdict) for verdict in verdicts]
        return Comparison("A", 9, 1, 0.95, {"B": rows[:1], "C": rows[1:]})

    assert of("same", "differs", "same").answered and of().answered
    assert not of("same", "differs", "open").answered and not of("open").answered


def test_p_values_of_pairs() -> None:
    """Differences of 1, 2 and 3 have the mean 2 and the deviation 1: t is 2 √3, and with two degrees of freedom the
    probability on both sides is 1 − t / √(2 + t²), which is 0.0742. Of differences that do not vary nothing is left to
    chance."""
    assert _p_value([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]) == pytest.approx(1 - 12**0.5 / 14**0.5)
    assert _p_value([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]) == pytest.approx(1 - 12**0.5 / 14**0.5)
    assert _p_value([1.0, 2.0], [1.0, 2.0]) == 1 and _p_value([1.0, 2.0], [2.0, 3.0]) == 0


def test_differences_by_hand() -> None:
    """The same pairs: the interval is 2 ± t / √3, with 4.303 for an error of 5 %; the effect is the difference over the
    deviation of the second variant and none of the first, √(1 / 2)."""
    found = _difference(NUMBER, [0.0, 0.0, 0.0], [1.0, 2.0, 3.0], 0.07, 0.05, 1)
    assert (found.a, found.b, found.difference, found.games, found.verdict) == (0, 2, 2, 3, "open")
    assert found.interval == pytest.approx((2 - 4.3027 / 3**0.5, 2 + 4.3027 / 3**0.5), abs=1e-3)
    assert found.effect == pytest.approx(2 / 0.5**0.5)
    assert _difference(NUMBER, [0.0, 0.0, 0.0], [1.0, 2.0, 3.0], 0.01, 0.05, 1).verdict == "differs"
    wider = _difference(NUMBER, [0.0, 0.0, 0.0], [1.0, 2.0, 3.0], 0.07, 0.05, 5).interval
    assert wider[0] < found.interval[0] and wider[1] > found.interval[1], "for five questions at once"


def test_differences_that_do_not_vary() -> None:
    """A share that was never seen in n games may be up to 1 − (error / 2) ** (1 / n), the rule of three; of a number
    nothing is doubted. What always differs by as much differs by more than any deviation."""
    never = _difference(SHARE, [0.0] * 100, [0.0] * 100, 1.0, 0.05, 1)
    assert never.interval == pytest.approx((-(1 - 0.025**0.01), 1 - 0.025**0.01)) and never.verdict == "same"
    few = _difference(SHARE, [0.0] * 10, [0.0] * 10, 1.0, 0.05, 1)
    assert few.verdict == "open" and few.effect == 0
    always = _difference(NUMBER, [1.0, 1.0], [3.0, 3.0], 0.0, 0.05, 1)
    assert (always.interval, always.effect, always.verdict) == ((2, 2), float("inf"), "differs")
    assert _difference(NUMBER, [3.0, 3.0], [1.0, 1.0], 0.0, 0.05, 1).effect == float("-inf")
    assert _difference(NUMBER, [3.0, 3.0], [3.0, 3.0], 1.0, 0.05, 1).verdict == "same"
