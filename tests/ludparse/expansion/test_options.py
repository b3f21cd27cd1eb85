"""Options and rulesets."""

from __future__ import annotations

import pytest

from ludparse import LudSyntaxError, Source
from ludparse.expansion.options import unknown_choices
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


GAME = '(game "g" (a <A:x>) (b <B>))\n'
A = '(option "Opt" <A> args:{<x> <y>} {(item "1" <one> <uno> "d")* (item "2" <two> <due> "e")})'
B = '(option "Other" <B> args:{<z>} {(item "3" <three> "d")})'


@pytest.mark.parametrize(("old", "new", "message", "expected"), [
    ("<A> args", "args", 'the option "Opt" has no tag', '(option "Name" <Tag> args:{<name> …} {…})'),
    ("args:{<x> <y>}", "", 'the option "Opt" does not name its values', "args:{<name> …}"),
    ('{(item "1" <one> <uno> "d")* (item "2" <two> <due> "e")}', "", 'the option "Opt" has no list of items',
     '{(item "Name" <value> … "Description") …}'),
    ('"1" <one> <uno> "d"', '<one> <uno> "d"', 'an item of the option "Opt" lacks its name or its description',
     '(item "Name" <value> … "Description")'),
    ('(ruleset "R" {"Opt/2"})', "(ruleset )",
     "a ruleset needs a name in quotation marks", '(ruleset "Name" {"Option/Item" …})'),
    ('"Opt/2"}', '"Opt"}', '"Opt" in a ruleset names no item of an option', '"Option/Item"'),
])  # fmt: skip
def test_what_damage_is_told_of(old: str, new: str, message: str, expected: str) -> None:
    """What is wrong, and what was expected; the place is the whole option, the item or the ruleset."""
    text = f'{GAME}{A}\n{B}\n(rulesets {{(ruleset "R" {{"Opt/2"}})}})'
    assert old in text
    (error,) = expand_source(Source("<test>", text.replace(old, new))).problems
    assert (error.message, error.expected) == (message, (expected,))
    line = 4 if "ruleset" in old or old == '"Opt/2"}' else 2
    assert (error.line, error.code) == (line, "bad-ruleset" if line == 4 else "bad-option")


def test_values_of_which_there_are_too_many_or_that_do_not_end() -> None:
    """The place is that of the value; `(<` and `(>` are ludemes, and a `>` in a string ends nothing."""
    many, endless = ("<one> <uno>", "<one> <uno> <tri>", "too many values"), ("<uno>", "<uno", "a value without end")
    for old, new, what in (many, endless):
        (error,) = expand_source(Source("<test>", f"{GAME}{A}\n{B}".replace(old, new))).problems
        assert error.message == f'the item "Opt/1" has {what}' and error.hint == "The option names 2: <x> <y>"
        assert error.span is not None
        assert error.span.source.text[error.span.start :].startswith("<tri" if "many" in what else "<uno")
    odd = '(option "Opt" <A> args:{<x>} {(item "1" <(> 2 (< 1 "a>b"))> "d")})'
    assert words(expanded(text=f"{GAME}{odd}\n{B}")) == '(game "g" (a (> 2 (< 1 "a>b"))) (b three))'


def test_tags() -> None:
    """A tag with the name of a value, or alone for the first value; every place is filled. An item without values ends
    it: tags after it stay, those before are filled."""
    text = f'(game "g" (a <A:x> <A:y> <A> <A:x>) (b <B:z> <B>))\n{A}\n{B}'
    assert words(expanded(text=text)) == '(game "g" (a one uno one one) (b three three))'
    assert words(expanded("Opt/2", text=text)) == '(game "g" (a two due two two) (b three three))'
    none = '(option "None" <N> args:{} {(item "x" "d")})'
    assert words(expanded(text=f'(game "g" (a <A:x>) (b))\n{A}\n{none}')) == '(game "g" (a one) (b))'


def test_a_value_that_holds_its_own_tag() -> None:
    recursive = A.replace("<one>", '<"<A:x>">')
    (error,) = expand_source(Source("<test>", f"{GAME}{recursive}\n{B}")).problems
    assert error.code == "recursive-option" and error.span is not None and error.span.text == "<A:x>"


def test_options_of_one_name_and_without_items() -> None:
    """A choice can mean an item of either of two options of one name; an option without items chooses nothing."""
    twice = '(option "Opt" <B> args:{<z>} {(item "3" <three> "d") (item "4" <four> "d")})'
    empty = '(option "Empty" <E> args:{<e>} {})'
    found = expanded("Opt/4", text=f"{GAME}{A}\n{empty}\n{twice}")
    assert [item.heading for item in found.chosen] == ["Opt/1", "Opt/4"]
    assert words(found) == '(game "g" (a one) (b four))'


def test_choices_of_rulesets_that_no_option_offers() -> None:
    """Each at its place; a ruleset that is asked for and has one is refused there."""
    text = f'{GAME}{A}\n{B}\n(rulesets {{(ruleset "R" {{"Opt/2" "Opt/9" "Else/1"}}) (ruleset "S" {{"Other/3"}})}})'
    options = expanded(text=text)
    wrong = unknown_choices(options.options, options.rulesets)
    assert [error.span.text for error in wrong if error.span] == ['"Opt/9"', '"Else/1"']
    assert [error.code for error in wrong] == ["unknown-option"] * 2
    with pytest.raises(LudSyntaxError) as caught:
        expanded(ruleset="R", text=text)
    assert caught.value.line == 4
    assert words(expanded(ruleset="S", text=text)) == '(game "g" (a one) (b three))'


def test_stars_of_rulesets_and_what_varies() -> None:
    """Of what varies the chosen item comes first, whatever else is named."""
    listed = """(rulesets {(ruleset "R" {"Opt/2"} variations:{"Opt/1" "Other/3" "Opt/7"})** (ruleset "S" {})*
        (ruleset "T" variations:{"Opt/1"} {"Other/3"})})"""
    first, second, third = expanded(text=f"{GAME}{A}\n{B}\n{listed}").rulesets
    assert [ruleset.priority for ruleset in (first, second, third)] == [2, 1, 0]
    assert first.variations == {"Opt": ("2", "1", "7"), "Other": ("3",)} and first.choices == ("Opt/2",)
    assert (second.choices, second.variations) == ((), {})
    assert (third.choices, third.variations) == (("Other/3",), {"Opt": ("1",)})
