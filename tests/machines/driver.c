/* Plays random games of the generated code on any machine and prints what came of them, the same text everywhere.
   Included is what the C backend generates: the program of rules, or with -DGAMES the code that only plays random games.
   Arguments: the file with the tables, random games, the most moves of one. */
#include "game.c"
#include <stdio.h>
#include "start.h" /* the position in which games begin */

#ifdef GAMES
typedef O engine_t;
#else
typedef E engine_t;
#endif
static void check(int status, int detail, const char *what) {
  if (status >= 0) return;
  printf("%s: status %d, detail %d\n", what, -status, detail);
  fflush(stdout);
  _Exit(3); /* what is left in memory then is no finding */
}
#ifndef GAMES
/* games move by move, as Python plays them: each list of legal moves, and all that each move did */
static uint64_t move_by_move(E *e, uint64_t chance, int plies) {
  static state_t state;
  uint64_t h = 0;
  check(lp_start(e, (int64_t)splitmix(&chance)), e->detail, "start");
  state = e->s;
  for (int ply = 0; ply < plies; ply++) {
    int n = lp_moves(e, &state);
    check(n, e->detail, "moves");
    for (int k = 0; k < n; k++) h = mix_word(h, (uint32_t)e->out[k]);
    if (!e->out[0]) break;
    state = e->s;
    int32_t *packed = malloc((size_t)n * sizeof *packed);
    memcpy(packed, e->out, (size_t)n * sizeof *packed);
    n = lp_play(e, &state, packed, packed[2 + pick(&chance, (uint32_t)packed[0])], 1);
    check(n, e->detail, "play");
    for (int k = 0; k < n; k++) h = mix_word(h, (uint32_t)e->out[k]);
    free(packed);
    state = e->s;
  }
  return h;
}
#endif
int main(int argc, char **argv) {
  FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
  const int games = argc == 4 ? atoi(argv[2]) : 0, most = argc == 4 ? atoi(argv[3]) : 0;
  int32_t n_tables, n;
  engine_t *e = lp_new();
  if (!file || !e || fread(&n_tables, 4, 1, file) != 1) { puts("tables, games, moves"); return 2; }
  int32_t **tables = calloc((size_t)n_tables + 1, sizeof *tables);
  for (int i = 0; i < n_tables; i++) {
    if (fread(&n, 4, 1, file) != 1) return 2;
    tables[i] = malloc((size_t)n * 4 + 4);
    if (fread(tables[i], 4, (size_t)n, file) != (size_t)n) return 2;
    lp_table(e, i, tables[i]);
  }
  int32_t *lengths = calloc((size_t)games, sizeof *lengths);
  float *places = calloc((size_t)games * SEATS, sizeof *places);
  int64_t counts[3] = {0};
  lp_patient(e, 1);
  check(lp_playouts(e, &first, 0, games, 7, most, 0, SEATS, lengths, places, counts), e->detail, "playouts");
  for (int g = 0; g < games; g++) {
    printf("%d", (int)lengths[g]);
    for (int p = 0; p < SEATS; p++) printf(" %d", (int)(2 * places[g * SEATS + p]));
    puts("");
  }
#ifndef GAMES
  for (uint64_t g = 0; g < 3; g++) printf("%016llx\n", (unsigned long long)move_by_move(e, g, most / 2));
#endif
  lp_free(e); /* for sanitizers that look for memory that is left */
  for (int i = 0; i < n_tables; i++) free(tables[i]);
  free(tables); free(lengths); free(places); fclose(file);
  return 0;
}
