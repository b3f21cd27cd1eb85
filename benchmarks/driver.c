/* Plays random games with a compiled game, without Python, so that a tool can count the instructions.
   Arguments: the shared library, the file with the tables, the file with the state that games begin in (none where
   the library sets it up), players, games, plies after which a game is cut short (-1: never). Prints the number of games and plies. Exit code 3: the code needs more room; prints the number of the
   capacity. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int ok, const char *what) {
  if (!ok) { fprintf(stderr, "%s\n", what); exit(1); }
}
static void *find(void *library, const char *name) {
  void *found = dlsym(library, name);
  check(found != NULL, name);
  return found;
}

int main(int argc, char **argv) {
  check(argc == 7, "library, tables, state, players, games, plies");
  void *library = dlopen(argv[1], RTLD_NOW);
  check(library != NULL, "the library cannot be loaded");
  void *(*new)(void) = find(library, "lp_new");
  void (*patient)(void *, int) = find(library, "lp_patient");
  void (*table)(void *, int, const void *) = find(library, "lp_table");
  int (*detail)(void *) = find(library, "lp_detail");
  int (*playouts)(void *, const void *, int64_t, int, uint64_t, int, int, int, int32_t *, float *, int64_t *) =
      find(library, "lp_playouts");
  int players = atoi(argv[4]), games = atoi(argv[5]), plies = atoi(argv[6]);
  void *engine = new();
  check(engine != NULL, "no memory");
  FILE *file = fopen(argv[2], "rb");
  int32_t tables, n;
  check(file && fread(&tables, 4, 1, file) == 1, "no tables");
  for (int i = 0; i < tables; i++) {
    check(fread(&n, 4, 1, file) == 1, "a short file");
    int32_t *values = malloc((size_t)n * 4 + 8);
    check(values && fread(values, 4, (size_t)n, file) == (size_t)n, "a short file");
    table(engine, i, values);
  }
  fclose(file);
  void *state = NULL;
  file = fopen(argv[3], "rb");
  if (file) {
    long (*size)(void) = (long (*)(void))find(library, "lp_state_size");
    state = malloc((size_t)size());
    check(state && fread(state, (size_t)size(), 1, file) == 1, "a short state");
    fclose(file);
  }
  int32_t *lengths = calloc((size_t)games + 1, sizeof *lengths);
  float *rankings = calloc(((size_t)games + 1) * (size_t)(players + 1), sizeof *rankings);
  int64_t counts[3] = {0};
  check(lengths && rankings, "no memory");
  patient(engine, 1);
  int status = playouts(engine, state, 0, games, 1, plies, 1, players, lengths, rankings, counts);
  if (status == -1) { printf("%d\n", detail(engine)); return 3; }
  if (status < 0) fprintf(stderr, "status %d, detail %d\n", status, detail(engine));
  check(status >= 0, "the games failed");
  printf("%lld %lld\n", (long long)counts[2], (long long)counts[0]);
  return 0;
}
