"""Messages for what is wrong before ludemes are looked at: brackets, defines, options, and finding descriptions."""

from __future__ import annotations

from ludparse.problems.errors import LudError, LudLimitError, LudSyntaxError, LudUnsupportedError
from ludparse.problems.message import ELSEWHERE, Message, example

__all__ = ["TEXT_MESSAGES"]

_QUOTE = '"'
_OPTION = '(option "Size" <Size> args:{<side>} {(item "Small" <3> "3x3")* (item "Large" <5> "5x5")})'
_SIZED = "(board (square <Size:side>))"

TEXT_MESSAGES: dict[str, Message] = {
    "comment-sign": Message(
        LudSyntaxError,
        "a comment does not begin with {sign}",
        example(end="(if (is Line 3) (result Mover Win)) ; three in a row"),
        "expected: //",
    ),
    "unclosed-bracket": Message(
        LudSyntaxError,
        "this {bracket} is never closed",
        example().rstrip()[:-1],
        "this ( is never closed",
    ),
    "surplus-bracket": Message(
        LudSyntaxError,
        "nothing is open that this {bracket} could close",
        "(game))(",
        "nothing is open that this ) could close",
    ),
    "extra-bracket": Message(
        LudSyntaxError,
        "this {bracket} is one too many",
        example(play="(move Add (to (sites Empty))))"),
        "this ) is one too many",
    ),
    "wrong-bracket": Message(
        LudSyntaxError,
        "{bracket} closes a {opened}",
        example(board="(board (square 3})"),
        "} closes a (",
    ),
    "unterminated-string": Message(
        LudSyntaxError,
        "this string never ends",
        example(pieces='(piece "Disc Each)').replace('"Example"', "Example"),
        "this string never ends",
    ),
    "nested-too-deep": Message(
        LudLimitError,
        "brackets nested more than {limit} deep",
        example(board="(board " + "(add {" * 250 + "}) " * 250 + ")"),
        "nested more than 150 deep",
    ),
    "no-keyword": Message(
        LudSyntaxError,
        "the first word after ( is the name of a ludeme",
        example(end="(if ({(is Line 3)}) (result Mover Win))"),
        "the name of a ludeme",
    ),
    "name-in-list": Message(
        LudSyntaxError,
        "in a list nothing has a name, but here stands {name}:",
        example(end="{end:(if (is Line 3) (result Mover Win))}"),
        "here stands end:",
    ),
    "unreadable": Message(LudSyntaxError, "this cannot be read", ELSEWHERE, "this cannot be read"),
    "left-open": Message(
        LudUnsupportedError,
        "this part of the rules is left open, to be completed from other games",
        example(start="(start [#])"),
        "left open",
    ),
    "stray-parameter": Message(
        LudSyntaxError,
        "{word} stands for an argument of a define, and here it has none",
        example(board="(board (square #1))"),
        "stands for an argument of a define",
    ),
    "stray-placeholder": Message(
        LudSyntaxError,
        "~ leaves out an argument of a define, but this is none",
        example(board="(board (square ~))"),
        "~ leaves out an argument",
    ),
    "unknown-tag": Message(
        LudSyntaxError,
        "no option has a value {word}",
        example(board=_SIZED.replace("side", "width"), after=_OPTION),
        "no option has a value <Size:width>",
    ),
    "outside-of-game": Message(
        LudSyntaxError,
        "this stands outside of the game",
        example(before="(players 2)"),
        "this stands outside of the game",
    ),
    "empty-description": Message(
        LudSyntaxError,
        "the description has no (game …)",
        '(define "Unused" 3)',
        "no (game …)",
    ),
    "define-without-name": Message(
        LudSyntaxError,
        "a define needs a name in quotation marks",
        example(before="(define Side 3)\n"),
        "needs a name in quotation marks",
    ),
    "unknown-define": Message(
        LudSyntaxError,
        "there is no define {name!r}",
        ELSEWHERE,
        "are looked up in the description and in the library",
    ),
    "no-library": Message(
        LudSyntaxError,
        "there is no define {name!r}",
        example(before='(define "InARow" (is Line #1))\n', end='(if ("InRow" 3) (result Mover Win))'),
        "no library was given",
    ),
    "recursive-define": Message(
        LudSyntaxError,
        "the define {name!r} uses itself",
        example(
            before='(define "A" (is Line ("B")))\n(define "B" (count "A"))\n', end='(if "A" (result Mover Win))'
        ),
        "uses itself",
    ),
    "define-arguments": Message(
        LudSyntaxError,
        "the define {name!r} has {parameters}, and here it has {given}",
        example(before='(define "InARow" (is Line #1))\n', end='(if ("InARow") (result Mover Win))'),
        "has 1 parameter, and here it has no arguments",
    ),
    "too-many-uses": Message(
        LudLimitError,
        "more than {limit:,} uses of {what}",
        example(pieces='(regions "A" {' + "<Size:side> " * 10_001 + "})", after=_OPTION),
        "more than 10,000 uses of <Size:side>",
    ),
    "defines-intertwined": Message(
        LudLimitError,
        "the defines have to be replaced one after the other, and that copies more than {limit:,} characters",
        ELSEWHERE,
        "one after the other",
    ),
    "define-too-deep": Message(
        LudLimitError,
        "uses of defines lie more than {limit} deep in what other defines stand for",
        example(
            before="".join(f'(define "D{n}" ("D{n + 1}"))\n' for n in range(210)) + '(define "D210" 3)\n',
            board='(board (square ("D0")))',
        ),
        "more than 200 deep",
    ),
    "strange-blank": Message(
        LudSyntaxError,
        "{blank} cannot stand between the arguments of a define",
        example(before='(define "Row" (is Line #1))\n', end='(if ("Row" \u20033) (result Mover Win))'),
        "U+2003 cannot stand between",
    ),
    "too-many-words": Message(
        LudLimitError,
        "the description has more than {limit:,} words",
        ELSEWHERE,
        "more than 500,000 words",
    ),
    "expansion-too-large": Message(
        LudLimitError,
        "the description expands to more than {limit:,} characters (the environment variable {variable} raises that)",
        example(
            before="".join(
                f'(define "D{n}" #1{" ".join([f"({_QUOTE}D{n + 1}{_QUOTE} #1)"] * 6)})\n' for n in range(8)
            ),
            pieces=f'("D0" {"x" * 500})',
        ),
        "expands to more than",
    ),
    "range-too-long": Message(
        LudLimitError,
        "a range of more than {limit:,} numbers",
        example(start='(start (place "Disc1" {1..5000}))'),
        "a range of more than 1,000 numbers",
    ),
    "bad-range": Message(
        LudSyntaxError,
        "a range of sites goes from one coordinate to another",
        example(start='(start (place "Disc1" {"A1".."B"}))'),
        "goes from one coordinate to another",
    ),
    "few-values": Message(
        LudSyntaxError,
        "the item {item!r} gives {given} of the {wanted} values that args:{{{names}}} names",
        example(board="(board (rectangle <Size:r> <Size:c>))",
                after='(option "Size" <Size> args:{<r> <c>} {(item "3x3" <3> <3> "")* (item "3x4" <3> "")})'),
        "the item '3x4' gives 1 of the 2 values that args:{<r> <c>} names",
    ),
    "bad-option": Message(
        LudSyntaxError,
        "{what}",
        example(board=_SIZED, after=_OPTION.replace("args:{<side>}", "")),
        'the option "Size" does not name its values',
    ),
    "recursive-option": Message(
        LudSyntaxError,
        "the value of {marker} contains itself",
        example(board=_SIZED, after=_OPTION.replace("<3>", '<"<Size:side>">')),
        "contains itself",
    ),
    "unknown-option": Message(
        LudSyntaxError,
        "there is no option {name!r}",
        example(board=_SIZED, after=_OPTION),
        'options are: "Size/Small", "Size/Large"',
        options=("Size/Huge",),
    ),
    "contradicting-options": Message(
        LudSyntaxError,
        "only one of {one!r} and {other!r} can be chosen",
        example(board=_SIZED, after=_OPTION),
        "can be chosen",
        options=("Size/Small", "Size/Large"),
    ),
    "bad-ruleset": Message(
        LudSyntaxError,
        "{what}",
        example(board=_SIZED, after=_OPTION + '(rulesets {(ruleset "Tiny" {"Small"})})'),
        '"Small" in a ruleset names no item of an option',
    ),
    "unknown-ruleset": Message(
        LudSyntaxError,
        "there is no ruleset {name!r}",
        example(board=_SIZED, after=_OPTION + '(rulesets {(ruleset "Tiny" {"Size/Small"})})'),
        'rulesets are: "Tiny"',
        ruleset="Huge",
    ),
    "unknown-game": Message(LudError, "there is no game {name!r} {where}", ELSEWHERE, "there is no game"),
    "ambiguous-game": Message(
        LudError, "{name!r} is the name of {count} descriptions", ELSEWHERE, "Give the path of one of them"
    ),
    "no-library-there": Message(LudError, "{what}", ELSEWHERE, "A library is Ludii.jar"),
    "missing-file": Message(LudError, "there is no file {file}", ELSEWHERE, "there is no file"),
    "unreadable-file": Message(LudError, "{file} cannot be read: {why}", ELSEWHERE, "cannot be read"),
    "file-too-large": Message(LudLimitError, "{file} has more than {limit:,} bytes", ELSEWHERE, "bytes"),
    "bad-limit": Message(LudError, "{variable} is no limit: {value!r}", ELSEWHERE, "is no limit"),
    "not-utf8": Message(LudSyntaxError, "{file} is not text in UTF-8 (line {line})", ELSEWHERE, "UTF-8"),
}
