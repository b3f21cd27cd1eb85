"""Options and rulesets."""

from __future__ import annotations

import pytest

from ludparse import LudSyntaxError, Source
from ludparse.expansion.pipeline import Expansion, expand_source
from ludparse.reader.syntax import tokens

OPTIONS = """
(game "g" (board (square <Size:side>)) (goal <Goal>) <Extra>)
(option "Board Size" <Size> args:{<side> <other>} {
    (item "3x3" <3> <9> "Three (by \\"three\\").")
    (item "4x4" <4> <16> "Four.")*
    (item "5x5" <5> <(< 1 2)> "Five.")**
    (item "6x6" <6> <36> "Six.")**
})
(option "Goal" <Goal> args:{<what>} {
    (item "Win" <Win> "You win.")
    (item "Big" <(big <Size:other>)> "Depends.")
    (item "Lose" <"Lose > all"> "You lose.")
})
(option "Extra" <Extra> args:{<what>} {
    (item "Off" <> "Nothing.")*
    (item "On" <(extra "n")> "Something.")
})
(rulesets {
    (ruleset "Ruleset/Small (Described)" {"Board Size/3x3" "Goal/Lose"})
    (ruleset "Ruleset/Open (Described)" {"Goal/Win" "Extra/On"} variations:{"Board Size/3x3" "Board Size/4x4"})*
    (ruleset "Ruleset/Empty (Reconstructed)" {})
})
"""


def expanded(*options: str, ruleset: str | None = None, text: str = OPTIONS) -> Expansion:
    result = expand_source(Source("<test>", text), options=options, ruleset=ruleset)
    if result.problems:
        raise result.problems[0]
    return result


def words(result: Expansion) -> str:
    assert result.game is not None
    return " ".join(tokens(result.game)).replace("( ", "(").replace(" )", ")")


def test_defaults_have_the_most_stars_and_come_first() -> None:
    result = expanded()
    assert words(result) == '(game "g" (board (square 5)) (goal Win))'
    assert [item.heading for item in result.chosen] == ["Board Size/5x5", "Goal/Win", "Extra/Off"]
    assert [option.default.name for option in result.options] == ["5x5", "Win", "Off"]
    assert result.options[0].items[1].text == "Four."
    assert result.options[0].arguments == ("side", "other")


def test_choices() -> None:
    assert words(expanded("Board Size/3x3", "Extra/On")) == ('(game "g" (board (square 3)) (goal Win) (extra "n"))')
    assert "square 6" in words(expanded("board size/6X6"))


def test_values_with_brackets_and_strings() -> None:
    assert '"Lose > all"' in words(expanded("Goal/Lose"))


def test_rulesets() -> None:
    result = expanded(ruleset="Ruleset/Small (Described)")
    assert words(result) == '(game "g" (board (square 3)) (goal "Lose > all"))'
    assert result.ruleset is not None and result.ruleset.heading == "Ruleset/Small (Described)"
    assert words(expanded(ruleset="small (described)")) == words(result)
    assert [r.heading for r in result.rulesets][2] == "Ruleset/Empty (Reconstructed)"
    assert result.rulesets[1].variations == {"Board Size": ("3x3", "4x4")}
    assert result.rulesets[1].priority == 1


def test_options_go_before_the_ruleset() -> None:
    result = expanded("Board Size/4x4", ruleset="Ruleset/Small (Described)")
    assert words(result) == '(game "g" (board (square 4)) (goal "Lose > all"))'


def test_the_ruleset_that_fits_the_choices_is_found() -> None:
    result = expanded("Board Size/3x3", "Goal/Lose")
    assert result.ruleset is not None and result.ruleset.heading == "Ruleset/Small (Described)"
    assert expanded().ruleset is None


def test_unknown_choices_list_those_that_exist() -> None:
    with pytest.raises(LudSyntaxError) as caught:
        expanded("Board Size/7x7")
    assert 'The options are: "Board Size/3x3", "Board Size/4x4"' in caught.value.explain()
    assert "Goal" not in caught.value.hint
    with pytest.raises(LudSyntaxError) as caught:
        expanded("Bored Size/3x3")
    assert caught.value.nearest[0] == "Board Size/3x3"
    with pytest.raises(LudSyntaxError, match="no ruleset 'Large'"):
        expanded(ruleset="Large")
    with pytest.raises(LudSyntaxError) as caught:
        expanded("A/b", text='(game "g" (x))')
    assert "no options" in caught.value.hint


def test_two_of_one_option() -> None:
    with pytest.raises(LudSyntaxError, match="only one of"):
        expanded("Board Size/3x3", "Board Size/4x4")
    assert expanded("Board Size/3x3", "Board Size/3x3").chosen[0].name == "3x3"


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (('"Board Size" <Size>', '"Board Size"'), "has no tag"),
        (("args:{<what>}", "{<what>}"), "does not name its values"),
        (('<Win> "You win."', "<Win>"), "lacks its name or its description"),
        (('<Win> "You win."', '<Win> <Draw> "You win."'), "too many values"),
        (('<Win> "You win."', '<Win "You win."'), "a value without end"),
        (('"Goal/Lose"}', '"Lose"}'), "names no item"),
        (('(ruleset "Ruleset/Small (Described)"', "(ruleset Small"), None),
    ],
)
def test_damaged(damage: tuple[str, str], says: str | None) -> None:
    text = OPTIONS.replace(*damage)
    assert text != OPTIONS
    if says is None:
        assert expanded(text=text).rulesets[0].heading == "Board Size/3x3"
        return
    with pytest.raises(LudSyntaxError, match=says) as caught:
        expanded(text=text)
    assert caught.value.line is not None
