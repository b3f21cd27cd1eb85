"""Groups that are kept while a set grows: the same as those that are searched for."""

import subprocess
from pathlib import Path

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.compile import RUNTIME, find_compiler
from ludparse.interpreter.backends.c.random_games.games import render_games
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.passes.random_game_program import playout_program
from tests.interpreter.backends.c.test_random_games import check

PROGRAM = r"""
#define MAX_PARAMS 4
#define N_TABLES 1
#include "core/types.h"
#include <stdio.h>
#define KEYS (SIDE * SIDE)
#include "games/growing.h"
static table_t near[2 + KEYS * SET_WORDS * 2] = {{KEYS}, {0}};
static growing_t g;
static int answers[3];
static int same(int site, set_t within) {
  const int answer = set_eq(within, set_or(g.within, set_one(site))) ? set_has(&g.within, site) : 2;
  answers[answer]++;
  return set_eq(growing_flood(&g, near, site, within), set_flood(near, set_one(site), within));
}
int main(void) {
  int wrong = 0;
  srand(1);
  for (int i = 0; i < KEYS; i++) {
    set_t beside = set_empty();
    for (int dx = -1; dx < 2; dx++) for (int dy = -1; dy < 2; dy++) {
      int x = i % SIDE + dx, y = i / SIDE + dy;
      if ((dx == dy) || x < 0 || y < 0 || x >= SIDE || y >= SIDE) continue;
      set_add(&beside, y * SIDE + x);
    }
    memcpy(near + 2 + i * SET_WORDS * 2, &beside, sizeof beside);
  }
  for (int game = 0; game < 300; game++) {
    set_t within = set_empty();
    growing_start(&g);
    for (int k = game % 3 ? 0 : rand() % KEYS; k > 0; k--) set_add(&within, rand() % KEYS);
    for (int ply = 0; ply < KEYS; ply++) {
      int site = rand() % KEYS;
      if (game % 4 == 1 && rand() % 5 == 0) set_drop(&within, rand() % KEYS); /* captures */
      if (game % 4 == 2 && rand() % 5 == 0) set_add(&within, rand() % KEYS); /* or two at a time */
      set_add(&within, site);
      wrong += !same(site, within);
      for (int k = rand() % 3; k > 0; k--) wrong += !same(rand() % KEYS, within); /* also of sites that are not in it */
    }
  }
  wrong += !same(KEYS + 5, set_empty());
  for (int i = 0; i < 3; i++) if (answers[i] < 1000) wrong++;
  printf("%d", wrong);
  return 0;
}
"""


@pytest.mark.parametrize("side", [7, 11, 14])
def test_groups_are_those_of_a_search(tmp_path: Path, side: int, c_compiler: None) -> None:
    source, program = tmp_path / "growing.c", tmp_path / "growing"
    source.write_text(PROGRAM)
    sizes = (f"-DSIDE={side}", f"-DSET_WORDS={(side * side + 63) // 64}")
    options = ["-O2", "-std=gnu11", "-fwrapv", "-march=native", "-Wall", "-Werror", *sizes, f"-I{RUNTIME}"]
    subprocess.run([*find_compiler(), *options, str(source), "-lm", "-o", str(program)], check=True)
    assert subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout == "0"


def game(board: str, start: str, play: str, end: str) -> str:
    return f"""(game "Groups" (players 2) (equipment {{ (board {board}) (piece "Stone" Each (move Step (to if:(not
        (is Friend (who at:(to)))) (apply (remove (to)))))) (regions P1 {{ (sites Side N) (sites Side S) }})
        (regions P2 {{ (sites Side E) (sites Side W) }}) }}) (rules {start} (play {play}) (end {{ {end} }})))"""


ADD, WIN = "(move Add (to (sites Empty)))", "(if (is Connected Mover) (result Mover Win))"
GAMES = {
    "only placed": game("(hex Diamond 5)", "", ADD, WIN),
    "stones at the start": game("(hex Diamond 7)", '(start (place "Stone1" {3 9 12 20}))', ADD, WIN),
    "stones that step and capture": game(
        "(square 6)", '(start { (place "Stone1" (sites Bottom)) (place "Stone2" (sites Top)) })',
        f"(or (forEach Piece) {ADD})", WIN,
    ),
    "several words": game("(hex Diamond 13)", "", ADD, WIN),
}  # fmt: skip


def test_ways_of_one_direction_are_searched() -> None:
    """What is reached from a stone going east does not reach the stone."""
    text = GAMES["only placed"].replace("(is Connected Mover)", "(is Connected E Mover)")
    program = playout_program(load(text, backend="python").program)
    assert "set_flood(" in (source := render_games(program)) and "growing_flood(" not in source


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.telling("stones at the start")
def test_random_games_are_those_of_ordinary_code(name: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made = load(GAMES[name], backend="c")
    assert isinstance(made, SingleGame)
    assert "growing_flood(" in render_games(playout_program(made.program))
    check(monkeypatch, made, 60)
