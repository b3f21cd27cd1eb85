"""Sets and constant tables in the C runtime against a walk over their members, one by one."""

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
enum { MOST = SET_WORDS * 64, ROWS = 6, RAYS = 8, LONGEST = 9 };
#define WRONG(x) do { if (x) { printf("line %d: %s\n", __LINE__, #x); return 1; } } while (0)
static set_t some(int of) {
  set_t s = set_empty();
  for (int i = 0; i < MOST; i++) if (rand() % of == 0) s.w[i / 64] |= 1ull << i % 64;
  return s;
}
static int in(const set_t *s, int i) { return i >= 0 && i < MOST && s->w[i / 64] >> i % 64 & 1; }
static int same(const set_t *s, const char *is) {
  for (int i = 0; i < MOST; i++) if (in(s, i) != is[i]) return 0;
  return 1;
}
static int sets(void) {
  const set_t a = some(3), b = some(2), none = set_empty();
  int n = 0, least = -1, most = -1;
  for (int i = 0; i < MOST; i++) if (in(&a, i)) { n++; most = i; if (least < 0) least = i; }
  WRONG(set_count(a) != n || set_min(a) != least || set_first(a) != least || set_max(a) != most);
  WRONG(set_count(none) || set_min(none) != -1 || set_first(none) != -1 || set_max(none) != -1);
  const set_t with = set_or(a, b), both = set_and(a, b), less = set_diff(a, b), one_of = set_xor(a, b);
  for (int i = 0; i < MOST; i++) {
    WRONG(in(&with, i) != (in(&a, i) | in(&b, i)) || in(&both, i) != (in(&a, i) & in(&b, i)));
    WRONG(in(&less, i) != (in(&a, i) & !in(&b, i)) || in(&one_of, i) != (in(&a, i) ^ in(&b, i)));
    WRONG(set_bit(&a, i) != in(&a, i));
  }
  for (int k = -2; k < MOST + 2; k++) {
    set_t one = set_one(k), more = a, fewer = a;
    set_add(&more, k); set_drop(&fewer, k);
    WRONG(set_has(&a, k) != in(&a, k));
    for (int i = 0; i < MOST; i++)
      WRONG(in(&one, i) != (i == k) || in(&more, i) != (in(&a, i) | (i == k)) ||
            in(&fewer, i) != (in(&a, i) & (i != k)));
    WRONG(set_eq(a, more) != (in(&a, k) || k < 0 || k >= MOST));
  }
  return 0;
}
static int rows(void) {
  table_t row[1 + 64 + 1], *ragged = calloc(3 + 2 * 65, sizeof *ragged), flat[5] = {{4}, {7}, {-8}, {9}, {0}};
  int length = rand() % 5;
  const set_t s = some(2);
  row[0].v = length;
  for (int i = 1; i < 65; i++) row[i].v = rand() % MOST;
  uint64_t expected = 0;
  for (int i = 0; i < length; i++) expected |= (uint64_t)in(&s, row[1 + i].v) << i;
  WRONG(row_mask(row, &s) != expected || row_few(row, &s, 4) != expected);
  for (int from = -2; from < 6; from++) {
    int run = from < 0 ? 0 : from;
    while (run < length && in(&s, row[1 + run].v)) run++;
    WRONG(row_run(row, from, &s) != run);
    for (int end = -1; end < 7; end++) {
      char is[MOST] = {0};
      for (int i = from < 0 ? 0 : from; i < end && i < length; i++) is[row[1 + i].v] = 1;
      const set_t found = row_set(row, from, end);
      WRONG(!same(&found, is));
    }
    WRONG(row_at(row, from) != (from < 0 || from >= length ? 0 : row[1 + from].v));
    WRONG(flat_at(flat, from) != (from == 0 ? 7 : from == 1 ? -8 : from == 2 ? 9 : 0));
  }
  /* two rows: where each begins stands at the front */
  ragged[0].v = 2; ragged[1].v = 3; ragged[2].v = 3 + 65;
  ragged[3].v = 1; ragged[4].v = 5; ragged[3 + 65].v = 2;
  WRONG(row_ptr(ragged, 0) != ragged + 3 || row_ptr(ragged, 1) != ragged + 68);
  WRONG(row_ptr(ragged, 2)->v || row_ptr(ragged, -1)->v || row_few(row_ptr(ragged, 2), &s, 4));
  free(ragged);
  return 0;
}
static table_t table[2 + MOST * SET_WORDS * 2] __attribute__((aligned(32)));
static set_t put(int row, set_t s) { memcpy(table + 2 + (size_t)row * SET_WORDS * 2, &s, sizeof s); return s; }
static int tables(void) {
  set_t member[ROWS * 4];
  table[0].v = ROWS * 4;
  for (int r = 0; r < ROWS * 4; r++) member[r] = put(r, some(r % 3 ? 40 : 3));
  const set_t s = some(2), at = some(9);
  char all[MOST] = {0};
  for (int r = -1; r <= ROWS * 4; r++) {
    const int inside = r >= 0 && r < ROWS * 4;
    const set_t found = set_at(table, r);
    WRONG(!set_eq(found, inside ? member[r] : set_empty()));
    for (int words = 1; words <= SET_WORDS; words++) {
      int n = 0;
      for (int i = 0; i < words * 64; i++) n += inside && in(&member[r], i) && in(&s, i);
      WRONG(set_common(table, r, &s, words) != n);
    }
    for (int i = -1; i <= MOST; i++) WRONG(set_holds(table, r, i) != (inside && in(&member[r], i)));
    if (inside && in(&at, r)) for (int i = 0; i < MOST; i++) all[i] |= in(&member[r], i);
  }
  const set_t joined = set_union(table, &at);
  WRONG(!same(&joined, all));
  table[0].v = ROWS; /* the same as rows of four sets */
  for (int r = -1; r <= ROWS; r++) {
    int expected = 0;
    for (int k = 0; k < 4 && r >= 0 && r < ROWS; k++) expected |= set_eq(set_diff(member[r * 4 + k], s), set_empty());
    WRONG(some_within(table, r, &s, 4) != expected);
  }
  return 0;
}
static int floods(void) {
  static char beside[MOST][MOST];
  memset(beside, 0, sizeof beside);
  for (int k = 0; k < MOST * 3 / 2; k++) {
    const int i = rand() % MOST, j = rand() % MOST;
    beside[i][j] = beside[j][i] = i != j;
  }
  table[0].v = MOST;
  for (int i = 0; i < MOST; i++) {
    set_t s = set_empty();
    for (int j = 0; j < MOST; j++) if (beside[i][j]) s.w[j / 64] |= 1ull << j % 64;
    put(i, s);
  }
  const set_t within = some(2), target = some(rand() % 60 + 2);
  set_t from = set_empty();
  for (int k = rand() % 3; k > 0; k--) set_add(&from, rand() % MOST);
  char is[MOST];
  for (int i = 0; i < MOST; i++) is[i] = in(&from, i);
  for (int grew = 1; grew;) {
    grew = 0;
    for (int i = 0; i < MOST; i++)
      for (int j = 0; j < MOST; j++) if (is[i] && beside[i][j] && in(&within, j) && !is[j]) is[j] = grew = 1;
  }
  const set_t found = set_flood(table, from, within);
  WRONG(!same(&found, is));
  set_t looked = some(2);
  const int met = flood_meets(table, from, within, target, &looked);
  int near = 0, may = 0;
  for (int i = 0; i < MOST; i++) {
    WRONG(in(&looked, i) && !is[i]);
    int beside_target = 0, beside_met = 0;
    for (int j = 0; j < MOST; j++) {
      const int wanted = beside[i][j] && in(&target, j) && !in(&within, j) && !in(&from, j);
      beside_target |= wanted;
      beside_met |= wanted && j == met;
      may |= is[i] && wanted;
    }
    if (in(&looked, i)) { near += beside_target; WRONG(beside_target && !beside_met); }
  }
  WRONG((met >= 0) != may || near != may); /* only the last one that was looked at is beside a target */
  WRONG(met < 0 && !same(&looked, is));
  return 0;
}
/* RAYS rays of each row, n side by side, a set of `words` words each; the falling ones begin with their last word */
static table_t lines[2 + ROWS * RAYS * SET_WORDS * 2] __attribute__((aligned(32)));
static int ray[ROWS][RAYS][LONGEST], length[ROWS][RAYS];
static int along(int n, int up, int words) {
  const int groups = RAYS / n;
  memset(lines, 0, sizeof lines);
  lines[0].v = ROWS;
  for (int r = 0; r < ROWS; r++)
    for (int k = 0; k < RAYS; k++) {
      uint64_t member[SET_WORDS] = {0};
      const int rises = k / n < up;
      length[r][k] = 0;
      for (int i = rises ? 0 : words * 64 - 1; i >= 0 && i < words * 64 && length[r][k] < LONGEST; i += rises ? 1 : -1)
        if (rand() % (words * 10) == 0 || ((i % 64 == 0 || i % 64 == 63) && rand() % 3 == 0)) {
          ray[r][k][length[r][k]++] = i;
          member[i / 64] |= 1ull << i % 64;
        }
      for (int j = 0; j < words; j++)
        memcpy(lines + 2 + (((r * groups + k / n) * words + j) * n + k % n) * 2, &member[rises ? j : words - 1 - j], 8);
    }
  const set_t through = set_or(some(2), some(2));
  for (int r = -1; r <= ROWS; r++) {
    char seen[MOST] = {0}, ends[MOST] = {0};
    for (int k = 0; k < RAYS && r >= 0 && r < ROWS; k++) {
      int last = -1;
      for (int i = 0; i < length[r][k]; i++) {
        seen[ray[r][k][i]] = 1;
        if (!in(&through, ray[r][k][i])) break;
        last = ray[r][k][i];
      }
      if (last >= 0) ends[last] = 1;
    }
    const set_t sight = n == 1 ? sight_1(lines, r, &through, up, groups - up, words)
                      : n == 2 ? sight_2(lines, r, &through, up, groups - up, words)
                               : sight_4(lines, r, &through, up, groups - up, words);
    const set_t found = ray_ends(lines, r, &through, n, up, groups - up, words);
    WRONG(!same(&sight, seen));
    WRONG(!same(&found, ends));
  }
  return 0;
}
int main(void) {
  srand(1);
  for (int r = 0; r < 300; r++) {
    if (sets() || rows() || tables()) return 1;
    if (r < 60 && floods()) return 1;
    for (int n = 1; n <= 4; n *= 2)
      for (int words = 1; words <= SET_WORDS; words++) if (along(n, rand() % (RAYS / n + 1), words)) return 1;
  }
  return 0;
}
"""


@pytest.mark.parametrize("words", [1, 2, 3])
@pytest.mark.parametrize("flags", [(), ("-march=native",), ("-U__SSE2__", "-U__BMI2__")])
@pytest.mark.telling("flags0-1", "flags1-3", "flags2-2")
def test_tables_hold_what_they_should(tmp_path: Path, flags: tuple[str, ...], words: int, c_compiler: None) -> None:
    source, program = tmp_path / "tables.c", tmp_path / "tables"
    source.write_text(PROGRAM)
    options = ["-O1", "-std=gnu11", "-fwrapv", *flags, f"-DSET_WORDS={words}", f"-I{RUNTIME}"]
    command = [*find_compiler(), *options, str(source), "-lm", "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    assert subprocess.run([str(program)], capture_output=True, text=True).stdout == ""
