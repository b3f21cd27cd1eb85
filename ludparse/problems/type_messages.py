"""Messages for ludemes, constants and arguments that do not belong where they stand."""

from __future__ import annotations

from ludparse.problems.errors import LudLimitError, LudTypeError
from ludparse.problems.message import ELSEWHERE, Message, example

__all__ = ["TYPE_MESSAGES"]

TYPE_MESSAGES: dict[str, Message] = {
    "unknown-ludeme": Message(
        LudTypeError,
        "there is no ludeme {word!r}",
        example(play="(mvoe Add (to (sites Empty)))"),
        "did you mean: move?",
    ),
    "word-in-brackets": Message(
        LudTypeError,
        "{word} is a word, which stands without brackets",
        example(play="(move Add (to (sites (Empty))))"),
        "write (sites Empty)",
    ),
    "too-many-problems": Message(
        LudLimitError,
        "there are more problems than the {limit:,} that are told, and what is left was not looked at",
        ELSEWHERE,  # too long to stand here
        "was not looked at",
    ),
    "misspelt-define": Message(
        LudTypeError,
        "there is no define {name!r}",
        example(before='(define "InARow" (is Line 3))\n', end='(if "InRow" (result Mover Win))'),
        'did you mean: "InARow"?',
    ),
    "comma": Message(
        LudTypeError,
        "no comma stands between arguments: {word!r}",
        example(board="(board (rectangle 3, 3))"),
        "no comma stands between arguments: '3,'",
    ),
    "unknown-constant": Message(
        LudTypeError,
        "nothing is called {word!r}",
        example(end="(if Threefold (result Mover Win))"),
        "expected: a condition",
    ),
    "unknown-constant-here": Message(
        LudTypeError,
        "{word!r} is not known here",
        example(play="(move Add (to (sites Emty)))"),
        "did you mean: Empty?",
    ),
    "unquoted-label": Message(
        LudTypeError,
        "the coordinate {word} has to stand in quotation marks",
        example(play="(move Add (to (sites {A1 B1})))"),
        'write "A1" "B1"',
    ),
    "constant-not-here": Message(
        LudTypeError,
        "{word!r} does not belong here",
        example(end="(if (is Line 3) (result Mover Diagonal))"),
        "expected: one of",
    ),
    "unknown-kind": Message(
        LudTypeError,
        "({keyword} …) cannot begin with {found}",
        example(end="(if (is Mover) (result Mover Win))").replace("is Mover", "is Whole"),
        "cannot begin with the word Whole",
    ),
    "wrong-type": Message(
        LudTypeError,
        "this is {found}",
        example(end='(if (is Line "three") (result Mover Win))'),
        "expected: a whole number",
    ),
    "wrong-ludeme": Message(
        LudTypeError,
        "this is {found}",
        example(end="(if (sites Empty) (result Mover Win))"),
        "expected: a condition",
    ),
    "bare-ludeme": Message(
        LudTypeError,
        "the ludeme {word!r} lacks its brackets",
        example(end="(if is Line 3 (result Mover Win))"),
        "write (is Line 3)",
    ),
    "infix": Message(
        LudTypeError,
        "{word} has to stand before its arguments",
        example(end="(if (count Pieces P1 >= 3) (result Mover Win))"),
        "has to stand before its arguments",
    ),
    "wrong-number": Message(
        LudTypeError,
        "{word} is no whole number{limits}",
        example(board="(board (square 3.5))"),
        "expected: a whole number",
    ),
    "list-needed": Message(
        LudTypeError,
        "braces are missing: {what} where a list is expected",
        example(end="(if (is Line 3) (byScore (score P1 3)))"),
        "{(score …)}",
    ),
    "list-not-here": Message(
        LudTypeError,
        "this is a list",
        example(end="(if {(is Line 3)} (result Mover Win))"),
        "expected: a condition",
    ),
    "missing-argument": Message(
        LudTypeError,
        "({keyword} …) needs {what}",
        example(end="(if (is Line) (result Mover Win))"),
        "needs a whole number",
    ),
    "missing-choice": Message(
        LudTypeError,
        "({keyword} …) needs one of: {what}",
        example(end="(if (is Connected) (result Mover Win))"),
        "needs one of",
    ),
    "superfluous-argument": Message(
        LudTypeError,
        "({keyword} …) has no place for this: {found}",
        example(end="(if (not (is Line 3) (is Line 2)) (result Mover Win))"),
        "has no place for this",
    ),
    "exclusive-arguments": Message(
        LudTypeError,
        "({keyword} …) takes only one of these: {what}",
        example(end="(if (is Line 3 P1 what:2) (result Mover Win))"),
        "takes only one of these",
    ),
    "together": Message(
        LudTypeError,
        "({keyword} …) takes these together or not at all: {what}",
        example(play="(move Add (to (sites Empty)) (then (swap Pieces 3)))"),
        "together or not at all",
    ),
    "unknown-name": Message(
        LudTypeError,
        "({keyword} …) has no argument named {word!r}",
        example(end="(if (is Line 3 trough:2) (result Mover Win))"),
        "did you mean: through?",
    ),
    "name-missing": Message(
        LudTypeError,
        "this has to be named in ({keyword} …)",
        example(end="(if (no Pieces Mover (sites Board)) (result Mover Win))"),
        "write in:",
    ),
    "name-not-here": Message(
        LudTypeError,
        "({keyword} …) takes this without a name",
        example(play="(move Add to:(to (sites Empty)))"),
        "leave out to:",
    ),
    "order": Message(
        LudTypeError,
        "this comes too {when} in ({keyword} …)",
        example(play="(move Step (to if:(is Empty (to))) Forward)"),
        "order",
    ),
    "no-game": Message(
        LudTypeError,
        "this is ({keyword} …), which is no description of a game",
        "(rules (play (move Pass)) (end (if (is Line 3) (result Mover Win))))",
        "expected: (game …) or (match …)",
    ),
}
