"""Sets in the C runtime: the ways of the machine at hand, and those of machines that can do less."""

import subprocess
from pathlib import Path

import pytest

from ludparse.interpreter.backends.c.compile import find_compiler
from ludparse.interpreter.backends.c.runtime import RUNTIME

PROGRAM = r"""
#define MAX_PARAMS 4
#define N_TABLES 1
#include "core/types.h"
#include <stdio.h>
static int8_t a[180]; static int16_t b[180]; static int32_t c[180];
int main(void) {
  int wrong = 0;
  srand(1);
  for (int r = 0; r < 5000; r++) {
    int n = 1 + rand() % 180, v = rand() % 5 - 2 + (rand() % 9 == 0) * 256;
    for (int i = 0; i < n; i++) {
      a[i] = (int8_t)(rand() % 5 - 2);
      b[i] = (int16_t)(rand() % 5 - 2 + (rand() % 7 == 0) * 256);
      c[i] = rand() % 5 - 2 + (rand() % 7 == 0) * 65536;
    }
    set_t x = set_where_8(a, n, v), y = set_where_16(b, n, v), z = set_where_32(c, n, v);
    int lo = rand() % 220 - 20, hi = rand() % 220 - 20;
    set_t range = set_range(lo, hi);
    int first = lo < 0 ? 0 : lo, at[3] = {hi, hi, hi};
    for (int i = (hi < n ? hi : n) - 1; i >= first; i--) {
      if (a[i] == v) at[0] = i;
      if (b[i] == v) at[1] = i;
      if (c[i] == v) at[2] = i;
    }
    wrong += find_8(a, n, lo, hi, v) != at[0];
    wrong += find_16(b, n, lo, hi, v) != at[1];
    wrong += find_32(c, n, lo, hi, v) != at[2];
    for (int i = 0; i < SET_WORDS * 64; i++) {
      wrong += set_has(&x, i) != (i < n && a[i] == v);
      wrong += set_has(&y, i) != (i < n && b[i] == v);
      wrong += set_has(&z, i) != (i < n && c[i] == v);
      wrong += set_has(&range, i) != (i >= lo && i < hi);
    }
    /* a row with its values in order, and the same as a set: both find the same places */
    table_t row[66], sets[2 + 2 * SET_WORDS] = {{1}, {0}};
    set_t members = set_and(x, range);
    memcpy(sets + 2, &members, sizeof members);
    row[0].v = 0;
    for (int i = 0; i < 192 && row[0].v < 64; i++) if (set_has(&members, i)) row[++row[0].v].v = i;
    if (set_count(members) <= 64) {
      wrong += set_common(sets, 0, &y, SET_WORDS) != __builtin_popcountll(row_mask(row, &y));
      if (BY_KEY) wrong += row_ranks(sets, 0, &y, SET_WORDS) != row_mask(row, &y);
      for (int i = -1; i < 193; i++) wrong += set_holds(sets, 0, i) != set_has(&members, i);
    }
  }
  /* members added, dropped and counted off, of sets of any number of words */
  for (int r = 0; r < 3000; r++) {
    set_t s = set_empty();
    char in[SET_WORDS * 64] = {0};
    for (int k = rand() % 200; k > 0; k--) {
      int i = rand() % (SET_WORDS * 64);
      if (rand() % 3) { set_add_known(&s, i); in[i] = 1; } else { set_drop_known(&s, i); in[i] = 0; }
    }
    int n = 0;
    wrong += set_first(s) != set_min(s);
    for (int i = 0; i < SET_WORDS * 64; i++) {
      wrong += set_has(&s, i) != in[i];
      if (in[i]) wrong += set_nth(s, n++) != i;
    }
    wrong += set_nth(s, n) != -1;
    wrong += set_nth(s, -1) != -1;
    int by = rand() % (SET_WORDS * 128 + 141) - (SET_WORDS * 64 + 70);
    set_t moved = set_shift(s, by);
    for (int i = 0; i < SET_WORDS * 64; i++)
      wrong += set_has(&moved, i) != (i - by >= 0 && i - by < SET_WORDS * 64 && in[i - by]);
  }
  /* ways that end in a hit, of rows that are gone through as a whole and of others */
  for (int r = 0; r < 3000; r++) {
    enum { WAYS = 5 };
    table_t row[6 + 4], before[2 + WAYS * SET_WORDS * 2] = {{WAYS}, {0}}, after[2 + WAYS * 16] = {{WAYS}, {0}};
    set_t over = set_empty(), idle = set_empty(), hits = set_empty();
    int way[WAYS][32], length[WAYS];
    for (int i = 0; i < 128; i++) {
      if (rand() % 8) set_add_known(&over, i);
      if (rand() % 8) set_add_known(&idle, i); else if (rand() % 2) set_add_known(&hits, i);
    }
    uint64_t expected = 0, some = 0;
    row[0].v = WAYS;
    for (int k = 0; k < 9; k++) row[1 + k].v = k < WAYS ? k : 1000;
    for (int k = 0; k < WAYS; k++) {
      set_t first = set_empty();
      uint8_t bytes[64];
      memset(bytes, 0x80, 32), memset(bytes + 32, 0xFF, 32);
      if (rand() % 3) set_add_known(&first, rand() % 128);
      memcpy(before + 2 + k * SET_WORDS * 2, &first, sizeof first);
      length[k] = rand() % 33;
      for (int i = 0; i < length[k]; i++) {
        way[k][i] = rand() % 128;
        bytes[i] = (uint8_t)(way[k][i] / 8), bytes[32 + i] = (uint8_t)(1 << way[k][i] % 8);
      }
      memcpy(after + 2 + k * 16, bytes, sizeof bytes);
      int i = 0;
      while (i < length[k] && set_has(&idle, way[k][i])) i++;
      int hit = i < length[k] && set_has(&hits, way[k][i]) && set_eq(set_diff(first, over), set_empty());
      expected |= (uint64_t)hit << k;
      some |= (uint64_t)(rand() % 4 > 0) << k;
    }
    wrong += ways_hit(some, row, 0, before, after, &over, &idle, &hits) != (expected & some);
    wrong += ways_hit(some, row, 8, before, after, &over, &idle, &hits) != (expected & some);
  }
  printf("%d", wrong);
  return 0;
}
"""


@pytest.mark.parametrize("words", [2, 3, 4, 7])
@pytest.mark.parametrize("flags", [(), ("-march=native",), ("-U__SSE2__", "-U__BMI2__")])
@pytest.mark.telling("flags0-2", "flags1-4", "flags2-7")
def test_sets_hold_what_they_should(tmp_path: Path, flags: tuple[str, ...], words: int, c_compiler: None) -> None:
    compiler = find_compiler()
    source, program = tmp_path / "sets.c", tmp_path / "sets"
    source.write_text(PROGRAM)
    options = ["-O2", "-std=gnu11", "-fwrapv", *flags, f"-DSET_WORDS={words}", f"-I{RUNTIME}"]
    command = [*compiler, *options, str(source), "-lm", "-o"]
    subprocess.run([*command, str(program)], check=True, capture_output=True)
    assert subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout == "0"
