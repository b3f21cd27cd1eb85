/* Plays one game in several threads at a time, each with an engine memory of its own; built with -fsanitize=thread.
   Included is the code that the C backend generates. Arguments: the file with the tables, threads, random games. */
#include "game.c"
#include <pthread.h>
#include <stdio.h>

#ifndef ONE_ENGINE
#define ONE_ENGINE 0 /* 1: all threads use one engine, which has to be found */
#endif
static int n_tables, games, players = PLAYERS;
static int32_t **tables;
static E *engines[64];
static int32_t lengths[64][1024];
static float rankings[64][1024 * 17];

static E *make(void) {
  E *e = lp_new();
  for (int i = 0; e && i < n_tables; i++) lp_table(e, i, tables[i]);
  return e;
}
static void check(int ok, const char *what) { if (!ok) { fprintf(stderr, "%s\n", what); exit(1); } }

/* random games in bulk, then single calls as Python makes them */
static void *work(void *argument) {
  long k = (long)argument;
  E *e = engines[k];
  int64_t counts[3] = {0};
  lp_patient(e, 1);
  check(!lp_playouts(e, NULL, 0, games, 7, 200, 1, players, lengths[k], rankings[k], counts), "playouts failed");
  state_t *state = malloc(sizeof *state);
  check(!lp_start(e, 1), "start failed");
  memcpy(state, &e->s, sizeof *state);
  for (int ply = 0; ply < 100; ply++) {
    int n = lp_moves(e, state);
    check(n >= 0, "moves failed");
    if (!e->out[0]) break;
    memcpy(state, &e->s, sizeof *state);
    int32_t *packed = malloc((size_t)n * sizeof *packed);
    memcpy(packed, e->out, (size_t)n * sizeof *packed);
    check(lp_play(e, state, packed, packed[2 + ply % packed[0]], 1) >= 0, "play failed");
    free(packed);
    memcpy(state, &e->s, sizeof *state);
  }
  free(state);
  return NULL;
}
/* all threads search one tree, with everything that they share: history, averages of all moves, proofs, freed memory */
static search_t *tree;
static void *search(void *argument) {
  long k = (long)argument;
  uint64_t chance = (uint64_t)k + 1;
  lp_patient(engines[k], 1);
  long status = lp_search_run(engines[k], tree, 400L * games, -1, -1, &chance);
  return (void *)status;
}
static void search_together(int threads) {
  const int64_t numbers[] = {players, 0, 60, 0, 60, 3000, -1, 0, -1, 0, -1, 0};
  pthread_t ids[64];
  state_t *state = malloc(sizeof *state);
  tree = lp_search_new(1 << 22);
  check(state && tree, "no memory");
  check(!lp_start(engines[0], 1), "start failed");
  memcpy(state, &engines[0]->s, sizeof *state);
  check(lp_search_settings(tree, numbers, 0, 0.4, 3.0), "no settings");
  lp_search_guide(tree, 1, 10);
  for (int round = 0; round < 2; round++) {
    check(lp_search_begin(engines[0], tree, state, 1, 0, 1) > 0, "no root");
    for (long k = 0; k < threads; k++) check(!pthread_create(&ids[k], NULL, search, (void *)k), "no thread");
    for (int k = 0; k < threads; k++) {
      void *status;
      pthread_join(ids[k], &status);
      check(!status || (long)status == -LP_FULL, "a search failed");
    }
    int64_t found[5];
    lp_search_numbers(tree, found);
    check(found[0] > 0, "nothing was searched");
    if (round) break;
    lp_search_clear(tree); /* the second search takes its memory from what is left of the first one */
  }
  lp_search_free(tree);
  free(state);
}
/* a call that only ends when another thread cancels it; games are cut short, because a long one may need a larger
   capacity than the driver has (LP_FULL, after which Python would compile the code again) */
static void *endless(void *argument) {
  int64_t counts[3] = {0};
  static int32_t many[1 << 20];
  static float places[(1 << 20) * 17];
  long status = lp_playouts(argument, NULL, 0, 1 << 20, 7, 200, 1, players, many, places, counts);
  return (void *)status;
}

int main(int argc, char **argv) {
  check(argc == 4, "tables, threads, games");
  int threads = atoi(argv[2]);
  games = atoi(argv[3]);
  FILE *file = fopen(argv[1], "rb");
  int32_t n;
  check(file && fread(&n_tables, 4, 1, file) == 1, "no tables");
  tables = calloc((size_t)n_tables + 1, sizeof *tables);
  for (int i = 0; i < n_tables; i++) {
    check(fread(&n, 4, 1, file) == 1, "a short file");
    tables[i] = malloc((size_t)n * 4 + 4);
    check(fread(tables[i], 4, (size_t)n, file) == (size_t)n, "a short file");
  }
  pthread_t ids[64];
  for (int round = 0; round < 2; round++) { /* in the second the threads swap their engines, as a pool does */
    for (int k = 0; k < threads; k++) if (!round) engines[k] = ONE_ENGINE && k ? engines[0] : make();
    if (round) { E *e = engines[0]; for (int k = 0; k + 1 < threads; k++) engines[k] = engines[k + 1]; engines[threads - 1] = e; }
    for (long k = 0; k < threads; k++) check(!pthread_create(&ids[k], NULL, work, (void *)k), "no thread");
    for (int k = 0; k < threads; k++) pthread_join(ids[k], NULL);
    for (int k = 1; k < threads; k++)
      check(!memcmp(lengths[0], lengths[k], sizeof lengths[0]), "threads have played different games");
  }
  if (!ONE_ENGINE && !STOCHASTIC) search_together(threads);
  void *status;
  lp_patient(engines[0], 1);
  pthread_create(&ids[0], NULL, endless, engines[0]);
  struct timespec while_it_runs = {0, 50000000};
  nanosleep(&while_it_runs, NULL);
  lp_cancel(engines[0]);
  pthread_join(ids[0], &status);
  if ((long)status != -LP_CANCELLED) fprintf(stderr, "status %ld, detail %d\n", (long)status, engines[0]->detail);
  check((long)status == -LP_CANCELLED, "a call was not cancelled");
  for (int k = 0; k < threads; k++) lp_free(engines[k]);
  return 0;
}
