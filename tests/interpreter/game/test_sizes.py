"""Numbers that size something: no description of a few words takes gigabytes, ends the process, or takes minutes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludparse import LudError, LudLimitError, load
from ludparse.interpreter.backends.c.compile import FLAGS, PROBED, compile_library
from ludparse.interpreter.backends.c.random_games.games import hindrance
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.passes.random_game_program import playout_program
from ludparse.interpreter.program.limits import MAX_WIDTH
from tests.interpreter.lower.playing import BACKENDS

LARGE = (50_000_000, 2_147_483_647)
ADD = "(move Add (to {}))"


def game(to: str = "(sites Empty)", *, items: str = "", board: str = "(board (square 3))", players: str = "2") -> str:
    equipment = f'{board} (piece "Disc" Each) {items}'
    rules = f"(play {ADD.format(to)}) (end (if (is Line 3) (result Mover Win)))"
    return f'(game "Sizes" (players {players}) (equipment {{{equipment}}}) (rules {rules}))'


def regions(count: int, site: int) -> str:
    """A union of named regions, each of which reaches up to some site."""
    names = [f"Reg{chr(97 + i // 26)}{chr(97 + i % 26)}x" for i in range(count)]
    items = " ".join(f'(regions "{name}" {{0 {site - i}}})' for i, name in enumerate(names))
    return game(f"(union {{{' '.join(f'(sites {chr(34)}{name}{chr(34)})' for name in names)}}})", items=items)


def puzzle(values: str) -> str:
    equipment = f"(board (square 3) (values Cell (range {values})))"
    rules = "(rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win))))"
    return f'(game "Puzzle" (players 1) (equipment {{{equipment}}}) {rules})'


REFUSED = {
    # description, part of the message, the place
    "sites": (game("(sites {0 #})"), "there is no site #: at most 99999", "(sites {0 #})"),
    "a sum": (game("(sites {0 (+ 0 #)})"), "there is no site #", "(sites {0 (+ 0 #)})"),
    "a region function": (game('(sites "R")', items='(regions "R" (sites {#}))'), "no site #", "(sites {#})"),
    "a region": (game(items='(regions "R" {#})'), "there is no site #", '(regions "R" {#})'),
    "a track": (game(board='(board (square 3) (track "T" {0 #}))'), "there is no site #", '(track "T" {0 #})'),
    "a track's text": (game(board='(board (square 3) (track "T" "0,#,1"))'), "no site #", '(track "T" "0,#,1")'),
    "values of a puzzle": (puzzle("1 #"), "9 sites with", "(board (square 3) (values Cell (range 1 #)))"),
    "players": (game(players="#"), "# players; at most 16", "(players #)"),
}  # fmt: skip


@pytest.mark.parametrize("number", LARGE)
@pytest.mark.parametrize("name", REFUSED)
def test_what_no_game_has_is_refused_at_its_place(name: str, number: int) -> None:
    text, message, place = (part.replace("#", str(number)) for part in REFUSED[name])
    with pytest.raises(LudLimitError) as caught:
        load(text, backend="python")
    assert message in str(caught.value)
    assert caught.value.span is not None and place.startswith(caught.value.span.text)


WIDE = {
    "hands": (game(items="(hand Each size:1000)" * 60), "more than 100000 sites"),
    "sets at one time": (regions(60, MAX_WIDTH - 1), "more than 83 sets of 100000 sites at one time"),
    "digits of a track": (game(board=f'(board (square 3) (track "T" "0,E{"9" * 5000}"))'), "more than 10 digits"),
    "faces of dice": (game(items="(dice d:6 from:2147483647 num:1)"), "does not fit into 32 bits"),
}


@pytest.mark.parametrize("name", WIDE)
def test_what_is_too_much_together_is_refused_at_its_place(name: str) -> None:
    text, message = WIDE[name]
    with pytest.raises(LudLimitError, match=message) as caught:
        load(text, backend="python")
    assert caught.value.span is not None and caught.value.span.text != text


PLAYED = {
    # what Ludii plays, whatever the numbers: sparse maps, powers, regions that have grown over the board
    "keys of a map": (game('(sites {(mapEntry "M" #) 1})', items='(map "M" {(pair 3 4) (pair # 2)})'), {1, 2}),
    "a key that is missing": (game('(sites {(mapEntry "M" 5) 1})', items='(map "M" {(pair 3 4) (pair -# 2)})'), {1, 5}),
    "a power": (game('(sites {(mapEntry "M" 3) 1})', items='(map "M" {(pair (^ 3 #) 1) (pair 3 4)})'), {1, 4}),
    "steps": (game("(expand (sites Centre) steps:#)"), set(range(9))),
}  # fmt: skip


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("number", LARGE)
@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.telling("python", "steps-50000000-c")
def test_large_numbers_that_size_nothing_are_played(name: str, number: int, backend: str, c_compiler: None) -> None:
    text, sites = PLAYED[name]
    state = load(text.replace("#", str(number)), backend=backend).start()
    assert {move.to_site for move in state.legal_moves()} == sites


PLAY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from ludparse import load
from ludparse import LudError
try:
    game = load(sys.stdin.read(), backend=sys.argv[1])
    game.start(seed=1).legal_moves()
    if sys.argv[1] == "c":
        game.playouts(3, seed=1, max_moves=3)
    print("played")
except LudError as problem:
    print(type(problem).__name__)
"""


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "text",
    [
        game("(sites {0 50000000})"),
        game("(sites {0 2147483647})"),
        game(f"(union {{{' '.join(f'(sites {{0 {2_000_000 - i}}})' for i in range(40))}}})"),
        regions(26, MAX_WIDTH - 1),
        puzzle("1 2147483647"),
    ],
    ids=["sites", "all bits", "union", "most sets", "values"],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory differ")
@pytest.mark.telling("union-python", "most sets-c")
def test_a_process_lives_in_two_gigabytes(text: str, backend: str, c_compiler: None) -> None:
    done = subprocess.run([sys.executable, "-c", PLAY, backend], input=text, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    refused = ("NotRenderedError",) if backend == "wasm" else ()
    assert done.stdout.strip() in ("played", "LudLimitError", "LudRuleError", *refused)


def test_random_games_with_wide_sets_are_not_one_function() -> None:
    few, many = (load(regions(count, MAX_WIDTH - 1), backend="python") for count in (2, 20))
    assert isinstance(few, SingleGame) and isinstance(many, SingleGame)
    assert hindrance(playout_program(few.program)) == ""
    assert hindrance(playout_program(many.program)) == "the sets are wide"


def test_frames_are_probed_where_the_compiler_can(monkeypatch: pytest.MonkeyPatch, c_compiler: None) -> None:
    commands: list[list[str]] = []

    def refuse(command: list[str], **_: object) -> tuple[int, str]:
        commands.append(command)
        return (1, f"unknown argument: {PROBED!r}") if PROBED in command else (1, "another problem")

    monkeypatch.setattr("ludparse.interpreter.backends.c.compile.run_compiler", refuse)
    with pytest.raises(LudError, match="another problem"):
        compile_library("int nothing;")
    assert [PROBED in command for command in commands] == [True, False]
    assert all(set(FLAGS) < {*command} for command in commands)
