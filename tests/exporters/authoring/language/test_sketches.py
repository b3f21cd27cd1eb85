"""The small boards of `lud explain`: each is played, and what it shows has to happen."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.exporters.authoring.language.pages import find_pages
from ludparse.exporters.authoring.language.sketches import SKETCHES, Sketch

GAME = """(game "Sketch" (players 2) (equipment {(board (rectangle ROWS COLUMNS)) (piece "Man" Each MOVES)})
    (rules (start {(place "Man1" {ONE}) (place "Man2" {TWO})}) (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))"""


def _sites(sketch: Sketch, letters: str) -> set[str]:
    """The coordinates of some letters."""
    height = len(sketch.rows)
    return {
        f"{chr(ord('A') + column)}{height - row}"
        for row, line in enumerate(sketch.rows) for column, letter in enumerate(line) if letter in letters
    }  # fmt: skip


def _game(sketch: Sketch, moves: str, one: str) -> str:
    words = {
        "ROWS": str(len(sketch.rows)), "COLUMNS": str(len(sketch.rows[0])), "MOVES": moves,
        "ONE": " ".join(f'"{site}"' for site in sorted(_sites(sketch, one))),
        "TWO": " ".join(f'"{site}"' for site in sorted(_sites(sketch, "xX*"))),
    }  # fmt: skip
    text = GAME
    for word, value in words.items():
        text = text.replace(word, value)
    return text


@pytest.mark.parametrize("name", SKETCHES)
def test_what_a_sketch_shows_happens(name: str) -> None:
    sketch = SKETCHES[name]
    if "," in "".join(sketch.rows):  # an effect: after the step the pieces X are gone, and no others
        step = f"(move Step (to if:(is Empty (to))) (then {sketch.written}))"
        game = load(_game(sketch, step, "oO,"), backend="python")
        (start,), (end,) = _sites(sketch, ","), _sites(sketch, "M")
        state = game.start()
        before = _sites(sketch, "oOxX,")
        state.apply(state.parse_move(f"{start}-{end}"))
        left = {site for site in before | {end} if state[site]}
        assert before - {start} - left == _sites(sketch, "X") and end in left
        assert _sites(sketch, "X"), "it shows something"
    else:  # a move: it ends at these sites and at no others
        written = sketch.written.replace(f"({name.lower()} ", f"(move {name} ")
        state = load(_game(sketch, written, "oM"), backend="python").start()
        (start,) = _sites(sketch, "M")
        moves = [move.notation.partition("-") for move in state.legal_moves()]
        ends = {end.partition(" ")[0] for first, _, end in moves if first == start}
        assert ends == _sites(sketch, "+*")


@pytest.mark.parametrize("name", SKETCHES)
def test_every_letter_is_told_and_the_ludeme_is_of_the_class(name: str) -> None:
    sketch = SKETCHES[name]
    letters = set("".join(sketch.rows)) - {"."}
    assert [letter for letter, _ in sketch.told] == list(dict.fromkeys(letter for letter, _ in sketch.told))
    assert {letter for letter, _ in sketch.told} == letters
    assert len({len(row) for row in sketch.rows}) == 1
    words = sketch.written.strip("(").split()
    pages, _ = find_pages(" ".join(words[:2]) if words[0] == "move" else words[0])
    assert name in {page.name for page in pages}
