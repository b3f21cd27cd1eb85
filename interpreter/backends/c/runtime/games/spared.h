/* Filters over tried moves (spared.py): their generators count moves that need no trial, and build the others, which are
   kept in `built` until one is chosen. Included if SPARES. */
static UNUSED __attribute__((noinline)) void spared_grow(E *e) {
  e->built = grow(e, e->built, &e->cap_built, sizeof *e->built);
}
/* Whether the next move has to be built; it is counted if not. */
INLINE int spared_gate(E *e, int touched, int sure) {
  const int k = e->n_moves++;
  if (!touched) return 0;
  e->sure = sure;
  e->mode = 0; e->building = 1; e->counted = k + 1; e->n_moves = 0; e->sparing = 1;
  return 1;
}
/* The move that was built is put aside. */
static UNUSED void spared_built(E *e) {
  if (e->n_built == e->cap_built) spared_grow(e);
  e->built[e->n_built].move = e->moves[e->n_moves - 1];
  e->built[e->n_built].sure = e->sure;
  e->built[e->n_built++].number = e->counted - 1;
  e->mode = SPARE; e->n_moves = e->counted; e->sparing = 0;
}
INLINE void spared_attach(E *e, int from, int fn) {
  for (int i = e->n_built; i-- > e->first_built && e->built[i].number >= from;) then_add(e, &e->built[i].move, fn);
}
INLINE void spared_movers(E *e, int from, int mover) {
  for (int i = e->n_built; i-- > e->first_built && e->built[i].number >= from;) e->built[i].move.mover = mover;
}
/* Whether filters count in this way here: in random games, where nothing else is being asked. */
INLINE int spares(const E *e) { return e->spares && !e->n_modes; }
INLINE int spared_begin(E *e) {
  if (e->n_filtered == e->cap_filtered) e->filtered = grow(e, e->filtered, &e->cap_filtered, sizeof *e->filtered);
  return e->n_filtered++;
}
/* All moves of a filter, from number `first` on, are counted or built, and those that were built are tried. */
static UNUSED void spared_end(E *e, int of, int first, int answer) {
  const int all = e->n_moves - first, tried = e->n_built - e->first_built;
  int good = 0;
  for (int i = e->first_built; i < e->n_built; i++) good += e->built[i].good;
  const int n = answer ? all - tried + good : good;
  const filtered_t found = {answer, n, e->n_rounds, e->first_built, e->n_built, e->n_filtered};
  e->filtered[of] = found;
  e->n_moves = first + n;
}
/* All moves from number `first` on were built in FULL: they are put aside. */
static UNUSED void spared_all(E *e, int of, int first) {
  const int begin = e->n_built;
  for (int i = first; i < e->n_moves; i++) {
    if (e->n_built == e->cap_built) spared_grow(e);
    e->built[e->n_built++] = (built_t){e->moves[i], i, 1, 0};
  }
  const filtered_t found = {0, e->n_moves - first, e->n_rounds, begin, e->n_built, e->n_filtered};
  e->filtered[of] = found;
}
/* Finds move k of a filter: its number among all moves of the generator, which begin with `first`. If it was built it
   becomes the first one of the buffer, and the result is -1. */
static UNUSED int spared_find(E *e, const filtered_t *f, int first, int k) {
  int number = first + k;
  for (int i = f->begin; i < f->end; i++) {
    if (f->answer ? !e->built[i].good && e->built[i].number <= number : 0) number++;
    const int here = f->answer ? e->built[i].number == number : k == 0;
    if (e->built[i].good && here) { e->moves[0] = e->built[i].move; return -1; }
    if (!f->answer) k -= e->built[i].good;
  }
  return number;
}
/* Choosing comes to moves that were all built. */
static UNUSED void spared_pick(E *e) {
  const filtered_t *f = &e->filtered[e->n_filtered++];
  const int first = e->n_moves, k = e->target - first;
  if (k >= 0 && k < f->n) e->moves[0] = e->built[f->begin + k].move;
  e->n_moves = first + f->n;
}
