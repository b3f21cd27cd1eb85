/* One thread's part of a search. at: the position that the engine's state is at, NULL for another one. */
typedef struct {
  search_t *s;
  node_t *at;
  struct { node_t *node; int32_t edge; } *path;
  int n_path, cap_path, locked, busy; /* busy: an iteration is begun */
  node_t *grew; /* the position of which this iteration took the untried move number `taken`, of `left` and one */
  int32_t taken, left;
  uint64_t chance, chance_before;
  stopwatch_t watch;
  int64_t slice; /* nanoseconds of the monotonic clock; 0: none */
  double values[MAX_SEATS];
  struct { uint64_t key; int32_t seat, name; } *played; /* the moves of the playout, where there is a history */
  int32_t n_played, cap_played;
  int32_t *names, cap_names;
} worker_t;

/* Room for the names of n moves. */
static void names_room(E *e, worker_t *w, int n) {
  while (w->cap_names < n) w->names = grow(e, w->names, &w->cap_names, sizeof *w->names);
}
/* Puts the engine at a position of the tree. Not while the lock is held. */
static void restore(E *e, worker_t *w, node_t *n) {
  if (w->at == n) return;
  int depth = 0;
  node_t *known = n;
  const char *state;
  while (!(state = __atomic_load_n(&known->state, __ATOMIC_ACQUIRE))) { known = known->parent; depth++; }
  w->at = NULL;
  state_load(&e->s, state);
  all_stale(e);
  IF_VERDICTS(e->keeps_verdicts = 0); /* only playouts are long enough */
  while (depth--) {
    node_t *next = n;
    for (int i = 0; i < depth; i++) next = next->parent;
    list_moves(e);
    play_listed(e, listed(e, next->move), reseeded(next->bits), w->s->stochastic);
  }
  w->at = n;
}

/* ---- playouts */

INLINE void hold(worker_t *w) { lock(w->s); w->locked = 1; }
INLINE void release(worker_t *w) { w->locked = 0; unlock(w->s); }

/* Chooses among the n moves in the buffer, mostly one that did best in all games of the search; one that was never made
   counts as good (MAST; Finnsson and Björnsson 2008). */
static int pick_known(E *e, worker_t *w, int n) {
  if (pick(&w->chance, 1000) < 400) return (int)pick(&w->chance, (uint32_t)n);
  const history_t *h = &w->s->history;
  int seat = seat_of(e, w->s, e->s.mover), ties = 0;
  double best = -1.0;
  names_room(e, w, n);
  hold(w);
  for (int i = 0; i < n; i++) {
    const move_t *m = &e->moves[i];
    double score = history_mean(h, history_find(h, history_key(seat, m->mover, m->from, m->to)), 1.0);
    if (score > best) { best = score; ties = 0; }
    if (score == best) w->names[ties++] = i;
  }
  release(w);
  return w->names[pick(&w->chance, (uint32_t)ties)];
}
/* Whether the rule of the pie may still be used. */
INLINE int may_swap(const E *e, const search_t *s) {
  return s->early &&
         field_value(e, s->moves_at, s->moves_width) - field_value(e, s->start_at, s->start_width) < s->early;
}
/* Remembers a move of the playout. */
static void note_played(E *e, worker_t *w, const move_t *m) {
  if (w->n_played == w->cap_played) w->played = grow(e, w->played, &w->cap_played, sizeof *w->played);
  int seat = seat_of(e, w->s, e->s.mover);
  w->played[w->n_played].key = history_key(seat, m->mover, m->from, m->to);
  w->played[w->n_played++].seat = seat;
}
/* A random game from the engine's position; 0 if the time was up before its end. */
static int play_out(E *e, worker_t *w) {
  const search_t *s = w->s;
  uint64_t rng = 0, inner = 0;
  int ply = 0, own = 1; /* own: moves are drawn by the search's numbers, as long as the specification asks for it */
  w->at = NULL;
  w->n_played = 0;
  IF_VERDICTS(e->keeps_verdicts = 1);
  int reseed = s->stochastic;
  if (reseed) rng = reseeded(splitmix(&w->chance));
  for (; ply < s->max_moves && !e->s.over; ply++) {
    if (late_now(&w->watch)) return 0;
    if (own && !(ply < s->alone || may_swap(e, s))) {
      own = 0;
      inner = game_seed(splitmix(&w->chance), 0);
      set_rng(e, e->s.rng ^ (int64_t)splitmix(&inner));
    }
    int n, m;
    if (s->mast) { CLEAR(e); next_position(e); entry_moves(e); n = e->n_moves; } else n = list_moves(e);
    if (!n) break;
    if (s->mast) m = pick_known(e, w, n); else m = listed(e, (int)pick(own ? &w->chance : &inner, (uint32_t)n));
    if (s->records) note_played(e, w, &e->moves[m]);
    if (s->mast) {
      if (reseed) e->s.rng = (int64_t)rng;
      entry_play(e, m);
    } else play_listed(e, m, rng, reseed);
    reseed = 0;
  }
  if (own && !e->s.over && ply < s->max_moves) splitmix(&w->chance);
  result_of(e, s, w->values);
  return 1;
}
